"""An evening of Chinese Ten: the deal goes round, scores add up, and somebody pays."""

from fractions import Fraction
from random import Random

import pytest

from rules import catalogue
from rules.chinese_ten.series import Series
from rules.chinese_ten.settlement import Payment, bonus, directly, through_pot


def ten(**options):
    return catalogue.game("chinese_ten", **options)


def played_out(game, seed, dealer=0, **more):
    random = Random(seed)
    position = game.from_deal({**game.deal(random, dealer), **more})
    while game.to_move(position) is not None:
        position = game.play(position, random.choice(game.moves(position)))
    return position


def test_the_deal_passes_to_the_left_and_scores_add_up():
    game = ten(players=3)
    evening = Series(game, first_dealer=1)
    for seed, dealer in enumerate([1, 2, 0, 1]):
        assert evening.next_deal() == {"dealer": dealer}
        assert evening.cutter == (dealer - 1) % 3
        assert evening.first == (dealer + 1) % 3
        evening = evening.after(played_out(game, seed, evening.dealer))
    assert evening.totals == [sum(deal.scores[seat] for deal in evening.deals) for seat in range(3)]
    assert sum(evening.totals) == 0


def test_the_cut_card_is_kept_where_it_was_told():
    game = ten(variant="taiwan")
    evening = Series(game).after(played_out(game, 1), cut="KD").after(played_out(game, 2, 1))
    assert [deal.cut for deal in evening.deals] == ["KD", None]


def test_in_main_merah_the_worst_of_the_last_deal_begins_the_next():
    game = ten(variant="merah", players=3)
    evening = Series(game)
    assert evening.next_deal() == {"dealer": 0, "first": 0}
    evening = evening.after(played_out(game, 5))
    scores = evening.deals[0].scores
    assert scores[evening.first] == min(scores)
    assert evening.next_deal() == {"dealer": 1, "first": evening.first}
    assert game.to_move(game.from_deal({**game.deal(Random(9), 1), **evening.next_deal()})) == str(evening.first)


def test_a_void_deal_is_dealt_again_by_the_same_hands():
    game = ten(variant="merah")
    layout = ["KC", "KD", "KH", "2C", "3C", "4C", "AC", "QC", "JC", "10C", "6S", "7S"]
    void = game.from_deal({"layout": layout, "dealer": 1})
    evening = Series(game, 1).after(void)
    assert evening.next_deal() == {"dealer": 1, "first": 1}
    assert evening.totals == [0, 0]
    assert game.payments(void) == []
    assert game.next_deal(void) == {"dealer": 1}


def test_a_deal_that_goes_on_cannot_be_counted():
    game = ten()
    with pytest.raises(ValueError, match="not over"):
        Series(game).after(game.start())


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
