"""Printed markers: a board that nobody could find by its holes is placed by them; others' markers do not mislead."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.markers import paper
from hardware.pictures import Picture
from hardware.plans.drawing import Circle, Text
from hardware.plans.markers import marker_drawing, marker_sheets
from hardware.plans.settings import SHEET_MARGIN
from hardware.plans.write import PAPER, write_pdf, write_svg
from hardware.simulated.painter import draw
from hardware.simulated.pit_scenes import CARVED
from hardware.simulated.scene import Holes, Scene, Surface
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules.geometry import Board
from rules.mandarin.places import BOARD as PITS
from rules.markers import FIRST, markers
from rules.piecepack.places import piecepack_board
from rules.star.places import star_board
from vision.locate import BoardNotFound, by_markers, corners_marked, locate
from vision.locate.settings import MARKED

STAR = star_board()
FAR = replace(WOOD.pose, distance=30, roll=25)
BARE = replace(
    WOOD,
    board=replace(WOOD.board, surface=Surface("plain", (150, 110, 80), (150, 110, 80), 0.0), holes=Holes("flat", 0.2)),
    clutter=(),
    pose=FAR,
    markers=True,
)
"""A board whose holes cannot be seen at all."""


def photograph(scene: Scene, size: tuple[int, int] = (960, 720)) -> tuple[Picture, np.ndarray]:
    picture, truth = draw(Table(STAR, {}), scene, size=size)
    return picture, truth.pixels


def test_a_board_without_visible_holes_is_placed_right_by_its_markers() -> None:
    with pytest.raises(BoardNotFound):
        locate(photograph(replace(BARE, markers=False))[0], STAR)
    picture, truth = photograph(BARE)
    found = locate(picture, STAR)
    off = np.hypot(*(found.places(STAR) - truth).T)
    assert off.max() < 0.05 * found.pitch
    assert found.confidence == MARKED


def test_the_markers_know_which_corner_is_south_however_the_camera_hangs() -> None:
    picture, truth = photograph(replace(BARE, pose=replace(FAR, roll=160)))
    found = locate(picture, STAR)
    assert np.hypot(*(found.places(STAR) - truth).T).max() < 0.05 * found.pitch
    north = truth[STAR.index[STAR.corners["N"]]]
    turned = locate(picture, STAR, (float(north[0]), float(north[1])))
    assert np.hypot(*(turned.places(STAR)[0] - north)) < 1.0


def test_where_the_holes_are_seen_too_they_have_the_last_word() -> None:
    picture, _ = photograph(replace(WOOD, pose=FAR, markers=True))
    assert len(corners_marked(picture, STAR)) == 6
    assert locate(picture, STAR).confidence > MARKED


def test_half_of_the_markers_may_be_hidden_but_two_are_too_few() -> None:
    picture, truth = photograph(BARE)
    found = by_markers(picture, STAR)
    assert found is not None
    hidden = picture.copy()
    for number, marker in enumerate(markers(STAR)):
        if number % 2:
            cv2.fillConvexPoly(hidden, found.project(np.array(marker.square)).astype(np.int32), (40, 90, 60))
    half = by_markers(hidden, STAR)
    assert half is not None
    assert np.hypot(*(half.places(STAR) - truth).T).max() < 0.15 * half.pitch
    cv2.fillConvexPoly(hidden, found.project(np.array(markers(STAR)[0].square)).astype(np.int32), (40, 90, 60))
    assert len(corners_marked(hidden, STAR)) == 2
    assert by_markers(hidden, STAR) is None


def test_markers_that_were_swept_together_are_not_believed() -> None:
    picture = np.full((720, 960, 3), 200, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    for number in range(5):
        tile = cv2.aruco.generateImageMarker(dictionary, FIRST + number, 70)
        picture[300:370, 80 + 110 * number : 150 + 110 * number] = tile[..., None]
    assert len(corners_marked(picture, STAR)) == 5
    assert by_markers(picture, STAR) is None


BOARDS = [STAR, star_board(6), piecepack_board(), piecepack_board(2), PITS]


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_all_markers_of_a_board_find_room_around_it(board: Board) -> None:
    sheets = [np.array(paper(marker), np.float32) for marker in markers(board)]
    for number, sheet in enumerate(sheets):
        assert all(cv2.intersectConvexConvex(sheet, other)[0] == 0 for other in sheets[:number])
        assert all(cv2.pointPolygonTest(sheet, (place.x, place.y), True) < -1 for place in board.places)


def test_a_mandarin_board_is_placed_by_its_markers() -> None:
    far = replace(CARVED.pose, distance=1.5 * CARVED.pose.distance)
    picture, truth = draw(Table(PITS, {}), replace(CARVED, pose=far, markers=True), size=(1280, 960))
    assert corners_marked(picture, PITS) == tuple(PITS.corners)
    found = by_markers(picture, PITS)
    assert found is not None
    assert np.hypot(*(found.places(PITS) - truth.pixels).T).max() < 0.05 * found.pitch


def test_a_marker_is_laid_by_three_rings_or_more() -> None:
    for board in (STAR, PITS):
        drawing = marker_drawing(board, 25.0)
        for x, y in [shape.at for shape in drawing.shapes if isinstance(shape, Text) and "(marker" in shape.words]:
            rings = [shape.centre for shape in drawing.shapes if isinstance(shape, Circle)]
            assert sum(abs(one[0] - x) < 1.5 * 25 and 0 < y - one[1] < 4.8 * 25 for one in rings) >= 3


@pytest.mark.parametrize("board", [STAR, star_board(6), piecepack_board()], ids=lambda board: board.name)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheets_hold_every_marker_whole_and_in_true_scale(board, paper, tmp_path) -> None:  # type: ignore[no-untyped-def]  # three obvious ones
    sheets = marker_sheets(board, 25.0, paper)
    width, height = PAPER[paper]
    assert all(sheet.width <= width - 2 * SHEET_MARGIN for sheet in sheets)
    assert all(sheet.height <= height - 2 * SHEET_MARGIN for sheet in sheets)
    assert write_pdf(tmp_path / "markers.pdf", paper, *sheets) == len(sheets)
    write_svg(marker_drawing(board, 25.0), tmp_path / "markers.svg")
    assert (tmp_path / "markers.svg").read_text().count('fill="#000000"') > 10 * len(board.corners)


def test_a_printed_marker_is_read_as_what_it_is() -> None:
    (sheet, *_) = marker_sheets(STAR, 25.0, "a4")
    dots = 4
    paper = np.full((round(sheet.height) * dots, round(sheet.width) * dots), 255, np.uint8)
    for shape in sheet.shapes:
        if hasattr(shape, "points") and not hasattr(shape, "layer"):
            flat = [((x + sheet.width / 2) * dots, (sheet.height / 2 - y) * dots) for x, y in shape.points]
            cv2.fillConvexPoly(paper, np.rint(flat).astype(np.int32), 0)
    assert corners_marked(cv2.cvtColor(paper, cv2.COLOR_GRAY2BGR), STAR) == ("S", "SW", "NW", "N")
