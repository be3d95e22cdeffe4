"""What the table knows in the middle of a deal, and what can be done there."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from rules.cards import CARDS, NAMES, PACK, RANKS, Card, Pile, bits

Phase: TypeAlias = Literal["play", "turn_up"]
"""A turn's two halves: a card from the hand, then the top card of the stock."""


class Move(NamedTuple):
    """A card is laid, or takes its prey: one card, or the three of a triple in the order of suits."""

    card: Card
    prey: tuple[Card, ...] = ()
    turned: bool = False
    """The card comes from the stock."""

    def __str__(self) -> str:
        prey = "".join(NAMES[card] for card in self.prey)
        return f"{'+' * self.turned}{NAMES[self.card]}{'x' * bool(prey)}{prey}"


@dataclass(frozen=True, slots=True)
class Position:
    """The table in the middle of a deal. Sets of cards are bits (see `rules.cards`), seats count clockwise from 0."""

    layout: int
    hands: tuple[Pile, ...]
    stock: tuple[Card, ...] | int
    """The cards from the top where they are known, else their number."""
    won: tuple[int, ...]
    to_move: int | None
    """None: the deal is over."""
    phase: Phase
    dealer: int
    triples: tuple[int, ...] = ()
    """Ranks of which three lay in the first layout and still lie there."""
    red_fives: int | None = None
    """Who took both red fives in one capture."""
    cut: Card | None = None
    """The bottom card of a stock that is only counted, where who cut the pack has told it."""

    @property
    def stock_count(self) -> int:
        """How many cards the stock still has."""
        return self.stock if isinstance(self.stock, int) else len(self.stock)

    def unseen(self) -> int:
        """The cards that nobody has seen: any of them may lie behind a number."""
        seen = self.layout
        for won in self.won:
            seen |= won
        for hand in self.hands:
            seen |= hand.cards or 0
        if not isinstance(self.stock, int):
            for card in self.stock:
                seen |= 1 << card
        return PACK & ~seen

    def source(self) -> int:
        """The cards that may come now: from the hand to move, or from the top of the stock."""
        if self.to_move is None:
            return 0
        cut = 0 if self.cut is None else 1 << self.cut
        if self.phase == "turn_up":
            if isinstance(self.stock, int):
                return cut if cut and self.stock == 1 else self.unseen() & ~cut
            return 1 << self.stock[0]
        cards = self.hands[self.to_move].cards
        return self.unseen() & ~cut if cards is None else cards

    def prey(self, card: Card) -> int:
        """The cards of the layout that ``card`` can take."""
        return self.layout & PREY[card]


def played(position: Position, move: Move, *, bonus: bool) -> Position:
    """The position after ``move``; ``bonus``: whether both red fives in one capture are marked."""
    seat = position.to_move
    if seat is None:
        raise ValueError("nobody can move: the deal is over")
    card, prey, turned = move
    bit = 1 << card
    layout, won, triples, red_fives = position.layout, position.won, position.triples, position.red_fives
    if prey:
        taken = bit | bits(prey)
        layout &= ~taken
        won = (*won[:seat], won[seat] | taken, *won[seat + 1 :])
        if triples:
            triples = tuple(rank for rank in triples if rank != card >> 2)
        if bonus and taken & RED_FIVES == RED_FIVES:
            red_fives = seat
    else:
        layout |= bit
    hands, stock, dealer = position.hands, position.stock, position.dealer
    if not turned:
        hands = (*hands[:seat], hands[seat].without(bit), *hands[seat + 1 :])
        return Position(layout, hands, stock, won, seat, "turn_up", dealer, triples, red_fives, position.cut)
    stock = stock - 1 if isinstance(stock, int) else stock[1:]
    after = (seat + 1) % len(hands) if stock else None
    cut = position.cut if stock else None
    return Position(layout, hands, stock, won, after, "play", dealer, triples, red_fives, cut)


def _partners(card: int) -> int:
    """The cards that ``card`` makes ten with; 10, J, Q and K go with their own rank."""
    rank = card >> 2
    partner = 8 - rank if rank <= 8 else rank
    return 0b1111 << 4 * partner & ~(1 << card)


PREY = tuple(_partners(card) for card in range(52))
"""Card → the cards that it can take."""


RED_FIVES = 1 << CARDS["5D"] | 1 << CARDS["5H"]


def of_rank(cards: int, rank: int) -> int:
    """Those of ``cards`` that have this rank."""
    return cards & 0b1111 << 4 * rank


def rank_names(ranks: tuple[int, ...]) -> list[str]:
    """Ranks as they are written."""
    return [RANKS[rank] for rank in ranks]
