"""A rotary encoder through gpiozero: a knob that clicks as it turns. Its push switch is an ordinary button."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hardware.ports import Clock


class GpioKnob:
    """An encoder between GPIO ``a``, GPIO ``b`` and ground, on a pin factory that is named and never guessed."""

    def __init__(self, a: int, b: int, factory: Any, clock: Clock) -> None:
        from gpiozero import RotaryEncoder

        self._clock = clock
        # Its own state machine wants the whole turn from notch to notch, so bouncing does not count.
        self._encoder = RotaryEncoder(a, b, bounce_time=None, max_steps=0, pin_factory=factory)

    def watch(self, turned: Callable[[int, float], None]) -> None:
        """Call ``turned(steps, at)`` at every notch, 1 clockwise and -1 back, from the pin library's thread."""
        self._encoder.when_rotated_clockwise = lambda: turned(1, self._clock.now())
        self._encoder.when_rotated_counter_clockwise = lambda: turned(-1, self._clock.now())

    def close(self) -> None:
        """Let both pins go."""
        with suppress(Exception):  # those of another machine may have gone before
            self._encoder.close()
