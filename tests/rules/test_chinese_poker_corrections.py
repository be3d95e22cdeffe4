"""People insist on the table as it lies: what the position is then, and where that cannot be told."""

import pytest

from rules import catalogue
from rules.cards import CARDS, UP, face_up
from rules.game import BadPosition
from rules.sight import EMPTY
from tests.rules.obvious_poker import split


def table(*texts, players=3):
    game = catalogue.game("chinese_poker", players=players)
    position = game.from_deal({})
    for text in texts:
        position = game.play(position, game.read(text, position))
    return game, position


def cards(game, text):
    return face_up(game.board, sum(1 << CARDS[card] for card in split(text)))


def refused(game, position, text, to_move=None):
    with pytest.raises(BadPosition) as error:
        game.as_it_lies(position, cards(game, text), to_move)
    return error.value.reason.id


def agreed(game, position, text, to_move=None):
    after = game.as_it_lies(position, cards(game, text), to_move)
    assert game.read_position(game.write_position(after)) == after
    return after


def test_a_table_that_lies_as_it_should_stays():
    for texts in ((), ("4C",), ("4C", "pass"), ("4C", "pass", "pass")):
        game, position = table(*texts)
        assert game.as_it_lies(position, game.view(position)) == position
        assert game.as_it_lies(position, game.view(position), game.to_move(position)) == position


def test_a_hand_that_does_not_beat_may_be_left_lying():
    game, position = table("9C9D")
    after = agreed(game, position, "4C4D")
    assert (after.lying.by, after.to_move) == (1, 2)
    assert game.write_position(after)["discards"] == ["9C", "9D"]
    assert agreed(game, position, "9C9D4C4D") == after
    assert agreed(game, position, "3C4C5C6C7C").hands[1].size == 11


def test_an_empty_table_means_that_the_trick_is_over():
    game, position = table("9C9D", "JCJD")
    after = agreed(game, position, "")
    assert (after.lying, after.passes, after.to_move) == (None, 0, 1)
    assert agreed(game, position, "", "2").to_move == 2


def test_whose_turn_it_is_may_be_said():
    game, position = table("9C9D")
    assert agreed(game, position, "9C9D", "2").passes == 1
    leads = agreed(game, position, "9C9D", "0")
    assert (leads.lying, leads.to_move, leads.discards.bit_count()) == (None, 0, 2)
    start, empty = table()
    assert agreed(start, empty, "", "1").to_move == 1
    assert agreed(start, empty, "3C", "0").passes == 0
    assert agreed(start, empty, "3C", "2").passes == 1


def test_a_round_may_end_so():
    straight = "3C4C5C6C7C8C9C10CJCQC"
    game, position = table(straight, "pass", "pass", "pass", players=4)
    assert position.hands[0].size == 2
    after = agreed(game, position, "KCKD", "2")
    assert game.to_move(after) is None
    assert refused(game, after, "3D") == "poker-over"


@pytest.mark.parametrize(
    ("lying", "reason"),
    [
        ("9C", "poker-taken-early"),
        ("9C9D4C5C", "poker-no-hand"),
        ("9C9D3C", "poker-already-played"),
    ],
)
def test_what_the_table_does_not_tell_is_refused(lying, reason):
    game, position = table("3C3D", "9C9D")
    assert refused(game, position, lying) == reason


def test_a_lifted_hand_may_be_beaten_or_cleared():
    game, position = table("9C9D", "pass")
    moves = game.targets(position, "9C")
    assert moves == game.moves(position)
    assert game.targets(position, "JC") == []
    game, position = table("9C9D")
    assert game.targets(position, "9D") == game.moves(position)[1:]
    assert all(game.changes(position, move)["9D"] == EMPTY for move in game.targets(position, "9D"))
    assert all(UP in game.changes(position, move).values() for move in game.targets(position, "9D"))
