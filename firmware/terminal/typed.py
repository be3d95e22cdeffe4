"""A game without a camera, in the terminal: people write their moves, and each is refereed."""

import sys
from collections.abc import Collection, Sequence
from fractions import Fraction

from firmware.events import Effect, Entry, Event, NameMove, Record, Resign, Resume, Say, Ticked
from firmware.keeper import Keeper
from firmware.session import begin, step
from firmware.sets import colours
from firmware.states import History, Paused
from firmware.terminal.beside import piles
from firmware.terminal.deals import Following, following, given_up, sums_after, sums_before, told_again
from firmware.terminal.drawing import as_shown, draw, for_one_alone, legible, out_of_sight
from firmware.terminal.keyboard import Quit, command, lines
from firmware.terminal.typed_sayings import (
    CAPTURED,
    HELP,
    HELP_HAND,
    HELP_MOVES,
    NEXT_DEAL,
    NEXT_ROUND,
    NO_HAND,
    OVER,
    PAYS,
    PAYS_IN,
    RESTS,
    ROUND,
    SUMS,
    TAKES_OUT,
    TOLD_WRONG,
    TURNED_UP,
    WON_BY,
)
from firmware.words.sayings import ALREADY_OVER, GAME_OVER, PAUSED, ROUND_OVER, YOUR_TURN
from firmware.words.wording import DONE, position_in_words, ranking, said_of, spoken
from hardware.clock import SystemClock
from hardware.ports import Clock
from rules.game import Concealed, GivenError, Settled
from rules.geometry import Medium
from rules.words import Language, Reason

FACE_UP = ("layout", "lying")
"""Facts of cards that everybody has before their eyes at a table."""


class TypedConsole:
    """A game without a camera: moves are typed and refereed."""

    def __init__(self, history: History, keeper: Keeper, language: Language) -> None:
        self.state, _ = begin(history, sighted=False)
        self.players = self.state.match.players
        self.keeper = keeper
        self.language = language
        self.clock: Clock = SystemClock()
        self.read = lines()
        self.seen = False
        """Whether the cards of the seat to move stand on the screen, which is another one for as long."""

    def run(self) -> Following | None:
        """Play until people go on to the deal that follows, or leave a game that is over: None.

        Before the first move the deal that follows may be this one, which people have told wrong.

        Raises `Quit` where they leave before that.
        """
        self.handle(Ticked(self.clock.now()))  # no table has to lie ready first: somebody thinks from now on
        print(as_shown(self.help(), sys.stderr), file=sys.stderr)
        self.show()
        if self.told_again() is not None:
            self.say(TOLD_WRONG())
        for seat in given_up(self.state.match) if not self.state.ply else ():
            self.handle(Resign(self.clock.now(), seat, by="keyboard"))
        if self.state.outcome.over:
            self.tell_end()
        try:
            return self.listen()
        finally:
            self.hand_on()

    def listen(self) -> Following | None:
        """Do what is typed, until `run` is over."""
        while True:
            try:
                text = self.read().strip()
                if self.state.outcome.over and not text:
                    return following(self.state.match)
                if text.casefold() == "undo" and (deal := self.told_again()) is not None:
                    return deal
                self.obey(text)
            except GivenError as error:
                self.say(error.reason)
            except Quit:
                if self.state.outcome.over and following(self.state.match) is None:
                    return None
                raise

    def told_again(self) -> Following | None:
        """The deal at hand, as long as people may tell it once more."""
        return None if self.state.ply else told_again(self.state.match)

    def help(self) -> str:
        """What can be typed."""
        game, dealt = self.state.game, self.state.match.positions[0]
        hand = [HELP_HAND()] if isinstance(game, Concealed) and game.hand(dealt) is not None else []
        return "\n".join(spoken(line, self.language) for line in (HELP_MOVES(), *hand, HELP()))

    def tell_end(self) -> None:
        """Say who is where with how much, what the game tells besides, and how people go on."""
        outcome, seats = self.state.outcome, self.state.game.seats
        for line in ranking(outcome, self.language, self.players):
            print(line)
        for name, value in outcome.details.items():
            match name, value:
                case "points" | "round", [*points]:
                    told = ", ".join(f"{seat}: {one}" for seat, one in zip(seats, points, strict=True))
                    self.say((CAPTURED if name == "points" else ROUND)(scores=told))
                case "game_over", False:
                    self.say(NEXT_ROUND())
                case "winners", [_, *_]:
                    self.say(WON_BY(seats=", ".join(seats[number] for number in value)))
        number, sums = sums_before(self.state.match)
        if following(self.state.match) is not None:
            self.tell_payments()
        elif number:
            self.tell_sums(number, sums)
        self.say(self.way_on())

    def tell_payments(self) -> None:
        """Say who pays whom after a deal that is settled by itself, and the sums."""
        game, position, seats = self.state.game, self.state.position, self.state.game.seats
        if not isinstance(game, Settled):
            return
        for payer, payee, amount in game.payments(position):
            facts = {"amount": f"{float(amount):g}"}
            facts |= {} if payer is None else {"payer": seats[payer]}
            facts |= {} if payee is None else {"payee": seats[payee]}
            said = PAYS_IN if payee is None else TAKES_OUT if payer is None else PAYS
            self.say(said(**facts))
        self.tell_sums(*sums_after(self.state.match))

    def tell_sums(self, number: int, sums: Sequence[Fraction]) -> None:
        """Say what everybody has after ``number`` deals."""
        seats = self.state.game.seats
        told = ", ".join(f"{seat}: {float(total):g}" for seat, total in zip(seats, sums, strict=True))
        self.say(SUMS(number=number, sums=told))

    def way_on(self) -> Reason:
        """What people can do when a deal or the game is over."""
        deal = following(self.state.match)
        return OVER() if deal is None else NEXT_DEAL(seat=self.state.game.seats[deal.settled["dealer"]])

    def say(self, reason: Reason) -> None:
        """Print a sentence in the language of the table."""
        print(as_shown(spoken(reason, self.language, self.players), sys.stdout))

    def obey(self, text: str) -> None:
        """Do what was typed."""
        game, position = self.state.game, self.state.position
        match text.casefold().split():
            case []:
                if isinstance(self.state.phase, Paused):
                    self.handle(Resume(self.clock.now(), by="keyboard"))
            case ["quit" | "exit"]:
                raise Quit
            case ["help"]:
                print(as_shown(self.help(), sys.stdout))
            case ["show"]:
                self.show()
            case ["moves" | "hand"] if self.state.outcome.over:
                self.say(self.way_on())
            case ["hand"] if isinstance(game, Concealed):
                self.show_hand(game.hand(position))
            case ["moves"]:
                self.for_one_alone()
                print(as_shown(" ".join(game.write(move) for move in game.moves(position)), sys.stdout))
            case _:
                at = self.clock.now()
                asked = command(text.split(), at, self.state.match, self.language)
                if asked is None:
                    self.play(NameMove(at, text, by="keyboard"))
                else:
                    self.handle(asked)

    def play(self, move: NameMove) -> None:
        """Let a move be refereed. Who makes one has come back from a pause; a slip of the pen does not end it."""
        if isinstance(self.state.phase, Paused) and any(isinstance(one, Record) for one in step(self.state, move)[1]):
            self.handle(Resume(move.at, by="keyboard"))
        self.handle(move)

    def show(self) -> None:
        """Print the board, or all facts of cards, one a line, and how the match stands.

        Of hidden cards only their number is told, for all sit at one screen.
        """
        self.show_table(facts=None)
        for seat in self.state.match.resigned:
            self.say(DONE["resignation"](seat=seat))
        if self.state.outcome.over:
            return
        if self.state.game.board.medium is not Medium.CARD:
            self.say(YOUR_TURN(seat=self.state.to_move))
        number, sums = sums_before(self.state.match)
        if number:
            self.tell_sums(number, sums)
        self.tell_turned_up()

    def show_table(self, *, facts: Collection[str] | None = FACE_UP) -> None:
        """Print the board and what was won from it; of cards these ``facts``, by default what lies before everybody."""
        state, game, position = self.state, self.state.game, self.state.position
        if game.board.medium is Medium.CARD:
            known = game.concealed(position) if isinstance(game, Concealed) else position
            if facts is None and state.outcome.over:
                facts = game.write_position(known).keys() - {"to_move"}
            lines = list(position_in_words(game, known, self.language, self.players, facts))
        else:
            board = draw(game.board, game.view(position), {}, colours(game), coloured=False)
            lines = [legible(board, sys.stdout), as_shown(piles(state, self.language), sys.stdout)]
        print("\n".join(filter(None, lines)))

    def show_hand(self, hand: Sequence[str] | None) -> None:
        """Print the cards of the seat to move, for its own eyes; None: nobody knows them here."""
        if hand is None:
            self.say(NO_HAND())
        else:
            self.for_one_alone()
            print(said_of(self.state.to_move, " ".join(hand), self.language, self.players))

    def for_one_alone(self) -> None:
        """What is shown from now on is for the seat to move; what lies before everybody is there as well."""
        if isinstance(self.state.game, Concealed) and not self.seen:
            self.seen = True
            if aside := for_one_alone(sys.stdout):
                print(aside, end="")
                self.show_table()

    def hand_on(self) -> None:
        """Let nothing stay on the screen that is for one alone: others look at it now."""
        if self.seen:
            self.seen = False
            print(out_of_sight(sys.stdout), end="", flush=True)

    def tell_turned_up(self) -> None:
        """Say which card the stock shows: the seat to move has to play it."""
        game = self.state.game
        card = game.turned_up(self.state.position) if isinstance(game, Concealed) else None
        if card is not None:
            self.say(TURNED_UP(card=card))

    def handle(self, event: Event) -> None:
        """Give an event to the session."""
        before = self.state
        after, effects = step(before, event)
        self.keeper.record([effect.entry for effect in effects if isinstance(effect, Record)])
        self.state = after
        if after.to_move != before.to_move:
            self.hand_on()
        self.carry_out(effects)
        if after.position != before.position:
            self.tell_turned_up()
        if after.outcome.over and not before.outcome.over:
            self.tell_end()
        elif after.to_move != before.to_move:
            self.show_table()

    def carry_out(self, effects: tuple[Effect, ...]) -> None:
        """Tell what was recorded, and say what is to be said."""
        for effect in effects:
            match effect:
                case Record(entry):
                    self.tell(entry)
                case Say(Reason(id=ALREADY_OVER.id)):
                    self.say(self.way_on())
                case Say(Reason(id=GAME_OVER.id | ROUND_OVER.id)):
                    pass  # `tell_end` says who is where, one a line
                case Say(Reason(id=PAUSED.id)):
                    self.say(RESTS())
                case Say(reason):
                    self.say(reason)

    def tell(self, entry: Entry) -> None:
        """Print what was recorded."""
        if entry.kind == "move":
            print(said_of(entry.data["seat"], entry.data["move"], self.language, self.players))
