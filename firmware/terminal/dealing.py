"""What happens before the first move of a typed game: somebody is drawn who deals, and cards are dealt."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from firmware.states import AnyGame, AnyMatch
from firmware.terminal.deals import CUT, CUT_CARD, Following, has_own_cards
from firmware.terminal.drawing import as_shown
from firmware.terminal.keyboard import Quit
from firmware.terminal.typed_sayings import (
    CARD_TOLD_TWICE,
    CARDS_TOLD,
    CUT_FOR_DEAL,
    CUT_SEEN,
    DRAWN,
    NO_CARD,
    VOID,
    WHAT_LIES,
    WHO_DEALS,
)
from firmware.words.sayings import NO_SUCH_SEAT
from firmware.words.wording import meant, spoken
from rules.cards import CARDS
from rules.game import Cut, Dealt, GivenError
from rules.match import Match, first_position
from rules.words import Language, Reason


class Dealing:
    """Begins typed games. ``chance`` draws and shuffles; ``read`` hears people, who are told things in ``language``.

    ``own_cards``: people deal a pack of their own; they are asked who deals and which cards lie face up, and hands stay
    hidden. Every method raises `Quit` where they go instead of answering.
    """

    def __init__(self, chance: Random, language: Language, read: Callable[[], str], *, own_cards: bool = False) -> None:
        self.chance = chance
        self.language = language
        self.read = read
        self.own_cards = own_cards

    def first(self, game: AnyGame) -> AnyMatch:
        """A new game; where cards are dealt, its dealer is drawn."""
        if not isinstance(game, Dealt):
            return Match.begin(game)
        if self.own_cards:
            return self.told(game, {}, {})
        dealer, cards = game.draw_dealer(self.chance)
        seat = game.seats[dealer]
        if not cards:
            self.say(DRAWN(seat=seat))
            return self.shuffled(game, {"dealer": dealer}, {})
        told = ", ".join(f"{one}: {card}" for one, card in zip(game.seats, cards, strict=True))
        self.say(CUT_FOR_DEAL(scores=told, seat=seat))
        return self.shuffled(game, {"dealer": dealer}, {CUT: " ".join(cards)})

    def next(self, before: AnyMatch, deal: Following) -> AnyMatch:
        """The deal that follows ``before``, of the same pack."""
        return (self.told if has_own_cards(before) else self.shuffled)(before.game, deal.settled, deal.tags)

    def shuffled(self, game: AnyGame, settled: Mapping[str, Any], tags: Mapping[str, str]) -> AnyMatch:
        """A deal from the program, of which so much is ``settled``; ``tags``: what its record tells besides."""
        return replace(Match.begin(game, None, first_position(game, self.chance, settled)), tags=tags)

    def told(self, game: AnyGame, settled: Mapping[str, Any], tags: Mapping[str, str]) -> AnyMatch:
        """The same, dealt by people: they tell what lies face up, and the cut card if somebody has seen it.

        Where it is not settled who deals they tell that first.
        """
        assert isinstance(game, Dealt)  # noqa: S101 - nobody asks for other games; told to the type checker
        if "dealer" not in settled:
            settled = {**settled, "dealer": self.told_dealer(game)}
        count = len(game.deal(self.chance).get("layout", ()))
        cuts = isinstance(game, Cut) and game.cut_shown
        while True:
            layout, cut = self.told_layout(count, cuts=cuts) if count else ([], None)
            if (wrong := slip(layout, cut, count)) is not None:
                self.say(wrong)
                continue
            try:
                position = game.from_deal({**settled, "layout": layout, "cut": cut})
            except GivenError as error:
                self.say(error.reason)
                continue
            if game.to_move(position) is not None:
                return replace(Match.begin(game, None, position), tags={**tags, **({CUT_CARD: cut} if cut else {})})
            self.say(VOID())

    def told_dealer(self, game: AnyGame) -> int:
        """The number of the seat that people say deals."""
        seats = ", ".join(game.seats)
        while True:
            self.say(WHO_DEALS(seats=seats))
            seat = meant(answer := self.answer(), game.seats, self.language)
            if seat in game.seats:
                return game.seats.index(seat)
            if answer:
                self.say(NO_SUCH_SEAT(given=seat, seats=seats))

    def told_layout(self, count: int, *, cuts: bool) -> tuple[list[str], str | None]:
        """The ``count`` cards that people say lie face up, and the cut card if they tell it.

        ``cuts``: whether somebody may have seen that one.
        """
        self.say(WHAT_LIES(count=count))
        if cuts:
            self.say(CUT_SEEN())
        cards, _, cut = self.answer().upper().replace(",", " ").partition("CUT")
        return cards.split(), cut.strip() or None

    def say(self, reason: Reason) -> None:
        """Print a sentence in the language of the table."""
        print(as_shown(spoken(reason, self.language), sys.stdout))

    def answer(self) -> str:
        """What is typed."""
        text = self.read().strip()
        if text.casefold() in {"quit", "exit"}:
            raise Quit
        return text


def slip(layout: Sequence[str], cut: str | None, count: int) -> Reason | None:
    """What is wrong with the cards that people tell, of which ``count`` lie face up; None where nothing is."""
    told = [*layout, cut] if cut else layout
    for card in told:
        if card not in CARDS:
            return NO_CARD(card=card)
        if told.count(card) > 1:
            return CARD_TOLD_TWICE(card=card)
    return None if len(layout) == count else CARDS_TOLD(told=len(layout), count=count)
