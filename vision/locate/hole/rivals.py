"""A placement held against those beside it: what the network that reads boards makes of it and of them.

Beside it lie those a row off, in six directions, and those whose places lie between its own.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from rules.geometry import Board
from vision.calibration import Calibration, Points
from vision.locate.fit import shifted
from vision.locate.hole import settings
from vision.locate.hole.lines import A_ROW_OFF, BETWEEN, lines_end
from vision.locate.hole.pieces import completes
from vision.locate.hole.search import Find, look_closer, proven
from vision.locate.hole.sense import Sense, begins, clearer, decided, doubts, keeps_pieces, sense
from vision.locate.hole.stars import Stars
from vision.locate.hole.template import holes_end
from vision.locate.hole.view import leaning
from vision.pictures import Picture

A_ROW = len(A_ROW_OFF)
"""So many placements lie a row off one."""


class Asked(NamedTuple):
    """A placement, and what sense the network makes of it."""

    calibration: Calibration
    sense: Sense


def between(calibration: Calibration) -> list[Calibration]:
    """The placements between its places, but those where the heads of tall pieces would lie: a board of heads and bare
    wood makes perfect sense, too.
    """
    lean = leaning(calibration)
    return [shifted(calibration, *way) for way in BETWEEN if not along(lean, np.array(way))]


def along(lean: Points, way: Points) -> bool:
    """Whether ``way`` is one in which tall pieces ``lean``; none is where the camera looks straight down."""
    return bool(lean @ way > settings.LEANING * np.hypot(*lean) * np.hypot(*way))


def makes_some(own: Sense) -> bool:
    """Whether a placement makes any sense, beside what a hand covers."""
    return own.undecided - own.covered <= settings.SENSE_SOME


def outdone(own: float, other: float) -> bool:
    """Whether a placement of the doubt ``other`` makes perfect sense, and far more than one of the doubt ``own``."""
    return other <= settings.SENSE_PLAIN < own and clearer(other, own)


class _Held(NamedTuple):
    """A find held against placements beside it, the first of them a row off, then those between its places.

    ``own`` and ``others``: how little sense it and each of these make; ``clear``: than which of them it makes far more;
    ``some``: whether it makes any; ``begun``: whether it shows a game's beginning.
    """

    find: Find
    own: float
    others: list[float]
    clear: list[bool]
    some: bool
    begun: bool

    @property
    def acceptable(self) -> bool:
        """Whether what is round would do by itself."""
        return self.find.proof.strength >= settings.ACCEPT

    @property
    def is_star(self) -> bool:
        """Whether it ends like a star: enough of its points show.

        Where few do, nothing but their pieces proves that; or that it makes perfect sense, or where round things would
        do, far more than all around it.
        """
        most = settings.SENSE_MOST if self.acceptable else settings.SENSE_PLAIN
        return self.find.proof.points >= settings.POINTS or (self.own <= most and all(self.clear))

    @property
    def rows_wanted(self) -> float:
        """The share of the placements a row off than which it must make far more sense: less the more certain it is."""
        short = (settings.CERTAIN - self.find.proof.strength) / (settings.CERTAIN - settings.ACCEPT)
        return settings.SENSE_ROWS * min(short, 1.0)

    @property
    def stands(self) -> bool:
        """Whether enough speaks for it: round things and sense, or more than either."""
        likely = self.some and np.mean(self.clear[:A_ROW]) >= self.rows_wanted
        # Tall pieces seen aslant leave the network undecided, but far more so all around.
        borne_out = self.acceptable and self.is_star and (likely or all(self.clear))
        # Rings that touch leave what is round between them, too.
        return (borne_out or self.find.certain or self.begun) and not outdone(self.own, min(self.others))

    @property
    def will_do(self) -> bool:
        """Whether it makes such sense that little else need speak for it, nothing beside it making more."""
        sure = self.own <= settings.SENSE_MOST and self.find.proof.strength >= settings.SENSE_STRENGTH
        return self.is_star and sure and all(self.clear[:A_ROW])


def sensible(picture: Picture, board: Board, find: Find, own: Sense, stars: Stars) -> Find | None:
    """The placement, or one beside it, that makes far more sense than most a row off; where little else speaks for it,
    than all around it, or that a game's beginning, its pieces, lines or faint holes prove. None if there is none.

    ``own``: what sense it makes; ``stars``: those that show in the picture.
    """
    for _ in range(settings.SENSE_MOVES):
        rows = (shifted(find.calibration, x, y) for x, y in A_ROW_OFF)
        placed = [Asked(find.calibration, own), *(Asked(one, sense(picture, board, one)) for one in rows)]
        begun = next((at for at, one in enumerate(placed) if begins(one.sense, board)), None)
        if begun:  # a row off
            find, own = proven(picture, board, placed[begun].calibration), placed[begun].sense
            continue
        if _proves_itself(picture, board, find, placed, stars):
            return find
        placed += [Asked(one, sense(picture, board, one)) for one in between(find.calibration)]
        doubt, *others = doubts([one.sense for one in placed]).tolist()
        clear = [clearer(doubt, other) for other in others]
        held = _Held(find, doubt, others, clear, makes_some(own), begun == 0)
        if held.stands:
            return find
        if doubt <= min(others):
            return find if held.will_do else None
        if not clearer(min(others), doubt):
            return None
        find, own = made_sense(picture, board, *placed[1 + others.index(min(others))])
    return None


def _proves_itself(picture: Picture, board: Board, find: Find, placed: Sequence[Asked], stars: Stars) -> bool:
    """Whether a find's pieces prove it, or the star that shows about it, or that its lines or its faint holes end
    where a star does.

    ``placed``: where it lies, and a row off each way.
    """
    own, *rows = (one.sense for one in placed)
    acceptable = find.proof.strength >= settings.ACCEPT
    share = settings.CROWD_ROUND if acceptable else settings.CROWD
    empty = [(one.calibration, one.sense.empty) for one in placed]
    return (
        keeps_pieces(own, rows, share)
        or completes(picture, board, find.calibration, own, rows)
        or (acceptable and stars.about(find.calibration))
        or (decided(own) and (lines_end(picture, board, find.calibration) or holes_end(picture, board, empty)))
    )


def made_sense(picture: Picture, board: Board, placed: Calibration, rough: Sense) -> tuple[Find, Sense]:
    """The placement fitted to what is round, or as it was if it made far more sense, and what sense that makes:
    the heads of tall pieces may lead a row off. ``rough``: what it makes as it is.
    """
    find = look_closer(picture, board, placed)
    own = sense(picture, board, find.calibration)
    return (proven(picture, board, placed), rough) if clearer(rough.undecided, own.undecided) else (find, own)
