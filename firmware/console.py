"""A table in the terminal: at the simulated one people lift and put pieces, in a typed game they write their moves."""

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from firmware.events import (
    Command,
    Effect,
    End,
    Entry,
    Event,
    Finish,
    NameMove,
    Note,
    Pause,
    Record,
    Resign,
    Resume,
    Say,
    StoreEvidence,
    Undo,
)
from firmware.hands import LONG_PRESS, Hands
from firmware.keeper import Keeper
from firmware.sayings import CAPTURED, NEXT_DEAL, NEXT_ROUND, PAYS, PAYS_IN, ROUND, SUMS, TAKES_OUT, WON_BY
from firmware.screen import Screen
from firmware.session import begin, step
from firmware.simulation import Simulation
from firmware.states import History
from firmware.terminal import wants_colour
from firmware.voice import Voice
from firmware.wording import called, meant, position_in_words, spoken
from hardware.clock import SystemClock
from hardware.ports import Clock
from rules.game import Seat
from rules.geometry import PlaceId
from rules.match import Match, Settled, balance
from rules.words import Language, Reason

PROMPT = "> "

TABLE_HELP = """\
lift c2      take the piece from c2: the lamps show where it may go
put e4       put it on e4
Enter        press the turn button;  hold  holds it (accept as it lies, menu)
sow a3>      on a mandarin board: take up a3 and sow east (< west);  spread a3  spreads its stones
undo  pause  resume  resign SEAT  end
clumsiness:  knock c2   nudge   cover e5   uncover   dark   light   drop e5   pick
quit         stop here; hopsight play takes the game up again"""

TABLE_HELP_SHORT = """\
lift c2 takes the piece from c2, put e4 puts it on e4, Enter presses the turn button, hold holds it; \
undo, pause, resume, resign SEAT, end; quit stops here; sow a3>, spread a3 on a mandarin board; \
clumsiness: knock c2, nudge, cover e5, uncover, dark, light, drop e5, pick"""

TABLE_COMMANDS = """\
lift c2, put e4, Enter, hold, undo, pause, resume, resign SEAT, end, quit, sow a3>, spread a3, \
knock c2, nudge, cover e5, uncover, dark, light, drop e5, pick"""

DEAL, SUMS_BEFORE = "Deal", "Sums before"
"""Tags of a record that is one of several deals: its number, and every seat's sum when it began."""

TYPED_HELP = """\
MOVE         make a move; moves lists what is legal
show         the position;  undo  pause  resume  resign SEAT  end
quit         stop here; hopsight play takes the game up again"""


class Quit(Exception):
    """The person at the keyboard goes."""


def lines() -> Callable[[], str]:
    """Lines from the keyboard or a pipe; the end of input is a quit."""

    def read() -> str:
        try:
            return input(PROMPT) if sys.stdin.isatty() else input()
        except EOFError:
            raise Quit from None

    return read


def command(words: list[str], at: float, seats: Sequence[Seat], language: Language) -> Command | None:
    """The session's command in ``words``, which may call one of the ``seats``; None where they are none."""
    match words:
        case ["undo"]:
            return Undo(at, by="keyboard")
        case ["pause"]:
            return Pause(at, by="keyboard")
        case ["resume"]:
            return Resume(at, by="keyboard")
        case ["end"]:
            return End(at, by="keyboard")
        case ["resign", seat]:
            return Resign(at, meant(seat, seats, language), by="keyboard")
        case _:
            return None


def played_before(match: Match[Any, Any]) -> tuple[int, list[Fraction]]:
    """How many deals were played before this one, and every seat's sum after them; none where no tags tell it."""
    try:
        sums = [Fraction(total) for total in match.tags[SUMS_BEFORE].split()]
        before = int(match.tags[DEAL]) - 1
    except (KeyError, ValueError, ZeroDivisionError):
        before, sums = 0, []
    return (before, sums) if len(sums) == len(match.game.seats) else (0, [Fraction(0)] * len(match.game.seats))


class PictureConsole:
    """A person at the simulated table. The referee sees its camera's pictures and nothing else."""

    def __init__(self, table: Simulation, language: Language, read: Callable[[], str]) -> None:
        self.table = table
        self.screen = Screen(table, sys.stdout, coloured=wants_colour(sys.stdout), language=language)
        self.language = language
        self.voice = Voice(self.screen.hear, table.clock, language)
        self.hands = Hands(table)
        self.read = read

    def run(self) -> str | None:
        """Play until the game ends or the person goes; what is wanted then."""
        self.table.loop.say = self.voice.say
        print("the camera looks for the board …", file=sys.stderr)
        self.hands.wait_until_ready()
        self.screen.hear("type help for what you can do; Enter presses the turn button")
        self.listen()
        self.screen.draw()
        return self.table.loop.then

    def listen(self) -> None:
        """Do what is typed, line by line, until the game ends or the person goes."""
        while self.table.loop.then is None:
            self.screen.draw()
            try:
                self.obey(self.read().split())
            except Quit:
                return
            except ValueError as error:
                self.screen.hear(str(error))

    def obey(self, words: list[str]) -> None:
        """Do what was typed. Raises ValueError with a sentence where it cannot be done."""
        asked = command(words, self.table.clock.now(), self.table.loop.state.game.seats, self.language)
        if asked is not None:
            self.table.loop.put(asked)
            self.table.wait(1.0)
            return
        match words:
            case []:
                self.hands.press()
            case ["hold"]:
                self.hands.press(LONG_PRESS)
            case ["lift", place]:
                self.hands.lift(PlaceId(place))
            case ["put", place]:
                self.hands.put(PlaceId(place))
            case ["sow", text]:
                self.hands.sow_as(text)
            case ["spread", *places] if places:
                self.hands.spread([PlaceId(place) for place in places])
            case ["help"]:
                self.screen.hear(TABLE_HELP, TABLE_HELP_SHORT, TABLE_COMMANDS)
            case ["quit" | "exit"]:
                raise Quit
            case _:
                self.fumble(words)

    def fumble(self, words: list[str]) -> None:
        """The clumsy things that happen at tables."""
        act = self.table.act
        match words:
            case ["knock", place]:
                act(lambda table: table.knock(PlaceId(place)))
            case ["drop", place]:
                act(lambda table: table.drop(PlaceId(place)))
                act(lambda table: table.no_hand())
            case ["pick"]:
                act(lambda table: table.pick_up())
            case ["nudge"]:
                act(lambda table: table.nudge(0.6, -0.4, 1.0))
            case ["cover", place]:
                act(lambda table: table.cover(PlaceId(place)))
            case ["uncover"]:
                act(lambda table: table.uncover())
            case ["dark"]:
                act(lambda table: table.daylight(0.0))
            case ["light"]:
                act(lambda table: table.daylight(1.0))
            case _:
                raise ValueError(f"I do not know {' '.join(words)!r}; help lists what you can do")
        self.table.wait(1.5)


class TypedConsole:
    """A game without a camera: moves are typed and refereed."""

    def __init__(self, history: History, keeper: Keeper, language: Language) -> None:
        self.state, effects = begin(history, sighted=False)
        self.keeper = keeper
        self.language = language
        self.clock: Clock = SystemClock()
        self.then: str | None = None
        self.read = lines()
        self.carry_out(effects)

    def run(self) -> str | None:
        """Play until the game ends or the person goes; what is wanted then."""
        print(TYPED_HELP, file=sys.stderr)
        self.show()
        while self.then is None:
            try:
                self.obey(self.read().strip())
            except Quit:
                return None
        self.tell_outcome()
        return self.then

    def tell_outcome(self) -> None:
        """Say who is where with how much, and what the game tells besides."""
        outcome, seats = self.state.outcome, self.state.game.seats
        for seat, place in outcome.places.items():
            print(f"{place}. {called(seat, self.language)}: {outcome.scores[seat]:g}")
        for name, value in outcome.details.items():
            match name, value:
                case "points" | "round", [*points]:
                    told = ", ".join(f"{seat}: {one}" for seat, one in zip(seats, points, strict=True))
                    self.say((CAPTURED if name == "points" else ROUND)(scores=told))
                case "game_over", False:
                    self.say(NEXT_ROUND())
                case "winners", [_, *_]:
                    self.say(WON_BY(seats=", ".join(seats[number] for number in value)))

    def say(self, reason: Reason) -> None:
        """Print a sentence in the language of the table."""
        print(spoken(reason, self.language))

    def settle(self, following: Mapping[str, Any]) -> Mapping[str, str] | None:
        """Say who pays whom after a deal, and the sums; the next deal's tags, or None where people stop here.

        ``following``: what is settled of the next deal.
        """
        game, position, seats = self.state.game, self.state.position, self.state.game.seats
        for payer, payee, amount in game.payments(position) if isinstance(game, Settled) else ():
            facts = {"amount": f"{float(amount):g}"}
            facts |= {} if payer is None else {"payer": seats[payer]}
            facts |= {} if payee is None else {"payee": seats[payee]}
            said = PAYS_IN if payee is None else TAKES_OUT if payer is None else PAYS
            self.say(said(**facts))
        number, sums = played_before(self.state.match)
        sums = [before + new for before, new in zip(sums, balance(game, position), strict=True)]
        told = ", ".join(f"{seat}: {float(total):g}" for seat, total in zip(seats, sums, strict=True))
        self.say(SUMS(number=number + 1, sums=told))
        self.say(NEXT_DEAL(seat=seats[following["dealer"]]))
        try:
            if self.read().strip() in ("quit", "exit", "end"):
                return None
        except Quit:
            return None
        return {DEAL: str(number + 2), SUMS_BEFORE: " ".join(map(str, sums))}

    def obey(self, text: str) -> None:
        """Do what was typed."""
        game, position = self.state.game, self.state.position
        match text.split():
            case []:
                return
            case ["quit" | "exit"]:
                raise Quit
            case ["help"]:
                print(TYPED_HELP)
            case ["show"]:
                self.show()
            case ["moves"]:
                print(" ".join(game.write(move) for move in game.moves(position)))
            case words:
                at = self.clock.now()
                asked = command(words, at, game.seats, self.language)
                self.handle(asked or NameMove(at, text, by="keyboard"))

    def show(self) -> None:
        """Print the position's facts, one a line."""
        for line in position_in_words(self.state.game, self.state.position, self.language):
            print(line)

    def handle(self, event: Event) -> None:
        """Give an event to the session."""
        after, effects = step(self.state, event)
        self.keeper.record([effect.entry for effect in effects if isinstance(effect, Record)])
        self.state = after
        self.carry_out(effects)

    def carry_out(self, effects: tuple[Effect, ...]) -> None:
        """Tell what was recorded, and say what is to be said."""
        for effect in effects:
            match effect:
                case Record(entry):
                    self.tell(entry)
                case Note() | StoreEvidence():
                    pass
                case Say(reason):
                    self.say(reason)
                case Finish(then):
                    self.then = then

    def tell(self, entry: Entry) -> None:
        """Print what was recorded."""
        if entry.kind == "move":
            print(f"{called(entry.data['seat'], self.language)}: {entry.data['move']}")
