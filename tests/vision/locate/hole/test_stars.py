"""Boards whose holes do not show, or are rings that touch: known by shape, by the network, by what all holes share."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType

import numpy as np
import pytest

from hardware.simulated.painter import draw
from hardware.simulated.scene import BoardStyle, Holes, Scene, Surface
from hardware.simulated.scenes import PRINTED, WOOD
from hardware.simulated.table import Table
from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from tests.vision.photographs import drawn, opening
from vision.calibration import Calibration
from vision.locate import BoardNotFound, locate
from vision.locate.fit import shifted
from vision.locate.hole.finder import within_stars
from vision.locate.hole.lines import A_ROW_OFF, BETWEEN
from vision.locate.hole.pieces import by_pieces
from vision.locate.hole.sense import sense
from vision.locate.hole.stars import Stars
from vision.locate.hole.template import holes_end
from vision.readers.patches import Picture

BOARD = star_board()
NO_HOLES = Holes("flat", 0.0, 0.0)
CUT_OUT = replace(
    WOOD,
    board=BoardStyle(Surface("plain", (222, 216, 222), (218, 212, 218), 0.2), outline="star", holes=NO_HOLES),
    clutter=(),
)
"""A star of white card, as smooth as can be."""
FAINT = replace(
    CUT_OUT,
    board=replace(CUT_OUT.board, outline="round", holes=Holes("bowl", 0.26, 0.012)),
    pose=replace(WOOD.pose, distance=30, noise=4.0),
)
"""Hollows a hundredth of a pitch deep in a round board, in much noise."""
PLAIN = replace(CUT_OUT, board=replace(CUT_OUT.board, outline="round"))
"""A round white board without a hole, of which nothing shows but what lies on it."""
PAINTED = replace(PRINTED, board=replace(PRINTED.board, holes=NO_HOLES, lines="none", point_border=None), clutter=())
"""A sheet with six painted points and nothing else."""

RINGS = replace(
    PRINTED,
    board=replace(
        PRINTED.board,
        surface=Surface("wood", (206, 168, 112), (180, 140, 90)),
        holes=Holes("flat", 0.47, 0.0, ring=(60, 55, 50), ring_width=0.05),
        lines="none",
        points=(),
        point_border=None,
    ),
    pose=replace(PRINTED.pose, distance=44, tilt=8, k1=-0.06, noise=3.0),
    clutter=(),
)
"""Thin rings as large as can be, bare board within them and in the triangles between, which are rounder."""


def photograph(
    scene: Scene, points: tuple[int, ...], board: Board = BOARD, moved: Mapping[str, str] = MappingProxyType({})
) -> tuple[Picture, Calibration]:
    """A game's opening, and some pieces ``moved`` from a place to another since."""
    lies = opening(board, points)
    for start, end in moved.items():
        lies[PlaceId(end)], lies[PlaceId(start)] = lies[PlaceId(start)], EMPTY
    return taken(scene, lies, board)


def taken(
    scene: Scene, lies: Mapping[PlaceId, Token], board: Board = BOARD, hand: str = ""
) -> tuple[Picture, Calibration]:
    """What lies on some places, and nothing anywhere else but a ``hand``."""
    bare = dict.fromkeys((place.id for place in board.places), EMPTY)
    table = Table(board, bare | dict(lies))
    if hand:
        table.hand(PlaceId(hand))
    picture, truth = draw(table, scene, (880, 660))
    return picture, Calibration(board.name, np.asarray(truth.homography), truth.size, truth.k1)


def off(found: Calibration, truly: Calibration) -> float:
    return min(truly.apart(found.turned(BOARD, turns), BOARD) for turns in range(6))


@pytest.mark.parametrize(("scene", "tilt", "roll"), [(CUT_OUT, 8, 0), (PAINTED, 25, 40)], ids=["cut out", "painted"])
def test_a_star_that_shows_no_holes_is_found_by_its_shape_and_pieces(scene: Scene, tilt: float, roll: float) -> None:
    scene = replace(scene, pose=replace(scene.pose, tilt=tilt, roll=roll))
    picture, truly = photograph(scene, (0, 2, 4))
    assert off(locate(picture, BOARD), truly) < 0.25


def test_a_stars_edges_tell_more_of_where_it_lies_than_its_pieces_which_lean() -> None:
    picture, truly = photograph(replace(CUT_OUT, pose=replace(CUT_OUT.pose, tilt=25, roll=40)), (0, 2, 4))
    alone = by_pieces(picture, BOARD)
    assert alone is not None
    assert off(locate(picture, BOARD), truly) < off(alone, truly) / 2


@pytest.mark.parametrize("points", [(0, 3), (1, 2, 4, 5)], ids=["two sets", "four sets"])
def test_as_many_pieces_as_a_game_has_are_enough(points: tuple[int, ...]) -> None:
    picture, truly = photograph(CUT_OUT, points)
    assert off(locate(picture, BOARD), truly) < 0.1


def test_a_star_that_shows_from_far_away_holds_its_board_where_few_pieces_lie() -> None:
    style = replace(PAINTED.board, holes=Holes("flat", 0.1, 0.0), lines="cells", line_colour=(215, 211, 204))
    pose = replace(PAINTED.pose, distance=90, tilt=10, roll=25, blur=1.2, noise=3.0)
    picture, truly = photograph(replace(PAINTED, board=style, pose=pose), (0, 3))
    board = Stars(picture, BOARD).board_within()
    assert board is not None
    assert off(board, truly) < 0.15


def test_a_star_with_one_point_under_a_hand_and_one_unpainted_shows_by_the_others() -> None:
    white = PAINTED.board.surface.colour
    points = tuple(white if at == 2 else colour for at, colour in enumerate(PAINTED.board.points))
    scene = replace(
        PAINTED,
        board=replace(PAINTED.board, points=points),
        pose=replace(PAINTED.pose, tilt=12, roll=10),
    )
    table = Table(BOARD, opening(BOARD, (0, 2, 4)))
    table.hand(BOARD.corners["NE"])
    picture, truly, _ = drawn(table, scene)
    board = Stars(picture, BOARD).board_within()
    assert board is not None
    assert off(board, truly) < 0.25


def test_a_star_that_shows_holds_the_board_that_it_is_and_none_a_row_aside() -> None:
    picture, truly = photograph(CUT_OUT, (0, 2, 4))
    shown = Stars(picture, BOARD)
    assert shown.about(truly)
    assert not any(shown.about(shifted(truly, *way)) for way in (*A_ROW_OFF, *BETWEEN))
    assert not Stars(photograph(PLAIN, ())[0], BOARD).about(truly)


def test_holes_within_a_star_are_found_by_its_shape_alone() -> None:
    carved = replace(CUT_OUT, board=replace(CUT_OUT.board, holes=Holes("bowl", 0.26, 0.1)))
    for lying in ((), (0, 2, 4)):
        picture, truly = photograph(carved, lying)
        first, *_ = within_stars(picture, BOARD, Stars(picture, BOARD))
        assert off(first.calibration, truly) < 0.2
    picture, _ = photograph(CUT_OUT, ())
    assert not within_stars(picture, BOARD, Stars(picture, BOARD))


@pytest.mark.parametrize(("tilt", "distance"), [(25, 44), (8, 120)], ids=["aslant", "far away"])
def test_painted_points_full_of_pieces_and_partly_under_a_hand_are_those_of_one_star(
    tilt: float, distance: float
) -> None:
    scene = replace(PAINTED, pose=replace(PAINTED.pose, tilt=tilt, roll=40, distance=distance))
    picture, truly = taken(scene, opening(BOARD, tuple(range(6))), hand="e1")
    assert min(off(board, truly) for board in Stars(picture, BOARD).boards()) < 0.15


def test_how_large_the_board_is_within_its_shape_nobody_can_tell_without_pieces() -> None:
    picture, truly = photograph(CUT_OUT, ())
    (star, *_) = Stars(picture, BOARD).all
    assert star.project(np.zeros((1, 2)))[0] == pytest.approx(truly.project(np.zeros((1, 2)))[0], abs=3)
    with pytest.raises(BoardNotFound):
        locate(picture, BOARD)


def test_a_star_of_another_size_does_not_pass_for_this_one() -> None:
    picture, _ = photograph(CUT_OUT, (0, 2, 4), star_board(5))
    with pytest.raises(BoardNotFound):
        locate(picture, BOARD)


def test_what_faint_holes_have_in_common_ends_where_the_board_does() -> None:
    picture, truly = photograph(FAINT, (0, 3))

    def proven(x: float, y: float) -> bool:
        asides = [shifted(truly, x + dx, y + dy) for dx, dy in ((0.0, 0.0), *A_ROW_OFF)]
        return holes_end(picture, BOARD, [(one, sense(picture, BOARD, one).empty) for one in asides])

    assert proven(0, 0)
    assert not any(proven(x, y) for x, y in A_ROW_OFF)


OPENED = {"d2": "e7", "d3": "f8", "n2": "m6", "n3": "k6"}
"""Two moves of each side."""


@pytest.mark.parametrize(("tilt", "roll"), [(6, 0), (20, 25)])
def test_pieces_that_would_lie_off_the_board_a_row_aside_tell_where_it_lies(tilt: float, roll: float) -> None:
    scene = replace(PLAIN, pose=replace(PLAIN.pose, tilt=tilt, roll=roll))
    picture, truly = photograph(scene, (0, 3), moved=OPENED)
    assert off(locate(picture, BOARD), truly) < 0.15


@pytest.mark.parametrize(("sets", "tilt", "roll", "hand"), [(2, 15, 40, ""), (3, 10, 60, "e1")])
def test_whole_sets_lie_where_no_row_aside_holds_all_of_them(sets: int, tilt: float, roll: float, hand: str) -> None:
    # All but two pieces are in the middle: a row aside, only one of them lies off the board.
    middle = [place.id for place in BOARD.places if np.hypot(place.x, place.y) < 3.1]
    held = [PlaceId("a1"), PlaceId("q1"), *Random(sets).sample(middle, 10 * sets - 2)]
    scene = replace(PLAIN, pose=replace(PLAIN.pose, tilt=tilt, roll=roll))
    picture, truly = taken(scene, {place: Token(f"set {at % sets}") for at, place in enumerate(held)}, hand=hand)
    assert off(locate(picture, BOARD), truly) < 0.2
    without = {place: Token(f"set {at % sets}") for at, place in enumerate(held[:-1])}
    with pytest.raises(BoardNotFound):
        locate(taken(scene, without)[0], BOARD)


def test_pieces_of_a_small_star_fit_a_large_one_in_more_ways_than_one() -> None:
    picture, _ = photograph(PLAIN, (0, 3), moved=OPENED)
    assert by_pieces(picture, star_board(5)) is None


@pytest.mark.parametrize("points", [(0, 1), (2,)], ids=["two neighbouring points", "one"])
def test_pieces_on_one_side_do_not_tell_how_far_the_board_reaches(points: tuple[int, ...]) -> None:
    picture, _ = photograph(PLAIN, points)
    assert by_pieces(picture, BOARD) is None


@pytest.mark.parametrize(
    ("radius", "distance", "points"), [(0.47, 44, (0, 1, 3, 4)), (0.5, 36, (0, 3)), (0.5, 60, tuple(range(6)))]
)
def test_rings_that_touch_are_the_places_and_not_what_is_between_them(
    radius: float, distance: float, points: tuple[int, ...]
) -> None:
    holes = replace(RINGS.board.holes, radius=radius)
    scene = replace(RINGS, board=replace(RINGS.board, holes=holes), pose=replace(RINGS.pose, distance=distance))
    picture, truly = photograph(scene, points)
    assert off(locate(picture, BOARD), truly) < 0.1


def test_a_picture_of_a_few_grains_shows_no_board() -> None:
    # Some of its specks are a row of pixels, around which no triangle has any area.
    grains = np.random.default_rng(0).integers(0, 256, (64, 64, 3), np.uint8)
    with pytest.raises(BoardNotFound):
        locate(grains, BOARD)
