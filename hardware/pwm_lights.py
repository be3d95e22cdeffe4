"""Lamps on a PWM pin, by direct memory access: needs root, and a Pi older than the 5."""

import os

from hardware.errors import HardwareError, install_command
from hardware.lamps import Lamps
from hardware.lights import PixelLights
from hardware.ports import Clock

os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # see spi_lights


def open_pwm(lamps: Lamps, clock: Clock) -> PixelLights:
    """The chain on GPIO18. Raises `HardwareError`."""
    try:
        import board
        from neopixel import NeoPixel

        pixels = NeoPixel(board.D18, lamps.count, pixel_order=lamps.order, auto_write=False)
        return PixelLights(pixels, lamps, clock, pixels.deinit)
    except ImportError as missing:
        raise HardwareError(
            f"PWM lamps need more ({missing.name} is missing); run {install_command('pi-pwm')}, or use spi"
        ) from None
    except (NotImplementedError, AttributeError, RuntimeError, OSError) as error:
        raise HardwareError(
            f"PWM lamps do not work here ({error}); they need root and a Pi up to 4, or use spi"
        ) from None
