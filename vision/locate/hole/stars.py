"""Where a star lies whose holes do not show at all, by its shape: a board cut out as one, a star of one colour painted
on a board, or points painted in several.

How far the outermost places lie within it no outline tells.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np

from rules.geometry import Board
from vision.calibration import Calibration
from vision.locate.fit import fit, same, scaled
from vision.locate.hole import line_settings, settings
from vision.locate.hole.points import points, stars_of_points
from vision.locate.hole.sense import sense
from vision.locate.outlines import Floats, polygons, regions, shrunk, ways
from vision.locate.settings import OUTLINE_AREA, OUTLINE_SIDE
from vision.pictures import Picture
from vision.readers.patches import sample


class _Laid(NamedTuple):
    """A star moved onto the picture's edges near its own.

    ``share``: of the contrast that was found near its edges, how much lies on them; ``around``: on how much of the
    edges of each of its points, as a share, the contrast is greatest just there, the plainest first.
    """

    star: Calibration
    share: float
    around: Floats

    @property
    def shows(self) -> bool:
        """Whether its edges show nearly all around."""
        return self.share >= settings.STAR_SHOWS and float(self.around.mean()) >= settings.STAR_AROUND

    @property
    def shows_in_part(self) -> bool:
        """Whether they do, or those of two points wholly: others may lie under a hand, or have the board's colour."""
        two = self.share >= settings.STAR_SHOWS and float(self.around[:2].mean()) >= settings.STAR_PLAINLY
        return self.shows or two


class Stars:
    """The stars that show in a picture (H × W × 3): looked for when they are first asked about, and only once."""

    def __init__(self, picture: Picture, board: Board) -> None:
        self._picture = picture
        self._board = board

    @property
    def all(self) -> list[Calibration]:
        """Those whose edges show nearly all around, the plainest first, as if the board's tips lay on theirs."""
        return [one.star for one in self._laid if one.shows]

    def about(self, calibration: Calibration) -> bool:
        """Whether one shows about the board where ``calibration`` has it, as far out as stars reach beyond places."""
        return any(
            same(calibration, scaled(star, out), self._board, settings.SAME)
            for star in self.all
            for out in settings.STAR_WITHIN
        )

    def boards(self) -> Iterator[Calibration]:
        """Where a board may lie within those that may be stars, near enough to be fitted."""
        likely = self._laid[: settings.STARS_WITHIN]
        return (scaled(one.star, share) for one in likely for share in settings.STAR_WITHIN[::2])

    def board_within(self) -> Calibration | None:
        """A board of which hardly more shows than its shape, or part of that, and pieces; None if there is none.

        How large it is within its shape the network tells, which must make much sense of the pieces there.
        """
        for star in (one.star for one in self._laid if one.shows_in_part):
            senses = [sense(self._picture, self._board, scaled(star, share)) for share in settings.STAR_WITHIN]
            hidden = (settings.STAR_HAND * min(one.covered, settings.STAR_HIDDEN) for one in senses)
            doubts = np.array([one.undecided - share for one, share in zip(senses, hidden, strict=True)])
            doubts[[one.pieces < settings.STAR_PIECES * one.places for one in senses]] = 1.0
            for enough in (settings.SENSE_PLAIN, settings.STAR_PLAIN):
                if doubts.min() <= enough:
                    middle = float(np.mean(np.array(settings.STAR_WITHIN)[doubts <= enough]))
                    return replace(scaled(star, middle), confidence=settings.STAR_SURE)
        return None

    @cached_property
    def _laid(self) -> list[_Laid]:
        """All that may be stars, the plainest first."""
        laid = _of_regions(self._picture, self._board)
        return sorted((one for one in laid if one.share >= settings.STAR_PERHAPS), key=lambda one: -one.share)


def _of_regions(picture: Picture, board: Board) -> list[_Laid]:
    """Where a star may lie by the regions of the picture that have its shape, or that of its points; on their edges."""
    small, full = shrunk(picture, OUTLINE_SIDE)
    tips = points(board)[:, 1]
    whole = polygons(regions(small, OUTLINE_AREA), len(tips), settings.STAR_FILLS)[: settings.STARS]
    found = [way for corners in whole for way in ways(tips, corners, len(tips))]
    size = (picture.shape[1], picture.shape[0])
    both = (found, settings.EDGE_REACHES), (stars_of_points(small, board), settings.POINT_REACHES)
    return [
        _on_edges(picture, board, Calibration(board.name, full @ way, size), reaches)
        for some, reaches in both
        for way in some
    ]


@cache
def _edges(board: Board) -> tuple[Floats, Floats]:
    """Points on the edges of the board's star, n × 2, and the way across each, n × 2, of length 1."""
    begin, tip, end = points(board).transpose(1, 0, 2)
    from_, along = np.concatenate([begin, tip]), np.concatenate([tip - begin, end - tip])
    on = from_[:, None] + np.linspace(*settings.EDGE_PART, settings.EDGE_SAMPLES)[:, None] * along[:, None]
    across = np.stack([along[:, 1], -along[:, 0]], -1) / np.linalg.norm(along, axis=1)[:, None]
    return on.reshape(-1, 2), np.repeat(across, settings.EDGE_SAMPLES, 0)


def _on_edges(picture: Picture, board: Board, star: Calibration, reaches: tuple[float, ...]) -> _Laid:
    """The star laid on the edges near its own; ``reaches``: how far aside they are sought each time, in pitches."""
    on, across = _edges(board)
    share, around = 0.0, np.zeros(len(points(board)))
    for reach in reaches:
        count = round(reach / settings.EDGE_STEP) + 1
        aside = settings.EDGE_STEP * np.arange(-count - 1, count + 2)
        seen = sample(picture, star, on[:, None] + aside[:, None] * across[:, None], settings.EDGE_STEP)
        light = np.log(seen.astype(np.float64) + line_settings.DARK)
        steep, aside = np.linalg.norm(light[:, 2:] - light[:, :-2], axis=-1), aside[1:-1]
        best = (steep * np.exp(-np.square(aside / reach))).argmax(1)
        height, off = steep[np.arange(len(on)), best], aside[best]
        there = np.abs(off) < settings.EDGE_ON
        share = float(height[there].sum() / max(height.sum(), 1e-9))
        around = np.sort(there.reshape(2, len(around), -1).mean((0, 2)))[::-1]
        weight = height / np.maximum(height + np.median(height), 1e-9)
        star = fit(star, on, star.project(on + off[:, None] * across), weight)
    return _Laid(star, share, around)
