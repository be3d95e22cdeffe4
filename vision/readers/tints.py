"""How alike pieces are in colour, by what the sets of this very picture teach.

The networks learnt on other boards how much the colours of one set differ. Here it can be measured: once pieces are
grouped, they tell how light, gloss and the camera's noise spread the colours of one set, and how far sets are apart.
What is alike then tells who belongs together better than before (the two covariances of probabilistic discriminant
analysis, Ioffe 2006).
"""

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration
from vision.readers import settings
from vision.readers.patches import Picture, sample_patches
from vision.readers.sets import Grouping

Numbers = NDArray[np.float64]


def tints(picture: Picture, calibration: Calibration, board: Board) -> Numbers:
    """What a piece on each place would look like: n × 6, logarithms of blue, green and red in its middle and all over.

    Medians, which a gleam does not change.
    """
    size = settings.TINT_SIZE
    patches = sample_patches(picture, calibration, board, size, height=settings.HEAD_HEIGHT)
    logs = np.log(patches.astype(np.float32) + np.float32(settings.TINT_DARK))
    east, south = np.meshgrid(*[(np.arange(size) + 0.5) / size - 0.5] * 2)
    away = np.hypot(east, south)
    return np.concatenate([np.median(logs[:, away < reach], 1) for reach in settings.TINT_REACH], 1).astype(np.float64)


def alike_in_tint(shown: Numbers, board: Board, grouping: Grouping) -> Numbers:
    """Logits of two places' pieces being of one set, n × n, by their colours alone; 0 where there is but one set.

    ``shown``: as `tints` gives it. ``grouping``: what is supposed so far; pieces that surely belong there count most.
    """
    groups = int(grouping.names.max(initial=-1)) + 1
    if groups < 2:
        return np.zeros((len(shown), len(shown)))
    places = np.array([(place.x, place.y) for place in board.places])
    slopes = places / np.abs(places).max()
    members = (grouping.names[:, None] == np.arange(groups)).astype(float)
    weights = members.sum(1) * (grouping.belongs**2).sum(1)
    # Each set has a colour, and light that falls off towards a side changes all alike.
    terms = np.column_stack([members, slopes])
    centred = shown - np.average(shown, axis=0, weights=weights)
    weighed = terms.T * weights
    damping = np.diag([settings.TINT_DAMPING] * groups + [1.0] * slopes.shape[1])
    fitted = np.linalg.solve(weighed @ terms + damping, weighed @ centred)
    rest = centred - terms @ fitted
    even = np.eye(shown.shape[1])
    sure = max(float(weights.sum()) - groups, 0.0)
    scatter = (rest.T * weights) @ rest + settings.TINT_PRIOR * settings.TINT_WITHIN * even
    within = scatter / (sure + settings.TINT_PRIOR)
    between = (np.cov(fitted[:groups].T) * (groups - 1) + settings.TINT_BETWEEN * even) / groups
    lit_alike = centred - slopes @ fitted[groups:]
    apart = lit_alike[:, None] - lit_alike
    logits = _heavy_tailed(apart, 2 * within) - _heavy_tailed(apart, 2 * (within + between))
    return logits * sure / (sure + settings.TINT_LEARNT)


def _heavy_tailed(apart: Numbers, covariance: Numbers) -> Numbers:
    """Logarithms of Student's density, but for a constant, at differences … × 6: gleams and shadows stray far."""
    freedom = settings.TINT_FREEDOM
    squares = (apart @ np.linalg.inv(covariance) * apart).sum(-1)
    far = (freedom + len(covariance)) / 2 * np.log1p(squares / freedom)
    return np.asarray(-far - np.linalg.slogdet(covariance)[1] / 2)
