"""Which of a place's colours are those of a hand that lies over half of it.

A hand's own colours are common where the network sees that something lies over the board, and rare away from it. So
nothing needs to be known of skin, sleeves or gloves; and a colour that pieces elsewhere have, too, is no hand's.
"""

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import units
from vision.readers.unknown import settings

Bools = NDArray[np.bool_]


def of_hands(logs: NDArray[np.float32], hidden: Bools, board: Board) -> Bools:
    """Which samples show what lies over the board, n × size × size; only on ``hidden`` places (n) and beside them.

    ``logs``: n × size × size × 3, the logarithms of each place's colours.
    """
    if not hidden.any():
        return np.zeros(logs.shape[:3], np.bool_)
    places = units(board)
    apart = np.linalg.norm(places[:, None] - places[hidden], axis=2)
    near = apart.min(1) < settings.HAND_NEAR
    cells = np.floor(logs * settings.HAND_STEPS).astype(int)
    cells -= cells.min((0, 1, 2)) - 1
    across = int(cells.max()) + 2
    cell = np.ravel_multi_index(tuple(np.moveaxis(cells, -1, 0)), (across,) * 3)
    there, elsewhere = _shares(cell[hidden], across), _shares(cell[~near], across)
    hands = there > settings.HAND_RATIO * elsewhere + settings.HAND_RARE
    return np.asarray(hands[cell] & near[:, None, None], np.bool_)


def _shares(cell: NDArray[np.intp], across: int) -> NDArray[np.float64]:
    """How much of ``cell`` is in each of across³ cells of colour, next ones blurred into one another: one row."""
    shares = np.bincount(cell.ravel(), minlength=across**3).reshape((across,) * 3) / max(cell.size, 1)
    for axis in range(3):
        shares = (np.roll(shares, 1, axis) + 2 * shares + np.roll(shares, -1, axis)) / 4
    return shares.ravel()
