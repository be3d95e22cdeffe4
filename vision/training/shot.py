"""A picture on its way through the camera, what lights it, and laying something over it."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Light: TypeAlias = NDArray[np.float32]
"""Height × width × 3, linear, red green blue."""
Mask: TypeAlias = NDArray[np.float32]
"""Height × width, 0 to 1."""


@dataclass
class Shot:
    """A picture on its way through the camera: ``light``, and which share of each pixel something covers.

    ``sky``: how much of the light comes from the sky and reaches where no lamp shines, if that is known. Shadows are
    more than dark then: hollows are deeper in them, gleams and the shadows of pieces gone, and they have their colour.
    """

    light: Light
    cover: Mask
    sky: Light | None = None


@dataclass
class Lamps:
    """What lights a photograph.

    ``ways`` n × 3: unit vectors towards the lamps, z up. ``shares``: how much of the light each gives; the sky gives
    the rest. ``soft``: how many pixels the rim of a shadow is wide for each pixel that stands between it and its thing.
    """

    ways: NDArray[np.float64]
    shares: NDArray[np.float64]
    soft: NDArray[np.float64]

    @property
    def sky(self) -> float:
        """The light that comes from everywhere."""
        return 1 - float(self.shares.sum())

    @property
    def parts(self) -> NDArray[np.float64]:
        """How much of all lamps' light each gives, n; they sum to 1."""
        return np.asarray(self.shares / self.shares.sum())


def lamps(rng: Generator, sky: float | None = None) -> Lamps:
    """One to three lamps, from well aslant to right above, beside a sky that is pale or dark, or gives so much."""
    count = int(rng.choice([1, 2, 3], p=[0.55, 0.3, 0.15]))
    lift, around = np.radians(rng.uniform(28, 85, count)), rng.uniform(0, 2 * np.pi, count)
    ways = np.stack([np.cos(lift) * np.cos(around), np.cos(lift) * np.sin(around), np.sin(lift)], -1)
    shares = rng.dirichlet(np.full(count, 2.0)) * (rng.uniform(0.25, 0.92) if sky is None else 1 - sky)
    return Lamps(ways, shares, 10 ** rng.uniform(-1.3, 0.1, count))


def lay_over(shot: Shot, mask: Mask, light: Light, lit: Lamps) -> None:
    """Put something over the board where ``mask`` is 1."""
    for layer, share in ((shot.light, 1.0), (shot.sky, lit.sky)):
        if layer is not None:
            layer[:] = layer * (1 - mask[..., None]) + light * np.float32(share) * mask[..., None]
    shot.cover[:] = np.maximum(shot.cover, mask)


def shadow(shot: Shot, sky: float, lit: Mask, seen: Mask | None = None) -> None:
    """Let the share ``lit`` of the lamps' light through, and ``seen`` of the sky's, all of it by default.

    ``sky``: how much of all light is the sky's, where the picture does not know it.
    """
    open_ = np.float32(1) if seen is None else seen[..., None]
    if shot.sky is None:
        shot.light *= sky * open_ + (1 - sky) * lit[..., None]
        return
    shot.light[:] = shot.sky * open_ + (shot.light - shot.sky) * lit[..., None]
    shot.sky *= open_
