"""Moves given as text, and the reasons why one may not be played, in the players' words."""

from collections.abc import Sequence

from rules.cards import CARDS, NAMES, ONE_CARD, RUN_OF_CARDS, Card, bits, members, seen_up
from rules.chinese_poker import words
from rules.chinese_poker.hands import Kind, Shape, arranged, beats, by_height, recognised, text
from rules.chinese_poker.house import HouseRules
from rules.chinese_poker.position import PASS, Move, Position
from rules.game import IllegalMove, UnreadableMove
from rules.sight import View
from rules.words import Reason


def read(rules: HouseRules, given: str, position: Position) -> Move:
    """The legal move that ``given`` names: those very cards, in whatever order they are named."""
    if given != "pass" and not RUN_OF_CARDS.fullmatch(given):
        raise UnreadableMove(words.NOT_A_MOVE(text=given))
    cards = [] if given == "pass" else [CARDS[name] for name in ONE_CARD.findall(given)]
    for card in cards:
        if not rules.pack >> card & 1:
            raise UnreadableMove(words.NOT_IN_PACK(card=NAMES[card]))
    if position.to_move is None:
        raise IllegalMove(words.OVER())
    if given == "pass":
        return PASS
    shape = recognised(cards)
    reason = wrong_cards(rules, position, cards) or _wrong_hand(position, cards, shape)
    if reason is not None or shape is None:
        raise IllegalMove(reason or words.NO_HAND(cards=given))
    return Move(arranged(cards, shape))


def why_not(rules: HouseRules, position: Position, after: View) -> Reason:
    """Why no legal move leads from ``position`` to a table that looks like ``after``."""
    seat = position.to_move
    if seat is None:
        return words.OVER()
    up, lying = seen_up(after), position.lying_cards()
    new = by_height(members(up & ~lying))
    if not new:
        return words.TAKEN_EARLY(cards=_lying(position)) if lying & ~up else words.NOT_CHANGED(seat=seat)
    reason = wrong_cards(rules, position, new) or _wrong_hand(position, new, recognised(new))
    if reason is None and up & lying:
        reason = words.CLEAR_BEATEN(cards=_lying(position))
    return reason or words.NOT_ONE_MOVE(seat=seat)


def wrong_cards(rules: HouseRules, position: Position, cards: Sequence[Card]) -> Reason | None:
    """Why the seat to move cannot have these cards. Where a card really is is not given away."""
    seat = position.to_move
    if seat is None:
        return words.OVER()
    for number, card in enumerate(cards):
        if card in cards[:number]:
            return words.NAMED_TWICE(card=NAMES[card])
        if (position.discards | position.lying_cards()) >> card & 1:
            return words.ALREADY_PLAYED(card=NAMES[card])
    strange = bits(cards) & ~position.source(rules.pack)
    if strange:
        return words.NOT_HELD(seat=seat, cards=text(by_height(members(strange))))
    left = position.hands[seat].size
    return words.TOO_MANY(seat=seat, count=left, given=len(cards)) if len(cards) > left else None


def _wrong_hand(position: Position, cards: Sequence[Card], shape: Shape | None) -> Reason | None:
    """Why these cards are no hand, or none that may be played now."""
    if shape is None:
        return words.NO_HAND(cards=text(cards))
    if position.lying is None:
        return None
    lying = recognised(position.lying.cards)
    if lying is None or beats(shape, lying):
        return None
    if lying.kind is Kind.FOUR:
        message = words.FOUR_ONLY
    elif shape.kind is not lying.kind:
        message = words.OTHER_KIND
    else:
        message = words.OTHER_LENGTH if shape.length != lying.length else words.NOT_HIGHER
    return message(cards=text(arranged(cards, shape)), lying=_lying(position))


def _lying(position: Position) -> str:
    return "" if position.lying is None else text(position.lying.cards)
