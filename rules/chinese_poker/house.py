"""What a family settles before the cards are dealt: players, pack, limit; and who deals first."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rules.cards import PACK, members
from rules.chinese_poker.hands import ACE, HEIGHTS, TWO, height

HAND_SIZES = {2: 16, 3: 16, 4: 12}
"""Players → cards in a hand. When two play, a third hand of 16 stays out."""

CUT_ORDER = ("2", *HEIGHTS[:TWO])
"""Ranks in the cut for the deal: the two is low there."""


@dataclass(frozen=True)
class HouseRules:
    """House rules, settled; ``removed`` are the four cards taken out of the pack."""

    players: int
    removed: int
    limit: int

    @cached_property
    def pack(self) -> int:
        """The 48 cards in play."""
        return PACK & ~self.removed

    @property
    def hand_size(self) -> int:
        """Cards dealt to each hand."""
        return HAND_SIZES[self.players]

    @property
    def dealt(self) -> int:
        """Cards in all hands together after the deal."""
        return self.players * self.hand_size


def takes_out(removed: int) -> bool:
    """Whether these are three twos and an ace."""
    return sorted(map(height, members(removed))) == [ACE, TWO, TWO, TWO]


def cut_for_deal(cards: Sequence[str]) -> int | None:
    """The seat whose cut card is highest and which deals and plays first; None: the highest are equal, cut again."""
    ranks = [CUT_ORDER.index(card[:-1]) for card in cards]
    best = max(ranks)
    return ranks.index(best) if ranks.count(best) == 1 else None
