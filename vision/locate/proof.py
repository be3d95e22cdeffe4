"""Is there a star, and is it exactly there: round things on every place, and none just outside.

A lattice fitted one row off still meets 102 to 104 of 121 holes. So every place is compared with every lattice point in
the ring around the board: how much oftener is the place the rounder of the two? Ranks need no threshold: what counts
as round differs from a sharp picture of black holes to a dim one of hollows in felt. The result is then compared with
that of all neighbouring placements.
"""

from functools import cache
from typing import NamedTuple, TypeAlias

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


Nodes: TypeAlias = NDArray[np.int64]
Values: TypeAlias = NDArray[np.float64]


class Proof(NamedTuple):
    """``value``: how much oftener a place is rounder than a ring point than the other way, -1 to 1. ``rival``: the best
    value of the neighbouring placements, whose centre lies at ``shift`` (board units). ``points``: how many of the
    board's points show something round.
    """

    value: float
    rival: float
    shift: tuple[float, float]
    points: int

    @property
    def lead(self) -> float:
        """How far the placement leads."""
        return self.value - self.rival

    @property
    def strength(self) -> float:
        """What speaks for the placement in one number, 0 where the board's shape does not show.

        Texture may reach a value of 0.65 by luck, but then its neighbours do, too; a true board under a hand or in
        the dark has no more value, but leads.
        """
        return self.value + 2 * self.lead if self.points >= settings.POINTS else 0.0


@cache
def nodes(board: Board) -> Nodes:
    """The board's places in lattice coordinates, n × 2. Raises ValueError where they form no triangular lattice."""
    exact = units(board) @ np.linalg.inv(BASIS).T
    rounded: Nodes = np.rint(exact).astype(np.int64)
    if np.abs(exact - rounded).max() > 1e-6:
        raise ValueError(f"the places of {board.name} form no triangular lattice")
    return rounded


@cache
def ring(board: Board) -> Nodes:
    """The lattice points just outside the board, m × 2."""
    places = {(int(i), int(j)) for i, j in nodes(board)}
    around = {(i + int(a), j + int(b)) for i, j in places for a, b in RING}
    return np.array(sorted(around - places))


@cache
def _points(board: Board) -> NDArray[np.bool_]:
    """Which places belong to which point: corners × places. A point begins halfway from the centre to its tip."""
    places = units(board)
    tips = np.array([(board[tip].x, board[tip].y) for tip in board.corners.values()])
    return np.asarray((places @ tips.T / np.square(tips).sum(1)).T > 0.5 + 1e-9)


def rank(places: Values, around: Values) -> float:
    """How much oftener a place (n) is rounder than a ring point (m) than the other way, -1 to 1.

    nan is out of sight: such places do not count, such ring points count as half a doubt.
    """
    seen = places[np.isfinite(places)]
    known = around[np.isfinite(around)]
    if not len(seen):
        return -1.0
    wins = np.sign(seen[:, None] - known[None]).sum() / len(seen)
    return float((wins + settings.UNSEEN * (len(around) - len(known))) / len(around))


def placements(near: Values, board: Board) -> list[tuple[float, float, tuple[int, int]]]:
    """The likeliest centres of the board among the nodes of a lattice: (rank, share of places in sight, (row, column)).

    ``near`` holds the roundness around every node, nan out of sight.
    """
    reach = int(np.abs(nodes(board)).max()) + 1
    masks = np.zeros((2, 2 * reach + 1, 2 * reach + 1), np.float32)
    for mask, which in zip(masks, (nodes(board), ring(board)), strict=True):
        mask[which[:, 1] + reach, which[:, 0] + reach] = 1
    known = np.isfinite(near).astype(np.float32)
    value = np.nan_to_num(near).astype(np.float32)

    def total(of: Map, mask: Map) -> Map:
        return cv2.filter2D(of, cv2.CV_32F, mask, borderType=cv2.BORDER_CONSTANT).astype(np.float32)

    seen = total(known, masks[0]) / len(nodes(board))
    means = [total(value, mask) / np.maximum(total(known, mask), 1) for mask in masks]
    # Means are a quick guide to the places that are worth ranking.
    guide = np.where(seen >= settings.PART_VISIBLE, means[0] - means[1], -1)
    padded = np.pad(near, reach, constant_values=np.nan)
    found = []
    for flat in np.argsort(-guide, axis=None, kind="stable")[: settings.RANKED]:
        row, column = (int(index) for index in np.unravel_index(flat, guide.shape))
        inside, outside = (
            padded[which[:, 1] + row + reach, which[:, 0] + column + reach] for which in (nodes(board), ring(board))
        )
        found.append((rank(inside, outside), float(seen[row, column]), (row, column)))
    return sorted(found, reverse=True)


def prove(view: View, board: Board) -> Proof:
    """The proof of the board where the view shows it."""
    near = presence(view)
    reach = int(np.abs(nodes(board)).max()) + 4
    steps = np.arange(-reach, reach + 1)
    lattice = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2) @ BASIS.T
    at = np.rint(view.pixels(lattice)).astype(int)
    shown = ((at >= 0) & (at < len(near))).all(1)
    values = np.full(len(lattice), np.nan)
    values[shown] = near[at[shown, 1], at[shown, 0]]
    grid = values.reshape(len(steps), -1)

    def shifted(which: Nodes, i: int, j: int) -> Values:
        return grid[which[:, 1] + reach + j, which[:, 0] + reach + i]

    around = [(i, j) for j in range(-3, 4) for i in range(-3, 4) if (i, j) != (0, 0) and abs(i + j) <= 3]
    rivals = [rank(shifted(nodes(board), i, j), shifted(ring(board), i, j)) for i, j in around]
    best = int(np.argmax(rivals))
    x, y = BASIS @ around[best]
    inside, outside = shifted(nodes(board), 0, 0), shifted(ring(board), 0, 0)
    level = (np.nanmedian(inside) + np.nanmedian(outside)) / 2 if np.isfinite(outside).any() else 0.0
    shows = (np.nan_to_num(inside, nan=-1) > level).astype(np.float64)
    share = _points(board) @ shows / _points(board).sum(1)
    points = int((share >= settings.POINT_SHOWN).sum())
    return Proof(rank(inside, outside), rivals[best], (float(x), float(y)), points)
