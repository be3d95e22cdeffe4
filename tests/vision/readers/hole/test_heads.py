"""A lamp goes out and falls on pieces otherwise than on the board: what a whole set shares is light."""

from dataclasses import replace

import numpy as np

from hardware.simulated.painter import Painter
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules.sight import Token, View
from tests.vision.marbles import BOARD, faults, learnt_from, moved, start
from vision.readers.hole.heads import shades

SETS = [Token("N"), Token("S")]
START = start(SETS)
LIT, UNLIT = (250, 250, 245), (196, 232, 200)
"""White southern marbles beneath a lamp, cut off white, and once it is out."""
NORTH = (200, 215, 204)
"""The northern ones, on which it never fell."""


def painted(*colours: tuple[int, int, int]) -> Painter:
    """The table, the marbles of each set of these colours."""
    return Painter(replace(WOOD, pieces=replace(WOOD.pieces, colours=colours)), BOARD, SETS, (640, 480))


def lying(view: View) -> Table:
    return Table(BOARD, view, SETS)


def test_a_set_on_which_a_lamp_no_longer_falls_is_known_by_what_all_its_pieces_share() -> None:
    found, reader = learnt_from(painted(NORTH, LIT), lying(START))
    now = moved(START, ("d1", "e5"))
    evidence = reader.read(painted(NORTH, UNLIT).picture(lying(now).moment(), 1), found, careful=True)
    assert not faults(evidence, now)
    assert min(seen.p for seen in evidence.places.values()) > 0.9


def test_light_is_what_nearly_all_pieces_of_a_set_share() -> None:
    known = np.full((12, 3), 0.5, np.float32)
    now = np.repeat([1, 2], 6)
    seen = known.copy()
    seen[:5] *= (0.7, 0.8, 0.9)
    seen[6:] *= np.linspace(0.6, 1.4, 6)[:, None]
    shade = shades(seen, known, now, tokens=3)
    np.testing.assert_allclose(shade[1], (0.7, 0.8, 0.9), atol=0.01)
    np.testing.assert_allclose(shade[[0, 2]], 1, atol=0.01)
    assert (shades(seen, known, np.arange(12) % 5, tokens=5) == 1).all(), "three pieces share too little to tell"
