"""Printed markers around a board: which one belongs to which corner, and where it lies. No pictures here.

A marker lies in the plane of the board's top, outwards of its corner's place. Everything is in board units, so
that whoever looks for markers need not know how large they were printed.
"""

from dataclasses import dataclass
from math import copysign, hypot

from rules.geometry import Board, Medium, Place, PlaceId

FIRST = 60
"""The number of the first corner's marker: other people begin at 0, and theirs may lie on the same table."""

SIDE = 1.5
"""Edge of a marker's black square, in board units: 40 pixels or more in any picture that shows the holes well."""

AWAY = 2.1
"""From the middle of a corner's place to the middle of its marker: clear of the pieces that stand there."""

BITS = 5
"""Squares along a marker's edge, without its black border of one: as in ArUco's dictionary 5 × 5 of 100."""


@dataclass(frozen=True)
class Marker:
    """The marker number ``number`` of the corner ``corner``, whose place is ``place``.

    ``square``: its four corners in board units, clockwise as one reads it: top left first, the top pointing outwards.
    """

    number: int
    corner: str
    place: PlaceId
    square: tuple[tuple[float, float], ...]

    def at(self, right: float, down: float) -> tuple[float, float]:
        """A point of the marker in board units: 0, 0 is its top left corner, 1, 1 its lower right one."""
        (x, y), (x1, y1), _, (x2, y2) = self.square
        return x + right * (x1 - x) + down * (x2 - x), y + right * (y1 - y) + down * (y2 - y)


def markers(board: Board) -> tuple[Marker, ...]:
    """One marker for each corner of ``board``, in their order."""
    found = []
    for number, (corner, name) in enumerate(board.corners.items(), FIRST):
        place = board[name]
        outwards = _outwards(place)
        right = outwards[1], -outwards[0]
        square = tuple(
            (
                place.x + outwards[0] * (AWAY + up * SIDE / 2) + right[0] * across * SIDE / 2,
                place.y + outwards[1] * (AWAY + up * SIDE / 2) + right[1] * across * SIDE / 2,
            )
            for across, up in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        )
        found.append(Marker(number, corner, name, square))
    return tuple(found)


def _outwards(place: Place) -> tuple[float, float]:
    """Which way a corner's marker lies: away from the board's middle, or straight away from a row of pits.

    Several corners of a board of pits lie in its rows: away from the middle their markers would lie upon one another.
    """
    if place.medium is Medium.PIT:
        return (0.0, copysign(1.0, place.y)) if place.y else (copysign(1.0, place.x), 0.0)
    far = hypot(place.x, place.y)
    return place.x / far, place.y / far
