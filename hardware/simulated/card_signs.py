"""Ranks and suits as they are printed on playing cards, drawn from strokes and curves of our own.

Signs are drawn in a box of 1 × 1, y down, and stretched to the size that is asked for; masks are 0 to 1.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Mask: TypeAlias = NDArray[np.float32]
Line: TypeAlias = NDArray[np.float64]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")

_FINER = 4  # drawn so much larger, then averaged: soft edges


@dataclass(frozen=True)
class Pen:
    """How ranks are written: ``weight`` is a stroke's width as a share of the letter's height.

    ``contrast`` thins the level strokes, ``slant`` leans letters to the right, ``serif`` is the length of the feet.
    ``round`` (0 to 1) opens the bows; ``variant`` picks among usual shapes of 1, 3, 4, 7 and J.
    """

    weight: float = 0.15
    contrast: float = 0.5
    slant: float = 0.0
    serif: float = 0.12
    round: float = 0.5
    variant: int = 0


Lettering: TypeAlias = Callable[[str, int, int], Mask]
"""A rank, width and height in pixels → its mask of that height, and of that width or (for narrow letters) less."""


def _arc(x: float, y: float, a: float, b: float, start: float = 0, end: float = 360) -> Line:  # noqa: PLR0917 - six numbers, as geometry has them
    """Part of an ellipse, in degrees clockwise from the right."""
    turns = np.radians(np.linspace(start, end, 24))
    return np.column_stack([x + a * np.cos(turns), y + b * np.sin(turns)])


def _bow(*points: tuple[float, float]) -> Line:
    """A smooth curve from the first of three points to the last, drawn towards the middle one."""
    t = np.linspace(0, 1, 16)[:, None]
    first, middle, last = (np.array(point, float) for point in points)
    bow: Line = (1 - t) ** 2 * first + 2 * t * (1 - t) * middle + t**2 * last
    return bow


def _path(*points: tuple[float, float]) -> Line:
    return np.array(points, float)


def _six(pen: Pen) -> list[Line]:
    top = (0.78, 0.02) if pen.variant % 2 else (0.9, 0.12)
    belly = 0.32 + 0.06 * pen.round
    stem = _bow((0.03, 1 - belly), (0.05, 0.04), top)
    if not pen.variant % 2:
        stem = np.concatenate([_bow((0.03, 1 - belly), (0.0, 0.0), (0.5, 0.0)), _bow((0.5, 0.0), (0.8, 0.0), top)])
    return [stem, _arc(0.5, 1 - belly, 0.47, belly)]


def _strokes(  # noqa: C901, PLR0911, PLR0912 - one case a rank
    rank: str, pen: Pen
) -> tuple[list[Line], list[tuple[float, float]]]:
    """The lines of a rank in the unit box, and where its feet stand."""
    waist = 0.46 + 0.05 * pen.round
    match rank:
        case "A":
            bar = 0.62 + 0.08 * pen.round
            half = bar / 2
            return [_path((0, 1), (0.5, 0), (1, 1)), _path((0.5 - half, bar), (0.5 + half, bar))], [(0, 1), (1, 1)]
        case "2":
            return [_arc(0.5, 0.28, 0.45, 0.28, 190, 380), _bow((0.92, 0.37), (0.8, 0.6), (0.03, 1)),
                    _path((0.03, 1), (1, 1))], []  # fmt: skip
        case "3":
            lower = _arc(0.47, 0.5 + waist / 2 + 0.02, 0.5, 1 - (0.5 + waist / 2 + 0.02), -100, 165)
            if pen.variant % 2:
                return [_path((0.05, 0), (0.92, 0), (0.42, 0.42)), lower], []
            return [_arc(0.48, waist / 2, 0.43, waist / 2, 195, 450), lower], []
        case "4":
            stem = 0.68 if pen.variant % 2 else 0.78
            return [_path((stem, 1), (stem, 0), (0, 0.7), (1, 0.7))], [(stem, 1)]
        case "5":
            return [_path((0.9, 0), (0.18, 0), (0.1, 0.46)), _arc(0.47, 0.67, 0.5, 0.33, -140, 155)], []
        case "6":
            return _six(pen), []
        case "7":
            leg = _path((1, 0), (0.4, 1)) if pen.variant % 2 else _bow((1, 0), (0.42, 0.45), (0.4, 1))
            return [_path((0, 0), (1, 0)), leg], []
        case "8":
            return [_arc(0.5, waist / 2, 0.41, waist / 2),
                    _arc(0.5, (1 + waist) / 2, 0.49, (1 - waist) / 2)], []  # fmt: skip
        case "9":
            return [1 - line for line in _six(pen)], []
        case "10":
            flag = [_path((0.0, 0.2), (0.12, 0.0))] if pen.variant % 2 else []
            return [_path((0.12, 0), (0.12, 1)), *flag, _arc(0.7, 0.5, 0.3, 0.5)], [(0.12, 1)]
        case "J":
            hook = _arc(0.38, 0.74, 0.35, 0.26, 0, 165)
            return [np.concatenate([_path((0.73, 0)), hook])], [(0.73, 0)]
        case "Q":
            tail = _path((0.5, 0.68), (0.98, 1.04)) if pen.variant % 2 else _bow((0.4, 0.8), (0.75, 0.8), (1.0, 1.06))
            return [_arc(0.48, 0.48, 0.46, 0.48), tail], []
        case "K":
            return [_path((0.08, 0), (0.08, 1)), _path((0.95, 0), (0.08, 0.6)), _path((0.36, 0.42), (0.98, 1))], [
                (0.08, 0), (0.08, 1), (0.95, 0), (0.98, 1),
            ]  # fmt: skip
        case _:
            raise ValueError(f"no rank {rank!r}")


def written(pen: Pen) -> Lettering:
    """Ranks written with a pen."""

    def write(rank: str, width: int, height: int) -> Mask:
        side = height * _FINER
        thick = pen.weight * side
        lines, feet = _strokes(rank, pen)
        wide = (width * (0.72 if rank == "J" else 1.0)) * _FINER - thick
        tall = side - max(thick * pen.contrast, 2.0) - (0.06 * side if rank == "Q" else 0)
        lean = pen.slant * side
        canvas = np.zeros((side, round(wide + thick + abs(lean))), np.uint8)
        start = np.array([thick / 2 + max(-lean, 0), max(thick * pen.contrast, 2.0) / 2])

        def at(line: Line) -> Line:
            placed: Line = line * (wide, tall) + start
            placed[:, 0] += lean * (1 - line[:, 1])
            return placed

        for line in lines:
            _draw(canvas, at(line), thick, pen.contrast)
        if pen.serif:
            for x, y in feet:
                reach = pen.serif * side / wide
                _draw(canvas, at(_path((x - reach, y), (x + reach, y))), thick, pen.contrast)
        small = cv2.resize(canvas, (max(canvas.shape[1] // _FINER, 1), height), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.float32) / np.float32(255)

    return write


def _draw(canvas: NDArray[np.uint8], line: Line, thick: float, contrast: float) -> None:
    """Draw a line; where it runs level it is thinner."""
    for one, other in pairwise(line):
        way = other - one
        steep = abs(float(way[1])) / max(float(np.hypot(*way)), 1e-9)
        width = max(round(thick * (contrast + (1 - contrast) * steep)), 1)
        ends = [tuple(np.round(point).astype(int).tolist()) for point in (one, other)]
        cv2.line(canvas, ends[0], ends[1], 255, width)


@dataclass(frozen=True)
class Cut:
    """How suits are cut, each from 0 to 1: ``full`` how round, ``waist`` how hollow, ``stem`` a stem's width.

    ``slim``: how much narrower than high; ``point``: how drawn out a tip is; ``low``: how far from the tip the widest
    place lies.
    """

    full: float = 0.5
    waist: float = 0.5
    stem: float = 0.5
    slim: float = 0.4
    point: float = 0.4
    low: float = 0.5


def _curve(*points: tuple[float, float]) -> Line:
    """A cubic curve with two points between its ends that draw it."""
    t = np.linspace(0, 1, 20)[:, None]
    a, b, c, d = (np.array(point, float) for point in points)
    curve: Line = (1 - t) ** 3 * a + 3 * t * (1 - t) ** 2 * b + 3 * t**2 * (1 - t) * c + t**3 * d
    return curve


def _heart(cut: Cut) -> Line:
    widest = 0.44 - 0.16 * cut.low
    side = _curve((0, 1), (0.22 - 0.2 * cut.point, 0.9 - 0.16 * cut.point),
                  (0.5, widest + 0.12 + 0.22 * cut.full), (0.5, widest))  # fmt: skip
    lobe = _curve(
        (0.5, widest), (0.5, -0.1 - 0.12 * cut.full), (0.06 + 0.1 * cut.waist, -0.16), (0, 0.16 + 0.12 * cut.waist)
    )
    half = np.concatenate([side, lobe[1:]])
    half[:, 1] = (half[:, 1] - half[:, 1].min()) / np.ptp(half[:, 1])
    half[:, 0] *= 0.5 / half[:, 0].max()
    mirrored = np.concatenate([half, (half * (-1, 1))[::-1]])
    mirrored[:, 0] += 0.5
    return mirrored


def _diamond(cut: Cut) -> Line:
    turns = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    bend = 1.05 - 0.3 * cut.waist
    c, s = np.cos(turns), np.sin(turns)
    reach = (np.abs(c) ** bend + np.abs(s) ** bend) ** (-1 / bend)
    wide = 0.66 + 0.34 * cut.full
    return np.column_stack([0.5 + 0.5 * wide * reach * c, 0.5 + 0.5 * reach * s])


def _stalk(cut: Cut, top: float) -> Line:
    # Some packs have hardly a stem: it is the leaves that tell spades from clubs there.
    foot = 0.04 + 0.28 * cut.stem
    neck = 0.008 + 0.067 * cut.stem
    left = _bow((0.5 - neck, top), (0.5 - neck, 0.9), (0.5 - foot, 1.0))
    return np.concatenate([left, (1 - left[::-1, :1]) * (1, 0) + left[::-1, 1:] * (0, 1)])


def _spade(cut: Cut) -> list[Line]:
    leaf = _heart(cut)
    leaf = np.column_stack([leaf[:, 0], (1 - leaf[:, 1]) * (0.76 + 0.14 * cut.full)])
    return [leaf, _stalk(cut, 0.5)]


def _club(cut: Cut) -> list[Line]:
    r = 0.2 + 0.055 * cut.full
    low = 0.54 + 0.1 * cut.low
    aside = r + 0.06 * cut.waist * (1 - cut.full)
    discs = [(0.5, r), (aside, low), (1 - aside, low)]
    return [*(_arc(x, y, r, r) for x, y in discs), _stalk(cut, 0.45),
            _path((0.5, 0.3), (0.66, low), (0.5, low + 0.1), (0.34, low))]  # fmt: skip


def suit_mask(suit: str, high: int, cut: Cut) -> Mask:
    """How much of each pixel a suit's sign inks, so many pixels high."""
    shapes = {"S": _spade, "C": _club}.get(suit)
    lines = shapes(cut) if shapes else [{"H": _heart, "D": _diamond}[suit](cut)]
    narrow = 1.0 if suit == "D" else 1.04 - 0.3 * cut.slim
    return filled(lines, max(round(high * narrow), 2), high)


def filled(shapes: Sequence[Line], width: int, height: int) -> Mask:
    """Polygons of the unit box, filled."""
    canvas = np.zeros((height * _FINER, width * _FINER), np.uint8)
    for shape in shapes:
        cv2.fillPoly(canvas, [np.round(shape * (width * _FINER - 1, height * _FINER - 1)).astype(np.int32)], 255)
    small = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / np.float32(255)
