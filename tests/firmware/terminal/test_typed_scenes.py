"""Scenes at the simulated table, typed line by line: an empty line presses the button, ``hold`` holds it."""

import pytest

from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Lifted, Menu, Playing, Refused, Unsure, opening
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


def test_in_the_dark_people_hear_that_holding_leads_to_saying_which_move_it_was(evening: Evening) -> None:
    evening.type("lift e5", "put f5", "dark")
    assert evening.type("") == ["too-dark", "dark-way-on"]
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


# After a pause.


@pytest.mark.parametrize("resumed", ["", "resume"])
def test_a_move_made_before_a_pause_needs_only_its_press_after_it(evening: Evening, resumed: str) -> None:
    evening.type("lift e5", "put f4")
    assert evening.type("pause", resumed) == ["paused", "resumed", "press-to-end"]
    assert isinstance(evening.phase, Lifted)
    assert evening.phase.landed == "f4", "the lamps show it"
    assert evening.plies == []
    evening.type("")
    assert evening.plies == ["e5-f4"]


def test_who_takes_a_move_back_by_hand_after_a_pause_plays_another(evening: Evening) -> None:
    evening.type("lift e5", "put f4", "pause", "resume", "lift f4", "put e5")
    assert isinstance(evening.phase, Playing)
    evening.type("lift e6", "put f5", "")
    assert evening.plies == ["e6-f5"]


def test_a_piece_in_the_hand_all_through_a_pause_is_put_down_after_it(evening: Evening) -> None:
    assert evening.type("lift e5", "pause", "resume")[-1] == "put-right"
    assert evening.type("put f4") == ["press-to-end"]
    evening.type("")
    assert evening.plies == ["e5-f4"]


def test_what_is_no_move_is_to_be_put_right_after_a_pause(evening: Evening) -> None:
    assert evening.type("lift e5", "put j6", "pause", "resume")[-1] == "put-right"
    assert isinstance(evening.phase, Guided)
