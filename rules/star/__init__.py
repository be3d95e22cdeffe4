"""Star Chinese checkers: who sits where, with how many sets, and by which house rules. README.md tells the game."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules import hop_words
from rules.game import BadOption, Option, Seat
from rules.hop import Lattice
from rules.hop_game import HopGame
from rules.hop_race import PieceSet, SetUp
from rules.sight import Token
from rules.star import words
from rules.star.places import CORNERS, ROW_HEIGHT, SIZES, point, star_board

OPPOSITE = dict(zip(CORNERS, CORNERS[3:] + CORNERS[:3], strict=True))

DIRECTIONS = ((1.0, 0.0), (0.5, ROW_HEIGHT), (-0.5, ROW_HEIGHT), (-1.0, 0.0), (-0.5, -ROW_HEIGHT), (0.5, -ROW_HEIGHT))

SETS: Mapping[tuple[int, int], tuple[tuple[str, ...], ...]] = {
    (2, 1): (("S",), ("N",)),
    (2, 2): (("S", "SW"), ("N", "NE")),
    (2, 3): (("S", "SW", "SE"), ("N", "NE", "NW")),
    (3, 1): (("S",), ("NW",), ("NE",)),
    (3, 2): (("S", "N"), ("NW", "SE"), ("NE", "SW")),
    (4, 1): (("S",), ("SW",), ("N",), ("NE",)),
    (6, 1): tuple((corner,) for corner in CORNERS),
}
"""By players and sets each: the corners of every player's sets, in the order of turns."""

SECOND_EMPTY = (("S", "SE"), ("N", "NE"))
"""Two players with two sets when the second race goes to the empty corners."""

OPTIONS = (
    Option("players", 2, (2, 3, 4, 6), words.PLAYERS()),
    Option("sets", 1, (1, 2, 3), words.SETS()),
    Option("second", "camp", ("camp", "empty"), words.SECOND()),
    Option("size", SIZES[0], SIZES, words.SIZE()),
    Option("pieces", None, (10, 15, 21), words.PIECES()),
    Option("teams", False, (False, True), words.TEAMS()),
    Option("first", "S", (*CORNERS, "toss"), hop_words.FIRST()),
    Option("home_lock", True, (False, True), words.HOME_LOCK()),
    Option("corners", "open", ("open", "no_stop"), words.CORNERS()),
    Option("anti_spoiling", "majority", ("off", "any", "majority"), words.ANTI_SPOILING()),
    Option("play_on", True, (False, True), hop_words.PLAY_ON()),
)


def make(**options: Any) -> HopGame:
    """The game with these house rules; raises `BadOption` where they do not go together."""
    players, sets, size, first = options["players"], options["sets"], options["size"], options["first"]
    if (players, sets) not in SETS:
        raise BadOption(words.NO_SUCH_SETS(players=players, sets=sets))
    if options["second"] == "empty" and (players, sets) != (2, 2):
        raise BadOption(words.SECOND_NEEDS_TWO())
    if options["teams"] and players not in (4, 6):
        raise BadOption(words.TEAMS_NEED_FOUR(players=players))
    pieces = _pieces(players, sets, size, options["pieces"])
    corners = SECOND_EMPTY if options["second"] == "empty" else SETS[players, sets]
    seats = tuple(Seat(own[0]) for own in corners)
    if first not in seats:
        raise BadOption(hop_words.NOBODY_THERE(first=first, seats=", ".join(seats)))
    seat_of = {corner: seat for seat, own in zip(seats, corners, strict=True) for corner in own}
    half = seats[: players // 2]
    teams = tuple((seat, Seat(OPPOSITE[seat])) for seat in half) if options["teams"] else tuple((s,) for s in seats)
    return HopGame(
        SetUp(
            name="star",
            options=options | {"pieces": pieces},
            board=star_board(size),
            lattice=_lattice(size),
            sets=tuple(
                _piece_set(corner, seat, size, pieces, options["corners"] == "no_stop")
                for corner, seat in seat_of.items()
            ),
            seats=seats,
            teams=teams,
            first=first,
            home_lock=options["home_lock"],
            anti_spoiling=options["anti_spoiling"],
            play_on=options["play_on"],
        )
    )


@cache
def _lattice(size: int) -> Lattice:
    return Lattice(star_board(size), DIRECTIONS)


def _pieces(players: int, sets: int, size: int, given: int | None) -> int:
    """How many pieces a set has: what a point holds, or 15 on the usual board where no two sets share a hole."""
    point_holds = size * (size + 1) // 2
    possible = (10, 15) if size == 4 and sets == 1 and players in (2, 3) else (point_holds,)
    if given is None:
        return 15 if (players, sets, size) == (2, 1, 4) else point_holds
    if given not in possible:
        raise BadOption(words.NO_SUCH_PIECES(pieces=given, possible=", ".join(map(str, possible))))
    return given


def _piece_set(corner: str, seat: Seat, size: int, pieces: int, no_stop: bool) -> PieceSet:
    lattice, extra_row = _lattice(size), pieces > len(point(corner, size))
    strange = [other for other in CORNERS if other not in (corner, OPPOSITE[corner])]
    return PieceSet(
        name=corner,
        seat=seat,
        token=Token(corner),
        start=lattice.mask(point(corner, size, extra_row)),
        home=lattice.mask(point(OPPOSITE[corner], size, extra_row)),
        barred=sum(lattice.mask(point(other, size)) for other in strange) if no_stop else 0,
    )
