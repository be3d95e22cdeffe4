"""What the record of a game holds: one line of JSON for the game and one for each thing that happened.

Every line ends with a checksum of its own. A line looks like this::

    {"n":3,"event":"move","at":81.2,"utc":"2026-11-21T10:02:11.250Z","seat":"S","move":"c2-d3","by":"camera","crc":"…"}

``n`` counts the lines from 0 (the game's own line); ``at`` is the table's monotonic clock, which orders; ``utc`` is the
wall clock, which only dates. ``crc`` is the CRC-32 of all bytes of the line before ``,"crc"``, in eight hex digits.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zlib import crc32

from firmware import settings
from firmware.events import Entry
from rules import catalogue
from rules.game import GivenError
from rules.match import Match, RecordError
from rules.match_words import OTHER_GAME
from rules.words import Message, Reason

FORMAT = 1
GAME = "game"
"""The kind of the first line."""

PICTURES = (b"GIF8", b"\x89PNG", b"\xff\xd8\xff")
"""How files begin that people take for records: animations of games, and photographs. No text begins so."""

TYPED = "typed"
"""What the records of typed games call their table."""

REMARKS = frozenset({"refused", "unsure"})
"""Kinds that tell what was said and leave the game as it is."""

OVER = frozenset({"finished", "end"})
"""Kinds after which a record needs no more lines."""

EMPTY = Message(
    "record-empty",
    en="The file is empty: it holds no game. Please copy the record here once more, or choose another.",
    fr="Le fichier est vide : il ne contient aucune partie. Copiez-le à nouveau ici, ou choisissez-en un autre.",
    de="Die Datei ist leer und enthält keine Partie. Bitte noch einmal hierher kopieren oder eine andere wählen.",
    vi="Tệp trống, không có ván cờ nào. Xin chép lại biên bản hoặc chọn tệp khác.",
    zh="文件是空的，里面没有对局。请重新复制记录，或另选一个文件。",
)
NO_RECORD = Message(
    "record-none",
    en="This is no record of a game: its first line cannot be read.",
    fr="Ce n’est pas une partie enregistrée : sa première ligne est illisible.",
    de="Das ist keine aufgezeichnete Partie: die erste Zeile ist nicht lesbar.",
    vi="Đây không phải biên bản ván cờ: không đọc được dòng đầu.",
    zh="这不是对局记录：第一行无法读取。",
)
UNKNOWN_LINE = Message(
    "record-unknown-line",
    en="A line of the kind “{kind}” is not known here, or it lacks what it should say.",
    fr="Une ligne de type « {kind} » est inconnue ici, ou il lui manque quelque chose.",
    de="Eine Zeile der Art „{kind}“ ist hier unbekannt, oder ihr fehlt etwas.",
    vi="Không rõ loại dòng “{kind}”, hoặc dòng thiếu nội dung.",
    zh="不认识“{kind}”类的行，或内容不全。",
)
OTHERWISE = Message(
    "record-otherwise",
    en="The record says “{given}” here, but by the rules it is “{expected}”.",
    fr="L’enregistrement dit ici « {given} », mais d’après les règles c’est « {expected} ».",
    de="Hier steht in der Aufzeichnung „{given}“, nach den Regeln ist es aber „{expected}“.",
    vi="Biên bản ghi “{given}” ở đây, nhưng theo luật phải là “{expected}”.",
    zh="记录此处写“{given}”，按规则应为“{expected}”。",
)
PICTURE = Message(
    "record-picture",
    en="This is a picture, not the record of a game.",
    fr="C’est une image, pas une partie enregistrée.",
    de="Das ist ein Bild, keine aufgezeichnete Partie.",
    vi="Đây là hình ảnh, không phải biên bản ván cờ.",
    zh="这是图片，不是对局记录。",
)
OTHER_FORMAT = Message(
    "record-other-format",
    en="The record has format {format}; this program reads {known}. Newer needs an update.",
    fr="L’enregistrement est au format {format} ; ce programme lit le {known}. Plus récent : mettez à jour.",
    de="Die Aufzeichnung hat Format {format}; dieses Programm liest {known}. Neuere brauchen ein Update.",
    vi="Biên bản có định dạng {format}; chương trình này đọc {known}. Bản mới hơn cần cập nhật.",
    zh="记录格式为 {format}，本程序读 {known}；更高的请先更新。",
)
TOO_LONG = Message(
    "record-too-long",
    en="The record is longer than {megabytes} MB; no game is.",
    fr="L’enregistrement dépasse {megabytes} Mo ; aucune partie n’est si longue.",
    de="Die Aufzeichnung ist länger als {megabytes} MB; das ist keine Partie.",
    vi="Biên bản dài hơn {megabytes} MB; không ván cờ nào dài vậy.",
    zh="记录超过 {megabytes} MB，不可能是一局棋。",
)
TORN = Message(
    "record-torn",
    en="The last line of the record was not written to its end; it is left out.",
    fr="La dernière ligne de l’enregistrement est incomplète ; elle est laissée de côté.",
    de="Die letzte Zeile der Aufzeichnung wurde nicht zu Ende geschrieben; sie bleibt weg.",
    vi="Dòng cuối của biên bản chưa ghi xong nên được bỏ qua.",
    zh="记录的最后一行没有写完，已略去。",
)
DAMAGED = Message(
    "record-damaged",
    en="Line {line} of the record is damaged; the game is good up to there.",
    fr="La ligne {line} de l’enregistrement est abîmée ; la partie est bonne jusque-là.",
    de="Zeile {line} der Aufzeichnung ist beschädigt; bis dahin ist die Partie gut.",
    vi="Dòng {line} của biên bản bị hỏng; ván cờ đúng đến trước đó.",
    zh="记录第 {line} 行已损坏；此前的对局有效。",
)


@dataclass(frozen=True)
class Damage:
    """Where a record stops to be good: the line (from 1), whether it is only a torn last line, and what to say."""

    line: int
    torn: bool
    why: Reason


@dataclass(frozen=True)
class Recorded:
    """What a record holds: the game's own entry, the entries after it, and the bytes up to the first damage."""

    header: Entry
    entries: tuple[Entry, ...]
    damage: Damage | None
    good_bytes: int

    @property
    def is_over(self) -> bool:
        """Whether the game came to its end (a move taken back afterwards opens it again)."""
        kinds = [entry.kind for entry in self.entries if entry.kind not in REMARKS]
        return bool(kinds) and kinds[-1] in OVER

    @property
    def players(self) -> Mapping[Any, str]:
        """Names by seat, where people gave them."""
        given = self.header.data.get("players")
        return {seat: str(name) for seat, name in given.items() if name} if isinstance(given, dict) else {}

    def match(self) -> Match[Any, Any]:
        """The match before the first entry. Raises `RecordError` where the game's line makes no sense."""
        try:
            game, start = catalogue.read_position(self.header.data.get("start"))
        except GivenError as error:
            raise RecordError(error.reason) from error
        if (game.name, dict(game.options)) != (self.header.data.get("game"), self.header.data.get("options")):
            raise RecordError(self._other_game())
        tags = self.header.data.get("tags")
        told = {str(key): str(value) for key, value in tags.items()} if isinstance(tags, dict) else {}
        return replace(Match.begin(game, self.players, start), tags=told)

    def _other_game(self) -> Reason:
        """Why the game and the house rules of the game's line are not those of its first position."""
        name, options = self.header.data.get("game"), self.header.data.get("options")
        if not (isinstance(name, str) and isinstance(options, dict)):
            return NO_RECORD()
        try:
            catalogue.drawn_game(name, options)
        except GivenError as error:
            return error.reason
        return OTHER_GAME()


_SEAL = re.compile(rb',"crc":"([0-9a-f]{8})"}')
_SEAL_LENGTH = len(b',"crc":"01234567"}')


def encode(number: int, entry: Entry, utc: str) -> bytes:
    """The entry as line ``number`` of a record, its checksum and newline included."""
    fixed = {"n": number, "event": entry.kind, "at": round(entry.at, 3), "utc": utc}
    clash = {*fixed, "crc"} & set(entry.data)
    if clash:
        raise ValueError(f"an entry may not call its facts {sorted(clash)}")
    body = json.dumps({**fixed, **entry.data}, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()[:-1]
    return b'%s,"crc":"%08x"}\n' % (body, crc32(body))


def decode(number: int | None, line: bytes) -> Entry | None:
    """The entry on line ``number`` (None: any), given without its newline; None where the line is damaged.

    Editors and other systems leave marks of their own, which no sealed line holds: the game in them is whole.
    """
    line = line.removeprefix(BOM_UTF8).removesuffix(b"\r")
    body, seal = line[:-_SEAL_LENGTH], _SEAL.fullmatch(line[-_SEAL_LENGTH:])
    if seal is None or b"%08x" % crc32(body) != seal[1]:
        return None
    try:
        facts = json.loads(body + b"}", parse_int=_whole, parse_float=_real, parse_constant=_real)
        if b"\\ud" in body.lower():
            json.dumps(facts, ensure_ascii=False).encode()  # halves of letters, which we never wrote
        count, kind, at, utc = (facts.pop(name) for name in ("n", "event", "at", "utc"))
    except (ValueError, KeyError, AttributeError, RecursionError):
        return None  # sealed by somebody else: not a line of ours
    is_ours = number in (None, count) and isinstance(kind, str) and isinstance(at, int | float) and "crc" not in facts
    return Entry(kind, at, facts, str(utc)) if is_ours else None


def _whole(text: str) -> int:
    return int(_bounded(int(text)))


def _real(text: str) -> float:
    return _bounded(float(text))


def _bounded(value: float) -> float:
    """``value``, which counts, measures or dates something of a game: no infinity, nor anything near it."""
    if not abs(value) < settings.RECORD_NUMBER:
        raise ValueError(value)
    return value


def written(entry: Entry) -> datetime | None:
    """When ``entry`` was written by the wall clock; None where its record does not tell: it may not be of ours."""
    with suppress(ValueError):
        when = datetime.fromisoformat(entry.utc)
        return when if when.tzinfo else None
    return None


def between(before: Entry, after: Entry) -> float:
    """Seconds from one entry to the next; 0 where the table was switched off in between, or nobody can tell."""
    began, ended = written(before), written(after)
    passed = (ended - began).total_seconds() if began and ended else 0.0
    if before.kind == GAME:
        # A record begins before the table's clock is asked; that clock began later still where it says less.
        return max(passed, 0.0) if passed <= after.at else 0.0
    ticked = after.at - before.at
    # Its own clock began anew where it says less than the wall clock.
    return max(ticked, 0.0) if passed <= ticked + settings.WRITING_SECONDS else 0.0


def parse(data: bytes) -> Recorded:
    """The record in ``data``, as far as it is good. Raises `RecordError` where not even the game's line is."""
    check_bytes(data)
    *lines, rest = data.split(b"\n")
    entries: list[Entry] = []
    good = 0
    damage = Damage(len(lines) + 1, torn=True, why=TORN()) if rest else None
    for number, line in enumerate(lines):
        entry = decode(number, line)
        if entry is None:
            damage = Damage(number + 1, torn=False, why=DAMAGED(line=number + 1))
            break
        entries.append(entry)
        good += len(line) + 1
    if not entries or entries[0].kind != GAME:
        raise RecordError(NO_RECORD())
    given = entries[0].data.get("format")
    if given != FORMAT or isinstance(given, bool):
        raise RecordError(OTHER_FORMAT(format=json.dumps(given)[:40], known=FORMAT))
    return Recorded(entries[0], tuple(entries[1:]), damage, good)


def check_bytes(data: bytes) -> None:
    """Raises `RecordError` for no bytes at all, for a picture, and for more than any game needs."""
    if not data.strip():
        raise RecordError(EMPTY())
    if data.startswith(PICTURES):
        raise RecordError(PICTURE())
    if len(data) > settings.RECORD_BYTES:
        raise RecordError(TOO_LONG(megabytes=settings.RECORD_BYTES // 1_000_000))


def plain(data: Any) -> Any:
    """Data as it comes back from JSON: lists for tuples."""
    return json.loads(json.dumps(dict(data)))


def same(one: Entry, other: Entry) -> bool:
    """Whether two entries say the same, one of them perhaps read from a record."""
    return (one.kind, one.at, plain(one.data)) == (other.kind, other.at, plain(other.data))
