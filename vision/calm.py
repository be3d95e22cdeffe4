"""One calm picture out of several: while nothing moves, noise averages out, and what it hid can be told."""

from collections.abc import Iterable

import cv2
import numpy as np

from vision import settings
from vision.pictures import Picture


def calm(first: Picture, others: Iterable[Picture]) -> Picture:
    """The mean of ``first`` and those ``others`` that come before something moves, or the camera changes its size."""
    before = _coarse(first)
    total, count = first.astype(np.uint16), 1
    for picture in others:
        if picture.shape != first.shape or _moves(before, _coarse(picture)):
            break
        total, count = np.asarray(cv2.add(total, picture, dtype=cv2.CV_16U), np.uint16), count + 1
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / count), np.uint8)


def _coarse(picture: Picture) -> Picture:
    """The picture in few large cells, which hardly show any noise."""
    height, width = picture.shape[:2]
    shrunk = settings.CALM_SIDE / max(height, width)
    size = max(round(width * shrunk), 1), max(round(height * shrunk), 1)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _moves(before: Picture, after: Picture) -> bool:
    """Whether some cell changes by more than noise, or light that changes everywhere, makes all of them change."""
    away = cv2.absdiff(before, after).max(axis=2)
    return bool(away.max() > settings.CALM_LEVEL + settings.CALM_TIMES * np.median(away))
