"""Two implementations of Chinese Poker, written apart, play the same rounds: hands known, counted, mixed."""

import json
from itertools import combinations
from random import Random

import pytest

from rules import catalogue
from rules.cards import CARDS
from rules.chinese_poker.hands import recognised
from rules.game import IllegalMove
from rules.match import first_position
from tests.rules import obvious_poker


def agree(game, written):
    """Both know the same moves, in the same order, and the same outcome; the position and these moves."""
    position = game.read_position(written)
    assert game.write_position(position) == written
    moves = obvious_poker.moves(written)
    assert [game.write(move) for move in game.moves(position)] == moves
    assert game.outcome(position).as_json() == obvious_poker.outcome(written)
    return position, moves


def looked_at(written, hide):
    hands = [len(hand) if hide() else hand for hand in written["hands"]]
    return written | {"hands": hands}


def some_move(texts, random):
    """Now a pass, now a short hand, now a long one or a four: rounds of every temper."""
    temper = random.random()
    if temper < 0.15 or len(texts) == 1:
        return texts[0]
    if temper < 0.5:
        return random.choice(texts[1:])
    return texts[1] if temper < 0.8 else texts[-1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_play_the_same_rounds_alike(players):
    random = Random(players)
    for number in range(9):
        removed = [*random.sample(["2C", "2D", "2H", "2S"], 3), random.choice(["AC", "AD", "AH", "AS"])]
        game = catalogue.game("chinese_poker", players=players, removed=removed, limit=random.choice([60, 100]))
        scores = [random.randrange(60) for _ in range(players)]
        deal = {**game.deal(random), "dealer": number % players, "scores": scores}
        written = json.loads(json.dumps(game.write_position(game.from_deal(deal))))
        assert written == obvious_poker.deal(json.loads(json.dumps(deal)))
        while True:
            position, moves = agree(game, written)
            agree(game, looked_at(written, lambda: True))
            if number % 3 == 0:
                agree(game, looked_at(written, lambda: random.random() < 0.5))
            if written["to_move"] is None:
                break
            text = some_move(moves, random)
            move = game.read(text, position)
            written = obvious_poker.apply(written, text)
            after = game.play(position, move)
            assert game.write_position(after) == written
            assert game.concealed(after) == game.read_position(looked_at(written, lambda: True))


def test_both_recognise_the_same_heaps_of_cards():
    random = Random(5)
    few = ["3C", "3D", "3H", "4C", "4D", "4H", "4S", "5C", "6C", "7C", "AD", "2S"]
    heaps = [heap for size in range(1, 8) for heap in combinations(few, size)]
    heaps += [tuple(random.sample(sorted(CARDS), random.randrange(1, 9))) for _ in range(2000)]
    heaps = [
        heap
        for heap in heaps
        if sum(card[:-1] == "2" for card in heap) <= 1 and sum(card[0] == "A" for card in heap) < 4
    ]
    for heap in heaps:
        shape, expected = recognised([CARDS[card] for card in heap]), obvious_poker.what_is(list(heap))
        assert (shape is None) == (expected is None)
        if shape is not None:
            assert (obvious_poker.KINDS[shape.kind], shape.length, shape.rank) == expected[:3]


def test_cards_are_refused_unless_they_are_a_hand_that_is_held_and_beats_what_lies():
    random = Random(8)
    game = catalogue.game("chinese_poker", players=3)
    position = first_position(game, random)
    refused = taken = 0
    for _ in range(40):
        written = game.write_position(position)
        seat = int(game.to_move(position))
        hand = written["hands"][seat]
        lying = obvious_poker.what_is(written["lying"]["cards"]) if written["lying"] else None
        for _ in range(60):
            cards = random.sample(hand, min(len(hand), random.choice([1, 1, 2, 2, 3, 4, 5])))
            text = "".join(cards)
            played = obvious_poker.what_is(cards)
            if obvious_poker.may_go_on(played, lying):
                assert game.write(game.read(text, position)) == "".join(played[3])
                taken += 1
            else:
                with pytest.raises(IllegalMove):
                    game.read(text, position)
                refused += 1
        position = game.play(position, random.choice(game.moves(position)[:8]))
        if game.to_move(position) is None:
            position = first_position(game, random)
    assert refused > 500
    assert taken > 200
