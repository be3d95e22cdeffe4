"""The keyboard beside a page: whatever is typed, and however it ends, the table hears of it."""

import os
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Thread
from threading import enumerate as enumerate_threads
from time import monotonic, sleep
from typing import Any

import pytest

from firmware.events import End
from firmware.keeper import NoKeeper
from firmware.states import opening
from firmware.terminal.keyboard import Quit, lines
from firmware.terminal.shared import Keyboard, run_shared
from firmware.web.hub import Hub
from rules import catalogue
from rules.match import Match
from tests.firmware.terminal.monitor import Terminal

ROOT = Path(__file__).parents[3]


def test_what_is_no_text_is_a_line_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = TextIOWrapper(BytesIO(b"lift c2\n\xff\xfe\nquit\n"), encoding="utf-8", errors="strict")
    monkeypatch.setattr(sys, "stdin", typed)
    keyboard = Keyboard(alone=True)
    assert [keyboard.read() for _ in range(3)] == ["lift c2", "\ufffd\ufffd", "quit"]
    with pytest.raises(Quit):
        keyboard.read()


def test_who_reads_on_from_a_pipe_reads_on_where_another_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"7D 10H\nshow\n"), encoding="utf-8", errors="strict"))
    assert lines()() == "7D 10H"
    assert lines()() == "show"


WAITING = """
from threading import Thread
from time import sleep
from firmware.command_line import open_streams
from firmware.terminal.shared import Keyboard
open_streams()
keyboard = Keyboard(alone=True)
print(keyboard.read())
Thread(target=keyboard.read, daemon=True).start()
sleep(0.3)  # by then it waits for a line that never comes
"""


def test_whoever_is_stopped_while_a_pipe_says_nothing_ends_like_anybody_else() -> None:
    with Popen(
        [sys.executable, "-P", "-c", WAITING], stdin=PIPE, stdout=PIPE, env={"PYTHONPATH": str(ROOT)}
    ) as waiting:
        assert waiting.stdin
        assert waiting.stdout
        waiting.stdin.write(b"lift c2\n")
        waiting.stdin.flush()
        assert waiting.stdout.read() == b"lift c2\n"
        assert waiting.wait() == 0


@pytest.mark.parametrize("hangs_up", [False, True])
def test_another_game_hears_what_is_typed_or_that_nothing_more_will_be(
    hangs_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = os.pipe()
    with os.fdopen(mine) as typed, os.fdopen(theirs, "w") as hands:
        monkeypatch.setattr(sys, "stdin", typed)
        others = {*enumerate_threads()}
        keyboard, heard = Keyboard(alone=True), []
        (listener,) = {*enumerate_threads()} - others

        def sit() -> None:
            try:
                heard.append(keyboard.read())
            except Quit:
                heard.append("quit")

        first, second = Thread(target=sit), Thread(target=sit, daemon=True)
        first.start()
        keyboard.enough()
        first.join()
        keyboard.enough()  # a game may end on the page when nobody waits for a line
        if hangs_up:
            hands.close()
            listener.join()
        else:
            print("lift c2", file=hands, flush=True)
        keyboard.again()
        second.start()
        second.join(20)
        assert heard == ["quit", "quit" if hangs_up else "lift c2"]


class HungUp(StringIO):
    """A terminal whose line was cut."""

    def readline(self, *_: object) -> str:
        raise OSError(5, "Input/output error")


def test_a_terminal_that_hangs_up_is_the_end_of_what_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", HungUp())
    with pytest.raises(Quit):
        Keyboard(alone=True).read()


class AtThePage:
    """Somebody at the keyboard who types nothing while others end the game on the page, until the terminal tells it."""

    listens = True

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def again(self) -> None:
        """Another game begins."""

    enough = again

    def read(self) -> str:
        """Leave as soon as it is told, or after a minute."""
        sitting = self.hub.sitting
        assert sitting is not None
        sitting.loop.put(End(sitting.loop.clock.now(), by="web"))
        late = monotonic() + 60
        while "It is over" not in sys.stdout.getvalue() and monotonic() < late:  # type: ignore[attr-defined]
            sleep(0.05)
        raise Quit


def test_who_only_looks_on_sees_that_the_game_was_ended_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, hub = Terminal(), Hub()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    history = opening(Match.begin(catalogue.game("piecepack", players=2)))
    page: Any = AtThePage(hub)
    then = run_shared(history, NoKeeper(), "en", scene="wood", hub=hub, keyboard=page, address="", record=None)
    assert then is None
    assert "It is over: undo takes that back" in terminal.getvalue()
