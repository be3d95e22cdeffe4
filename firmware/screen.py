"""A simulated table on a terminal."""

from collections import deque
from typing import IO

from firmware.clocks import clocks_line
from firmware.simulation import Simulation
from firmware.terminal import draw

CLEAR = "\x1b[2J\x1b[H"
HISTORY = 6
"""Sentences that stay on the screen."""


class Screen:
    """A simulated table on a terminal: the board as it lies, its lamps as they glow, and what was said."""

    def __init__(self, table: Simulation, stream: IO[str], *, coloured: bool) -> None:
        self.table = table
        self.stream = stream
        self.coloured = coloured
        self.title = ""
        self.said: deque[str] = deque(maxlen=HISTORY)

    def hear(self, sentence: str) -> None:
        """Keep a sentence for the next drawing."""
        self.said.append(sentence)

    def draw(self) -> None:
        """Draw the table anew: over the last drawing in colour, below it without."""
        table = self.table
        colours = table.camera.painter.colours
        lamps = table.table.moment().lamps
        picture = draw(table.table.board, table.table.view, lamps, colours, coloured=self.coloured)
        held = "".join(f" {token}" for token in table.table.in_hand)
        clock = clocks_line(table.loop.state, table.clock.now())
        title = [line for line in (self.title, clock) if line]
        lines = [*title, picture, "", f"in the hand:{held}" if held else "", *self.said]
        print((CLEAR if self.coloured else "") + "\n".join(lines), file=self.stream, flush=True)
        if not self.coloured:
            self.said.clear()
