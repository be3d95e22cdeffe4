"""A picture on its way through the camera, and laying something over it."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Light: TypeAlias = NDArray[np.float32]
"""Height × width × 3, linear, red green blue."""
Mask: TypeAlias = NDArray[np.float32]
"""Height × width, 0 to 1."""


@dataclass
class Shot:
    """A picture on its way through the camera: ``light``, and which share of each pixel something covers."""

    light: Light
    cover: Mask


def lay_over(shot: Shot, mask: Mask, light: Light) -> None:
    """Put something over the board where ``mask`` is 1."""
    shot.light[:] = shot.light * (1 - mask[..., None]) + light * mask[..., None]
    shot.cover[:] = np.maximum(shot.cover, mask)
