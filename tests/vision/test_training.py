"""What the lessons show must be true: a place lies where the network looks for it."""

import numpy as np
import pytest

from rules.star.board import star_board
from vision.readers.grid import CELL, board_grid
from vision.training import camera, pits


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
