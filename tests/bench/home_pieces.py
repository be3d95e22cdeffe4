"""Pieces for `tests.bench.homes`: marbles, glass, cat's eyes, balls of wood, pegs, cones, pawns, discs."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.random import Generator

from tests.bench.home_blender import each_its_own, glass, thin
from tests.bench.home_boards import ROUND, Plan
from tests.bench.home_textures import one_of
from tests.bench.stranger_boards import blades, standing
from tests.bench.stranger_shapes import PAINT, Colour, Triple, ball, cloudy, coat, lathe, put, varied

USUAL = ["red", "blue", "green", "yellow", "white", "black"]
OTHERS = ["orange", "purple", "pink", "turquoise", "brown"]
SLACK = {"peg": 0.01, "cone": 0.045, "pawn": 0.04, "disc": 0.05}
"""How far a piece strays from its place, in pitches, one standard deviation."""


def choose_colours(rng: Generator, count: int, piece: str) -> dict[str, Colour]:
    """Names and colours of sets as they are sold: the usual six, some of them often others."""
    names = list(USUAL)
    if rng.random() < 0.3:
        for other in rng.permutation(OTHERS)[: rng.integers(1, 3)]:
            names[rng.integers(6)] = str(other)
    if rng.random() < 0.1 and "blue" in names:
        names[names.index("blue")] = "darkblue"
    if piece in {"cat", "glass"} and rng.random() < 0.85:  # seldom sold in these
        names = list(dict.fromkeys([*names, "orange", "purple", "turquoise"]))
        names = [name for name in names if name not in {"black", "brown", "pink"}]
    if piece == "wooden" and rng.random() < 0.12:
        names[rng.integers(6)] = "wood"
    return {str(name): varied(rng, PAINT[str(name)], 0.08) for name in rng.permutation(names)[:count]}


class Pieces:
    """What the sets of one board are made of, and how they are put down. ``top``: how high they stand."""

    def __init__(self, rng: Generator, plan: Plan, colours: Mapping[str, Colour]) -> None:
        self.rng, self.plan, self.round = rng, plan, plan.piece in ROUND
        self.names = list(colours)
        self.radius, self.middle, self.top = plan.radius, plan.rest, plan.rest + plan.radius
        self.profile = ball(plan.radius, 0, 26)
        if not self.round:
            hole, depth = (plan.hole[0][0], -plan.hole[-1][1]) if plan.hole else (plan.pitch, 0)
            profile, top = standing(rng, plan.piece, hole / plan.pitch, depth / plan.pitch)
            self.profile = [(radius * plan.pitch, height * plan.pitch) for radius, height in profile]
            self.radius, self.top = max(self.profile)[0], top * plan.pitch
            self.middle = 0.6 * self.top
        self.gloss, self.varnish = one_of(rng, [0.15, 0.3, 0.5]), float(rng.choice([0, 0.2, 0.3]))
        self.waves, self.wide = rng.uniform(0.4, 0.8) / self.radius, rng.uniform(0.6, 0.85)
        self.parts = {name: self._parts(name, colour) for name, colour in colours.items()}

    def _parts(self, name: str, colour: Colour) -> list[Any]:
        if self.plan.piece == "cat":
            bright = np.clip(np.array(colour) * 1.3 + 0.01, 0, 0.95).tolist()
            clear = lathe("piece", self.profile, glass((0.9, 0.95, 0.92), 0.0))
            return [clear, *blades(self.plan.radius, self.wide, thin(bright))]
        made = lathe("piece", self.profile, self._material(name, colour))
        if not self.round:
            made.set_sharp_from_angle(angle=np.radians(40))
        return [made]

    def _material(self, name: str, colour: Colour) -> Any:
        piece = self.plan.piece
        if piece == "glass":
            r, g, b = np.clip(np.array(colour) + 0.04, 0, 0.9)
            return glass((r, g, b), 0.15 if name in {"white", "black"} else 0.36)
        if piece == "opaque":
            return each_its_own(coat(colour, 0.06, varnish=0.2), 0.06)
        if piece == "swirl":
            material = coat(colour, 0.05, varnish=0.3)
            streak = {"white": (0.05, 0.1, 0.3), "yellow": (0.3, 0.08, 0.01)}.get(name, PAINT["white"])
            cloudy(material, self.waves, (colour, streak), hard=True)
            return material
        if piece == "wooden":
            return each_its_own(coat(colour, 0.35, varnish=self.varnish), 0.1)
        return each_its_own(coat(colour, self.gloss, varnish=self.varnish), 0.07)

    def put(self, name: str, at: Triple) -> list[Any]:
        """A piece of a set, its middle or foot exactly there, turned by chance."""
        turn = self.rng.uniform(0, 2 * np.pi, 3)
        if not self.round:
            turn[:2] = self.rng.normal(0, 0.04, 2) * (self.plan.piece == "peg")
        return [put(part, at, turn) for part in self.parts[name]]

    def stand(self, name: str, place: int) -> None:
        """A piece on one of the board's places, as exactly as its hole holds it."""
        slack = SLACK.get(self.plan.piece, 0.008 if self.plan.hole else 0.04) * self.plan.pitch
        at = self.plan.places[place] + np.clip(self.rng.normal(0, slack, 2), -2.2 * slack, 2.2 * slack)
        height = float(self.plan.heights(at[None])[0])
        self.put(name, (*at, height + (self.plan.rest if self.round else 0)))
