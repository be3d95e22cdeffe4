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

A number, who moved, the move; ``=`` is a position that people set by hand. Reading plays the record as far as it is
valid and says where and why it stops.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from rules import catalogue
from rules.game import Game, GivenError, M, Outcome, P, Seat
from rules.past import Past
from rules.settings import REPETITIONS
from rules.words import Message, Reason

NO_GAME = Message(
    "match-no-game",
    en="This is no record of a game: a line such as “Game: star” is missing at the top.",
    fr="Ce n’est pas une partie enregistrée : il manque en tête une ligne comme « Game: star ».",
    de="Das ist keine aufgezeichnete Partie: oben fehlt eine Zeile wie „Game: star“.",
    vi="Đây không phải biên bản ván cờ: thiếu dòng đầu như “Game: star”.",
    zh="这不是对局记录：开头缺少“Game: star”这样的一行。",
)
NO_DATA = Message(
    "match-no-data",
    en="What stands after “{key}” is not JSON data.",
    fr="Ce qui suit « {key} » n’est pas du JSON.",
    de="Was hinter „{key}“ steht, ist kein JSON.",
    vi="Phần sau “{key}” không phải là dữ liệu JSON.",
    zh="“{key}”后面的内容不是 JSON 数据。",
)
NO_MOVE_LINE = Message(
    "match-no-move-line",
    en="“{text}” is no line of a record; expected a number, who moves, and the move, as in “1. S c2-d3”.",
    fr="« {text} » n’est pas une ligne de partie ; il faut un numéro, le joueur et le coup, comme « 1. S c2-d3 ».",
    de="„{text}“ ist keine Zeile einer Partie; erwartet sind Nummer, Spieler und Zug wie „1. S c2-d3“.",
    vi="“{text}” không phải là một dòng biên bản; cần số thứ tự, người đi và nước đi, như “1. S c2-d3”.",
    zh="“{text}”不是记录中的一行；应有序号、走棋方和走法，例如“1. S c2-d3”。",
)
WRONG_NUMBER = Message(
    "match-wrong-number",
    en="Move {expected} is missing; number {given} follows instead.",
    fr="Le coup {expected} manque ; le numéro {given} suit à sa place.",
    de="Zug {expected} fehlt; stattdessen folgt Nummer {given}.",
    vi="Thiếu nước thứ {expected}; tiếp theo lại là số {given}.",
    zh="缺少第 {expected} 步，后面却是第 {given} 步。",
)
WRONG_SEAT = Message(
    "match-wrong-seat",
    en="The record says that {given} moves, but it is the turn of {expected}.",
    fr="Selon la partie enregistrée, {given} joue, mais c’est à {expected}.",
    de="Laut Aufzeichnung zieht {given}, am Zug ist aber {expected}.",
    vi="Biên bản ghi {given} đi, nhưng đang đến lượt {expected}.",
    zh="记录写的是 {given} 走，但现在轮到 {expected}。",
)
GAME_IS_OVER = Message(
    "match-is-over",
    en="The game is over, but the record goes on.",
    fr="La partie est finie, mais l’enregistrement continue.",
    de="Das Spiel ist aus, aber die Aufzeichnung geht weiter.",
    vi="Ván chơi đã kết thúc nhưng biên bản vẫn còn nước đi.",
    zh="对局已经结束，记录却还有后续。",
)
OTHER_GAME = Message(
    "match-other-game",
    en="This position belongs to another game or to other house rules.",
    fr="Cette position appartient à un autre jeu ou à d’autres règles.",
    de="Diese Stellung gehört zu einem anderen Spiel oder zu anderen Hausregeln.",
    vi="Thế cờ này thuộc trò chơi khác hoặc luật nhà khác.",
    zh="这个局面属于别的游戏或别的家规。",
)
NOT_WHOLE = Message(
    "match-not-whole",
    en="The record should hold {promised} moves, but there are {found}.",
    fr="L’enregistrement devrait contenir {promised} coups, il y en a {found}.",
    de="Die Aufzeichnung soll {promised} Züge enthalten, es sind {found}.",
    vi="Biên bản phải có {promised} nước đi nhưng chỉ thấy {found}.",
    zh="记录应有 {promised} 步，实际有 {found} 步。",
)
OTHER_RESULT = Message(
    "match-other-result",
    en="The record names the result “{promised}”, but the moves lead to “{found}”.",
    fr="L’enregistrement donne le résultat « {promised} », mais les coups mènent à « {found} ».",
    de="Die Aufzeichnung nennt das Ergebnis „{promised}“, die Züge führen aber zu „{found}“.",
    vi="Biên bản ghi kết quả “{promised}”, nhưng các nước đi dẫn đến “{found}”.",
    zh="记录写的结果是“{promised}”，但走法得出的是“{found}”。",
)

UNFINISHED = "unfinished"

P_contra = TypeVar("P_contra", contravariant=True)
"""A position that is only looked at."""


class RecordError(GivenError):
    """A text from which no match can be had, not even its beginning."""


@runtime_checkable
class EndsByRepetition(Protocol[P]):
    """What a game answers besides, if the third coming of a position ends it."""

    def repeated(self, position: P) -> P:
        """``position`` as the last one of the game."""


@runtime_checkable
class Dealt(Protocol[P]):
    """What a game answers besides, if cards are dealt before it begins."""

    def deal(self, random: Random) -> dict[str, Any]:
        """A shuffled deal as JSON data."""

    def from_deal(self, data: Mapping[str, Any]) -> P:
        """The first position of a deal; over at once where the deal is void."""

    def next_deal(self, position: P) -> Mapping[str, Any] | None:
        """What is settled of the next deal when ``position`` ended one; None where the game is over with it."""


@runtime_checkable
class Settled(Protocol[P_contra]):
    """What a game answers besides, if every deal is settled by itself and people play as many as they like."""

    def payments(self, position: P_contra) -> Sequence[tuple[int | None, int | None, Fraction]]:
        """Who pays whom how much when ``position`` has ended a deal: numbers of seats, None for the pot."""


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


Entry: TypeAlias = Turn[M] | Correction[P]


@dataclass(frozen=True)
class Match(Generic[P, M]):
    """A game, who plays it, and the moves so far. Made by `begin`; ``positions[n]`` lay there after ``n`` entries.

    ``players`` names people by seat; ``tags`` are further facts of the header (a date, a place), kept as they are.
    """

    game: Game[P, M]
    positions: Past[P]
    entries: Past[Entry[M, P]] = field(default_factory=Past)
    players: Mapping[Seat, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)

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
        """How many moves and corrections there have been."""
        return len(self.entries)

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None when the game is over."""
        return self.game.to_move(self.position)

    @property
    def outcome(self) -> Outcome:
        """How the match stands."""
        return self.game.outcome(self.position)

    @property
    def result(self) -> str:
        """The outcome in a line: why it is over and each seat's score, or that it is unfinished."""
        outcome = self.outcome
        if not outcome.over:
            return UNFINISHED
        scores = ", ".join(f"{seat} {outcome.scores[seat]:g}" for seat in self.game.seats if seat in outcome.scores)
        return f"{outcome.reason}; {scores}" if scores else outcome.reason

    def play(self, move: M) -> "Match[P, M]":
        """The match after ``move``, which the caller knows to be legal; the third repetition may end it."""
        seat = self.to_move
        if seat is None:
            raise ValueError("the game is over")
        return self._after(Turn(seat, move), self.game.play(self.position, move))

    def correct(self, position: P) -> "Match[P, M]":
        """The match after people have set ``position`` by hand."""
        return self._after(Correction(position), position)

    def take_back(self, entries: int = 1) -> "Match[P, M]":
        """The match without its last ``entries`` moves and corrections (at most all of them)."""
        left = max(0, self.ply - entries)
        return replace(self, entries=self.entries.until(left), positions=self.positions.until(left + 1))

    def _after(self, entry: Entry[M, P], position: P) -> "Match[P, M]":
        if isinstance(self.game, EndsByRepetition) and self.positions.count(position) >= REPETITIONS - 1:
            position = self.game.repeated(position)
        return replace(self, entries=self.entries.then(entry), positions=self.positions.then(position))

    def to_text(self) -> str:
        """The match as people read it; see the head of this file."""
        game = self.game
        lines = [f"Game: {game.name}", f"Options: {_json(dict(game.options))}"]
        lines += [f"Player {seat}: {_line(name)}" for seat, name in self.players.items()]
        lines += [f"{key}: {_line(value)}" for key, value in self.tags.items()]
        if self._starts_elsewhere():
            lines.append(f"Start: {_json(game.write_position(self.positions[0]))}")
        lines += [f"Result: {self.result}", f"Moves: {self.ply}", ""]
        for number, entry in enumerate(self.entries, 1):
            if isinstance(entry, Correction):
                lines.append(f"{number}. = {_json(game.write_position(entry.position))}")
            else:
                lines.append(f"{number}. {entry.seat} {game.write(entry.move)}")
        return "\n".join(lines) + "\n"

    def _starts_elsewhere(self) -> bool:
        return self.positions[0] != self.game.start()

    @staticmethod
    def from_text(text: str) -> "Reading":
        """The match that ``text`` tells, as far as it is valid; raises `RecordError` where not even a game is clear."""
        lines = list(enumerate(text.removeprefix("\ufeff").splitlines(), 1))
        header = _read_header(lines)
        match = _first_match(header)
        moves = ((number, line) for number, line in lines if number > header.last and line.strip())
        for number, line in moves:
            try:
                match = _read_entry(match, line)
            except GivenError as error:
                return Reading(match, Stop(number, line, error.reason))
        return Reading(match, _check_whole(match, header))


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
        raise RecordError(NO_GAME())
    try:
        options = _parse("Options", header.get("Options") or "{}")
        start = header.get("Start")
        if start is None:
            if not isinstance(options, dict) or "toss" in options:
                raise RecordError(NO_DATA(key="Options"))
            game = catalogue.game(name, **options)
            first = game.start()
        else:
            game, first = catalogue.read_position(_parse("Start", start))
            if game.name != name:
                raise RecordError(OTHER_GAME())
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


def _read_entry(match: Match[Any, Any], line: str) -> Match[Any, Any]:
    """``match`` after one more line; raises a `GivenError` that says what is wrong with it."""
    number, _, rest = line.strip().partition(". ")
    seat, _, text = rest.strip().partition(" ")
    if not (number.isascii() and number.isdigit() and text):
        raise RecordError(NO_MOVE_LINE(text=line.strip()))
    if number != str(match.ply + 1):
        raise RecordError(WRONG_NUMBER(expected=match.ply + 1, given=number))
    if seat == "=":
        game, position = catalogue.read_position(_parse("=", text))
        if (game.name, game.options) != (match.game.name, match.game.options):
            raise RecordError(OTHER_GAME())
        return match.correct(position)
    if match.to_move is None:
        raise RecordError(GAME_IS_OVER())
    if seat != match.to_move:
        raise RecordError(WRONG_SEAT(given=seat, expected=match.to_move))
    return match.play(match.game.read(text, match.position))


def _check_whole(match: Match[Any, Any], header: _Header) -> Stop | None:
    """What the header promised and the moves do not hold: their number, the result."""
    for key, found, message in (("Moves", str(match.ply), NOT_WHOLE), ("Result", match.result, OTHER_RESULT)):
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
        raise RecordError(NO_DATA(key=key)) from error


def _line(text: str) -> str:
    """``text`` on one line."""
    return " ".join(text.split())
