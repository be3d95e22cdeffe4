"""Lamps on the SPI port's data line, without root: each bit of the lamps' own protocol is one byte of SPI."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from hardware.errors import HardwareError, as_hardware_error, group_command, install_command, is_a_pi, or_let_go
from hardware.lights import PixelLights, do_nothing
from hardware.lights.lamps import Lamps, Order
from hardware.ports import Clock
from hardware.settings import SPI_CHUNK, SPI_HERTZ, SPI_ONE, SPI_RESET_SECONDS, SPI_ZERO

# Blinka, where it is installed, would otherwise ask on the terminal whether it may install more, and wait for ever.
os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")

DEVICE = "/dev/spidev0.0"
BUFSIZ = "/sys/module/spidev/parameters/bufsiz"
_SILENCE = 2 * round(SPI_HERTZ * SPI_RESET_SECONDS / 8)
"""Bytes before and after the lamps' own, in all."""


class Bus(Protocol):
    """What the lamps' class asks of an SPI bus."""

    frequency: int

    def try_lock(self) -> bool:
        """Take the bus; True when it is taken."""

    def unlock(self) -> None:
        """Give it back."""

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        """Clock and mode."""

    def write(self, buf: bytes) -> None:
        """Send bytes without a gap."""


class SpiBus:
    """The kernel's SPI device through PureIO; nothing is detected or guessed."""

    def __init__(self) -> None:
        from Adafruit_PureIO.spi import SPI

        try:
            self._spi = SPI(DEVICE)
        except PermissionError:
            raise HardwareError(f"{DEVICE} may not be opened; run: {group_command('spi')}") from None
        except OSError as error:
            if not Path(DEVICE).exists():
                remedy = (
                    "; write dtparam=spi=on into /boot/firmware/config.txt and restart"
                    if is_a_pi()
                    else ": lamps need a Raspberry Pi, and this is none"
                )
                raise HardwareError(f"the lamps' port {DEVICE} is missing{remedy}") from None
            raise HardwareError(
                f"the lamps' port {DEVICE} cannot be opened ({error.strerror or error}); close what else lights lamps, "
                "or restart the Pi"
            ) from error
        self.frequency = 0

    def try_lock(self) -> bool:
        """The device is ours alone."""
        return True

    def unlock(self) -> None:
        """Nobody waits for it."""

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        """Clock and mode, told to the kernel once."""
        if baudrate == self.frequency:
            return
        try:
            self._spi.max_speed_hz, self._spi.polarity, self._spi.phase = baudrate, polarity, phase
        except OSError as error:
            raise HardwareError(f"the lamps' port cannot be set up ({error}); restart") from error
        self.frequency = baudrate

    def close(self) -> None:
        """Let the device go; PureIO would keep it until this program ends."""
        handle, self._spi.handle = self._spi.handle, -1  # its number may soon be another file's
        with suppress(OSError):
            os.close(handle)

    def write(self, buf: bytes) -> None:
        """Send a frame."""
        with as_hardware_error(lambda error: f"the lamps' port failed ({error}); restart, and check spidev.bufsiz"):
            self._spi.writebytes(buf)


def chunk_size() -> int:
    """How many bytes leave this machine at once."""
    try:
        kernel = int(Path(BUFSIZ).read_text())
    except (OSError, ValueError):
        kernel = SPI_CHUNK
    return chunk_told(kernel, os.environ)


def chunk_told(kernel: int, environment: Mapping[str, str]) -> int:
    """How many bytes leave at once where the ``kernel`` takes so many, and PureIO as many as the environment says."""
    told = environment.get("SPI_BUFSIZE", "")
    return min(kernel, int(told) if told.isdecimal() else SPI_CHUNK)


def room(order: Order, chunk: int) -> int:
    """How many lamps of this ``order`` one write of ``chunk`` bytes holds."""
    return (chunk - _SILENCE) // (len(order) * 8)


def frame_bytes(count: int, order: Order) -> int:
    """How many bytes one frame of so many lamps takes, silence included."""
    return count * len(order) * 8 + _SILENCE


def more_room(frame: int) -> str:
    """How both sides are told to send a ``frame`` of so many bytes at once."""
    enough = 1 << (frame - 1).bit_length()
    return (
        f"write spidev.bufsiz={enough} at the end of the line in /boot/firmware/cmdline.txt and "
        f"SPI_BUFSIZE={enough} into /etc/hopsight/table.conf (a program without the service has it in its "
        "environment), then restart"
    )


def check_length(lamps: Lamps, chunk: int) -> None:
    """Refuse a chain that does not fit into one write: the gap between two would latch it half sent."""
    frame = frame_bytes(lamps.count, lamps.order)
    if frame > chunk:
        raise HardwareError(
            f"{lamps.count} lamps need {frame} bytes at once and the SPI port takes {chunk}, enough for "
            f"{room(lamps.order, chunk)} lamps; {more_room(frame)}"
        )


def open_spi(lamps: Lamps, clock: Clock, bus: Bus | None = None, chunk: int | None = None) -> PixelLights:
    """The chain on ``bus``, by default the Pi's own. Raises `HardwareError`."""
    check_length(lamps, chunk or chunk_size())
    try:
        from neopixel_spi import NeoPixel_SPI
    except (ImportError, RuntimeError, AttributeError) as missing:  # Blinka has its own words for what it lacks on a Pi
        first = str(missing).partition(". ")[0]  # the rest is its way to install it
        raise HardwareError(f"the lamps' library cannot be used ({first}); run {install_command('pi')}") from None
    let_go = do_nothing
    if bus is None:
        device = SpiBus()
        bus, let_go = device, device.close
    with or_let_go(let_go):
        pixels = NeoPixel_SPI(
            bus,
            lamps.count,
            pixel_order=lamps.order,
            auto_write=False,
            frequency=SPI_HERTZ,
            reset_time=SPI_RESET_SECONDS,
            bit0=SPI_ZERO,
            bit1=SPI_ONE,
        )
        return PixelLights(pixels, lamps, clock, let_go)
