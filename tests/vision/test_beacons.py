"""Lamps blink their numbers, and the camera learns which lies where, however the chain was soldered."""

import pytest

from firmware.web.settings import BEACONS_SECONDS
from hardware.simulated.devices import SimulatedCamera, SimulatedClock, SimulatedLights, shuffled_chain
from hardware.simulated.scenes import SCENES
from hardware.simulated.table import Table
from rules.sight import Token
from rules.star.places import star_board
from vision.beacons import Beacons, decode, signals
from vision.locate import from_corners

BOARD = star_board()
DARK, WHITE = (0, 0, 0), (255, 255, 255)


def blink(scene: str, seed: int, dead: frozenset[int] = frozenset()) -> tuple[Beacons, tuple[str | None, ...]]:
    """What is found of a shuffled chain under an empty board, and the truth."""
    clock = SimulatedClock()
    table = Table(BOARD, {}, (Token("S"),))
    camera = SimulatedCamera(table, SCENES[scene], clock)
    chain = shuffled_chain(BOARD, seed)
    lights = SimulatedLights(table, chain, dead)
    pixels = camera.truth().pixels
    corners = {
        name: (float(x), float(y)) for name, place in BOARD.corners.items() for x, y in [pixels[BOARD.index[place]]]
    }
    pictures = []
    for lit in signals(len(chain)):
        lights.show([WHITE if on else DARK for on in lit])
        pictures.append(camera.take(clock.now()).picture)
    height, width = pictures[0].shape[:2]
    calibration = from_corners(BOARD, corners, (width, height))
    return decode(pictures, BOARD, calibration, len(chain)), chain


def test_ten_pictures_are_enough_for_a_star() -> None:
    assert len(signals(121)) == 10


def test_a_camera_that_takes_a_second_for_a_picture_takes_them_all_in_the_time_that_the_page_waits() -> None:
    assert len(signals(253)) == 11
    assert 2 * len(signals(253)) < BEACONS_SECONDS, "each may wait for one that was begun before the lamps shone"


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_a_shuffled_chain_is_put_in_order(scene: str) -> None:
    found, chain = blink(scene, seed=3)
    assert len(found.lamps) >= 115
    assert all(chain[lamp] == place for place, lamp in found.lamps.items())


def test_dead_lamps_are_named_and_nothing_is_put_in_their_place() -> None:
    found, chain = blink("wood", seed=4, dead=frozenset({5, 60}))
    assert {5, 60} <= set(found.unseen)
    assert not {chain[5], chain[60]} & found.lamps.keys()
    assert all(chain[lamp] == place for place, lamp in found.lamps.items())


def test_too_few_pictures_are_a_misuse() -> None:
    with pytest.raises(ValueError, match="signals"):
        decode([], BOARD, from_corners(BOARD, {"S": (50.0, 90.0), "N": (50.0, 10.0)}, (100, 100)), 121)
