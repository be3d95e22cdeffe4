"""An evening of Chinese Ten: the deal goes round, scores add up, and somebody pays."""

from fractions import Fraction
from random import Random

import pytest

from rules import catalogue
from rules.chinese_ten.settlement import Payment, bonus, directly, through_pot


def ten(**options):
    return catalogue.game("chinese_ten", **options)


def played_out(game, seed, dealer=0, **more):
    random = Random(seed)
    position = game.from_deal({**game.deal(random), "dealer": dealer, **more})
    while game.to_move(position) is not None:
        position = game.play(position, random.choice(game.moves(position)))
    return position


def test_the_deal_passes_to_the_left():
    game = ten(players=3)
    assert [game.next_deal(played_out(game, seed, dealer))["dealer"] for seed, dealer in enumerate([1, 2, 0])] == [
        2,
        0,
        1,
    ]


def test_in_main_merah_the_worst_of_the_last_deal_begins_the_next():
    game = ten(variant="merah", players=3)
    assert game.to_move(game.from_deal({**game.deal(Random(9)), "dealer": 1})) == "1", "the dealer begins the first one"
    over = played_out(game, 5)
    settled = game.next_deal(over)
    scores = game.scores(over)
    assert settled["dealer"] == 1
    assert scores[settled["first"]] == min(scores)
    assert game.to_move(game.from_deal({**game.deal(Random(9)), **settled})) == str(settled["first"])


def test_a_void_deal_costs_nothing_and_is_dealt_again_by_the_same_hands():
    game = ten(variant="merah")
    layout = ["KC", "KD", "KH", "2C", "3C", "4C", "AC", "QC", "JC", "10C", "6S", "7S"]
    void = game.from_deal({"layout": layout, "dealer": 1})
    assert game.payments(void) == []
    assert game.next_deal(void) == {"dealer": 1}


def test_the_pot_takes_what_is_lacking_and_gives_what_is_above():
    assert through_pot([Fraction(20), Fraction(-15), Fraction(0), Fraction(-5)]) == [
        Payment(1, None, Fraction(15)),
        Payment(3, None, Fraction(5)),
        Payment(None, 0, Fraction(20)),
    ]


def test_losers_pay_winners():
    assert directly([Fraction(12), Fraction(-12)]) == [Payment(1, 0, Fraction(12))]
    assert directly([Fraction(-30), Fraction(10), Fraction(25), Fraction(-5)]) == [
        Payment(0, 1, Fraction(10)),
        Payment(0, 2, Fraction(20)),
        Payment(3, 2, Fraction(5)),
    ]


def test_both_red_fives_cost_everybody_else_ten():
    assert bonus(4, 2) == [Payment(seat, 2, Fraction(10)) for seat in (0, 1, 3)]
    assert bonus(4, None) == []


@pytest.mark.parametrize(
    ("variant", "players"), [("ten", 2), ("ten", 4), ("taiwan", 4), ("barraco", 4), ("frog", 3), ("merah", 3)]
)
def test_payments_settle_every_score_exactly(variant, players):
    game = ten(variant=variant, players=players)
    for seed in range(12):
        position = played_out(game, seed)
        if game.outcome(position).reason == "void":
            continue
        balance = dict.fromkeys(range(players), Fraction(0))
        pot = Fraction(0)
        for payer, payee, amount in game.payments(position):
            assert amount > 0
            pot += amount * ((payee is None) - (payer is None))
            if payer is not None:
                balance[payer] -= amount
            if payee is not None:
                balance[payee] += amount
        assert list(balance.values()) == game.scores(position)
        assert pot == -sum(game.scores(position))
        assert pot == 0 or variant == "merah"
