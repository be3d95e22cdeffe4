"""Hexagonal lattices among round things: six neighbours around one, grown outwards under perspective.

Lattice coordinates (i, j): the point i·u + j·v, with u and v two neighbours' directions 60° apart.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.fit import homography
from vision.locate.hole import settings
from vision.locate.hole.symmetry import Map, summits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

REACH = 26
"""Lattice steps that a patch may grow from its seed: from one tip of the largest star (253 holes) to the opposite."""

KD_TREE = 4
"""OpenCV's name for its exact k-d tree, which it gives no name in Python."""

RING = np.array([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])
"""The six neighbours, anticlockwise in the picture."""


PAIRS = np.triu_indices(settings.NEIGHBOURS, 1)
"""Of the neighbours of a candidate every two."""


@dataclass(frozen=True, eq=False)
class Candidates:
    """Round things: ``xy`` n × 2 in pixels of the whole picture, the roundest first.

    ``nearest`` is a small map of the picture, ``scale`` of its size, that holds at each pixel which of them is nearest.
    """

    xy: Floats
    nearest: Ints
    scale: float

    def near(self, points: Floats) -> tuple[Ints, Floats]:
        """Which candidate is nearest to each of the points (n × 2), and how far: inf off the picture or if none is."""
        if not len(self.xy):
            return np.zeros(len(points), np.int64), np.full(len(points), np.inf)
        at = (points + 0.5) * self.scale - 0.5
        size = np.array(self.nearest.shape[::-1])
        with np.errstate(invalid="ignore"):
            inside = np.logical_and(at > -0.5, at < size - 0.5).min(1)
        x, y = np.rint(np.where(inside[:, None], at, 0)).astype(int).T
        which = self.nearest[y, x]
        away = np.hypot(*(points - self.xy[which]).T)
        return which, np.where(inside, away, np.inf)

    def only(self, kept: NDArray[np.bool_]) -> "Candidates":
        """Those of the candidates that are ``kept`` (n)."""
        return _candidates(self.xy[kept], (self.nearest.shape[0], self.nearest.shape[1]), self.scale)


class Seed(NamedTuple):
    """The start of a lattice: one of its points and the steps to two neighbours 60° apart, in pixels."""

    origin: Floats
    u: Floats
    v: Floats


@dataclass(frozen=True, eq=False)
class Patch:
    """A grown lattice: nodes n × 2 in lattice coordinates, and what leads to their pixels (3 × 3)."""

    nodes: Ints
    homography: Floats


def candidates(roundness: Map, scale: float) -> Candidates:
    """The local peaks of a symmetry map that was made at ``scale`` of the whole picture.

    Cloth, gravel or a carpet of dots has thousands of them. So the roundest of every region are kept as well, lest a
    small board drown in a large table.
    """
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (settings.PEAK_WIDTH,) * 2)
    peaks = (roundness >= cv2.dilate(roundness, around)) & (roundness > settings.PEAK)
    peaks[[0, -1], :] = False
    peaks[:, [0, -1]] = False
    y, x = np.nonzero(peaks)
    order = np.argsort(-roundness[y, x], kind="stable")
    y, x = y[order], x[order]
    kept = np.arange(len(y)) < settings.MOST_PEAKS
    regions = np.array([y, x]) * settings.REGIONS // np.array(roundness.shape)[:, None]
    for region in range(settings.REGIONS**2) if len(y) > settings.MOST_PEAKS else ():
        kept[np.flatnonzero(settings.REGIONS * regions[0] + regions[1] == region)[: settings.REGION_PEAKS]] = True
    xy = summits(roundness, x[kept], y[kept])
    return _candidates((xy + 0.5) / scale - 0.5, roundness.shape[:2], scale)


def _candidates(xy: Floats, size: tuple[int, int], scale: float) -> Candidates:
    """Candidates with the map of which is nearest."""
    free = np.ones(size, np.uint8)
    x, y = np.clip(np.rint((xy + 0.5) * scale - 0.5).astype(int), 0, np.array(size[::-1]) - 1).T
    free[y, x] = 0
    nearest = np.zeros(size, np.int64)
    if len(xy):
        labels = cv2.distanceTransformWithLabels(free, cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)[1]
        index = np.zeros(int(labels.max()) + 1, np.int64)
        index[labels[y, x]] = np.arange(len(xy))
        nearest = index[labels]
    return Candidates(xy, nearest, scale)


def hexagons(found: Candidates) -> list[Seed]:
    """Candidates with six neighbours in three opposite pairs, the most regular first."""
    arms, (first, second) = _arms(found), PAIRS
    length = np.square(arms).sum(2)
    miss = np.square(arms[:, first] + arms[:, second]).sum(2)
    # Candidates may fall onto one another; an arm of no length is opposite to nothing.
    opposite = miss < settings.OPPOSITE**2 * np.minimum(length[:, first], length[:, second])
    seeds = []
    for index in np.flatnonzero(opposite.sum(1) >= 3):
        pairs = np.flatnonzero(opposite[index])
        axes = (arms[index, first[pairs]] - arms[index, second[pairs]]) / 2
        best = _axes(axes)
        if best is not None:
            irregular, u, v = best
            seeds.append((irregular, Seed(found.xy[index], u, v)))
    seeds.sort(key=lambda seed: seed[0])
    return [seed for _, seed in seeds]


def triangles(found: Candidates) -> list[Seed]:
    """Candidates with two neighbours that are as far from one another, the most regular first."""
    arms, (first, second) = _arms(found), PAIRS
    u, v = arms[:, first], arms[:, second]
    swapped = u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0] > 0
    u, v = np.where(swapped[..., None], v, u), np.where(swapped[..., None], u, v)
    sides = np.linalg.norm(np.stack([u, v, u - v]), axis=-1)
    irregular = sides.max(0) / np.maximum(sides.min(0), 1e-9)
    which, pair = np.nonzero(irregular < settings.SLANT)
    order = np.argsort(irregular[which, pair], kind="stable")
    return [Seed(found.xy[at], u[at, of], v[at, of]) for at, of in zip(which[order], pair[order], strict=True)]


def _arms(found: Candidates) -> Floats:
    """From each candidate (n) to those nearest to it, n × `settings.NEIGHBOURS` × 2; none where they are too few."""
    if len(found.xy) <= settings.NEIGHBOURS:
        return np.zeros((0, settings.NEIGHBOURS, 2))
    tree = cv2.flann.Index(found.xy.astype(np.float32), {"algorithm": KD_TREE})
    # The nearest of all is the candidate itself.
    nearest = np.asarray(tree.knnSearch(found.xy.astype(np.float32), settings.NEIGHBOURS + 1)[0])[:, 1:]
    return np.asarray(found.xy[nearest] - found.xy[:, None])


def _axes(axes: Floats) -> tuple[float, Floats, Floats] | None:
    """Of half lines along opposite pairs, the three that close a hexagon: (misfit in pitches, u, v)."""
    best = None
    for a, b in combinations(range(len(axes)), 2):
        u, v = axes[a], axes[b]
        if u @ v < 0:
            v = -v
        if u[0] * v[1] - u[1] * v[0] > 0:  # pixels' y runs down: v shall lie anticlockwise of u as people see it
            u, v = v, u
        if slant(u, v) > settings.SLANT:
            continue
        others, third = np.delete(axes, (a, b), axis=0), v - u
        away = min(np.square(third - others).sum(1).min(), np.square(third + others).sum(1).min())
        miss = float(np.sqrt(away / min(u @ u, v @ v)))
        if miss < settings.OPPOSITE and (best is None or miss < best[0]):
            best = (miss, u, v)
    return best


def slant(u: Floats, v: Floats) -> float:
    """How many times longer things look one way than the other where a 60° lattice has the steps ``u`` and ``v``."""
    (a, b), (c, d) = u.tolist(), v.tolist()
    # Columns: the steps of an upright lattice of pitch 1.
    c, d = (2 * c - a) / math.sqrt(3), (2 * d - b) / math.sqrt(3)
    mean = (a * a + b * b + c * c + d * d) / 2
    half = math.hypot((a * a + b * b - c * c - d * d) / 2, a * c + b * d)
    return math.sqrt((mean + half) / max(mean - half, 1e-9))


def project(matrix: Floats, points: Floats) -> Floats:
    """Points n × 2 through a homography; those behind the camera become nan."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    depth = np.where(mapped[:, 2:] > 1e-9, mapped[:, 2:], np.nan)
    result: Floats = mapped[:, :2] / depth
    return result


def grow(found: Candidates, seed: Seed, gap: int, least: int) -> Patch | None:
    """The lattice that a seed starts, grown ring by ring; where nothing nearer is left, over ``gap`` missing nodes.

    None with fewer nodes than ``least``.
    """
    origin, u, v = seed
    matrix = np.array([[u[0], v[0], origin[0]], [u[1], v[1], origin[1]], [0, 0, 1.0]])
    side = 2 * REACH + 1
    held = np.zeros((side, side), np.uint8)
    held[REACH, REACH] = 1
    hexagon = np.array([[0, 1, 1], [1, 1, 1], [1, 1, 0]], np.uint8)
    nodes: Ints = np.zeros((0, 2), np.int64)
    xy: Floats = np.zeros((0, 2))
    before = wide = 0
    for _ in range(3 * REACH):
        reach = cv2.dilate(held, hexagon, iterations=1 + wide)
        j, i = np.nonzero(reach)
        wanted = np.column_stack([i - REACH, j - REACH])
        nodes, xy = _match(found, matrix, wanted)
        if len(nodes) > settings.MOST_NODES or (len(nodes) < 4 and wide == gap):
            return None
        if len(nodes) < 4:
            wide += 1
            continue
        held[:] = 0
        held[nodes[:, 1] + REACH, nodes[:, 0] + REACH] = 1
        if len(nodes) >= settings.PERSPECTIVE:
            matrix = homography(nodes.astype(np.float64), xy)
        else:
            plane, *_ = np.linalg.lstsq(np.column_stack([nodes, np.ones(len(nodes))]), xy, rcond=None)
            matrix = np.vstack([plane.T, [0, 0, 1]])
        if len(nodes) == before:
            if wide == gap:
                break
            wide += 1
        before = len(nodes)
    return Patch(nodes, matrix) if len(nodes) >= least else None


def _match(found: Candidates, matrix: Floats, wanted: Ints) -> tuple[Ints, Floats]:
    """Those of the lattice nodes near whose place a candidate lies, and the candidates' pixels."""
    exact = wanted.astype(np.float64)
    places = project(matrix, exact)
    east = project(matrix, exact + RING[0]) - places
    north = project(matrix, exact + RING[1]) - places
    pitch = np.sqrt(np.abs(east[:, 0] * north[:, 1] - east[:, 1] * north[:, 0]) * 2 / np.sqrt(3))
    nearest, away = found.near(places)
    close = away < settings.NEAR * np.nan_to_num(pitch)
    return wanted[close], found.xy[nearest[close]]


def patches(
    found: Candidates, seeds: Iterable[Seed], gap: int = 0, least: int = settings.LEAST_PATCH
) -> Iterator[Patch]:
    """Lattices grown from ``seeds``, the likeliest first, over ``gap`` missing nodes to ``least`` nodes or more.

    A seed inside a lattice already grown starts none.
    """
    taken: list[Patch] = []
    grown = 0
    for seed in seeds:
        if grown >= settings.MOST_SEEDS:
            return
        if any(_inside(seed, patch) for patch in taken):
            continue
        grown += 1
        patch = grow(found, seed, gap, least)
        if patch is not None:
            taken.append(patch)
            yield patch


def _inside(seed: Seed, patch: Patch) -> bool:
    """Whether the seed lies on a node of the patch and its arms are the patch's own."""
    back = np.asarray(np.linalg.inv(patch.homography), np.float64)
    near: Floats = np.rint(project(back, seed.origin[None]))
    if not (patch.nodes == near).all(1).any():
        return False
    at = project(patch.homography, near + np.vstack([(0, 0), RING]))
    size = np.hypot(*seed.u)
    off = np.hypot(*(at[0] - seed.origin)) < settings.NEAR * size
    return bool(off) and all(np.hypot(*(at[1:] - at[0] - arm).T).min() < settings.NEAR * size for arm in seed[1:])
