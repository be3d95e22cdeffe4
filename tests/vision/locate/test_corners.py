"""People click corners of their board: it lies where they clicked, whichever board it is and however it is turned."""

import numpy as np
import pytest

from rules import catalogue
from rules.geometry import Board
from vision.calibration import Calibration, corner_units
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


def test_whatever_clicks_are_accepted_can_be_read_again_tomorrow() -> None:
    star, chance, accepted = BOARDS[0], np.random.default_rng(5), 0
    for _ in range(400):
        clicks = {
            name: (float(x), float(y))
            for (name, spot) in seen(star, chance.uniform(0, 6)).items()
            for x, y in [np.clip(spot + chance.normal(0, 80, 2), 0, SIZE)]
            if chance.random() < 0.8
        }
        try:
            found = from_corners(star, clicks, SIZE)
        except BoardNotFound:
            continue
        accepted += 1
        assert not found.certain, "nobody has looked at a picture"
        assert Calibration.from_json(found.as_json(), star).size == SIZE
    assert accepted > 50


def test_four_clicks_that_would_throw_some_holes_far_away_are_refused() -> None:
    clicks = {"S": (389.0, 471.0), "SE": (1061.0, 670.0), "NW": (250.0, 304.0), "SW": (168.0, 370.0)}
    with pytest.raises(BoardNotFound, match="do not fit"):
        from_corners(BOARDS[0], clicks, (1280, 960))


@pytest.mark.filterwarnings("error")
def test_points_that_all_fall_onto_one_lead_nowhere_and_say_so_without_a_warning() -> None:
    line = np.arange(12)[:, None] * np.array([1.0, 0.0])
    matrix = homography(line, np.full((12, 2), 5.0))
    assert np.isfinite(matrix).all()
    assert np.isnan(project(matrix, line)).all()
