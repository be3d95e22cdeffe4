"""The button: gpiozero's own mock pins, and the judging of presses."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import run
from threading import enumerate as enumerate_threads

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import events
from firmware.fingers import Finger
from hardware.buttons import GpioButton, Kind, Pins, open_button
from hardware.errors import HardwareError
from hardware.lookout import Lookout, in_time
from hardware.press import Judge, Press, Pressed
from hardware.settings import STUCK_SECONDS
from hardware.simulated.devices import SimulatedButton, SimulatedClock
from tests.hardware.pigpio_end import daemon
from tests.hardware.rights import NO_ROOT, needs_no_root
from tests.hardware.waiting import PATIENCE, came_true

ROOT = Path(__file__).parents[2]


@pytest.fixture
def wired() -> Iterator[tuple[GpioButton, MockPin, SimulatedClock]]:
    factory, clock = MockFactory(), SimulatedClock()
    button = GpioButton(17, factory, clock)
    yield button, factory.pin(17), clock
    button.close()


def test_edges_come_with_the_time_of_our_clock(wired: tuple[GpioButton, MockPin, SimulatedClock]) -> None:
    button, pin, clock = wired
    edges: list[tuple[bool, float]] = []
    button.watch(lambda down, at: edges.append((down, at)))
    assert not button.is_pressed
    clock.sleep(2)
    pin.drive_low()
    assert button.is_pressed
    clock.sleep(0.5)
    pin.drive_high()
    assert edges == [(True, 2.0), (False, 2.5)]


def test_a_button_that_is_down_already_says_so_and_tells_no_edge(
    wired: tuple[GpioButton, MockPin, SimulatedClock],
) -> None:
    button, pin, _ = wired
    pin.drive_low()
    edges: list[bool] = []
    button.watch(lambda down, _: edges.append(down))
    assert button.is_pressed
    assert edges == []
    pin.drive_high()


class Unplugged(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin of another machine, as pigpio has them, once that machine is gone."""

    def _get_state(self) -> float:
        raise ConnectionResetError(104, "Connection reset by peer")


def test_a_button_whose_machine_went_away_is_told_in_a_sentence(
    wired: tuple[GpioButton, MockPin, SimulatedClock],
) -> None:
    button, pin, _ = wired
    pin.__class__ = Unplugged
    with pytest.raises(HardwareError, match=r"the button on GPIO17 cannot be used \(.*reset by peer\)"):
        _ = button.is_pressed


@pytest.mark.parametrize("lost", ["killed", "switched_off", "out_of_reach"])
def test_a_button_behind_a_connection_says_so_once_that_is_lost_and_lets_go_of_it(
    lost: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.lookout.PINS_ANSWER_SECONDS", 0.2)
    with daemon() as there:
        connection = there.factory.connection
        pins = Pins(there.factory, SimulatedClock(), Lookout(in_time(there.factory), pause=0.01))
        button = pins.button(17)
        assert came_true(lambda: there.answered > 2)
        assert button.trouble is None
        getattr(there, lost)()
        assert came_true(lambda: button.trouble is not None)
        assert "the pins do not answer any more" in str(button.trouble)
        assert "check that pigpiod runs where they are" in str(button.trouble)
        assert there.factory.connection is None, "closing the pins speaks to nobody"
        assert connection is not None
        assert not connection.hears
        button.close()
        pins.close()


def test_pins_that_are_closed_are_asked_no_more_and_have_no_trouble() -> None:
    with daemon() as there:
        pins = Pins(there.factory, SimulatedClock(), Lookout(there.factory, pause=0.01))
        button = pins.button(17)
        assert came_true(lambda: there.answered > 2)
        button.close()
        pins.close()
        there.killed()
        asks = [thread for thread in enumerate_threads() if thread.name == "pins"]
        for thread in asks:
            thread.join(PATIENCE)
        assert button.trouble is None


def test_after_closing_nobody_is_told(wired: tuple[GpioButton, MockPin, SimulatedClock]) -> None:
    button, pin, _ = wired
    edges: list[bool] = []
    button.watch(lambda down, _: edges.append(down))
    button.close()
    pin.drive_low()
    assert edges == []


@pytest.mark.parametrize("kind", ["lgpio", "rpigpio", "pigpio"])
def test_without_a_pi_each_kind_says_what_is_missing(kind: Kind) -> None:
    told = r"EXTRAS=|--extras|group gpio|needs a Raspberry Pi|pigpiod"
    with pytest.raises(HardwareError, match=told), open_button(kind=kind):
        pass


DAEMON_AWAY = """
class pi:
    def __init__(self, host, port):
        self.sl = None
def __getattr__(name):
    return 0
"""
"""pigpio where no daemon answers, as far as it is asked for: a connection that is none. The real one is an extra."""


@pytest.mark.parametrize("served", [False, True])
def test_where_no_pigpio_daemon_answers_people_are_sent_to_it(
    served: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pigpio.py").write_text(DAEMON_AWAY, encoding="utf-8")
    script = (
        "import hardware.buttons, hardware.errors\n"
        "try:\n    hardware.buttons.open_pins('pigpio', '192.168.1.20')\n"
        "except hardware.errors.HardwareError as told:\n    print(told, end='')"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if served:
        monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    told = run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert "192.168.1.20:8888); check that pigpiod runs where the pins are" in told
    assert "group gpio" not in told
    assert ("IPAddressAllow=" in told) == served


LIBRARY = """
asked = []
gpiochip_open = asked.append
def gpio_get_line_info(chip, line):
    return 0, line, 1, f"GPIO{line}", "pigpiod"
def __getattr__(name):
    return lambda *_: 0
open(".lgd-nfy0", "w").close()
"""
"""lgpio, as far as it is asked for: it keeps which chips are opened, and leaves a pipe where it is imported.

A file to import in the real one's stead, which needs the Pi's own lines: how it is imported is what is tried here.
"""


HOLDER = """
import os, sys
from pathlib import Path
from gpiozero.pins.local import LocalPiFactory
from hardware.buttons import line_holder
LocalPiFactory._get_revision = lambda _: 0xD04170
print(line_holder(17))
os.path.exists = lambda path: path == "/dev/gpiochip4"
print(line_holder(17))
import lgpio
print(*lgpio.asked)
print(Path.cwd(), *Path().iterdir())
"""
"""A program that asks twice who holds a line: on a Pi of today, and on one whose kernel has the header elsewhere."""


@pytest.fixture
def held(tmp_path: Path) -> list[str]:
    """What that program prints, where it runs in the folder ``home``."""
    (tmp_path / "lgpio.py").write_text(LIBRARY, encoding="utf-8")
    home = tmp_path / "home"
    home.mkdir()
    found = run(
        [sys.executable, "-c", HOLDER],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()


def test_who_holds_a_line_is_asked_of_the_chip_that_the_header_hangs_on(held: list[str]) -> None:
    assert held[:2] == ["pigpiod", "pigpiod"]
    assert held[2] == "0 0 4 4"


def test_the_library_leaves_the_program_where_it_is_and_nothing_there(held: list[str], tmp_path: Path) -> None:
    assert held[3] == str(tmp_path / "home")


IN_A_HOME = """
import os, sys
from gpiozero.pins.local import LocalPiFactory
from hardware.buttons import line_holder
LocalPiFactory._get_revision = lambda _: 0xD04170
stands, closed = sys.argv[1:]
os.chdir(stands)
os.chmod(closed, 0)
print(line_holder(17), os.getcwd())
print(line_holder(17), os.getcwd())
os.chmod(closed, 0o700)
"""


@needs_no_root
@pytest.mark.parametrize(("closed", "afterwards"), [("home", "home/checkout"), ("home/checkout", "/")])
def test_called_from_somebodys_home_the_service_reaches_its_pins(closed: str, afterwards: str, tmp_path: Path) -> None:
    (tmp_path / "lgpio.py").write_text(LIBRARY, encoding="utf-8")
    checkout = tmp_path / "home" / "checkout"
    checkout.mkdir(parents=True)
    found = run(
        [*NO_ROOT, sys.executable, "-c", IN_A_HOME, str(checkout), str(tmp_path / closed)],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.splitlines() == [f"pigpiod {tmp_path / afterwards}"] * 2


def test_a_real_press_bounces_and_counts_once() -> None:
    judge = Judge()
    for number in range(6):
        assert judge.edge(number % 2 == 0, 1.0 + number * 0.002) == []
    assert judge.edge(True, 1.012) == []
    assert judge.tick(1.1) == []
    for number in range(5):
        assert judge.edge(number % 2 == 1, 1.2 + number * 0.003) == []
    assert judge.tick(1.3) == [Pressed(Press.SHORT, 1.212)]
    assert judge.tick(9.0) == []


def test_a_spike_on_the_wire_is_no_press() -> None:
    judge = Judge()
    assert [*judge.edge(True, 1.0), *judge.edge(False, 1.02), *judge.tick(5.0)] == []


def test_a_long_press_is_told_while_the_finger_is_still_down() -> None:
    judge = Judge()
    judge.edge(True, 1.0)
    assert judge.tick(2.4) == []
    assert judge.tick(2.5) == [Pressed(Press.LONG, 2.5)]
    assert judge.tick(3.0) == []
    judge.edge(False, 3.1)
    assert judge.tick(3.2) == []


def test_a_long_press_is_told_even_if_nobody_asked_in_between() -> None:
    judge = Judge()
    judge.edge(True, 1.0)
    assert judge.edge(False, 4.0) == [Pressed(Press.LONG, 2.5)]
    assert judge.tick(5.0) == []


def test_let_go_just_before_it_would_be_long_a_press_is_short() -> None:
    judge = Judge()
    judge.edge(True, 1.0)
    judge.edge(False, 2.49)
    told = [press for step in range(10) for press in judge.tick(2.49 + step * 0.01)]
    assert told == [Pressed(Press.SHORT, 2.49)]


def test_a_button_held_at_the_start_waits_for_its_release() -> None:
    judge = Judge(down=True, at=0.0)
    assert judge.tick(1.4) == []
    assert judge.tick(1.6) == [Pressed(Press.HELD_AT_START, 1.5)]
    assert judge.tick(3.0) == []
    judge.edge(False, 4.0)
    assert judge.tick(4.1) == [Pressed(Press.RELEASED, 4.0)]
    judge.edge(True, 5.0)
    judge.edge(False, 5.2)
    assert judge.tick(6.0) == [Pressed(Press.SHORT, 5.2)]


def test_a_finger_that_is_still_there_when_a_new_game_begins_means_nothing_more() -> None:
    judge = Judge(down=True, at=0.0)
    judge.edge(False, 0.8)
    assert judge.tick(1.0) == []
    judge.edge(True, 1.2)
    judge.edge(False, 1.4)
    assert judge.tick(2.0) == [Pressed(Press.SHORT, 1.4)]


class LetGo(SimulatedButton):
    """A button from which the finger goes in the very moment when it is first looked at."""

    @property
    def is_pressed(self) -> bool:
        down = super().is_pressed
        self.up()
        return down


def test_a_finger_that_goes_while_a_new_game_begins_does_not_seem_to_stay() -> None:
    clock = SimulatedClock()
    finger = Finger(LetGo(clock, held=True), clock.now(), events.Pressed, events.Held)
    clock.sleep(STUCK_SECONDS + 1)
    assert finger.happened(clock.now()) == []


@pytest.mark.parametrize(("let_go", "told"), [(2.5, [Press.HELD_AT_START, Press.RELEASED]), (0.5, [])])
def test_a_finger_that_trembles_at_the_start_presses_no_button(let_go: float, told: list[Press]) -> None:
    judge = Judge(down=True, at=0.0)
    edges = ((False, 0.005), (True, 0.008), (False, let_go))
    happened = [press for down, at in edges for press in judge.edge(down, at)]
    assert [one.press for one in (*happened, *judge.tick(4.0))] == told


def test_a_button_that_only_bounced_at_the_start_is_pressed_like_any_other() -> None:
    judge = Judge(down=True, at=0.0)
    judge.edge(False, 0.005)
    judge.edge(True, 1.0)
    judge.edge(False, 1.3)
    assert judge.tick(2.0) == [Pressed(Press.SHORT, 1.3)]


def test_a_short_circuit_is_told_once_and_so_is_its_end() -> None:
    judge = Judge()
    judge.edge(True, 1.0)
    told = [press for second in range(2, 100) for press in judge.tick(float(second))]
    assert [press.press for press in told] == [Press.LONG, Press.STUCK]
    judge.edge(False, 100.0)
    assert judge.tick(101.0) == [Pressed(Press.RELEASED, 100.0)]


@settings(max_examples=400)
@given(st.lists(st.tuples(st.booleans(), st.floats(0.0001, 3.0)), max_size=40))
def test_no_press_is_told_twice_or_out_of_order(edges: list[tuple[bool, float]]) -> None:
    """Asked at every edge only, or every hundredth of a second: the same is told."""
    seldom, often = Judge(), Judge()
    now, told_seldom, told_often = 0.0, [], []
    for down, after in edges:
        steps = int(after / 0.01)
        for step in range(1, steps + 1):
            told_often += often.tick(now + step * 0.01)
        now += after
        told_seldom += seldom.edge(down, now)
        told_often += often.edge(down, now)
    told_seldom += seldom.tick(now + 20)
    told_often += often.tick(now + 20)
    assert told_seldom == told_often
    assert [press.at for press in told_seldom] == sorted(press.at for press in told_seldom)


def test_the_simulated_button_is_pressed_and_held_on_its_clock() -> None:
    clock = SimulatedClock()
    button, judge = SimulatedButton(clock), Judge()
    told: list[Pressed] = []
    button.watch(lambda down, at: told.extend(judge.edge(down, at)))
    button.press()
    clock.sleep(1)
    told += judge.tick(clock.now())
    button.hold(2)
    clock.sleep(1)
    told += judge.tick(clock.now())
    assert [press.press for press in told] == [Press.SHORT, Press.LONG]
    assert not button.is_pressed
