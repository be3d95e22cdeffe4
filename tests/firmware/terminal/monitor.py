"""A terminal of any size that keeps what is drawn on it."""

from io import StringIO

import pytest

from firmware.simulated.simulation import Simulation
from firmware.terminal.drawing import CLEAR
from firmware.terminal.screen import Screen
from rules.words import Language

ADDRESS = "http://192.168.0.17:8017"


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def shown(
    table: Simulation,
    size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
    *said: tuple[str, ...],
    coloured: bool = False,
    language: Language = "en",
) -> list[str]:
    """The lines that a terminal of so many columns and lines shows once all that was ``said`` is drawn."""
    monkeypatch.setenv("COLUMNS", str(size[0]))
    monkeypatch.setenv("LINES", str(size[1]))
    screen = Screen(table, Terminal(), coloured=coloured, language=language)
    screen.address = ADDRESS
    for forms in said:
        screen.hear(*forms)
    screen.draw()
    return screen.stream.getvalue().removeprefix(CLEAR if coloured else "").splitlines()
