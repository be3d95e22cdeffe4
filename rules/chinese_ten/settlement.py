"""Who pays whom after a deal: every seat's difference from the tie score, directly or through a pot."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rules.chinese_ten.variants import HouseRules

RED_FIVES_BONUS = 10
"""Points from each other player for both red fives in one capture."""


class Payment(NamedTuple):
    """Points that change hands; None is the pot in the middle of the table."""

    payer: int | None
    payee: int | None
    amount: Fraction


def settle(rules: HouseRules, points: Sequence[int], red_fives: int | None) -> list[Payment]:
    """The payments after a deal that brought ``points``; ``red_fives`` is the seat that took both in one capture.

    The red fives' bonus is paid at once, seat to seat. The differences go through a pot in the Taiwan game and from
    losers to winners elsewhere. What nobody took (Main Merah) is missing from the winnings and stays in the pot.
    """
    differences = [won - rules.tie for won in points]
    settled = through_pot(differences) if rules.variant.pot else directly(differences)
    return bonus(rules.players, red_fives) + settled


def bonus(players: int, taker: int | None) -> list[Payment]:
    """Ten points from each other seat to the one that took both red fives in one capture."""
    if taker is None:
        return []
    return [Payment(seat, taker, Fraction(RED_FIVES_BONUS)) for seat in range(players) if seat != taker]


def through_pot(differences: Sequence[Fraction]) -> list[Payment]:
    """Who is below the tie score pays what is lacking into the pot, who is above takes the surplus out."""
    paid = [Payment(seat, None, -below) for seat, below in enumerate(differences) if below < 0]
    taken = [Payment(None, seat, above) for seat, above in enumerate(differences) if above > 0]
    return paid + taken


def directly(differences: Sequence[Fraction]) -> list[Payment]:
    """The same without a pot: losers pay winners, both in the order of seats."""
    due = {seat: above for seat, above in enumerate(differences) if above > 0}
    payments = []
    for payer, below in enumerate(differences):
        left = -below
        for payee in list(due):
            if left <= 0:
                break
            amount = min(left, due[payee])
            payments.append(Payment(payer, payee, amount))
            left -= amount
            due[payee] -= amount
            if not due[payee]:
                del due[payee]
        if left > 0:
            payments.append(Payment(payer, None, left))
    return payments
