"""A hole in another light than it was seen in: with no veil taken off, in a piece's shadow, or like most other holes.

Arrays as in `vision.readers.hole.looks`.
"""

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.looks import Looks, forgiven, log_density, stray, unlike_itself
from vision.readers.hole.windows import Singles, Window


def relit(looks: Looks, residual: Singles, veil: Singles, looser: Singles, *, stirred: NDArray[np.bool_]) -> Singles:
    """Log likelihoods of holes as they were seen, but with no veil taken off or in shadow, n; −inf where none was seen.

    What brightens the board around a hole may be that the piece which left had shaded it; and the shadow of a piece
    beside it that came or left reaches deep into it. ``residual``: n × 3 × k, as it is with the ``veil`` taken off;
    ``stirred``: n, where shadows may fall otherwise than when the hole was seen.
    """
    found, rows = np.full(len(residual), -np.inf, np.float32), np.flatnonzero(looks.own[0])
    mean, precision, level = looks.mean[0, rows], looks.precision[0, rows], looks.level[0, rows]
    misfit = stray(residual[rows] + veil[rows], mean, looks.discount[0, rows], precision)
    fit = log_density(misfit, level, looser[rows])
    discount, perfect = forgiven(mean, 1 / precision, settings.SHADOW)
    misfit = stray(residual[rows], mean, discount, precision)
    shadowed = log_density(misfit, perfect.mean(1), np.ones_like(level))
    shadowed = np.where(stirred[rows], shadowed * settings.TELLING - np.log(settings.SHADOWED), -np.inf)
    found[rows] = np.maximum(fit * settings.TELLING, shadowed)
    return found


def usually(looks: Looks, fits: Singles, window: Window, patches: Singles) -> Singles:
    """Log likelihoods of holes that look like most others, n; −inf where not asked.

    A hole that was seen under a lamp's reflection looks like the others once that has gone elsewhere. Asked where
    a hole that was seen does not look like itself: by ``fits``, n, its log likelihood. ``patches``: n × 3 × m.
    """
    found, own = np.full(len(patches), -np.inf, np.float32), looks.own[0]
    if own.sum() < settings.USUAL_HOLES:
        return found
    rows = np.flatnonzero(unlike_itself(fits, own, settings.ALIEN * settings.TELLING))
    if not len(rows):
        return found
    seen = patches[rows]
    mean = looks.bare.usually(window.paint(seen))
    variance = looks.bare.unusual[:, None] + looks.noise[0, rows]
    discount, level = forgiven(mean, variance, settings.STRANGE_SHADING)
    misfit = stray(seen[..., looks.inside] - mean, mean, discount, 1 / variance)
    fit = log_density(misfit, level.mean(2), np.ones(level.shape[:2], np.float32)) * settings.TELLING
    likely = (fit + np.log(looks.bare.chances)[:, None]).max(0)
    found[rows] = likely - np.log(settings.USUAL)
    return found
