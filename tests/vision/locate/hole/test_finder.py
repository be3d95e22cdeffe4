"""A star in a picture of a table that nobody told us anything about; and tables on which there is none."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.painter import Truth, draw
from hardware.simulated.scene import Holes
from hardware.simulated.scenes import PRINTED, random_scene
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import random_scene_of
from rules import catalogue
from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from tests.vision.photographs import opening
from vision.calibration import Calibration
from vision.locate import BoardNotFound, carried, locate, refine
from vision.locate.hole.finder import seen_softly
from vision.locate.hole.outwards import outwards
from vision.readers.unknown.grid import regions

Picture = NDArray[np.uint8]
PAPER, INK = (205, 215, 220), (40, 45, 60)


@cache
def photograph(seed: int, size: int = 4, hand: str = "") -> tuple[Picture, Truth]:
    """A scene of that seed with two points full of pieces."""
    board = star_board(size)
    of = regions(board)
    table = Table(
        board, {place.id: Token(f"camp {of[at]}") for at, place in enumerate(board.places) if of[at] in (0, 2)}
    )
    if hand:
        table.hand(PlaceId(hand))
    return draw(table, random_scene(seed, len(board.places)))


def astray(found: Calibration, board: Board, truth: Truth) -> float:
    """How far the worst place lies from its true one, in pitches, up to which point is called south."""
    pitch = float(np.hypot(*(truth.pixels[board.index[PlaceId("b2")]] - truth.pixels[board.index[PlaceId("b1")]])))
    ways = [found.turned(board, turn).places(board) for turn in range(board.turns)]
    return min(float(np.hypot(*(way - truth.pixels).T).max()) for way in ways) / pitch


def star_of_dots(rows: int, pitch: float = 34.0) -> Picture:
    """A printed star whose points have so many rows."""
    picture = np.full((720, 960, 3), PAPER, np.uint8)
    for i in range(-2 * rows, 2 * rows + 1):
        for j in range(-2 * rows, 2 * rows + 1):
            three = (i, j, -i - j)
            if max(three) <= rows or min(three) >= -rows:
                dot(picture, 480 + pitch * (i + j / 2), 360 + pitch * 0.866 * j, 0.28 * pitch)
    return picture


def dot(picture: Picture, x: float, y: float, radius: float) -> None:
    cv2.circle(picture, (round(16 * x), round(16 * y)), round(16 * radius), INK, -1, cv2.LINE_AA, 4)


def peg_board(row: float, shift: float) -> Picture:
    """Holes all over the picture, 36 pixels apart, every other row shifted."""
    picture = np.full((720, 960, 3), PAPER, np.uint8)
    for number in range(25):
        for column in range(-1, 28):
            dot(picture, 36 * (column + shift * (number % 2)), row * number, 10)
    return picture


def chess_board() -> Picture:
    squares = np.kron(np.indices((8, 8)).sum(0) % 2, np.ones((80, 80)))
    return np.asarray(np.where(squares[..., None] > 0, PAPER, INK), np.uint8)


def marbles_in_a_heap() -> Picture:
    chance = np.random.default_rng(7)
    picture = np.full((720, 960, 3), PAPER, np.uint8)
    for x, y in chance.uniform((0, 0), (960, 720), (300, 2)):
        colour = chance.integers(20, 240, 3).tolist()
        cv2.circle(picture, (int(x), int(y)), 16, colour, -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(("seed", "size"), [(5004, 4), (5010, 4), (5011, 4), (5002, 5), (5009, 6)])
def test_a_board_is_found_exactly_where_it_lies(seed: int, size: int) -> None:
    board = star_board(size)
    picture, truth = photograph(seed, size)
    assert astray(locate(picture, board), board, truth) < 0.1


def test_a_hand_over_the_board_does_not_hide_it() -> None:
    picture, truth = photograph(5004, hand="i5")
    assert (truth.hidden > 0.5).sum() > 4
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.1


def test_a_placement_that_lies_well_on_one_side_alone_is_fitted_outwards_from_there() -> None:
    picture, truth = photograph(5004, hand="i9")
    corners = np.array([(-6, -3.4), (-6, 3.4), (6, 3.4), (6, -3.4)])
    far_off = corners + np.array([(0, 0), (0, 0), (-0.5, 0.15), (-0.5, 0.15)])
    slip, _ = cv2.findHomography(corners, far_off)
    slipped = Calibration("star", np.asarray(truth.homography) @ slip, truth.size, truth.k1)
    assert astray(slipped, star_board(), truth) > 0.4
    assert astray(outwards(picture, star_board(), slipped), star_board(), truth) < 0.1


@pytest.mark.parametrize(("seed", "points"), [(68, (0, 1, 2, 3, 4, 5)), (137, (0, 3))])
def test_what_all_holes_have_in_common_does_not_draw_a_board_aside_that_lay_right(
    seed: int, points: tuple[int, ...]
) -> None:
    table = Table(star_board(), opening(star_board(), points))
    picture, truth = draw(table, random_scene(seed, 121), (880, 660))
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.25


def start(players: int = 6, seed: int = 0, light: float = 1) -> tuple[Picture, Truth]:
    """The start of a game in a random scene, in so many times its light."""
    game = catalogue.game("star", players=players)
    lies = game.view(game.start())
    scene = random_scene_of(game.board, seed)
    lit = replace(scene, light=replace(scene.light, level=light * scene.light.level))
    return draw(Table(game.board, lies, sorted({*lies.values()} - {EMPTY})), lit, (640, 480))


def test_large_marbles_seen_far_aslant_do_not_hide_whose_holes_they_cover() -> None:
    picture, truth = start(seed=191588)
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.15


def about(across: float, down: float, reach: float) -> tuple[slice, slice]:
    """The rows and columns that lie no further than ``reach`` pixels from there: little to draw on."""
    rows, columns = (slice(int(middle - reach) - 1, int(middle + reach) + 3) for middle in (down, across))
    return rows, columns


def lit_from_one_side() -> Picture:
    """Shallow hollows in the colour of the board: one half dark, the other a little brighter than the ground."""
    picture = star_of_dots(4)
    hollow = np.full_like(picture, PAPER)
    for (centre_x, centre_y), size in zip(*round_things(picture), strict=True):
        there = about(centre_x, centre_y, size)
        y, x = np.mgrid[there]
        depth = np.clip((np.hypot(x - centre_x, y - centre_y) - size) / -1.5, 0, 1)[..., None]
        slope = np.clip((x - centre_x + 0.5 * (y - centre_y)) / size, -1, 1)[..., None]
        shade = np.where(slope > 0, 40 * slope, 90 * slope)
        hollow[there] = np.clip(hollow[there] + depth * shade, 0, 255).astype(np.uint8)
    return hollow


def round_things(picture: Picture) -> tuple[list[tuple[float, float]], list[float]]:
    """Middles and radii of the dark dots of a drawing."""
    dark = (picture.max(2) < 120).astype(np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(dark)
    return [(float(x), float(y)) for x, y in middles[1:]], [float(np.sqrt(s[4] / np.pi)) for s in stats[1:]]


def test_hollows_lit_from_one_side_lie_where_their_rims_are_and_not_where_their_shade_is() -> None:
    board = star_board()
    true = np.array(round_things(star_of_dots(4))[0])
    found = locate(lit_from_one_side(), board).places(board)
    assert np.hypot(*np.moveaxis(found[:, None] - true, -1, 0)).min(1).max() < 0.03 * 34


def places_of_dots() -> NDArray[np.float64]:
    """Where `star_of_dots` has its holes, in pixels."""
    return np.array([480, 360]) + 34 * np.array([(place.x, -place.y) for place in star_board().places])


def off_the_holes(picture: Picture) -> float:
    """How far the worst place of the board that is found lies from a hole of `star_of_dots`, in pitches."""
    found = locate(picture, star_board()).places(star_board())
    return float(np.hypot(*np.moveaxis(found[:, None] - places_of_dots(), -1, 0)).min(1).max()) / 34


def test_a_lamp_mirrored_in_every_hollow_is_not_taken_for_the_hollow() -> None:
    picture = np.full((720, 960), 58.0)
    for across, down in places_of_dots():
        there = about(across, down, 40)
        y, x = np.mgrid[there]
        picture[there] -= 10 * np.clip((15.5 - np.hypot(x - across, y - down)) / 3, 0, 1)
        picture[there] += 180 * np.exp(-np.square(np.hypot(x - across - 4.5, y - down + 9) / 4))
    assert off_the_holes(np.repeat(np.clip(picture, 0, 255).astype(np.uint8)[..., None], 3, 2)) < 0.05


def test_a_gleam_in_the_bright_half_of_every_hollow_is_not_its_middle() -> None:
    picture = np.full((720, 960), 120.0)
    for across, down in places_of_dots():
        there = about(across, down, 40)
        y, x = np.mgrid[there]
        east, south = x - across, y - down
        inside = np.clip((13.6 - np.hypot(east, south)) / 1.5, 0, 1)
        picture[there] += inside * (-25 * np.clip(-east / 13.6, 0, 1) + 8 * np.clip(east / 13.6, 0, 1))
        picture[there] += 100 * np.exp(-np.square((east - 9) / 2.5) - np.square(south / 4))
    assert off_the_holes(np.repeat(np.clip(picture, 0, 255).astype(np.uint8)[..., None], 3, 2)) < 0.08


def test_black_holes_among_gleaming_marbles_are_not_taken_for_pieces_nor_the_gleams_for_their_rims() -> None:
    # One set's gleams lie askew of their holes; if those were flat, all else would be lifted by the same.
    picture, truth = start(seed=287064)
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.2


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_marbles_beside_their_faint_holes_do_not_hide_the_lattice_that_both_have(seed: int) -> None:
    chance = np.random.default_rng(seed)
    picture = np.full((720, 960, 3), PAPER, np.uint8)
    marbles = chance.random(121) < 0.3
    for x, y in places_of_dots():
        cv2.circle(picture, (round(16 * x), round(16 * y)), 248, (150, 160, 165), 2, cv2.LINE_AA, 4)
    for x, y in places_of_dots()[marbles]:
        colour = chance.integers(30, 230, 3).tolist()
        cv2.circle(picture, (round(16 * x + 176), round(16 * y - 112)), 184, colour, -1, cv2.LINE_AA, 4)
    assert off_the_holes(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1), np.uint8)) < 0.05


def test_points_that_tall_pawns_hide_need_not_show_where_the_board_makes_perfect_sense() -> None:
    picture, truth = start(4, seed=81961)
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.15


def test_heads_of_tall_cones_seen_aslant_are_not_taken_for_the_holes() -> None:
    picture, truth = start(seed=829940)
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.15


def test_a_board_found_on_the_heads_of_very_tall_pegs_comes_down_to_its_holes() -> None:
    pieces, pose = replace(PRINTED.pieces, kind="peg", height=1.8), replace(PRINTED.pose, tilt=36, roll=0)
    board = star_board()
    table = Table(board, opening(board, tuple(range(6))))
    picture, truth = draw(table, replace(PRINTED, pieces=pieces, pose=pose), (880, 660))
    assert astray(locate(picture, board), board, truth) < 0.1


@pytest.mark.parametrize(("height", "tilt"), [(1.8, 40), (2.2, 40)])
def test_tall_pawns_that_lean_a_row_aside_show_where_the_board_lies_as_a_game_begins(
    height: float, tilt: float
) -> None:
    rings = replace(PRINTED.board, lines="grid", holes=Holes("flat", 0.4, 0, floor=(245, 240, 230), ring=(30, 25, 20)))
    pawns, aslant = replace(PRINTED.pieces, kind="pawn", height=height), replace(PRINTED.pose, tilt=tilt)
    game = catalogue.game("star", players=6)
    scene = replace(PRINTED, board=rings, pieces=pawns, pose=aslant)
    picture, truth = draw(Table(game.board, game.view(game.start())), scene)
    assert astray(locate(picture, game.board), game.board, truth) < 0.15


def test_where_tall_cones_leave_doubt_a_board_is_found_that_is_far_more_doubtful_all_around() -> None:
    board, scene = star_board(), random_scene(137)
    chance = np.random.default_rng(137)
    lies = {board.places[at].id: Token(f"camp {n // 10}") for n, at in enumerate(chance.permutation(121)[:60])}
    cones = replace(scene.pieces, kind="cone", height=chance.uniform(1.0, 1.8))
    aslant = replace(scene.pose, tilt=chance.uniform(22, 40))
    picture, truth = draw(Table(board, lies), replace(scene, pieces=cones, pose=aslant))
    assert astray(locate(picture, board), board, truth) < 0.35


def white_in_bright_light(players: int = 6, seed: int = 153) -> tuple[Picture, Truth]:
    """The start of a game on a white board of which no hole shows."""
    return start(players, seed, light=3)


def test_where_light_hides_every_hole_the_full_points_tell_where_the_board_lies() -> None:
    picture, truth = white_in_bright_light()
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.15


def test_between_points_with_nothing_but_white_no_row_is_left_out() -> None:
    picture, truth = start(players=3, seed=325, light=8)
    assert astray(locate(picture, star_board()), star_board(), truth) < 0.3


def test_full_points_of_a_small_star_do_not_pass_for_a_large_one() -> None:
    with pytest.raises(BoardNotFound):
        locate(white_in_bright_light()[0], star_board(6))


def some_points(shown: tuple[int, ...], *, full: bool = True) -> Picture:
    """A star of whose points only ``shown`` have holes; the others are painted over. ``full``: of pieces."""
    picture = np.full((720, 960, 3), PAPER, np.uint8)
    dots, of = places_of_dots(), regions(star_board())
    for point in set(range(6)) - set(shown):
        middle = dots[of == point].mean(0)
        hull = cv2.convexHull(dots[of == point].astype(np.float32))
        cv2.fillConvexPoly(picture, np.rint(middle + 1.35 * (hull - middle)).astype(np.int32), (60, 120, 60))
    for (x, y), point in zip(dots, of, strict=True):
        if full and point in shown:
            colour = ((30, 30, 200), (200, 60, 40), (40, 160, 40))[point // 2]
            cv2.circle(picture, (round(16 * x), round(16 * y)), 210, colour, -1, cv2.LINE_AA, 4)
        elif point in (-1, *shown):
            dot(picture, x, y, 9.5)
    return picture


@pytest.mark.parametrize("shown", [(0, 2, 4), (0, 3)], ids=["three", "two"])
def test_full_points_are_enough_where_paint_hides_the_holes_of_the_others(shown: tuple[int, ...]) -> None:
    assert off_the_holes(some_points(shown)) < 0.05


@pytest.mark.parametrize("over", [1, 3, 5])
def test_a_hand_that_hides_a_painted_point_takes_nothing_from_the_full_ones(over: int) -> None:
    picture = some_points((0, 2, 4))
    middle = places_of_dots().mean(0)
    way = places_of_dots()[regions(star_board()) == over].mean(0) - middle
    fingers, sleeve = ((round(x), round(y)) for x, y in (middle + 0.75 * way, middle + 4 * way))
    cv2.line(picture, fingers, sleeve, (120, 150, 200), 90, cv2.LINE_AA)
    assert off_the_holes(picture) < 0.05


def test_a_small_star_does_not_drown_in_a_table_of_knots() -> None:
    board = star_board()
    chance = np.random.default_rng(3)
    picture = np.full((960, 1280, 3), PAPER, np.uint8)
    for x, y in np.mgrid[:1280:12, :960:12].reshape(2, -1).T + chance.uniform(-3.5, 3.5, (107 * 80, 2)):
        dot(picture, x, y, 3)
    small = cv2.resize(star_of_dots(4)[90:630, 210:750], (220, 220), interpolation=cv2.INTER_AREA)
    picture[200:420, 300:520] = small // 3 + 130
    found = locate(picture, board).places(board)
    assert np.hypot(*(found.mean(0) - (409.5, 309.5))) < 1.5


@pytest.mark.parametrize("times", [1, 1.7], ids=["as it is", "large"])
def test_a_second_look_at_a_softer_picture_tells_where_the_board_lies_in_the_true_one(times: float) -> None:
    picture, truth = photograph(5010)
    larger = np.asarray(cv2.resize(picture, None, fx=times, fy=times), np.uint8)
    found = seen_softly(larger, star_board())
    assert found is not None
    assert found.size == larger.shape[1::-1]
    places = (truth.pixels + 0.5) * times - 0.5
    assert astray(found, star_board(), replace(truth, pixels=places)) < 0.1


def test_a_second_look_sees_no_star_where_another_lies() -> None:
    assert seen_softly(star_of_dots(6, 21.0), star_board(4)) is None


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_the_lowest_point_is_south_however_the_picture_is_held(turns: int) -> None:
    picture, _ = photograph(5011)
    board = star_board()
    tips = locate(np.rot90(picture, turns).copy(), board).corners(board)
    assert tips[0, 1] == tips[:, 1].max()


def test_the_point_that_is_shown_is_south() -> None:
    picture, truth = photograph(5011)
    board = star_board()
    for corner in (board.corners["NW"], board.corners["SE"]):
        x, y = truth.pixels[board.index[corner]]
        found = locate(picture, board, (float(x), float(y)))
        assert np.allclose(found.places(board)[board.index[PlaceId("a1")]], (x, y), atol=3)


def test_a_tip_beyond_the_rim_of_the_picture_does_not_matter() -> None:
    picture, truth = photograph(5011)
    lowest = np.sort(truth.pixels[:, 1])
    cut = int((lowest[-1] + lowest[-2]) / 2)
    board = star_board()
    assert astray(locate(picture[:cut].copy(), board), board, truth) < 0.2


def test_half_a_board_is_said_to_be_half_a_board() -> None:
    picture, truth = photograph(5011)
    with pytest.raises(BoardNotFound) as refusal:
        locate(picture[: int(truth.pixels[:, 1].mean())].copy(), star_board())
    assert refusal.value.reason.id == "locate.cut_off"


@pytest.mark.parametrize("step", [0, 20, 160])
def test_a_picture_without_anything_round_shows_no_board(step: int) -> None:
    picture = np.full((480, 640, 3), 60, np.uint8)
    if step:
        picture[:, np.arange(640) // step % 2 == 1] = 200
    else:
        picture[:] = np.linspace(40, 180, 640).astype(np.uint8)[None, :, None]
    with pytest.raises(BoardNotFound):
        locate(picture, star_board())


@pytest.mark.parametrize("rows", [4, 5, 6])
def test_a_printed_star_is_found(rows: int) -> None:
    assert locate(star_of_dots(rows, 150 / (rows + 1)), star_board(rows)).confidence > 0.9


@pytest.mark.parametrize(("rows", "size"), [(3, 4), (4, 5), (6, 4)])
def test_a_star_of_another_size_is_refused(rows: int, size: int) -> None:
    with pytest.raises(BoardNotFound):
        locate(star_of_dots(rows, 150 / (rows + 1)), star_board(size))


@pytest.mark.parametrize(
    "picture",
    [peg_board(31.2, 0.5), peg_board(36, 0), some_points((0, 2, 4), full=False), chess_board(), marbles_in_a_heap()],
    ids=["holes in threes", "holes in fours", "a triangle", "chess", "marbles"],
)
def test_what_only_looks_a_little_like_a_star_is_none(picture: Picture) -> None:
    with pytest.raises(BoardNotFound):
        locate(picture, star_board())


def test_light_that_hides_the_board_is_blamed() -> None:
    bright, dark = some_points((0,), full=False) // 8 + 230, chess_board() // 8
    for picture, blamed in ((bright, "locate.too_bright"), (dark, "locate.too_dark")):
        with pytest.raises(BoardNotFound) as refusal:
            locate(picture, star_board())
        assert refusal.value.reason.id == blamed


@pytest.mark.parametrize(
    ("shade", "why"),
    [(0, "locate.too_dark"), (119, "locate.blank"), (255, "locate.blank")],
    ids=["black", "grey", "white"],
)
def test_a_picture_of_one_shade_is_called_so_and_a_black_one_dark(shade: int, why: str) -> None:
    with pytest.raises(BoardNotFound) as refusal:
        locate(np.full((480, 640, 3), shade, np.uint8), star_board())
    assert refusal.value.reason.id == why


def test_a_board_that_was_nudged_is_fitted_again_and_one_that_is_gone_is_missed() -> None:
    picture, _ = photograph(5004)
    board = star_board()
    found = locate(picture, board)
    size = (picture.shape[1], picture.shape[0])
    moved = np.asarray(cv2.warpAffine(picture, np.array([[1, 0, 5.0], [0, 1, -4]]), size), np.uint8)
    assert np.abs(refine(moved, board, found).places(board) - found.places(board) - (5, -4)).max() < 1.5
    with pytest.raises(BoardNotFound):
        refine(np.full_like(picture, 80), board, found)


@pytest.mark.parametrize("way", [(1.5, -0.8, 9.0), (-0.6, 0.4, 140.0)])
def test_a_board_seen_before_is_known_again_wherever_it_was_moved_and_turned(way: tuple[float, float, float]) -> None:
    board = star_board()
    of = regions(board)
    table = Table(board, {place.id: Token("red") for at, place in enumerate(board.places) if of[at] in (0, 2)})
    scene = random_scene(5, len(board.places))
    before, was = draw(table, scene)
    table.push(*way)
    after, truth = draw(table, scene)
    known = Calibration(board.name, was.homography, was.size, was.k1)
    found = carried(before, known, board, after)
    assert found is not None
    pitch = np.hypot(*(truth.pixels[1] - truth.pixels[0]))
    assert np.hypot(*(found.places(board) - truth.pixels).T).max() < 0.35 * pitch


def test_pictures_that_share_nothing_lead_nowhere() -> None:
    picture, truth = photograph(5004)
    known = Calibration(star_board().name, truth.homography, truth.size, truth.k1)
    for other in (np.full_like(picture, 90), np.random.default_rng(0).integers(0, 255, picture.shape).astype(np.uint8)):
        assert carried(picture, known, star_board(), other) is None
