"""Lattices of squares that a board's outline suggests: where its lines are too faint, its shape may still be plain.

The picture is cut in light and dark, red and green, blue and yellow, at several levels each. A region whose hull has
the corners of the board's own hull may be the board.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import units
from vision.locate import settings
from vision.locate.fit import coincide, homography, shortest_side
from vision.pictures import Picture

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


def shrunk(picture: Picture, side: float) -> tuple[Picture, Floats]:
    """The picture with its longer side no longer than ``side``, and the way (3 × 3) from its pixels to those before."""
    height, width = picture.shape[:2]
    scale = min(1.0, side / max(width, height))
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    middle = (1 / scale - 1) / 2
    return picture, np.array([[1 / scale, 0, middle], [0, 1 / scale, middle], [0, 0, 1]])


def outlined(picture: Picture, board: Board) -> list[Floats]:
    """The ways (3 × 3) from lattice nodes, the board's middle near node 0, 0, to pixels: the plainest regions first."""
    small, full = shrunk(picture, settings.OUTLINE_SIDE)
    nodes, share = _hull(board)
    likely = polygons(regions(small, settings.OUTLINE_AREA), len(nodes), share)[: settings.OUTLINES]
    return [full @ way for corners in likely for way in ways(nodes, corners, board.turns)]


def polygons(
    contours: Iterable[NDArray[np.int32]], count: int, share: float, filled: float = settings.HULL_FILLED
) -> list[Floats]:
    """The corners (``count`` × 2) of regions whose hull has so many, each once, the plainest first.

    Such a region fills the ``share`` of its hull, give or take ``filled``.
    """
    found: list[tuple[float, Floats]] = []
    for contour in contours:
        hull = cv2.convexHull(contour)
        size = cv2.contourArea(hull)
        if len(hull) < count or abs(cv2.contourArea(contour) / size - share) > filled:
            continue
        polygon = cv2.approxPolyN(hull, count, epsilon_percentage=-1.0, ensure_convex=True)
        corners = polygon.reshape(-1, 2).astype(np.float64)
        if len(corners) != count:
            continue
        # approxPolyN keeps all of the region within; what it adds tells how unlike the shapes are.
        added = cv2.contourArea(corners.astype(np.float32)) / size - 1
        if added < settings.HULL_ADDED and not any(_same(corners, other) for _, other in found):
            found.append((added, corners))
    return [corners for _, corners in sorted(found, key=lambda one: one[0])]


def _hull(board: Board) -> tuple[Floats, float]:
    """Corners of the board's hull in nodes about its middle, n × 2, counter-clockwise; the share of it on squares."""
    squares = units(board)
    low = squares.min(0) - 0.5
    around = np.array([(dx, dy) for dx in (-0.5, 0.5) for dy in (-0.5, 0.5)])
    corners = squares[:, None] + around - low - np.round(squares.mean(0) - low)
    hull = cv2.convexHull(corners.reshape(-1, 2).astype(np.float32))
    return hull.reshape(-1, 2).astype(np.float64), len(squares) / cv2.contourArea(hull)


def regions(picture: Picture, area: tuple[float, float]) -> Iterator[NDArray[np.int32]]:
    """Outlines of connected regions that take a share of the picture within ``area`` and do not touch its rim."""
    height, width = picture.shape[:2]
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    ball = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (settings.OUTLINE_GAPS,) * 2)
    least, most = (share * height * width for share in area)
    for channel in cv2.split(lab):
        shares = np.linspace(*settings.OUTLINE_BETWEEN, settings.OUTLINE_LEVELS)
        levels = np.unique(np.quantile(channel, shares).astype(int))
        for mask in cut(np.asarray(channel), levels.tolist(), np.asarray(ball, np.uint8)):
            for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
                if off_the_rim(cv2.boundingRect(contour), picture) and least < cv2.contourArea(contour) < most:
                    yield np.asarray(contour, np.int32)


def cut(channel: NDArray[Any], levels: Iterable[float], ball: Mask) -> Iterator[Mask]:
    """What of a channel (h × w) lies above each level, and what does not; gaps and specks within ``ball`` are gone."""
    for level in levels:
        for mask in (channel > level, channel <= level):
            closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, ball)
            yield np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, ball), np.uint8)


def off_the_rim(box: Sequence[int], picture: Picture) -> bool:
    """Whether a box (left, top, width, height) does not touch the rim of the picture (h × w × 3)."""
    (x, y, wide, high), (height, width) = box, picture.shape[:2]
    return min(x, y) > 0 and x + wide < width and y + high < height


def _same(one: Floats, other: Floats) -> bool:
    """Whether two regions have about the same corners."""
    return bool(coincide(one, other[None], settings.SAME_CORNERS * shortest_side(other)).any())


def as_run(nodes: Floats, corners: Floats) -> Floats:
    """The corners of a region in the order in which ``nodes`` run: rows of pixels go south, those of nodes north."""
    drawn, seen = (cv2.contourArea(hull.astype(np.float32), oriented=True) for hull in (nodes, corners))
    return corners[::-1] if drawn * seen > 0 else corners


def ways(nodes: Floats, corners: Floats, turns: int) -> Iterator[Floats]:
    """Ways from nodes to pixels that lead each corner to one, but for ``turns`` that look alike."""
    corners = as_run(nodes, corners)
    for first in range(len(nodes) // turns):
        yield homography(nodes, np.roll(corners, first, axis=0))
