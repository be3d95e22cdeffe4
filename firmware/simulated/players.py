"""Simulated players for the demonstration: they race home by the longest hops, or sow where most is won.

They see the game's position, never the picture; their hands move the pieces of the simulated table.
"""

from random import Random

from rules.game import Seat
from rules.geometry import PlaceId
from rules.hop import Path
from rules.hop_game import HopGame
from rules.hop_race import PieceSet, Position
from rules.mandarin.game import Mandarin, Sowing
from rules.mandarin.position import SEATS
from rules.mandarin.position import Position as Heaps

STRAGGLER = 1.6
"""Exponent of a piece's way home: above 1, so that nobody leaves a last piece behind."""

WHIM = 0.15
"""How often a player takes any of the better half of the moves, so that two players never block each other for ever."""


MANDARIN = 10
"""What a mandarin is worth to a player of mandarin square capturing, in citizens."""


def choose(game: HopGame, position: Position, random: Random) -> Path:
    """A sensible move of the seat whose turn it is."""
    moves, seat = game.moves(position), position.to_move
    ways = {move: way_home(game, game.play(position, move), seat) + random.random() / 100 for move in moves}
    ranked = sorted(moves, key=ways.__getitem__)
    if random.random() < WHIM:
        return random.choice(ranked[: max(1, len(ranked) // 2)])
    return ranked[0]


def choose_sowing(game: Mandarin, position: Heaps, random: Random) -> Sowing:
    """A sensible sowing of the seat whose turn it is: the one that wins most and leaves least to win,
    now and then any.
    """
    moves, seat = game.moves(position), position.to_move
    if random.random() < WHIM:
        return random.choice(moves)
    own = SEATS.index(seat) if seat else 0

    def gain(before: Heaps, move: Sowing, of: int) -> tuple[Heaps, int]:
        after = game.play(before, move)
        citizens = after.won_citizens[of] - before.won_citizens[of]
        return after, citizens + MANDARIN * (after.won_mandarins[of] - before.won_mandarins[of])

    def balance(move: Sowing) -> float:
        after, won = gain(position, move, own)
        lost = max((gain(after, reply, 1 - own)[1] for reply in game.moves(after)), default=0)
        return won - lost + random.random() / 100

    return max(moves, key=balance)


def way_home(game: HopGame, position: Position, seat: Seat | None) -> float:
    """How far all sets of ``seat`` have to go: each piece to the deepest hole of its home that is still free."""
    total = 0.0
    for one, where in zip(game.setup.sets, position.sets, strict=True):
        if one.seat != seat:
            continue
        depth = depths(game, one)
        free = [place for place in depth if not where & game.lattice.bit[place]]
        goal = game.board[max(free, key=depth.__getitem__)] if free else None
        for place in game.lattice.places(where):
            at = game.board[place]
            if place in depth:
                total -= depth[place]
            elif goal is not None:
                total += ((at.x - goal.x) ** 2 + (at.y - goal.y) ** 2) ** (STRAGGLER / 2)
    return total


def depths(game: HopGame, pieces: PieceSet) -> dict[PlaceId, float]:
    """The holes of a set's home, each with its distance from the board's centre: the tip lies deepest."""
    places = (game.board[place] for place in game.lattice.places(pieces.home))
    return {place.id: place.x**2 + place.y**2 for place in places}
