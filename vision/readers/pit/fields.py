"""Which parts of a level picture belong to which place of a mandarin board."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.readers.pit import settings
from vision.readers.pit.heaps import cells, points

Floats = NDArray[np.float64]


def sums(owner: NDArray[np.int64], layer: Floats) -> Floats:
    """What a layer (h × w) amounts to on each of n places, whose numbers ``owner`` (h × w) has; −1: on none."""
    here = owner >= 0
    return np.asarray(np.bincount(owner[here], layer[here]), np.float64)


def are_fields(board: Board) -> NDArray[np.bool_]:
    """Which places are fields, n; the others are half-rounds."""
    return np.array([abs(place.x) < settings.END for place in board.places])


@lru_cache(maxsize=4)
def pixel_owners(board: Board) -> NDArray[np.int64]:
    """The number of the place that each pixel of a level picture belongs to, −1 beside the board: h × w."""
    return _owners(board, points())


@lru_cache(maxsize=4)
def cell_owners(board: Board) -> NDArray[np.int64]:
    """The same of each cell of a level picture."""
    return _owners(board, cells())


def _owners(board: Board, where: Floats) -> NDArray[np.int64]:
    """The number of the place that each point belongs to, −1 beside the board: h × w."""
    x, y = where[..., 0], where[..., 1]
    owner = np.full(x.shape, -1, np.int64)
    for at, place in enumerate(board.places):
        if abs(place.x) > settings.END:
            here = (
                (x * np.sign(place.x) > settings.END) & (np.abs(x) < settings.FARTHEST) & (np.abs(y) < settings.BESIDE)
            )
        else:
            far = np.where(np.abs(y) > 1, settings.BESIDE - 1, 0)
            here = (np.abs(x - place.x) <= 0.5) & (np.abs(y - place.y) <= 0.5 + far) & (y * place.y > 0)
        owner[here] = at
    owner.setflags(write=False)  # all who ask share it
    return owner
