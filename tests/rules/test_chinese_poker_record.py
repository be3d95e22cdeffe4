"""Written positions and deals of Chinese Poker: read back equal, and refused where they cannot lie on a table."""

from random import Random

import pytest

from rules import catalogue
from rules.game import BadPosition
from rules.match import first_position


def poker(**options):
    return catalogue.game("chinese_poker", **options)


def middle(game):
    """A trick of three players in the middle: seat 1 played a pair of fives, seat 2 passed."""
    position = game.from_deal({"scores": [0, 12, 7], "dealer": 2})
    for text in ("3C", "pass", "8C", "pass", "pass", "5C5D", "pass"):
        position = game.play(position, game.read(text, position))
    return game.write_position(position)


def refused(data):
    with pytest.raises(BadPosition) as error:
        poker(**data["options"]).read_position(data)
    return error.value


def test_a_position_in_the_middle_of_a_trick():
    assert middle(poker(players=3)) == {
        "game": "chinese_poker",
        "options": {"players": 3, "removed": ["AC", "2C", "2D", "2H"], "limit": 100},
        "hands": [16, 13, 15],
        "lying": {"by": 1, "cards": ["5C", "5D"]},
        "passes": 1,
        "discards": ["3C", "8C"],
        "to_move": 0,
        "scores": [0, 12, 7],
        "dealer": 2,
    }


def test_lists_may_come_in_any_order_and_are_written_sorted():
    game = poker()
    position = first_position(game, Random(5))
    position = game.play(position, game.moves(position)[-1])
    data = game.write_position(position)
    mixed = {
        **data,
        "hands": [list(reversed(hand)) for hand in data["hands"]],
        "lying": {"by": 0, "cards": list(reversed(data["lying"]["cards"]))},
    }
    assert game.read_position(mixed) == position
    assert hash(game.read_position(mixed)) == hash(position)
    assert game.write_position(game.read_position(mixed)) == data


def test_options_left_out_have_their_defaults():
    data = middle(poker(players=3))
    game, position = catalogue.read_position({**data, "options": {"players": 3}})
    assert game.write_position(position) == data


def test_a_card_twice_is_named_with_both_places():
    data = middle(poker(players=3))
    data["discards"][0] = "5D"
    error = refused(data)
    assert error.reason.id == "cards-twice"
    assert error.reason.args == {"card": "5D", "first": "lying.cards", "second": "discards"}


@pytest.mark.parametrize("card", ["2C", "AC", "1H", "", None, 3])
def test_a_card_that_is_not_in_the_pack_is_named(card):
    data = middle(poker(players=3))
    data["discards"][0] = card
    assert refused(data).reason.id == "cards-unknown"


@pytest.mark.parametrize("key", ["hands", "lying", "passes", "discards", "to_move", "scores", "dealer"])
def test_a_part_that_is_missing_is_named(key):
    data = middle(poker(players=3))
    del data[key]
    assert refused(data).reason.args["where"] == key


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hands": [16, 13]}, "cards-not-per-seat"),
        ({"hands": [16, 13, "15"]}, "cards-not-a-pile"),
        ({"hands": [16, 13, 14]}, "poker-wrong-total"),
        ({"hands": [17, 13, 14]}, "poker-hand-too-big"),
        ({"hands": [14, 15, 15]}, "poker-hand-too-big"),
        ({"discards": ["3C"]}, "poker-wrong-total"),
        ({"discards": "3C8C"}, "cards-not-a-list"),
        ({"lying": {"by": 1, "cards": ["5C", "6D"]}}, "poker-no-hand"),
        ({"lying": {"by": 1, "cards": []}}, "poker-no-hand"),
        ({"lying": {"by": 3, "cards": ["5C", "5D"]}}, "cards-not-a-seat"),
        ({"lying": {"cards": ["5C", "5D"]}}, "poker-bad-lying"),
        ({"lying": ["5C", "5D"]}, "poker-bad-lying"),
        ({"lying": None, "discards": ["3C", "8C", "5C", "5D"]}, "poker-bad-passes"),
        ({"passes": 2}, "poker-bad-passes"),
        ({"passes": -1}, "poker-bad-passes"),
        ({"passes": True}, "poker-bad-passes"),
        ({"passes": 0}, "poker-out-of-turn"),
        ({"to_move": 1}, "poker-out-of-turn"),
        ({"to_move": 3}, "cards-not-a-seat"),
        ({"to_move": None}, "poker-nobody-to-move"),
        ({"scores": [0, 12]}, "cards-not-per-seat"),
        ({"scores": [0, 12, -1]}, "poker-bad-scores"),
        ({"scores": [0, 12, 1.5]}, "poker-bad-scores"),
        ({"dealer": 3}, "cards-not-a-seat"),
    ],
)
def test_what_cannot_be_is_refused(change, reason):
    assert refused({**middle(poker(players=3)), **change}).reason.id == reason


def test_who_has_no_card_left_played_the_hand_that_lies_there():
    game = poker()
    first = ["3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "AD"]
    data = {
        **game.write_position(game.from_deal({})),
        "hands": [0, 16],
        "lying": {"by": 0, "cards": ["3D", "3H"]},
        "discards": [*first, "4D", "4H"],
    }
    over = game.read_position({**data, "to_move": None})
    assert game.read_position({**data, "to_move": 1}) == over
    assert game.write_position(over)["to_move"] is None
    assert refused({**data, "lying": None, "discards": [*data["discards"], "3D", "3H"]}).reason.id == "poker-empty-hand"
    assert refused({**data, "lying": {"by": 1, "cards": ["3D", "3H"]}}).reason.id == "poker-hand-too-big"


def test_an_empty_hand_may_be_written_as_a_list_or_as_a_number():
    game = poker()
    start = first_position(game, Random(2))
    position = start
    while game.to_move(position) is not None:
        moves = game.moves(position)
        position = game.play(position, moves[-1] if position.to_move == 0 else moves[0])
    assert game.write_position(position)["hands"][0] == []
    assert game.write_position(game.concealed(position))["hands"][0] == 0
    for known in (position, game.concealed(position)):
        assert game.read_position(game.write_position(known)) == known


def test_a_table_deals_without_telling_the_hands():
    game = poker(players=4)
    data = game.write_position(game.from_deal({"dealer": 3, "scores": [1, 2, 3, 4]}))
    assert (data["hands"], data["to_move"], data["scores"]) == ([12] * 4, 3, [1, 2, 3, 4])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"choices": [0, 0]}, "poker-bad-packets"),
        ({"choices": [0, 3]}, "poker-bad-packets"),
        ({"choices": [0]}, "poker-bad-packets"),
        ({"choices": 1}, "poker-bad-packets"),
        ({"choices": [2.0, 0.0]}, "poker-bad-packets"),
        ({"choices": [True, 0]}, "poker-bad-packets"),
        ({"packets": [[], []]}, "poker-bad-packets"),
        ({"packets": [[], [], []]}, "poker-wrong-count"),
        ({"packets": [16, 16, 16]}, "cards-not-a-list"),
        ({"hands": [16, 15]}, "poker-wrong-count"),
        ({"scores": [0]}, "cards-not-per-seat"),
        ({"scores": ["0", 0]}, "poker-bad-scores"),
        ({"dealer": 2}, "cards-not-a-seat"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change, reason):
    game = poker()
    with pytest.raises(BadPosition) as error:
        game.from_deal({**game.deal(Random(1)), **change})
    assert error.value.reason.id == reason


def test_a_card_in_two_packets_is_named():
    game = poker()
    deal = game.deal(Random(1))
    deal["packets"][2][0] = deal["packets"][0][0]
    with pytest.raises(BadPosition, match=r"packets\[0\] and in packets\[2\]"):
        game.from_deal(deal)


def test_packets_are_for_two():
    game = poker(players=3)
    with pytest.raises(BadPosition):
        game.from_deal({"packets": poker().deal(Random(1))["packets"], "choices": [0, 1]})
