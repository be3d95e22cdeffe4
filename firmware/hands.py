"""Simulated hands: they do at the simulated table what people do at a real one, and clumsily where asked to."""

from collections.abc import Callable

from firmware.loop import Loop
from hardware.simulated.devices import SimulatedButton
from hardware.simulated.table import Table
from rules.hop import Path

REACH_SECONDS = 0.5
"""From one gesture to the next: lifting, carrying, putting down."""

LOOK_SECONDS = 1.2
"""How long people wait until they press the button: the table has fallen still by then."""


class Hands:
    """Moves pieces of ``table`` while ``loop`` watches; ``show`` is called whenever there is something to look at."""

    def __init__(
        self, table: Table, button: SimulatedButton, loop: Loop, show: Callable[[], None] = lambda: None
    ) -> None:
        self.table = table
        self.button = button
        self.loop = loop
        self.show = show

    def wait(self, seconds: float) -> None:
        """Let the table be watched for so long."""
        until = self.loop.clock.now() + seconds
        while self.loop.clock.now() < until and self.loop.then is None:
            self.loop.turn()

    def move(self, path: Path) -> None:
        """Lift the piece at the path's start, carry it, put it down at its end, take the hand away."""
        self.table.hand(path[0])
        self.wait(REACH_SECONDS)
        self.table.lift(path[0])
        self.table.hand(path[0])
        self.wait(REACH_SECONDS)
        self.show()
        self.table.put(path[-1])
        self.table.hand(path[-1])
        self.wait(REACH_SECONDS / 2)
        self.table.no_hand()
        self.wait(LOOK_SECONDS)

    def press(self) -> None:
        """Press the button and wait for what it brings."""
        self.button.press()
        self.wait(REACH_SECONDS)
        self.show()
