"""What the hop games share: holes as bits of an integer, neighbours by direction, steps and hop chains.

A move is its path: the tuple of the places that the piece touches, its start first, ``("c2", "e4", "g4")``. A path
whose two places are neighbours is a step, every other one a chain of hops over single pieces.

A set of places is an integer with one bit a place, the lowest bit the first place of the board's order; so bits taken
from below come in canonical order. What a place offers depends on its six (or eight) neighbours alone: tables give it
by the occupied neighbours, filled as they are asked for, at most 64 (or 256) entries a place.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from rules.geometry import Board, PlaceId

Path: TypeAlias = tuple[PlaceId, ...]
"""A move of a hop game: the places touched, start first, each landing named."""


# Plain tuples: Python takes them apart a good deal faster than named ones, and this is the innermost loop.
Landing: TypeAlias = tuple[int, int, PlaceId, int, "Around"]
"""Where a hop ends: the place as bit, number and name, its neighbours, and what it offers by those occupied."""

Offer: TypeAlias = tuple[tuple[Landing, ...], int, dict[int, Path], list[tuple[int, int]]]
"""What a place offers: hops over its occupied neighbours, the places these depend on, steps by their ends, and these
steps as numbers of start and end."""


class Around(dict[int, Offer]):
    """By the set of a place's occupied neighbours: what the place offers. Filled as it is asked for."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.steps: dict[int, Path] = {}
        self.hops: list[tuple[int, Landing]] = []

    def __missing__(self, occupied: int) -> Offer:
        landings = tuple(landing for over, landing in self.hops if occupied >> over & 1)
        steps = {to: step for to, step in self.steps.items() if not occupied >> to & 1}
        watched = sum(1 << to for to in self.steps) | sum(bit for bit, *_ in landings)
        found = self[occupied] = landings, watched, steps, [(self.number, to) for to in steps]
        return found


class Lattice:
    """A board's places with their neighbours in each of the given directions (in board units)."""

    def __init__(self, board: Board, directions: Sequence[tuple[float, float]]) -> None:
        self.names: tuple[PlaceId, ...] = tuple(place.id for place in board.places)
        self.index = dict(board.index)
        self.bit = {name: 1 << number for number, name in enumerate(self.names)}
        self.everywhere = (1 << len(self.names)) - 1
        at = {_key(place.x, place.y): number for number, place in enumerate(board.places)}
        reached = [
            [
                (at.get(_key(place.x + dx, place.y + dy)), at.get(_key(place.x + 2 * dx, place.y + 2 * dy)))
                for dx, dy in directions
            ]
            for place in board.places
        ]
        self.near = [sum(1 << near for near, _ in ways if near is not None) for ways in reached]
        self._around = [Around(number) for number in range(len(board.places))]
        self._between: dict[tuple[PlaceId, PlaceId], PlaceId] = {}
        for start, ways in enumerate(reached):
            name, around = self.names[start], self._around[start]
            steps = sorted(to for to, _ in ways if to is not None)
            around.steps = {to: (name, self.names[to]) for to in steps}
            hops = sorted((to, over) for over, to in ways if over is not None and to is not None)
            around.hops = [(over, self._landing(to)) for to, over in hops]
            self._between |= {(name, self.names[to]): self.names[over] for to, over in hops}

    def _landing(self, number: int) -> Landing:
        return 1 << number, number, self.names[number], self.near[number], self._around[number]

    def __len__(self) -> int:
        return len(self.names)

    def mask(self, places: Iterable[PlaceId]) -> int:
        """The set of ``places``."""
        return sum(self.bit[place] for place in set(places))

    def places(self, mask: int) -> list[PlaceId]:
        """The places of a set, in canonical order."""
        found, names = [], self.names
        while mask:
            highest = mask.bit_length() - 1  # costs less than the lowest
            found.append(names[highest])
            mask ^= 1 << highest
        return found[::-1]

    def adjacent(self, start: PlaceId, end: PlaceId) -> bool:
        """Whether one step leads from ``start`` to ``end``."""
        return bool(self.near[self.index[start]] & self.bit[end])

    def between(self, start: PlaceId, end: PlaceId) -> PlaceId | None:
        """The place that a hop from ``start`` to ``end`` passes over; None where no single hop joins them."""
        return self._between.get((start, end))

    # A hop leads two places on, so all landings of a chain lie an even number of places from its start in every
    # direction. Hence no chain ends beside its start, where a step could lead as well, and none passes over its start:
    # that this hole counts as empty during the move changes nothing, and below it simply stays occupied.

    def reach(self, occupied: int, start: int) -> list[int]:
        """The places, in no order, where the piece on ``start`` (one of ``occupied``) can end a move."""
        return [to for _, to in self.pairs(occupied, 1 << start)]

    def pairs(self, occupied: int, pieces: int, ends: Sequence[int | None] | None = None) -> list[tuple[int, int]]:
        """Start and end of every move of ``pieces`` (a set, some of ``occupied``), in no order but piece by piece.

        ``ends``: by start, where a move may end; None for anywhere.
        """
        found: list[tuple[int, int]] = []
        for start in numbers(pieces):
            landings, _, _, reached = self._around[start][occupied & self.near[start]]
            queue: list[Landing] = []
            closed = occupied
            for landing in landings:
                if not closed & landing[0]:
                    closed |= landing[0]
                    queue.append(landing)
            if queue:
                reached = reached.copy()
                for _, to, _, near, around in queue:
                    reached.append((start, to))
                    for landing in around[occupied & near][0]:
                        if not closed & landing[0]:
                            closed |= landing[0]
                            queue.append(landing)
            if ends is None or (allowed := ends[start]) is None:
                found += reached
            else:
                found += [pair for pair in reached if allowed >> pair[1] & 1]
        return found

    def moves(self, occupied: int, start: int, ends: int | None = None) -> tuple[list[Path], int]:
        """The moves of the piece on ``start`` in the order of their ends, and the set of places that they depend on.

        Each path is canonical: a step, else the fewest hops, then the landings that come first in order. Breadth
        first with landings in order finds exactly these. ``ends``: where a move may end; None for anywhere. As long
        as none of the places depended on is filled or emptied, the moves stay the same.
        """
        found: dict[int, Path] = {}
        queue: list[Landing] = []
        origin, closed = self.names[start], occupied
        landings, watched, steps, _ = self._around[start][occupied & self.near[start]]
        for landing in landings:
            if not closed & landing[0]:
                closed |= landing[0]
                found[landing[1]] = (origin, landing[2])
                queue.append(landing)
        for _, at, _, near, around in queue:
            landings, looked, _, _ = around[occupied & near]
            watched |= looked
            for landing in landings:
                if not closed & landing[0]:
                    closed |= landing[0]
                    found[landing[1]] = (*found[at], landing[2])
                    queue.append(landing)
        if queue:
            found |= steps
            order = sorted(found)
        else:
            found, order = steps, [*steps]
        if ends is None:
            return [found[to] for to in order], watched
        return [found[to] for to in order if ends >> to & 1], watched


def numbers(mask: int) -> Iterator[int]:
    """The numbers of the places of a set, in canonical order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _key(x: float, y: float) -> tuple[int, int]:
    """Coordinates as whole thousandths, so that sums of roots meet."""
    return round(x * 1000), round(y * 1000)
