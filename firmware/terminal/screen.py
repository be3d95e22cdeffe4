"""A simulated table on a terminal."""

import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from os import terminal_size
from shutil import get_terminal_size
from textwrap import wrap
from threading import Lock, Thread
from typing import IO

from firmware.clocks import RUNS, each_clock
from firmware.simulated.simulation import Simulation
from firmware.states import is_of_heaps
from firmware.terminal.beside import aside, owners, piles
from firmware.terminal.console_sayings import ALSO_IN_BROWSER, IN_HAND, LIT, STONES_IN_HAND, WINDOW_TOO_SMALL
from firmware.terminal.drawing import (
    ABOVE,
    APART,
    BELOW,
    CLEAR,
    REST,
    columns,
    cut,
    draw,
    in_lines,
    in_one_line,
    legend,
    legible,
    numbered,
    shortened,
    wrapped,
)
from firmware.terminal.keyboard import PROMPT
from firmware.terminal.whispering import Whispering
from firmware.words.sayings import YOUR_TURN
from firmware.words.wording import spoken
from hardware.colours import Colour
from rules.geometry import PlaceId
from rules.sight import Token
from rules.words import Language, Reason

HISTORY = 6
"""Sentences that stay on the screen."""

LITTLE_ROOM = 3
"""Lines beside the board that are all needed for what was said."""

LIT_LINES = 3
"""Lines of lit places where there is no room for a board: enough for a lifted piece. A start position lights more."""

LEAST_ROOM = 3
"""Lines that a board leaves free at least: whose turn it is, what was said last, and where people type."""


class Screen:
    """A simulated table on a terminal: the board as it lies, its lamps as they glow, and what was said.

    The whole board stays in sight wherever the terminal has room for it, drawn narrowly where it has little; what was
    said takes the rest. Where there is no room for a board, its pieces are listed.
    """

    def __init__(self, table: Simulation, stream: IO[str], *, coloured: bool, language: Language = "en") -> None:
        self.table = table
        self.stream = stream
        self.coloured = coloured
        self.language: Language = language
        self.address = ""
        self.said: deque[tuple[str, ...]] = deque(maxlen=HISTORY)
        self._lock = Lock()
        self._telling: Sequence[tuple[str, ...]] = ()  # what is being drawn of it: others say more meanwhile
        self._rows: tuple[terminal_size, int] | None = None
        self._shown: object = None
        self._begun = table.loop.state.ply

    def hear(self, *forms: str) -> None:
        """Keep a sentence for the next drawing: its full form, then shorter ones for where there is little room."""
        self.said.append(forms)

    def overhear(self) -> None:
        """Keep what standard error told: a drawing wipes that away or pushes it out of sight.

        The address of the page need not be: it stands beside the board.
        """
        if self.stream.isatty() and isinstance(sys.stderr, Whispering):
            for told in sys.stderr.taken():
                if not (self.address and told.endswith(self.address)):
                    self.hear(told)

    def draw(self) -> None:
        """Draw the table anew: over the last drawing in colour, below it without."""
        self.overhear()
        with self._lock:
            self._draw(get_terminal_size())

    def _draw(self, size: terminal_size) -> None:
        self._shown = self._seen()
        # Without colour a sentence stands above the next drawing, and is told once.
        self._telling = [*self.said] if self.coloured else [self.said.popleft() for _ in range(len(self.said))]
        lines = self._in_terminal(*size) if self.stream.isatty() else self._in_file()
        text = (CLEAR if self.coloured else "") + "\n".join(lines)
        print(legible(text, self.stream), file=self.stream, flush=True)
        self._rows = (size, len(lines)) if self.coloured and self.stream.isatty() else None

    def renew(self) -> None:
        """Draw over the last drawing whatever has changed since, in as many lines: what is typed below it stays.

        That is where others act on the table meanwhile, and in colour only. In a window of another size everything
        stands elsewhere and is drawn anew, with the prompt below it.
        """
        with self._lock:
            size, seen = get_terminal_size(), self._seen()
            if self._rows is None or (self._rows[0] == size and seen == self._shown):
                return
            if self._rows[0] != size:
                self._draw(size)
                print(PROMPT, end="", file=self.stream, flush=True)
                return
            self._shown, self._telling, rows = seen, [*self.said], self._rows[1]
            lines = self._in_terminal(*size, rows)[:rows]
            text = "\n".join(line + REST for line in lines + [""] * (rows - len(lines)))
            print(ABOVE + legible(text, self.stream) + BELOW, end="", file=self.stream, flush=True)

    @contextmanager
    def minding_its_window(self) -> Iterator[None]:
        """Draw the table anew as soon as somebody gives the window another size, as long as this lasts.

        In threads of their own: a signal may interrupt a drawing, which has to be finished first.
        """
        before = signal.signal(signal.SIGWINCH, lambda *_: Thread(target=self.renew).start())
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)

    def _seen(self) -> object:
        """What is to be seen, to be compared."""
        state, table = self.table.loop.state, self.table.table
        said = (*self.said,)
        return state.ply, state.at_rest(), dict(self.table.loop.overlay), table.view, (*table.in_hand,), said

    def _in_file(self) -> list[str]:
        """All that there is to tell."""
        title = [line for line in (self._title(), APART.join(self._clocks())) if line]
        whose = APART.join([self._turn(), *self._legend(inf)])
        return [*title, *self._board(), whose, self._hand(), *(forms[0] for forms in self._telling)]

    def _in_terminal(self, width: int, height: int, rows: float = inf) -> list[str]:
        """All lines, no more than a terminal of this size shows above the line where people type.

        What was said takes no more than is left of ``rows``.
        """
        board = next((one for one in (self._board(), self._board(narrow=True)) if fits(one, width, height)), None)
        if board is None:
            return self._listed(width, height)
        turn, hand = self._turn(), self._hand()
        whose = self._legend(width)
        title = [*filter(None, [self._title()]), *in_lines(self._clocks(), width)]
        room = height - 1 - len(board)
        if (ample := room - len(title) - len(whose) - 3) >= HISTORY:
            lines = [*title, *board, "", turn, *whose, hand]
            return [*lines, *self._newest(width, int(min(ample, rows - len(lines))), HISTORY)]
        board, beside = self._beside(board, width, room)
        rest = int(min(room, rows - len(board))) - len(beside)
        return [*board, *beside, *self._newest(width, rest, rest)]

    def _beside(self, board: list[str], width: int, room: int) -> tuple[list[str], list[str]]:
        """``board`` with what stands to the right of it, and what stands in the ``room`` below it: as little as can be.

        What was said has the rest of that room.
        """
        others = [*filter(None, [self._hand()]), *self._clocks()]
        facts = [*filter(None, (self._turn(), *others))]
        if with_all := aside(board, width, lambda left: [*self._texts(left), *in_lines(facts, left)]):
            return with_all, []
        facts = [*filter(None, (self._untold_turn(), *others))]
        if with_texts := aside(board, width, self._texts):
            whole = in_lines(facts, width)
            return with_texts, whole if len(whole) + LITTLE_ROOM <= room else in_one_line(running_first(facts), width)
        facts += [self._title()] if self.address and room > LITTLE_ROOM else []
        whose, short = self._legend(width), in_one_line(running_first(facts), width)
        ways = ([*in_lines((shortened(fact, width) for fact in facts), width), *whose], [*short, *whose])
        if below := next((lines for lines in ways if len(lines) + LITTLE_ROOM <= room), None):
            return board, below
        return aside(board, width, self._legend) or board, short

    def _texts(self, width: int) -> list[str]:
        """What a game tells all the time in lines of ``width`` columns: where the page is, and whose pieces are which.

        A word that is longer than that makes a longer line: of half an address nobody has anything.
        """
        return [*wrap(self._title(), width, break_long_words=False, break_on_hyphens=False), *self._legend(width)]

    def _listed(self, width: int, height: int) -> list[str]:
        """What lies where in words, and how large a terminal has to be for a drawing."""
        needed = self._board(narrow=True)
        wide, high = max(map(columns, needed)), len(needed) + LEAST_ROOM
        lines = wrapped(WINDOW_TOO_SMALL(columns=wide, lines=high).text(self.language), width)
        lines += wrapped(self._title(), width)
        view, digits = self.table.table.view, numbered(self._colours())
        for name, tokens in self._owners():
            for token in tokens:
                places = " ".join(place for place, lies in view.items() if lies == token)
                lines += wrapped(f"{digits[token]} {name}: {places}", width)
        if lamps := self._lamps():
            lines += cut(self._worded(LIT(places=" ".join(lamps))), width, LIT_LINES)
        facts = [*filter(None, (self._untold_turn(), self._hand(), *self._clocks()))]
        lines += in_one_line(running_first(facts), width)
        room = height - 1 - len(lines)
        return [*lines, *self._newest(width, room, room)][-(height - 1) :]

    def _newest(self, width: int, room: int, free: int = 0) -> list[str]:
        """What was said last in ``room`` lines. Whose turn it is (it stands elsewhere) is only news as an answer.

        In colour so many stay ``free`` for what `renew` draws there later.
        """
        all_said, answer, state = self._telling, self._answer(), self.table.loop.state
        turns = {self._worded(YOUR_TURN(seat=seat)) for seat in state.game.seats}
        before = [forms for forms in all_said[: len(all_said) - len(answer)] if forms[0] not in turns]
        said = newest([*before, *answer], width, room)
        return [*said, *[""] * (free - len(said))] if self.coloured else said

    def _answer(self) -> list[tuple[str, ...]]:
        """What was said last, as the answer to something; nothing where nothing has happened yet."""
        return [*self._telling[-1:]] if self.table.loop.state.ply != self._begun else []

    def _untold_turn(self) -> str:
        """Whose turn it is, unless that was said last: in little room it need not stand twice."""
        turn = self._turn()
        return "" if (turn,) in self._answer() else turn

    def _board(self, *, narrow: bool = False) -> list[str]:
        table = self.table.table
        picture = draw(table.board, table.view, self._lamps(), self._colours(), coloured=self.coloured, narrow=narrow)
        return [
            *picture.splitlines(),
            *wrapped(piles(self.table.loop.state, self.language), get_terminal_size().columns),
        ]

    def _lamps(self) -> Mapping[PlaceId, Colour]:
        """The places that are lit, in the board's order; a lamp that blinks is, though a drawing stands still."""
        lit = self.table.loop.overlay
        return {place.id: lit[place.id].shining() for place in self.table.table.board.places if place.id in lit}

    def _colours(self) -> Mapping[Token, Colour]:
        return self.table.camera.painter.colours

    def _owners(self) -> list[tuple[str, Sequence[Token]]]:
        return owners(self.table.loop.state.match, self.language)

    def _legend(self, width: float) -> list[str]:
        return legend(self._owners(), self._colours(), width, coloured=self.coloured)

    def _title(self) -> str:
        return ALSO_IN_BROWSER(address=self.address).text(self.language) if self.address else ""

    def _turn(self) -> str:
        seat = self.table.loop.state.to_move
        return "" if seat is None else self._worded(YOUR_TURN(seat=seat))

    def _hand(self) -> str:
        held = self.table.table.in_hand
        if not held:
            return ""
        if is_of_heaps(self.table.loop.state):
            return self._worded(STONES_IN_HAND(heaps=", ".join(held)))
        whose = {token: name for name, tokens in self._owners() for token in tokens}
        return IN_HAND(set=", ".join(whose[token] for token in held)).text(self.language)

    def _clocks(self) -> list[str]:
        return each_clock(self.table.loop.state, self.table.clock.now(), self.language)

    def _worded(self, reason: Reason) -> str:
        return spoken(reason, self.language, self.table.loop.state.match.players)


def running_first(facts: Sequence[str]) -> list[str]:
    """``facts`` for a line that may have no room for all: of the clocks the one that runs is the one to see."""
    return sorted(facts, key=lambda fact: not fact.startswith(RUNS))


def fits(board: Sequence[str], width: int, height: int) -> bool:
    """Whether a drawn board leaves room for what people need beside it."""
    return max(map(columns, board)) <= width and len(board) + LEAST_ROOM <= height


def newest(said: Iterable[Sequence[str]], width: int, room: int) -> list[str]:
    """As much of what was ``said`` last as ``room`` lines hold, at least one, each in the fullest form that fits."""
    lines: list[str] = []
    for forms in reversed([*said]):
        left = max(room, 1) - len(lines)
        if not left:
            break
        fitting = (form for form in (wrapped(form, width) for form in forms) if len(form) <= left)
        lines = [*(next(fitting, None) or cut(forms[-1], width, left)), *lines]
    return lines
