"""What happens before the first move of a typed game: somebody is drawn who deals, and cards are dealt."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from firmware.deals import CUT, Following
from firmware.states import AnyGame, AnyMatch
from firmware.typed_sayings import CUT_FOR_DEAL, DRAWN
from rules.match import Dealt, Match, first_position
from rules.words import Reason


class Dealing:
    """Begins typed games. ``chance`` draws and shuffles; ``say`` tells people."""

    def __init__(self, chance: Random, say: Callable[[Reason], None]) -> None:
        self.chance = chance
        self.say = say

    def first(self, game: AnyGame) -> AnyMatch:
        """A new game; where cards are dealt, its dealer is drawn."""
        if not isinstance(game, Dealt):
            return Match.begin(game)
        dealer, cards = game.draw_dealer(self.chance)
        seat = game.seats[dealer]
        if not cards:
            self.say(DRAWN(seat=seat))
            return self.deal(game, {"dealer": dealer}, {})
        told = ", ".join(f"{one}: {card}" for one, card in zip(game.seats, cards, strict=True))
        self.say(CUT_FOR_DEAL(cards=told, seat=seat))
        return self.deal(game, {"dealer": dealer}, {CUT: " ".join(cards)})

    def next(self, game: AnyGame, deal: Following) -> AnyMatch:
        """The deal that follows another of the same game."""
        return self.deal(game, deal.settled, deal.tags)

    def deal(self, game: AnyGame, settled: Mapping[str, Any], tags: Mapping[str, str]) -> AnyMatch:
        """A deal of which so much is ``settled``; ``tags``: what its record tells besides."""
        return replace(Match.begin(game, None, first_position(game, self.chance, settled)), tags=tags)
