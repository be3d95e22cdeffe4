"""Scenes at a table of Chinese Poker: hands, what beats what, passes and tricks, rounds and games."""

from random import Random

import pytest

from rules import catalogue
from rules.cards import CARDS, UP, face_up
from rules.chinese_poker.hands import recognised
from rules.chinese_poker.house import cut_for_deal
from rules.game import BadOption, IllegalMove, UnreadableMove
from rules.match import first_position
from rules.sight import EMPTY, differences
from tests.rules.obvious_poker import in_order, split

RANKS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [*(rank + suit for rank in RANKS for suit in "CDHS" if rank + suit != "AC"), "2S"]


def poker(**options):
    return catalogue.game("chinese_poker", **options)


def dealt(game, *hands, dealer=0, scores=None):
    """A deal in which the hands begin with these cards; all others are dealt out from the low ones up."""
    told = [split(hand) for hand in hands] + [[]] * (game.rules.players - len(hands))
    rest = iter([card for card in PACK if not any(card in hand for hand in told)])
    full = [[*hand, *(next(rest) for _ in range(game.rules.hand_size - len(hand)))] for hand in told]
    return game.from_deal({"hands": full, "dealer": dealer, "scores": scores})


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


def on(game, lying, hand):
    """Whether ``hand`` may be played on ``lying``, hands hidden."""
    position = play(game, game.from_deal({}), lying)
    try:
        game.read(hand, position)
    except IllegalMove as refused:
        return refused.reason.id
    return True


def test_hands_are_dealt_as_told():
    for players, size, out in ((2, 16, 16), (3, 16, 0), (4, 12, 0)):
        game = poker(players=players)
        position = game.start()
        assert [hand.size for hand in position.hands] == [size] * players
        assert position.unseen(game.rules.pack).bit_count() == out
        assert game.to_move(position) == "0"
        assert game.start() == position


def test_the_pack_lacks_three_twos_and_an_ace():
    game = poker()
    assert len(game.board.places) == 48
    assert {"2C", "2D", "2H", "AC"}.isdisjoint(game.board.index)
    other = poker(removed=["2S", "AS", "2D", "2H"])
    assert "2C" in other.board
    assert other.options["removed"] == ["AS", "2D", "2H", "2S"]
    for wrong in (
        ["2C", "2D", "2H"],
        ["2C", "2D", "2H", "2S"],
        ["2C", "2D", "2H", "KC"],
        ["2C"] * 4,
        "AC2C",
        5,
        [1, 2, 3, 4],
    ):
        with pytest.raises(BadOption):
            poker(removed=wrong)
    for wrong in (0, -1, 2.5, "many", True):
        with pytest.raises(BadOption):
            poker(limit=wrong)


def test_options_as_people_type_them():
    assert catalogue.parse_options("chinese_poker", {"removed": "AS,2C,2D,2H", "limit": "50"}) == {
        "removed": ["AS", "2C", "2D", "2H"],
        "limit": 50,
    }


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("3C", "SINGLE"),
        ("3C3D", "PAIRS"),
        ("4C4D5C5D6C6D", "PAIRS"),
        ("KCKDADAH", "PAIRS"),
        ("3C3D3H", "TRIPLES"),
        ("QCQDQHKCKDKHADAHAS", "TRIPLES"),
        ("9C9D9H4C4D", "FULL_HOUSE"),
        ("ADAHAS3C3D", "FULL_HOUSE"),
        ("3C4C5C6D7S", "STRAIGHT"),
        ("2S3C4C5C6C", "STRAIGHT"),
        ("10CJCQCKCAD", "STRAIGHT"),
        ("2S3C4C5C6C7C8C9C10CJCQCKCAD", "STRAIGHT"),
        ("8H4C4D4H4S", "FOUR"),
        ("2S4C4D4H4S", "FOUR"),
    ],
)
def test_what_is_a_hand(cards, kind):
    assert recognised([CARDS[card] for card in split(cards)]).kind.name == kind
    assert on(poker(), cards, "pass") is True


@pytest.mark.parametrize(
    "cards",
    [
        "3C4C",
        "3C3D4C",
        "4C4D5C5D7C7D",
        "KCKDADAH2S",
        "3C4C5C6C",
        "3C3D3H3S",
        "3C3D3H4C",
        "JCQCKCAD2S",
        "QCKCAD2S3C",
        "3C3D3H5C5D5H",
    ],
)
def test_what_is_no_hand(cards):
    game = poker()
    assert refusal(game, game.from_deal({}), cards) == "poker-no-hand"


@pytest.mark.parametrize(
    ("lying", "hand", "answer"),
    [
        ("3C", "4C", True),
        ("KC", "AD", True),
        ("AD", "2S", True),
        ("4C", "4D", "poker-not-higher"),
        ("2S", "AD", "poker-not-higher"),
        ("3C", "4C4D", "poker-other-kind"),
        ("4C4D", "5C5D", True),
        ("4C4D", "4H4S", "poker-not-higher"),
        ("4C4D5C5D", "6C6D7C7D", True),
        ("4C4D5C5D", "5H5S6C6D", True),
        ("4C4D5C5D", "6C6D7C7D8C8D", "poker-other-length"),
        ("4C4D5C5D", "8C8D", "poker-other-length"),
        ("4C4D4H", "5C5D5H", True),
        ("7C7D7HKCKD", "9C9D9H4C4D", True),
        ("9C9D9H4C4D", "7C7D7HKCKD", "poker-not-higher"),
        ("2S3C4C5C6C", "3D4D5D6D7D", True),
        ("3C4C5C6C7C", "2S3D4D5D6D", "poker-not-higher"),
        ("3C4C5C6C7C", "4D5D6D7D8D9D", "poker-other-length"),
        ("3C4C5C6C7C", "3D3H3S8C8D", "poker-other-kind"),
        ("3C", "5C4C4D4H4S", True),
        ("3C4C5C6C7C", "6D8C8D8H8S", True),
        ("6CJCJDJHJS", "8C4C4D4H4S", True),
        ("6CJCJDJHJS", "6D4C4D4H4S", "poker-four-only"),
        ("8C4C4D4H4S", "6CJCJDJHJS", "poker-four-only"),
        ("ADJCJDJHJS", "2S4C4D4H4S", True),
        ("6CJCJDJHJS", "7C7D7HKCKD", "poker-four-only"),
        ("6CJCJDJHJS", "2S", "poker-four-only"),
    ],
)
def test_what_beats_what(lying, hand, answer):
    assert on(poker(), lying, hand) == answer


def test_moves_come_by_kind_length_rank_and_text_and_suits_do_not_matter():
    game = poker()
    position = dealt(game, "3D3S4C4H5D5H5S6C7C10C10DJSJCJDJHKD")
    assert texts(game, position) == [
        *("pass", "3D", "4C", "5D", "6C", "7C", "10C", "JC", "KD"),
        *("3D3S", "4C4H", "5D5H", "10C10D", "JCJD"),
        *("3D3S4C4H", "4C4H5D5H", "10C10DJCJD", "3D3S4C4H5D5H"),
        *("5D5H5S", "JCJDJH"),
        *("5D5H5S10C10D", "5D5H5S3D3S", "5D5H5S4C4H", "5D5H5SJCJD"),
        *("JCJDJH10C10D", "JCJDJH3D3S", "JCJDJH4C4H", "JCJDJH5D5H"),
        "3D4C5D6C7C",
        *(f"{fifth}JCJDJHJS" for fifth in ("3D", "4C", "5D", "6C", "7C", "10C", "KD")),
    ]


def test_the_very_cards_that_are_named_leave_the_hand():
    game = poker()
    position = dealt(game, "3D3S4C4H5D5H5S6C7C10C10DJSJCJDJHKD")
    move = game.read("5S4H3S3D4C5H", position)
    assert game.write(move) == "3D3S4C4H5H5S"
    after = game.play(position, move)
    left = game.write_position(after)["hands"][0]
    assert "5D" in left
    assert "5S" not in left
    assert game.write(game.read("JH10CJSJDJC", position)) == "10CJCJDJHJS"


def test_a_hand_given_as_a_number_may_hold_all_that_was_not_seen():
    game = poker(players=4)
    position = play(game, game.from_deal({"hands": [12, 12, 12, 12]}), "3C3D")
    assert texts(game, position)[:4] == ["pass", "4C4D", "5C5D", "6C6D"]
    assert not any(text.startswith("3") and len(text) == 4 for text in texts(game, position))
    assert refusal(game, position, "3C4D") == "poker-already-played"
    short = play(game, game.from_deal({}), "3C4C5C6C7C8C9C10CJCQC", "pass", "pass", "pass")
    assert short.hands[0].size == 2
    assert max(len(split(text)) for text in texts(game, short) if text != "pass") == 2
    assert refusal(game, short, "4D4H4S") == "poker-too-many"
    assert refusal(game, play(game, short, "pass"), "3C") == "poker-already-played"


def test_cards_of_other_hands_are_refused_where_hands_are_known():
    game = poker()
    position = dealt(game, "3D3S", "AH")
    assert refusal(game, position, "AH") == "poker-not-held"
    assert refusal(game, position, "3D3D") == "poker-named-twice"


@pytest.mark.parametrize("text", ["AC", "3D3HAC"])
def test_a_card_that_is_not_in_the_pack_is_named_alone(text):
    game = poker()
    with pytest.raises(UnreadableMove) as error:
        game.read(text, game.start())
    assert str(error.value) == "AC was taken out of the pack before the game."


@pytest.mark.parametrize(
    "text", ["", "Pass", "pass ", "3c", "3C,3D", "3C 3D", "1C", "PASS", "3", "33", "3C3", "2C", "3D3HAC", "+3C"]
)
def test_what_is_no_move_cannot_be_read(text):
    game = poker()
    with pytest.raises(UnreadableMove):
        game.read(text, game.from_deal({}))


def test_a_trick_ends_when_all_others_have_passed():
    game = poker(players=3)
    position = play(game, dealt(game, "3C9C", "5C", "7C"), "3C", "5C", "7C", "pass")
    assert (position.passes, position.to_move) == (1, 1)
    position = play(game, position, "pass")
    assert position.lying is None
    assert (position.passes, position.to_move) == (0, 2)
    assert game.write_position(position)["discards"] == ["3C", "5C", "7C"]


def test_who_passed_may_come_back_into_the_trick():
    game = poker(players=3)
    position = play(game, dealt(game, "3CKC", "5C", "7C"), "3C", "pass", "7C")
    assert position.passes == 0
    position = play(game, position, "KC", "pass", "pass")
    assert position.lying is None
    assert game.to_move(position) == "0"


def test_the_leader_may_pass_too():
    game = poker(players=3)
    position = dealt(game, dealer=2)
    assert game.to_move(position) == "2"
    position = play(game, position, "pass", "pass", "pass", "pass")
    assert (position.lying, position.passes, position.to_move) == (None, 0, 0)
    assert texts(game, position)[0] == "pass"


def test_with_two_players_one_pass_clears_the_table():
    game = poker()
    position = play(game, dealt(game, "3C", "5C"), "3C")
    assert game.showing(position, game.read("pass", position)) == game.view(position)
    after = play(game, position, "pass")
    assert after.lying is None
    assert game.to_move(after) == "0"
    assert game.changes(position, game.read("pass", position)) == {"3C": EMPTY}


def finish(game, position, seat):
    """Everybody else passes; ``seat`` gets rid of its hand."""
    while game.to_move(position) is not None:
        moves = game.moves(position)
        position = game.play(position, moves[-1] if position.to_move == seat else moves[0])
    return position


def test_a_round_is_scored_by_what_is_left():
    game = poker(players=4)
    position = dealt(game, "3C", "4C", "5C6D", "6C7D8D", scores=[10, 20, 30, 40])
    position = play(game, position, "3C", "pass", "5C", "6C")  # seat 1 never plays
    position = play(game, position, "pass", "pass", "pass")  # seat 3 leads
    position = play(game, position, "7D", "pass", "pass", "pass", "8D")
    over = finish(game, position, 0)
    result = game.outcome(over).as_json()
    assert [hand.size for hand in over.hands] == [0, 12, 11, 9]
    assert result["round"] == [0, 50, 40, 9]
    assert result["scores"] == [10, 70, 70, 49]
    assert not result["game_over"]
    assert result["winners"] == []
    assert game.next_deal(over) == {"dealer": 0, "scores": [10, 70, 70, 49]}


@pytest.mark.parametrize(("left", "points"), [(16, 50), (15, 40), (14, 30), (13, 13), (2, 2), (1, 1)])
def test_what_a_loser_pays(left, points):
    game = poker()
    data = {
        **game.write_position(game.from_deal({})),
        "hands": [0, left],
        "lying": {"by": 0, "cards": ["KC"]},
        "discards": [card for card in PACK if card != "KC"][: 31 - left],
        "to_move": None,
    }
    result = game.outcome(game.read_position(data)).as_json()
    assert result == {
        "over": True,
        "reason": "out",
        "round": [0, points],
        "scores": [0, points],
        "game_over": False,
        "winners": [],
    }


@pytest.mark.parametrize(
    ("scores", "limit", "winners"),
    [
        ([0, 49, 0], 100, None),
        ([0, 50, 0], 100, [0]),
        ([60, 50, 10], 100, [2]),
        ([5, 98, 4], 100, [0, 2]),
        ([0, 0, 0], 50, [0]),
    ],
)
def test_the_game_ends_at_the_limit_and_the_lowest_wins(scores, limit, winners):
    game = poker(players=3, limit=limit)
    data = {
        **game.write_position(game.from_deal({})),
        "hands": [0, 16, 1],
        "lying": {"by": 0, "cards": ["KC"]},
        "discards": [card for card in PACK if card != "KC"][:30],
        "to_move": None,
        "scores": scores,
    }
    over = game.read_position(data)
    result = game.outcome(over).as_json()
    assert result["game_over"] == (winners is not None)
    assert result["winners"] == (winners or [])
    assert (game.next_deal(over) is None) == (winners is not None)
    assert game.moves(over) == []
    assert game.to_move(over) is None
    assert refusal(game, over, "pass") == "poker-over"
    assert refusal(game, over, "3C") == "poker-over"


def test_a_game_of_rounds_up_to_the_limit():
    game = poker(players=4)
    random = Random(12)
    position, rounds = first_position(game, random), 0
    while True:
        while game.to_move(position) is not None:
            moves = game.moves(position)
            position = game.play(position, moves[min(1, len(moves) - 1)] if random.random() < 0.8 else moves[-1])
        rounds += 1
        following = game.next_deal(position)
        if following is None:
            break
        winner = [hand.size for hand in position.hands].index(0)
        assert following["dealer"] == winner
        position = first_position(game, random, following)
        assert game.to_move(position) == str(winner)
        assert list(position.scores) == following["scores"]
    result = game.outcome(position).as_json()
    assert rounds > 1
    assert max(result["scores"]) >= 100
    assert all(result["scores"][seat] == min(result["scores"]) for seat in result["winners"])


def test_highest_cut_deals_and_equal_ones_cut_again():
    assert cut_for_deal(["KD", "AS", "2S"]) == 1
    assert cut_for_deal(["3C", "2S"]) == 0
    assert cut_for_deal(["AD", "5C", "AH"]) is None
    assert cut_for_deal(["9D", "10C", "10H"]) is None


def test_two_players_choose_among_three_packets():
    game = poker()
    deal = {**game.deal(Random(3)), "dealer": 1}
    packets = deal["packets"]
    position = game.from_deal({**deal, "choices": [2, 0]})
    data = game.write_position(position)
    assert data["hands"] == [in_order(packets[0]), in_order(packets[2])]
    assert data["to_move"] == data["dealer"] == 1
    assert position.unseen(game.rules.pack).bit_count() == 16
    assert data["discards"] == []


def test_the_view_holds_the_hand_to_beat():
    game = poker(players=3)
    start = dealt(game, "3C3D", "5C5D")
    assert set(game.view(start).values()) == {EMPTY}
    position = play(game, start, "3C3D")
    assert {place for place, token in game.view(position).items() if token == UP} == {"3C", "3D"}
    assert game.owner(position, "3C") == "0"
    assert game.owner(position, "5C") is None
    for move in game.moves(position):
        before, after = game.view(position), game.view(game.play(position, move))
        assert differences(before, after) == game.changes(position, move)
        assert game.showing(position, move) is None


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("3C3D", "poker-not-changed"),
        ("3C", "poker-taken-early"),
        ("", "poker-taken-early"),
        ("5C5D3C3D", "poker-clear-beaten"),
        ("5C", "poker-other-kind"),
        ("3H3S", "poker-not-higher"),
        ("5C6C", "poker-no-hand"),
        ("4C5C6C", "poker-no-hand"),
    ],
)
def test_why_a_table_cannot_be(table, reason):
    game = poker()
    position = play(game, game.from_deal({}), "3C3D")
    after = face_up(game.board, sum(1 << CARDS[card] for card in split(table)))
    assert game.why_not(position, after).id == reason


def test_why_a_table_cannot_be_with_played_cards_and_after_the_round():
    game = poker()
    position = play(game, game.from_deal({}), "3C3D", "5C5D")
    assert game.why_not(position, {**game.view(position), "3C": UP}).id == "poker-already-played"
    straight = "3C4C5C6C7C8C9C10CJCQCKCAD"
    over = play(game, dealt(game, straight + "3D3H3S4D"), straight, "pass", "4D", "pass", "3D3H3S")
    assert game.to_move(over) is None
    assert game.why_not(over, game.view(over)).id == "poker-over"
