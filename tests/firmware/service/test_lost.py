"""What is lost while the table works as a service, a camera, lamps or pins, and how people play on without it."""

from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest

from firmware.events import Pause, Resign
from firmware.keeper import NoKeeper
from firmware.loop import Loop
from firmware.service.box import Box, Controls, Fittings
from firmware.states import Paused, opening
from firmware.web.hub import Hub
from hardware.cameras import OPENINGS
from hardware.clock import SystemClock
from hardware.errors import HardwareError
from hardware.simulated.devices import SimulatedButton, SimulatedCamera
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules import catalogue
from rules.match import Match
from rules.star.places import star_board
from tests.firmware.service.glances import Glance, LongerGlance
from tests.spi_bus import RecordedBus

T = TypeVar("T")


def test_a_camera_and_lamps_that_went_between_two_games_are_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bus, clock, game = RecordedBus(), SystemClock(), catalogue.game("star", players=2)
    plugs = {"camera": True, "lamps": True}

    def plugged(what: str, device: T) -> T:
        if not plugs[what]:
            raise HardwareError(f"there are no {what} any more")
        return device

    seen = SimulatedCamera(Table(star_board(), {}), WOOD, clock, (96, 72))
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    monkeypatch.setitem(OPENINGS, "usb", lambda *_: lambda: plugged("camera", seen))
    monkeypatch.setattr("hardware.lights.spi.SpiBus", lambda: plugged("lamps", bus))
    box = Box(Fittings(camera="usb:0"), clock, Controls())
    for _ in range(2):
        assert box.referee(opening(Match.begin(game)), NoKeeper(), "en", hub=LongerGlance()) == "off"
        plugs = dict.fromkeys(plugs, False)
    told = capsys.readouterr().out
    assert told.count("The lamps do not answer; the game goes on without them.") == 1
    assert told.count("The camera gives no picture; the game waits. there are no camera any more") == 1


class Lost(SimulatedButton):
    """A button whose pins went away."""

    here = False

    @property
    def trouble(self) -> HardwareError | None:
        return None if self.here else HardwareError("the pins do not answer any more")


def test_a_game_that_begins_after_the_button_was_lost_is_played_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    fittings = Fittings(camera=f"folder:{tmp_path}", lights=None, patient=True)
    for button, press, stays in ((SimulatedButton, "button", True), (Lost, "still", False)):
        page, clock = Glance(), SystemClock()
        box = Box(fittings, clock, Controls((button(clock),)))
        box.referee(opening(Match.begin(catalogue.game("star", players=2))), NoKeeper(), "en", hub=page)
        assert page.sitting is not None
        assert (page.sitting.loop.state.press, page.sitting.loop.stay) == (press, stays)


class Going(SimulatedButton):
    """A button whose pins went away a moment ago; who asks them finds out, and nobody else has yet."""

    @property
    def is_pressed(self) -> bool:
        raise HardwareError("the button on GPIO17 cannot be used")


def test_a_button_that_is_lost_in_the_moment_when_a_game_begins_ends_no_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    page, clock = LongerGlance(), SystemClock()
    box = Box(Fittings(camera=f"folder:{tmp_path}", lights=None, patient=True), clock, Controls((Going(clock),)))
    assert box.referee(opening(Match.begin(catalogue.game("star"))), NoKeeper(), "en", hub=page) == "off"
    assert page.sitting is not None
    assert (page.sitting.loop.state.press, page.sitting.loop.stay) == ("still", False)
    assert "The button does not answer any more; from now on a move counts" in capsys.readouterr().out


def test_a_game_that_is_over_waits_for_no_button_that_was_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    clock, steps = SystemClock(), []

    class Evening(Hub):
        """Who looks on while somebody resigns, and later the pins go away."""

        def look(self, loop: Loop) -> None:
            super().look(loop)
            steps.append(loop.stay)
            if len(steps) == 1:
                loop.put(Resign(clock.now(), loop.state.to_move))
            button.here = len(steps) < 5

    button = Lost(clock)
    button.here = True
    fittings = Fittings(camera=f"folder:{tmp_path}", lights=None, patient=True)
    box = Box(fittings, clock, Controls((button,)))
    game = catalogue.game("star", players=2)
    assert box.referee(opening(Match.begin(game)), NoKeeper(), "en", hub=Evening()) == "over"
    assert steps[1:5] == [True] * 4, "as long as it could be asked for the next one"


def test_a_pause_that_nobody_can_end_any_more_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    clock, rested = SystemClock(), []

    class Evening(Hub):
        """Who looks on while people pause, and the pins go away before anybody presses again."""

        def look(self, loop: Loop) -> None:
            super().look(loop)
            rested.append(isinstance(loop.state.at_rest(), Paused))
            if len(rested) == 1:
                loop.put(Pause(clock.now(), by="button"))
            button.here = len(rested) < 5
            if len(rested) == 10:
                loop.then = "off"

    button = Lost(clock)
    button.here = True
    fittings = Fittings(camera=f"folder:{tmp_path}", lights=None, patient=True)
    box = Box(fittings, clock, Controls((button,)))
    box.referee(opening(Match.begin(catalogue.game("star", players=2))), NoKeeper(), "en", hub=Evening())
    assert all(rested[1:5]), "as long as a press could end it"
    assert not any(rested[7:])
