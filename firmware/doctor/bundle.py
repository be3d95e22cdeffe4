"""What somebody who helps from afar wants to see, in one file: findings, versions, settings, logs, the last pictures.

Passwords in addresses and the like are taken out; records stay at home, since they hold the players' names. Profiles
are named after people as well, and have numbers here.
"""

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from firmware.doctor.finding import Finding
from firmware.doctor.machine import Machine
from firmware.kept import profiles
from rules import catalogue

FINDINGS = "doctor.json"
"""What every bundle holds, and hardly another archive."""
LOG_LINES = 2000
"""Lines of the service's log, the newest. Where `sudo` collects it, systemd/hopsight.sh asks for as many."""
PICTURES = 6
"""Pictures of games, the newest of all: somebody who helps wants to see what the table saw last."""
FILES = (
    "/etc/os-release",
    "/etc/hopsight/table.conf",
    "/boot/firmware/config.txt",
    "/boot/firmware/cmdline.txt",
    "/proc/meminfo",
    "/proc/cpuinfo",
    "/proc/device-tree/model",
    "/proc/devices",
    "/proc/mounts",
)
"""What tells how the machine is set up."""

_ADDRESS = re.compile(r"(?<=://)[^/\s]+@")
"""Who asks, in an address, and by which password; that may hold the very mark that ends it."""
_ASKED = re.compile(r"(://[^\s?\"']+\?)[^\s\"']+")
"""What is asked of an address: cameras take passwords there, too, each under another name."""
_SECRET = re.compile(
    r"((?:pass(?:word|wd|phrase)?|psk|secret|token|serial|api[-_]?key|pair|code)\"?\s*[=:]\s*)"
    r"(?:(?P<quote>\"{3}|'{3})(?s:.*?)(?P=quote)|(?P<mark>[\"'])(?:\\.|(?!(?P=mark)).)*(?P=mark)|[\"']?[^\s\",&]+)",
    re.IGNORECASE,
)
"""A secret's name, and its value: in TOML's quotes of several lines, in quotes, or up to the next blank."""

NOBODY = frozenset({"box", *catalogue.names()})
"""Names of profiles that are nobody's: that of a table as delivered, and those of games."""

_HOME = re.compile(r"(?<=/home/)[^/\s]+")
_CARD = re.compile(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", re.IGNORECASE)


def without_secrets(text: str) -> str:
    """``text`` without passwords, serial numbers, people's names in paths, and addresses of network cards."""
    text = _SECRET.sub(_hidden, _ASKED.sub(r"\1…", _ADDRESS.sub("…@", text)))
    return _CARD.sub("…", _HOME.sub("…", text))


def _hidden(found: re.Match[str]) -> str:
    mark = found["quote"] or found["mark"] or ""
    return f"{found[1]}{mark}…{mark}"


class Families:
    """Profiles are named after people: in a bundle they have numbers."""

    def __init__(self) -> None:
        self.numbers: dict[str, str] = {}

    def numbered(self, name: str) -> str:
        """What the profile called ``name`` is called in a bundle."""
        return name if name in NOBODY else self.numbers.setdefault(name, f"profile-{len(self.numbers) + 1}")

    def left_out(self, text: str) -> str:
        """``text`` with numbers for names, wherever these stand as words."""
        return re.sub(r"(?<![\w-])[\w-]+(?![\w-])", lambda word: self.numbers.get(word[0], word[0]), text)


def is_bundle(path: Path) -> bool:
    """Whether the file at ``path`` is a bundle that was written here before."""
    try:
        with ZipFile(path) as file:
            return FINDINGS in file.namelist()
    except (OSError, BadZipFile):
        return False


def write_bundle(out: Path | BinaryIO, machine: Machine, findings: Iterable[Finding]) -> tuple[list[str], list[str]]:
    """Write everything into ``out``; the names in it, and those of what could not be had. Raises OSError."""
    texts = {
        FINDINGS: json.dumps([finding.as_json() for finding in findings], ensure_ascii=False, indent=1),
        "packages.txt": "\n".join(f"{name} {version}" for name, version in sorted(machine.packages.items())),
        "log.txt": logged(machine, "log.txt", f"journalctl -u hopsight -n {LOG_LINES} --no-pager -o short-iso"),
        "kernel.txt": logged(machine, "kernel.txt", "dmesg"),
        "unit.txt": machine.ask("systemctl", "status", "hopsight", "--no-pager", "-n", "0"),
    }
    texts |= {f"system{name}": machine.read(name) for name in FILES}
    people = Families()
    for path in sorted(profiles.folder(machine.environment).glob("*.toml")):
        texts[f"profiles/{people.numbered(path.stem)}.toml"] = _text(path)
    for path in sorted(machine.state.glob("table*.json")):
        texts[path.name] = _text(path)
    pictures = sorted(machine.state.glob("games/*/*.jpg"), key=_when)[-PICTURES:]
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, text in texts.items():
            if text:
                file.writestr(name, people.left_out(without_secrets(text)) + "\n")
        for path in pictures:
            with suppress(OSError):
                file.write(path, f"pictures/{path.parent.name}-{path.name}")
        return file.namelist(), [name for name, text in texts.items() if not text]


def _text(path: Path) -> str | None:
    """What stands in a file; None where it may not be read: that may be what is wrong here, and the rest is wanted."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None


def _when(picture: Path) -> float:
    """When a picture was taken; long ago where somebody has just put it away."""
    try:
        return picture.stat().st_mtime
    except OSError:
        return 0.0


def logged(machine: Machine, name: str, command: str) -> str | None:
    """A log of the system: as the command line's `sudo` has collected it, else what ``command`` says; None for none."""
    folder = machine.environment.get("HOPSIGHT_LOGS")
    there = folder is not None and Path(folder, name).is_file()
    text = Path(folder or "", name).read_text("utf-8", "replace") if there else machine.ask(*command.split())
    return text if text and not text.startswith("-- No entries") else None
