"""Portable Piecepack Notation: a match as text that other piecepack programs show, and the way back.

A file tells its games one after the other. Each has a header between ``---`` and ``...`` (a YAML mapping), then move
text: move numbers such as ``3NE.``, comments in braces, ``S@a1`` for putting a coin there, ``*a1`` for taking one away
and ``a1-c3`` for moving one. The notation knows no hops: a chain is one such move for each landing, ``a1-c3 c3-e3``,
under one number. (``a1:c3`` would mean a capture there.)

What is written sets every tile and coin up by hand, so that it means the same to a reader who knows nothing of this
game; the house rules stand in the header as JSON, which is YAML. What is read may leave all that to its game's name.
Source: the notation's public description, version 0.11.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from rules import catalogue
from rules.game import GivenError, Seat
from rules.geometry import PlaceId
from rules.hop import Path
from rules.hop_race import Position
from rules.match import (
    ENDED,
    RESIGNS,
    Correction,
    Match,
    Reading,
    RecordError,
    Resignation,
    Stop,
    Turn,
    one_line,
    read_end,
    require_turn,
)
from rules.match_words import OTHER_RESULT
from rules.past import Past
from rules.piecepack import SEATS, SUITS, corner_squares, words
from rules.piecepack.places import tiles
from rules.sight import EMPTY, Token, View, differences

LETTERS = {suit[0].upper(): suit for suit in SUITS}
"""A coin lying suit side up is written by its suit's initial."""

NAMES = ("chinesecheckers", "halma", "piecepackhalma", "minihalma")
"""What headers call this game, in small letters without anything between."""

PLACE = r"[a-z]\d|\(\d{1,2},\d{1,2}\)"
MOVED = re.compile(rf"({PLACE})?-({PLACE})")
PUT = re.compile(rf"([^@]+)@({PLACE})")
TAKEN = re.compile(rf"\*({PLACE})")
TILE = re.compile(r"t[^@]*@.+")
COMMENT = re.compile(r"(?<!\S)\{[^}]*\}(?!\S)")
TO_MOVE = re.compile(r"\{(\w+) to move\}")
END = re.compile(rf"\{{((?:SW|NW|NE|SE) {RESIGNS}|{ENDED})\}}")
MOVES = re.compile(r"\d*(SW|NW|NE|SE)\.")
CORRECTED = re.compile(r"\d+set\.")
HEADER_LINE = re.compile(r"(\s*)([^:#]+):(?:\s+(.*))?")
OWN_KEYS = ("GameType", "SetUp", "Options", "Start", "Result")
PLAYER = "Player "


@dataclass(frozen=True)
class Group:
    """What stands under one move number, without its comments; ``to_move``: whose turn a comment says it is.

    Without tokens: a correction of nothing but the turn; or ``label`` says who gave up, or that the game was ended.
    """

    label: str
    tokens: tuple[str, ...]
    to_move: str | None

    @property
    def is_set_up(self) -> bool:
        """Whether coins and tiles are only put down."""
        puts = all(PUT.fullmatch(token) or TILE.fullmatch(token) for token in self.tokens)
        return bool(self.tokens) and not CORRECTED.fullmatch(self.label) and puts


def write_ppn(match: Match[Position, Path]) -> str:
    """The match in Portable Piecepack Notation."""
    game, start = match.game, match.positions[0]
    header = [f"{key}: {_quoted(value)}" for key, value in match.tags_beside(OWN_KEYS)]
    header += ["GameType: Chinese Checkers", "SetUp: None", f"Options: {_quoted(dict(game.options))}"]
    if start != game.start():
        header.append(f"Start: {_quoted(game.write_position(start))}")
    header += [f"{PLAYER}{seat}: {_quoted(one_line(name))}" for seat, name in match.players.items()]
    header.append(f"Result: {_quoted(match.result)}")
    laid = [f"t@({2 * column + 1.5},{2 * row + 1.5})" for column, row in tiles(game.options["players"] == 2)]
    coins = _put(game.view(start))
    return "\n".join(["---", *header, "...", " ".join(["setup.", *laid, *coins]), *_turns(match)]) + "\n"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _put(view: View) -> list[str]:
    return [f"{token[0].upper()}@{place}" for place, token in view.items() if token != EMPTY]


def _turns(match: Match[Position, Path]) -> Iterator[str]:
    """Each entry of the match on a line of its own, numbered by rounds."""
    game, turn, last = match.game, 0, len(match.game.seats)
    for ply, (entry, (before, after)) in enumerate(zip(match.entries, pairwise(match.positions), strict=True), 1):
        match entry:
            case Correction():
                changed = differences(game.view(before), game.view(after))
                gone = [f"*{place}" for place in changed if game.view(before)[place] != EMPTY]
                comment = [f"{{{game.to_move(after)} to move}}"]
                yield " ".join([f"{ply}set.", *gone, *_put(changed), *comment])
            case Turn(seat, move):
                number = game.seats.index(seat)
                turn, last = turn + (number <= last), number
                yield " ".join([f"{turn}{seat}.", *(f"{start}-{end}" for start, end in pairwise(move))])
            case Resignation(seat):
                yield f"{{{seat} {RESIGNS}}}"
            case _:
                yield f"{{{ENDED}}}"


def read_ppn(text: str) -> list[Reading]:
    """The games that ``text`` tells, each as far as it is valid; raises `RecordError` where one is not this game."""
    games = re.split(r"^---.*$", text.removeprefix("\ufeff"), flags=re.MULTILINE)
    return [_read_game(game) for game in games if game.strip()]


def _read_game(text: str) -> Reading:
    lines = text.strip("\n").splitlines()
    ends = [number for number, line in enumerate(lines) if line.startswith("...")]
    ends = ends or [number for number, line in enumerate(lines) if not line.strip()] or [-1]
    header = _read_header(lines[: max(0, ends[0])])
    groups = list(_groups(" ".join(lines[ends[0] + 1 :])))
    first = next((number for number, group in enumerate(groups) if not group.is_set_up), len(groups))
    coins = dict(_coins(token for group in groups[:first] for token in group.tokens))
    moved = [token.partition("-")[0] for token in (groups[first].tokens if first < len(groups) else ())]
    match = _begin(header, coins, PlaceId(moved[0]) if moved else None)
    for number, group in enumerate(groups[first:], 1):
        try:
            match = _read_group(match, group, number)
        except GivenError as error:
            return Reading(match, Stop(number, " ".join([group.label, *group.tokens]).strip(), error.reason))
    return Reading(match, _check_result(match, header, max(len(groups) - first, 1)))


def _check_result(match: Match[Any, Any], header: Mapping[str, Any], last: int) -> Stop | None:
    """The result that the header promises and the moves do not lead to; other programs word theirs otherwise."""
    promised = header.get("Result", match.result)
    if "Options" not in header or promised == match.result:
        return None
    return Stop(last, f"Result: {promised}", OTHER_RESULT(promised=promised, found=match.result))


def _read_header(lines: Iterable[str]) -> dict[str, Any]:
    """The header's keys and values; of what is indented only a ``Name`` counts, as the value of the key above it."""
    header: dict[str, Any] = {}
    key = ""
    for number, line in enumerate(lines, 1):
        found = HEADER_LINE.fullmatch(line.rstrip())
        if found is None:
            if line.strip() and not line.strip().startswith("#"):
                raise RecordError(words.PPN_BAD_HEADER(line=number, text=line.strip()))
            continue
        indent, name, value = found.groups(default="")
        if not indent:
            key = name.strip()
            header[key] = _value(value)
        elif name.strip() == "Name":
            header[key] = _value(value)
    return header


def _value(text: str) -> Any:
    """A header's value: JSON where it is, else the words as they stand."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip().strip("'")


def _groups(movetext: str) -> Iterator[Group]:
    """The move text by move numbers."""
    label, tokens = "", list[str]()
    to_move: str | None = None

    def whole() -> Iterator[Group]:
        if tokens or (to_move and CORRECTED.fullmatch(label)):
            yield Group(label, tuple(tokens), to_move)

    spaced = " ".join(part if part.startswith("{") else part.replace(";", " . ") for part in _parts(movetext))
    for part in _parts(spaced):
        if end := END.fullmatch(part):
            yield from whole()
            label, tokens, to_move = "", [], None
            yield Group(end[1], (), None)
        elif part.startswith("{") and part.endswith("}"):
            found = TO_MOVE.fullmatch(part)
            to_move = found[1] if found else to_move
        elif re.fullmatch(r"[\w.]*\.", part):
            yield from whole()
            label, tokens, to_move = part, [], None
        else:
            tokens.append(part)
    yield from whole()


def _parts(text: str) -> list[str]:
    """Words and whole comments."""
    return [part for part in re.split(rf"({COMMENT.pattern})|\s+", text) if part]


def _coins(tokens: Iterable[str]) -> Iterator[tuple[PlaceId, Token]]:
    """Where coins are put, and of which suit; tiles are left aside."""
    for token in tokens:
        found = PUT.fullmatch(token)
        if found and not TILE.fullmatch(token):
            letters = [letter for letter in found[1] if letter in LETTERS]
            yield _place(found[2]), Token(LETTERS[letters[0]] if letters else found[1])


def _place(text: str) -> PlaceId:
    """A place in chess manner or as coordinates from 1."""
    if not text.startswith("("):
        return PlaceId(text)
    column, row = (int(number) for number in text[1:-1].split(","))
    return PlaceId(f"{chr(ord('a') + column - 1)}{row}" if 1 <= column <= 26 else text)


def _begin(header: Mapping[str, Any], coins: Mapping[PlaceId, Token], moved: PlaceId | None) -> Match[Any, Any]:
    """The match before its first move, from the header, else from the coins and whose coin moves first."""
    name = header.get("GameType", header.get("SetUp"))
    called = re.sub("[^a-z]", "", str(name).lower())
    if not (called in NAMES or (name is None and (coins or "Options" in header))):
        raise RecordError(words.PPN_NO_GAME(name=name))
    options = header.get("Options") or (_options(coins, moved) if coins else {})
    if not isinstance(options, dict):
        raise RecordError(words.PPN_BAD_HEADER(line="Options", text=options))
    try:
        if "Start" in header:
            game, start = catalogue.read_position(header["Start"])
        else:
            game = catalogue.game("piecepack", **options)
            start = game.start()
    except GivenError as error:
        raise RecordError(error.reason) from error
    if game.name != "piecepack":
        raise RecordError(words.PPN_NO_GAME(name=game.name))
    lies = {place: token for place, token in game.view(start).items() if token != EMPTY}
    if coins and coins != lies:
        wrong = sorted(place for place in {*coins, *lies} if coins.get(place) != lies.get(place))
        raise RecordError(words.PPN_BAD_SETUP(what=", ".join(wrong)))
    players = {seat: str(header[PLAYER + seat]) for seat in game.seats if PLAYER + seat in header}
    own = {*OWN_KEYS, *(PLAYER + seat for seat in players)}
    tags = {key: str(value) for key, value in header.items() if key not in own}
    return Match(game, Past([start]), players=players, tags=tags)


def _options(coins: Mapping[PlaceId, Token], moved: PlaceId | None) -> dict[str, Any]:
    """Who plays with which suits, told by the coins in the corners; who begins, by the first coin that moves."""
    corners = {seat: corner_squares(seat) for seat in SEATS[4]}
    suits = {seat: coins[min(squares)] for seat, squares in corners.items() if min(squares) in coins}
    players = next((number for number, seats in SEATS.items() if set(seats) == set(suits)), None)
    first = next((seat for seat, squares in corners.items() if moved in squares), SEATS[4][0])
    return {"players": players, "suits": suits if players else None, "first": first}


def _read_group(match: Match[Any, Any], group: Group, number: int) -> Match[Any, Any]:
    """``match`` after what stands under one move number; raises a `GivenError` that says what is wrong with it."""
    if not group.tokens and group.to_move is None:
        return read_end(match, group.label)
    if all(PUT.fullmatch(token) or TAKEN.fullmatch(token) for token in group.tokens):
        return match.correct(_corrected(match, group))
    labelled = MOVES.fullmatch(group.label)
    require_turn(match, labelled[1] if labelled else match.to_move)
    paths: list[list[PlaceId]] = []
    for token in group.tokens:
        found = MOVED.fullmatch(token)
        start = _place(found[1]) if found and found[1] else paths[-1][-1] if paths else None
        if found is None or start is None:
            raise RecordError(words.PPN_BAD_MOVE(number=number, text=token))
        if paths and paths[-1][-1] == start:
            paths[-1].append(_place(found[2]))
        else:
            paths.append([start, _place(found[2])])
    for path in paths:
        match = match.play(_move(match, path))
    return match


def _corrected(match: Match[Any, Any], group: Group) -> Position:
    """The position after coins were taken away and put down by hand."""
    view = dict(match.game.view(match.position))
    view |= {_place(found[1]): EMPTY for token in group.tokens if (found := TAKEN.fullmatch(token))}
    view |= dict(_coins(group.tokens))
    for place in view:
        if place not in match.game.board:
            raise RecordError(words.PPN_BAD_MOVE(number=group.label, text=place))
    seat = Seat(group.to_move) if group.to_move and group.to_move in match.game.seats else None
    corrected: Position = match.game.as_it_lies(match.position, view, seat)
    return corrected


def _move(match: Match[Any, Any], path: list[PlaceId]) -> Path:
    """The move along ``path``; one that names only its ends is the move between them. Raises a `MoveError`."""
    game, separator = match.game, ":"
    if len(path) == 2 and path[0] in game.board and path[1] in game.board:
        for move in game.targets(match.position, path[0]):
            if move[-1] == path[1]:
                return tuple(move)
        start, end = game.board[path[0]], game.board[path[1]]
        separator = "-" if max(abs(end.x - start.x), abs(end.y - start.y)) == 1 else ":"
    return tuple(game.read(separator.join(path), match.position))
