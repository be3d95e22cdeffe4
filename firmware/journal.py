"""The record of a game on the disk: only ever added to, and which of those at this table goes on.

What is added is on the disk before `Journal.append` returns, so a pulled plug costs at most what nobody had yet seen
accepted. What the lines hold is told in `firmware.record`.
"""

import fcntl
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from errno import EACCES, EDQUOT, EEXIST, ENOSPC, ENOTDIR, EPERM, EROFS
from pathlib import Path
from typing import Any, BinaryIO, Self, TypeAlias

from firmware import settings
from firmware.events import Entry
from firmware.kept.records import number, records
from firmware.record import FORMAT, GAME, OVER, Recorded, decode, encode, parse, plain
from hardware.cameras import is_live
from hardware.errors import HardwareError
from rules.game import Game
from rules.match import Match, RecordError

LOCK = "table.lock"
"""Held, beside the games, by the one process that referees at the table; its number stands in it."""


class JournalError(HardwareError):
    """The record cannot be written: what, where, what to do. What was to be recorded has not happened."""


def unfinished(game: Game[Any, Any], folder: Path, table: str, drawn: Collection[str] = ()) -> Path | None:
    """The newest record of this game, with these house rules, at this table, that has not come to its end.

    ``drawn``: house rules that lots decide; what they decided for that game may be anything.
    """
    return next((path for path, over in records_of(game.name, folder, table, game.options, drawn) if not over), None)


def records_of(
    game: str | None, folder: Path, table: str, options: Mapping[str, Any] | None = None, drawn: Collection[str] = ()
) -> Iterator[tuple[Path, bool]]:
    """The records of ``game`` (None: of any) at this table, the newest first, and whether each is over.

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
            if alike and (game is None or told.get("game") == game) and _stands(told.get("table")) == _stands(table):
                over = _is_over(path, last)
        if over is not None:
            yield path, over


def left_last(folder: Path, table: str) -> str | None:
    """The name of the game that was played last, if that was at this table and is not over; None if it was not."""
    for path in records(folder)[:1]:
        with suppress(OSError, RecordError):
            header, last = _ends(path)
            if header and _stands(header.data.get("table")) == _stands(table) and not _is_over(path, last):
                name = header.data.get("game")
                return name if isinstance(name, str) else None
    return None


def lost(folder: Path, game: str | None) -> Iterator[tuple[Path, OSError | RecordError]]:
    """The newest records of ``game`` (None: of any) as far as they cannot be read, and why not: what people left last
    may be among them. Nothing is lost with one whose last line tells that it was over.
    """
    for path in records(folder):
        if game is None or path.stem.partition("-")[2] == game:
            try:
                _, last = _ends(path)
                if last is not None and last.kind in OVER:
                    return
                with path.open("rb") as file:
                    parse(file.readline(settings.RECORD_BYTES))
            except (OSError, RecordError) as error:
                yield path, error
            else:
                return


def _settled(options: Any, drawn: Collection[str]) -> dict[str, Any]:
    """House rules as a record has them, without those that were ``drawn``; none where there are none."""
    known = plain(options) if isinstance(options, Mapping) else {}
    return {name: value for name, value in known.items() if name not in drawn}


def _is_over(path: Path, last: Entry | None) -> bool:
    """Whether a record is over, by its ``last`` entry if that tells. Raises OSError or `RecordError`."""
    return (last is not None and last.kind in OVER) or parse(path.read_bytes()).is_over


def _stands(table: Any) -> Any:
    """What a ``table`` is to its records: under any camera it is the same, since there is one real table here."""
    return "real" if isinstance(table, str) and is_live(table) else table


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
    def create(
        cls,
        folder: Path,
        match: Match[Any, Any],
        at: float,
        *entries: Entry,
        table: str,
        utc: str = "",
        wall: Wall = _now,
    ) -> Self:
        """A new record of ``match``, which has not begun, and of ``entries`` that follow; whole or not at all.

        ``table`` says where it is played: a camera, the simulated table. ``utc``: the date of a game that did not begin
        just now. Raises `JournalError`.
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
            journal.append(Entry(GAME, at, facts, utc), *entries)
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
        """Add ``entries``, all or none, and return when they are on the disk. Raises `JournalError`.

        Those that were read from another record keep its dates.
        """
        now = self._wall().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        lines = b"".join(encode(self._lines + number, entry, entry.utc or now) for number, entry in enumerate(entries))
        with _plainly(self.path):
            # A failed write whose remains could not be taken away either: go back to what is known to be good.
            os.ftruncate(self._descriptor, self._size)
            try:
                rest = lines
                while rest:  # a disk that takes only a part says with the rest what it lacks
                    rest = rest[os.write(self._descriptor, rest) :]
                os.fdatasync(self._descriptor)
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
    path = folder / LOCK
    with _plainly(folder):
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        holder = _holder(descriptor)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise JournalError(
                f"another hopsight (process {holder}) is refereeing at this table; stop it first,"
                " or choose another state folder with HOPSIGHT_STATE"
            ) from error
        with suppress(OSError):  # a full disk: the table is held all the same, by somebody unknown
            number = f"{os.getpid()}\n".encode()
            os.pwrite(descriptor, number, 0)  # over the last one, which needs no room
            os.ftruncate(descriptor, len(number))
        yield
    finally:
        os.close(descriptor)


def refereeing(folder: Path) -> str | None:
    """The number of the process that holds the table whose games are in ``folder``; None where none is known to."""
    with suppress(OSError), (folder / LOCK).open("rb") as file:
        return _holder(file.fileno()) if _is_held(file) else None
    return None


def is_added_to(path: Path) -> bool:
    """Whether somebody has the record at ``path`` open for adding: a game that is being played, here or elsewhere."""
    with suppress(OSError), path.open("rb") as file:
        return _is_held(file)
    return False


def _is_held(file: BinaryIO) -> bool:
    """Whether somebody has locked the file; who asks leaves no lock once it is closed."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def _holder(descriptor: int) -> str:
    """The number of the process that claimed the table last, as it stands in the lock."""
    return os.pread(descriptor, 20, 0).decode(errors="replace").strip() or "unknown"


@contextmanager
def _plainly(path: Path) -> Iterator[None]:
    """Turn the system's errors into a sentence."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise JournalError(f"the record cannot be kept in {path}: {why}; {_todo(error)}nothing was accepted") from error


def _todo(error: OSError) -> str:
    """What people can do about an error of the disk, as far as that is known."""
    if error.errno in {EDQUOT, ENOSPC}:
        return "delete what is not needed there; "
    if error.errno in {EACCES, EPERM, EROFS, ENOTDIR, EEXIST}:
        return "choose another state folder with HOPSIGHT_STATE; "
    return ""


def _open_next(folder: Path, game: str) -> tuple[Path, int]:
    """A new file, numbered one higher than every other."""
    # Whatever bears a number keeps it: a record put away comes back one day, and pictures belong to their own game.
    last = max(map(number, folder.glob("[0-9]*")), default=0)
    while True:
        last += 1
        path = folder / f"{last:04d}-{game}.jsonl"
        if next(folder.glob(f"{last:04d}-*"), None) is None:
            with suppress(FileExistsError):
                return path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o644)


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
    aside = path.with_suffix(f".damaged-{number}")
    try:
        with aside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):  # a part of it is of no use, and who waits for room would leave one with every try
            aside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _cut_to(descriptor: int, size: int) -> None:
    """Keep the first ``size`` bytes only, on the disk too."""
    os.ftruncate(descriptor, size)
    os.fsync(descriptor)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
