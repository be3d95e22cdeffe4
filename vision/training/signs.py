"""The suits' signs and inks as they might be printed on coins, drawn by lot."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.prints import Colour, linear, paint

Points = NDArray[np.float64]
"""n × 2, y to the north."""
Sign = list[tuple[Points, bool]]
"""Shapes one over another in units of the sign's reach, each inked or left bare."""

INKS = {
    "suns": ("red", "bright red", "dark red"),
    "moons": ("black", "black", "charcoal"),
    "crowns": ("yellow", "gold", "ochre", "green", "bright green", "dark green"),
    "arms": ("blue", "dark blue", "light blue", "blue"),
}
"""In what colours the suits are printed."""
GOLD = {"gold": (196, 148, 12), "ochre": (176, 120, 20)}


def disc(at: Points, radius: float) -> Points:
    """The outline of a disc."""
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return at + radius * np.column_stack([np.cos(turns), np.sin(turns)])


def ink_of(rng: Generator, suit: str) -> Colour:
    """A colour that coins of this suit are printed in."""
    name = str(rng.choice(INKS[suit]))
    if name in GOLD:
        return linear(np.clip(np.array(GOLD[name]) / 255 * rng.uniform(0.85, 1.15), 0, 1))
    return paint(rng, name)


def _sun(rng: Generator) -> Sign:
    rays, inner = int(rng.integers(6, 17)), rng.uniform(0.45, 0.75)
    turns = np.arange(2 * rays) * np.pi / rays
    reach = np.where(np.arange(2 * rays) % 2, inner, 1.0)[:, None]
    sign: Sign = [(reach * np.column_stack([np.cos(turns), np.sin(turns)]), True)]
    if rng.random() < 0.4:
        sign += [(disc(np.zeros(2), inner * 1.02), False), (disc(np.zeros(2), inner * rng.uniform(0.7, 0.9)), True)]
    return sign


def _moon(rng: Generator) -> Sign:
    bite = rng.uniform(0.55, 0.85)
    return [(disc(np.zeros(2), 0.95), True), (disc(np.array([rng.uniform(0.25, 0.6), 0.1]), bite), False)]


def _crown(rng: Generator) -> Sign:
    points, low, dip = int(rng.choice([3, 3, 3, 4, 5])), rng.uniform(-0.75, -0.45), rng.uniform(-0.3, 0.2)
    wide = rng.uniform(0.65, 0.95)
    x = np.linspace(-wide, wide, 2 * points - 1)
    y = np.where(np.arange(2 * points - 1) % 2, dip, rng.uniform(0.5, 0.9))
    sign: Sign = [(np.vstack([np.column_stack([x, y]), [(wide * 0.85, low), (-wide * 0.85, low)]]), True)]
    if rng.random() < 0.4:
        sign += [(disc(np.array([px, py]), 0.13), True) for px, py in zip(x[::2], y[::2], strict=True)]
    return sign


def _arms(rng: Generator) -> Sign:
    if rng.random() < 0.3:
        wide = rng.uniform(0.55, 0.8)
        return [(np.array([(-wide, 0.8), (wide, 0.8), (wide, -0.1), (0, -0.95), (-wide, -0.1)]), True)]
    stem, leaf = rng.uniform(0.16, 0.32), rng.uniform(0.6, 0.95)
    right = np.array([
        (0, 1), (stem, 0.4), (stem / 2, 0.0), (leaf * 0.5, 0.5), (leaf * 0.9, 0.4), (leaf, 0.0), (leaf * 0.7, -0.15),
        (leaf * 0.55, 0.1), (stem / 2, -0.1), (0.45, -0.1), (0.45, -0.28), (stem / 2, -0.28), (0.4, -0.75), (0, -0.95),
    ])  # fmt: skip
    return [(np.vstack([right, right[::-1] * (-1, 1)]), True)]


SIGNS: dict[str, Callable[[Generator], Sign]] = {"suns": _sun, "moons": _moon, "crowns": _crown, "arms": _arms}
