"""Lamps on a PWM pin, by direct memory access: needs root, and a Pi older than the 5."""

from hardware.blinka import in_a_sentence
from hardware.errors import install_command, or_let_go
from hardware.lights import PixelLights
from hardware.lights.lamps import Lamps
from hardware.ports import Clock


def open_pwm(lamps: Lamps, clock: Clock) -> PixelLights:
    """The chain on GPIO18. Raises `HardwareError`."""
    with in_a_sentence("PWM", install_command("pi-pwm"), "root and a Pi up to 4"):
        import board
        from neopixel import NeoPixel

        pixels = NeoPixel(board.D18, lamps.count, pixel_order=lamps.order, auto_write=False)
        with or_let_go(pixels.deinit):
            return PixelLights(pixels, lamps, clock, pixels.deinit)
