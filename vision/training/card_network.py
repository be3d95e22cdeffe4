"""The two networks that read cards, in PyTorch: the *finder* of indices in a picture and the *namer* of one index."""

import torch
from torch import Tensor, nn

from vision.readers.card.frames import PATCH, RANKS
from vision.readers.card.networks import NAMES
from vision.training.network import Residual, conv

TOLD = 7
"""What the finder says of a cell: is an index's middle in it, where (2), the card's width (2) and height (2) there."""
NUDGE = 6
"""What the namer says: is this an index at all, its rank, its suit (`NAMES` in all), and how the patch lies off."""


class Finder(nn.Sequential):
    """B × 3 × h × w → B × TOLD × h/8 × w/8."""

    def __init__(self) -> None:
        super().__init__(
            conv(3, 16, 5, 2), nn.ReLU(),
            conv(16, 32, 3, 2), nn.ReLU(), Residual(32, 16), Residual(32, 16),
            conv(32, 64, 3, 2), nn.ReLU(),
            Residual(64, 32), Residual(64, 32, 2), Residual(64, 32), Residual(64, 32, 3), Residual(64, 32),
            nn.Conv2d(64, TOLD, 1),
        )  # fmt: skip
        # Hardly any cell has an index in it.
        nn.init.constant_(self[-1].bias[:1], -4.0)


class Namer(nn.Sequential):
    """B × 3 × 112 × 88 → B × (NAMES + NUDGE) × 1 × 1; where in the patch something is matters to the last layer."""

    def __init__(self) -> None:
        width, height = (-(-side // 16) for side in PATCH)
        super().__init__(
            conv(3, 24, 5, 2), nn.ReLU(), Residual(24, 16),
            conv(24, 32, 3, 2), nn.ReLU(), Residual(32, 16), Residual(32, 16),
            conv(32, 64, 3, 2), nn.ReLU(), Residual(64, 32), Residual(64, 32), Residual(64, 32),
            conv(64, 64, 3, 2), nn.ReLU(), Residual(64, 32),
            conv(64, 24, 1), nn.ReLU(),
            nn.Conv2d(24, 96, (height, width)), nn.ReLU(),
            nn.Conv2d(96, NAMES + NUDGE, 1),
        )  # fmt: skip


def told(said: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """What the namer said: logits of is it an index (B), its rank (B × 13), its suit (B × 4); the nudge (B × 6)."""
    said = torch.flatten(said, 1)
    return said[:, 0], said[:, 1 : 1 + len(RANKS)], said[:, 1 + len(RANKS) : NAMES], said[:, NAMES:]
