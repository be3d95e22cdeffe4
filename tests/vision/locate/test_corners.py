"""People click corners of their board: it lies where they clicked, whichever board it is and however it is turned."""

import numpy as np
import pytest

from rules import catalogue
from rules.geometry import Board
from vision.calibration import corner_units
from vision.locate import BoardNotFound, from_corners
from vision.locate.fit import homography
from vision.locate.hole.lattice import project

BOARDS = [catalogue.game(name).board for name in ("star", "piecepack", "mandarin")]
SIZE = (960, 720)


def seen(board: Board, turn: float, *, mirrored: bool = False) -> dict[str, tuple[float, float]]:
    """The corners of a board in the middle of a picture taken from aslant, turned by so many radians."""
    units = corner_units(board)
    middle = (units.max(0) + units.min(0)) / 2
    scale = 500 / np.ptp(units, axis=0).max()
    x, y = ((units - middle) * scale @ [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]).T
    depth = 1 + y / 4000
    pixels = np.column_stack([480 + (-x if mirrored else x) / depth, 360 - 0.7 * y / depth])
    return {name: (float(u), float(v)) for name, (u, v) in zip(board.corners, pixels, strict=True)}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
@pytest.mark.parametrize("turn", [0.0, 1.0, 3.0])
def test_the_board_lies_where_its_corners_were_clicked(board: Board, turn: float) -> None:
    clicks = seen(board, turn)
    found = from_corners(board, clicks, SIZE)
    assert found.corners(board) == pytest.approx(np.array(list(clicks.values())), abs=0.5)
    two = dict(list(clicks.items())[:: len(clicks) // 2][:2])
    assert from_corners(board, two, SIZE).corners(board).shape == (len(clicks), 2)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_corners_clicked_the_wrong_way_round_are_refused(board: Board) -> None:
    with pytest.raises(BoardNotFound, match="turned round"):
        from_corners(board, seen(board, 0.4, mirrored=True), SIZE)


@pytest.mark.filterwarnings("error")
def test_points_that_all_fall_onto_one_lead_nowhere_and_say_so_without_a_warning() -> None:
    line = np.arange(12)[:, None] * np.array([1.0, 0.0])
    matrix = homography(line, np.full((12, 2), 5.0))
    assert np.isfinite(matrix).all()
    assert np.isnan(project(matrix, line)).all()
