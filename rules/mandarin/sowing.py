"""One turn of mandarin square capturing on the bare board: sowing on and on, then perhaps a chain of captures."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.mandarin.places import EAST_AT, ROUND, WEST_AT

SQUARES_AT = frozenset({EAST_AT, WEST_AT})


@dataclass(frozen=True)
class Rules:
    """The house rules that matter while stones are in the hand.

    ``chain``: captures may follow one another. ``unripe``: a mandarin with fewer citizens beside it is safe.
    """

    chain: bool
    unripe: int


@dataclass(frozen=True)
class Harvest:
    """What a turn leaves: citizens and mandarins on each square of the round trip, and what was won."""

    citizens: tuple[int, ...]
    mandarins: tuple[int, ...]
    won_citizens: int
    won_mandarins: int


def sow(rules: Rules, citizens: Sequence[int], mandarins: Sequence[int], start: int, step: int) -> Harvest:
    """Take up the field ``start`` of the round trip and sow it, ``step`` +1 (a1 to a5, E, b5 …) or -1.

    It always ends: a hand that goes on and on drops a stone on a mandarin square each time it passes one, and those
    are never taken up.
    """
    board, standing, length = list(citizens), list(mandarins), len(ROUND)
    at = start
    while True:
        hand, board[at] = board[at], 0
        for _ in range(hand):
            at = (at + step) % length
            board[at] += 1
        at = (at + step) % length
        if at in SQUARES_AT or not board[at]:
            break
    won_citizens = won_mandarins = 0
    while at not in SQUARES_AT and not board[at]:
        prize = (at + step) % length
        if not board[prize] and not standing[prize]:
            break
        if standing[prize] and board[prize] < rules.unripe:
            break
        won_citizens, board[prize] = won_citizens + board[prize], 0
        won_mandarins, standing[prize] = won_mandarins + standing[prize], 0
        if not rules.chain:
            break
        at = (prize + step) % length
    return Harvest(tuple(board), tuple(standing), won_citizens, won_mandarins)
