"""A placement that lies well on one side and far off on the other, as a lattice may that grew beside a hand, is fitted
anew from where it lies well outwards.

Where it is far off, what is found near its places is anything: there it lies off by all lengths. Where it lies well,
neighbours all lie near. So only these are believed; fitted to them it lies well a little farther on, and so forth.
"""

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.locate.fit import fit
from vision.locate.hole import settings
from vision.locate.hole.view import spots, straighten
from vision.neighbours import around
from vision.pictures import Picture


def outwards(picture: Picture, board: Board, start: Calibration) -> Calibration:
    """The placement fitted anew from where ``start`` lies well, which is ``start`` itself where it does nowhere."""
    placed = start
    for _ in range(settings.OUTWARD_FITS):
        found = spots(straighten(picture, board, placed), board)
        exact = units(board)[found.index]
        off = np.full(len(board.places), np.inf)
        off[found.index] = np.hypot(*(found.at - exact).T)
        well = _lies_well(off, board)[found.index]
        if well.sum() < settings.OUTWARD_LEAST:
            break
        placed = fit(placed, exact[well], placed.project(found.at[well]), found.strength[well])
    return placed


def _lies_well(off: NDArray[np.float64], board: Board) -> NDArray[np.bool_]:
    """Which places (n) lie well, as most of their neighbours do; ``off``: by how much, ∞ where nothing was found."""
    near = np.append(off, np.inf)[around(board)]
    known = np.isfinite(near).sum(1)
    # Of those that are found half lie nearer than this.
    usual = np.sort(near, 1)[np.arange(len(off)), known // 2]
    return np.asarray(
        (known >= settings.OUTWARD_KNOWN) & (usual < settings.OUTWARD_USUAL) & (off < settings.OUTWARD_OFF)
    )
