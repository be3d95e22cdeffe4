"""Who lies next to whom on a board: counted by hand on a star."""

import numpy as np
import pytest

from rules import catalogue
from vision.neighbours import around, beside, distances

STAR = catalogue.game("star").board
TIP, CENTRE = STAR.index["a1"], STAR.index["i5"]


def test_neighbours_lie_one_unit_apart() -> None:
    assert np.allclose(distances(STAR)[beside(STAR)], 1)
    assert distances(STAR)[TIP, TIP] == 0


def test_the_tip_has_two_neighbours_and_the_centre_six() -> None:
    names = np.array([place.id for place in STAR.places])
    assert names[beside(STAR)[TIP]].tolist() == ["b1", "b2"]
    assert names[beside(STAR)[CENTRE]].tolist() == ["h5", "h6", "i4", "i6", "j5", "j6"]


def test_a_place_is_among_those_around_it_and_the_rest_is_filled_up() -> None:
    tip = around(STAR)[TIP].tolist()
    assert sorted(tip) == [TIP, STAR.index["b1"], STAR.index["b2"], *[len(STAR.places)] * 4]
    assert around(STAR).shape == (121, 7)


def test_what_everybody_shares_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        distances(STAR)[0, 0] = 1
