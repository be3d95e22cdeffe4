"""Windows and lamps that are mirrored in the varnish are told from what lies over the board: fingers, above all."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated.painter import Painter
from hardware.simulated.scene import Holes
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import random_scene_of
from rules.geometry import PlaceId
from rules.sight import Token
from rules.star.places import CORNERS
from tests.vision.marbles import BOARD, SIZE, START, faults, learnt_from, moved, start, table

MIRROR = 221282
"""Cat's eyes over black holes in a dark board, under a window that is mirrored in the varnish."""


@pytest.mark.parametrize("wanders", [(0.0, 0.0), (0.9, -1.2), (-1.5, 0.8), (2.0, 2.0)])
def test_dark_holes_in_the_glare_of_a_window_are_no_pieces(wanders: tuple[float, float]) -> None:
    tokens = [Token(corner) for corner in ("N", "NE", "S", "SW")]
    painted = Painter(random_scene_of(BOARD, MIRROR), BOARD, tokens, (640, 480))
    lying = Table(BOARD, start(tokens), tokens)
    found, reader = learnt_from(painted, lying)
    lying.mirror(*wanders)
    evidence = reader.read(painted.picture(lying.moment(), 1), found)
    wrong = faults(evidence, lying.view)
    assert len(wrong) <= 2
    assert all(evidence.places[place].p < 0.95 for place in wrong)


LAMP = 974369
"""A lamp so bright in the varnish that it cuts off white what it lies on, and makes black holes grey."""


def test_holes_that_were_learnt_beneath_a_lamps_gleam_are_holes_when_it_is_gone() -> None:
    tokens = [Token(corner) for corner in ("N", "NE", "S", "SW")]
    painted = Painter(random_scene_of(BOARD, LAMP), BOARD, tokens, (640, 480))
    lying = Table(BOARD, start(tokens), tokens)
    found, reader = learnt_from(painted, lying)
    lying.mirror(-3.0, -2.0)
    evidence = reader.read(painted.picture(lying.moment(), 1), found)
    assert not faults(evidence, lying.view)
    assert all(seen.likelihoods for seen in evidence.places.values()), "and nothing covers them"


@pytest.mark.parametrize("wanders", [(-2.0, 1.5), (2.5, -1.0)])
def test_a_reflection_that_wanders_over_the_board_is_no_piece(wanders: tuple[float, float]) -> None:
    painted = Painter(random_scene_of(BOARD, 611355), BOARD, [Token(corner) for corner in CORNERS], (640, 480))
    lying = table(START)
    found, reader = learnt_from(painted, lying)
    lying.mirror(*wanders)
    evidence = reader.read(painted.picture(lying.moment(), 1), found)
    assert all(evidence.places[place].p < 0.95 for place in faults(evidence, START))


@pytest.mark.parametrize("hue", [(0.05, -0.05, -0.03), (0.06, -0.05, -0.05), (0.1, -0.04, -0.04)], ids=str)
def test_a_hand_as_bright_as_plain_wood_is_no_light_upon_it(hue: tuple[float, float, float]) -> None:
    plain = replace(WOOD, board=replace(WOOD.board, holes=Holes("flat", radius=0.05, depth=0.0)))
    painted = Painter(plain, BOARD, [Token(corner) for corner in CORNERS], SIZE)
    there, reader = learnt_from(painted, table(START))
    seen = painted.picture(table(moved(START, ("d1", "e5"))).moment(), 1)
    at = dict(zip((place.id for place in BOARD.places), np.rint(there.places(BOARD)).astype(int).tolist(), strict=True))
    x, y = at[PlaceId("g5")]
    skin = np.median(seen[y - 3 : y + 4, x - 3 : x + 4], axis=(0, 1)) + np.array(hue) * 255
    fingers = np.zeros(seen.shape[:2], np.uint8)
    for tip, knuckle in (("e5", "g7"), ("d2", "f6"), ("d3", "f7")):
        cv2.line(fingers, at[PlaceId(tip)], at[PlaceId(knuckle)], 1, round(1.1 * there.pitch))
    soft = cv2.GaussianBlur(fingers * 255, (0, 0), 1.0)[..., None] / 255
    covered = (seen * (1 - soft) + skin * soft).astype(np.uint8)
    told = reader.read(covered, there).places
    within = ["e6", "e7", "e8", "f6", "f7", "g6"]  # others, at a finger's edge, show some wood
    assert all(fingers[tuple(at[PlaceId(place)][::-1])] for place in within)
    assert not [place for place in within if told[PlaceId(place)].likelihoods]
