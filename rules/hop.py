"""What the hop games share: holes as bits of an integer, neighbours by direction, steps and hop chains.

A move is its path: the tuple of the places that the piece touches, its start first, ``("c2", "e4", "g4")``. A path
whose two places are neighbours is a step, every other one a chain of hops over single pieces.

An occupied set is an integer with one bit a place, the lowest bit the first place of the board's order; so bits taken
from below come in canonical order, and one comparison tells whether a hop is open: of its two bits, the place hopped
over and the landing, only the first may be set.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rules.geometry import Board, PlaceId

Path: TypeAlias = tuple[PlaceId, ...]
"""A move of a hop game: the places touched, start first, each landing named."""


class Lattice:
    """A board's places with their neighbours in each of the given directions (in board units)."""

    def __init__(self, board: Board, directions: Sequence[tuple[float, float]]) -> None:
        self.names: tuple[PlaceId, ...] = tuple(place.id for place in board.places)
        self.index = dict(board.index)
        self.bit = {name: 1 << number for number, name in enumerate(self.names)}
        self.everywhere = (1 << len(self.names)) - 1
        at = {_key(place.x, place.y): number for number, place in enumerate(board.places)}
        self.near: list[int] = []
        self._steps: list[dict[int, Path]] = []
        self._hops: list[tuple[tuple[int, int, int], ...]] = []
        self._between: dict[tuple[PlaceId, PlaceId], PlaceId] = {}
        for place in board.places:
            near, far = (
                [at.get(_key(place.x + reach * dx, place.y + reach * dy)) for dx, dy in directions] for reach in (1, 2)
            )
            self._steps.append({to: (place.id, self.names[to]) for to in sorted(to for to in near if to is not None)})
            self.near.append(sum(1 << to for to in self._steps[-1]))
            hops = sorted((to, over) for over, to in zip(near, far, strict=True) if over is not None and to is not None)
            self._hops.append(tuple((1 << over | 1 << to, 1 << over, to) for to, over in hops))
            self._between |= {(place.id, self.names[to]): self.names[over] for to, over in hops}

    def __len__(self) -> int:
        return len(self.names)

    def mask(self, places: Iterable[PlaceId]) -> int:
        """The set of ``places``."""
        return sum(self.bit[place] for place in set(places))

    def places(self, mask: int) -> list[PlaceId]:
        """The places of a set, in canonical order."""
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self.names[lowest.bit_length() - 1])
            mask ^= lowest
        return found

    def adjacent(self, start: PlaceId, end: PlaceId) -> bool:
        """Whether one step leads from ``start`` to ``end``."""
        return self.index[end] in self._steps[self.index[start]]

    def between(self, start: PlaceId, end: PlaceId) -> PlaceId | None:
        """The place that a hop from ``start`` to ``end`` passes over; None where no single hop joins them."""
        return self._between.get((start, end))

    def paths(self, occupied: int, start: int) -> dict[int, Path]:
        """Every place that the piece on ``start`` can reach, with its canonical path: a step, else fewest hops.

        Breadth first, landings in canonical order: so the first path that finds a place is the one with the fewest
        hops and, among those, the one whose landings come first. The start counts as empty.
        """
        occupied &= ~(1 << start)
        found: dict[int, Path] = {start: (self.names[start],)}
        queue = [start]
        for at in queue:
            for both, over, to in self._hops[at]:
                if occupied & both == over and to not in found:
                    found[to] = (*found[at], self.names[to])
                    queue.append(to)
        del found[start]
        return found | {to: step for to, step in self._steps[start].items() if not occupied >> to & 1}


def _key(x: float, y: float) -> tuple[int, int]:
    """Coordinates as whole thousandths, so that sums of roots meet."""
    return round(x * 1000), round(y * 1000)
