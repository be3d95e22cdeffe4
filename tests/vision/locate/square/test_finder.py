"""A board of tiles and its coins, seen by a camera that nobody told anything."""

import cv2
import numpy as np
import pytest

from hardware.pictures import Picture
from hardware.simulated.painter import Painter, Truth, draw
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import PRINTED, WOODEN, random_tiles
from rules import catalogue
from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, UNKNOWN, View
from vision.calibration import Calibration
from vision.locate import BoardNotFound, locate, refine
from vision.look import learn, look
from vision.settle import settle

SIZE = (800, 600)


def game_for(players: int) -> tuple[Board, View]:
    """The board for so many, and what lies there at the start."""
    game = catalogue.game("piecepack", players=players)
    return game.board, game.view(game.start())


def seen(players: int, scene: Scene) -> tuple[Picture, Truth, Board, View]:
    """A picture of the start."""
    board, view = game_for(players)
    picture, truth = draw(Table(board, view), scene, SIZE)
    return picture, truth, board, view


def turned_right(found: Calibration, board: Board, truth: Truth) -> tuple[float, Calibration]:
    """The turn of what was found that fits the truth best, and how far (in squares) it is off at worst."""
    side = float(np.hypot(*(truth.pixels[1] - truth.pixels[0])))
    ways = [found.turned(board, turn) for turn in range(board.turns)]
    off = [float(np.hypot(*(way.places(board) - truth.pixels).T).max()) / side for way in ways]
    return min(off), ways[int(np.argmin(off))]


@pytest.mark.parametrize(
    ("players", "scene"),
    [(4, WOODEN), (2, PRINTED), (4, random_tiles(103)), (2, random_tiles(102)), (4, random_tiles(109))],
    ids=lambda value: value.name if isinstance(value, Scene) else None,
)
def test_a_board_of_tiles_is_found_where_it_lies(players: int, scene: Scene) -> None:
    picture, truth, board, _ = seen(players, scene)
    off, _ = turned_right(locate(picture, board), board, truth)
    assert off < 0.15


def test_the_corner_that_is_pointed_at_is_south_west() -> None:
    picture, truth, board, _ = seen(4, WOODEN)
    for corner in board.corners.values():
        x, y = truth.pixels[board.index[corner]]
        found = locate(picture, board, (float(x), float(y)))
        assert np.allclose(found.places(board)[board.index[PlaceId("a1")]], (x, y), atol=8)


def test_the_band_is_not_found_in_the_full_field_nor_the_field_in_the_band() -> None:
    for players, other in ((4, 2), (2, 4)):
        picture, _, _, _ = seen(players, WOODEN)
        with pytest.raises(BoardNotFound):
            locate(picture, game_for(other)[0])


@pytest.mark.parametrize(("players", "seed"), [(4, 756), (2, 848), (4, 711)], ids=["faint", "band", "dark"])
def test_a_board_with_faint_lines_is_found_by_its_outline_and_its_coins(players: int, seed: int) -> None:
    picture, truth, board, _ = seen(players, random_tiles(seed))
    found = locate(picture, board)
    off, there = turned_right(found, board, truth)
    assert off < 0.15
    assert refine(picture, board, there).confidence >= 0.5


def test_a_field_with_faint_lines_does_not_hold_the_band() -> None:
    picture, _, _, _ = seen(4, random_tiles(756))
    with pytest.raises(BoardNotFound):
        locate(picture, game_for(2)[0])


def test_faint_lines_alone_prove_no_board() -> None:
    board, view = game_for(4)
    bare, _ = draw(Table(board, dict.fromkeys(view, EMPTY)), random_tiles(756), SIZE)
    with pytest.raises(BoardNotFound):
        locate(bare, board)


def test_a_table_without_a_board_has_none() -> None:
    table: Picture = np.full((*SIZE[::-1], 3), 90, np.uint8)
    cv2.circle(table, (400, 300), 120, (40, 160, 200), -1)
    with pytest.raises(BoardNotFound):
        locate(table, game_for(4)[0])


def test_a_board_that_was_nudged_is_fitted_again_and_one_that_is_gone_is_missed() -> None:
    picture, truth, board, _ = seen(4, WOODEN)
    _, found = turned_right(locate(picture, board), board, truth)
    moved = np.asarray(cv2.warpAffine(picture, np.array([[1, 0, 4.0], [0, 1, -3]]), SIZE), np.uint8)
    again = refine(moved, board, found)
    assert np.abs(again.places(board) - found.places(board) - (4, -3)).max() < 1.5
    with pytest.raises(BoardNotFound):
        refine(np.full_like(picture, 80), board, found)


@pytest.mark.parametrize(("players", "scene"), [(4, WOODEN), (2, WOODEN), (4, random_tiles(103))])
def test_suits_are_read_from_one_picture(players: int, scene: Scene) -> None:
    picture, truth, board, view = seen(players, scene)
    _, found = turned_right(locate(picture, board), board, truth)
    evidence = look(picture, board, found)
    wrong = [place for place, what in evidence.places.items() if what.token != view[place]]
    assert len(wrong) <= 1
    assert not any(evidence.places[place].p > 0.99 for place in wrong)


def test_tables_drawn_by_lot_are_read_from_one_picture_or_doubted() -> None:
    board, view = game_for(4)
    wrong = seen_in_all = 0
    for seed in (201, 202, 203, 204):
        picture, truth = draw(Table(board, view), random_tiles(seed), SIZE)
        there = Calibration(board.name, np.array(truth.homography), truth.size, truth.k1)
        evidence = look(picture, board, there)
        for place, what in evidence.places.items():
            seen_in_all += 1
            wrong += what.token != view[place]
            assert what.token == view[place] or what.p < 0.99
    assert wrong <= seen_in_all // 100


def test_squares_under_an_arm_are_told_unseen_even_where_the_light_is_harsh() -> None:
    picture, truth, board, _ = seen(4, PRINTED)
    _, found = turned_right(locate(picture, board), board, truth)
    shaded = picture.copy()
    shaded[:, : SIZE[0] // 2] //= 2
    row = [PlaceId(f"{letter}4") for letter in "abcdefgh"]
    ends = [tuple(map(int, truth.pixels[board.index[place]])) for place in (row[0], row[-1])]
    side = float(np.hypot(*(truth.pixels[1] - truth.pixels[0])))
    cv2.line(shaded, ends[0], ends[1], (95, 120, 215), int(1.6 * side))
    evidence = look(shaded, board, found)
    told = [place for place in row if evidence.places[place].token is not None]
    assert not told
    assert sum(seen.token is None for seen in evidence.places.values()) <= 24


@pytest.mark.parametrize("scene", [WOODEN, PRINTED], ids=lambda scene: scene.name)
def test_the_start_tells_which_way_round_the_board_lies(scene: Scene) -> None:
    picture, truth, board, view = seen(4, scene)
    lies = locate(picture, board)
    for turn in range(board.turns):
        found = lies.turned(board, turn)
        settled = settle(look(picture, board, found), board, found, view)
        right = found.turned(board, settled.turns)
        assert np.abs(right.places(board) - truth.pixels).max() < 8


@pytest.mark.parametrize("scene", [WOODEN, PRINTED], ids=lambda scene: scene.name)
def test_a_learnt_board_reads_coins_wherever_and_however_they_come_to_lie(scene: Scene) -> None:
    board, view = game_for(2)
    table = Table(board, view)
    painter = Painter(scene, board, table.tokens, SIZE)
    picture = painter.picture(table.moment())
    _, found = turned_right(locate(picture, board), board, painter.truth(table.moment()))
    reader = learn(picture, found, board, view)
    for number, (start, end) in enumerate([("h8", "f6"), ("a1", "d4"), ("c1", "e4"), ("a2", "h8")], 1):
        table.lift(PlaceId(start))
        table.put(PlaceId(end))
        evidence = reader.read(painter.picture(table.moment(), number), found)
        assert {place: what.token for place, what in evidence.places.items()} == dict(table.view)


@pytest.mark.parametrize("scene", [WOODEN, PRINTED], ids=lambda scene: scene.name)
def test_what_is_no_coin_is_told_as_something_unknown(scene: Scene) -> None:
    picture, truth, board, view = seen(4, scene)
    _, found = turned_right(locate(picture, board), board, truth)
    reader = learn(picture, found, board, view)
    place = PlaceId("d4")
    x, y = truth.pixels[board.index[place]].tolist()
    side = float(np.hypot(*(truth.pixels[1] - truth.pixels[0])))
    pencil, washer, cap = picture.copy(), picture.copy(), picture.copy()
    ends = [(round(x + way * 0.3 * side), round(y + way * 0.2 * side)) for way in (-1, 1)]
    cv2.line(pencil, ends[0], ends[1], (30, 30, 200), round(0.16 * side), cv2.LINE_AA)
    cv2.circle(washer, (round(x), round(y)), round(0.3 * side), (200, 60, 30), round(0.08 * side), cv2.LINE_AA)
    cv2.circle(cap, (round(x), round(y)), round(0.2 * side), (40, 160, 40), -1, cv2.LINE_AA)
    assert view[place] == EMPTY
    for thing in (pencil, washer, cap):
        evidence = reader.read(thing, found)
        assert evidence.places[place].token == UNKNOWN
        assert all(what.token == view[at] for at, what in evidence.places.items() if at != place)
