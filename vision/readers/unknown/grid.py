"""The rectangle in which the network sees a star: square from above, every place in the middle of a cell.

A cell is half a pitch wide and half a row high, `CELL` pixels either way, so the lattice of places falls on the
network's own, whatever the size of the board.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import units

CELL = 8
"""Pixels of a cell; the network halves its picture three times."""
MARGIN = 3
"""Cells around the outmost places: a tall piece at the rim leans so far over it."""
WIDTH, HEIGHT = 0.5, float(np.sqrt(3) / 4)
"""A cell in pitches."""

Network: TypeAlias = Literal["first", "second"]
"""Two that learnt otherwise: what one errs in the other seldom does."""


class Augmentation(NamedTuple):
    """One way to show a board, and to which network: turned by so many times 60°, and mirrored before that.

    ``height``: so many pitches above the board, where pieces stand; what lies on it is shown a little aside then.
    """

    turn: int
    mirrored: bool
    network: Network = "first"
    height: float = 0.0


@dataclass(frozen=True)
class Grid:
    """``nodes``: column and row of each place's cell, n × 2; ``points``: the board's point under each pixel, h × w × 2.

    ``near``: which pixels belong to the star and its margin, h × w. ``spacing``: pitches between pixels, x and y.
    """

    nodes: NDArray[np.intp]
    points: NDArray[np.float64]
    near: NDArray[np.bool_]
    spacing: tuple[float, float]


def board_grid(board: Board) -> Grid:
    """The grid of a board whose places lie on a lattice of triangles with rows along x."""
    places = units(board)
    low, high = places.min(0), places.max(0)
    cells = np.array([WIDTH, HEIGHT])
    nodes = np.rint((places - low) / cells).astype(np.intp)
    nodes[:, 1] = nodes[:, 1].max() - nodes[:, 1]
    columns, rows = nodes.max(0) + 2 * MARGIN + 1
    spacing = cells / CELL
    x = low[0] + (np.arange(columns * CELL) - MARGIN * CELL) * spacing[0]
    y = high[1] - (np.arange(rows * CELL) - MARGIN * CELL) * spacing[1]
    points = np.stack(np.meshgrid(x, y), -1)
    # Wherever a place is a margin away at most: one pass over the places, no table of all distances.
    near = np.zeros(points.shape[:2], np.bool_)
    reach = MARGIN * WIDTH - WIDTH / 4
    for px, py in places:
        near |= (points[..., 0] - px) ** 2 + (points[..., 1] - py) ** 2 < reach**2
    return Grid(nodes + MARGIN, points, near, (float(spacing[0]), float(spacing[1])))


def regions(board: Board) -> NDArray[np.int64]:
    """The part of the star in which each place lies: −1 the middle, else the number of its point, 0 to 5."""
    places = units(board)
    rim = places[:, 1].max() / 2 + 0.1
    angles = -np.pi / 2 - np.arange(6) * np.pi / 3
    out = places @ np.stack([np.cos(angles), np.sin(angles)])
    return np.where(out.max(1) > rim, out.argmax(1), -1)
