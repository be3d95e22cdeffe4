"""The position if people insist on the table as it lies, whatever the rules say of the way there."""

from dataclasses import replace

from rules.cards import bits, members
from rules.chinese_poker import words
from rules.chinese_poker.hands import arranged, by_height, recognised, text
from rules.chinese_poker.house import HouseRules
from rules.chinese_poker.position import Move, Position, played
from rules.chinese_poker.refusal import wrong_cards
from rules.game import BadPosition


def as_it_lies(rules: HouseRules, position: Position, up: int, to_move: int | None) -> Position:
    """The position with the cards ``up`` on the table.

    New cards are a hand of the seat to move, even one that does not beat what lay there; an empty table means that
    the trick is over and its last player leads. With ``to_move`` that seat has the turn: those between have passed.
    Raises `BadPosition`.
    """
    lying = position.lying_cards()
    if up == lying and to_move in (None, position.to_move):
        return position
    if position.to_move is None:
        raise BadPosition(words.OVER())
    new = up & ~lying
    if new:
        position = _with_hand(rules, position, new)
    elif not up and position.lying is not None:
        leader = position.lying.by
        position = replace(position, lying=None, passes=0, discards=position.discards | lying, to_move=leader)
    elif up != lying:
        raise BadPosition(words.TAKEN_EARLY(cards=text(position.lying.cards if position.lying else ())))
    if to_move is None or position.to_move is None:
        return position
    return _with_turn(rules, position, to_move)


def _with_hand(rules: HouseRules, position: Position, new: int) -> Position:
    """The position after the seat to move has played the cards ``new``."""
    cards = by_height(members(new))
    reason, shape = wrong_cards(rules, position, cards), recognised(cards)
    if reason is not None or shape is None:
        raise BadPosition(reason or words.NO_HAND(cards=text(cards)))
    return played(position, Move(arranged(cards, shape)))


def _with_turn(rules: HouseRules, position: Position, to_move: int) -> Position:
    """The position with the turn of ``to_move``, who leads if the hand lying is its own."""
    lying = position.lying
    if lying is None:
        return replace(position, to_move=to_move)
    passes = (to_move - lying.by - 1) % rules.players
    if to_move != lying.by:
        return replace(position, passes=passes, to_move=to_move)
    return replace(position, lying=None, passes=0, discards=position.discards | bits(lying.cards), to_move=to_move)
