"""Chinese Ten: the questions of `rules.game.Game`, answered alike for hands that are known and hands that are not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from rules.cards import (
    CARDS,
    NAMES,
    PACK,
    PLACES,
    UP,
    bits,
    card_board,
    face_up,
    members,
    seen_up,
    shuffled,
    written,
)
from rules.chinese_ten import correction, record, refusal
from rules.chinese_ten.position import Move, Position, played
from rules.chinese_ten.settlement import RED_FIVES_BONUS, Payment, settle
from rules.chinese_ten.variants import HouseRules
from rules.game import Outcome, Seat
from rules.geometry import Board, PlaceId
from rules.match import first_position
from rules.sight import EMPTY, View
from rules.words import Reason


@dataclass(frozen=True)
class ChineseTen:
    """The game with its house rules settled."""

    rules: HouseRules

    @property
    def name(self) -> str:
        """The name of the game's folder."""
        return "chinese_ten"

    @cached_property
    def options(self) -> Mapping[str, Any]:
        """Every house rule with its value here."""
        return {
            "variant": self.rules.variant.name,
            "players": self.rules.players,
            "first": self.rules.first,
            "redeal_groups": self.rules.redeal_groups,
        }

    @property
    def board(self) -> Board:
        """The 52 cards: one is face up in the layout or not."""
        return card_board(self.name)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """Seats clockwise, by number."""
        return tuple(Seat(str(seat)) for seat in range(self.rules.players))

    def draw_dealer(self, random: Random) -> tuple[int, list[str]]:
        """Who deals first, drawn by lot; nobody cuts for it."""
        return random.randrange(self.rules.players), []

    @property
    def cut_shown(self) -> bool:
        """Whether somebody may see the cut card, which becomes the bottom one of the stock."""
        return self.rules.variant.cut

    def deal(self, random: Random) -> dict[str, Any]:
        """A deal with everything known, as JSON data; ``random`` shuffles. It may turn out void."""
        cards = shuffled(PACK, random)
        size, players, layout = self.rules.hand_size, self.rules.players, self.rules.layout_size
        rest = cards[players * size :]
        return {
            "game": self.name,
            "options": dict(self.options),
            "hands": [written(bits(cards[seat * size : (seat + 1) * size])) for seat in range(players)],
            "layout": written(bits(rest[:layout])),
            "stock": [NAMES[card] for card in rest[layout:]],
        }

    def start(self) -> Position:
        """The first position of a shuffled deal that is not void, dealt by seat 0, everything known: always the same.

        At a table the layout is dealt by people: see `from_deal`.
        """
        return first_position(self, Random(0))

    def from_deal(self, data: Mapping[str, Any]) -> Position:
        """The first position of a deal given as JSON data; raises `BadPosition`.

        ``hands`` and ``stock`` may be numbers, or be left out: then they are hidden, as at a table. ``first`` names
        who begins where the rules do not fix it (Main Merah after the first deal); ``dealer`` is 0 if left out.
        """
        return record.read_deal(self.rules, data)

    def next_deal(self, position: Position) -> dict[str, int]:
        """What is settled of the next deal after ``position``: its dealer, and in Main Merah who begins.

        After a void deal the same dealer deals again.
        """
        if self.outcome(position).reason == "void":
            return {"dealer": position.dealer}
        return self.rules.following(position.dealer, self.scores(position))

    def payments(self, position: Position) -> list[Payment]:
        """Who pays whom after a deal that is over; see `rules.chinese_ten.settlement`. A void one costs nothing."""
        if self.outcome(position).reason == "void":
            return []
        return settle(self.rules, self.points(position), position.red_fives)

    def concealed(self, position: Position) -> Position:
        """What the table knows of ``position``: hands and stock as numbers."""
        return replace(position, hands=tuple(hand.counted() for hand in position.hands), stock=position.stock_count)

    def hand(self, position: Position) -> list[str] | None:
        """The cards that the seat to move holds; None where they are only counted, or nobody is to move."""
        held = None if position.to_move is None else position.hands[position.to_move].cards
        return None if held is None else written(held)

    def turned_up(self, position: Position) -> str | None:
        """The card from the stock that the seat to move has to play; None where none has to be, or it is not known."""
        if position.phase != "turn_up" or isinstance(position.stock, int):
            return None
        return NAMES[position.stock[0]]

    def to_move(self, position: Position) -> Seat | None:
        """Whose turn it is; None when the deal is over."""
        return None if position.to_move is None else self.seats[position.to_move]

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move: by card, then by prey."""
        turned = position.phase == "turn_up"
        triples = position.triples
        found = []
        for card in members(position.source()):
            prey = position.prey(card)
            if not prey:
                found.append(Move(card, (), turned))
            elif card >> 2 in triples:
                found.append(Move(card, tuple(members(prey)), turned))
            else:
                found += [Move(card, (taken,), turned) for taken in members(prey)]
        return found

    def play(self, position: Position, move: Move) -> Position:
        """The position after ``move``, which the caller knows to be legal."""
        return played(position, move, bonus=self.rules.variant.red_fives)

    def outcome(self, position: Position) -> Outcome:
        """Points and scores by seat once the cards are out; a void deal scores nothing."""
        if position.to_move is not None:
            return Outcome(False)
        void = position.stock_count > 0
        points = [0] * self.rules.players if void else self.points(position)
        exact = [Fraction(0)] * self.rules.players if void else self.scores(position)
        scores = [int(score) if score.denominator == 1 else float(score) for score in exact]
        return Outcome(
            True,
            "void" if void else "played_out",
            dict(zip(self.seats, scores, strict=True)),
            {"points": points, "scores": scores},
            best="most",
        )

    def points(self, position: Position) -> list[int]:
        """What each seat's captured cards are worth so far."""
        values = self.rules.values
        return [sum(values[card] for card in members(won)) for won in position.won]

    def scores(self, position: Position) -> list[Fraction]:
        """Points less the tie score, with the red fives' bonus: what each seat gets (or pays, below 0)."""
        tie = self.rules.tie
        scores = [points - tie for points in self.points(position)]
        if position.red_fives is not None:
            scores = [score - RED_FIVES_BONUS for score in scores]
            scores[position.red_fives] += RED_FIVES_BONUS * self.rules.players
        return scores

    def view(self, position: Position) -> View:
        """The layout lies face up, nothing else."""
        return face_up(self.board, position.layout)

    def changes(self, position: Position, move: Move) -> View:  # noqa: ARG002 - every game is asked so
        """The laid card comes, or the prey goes: captor and prey are put away together."""
        if move.prey:
            return {PLACES[card]: EMPTY for card in move.prey}
        return {PLACES[move.card]: UP}

    def showing(self, position: Position, move: Move) -> View | None:
        """A capture lies side by side for a moment: the captor is seen in the layout with its prey."""
        return face_up(self.board, position.layout | 1 << move.card) if move.prey else None

    def targets(self, position: Position, place: PlaceId) -> Sequence[Move]:
        """The captures that take the card on ``place``."""
        card = CARDS[place]
        return [move for move in self.moves(position) if card in move.prey]

    def owner(self, position: Position, place: PlaceId) -> Seat | None:  # noqa: ARG002 - every game is asked so
        """The layout belongs to nobody."""
        return None

    def why_not(self, position: Position, after: View) -> Reason:
        """Why no legal move leads to a table that looks like ``after``."""
        return refusal.why_not(position, after)

    def as_it_lies(self, position: Position, view: View, to_move: Seat | None = None) -> Position:
        """The position if people insist on this layout; see `rules.chinese_ten.correction`."""
        seat = None if to_move is None else self.seats.index(to_move)
        return correction.as_it_lies(self.rules, position, seen_up(view), seat)

    def write(self, move: Move) -> str:
        """``7D`` lays, ``7Dx3H`` captures; a card from the stock has a ``+`` in front."""
        return str(move)

    def read(self, text: str, position: Position) -> Move:
        """The legal move that ``text`` names; raises `UnreadableMove` or `IllegalMove`."""
        return refusal.read(text, position)

    def write_position(self, position: Position) -> dict[str, Any]:
        """The position as JSON data."""
        return {"game": self.name, "options": dict(self.options), **record.write(position)}

    def read_position(self, data: Mapping[str, Any]) -> Position:
        """The position that JSON data describes; raises `BadPosition`."""
        return record.read(self.rules, data)
