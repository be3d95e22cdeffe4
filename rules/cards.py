"""What the card games share: cards and their names, piles that are known or only counted, and reading them from data.

A set of cards is an int with one bit a card, so that "not yet seen" is a subtraction. A card's number counts ranks
A, 2 … 10, J, Q, K and within a rank the suits C, D, H, S: the order in which lists are written, save where a game
has its own.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, NewType

from rules.game import BadPosition
from rules.geometry import Board, Medium, Place, PlaceId
from rules.sight import EMPTY, Token, View
from rules.words import Message

Card = NewType("Card", int)
"""0 (the ace of clubs) to 51 (the king of spades)."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARDS = {name: Card(number) for number, name in enumerate(NAMES)}
PLACES = tuple(map(PlaceId, NAMES))
"""Card → its place on the board of a card game."""

PACK = (1 << 52) - 1
"""All 52 cards."""

UP = Token("up")
"""A card that lies face up on the table; every other card's place is empty."""

RUN_OF_CARDS = re.compile(r"(?:(?:10|[2-9AJQK])[CDHS])+")
"""Cards written one after another, as in ``4C4D10H``."""

ONE_CARD = re.compile(r"(?:10|[2-9AJQK])[CDHS]")

SEAT_NUMBER = Message("seat-number", en="Seat {n}", fr="Place {n}", de="Platz {n}", vi="Chỗ {n}", zh="{n}号位")
"""What seats of card games are called, which have no corner: by a number, from 1. Positions count seats from 0."""

UNKNOWN_CARD = Message(
    "cards-unknown",
    en="{card} (in {where}) is no card of this game.",
    fr="{card} (dans {where}) n’est pas une carte de ce jeu.",
    de="{card} (in {where}) ist keine Karte dieses Spiels.",
    vi="{card} (trong {where}) không phải lá bài của trò chơi này.",
    zh="{card}（在 {where} 中）不是这个游戏里的牌。",
)
CARD_TWICE = Message(
    "cards-twice",
    en="{card} is there twice: in {first} and in {second}.",
    fr="{card} s’y trouve deux fois : dans {first} et dans {second}.",
    de="{card} kommt zweimal vor: in {first} und in {second}.",
    vi="{card} xuất hiện hai lần: trong {first} và trong {second}.",
    zh="{card} 出现了两次：在 {first} 和 {second} 中。",
)
NOT_CARDS = Message(
    "cards-not-a-list",
    en="{where} must be a list of cards, such as AS or 10H, not {given}.",
    fr="{where} doit être une liste de cartes, par exemple AS ou 10H, et non {given}.",
    de="{where} muss eine Liste von Karten sein, etwa AS oder 10H, nicht {given}.",
    vi="{where} phải là danh sách các lá bài, ví dụ AS hay 10H, không phải {given}.",
    zh="{where} 应是牌的列表，例如 AS 或 10H，而不是 {given}。",
)
NOT_A_PILE = Message(
    "cards-not-a-pile",
    en="{where} must be a list of cards or their number, not {given}.",
    fr="{where} doit être une liste de cartes ou leur nombre, et non {given}.",
    de="{where} muss eine Liste von Karten oder ihre Anzahl sein, nicht {given}.",
    vi="{where} phải là danh sách các lá bài hoặc số lá bài, không phải {given}.",
    zh="{where} 应是牌的列表或张数，而不是 {given}。",
)
NOT_A_SEAT = Message(
    "cards-not-a-seat",
    en="{where} must be a seat from 0 to {last}, not {given}.",
    fr="{where} doit être une place de 0 à {last}, et non {given}.",
    de="{where} muss ein Platz von 0 bis {last} sein, nicht {given}.",
    vi="{where} phải là một chỗ ngồi từ 0 đến {last}, không phải {given}.",
    zh="{where} 应是 0 到 {last} 的座位，而不是 {given}。",
)
NOT_PER_SEAT = Message(
    "cards-not-per-seat",
    en="{where} must be a list with one entry for each of the {players} seats.",
    fr="{where} doit être une liste avec une valeur pour chacune des {players} places.",
    de="{where} muss eine Liste mit einem Eintrag für jeden der {players} Plätze sein.",
    vi="{where} phải là danh sách có một mục cho mỗi chỗ trong {players} chỗ ngồi.",
    zh="{where} 应是列表，{players} 个座位各一项。",
)
MISSING = Message(
    "cards-key-missing",
    en="{where} is missing.",
    fr="{where} manque.",
    de="{where} fehlt.",
    vi="Thiếu {where}.",
    zh="缺少 {where}。",
)


class Pile(NamedTuple):
    """A hand: how many cards, and which if that is known (bits), else None."""

    size: int
    cards: int | None

    def without(self, gone: int) -> "Pile":
        """The pile after the cards ``gone`` have left it; behind a mere number they may have been there."""
        return Pile(self.size - gone.bit_count(), None if self.cards is None else self.cards & ~gone)

    def counted(self) -> "Pile":
        """The same pile with its cards hidden."""
        return Pile(self.size, None)

    def written(self, order: Sequence[Card] | None = None) -> list[str] | int:
        """As JSON: its cards sorted, or their number."""
        return self.size if self.cards is None else written(self.cards, order)


def rank(card: int) -> int:
    """0 (ace) to 12 (king)."""
    return card >> 2


def bits(cards: Iterable[int]) -> int:
    """These cards as a set."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def members(cards: int) -> list[Card]:
    """The cards of a set in their order."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(Card(lowest.bit_length() - 1))
        cards ^= lowest
    return found


def written(cards: int, order: Sequence[Card] | None = None) -> list[str]:
    """The names of a set's cards: by rank from the ace, then suit, or as they come in ``order``."""
    if order is None:
        return [NAMES[card] for card in members(cards)]
    return [NAMES[card] for card in order if cards >> card & 1]


def shuffled(pack: int, random: Random) -> list[Card]:
    """The cards of ``pack`` in an order drawn from ``random``."""
    cards = members(pack)
    random.shuffle(cards)
    return cards


@cache
def card_board(name: str, pack: int = PACK) -> Board:
    """The places of a card game: its cards. Suits lie in rows from the south, ranks in columns from the west."""
    places = tuple(Place(PLACES[card], float(rank(card) - 6), (card & 3) - 1.5, Medium.CARD) for card in members(pack))
    return Board(name, places, ((-7.0, -2.0), (7.0, -2.0), (7.0, 2.0), (-7.0, 2.0)))


def face_up(board: Board, cards: int) -> View:
    """The view in which exactly ``cards`` lie face up."""
    view = dict.fromkeys(board.index, EMPTY)
    for card in members(cards):
        view[PLACES[card]] = UP
    return view


def seen_up(view: View) -> int:
    """The cards that lie face up in ``view``."""
    return bits(CARDS[place] for place, token in view.items() if token == UP)


class Reader:
    """Reads a written position's parts and remembers where each card was met, so that none is met twice.

    Every method raises `BadPosition`, naming the card and the part of the position.
    """

    def __init__(self, data: Any, pack: int, players: int) -> None:
        self.data = data
        self.pack = pack
        self.players = players
        self.met: dict[str, str] = {}

    def __getitem__(self, key: str) -> Any:
        try:
            return self.data[key]
        except KeyError:
            raise BadPosition(MISSING(where=key)) from None

    def seen(self) -> int:
        """All cards met so far."""
        return bits(map(CARDS.__getitem__, self.met))

    def card(self, name: Any, where: str) -> Card:
        """One card, met in ``where``."""
        card = CARDS.get(name) if isinstance(name, str) else None
        if card is None or not self.pack >> card & 1:
            raise BadPosition(UNKNOWN_CARD(card=name, where=where))
        if name in self.met:
            raise BadPosition(CARD_TWICE(card=name, first=self.met[name], second=where))
        self.met[name] = where
        return card

    def cards(self, value: Any, where: str) -> list[Card]:
        """A list of cards in the order given."""
        if not isinstance(value, list | tuple):
            raise BadPosition(NOT_CARDS(where=where, given=value))
        return [self.card(name, where) for name in value]

    def pile(self, value: Any, where: str) -> Pile:
        """A hand given as a list of cards or as their number."""
        if isinstance(value, list | tuple):
            return Pile(len(value), bits(self.cards(value, where)))
        if type(value) is int and value >= 0:
            return Pile(value, None)
        raise BadPosition(NOT_A_PILE(where=where, given=value))

    def seat(self, value: Any, where: str) -> int:
        """A seat's number."""
        if type(value) is not int or not 0 <= value < self.players:
            raise BadPosition(NOT_A_SEAT(where=where, given=value, last=self.players - 1))
        return value

    def per_seat(self, key: str) -> Sequence[Any]:
        """The list under ``key``, with an entry for every seat."""
        value = self[key]
        if not isinstance(value, list | tuple) or len(value) != self.players:
            raise BadPosition(NOT_PER_SEAT(where=key, players=self.players))
        return value

    def hands(self) -> tuple[Pile, ...]:
        """Every seat's hand, each given as a list of cards or as their number."""
        return tuple(self.pile(hand, f"hands[{seat}]") for seat, hand in enumerate(self.per_seat("hands")))

    def to_move(self) -> int | None:
        """Whose turn it is said to be; None where it is said to be nobody's."""
        seat = self["to_move"]
        return None if seat is None else self.seat(seat, "to_move")
