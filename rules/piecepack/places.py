"""The piecepack boards: 8×8 squares on sixteen tiles, or the diagonal band of 40 squares on ten."""

from functools import cache

from rules.geometry import Board, Medium, Place, PlaceId

TILES = 4
"""Tiles along a side of the full board; each tile has 2×2 squares."""

FULL_OUTLINE = ((-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0))

BAND_OUTLINE = (
    *((-4.0, -4.0), (0.0, -4.0), (0.0, -2.0), (2.0, -2.0), (2.0, 0.0), (4.0, 0.0)),
    *((4.0, 4.0), (0.0, 4.0), (0.0, 2.0), (-2.0, 2.0), (-2.0, 0.0), (-4.0, 0.0)),
)


def tiles(band: bool) -> list[tuple[int, int]]:
    """The tiles as (column, row) from the south-west: all of them, or those of the band along the diagonal."""
    return [(column, row) for row in range(TILES) for column in range(TILES) if not band or abs(column - row) <= 1]


@cache
def piecepack_board(band: bool = False) -> Board:
    """The squares as in chess, ``a1`` in the south-west. One unit is the side of a square."""
    laid = set(tiles(band))
    places = tuple(
        Place(PlaceId(f"{letter}{row + 1}"), column - 3.5, row - 3.5, Medium.SQUARE)
        for column, letter in enumerate("abcdefgh")
        for row in range(2 * TILES)
        if (column // 2, row // 2) in laid
    )
    # The band has no squares in the north-west and the south-east; its outermost ones there serve to point at.
    tips = ("a1", "f3", "h8", "c6") if band else ("a1", "h1", "h8", "a8")
    corners = {corner: PlaceId(tip) for corner, tip in zip(("SW", "SE", "NE", "NW"), tips, strict=True)}
    if band:
        return Board("piecepack-2", places, BAND_OUTLINE, corners, turns=2)
    return Board("piecepack", places, FULL_OUTLINE, corners, turns=4)
