"""How many sequences of moves there are from a position, as the files beside the games hold them."""

import json
from pathlib import Path

import rules


def beside(name, file):
    """The file of a game's folder."""
    return Path(rules.__path__[0]) / name / file


def perft(game, position, depth):
    moves = game.moves(position)
    return len(moves) if depth == 1 else sum(perft(game, game.play(position, move), depth - 1) for move in moves)


def divided(game, position, depth, plies):
    """The count behind every first move, and behind every second one if ``plies`` is 2."""
    for move in game.moves(position):
        after = game.play(position, move)
        yield f"  {game.write(move)}: {perft(game, after, depth - 1)}"
        if plies == 2:
            for second in game.moves(after):
                count = perft(game, game.play(after, second), depth - 2)
                yield f"    {game.write(move)} {game.write(second)}: {count}"


def counted(title, game, position, depth, plies):
    """One block of a perft file."""
    lines = [f"== {title}", json.dumps(game.write_position(position))]
    lines += [f"perft {deep}: {perft(game, position, deep)}" for deep in range(1, depth + 1)]
    return "\n".join([*lines, f"divide {depth}:", *divided(game, position, depth, plies)]) + "\n"
