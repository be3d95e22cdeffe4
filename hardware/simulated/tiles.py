"""Tiles of two by two squares, grid side up, laid edge to edge as people lay them: not quite straight, no two alike."""

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from hardware.pictures import Picture
from hardware.simulated.scene import BoardStyle, Tiles
from hardware.simulated.textures import Image, bgr, texture
from rules.geometry import Board

SIDE = 2.0
"""A tile's side in squares."""

_STOCK = 3.0  # of the sheet that tiles are cut from, in tiles


def lay_tiles(picture: Picture, board: Board, style: BoardStyle, seed: int, fineness: float) -> None:
    """Paint every tile of ``board`` into a square ``picture`` whose middle is the board's, ``fineness`` pixels a unit.

    Between the tiles the picture is left as it was.
    """
    assert style.tiles is not None  # noqa: S101 - told to the type checker: only boards of tiles come here
    chance = default_rng([seed, 5])
    side = round(SIDE * fineness)
    sheet = texture(style.surface, round(_STOCK * side), fineness, (seed, 6))
    middle = len(picture) / 2 - 0.5
    for column, row in sorted({(int(place.x // SIDE), int(place.y // SIDE)) for place in board.places}):
        tile = _cut(sheet, side, chance).astype(np.float32)
        tile *= np.float32(1 + style.tiles.tones * chance.uniform(-1, 1))
        _print_grid(tile, style, fineness)
        spot = (np.array([column, row]) + 0.5) * SIDE + style.tiles.slack * chance.uniform(-1, 1, 2)
        twist = style.tiles.twist * chance.uniform(-1, 1)
        turn = np.array(cv2.getRotationMatrix2D((side / 2 - 0.5,) * 2, twist, 1.0), np.float64)
        turn[:, 2] += middle + spot * (fineness, -fineness) - (side / 2 - 0.5)
        _lay(picture, tile, turn)


def _cut(sheet: Picture, side: int, chance: Generator) -> NDArray[np.uint8]:
    """A tile from anywhere on the sheet, turned anyhow."""
    left, top = chance.integers(0, len(sheet) - side, 2)
    return np.rot90(sheet[top : top + side, left : left + side], int(chance.integers(4)))


def _print_grid(tile: Image, style: BoardStyle, fineness: float) -> None:
    """The cross that makes four squares, and the tile's worn edge. In place."""
    tiles: Tiles | None = style.tiles
    width = max(style.line_width * fineness, 1.0)
    away = np.abs(np.arange(len(tile)) - (len(tile) - 1) / 2)
    cross = np.clip((width / 2 - away) + 0.5, 0, 1).astype(np.float32) * np.float32(0.85)
    ink = np.maximum(cross[:, None], cross[None, :])[..., None]
    tile += (bgr(style.line_colour) - tile) * ink
    if tiles is not None and tiles.border:
        rim = np.clip(away - (len(tile) / 2 - 0.03 * fineness) + 0.5, 0, 1).astype(np.float32)
        edge = np.maximum(rim[:, None], rim[None, :])[..., None] * np.float32(tiles.border)
        tile *= 1 - edge


def _lay(picture: Picture, tile: Image, turn: NDArray[np.float64]) -> None:
    """Blend a tile into the picture where ``turn`` (2 × 3) brings it."""
    size = picture.shape[1::-1]
    cover = cv2.warpAffine(np.ones(tile.shape[:2], np.float32), turn, size, flags=cv2.INTER_LINEAR)[..., None]
    laid = cv2.warpAffine(tile, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows = np.flatnonzero(cover.any((1, 2)))
    strip = slice(rows[0], rows[-1] + 1)
    mixed = picture[strip] * (1 - cover[strip]) + laid[strip] * cover[strip]
    picture[strip] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)
