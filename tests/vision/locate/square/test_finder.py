"""A board of tiles, seen by a camera that nobody told anything."""

import cv2
import numpy as np
import pytest

from hardware.pictures import Picture
from hardware.simulated.painter import draw
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import PRINTED, WOODEN, random_tiles
from rules.geometry import PlaceId
from rules.sight import EMPTY
from tests.vision.tiles import SIZE, game_for, seen, turned_right
from vision.locate import BoardNotFound, locate, refine


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
