"""Is there a star, and is it exactly there: round things on every place, and none just outside.

A lattice fitted one row off still meets 102 to 104 of 121 holes. So the share of places with something round is
compared with the same share in the ring of lattice points around the board, and the whole with all its neighbours.
"""

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.locate import settings
from vision.locate.lattice import RING
from vision.locate.symmetry import Map
from vision.locate.view import View, presence, units

BASIS = np.array([[1, 0.5], [0, np.sqrt(3) / 2]])
"""Lattice coordinates (i, j) to board units: columns u and v."""


class Proof(NamedTuple):
    """``value``: share of places with something round minus that share just outside. ``rival``: the best value of
    the neighbouring placements, whose centre lies at ``shift`` (board units). ``points``: how many of the board's
    points show something round.
    """

    value: float
    rival: float
    shift: tuple[float, float]
    points: int

    @property
    def lead(self) -> float:
        """How far the placement leads."""
        return self.value - self.rival

    def holds(self, value: float, lead: float) -> bool:
        """Whether this is the board, with at least that proof and lead."""
        return self.value >= value and self.lead >= lead and self.points >= settings.POINTS


@cache
def nodes(board: Board) -> NDArray[np.int64]:
    """The board's places in lattice coordinates, n × 2. Raises ValueError where they form no triangular lattice."""
    exact = units(board) @ np.linalg.inv(BASIS).T
    rounded: NDArray[np.int64] = np.rint(exact).astype(np.int64)
    if np.abs(exact - rounded).max() > 1e-6:
        raise ValueError(f"the places of {board.name} form no triangular lattice")
    return rounded


@cache
def _masks(board: Board) -> tuple[Map, Map]:
    """Over lattice coordinates, centred: the board's places, and the ring just outside."""
    places = nodes(board)
    reach = int(np.abs(places).max()) + 1
    inside = np.zeros((2 * reach + 1,) * 2, np.float32)
    ring = np.zeros_like(inside)
    inside[places[:, 1] + reach, places[:, 0] + reach] = 1
    for i, j in RING:
        ring[places[:, 1] + j + reach, places[:, 0] + i + reach] = 1
    return inside, ring * (1 - inside)


def placements(near: Map, board: Board) -> tuple[Map, Map]:
    """For a board centred at every node of a lattice: the proof, and the share of its places in sight.

    ``near`` holds the roundness around every node, nan out of sight.
    """
    inside, ring = _masks(board)
    known = np.isfinite(near).astype(np.float32)
    there = _there(near)

    def total(of: Map, mask: Map) -> Map:
        return cv2.filter2D(of, cv2.CV_32F, mask, borderType=cv2.BORDER_CONSTANT).astype(np.float32)

    seen = total(known, inside)
    unseen = ring.sum() - total(known, ring)
    around = (total(there, ring) + settings.UNSEEN * unseen) / ring.sum()
    return total(there, inside) / np.maximum(seen, 1) - around, (seen / inside.sum()).astype(np.float32)


def _there(near: Map) -> Map:
    """How surely something round is there, 0 to 1, by the roundness around; 0 out of sight."""
    span = settings.PRESENT - settings.ABSENT
    there: Map = np.clip((np.nan_to_num(near, nan=-1) - settings.ABSENT) / span, 0, 1)
    return there.astype(np.float32)


@cache
def _points(board: Board) -> NDArray[np.bool_]:
    """Which places belong to which point: corners × places. A point begins where the board is half as wide."""
    places = units(board)
    tips = np.array([(board[tip].x, board[tip].y) for tip in board.corners.values()])
    along = places @ tips.T / np.square(tips).sum(1)
    return np.asarray(along.T > 0.5 + 1e-9)


def prove(view: View, board: Board) -> Proof:
    """The proof of the board where the view shows it."""
    near = presence(view)
    reach = int(np.abs(nodes(board)).max()) + 4
    steps = np.arange(-reach, reach + 1)
    lattice = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2) @ BASIS.T
    at = np.rint(view.pixels(lattice)).astype(int)
    shown = ((at >= 0) & (at < len(near))).all(1)
    values = np.full(len(lattice), np.nan, np.float32)
    values[shown] = near[at[shown, 1], at[shown, 0]]
    proof, seen = placements(values.reshape(len(steps), -1), board)
    proof[seen < settings.VISIBLE] = -1
    here = float(proof[reach, reach])
    proof[reach, reach] = -1
    best = int(proof.argmax())
    x, y = np.rint(view.pixels(units(board))).astype(int).T
    points = int((_points(board) @ _there(near[y, x]) >= settings.POINT_SHOWN * _points(board).sum(1)).sum())
    return Proof(here, float(proof.flat[best]), (float(lattice[best, 0]), float(lattice[best, 1])), points)
