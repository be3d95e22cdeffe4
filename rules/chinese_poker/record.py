"""Positions and deals of Chinese Poker as JSON data. What comes from outside is checked here, once and wholly."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from rules.cards import NAMES, Pile, Reader, bits, written
from rules.chinese_poker import words
from rules.chinese_poker.hands import ORDER, arranged, recognised
from rules.chinese_poker.house import HouseRules
from rules.chinese_poker.position import Lying, Position
from rules.game import BadPosition

LYING_EXAMPLE = '{"by": 0, "cards": ["4C", "4D"]}'


def write(position: Position) -> dict[str, Any]:
    """The position as JSON data, without the game's name and options."""
    lying = position.lying
    return {
        "hands": [hand.written(ORDER) for hand in position.hands],
        "lying": None if lying is None else {"by": lying.by, "cards": [NAMES[card] for card in lying.cards]},
        "passes": position.passes,
        "discards": written(position.discards, ORDER),
        "to_move": position.to_move,
        "scores": list(position.scores),
        "dealer": position.dealer,
    }


def read(rules: HouseRules, data: Mapping[str, Any]) -> Position:
    """The position that JSON data describes; raises `BadPosition`.

    In a round that is over ``to_move`` is None whatever was written. Sums beyond the limit are taken as they are:
    a family may play on.
    """
    reader = Reader(data, rules.pack, rules.players)
    hands = reader.hands()
    lying = _lying(reader, reader["lying"])
    discards = bits(reader.cards(reader["discards"], "discards"))
    to_move = reader.to_move()
    dealer = reader.seat(reader["dealer"], "dealer")
    scores = _scores(reader.per_seat("scores"))
    position = Position(hands, lying, _passes(rules, lying, reader["passes"]), discards, to_move, scores, dealer)
    _check_counts(rules, position)
    if _check_over(position):
        return Position(hands, lying, 0, discards, None, scores, dealer)
    _check_turn(rules, position)
    return position


def read_deal(rules: HouseRules, data: Mapping[str, Any]) -> Position:
    """The first position of a deal; see `ChinesePoker.from_deal`."""
    reader = Reader(data, rules.pack, rules.players)
    dealer = reader.seat(data.get("dealer", 0), "dealer")
    scores = (0,) * rules.players if data.get("scores") is None else _scores(reader.per_seat("scores"))
    if data.get("hands") is not None:
        hands = reader.hands()
    elif data.get("packets") is not None:
        hands = _chosen(rules, reader, data, dealer)
    else:
        hands = (Pile(rules.hand_size, None),) * rules.players
    for seat, hand in enumerate(hands):
        _expect(f"hands[{seat}]", hand.size, rules.hand_size)
    return Position(hands, None, 0, 0, dealer, scores, dealer)


def _chosen(rules: HouseRules, reader: Reader, data: Mapping[str, Any], dealer: int) -> tuple[Pile, ...]:
    """The hands of two players who chose among three packets, the dealer first."""
    packets, choices = data["packets"], reader["choices"]
    if rules.players != 2 or not isinstance(packets, list | tuple) or len(packets) != 3:
        raise BadPosition(words.BAD_PACKETS())
    piles = [bits(reader.cards(packet, f"packets[{number}]")) for number, packet in enumerate(packets)]
    for number, pile in enumerate(piles):
        _expect(f"packets[{number}]", pile.bit_count(), rules.hand_size)
    # True == 1 == 1.0 in Python, but neither is the number of a packet.
    if choices not in map(list, permutations(range(3), 2)) or any(type(choice) is not int for choice in choices):
        raise BadPosition(words.BAD_PACKETS())
    dealers, others = (Pile(rules.hand_size, piles[choice]) for choice in choices)
    return (dealers, others) if dealer == 0 else (others, dealers)


def _expect(where: str, count: int, right: int) -> None:
    if count != right:
        raise BadPosition(words.WRONG_COUNT(where=where, count=count, right=right))


def _lying(reader: Reader, value: Any) -> Lying | None:
    """The hand to beat."""
    if value is None:
        return None
    if not isinstance(value, Mapping) or "by" not in value or "cards" not in value:
        raise BadPosition(words.BAD_LYING(example=LYING_EXAMPLE, given=value))
    by = reader.seat(value["by"], "lying.by")
    cards = reader.cards(value["cards"], "lying.cards")
    shape = recognised(cards)
    if shape is None:
        raise BadPosition(words.NO_HAND(cards=" ".join(NAMES[card] for card in cards) or "[]"))
    return Lying(by, arranged(cards, shape))


def _passes(rules: HouseRules, lying: Lying | None, value: Any) -> int:
    """How many passed since the hand lying; the last of a round of passes clears it."""
    most = 0 if lying is None else rules.players - 2
    if type(value) is not int or not 0 <= value <= most:
        raise BadPosition(words.BAD_PASSES(given=value, most=most))
    return value


def _scores(values: Any) -> tuple[int, ...]:
    if any(type(value) is not int or value < 0 for value in values):
        raise BadPosition(words.BAD_SCORES(given=list(values)))
    return tuple(values)


def _check_counts(rules: HouseRules, position: Position) -> None:
    """Every card that was dealt is in a hand, lies there, or was discarded; no hand is bigger than it can be."""
    lying = position.lying
    total = position.discards.bit_count() + sum(hand.size for hand in position.hands)
    total += 0 if lying is None else len(lying.cards)
    if total != rules.dealt:
        raise BadPosition(words.WRONG_TOTAL(count=total, right=rules.dealt))
    for seat, hand in enumerate(position.hands):
        played = len(lying.cards) if lying is not None and lying.by == seat else 0
        most = rules.hand_size - played
        if hand.size > most:
            raise BadPosition(words.HAND_TOO_BIG(where=f"hands[{seat}]", count=hand.size, played=played, most=most))


def _check_over(position: Position) -> bool:
    """Whether somebody is out of cards, which ends the round at once."""
    empty = [seat for seat, hand in enumerate(position.hands) if hand.size == 0]
    for seat in empty:
        if position.lying is None or position.lying.by != seat or position.passes:
            raise BadPosition(words.EMPTY_HAND(seat=seat))
    return bool(empty)


def _check_turn(rules: HouseRules, position: Position) -> None:
    """Turns pass clockwise from the hand lying there."""
    if position.to_move is None:
        raise BadPosition(words.NOBODY_TO_MOVE())
    if position.lying is None:
        return
    right = (position.lying.by + position.passes + 1) % rules.players
    if position.to_move != right:
        raise BadPosition(
            words.OUT_OF_TURN(seat=position.to_move, by=position.lying.by, passes=position.passes, owner=right)
        )
