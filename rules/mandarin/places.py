"""Twelve squares: five fields a side and a mandarin square at each end, with the round trip that sowing follows."""

from rules.geometry import Board, Medium, Place, PlaceId
from rules.sight import EMPTY, Token

SOUTH_ROW = tuple(PlaceId(f"a{number}") for number in range(1, 6))
NORTH_ROW = tuple(PlaceId(f"b{number}") for number in range(1, 6))
FIELDS = SOUTH_ROW + NORTH_ROW
EAST, WEST = PlaceId("E"), PlaceId("W")
SQUARES = (WEST, EAST)

ROUND = (*SOUTH_ROW, EAST, *reversed(NORTH_ROW), WEST)
"""The round trip eastward from the south row; positions count their stones in this order."""

INDEX = {square: number for number, square in enumerate(ROUND)}
EAST_AT, WEST_AT = INDEX[EAST], INDEX[WEST]

BOARD = Board(
    "mandarin",
    (
        *(Place(field, number - 2.0, -0.5, Medium.PIT) for number, field in enumerate(SOUTH_ROW)),
        *(Place(field, number - 2.0, 0.5, Medium.PIT) for number, field in enumerate(NORTH_ROW)),
        Place(WEST, -3.0, 0.0, Medium.PIT),
        Place(EAST, 3.0, 0.0, Medium.PIT),
    ),
    outline=((-2.5, -1.0), (2.5, -1.0), (3.5, 0.0), (2.5, 1.0), (-2.5, 1.0), (-3.5, 0.0)),
    corners={
        "S": SOUTH_ROW[2],
        "SW": SOUTH_ROW[0],
        "W": WEST,
        "NW": NORTH_ROW[0],
        "NE": NORTH_ROW[-1],
        "E": EAST,
        "SE": SOUTH_ROW[-1],
    },
    turns=2,
)


def token(citizens: int, mandarin: int = 0) -> Token:
    """How a square looks: ``"7"``, ``"M"`` with a mandarin alone, ``"M7"`` with citizens beside it, or empty."""
    if mandarin:
        return Token(f"M{citizens}" if citizens else "M")
    return Token(str(citizens)) if citizens else EMPTY


def contents(shown: Token) -> tuple[int, int] | None:
    """Citizens and mandarins of a square that looks like ``shown``; None where that is no content at all."""
    if shown == EMPTY:
        return 0, 0
    mandarin, digits = shown.startswith("M"), shown.removeprefix("M")
    if digits.isascii() and digits.isdigit() and len(digits) <= 2:
        return int(digits), int(mandarin)
    return (0, 1) if shown == "M" else None
