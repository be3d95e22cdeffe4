"""Where the picture repeats itself in six directions: seeds of lattices that need no hexagon of round things.

Pieces stand aside of their holes, light fills hollows from one side, and the gaps between large holes are as round as
the holes: then six round things about one are seldom all of a kind. But piece to piece and hole to hole are the same
steps, whatever lies between. So each part of the roundness map is laid over itself (its autocorrelation): where it
agrees again are the lattice's steps. Then the lattice is slid over the map: it rests where the map is roundest.
"""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.hole import settings
from vision.locate.hole.lattice import Candidates, Seed, slant
from vision.locate.hole.symmetry import Map, summits

Floats = NDArray[np.float64]

REACH = int(np.ceil(settings.REPEAT_PITCH[1])) + 1
"""Pixels of the map to either side in which repeats are looked for."""


def seeds(roundness: Map, found: Candidates) -> list[Seed]:
    """Seeds of hexagonal lattices in a roundness map, the surest repeats first; pixels of the whole picture.

    ``found`` tells the map's scale.
    """
    steps = [(sure, at, u, v) for at, repeats in _parts(roundness) for sure, u, v in _hexagons(repeats)]
    steps.sort(key=lambda step: -step[0])
    return [
        Seed((origin + 0.5) / found.scale - 0.5, u / found.scale, v / found.scale)
        for _, at, u, v in steps[: settings.REPEAT_SEEDS]
        for origin in _resting(roundness, at, u, v)
    ]


def _parts(roundness: Map) -> list[tuple[Floats, Floats]]:
    """Overlapping square parts of the map: their middles, and their autocorrelations, 1 where nothing is shifted.

    The middle of an autocorrelation is no shift: (2 × REACH + 1) squared, rows south.
    """
    side = settings.REPEAT_PART
    weight = np.outer(*[_bell(min(side, length)) for length in roundness.shape])
    alone = np.maximum(_with_itself(weight), 1e-9)
    parts = []
    for y, x in product(*[_starts(length) for length in roundness.shape]):
        part = roundness[y : y + side, x : x + side].astype(np.float64)
        mean = (part * weight).sum() / weight.sum()
        repeats = _with_itself((part - mean) * weight) / alone
        if repeats[REACH, REACH] > 0:
            middle = np.array([x, y]) + (np.array(part.shape[::-1]) - 1) / 2
            parts.append((middle, repeats / repeats[REACH, REACH]))
    return parts


def _starts(length: int) -> list[int]:
    """Where parts of a side of the map begin: at even steps, and the last one so that it ends where the map does."""
    last = max(length - settings.REPEAT_PART, 0)
    return [*range(0, last, settings.REPEAT_STEP), last]


def _bell(length: int) -> Floats:
    """How much each pixel of a part's side counts: most in its middle."""
    offset = np.arange(length) - (length - 1) / 2
    return np.asarray(np.exp(-0.5 * np.square(offset / (settings.REPEAT_BELL * settings.REPEAT_PART))))


def _with_itself(values: Floats) -> Floats:
    """The sums of all products of ``values`` with themselves shifted by up to REACH, no shift in the middle."""
    size = tuple(length + REACH for length in values.shape)
    sums = np.fft.irfft2(np.square(np.abs(np.fft.rfft2(values, size))), size)
    near = np.arange(-REACH, REACH + 1)
    return np.asarray(sums[np.ix_(near, near)])


def _hexagons(repeats: Floats) -> list[tuple[float, Floats, Floats]]:
    """The hexagons of peaks in an autocorrelation, the surest first: (least agreement of the three, u, v)."""
    tops = (repeats >= cv2.dilate(repeats, np.ones((3, 3), np.uint8))) & (repeats > settings.REPEAT_LEAST)
    y, x = np.nonzero(tops[1:-1, 1:-1])
    y, x = y + 1, x + 1
    centre, steps = repeats[y, x], summits(repeats, x, y) - REACH
    length = np.hypot(*steps.T)
    low, high = settings.REPEAT_PITCH
    usable = np.flatnonzero((length > low) & (length < high))
    best = usable[np.argsort(-centre[usable], kind="stable")][: settings.REPEAT_PEAKS]
    steps, centre = steps[best], centre[best]
    found: list[tuple[float, Floats, Floats]] = []
    for a, u in enumerate(steps):
        for b, v in enumerate(steps):
            # pixels' y runs down: v shall lie anticlockwise of u as people see it
            if u @ v <= 0 or u[0] * v[1] - u[1] * v[0] >= 0 or slant(u, v) > settings.SLANT:
                continue
            miss = np.hypot(*(steps - (v - u)).T)
            third = int(miss.argmin())
            if miss[third] < settings.REPEAT_CLOSES * min(np.hypot(*u), np.hypot(*v)):
                found.append((float(min(centre[a], centre[b], centre[third])), u, v))
    found.sort(key=lambda one: -one[0])
    kept: list[tuple[float, Floats, Floats]] = []
    for sure, u, v in found:
        if len(kept) < settings.REPEAT_EACH and not any(_alike(u, (c, d, d - c)) for _, c, d in kept):
            kept.append((sure, u, v))
    return kept


def _alike(u: Floats, arms: tuple[Floats, ...]) -> bool:
    """Whether ``u`` is one of a hexagon's arms, forwards or backwards."""
    size = settings.REPEAT_CLOSES * np.hypot(*u)
    return any(min(np.hypot(*(u - arm)), np.hypot(*(u + arm))) < size for arm in arms)


def _resting(roundness: Map, at: Floats, u: Floats, v: Floats) -> list[Floats]:
    """Where about the pixel ``at`` the lattice of steps ``u`` and ``v`` lies on the roundest: holes, or pieces."""
    reach = np.arange(-settings.REPEAT_COMB, settings.REPEAT_COMB + 1)
    i, j = (axis.ravel() for axis in np.meshgrid(reach, reach))
    size = settings.REPEAT_COMB * min(np.hypot(*u), np.hypot(*v))
    teeth = np.outer(i, u) + np.outer(j, v)
    teeth = teeth[np.hypot(*teeth.T) < size]
    weight = np.exp(-np.square(np.hypot(*teeth.T) / size) * 2)
    parts = np.arange(settings.REPEAT_PHASES) / settings.REPEAT_PHASES
    slid = at + parts[:, None, None] * u + parts[None, :, None] * v
    x, y = np.moveaxis(np.rint(slid[:, :, None] + teeth).astype(int), -1, 0)
    x, y = np.clip(x, 0, roundness.shape[1] - 1), np.clip(y, 0, roundness.shape[0] - 1)
    mean = roundness[y, x] @ weight / weight.sum()
    # The lattice ends where it begins: its neighbours wrap round.
    around = [np.roll(mean, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    tops = np.flatnonzero(mean >= np.max(around, 0))
    tops = tops[np.argsort(-mean.ravel()[tops], kind="stable")][: settings.REPEAT_RESTS]
    return [slid.reshape(-1, 2)[top] for top in tops]
