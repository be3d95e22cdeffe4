"""A recorded game, made again: every line of the record is given to the same `step` that played it.

Each line must come out of `step` word for word as it stands in the record; where it does not (an illegal move, a wrong
seat, a result that the moves do not give), the replay stops there and says why. So replaying is also refereeing anew.
"""

import json
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from firmware import clocks, settings
from firmware.events import Command, Correct, End, Entry, NameMove, Pause, Record, Resign, Resume, Say, Undo
from firmware.journal import Journal
from firmware.plies import read_plies
from firmware.record import OTHERWISE, REMARKS, UNKNOWN_LINE, Damage, Recorded, between, check_bytes, parse, plain, same
from firmware.session import begin, step
from firmware.states import AnyGame, Paused, Playing, State, opening
from rules.geometry import PlaceId
from rules.match import Correction, Match, Reading, RecordError, Resignation, Stop, Turn
from rules.match import Entry as Told
from rules.words import Message, Reason

NOT_POSSIBLE = Message(
    "record-not-possible",
    en="“{given}” cannot happen at this point of the game.",
    fr="« {given} » est impossible à ce moment de la partie.",
    de="„{given}“ kann an dieser Stelle des Spiels nicht geschehen.",
    vi="“{given}” không thể xảy ra ở thời điểm này của ván cờ.",
    zh="此时不可能出现“{given}”。",
)
NOT_ONE_GAME = Message(
    "record-not-one-game",
    en="The file tells {found} games; only one can be followed. Please give each a file of its own.",
    fr="Le fichier raconte {found} parties ; une seule peut être suivie. Donnez à chacune son propre fichier.",
    de="Die Datei erzählt {found} Partien; nur eine lässt sich nachspielen. Bitte jede in eine eigene Datei legen.",
    vi="Tệp kể {found} ván; chỉ theo được một ván. Xin để mỗi ván trong một tệp riêng.",
    zh="文件里有 {found} 局，只能重演其中一局；请每局单独存一个文件。",
)


@dataclass(frozen=True)
class Frame:
    """The session after ``entry`` (None: the start)."""

    entry: Entry | None
    state: State


@dataclass(frozen=True)
class Replay:
    """A record made again: the frame at the start and after every entry that changed the game.

    ``stop``: the first line that is not as it should be, None where all are. The frames are good in any case. ``due``:
    what a record lacks: what its last line led to, where the plug was pulled between the two; all where it was made
    from a text. ``recorded``: the lines that it was made from; None where it was a text. ``by_moves``: where it stops
    is told by the number of a move, since moves share their lines.
    """

    frames: tuple[Frame, ...]
    stop: Stop | None = None
    due: tuple[Entry, ...] = ()
    recorded: Recorded | None = None
    by_moves: bool = False

    @property
    def damage(self) -> Damage | None:
        """Where the file itself is damaged."""
        return self.recorded.damage if self.recorded else None

    @property
    def is_good(self) -> bool:
        """Whether the whole record holds; a torn last line is no fault of it."""
        return self.stop is None and (self.damage is None or self.damage.torn)

    @property
    def state(self) -> State:
        """The session after the last good entry."""
        return self.frames[-1].state

    def plies(self) -> tuple[State, ...]:
        """The state at each ply of the game as it stands at the end: what was taken back is not among them."""
        states: list[State] = []
        for frame in self.frames:
            states[frame.state.ply :] = [frame.state]
        return tuple(states)


def replay(recorded: Recorded) -> Replay:
    """Make a record again. Raises `RecordError` where it does not even tell the game."""
    made = fold(recorded.match(), recorded.entries, recorded.header)
    return replace(made, recorded=recorded)


def take_up(path: Path) -> tuple[Journal, Replay]:
    """Open the record at ``path`` to go on with it: its journal, and the game as far as it is good.

    Lines that the rules do not allow are set aside like damaged ones, so that what follows stands on good ground; a
    result that was not written any more is added. Raises `JournalError` or `RecordError`.
    """
    journal, recorded = Journal.resume(path)
    try:
        made = replay(recorded)
        if made.stop is not None:
            journal.cut(made.stop.line - 1)
        if made.due:
            journal.append(*made.due)
    except BaseException:
        # Whatever stopped it, Ctrl-C too: nobody else knows this journal, and it holds the lock on the record.
        journal.close()
        raise
    return journal, made


def read(data: bytes, *, ppn: bool = False) -> Replay:
    """Make a record again from its bytes: JSON lines, the readable text form, or what was exported as JSON or PPN.

    ``ppn``: it is in Portable Piecepack Notation, even if it lacks the mark of its header. Raises `RecordError`.
    """
    check_bytes(data)
    data = data.removeprefix(BOM_UTF8)
    if ppn or is_ppn(data):
        return replace(_made(_only_game(data.decode(errors="replace"))), by_moves=True)
    match data.lstrip()[:1]:
        case b"{":
            return replay(parse(data))
        case b"[":
            return replace(_made(read_plies(data.decode(errors="replace"))), by_moves=True)
        case _:
            return _made(Match.from_text(data.decode(errors="replace")))


def is_ppn(data: bytes) -> bool:
    """Whether the record begins like one in Portable Piecepack Notation."""
    return data.removeprefix(BOM_UTF8).lstrip().startswith(b"---")


def _only_game(text: str) -> Reading:
    """The game that ``text`` tells in Portable Piecepack Notation. Raises `RecordError` for none and for several."""
    from rules.piecepack.ppn import read_ppn

    games = read_ppn(text)
    if len(games) != 1:
        raise RecordError(NOT_ONE_GAME(found=len(games)))
    return games[0]


def check(path: Path) -> Replay:
    """Referee the record at ``path`` anew; one that ends in ``.ppn`` is in Portable Piecepack Notation.

    Raises OSError or `RecordError`.
    """
    with path.open("rb") as file:
        data = file.read(settings.RECORD_BYTES + 1)  # a device may have no end
    return read(data, ppn=path.suffix == ".ppn")


def _made(reading: Reading) -> Replay:
    """A match that was read, made again by the session."""
    match = reading.match
    state, _ = begin(opening(match.take_back(match.ply), timed=False), sighted=False)
    frames, due = [Frame(None, state)], list[Entry]()
    for told in match.entries:
        # What the match holds has been refereed; the session makes it again, so that both forms give the same states.
        # How long anything took, it does not tell.
        state, effects = step(state, replace(command(match.game, told, float(len(due))), took=0.0, untold=True))
        recorded = [effect.entry for effect in effects if isinstance(effect, Record)]
        frames.append(Frame(recorded[0], state))
        due += recorded
    return Replay(tuple(frames), reading.stop, tuple(due))


def fold(start: Match[Any, Any], entries: Sequence[Entry], header: Entry | None = None) -> Replay:
    """Give ``entries`` (the first one stands on line 2) to the session one after the other, from ``start``.

    ``header``: the game's own line, before them.
    """
    state, _ = begin(opening(start, timed=clocks.are_known(entries)), sighted=False)
    frames = [Frame(None, state)]
    due: list[Entry] = []
    for line, entry in enumerate(entries, 2):
        if entry.kind in REMARKS:
            continue
        after, why = state, NOT_POSSIBLE(given=_gist(entry))
        if not due:
            if entry.kind == "pause" and isinstance(state.phase, Paused):
                # Switched off in a pause and taken up again, which leaves no line, the game went on.
                state = state.now(Playing())
            event = cause(entry)
            if event is None:
                return _stopped(frames, line, entry, UNKNOWN_LINE(kind=entry.kind))
            if "took" not in entry.data and not state.last.left:
                event = replace(event, took=_untold(frames[-1], header, entry), untold=True)
            after, effects = step(state, event)
            due = [effect.entry for effect in effects if isinstance(effect, Record)]
            said = [effect.reason for effect in effects if isinstance(effect, Say)]
            why = said[0] if said else why
        if not due:
            return _stopped(frames, line, entry, why)
        expected = due.pop(0)
        if not same(expected, entry):
            return _stopped(frames, line, entry, _otherwise(entry, expected))
        if after is not state:
            state = after
            frames.append(Frame(entry, state))
    return Replay(tuple(frames), due=tuple(due))


def _stopped(frames: list[Frame], line: int, entry: Entry, why: Reason) -> Replay:
    return Replay(tuple(frames), Stop(line, _gist(entry), why))


def _untold(before: Frame, header: Entry | None, entry: Entry) -> float:
    """How long somebody thought before an ``entry`` that does not say so, as near as its record can tell.

    Records made without clocks once did not say so; nor does one that came from a text, which tells no times at all.
    """
    since = before.entry or header
    if since is None or entry.data["by"] == "text" or clocks.running(before.state) is None:
        return 0.0
    return between(since, entry)


def cause(entry: Entry) -> Command | None:
    """The command that makes ``entry`` happen; None where nothing does, or it lacks what it should say."""
    command, needs = _CAUSES.get(entry.kind, (None, {}))
    facts = entry.data
    if command is None or not isinstance(facts.get("by"), str):
        return None
    if not all(name in facts and isinstance(facts[name], kind) for name, kind in needs.items()):
        return None
    took = facts.get("took")
    took = float(took) if isinstance(took, int | float) and took >= 0 else None
    made = command(entry.at, *(facts[name] for name in needs), by=facts["by"], took=took)
    against = facts.get("against")
    if isinstance(made, Correct) and isinstance(against, list):
        return replace(made, against=tuple(map(PlaceId, against)))
    return made


_CAUSES: Mapping[str, tuple[Callable[..., Command], Mapping[str, type]]] = {
    "move": (NameMove, {"move": str}),
    "correction": (Correct, {"position": dict}),
    "undo": (Undo, {}),
    "resign": (Resign, {"seat": object}),
    "pause": (Pause, {}),
    "resume": (Resume, {}),
    "end": (End, {}),
}
"""By kind of entry: the command behind it, and the facts that it needs."""


def command(game: AnyGame, told: Told[Any, Any], at: float = 0.0) -> Command:
    """The command that makes an entry of a match happen."""
    match told:
        case Turn(move=move):
            return NameMove(at, game.write(move), by="text")
        case Correction(position):
            return Correct(at, game.write_position(position), by="text")
        case Resignation(seat):
            return Resign(at, seat, by="text")
        case _:
            return End(at, by="text")


def _otherwise(given: Entry, expected: Entry) -> Reason:
    """How ``given`` differs from what it should say: as people write it, or where that is the same, fact by fact."""
    told, right = _gist(given), _gist(expected)
    if told == right:
        facts, others = ({"at": one.at, **plain(one.data)} for one in (given, expected))
        differ = [key for key in {**facts, **others} if facts.get(key) != others.get(key)]
        told, right = (
            json.dumps({key: one[key] for key in differ if key in one}, ensure_ascii=False)[:200]
            for one in (facts, others)
        )
    return OTHERWISE(given=told, expected=right)


def _gist(entry: Entry) -> str:
    """What an entry says, as people write it."""
    facts = entry.data
    return " ".join(str(facts[key]) for key in ("seat", "move", "reason") if key in facts) or entry.kind
