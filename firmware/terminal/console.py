"""A table in the terminal: people lift and put pieces at the simulated one."""

import re
import sys
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import NoReturn

from firmware.events import Answer
from firmware.simulated.hands import LONG_PRESS, Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Unsure, is_of_heaps
from firmware.terminal.console_sayings import (
    BEGIN,
    LOOKING_FOR_BOARD,
    NOT_KNOWN,
    OVER,
    WHERE,
    helps,
)
from firmware.terminal.drawing import wants_colour
from firmware.terminal.keyboard import Quit, any_case, command
from firmware.terminal.screen import Screen
from firmware.words.voice import Voice
from firmware.words.wording import spoken
from hardware.clock import SystemClock
from hardware.ports import Clock
from hardware.simulated.words import NOTHING_TO_SOW, CannotBeDone
from rules.game import GivenError
from rules.geometry import PlaceId
from rules.words import Language, Message


class PictureConsole:
    """A person at the simulated table. The referee sees its camera's pictures and nothing else."""

    def __init__(
        self, table: Simulation, language: Language, read: Callable[[], str], *, way_on: Message = OVER
    ) -> None:
        """``way_on``: what people hear at the end of the game that they can do."""
        self.table = table
        self.screen = Screen(table, sys.stdout, coloured=wants_colour(sys.stdout), language=language)
        self.language = language
        self.voice = Voice(self.screen.hear, table.clock, language, table.loop.state.match.players)
        self.hands = Hands(table)
        self.read = read
        self.way_on = way_on
        self._was_over = False

    def run(self) -> str | None:
        """Play until the person goes or wants another game; what is wanted then."""
        self.table.loop.say = self.voice.say
        self.table.loop.stay = True
        # On a terminal only until the board is drawn, which repeats what standard error told.
        told = sys.stdout if sys.stdout.isatty() else sys.stderr
        print(LOOKING_FOR_BOARD().text(self.language), file=told)
        self.hands.wait_until_ready()
        with self.screen.minding_its_window():
            self.listen()
        self.screen.draw()
        return self.table.loop.then

    def listen(self) -> None:
        """Do what is typed, line by line, until the person goes or wants another game: an end can be taken back."""
        self.screen.hear(BEGIN().text(self.language))  # before the notices, which `draw` overhears: they are read once
        while self.table.loop.then is None:
            self.tell_end()
            self.screen.draw()
            try:
                self.obey(self.read().split())
            except (Quit, CancelledError):  # the table is put away while hands are at it: another game begins
                return
            except (GivenError, CannotBeDone) as error:
                self.screen.hear(spoken(error.reason, self.language, self.table.loop.state.match.players))

    def tell_end(self) -> None:
        """Say once what can be done at the end of the game, whoever ended it."""
        was_over, self._was_over = self._was_over, self.table.loop.state.outcome.over
        if self._was_over and not was_over:
            self.screen.hear(self.way_on().text(self.language))

    def obey(self, words: list[str]) -> None:
        """Do what was typed. Raises `GivenError` and `CannotBeDone`."""
        asked = command(words, self.table.clock.now(), self.table.loop.state.match, self.language)
        asked = asked or self.answer(words)
        if asked is not None:
            self.table.loop.put(asked)
            self.table.wait(1.0)
            return
        match any_case(words):
            case []:
                self.hands.press()
            case ["hold"]:
                self.hands.press(LONG_PRESS)
            case ["lift", name]:
                self.hands.lift(self.place(name))
            case ["put", name]:
                self.hands.put(self.place(name))
            case [text] if way := self.way(text):
                self.hands.lift(way[0])
                self.hands.put(way[-1])
            case ["sow", text]:
                self.hands.sow_as(text.casefold())
            case ["spread", *places] if places:
                self.hands.spread([self.place(name) for name in places])
            case ["lay"]:
                self.hands.lay()
            case ["help"]:
                self.screen.hear(*helps(self.language, of_heaps=is_of_heaps(self.table.loop.state)))
            case ["quit" | "exit"]:
                raise Quit
            case _:
                self.fumble(words)

    def answer(self, words: list[str]) -> Answer | None:
        """Which move it was, where that was asked and is typed."""
        doubt, moves = self.table.loop.state.at_rest(), tuple(word.casefold() for word in words)
        if words and isinstance(doubt, Unsure) and moves in doubt.between:
            return Answer(self.table.clock.now(), moves, by="keyboard")
        return None

    def way(self, text: str) -> list[PlaceId]:
        """The places of a piece's way as games write it, c2-d3 or c2:e4:g4; none where ``text`` is no way."""
        places = [self.place(name) for name in re.split("[-:]", text)]
        return places if len(places) > 1 and all(place in self.table.loop.state.game.board for place in places) else []

    def place(self, name: str) -> PlaceId:
        """The place of that name on this board, small letters or capitals."""
        places = {place.id.casefold(): place.id for place in self.table.loop.state.game.board.places}
        return places.get(name.casefold(), PlaceId(name))

    def fumble(self, words: list[str]) -> None:
        """The clumsy things that happen at tables."""
        act = self.table.act
        match any_case(words):
            case ["knock", name]:
                act(lambda table: table.knock(self.place(name)))
            case ["drop", name]:
                act(lambda table: table.drop(self.place(name)))
                act(lambda table: table.no_hand())
            case ["pick"]:
                act(lambda table: table.pick_up())
            case ["nudge"]:
                act(lambda table: table.nudge(0.6, -0.4, 1.0))
            case ["cover", name]:
                act(lambda table: table.cover(self.place(name)))
            case ["uncover"]:
                act(lambda table: table.uncover())
            case ["dark"]:
                act(lambda table: table.daylight(0.0))
            case ["light"]:
                act(lambda table: table.daylight(1.0))
            case _:
                self.miss(words)
        self.table.wait(1.5)

    def miss(self, words: list[str]) -> NoReturn:
        """Say why ``words`` are no command: mostly the place is missing. Raises `GivenError` and `CannotBeDone`."""
        state, only = self.table.loop.state, words[0].casefold() if len(words) == 1 else ""
        if only == "sow" and not is_of_heaps(state):
            raise CannotBeDone(NOTHING_TO_SOW())
        if only in {"lift", "put", "knock", "drop", "cover", "spread", "sow"}:
            way = ">" if only == "sow" else ""
            raise GivenError(WHERE(word=only, example=f"{only} {state.game.board.places[0].id}{way}"))
        raise GivenError(NOT_KNOWN(words=" ".join(words)))


def as_time_goes_by(read: Callable[[], str], table: Simulation, clock: Clock | None = None) -> Callable[[], str]:
    """``read``, during which as much time passes at a simulated table as by ``clock``, where somebody minds it.

    That is who has a chess clock, and the button of a game that is over. Otherwise a table waits for its people.
    """
    real = clock or SystemClock()

    def timed() -> str:
        began = real.now()
        line = read()
        state = table.loop.state
        if state.last.left or state.outcome.over:
            table.clock.sleep(real.now() - began)
        return line

    return timed
