"""Glass on another ground for the first time: what it looks like there is told by the hole that it has just left.

Arrays as in `vision.readers.hole.looks`.
"""

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.looks import Looks, forgiven, log_density, stray, unlike_itself
from vision.readers.hole.windows import Singles


def carried(looks: Looks, fit: Singles, now: NDArray[np.int64], patches: Singles, residual: Singles) -> Singles:
    """Log likelihood of every token at every place were it a piece of glass that has left its own, T × n.

    Minus infinity where none can have. ``fit``: C × n, how well each look fits; ``now``: n, what lay at each place;
    ``patches``: n × 3 × m, what is seen; ``residual``: C × n × 3 × k, what is left of it without each look.
    """
    found = np.full((len(looks.mean) - 2, len(now)), -np.inf, np.float32)
    itself = looks.itself(now)
    own, fits = looks.own[itself], fit[itself]
    if not own.any():
        return found
    changed = unlike_itself(fits, own, settings.ALIEN)
    gone, holes = np.flatnonzero(changed & (now > 0)), np.flatnonzero(changed & (now == 0))
    untried = gone[~looks.tried[now[gone]]]
    if not len(holes) or not len(untried) or len(gone) > settings.CARRIED_MOST:
        return found
    core = looks.core
    seen, grounds = (np.median(of[..., core], axis=2) for of in (patches[..., looks.inside], looks.mean[0, holes]))
    for place in untried.tolist():
        number, piece = int(now[place]), np.median(looks.mean[-2, place][:, core], axis=1)
        usual = np.median(looks.mean[number, holes][..., core], axis=2)
        for told in through(piece, seen[place], grounds, seen[holes]):
            shift = (told - usual)[..., None] * looks.cover
            likely = _fit(looks, holes, residual[number, holes] - shift, looks.mean[number, holes] + shift)
            found[number, holes] = np.maximum(found[number, holes], likely)
    return found


def through(piece: Singles, bare: Singles, grounds: Singles, seen: Singles) -> tuple[Singles, Singles]:
    """What a ``piece`` (3 colours) may look like on other ``grounds`` (h × 3) than the ``bare`` one that it left (3).

    Clear glass around something opaque lets some of every colour through, tinted glass of each as much as it did at
    home; how much of the ground comes so is told by what is ``seen`` there (h × 3).
    """
    dark = settings.GLASS_NOISE
    told = []
    for lets in (np.ones(3), np.clip((piece + dark) / (bare + dark), 0, 1)):
        way = (grounds - bare) * lets
        share = ((seen - piece) * way).sum(1, keepdims=True) / np.maximum((way**2).sum(1, keepdims=True), dark**2)
        told.append(np.clip(piece + np.clip(share, 0, 1) * way, 0, 1))
    clear, tinted = told
    return clear, tinted


def _fit(looks: Looks, holes: NDArray[np.int64], residual: Singles, mean: Singles) -> Singles:
    """Log likelihood of pieces in ``holes`` (h) that look like ``mean``, of which ``residual`` is left (h × 3 × k)."""
    cover = looks.cover
    gap = ((mean - looks.mean[0, holes]) ** 2).mean(1)
    variance = 1 / looks.precision[0, holes] + settings.HEAD_SPREAD**2 + cover * (1 - cover) * gap / 2
    discount, level = forgiven(mean, variance, settings.SHADING)
    misfit = stray(residual, mean, discount, 1 / variance)
    fit = log_density(misfit, level.mean(1), np.ones(len(holes), np.float32))
    away = (residual[..., looks.core].mean(2) ** 2).sum(1) / (2 * settings.GLASS_SPREAD**2)
    return np.asarray(fit * settings.TELLING - away - np.log(settings.CARRIED), np.float32)
