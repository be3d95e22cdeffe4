"""Positions and deals of Chinese Ten as JSON data. What comes from outside is checked here, once and wholly."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.cards import NAMES, PACK, Card, Pile, Reader, bits, written
from rules.chinese_ten import words
from rules.chinese_ten.layout import is_void, ranks_lying, settled
from rules.chinese_ten.position import RED_FIVES, Phase, Position, of_rank, rank_names
from rules.chinese_ten.variants import HouseRules
from rules.game import BadPosition


def write(position: Position) -> dict[str, Any]:
    """The position as JSON data, without the game's name and options."""
    stock = position.stock
    return {
        "layout": written(position.layout),
        "hands": [hand.written() for hand in position.hands],
        "stock": stock if isinstance(stock, int) else [NAMES[card] for card in stock],
        "won": [written(won) for won in position.won],
        "to_move": position.to_move,
        "phase": position.phase,
        "dealer": position.dealer,
        "triples": rank_names(position.triples),
        "red_fives": position.red_fives,
        **({} if position.cut is None else {"cut": NAMES[position.cut]}),
    }


def read(rules: HouseRules, data: Mapping[str, Any]) -> Position:
    """The position that JSON data describes; raises `BadPosition`.

    In a deal that is over ``to_move`` and ``phase`` are what they must be, whatever was written. ``triples`` left out
    is what the layout says. How the cards of a pile were paired is not asked: players may have let a slip stand.
    """
    reader = Reader(data, PACK, rules.players)
    layout = bits(reader.cards(reader["layout"], "layout"))
    hands = reader.hands()
    stock = _stock(reader, reader["stock"])
    won = tuple(bits(reader.cards(pile, f"won[{seat}]")) for seat, pile in enumerate(reader.per_seat("won")))
    cut = _cut(rules, reader, data.get("cut"), stock)
    dealer = reader.seat(reader["dealer"], "dealer")
    to_move = reader.to_move()
    phase = _phase(reader["phase"], over=not stock and not any(hand.size for hand in hands))
    position = Position(layout, hands, stock, won, to_move, phase, dealer)
    _check_counts(rules, position)
    if _is_first(rules, position):
        _check_first_layout(rules, position)
    if _is_over(rules, position):
        to_move = None
    elif to_move is None:
        raise BadPosition(words.NOBODY_TO_MOVE())
    else:
        _check_turn(rules, position, to_move)
    triples = _triples(rules, layout, data.get("triples"))
    red_fives = _red_fives(rules, reader, won, data.get("red_fives"))
    return replace(position, to_move=to_move, triples=triples, red_fives=red_fives, cut=cut)


def read_deal(rules: HouseRules, data: Mapping[str, Any]) -> Position:
    """The first position of a deal; see `ChineseTen.from_deal`."""
    reader = Reader(data, PACK, rules.players)
    layout = bits(reader.cards(reader["layout"], "layout"))
    _expect("layout", layout.bit_count(), rules.layout_size)
    hidden = (Pile(rules.hand_size, None),) * rules.players
    hands = hidden if data.get("hands") is None else reader.hands()
    for seat, hand in enumerate(hands):
        _expect(f"hands[{seat}]", hand.size, rules.hand_size)
    stock = rules.stock_size if data.get("stock") is None else _stock(reader, data["stock"])
    _expect("stock", stock if isinstance(stock, int) else len(stock), rules.stock_size)
    cut = _cut(rules, reader, data.get("cut"), stock)
    dealer = reader.seat(data.get("dealer", 0), "dealer")
    first = rules.beginner(dealer)
    if rules.variant.void and data.get("first") is not None:
        first = reader.seat(data["first"], "first")
    return settled(rules, Position(layout, hands, stock, (0,) * rules.players, first, "play", dealer, cut=cut))


def _stock(reader: Reader, value: Any) -> tuple[Card, ...] | int:
    """A stock given as cards from the top, or as their number."""
    if isinstance(value, list | tuple):
        return tuple(reader.cards(value, "stock"))
    return reader.pile(value, "stock").size


def _phase(value: Any, *, over: bool) -> Phase:
    """Which half of a turn is due; when the cards are out none is, whatever was written."""
    if value == "play" or over:
        return "play"
    if value != "turn_up":
        raise BadPosition(words.BAD_PHASE(given=value))
    return "turn_up"


def _expect(where: str, count: int, right: int) -> None:
    if count != right:
        raise BadPosition(words.WRONG_COUNT(where=where, count=count, right=right))


def _check_counts(rules: HouseRules, position: Position) -> None:
    """52 cards in all, no more in the stock than were dealt to it, and a hand card for every card still to turn up."""
    stock = position.stock_count
    held = sum(hand.size for hand in position.hands)
    total = position.layout.bit_count() + held + stock + sum(won.bit_count() for won in position.won)
    if total != 52:
        raise BadPosition(words.WRONG_TOTAL(count=total))
    if stock > rules.stock_size:
        _expect("stock", stock, rules.stock_size)
    _expect("hands", held, stock - (position.phase == "turn_up"))


def _is_first(rules: HouseRules, position: Position) -> bool:
    """Whether nobody has played yet."""
    return position.stock_count == rules.stock_size and position.phase == "play"


def _check_first_layout(rules: HouseRules, position: Position) -> None:
    """Before the first turn the first layout lies there whole, save four of a rank that the dealer took."""
    won = position.won[position.dealer]
    taken = 0 if rules.variant.void else 4 * len(ranks_lying(won, 4))
    _expect("layout", position.layout.bit_count(), rules.layout_size - taken)


def _is_over(rules: HouseRules, position: Position) -> bool:
    """Whether the cards are out (and nothing is left lying that had to be taken), or the deal is void."""
    if position.stock_count:
        return rules.variant.void and _is_first(rules, position) and is_void(position.layout, rules.redeal_groups)
    if position.layout and not rules.variant.void:
        raise BadPosition(words.LEFT_OVER(cards=" ".join(written(position.layout))))
    return True


def _check_turn(rules: HouseRules, position: Position, to_move: int) -> None:
    """Turns pass clockwise from the beginner, and every seat holds what it has not yet played."""
    players, stock, dealer = rules.players, position.stock_count, position.dealer
    turned = rules.stock_size - stock
    first = (to_move - turned) % players
    # In Main Merah the worst of the last deal begins, which a single position cannot know.
    if not rules.variant.void and first != rules.beginner(dealer):
        right = (rules.beginner(dealer) + turned) % players
        raise BadPosition(words.OUT_OF_TURN(seat=to_move, stock=stock, dealer=dealer, owner=right))
    turns = turned + (position.phase == "turn_up")
    for seat, hand in enumerate(position.hands):
        played = (turns - (seat - first) % players + players - 1) // players
        _expect(f"hands[{seat}]", hand.size, rules.hand_size - played)


def _triples(rules: HouseRules, layout: int, given: Any) -> tuple[int, ...]:
    """The triples that lie in ``layout``, which must be those that were given, if any were."""
    right: tuple[int, ...] = ()
    if not rules.variant.void:
        for rank in ranks_lying(layout, 4):
            raise BadPosition(words.FOUR_LYING(cards=" ".join(written(of_rank(layout, rank)))))
        right = ranks_lying(layout, 3)
    names = rank_names(right)
    if given is not None and not (isinstance(given, list | tuple) and sorted(map(str, given)) == sorted(names)):
        raise BadPosition(words.WRONG_TRIPLES(given=given, right=names))
    return right


def _red_fives(rules: HouseRules, reader: Reader, won: tuple[int, ...], given: Any) -> int | None:
    """Who took both red fives in one capture."""
    if given is None:
        return None
    seat = reader.seat(given, "red_fives")
    if not rules.variant.red_fives or won[seat] & RED_FIVES != RED_FIVES:
        raise BadPosition(words.BAD_RED_FIVES(given=given))
    return seat


def _cut(rules: HouseRules, reader: Reader, cut: Any, stock: tuple[Card, ...] | int) -> Card | None:
    """The cut card, if told: the bottom card of the stock. None also where the stock's own cards say so."""
    if cut is None:
        return None
    if not rules.variant.cut:
        raise BadPosition(words.NO_CUT(variant=rules.variant.name))
    if isinstance(stock, int):
        if stock:
            return reader.card(cut, "cut")
    elif stock and cut == NAMES[stock[-1]]:
        return None
    raise BadPosition(words.WRONG_CUT(card=cut))
