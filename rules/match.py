"""A match: a game at one table from its first position to its result, with everything that happened in between.

A match is a value. Playing, correcting and taking back give a new one; the position at any ply is remembered, so
undoing costs nothing. Its text form is for people, and reads like this::

    Game: star
    Options: {"players": 2, "sets": 1}
    Player S: Anna
    Player N: Bao
    Result: unfinished
    Moves: 3

    1. S c2-d3
    2. N o3:m3
    3. = {"game": "star", "options": …}
    N resigns

A number, who moved, the move; ``=`` is a position that people set by hand. Who gave up has a line without a number,
and so has ``ended``, where the players ended the game as it stood. Reading plays the record as far as it is valid and
says where and why it stops.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any, Generic, TypeAlias

from rules import catalogue
from rules import match_words as words
from rules.game import BadPosition, Dealt, EndsByRepetition, Game, GivenError, M, Outcome, P, Races, Seat, Settled
from rules.past import Past
from rules.settings import REPETITIONS
from rules.words import Reason

UNFINISHED, RESIGNS, ENDED = "unfinished", "resigns", "ended"
"""Words of the text form."""

REPETITION = "repetition"
"""Why a game is over whose position came too often."""


class RecordError(GivenError):
    """A text from which no match can be had, not even its beginning."""


def finished(game: Game[P, M], position: P) -> Sequence[Seat]:
    """The seats that have finished, in order; none where nobody finishes before the others."""
    return game.finished(position) if isinstance(game, Races) else ()


def balance(game: Game[P, M], position: P) -> list[Fraction]:
    """What every seat has got (or paid, below 0) by a deal that ``position`` has ended; nothing without payments."""
    got = [Fraction(0)] * len(game.seats)
    for payer, payee, amount in game.payments(position) if isinstance(game, Settled) else ():
        if payer is not None:
            got[payer] -= amount
        if payee is not None:
            got[payee] += amount
    return got


def first_position(game: Game[P, M], chance: Random, settled: Mapping[str, Any] | None = None) -> P:
    """Where a new game begins: cards are shuffled by ``chance``, and dealt again while the deal is void.

    ``settled``: what an earlier deal of the same game decided (see `Dealt.next_deal`).
    """
    if not isinstance(game, Dealt):
        return game.start()
    while True:
        position: P = game.from_deal({**game.deal(chance), **(settled or {})})
        if game.to_move(position) is not None:
            return position


@dataclass(frozen=True)
class Turn(Generic[M]):
    """A move and who made it."""

    seat: Seat
    move: M


@dataclass(frozen=True)
class Correction(Generic[P]):
    """A position that people set by hand."""

    position: P


@dataclass(frozen=True)
class Resignation:
    """``seat`` gave up: its pieces stay, its turns are left out; ``ends``: the game cannot go on without its turns."""

    seat: Seat
    ends: bool


@dataclass(frozen=True)
class Ending:
    """The players ended the game where it stood."""


Entry: TypeAlias = Turn[M] | Correction[P] | Resignation | Ending


@dataclass(frozen=True)
class Match(Generic[P, M]):
    """A game, who plays it, and the moves so far. Made by `begin`; ``positions[n]`` lay there after ``n`` entries.

    ``players`` names people by seat; ``tags`` are further facts of the header (a date, a place), kept as they are.
    ``resigned``: who has given up, in order; who is left alone has won.
    """

    game: Game[P, M]
    positions: Past[P]
    entries: Past[Entry[M, P]] = field(default_factory=Past)
    players: Mapping[Seat, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    resigned: tuple[Seat, ...] = ()

    @staticmethod
    def begin(game: Game[P, M], players: Mapping[Seat, str] | None = None, start: P | None = None) -> "Match[P, M]":
        """A match that begins with ``start``, by default the game's own first position."""
        first = game.start() if start is None else start
        return Match(game, Past([first]), players=players or {})

    @property
    def position(self) -> P:
        """The position now."""
        return self.positions.last

    @property
    def ply(self) -> int:
        """How many entries there have been: moves, corrections, resignations, an early end."""
        return len(self.entries)

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        return None if self.outcome.over else self.game.to_move(self.position)

    @property
    def playing(self) -> Sequence[Seat]:
        """The seats that have neither given up nor finished."""
        done = finished(self.game, self.position)
        return [seat for seat in self.game.seats if seat not in self.resigned and seat not in done]

    @property
    def outcome(self) -> Outcome:
        """How the match stands, resignations and an early end included."""
        match self.entries.last if self.entries else None:
            case Ending() | Resignation(ends=True):
                return Outcome(True, "ended")
        if self.resigned and isinstance(self.game, Races):
            return self.game.outcome_without(self.position, self.resigned)
        if self.resigned and len(self.playing) <= 1:
            ranked = [*self.playing, *reversed(self.resigned)]
            places = {seat: place for place, seat in enumerate(ranked, 1)}
            # Elsewhere the scores of such a game are points, and nobody has counted those.
            return Outcome(True, "resigned", places, {"scores": {}, "places": places})
        outcome = self.game.outcome(self.position)
        if self.resigned:
            outcome = outcome.without(self.resigned)
        return replace(outcome, reason=REPETITION) if outcome.over and self._came_too_often() else outcome

    def _came_too_often(self) -> bool:
        """Whether the last move led to a position that only its repetition ended, which it does not tell by itself."""
        match self.entries.last if self.entries else None:
            case Turn(_, move):
                after = self.game.play(self.positions[-2], move)
                return self.game.to_move(self._past_the_resigned(after)) is not None
        return False

    @property
    def result(self) -> str:
        """The outcome in a line: why it is over and each seat's score, or that it is unfinished.

        Where points are scored, and nobody has counted them, places are written as places.
        """
        outcome = self.outcome
        if not outcome.over:
            return UNFINISHED
        if places := outcome.details.get("places"):
            return f"{outcome.reason}; {', '.join(f'{place}. {seat}' for seat, place in places.items())}"
        scores = ", ".join(f"{seat} {outcome.scores[seat]:g}" for seat in self.game.seats if seat in outcome.scores)
        return f"{outcome.reason}; {scores}" if scores else outcome.reason

    def play(self, move: M) -> "Match[P, M]":
        """The match after ``move``, which the caller knows to be legal; the third repetition may end it."""
        seat = self.game.to_move(self.position)
        if seat is None:
            raise ValueError("the game is over")
        return self._after(Turn(seat, move), self.game.play(self.position, move))

    def correct(self, position: P) -> "Match[P, M]":
        """The match after people have set ``position`` by hand."""
        return self._after(Correction(position), position)

    def resign(self, seat: Seat) -> "Match[P, M]":
        """The match after ``seat``, which still plays, gave up."""
        gone = replace(self, resigned=(*self.resigned, seat))
        ends = len(gone.playing) > 1 and self._turn_left_out(self.position) is None
        entries = self.entries.then(Resignation(seat, ends))
        gone = replace(gone, entries=entries)
        position = self.position if gone.outcome.over else gone._past_the_resigned(self.position)
        return replace(gone, positions=self.positions.then(position))

    def end(self) -> "Match[P, M]":
        """The match after the players ended it where it stood."""
        return replace(self, entries=self.entries.then(Ending()), positions=self.positions.then(self.position))

    def take_back(self, entries: int = 1) -> "Match[P, M]":
        """The match without its last ``entries`` entries (at most all of them)."""
        left = self.entries.until(max(0, self.ply - entries))
        resigned = tuple(entry.seat for entry in left if isinstance(entry, Resignation))
        return replace(self, entries=left, positions=self.positions.until(len(left) + 1), resigned=resigned)

    def _after(self, entry: Entry[M, P], position: P) -> "Match[P, M]":
        position = self._past_the_resigned(position)
        game = self.game
        if isinstance(game, EndsByRepetition) and isinstance(entry, Turn) and self._came(position) >= REPETITIONS - 1:
            position = game.repeated(position)
        return replace(self, entries=self.entries.then(entry), positions=self.positions.then(position))

    def _came(self, position: P) -> int:
        """How often ``position`` was reached by play, the first position included; those set by hand do not count."""
        by = reversed((Turn, *map(type, self.entries)))
        return sum(how is Turn and one == position for how, one in zip(by, reversed(self.positions), strict=True))

    def _past_the_resigned(self, position: P) -> P:
        """``position`` with the turn passed on, seat by seat, while it is at one that has given up."""
        for _ in self.game.seats:
            seat = self.game.to_move(position)
            if seat not in self.resigned or (next_turn := self._turn_left_out(position)) is None:
                break  # None: a game that ends when somebody gives up, and was set up again afterwards
            position = next_turn
        return position

    def _turn_left_out(self, position: P) -> P | None:
        """``position`` with the turn passed to the next seat; None where it cannot be: its cards are in play."""
        game, seat = self.game, self.game.to_move(position)
        try:
            return None if seat is None else game.as_it_lies(position, game.view(position), turns_after(game, seat)[0])
        except BadPosition:
            return None

    def tags_beside(self, own: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The tags that may stand in a header beside its ``own`` keys and mean the same when it is read again."""
        for key, value in self.tags.items():
            if _TAG.fullmatch(key) and key.isprintable() and key not in own:
                yield key, one_line(value)

    def to_text(self) -> str:
        """The match as people read it; see the head of this file."""
        game = self.game
        lines = [f"Game: {game.name}", f"Options: {_json(dict(game.options))}"]
        lines += [f"Player {seat}: {one_line(name)}" for seat, name in self.players.items()]
        lines += [f"{key}: {value}" for key, value in self.tags_beside(_OWN_KEYS)]
        if self.positions[0] != game.start():
            lines.append(f"Start: {_json(game.write_position(self.positions[0]))}")
        lines += [f"Result: {self.result}", f"Moves: {_numbered(self.entries)}", ""]
        number = 0
        for entry in self.entries:
            number += _numbered([entry])
            match entry:
                case Turn(seat, move):
                    lines.append(f"{number}. {seat} {game.write(move)}")
                case Correction(position):
                    lines.append(f"{number}. = {_json(game.write_position(position))}")
                case Resignation(seat):
                    lines.append(f"{seat} {RESIGNS}")
                case Ending():
                    lines.append(ENDED)
        return "\n".join(lines) + "\n"

    @staticmethod
    def from_text(text: str) -> "Reading":
        """The match that ``text`` tells, as far as it is valid; raises `RecordError` where not even a game is clear."""
        lines = list(enumerate(text.removeprefix("\ufeff").splitlines(), 1))
        header = _read_header(lines)
        match = _first_match(header)
        moves = ((number, line) for number, line in lines if number > header.last and line.strip())
        numbered = 0
        for number, line in moves:
            try:
                match = _read_entry(match, line.strip(), numbered + 1)
                numbered += _numbered([match.entries.last])
            except GivenError as error:
                return Reading(match, Stop(number, line, error.reason))
        return Reading(match, _check_whole(match, header))


def turns_after(game: Game[P, M], seat: Seat) -> Sequence[Seat]:
    """The seats in the order of turns, beginning after ``seat`` and ending with it."""
    number = list(game.seats).index(seat) + 1
    return (*game.seats[number:], *game.seats[:number])


def _numbered(entries: Iterable[Entry[Any, Any]]) -> int:
    """How many of ``entries`` have a number in the text form."""
    return sum(isinstance(entry, Turn | Correction) for entry in entries)


@dataclass(frozen=True)
class Stop:
    """Where a record stops to be valid: the line (from 1), what stands there, and what is wrong with it."""

    line: int
    text: str
    why: Reason


@dataclass(frozen=True)
class Reading:
    """A match read from text; ``stop`` is None where the whole record is valid."""

    match: Match[Any, Any]
    stop: Stop | None


@dataclass(frozen=True)
class _Header:
    """The lines before the first move: key → its line's number and value."""

    values: Mapping[str, tuple[int, str]]
    last: int

    def get(self, key: str) -> str | None:
        """The value of ``key``; None where the header lacks it."""
        return self.values[key][1] if key in self.values else None


_OWN_KEYS = ("Game", "Options", "Start", "Result", "Moves")
_PLAYER = "Player "
_TAG = re.compile(r"[^\W\d_][^:#]*(?<=\S)")
"""What is told from a move, and ends where its value begins."""


def _read_header(lines: Iterable[tuple[int, str]]) -> _Header:
    """Everything up to the first empty line or the first line that begins like a move."""
    values: dict[str, tuple[int, str]] = {}
    last = 0
    for number, line in lines:
        key, colon, value = line.partition(":")
        if not colon or line[:1].isdigit():
            if values or line.strip():
                break
        else:
            values[key.strip()] = number, value.strip()
        last = number
    return _Header(values, last)


def _first_match(header: _Header) -> Match[Any, Any]:
    """The match before its first move."""
    name = header.get("Game")
    if not name:
        raise RecordError(words.NO_GAME())
    try:
        options = _parse("Options", header.get("Options") or "{}")
        start = header.get("Start")
        if start is None:
            if not isinstance(options, dict):
                raise RecordError(words.NO_DATA(key="Options"))
            game = catalogue.drawn_game(name, options)
            first = game.start()
        else:
            game, first = catalogue.read_position(_parse("Start", start))
            if game.name != name:
                raise RecordError(words.OTHER_GAME())
    except GivenError as error:
        raise RecordError(error.reason) from error
    players = {
        Seat(key.removeprefix(_PLAYER)): value
        for key, (_, value) in header.values.items()
        if key.startswith(_PLAYER) and key.removeprefix(_PLAYER) in game.seats
    }
    own = {*_OWN_KEYS, *(_PLAYER + seat for seat in players)}
    tags = {key: value for key, (_, value) in header.values.items() if key not in own}
    return Match(game, Past([first]), players=players, tags=tags)


def _read_entry(match: Match[Any, Any], line: str, expected: int) -> Match[Any, Any]:
    """``match`` after one more line; raises a `GivenError` that says what is wrong with it.

    ``expected``: the number that the line should have, if it has one.
    """
    if line == ENDED or line.split()[1:] == [RESIGNS]:
        return read_end(match, line)
    number, _, rest = line.partition(". ")
    seat, _, text = rest.strip().partition(" ")
    if not (number.isascii() and number.isdigit() and text):
        raise RecordError(words.NO_MOVE_LINE(text=line))
    if number != str(expected):
        raise RecordError(words.WRONG_NUMBER(expected=expected, given=number))
    if seat == "=":
        return read_correction(match, _parse("=", text))
    return read_turn(match, seat, text)


def read_turn(match: Match[Any, Any], seat: str, text: str) -> Match[Any, Any]:
    """``match`` after ``seat`` made the move ``text``; raises a `GivenError` where that cannot be."""
    require_turn(match, seat)
    return match.play(match.game.read(text, match.position))


def require_turn(match: Match[Any, Any], seat: str | None) -> None:
    """Raise `RecordError` where the game is over, or where it is the turn of another than ``seat``."""
    if match.to_move is None:
        raise RecordError(words.GAME_IS_OVER())
    if seat != match.to_move:
        raise RecordError(words.WRONG_SEAT(seat=seat or "", by=match.to_move))


def read_correction(match: Match[Any, Any], data: Any) -> Match[Any, Any]:
    """``match`` corrected to the position that ``data`` tells; raises a `GivenError` for one of another game."""
    game, position = catalogue.read_position(data)
    if (game.name, game.options) != (match.game.name, match.game.options):
        raise RecordError(words.OTHER_GAME())
    return match.correct(position)


def read_end(match: Match[Any, Any], line: str) -> Match[Any, Any]:
    """``match`` after ``line``, “N resigns” or “ended”; raises `RecordError` where that cannot be."""
    if match.outcome.over:
        raise RecordError(words.GAME_IS_OVER())
    if line == ENDED:
        return match.end()
    seat = Seat(line.partition(" ")[0])
    if seat not in match.playing:
        raise RecordError(words.NO_PLAYER(seat=seat, seats=", ".join(match.playing)))
    return match.resign(seat)


def _check_whole(match: Match[Any, Any], header: _Header) -> Stop | None:
    """What the header promised and the moves do not hold: their number, the result."""
    for key, found, message in (
        ("Moves", str(_numbered(match.entries)), words.NOT_WHOLE),
        ("Result", match.result, words.OTHER_RESULT),
    ):
        number, promised = header.values.get(key, (0, found))
        if promised != found:
            return Stop(number, f"{key}: {promised}", message(promised=promised, found=found))
    return None


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def _parse(key: str, text: str) -> Any:
    """The JSON data in ``text``."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(words.NO_DATA(key=key)) from error


def one_line(text: str) -> str:
    """``text`` on one line."""
    return " ".join(text.split())
