"""Which of two placements makes more sense."""

import numpy as np

from rules.star.places import star_board
from vision.locate.hole.sense import Sense, begins, doubts
from vision.readers.unknown.grid import regions

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


def test_a_row_off_no_placement_shows_a_games_beginning() -> None:
    board = star_board()
    points = regions(board)

    def seen(full: tuple[int, ...], *, strays: int = 0, gone: int = 0, covered: int = 0) -> Sense:
        """Points full of pieces but for some that are gone; in the middle some strays, and some places covered."""
        held = np.isin(points, full)
        held[np.flatnonzero(held)[:gone]] = False
        middle = np.flatnonzero(points < 0)
        held[middle[:strays]] = True
        empty = ~held
        empty[middle[60 - covered : 60]] = False
        return Sense(0.01 + covered / 121, held.sum(), 121, covered / 121, empty, held)

    assert begins(seen((0, 3)), board)
    assert begins(seen(tuple(range(6)), strays=1), board)
    assert not begins(seen((0,)), board)
    assert not begins(seen((0, 3), strays=2), board)  # after the first move
    assert not begins(seen((0, 3), gone=4), board)  # a row off
    assert not begins(seen(tuple(range(6)), strays=8), board)  # and where heads lean
    assert not begins(seen(tuple(range(6)), covered=4), board)  # half a pitch off
