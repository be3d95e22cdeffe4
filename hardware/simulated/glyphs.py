"""The four suits' signs as they are printed on coins: drawn from simple shapes, in a square of any size."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

_FINER = 4  # drawn so much larger, then averaged: soft edges

Mask = NDArray[np.float32]


@lru_cache(maxsize=16)
def glyph(suit: str, size: int) -> Mask:
    """How much of each pixel the sign of ``suit`` inks, ``size`` × ``size``, 0 to 1; its middle is the coin's.

    The sign reaches to the rim of the square at its longest; an unknown suit is a plain ring.
    """
    side = size * _FINER
    mask = np.zeros((side, side), np.uint8)
    {"suns": _sun, "moons": _moon, "crowns": _crown, "arms": _arms}.get(suit, _ring)(mask)
    small = np.asarray(cv2.resize(mask, (size, size), interpolation=cv2.INTER_AREA), np.float32) / np.float32(255)
    small.flags.writeable = False
    return small


def _fill(mask: NDArray[np.uint8], shape: NDArray[np.float64], ink: int = 255) -> None:
    """Fill a polygon given in units of half the square, y up."""
    half = len(mask) / 2
    pixels = np.column_stack([half + shape[:, 0] * half, half - shape[:, 1] * half])
    cv2.fillPoly(mask, [np.round(pixels).astype(np.int32)], ink)


def _disc(x: float, y: float, radius: float) -> NDArray[np.float64]:
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + radius * np.cos(turns), y + radius * np.sin(turns)])


def _sun(mask: NDArray[np.uint8]) -> None:
    """A disc with rays."""
    turns = np.arange(24) * np.pi / 12
    reach = np.where(np.arange(24) % 2, 0.62, 0.98)
    _fill(mask, np.column_stack([reach * np.cos(turns), reach * np.sin(turns)]))
    _fill(mask, _disc(0, 0, 0.66))


def _moon(mask: NDArray[np.uint8]) -> None:
    """A crescent."""
    _fill(mask, _disc(0, 0, 0.9))
    _fill(mask, _disc(0.38, 0.2, 0.74), 0)


def _crown(mask: NDArray[np.uint8]) -> None:
    """A band with three points."""
    _fill(mask, np.array([(-0.8, -0.6), (0.8, -0.6), (0.95, 0.5), (0.45, 0.0), (0, 0.75), (-0.45, 0.0), (-0.95, 0.5)]))


def _arms(mask: NDArray[np.uint8]) -> None:
    """A lily as on a coat of arms: three leaves and a cross-bar."""
    _fill(mask, np.array([(0, 0.98), (0.26, 0.4), (0.12, -0.1), (-0.12, -0.1), (-0.26, 0.4)]))
    for side in (-1, 1):
        leaf = np.array([(0.14, 0.0), (0.4, 0.52), (0.8, 0.5), (0.92, 0.1), (0.66, -0.12), (0.6, 0.14), (0.3, -0.1)])
        _fill(mask, leaf * (side, 1))
        _fill(mask, np.array([(0.06, -0.2), (0.46, -0.75), (0.1, -0.6)]) * (side, 1))
    _fill(mask, np.array([(-0.46, -0.08), (0.46, -0.08), (0.46, -0.26), (-0.46, -0.26)]))
    _fill(mask, np.array([(-0.1, -0.2), (0.1, -0.2), (0, -0.98)]))


def _ring(mask: NDArray[np.uint8]) -> None:
    _fill(mask, _disc(0, 0, 0.8))
    _fill(mask, _disc(0, 0, 0.55), 0)
