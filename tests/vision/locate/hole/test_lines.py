"""Boards of which hardly more shows than the lines between their places, under tall pieces seen aslant."""

from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.painter import draw
from hardware.simulated.scene import Holes, Kind, Scene
from hardware.simulated.scenes import PRINTED, WOOD, random_scene
from hardware.simulated.table import Table
from rules.geometry import Board
from rules.star.places import star_board
from tests.vision.photographs import opening
from vision.calibration import Calibration
from vision.locate import locate
from vision.locate.fit import shifted
from vision.locate.hole.lines import A_ROW_OFF, BETWEEN, joined, lines_end, on_lines
from vision.readers.patches import Picture

BOARD = star_board()
SHEET = replace(PRINTED.board, holes=Holes("flat", 0.2, 0.0, floor=(230, 219, 190)), points=())
"""Lines on paper and nothing else."""


def lined(kind: Kind, height: float, tilt: float, roll: float) -> Scene:
    return replace(
        PRINTED,
        board=SHEET,
        pieces=replace(PRINTED.pieces, kind=kind, height=height),
        pose=replace(PRINTED.pose, tilt=tilt, roll=roll),
    )


def photograph(scene: Scene, board: Board = BOARD) -> tuple[Picture, Calibration]:
    picture, truth = draw(Table(board, opening(board, tuple(range(6)))), scene, (880, 660))
    return picture, Calibration(board.name, np.asarray(truth.homography), truth.size, truth.k1)


@pytest.mark.parametrize(
    ("kind", "height", "tilt", "roll"),
    [
        ("pawn", 1.6, 24, 0),
        ("cone", 1.2, 30, 0),
        ("pawn", 1.2, 30, 30),
        ("cone", 1.6, 30, 30),
        ("pawn", 2.0, 24, 30),
    ],
)
def test_where_heads_lean_over_triangles_the_board_lies_where_lines_cross(
    kind: Kind, height: float, tilt: float, roll: float
) -> None:
    picture, truly = photograph(lined(kind, height, tilt, roll))
    found = locate(picture, BOARD)
    assert min(truly.apart(found.turned(BOARD, turns), BOARD) for turns in range(6)) < 0.1


def test_a_placement_on_triangles_is_laid_on_crossings() -> None:
    picture, truly = photograph(lined("cone", 1.0, 10, 0))
    assert on_lines(picture, BOARD, truly) == []
    for aside in BETWEEN:
        laid = on_lines(picture, BOARD, shifted(truly, *aside))
        assert min(truly.apart(one, BOARD) for one in laid) < 0.05


@pytest.mark.parametrize(
    ("bent", "far", "is_joined"),
    [
        ([[1.03, 0, 0.1], [0.02, 0.99, 0], [0.002, 0, 1]], 0.1, 0.4),
        ([[1, 0, 0], [0, 1, 0], [0.005, 0, 1]], 0.05, 0.75),
    ],
    ids=["askew", "one end bent"],
)
def test_an_askew_placement_is_laid_straight(bent: list[list[float]], far: float, is_joined: float) -> None:
    picture, truly = photograph(lined("cone", 1.0, 20, 10))
    askew = replace(truly, homography=truly.homography @ np.array(bent))
    assert truly.apart(askew, BOARD) > far
    assert joined(picture, BOARD, askew) == pytest.approx(is_joined, abs=0.05)
    (laid,) = on_lines(picture, BOARD, askew)
    assert truly.apart(laid, BOARD) < 0.03
    assert joined(picture, BOARD, laid) > 0.9


@pytest.mark.parametrize("scene", [WOOD, random_scene(1006, 121), random_scene(1008, 121)])
def test_rims_rings_and_cells_are_no_lines(scene: Scene) -> None:
    picture, truly = photograph(scene)
    for aside in ((0.0, 0.0), *BETWEEN, (0.3, 0.1)):
        assert on_lines(picture, BOARD, shifted(truly, *aside)) == []


def test_lines_that_end_where_the_star_does_prove_where_it_lies() -> None:
    picture, truly = photograph(lined("cone", 1.2, 18, 10))
    assert lines_end(picture, BOARD, truly)
    for aside in (*A_ROW_OFF, *BETWEEN):
        assert not lines_end(picture, BOARD, shifted(truly, *aside))


def test_lines_that_lead_on_prove_no_smaller_star() -> None:
    larger = star_board(5)
    picture, truly = photograph(lined("cone", 1.2, 18, 10), larger)
    assert lines_end(picture, larger, truly)
    assert joined(picture, BOARD, truly) > 0.8
    assert not lines_end(picture, BOARD, truly)
