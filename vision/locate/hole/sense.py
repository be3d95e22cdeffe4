"""Does a board make sense where it is said to lie? Where round things or lines leave doubt, the network that reads it
is asked.

It has seen thousands of boards lying exactly. A row off, holes beyond the board look covered or like nothing it knows,
and between the holes even more so: it is then less decided than where the board truly lies. Where light or paint hides
the holes it takes bare board for empty ones; but a row off it misses pieces that lie along the edge.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration
from vision.locate.hole import settings
from vision.pictures import Picture
from vision.readers.inference import softmax
from vision.readers.patches import in_picture
from vision.readers.unknown.grid import Augmentation, regions
from vision.readers.unknown.reading import looks


class Sense(NamedTuple):
    """What the network makes of a placement.

    ``undecided``: between empty and piece, 0 to 1, the mean over the ``places`` in the picture; covered ones fully.
    ``pieces``: how many it sees. ``covered``: the share of the places that it takes for covered. ``empty`` and
    ``held``: which of the board's places (n) in the picture it takes for empty ones, and for pieces.
    """

    undecided: float
    pieces: float
    places: int
    covered: float
    empty: NDArray[np.bool_]
    held: NDArray[np.bool_]

    @property
    def doubt(self) -> float:
        """How undecided it is, covered places left aside unless they are many: a hand may lie on any board."""
        return self.undecided - (self.covered if self.covered <= settings.SENSE_HIDDEN else 0.0)


def sense(picture: Picture, board: Board, calibration: Calibration) -> Sense:
    """What the network makes of ``board`` in ``picture`` (H × W × 3, BGR) where ``calibration`` has it."""
    return _senses(picture, board, calibration, settings.SENSE_AUGMENTATIONS)[0]


def least_doubt(picture: Picture, board: Board, calibration: Calibration, enough: float = 0.0) -> float:
    """How undecided the network is, a hand left aside, at that height above the board where it is least so.

    Heads of tall pieces seen far aslant are seen clearly at their own height, if the board lies right. Where it is less
    undecided than ``enough``, no further height is looked at.
    """
    least = 1.0
    for way in settings.HEADS_AUGMENTATIONS:
        (own,) = _senses(picture, board, calibration, (way,))
        least = min(least, own.undecided - own.covered)
        if least < enough:
            break
    return least


def _senses(picture: Picture, board: Board, calibration: Calibration, ways: tuple[Augmentation, ...]) -> list[Sense]:
    """What the network makes of a placement in each of these ways to show it."""
    shown = in_picture(calibration, board)
    if not shown.any():
        return [Sense(1.0, 0.0, 0, 0.0, shown, shown)] * len(ways)
    return [_sense_of(view.kinds, shown) for view in looks(picture, calibration, board, ways)]


def _sense_of(kinds: NDArray[np.float32], shown: NDArray[np.bool_]) -> Sense:
    """The sense that the network makes of places (n × 3, logits) of which some are ``shown`` in the picture (n)."""
    chances = softmax(kinds[shown].astype(np.float64))
    undecided = 1 - np.abs(chances[:, 0] - chances[:, 1])
    covered = float((chances[:, 2] > 0.5).mean())
    empty, held = np.zeros((2, len(shown)), np.bool_)
    empty[shown], held[shown] = (chances[:, :2] > 0.5).T
    return Sense(float(undecided.mean()), float(chances[:, 1].sum()), int(shown.sum()), covered, empty, held)


def doubts(rivals: Sequence[Sense], shown: Sequence[bool] = ()) -> NDArray[np.float64]:
    """How little sense each of rival placements (n) makes, 0 to 1.

    A piece that one surely shows and another does not counts as a place of which that is undecided. Surely: no other is
    far more decided, for between the holes of some boards the network sees more pieces than on them. ``shown``: which
    of them (n; none if left out) round things show so well that what is covered there, under a hand, is no doubt.
    """
    pairs = [(one.undecided, one.pieces / max(one.places, 1)) for one in rivals]
    undecided, shares = np.array(pairs).reshape(-1, 2).T
    surely = [one <= settings.CROWD_DOUBT and not clearer(undecided.min(), one) for one in undecided]
    most = shares[surely].max(initial=0)
    hidden = [one.covered if well else 0.0 for one, well in zip(rivals, shown, strict=True)] if shown else 0.0
    missed = np.maximum(most - shares - settings.CROWD, 0)
    return np.asarray(np.maximum(undecided - hidden, 0) + missed, np.float64)


def keeps_pieces(own: Sense, beside: Sequence[Sense], share: float = settings.CROWD) -> bool:
    """Whether the pieces prove a placement: it is decided, and all ``beside`` it leave as many off the board as
    ``share`` of its places.
    """
    least = own.pieces - share * own.places
    return decided(own) and least > max((one.pieces for one in beside), default=0)


def begins(own: Sense, board: Board) -> bool:
    """Whether a placement is decided and shows a game's beginning: some points full, and nothing anywhere else.

    No placement a row off shows that: pieces of every point lie outside it, or the heads of tall ones beside it. Gaps
    between rings that touch may. One place of a hundred may look otherwise, and a few lie outside the picture.
    """
    points = regions(board)
    full = np.isin(points, [point for point in range(points.max() + 1) if own.held[points == point].mean() > 0.5])
    odd = own.covered + float(((own.empty & full) | (own.held & ~full)).mean())
    outside = 1 - own.places / len(points)
    laid = odd <= settings.BEGINS_ODD and outside <= settings.SENSE_HIDDEN
    return decided(own) and laid and len(np.unique(points[full])) >= settings.FEWEST_POINTS


def decided(own: Sense) -> bool:
    """Whether the network knows what to make of a placement."""
    return own.doubt <= settings.CROWD_DOUBT


def clearer(one: float, other: float) -> bool:
    """Whether a placement of doubt ``one`` makes far more sense than one of doubt ``other``."""
    return one < settings.SENSE_PART * other or one < other - settings.SENSE_LEAD
