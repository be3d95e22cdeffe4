"""Written positions and deals of Chinese Ten: read back equal, and refused where they cannot lie on a table."""

import json
from dataclasses import replace
from random import Random

import pytest

from rules import catalogue
from rules.cards import CARDS, NAMES
from rules.game import BadPosition
from rules.match import first_position


def ten(**options):
    return catalogue.game("chinese_ten", **options)


def middle(game, plies=9, seed=3):
    """A position some plies into a random deal, as written data."""
    random = Random(seed)
    position = first_position(game, random)
    for _ in range(plies):
        position = game.play(position, random.choice(game.moves(position)))
    return game.write_position(position)


def refused(data, reader=None):
    game = ten(**data["options"])
    with pytest.raises(BadPosition) as error:
        (reader or game.read_position)(data)
    return error.value


def test_lists_may_come_in_any_order_and_are_written_sorted():
    data = middle(ten())
    shuffled = {key: list(reversed(value)) if key == "layout" else value for key, value in data.items()}
    shuffled["hands"] = [list(reversed(hand)) for hand in data["hands"]]
    shuffled["won"] = [list(reversed(pile)) for pile in data["won"]]
    game = ten()
    assert game.read_position(shuffled) == game.read_position(data)
    assert game.write_position(game.read_position(shuffled)) == data
    assert hash(game.read_position(shuffled)) == hash(game.read_position(data))


def test_positions_carry_all_their_options():
    assert middle(ten(variant="merah"))["options"] == {
        "variant": "merah",
        "players": 2,
        "first": "dealer",
        "redeal_groups": True,
    }
    data = middle(ten())
    game, position = catalogue.read_position({**data, "options": {}})
    assert game.options == data["options"]
    assert game.write_position(position) == data


def test_a_card_twice_is_named_with_both_places():
    data = middle(ten())
    data["stock"][0] = data["layout"][0]
    error = refused(data)
    assert error.reason.id == "cards-twice"
    assert error.reason.args == {"card": data["layout"][0], "first": "layout", "second": "stock"}


@pytest.mark.parametrize("card", ["1H", "10X", "ad", "Joker", 7, None, ["AS"]])
def test_what_is_no_card_is_named(card):
    data = middle(ten())
    data["layout"][0] = card
    assert refused(data).reason.id == "cards-unknown"


@pytest.mark.parametrize("key", ["layout", "hands", "stock", "won", "to_move", "phase", "dealer"])
def test_a_part_that_is_missing_is_named(key):
    data = middle(ten())
    del data[key]
    assert refused(data).reason.args["where"] == key


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("layout", "3H", "cards-not-a-list"),
        ("layout", {"3H": 1}, "cards-not-a-list"),
        ("hands", [8], "cards-not-per-seat"),
        ("hands", 7, "cards-not-per-seat"),
        ("hands", [7, "8"], "cards-not-a-pile"),
        ("hands", [7, -8], "cards-not-a-pile"),
        ("hands", [7, True], "cards-not-a-pile"),
        ("hands", [7, 7.0], "cards-not-a-pile"),
        ("hands", [8, 8], "ten-wrong-total"),
        ("stock", 1000, "ten-wrong-total"),
        ("stock", "many", "cards-not-a-pile"),
        ("won", [[]], "cards-not-per-seat"),
        ("won", [3, []], "cards-not-a-list"),
        ("to_move", 2, "cards-not-a-seat"),
        ("to_move", "1", "cards-not-a-seat"),
        ("to_move", True, "cards-not-a-seat"),
        ("to_move", None, "ten-nobody-to-move"),
        ("to_move", 0, "ten-out-of-turn"),
        ("phase", "draw", "ten-bad-phase"),
        ("phase", None, "ten-bad-phase"),
        ("phase", "play", "ten-wrong-count"),
        ("dealer", 1, "ten-out-of-turn"),
        ("dealer", -1, "cards-not-a-seat"),
        ("triples", ["K"], "ten-wrong-triples"),
        ("triples", 5, "ten-wrong-triples"),
        ("red_fives", 0, "ten-bad-red-fives"),
        ("red_fives", 5, "cards-not-a-seat"),
    ],
)
def test_what_cannot_be_is_refused(key, value, reason):
    data = middle(ten())
    assert data["to_move"] == 1
    assert data["phase"] == "turn_up"
    assert refused({**data, key: value}).reason.id == reason


def test_a_hand_must_hold_what_its_seat_has_not_played():
    data = middle(ten())
    data["hands"][0].append(data["hands"][1].pop())
    assert refused(data).reason.id == "ten-wrong-count"
    assert refused(data).reason.args["where"] == "hands[0]"


def test_more_cards_in_the_stock_than_were_dealt_to_it():
    data = middle(ten(), 0)
    card = data["layout"].pop()
    data["stock"].append(card)
    error = refused(data)
    assert (error.reason.id, error.reason.args["where"]) == ("ten-wrong-count", "stock")


def test_before_the_first_turn_the_whole_layout_lies_there():
    data = middle(ten(), 0)
    data["won"][0] = [data["layout"].pop()]
    error = refused(data)
    assert (error.reason.id, error.reason.args["where"]) == ("ten-wrong-count", "layout")


def test_a_deal_that_is_over_must_leave_an_empty_layout():
    data = middle(ten(), 48)
    assert data["to_move"] is None
    assert data["layout"] == []
    assert data["phase"] == "play"
    assert ten().read_position({**data, "to_move": 1}) == ten().read_position(data)
    left = data["won"][0].pop()
    data["layout"].append(left)
    error = refused(data)
    assert error.reason.id == "ten-left-over"
    assert left in str(error)


def test_three_of_a_rank_lie_there_only_as_a_triple():
    kings = ["KC", "KH", "KS", "7C"]
    rest = [card for card in NAMES if card not in kings]
    game = ten()
    data = game.write_position(game.from_deal({"layout": kings, "hands": [rest[:12], rest[12:24]], "stock": rest[24:]}))
    assert data["triples"] == ["K"]
    assert refused({**data, "triples": []}).reason.id == "ten-wrong-triples"
    assert refused({**data, "triples": None, "stock": 24, "layout": ["KC", "KH", "KS", "KD"]})
    del data["triples"]
    assert game.write_position(game.read_position(data))["triples"] == ["K"]


def test_four_of_a_rank_are_the_dealers():
    kings = ["KC", "KD", "KH", "KS"]
    game = ten()
    data = game.write_position(game.from_deal({"layout": kings, "dealer": 1}))
    assert (data["layout"], data["won"]) == ([], [[], kings])
    error = refused({**data, "layout": kings, "won": [[], []]})
    assert error.reason.id == "ten-four-lying"


def test_red_fives_name_a_seat_that_has_them():
    game = ten(variant="barraco")
    data = middle(game, 48)
    fives = next(seat for seat in (0, 1) if "5D" in data["won"][seat])
    both = "5H" in data["won"][fives]
    if both:
        assert game.read_position({**data, "red_fives": fives}).red_fives == fives
    assert refused({**data, "red_fives": 1 - fives if both else fives}).reason.id == "ten-bad-red-fives"


def test_who_began_in_main_merah_is_not_known_to_a_position():
    game = ten(variant="merah", players=3)
    deal = game.deal(Random(6))
    for first in range(3):
        position = game.from_deal({**deal, "first": first})
        if game.to_move(position) is not None:
            assert game.to_move(position) == str(first)
            assert game.read_position(game.write_position(position)) == position


def test_a_table_deals_without_telling_hands_and_stock():
    game = ten(players=3)
    position = game.from_deal({"layout": ["AS", "2S", "3S", "4S"], "dealer": 2})
    data = game.write_position(position)
    assert (data["hands"], data["stock"], data["to_move"]) == ([8, 8, 8], 24, 0)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"layout": ["AS", "2S", "3S"]}, "ten-wrong-count"),
        ({"hands": [11, 12]}, "ten-wrong-count"),
        ({"stock": 23}, "ten-wrong-count"),
        ({"dealer": 2}, "cards-not-a-seat"),
        ({"cut": "AS"}, "ten-no-cut"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change, reason):
    game = ten()
    deal = game.deal(Random(2))
    with pytest.raises(BadPosition) as error:
        game.from_deal({**deal, **change})
    assert error.value.reason.id == reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"cut": "AS"}, "ten-wrong-cut"),
        ({"cut": 5}, "ten-wrong-cut"),
        ({"stock": 24, "cut": "XX"}, "cards-unknown"),
    ],
)
def test_a_cut_card_that_cannot_be_is_refused(change, reason):
    game = ten(variant="taiwan")
    deal = game.deal(Random(3))
    with pytest.raises(BadPosition) as error:
        game.from_deal({**deal, **change})
    assert error.value.reason.id == reason


def test_the_cut_card_is_the_bottom_of_the_stock():
    game = ten(variant="taiwan")
    deal = game.deal(Random(2))
    assert game.from_deal({**deal, "cut": deal["stock"][-1]}) == game.from_deal(deal)
    table = {"layout": deal["layout"], "cut": deal["stock"][-1]}
    told = game.from_deal(table)
    assert replace(told, cut=None) == game.concealed(game.from_deal(deal))
    assert game.read_position(json.loads(json.dumps(game.write_position(told)))) == told == game.concealed(told)
    with pytest.raises(BadPosition):
        game.from_deal({**table, "cut": deal["layout"][0]})


def test_a_cut_card_that_cannot_be_in_a_position_is_refused():
    game = ten(variant="taiwan")
    start = game.from_deal({"layout": ["2D", "4H", "6S", "KC"]})
    written = game.write_position(start)
    assert "cut" not in written
    assert game.read_position({**written, "cut": "AS"}).cut == CARDS["AS"]
    for cut, reason in (("KC", "cards-twice"), ("XX", "cards-unknown")):
        with pytest.raises(BadPosition) as error:
            game.read_position({**written, "cut": cut})
        assert error.value.reason.id == reason
    with pytest.raises(BadPosition) as error:
        ten(players=4).read_position({**ten(players=4).write_position(ten(players=4).start()), "cut": "AS"})
    assert error.value.reason.id == "ten-no-cut"


def test_every_start_is_the_same_deal():
    assert ten().start() == ten().start()
    assert first_position(ten(), Random(1)) != first_position(ten(), Random(2))
    assert ten().start().unseen() == 0
    assert ten().concealed(ten().start()).unseen().bit_count() == 48
    assert CARDS["AC"] == 0
