"""What the table knows in the middle of a round, and what can be done there."""

from dataclasses import dataclass
from typing import NamedTuple

from rules.cards import Card, Pile, bits
from rules.chinese_poker.hands import text


class Move(NamedTuple):
    """A hand in the order in which it is written, or no cards: a pass."""

    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        return text(self.cards) or "pass"


PASS = Move()


class Lying(NamedTuple):
    """The hand to beat and who played it."""

    by: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The table in the middle of a round. Sets of cards are bits (see `rules.cards`), seats count clockwise from 0."""

    hands: tuple[Pile, ...]
    lying: Lying | None
    passes: int
    """How many have passed since the hand that lies there."""
    discards: int
    """All cards played, save those lying."""
    to_move: int | None
    """None: somebody has no card left."""
    scores: tuple[int, ...]
    """The sums before this round."""
    dealer: int

    def lying_cards(self) -> int:
        """The cards that lie face up."""
        return 0 if self.lying is None else bits(self.lying.cards)

    def unseen(self, pack: int) -> int:
        """The cards of ``pack`` that nobody has seen: any of them may be in a hand that is only counted."""
        seen = self.discards | self.lying_cards()
        for hand in self.hands:
            seen |= hand.cards or 0
        return pack & ~seen

    def source(self, pack: int) -> int:
        """The cards that the seat to move may hold; none when the round is over."""
        if self.to_move is None:
            return 0
        cards = self.hands[self.to_move].cards
        return self.unseen(pack) if cards is None else cards


def played(position: Position, move: Move) -> Position:
    """The position after ``move``, which the caller knows to be possible."""
    seat, lying, hands = position.to_move, position.lying, position.hands
    if seat is None:
        raise ValueError("nobody can move: the round is over")
    after: int | None = (seat + 1) % len(hands)
    passes, discards = 0, position.discards
    if move.cards:
        discards |= position.lying_cards()
        hand = hands[seat].without(bits(move.cards))
        hands = (*hands[:seat], hand, *hands[seat + 1 :])
        lying = Lying(seat, move.cards)
        if not hand.size:
            after = None
    elif lying is not None:
        passes = position.passes + 1
        if passes == len(hands) - 1:
            discards |= position.lying_cards()
            lying, passes = None, 0
    return Position(hands, lying, passes, discards, after, position.scores, position.dealer)
