"""A match of several deals: the deal passes to the left, scores add up, and a void deal is dealt again."""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.chinese_ten.game import ChineseTen
from rules.chinese_ten.position import Position


@dataclass(frozen=True)
class PlayedDeal:
    """What is kept of a deal. ``cut`` is the card that the cutter saw, where that was told."""

    dealer: int
    void: bool
    points: tuple[int, ...]
    scores: tuple[Fraction, ...]
    cut: str | None = None


@dataclass(frozen=True)
class Series:
    """The deals so far; ``first_dealer`` was drawn by lot."""

    game: ChineseTen
    first_dealer: int = 0
    deals: tuple[PlayedDeal, ...] = ()

    @property
    def totals(self) -> list[Fraction]:
        """Every seat's scores added up."""
        return [sum((deal.scores[seat] for deal in self.deals), Fraction(0)) for seat in range(self.game.rules.players)]

    @property
    def dealer(self) -> int:
        """Who deals next: the last dealer's left neighbour, or the same again after a void deal."""
        return self.next_deal()["dealer"]

    @property
    def cutter(self) -> int:
        """Who cuts (and may look at the cut card in the Taiwan game): the dealer's right neighbour."""
        return (self.dealer - 1) % self.game.rules.players

    @property
    def first(self) -> int:
        """Who plays first in the next deal. In Main Merah the worst of the last deal that counted."""
        settled = self.next_deal()
        return settled.get("first", self.game.rules.beginner(settled["dealer"]))

    def next_deal(self) -> dict[str, int]:
        """What is settled of the next deal before the cards are dealt: to be put into the deal's JSON data."""
        rules = self.game.rules
        counted = [deal for deal in self.deals if not deal.void]
        if counted:
            return rules.following(counted[-1].dealer, counted[-1].scores)
        return {"dealer": self.first_dealer} | (
            {"first": rules.beginner(self.first_dealer)} if rules.variant.void else {}
        )

    def after(self, position: Position, cut: str | None = None) -> "Series":
        """The series with one more deal, which is over in ``position``."""
        outcome = self.game.outcome(position)
        if not outcome.over:
            raise ValueError("the deal is not over")
        void = outcome.reason == "void"
        scores = [Fraction(0)] * self.game.rules.players if void else self.game.scores(position)
        played = PlayedDeal(position.dealer, void, tuple(outcome.details["points"]), tuple(scores), cut)
        return replace(self, deals=(*self.deals, played))
