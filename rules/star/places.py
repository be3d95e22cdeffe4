"""The six-pointed star: 121, 181 or 253 holes, rows lettered from the south point, holes numbered from the west."""

from functools import cache
from math import sqrt
from string import ascii_lowercase

from rules.geometry import Board, Medium, Place, PlaceId

CORNERS = ("S", "SW", "NW", "N", "NE", "SE")
"""The six points in the order of turns: clockwise from the south."""

ROW_HEIGHT = sqrt(3) / 2


def row_lengths(size: int) -> tuple[int, ...]:
    """How many holes each row has, from the south point; ``size`` is the number of rows of a point."""
    south = [*range(1, size + 1), *range(3 * size + 1, 2 * size + 1, -1)]
    return (*south, 2 * size + 1, *reversed(south))


SIZES = (4, 5, 6)
"""How many rows the points of a star may have, the usual number first."""


@cache
def star_board(size: int = 4) -> Board:
    """The star whose points have ``size`` rows: 4 (121 holes), 5 (181) or 6 (253). One unit is a hole pitch."""
    lengths = row_lengths(size)
    places = tuple(
        Place(
            PlaceId(f"{ascii_lowercase[row]}{number + 1}"),
            number - (length - 1) / 2,
            (row - 2 * size) * ROW_HEIGHT,
            Medium.HOLE,
        )
        for row, length in enumerate(lengths)
        for number in range(length)
    )
    low, high, last = ascii_lowercase[size], ascii_lowercase[3 * size], ascii_lowercase[4 * size]
    width = 3 * size + 1
    tips = {
        "S": "a1",
        "SW": f"{low}1",
        "NW": f"{high}1",
        "N": f"{last}1",
        "NE": f"{high}{width}",
        "SE": f"{low}{width}",
    }
    corners = {corner: PlaceId(tips[corner]) for corner in CORNERS}
    at = {place.id: (place.x, place.y) for place in places}
    margin = 1 + 1 / size
    outline = tuple((at[corner][0] * margin, at[corner][1] * margin) for corner in corners.values())
    return Board("star" if size == 4 else f"star-{size}", places, outline, corners, turns=6)


def star_boards() -> dict[int, Board]:
    """Every star by the rows of its points, the usual one first."""
    return {size: star_board(size) for size in SIZES}


def size_of(board: Board) -> int:
    """How many rows the points of a star have."""
    return next(size for size, star in star_boards().items() if star == board)


@cache
def point(corner: str, size: int = 4, extra_row: bool = False) -> frozenset[PlaceId]:
    """The holes of one point of the star; with ``extra_row`` also the holes of the next row towards the centre.

    On the usual board these are the 10 holes of the point, or the 15 that two players race with.
    """
    board = star_board(size)
    tip = board[board.corners[corner]]
    reach = 2 * size * ROW_HEIGHT
    found = []
    for place in board.places:
        # Along the axis from the centre to the tip, in rows, and across it, in hole pitches.
        rows = round((place.x * tip.x + place.y * tip.y) / reach / ROW_HEIGHT)
        across = abs(place.x * tip.y - place.y * tip.x) / reach
        if rows > size or (extra_row and rows == size and across < size / 2 + 0.25):
            found.append(place.id)
    return frozenset(found)
