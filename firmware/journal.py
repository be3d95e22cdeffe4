"""The record of a game: one line of JSON for the game and one for each thing that happened, only ever added to.

Every line ends with a checksum of its own and is on the disk before `Journal.append` returns, so a pulled plug costs at
most what nobody had yet seen accepted. A line looks like this::

    {"n":3,"event":"move","at":81.2,"utc":"2026-11-21T10:02:11.250Z","seat":"S","move":"c2-d3","by":"camera","crc":"…"}

``n`` counts the lines from 0 (the game's own line); ``at`` is the table's monotonic clock, which orders; ``utc`` is the
wall clock, which only dates. ``crc`` is the CRC-32 of all bytes of the line before ``,"crc"``, in eight hex digits.
"""

import fcntl
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from errno import EDQUOT, ENOSPC
from pathlib import Path
from typing import Any, Self, TypeAlias
from zlib import crc32

from firmware import settings
from firmware.events import Entry
from hardware.errors import HardwareError
from rules import catalogue
from rules.game import Game, GivenError
from rules.match import Match, RecordError
from rules.words import Message, Reason

FORMAT = 1
GAME = "game"
"""The kind of the first line."""

REMARKS = frozenset({"refused", "unsure"})
"""Kinds that tell what was said and leave the game as it is."""

OVER = frozenset({"finished", "end"})
"""Kinds after which a record needs no more lines."""

NO_RECORD = Message(
    "record-none",
    en="This is no record of a game: its first line cannot be read.",
    fr="Ce n’est pas une partie enregistrée : sa première ligne est illisible.",
    de="Das ist keine aufgezeichnete Partie: die erste Zeile ist nicht lesbar.",
    vi="Đây không phải biên bản ván cờ: không đọc được dòng đầu.",
    zh="这不是对局记录：第一行无法读取。",
)
OTHER_FORMAT = Message(
    "record-other-format",
    en="The record has format {format}; this program reads format {known}. Please update it.",
    fr="L’enregistrement est au format {format} ; ce programme lit le format {known}. Merci de le mettre à jour.",
    de="Die Aufzeichnung hat Format {format}; dieses Programm liest Format {known}. Bitte aktualisieren.",
    vi="Biên bản có định dạng {format}; chương trình này đọc định dạng {known}. Xin cập nhật.",
    zh="记录格式为 {format}，本程序只能读格式 {known}，请更新。",
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


class JournalError(HardwareError):
    """The record cannot be written: what, where, what to do. What was to be recorded has not happened."""


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
        if game.name != self.header.data.get("game"):
            raise RecordError(NO_RECORD())
        tags = self.header.data.get("tags")
        told = {str(key): str(value) for key, value in tags.items()} if isinstance(tags, dict) else {}
        return replace(Match.begin(game, self.players, start), tags=told)


# Lines.

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
    """The entry on line ``number`` (None: any), given without its newline; None where the line is damaged."""
    body, seal = line[:-_SEAL_LENGTH], _SEAL.fullmatch(line[-_SEAL_LENGTH:])
    if seal is None or b"%08x" % crc32(body) != seal[1]:
        return None
    try:
        facts = json.loads(body + b"}")
        if b"\\ud" in body.lower():
            json.dumps(facts, ensure_ascii=False).encode()  # halves of letters, which we never wrote
        count, kind, at, _ = (facts.pop(name) for name in ("n", "event", "at", "utc"))
    except (ValueError, KeyError, AttributeError, RecursionError):
        return None  # sealed by somebody else: not a line of ours
    is_ours = number in {None, count} and isinstance(kind, str) and isinstance(at, int | float)
    return Entry(kind, at, facts) if is_ours else None


def parse(data: bytes) -> Recorded:
    """The record in ``data``, as far as it is good. Raises `RecordError` where not even the game's line is."""
    check_length(data)
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
    if entries[0].data.get("format") != FORMAT:
        raise RecordError(OTHER_FORMAT(format=entries[0].data.get("format"), known=FORMAT))
    return Recorded(entries[0], tuple(entries[1:]), damage, good)


def check_length(data: bytes) -> None:
    """Raises `RecordError` for more bytes than any game needs."""
    if len(data) > settings.RECORD_BYTES:
        raise RecordError(TOO_LONG(megabytes=settings.RECORD_BYTES // 1_000_000))


# Files.


def games_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where records live: under ``$HOPSIGHT_STATE``, else systemd's ``$STATE_DIRECTORY``, else the user's own state."""
    given = environment.get("HOPSIGHT_STATE") or environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given) / "games"
    home = environment.get("XDG_STATE_HOME") or Path(environment.get("HOME") or Path.home(), ".local", "state")
    return Path(home) / "hopsight" / "games"


def records(folder: Path) -> list[Path]:
    """The records in ``folder``, the newest first: they are numbered, since the wall clock may be wrong."""
    return sorted(folder.glob("[0-9]*.jsonl"), key=_number, reverse=True)


def unfinished(game: Game[Any, Any], folder: Path, table: str, drawn: Collection[str] = ()) -> Path | None:
    """The newest record of this game, with these house rules, at this table, that has not come to its end.

    ``drawn``: house rules that lots decide; what they decided for that game may be anything.
    """
    return next((path for path, over in records_of(game.name, folder, table, game.options, drawn) if not over), None)


def records_of(
    game: str, folder: Path, table: str, options: Mapping[str, Any] | None = None, drawn: Collection[str] = ()
) -> Iterator[tuple[Path, bool]]:
    """The records of ``game`` at this table, the newest first, and whether each is over.

    ``options``: their house rules; None: any. ``drawn``: those that lots decided, and that may be anything.
    Of most records only the two ends are read: people wait for the first light meanwhile. So a game that came to its
    end is over, whatever has become of the middle of its record.
    """
    sought = None if options is None else _settled(options, drawn)
    for path in records(folder):
        over = None
        with suppress(OSError, RecordError):
            header, last = _ends(path)
            told = header.data if header else {}
            alike = sought is None or _settled(told.get("options"), drawn) == sought
            if alike and (told.get("game"), told.get("table")) == (game, table):
                over = (last is not None and last.kind in OVER) or parse(path.read_bytes()).is_over
        if over is not None:
            yield path, over


def _settled(options: Any, drawn: Collection[str]) -> dict[str, Any]:
    """House rules as a record has them, without those that were ``drawn``; none where there are none."""
    known = _plain(options) if isinstance(options, Mapping) else {}
    return {name: value for name, value in known.items() if name not in drawn}


def _ends(path: Path) -> tuple[Entry | None, Entry | None]:
    """The first entry of a record, and the last one if it can be had without reading all of it. Raises OSError."""
    with path.open("rb") as file:
        first = file.readline(settings.RECORD_BYTES)
        file.seek(max(len(first), file.seek(0, os.SEEK_END) - settings.LAST_LINES_BYTES))
        *lines, _ = file.read().split(b"\n")
    last = decode(None, lines[-1]) if lines else None
    return decode(0, first.removesuffix(b"\n")), last


Wall: TypeAlias = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


class Journal:
    """A record open for adding, locked so that nobody else adds to it. Made by `create` or `resume`."""

    def __init__(self, path: Path, descriptor: int, lines: int, size: int, wall: Wall) -> None:
        self.path = path
        self._descriptor = descriptor
        self._lines = lines
        self._size = size
        self._wall = wall

    @classmethod
    def create(cls, folder: Path, match: Match[Any, Any], at: float, *, table: str, wall: Wall = _now) -> Self:
        """A new record of ``match``, which has not begun; ``table`` says where: a camera, the simulated table.

        Raises `JournalError`.
        """
        game = match.game
        facts = {
            "format": FORMAT,
            "game": game.name,
            "options": dict(game.options),
            "players": {seat: match.players.get(seat, "") for seat in game.seats},
            "board": game.board.name,
            "table": table,
            "start": game.write_position(match.position),
        }
        if match.tags:
            facts["tags"] = dict(match.tags)
        with _plainly(folder):
            folder.mkdir(parents=True, exist_ok=True)
            path, descriptor = _open_next(folder, game.name)
        journal = cls(path, descriptor, 0, 0, wall)
        try:
            with _plainly(folder):
                _lock(descriptor, path)
            journal.append(Entry(GAME, at, facts))
            with _plainly(folder):
                _sync_folder(folder)
        except BaseException:
            # Whatever stopped it, Ctrl-C too: nobody will close this file later, and a record without a game is none.
            journal.close()
            with suppress(OSError):
                path.unlink()
            raise
        return journal

    @classmethod
    def resume(cls, path: Path, *, wall: Wall = _now) -> tuple[Self, Recorded]:
        """The record at ``path``, opened to go on with, and what it holds.

        A torn last line is cut off. A damaged line and all after it move to a file beside it, so that nothing is lost
        and what follows stands on good ground. Raises `JournalError` or `RecordError`.
        """
        with _plainly(path):
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
            try:
                _lock(descriptor, path)
                data = path.read_bytes()
                found = parse(data)
                if found.damage is not None:
                    if not found.damage.torn:
                        _set_aside(path, data)
                    _cut_to(descriptor, found.good_bytes)
            except BaseException:
                # Whatever stopped it, Ctrl-C too: nobody will close this file later, and it holds the lock.
                os.close(descriptor)
                raise
        return cls(path, descriptor, len(found.entries) + 1, found.good_bytes, wall), found

    def append(self, *entries: Entry) -> None:
        """Add ``entries``, all or none, and return when they are on the disk. Raises `JournalError`."""
        utc = self._wall().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        lines = b"".join(encode(self._lines + number, entry, utc) for number, entry in enumerate(entries))
        with _plainly(self.path):
            # A failed write whose remains could not be taken away either: go back to what is known to be good.
            os.ftruncate(self._descriptor, self._size)
            try:
                rest = lines
                while rest:  # a disk that takes only a part says with the rest what it lacks
                    rest = rest[os.write(self._descriptor, rest) :]
                _sync(self._descriptor)
            except OSError:
                # At once, since the plug may be pulled: whole lines in it would count although nobody was told so.
                with suppress(OSError):
                    _cut_to(self._descriptor, self._size)
                raise
        self._lines += len(entries)
        self._size += len(lines)

    def cut(self, lines: int) -> None:
        """Keep only the first ``lines`` lines; the whole record is kept in a file beside it. Raises `JournalError`."""
        with _plainly(self.path):
            data = self.path.read_bytes()
            _set_aside(self.path, data)
            self._size = sum(map(len, data.splitlines(keepends=True)[:lines]))
            self._lines = lines
            _cut_to(self._descriptor, self._size)

    def evidence(self, name: str) -> Path:
        """Where the picture called ``name`` is kept beside the record; its folder is made."""
        folder = self.path.with_suffix("")
        with _plainly(folder):
            folder.mkdir(exist_ok=True)
        return folder / f"{name}.jpg"

    def close(self) -> None:
        """Let the record go; more than once does no harm."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def claim(folder: Path) -> Iterator[None]:
    """Hold the table: while this lasts, a second copy that claims it is told so by a `JournalError`."""
    path = folder / "table.lock"
    with _plainly(folder):
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        holder = os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise JournalError(
                f"another hopsight (process {holder}) is refereeing at this table; stop it first,"
                " or choose another state folder with HOPSIGHT_STATE"
            ) from error
        with _plainly(folder):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _plainly(path: Path) -> Iterator[None]:
    """Turn the system's errors into a sentence."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        todo = "delete what is not needed there; " if error.errno in {EDQUOT, ENOSPC} else ""
        raise JournalError(f"the record cannot be kept in {path}: {why}; {todo}nothing was accepted") from error


def _open_next(folder: Path, game: str) -> tuple[Path, int]:
    """A new file, numbered one higher than every other."""
    # Whatever bears a number keeps it: a record put away comes back one day, and pictures belong to their own game.
    number = max(map(_number, folder.glob("[0-9]*")), default=0)
    while True:
        number += 1
        path = folder / f"{number:04d}-{game}.jsonl"
        if next(folder.glob(f"{number:04d}-*"), None) is None:
            with suppress(FileExistsError):
                return path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o644)


def _number(path: Path) -> int:
    digits = re.match(r"[0-9]+", path.name)
    return int(digits[0]) if digits else 0


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise JournalError(f"another hopsight is writing the record {path}; stop it first") from error


def _set_aside(path: Path, data: bytes) -> None:
    """Keep a damaged record as it was found; it is on the disk when this returns, for the original is cut then."""
    number = 1
    while path.with_suffix(f".damaged-{number}").exists():
        number += 1
    with path.with_suffix(f".damaged-{number}").open("wb") as aside:
        aside.write(data)
        aside.flush()
        os.fsync(aside.fileno())
    _sync_folder(path.parent)


def _cut_to(descriptor: int, size: int) -> None:
    """Keep the first ``size`` bytes only, on the disk too."""
    os.ftruncate(descriptor, size)
    os.fsync(descriptor)


def _sync(descriptor: int) -> None:
    if sys.platform == "linux":
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _plain(data: Any) -> Any:
    """Data as it comes back from JSON: lists for tuples."""
    return json.loads(json.dumps(dict(data)))


def same(one: Entry, other: Entry) -> bool:
    """Whether two entries say the same, one of them perhaps read from a record."""
    return (one.kind, one.at, _plain(one.data)) == (other.kind, other.at, _plain(other.data))
