"""The files beside the rules of mandarin square capturing: counts of moves and whole games, made anew and compared.

``python -m tests.rules.test_mandarin_files`` writes them after a rule was changed on purpose.
"""

import json
from pathlib import Path
from random import Random

import pytest

import rules
from rules import catalogue
from rules.match import Match
from tests.rules import obvious_mandarin as obvious
from tests.rules.counting import perft

HOUSES = {
    "all options left out": {},
    "unripe=5": {"unripe": 5},
    "chain=false, first=north": {"chain": False, "first": "north"},
    "mandarin=ten": {"mandarin": "ten"},
}
PERFT_HEAD = """\
# How many sequences of moves there are, counted at the leaves; a game that is over counts nothing. "divide" splits the
# deepest count by the first two moves. Depths 1 to 3 were also counted by a second implementation, written apart
# (tests/rules/obvious_mandarin.py).
"""
GAMES_HEAD = "# Whole games as the program writes them: greedy players, and some who draw lots.\n"
DEPTH = 4


def beside(file):
    return Path(rules.__path__[0]) / "mandarin" / file


def obvious_perft(state, depth):
    moves = obvious.moves(state)
    return len(moves) if depth == 1 else sum(obvious_perft(obvious.play(state, move), depth - 1) for move in moves)


def counts():
    for title, options in HOUSES.items():
        game = catalogue.game("mandarin", **options)
        start = game.start()
        lines = [f"== {title}", json.dumps(game.write_position(start))]
        lines += [f"perft {depth}: {perft(game, start, depth)}" for depth in range(1, DEPTH + 1)]
        lines.append(f"divide {DEPTH}:")
        for first in game.moves(start):
            after = game.play(start, first)
            lines.append(f"  {game.write(first)}: {perft(game, after, DEPTH - 1)}")
            for second in game.moves(after):
                count = perft(game, game.play(after, second), DEPTH - 2)
                lines.append(f"    {game.write(first)} {game.write(second)}: {count}")
        yield "\n".join(lines) + "\n"


def gain(game, position, move):
    """What a move wins, mandarins first."""
    own = 0 if position.to_move == "south" else 1
    after = game.play(position, move)
    return after.won_mandarins[own] - position.won_mandarins[own], after.won_citizens[own] - position.won_citizens[own]


def games():
    for number, options in enumerate([*HOUSES.values(), {"unripe": 50}, {"mandarin": "ten", "chain": False}]):
        game, chance = catalogue.game("mandarin", **options), Random(number)
        match = Match.begin(game)
        while match.to_move is not None:
            moves = game.moves(match.position)
            best = max(gain(game, match.position, move) for move in moves)
            greedy = [move for move in moves if gain(game, match.position, move) == best]
            match = match.play(chance.choice(moves if chance.random() < number / 10 else greedy))
        yield match.to_text()


FILES = {"perft.txt": (PERFT_HEAD, counts), "games.txt": (GAMES_HEAD, games)}


def made(file):
    head, blocks = FILES[file]
    return "\n".join([head, *blocks()])


@pytest.mark.parametrize("file", FILES)
def test_files_are_what_the_rules_make_of_them(file):
    assert beside(file).read_text(encoding="utf-8") == made(file)


@pytest.mark.parametrize("options", HOUSES.values(), ids=HOUSES)
def test_the_second_implementation_counts_the_same(options):
    game = catalogue.game("mandarin", **options)
    for depth in (1, 2, 3):
        assert obvious_perft(game.write_position(game.start()), depth) == perft(game, game.start(), depth)


if __name__ == "__main__":
    for file_name in FILES:
        beside(file_name).write_text(made(file_name), encoding="utf-8")
