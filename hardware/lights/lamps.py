"""From colours as people mean them to numbers for lamps: gamma, brightness, order, and the current budget."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from hardware.colours import Colour
from hardware.errors import HardwareError
from hardware.settings import BUDGET_MILLIAMPS, CHANNEL_MILLIAMPS, IDLE_MILLIAMPS, LAMP_COLOURS, LAMP_GAMMA

Order: TypeAlias = Literal["GRB", "RGB", "BRG", "RBG", "GBR", "BGR", "GRBW", "RGBW"]
Levels: TypeAlias = tuple[tuple[int, ...], ...]
"""For each lamp red, green, blue, and white where it has one: 0 to 255, linear in light."""

_ROUNDS = 12  # halvings of the scale: finer than a step of any channel


@dataclass(frozen=True)
class Lamps:
    """A chain of ``count`` lamps. ``order`` is how its data sheet lists the colours; ``budget`` is in milliamperes.

    ``brightness``, 0 to 1, is for the room: a chain that is right by day blinds by night. Raises HardwareError when
    the budget would not even carry every lamp at its dimmest.
    """

    count: int
    order: Order = "GRB"
    brightness: float = 1.0
    budget: float = BUDGET_MILLIAMPS

    def __post_init__(self) -> None:
        least = least_milliamps(self.count, self.order)
        if self.budget < least:
            raise HardwareError(
                f"{self.count} lamps need {least:.0f} mA to glow at all, the budget is {self.budget:.0f} mA; "
                f"choose a smaller board, or raise --lamp-budget (up to {BUDGET_MILLIAMPS:g} on the Pi's pins, "
                "more only with a supply of their own)"
            )

    def levels(self, colours: Sequence[Colour]) -> Levels:
        """What is sent for ``colours``, one for each lamp.

        Over the budget the whole frame is dimmed alike, so hues stay; a channel that shines never goes below 1.
        """
        wanted = [_linear(colour, self.brightness, self.order) for colour in colours]
        levels = _rounded(wanted, 1.0)
        if self.milliamps(levels) <= self.budget:
            return levels
        low, high = 0.0, 1.0
        for _ in range(_ROUNDS):
            middle = (low + high) / 2
            if self.milliamps(_rounded(wanted, middle)) <= self.budget:
                low = middle
            else:
                high = middle
        return _rounded(wanted, low)

    def milliamps(self, levels: Levels) -> float:
        """What the chain draws while it shows ``levels``."""
        light = sum(map(sum, levels))
        return self.count * IDLE_MILLIAMPS + light * CHANNEL_MILLIAMPS / 255


def least_milliamps(count: int, order: Order) -> float:
    """What a chain draws while all its lamps glow as dimly as they can."""
    return count * (IDLE_MILLIAMPS + len(order) * CHANNEL_MILLIAMPS / 255)


@lru_cache(LAMP_COLOURS)
def _linear(colour: Colour, brightness: float, order: Order) -> tuple[float, ...]:
    """The light of each channel, 0 to 255: powers are slow, and most lamps are dark or of a few colours."""
    channels = tuple(255 * brightness * (part / 255) ** LAMP_GAMMA for part in colour)
    if "W" not in order:
        return channels
    white = min(channels)  # the white lamp makes the common part, with a third of the current
    return (*(channel - white for channel in channels), white)


def _rounded(wanted: Sequence[tuple[float, ...]], scale: float) -> Levels:
    return tuple(
        tuple(max(int(channel * scale + 1e-9), 1) if channel > 0 else 0 for channel in lamp) for lamp in wanted
    )
