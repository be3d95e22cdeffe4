"""The position if people insist on the table as it lies, whatever the rules say of the way there."""

from dataclasses import replace

from rules.cards import NAMES, members
from rules.chinese_ten import record, words
from rules.chinese_ten.layout import ranks_lying
from rules.chinese_ten.position import RED_FIVES, Move, Position, played
from rules.chinese_ten.refusal import wrong_card
from rules.chinese_ten.variants import HouseRules
from rules.game import BadPosition


def as_it_lies(rules: HouseRules, position: Position, up: int, to_move: int | None) -> Position:
    """The position with exactly the cards ``up`` in the layout.

    A card that nobody had seen comes from the hand or the stock and is laid, even where it could have taken one; a
    card that was won before is put back; cards that vanish go to whoever put one back, else to the seat to move.
    What was told of the cut card does not count any more.
    Whose turn it is follows from the cards that are left, so ``to_move`` can only agree. Raises `BadPosition`.
    """
    if up == position.layout and to_move in (None, position.to_move):
        return position
    if position.to_move is None:
        raise BadPosition(words.OVER())
    position = replace(position, cut=None)
    new, gone = up & ~position.layout, position.layout & ~up
    if gone and not new:
        raise BadPosition(words.CAPTOR_UNSEEN(prey=" ".join(NAMES[card] for card in members(gone))))
    receiver = next((seat for seat, won in enumerate(position.won) if won & new), position.to_move)
    won = tuple(pile & ~new | (gone if seat == receiver else 0) for seat, pile in enumerate(position.won))
    fresh = new
    for pile in position.won:
        fresh &= ~pile
    after = _laid(replace(position, layout=up & ~fresh, won=won), fresh)
    if to_move is not None and after.to_move not in (None, to_move):
        stock, dealer = after.stock_count, after.dealer
        raise BadPosition(words.OUT_OF_TURN(seat=to_move, stock=stock, dealer=dealer, owner=after.to_move))
    fives = after.red_fives
    if fives is not None and after.won[fives] & RED_FIVES != RED_FIVES:
        fives = None
    triples = () if rules.variant.void else ranks_lying(up, 3)
    # Read back what a record would hold: what cannot be is refused now, not when the game is shown again.
    return record.read(rules, record.write(replace(after, triples=triples, red_fives=fives)))


def _laid(position: Position, fresh: int) -> Position:
    """The position after the cards ``fresh`` were laid: from the hand, then from the stock, all in this turn."""
    seat, first = position.to_move, fresh
    while fresh:
        if position.to_move != seat:
            raise BadPosition(words.SEVERAL_NEW(cards=" ".join(NAMES[card] for card in members(first))))
        cards = members(fresh & position.source()) or members(fresh)
        reason = wrong_card(position, cards[0])
        if reason is not None:
            raise BadPosition(reason)
        position = played(position, Move(cards[0], (), position.phase == "turn_up"), bonus=False)
        fresh &= ~(1 << cards[0])
    return position
