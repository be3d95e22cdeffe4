"""Two buttons and a knob on one header: gpiozero's own mock pins, and a table that hears them."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from firmware.events import Entry
from firmware.given.fittings import chosen_controls, chosen_fittings, chosen_pins
from firmware.given.playing import add_playing
from firmware.given.words import GivenWrong, Words
from firmware.service.box import Controls, Fittings, open_box, open_controls
from firmware.simulated.simulation import Simulation
from firmware.states import Item, Menu, opening
from hardware import buttons
from hardware.buttons import Pins
from hardware.errors import HardwareError
from hardware.lookout import Lookout
from hardware.simulated.devices import SimulatedClock
from rules import catalogue
from rules.match import Match
from tests.hardware.pigpio_end import daemon
from tests.hardware.waiting import came_true

KNOB = (5, 6, 13)


class Header:
    """A simulated table whose buttons and knob hang on mock pins."""

    def __init__(self, players: int = 2, *, factory: MockFactory | None = None, lookout: Lookout | None = None) -> None:
        self.factory, self.clock = factory or MockFactory(), SimulatedClock()
        self.opened = open_controls(
            Fittings(second_button=27, knob=KNOB), lambda: Pins(self.factory, self.clock, lookout)
        )
        self.controls = controls = self.opened.__enter__()
        self.said: list[str] = []
        self.told: list[Entry] = []
        game = catalogue.game("star", players=players, pieces=10)
        self.table = Simulation(
            opening(Match.begin(game)),
            clock=self.clock,
            say=lambda reason: self.said.append(reason.id),
            followers=[self.told.append],
        )
        self.loop = self.table.loop
        self.loop.watch(*controls.buttons)
        if controls.knob:
            self.loop.watch_knob(*controls.knob)
        self.table.wait(1.0)

    def pin(self, number: int) -> MockPin:
        return self.factory.pin(number)

    def press(self, number: int, seconds: float = 0.2) -> None:
        self.pin(number).drive_low()
        self.table.wait(seconds)
        self.pin(number).drive_high()
        self.table.wait(1.0)

    def turn(self, first: int, second: int) -> None:
        """One notch: the tracks close one after the other, and open again."""
        self.pin(first).drive_low()
        self.pin(second).drive_low()
        self.pin(first).drive_high()
        self.pin(second).drive_high()
        self.table.wait(0.3)

    def move(self, start: str, end: str) -> None:
        self.table.table.lift(start)
        self.table.table.put(end)
        self.table.wait(1.0)


@pytest.fixture
def header() -> Iterator[Header]:
    made = Header()
    yield made
    made.opened.__exit__(None, None, None)


def test_each_of_two_players_ends_their_own_turn_with_their_own_button(header: Header) -> None:
    header.move("d1", "e5")
    header.press(27)
    assert header.loop.state.ply == 0
    assert header.said[-1] == "other-button"
    header.press(17)
    assert header.loop.state.ply == 1
    header.move("n1", "m5")
    header.press(17)
    assert header.loop.state.ply == 1
    header.press(27)
    assert header.loop.state.ply == 2


def test_either_button_opens_the_menu_and_leads_through_it(header: Header) -> None:
    header.press(27, 2.0)
    header.press(17)
    assert isinstance(header.loop.state.phase, Menu)
    assert header.loop.state.phase.item is Item.PAUSE


def test_three_players_share_both_buttons() -> None:
    header = Header(players=3)
    for button in (27, 17):
        game, position = header.loop.state.game, header.loop.state.position
        start, *_, end = game.moves(position)[0]
        header.move(start, end)
        header.press(button)
    assert header.loop.state.ply == 2
    header.opened.__exit__(None, None, None)


def test_turning_the_knob_walks_through_the_menu_and_pressing_it_chooses(header: Header) -> None:
    header.turn(5, 6)
    phase = header.loop.state.phase
    assert isinstance(phase, Menu)
    assert phase.item is Item.ACCEPT
    header.turn(5, 6)
    assert header.said[-1] == "knob-pause"
    header.turn(5, 6)
    header.turn(6, 5)
    assert header.said[-1] == "knob-pause"
    # The lamps number the item: the third one of the menu.
    assert len(header.loop.overlay) == 3
    header.press(13)
    assert header.loop.state.phase.__class__.__name__ == "Paused"


@pytest.mark.parametrize("moved", [False, True])
def test_where_the_pins_are_lost_people_hear_it_once_and_a_table_that_lies_still_ends_the_turn(moved: bool) -> None:
    with daemon() as there:
        header = Header(factory=there.factory, lookout=Lookout(there.factory, pause=0.01))
        header.move("d1", "e5")
        header.press(17)
        assert header.loop.state.ply == 1
        if moved:
            header.move("n1", "m5")  # and presses in vain
        there.killed()
        assert came_true(lambda: all(button.trouble for button in header.controls.buttons))
        header.table.wait(2.0)
        if not moved:
            header.move("n1", "m5")
        header.table.wait(2.0)
        assert header.loop.state.ply == 2
        header.table.wait(60.0)
        assert header.said.count("loop-button-lost") == 1
        assert [entry.data["what"] for entry in header.told if entry.kind == "button"] == ["lost"]
        assert header.controls.heard() == Controls(), "the next game begins without them"
        header.opened.__exit__(None, None, None)


def test_a_long_press_of_the_knob_chooses_once(header: Header) -> None:
    header.turn(6, 5)
    header.turn(5, 6)
    header.press(13, 2.5)
    assert [entry.kind for entry in header.told].count("pause") == 1


def test_a_second_button_that_cannot_be_had_leaves_both_players_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    factory = MockFactory()
    taken = Pins(factory, SimulatedClock()).button(27)
    fittings = Fittings(second_button=27, patient=True)
    with open_controls(fittings, lambda: Pins(factory, SimulatedClock())) as controls:
        assert len(controls.buttons) == 1
    assert "until then both players share the other button" in capsys.readouterr().err
    impatient = Fittings(second_button=27)
    with (
        pytest.raises(HardwareError, match="the button on GPIO27 cannot be used"),
        open_controls(impatient, lambda: Pins(MockFactory(), SimulatedClock())),
        open_controls(impatient, lambda: Pins(factory, SimulatedClock())),
    ):
        pass
    taken.close()


@pytest.mark.parametrize(
    "words",
    ["--second-button 17", "--second-button 10", "--second-button 99", "--knob 5,6", "--knob a,b,c", "--knob 5,5,6"],
)
def test_pins_that_cannot_be_are_refused_with_a_sentence(words: str) -> None:
    parser = Words()
    add_playing(parser)
    with pytest.raises(GivenWrong, match="GPIO"):
        chosen_controls(parser.parse_args(words.split()))


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("", ("lgpio", None)),
        ("--pins rpigpio", ("rpigpio", None)),
        ("--pins pigpio", ("pigpio", None)),
        ("--pins pigpio:192.168.1.20", ("pigpio", "192.168.1.20")),
    ],
)
def test_the_pins_are_read_through_the_library_that_is_named(
    monkeypatch: pytest.MonkeyPatch, words: str, asked: tuple[str, str | None]
) -> None:
    opened: list[tuple[str, str | None]] = []

    def factory(kind: str, host: str | None) -> MockFactory:
        opened.append((kind, host))
        return MockFactory()

    monkeypatch.setattr(buttons, "_factory", factory)
    parser = Words()
    add_playing(parser)
    with open_box(chosen_fittings(parser.parse_args(words.split()), button=True)):
        assert opened == [asked]


@pytest.mark.parametrize("library", ["wiring", "pigpio:", "lgpio:192.168.1.20", ""])
def test_a_library_that_reads_no_pins_is_refused_with_a_sentence(library: str) -> None:
    with pytest.raises(GivenWrong, match="lgpio, rpigpio, pigpio"):
        chosen_pins(library)
