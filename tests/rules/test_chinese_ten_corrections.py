"""People insist on the table as it lies: what the position is then, and where that cannot be told."""

from random import Random

import pytest

from rules import catalogue
from rules.cards import NAMES, UP, face_up, seen_up
from rules.game import BadPosition
from rules.match import first_position
from rules.sight import EMPTY


def table(plies, seed=1, **options):
    """A table in the middle of a deal, hands hidden, with the moves that led there."""
    game = catalogue.game("chinese_ten", **options)
    random = Random(seed)
    position = first_position(game, random)
    for _ in range(plies):
        position = game.play(position, random.choice(game.moves(position)))
    return game, position, game.concealed(position)


def refused(game, position, view, to_move=None):
    with pytest.raises(BadPosition) as error:
        game.as_it_lies(position, view, to_move)
    return error.value.reason.id


def total(position):
    return position.layout.bit_count() + sum(won.bit_count() for won in position.won)


def test_a_table_that_lies_as_it_should_stays():
    for plies in (0, 1, 7, 48):
        game, _, position = table(plies)
        assert game.as_it_lies(position, game.view(position)) == position
        assert game.as_it_lies(position, game.view(position), game.to_move(position)) == position


def test_a_missed_capture_may_be_left_lying():
    game, _, position = table(4)
    take = next(move for move in game.moves(position) if move.prey)
    after = game.as_it_lies(position, {**game.view(position), NAMES[take.card]: UP})
    assert after.phase == "turn_up"
    assert game.to_move(after) == game.to_move(position)
    assert after.layout == position.layout | 1 << take.card
    assert after.won == position.won
    assert total(after) == total(position) + 1
    assert game.read_position(game.write_position(after)) == after


def test_a_whole_turn_may_lie_there_at_once():
    game, known, position = table(6)
    seat = int(game.to_move(known))
    cards = [known.hands[seat].cards.bit_length() - 1, known.stock[0]]
    view = {**game.view(position), **{NAMES[card]: UP for card in cards}}
    after = game.as_it_lies(position, view)
    assert (after.phase, after.to_move) == ("play", 1 - seat)
    assert after.stock_count == position.stock_count - 1
    assert game.concealed(game.as_it_lies(known, view)) == after
    third = next(card for card in range(52) if position.unseen() >> card & 1 and card not in cards)
    assert refused(game, position, {**view, NAMES[third]: UP}) == "ten-several-new"


def test_a_wrong_capture_is_put_back_and_the_right_one_taken():
    game, _, position = table(12)
    seat = next(seat for seat, won in enumerate(position.won) if won)
    back = NAMES[position.won[seat].bit_length() - 1]
    prey = NAMES[position.layout.bit_length() - 1]
    after = game.as_it_lies(position, {**game.view(position), back: UP, prey: EMPTY})
    assert seen_up(game.view(after)) == seen_up({**game.view(position), back: UP, prey: EMPTY})
    assert (after.to_move, after.phase, after.hands) == (position.to_move, position.phase, position.hands)
    assert after.won[seat].bit_count() == position.won[seat].bit_count()
    assert total(after) == total(position)


def test_a_red_five_put_back_brings_no_bonus():
    game = catalogue.game("chinese_ten", variant="barraco")
    layout = ["5D", "2C", "KC", "9C"]
    position = game.from_deal({"layout": layout})
    position = game.play(position, game.read("5Hx5D", position))
    assert position.red_fives == 0
    after = game.as_it_lies(position, {**game.view(position), "5D": UP})
    assert after.red_fives is None
    assert not after.won[1]


def test_three_kings_that_have_come_to_lie_there_are_a_triple_now():
    game = catalogue.game("chinese_ten")
    position = game.from_deal({"layout": ["KC", "KD", "2C", "3C"]})
    after = game.as_it_lies(position, {**game.view(position), "KH": UP})
    assert game.write_position(after)["triples"] == ["K"]
    assert game.write(game.moves(after)[-1]) == "+KSxKCKDKH"


def test_what_the_table_does_not_tell_is_refused():
    game, known, position = table(8)
    lying = NAMES[position.layout.bit_length() - 1]
    assert refused(game, position, {**game.view(position), lying: EMPTY}) == "ten-captor-unseen"
    other = str(1 - int(game.to_move(position)))
    assert refused(game, position, game.view(position), other) == "ten-out-of-turn"
    hidden = next(NAMES[card] for card in known.stock[3:])
    assert refused(game, known, {**game.view(position), hidden: UP}) in ("ten-not-in-hand", "ten-not-on-top")
    over, _, end = table(48)
    assert refused(over, end, face_up(over.board, 1)) == "ten-over"


def test_a_lifted_card_may_be_taken():
    game, _, position = table(10)
    for card in range(52):
        place = NAMES[card]
        emptying = [move for move in game.moves(position) if game.changes(position, move).get(place) == EMPTY]
        assert game.targets(position, place) == emptying
    assert any(game.targets(position, place) for place in game.board.index)
