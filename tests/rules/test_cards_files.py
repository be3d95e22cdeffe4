"""The files beside the rules of the card games: counts of moves and whole games, made anew and compared.

``python -m tests.rules.test_cards_files`` writes them after a rule was changed on purpose.
"""

import json
from itertools import pairwise
from random import Random

import pytest

from rules import catalogue
from rules.match import Match, first_position
from tests.rules import obvious_poker, obvious_ten
from tests.rules.counting import beside, counted

OBVIOUS = {"chinese_ten": obvious_ten, "chinese_poker": obvious_poker}

PERFT_HEAD = """\
# How many sequences of moves there are from some fixed deals, counted at the leaves; a deal that is over counts
# nothing. "divide" splits the deepest count by the first moves. Depths 1 and 2 were also counted by a second
# implementation, written apart (tests/rules/obvious_{short}.py).
"""
GAMES_HEAD = "# Whole games as the program writes them; moves drawn by lot from the legal ones.\n"


def ten_perft():
    for variant, players, depth in (("ten", 2, 6), ("ten", 3, 6), ("taiwan", 4, 6), ("barraco", 2, 4), ("merah", 3, 5)):
        game = catalogue.game("chinese_ten", variant=variant, players=players)
        title = f"{variant}, {players} players, all cards known"
        yield counted(title, game, first_position(game, Random(players)), depth, 2)
    game = catalogue.game("chinese_ten", variant="frog", players=4)
    known = first_position(game, Random(1))
    yield counted("frog, 4 players, as the table knows it", game, game.concealed(known), 3, 1)
    game = catalogue.game("chinese_ten")
    kings = game.from_deal({"layout": ["KC", "KD", "KH", "7C"]})
    yield counted("ten, 2 players, a triple, as the table knows it", game, kings, 2, 1)


def poker_perft():
    for players, depth in ((2, 3), (3, 3), (4, 4)):
        game = catalogue.game("chinese_poker", players=players)
        yield counted(f"{players} players, all hands known", game, first_position(game, Random(players)), depth, 2)
    game = catalogue.game("chinese_poker", players=4)
    yield counted("4 players, as the table knows it", game, game.from_deal({}), 2, 1)


def played_out(game, position, random, choose):
    match = Match.begin(game, start=position)
    while match.to_move is not None:
        match = match.play(choose(game.moves(match.position), random))
    return match


def any_of(moves, random):
    return random.choice(moves)


def eager(moves, random):
    """Now and then a pass; else a low hand, or the longer one of two."""
    if len(moves) == 1 or random.random() < 0.2:
        return moves[0]
    if random.random() < 0.4:
        return moves[1]
    return max(random.choices(moves[1:], k=2), key=lambda move: len(move.cards))


def ten_games():
    for variant, players in (("ten", 2), ("ten", 4), ("taiwan", 4), ("frog", 3), ("merah", 2)):
        game, random = catalogue.game("chinese_ten", variant=variant, players=players), Random(players)
        yield played_out(game, first_position(game, random), random, any_of).to_text()
    game, random = catalogue.game("chinese_ten", variant="barraco"), Random(7)
    # At a table: whatever was not seen may come, so lots are drawn from all of it.
    yield played_out(game, game.from_deal({"layout": ["5C", "5D", "5H", "2S"]}), random, any_of).to_text()
    game, random = catalogue.game("chinese_ten", players=3), Random(11)
    deal = game.deal(random)
    for _ in range(2):
        match = played_out(game, game.from_deal(deal), random, any_of)
        yield match.to_text()
        deal = {**game.deal(random), **game.next_deal(match.position)}


def poker_games():
    for players in (2, 3, 4):
        # A low limit: the game of three is told to its end in a few rounds.
        game, random = catalogue.game("chinese_poker", players=players, limit=30), Random(players)
        deal = game.deal(random)
        while True:
            match = played_out(game, game.from_deal(deal), random, eager)
            yield match.to_text()
            following = game.next_deal(match.position)
            if following is None or players != 3:
                break
            deal = {**game.deal(random), **following}
    for players in (2, 4):
        game = catalogue.game("chinese_poker", players=players)
        yield played_out(game, game.from_deal({}), Random(5), eager).to_text()


FILES = {
    ("chinese_ten", "perft.txt"): (PERFT_HEAD.format(short="ten"), ten_perft),
    ("chinese_ten", "games.txt"): (GAMES_HEAD, ten_games),
    ("chinese_poker", "perft.txt"): (PERFT_HEAD.format(short="poker"), poker_perft),
    ("chinese_poker", "games.txt"): (GAMES_HEAD, poker_games),
}


def made(name, file):
    head, blocks = FILES[name, file]
    return "\n".join([head, *blocks()])


@pytest.mark.parametrize(("name", "file"), FILES)
def test_files_are_what_the_rules_make_of_them(name, file):
    assert beside(name, file).read_text(encoding="utf-8") == made(name, file)


def blocks(name, file, mark):
    """The parts of a file that begin with ``mark``."""
    text = beside(name, file).read_text(encoding="utf-8")
    starts = [at for at in range(len(text)) if text.startswith(mark, at) and text[at - 1] == "\n"]
    return [text[one:other] for one, other in pairwise([*starts, len(text)])]


@pytest.mark.parametrize("name", OBVIOUS)
def test_the_second_implementation_counts_the_same(name):
    obvious = OBVIOUS[name]
    found = blocks(name, "perft.txt", "== ")
    assert len(found) >= 4
    for block in found:
        lines = block.splitlines()
        position = json.loads(lines[1])
        moves = obvious.moves(position)
        assert lines[2] == f"perft 1: {len(moves)}"
        if len(moves) < 200:
            assert lines[3] == f"perft 2: {sum(len(obvious.moves(obvious.apply(position, text))) for text in moves)}"


@pytest.mark.parametrize("name", OBVIOUS)
def test_recorded_games_are_read_and_refereed_anew(name):
    found = blocks(name, "games.txt", "Game: ")
    assert len(found) >= 6
    for text in found:
        reading = Match.from_text(text)
        assert reading.stop is None
        assert reading.match.to_move is None
        assert reading.match.to_text().strip() == text.strip()


if __name__ == "__main__":
    for game_name, file_name in FILES:
        beside(game_name, file_name).write_text(made(game_name, file_name), encoding="utf-8")
