"""Lamps through Adafruit's pixel classes, whichever way the data leaves the Pi.

| kind | wire | needs |
|---|---|---|
| ``spi`` | GPIO10, pin 19 | SPI switched on; no root; every Pi from 3 to 5 and the Zero 2 W |
| ``pwm`` | GPIO18, pin 12 | root; not on a Pi 5 |
| ``pio`` | GPIO18, pin 12 | only on a Pi 5 |
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Literal, Protocol, TypeAlias

from hardware.clock import SystemClock
from hardware.colours import DARK, Colour
from hardware.errors import HardwareError
from hardware.lights.lamps import Lamps, Levels, Order
from hardware.ports import Clock, Lights
from hardware.settings import LAMPS_AGAIN_SECONDS, MOST_FRAMES, MOST_LAMPS, RESEND_SECONDS

Kind: TypeAlias = Literal["spi", "pwm", "pio"]


class Pixels(Protocol):
    """What Adafruit's pixel buffers have in common."""

    def __setitem__(self, lamp: int, levels: tuple[int, ...]) -> None:
        """Set one lamp's levels, not shown yet."""

    def show(self) -> None:
        """Send all levels to the lamps."""


def open_lights(kind: Kind, lamps: Lamps, clock: Clock | None = None) -> Lights:
    """The chain of ``lamps``, dark. Raises `HardwareError` when what ``kind`` needs is missing."""
    clock = clock or SystemClock()
    if kind == "spi":
        from hardware.lights.spi import open_spi

        return open_spi(lamps, clock)
    if kind == "pwm":
        from hardware.lights.pwm import open_pwm

        return open_pwm(lamps, clock)
    from hardware.lights.pio import open_pio

    return open_pio(lamps, clock)


def most_lamps(kind: Kind, order: Order) -> int:
    """How many lamps a chain of this machine may have: as many as the largest board asks for, if they can be sent."""
    if kind != "spi":
        return MOST_LAMPS
    from hardware.lights.spi import chunk_size, room

    return min(MOST_LAMPS, room(order, chunk_size()))


def do_nothing() -> None:
    """For a device that need not be let go."""


class PixelLights:
    """Lamps behind ``pixels``: a frame is sent when it is new, or again after a second, 25 times a second at most."""

    def __init__(self, pixels: Pixels, lamps: Lamps, clock: Clock, let_go: Callable[[], None] = do_nothing) -> None:
        self._pixels = pixels
        self._lamps = lamps
        self._clock = clock
        self._let_go = let_go
        self._sent: Levels
        self._meant: tuple[list[Colour], float] | None
        self._sent_at = -inf
        self._closed = False
        # The lamps keep what they showed when the program before ended. What fails here is a matter of opening them.
        self._send(lamps.levels([DARK] * lamps.count))

    def dim(self, brightness: float) -> None:
        """Shine so brightly from the next frame on, 0 to 1."""
        self._lamps = replace(self._lamps, brightness=min(max(brightness, 0.0), 1.0))

    def show(self, colours: Sequence[Colour]) -> None:
        """Show one colour a lamp. Unchanged frames cost next to nothing, so show as often as you like."""
        if self._closed:
            raise HardwareError("the lamps are closed; open them again")
        if len(colours) != self._lamps.count:
            raise ValueError(f"{len(colours)} colours for a chain of {self._lamps.count} lamps")
        meant = list(colours), self._lamps.brightness
        recent = self._clock.now() - self._sent_at < RESEND_SECONDS
        if recent and meant == self._meant:
            return
        levels = self._lamps.levels(colours)
        if recent and levels == self._sent:
            return
        self._clock.sleep(max(self._sent_at + 1 / MOST_FRAMES - self._clock.now(), 0.0))
        try:
            self._send(levels)
            self._meant = meant
        except (RuntimeError, OSError) as error:
            raise HardwareError(f"the lamps' driver failed ({error}); check the lamps' supply, then restart") from error

    def close(self) -> None:
        """Everything dark, then let the device go."""
        if not self._closed:
            with suppress(HardwareError):  # a device that is gone cannot be darkened
                self.show([DARK] * self._lamps.count)
            self._closed = True
            with suppress(RuntimeError, OSError):  # nor need a driver that failed be able to let it go
                self._let_go()

    def _send(self, levels: Levels) -> None:
        self._sent, self._meant = (), None  # if this is interrupted, nobody knows what the lamps show
        for lamp, level in enumerate(levels):
            self._pixels[lamp] = level
        self._pixels.show()
        self._sent, self._sent_at = levels, self._clock.now()


class NoLights:
    """The lamps of a table without lamps."""

    def show(self, colours: Sequence[Colour]) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Nothing is held."""


class LastingLights:
    """Lamps whose device may go and come: ``opening`` opens them, and opens them again once they have failed.

    The first opening happens in the constructor and raises its `HardwareError`. ``patient`` ones need not be there
    yet. While they are away `show` raises what is wrong, and tries to open them now and then.
    """

    def __init__(self, opening: Callable[[], Lights], clock: Clock, *, patient: bool = False) -> None:
        self._opening = opening
        self._clock = clock
        self._trouble: HardwareError | None = None
        self._next = -inf
        self._brightness = 1.0
        self._lights: Lights | None = None if patient else opening()

    def dim(self, brightness: float) -> None:
        """Shine so brightly from the next frame on, 0 to 1, whatever device is open then."""
        self._brightness = brightness

    def show(self, colours: Sequence[Colour]) -> None:
        """Show one colour a lamp."""
        lights = self._lights or self._open()
        if isinstance(lights, PixelLights):
            lights.dim(self._brightness)
        try:
            lights.show(colours)
        except HardwareError as trouble:
            # An open device that went away stays dead, even when the port is there again.
            self._lost(trouble)
            lights.close()
            raise

    def close(self) -> None:
        """Everything dark, then let the device go."""
        if self._lights is not None:
            self._lights.close()

    def _open(self) -> Lights:
        if self._trouble is not None and self._clock.now() < self._next:
            raise self._trouble
        try:
            self._lights = self._opening()
        except HardwareError as trouble:
            self._lost(trouble)
            raise
        return self._lights

    def _lost(self, trouble: HardwareError) -> None:
        self._lights, self._trouble = None, trouble
        self._next = self._clock.now() + LAMPS_AGAIN_SECONDS
