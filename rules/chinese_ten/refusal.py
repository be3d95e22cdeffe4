"""Moves given as text, and the reasons why one may not be played, in the players' words."""

import re
from collections.abc import Sequence

from rules.cards import CARDS, NAMES, ONE_CARD, Card, members, seen_up
from rules.chinese_ten import words
from rules.chinese_ten.position import Move, Position
from rules.game import IllegalMove, UnreadableMove
from rules.sight import View
from rules.words import Reason

MOVE = re.compile(rf"(\+?)({ONE_CARD.pattern})(?:x((?:{ONE_CARD.pattern})+))?")


def read(text: str, position: Position) -> Move:
    """The legal move that ``text`` names; the prey of a triple may come in any order."""
    form = MOVE.fullmatch(text)
    if form is None:
        raise UnreadableMove(words.NOT_A_MOVE(text=text))
    turned, card = bool(form[1]), CARDS[form[2]]
    prey = [CARDS[name] for name in ONE_CARD.findall(form[3] or "")]
    reason = _wrong_half(position, turned) or wrong_card(position, card) or _wrong_prey(position, card, prey)
    if reason is not None:
        raise IllegalMove(reason)
    return Move(card, tuple(sorted(prey)), turned)


def why_not(position: Position, after: View) -> Reason:
    """Why no legal move leads from ``position`` to a table that looks like ``after``.

    ``after`` may also be the moment in which a capture lies side by side.
    """
    seat = position.to_move
    if seat is None:
        return words.OVER()
    up = seen_up(after)
    new, gone = members(up & ~position.layout), members(position.layout & ~up)
    if len(new) > 1:
        return words.SEVERAL_NEW(cards=_names(new))
    if new:
        return _why_not_card(position, new[0], gone) or words.NOT_ONE_MOVE(seat=seat)
    if not gone:
        return words.TURN_UP_FIRST(seat=seat) if position.phase == "turn_up" else words.NOT_CHANGED(seat=seat)
    together = gone[0] >> 2 in position.triples and {card >> 2 for card in gone} == {gone[0] >> 2}
    if len(gone) > 1 and not together:
        return words.TWO_GONE(cards=_names(gone))
    return words.CAPTOR_UNSEEN(prey=_names(gone))


def wrong_card(position: Position, card: Card) -> Reason | None:
    """Why ``card`` cannot come now. Where it really lies is not given away."""
    name = NAMES[card]
    if position.layout >> card & 1:
        return words.IN_LAYOUT(card=name)
    for seat, won in enumerate(position.won):
        if won >> card & 1:
            return words.ALREADY_WON(card=name, seat=seat)
    if position.source() >> card & 1:
        return None
    if position.cut is not None and (card == position.cut or position.phase == "turn_up"):
        return words.AT_THE_BOTTOM(card=NAMES[position.cut])
    if position.phase == "turn_up":
        return words.NOT_ON_TOP(card=name)
    return words.NOT_IN_HAND(card=name, seat=position.to_move)


def _why_not_card(position: Position, card: Card, gone: Sequence[Card]) -> Reason | None:
    """What is wrong when ``card`` has come and ``gone`` have vanished."""
    reason = wrong_card(position, card) or _wrong_prey(position, card, gone)
    if reason is None and gone:
        return words.TAKE_BOTH(card=NAMES[card], prey=_names(gone))
    return reason


def _wrong_half(position: Position, turned: bool) -> Reason | None:
    """Whether the other half of the turn is due."""
    if position.to_move is None:
        return words.OVER()
    if turned and position.phase == "play":
        return words.PLAY_FIRST(seat=position.to_move)
    if not turned and position.phase == "turn_up":
        return words.TURN_UP_FIRST(seat=position.to_move)
    return None


def _wrong_prey(position: Position, card: Card, prey: Sequence[Card]) -> Reason | None:
    """Why ``card`` does not take ``prey`` (nothing: is laid)."""
    possible = members(position.prey(card))
    triple = card >> 2 in position.triples
    if not prey:
        if not possible:
            return None
        message = words.TAKES_ALL if triple else words.MUST_TAKE
        return message(card=NAMES[card], prey=_names(possible, triple))
    for taken in prey:
        if not position.layout >> taken & 1:
            return words.PREY_NOT_THERE(prey=NAMES[taken])
        if taken not in possible:
            message = words.NO_TEN if card >> 2 < 9 else words.OWN_RANK_ONLY
            return message(card=NAMES[card], prey=NAMES[taken])
    if triple:
        return None if sorted(prey) == possible else words.TAKES_ALL(card=NAMES[card], prey=_names(possible))
    return None if len(prey) == 1 else words.ONE_ONLY(prey=_names(prey))


def _names(cards: Sequence[Card], together: bool = True) -> str:
    """Cards in a sentence: all of them, or any one of them."""
    return (" " if together else "/").join(NAMES[card] for card in cards)
