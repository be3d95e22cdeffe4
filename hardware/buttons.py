"""Buttons and a knob through gpiozero, on one pin factory that is named (``--pins``) and never guessed.

| kind | what it is |
|---|---|
| ``lgpio`` | the kernel's own GPIO device: every Pi, no root |
| ``rpigpio`` | RPi.GPIO, for a Pi up to 4 with an old kernel |
| ``pigpio`` | the pigpio daemon of this or another machine |
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias

from hardware.clock import SystemClock
from hardware.errors import HardwareError, as_hardware_error, install_command, is_a_pi, let_in
from hardware.knob import GpioKnob
from hardware.lookout import Lookout, in_time
from hardware.ports import Button, Clock, Knob
from hardware.settings import BUTTON_PIN

Kind: TypeAlias = Literal["lgpio", "rpigpio", "pigpio"]


class Pins:
    """The header's pins, opened once for whatever hangs on them; close what was made of them first."""

    def __init__(self, factory: Any, clock: Clock, lookout: Lookout | None = None) -> None:
        self._factory = factory
        self._clock = clock
        self._lookout = lookout

    def button(self, pin: int) -> Button:
        """The button between GPIO ``pin`` and ground. Raises `HardwareError`."""
        with _in_a_sentence(f"the button on GPIO{pin}"):
            return GpioButton(pin, self._factory, self._clock, self._lookout)

    def knob(self, a: int, b: int) -> Knob:
        """The encoder between GPIO ``a``, GPIO ``b`` and ground. Raises `HardwareError`."""
        with _in_a_sentence(f"the knob on GPIO{a} and GPIO{b}"):
            return GpioKnob(a, b, self._factory, self._clock)

    def close(self) -> None:
        """Let the header go."""
        if self._lookout is not None:
            self._lookout.close()
        with suppress(Exception):  # what was lost a moment ago cannot be let go, and nobody minds
            self._factory.close()


def open_pins(kind: Kind = "lgpio", host: str | None = None, clock: Clock | None = None) -> Pins:
    """The header of this machine; ``host`` is where pigpio runs. Raises `HardwareError`."""
    with _in_a_sentence("the button"):
        factory = _factory(kind, host)
        return Pins(factory, clock or SystemClock(), Lookout(factory) if kind == "pigpio" else None)


@contextmanager
def open_button(pin: int = BUTTON_PIN, kind: Kind = "lgpio", host: str | None = None) -> Iterator[Button]:
    """One button, as long as this lasts. Raises `HardwareError`."""
    with closing(open_pins(kind, host)) as pins, closing(pins.button(pin)) as button:
        yield button


def _in_a_sentence(what: str) -> AbstractContextManager[None]:
    """Turn whatever a pin library raises into a `HardwareError` about ``what``; lgpio's errors are no OSError."""
    return as_hardware_error(
        lambda error: (
            f"{what} cannot be used ({error or type(error).__name__}); check that this is a Raspberry "
            "Pi, that its user is in the group gpio, and that no other program holds the pin"
        )
    )


def _factory(kind: Kind, host: str | None) -> Any:
    """The pin factory. Each imports its own library, which is not everywhere."""
    try:
        if kind == "lgpio":
            lgpio = _lgpio()
            from gpiozero.pins.lgpio import LGPIOFactory

            if not hasattr(lgpio, "gpiochip_open"):
                raise HardwareError(f"the installed lgpio is an empty shell; run {install_command('pi')}")
            return LGPIOFactory()
        if kind == "rpigpio":
            from gpiozero.pins.rpigpio import RPiGPIOFactory

            return RPiGPIOFactory()
        from gpiozero.pins.pigpio import PiGPIOFactory

        try:
            return in_time(PiGPIOFactory(host=host))
        except OSError as silent:
            there = f"where the pins are{let_in('that machine') if host else ''}"
            raise HardwareError(f"no pigpio daemon answers ({silent}); check that pigpiod runs {there}") from silent
    except ImportError as missing:
        if kind != "pigpio" and not is_a_pi():  # a daemon of pigpio may run on another machine
            raise HardwareError("a button on pins needs a Raspberry Pi, and this is none") from None
        extra = {"lgpio": "pi", "rpigpio": "rpi-gpio", "pigpio": "pigpio"}[kind]
        raise HardwareError(f"the button's library is missing ({missing.name}); run {install_command(extra)}") from None


def line_holder(pin: int) -> str | None:
    """Who holds GPIO ``pin``, as the kernel names it; None where it is free or nobody can tell."""
    with suppress(Exception):  # lgpio's errors are no OSError, and each of them means: it cannot be told
        header, lgpio = _factory("lgpio", None), _lgpio()
        header.close()
        chip = lgpio.gpiochip_open(header.chip)
        try:
            _, _, flags, _, user = lgpio.gpio_get_line_info(chip, pin)
        finally:
            lgpio.gpiochip_close(chip)
        return str(user) or "another program" if flags & 1 else None  # bit 0: in use by the kernel's account
    return None


def _lgpio() -> Any:
    """The library. It makes a pipe where it is imported, and goes on with it wherever that is afterwards."""
    if "lgpio" not in sys.modules:
        with _elsewhere():
            import lgpio
    import lgpio

    return lgpio


@contextmanager
def _elsewhere() -> Iterator[None]:
    """In a folder that goes again, then back where we were, or at the root if we may not be there.

    With `sudo hopsight` the service's user stands in somebody's home, and the path to it may be closed to that user.
    """
    try:
        here = os.open(".", os.O_RDONLY)
    except OSError:
        here = os.open("/", os.O_RDONLY)
    with ExitStack() as undone:
        undone.callback(os.close, here)
        os.chdir(undone.enter_context(TemporaryDirectory()))
        undone.callback(os.fchdir, here)
        yield


class GpioButton:
    """A gpiozero button on ``factory``. Levels only: `hardware.press` takes bouncing away and judges presses.

    Handlers run in the pin library's own thread: they must only queue what happened. Open once, close at the end.
    """

    def __init__(self, pin: int, factory: Any, clock: Clock, lookout: Lookout | None = None) -> None:
        from gpiozero import Button as Pressable

        self._clock = clock
        self._lookout = lookout
        self._pin = pin
        # Its own bounce_time loses edges, so it stays out of the way.
        self._button = Pressable(pin, pull_up=True, bounce_time=None, pin_factory=factory)

    @property
    def is_pressed(self) -> bool:
        """Whether the button is down now; it tells nothing of a press that began before it was opened otherwise.

        Raises `HardwareError`: pins may be another machine's, which goes away.
        """
        with _in_a_sentence(f"the button on GPIO{self._pin}"):
            return bool(self._button.is_pressed)

    @property
    def trouble(self) -> HardwareError | None:
        """What keeps it from telling anything, where its pins lie behind a connection."""
        return self._lookout.trouble if self._lookout is not None else None

    def watch(self, changed: Callable[[bool, float], None]) -> None:
        """Call ``changed(down, at)`` on every edge, from the pin library's thread."""
        self._button.when_pressed = lambda: changed(True, self._clock.now())
        self._button.when_released = lambda: changed(False, self._clock.now())

    def close(self) -> None:
        """Let the pin go."""
        with suppress(Exception):  # as `Pins.close`
            self._button.close()
