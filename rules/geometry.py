"""Places and boards: where things can lie, and nothing about how they move.

Board units: one unit is the distance between two neighbouring places (a hole pitch, a square's side).
x runs east, y runs north as the players in the south see the board; the origin is the board's centre.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import hypot
from typing import NewType

PlaceId = NewType("PlaceId", str)


class Medium(StrEnum):
    """What a place is made of, and so which reader looks at it."""

    HOLE = "hole"
    SQUARE = "square"
    CARD = "card"
    PIT = "pit"


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a board; ``x`` and ``y`` in board units."""

    id: PlaceId
    x: float
    y: float
    medium: Medium


@dataclass(frozen=True)
class Board:
    """A board's places in their canonical order.

    ``corners`` names the places a person would point at to say how the board lies (the star's six tips).
    ``turns`` is the number of rotations that map the board onto itself: 6 for the star, 4 for a full square.
    """

    name: str
    places: tuple[Place, ...]
    outline: tuple[tuple[float, float], ...]
    corners: Mapping[str, PlaceId] = field(default_factory=dict)
    turns: int = 1

    @cached_property
    def index(self) -> Mapping[PlaceId, int]:
        """Place id → its position in ``places``."""
        return {place.id: number for number, place in enumerate(self.places)}

    @cached_property
    def medium(self) -> Medium | None:
        """What all places are made of; None where they differ."""
        kinds = {place.medium for place in self.places}
        return kinds.pop() if len(kinds) == 1 else None

    @cached_property
    def first_corner(self) -> PlaceId:
        """The corner from which turns are counted: the star's south."""
        return next(iter(self.corners.values()))

    def distance(self, one: PlaceId, two: PlaceId) -> float:
        """How far apart two places are, in board units."""
        return hypot(self[one].x - self[two].x, self[one].y - self[two].y)

    def __getitem__(self, place: PlaceId) -> Place:
        return self.places[self.index[place]]

    def __contains__(self, place: object) -> bool:
        return place in self.index

    def __hash__(self) -> int:
        return hash((self.name, len(self.places)))
