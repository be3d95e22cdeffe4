"""What a piece casts on the empty holes beside it: its shadow, and its own body where the camera looks aslant.

A hole that gets a neighbour looks otherwise where the neighbour leans over it, or where its shadow falls. How much
so, a sample and a direction, is told by the start position, where some empty holes have neighbours and others none, and
by every move since.
"""

import numpy as np
from numpy.typing import NDArray

from vision import settings
from vision.readers.looks import Looks
from vision.readers.windows import Floats

Beside = NDArray[np.bool_]
"""Whether a piece lies near each place, in each of d directions and distances, n × d."""


def neighbours(places: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The place that lies each way from each place (n × 2, in pitches), n × d, n where there is none; how far, d."""
    apart = places[None] - places[:, None]
    near = (np.hypot(*np.moveaxis(apart, -1, 0)) < settings.CAST_REACH) & ~np.eye(len(places), dtype=bool)
    ways, way = np.unique(np.round(apart[near], 1), axis=0, return_inverse=True)
    found = np.full((len(places), len(ways)), len(places))
    place, other = np.nonzero(near)
    found[place, way.reshape(-1)] = other
    return found, np.round(np.hypot(*ways.T), 1)


def beside(occupied: NDArray[np.bool_], next_to: NDArray[np.int64]) -> Beside:
    """Which of the places ``next_to`` each place are ``occupied`` (n)."""
    return np.asarray(np.append(occupied, False)[next_to])


def cast_at_start(bare: Floats, by: Beside, apart: NDArray[np.float64]) -> Floats:
    """How far pieces near a hole change what is seen of it, as a variance of a channel, d × m.

    ``bare``: windows over the empty holes, n × 3 × m, NaN where not seen; ``by``: which pieces they had about them;
    ``apart``: how far each way leads, d. A way of which nothing is seen counts as the worst of those as long.
    """
    cast = np.zeros((by.shape[1], bare.shape[2]), np.float32)
    told = ~np.isnan(bare[:, 0, 0])
    free = told & ~by.any(1)
    if not free.any():
        return cast
    alone = np.median(bare[free], axis=0)
    noise = (bare[free] - alone).var(0).mean(0)
    seen = (by & told[:, None]).any(0)
    for way in np.flatnonzero(seen):
        shown = np.median(bare[told & by[:, way]], axis=0) - alone
        cast[way] = np.maximum((shown**2).mean(0) - noise, 0)
    for way in np.flatnonzero(~seen):
        cast[way] = cast[seen & (apart == apart[way])].max(0, initial=0)
    return cast


def cast_since(cast: Floats, before: Floats, after: Floats, changed: Beside) -> Floats:
    """``cast`` after pieces came or went: windows ``before`` and ``after``, k × 3 × m; ``changed`` k × d."""
    cast = cast.copy()
    for way in np.flatnonzero(changed.any(0)):
        shown = ((after - before)[changed[:, way]] ** 2).mean((0, 1))
        cast[way] += settings.CAST_SHARE * (shown - cast[way])
    return cast


def fit_shaded(looks: Looks, residual: Floats, looser: Floats, rows: NDArray[np.int64], variance: Floats) -> Floats:
    """Log densities of bare holes ``rows``, upon which neighbours may have cast something of that ``variance``, r × k.

    ``residual`` r × 3 × k: what is seen less the look of the hole; ``looser``: r, as in likelihoods without neighbours.
    """
    precision = looks.precision[0, rows]
    lower = 1 / (1 + variance * precision)
    along = (residual * looks.mean[0, rows]).sum(1)
    misfit = ((residual**2).sum(1) - looks.discount[0, rows] * along**2) * precision * lower
    surprise = np.log1p(misfit / (settings.TAIL * looser[:, None])).mean(1)
    level = looks.level[0, rows] + 1.5 * np.log(lower).mean(1)
    return np.asarray(level - 1.5 * np.log(looser) - (settings.TAIL + 3) / 2 * surprise, np.float32)
