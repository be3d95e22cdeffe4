"""Which places show the same shape, by their edges, and what those that look alike are taken for.

The networks have learnt how holes and pieces look on other boards. Here it can be seen: a drawn disc shows the same
edges wherever it is bare, in the light, in a shadow or half under a finger, and a piece on it shows others. So a place
that nobody is sure of is told by those that look like it.
"""

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration
from vision.pictures import Picture
from vision.readers.patches import sample_patches
from vision.readers.unknown import settings

Singles = NDArray[np.float32]


def shapes(picture: Picture, calibration: Calibration, board: Board) -> Singles:
    """Which way it grows lighter around each place, and how clearly: n × m × 2, vectors no longer than 1.

    Hardly more than the directions of edges, so that shadows and the colours of a board's points change little.
    """
    size, span = settings.SHAPE_SIZE, settings.SHAPE_SPAN
    patches = sample_patches(picture, calibration, board, size, span=span)
    light = np.log(patches.astype(np.float32) + np.float32(settings.SHAPE_DARK)).mean(-1)
    change = np.stack(np.gradient(light, axis=(1, 2)), -1)
    edges = change / np.sqrt((change**2).sum(-1, keepdims=True) + np.float32(settings.SHAPE_EDGE) ** 2)
    east, south = np.meshgrid(*[((np.arange(size) + 0.5) / size - 0.5) * span] * 2)
    return np.asarray(edges[:, np.hypot(east, south) < settings.SHAPE_REACH], np.float32)


def taken_for(shown: Singles, looks_full: NDArray[np.float64], covered: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What the places that look most like each one are taken for, without itself: n, logits of a piece lying there.

    Places that hardly show anything, such as white marbles on white paper in bright light, look alike for that reason
    and would only say once more what they are taken for; so they are told less.

    ``shown``: as `shapes` gives it; ``looks_full`` (n): what the networks take each place for; ``covered`` (n): places
    that show something else.
    """
    apart = _apart(shown)
    np.fill_diagonal(apart, np.inf)
    apart[:, covered] = np.inf
    kin = np.argsort(apart, 1)[:, : settings.SHAPE_KIN]
    farther = np.take_along_axis(apart, kin, 1)
    farther -= np.where(np.isfinite(farther[:, :1]), farther[:, :1], 0)
    weights = np.exp(-farther / settings.SHAPE_NEAR)
    logits = np.clip(looks_full, -settings.SHAPE_SURE, settings.SHAPE_SURE)
    told = (weights * logits[kin]).sum(1) / np.maximum(weights.sum(1), 1e-9)
    clear = np.minimum((shown**2).sum(-1).mean(1) / settings.SHAPE_SHOWS, 1)
    return np.asarray(told * clear, np.float64)


def _apart(shown: Singles) -> Singles:
    """How differently each two places look, n × n: what lies over one of them counts no more than any other edge."""
    apart = np.zeros((len(shown), len(shown)), np.float32)
    # Every pair once, and the two directions written out: `sum` over so short an axis takes several times as long.
    east, south = np.ascontiguousarray(shown.transpose(2, 0, 1))
    for at in range(len(shown) - 1):
        squares = (east[at] - east[at + 1 :]) ** 2 + (south[at] - south[at + 1 :]) ** 2
        apart[at, at + 1 :] = np.minimum(squares, settings.SHAPE_STRAY).mean(-1)
    return apart + apart.T
