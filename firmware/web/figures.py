"""A game in figures, for its card: hops made and missed, turns and time of each seat, the way home over time."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Any

from firmware import clocks
from firmware.replay import Replay
from firmware.states import State
from rules.game import Seat
from rules.geometry import PlaceId
from rules.hop import Lattice, Path, numbers
from rules.hop_game import HopGame

LEAST_MOVES = 27
"""The fewest moves that take ten pieces, alone on the usual star, from their point to the opposite one: proven by
George Bell, The Shortest Game of Chinese Checkers and Related Problems, Integers 9 (2009)."""


def figures(made: Replay) -> dict[str, Any]:
    """What the card of a game tells; hops and ways only where pieces hop home."""
    plies = made.plies()
    game = made.state.game
    facts: dict[str, Any] = {"turns": turns(plies), "seconds": seconds(made)}
    if isinstance(game, HopGame):
        way = {seat: [steps_home(game, state, seat) for state in plies] for seat in game.seats}
        facts |= {"way": way, **hops(game, plies)}
        if (game.name, game.options.get("size"), game.options.get("pieces"), game.options.get("sets")) == (
            "star",
            4,
            10,
            1,
        ):
            facts["least"] = LEAST_MOVES
            facts["home"] = {seat: moves_until(plies, seat, way[seat]) for seat in game.seats if 0 in way[seat]}
    return facts


def turns(plies: Sequence[State]) -> dict[Seat, int]:
    """How many moves each seat made."""
    return dict(Counter(state.last.seat for state in plies if state.last.kind == "move" and state.last.seat))


def seconds(made: Replay) -> Mapping[Seat, float]:
    """How long each seat thought, as far as the record knows."""
    return clocks.spent(made.state)


def hops(game: HopGame, plies: Sequence[State]) -> dict[str, Any]:
    """The longest chain that was made, and the longest one towards home that could have been instead of it."""
    longest: dict[str, Any] | None = None
    missed: dict[str, Any] | None = None
    for number, (before, after) in enumerate(pairwise(plies), 1):
        if after.last.kind != "move":
            continue
        made = count(game.lattice, game.read(after.last.move, before.position))
        if made > (longest["hops"] if longest else 0):
            longest = {"ply": number, "seat": after.last.seat, "move": after.last.move, "hops": made}
        most = max(made, missed["hops"] if missed else 1)
        longer = [
            (could, move)
            for move in game.moves(before.position)
            if (could := count(game.lattice, move)) > most and homeward(game, before, move)
        ]
        if longer:
            could, best = max(longer, key=itemgetter(0))
            missed = {"ply": number, "seat": after.last.seat, "move": game.write(best), "hops": could}
    return {"longest": longest, "missed": missed}


def count(lattice: Lattice, move: Path) -> int:
    """How many hops a move has; a step has none."""
    return 0 if len(move) == 2 and lattice.adjacent(*move) else len(move) - 1


def homeward(game: HopGame, state: State, move: Path) -> bool:
    """Whether a move brings its piece nearer to the tip of its home: nobody misses a long way back."""
    number = game.set_on(state.position, move[0])
    assert number is not None  # noqa: S101 - a move begins with a piece
    away, index = _away_from_tip(game, game.setup.sets[number].home), game.lattice.index
    return away[index[move[-1]]] < away[index[move[0]]]


def steps_home(game: HopGame, state: State, seat: Seat) -> int:
    """How many single steps the pieces of ``seat`` have to go, if nothing were in their way; 0 only at home."""
    return sum(
        _steps(game, where, one.home)
        for one, where in zip(game.setup.sets, state.position.sets, strict=True)
        if one.seat == seat
    )


def _steps(game: HopGame, where: int, home: int) -> int:
    """The same of one set of pieces, bound for ``home``."""
    away = _away_from_tip(game, home)
    ways = sorted(away[number] for number in numbers(home))
    if sum(way <= ways[-1] for way in away.values()) == len(ways):
        # As on a star no place outside is as near to the tip as any of the home: the ways there tell enough.
        return sum(away[number] for number in numbers(where)) - sum(ways[: where.bit_count()])
    least = {0: 0}
    for piece in numbers(where & ~home):
        reached: dict[int, int] = {}
        for taken, steps in least.items():
            for place in numbers(home & ~where & ~taken):
                to = taken | 1 << place
                way = steps + _away(game.lattice, place)[piece]
                reached[to] = min(way, reached.get(to, way))
        least = reached
    return min(least.values())


def tip(game: HopGame, home: int) -> PlaceId:
    """The place of a home that is farthest from the middle of the board."""
    return max(game.lattice.places(home), key=lambda place: game.board[place].x ** 2 + game.board[place].y ** 2)


def moves_until(plies: Sequence[State], seat: Seat, way: Sequence[int]) -> int:
    """How many moves ``seat`` had made when all its pieces were home for the first time."""
    return sum(state.last.kind == "move" and state.last.seat == seat for state in plies[: way.index(0) + 1])


def _away_from_tip(game: HopGame, home: int) -> dict[int, int]:
    """How many single steps each place is away from the tip of a home, all by their numbers."""
    return _away(game.lattice, game.lattice.index[tip(game, home)])


@lru_cache(maxsize=256)
def _away(lattice: Lattice, goal: int) -> dict[int, int]:
    """How many single steps each place is away from ``goal``, all by their numbers."""
    away, reached = {goal: 0}, [goal]
    for number in reached:  # which grows meanwhile, the nearest first
        for to in numbers(lattice.near[number]):
            if to not in away:
                away[to] = away[number] + 1
                reached.append(to)
    return away
