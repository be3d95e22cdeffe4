"""Scenes at the simulated table, typed line by line: an empty line presses the button, ``hold`` holds it."""

import pytest

from firmware.simulated.simulation import Simulation
from firmware.states import Lifted, Menu, Playing, Refused, Unsure, opening
from firmware.terminal.console import PictureConsole
from rules import catalogue
from rules.match import Match


class Evening:
    """A game for two, and all that is said at it."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), size=(640, 480))
        self.console = PictureConsole(self.table, "en", str)
        self.table.loop.say = lambda reason: self.said.append(reason.id)
        self.console.hands.wait_until_ready()
        assert isinstance(self.phase, Playing)

    @property
    def phase(self) -> object:
        return self.table.loop.state.phase

    @property
    def plies(self) -> list[str]:
        """What has been taken since the start."""
        return [ply.move or ply.kind for ply in self.table.loop.state.history[1:]]

    def type(self, *lines: str) -> list[str]:
        """What is said while these lines are typed."""
        before = len(self.said)
        for line in lines:
            self.console.obey(line.split())
        return self.said[before:]


@pytest.fixture
def evening() -> Evening:
    return Evening()


# In the dark.


def test_in_the_dark_people_hear_that_the_menu_asks_which_move_it_was(evening: Evening) -> None:
    evening.type("lift e5", "put f5", "dark")
    assert evening.type("") == ["too-dark", "dark-menu"]
    assert evening.type("hold") == ["menu-ask"]
    assert evening.type("hold") == ["was-it"]


def test_what_was_asked_in_the_dark_is_read_off_the_board_once_there_is_light(evening: Evening) -> None:
    evening.type("lift e5", "put f5", "dark", "", "hold", "hold")
    assert isinstance(evening.phase, Unsure)
    assert evening.phase.between[evening.phase.asked] != ("e5-f5",)
    assert evening.type("light") == ["light-back", "look-again"]
    assert isinstance(evening.phase, Lifted)
    evening.type("")
    assert evening.plies == ["e5-f5"]


def test_after_a_dark_moment_a_refused_move_is_a_refused_move_as_before(evening: Evening) -> None:
    evening.type("lift e5", "put j6", "")
    assert isinstance(evening.phase, Refused)
    evening.type("dark")
    assert evening.type("") == ["too-dark", "dark-way-on"]
    assert evening.type("hold", "") == ["was-it", "was-it"]
    evening.type("light")
    assert isinstance(evening.phase, Refused)
    assert evening.type("") == ["hop-out-of-reach", "way-back"]
    assert evening.plies == []
    evening.type("lift j6", "put e5")
    evening.table.wait(2.0)
    assert isinstance(evening.phase, Playing)


def test_who_finds_none_of_the_moves_in_the_dark_presses_when_there_is_light(evening: Evening) -> None:
    evening.type("lift e5", "put f5", "dark", "", "hold", "hold")
    while evening.said[-1] == "was-it":
        evening.type("")
    assert evening.said[-1] == "none-of-these"
    evening.type("light", "")
    assert evening.plies == ["e5-f5"]


def test_people_who_insist_in_the_dark_that_all_was_put_right_hear_that_they_are_believed(evening: Evening) -> None:
    evening.type("lift e5", "put f4", "")
    assert evening.plies == ["e5-f4"]
    assert evening.type("undo")[-1] == "put-right"
    evening.type("dark")
    assert evening.type("") == ["too-dark", "dark-right"]
    assert evening.type("hold") == ["believed", "your-turn"]
    assert isinstance(evening.phase, Playing)
    assert evening.type("hold") == ["menu-ask"]
    assert isinstance(evening.phase, Menu)
