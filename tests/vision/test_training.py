"""What the lessons show must be true: a place lies where the network looks for it."""

import numpy as np
import pytest

from rules.star.places import star_board
from vision.readers.unknown.grid import CELL, board_grid
from vision.training import camera, pits
from vision.training.hands import hand
from vision.training.shot import Lamps, Shot


@pytest.mark.parametrize("size", [4, 5, 6])
@pytest.mark.parametrize("over", [(True, False), (False, True), (True, True)])
def test_a_flipped_lesson_shows_every_place_where_the_network_looks_for_it(size: int, over: tuple[bool, bool]) -> None:
    board = star_board(size)
    grid = board_grid(board)
    columns, rows = grid.nodes.T * CELL
    # A picture on which every place bears its own number, on the very pixel the network looks from.
    picture = np.full(grid.near.shape, -1)
    picture[rows, columns] = np.arange(len(board.places))

    from_rows, from_columns, from_places = camera.flip(board, over)

    flipped = picture[from_rows][:, from_columns]
    assert flipped[rows, columns].tolist() == from_places.tolist()
    assert (np.sort(from_places) == np.arange(len(board.places))).all()


def test_in_a_hands_shadow_the_light_of_the_sky_is_left() -> None:
    white, reddish = np.ones((240, 240, 3), np.float32), np.full((240, 240, 3), (0.3, 0.15, 0.15), np.float32)
    shot = Shot(white.copy(), np.zeros((240, 240), np.float32), reddish.copy())
    aslant = Lamps(np.array([[0.6, 0.0, 0.8]]), np.array([0.8]), np.array([0.1]))

    hand(np.random.default_rng(1), shot, np.array([[120.0, 120.0]]), aslant)

    beside = shot.light[shot.cover == 0]
    red, green, _ = beside[beside.sum(1).argsort()[:50]].T
    # No lamp reaches there, and a hand hides but a part of the sky.
    assert red == pytest.approx(2 * green, rel=1e-3)
    assert (red > 0.3 * 0.2).all()
    assert (red <= 0.3).all()
    # Farther away nothing has changed.
    assert (np.abs(beside - 1).max(1) < 1e-3).mean() > 0.2


def test_a_turn_at_a_mandarin_board_that_is_drawn_says_which_stones_came_and_went() -> None:
    rng = np.random.default_rng(4)
    turns = [pits.draw_sown(rng) for _ in range(3)]

    for turn in turns:
        assert len(turn.now.small) - len(turn.then.small) == len(turn.came) - len(turn.went)
        assert {len(turn.came), len(turn.went)} != {0}
        # Where a stone came or went the table looks otherwise, nearly always: it may hide behind another.
        columns, rows = np.rint(pits.pixels(np.concatenate([turn.came, turn.went]))).astype(int).T
        changed = np.abs(turn.now.light - turn.then.light).max(2)
        assert (changed[rows, columns] > 0.01).mean() > 0.8
        # What lies between the fields' stones stays as it was.
        assert np.median(changed) < 1e-6
