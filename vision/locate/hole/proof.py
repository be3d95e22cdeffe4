"""Is there a star, and is it exactly there: round things on every place, and none just outside.

A lattice fitted one row off still meets 102 to 104 of 121 holes. So the places are compared with the lattice points in
the ring around the board. On a rough lattice ranks tell, which need no threshold: how much oftener is a place the
rounder of the two? In the straightened view the picture itself says what counts as round there, which differs from a
sharp picture of black holes to a dim one of hollows in felt; the share of places with something round, less that of
the ring, is then compared with those of all neighbouring placements.
"""

from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import corner_units, units
from vision.locate.hole import settings
from vision.locate.hole.lattice import RING
from vision.locate.hole.symmetry import Map
from vision.locate.hole.view import Rectified, on_canvas, presence

BASIS = np.array([[1, 0.5], [0, np.sqrt(3) / 2]])
"""Lattice coordinates (i, j) to board units: columns u and v."""


Nodes: TypeAlias = NDArray[np.int64]
Values: TypeAlias = NDArray[np.float64]
Canvas: TypeAlias = tuple[float, int, int]
"""The canvas of a view: how far it reaches (board units), pixels a pitch and a side."""


class Proof(NamedTuple):
    """What speaks for a placement of the board.

    ``places``: the share of the board's places in sight with something round. ``ring``: that share just outside.
    ``rival``: the best difference of the two among the neighbouring placements, whose centre lies at ``shift`` (board
    units). ``points``: how many of the board's points show something round, also at their ends.
    """

    places: float
    ring: float
    rival: float
    shift: tuple[float, float]
    points: int

    @property
    def value(self) -> float:
        """How much more of the board's places than of the ring show something round."""
        return self.places - self.ring

    @property
    def lead(self) -> float:
        """How far the placement leads its neighbours."""
        return self.value - self.rival

    @property
    def strength(self) -> float:
        """What speaks for the placement in one number, 0 where the board's shape does not show.

        A hand may lie on some places, so a part of them is enough; but what is round just outside speaks against it.
        Texture may reach much by luck, but then its neighbours do, too: the lead counts twice. Where only two or three
        points show, since paint hides the holes of the others, it may be no star at all: that is never certain.
        """
        if self.points < settings.FEWEST_POINTS:
            return 0.0
        strength = min(1.0, self.places / settings.UNCOVERED) - self.ring + 2 * self.lead
        return strength if self.points >= settings.POINTS else min(strength, settings.ACCEPT)


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
    tips = corner_units(board)
    return np.asarray((units(board) @ tips.T / np.square(tips).sum(1)).T > 0.5 + 1e-9)


@cache
def _ends(board: Board) -> NDArray[np.bool_]:
    """The tip of each point and its neighbours: corners × places. A smaller star has nothing there."""
    away = np.hypot(*np.moveaxis(corner_units(board)[:, None] - units(board), -1, 0))
    return np.asarray(away < settings.POINT_END)


def rank(places: Values, around: Values) -> float:
    """How much oftener a place (n) is rounder than a ring point (m) than the other way, -1 to 1 (Cliff's delta).

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
    known = np.isfinite(near).astype(np.float32)
    value = np.nan_to_num(near).astype(np.float32)
    masks = _masks(board)
    seen = _total(known, masks[0]) / len(nodes(board))
    means = [_total(value, mask) / np.maximum(_total(known, mask), 1) for mask in masks]
    # Means are a quick guide to the places that are worth ranking.
    guide = np.where(seen >= settings.PART_VISIBLE, means[0] - means[1], -1)
    reach = len(masks[0]) // 2
    padded = np.pad(near, reach, constant_values=np.nan)
    found = []
    for row, column in _highest(guide):
        inside, outside = (
            padded[which[:, 1] + row + reach, which[:, 0] + column + reach] for which in (nodes(board), ring(board))
        )
        found.append((rank(inside, outside), float(seen[row, column]), (row, column)))
    return sorted(found, reverse=True)


def gatherings(held: Values, board: Board) -> list[tuple[float, float, tuple[int, int]]]:
    """The centres of the board among the nodes of a lattice where most was found on its places and least just outside:
    (nats, share of places in sight, (row, column)).

    ``held`` is 1 on nodes where something was found, else 0, nan out of sight. Nats: how much likelier it is that the
    board's places hold things oftener than all other nodes than that they do not (Kulldorff's scan statistic).
    """
    known, value = np.isfinite(held), np.nan_to_num(held)
    (places, things), (edge, edging) = (
        [_total(of.astype(np.float32), mask).astype(np.float64) for of in (known, value)] for mask in _masks(board)
    )
    beside, strewn = known.sum() - places, value.sum() - things
    nats = _fit(things, places) + _fit(strewn, beside) - _fit(value.sum(), known.sum())
    nats[things * beside <= strewn * places] = 0
    seen = places / len(nodes(board))
    more = np.where(seen < settings.VISIBLE, -1, things / np.maximum(places, 1) - edging / np.maximum(edge, 1))
    return [(float(nats[at]), float(seen[at]), at) for at in _highest(more) if more[at] >= settings.GATHERED_MORE]


def _fit(things: Values, places: Values) -> Values:
    """The binomial log likelihood that so many of the places hold things, with the probability that fits best."""
    share = np.clip(things / np.maximum(places, 1), 1e-9, 1 - 1e-9)
    return np.asarray(things * np.log(share) + (places - things) * np.log(1 - share))


@cache
def _masks(board: Board) -> Map:
    """The board's places and the ring around them as masks, 2 × side × side, the board's centre in the middle."""
    reach = int(np.abs(nodes(board)).max()) + 1
    masks = np.zeros((2, 2 * reach + 1, 2 * reach + 1), np.float32)
    for mask, which in zip(masks, (nodes(board), ring(board)), strict=True):
        mask[which[:, 1] + reach, which[:, 0] + reach] = 1
    return masks


def _total(of: Map, mask: Map) -> Map:
    """The sum over the mask around each node."""
    return cv2.filter2D(of, cv2.CV_32F, mask, borderType=cv2.BORDER_CONSTANT).astype(np.float32)


def _highest(of: Values) -> list[tuple[int, int]]:
    """Rows and columns of the `settings.RANKED` highest values, the highest first."""
    flat = np.argsort(-of, axis=None, kind="stable")[: settings.RANKED]
    return [(int(row), int(column)) for row, column in zip(*np.unravel_index(flat, of.shape), strict=True)]


@cache
def _rivals() -> Values:
    """Shifts in lattice coordinates, n × 2: up to three rows off, and onto the triangles between the places, which
    look round where lines join the holes.
    """
    steps = np.arange(-3, 4)
    whole = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    shifts = np.concatenate([whole, whole + 1 / 3, whole - 1 / 3])
    distance = np.hypot(*(shifts @ BASIS.T).T)
    return np.asarray(shifts[(distance > 0) & (distance < settings.RIVAL_REACH)])


def prove(view: Rectified, board: Board) -> Proof:
    """The proof of the board where the view shows it.

    What counts as round is told by the picture itself: between what is usual on the places and usual outside. Where
    that will not do, tall pieces seen aslant may show their heads so far from their holes that neither is enough.
    """
    near = presence(view)
    proof = _proof(near, view, board, np.zeros(2))
    if proof.strength >= settings.CERTAIN or not view.lean.any():
        return proof
    lifted = (_proof(near, view, board, lift * view.lean) for lift in settings.LIFTS)
    # So much freedom is no help to a doubtful placement.
    return next((one for one in lifted if one.strength >= settings.CERTAIN), proof)


def _pixels(board: Board, shifts: Values, canvas: Canvas) -> list[Nodes]:
    """The pixels, counted row after row, on which the board's places and the ring around them lie when shifted (lattice
    coordinates, s × 2): s × n and s × m. What lies beyond the canvas lies on one more pixel after its last.
    """
    reach, cell, side = canvas

    def lying(which: Nodes) -> Nodes:
        at = on_canvas((which + shifts[:, None]) @ BASIS.T, reach, cell)
        x, y = np.moveaxis(np.rint(at).astype(np.int64), -1, 0)
        shown = (x >= 0) & (x < side) & (y >= 0) & (y < side)
        return np.where(shown, y * side + x, side * side)

    return [lying(nodes(board)), lying(ring(board))]


@lru_cache(maxsize=4)
def _usual_pixels(board: Board, canvas: Canvas) -> list[Nodes]:
    """The same where they are, then shifted as the usual rivals: views of one board have the same canvas."""
    return _pixels(board, np.vstack([np.zeros(2), _rivals()]), canvas)


def _proof(near: Map, view: Rectified, board: Board, lift: Values) -> Proof:
    """The proof where what is round on a place may also be seen ``lift`` (board units) from it."""
    canvas = view.reach, view.cell, len(near)
    roundness = np.append(near, np.float32(np.nan))
    aside = lift @ np.linalg.inv(BASIS).T
    usual, heads = _usual_pixels(board, canvas), []
    shifts = np.vstack([np.zeros(2), _rivals()])
    if aside.any():
        # Heads taken for holes, or holes for heads, are rivals besides. All are looked at in one go, itself first.
        shifts = np.vstack([shifts, aside, -aside])
        usual = [np.vstack(both) for both in zip(usual, _pixels(board, shifts[-2:], canvas), strict=True)]
        heads = [roundness[at] for at in _pixels(board, shifts + aside, canvas)]
    holes = [roundness[at] for at in usual]

    inside, outside = (some[0][np.isfinite(some[0])] for some in holes)
    if not len(inside):
        return Proof(0.0, 1.0, 0.0, (0.0, 0.0), 0)
    ground = float(np.median(outside)) if len(outside) else 0.0
    rise = max(float(np.percentile(inside, 100 - 50 * settings.UNCOVERED)) - ground, settings.LEAST_RISE)
    low, high = (ground + part * rise for part in settings.ROUND)

    places, around = (np.clip((some - low) / (high - low), 0, 1) for some in holes)
    if heads:
        lifted = (settings.LIFTED * np.clip((some - low) / (high - low), 0, 1) for some in heads)
        places, around = (np.fmax(own, other) for own, other in zip((places, around), lifted, strict=True))
    seen = np.isfinite(places).sum(1)
    shown = np.where(seen >= settings.PART_VISIBLE * places.shape[1], np.nansum(places, 1) / np.maximum(seen, 1), 0)
    edge = np.nan_to_num(around, nan=settings.UNSEEN).mean(1)
    values = shown - edge
    best = 1 + int(np.argmax(values[1:]))
    x, y = BASIS @ shifts[best]
    shows = (np.nan_to_num(places[0], nan=-1) > 0.5).astype(np.float64)
    share = _points(board) @ shows / _points(board).sum(1)
    points = int(((share >= settings.POINT_SHOWN) & (_ends(board) @ shows > 0)).sum())
    return Proof(float(shown[0]), float(edge[0]), float(values[best]), (float(x), float(y)), points)
