"""A simulated table on a terminal."""

from collections import deque
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from typing import IO

from firmware.clocks import clocks_line
from firmware.console_sayings import IN_HAND
from firmware.simulation import Simulation
from firmware.terminal import draw, shortened, wrapped
from firmware.wording import piles_in_words, spoken
from rules.words import Language

CLEAR = "\x1b[2J\x1b[H"
HISTORY = 6
"""Sentences that stay on the screen."""

LITTLE_ROOM = 3
"""Lines beside the board that are all needed for what was said."""


class Screen:
    """A simulated table on a terminal: the board as it lies, its lamps as they glow, and what was said.

    The whole board stays in sight wherever the terminal has room for it; what was said takes the rest.
    """

    def __init__(self, table: Simulation, stream: IO[str], *, coloured: bool, language: Language = "en") -> None:
        self.table = table
        self.stream = stream
        self.coloured = coloured
        self.language: Language = language
        self.title = ""
        self.said: deque[tuple[str, ...]] = deque(maxlen=HISTORY)

    def hear(self, *forms: str) -> None:
        """Keep a sentence for the next drawing: its full form, then shorter ones for where there is little room."""
        self.said.append(forms)

    def draw(self) -> None:
        """Draw the table anew: over the last drawing in colour, below it without."""
        table = self.table
        colours = table.camera.painter.colours
        lamps = table.table.moment().lamps
        picture = draw(table.table.board, table.table.view, lamps, colours, coloured=self.coloured)
        state = table.loop.state
        held = IN_HAND(set=", ".join(table.table.in_hand)) if table.table.in_hand else None
        hand = spoken(held, self.language, state.match.players) if held else ""
        clock = clocks_line(state, table.clock.now(), self.language)
        # What was won lies beside the board, where no camera looks.
        piles = piles_in_words(state.game, state.position, self.language)
        board = [*picture.splitlines(), *wrapped(piles, get_terminal_size().columns)]
        lines = self._arranged(board, clock, hand)
        print((CLEAR if self.coloured else "") + "\n".join(lines), file=self.stream, flush=True)
        if not self.coloured:
            self.said.clear()

    def _arranged(self, board: Sequence[str], clock: str, hand: str) -> list[str]:
        """All lines, a terminal's no more than it shows above the line where people type."""
        title = [line for line in (self.title, clock) if line]
        if not self.stream.isatty():
            return [*title, *board, "", hand, *(forms[0] for forms in self.said)]
        width, height = get_terminal_size()
        room = height - 1 - len(board)
        if (ample := room - len(title) - 2) >= HISTORY:
            return [*title, *board, "", hand, *newest(self.said, width, ample)]
        facts = (hand, clock, self.title if room > LITTLE_ROOM else "")
        beside = [shortened("   ".join(filter(None, facts)), width)] if any(facts) else []
        return [*board, *beside, *newest(self.said, width, room - len(beside))]


def newest(said: Iterable[Sequence[str]], width: int, room: int) -> list[str]:
    """As much of what was ``said`` last as ``room`` lines hold, at least one, each in the fullest form that fits."""
    lines: list[str] = []
    for forms in reversed([*said]):
        left = max(room, 1) - len(lines)
        if not left:
            break
        fitting = (form for form in (wrapped(form, width) for form in forms) if len(form) <= left)
        found = next(fitting, None)
        if found is None:
            *found, last = wrapped(forms[-1], width)[:left]
            found.append(shortened(f"{last} …", width))
        lines = [*found, *lines]
    return lines
