"""Mandarin square capturing (ô ăn quan): five fields a side, sowing on and on, two mandarins to win."""

from typing import Any

from rules.game import Option
from rules.mandarin import options as house
from rules.mandarin.game import Mandarin

OPTIONS: tuple[Option, ...] = house.OPTIONS


def make(**options: Any) -> Mandarin:
    """The game with every option of `OPTIONS` given; raises `BadOption`."""
    return Mandarin(**options)
