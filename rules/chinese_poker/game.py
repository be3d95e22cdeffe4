"""Chinese Poker, the climbing game: the questions of `rules.game.Game`, for hands that are known or only counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from rules.cards import CARDS, NAMES, PLACES, UP, bits, card_board, face_up, members, seen_up, shuffled, written
from rules.chinese_poker import correction, record, refusal
from rules.chinese_poker.hands import ORDER, hands_from, recognised
from rules.chinese_poker.house import HouseRules, cut_for_deal
from rules.chinese_poker.position import PASS, Move, Position, played
from rules.game import Outcome, Seat
from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, View
from rules.words import Reason

NOTHING_PLAYED, ONE_PLAYED, TWO_PLAYED = 50, 40, 30
"""What a loser scores who has played no card, one, or two; after that every card left counts one."""


@dataclass(frozen=True)
class ChinesePoker:
    """The game with its house rules settled."""

    rules: HouseRules

    @property
    def name(self) -> str:
        """The name of the game's folder."""
        return "chinese_poker"

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """Every house rule with its value here."""
        return {
            "players": self.rules.players,
            "removed": written(self.rules.removed),
            "limit": self.rules.limit,
        }

    @property
    def board(self) -> Board:
        """The 48 cards of the pack: one lies face up or not."""
        return card_board(self.name, self.rules.pack)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """Seats clockwise, by number."""
        return tuple(Seat(str(seat)) for seat in range(self.rules.players))

    def draw_dealer(self, random: Random) -> tuple[int, list[str]]:
        """Who deals and plays first: everybody cuts a card, by seat; anew as long as the highest are equal."""
        while True:
            cards = [NAMES[card] for card in random.sample(members(self.rules.pack), self.rules.players)]
            dealer = cut_for_deal(cards)
            if dealer is not None:
                return dealer, cards

    def deal(self, random: Random) -> dict[str, Any]:
        """A deal with everything known, as JSON data; ``random`` shuffles, and chooses packets when two play."""
        cards, size = shuffled(self.rules.pack, random), self.rules.hand_size
        packets = [written(bits(cards[first : first + size]), ORDER) for first in range(0, len(cards), size)]
        deal = {"game": self.name, "options": dict(self.options)}
        if self.rules.players == 2:
            return deal | {"packets": packets, "choices": random.sample(range(len(packets)), 2)}
        return deal | {"hands": packets}

    def start(self) -> Position:
        """The first position of a shuffled deal by seat 0, everything known: always the same deal.

        `concealed` turns it into what a table knows.
        """
        return self.from_deal(self.deal(Random(0)))

    def from_deal(self, data: Mapping[str, Any]) -> Position:
        """The first position of a deal given as JSON data; raises `BadPosition`.

        Either ``hands`` (cards, or numbers; left out: hidden, as at a table), or for two players ``packets`` and
        ``choices`` (the dealer's packet, then the other's). ``dealer`` and ``scores`` are 0 if left out.
        """
        return record.read_deal(self.rules, data)

    def next_deal(self, position: Position) -> dict[str, Any] | None:
        """What is settled of the next deal after a round: its dealer, who won, and the sums. None: the game is over."""
        details = self.outcome(position).details
        if not details or details["game_over"]:
            return None
        return {"dealer": details["round"].index(0), "scores": details["scores"]}

    def concealed(self, position: Position) -> Position:
        """What the table knows of ``position``: hands as numbers."""
        return replace(position, hands=tuple(hand.counted() for hand in position.hands))

    def hand(self, position: Position) -> list[str] | None:
        """The cards that the seat to move holds; None where they are only counted, or nobody is to move."""
        held = None if position.to_move is None else position.hands[position.to_move].cards
        return None if held is None else written(held, ORDER)

    def turned_up(self, position: Position) -> None:
        """No stock, no card."""

    def to_move(self, position: Position) -> Seat | None:
        """Whose turn it is; None when the round is over."""
        return None if position.to_move is None else self.seats[position.to_move]

    def moves(self, position: Position) -> Sequence[Move]:
        """Pass, then every hand that may be played: by kind, length, rank and text, in the lowest suits there are."""
        seat, lying = position.to_move, position.lying
        if seat is None:
            return []
        shape = None if lying is None else recognised(lying.cards)
        hands = hands_from(position.source(self.rules.pack), shape, position.hands[seat].size)
        return [PASS, *map(Move, hands)]

    def play(self, position: Position, move: Move) -> Position:
        """The position after ``move``, which the caller knows to be legal."""
        return played(position, move)

    def outcome(self, position: Position) -> Outcome:
        """What the round cost each seat, the sums after it, and whether the game is over and who won it."""
        if position.to_move is not None:
            return Outcome(False)
        points = [self._points(hand.size) for hand in position.hands]
        sums = [before + new for before, new in zip(position.scores, points, strict=True)]
        game_over = max(sums) >= self.rules.limit
        winners = [seat for seat, total in enumerate(sums) if total == min(sums)] if game_over else []
        details = {"round": points, "scores": sums, "game_over": game_over, "winners": winners}
        return Outcome(True, "out", dict(zip(self.seats, sums, strict=True)), details, best="fewest")

    def _points(self, left: int) -> int:
        """What a seat scores with so many cards left."""
        unplayed = {0: NOTHING_PLAYED, 1: ONE_PLAYED, 2: TWO_PLAYED}
        return unplayed.get(self.rules.hand_size - left, left)

    def view(self, position: Position) -> View:
        """The hand to beat lies face up, nothing else."""
        return face_up(self.board, position.lying_cards())

    def changes(self, position: Position, move: Move) -> View:
        """The new hand comes, the beaten one goes; the last pass of a trick clears it; other passes change nothing."""
        clears = bool(move.cards) or position.passes + 1 == self.rules.players - 1
        old = position.lying.cards if position.lying is not None and clears else ()
        return {PLACES[card]: EMPTY for card in old} | {PLACES[card]: UP for card in move.cards}

    def showing(self, position: Position, move: Move) -> View | None:
        """The pass that ends a trick is made while the hand still lies there; only then the table clears it."""
        if move.cards or not self.changes(position, move):
            return None
        return self.view(position)

    def targets(self, position: Position, place: PlaceId) -> Sequence[Move]:
        """What clears the hand that lies on ``place``: a hand that beats it, or the pass that ends the trick."""
        if not position.lying_cards() >> CARDS[place] & 1:
            return []
        return [move for move in self.moves(position) if self.changes(position, move)]

    def owner(self, position: Position, place: PlaceId) -> Seat | None:
        """Who played the hand that lies there."""
        lying = position.lying
        return self.seats[lying.by] if lying is not None and CARDS[place] in lying.cards else None

    def why_not(self, position: Position, after: View) -> Reason:
        """Why no legal move leads to a table that looks like ``after``."""
        return refusal.why_not(self.rules, position, after)

    def as_it_lies(self, position: Position, view: View, to_move: Seat | None = None) -> Position:
        """The position if people insist on these cards; see `rules.chinese_poker.correction`."""
        seat = None if to_move is None else self.seats.index(to_move)
        return correction.as_it_lies(self.rules, position, seen_up(view), seat)

    def write(self, move: Move) -> str:
        """The hand's cards one after another, or ``pass``."""
        return str(move)

    def read(self, text: str, position: Position) -> Move:
        """The legal move that ``text`` names, its cards in any order; raises `UnreadableMove` or `IllegalMove`."""
        return refusal.read(self.rules, text, position)

    def write_position(self, position: Position) -> dict[str, Any]:
        """The position as JSON data."""
        return {"game": self.name, "options": dict(self.options), **record.write(position)}

    def read_position(self, data: Mapping[str, Any]) -> Position:
        """The position that JSON data describes; raises `BadPosition`."""
        return record.read(self.rules, data)
