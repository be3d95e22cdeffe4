"""The empty board was shown once: what holes beneath pieces look like is then known, whatever changed since."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.painter import Painter
from hardware.simulated.scene import Scene
from hardware.simulated.scenes import PRINTED, WOOD
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import random_scene_of
from rules import catalogue
from rules.geometry import PlaceId
from rules.sight import EMPTY, Token, View
from rules.star.places import star_board
from vision.calibration import Calibration
from vision.readers.hole.reading import HoleReader
from vision.readers.hole.shown import EmptyBoard

BOARD = star_board()
SIZE = (640, 480)
GAME = catalogue.game("star", players=2)
START: View = GAME.view(GAME.start())
TOKENS = sorted({token for token in START.values() if token != EMPTY})
DARK_PIECES = random_scene_of(BOARD, 930803)
"""Marbles nearly black over hollows in dark wood, seen from aslant."""


@cache
def painter(scene: Scene) -> Painter:
    return Painter(scene, BOARD, TOKENS, SIZE)


def shown(scene: Scene, table: Table, number: int) -> tuple[NDArray[np.uint8], Calibration]:
    """A picture, and where the board truly lies in it."""
    truth = painter(scene).truth(table.moment())
    calibration = Calibration(BOARD.name, truth.homography, truth.size, truth.k1)
    return painter(scene).picture(table.moment(), number), calibration


def lying(view: View) -> Table:
    return Table(BOARD, view, TOKENS)


def moved(*steps: tuple[str, str]) -> dict[PlaceId, Token]:
    view = dict(START)
    for source, target in steps:
        view[PlaceId(target)], view[PlaceId(source)] = view[PlaceId(source)], EMPTY
    return view


def learnt(scene: Scene, empty: EmptyBoard | None) -> HoleReader:
    return HoleReader.learn(*shown(scene, lying(START), 1), BOARD, START, empty)


def bare(scene: Scene, table: Table | None = None) -> EmptyBoard:
    return EmptyBoard(*shown(scene, table or lying({}), 2))


def test_dark_marbles_over_dark_holes_are_told_once_the_empty_board_was_shown() -> None:
    without, with_it = learnt(DARK_PIECES, None), learnt(DARK_PIECES, bare(DARK_PIECES))
    assert without.alike
    assert not with_it.alike
    view = moved(("d2", "i5"), ("b1", "i3"), ("n2", "j5"), ("p1", "h4"))
    seen = with_it.read(*shown(DARK_PIECES, lying(view), 3)).places
    assert {place: one.token for place, one in seen.items()} == view
    assert min(seen[PlaceId(place)].p for place in ("d2", "b1", "n2", "p1")) > 0.99


@pytest.mark.parametrize("scene", [WOOD, PRINTED], ids=["wood", "printed"])
def test_the_camera_was_moved_the_evening_is_dim_and_the_points_were_called_otherwise(scene: Scene) -> None:
    before = lying({})
    before.daylight(0.6, warmth=0.4)
    before.nudge(0.9, 0.5, 8.0)
    picture, calibration = shown(scene, before, 2)
    reader = learnt(scene, EmptyBoard(picture, calibration.turned(BOARD, 2)))
    assert reader.shown
    truth = shown(scene, lying({}), 4)
    patches, _ = reader.windows.sample(*truth)
    homes = [at for at, place in enumerate(BOARD.places) if START[place.id] != EMPTY]
    off = np.sqrt(((reader.seen[0, homes] - patches[homes]) ** 2).mean((1, 2)))
    assert float(np.median(off)) < 0.04


def test_the_picture_of_another_board_is_left_out() -> None:
    assert learnt(WOOD, bare(WOOD)).shown
    assert not learnt(WOOD, bare(PRINTED)).shown
    assert not learnt(PRINTED, bare(WOOD)).shown


def test_a_picture_in_which_the_pieces_lay_is_left_out() -> None:
    assert not learnt(WOOD, bare(WOOD, lying(START))).shown


def test_a_picture_that_is_not_of_the_size_it_should_be_is_left_out() -> None:
    empty = bare(WOOD)
    assert not learnt(WOOD, replace(empty, picture=empty.picture[:300])).shown
    assert not learnt(WOOD, replace(empty, calibration=replace(empty.calibration, board="star-181"))).shown


def test_the_hole_itself_once_seen_replaces_its_old_picture() -> None:
    before = lying({})
    before.daylight(0.7)
    reader = learnt(WOOD, bare(WOOD, before))
    view = moved(("d2", "i5"))
    picture, calibration = shown(WOOD, lying(view), 5)
    after = reader.follow(picture, calibration, view)
    at = BOARD.index[PlaceId("d2")]
    assert reader.lent[at] > 0
    assert after.lent[at] == 0
    patches, _ = after.windows.sample(picture, calibration)
    assert float(np.abs(after.seen[0, at] - patches[at]).mean()) < 0.01
