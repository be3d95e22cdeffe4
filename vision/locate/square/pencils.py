"""Straight lines in a picture, the directions they share, and the lattices of squares that they may belong to.

Lines that are parallel on a table meet in one vanishing point; those of a board of squares lie evenly spaced between.
Homogeneous pixels are centred in the picture and measured in half diagonals, so that all numbers are near one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.square import settings

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Segments:
    """Straight pieces of lines: ``middle`` n × 2, ``way`` n × 2 (unit vectors), ``length`` n."""

    middle: Floats
    way: Floats
    length: Floats

    def aimed(self, point: Floats) -> Floats:
        """How well each segment points to a homogeneous ``point``: 1 exactly, 0 not at all; n."""
        to = point[:2] - point[2] * self.middle
        miss = np.abs(self.way[:, 0] * to[:, 1] - self.way[:, 1] * to[:, 0]) / np.maximum(np.hypot(*to.T), 1e-9)
        aimed: Floats = np.maximum(1 - miss / settings.AIM, 0)
        return aimed


@dataclass(frozen=True, eq=False)
class Guess:
    """A lattice: ``homography`` leads from its nodes to centred pixels; ``worth`` orders guesses."""

    homography: Floats
    worth: float


def segments(grey: NDArray[np.uint8]) -> Segments:
    """The longest segments of straight lines in a grey picture."""
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    ends = np.zeros((0, 4)) if found is None else np.asarray(found, np.float64).reshape(-1, 4)
    centre = (np.array(grey.shape[::-1]) - 1) / 2
    unit = float(np.hypot(*centre))
    first, last = (ends[:, :2] - centre) / unit, (ends[:, 2:] - centre) / unit
    along = last - first
    length = np.hypot(*along.T)
    keep = np.argsort(-length)[: settings.MOST_SEGMENTS]
    keep = keep[length[keep] > 2 * settings.LEAST_LENGTH]
    return Segments((first + last)[keep] / 2, along[keep] / length[keep, None], length[keep])


def vanishing_points(found: Segments) -> list[Floats]:
    """Homogeneous points to which many segments point, the best first."""
    count = len(found.length)
    if count < settings.LEAST_SEGMENTS:
        return []
    chance = np.random.default_rng(count)
    chosen = chance.choice(count, (settings.PAIRS, 2), p=found.length / found.length.sum())
    lines = np.cross(
        np.column_stack([found.middle, np.ones(count)]),
        np.column_stack([found.middle + found.way, np.ones(count)]),
    )
    points = np.cross(lines[chosen[:, 0]], lines[chosen[:, 1]])
    size = np.hypot(points[:, 0], points[:, 1])
    far = (size > 1e-9) & (np.abs(points[:, 2]) * settings.NEAREST < size)
    points = points[far] / size[far, None]
    if not len(points):
        return []
    aimed = np.array([found.aimed(point) for point in points])
    left = found.length.copy()
    best: list[Floats] = []
    for _ in range(settings.DIRECTIONS):
        number = int((aimed @ left).argmax())
        best.append(_bettered(points[number], found, aimed[number] * left))
        left = left * (aimed[number] <= 0)
        if left.sum() < settings.LEFT_OVER * found.length.sum():
            break
    return best


def _bettered(point: Floats, found: Segments, weight: Floats) -> Floats:
    """The point to which the segments that aim at it point best, all together."""
    normal = np.column_stack([-found.way[:, 1], found.way[:, 0]])
    rows = np.column_stack([normal, -(normal * found.middle).sum(1)]) * weight[:, None]
    _, vectors = np.linalg.eigh(rows.T @ rows)
    better: Floats = vectors[:, 0] / np.hypot(*vectors[:2, 0])
    return better if abs(better[2]) * settings.NEAREST < 1 else point


def lattices(found: Segments) -> list[Guess]:
    """Lattices of squares that the segments may belong to, the likeliest first."""
    guesses: list[Guess] = []
    points = vanishing_points(found)
    for number, one in enumerate(points):
        for other in points[:number]:
            guesses.extend(_between(found, other, one))
    return sorted(guesses, key=lambda guess: -guess.worth)[: settings.TRIES]


def _between(found: Segments, one: Floats, other: Floats) -> Iterator[Guess]:
    """Lattices whose two directions vanish in ``one`` and ``other``."""
    east, north = found.aimed(one) * found.length, found.aimed(other) * found.length
    weight = east + north
    if not weight.any():
        return
    centre = np.average(found.middle, axis=0, weights=weight)
    a, b = (point[:2] - point[2] * centre for point in (one, other))
    if abs(a[0] * b[1] - a[1] * b[0]) < np.sin(settings.CROSSING) * np.hypot(*a) * np.hypot(*b):
        return
    # One unit along either axis is one half diagonal at the centre; north lies to the left of east in the picture.
    one, other = one / np.hypot(*a), other / np.hypot(*b)
    if a[0] * b[1] - a[1] * b[0] > 0:
        other = -other
    frame = np.column_stack([one, other, [*centre, 1.0]])
    at = np.column_stack([found.middle, np.ones(len(found.middle))]) @ np.linalg.inv(frame).T
    with np.errstate(divide="ignore", invalid="ignore"):
        at = at[:, :2] / at[:, 2:]
    seen = np.isfinite(at).all(1)
    across, up = _periods(at[seen, 0], north[seen]), _periods(at[seen, 1], east[seen])
    for width, left, strong in across:
        for height, low, clear in up:
            if max(width / height, height / width) < settings.LONGEST_SIDE:
                placed = np.array([[width, 0, left], [0, height, low], [0, 0, 1]])
                yield Guess(frame @ placed, strong * clear * float(np.sqrt(east.sum() * north.sum())))


def _periods(at: Floats, weight: Floats) -> list[tuple[float, float, float]]:
    """Periods with which lines ``at`` these offsets repeat: each with the offset of one line, and how clearly."""
    if weight.sum() <= 0:
        return []
    shortest, longest = 2 * settings.SMALLEST_SQUARE, 2 * settings.LARGEST_SQUARE
    tried = np.geomspace(shortest, longest, settings.PERIOD_STEPS)
    waves = np.exp(2j * np.pi * at[:, None] / tried) * weight[:, None]
    sums = waves.sum(0) / weight.sum()
    clear = np.abs(sums)
    peaks = [k for k in range(1, len(tried) - 1) if clear[k] >= clear[k - 1] and clear[k] > clear[k + 1]]
    peaks.sort(key=lambda k: -clear[k])
    return [
        (float(tried[k]), float(np.angle(sums[k]) / (2 * np.pi) * tried[k]), float(clear[k]))
        for k in peaks[: settings.PERIODS]
    ]
