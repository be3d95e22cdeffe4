"""The simulated table shared by a page and a terminal: both act on it, whenever they like."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Semaphore, Thread

from firmware.follow import Guide
from firmware.keeper import Keeper
from firmware.loop import Loop
from firmware.seeing.empty_board import kept
from firmware.service.box import stopping
from firmware.simulated.live import LiveSimulation
from firmware.states import History
from firmware.terminal.console import PictureConsole
from firmware.terminal.console_sayings import FOLLOWED_TO_THE_END, OVER
from firmware.terminal.keyboard import PROMPT, Quit, lines
from firmware.web.hub import Hub
from hardware.simulated.tile_scenes import scenes_of
from rules.words import Language, Reason


class Keyboard:
    """Lines from the terminal, read in a thread of their own, so that a game that ends elsewhere ends the waiting."""

    def __init__(self, *, alone: bool = False) -> None:
        """``alone``: nobody else acts on the table, so lines from a pipe are the game too, and their end its end."""
        self.listens = alone or sys.stdin.isatty()
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._wanted = Semaphore(0)
        self._asked = False
        self._closed = False
        if self.listens:
            Thread(target=self._listen, name="keyboard", daemon=True).start()

    def read(self) -> str:
        """The next line. Raises `Quit` at the end of input, and when nothing more is wanted."""
        if not self._asked:
            self._asked = True
            self._wanted.release()
        elif sys.stdin.isatty():  # the drawing of another game has wiped away where people type
            print(PROMPT, end="", flush=True)
        line = self._lines.get()
        if line is None:
            raise Quit
        self._asked = False
        return line

    def enough(self) -> None:
        """Nobody need type any more; the line that is being typed counts for the next game."""
        self._lines.put(None)

    def again(self) -> None:
        """Another game begins: that the last one ended is no news any more."""
        waiting = []
        while not self._lines.empty():
            waiting.append(self._lines.get())
        for line in waiting:
            if line is not None or self._closed:
                self._lines.put(line)

    def _listen(self) -> None:
        try:
            read = lines()
            while True:
                self._wanted.acquire()
                self._lines.put(read())
        except Quit:
            pass
        finally:  # whatever ended it, nobody waits for a line that never comes
            self._closed = True
            self._lines.put(None)


def run_shared(
    history: History,
    keeper: Keeper,
    language: Language,
    *,
    scene: str,
    hub: Hub,
    keyboard: Keyboard,
    address: str,
    record: Path | None,
    guide: Guide | None = None,
    said: Sequence[Reason] = (),
) -> str | None:
    """Referee one game at a simulated table that the page and the terminal share; what people want then.

    ``address``: that of the page; empty where it is not served. ``guide``: a recorded game is played again.
    ``said``: what people hear first.
    """
    keyboard.again()
    board = history[-1].match.game.board

    def watch(loop: Loop) -> None:
        hub.look(loop)
        console.tell_end()
        console.screen.renew()  # what was done on the page is seen here as well

    table = LiveSimulation(history, scene=scenes_of(board)[scene], keeper=keeper, watch=watch, ended=keyboard.enough)
    table.loop.eyes.lessons.empty = kept(board, simulated=True)
    console = PictureConsole(table, language, keyboard.read, way_on=FOLLOWED_TO_THE_END if guide else OVER)
    console.screen.address = address
    table.loop.say = console.voice.say
    hub.attach(table.loop, table, record=record, guide=guide)
    for reason in said:
        table.loop.say(reason)
    try:
        with stopping():
            table.start()
            if keyboard.listens:
                if not sys.stdin.isatty():
                    console.hands.wait_until_ready()  # people see when the board is found, a pipe does not
                console.listen()
            else:
                with suppress(Quit):
                    keyboard.read()
    finally:
        table.close()
    if table.failed is not None:
        raise table.failed
    return table.loop.then
