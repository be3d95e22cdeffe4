"""Chinese checkers for the piecepack: six coins each on tiles, hops in eight directions. README.md tells the game."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rules import hop_words
from rules.game import BadOption, Option, Seat
from rules.geometry import PlaceId
from rules.hop import Lattice
from rules.hop_game import HopGame
from rules.hop_race import PieceSet, SetUp
from rules.piecepack import words
from rules.piecepack.places import piecepack_board
from rules.sight import Token

CORNERS = ("SW", "NW", "NE", "SE")
"""The corners in the order of turns: clockwise from the south-west."""

OPPOSITE = {"SW": "NE", "NW": "SE", "NE": "SW", "SE": "NW"}

SEATS: Mapping[int, tuple[str, ...]] = {2: ("SW", "NE"), 4: CORNERS}

SUITS = ("suns", "moons", "crowns", "arms")

LAID: Mapping[int, tuple[str, ...]] = {2: ("suns", "moons"), 4: ("arms", "suns", "moons", "crowns")}
"""By players: the suits in the order of seats, unless the players choose others."""

DIRECTIONS = tuple((float(dx), float(dy)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))

OPTIONS = (
    Option("players", 4, (2, 4), words.PLAYERS()),
    Option("suits", None, (), words.SUITS()),
    Option("first", "SW", (*CORNERS, "toss"), hop_words.FIRST()),
    Option("home_lock", False, (False, True), words.HOME_LOCK()),
    Option("anti_spoiling", "off", ("off", "any", "majority"), words.ANTI_SPOILING()),
    Option("play_on", False, (False, True), hop_words.PLAY_ON()),
)


def make(**options: Any) -> HopGame:
    """The game with these house rules; raises `BadOption` where they do not go together."""
    players, first = options["players"], options["first"]
    seats = tuple(map(Seat, SEATS[players]))
    if first not in seats:
        raise BadOption(hop_words.NOBODY_THERE(first=first, seats=", ".join(seats)))
    suits = _suits(seats, options["suits"])
    lattice = _lattice(players == 2)
    return HopGame(
        SetUp(
            name="piecepack",
            options=options | {"suits": suits},
            board=piecepack_board(players == 2),
            lattice=lattice,
            sets=tuple(
                PieceSet(
                    name=seat,
                    seat=seat,
                    token=Token(suits[seat]),
                    start=lattice.mask(corner_squares(seat)),
                    home=lattice.mask(corner_squares(OPPOSITE[seat])),
                )
                for seat in seats
            ),
            seats=seats,
            teams=tuple((seat,) for seat in seats),
            first=first,
            home_lock=options["home_lock"],
            anti_spoiling=options["anti_spoiling"],
            play_on=options["play_on"],
        )
    )


def corner_squares(corner: str) -> frozenset[PlaceId]:
    """The six squares of a corner: three along one edge, two, and one."""
    columns = "abc" if corner.endswith("W") else "hgf"
    rows = "123" if corner.startswith("S") else "876"
    return frozenset(PlaceId(columns[x] + rows[y]) for x in range(3) for y in range(3 - x))


@cache
def _lattice(band: bool) -> Lattice:
    return Lattice(piecepack_board(band), DIRECTIONS)


def _suits(seats: Sequence[str], given: Any) -> dict[str, str]:
    """Which suit lies at which seat: given as a mapping, a list in the order of seats, or text of either kind."""
    suits = dict(zip(seats, LAID[len(seats)], strict=True))
    if isinstance(given, str):
        words_given = given.replace(",", " ").split()
        pairs = [word.partition(":")[::2] for word in words_given]
        given = dict(pairs) if all(suit for _, suit in pairs) else words_given
    if isinstance(given, list | tuple) and len(given) == len(seats):
        given = dict(zip(seats, given, strict=True))
    if given is not None:
        if not isinstance(given, Mapping) or not suits.keys() >= given.keys():
            example = ",".join(f"{seat}:{suit}" for seat, suit in suits.items())
            raise BadOption(words.NO_SUITS(seats=", ".join(seats), example=example))
        suits |= given
    if not all(suit in SUITS for suit in suits.values()) or len(set(suits.values())) < len(suits):
        raise BadOption(words.BAD_SUITS(suits=", ".join(SUITS)))
    return suits
