"""What a first layout does before anybody plays: four of a rank, three of a rank, deals that are void."""

from dataclasses import replace

from rules.chinese_ten.position import Position, of_rank
from rules.chinese_ten.variants import GROUP_RANKS, HouseRules

PAIR_GROUPS = ((0, 8), (1, 7), (2, 6), (3, 5))
"""The ranks that make ten with each other: A and 9, 2 and 8, 3 and 7, 4 and 6."""

GROUP_TOO_BIG = 5
"""So many cards of one pair group in the first layout of Main Merah make the deal void (Slater)."""


def ranks_lying(cards: int, number: int) -> tuple[int, ...]:
    """The ranks among 5, 10, J, Q, K of which exactly ``number`` are in ``cards``."""
    return tuple(rank for rank in GROUP_RANKS if of_rank(cards, rank).bit_count() == number)


def is_void(layout: int, redeal_groups: bool) -> bool:
    """Whether a first layout of Main Merah must be dealt again."""
    if ranks_lying(layout, 3) or ranks_lying(layout, 4):
        return True
    sizes = ((of_rank(layout, low) | of_rank(layout, high)).bit_count() for low, high in PAIR_GROUPS)
    return redeal_groups and max(sizes) >= GROUP_TOO_BIG


def settled(rules: HouseRules, dealt: Position) -> Position:
    """The position where play begins: the dealer has taken four of a rank, triples are marked, a void deal is over."""
    layout = dealt.layout
    if rules.variant.void:
        return replace(dealt, to_move=None) if is_void(layout, rules.redeal_groups) else dealt
    won = list(dealt.won)
    for rank in ranks_lying(layout, 4):
        won[dealt.dealer] |= of_rank(layout, rank)
    return replace(dealt, layout=layout & ~won[dealt.dealer], won=tuple(won), triples=ranks_lying(layout, 3))
