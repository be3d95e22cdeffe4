"""The five games of the family: how many play, what is dealt, what cards are worth, and who begins."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from rules.cards import NAMES, RANKS

GROUP_RANKS = tuple(RANKS.index(name) for name in ("5", "10", "J", "Q", "K"))
"""The ranks that only their own kind takes: three or four of one in the first layout are special."""


@dataclass(frozen=True, eq=False)
class Variant:
    """One game of the family. ``deal`` and ``ties`` go by the number of players; the first of each list is usual."""

    name: str
    deal: Mapping[int, tuple[int, int]]
    """Players → cards in a hand, cards in the first layout."""
    ties: Mapping[int, int | Fraction]
    """Players → the score at which nobody owes anything."""
    first: tuple[str, ...]
    """Who may begin, the usual one first."""
    worth: Callable[[str, str, int], int]
    """Rank, suit and number of players → points."""
    red_fives: bool = False
    """Both red fives in one capture bring 10 points from each other player."""
    cut: bool = False
    """Who cuts the pack may look at the cut card, which becomes the bottom of the stock."""
    pot: bool = False
    """Differences from the tie score are settled through a pot, not between the players."""
    void: bool = False
    """Groups in the first layout make the deal void, instead of being taken together; cards may be left over."""


def _red(rank: str, ace: int) -> int:
    """A red card: pips from 2 to 8, ten from 9 to K, the ace as given."""
    if rank == "A":
        return ace
    return int(rank) if rank in "2345678" else 10


def _ten(rank: str, suit: str, players: int) -> int:
    if suit in "HD":
        return _red(rank, 20)
    if (rank, suit) == ("A", "S") and players >= 3:
        return 30
    return 40 if (rank, suit) == ("A", "C") and players == 4 else 0


def _taiwan(rank: str, suit: str, _players: int) -> int:
    if suit in "HD":
        return _red(rank, 20)
    return 30 if (rank, suit) == ("A", "S") else 0


def _barraco(rank: str, suit: str, _players: int) -> int:
    if suit in "HD":
        return _red(rank, 10)
    return 30 if (rank, suit) == ("A", "S") else 0


def _frog(rank: str, suit: str, _players: int) -> int:
    if suit in "HD":
        return 0
    if rank == "A":
        return 50 if suit == "S" else 0
    return int(rank) if rank in "23456789" else 10


def _merah(rank: str, suit: str, _players: int) -> int:
    return _red(rank, 20) if suit in "HD" else 0


_FOUR_CARD_LAYOUT = {2: (12, 4), 3: (8, 4), 4: (6, 4)}

VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("ten", _FOUR_CARD_LAYOUT, {2: 105, 3: 80, 4: 70}, ("left", "dealer"), _ten),
        Variant("taiwan", {4: (6, 4)}, {4: 60}, ("dealer",), _taiwan, red_fives=True, cut=True, pot=True),
        Variant("barraco", {2: (12, 4), 4: (6, 4)}, {2: 110, 4: 55}, ("dealer",), _barraco, red_fives=True),
        # No tie score is handed down for the frogs: the mean.
        Variant("frog", _FOUR_CARD_LAYOUT, {n: Fraction(218, n) for n in (2, 3, 4)}, ("left", "dealer"), _frog),
        Variant("merah", {2: (10, 12), 3: (7, 10)}, {2: 105, 3: 70}, ("dealer",), _merah, void=True),
    )
}


@dataclass(frozen=True)
class HouseRules:
    """A variant with what a family settles about it; ``first`` is "left" or "dealer"."""

    variant: Variant
    players: int
    first: str
    redeal_groups: bool

    @property
    def hand_size(self) -> int:
        """Cards dealt to each hand."""
        return self.variant.deal[self.players][0]

    @property
    def layout_size(self) -> int:
        """Cards dealt face up."""
        return self.variant.deal[self.players][1]

    @property
    def stock_size(self) -> int:
        """Cards left for the stock."""
        return 52 - self.layout_size - self.players * self.hand_size

    @property
    def tie(self) -> Fraction:
        """The score at which nobody owes anything."""
        return Fraction(self.variant.ties[self.players])

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Card → what it is worth."""
        return tuple(self.variant.worth(name[:-1], name[-1], self.players) for name in NAMES)

    def following(self, dealer: int, scores: Sequence[Fraction]) -> dict[str, int]:
        """What is settled of the deal after one by ``dealer`` that ended with ``scores``.

        The deal passes to the left; in Main Merah the worst begins, of several that are equally bad the first clockwise
        from the new dealer.
        """
        dealer = (dealer + 1) % self.players
        if not self.variant.void:
            return {"dealer": dealer}
        worst = min(range(self.players), key=lambda seat: (scores[seat], (seat - dealer) % self.players))
        return {"dealer": dealer, "first": worst}

    def beginner(self, dealer: int) -> int:
        """Who plays first after a deal by ``dealer`` (in Main Merah: in the first deal)."""
        return dealer if self.first == "dealer" else (dealer + 1) % self.players
