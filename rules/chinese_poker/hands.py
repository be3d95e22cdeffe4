"""Every kind of hand in Chinese Poker, what beats what, and which hands some cards allow.

A *shape* is a hand without its suits: which ranks, how many of each. There are a few hundred; they are listed once, in
canonical order, and a position picks those that its cards allow: one bit operation a shape.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from rules.cards import NAMES, PACK, RANKS, Card, members

HEIGHTS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
"""Ranks from the lowest single card to the highest; a *height* is an index here."""

ACE, TWO = HEIGHTS.index("A"), HEIGHTS.index("2")
_SHIFTS = tuple(4 * RANKS.index(name) for name in HEIGHTS)
_HEIGHT_OF_RANK = tuple(HEIGHTS.index(name) for name in RANKS)

LONGEST = 16
"""No hand has more cards than a seat is dealt."""


class Kind(IntEnum):
    """The kinds of hands in the order in which moves are listed."""

    SINGLE = 0
    PAIRS = 1
    TRIPLES = 2
    FULL_HOUSE = 3
    STRAIGHT = 4
    FOUR = 5


class Shape(NamedTuple):
    """A hand without its suits. ``length`` counts groups (the cards of a straight), ``rank`` is what must be beaten."""

    kind: Kind
    length: int
    rank: int
    parts: tuple[tuple[int, int], ...]
    """(height, number of cards) in the order in which the hand is written."""
    size: int
    need: int
    """For n cards of a height the bit ``height`` in the n-th block of 13 bits: none of them may be missing."""
    pick: Callable[[Sequence[Card]], tuple[Card, ...]]
    """Takes the hand's cards from a row of 13 × 4 cards: those there are of each height, lowest suit first."""


def height(card: int) -> int:
    """0 for a three to 12 for the two."""
    return _HEIGHT_OF_RANK[card >> 2]


def by_height(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of this game: from the three up, then by suit."""
    return sorted(cards, key=lambda card: (height(card), card & 3))


ORDER = tuple(by_height(members(PACK)))
"""All cards in the order of this game."""


def _shape(kind: Kind, length: int, rank: int, *parts: tuple[int, int]) -> Shape:
    need = 0
    for place, number in parts:
        need |= 1 << 13 * (number - 1) + place
    row = [4 * place + number for place, count in parts for number in range(count)]
    pick = itemgetter(*row) if len(row) > 1 else itemgetter(slice(row[0], row[0] + 1))
    return Shape(kind, length, rank, parts, len(row), need, pick)


def _runs(kind: Kind, number: int) -> Iterable[Shape]:
    """Groups of ``number`` cards of consecutive ranks, 3 to A."""
    for length in range(1, LONGEST // number + 1):
        for top in range(length - 1, ACE + 1):
            yield _shape(kind, length, top, *((place, number) for place in range(top - length + 1, top + 1)))


def _straights() -> Iterable[Shape]:
    """5 to 13 consecutive ranks from the two, which is low here, to the ace."""
    ladder = (TWO, *range(ACE + 1))
    for length in range(5, len(ladder) + 1):
        for top in range(length - 1, len(ladder)):
            yield _shape(Kind.STRAIGHT, length, top, *((place, 1) for place in ladder[top - length + 1 : top + 1]))


def _all_shapes() -> Iterable[Shape]:
    yield from (_shape(Kind.SINGLE, 1, place, (place, 1)) for place in range(13))
    yield from _runs(Kind.PAIRS, 2)
    yield from _runs(Kind.TRIPLES, 3)
    # The pack has one two and three aces.
    for three, pair in product(range(TWO), repeat=2):
        if three != pair:
            yield _shape(Kind.FULL_HOUSE, 1, three, (three, 3), (pair, 2))
    yield from _straights()
    for fifth, four in product(range(TWO + 1), range(ACE)):
        if fifth != four:
            yield _shape(Kind.FOUR, 1, fifth, (fifth, 1), (four, 4))


def _canonical(shape: Shape) -> tuple[int, int, int, str]:
    """Kind, length, rank, then text: where those tie, the first rank that differs is the last part's."""
    return shape.kind, shape.length, shape.rank, HEIGHTS[shape.parts[-1][0]]


SHAPES = tuple(sorted(_all_shapes(), key=_canonical))
"""Every hand there could be, in the order in which moves are listed."""

_BY_PARTS = {frozenset(shape.parts): shape for shape in SHAPES}


def recognised(cards: Iterable[Card]) -> Shape | None:
    """The hand that these cards are, whatever their order; None if they are no hand."""
    counts: dict[int, int] = {}
    for card in cards:
        place = height(card)
        counts[place] = counts.get(place, 0) + 1
    return _BY_PARTS.get(frozenset(counts.items()))


def arranged(cards: Iterable[Card], shape: Shape) -> tuple[Card, ...]:
    """The cards of a hand in the order in which it is written."""
    places = [place for place, _ in shape.parts]
    return tuple(sorted(cards, key=lambda card: (places.index(height(card)), card & 3)))


def beats(hand: Shape, lying: Shape) -> bool:
    """Whether ``hand`` may be played on ``lying``."""
    if hand.kind is Kind.FOUR and lying.kind is not Kind.FOUR:
        return True
    return hand.kind is lying.kind and hand.length == lying.length and hand.rank > lying.rank


@cache
def better(lying: Shape | None) -> tuple[Shape, ...]:
    """Every hand that may be played on ``lying`` (None: on the empty table), in canonical order."""
    return SHAPES if lying is None else tuple(shape for shape in SHAPES if beats(shape, lying))


_HELD = tuple(tuple(card for card in range(4) if pattern >> card & 1) for pattern in range(16))
_STEPS = tuple(sum(1 << 13 * step for step in range(len(suits))) for suits in _HELD)
_EVERY_NEED = (1 << 52) - 1
_ROWS = {
    # A row has four cards of every height; those that are missing are filled with what no hand picks.
    (shift, pattern): tuple(Card(shift + suit) for suit in (*suits, 0, 0, 0, 0)[:4])
    for shift in _SHIFTS
    for pattern, suits in enumerate(_HELD)
}


def hands_from(cards: int, lying: Shape | None, limit: int) -> list[tuple[Card, ...]]:
    """The hands that ``cards`` allow on ``lying``, none longer than ``limit``, each with the lowest suits there are."""
    row: list[Card] = []
    there = 0
    for place, shift in enumerate(_SHIFTS):
        pattern = cards >> shift & 0b1111
        row += _ROWS[shift, pattern]
        there |= _STEPS[pattern] << place
    missing, cards_there = _EVERY_NEED & ~there, tuple(row)
    return [shape.pick(cards_there) for shape in better(lying) if not shape.need & missing and shape.size <= limit]


def text(cards: Iterable[Card]) -> str:
    """Cards one after another, as a hand is written."""
    return "".join(NAMES[card] for card in cards)
