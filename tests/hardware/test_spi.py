"""The lamps' port itself: PureIO on a file where the device would be, and a kernel that keeps what it is told."""

import os
import struct
from array import array
from ctypes import string_at
from pathlib import Path

import pytest
from Adafruit_PureIO.spi import SPI

from hardware.colours import Colour
from hardware.errors import HardwareError
from hardware.lights import LastingLights, PixelLights
from hardware.lights.lamps import Lamps
from hardware.lights.spi import SpiBus, chunk_told, open_spi
from hardware.settings import LAMPS_AGAIN_SECONDS
from hardware.simulated.devices import SimulatedClock

RED = [(255, 0, 0)] * 3
FRAME = 3 * 24 + 2 * round(6_250_000 * 300e-6 / 8)
"""Bytes of three lamps between two silences."""


class Kernel:
    """The other side of `ioctl`. Another program has left the port's mode as it wanted it; ``trouble`` is raised."""

    def __init__(self, device: Path) -> None:
        self.device = device
        self.mode = 3
        self.hertz = 500_000
        self.frames: list[bytes] = []
        self.trouble: OSError | None = None

    def __call__(self, handle: int, operation: int, told: "bytes | array[int]", _: bool = True) -> int:
        assert os.readlink(f"/proc/self/fd/{handle}") == str(self.device)
        if self.trouble:
            raise self.trouble
        if operation == SPI._IOC_RD_MODE[1]:
            assert isinstance(told, array)
            told[0] = self.mode
        elif operation == SPI._IOC_WR_MODE[1]:
            self.mode = told[0]
        elif operation == SPI._IOC_WR_MAX_SPEED_HZ[1]:
            (self.hertz,) = struct.unpack("=I", told)
        else:
            assert operation == SPI._IOC_MESSAGE
            address, _, length, *_ = struct.unpack(SPI._IOC_TRANSFER_FORMAT, told)
            self.frames.append(string_at(address, length))
        return 0

    @property
    def held(self) -> int:
        """How often this program has the device open."""
        links = [os.path.realpath(f"/proc/self/fd/{handle}") for handle in os.listdir("/proc/self/fd")]
        return links.count(str(self.device))


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    device = tmp_path / "spidev0.0"
    device.touch()
    kernel = Kernel(device)
    monkeypatch.setattr("hardware.lights.spi.DEVICE", str(device))
    monkeypatch.setattr("Adafruit_PureIO.spi.ioctl", kernel)
    return kernel


def opened(clock: SimulatedClock) -> PixelLights:
    return open_spi(Lamps(3), clock, chunk=4096)


def show(lights: PixelLights | LastingLights, colours: list[Colour], clock: SimulatedClock) -> None:
    clock.sleep(1)
    lights.show(colours)


def test_the_lamps_clock_and_mode_are_told_to_the_kernel_whatever_was_there_before(kernel: Kernel) -> None:
    clock = SimulatedClock()
    lights = opened(clock)
    show(lights, RED, clock)
    assert kernel.hertz == 6_250_000
    assert kernel.mode == 0, "the line rests low and each bit begins with its clock"
    assert [len(frame) for frame in kernel.frames] == [FRAME] * 2


def test_the_device_is_let_go_once_and_what_has_its_number_then_stays_open(kernel: Kernel) -> None:
    bus = SpiBus()
    assert kernel.held == 1
    bus.close()
    assert kernel.held == 0
    with kernel.device.open():
        bus.close()
        assert kernel.held == 1


def test_a_port_that_cannot_be_set_up_is_let_go(kernel: Kernel) -> None:
    kernel.trouble = OSError(22, "Invalid argument")
    with pytest.raises(HardwareError, match="cannot be set up"):
        opened(SimulatedClock())
    assert kernel.held == 0


@pytest.mark.parametrize("trouble", [TimeoutError(110, "Connection timed out"), OSError(90, "Message too long")])
def test_a_frame_that_does_not_get_out_ends_no_game(kernel: Kernel, trouble: OSError) -> None:
    clock = SimulatedClock()
    lights = LastingLights(lambda: opened(clock), clock)
    kernel.trouble = trouble
    with pytest.raises(HardwareError, match=r"port failed \(.*(timeout|too long).*\); restart"):
        show(lights, RED, clock)
    assert kernel.held == 0
    kernel.trouble = None
    clock.sleep(LAMPS_AGAIN_SECONDS)
    lights.show(RED)
    assert len(kernel.frames[-1]) == FRAME
    lights.close()


def test_as_much_leaves_at_once_as_both_sides_were_told_of() -> None:
    both, environment = 8192, {"SPI_BUFSIZE": "8192"}
    assert chunk_told(both, environment) == 8192
    assert chunk_told(both, {}) == chunk_told(4096, environment) == chunk_told(both, {"SPI_BUFSIZE": "lots"}) == 4096
