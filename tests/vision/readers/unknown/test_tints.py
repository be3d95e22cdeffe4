"""What the colours of a picture's own pieces tell of who belongs together."""

import numpy as np
from numpy.typing import NDArray

from rules.star.places import star_board
from vision.readers.unknown.sets import group
from vision.readers.unknown.tints import Tints

BOARD = star_board(4)
SOUTH = np.argsort([place.y for place in BOARD.places])[:40]
RED, WINE, BLUE = np.log([40, 40, 200]), np.log([48, 34, 165]), np.log([180, 70, 40])
ROUGH = 0.03
FULL = (10, 15)


def colours(of: NDArray[np.intp], seed: int = 0) -> NDArray[np.float64]:
    """Colours as they are measured; the lamp stands in the west, so the east is half as bright. ``of``: −1 a hole."""
    rng = np.random.default_rng(seed)
    board = np.log([150.0, 160.0, 170.0])
    own = np.array([board if one < 0 else (RED, WINE, BLUE)[one] for one in of]) + rng.normal(0, ROUGH, (len(of), 3))
    x = np.array([place.x for place in BOARD.places])
    lit = own - 0.35 * (x / x.max())[:, None]
    return np.concatenate([lit, lit + rng.normal(0, ROUGH, lit.shape)], 1)


def lying(*sets: int) -> NDArray[np.intp]:
    """Which set lies where: so many pieces of each among one another in the south, holes elsewhere."""
    of = np.full(len(BOARD.places), -1)
    order = np.random.default_rng(5).permutation(SOUTH)
    of[order[: sum(sets)]] = np.repeat(np.arange(len(sets)), sets)
    return of


def exchanged_for(of: NDArray[np.intp], one: int, other: int, count: int) -> NDArray[np.intp]:
    """How a likeness has it that takes ``count`` pieces of each of two sets for pieces of the other."""
    names = of.copy()
    names[np.flatnonzero(of == one)[:count]] = other
    names[np.flatnonzero(of == other)[:count]] = one
    return names


def likeness(names: NDArray[np.intp], sure: float) -> NDArray[np.float64]:
    """Logits of two places' pieces being of one set, as the networks give them."""
    return np.where(np.equal.outer(names, names), sure, -sure)


def test_pieces_that_the_likeness_exchanged_go_where_their_colours_are() -> None:
    of = lying(10, 10, 10)
    seen = exchanged_for(of, 0, 1, 3)
    for tints, right in ((None, seen), (Tints(colours(of), BOARD), of)):
        found = group(likeness(seen, 1.5), of >= 0, 0, FULL, tints).names
        assert np.array_equal(np.equal.outer(found, found), np.equal.outer(right, right))


def test_colours_do_not_take_pieces_from_a_set_of_their_own_colour() -> None:
    of = lying(10, 10, 10)
    shown = colours(np.where(of == 1, 0, of))
    found = group(likeness(of, 2.0), of >= 0, 0, FULL, Tints(shown, BOARD)).names
    assert np.array_equal(np.equal.outer(found, found), np.equal.outer(of, of))


def test_one_piece_among_others_is_told_by_those_others() -> None:
    of = lying(10, 10, 10)
    stray = np.flatnonzero(of == 1)[0]
    names = of.copy()
    names[stray] = 0
    told = Tints(colours(of), BOARD).fits(names)
    assert told[stray, 1] > told[stray, 0] + 1.5


def test_the_same_piece_in_shade_and_in_light_is_of_one_set() -> None:
    of = lying(10, 10, 10)
    told = Tints(colours(of), BOARD).fits(of)
    assert np.array_equal(told[of >= 0].argmax(1), of[of >= 0])


def test_one_piece_a_side_or_a_single_set_teaches_nothing_of_how_colours_differ() -> None:
    for of in (lying(1, 1), lying(10)):
        assert not Tints(colours(of), BOARD).fits(of).any()


def test_a_board_without_pieces_has_no_colours_to_learn_from() -> None:
    assert not group(likeness(lying(), 1.0), lying() >= 0, 0, FULL, Tints(colours(lying()), BOARD)).belongs.size
