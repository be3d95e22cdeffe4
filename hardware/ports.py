"""The ports: what the firmware asks of a table. Each driver answers one of them and lives in one file of its own.

Drivers are imported only when chosen, so a machine without a camera or a GPIO header runs everything else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from hardware.colours import Colour
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from hardware.pictures import Picture


@dataclass(frozen=True)
class Frame:
    """A picture as it came. ``at``: the second of the table's clock at which exposure ended; ``name``: file or number.

    ``exposure``: seconds times gain, where the camera tells them. ``began``: the earliest second at which its exposure
    can have begun, where that is not just before ``at``.
    """

    picture: "Picture"
    at: float
    name: str
    exposure: float | None = None
    began: float | None = None


class Camera(Protocol):
    """Gives pictures. Opening happens in a descendant's constructor, which raises `HardwareError`."""

    def take(self, after: float = 0.0) -> Frame:
        """The next picture whose exposure began at ``after`` (clock seconds) or later. Raises `HardwareError`."""

    def close(self) -> None:
        """Let the device go; more than once does no harm."""


class Lights(Protocol):
    """A chain of lamps."""

    def show(self, colours: Sequence[Colour]) -> None:
        """Show one colour a lamp, in the order of the chain; returns when the lamps have it. Raises `HardwareError`."""

    def close(self) -> None:
        """Everything dark, then let the device go."""


class Button(Protocol):
    """The turn button. Levels only: how long a press was is judged by the firmware, on the table's clock."""

    @property
    def is_pressed(self) -> bool:
        """Whether the button is down now."""

    @property
    def trouble(self) -> HardwareError | None:
        """What keeps it from telling anything, for good; None where nothing is known to."""

    def watch(self, changed: Callable[[bool, float], None]) -> None:
        """Call ``changed(down, at)`` on every edge, from any thread; it must only queue the fact."""

    def close(self) -> None:
        """Let the pin go."""


class Knob(Protocol):
    """A knob that clicks as it turns."""

    def watch(self, turned: Callable[[int, float], None]) -> None:
        """Call ``turned(steps, at)`` at every notch, 1 clockwise and -1 back, from any thread."""

    def close(self) -> None:
        """Let the pins go."""


class Sound(Protocol):
    """A voice or a buzzer."""

    def say(self, text: str) -> None:
        """Say or sound ``text``; never blocks for long."""


class Clock(Protocol):
    """Time is asked for, so that tests and replays need not sleep."""

    def now(self) -> float:
        """Monotonic seconds."""

    def sleep(self, seconds: float) -> None:
        """Return when ``seconds`` have passed on this clock."""
