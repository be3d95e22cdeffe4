"""Where an index lies on its card, and how the card's patch around it is cut out of a picture.

A *frame* is six numbers: the pixel of the index, the card's width and its height there as vectors (right and down as
the index is read). Shares of the width and of the height say where something is on a card, from its top left corner.
"""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

Frames: TypeAlias = NDArray[np.float64]
"""n × 6: x, y, the width's x, y, the height's x, y."""
Singles: TypeAlias = NDArray[np.float32]

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
"""In the networks' order."""

ANCHOR = (0.10, 0.14)
"""The middle of an index on its card."""

CELL = 8
"""Pixels of a picture to one answer of the finder."""
UNIT = 100.0
"""The finder tells a card's sides in so many pixels."""
NARROWEST, WIDEST = 62.0, 150.0
"""A card must be about as many pixels wide for the finder to see it; other cards need another scale."""

PATCH = (88, 112)
"""Width and height of the patch that is read, in pixels."""
LEFT, TOP, RIGHT, BOTTOM = -0.03, -0.02, 0.60, 0.56
"""The part of the card in the patch: its index, and the pips beside it."""

NUDGE_UNIT = 10.0
"""What is told of how a patch lies off is so many times larger than shares of its sides."""

PROPORTION = 88 / 60
"""A card's height to its width: from bridge cards to poker cards."""


def widths(frames: Frames) -> NDArray[np.float64]:
    """How wide each card appears, in pixels, tilt evened out."""
    area = np.abs(frames[:, 2] * frames[:, 5] - frames[:, 3] * frames[:, 4])
    return np.asarray(np.sqrt(area / PROPORTION))


def on_card(frame: NDArray[np.float64], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels of points of a card, n × 2, given as shares of its width and height."""
    away = shares - np.array(ANCHOR)
    there: NDArray[np.float64] = frame[:2] + away[:, :1] * frame[2:4] + away[:, 1:] * frame[4:6]
    return there


def nudged(frame: NDArray[np.float64], nudge: NDArray[np.float64]) -> NDArray[np.float64]:
    """A frame put right: moved by the first two numbers, in its sides, and its sides mixed by the others."""
    sides = frame[2:].reshape(2, 2)
    nudge = nudge / NUDGE_UNIT
    better = sides + nudge[2:].reshape(2, 2) @ sides
    return np.concatenate([frame[:2] + nudge[:2] @ sides, better.ravel()])


def cut(picture: Picture, frame: NDArray[np.float64]) -> Picture:
    """The patch of a card about its index, upright: `PATCH` pixels."""
    corners = on_card(frame, np.array([(LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM)])).astype(np.float32)
    width, height = PATCH
    way = cv2.getAffineTransform(corners, np.array([(0, 0), (width, 0), (0, height)], np.float32) - np.float32(0.5))
    patch = cv2.warpAffine(picture, way, PATCH, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(patch, np.uint8)


def prepared_patches(patches: NDArray[np.uint8]) -> Singles:
    """Patches (BGR, n × h × w × 3) as the namer wants them: n × 3 × h × w, each as varied as any other."""
    values = patches.astype(np.float32)
    values -= values.mean((1, 2, 3), keepdims=True)
    values /= values.std((1, 2, 3), keepdims=True) + np.float32(4)
    return np.ascontiguousarray(values.transpose(0, 3, 1, 2))


def prepared_picture(picture: Picture) -> Singles:
    """A picture (BGR) as the finder wants it: 1 × 3 × h × w."""
    return np.ascontiguousarray(((picture.astype(np.float32) - 110) / 64).transpose(2, 0, 1)[None])
