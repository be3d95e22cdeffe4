"""Which of two placements makes more sense."""

import numpy as np

from vision.locate.sense import Sense, doubts

NOTHING = np.zeros(121, np.bool_)


def test_what_a_hand_covers_is_no_doubt_where_round_things_show_the_board() -> None:
    """A fist and an arm lie over a fifth of a board; on its lines a lattice of half the pitch is found beside them."""
    board = Sense(0.18, 19, 121, 0.18, NOTHING, NOTHING)
    among_the_lines = Sense(0.11, 70, 121, 0.04, NOTHING, NOTHING)
    assert doubts([board, among_the_lines], [True, False]).argmin() == 0
    # Beyond a board much looks covered as well: a row off, that is doubt.
    assert doubts([board, among_the_lines]).argmin() == 1


def test_a_piece_that_another_placement_surely_shows_is_missed() -> None:
    board = Sense(0.01, 60, 121, 0, NOTHING, NOTHING)
    a_row_off = Sense(0.01, 45, 121, 0, NOTHING, NOTHING)
    less, more = doubts([board, a_row_off])
    assert less < more / 3
