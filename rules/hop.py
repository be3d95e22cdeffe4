"""What the hop games share: holes as bits of an integer, neighbours by direction, steps and hop chains.

A move is its path: the tuple of the places that the piece touches, its start first, ``("c2", "e4", "g4")``. A path
whose two places are neighbours is a step, every other one a chain of hops over single pieces.

A set of places is an integer with one bit a place, the lowest bit the first place of the board's order; so bits taken
from below come in canonical order. Which hops a place offers depends on its six (or eight) neighbours alone: tables
give them by the occupied neighbours, filled as they are asked for, at most 64 (or 256) entries a place.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rules.geometry import Board, PlaceId

Path: TypeAlias = tuple[PlaceId, ...]
"""A move of a hop game: the places touched, start first, each landing named."""

Landings: TypeAlias = tuple[tuple[int, int, PlaceId], ...]
"""Where hops may land, in canonical order: each as its bit, its number and its name."""


class Lattice:
    """A board's places with their neighbours in each of the given directions (in board units)."""

    def __init__(self, board: Board, directions: Sequence[tuple[float, float]]) -> None:
        self.names: tuple[PlaceId, ...] = tuple(place.id for place in board.places)
        self.index = dict(board.index)
        self.bit = {name: 1 << number for number, name in enumerate(self.names)}
        self.everywhere = (1 << len(self.names)) - 1
        self.near: list[int] = []
        self._steps: list[_Steps] = []
        self._hops: list[_Hops] = []
        self._between: dict[tuple[PlaceId, PlaceId], PlaceId] = {}
        at = {_key(place.x, place.y): number for number, place in enumerate(board.places)}
        for place in board.places:
            near, far = (
                [at.get(_key(place.x + reach * dx, place.y + reach * dy)) for dx, dy in directions] for reach in (1, 2)
            )
            neighbours = sorted(to for to in near if to is not None)
            hops = sorted((to, over) for over, to in zip(near, far, strict=True) if over is not None and to is not None)
            self.near.append(sum(1 << to for to in neighbours))
            self._steps.append(_Steps([(1 << to, (place.id, self.names[to])) for to in neighbours]))
            self._hops.append(_Hops(self.near[-1], [(1 << over, (1 << to, to, self.names[to])) for to, over in hops]))
            self._between |= {(place.id, self.names[to]): self.names[over] for to, over in hops}

    def __len__(self) -> int:
        return len(self.names)

    def mask(self, places: Iterable[PlaceId]) -> int:
        """The set of ``places``."""
        return sum(self.bit[place] for place in set(places))

    def places(self, mask: int) -> list[PlaceId]:
        """The places of a set, in canonical order."""
        names, found = self.names, []
        while mask:
            lowest = mask & -mask
            found.append(names[lowest.bit_length() - 1])
            mask ^= lowest
        return found

    def adjacent(self, start: PlaceId, end: PlaceId) -> bool:
        """Whether one step leads from ``start`` to ``end``."""
        return bool(self.near[self.index[start]] & self.bit[end])

    def between(self, start: PlaceId, end: PlaceId) -> PlaceId | None:
        """The place that a hop from ``start`` to ``end`` passes over; None where no single hop joins them."""
        return self._between.get((start, end))

    def reach(self, occupied: int, start: int) -> int:
        """The set of places where the piece on ``start`` can end a move; its start counts as empty."""
        near, hops = self.near, self._hops
        here = 1 << start
        occupied &= ~here
        closed = occupied | here
        queue = [start]
        for at in queue:
            for bit, to, _ in hops[at][occupied & near[at]][0]:
                if not closed & bit:
                    closed |= bit
                    queue.append(to)
        return (closed ^ occupied ^ here) | (near[start] & ~occupied)

    def moves(self, occupied: int, start: int, ends: int | None = None) -> tuple[list[Path], int]:
        """The moves of the piece on ``start`` in the order of their ends, and the set of places that they depend on.

        Each path is canonical: a step, else the fewest hops, then the landings that come first in order. Breadth
        first with landings in order finds exactly these. ``ends``: where a move may end; None for anywhere. As long
        as none of the places depended on is filled or emptied, the moves stay the same.
        """
        near, hops, names = self.near, self._hops, self.names
        here = 1 << start
        occupied &= ~here
        found: dict[int, Path] = {start: (names[start],)}
        queue, watched = [start], 0
        for at in queue:
            landings, looked = hops[at][occupied & near[at]]
            watched |= looked
            path = found[at]
            for bit, to, name in landings:
                if not occupied & bit and to not in found:
                    found[to] = (*path, name)
                    queue.append(to)
        del found[start]
        found |= self._steps[start][near[start] & ~occupied]
        watched &= ~here
        if ends is None:
            return [found[to] for to in sorted(found)], watched
        return [found[to] for to in sorted(found) if ends >> to & 1], watched


class _Steps(dict[int, dict[int, Path]]):
    """By the set of empty neighbours of a place: the steps there, by the number of their end."""

    def __init__(self, steps: Sequence[tuple[int, Path]]) -> None:
        self._all = steps

    def __missing__(self, free: int) -> dict[int, Path]:
        found = self[free] = {bit.bit_length() - 1: step for bit, step in self._all if bit & free}
        return found


class _Hops(dict[int, tuple[Landings, int]]):
    """By the set of occupied neighbours of a place: where a hop over one of them lands, and the places looked at."""

    def __init__(self, near: int, hops: Sequence[tuple[int, tuple[int, int, PlaceId]]]) -> None:
        self._near, self._all = near, hops

    def __missing__(self, occupied: int) -> tuple[Landings, int]:
        landings = tuple(landing for over, landing in self._all if over & occupied)
        found = self[occupied] = landings, self._near | sum(bit for bit, _, _ in landings)
        return found


def _key(x: float, y: float) -> tuple[int, int]:
    """Coordinates as whole thousandths, so that sums of roots meet."""
    return round(x * 1000), round(y * 1000)
