"""Which of the things found on a board are holes, and which are lifted."""

import numpy as np
from numpy.typing import NDArray

from rules.star.places import star_board
from vision.calibration import Calibration, units
from vision.locate.hole.parallax import surface
from vision.locate.hole.view import Spots

BOARD = star_board()
PLACED = Calibration(BOARD.name, np.array([[40.0, 0, 480], [0, -40, 360], [0, 0, 1]]), (960, 720))
EXACT = units(BOARD)
CAMERA = np.array([-2.0, -9.0])
"""The foot of a camera that looks from the south, in board units."""


def found(off: NDArray[np.float64], size: NDArray[np.int64]) -> Spots:
    """Something on every place, so far off it in pitches (n × 2), its rim of such a size (n)."""
    noise = np.random.default_rng(1).normal(0, 0.01, EXACT.shape)
    return Spots(np.arange(len(EXACT)), EXACT + off + noise, np.ones(len(EXACT)), size)


def leaning(which: NDArray[np.bool_], scale: float) -> NDArray[np.float64]:
    """How far what stands on these places is seen from them, n × 2."""
    return np.where(which[:, None], scale * (EXACT - CAMERA), 0.0)


def one_in(number: int) -> NDArray[np.bool_]:
    return np.arange(len(EXACT)) % number == 0


def test_pieces_are_brought_down_to_their_holes() -> None:
    pieces = one_in(4)
    down = surface(found(leaning(pieces, 0.03), np.where(pieces, 4, 1)), BOARD, PLACED)
    assert (down.piece > 0.5).tolist() == pieces.tolist()
    assert np.hypot(*(down.at - EXACT).T).max() < 0.1


def test_where_heads_were_taken_for_holes_the_board_comes_down_to_its_holes() -> None:
    bare = one_in(3)
    down = surface(found(leaning(bare, -0.03), np.where(bare, 1, 4)), BOARD, PLACED)
    assert (down.piece > 0.5).tolist() == (~bare).tolist()


def test_feet_and_shadows_below_the_board_lift_none_of_its_holes() -> None:
    # Nothing was found on a third of the places: heads of tall pieces are seen too far from them.
    shadows, seen = one_in(16), ~one_in(3)
    all_ = found(leaning(shadows, -0.03), np.where(shadows, 3, 1))
    down = surface(Spots(*(part[seen] for part in (all_.index, all_.at, all_.strength, all_.size))), BOARD, PLACED)
    assert np.hypot(*(down.at - EXACT[seen])[~shadows[seen]].T).max() < 0.05
