"""Lamps through the real NeoPixel class: the bytes that would leave the Pi, decoded back to colours."""

import os
import sys
from importlib.metadata import files
from itertools import pairwise
from pathlib import Path
from subprocess import run

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.blinka import in_a_sentence
from hardware.colours import DARK, Colour
from hardware.errors import HardwareError
from hardware.lights import Kind, LastingLights, PixelLights, open_lights
from hardware.lights.lamps import Lamps, Order
from hardware.lights.spi import check_length, open_spi
from hardware.settings import CHANNEL_MILLIAMPS, IDLE_MILLIAMPS, LAMPS_AGAIN_SECONDS
from hardware.simulated.devices import SimulatedClock
from tests.spi_bus import RecordedBus

ROOT = Path(__file__).parents[2]
BLUE, AMBER, WHITE = (0, 0, 255), (255, 160, 0), (255, 255, 255)

ZERO_HIGH, ONE_HIGH = (250, 380), (650, 950)
"""Nanoseconds that a pulse may last for a 0 and for a 1: what the data sheets of all WS2812B have in common."""


class Wire(RecordedBus):
    """One that also keeps when each frame was sent, and reads it as lamps do."""

    def __init__(self, clock: SimulatedClock) -> None:
        super().__init__()
        self.clock = clock
        self.times: list[float] = []

    def write(self, buf: bytes) -> None:
        super().write(buf)
        self.times.append(self.clock.now())

    def decoded(self, order: Order = "GRB") -> list[tuple[int, ...]]:
        """The last frame as lamps understand it: red, green, blue and white of each."""
        silence = round(self.frequency * 300e-6 / 8)
        frame = self.frames[-1]
        assert not any(frame[:silence])
        assert not any(frame[-silence:])
        bits = [self.bit(pulse) for pulse in frame[silence:-silence]]
        values = [sum(bits[byte * 8 + bit] << (7 - bit) for bit in range(8)) for byte in range(len(bits) // 8)]
        lamps = [values[start : start + len(order)] for start in range(0, len(values), len(order))]
        return [tuple(lamp[order.index(name)] for name in "RGBW" if name in order) for lamp in lamps]

    def bit(self, pulse: int) -> bool:
        """What one byte on the wire is to a lamp: the line goes high, and how long it stays so tells."""
        clocks = 8 - (pulse ^ 0xFF).bit_length()
        assert pulse == 0xFF << (8 - clocks) & 0xFF, "and is low until the next one"
        high = clocks / self.frequency * 1e9
        assert ZERO_HIGH[0] <= high <= ZERO_HIGH[1] or ONE_HIGH[0] <= high <= ONE_HIGH[1], f"{high:.0f} ns"
        return high >= ONE_HIGH[0]


def chain(count: int = 3, order: Order = "GRB", **more: float) -> tuple[PixelLights, Wire, SimulatedClock]:
    clock = SimulatedClock()
    wire = Wire(clock)
    return open_spi(Lamps(count, order, **more), clock, wire, 4096), wire, clock


def test_a_chain_is_dark_as_soon_as_it_is_opened_and_when_it_is_closed() -> None:
    lights, wire, _ = chain()
    assert wire.decoded() == [DARK] * 3
    lights.show([BLUE, AMBER, WHITE])
    assert any(map(any, wire.decoded()))
    lights.close()
    lights.close()
    assert wire.decoded() == [DARK] * 3
    with pytest.raises(HardwareError, match="closed"):
        lights.show([DARK] * 3)


@pytest.mark.parametrize("order", ["GRB", "RGB", "BGR"])
def test_full_colours_arrive_in_the_order_of_the_lamps(order: Order) -> None:
    lights, wire, _ = chain(order=order)
    lights.show([(255, 0, 0), (0, 255, 0), (0, 0, 255)])
    assert wire.decoded(order) == [(255, 0, 0), (0, 255, 0), (0, 0, 255)]


@pytest.mark.parametrize("order", ["RGBW", "GRBW"])
def test_lamps_with_a_white_chip_show_the_common_part_with_it(order: Order) -> None:
    lights, wire, _ = chain(order=order)
    lights.show([WHITE, (255, 255, 0), DARK])
    assert wire.decoded(order) == [(0, 0, 0, 255), (255, 255, 0, 0), (0, 0, 0, 0)]


def test_half_as_bright_to_the_eye_is_a_fifth_of_the_light() -> None:
    lights, wire, _ = chain()
    lights.show([(128, 128, 128), (1, 0, 0), DARK])
    assert wire.decoded() == [(55, 55, 55), (1, 0, 0), DARK]


def test_brightness_dims_but_what_shines_stays_visible() -> None:
    lights, wire, clock = chain()
    lights.dim(0.1)
    clock.sleep(1)
    lights.show([WHITE, (30, 0, 0), DARK])
    assert wire.decoded() == [(25, 25, 25), (1, 0, 0), DARK]


def test_a_white_board_is_dimmed_as_a_whole_until_it_fits_the_supply() -> None:
    lights, wire, _ = chain(121)
    lights.show([AMBER] * 60 + [BLUE] * 61)
    levels = wire.decoded()
    drawn = 121 * IDLE_MILLIAMPS + sum(map(sum, levels)) * CHANNEL_MILLIAMPS / 255
    assert 0.9 * 500 < drawn <= 500
    red, green, blue = levels[0]
    assert blue == 0
    assert green / red == pytest.approx((160 / 255) ** 2.2, abs=0.05)
    assert levels[60][2] == pytest.approx(red, abs=1)


@given(
    st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=40),
    st.floats(0.01, 1.0),
    st.floats(60, 3000),
    st.sampled_from(["GRB", "GRBW"]),
)
def test_no_frame_ever_draws_more_than_the_budget_nor_loses_a_lit_channel(
    colours: list[Colour], brightness: float, budget: float, order: Order
) -> None:
    lamps = Lamps(len(colours), order, brightness, budget)
    levels = lamps.levels(colours)
    assert lamps.milliamps(levels) <= budget
    for colour, level in zip(colours, levels, strict=True):
        assert all(0 <= channel <= 255 for channel in level)
        if "W" not in order:
            assert [channel > 0 for channel in level] == [part > 0 for part in colour]
        assert any(level) == any(colour)


def test_a_budget_that_carries_nothing_is_refused_and_nobody_is_told_to_overload_the_pi() -> None:
    with pytest.raises(HardwareError, match="up to 500 on the Pi's pins, more only with a supply of their own"):
        Lamps(121, budget=100)


def test_an_unchanged_frame_is_sent_again_only_after_a_second() -> None:
    lights, wire, clock = chain()
    clock.sleep(1)
    lights.show([BLUE] * 3)
    sent = len(wire.frames)
    for _ in range(9):
        clock.sleep(0.1)
        lights.show([BLUE] * 3)
    assert len(wire.frames) == sent
    clock.sleep(0.11)
    lights.show([BLUE] * 3)
    assert len(wire.frames) == sent + 1
    assert wire.frames[-1] == wire.frames[-2]


def test_changing_frames_leave_at_most_25_times_a_second() -> None:
    lights, wire, _ = chain()
    for shade in range(20):
        lights.show([(shade * 12, 0, 0)] * 3)
    assert min(later - sooner for sooner, later in pairwise(wire.times)) >= 1 / 25 - 1e-9


def test_151_lamps_fit_into_one_write_and_152_are_refused_with_the_lines_that_help() -> None:
    check_length(Lamps(151), 4096)
    chain(151)
    with pytest.raises(HardwareError) as told:
        check_length(Lamps(152), 4096)
    for line in ("enough for 151", "spidev.bufsiz=8192", "SPI_BUFSIZE=8192 into /etc/hopsight/table.conf", "restart"):
        assert line in str(told.value)
    check_length(Lamps(253), 8192)


def test_a_port_that_fails_is_told_and_closing_does_not_fail_again() -> None:
    lights, wire, _ = chain()
    wire.cut = True
    with pytest.raises(HardwareError, match="port failed"):
        lights.show([BLUE] * 3)
    lights.close()


def test_the_wrong_number_of_colours_is_our_own_mistake() -> None:
    lights, _, _ = chain()
    with pytest.raises(ValueError, match="2 colours for a chain of 3"):
        lights.show([BLUE] * 2)


@pytest.mark.parametrize(("kind", "remedy"), [("spi", "need a Raspberry Pi"), ("pwm", "use spi"), ("pio", "use spi")])
def test_without_a_pi_each_kind_says_what_is_missing(kind: str, remedy: str) -> None:
    with pytest.raises(HardwareError, match=remedy):
        open_lights(kind, Lamps(3), SimulatedClock())  # type: ignore[arg-type]  # the parameters name the kinds


class Pwm(dict[int, tuple[int, ...]]):
    """A driver by direct memory access, which says in its own way when it fails."""

    trouble: Exception | None = None

    def show(self) -> None:
        if self.trouble:
            raise self.trouble

    def deinit(self) -> None:
        self.show()  # dark first, as NeoPixel does it


@pytest.mark.parametrize("trouble", [RuntimeError("ws2811_render failed with code -10"), OSError(5, "no such device")])
def test_lamps_whose_driver_fails_in_its_own_way_are_opened_anew(trouble: Exception) -> None:
    clock = SimulatedClock()
    opened: list[Pwm] = []

    def opening() -> PixelLights:
        opened.append(Pwm())
        return PixelLights(opened[-1], Lamps(3), clock, opened[-1].deinit)

    lights = LastingLights(opening, clock)
    opened[0].trouble = trouble
    with pytest.raises(HardwareError, match=r"driver failed .*(code -10|no such device)"):
        lights.show([BLUE] * 3)
    clock.sleep(LAMPS_AGAIN_SECONDS)
    lights.show([BLUE] * 3)
    assert opened[1] == dict.fromkeys(range(3), BLUE)
    opened[1].trouble = trouble
    lights.close()


def test_a_driver_that_cannot_even_begin_says_what_its_kind_needs() -> None:
    pixels = Pwm()
    pixels.trouble = RuntimeError("ws2811_init failed with code -5 (mmap() failed)")
    with pytest.raises(HardwareError, match=r"mmap.*need root"), in_a_sentence("PWM", "make", "root"):
        PixelLights(pixels, Lamps(3), SimulatedClock())


class Stopped(Pwm):
    """A driver in whose middle people press Ctrl-C once it has lit something."""

    def show(self) -> None:
        if any(map(any, self.values())) and not self.trouble:
            self.trouble = RuntimeError("once")
            raise KeyboardInterrupt


def test_lamps_that_were_lit_when_people_stopped_it_are_dark_in_the_end() -> None:
    pixels = Stopped()
    lights = PixelLights(pixels, Lamps(3), SimulatedClock())
    with pytest.raises(KeyboardInterrupt):
        lights.show([BLUE] * 3)
    assert pixels[0] == BLUE
    lights.close()
    assert pixels == dict.fromkeys(range(3), (0, 0, 0))


def test_a_port_that_opens_and_takes_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = []

    class Deaf:
        frequency = 0

        def try_lock(self) -> bool:
            return True

        def unlock(self) -> None:
            pass

        def configure(self, **_: object) -> None:
            pass

        def write(self, _: object) -> None:
            raise OSError(5, "Input/output error")

        def close(self) -> None:
            let_go.append(self)

    monkeypatch.setattr("hardware.lights.spi.SpiBus", Deaf)
    with pytest.raises(OSError, match="Input/output"):
        open_spi(Lamps(3), SimulatedClock())
    assert len(let_go) == 1


HEADER = {
    "header": """
held = []
def fail(*_):
    raise RuntimeError("ws2811_render failed with code -13")
class Pin(dict):
    show = fail
    def __init__(self, *_, **__):
        held.append(self)
    def deinit(self):
        held.pop()
""",
    "board": "D18 = 18",
    "neopixel": "from header import Pin as NeoPixel",
    "digitalio": "from header import Pin as DigitalInOut\nclass Direction:\n    OUTPUT = 1",
    "adafruit_raspberry_pi5_neopixel_write": "from header import fail as neopixel_write",
}
"""What drives a Pi's own pins, and nothing else: files to import in their stead, of a chain that cannot show."""

OPENED = """
import sys
from hardware.errors import HardwareError
from hardware.lights.lamps import Lamps
from hardware.lights import open_lights
from hardware.simulated.devices import SimulatedClock
try:
    open_lights(sys.argv[1], Lamps(3), SimulatedClock())
except HardwareError as told:
    import header
    print(told, len(header.held))
"""


@pytest.mark.parametrize("kind", ["pwm", "pio"])
def test_a_driver_whose_first_frame_fails_lets_its_pin_go(kind: Kind, tmp_path: Path) -> None:
    for name, text in HEADER.items():
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    program = [sys.executable, "-c", OPENED, kind]
    done = run(program, env={**os.environ, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert "code -13" in done.stdout, done.stderr
    assert done.stdout.endswith(" 0\n"), "no pin is held"


class Port:
    """A port of the Pi that goes and comes: what was opened before stays dead, as the kernel has it."""

    def __init__(self) -> None:
        self.clock = SimulatedClock()
        self.there = True
        self.opened: list[Wire] = []

    def open(self) -> PixelLights:
        if not self.there:
            raise HardwareError("the lamps' port is missing")
        self.opened.append(Wire(self.clock))
        return open_spi(Lamps(3), self.clock, self.opened[-1], 4096)

    def go(self) -> None:
        self.there = False
        for wire in self.opened:
            wire.cut = True


def test_lamps_whose_port_went_are_opened_anew_once_it_is_there_again() -> None:
    port = Port()
    lights = LastingLights(port.open, port.clock)
    lights.show([BLUE] * 3)
    port.go()
    for _ in range(20):  # two seconds of a table at work
        port.clock.sleep(0.1)
        with pytest.raises(HardwareError, match="port"):
            lights.show([AMBER] * 3)
    port.there = True
    port.clock.sleep(LAMPS_AGAIN_SECONDS)
    lights.show([BLUE] * 3)
    assert len(port.opened) == 2
    assert port.opened[1].decoded() == [BLUE] * 3
    lights.close()
    assert port.opened[1].decoded() == [DARK] * 3


def test_a_service_waits_for_lamps_and_others_are_told_at_once() -> None:
    port = Port()
    port.go()
    with pytest.raises(HardwareError, match="missing"):
        LastingLights(port.open, port.clock)
    lights = LastingLights(port.open, port.clock, patient=True)
    with pytest.raises(HardwareError, match="missing"):
        lights.show([WHITE] * 3)
    lights.close()
    port.there = True
    port.clock.sleep(LAMPS_AGAIN_SECONDS)
    lights.show([WHITE] * 3)
    assert port.opened[0].decoded() == [WHITE] * 3


def test_no_file_of_ours_bears_the_name_of_one_that_the_lamps_library_lays_beside_it() -> None:
    laid = {Path(file.parts[0]).stem for file in files("Adafruit-Blinka") or [] if len(file.parts) == 1}
    assert {"board", "digitalio", "busio", "keypad"} <= laid
    ours = {path.stem for room in ("rules", "vision", "hardware", "firmware") for path in (ROOT / room).rglob("*.py")}
    assert not laid & ours
