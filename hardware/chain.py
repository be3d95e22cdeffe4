"""The order in which the lamps are wired: from neighbour to neighbour, so that no wire is much longer than one pitch.

A path through all places that only ever steps to a neighbour needs the least wire there can be. It is found by going
first where the fewest ways out are left (Warnsdorff's rule for the knight's tour), straight on where that is equal.
"""

from functools import cache
from math import dist, inf
from random import Random

from rules.geometry import Board, PlaceId

NEIGHBOURS = 1.2
"""Up to so many pitches apart two places are neighbours: a mandarin square lies 1.12 from the fields beside it, while
those of a star and of a board of squares that are not neighbours lie 1.41 apart and more."""

TRIES = 200
"""Seeds tried before a board is wired row by row instead; every board that we know is done within ten."""

STEPS = 4000
"""Most steps of one try, forward and back."""


@cache
def least_wire(board: Board) -> tuple[PlaceId, ...]:
    """The places of ``board`` in the order of the chain, beginning with the first place. Always the same order."""
    for seed in range(TRIES):
        path = _Wiring(board, seed).found()
        if path is not None:
            return tuple(board.places[number].id for number in path)
    return row_by_row(board)


def row_by_row(board: Board) -> tuple[PlaceId, ...]:
    """To and fro, row by row from the south: for boards whose places are not all joined by neighbours."""
    rows: dict[float, list[PlaceId]] = {}
    for place in sorted(board.places, key=lambda place: (round(place.y, 6), place.x)):
        rows.setdefault(round(place.y, 6), []).append(place.id)
    return tuple(place for number, row in enumerate(rows.values()) for place in (row[::-1] if number % 2 else row))


class _Wiring:
    """One try at a path through all places."""

    def __init__(self, board: Board, seed: int) -> None:
        self.at = [(place.x, place.y) for place in board.places]
        self.near = [
            [other for other, there in enumerate(self.at) if other != place and dist(here, there) < NEIGHBOURS]
            for place, here in enumerate(self.at)
        ]
        self.chance = Random(seed)
        self.left = STEPS

    def found(self) -> list[int] | None:
        """The path, or None where this try did not find one."""
        path, waiting = [0], [self._ways([0], {0})]
        used = {0}
        while waiting and self.left:
            self.left -= 1
            if len(path) == len(self.at):
                return path
            if not waiting[-1]:
                waiting.pop()
                used.discard(path.pop())
                continue
            path.append(waiting[-1].pop())
            used.add(path[-1])
            waiting.append(self._ways(path, used))
        return None

    def _ways(self, path: list[int], used: set[int]) -> list[int]:
        """Where to go on from the path's end, the best last."""
        here = path[-1]
        ways = [place for place in self.near[here] if place not in used]
        rank = {
            place: (sum(other not in used for other in self.near[place]), self._bend(path, place), self.chance.random())
            for place in ways
        }
        return sorted(ways, key=rank.__getitem__, reverse=True)

    def _bend(self, path: list[int], place: int) -> float:
        """How much the path would bend on its way to ``place``: 0 for straight on, 2 for straight back."""
        if len(path) < 2:
            return inf
        (x0, y0), (x1, y1), (x2, y2) = self.at[path[-2]], self.at[path[-1]], self.at[place]
        return round(1 - (x1 - x0) * (x2 - x1) - (y1 - y0) * (y2 - y1), 3)
