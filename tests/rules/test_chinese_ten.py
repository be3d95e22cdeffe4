"""Scenes at a table of Chinese Ten: what is dealt, what takes what, what the referee catches, what it is worth."""

from fractions import Fraction
from random import Random

import pytest

from rules import catalogue
from rules.cards import CARDS, NAMES, UP, face_up
from rules.game import BadOption, IllegalMove, UnreadableMove
from rules.match import first_position
from rules.sight import EMPTY, differences

ALL = list(NAMES)


def ten(**options):
    return catalogue.game("chinese_ten", **options)


def words(text):
    return text.split()


def deal(game, layout="", hand="", stock="", other="", *, dealer=0):
    """The first position of a deal: the layout, the beginner's hand, the next one's, and the stock begin as told.

    All other cards are dealt out in the order of the pack, black ones first.
    """
    rules = game.rules
    first = rules.beginner(dealer)
    told = {
        "layout": words(layout),
        first: words(hand),
        (first + 1) % rules.players: words(other),
        "stock": words(stock),
    }
    named = [card for cards in told.values() for card in cards]
    rest = iter(
        sorted((card for card in ALL if card not in named), key=lambda card: (card[-1] in "HD", ALL.index(card)))
    )
    sizes = {
        "layout": rules.layout_size,
        **dict.fromkeys(range(rules.players), rules.hand_size),
        "stock": rules.stock_size,
    }
    piles = {
        place: [*told.get(place, []), *(next(rest) for _ in range(size - len(told.get(place, []))))]
        for place, size in sizes.items()
    }
    data = {
        "hands": [piles[seat] for seat in range(rules.players)],
        "layout": piles["layout"],
        "stock": piles["stock"],
        "dealer": dealer,
    }
    return game.from_deal(data)


def play(game, position, *texts):
    for text in texts:
        position = game.play(position, game.read(text, position))
    return position


def texts(game, position):
    return [game.write(move) for move in game.moves(position)]


def refusal(game, position, text):
    with pytest.raises(IllegalMove) as refused:
        game.read(text, position)
    return refused.value.reason.id


def lying(position):
    return {card for card in ALL if position.layout >> CARDS[card] & 1}


def won(position, seat):
    return {card for card in ALL if position.won[seat] >> CARDS[card] & 1}


@pytest.mark.parametrize(
    ("variant", "players", "dealt", "first", "tie"),
    [
        ("ten", 2, (12, 4, 24), 1, 105),
        ("ten", 3, (8, 4, 24), 1, 80),
        ("ten", 4, (6, 4, 24), 1, 70),
        ("taiwan", 4, (6, 4, 24), 0, 60),
        ("barraco", 2, (12, 4, 24), 0, 110),
        ("barraco", 4, (6, 4, 24), 0, 55),
        ("frog", 2, (12, 4, 24), 1, 109),
        ("frog", 3, (8, 4, 24), 1, Fraction(218, 3)),
        ("frog", 4, (6, 4, 24), 1, Fraction(109, 2)),
        ("merah", 2, (10, 12, 20), 0, 105),
        ("merah", 3, (7, 10, 21), 0, 70),
    ],
)
def test_every_variant_is_dealt_as_told(variant, players, dealt, first, tie):
    game = ten(variant=variant, players=players)
    position = game.start()
    assert {pile.size for pile in position.hands} == {dealt[0]}
    assert (position.layout.bit_count(), position.stock_count) == dealt[1:]
    assert len(position.hands) == players
    assert game.to_move(position) == str(first)
    assert game.rules.tie == tie
    assert sum(game.rules.values) == tie * players


def test_the_variant_says_how_many_play_if_nobody_else_does():
    assert [ten(variant=variant).options["players"] for variant in ("ten", "taiwan", "barraco", "frog", "merah")] == [
        2,
        4,
        2,
        2,
        2,
    ]
    for variant, players in (("taiwan", 2), ("barraco", 3), ("merah", 4)):
        with pytest.raises(BadOption):
            ten(variant=variant, players=players)
    with pytest.raises(BadOption):
        ten(variant="taiwan", first="left")
    assert ten(first="dealer").to_move(ten(first="dealer").start()) == "0"


@pytest.mark.parametrize(
    ("variant", "players", "worth"),
    [
        ("ten", 2, {"2D": 2, "8H": 8, "9H": 10, "10D": 10, "KH": 10, "AH": 20, "AS": 0, "AC": 0, "KS": 0}),
        ("ten", 3, {"AS": 30, "AC": 0, "AD": 20}),
        ("ten", 4, {"AS": 30, "AC": 40, "AD": 20}),
        ("taiwan", 4, {"AS": 30, "AC": 0, "AD": 20, "9D": 10}),
        ("barraco", 2, {"AS": 30, "AC": 0, "AD": 10, "8D": 8}),
        ("frog", 2, {"AH": 0, "KD": 0, "2C": 2, "9S": 9, "10C": 10, "JS": 10, "AC": 0, "AS": 50}),
        ("merah", 2, {"AH": 20, "AS": 0, "QD": 10, "7D": 7, "7C": 0}),
    ],
)
def test_cards_are_worth_what_the_table_says(variant, players, worth):
    values = ten(variant=variant, players=players).rules.values
    assert {card: values[CARDS[card]] for card in worth} == worth


def test_a_card_takes_what_makes_ten_with_it_and_which_of_several_is_free():
    game = ten()
    position = deal(game, "3H 3S KD 5C", "7D 5H KS QS AC")
    assert {text for text in texts(game, position) if text[:2] in ("7D", "5H", "KS", "QS", "AC")} == {
        "7Dx3H",
        "7Dx3S",
        "5Hx5C",
        "KSxKD",
        "QS",
        "AC",
    }
    after = play(game, position, "7Dx3S")
    assert lying(after) == {"3H", "KD", "5C"}
    assert won(after, 1) == {"7D", "3S"}
    laid = play(game, position, "QS")
    assert "QS" in lying(laid)
    assert not laid.won[1]


def test_moves_come_by_rank_and_suit_of_the_card_and_then_of_the_prey():
    game = ten()
    position = deal(game, "3S 3C 7H KD", "7D 7C 10H 10C AS KC 3D 2S 4S 6S 8S QS")
    expected = "AS 2S 3Dx7H 4S 6S 7Cx3C 7Cx3S 7Dx3C 7Dx3S 8S 10C 10H QS KCxKD"
    assert texts(game, position) == words(expected)


def test_a_turn_is_a_card_from_the_hand_and_the_top_card_of_the_stock():
    game = ten(players=3)
    position = deal(game, "2C 4C 6C JC", "8C KC", "6D QH")
    assert game.to_move(position) == "1"
    assert refusal(game, position, "+6D") == "ten-play-first"
    position = play(game, position, "8Cx2C")
    assert game.to_move(position) == "1"
    assert texts(game, position) == ["+6Dx4C"]
    assert refusal(game, position, "KC") == "ten-turn-up-first"
    assert refusal(game, position, "+QH") == "ten-not-on-top"
    position = play(game, position, "+6Dx4C")
    assert game.to_move(position) == "2"
    assert won(position, 1) == {"8C", "2C", "6D", "4C"}
    assert position.stock_count == 23
    assert [pile.size for pile in position.hands] == [8, 7, 8]


def test_what_the_referee_catches():
    game = ten()
    position = deal(game, "3H 3S KD 4C", "7D QD 2D", "", "QS")
    assert refusal(game, position, "7D") == "ten-must-take"
    assert refusal(game, position, "7Dx3H3S") == "ten-one-only"
    assert refusal(game, position, "7DxKD") == "ten-no-ten"
    assert refusal(game, position, "7Dx4C") == "ten-no-ten"
    assert refusal(game, position, "QDxKD") == "ten-own-rank-only"
    assert refusal(game, position, "2Dx8D") == "ten-prey-not-there"
    assert refusal(game, position, "QS") == "ten-not-in-hand"
    assert refusal(game, position, "3Hx3S") == "ten-already-in-layout"
    later = play(game, position, "7Dx3H")
    assert refusal(game, later, "+7D") == "ten-already-won"
    assert refusal(game, later, "+3H") == "ten-already-won"


@pytest.mark.parametrize(
    "text",
    ["", "7d", "7D ", " 7D", "7X", "1D", "11D", "7Dx", "x3H", "7D3H", "7Dx3H,3S", "++7D", "pass", "7D x3H", "７D"],
)
def test_what_is_no_move_cannot_be_read(text):
    game = ten()
    with pytest.raises(UnreadableMove):
        game.read(text, game.start())


def test_three_kings_in_the_first_layout_go_to_the_fourth_together():
    game = ten()
    position = deal(game, "KC KH KS 7C", "KD 3C")
    assert game.write_position(position)["triples"] == ["K"]
    assert [text for text in texts(game, position) if text[0] == "K"] == ["KDxKCKHKS"]
    assert refusal(game, position, "KD") == "ten-takes-all"
    assert refusal(game, position, "KDxKC") == "ten-takes-all"
    assert game.read("KDxKSKCKH", position) == game.read("KDxKCKHKS", position)
    after = play(game, position, "KDxKCKHKS")
    assert lying(after) == {"7C"}
    assert won(after, 1) == {"KC", "KD", "KH", "KS"}
    assert game.write_position(after)["triples"] == []


def test_a_triple_may_also_fall_to_the_card_turned_up():
    game = ten()
    position = play(game, deal(game, "10C 10D 10H 7C", "KD", "10S"), "KD")
    assert texts(game, position) == ["+10Sx10C10D10H"]


def test_three_nines_are_no_triple():
    game = ten()
    position = deal(game, "9C 9H 9S 7C", "AD")
    assert game.write_position(position)["triples"] == []
    assert [text for text in texts(game, position) if text[:2] == "AD"] == ["ADx9C", "ADx9H", "ADx9S"]


def test_four_of_a_rank_belong_to_the_dealer_before_the_first_turn():
    game = ten(variant="barraco")
    position = deal(game, "5C 5D 5H 5S", dealer=1)
    assert won(position, 1) == {"5C", "5D", "5H", "5S"}
    assert not position.layout
    assert position.red_fives is None
    assert game.read_position(game.write_position(position)) == position
    sevens = deal(ten(), "7C 7D 7H 7S")
    assert sevens.layout.bit_count() == 4


@pytest.mark.parametrize("variant", ["taiwan", "barraco"])
def test_both_red_fives_in_one_capture_bring_a_bonus(variant):
    game = ten(variant=variant, players=4)
    position = deal(game, "5D 2C KC 9C", "5H AD", "10C")
    assert play(game, position, "5Hx5D").red_fives == 0
    turned = deal(game, "5D 2C KC 9C", "JD", "5H")
    assert play(game, turned, "JD", "+5Hx5D").red_fives == 0
    black = deal(game, "5D 2C KC 9C", "5S AD")
    assert play(game, black, "5Sx5D").red_fives is None
    three = deal(game, "5D 5S 5H 9C", "5C")
    assert play(game, three, "5Cx5D5H5S").red_fives == 0


def test_elsewhere_red_fives_are_only_fives():
    for variant in ("ten", "frog", "merah"):
        game = ten(variant=variant)
        layout = "5D 2C KC QC" if variant != "merah" else "5D 2C KC QC JC 10C 3C 4C AC 2S 3S 4S"
        assert play(game, deal(game, layout, "5H"), "5Hx5D").red_fives is None


def test_the_bonus_is_ten_points_from_each_other_seat():
    game = ten(variant="taiwan")
    position = play(game, deal(game, "5D 2C KC 9C", "5H AD"), "5Hx5D")
    random = Random(1)
    while game.to_move(position) is not None:
        position = game.play(position, random.choice(game.moves(position)))
    result = game.outcome(position).as_json()
    plain = [points - 60 for points in result["points"]]
    assert [score - before for score, before in zip(result["scores"], plain, strict=True)] == [30, -10, -10, -10]
    assert sum(result["scores"]) == 0


@pytest.mark.parametrize("variant", ["ten", "taiwan", "barraco", "frog"])
def test_when_the_cards_are_out_the_layout_is_empty(variant):
    game = ten(variant=variant)
    for seed in range(8):
        random = Random(seed)
        position = first_position(game, random)
        while game.to_move(position) is not None:
            assert not game.outcome(position).over
            position = game.play(position, random.choice(game.moves(position)))
        assert not position.layout
        assert not game.moves(position)
        result = game.outcome(position).as_json()
        assert result["over"]
        assert sum(result["points"]) == sum(game.rules.values)
        assert refusal(game, position, "7D") == "ten-over"


def test_three_frogs_do_not_round():
    game = ten(variant="frog", players=3)
    random = Random(4)
    position = first_position(game, random)
    while game.to_move(position) is not None:
        position = game.play(position, random.choice(game.moves(position)))
    result = game.outcome(position).as_json()
    assert result["scores"] == pytest.approx([points - 218 / 3 for points in result["points"]])
    assert any(score != round(score) for score in result["scores"])


def test_in_main_merah_what_is_left_over_counts_for_nobody():
    game = ten(variant="merah")
    # All four aces and all four nines lie in the layout: nothing is left in hand or stock that could take them.
    lists = {"layout": words("AC AD AH AS 9C 9D 9H 9S KC QC JC 10C"), "dealer": 0}
    rest = [card for card in ALL if card not in lists["layout"]]
    game = ten(variant="merah", redeal_groups=False)
    position = game.from_deal({**lists, "hands": [rest[:10], rest[10:20]], "stock": rest[20:]})
    random = Random(0)
    while game.to_move(position) is not None:
        position = game.play(position, random.choice(game.moves(position)))
    assert lying(position) == set(words("AC AD AH AS 9C 9D 9H 9S"))
    result = game.outcome(position).as_json()
    assert sum(result["points"]) == 210 - 60
    assert game.read_position(game.write_position(position)) == position


@pytest.mark.parametrize(
    ("layout", "groups", "void"),
    [
        ("KC KD KH 2C 3C 4C AC QC JC 10C 6S 7S", True, True),
        ("5C 5D 5H 5S 2C 3C AC QC JC 10C 6S KC", False, True),
        ("AC AD AH 9C 9D 2C 3C 4C QC JC 10C KC", True, True),
        ("AC AD AH 9C 9D 2C 3C 4C QC JC 10C KC", False, False),
        ("AC AD AH 9C 2D 2C 3C 4C QC JC 10C KC", True, False),
        ("2C 2D 2H 8C 8D 3C 4C 4D QC JC 10C KC", True, True),
    ],
)
def test_a_first_layout_of_main_merah_may_make_the_deal_void(layout, groups, void):
    game = ten(variant="merah", redeal_groups=groups)
    position = deal(game, layout)
    assert (game.to_move(position) is None) == void
    if void:
        assert game.moves(position) == []
        expected = {"over": True, "reason": "void", "points": [0, 0], "scores": [0, 0]}
        assert game.outcome(position).as_json() == expected
        written = game.write_position(position)
        assert written["to_move"] is None
        assert game.read_position(written) == game.read_position({**written, "to_move": 0}) == position


def test_behind_a_number_may_be_any_card_that_nobody_has_seen():
    game = ten()
    known = deal(game, "3H 3S KD 5C", "7D QD")
    table = game.concealed(known)
    possible = {text.partition("x")[0] for text in texts(game, table)}
    assert possible == set(ALL) - lying(known)
    assert set(texts(game, known)) <= set(texts(game, table))
    after = play(game, table, "7Dx3H", "+QS")
    assert after.hands[1].size == 11
    assert after.stock_count == 23
    assert {"7D", "3H", "QS"}.isdisjoint(text.partition("x")[0] for text in texts(game, after))


def test_a_card_known_elsewhere_is_not_behind_a_number():
    game = ten()
    written = game.write_position(deal(game, "3H 3S KD 5C", "7D QD", "JS", "QS QH"))
    mixed = game.read_position({**written, "hands": [written["hands"][0], 12]})
    possible = {text.partition("x")[0] for text in texts(game, mixed)}
    assert "JS" not in possible
    assert "QS" not in possible
    assert "7Dx3H" in texts(game, mixed)
    assert len(possible) == 12


def test_a_capture_lies_side_by_side_for_a_moment():
    game = ten()
    position = game.concealed(deal(game, "3H 3S KD 5C", "7D QD"))
    before = game.view(position)
    assert {place for place, token in before.items() if token == UP} == set(words("3H 3S KD 5C"))
    assert len(before) == 52
    take, lay = game.read("7Dx3H", position), game.read("QD", position)
    assert game.showing(position, take) == {**before, "7D": UP}
    assert game.changes(position, take) == {"3H": EMPTY}
    assert game.showing(position, lay) is None
    assert game.changes(position, lay) == {"QD": UP}
    for move in game.moves(position):
        after = game.view(game.play(position, move))
        assert differences(before, after) == game.changes(position, move)
    assert game.owner(position, "3H") is None


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("3H 3S KD 5C", "ten-not-changed"),
        ("3H 3S KD 5C 7D", "ten-must-take"),
        ("3S KD 5C", "ten-captor-unseen"),
        ("KD 5C", "ten-two-gone"),
        ("3S KD 5C 7D", "ten-take-both"),
        ("3H 3S 5C 7D", "ten-no-ten"),
        ("3H 3S 5C QD", "ten-own-rank-only"),
        ("3H 3S KD 5C QD QS", "ten-several-new"),
        ("KD 5C 7D", "ten-one-only"),
    ],
)
def test_why_a_table_cannot_be(table, reason):
    game = ten()
    position = game.concealed(deal(game, "3H 3S KD 5C", "7D QD"))
    after = face_up(game.board, sum(1 << CARDS[card] for card in words(table)))
    assert game.why_not(position, after).id == reason


def test_why_a_table_cannot_be_while_the_stock_waits_or_the_deal_is_over():
    game = ten(variant="taiwan")
    position = play(game, game.concealed(deal(game, "3H 5D KD 5C", "7D QD")), "7Dx3H")
    assert game.why_not(position, game.view(position)).id == "ten-turn-up-first"
    seen_twice = {**game.view(position), "7D": UP}
    assert game.why_not(position, seen_twice).id == "ten-already-won"
    void = deal(ten(variant="merah"), "KC KD KH 2C 3C 4C AC QC JC 10C 6S 7S")
    assert game.why_not(void, game.view(void)).id == "ten-over"


def test_a_triple_that_was_put_away_without_its_captor():
    game = ten()
    position = game.concealed(deal(game, "KC KH KS 7C"))
    after = face_up(game.board, 1 << CARDS["7C"])
    assert game.why_not(position, after).id == "ten-captor-unseen"
    gone = face_up(game.board, 1 << CARDS["7C"] | 1 << CARDS["KS"])
    assert game.why_not(position, {**gone, "KD": UP}).id == "ten-takes-all"


def test_a_cut_card_that_was_told_comes_last_from_the_stock():
    game = ten(variant="taiwan")
    position = game.from_deal({"layout": ["KS", "3D", "2H", "5C"], "cut": "10H"})
    while position.stock_count > 1:
        for text in ("10H", "+10H"):
            if text.startswith("+") == (position.phase == "turn_up"):
                assert refusal(game, position, text) == "ten-at-the-bottom"
        assert not any(move.card == CARDS["10H"] for move in game.moves(position))
        position = game.play(position, game.moves(position)[0])
    position = game.play(position, game.moves(position)[0])
    assert {move.card for move in game.moves(position)} == {CARDS["10H"]}
    position = game.play(position, game.moves(position)[0])
    assert game.outcome(position).over
    assert position.cut is None
    assert game.read_position(game.write_position(position)) == position


def test_who_insists_on_the_cut_card_in_the_layout_is_believed():
    game = ten(variant="taiwan")
    position = game.from_deal({"layout": ["KS", "3D", "2H", "5C"], "cut": "10H"})
    view = {**game.view(position), "10H": "up"}
    assert str(game.why_not(position, view)).startswith("10H was told to be the cut card")
    after = game.as_it_lies(position, view)
    assert (after.cut, after.phase) == (None, "turn_up")
