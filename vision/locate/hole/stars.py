"""Where a star lies whose holes do not show at all, by its shape: a board cut out as one, a star of one colour painted
on a board, or points painted in several.

How far the outermost places lie within it no outline tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import NamedTuple

import cv2
import numpy as np

from rules.geometry import Board
from vision.calibration import Calibration, corner_units
from vision.locate import settings
from vision.locate.fit import fit, homography, same, scaled
from vision.locate.hole import line_settings
from vision.locate.outlines import Floats, as_run, polygons, regions, shrunk, ways
from vision.locate.sense import sense
from vision.locate.square import settings as outlines
from vision.locate.symmetry import Image
from vision.readers.patches import sample


class _Laid(NamedTuple):
    """A star moved onto the picture's edges near its own.

    ``share``: of the contrast that was found near its edges, how much lies on them; ``around``: on how much of its
    edges, as a share, the contrast is greatest just there.
    """

    star: Calibration
    share: float
    around: float


class Stars:
    """The stars that show in a picture (H × W × 3): looked for when they are first asked about, and only once."""

    def __init__(self, picture: Image, board: Board) -> None:
        self._picture = picture
        self._board = board

    @property
    def all(self) -> list[Calibration]:
        """The plainest first, as if the board's tips lay on theirs."""
        return [one.star for one in self._laid]

    def about(self, calibration: Calibration) -> bool:
        """Whether one shows about the board where ``calibration`` has it, as far out as stars reach beyond places."""
        return any(
            same(calibration, scaled(one.star, out), self._board, settings.SAME)
            for one in self._laid
            if one.around >= settings.STAR_AROUND
            for out in settings.STAR_WITHIN
        )

    def boards(self) -> Iterator[Calibration]:
        """Where a board may lie within each, near enough to be fitted."""
        return (scaled(star, share) for star in self.all for share in settings.STAR_WITHIN[::2])

    def board_within(self) -> Calibration | None:
        """A board of which hardly more shows than its shape and pieces; None if there is none.

        How large it is within its shape the network tells, which must make perfect sense of the pieces there.
        """
        for star in self.all:
            senses = [sense(self._picture, self._board, scaled(star, share)) for share in settings.STAR_WITHIN]
            plain = [
                one.undecided <= settings.SENSE_PLAIN and one.pieces >= settings.STAR_PIECES * one.places
                for one in senses
            ]
            if any(plain):
                middle = float(np.mean(np.array(settings.STAR_WITHIN)[plain]))
                return replace(scaled(star, middle), confidence=settings.STAR_SURE)
        return None

    @cached_property
    def _laid(self) -> list[_Laid]:
        """Those whose edges show, the plainest first."""
        picture, board = self._picture, self._board
        laid = (_on_edges(picture, board, star) for star in _of_regions(picture, board))
        return sorted((one for one in laid if one.share >= settings.STAR_SHOWS), key=lambda one: -one.share)


def _of_regions(picture: Image, board: Board) -> list[Calibration]:
    """Where a star may lie by the regions of the picture that have its shape, or that of its points."""
    small, full = shrunk(picture, outlines.OUTLINE_SIDE)
    tips = _points(board)[:, 1]
    painted, whole = settings.POINT_AREA, outlines.OUTLINE_AREA
    contours = list(regions(small, (painted[0], whole[1])))
    takes = np.array([cv2.contourArea(contour) for contour in contours]) / (small.shape[0] * small.shape[1])
    large = [contour for contour, share in zip(contours, takes, strict=True) if whole[0] < share]
    fine = [contour for contour, share in zip(contours, takes, strict=True) if share < painted[1]]
    found = [
        way
        for corners in polygons(large, len(tips), settings.STAR_FILLS)[: settings.STARS]
        for way in ways(tips, corners, len(tips))
    ]
    found += _of_points(polygons(fine, 3, 1.0, settings.POINT_FILLED), board)
    size = (picture.shape[1], picture.shape[0])
    return [Calibration(board.name, full @ way, size) for way in found]


@cache
def _points(board: Board) -> Floats:
    """The points of the board, counter-clockwise: n × 3 × 2, where one begins, its tip, and where it ends."""
    tips = corner_units(board)
    tips = tips[np.argsort(np.arctan2(*tips.T[::-1]))]
    between = (tips + np.roll(tips, -1, 0)) / 3
    return np.stack([np.roll(between, 1, 0), tips, between], 1)


def _of_points(triangles: Sequence[Floats], board: Board) -> list[Floats]:
    """The ways (3 × 3) from board units to pixels by triangles that are points of one star: most points first."""
    points = _points(board)
    turned = np.array([np.roll(as_run(points[0], one), turn, 0) for one in triangles for turn in range(3)])
    found: list[tuple[int, float, Floats]] = []
    for first in turned:
        side = float(np.hypot(*(first - np.roll(first, 1, 0)).T).min())
        affine = cv2.getAffineTransform(points[0].astype(np.float32), first.astype(np.float32))
        expected = points @ affine[:, :2].T + affine[:, 2]
        away = np.linalg.norm(turned[None] - expected[:, None], axis=-1).max(-1)
        seen = away.min(1) < settings.POINT_OFF * side
        if seen.sum() >= settings.STAR_POINTS:
            way = homography(points[seen].reshape(-1, 2), turned[away.argmin(1)[seen]].reshape(-1, 2))
            found.append((int(seen.sum()), float(away.min(1)[seen].mean()) / side, way))
    found.sort(key=lambda one: (-one[0], one[1]))
    return [way for _, _, way in found[: settings.STARS]]


@cache
def _edges(board: Board) -> tuple[Floats, Floats]:
    """Points on the edges of the board's star, n × 2, and the way across each, n × 2, of length 1."""
    begin, tip, end = _points(board).transpose(1, 0, 2)
    from_, along = np.concatenate([begin, tip]), np.concatenate([tip - begin, end - tip])
    on = from_[:, None] + np.linspace(*settings.EDGE_PART, settings.EDGE_SAMPLES)[:, None] * along[:, None]
    across = np.stack([along[:, 1], -along[:, 0]], -1) / np.linalg.norm(along, axis=1)[:, None]
    return on.reshape(-1, 2), np.repeat(across, settings.EDGE_SAMPLES, 0)


def _on_edges(picture: Image, board: Board, star: Calibration) -> _Laid:
    """The star laid on the edges near its own."""
    on, across = _edges(board)
    share = around = 0.0
    for reach in settings.EDGE_REACHES:
        count = round(reach / settings.EDGE_STEP) + 1
        aside = settings.EDGE_STEP * np.arange(-count - 1, count + 2)
        seen = sample(picture, star, on[:, None] + aside[:, None] * across[:, None], settings.EDGE_STEP)
        light = np.log(seen.astype(np.float64) + line_settings.DARK)
        steep, aside = np.linalg.norm(light[:, 2:] - light[:, :-2], axis=-1), aside[1:-1]
        best = (steep * np.exp(-np.square(aside / reach))).argmax(1)
        height, off = steep[np.arange(len(on)), best], aside[best]
        there = np.abs(off) < settings.EDGE_ON
        share, around = float(height[there].sum() / max(height.sum(), 1e-9)), float(there.mean())
        weight = height / np.maximum(height + np.median(height), 1e-9)
        star = fit(star, on, star.project(on + off[:, None] * across), weight)
    return _Laid(star, share, around)
