"""Mandarin square capturing (ô ăn quan): five fields a side, sowing on and on, two mandarins to win."""

from typing import Any

from rules.game import Option
from rules.mandarin import words
from rules.mandarin.game import Mandarin

OPTIONS = (
    Option("mandarin", "stone", ("stone", "ten"), words.MANDARIN()),
    Option("worth", 10, (10, 5), words.WORTH()),
    Option("first", "south", ("south", "north", "toss"), words.FIRST()),
    Option("chain", True, (True, False), words.CHAIN()),
    Option("unripe", 0, (), words.UNRIPE()),
)


def make(**options: Any) -> Mandarin:
    """The game with every option of `OPTIONS` given; raises `BadOption`."""
    return Mandarin(**options)
