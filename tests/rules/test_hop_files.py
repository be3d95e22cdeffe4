"""The files beside the rules of the hop games: counts of moves and whole games, made anew and compared.

``python -m tests.rules.test_hop_files`` writes them after a rule was changed on purpose.
"""

import json
from random import Random

import pytest

from rules import catalogue
from rules.hop_race import Position
from rules.match import Match
from tests.rules import obvious_hop as obvious
from tests.rules.counting import beside, counted, perft
from tests.rules.racing import racing

PERFT_HEAD = """\
# How many sequences of moves there are, counted at the leaves; a game that is over counts nothing. "divide" splits the
# deepest count by the first two moves, or by the first.
"""
STAR_SOURCE = """\
# Depths 1 to 3 of the first four blocks agree with an independent public implementation; depths 1 and 2 of all of them
# were also counted by a second implementation, written apart (tests/rules/obvious_hop.py).
"""
PIECEPACK_SOURCE = """\
# Depths 1 and 2 were also counted by a second implementation, written apart (tests/rules/obvious_hop.py).
"""
GAMES_HEAD = "# Whole games as the program writes them, between simple players who hop towards home.\n"

STAR_FIRST = [
    ({"players": 2, "pieces": 10}, 4, 2),
    ({"players": 3}, 4, 2),
    ({"players": 4}, 4, 2),
    ({"players": 6}, 4, 2),
    ({}, 3, 1),
    ({"sets": 2}, 3, 1),
    ({"sets": 2, "second": "empty"}, 3, 1),
    ({"sets": 3}, 3, 1),
    ({"players": 3, "pieces": 15}, 3, 1),
    ({"players": 3, "sets": 2}, 3, 1),
    ({"players": 6, "size": 5}, 3, 1),
    ({"size": 6}, 3, 1),
]
STAR_LATE = [
    ({"pieces": 10}, 40, 3),
    ({"pieces": 10, "home_lock": False}, 110, 3),
    ({"pieces": 10}, 110, 3),
    ({"players": 3, "corners": "no_stop"}, 60, 3),
    ({"players": 6, "teams": True}, 150, 3),
    ({"players": 6, "corners": "no_stop", "first": "NE"}, 250, 3),
]
PIECEPACK_FIRST = [({}, 4, 2), ({"players": 2}, 4, 2)]
PIECEPACK_LATE = [({}, 30, 3), ({"players": 2}, 20, 3), ({"players": 2, "home_lock": True}, 30, 3)]

STAR_GAMES = [
    {"pieces": 10},
    {},
    {"sets": 2, "second": "empty"},
    {"sets": 3, "play_on": False},
    {"players": 3, "corners": "no_stop", "first": "NW"},
    {"players": 4, "teams": True},
    {"players": 6, "anti_spoiling": "any"},
    {"size": 5},
]
PIECEPACK_GAMES = [{}, {"players": 2}, {"play_on": True, "home_lock": True, "anti_spoiling": "majority"}]


def titled(options):
    return ", ".join(f"{key}={value}" for key, value in options.items()) or "all options left out"


def played(game, plies, chance):
    """A match of simple players, over or so many moves long."""
    match = Match.begin(game)
    while match.to_move is not None and match.ply < plies:
        match = match.play(racing(game, match.position, game.moves(match.position), chance))
    return match


def counts(name, first, late):
    for options, depth, plies in first:
        game = catalogue.game(name, **options)
        yield counted(titled(options), game, game.start(), depth, plies)
    for options, plies, depth in late:
        game = catalogue.game(name, **options)
        position = played(game, plies, Random(plies)).position
        yield counted(f"{titled(options)}, after {plies} moves", game, position, depth, 1)


def games(name, houses):
    for number, options in enumerate(houses):
        match = played(catalogue.game(name, **options), 1500, Random(number))
        assert match.to_move is None, options
        yield match.to_text()


FILES = {
    ("star", "perft.txt"): (PERFT_HEAD + STAR_SOURCE, lambda: counts("star", STAR_FIRST, STAR_LATE)),
    ("star", "games.txt"): (GAMES_HEAD, lambda: games("star", STAR_GAMES)),
    ("piecepack", "perft.txt"): (
        PERFT_HEAD + PIECEPACK_SOURCE,
        lambda: counts("piecepack", PIECEPACK_FIRST, PIECEPACK_LATE),
    ),
    ("piecepack", "games.txt"): (GAMES_HEAD, lambda: games("piecepack", PIECEPACK_GAMES)),
}


def made(name, file):
    head, blocks = FILES[name, file]
    return "\n".join([head, *blocks()])


@pytest.mark.parametrize(("name", "file"), FILES)
def test_files_are_what_the_rules_make_of_them(name, file):
    assert beside(name, file).read_text(encoding="utf-8") == made(name, file)


@pytest.mark.parametrize("name", ["star", "piecepack"])
def test_the_second_implementation_counts_the_same(name):
    blocks = beside(name, "perft.txt").read_text(encoding="utf-8").split("\n== ")[1:]
    assert len(blocks) >= 5
    for block in blocks:
        _, data, one, two = block.splitlines()[:4]
        state = json.loads(data)
        moves = obvious.moves(state)
        assert one == f"perft 1: {len(moves)}"
        assert two == f"perft 2: {sum(len(obvious.moves(obvious.play(state, move))) for move in moves)}"


@pytest.mark.parametrize(
    ("players", "counts"), [(2, (14, 196, 4760)), (3, (14, 196, 2744)), (4, (14, 199, 2786)), (6, (14, 199, 2828))]
)
def test_the_star_with_ten_pieces_counts_as_others_do(players, counts):
    game = catalogue.game("star", players=players, pieces=10)
    assert tuple(perft(game, game.start(), depth) for depth in (1, 2, 3)) == counts


def test_a_game_that_is_over_counts_nothing():
    game = catalogue.game("star", pieces=10)
    home = [pieces.home for pieces in game.setup.sets]
    one_step_left = game.lattice.mask(["m5"]) | home[0] & ~game.lattice.mask(["n1"])
    position = Position((one_step_left, game.lattice.mask(["e1"]) | home[1] & ~game.lattice.mask(["d1"])), "S", ())
    assert game.play(position, ("m5", "n1")).to_move is None
    assert perft(game, game.play(position, ("m5", "n1")), 1) == 0
    assert perft(game, game.play(position, ("m5", "n1")), 2) == 0


if __name__ == "__main__":
    for game_name, file_name in FILES:
        beside(game_name, file_name).write_text(made(game_name, file_name), encoding="utf-8")
