"""The hop games against the obvious implementation, on thousands of positions with many house rules."""

from functools import reduce
from operator import or_
from random import Random

import pytest

from rules import catalogue
from rules.hop_race import Position
from tests.rules import obvious_hop as obvious
from tests.rules.racing import apart, racing

HOUSES = [
    ("star", {}),
    ("star", {"pieces": 10, "anti_spoiling": "any", "play_on": False}),
    ("star", {"pieces": 10, "home_lock": False, "corners": "no_stop", "first": "N"}),
    ("star", {"corners": "no_stop"}),
    ("star", {"sets": 2}),
    ("star", {"sets": 2, "second": "empty", "anti_spoiling": "off"}),
    ("star", {"sets": 3, "corners": "no_stop", "home_lock": False}),
    ("star", {"players": 3, "pieces": 15, "corners": "no_stop", "anti_spoiling": "any"}),
    ("star", {"players": 3, "sets": 2, "first": "NW"}),
    ("star", {"players": 4, "teams": True}),
    ("star", {"players": 6, "anti_spoiling": "any"}),
    ("star", {"players": 6, "teams": True, "anti_spoiling": "any", "corners": "no_stop", "first": "SE"}),
    ("star", {"size": 5, "players": 4}),
    ("star", {"size": 6, "players": 6, "corners": "no_stop"}),
    ("piecepack", {}),
    ("piecepack", {"play_on": True, "anti_spoiling": "any", "home_lock": True}),
    ("piecepack", {"players": 2, "anti_spoiling": "majority", "first": "NE"}),
]


def titled(house):
    name, options = house
    return " ".join([name, *(f"{key}={value}" for key, value in options.items())])


@pytest.mark.parametrize("house", HOUSES, ids=titled)
def test_a_random_game_is_the_same_in_both_implementations(house):
    name, options = house
    game, chance = catalogue.game(name, **options), Random(titled(house))
    position = game.start()
    state = obvious.start(dict(game.options), name)
    for _ in range(25):
        assert game.write_position(position) == state
        moves = game.moves(position)
        assert [game.write(move) for move in moves] == obvious.moves(state)
        move = chance.choice(moves)
        position, state = game.play(position, move), obvious.play(state, game.write(move))


def scattered(game, chance, gathered):
    """A table with the pieces anywhere; ``gathered``: how likely a piece is to stand in its home already."""
    free, sets = game.lattice.everywhere, []
    for pieces in game.setup.sets:
        where = 0
        for _ in range(pieces.start.bit_count()):
            near = pieces.home & free
            choice = game.lattice.places(near if near and chance.random() < gathered else free)
            bit = game.lattice.bit[chance.choice(choice)]
            where, free = where | bit, free & ~bit
        sets.append(where)
    return tuple(sets)


@pytest.mark.parametrize("house", HOUSES, ids=titled)
def test_scattered_tables_have_the_same_moves_consequences_and_results(house):
    name, options = house
    game, chance = catalogue.game(name, **options), Random("scattered" + titled(house))
    compared = 0
    while compared < 60:
        sets = scattered(game, chance, chance.choice([0.0, 0.5, 0.9, 1.0]))
        seat = chance.choice(game.seats)
        if not game.can_move(sets, seat):
            continue
        compared += 1
        position = Position(sets, seat, ())
        state = game.write_position(position)
        assert game.read_position(state) == position
        moves = game.moves(position)
        assert [game.write(move) for move in moves] == obvious.moves(state)
        ends = {(game.lattice.names[start], game.lattice.names[end]) for start, end in game.pairs(position)}
        assert ends == set(obvious.pairs(state)) == {(move[0], move[-1]) for move in moves}
        assert len(game.pairs(position)) == len(moves)
        for move in chance.sample(moves, min(3, len(moves))):
            after, expected = game.play(position, move), obvious.play(state, game.write(move))
            assert game.write_position(after) == expected
            outcome = game.outcome(after)
            assert (outcome.scores if outcome.over else None) == obvious.outcome(expected)


def nearly_home(game, chance):
    """All pieces gathered in their homes, but for two of every set that stand a little before it."""
    sets = list(scattered(game, chance, 1.0))
    for number, where in enumerate(sets):
        for place in chance.sample(game.lattice.places(where), 2):
            free = game.lattice.places(game.lattice.everywhere & ~reduce(or_, sets))
            free.sort(key=lambda other, place=place: apart(game, place, other))
            sets[number] ^= game.lattice.bit[place] | game.lattice.bit[chance.choice(free[4:12])]
    return tuple(sets)


@pytest.mark.parametrize("house", HOUSES, ids=titled)
def test_races_end_alike_with_the_same_places(house):
    name, options = house
    game, chance = catalogue.game(name, **options), Random("ends" + titled(house))
    finished = 0
    for _ in range(4):
        position = Position(nearly_home(game, chance), game.setup.first, ())
        state = game.write_position(position)
        for _ in range(60):
            moves = game.moves(position)
            if not moves:
                break
            move = racing(game, position, moves, chance)
            position, state = game.play(position, move), obvious.play(state, game.write(move))
            assert game.write_position(position) == state
        outcome = game.outcome(position)
        assert (outcome.scores if outcome.over else None) == obvious.outcome(state)
        finished += len(position.places)
    assert finished > 0


@pytest.mark.parametrize("name", ["star", "piecepack"])
def test_of_two_who_are_home_on_a_table_that_people_insist_on_the_first_ends_the_game(name):
    game = catalogue.game(name, players=2, anti_spoiling="any")
    start, one, two = game.start(), *(game.board.corners[seat] for seat in game.seats)
    view = game.view(start)
    insisted = game.as_it_lies(start, {**view, one: view[two], two: view[one]})
    assert insisted.places == game.seats[:1]
    assert game.read_position(game.write_position(insisted)) == insisted
