"""A simple player of the hop games, so that whole games come to their end in a sensible number of moves."""

from math import hypot


def apart(game, one, other):
    return hypot(game.board[one].x - game.board[other].x, game.board[one].y - game.board[other].y)


def tip(game, number):
    """The far end of the home of a set: of its places the one farthest from the centre."""
    home = game.lattice.places(game.setup.sets[number].home)
    return max(home, key=lambda place: hypot(game.board[place].x, game.board[place].y))


def racing(game, position, moves, chance):
    """The move that brings a piece farthest towards the tip of its home; now and then any move."""
    if chance.random() < 0.1:
        return chance.choice(moves)
    tips = [tip(game, number) for number in range(len(game.setup.sets))]

    def gain(move):
        goal = tips[game.set_on(position, move[0])]
        return round(apart(game, move[0], goal) - apart(game, move[-1], goal), 6)

    return max(moves, key=gain)
