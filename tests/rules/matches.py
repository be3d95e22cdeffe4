"""Matches as people play them, and as nobody does."""

from rules import catalogue
from rules.match import Match

STAR = catalogue.game("star", players=2, pieces=10)


def played(*texts, game=STAR, **names):
    match = Match.begin(game, players=names)
    for text in texts:
        match = match.play(game.read(text, match.position))
    return match


def random_match(game, chance, plies=60):
    match = Match.begin(game)
    while match.to_move is not None and match.ply < plies:
        fate = chance.random()
        if fate < 0.03:
            match = match.take_back(chance.randint(1, 4))
        elif fate < 0.06:
            match = match.correct(chance.choice(match.positions))
        else:
            match = match.play(chance.choice(game.moves(match.position)))
    return match
