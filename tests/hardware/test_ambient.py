"""Lamps by the light of the room: full by day, dim by night, never hurried, never invisible, never over the budget."""

from itertools import pairwise

import numpy as np
import pytest

from firmware.given.fittings import chosen_brightness
from firmware.given.words import GivenWrong
from firmware.service.box import Fittings
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from hardware.ambient import Ambient, follow, room_light, wanted
from hardware.lights import LastingLights, PixelLights
from hardware.lights.lamps import Lamps
from hardware.ports import Frame
from hardware.settings import AMBIENT_RATE, DIMMEST
from hardware.simulated.devices import SimulatedClock
from rules import catalogue
from rules.match import Match


def frame(grey: int, exposure: float | None = None) -> Frame:
    return Frame(np.full((480, 640, 3), grey, np.uint8), 0.0, "1", exposure)


def evening(lights: list[float], first: float = 0.3) -> list[float]:
    """The lamps' brightness second by second, the room being so light in each."""
    ambient, shown = follow(Ambient(), first, 0.0), []
    for second, light in enumerate(lights, 1):
        ambient = follow(ambient, light, float(second))
        shown.append(ambient.brightness)
    return shown


def test_by_day_lamps_shine_fully_and_by_night_dimly_but_they_shine() -> None:
    assert wanted(0.4) == 1.0
    assert wanted(0.0) == pytest.approx(DIMMEST)
    assert DIMMEST < wanted(0.05) < 0.8


def test_a_camera_that_exposes_longer_by_night_deceives_nobody() -> None:
    by_day, by_night = frame(110, 0.02), frame(110, 0.5)
    assert wanted(room_light(by_day)) == 1.0
    assert wanted(room_light(by_night)) < 0.4
    locked_by_day = frame(8, 0.02)
    assert room_light(locked_by_day) == pytest.approx(room_light(frame(8)))
    assert wanted(room_light(locked_by_day)) < 0.7


def test_the_first_look_counts_at_once_and_what_follows_takes_its_time() -> None:
    assert follow(Ambient(), 0.005, 9.0).brightness == pytest.approx(DIMMEST)
    shown = evening([0.01] * 60)
    assert all(abs(after - before) <= AMBIENT_RATE + 1e-9 for before, after in pairwise([1.0, *shown]))
    assert shown[9] > 0.5
    assert shown[-1] == pytest.approx(DIMMEST)


def test_a_flickering_candle_makes_no_flickering_lamps() -> None:
    shown = evening([0.06, 0.07] * 60, first=0.065)
    assert len({round(one, 6) for one in shown}) == 1


def test_lit_lamps_and_a_hand_hardly_count() -> None:
    picture = frame(40)
    picture.picture[100:200, 100:260] = 250
    assert room_light(picture) == room_light(frame(40))


@pytest.mark.parametrize("brightness", [DIMMEST, 0.5, 1.0])
def test_however_bright_every_lit_lamp_shines_within_the_budget(brightness: float) -> None:
    lamps = Lamps(121, brightness=brightness)
    faint = lamps.levels([(0, 18, 77)] * 121)  # the nearest of many destinations
    assert all(max(level) >= 1 for level in faint)
    assert lamps.milliamps(lamps.levels([(255, 255, 255)] * 121)) <= lamps.budget


def test_at_the_table_the_lamps_follow_the_lamp_over_it() -> None:
    told: list[float] = []
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))))
    table.loop._dim = told.append
    table.wait(3.0)
    table.act(lambda board: board.daylight(0.1))
    table.wait(30.0)
    assert told[0] > told[-1] > 0.1
    assert told == sorted(told, reverse=True)


class Pixels:
    """A chain that remembers."""

    def __init__(self) -> None:
        self.levels: dict[int, tuple[int, ...]] = {}

    def __setitem__(self, lamp: int, levels: tuple[int, ...]) -> None:
        self.levels[lamp] = levels

    def show(self) -> None:
        """Nothing more to do."""


def test_lamps_that_were_dimmed_stay_so_when_they_are_opened_again() -> None:
    pixels, clock = Pixels(), SimulatedClock()
    lights = LastingLights(lambda: PixelLights(pixels, Lamps(1), clock), clock, patient=True)
    lights.dim(0.5)
    lights.show([(255, 0, 0)])
    assert pixels.levels[0] == (127, 0, 0)


def test_a_table_may_want_one_brightness_for_ever() -> None:
    assert chosen_brightness("auto") is None
    assert chosen_brightness("0.4") == 0.4
    assert Fittings().brightness is None
    for nonsense in ("bright", "0", "2"):
        with pytest.raises(GivenWrong, match="auto"):
            chosen_brightness(nonsense)
