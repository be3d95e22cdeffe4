"""What the colours of a picture's own pieces tell of who belongs together."""

import numpy as np
from numpy.typing import NDArray

from rules.star.board import star_board
from vision.readers.sets import Grouping
from vision.readers.tints import alike_in_tint

BOARD = star_board(4)
SOUTH = np.argsort([place.y for place in BOARD.places])[:40]
RED, WINE, BLUE = np.log([40, 40, 200]), np.log([48, 34, 165]), np.log([180, 70, 40])
ROUGH = 0.03


def colours(of: NDArray[np.intp], seed: int = 0) -> NDArray[np.float64]:
    """Colours as they are measured; the lamp stands in the west, so the east is half as bright. ``of``: −1 a hole."""
    rng = np.random.default_rng(seed)
    board = np.log([150.0, 160.0, 170.0])
    own = np.array([board if one < 0 else (RED, WINE, BLUE)[one] for one in of]) + rng.normal(0, ROUGH, (len(of), 3))
    x = np.array([place.x for place in BOARD.places])
    lit = own - 0.35 * (x / x.max())[:, None]
    return np.concatenate([lit, lit + rng.normal(0, ROUGH, lit.shape)], 1)


def supposed(names: NDArray[np.intp], unsure: NDArray[np.bool_]) -> Grouping:
    """A grouping whose ``unsure`` pieces might as well be of the next set."""
    sets = int(names.max()) + 1
    belongs = np.full((len(names), sets), 1 / sets)
    belongs[names >= 0] = np.eye(sets)[names[names >= 0]]
    belongs[unsure] = np.roll(belongs[unsure], 1, axis=1) / 2 + belongs[unsure] / 2
    return Grouping(belongs, names, np.zeros(len(names)))


def lying(*sets: int) -> NDArray[np.intp]:
    """Which set lies where: so many pieces of each among one another in the south, holes elsewhere."""
    of = np.full(len(BOARD.places), -1)
    order = np.random.default_rng(5).permutation(SOUTH)
    of[order[: sum(sets)]] = np.repeat(np.arange(len(sets)), sets)
    return of


def test_a_piece_that_the_likeness_put_to_its_neighbour_in_colour_is_told_by_the_others() -> None:
    of = lying(10, 10, 10)
    strays = np.isin(np.arange(len(of)), np.flatnonzero(of == 1)[:3])
    names = np.where(strays, 0, of)
    told = alike_in_tint(colours(of), BOARD, supposed(names, strays))
    for stray in np.flatnonzero(strays):
        wines, reds = told[stray, (of == 1) & ~strays], told[stray, of == 0]
        assert wines.mean() > reds.mean() + 1.5


def test_the_same_piece_in_shade_and_in_light_is_alike() -> None:
    of = lying(10, 10, 10)
    told = alike_in_tint(colours(of), BOARD, supposed(of, of < -1))
    x = np.array([place.x for place in BOARD.places])
    reds = np.flatnonzero(of == 0)
    west, east = reds[x[reds].argmin()], reds[x[reds].argmax()]
    assert told[west, east] > 1


def test_one_piece_a_side_teaches_nothing_of_how_colours_differ() -> None:
    of = lying(1, 1)
    assert np.abs(alike_in_tint(colours(of), BOARD, supposed(of, of < -1))).max() < 0.1


def test_a_single_set_teaches_nothing() -> None:
    for of in (lying(10), lying()):
        grouping = supposed(of, of < -1) if of.max() >= 0 else Grouping(np.zeros((len(of), 0)), of, np.zeros(len(of)))
        assert not alike_in_tint(colours(of), BOARD, grouping).any()
