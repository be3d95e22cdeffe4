"""Light that lies on the board like a veil: a window or a lamp mirrored in the varnish, which wanders.

It adds to what the board shows, a little more on one side of a place than on the other; what stands on the board hides
it. So it is told from the board around each place, and taken off the board alone.
"""

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.windows import Singles


def veil_terms(offsets: NDArray[np.float64]) -> Singles:
    """What a veil over a place is made of at ``offsets`` (m × 2, in pitches), m × 5.

    An even part, one that grows to the east, to the north, and two saddles: what light around a place can tell of the
    light upon it.
    """
    x, y = offsets.T
    return np.column_stack([np.ones_like(x), x, y, x * y, x * x - y * y]).astype(np.float32)


def fit_veil(away: Singles, trust: Singles, terms: Singles) -> Singles:
    """How much of each of its terms the veil has at each place, in each colour: n × 3 × t.

    ``away`` n × 3 × r: how far what is seen around a place lies from what was expected; ``trust`` n × r; ``terms``
    r × t: `veil_terms` there.
    """
    count = terms.shape[1]
    products = (terms[:, :, None] * terms[:, None]).reshape(len(terms), -1)
    damping = np.diag(np.array(settings.VEIL_DAMPING, np.float32))
    fitted = np.zeros((*away.shape[:2], count), np.float32)
    fitted[..., 0] = np.median(away, axis=2)
    for _ in range(settings.VEIL_ROUNDS):
        left = away - fitted @ terms.T
        squares = left[:, 0] ** 2 + left[:, 1] ** 2 + left[:, 2] ** 2
        weight = trust / (1 + squares / (3 * settings.VEIL_ROUGH**2))
        normal = (weight @ products).reshape(-1, count, count) + damping
        pull = (away * weight[:, None]) @ terms
        fitted = np.linalg.solve(normal, pull.transpose(0, 2, 1)).transpose(0, 2, 1)
    return np.asarray(fitted, np.float32)
