"""Lamps through the programmable pins of a Pi 5. The library behind it is GPL-2 and only installed when asked for."""

from typing import Any

from hardware.blinka import in_a_sentence
from hardware.errors import install_command, or_let_go
from hardware.lights import PixelLights
from hardware.lights.lamps import Lamps
from hardware.ports import Clock


def open_pio(lamps: Lamps, clock: Clock) -> PixelLights:
    """The chain on GPIO18. Raises `HardwareError`."""
    with in_a_sentence("PIO", install_command("pi5-pio"), "a Pi 5"):
        import board
        from adafruit_pixelbuf import PixelBuf
        from adafruit_raspberry_pi5_neopixel_write import neopixel_write
        from digitalio import DigitalInOut, Direction

        class Pixels(PixelBuf):  # type: ignore[misc]  # the library has no types
            """A buffer that is written to one pin."""

            def _transmit(self, buffer: Any) -> None:
                neopixel_write(pin, buffer)

        pin = DigitalInOut(board.D18)
        with or_let_go(pin.deinit):
            pin.direction = Direction.OUTPUT
            pixels = Pixels(lamps.count, byteorder=lamps.order, auto_write=False)
            return PixelLights(pixels, lamps, clock, pin.deinit)
