"""Triangles of one colour, and the star whose points they are: boards whose points are painted, seen from far away,
half under a hand, full of pieces.

The picture is cut at many levels in light and dark, red and green, blue and yellow, and besides wherever its colours
change. Of what is left many parts are about triangular; those that lie as the points of one star do are its points.
"""

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np

from rules.geometry import Board
from vision.calibration import corner_units
from vision.locate.fit import coincide, homography, shortest_side
from vision.locate.hole import settings
from vision.locate.outlines import Floats, Mask, as_run, cut, off_the_rim
from vision.pictures import Picture


@cache
def points(board: Board) -> Floats:
    """The points of the board, counter-clockwise: n × 3 × 2, where one begins, its tip, and where it ends."""
    tips = corner_units(board)
    tips = tips[np.argsort(np.arctan2(*tips.T[::-1]))]
    between = (tips + np.roll(tips, -1, 0)) / 3
    return np.stack([np.roll(between, 1, 0), tips, between], 1)


def stars_of_points(picture: Picture, board: Board) -> list[Floats]:
    """The ways (3 × 3) from board units to pixels by triangles that are points of one star, most points first."""
    own = points(board)
    triangles = _triangles(picture)
    turned = np.array([np.roll(as_run(own[0], one), turn, 0) for one in triangles for turn in range(3)])
    found: list[tuple[int, float, Floats]] = []
    for first in turned:
        side = shortest_side(first)
        way = np.vstack([cv2.getAffineTransform(own[0].astype(np.float32), first.astype(np.float32)), (0, 0, 1)])
        for _ in range(settings.POINT_ROUNDS):
            # The far ones are smaller than one of them has it, until some others tell how much.
            away = np.linalg.norm(turned[None] - _seen(way, own)[:, None], axis=-1).max(-1)
            seen = away.min(1) < settings.POINT_OFF * side
            if seen.sum() < 2:
                break
            way = homography(own[seen].reshape(-1, 2), turned[away.argmin(1)[seen]].reshape(-1, 2))
            if seen.sum() >= settings.STAR_POINTS:
                found.append((int(seen.sum()), float(away.min(1)[seen].mean()) / side, way))
    found.sort(key=lambda one: (-one[0], one[1]))
    each: list[Floats] = []
    taken = np.zeros((0, len(own), 2))
    for _, _, way in found:
        tips = _seen(way, own)[:, 1]
        if not coincide(tips, taken, settings.POINT_SAME * shortest_side(tips)).any():
            each.append(way)
            taken = np.concatenate([taken, tips[None]])
        if len(each) == settings.POINT_STARS:
            break
    return each


def _seen(way: Floats, own: Floats) -> Floats:
    """Points of stars, n × 3 × 2, where ``way`` (3 × 3) brings them."""
    there = own @ way[:, :2].T + way[:, 2]
    return np.asarray(there[..., :2] / there[..., 2:])


def _triangles(picture: Picture) -> Floats:
    """What is about triangular, each once, of very many the plainest: n × 3 × 2."""
    each, fills = np.zeros((0, 3, 2)), list[float]()
    for part, corner in _parts(picture):
        found = _triangle(part, corner)
        if found and not coincide(found[0], each, settings.POINT_AGAIN * shortest_side(found[0])).any():
            each = np.concatenate([each, found[0][None]])
            fills.append(found[1])
    plainest = np.argsort(fills, kind="stable")[::-1][: settings.MOST_TRIANGLES]
    return each[np.sort(plainest)]


def _triangle(part: Mask, corner: tuple[int, int]) -> tuple[Floats, float] | None:
    """The corners (3 × 2) of a part of a picture if it is about a triangle, and how far it fills that; None if not.

    ``part`` begins at ``corner``.
    """
    hull = cv2.convexHull(cv2.findNonZero(part))
    size = cv2.contourArea(hull)
    around, corners = cv2.minEnclosingTriangle(hull.astype(np.float32))
    if size <= settings.POINT_HULL * around or part.sum() < settings.POINT_FILLED * size:  # a line has no area
        return None
    return np.asarray(corners, np.float64).reshape(3, 2) + corner, size / around


def _parts(picture: Picture) -> Iterator[tuple[Mask, tuple[int, int]]]:
    """Connected parts as large as a point may be which do not touch the picture's rim, and where each begins."""
    height, width = picture.shape[:2]
    least, most = (share * height * width for share in settings.POINT_AREA)
    for mask in _masks(picture):
        # Points of a star touch at their corners, and are not one for it.
        _, numbers = cv2.connectedComponents(mask, connectivity=4)
        # OpenCV's own statistics of all parts take twice as long as all else here.
        sizes = np.bincount(numbers.ravel())
        for number in np.flatnonzero((sizes > least) & (sizes < most)).tolist():
            part = (numbers == number).astype(np.uint8)
            x, y, wide, high = box = cv2.boundingRect(part)
            if off_the_rim(box, picture):
                yield np.ascontiguousarray(part[y : y + high, x : x + wide]), (x, y)


def _masks(picture: Picture) -> Iterator[Mask]:
    """The picture cut by its levels, and where its colours change."""
    ball = np.ones((settings.POINT_GAPS, settings.POINT_GAPS), np.uint8)
    smooth = cv2.cvtColor(cv2.medianBlur(picture, settings.POINT_MEDIAN), cv2.COLOR_BGR2LAB)
    for channel in cv2.split(smooth):
        low, high = np.quantile(channel, settings.POINT_LEVELS)
        yield from cut(np.asarray(channel), np.linspace(low, high, settings.POINT_CUTS + 2)[1:-1], ball)
    for smoothed in settings.POINT_SMOOTHED:
        colours = cv2.cvtColor(cv2.medianBlur(picture, smoothed), cv2.COLOR_BGR2LAB).astype(np.float32)
        colours[..., 0] /= 2
        steps = np.zeros(picture.shape[:2], np.float32)
        steps[:, 1:] = np.linalg.norm(np.diff(colours, axis=1), axis=-1)
        steps[1:] = np.maximum(steps[1:], np.linalg.norm(np.diff(colours, axis=0), axis=-1))
        for step in settings.POINT_STEPS:
            yield (steps < step).astype(np.uint8)
