"""How far apart a board's places lie, and which lie next to one another: worked out once for each board.

All arrays are shared by everybody who asks, and cannot be written to.
"""

from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import units

_Kind = TypeVar("_Kind", bound=np.generic)

BESIDE = 1.2
"""Board units up to which two places are neighbours: those after them lie √3 away on a star, √2 among squares."""


@lru_cache(maxsize=4)
def distances(board: Board) -> NDArray[np.float64]:
    """How far each two places are apart, in board units, n × n."""
    places = units(board)
    return _kept(np.sqrt(((places[:, None] - places) ** 2).sum(2)))


@lru_cache(maxsize=8)
def near(board: Board, reach: float) -> NDArray[np.bool_]:
    """Which places lie less than ``reach`` board units from which, n × n; none from itself."""
    return _kept((distances(board) < reach) & ~np.eye(len(board.places), dtype=np.bool_))


def beside(board: Board) -> NDArray[np.bool_]:
    """Which places are neighbours of which, n × n; none is its own."""
    return near(board, BESIDE)


@lru_cache(maxsize=4)
def around(board: Board) -> NDArray[np.intp]:
    """Each place's own number and those of its neighbours, n × as many as there are at most; n where there is none."""
    close = beside(board) | np.eye(len(board.places), dtype=np.bool_)
    first = np.argsort(~close, axis=1, kind="stable")[:, : int(close.sum(1).max())]
    return _kept(np.where(np.take_along_axis(close, first, axis=1), first, len(close)))


def _kept(table: NDArray[_Kind]) -> NDArray[_Kind]:
    table.flags.writeable = False
    return table
