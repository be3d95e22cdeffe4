"""Which broker is told, under which name: from the settings file ``mqtt.toml`` beside the profiles, or from a word.

The password stands in that file only: what stands on a command line can be read by everybody on the machine.
"""

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zlib import crc32

from firmware.kept import profiles
from firmware.kept.whole import read_toml, why
from firmware.mqtt import settings
from rules.game import GivenError
from rules.words import Message

BAD_ADDRESS = Message(
    "mqtt-bad-address",
    en="{given} is no broker’s address; write it as 192.168.1.20 or home.local:1883.",
    fr="{given} n’est pas l’adresse d’un broker ; écrivez 192.168.1.20 ou maison.local:1883.",
    de="{given} ist keine Adresse eines Brokers; bitte als 192.168.1.20 oder zuhause.local:1883 schreiben.",
    vi="{given} không phải địa chỉ broker; hãy viết như 192.168.1.20 hoặc nha.local:1883.",
    zh="{given} 不是代理服务器的地址；请写成 192.168.1.20 或 home.local:1883。",
)
BAD_FILE = Message(
    "mqtt-bad-file",
    en="The settings for MQTT in {path} cannot be used: {why}. Mend that line, or delete the file.",
    fr="Les réglages MQTT dans {path} sont inutilisables : {why}. Corrigez cette ligne ou supprimez le fichier.",
    de="Die MQTT-Einstellungen in {path} sind unbrauchbar: {why}. Bitte die Zeile berichtigen oder die Datei löschen.",
    vi="Không dùng được cài đặt MQTT trong {path}: {why}. Hãy sửa dòng đó hoặc xóa tệp.",
    zh="{path} 中的 MQTT 设置无法使用：{why}。请改正该行或删除文件。",
)

KNOWN: dict[str, type[str | bool]] = {
    "broker": str,
    "user": str,
    "password": str,
    "tls": bool,
    "name": str,
    "topic": str,
    "discovery": str,
}
"""What may stand in the file, and what each must be."""
WRITTEN = {str: "words in quotes", bool: "true or false"}
"""What these are called in a file."""


@dataclass(frozen=True)
class Broker:
    """A broker, and the table as it knows it. ``id``: letters, digits, - and _; ``topic``: what its topics begin with.

    ``discovery``: where Home Assistant looks for devices; empty where nobody does.
    """

    host: str
    port: int
    id: str
    user: str | None = None
    password: str | None = None
    tls: bool = False
    name: str = "Hopsight"
    topic: str = "hopsight"
    discovery: str = settings.DISCOVERY


def path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the settings stand."""
    return profiles.folder(environment).parent / "mqtt.toml"


def chosen(address: str | None, where: Path) -> Broker | None:
    """The broker at ``address``, or that of the file ``where``; None where neither names one. Raises `GivenError`."""
    told = read(where)
    given = address or told.get("broker")
    if not given:
        return None
    tls = bool(told.get("tls", False))
    host, port = parted(given, 8883 if tls else settings.PORT)
    box = re.sub(r"[^a-z0-9_-]+", "-", socket.gethostname().lower()) or "table"
    topic = told.get("topic", "").strip("/") or f"hopsight/{box}"
    return Broker(
        host,
        port,
        identity(topic),
        told.get("user"),
        told.get("password"),
        tls,
        told.get("name", "Hopsight"),
        topic,
        told.get("discovery", settings.DISCOVERY).strip("/"),
    )


def identity(topic: str) -> str:
    """What broker and Home Assistant call the table: by its topic, since machines in one home often have one name."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", topic)
    return plain if plain == topic.replace("/", "-") else f"{plain}-{crc32(topic.encode()):08x}"


def parted(address: str, port: int) -> tuple[str, int]:
    """Host and port of ``HOST``, ``HOST:PORT`` or ``[v6]:PORT``; ``port`` where none is given. Raises `GivenError`."""
    try:
        parts = urlsplit(f"//{address}")
        host, own = parts.hostname, parts.port
        (host or "").encode("idna")  # as the system will: nobody else would hear of a name that it cannot ask for
    except ValueError:
        host = own = None
    # A user or a path would be taken for part of the name without a word.
    if not host or not re.fullmatch(r"[\w.:-]+", host) or re.search(r"[@/?#]", address) or own == 0:
        raise GivenError(BAD_ADDRESS(given=address))
    return host, own or port


def read(where: Path) -> dict[str, Any]:
    """What stands in the file; nothing where there is none. Raises `GivenError`."""
    try:
        told = read_toml(where)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise GivenError(BAD_FILE(path=where, why=why(error))) from error
    for word, value in told.items():
        if word not in KNOWN:
            raise GivenError(BAD_FILE(path=where, why=f"{word} is none of {', '.join(KNOWN)}"))
        if type(value) is not KNOWN[word]:
            raise GivenError(BAD_FILE(path=where, why=f"{word} must be {WRITTEN[KNOWN[word]]}"))
        if word in {"topic", "discovery"} and re.search(r"[#+\x00]", str(value)):
            raise GivenError(BAD_FILE(path=where, why=f"{word} may hold neither # nor +"))
    return told
