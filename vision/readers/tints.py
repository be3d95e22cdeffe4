"""How alike pieces are in colour, by what the sets of this very picture teach.

The networks learnt on other boards how much the colours of one set differ. Here it can be measured: once pieces are
grouped, they tell what colour each set has and how light, gloss and the camera's noise spread it. By that every piece
is told again, without itself, and who is alike is known better than before.
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
    """Logits of two places' pieces being of one of the sets that are supposed so far, n × n, by their colours alone.

    ``shown``: as `tints` gives it. Where two sets are of one colour it says nothing of them, and where there are hardly
    more pieces than sets it says nothing at all.
    """
    weights = _weights(grouping)
    groups = grouping.belongs.shape[1]
    sure = max(float(weights.sum()) - groups, 0.0)
    if groups < 2 or not sure:
        return np.zeros((len(shown), len(shown)))
    fits = settings.TINT_SHARPNESS * _fits(shown, board, grouping)
    chances = np.exp(fits - fits.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    same = np.clip(chances @ chances.T, 1e-6, 1 - 1e-6)
    logits = np.clip(np.log(same / (1 - same)), -settings.TINT_MOST, settings.TINT_MOST)
    return np.asarray(logits * sure / (sure + settings.TINT_LEARNT))


def _weights(grouping: Grouping) -> Numbers:
    """What each place's colour counts (n, 0 to 1): more, the surer it is to whom a piece there belongs."""
    return np.asarray((grouping.names >= 0) * (grouping.belongs**2).sum(1))


def _fits(shown: Numbers, board: Board, grouping: Grouping) -> Numbers:
    """How well each place's colour fits each set, n × sets: logarithms of Student's density, but for a constant.

    Learnt from all pieces but the one on that place, so that no piece vouches for itself. A set of which hardly
    anything else is seen fits as well as the best.
    """
    places = np.array([(place.x, place.y) for place in board.places])
    slopes = places / np.abs(places).max()
    groups = grouping.belongs.shape[1]
    weights = _weights(grouping)
    # Each set has a colour, and light that falls off towards a side changes all alike: a linear regression.
    terms = np.column_stack([grouping.belongs, slopes])
    centred = shown - np.average(shown, axis=0, weights=weights)
    damping = np.diag([settings.TINT_DAMPING] * groups + [1.0] * slopes.shape[1])
    inverse = np.linalg.inv((terms.T * weights) @ terms + damping)
    fitted = inverse @ (terms.T * weights) @ centred
    rest = centred - terms @ fitted
    # What the sums would be without one place follows from its leverage.
    leverage = np.minimum(weights * ((terms @ inverse) * terms).sum(1), settings.TINT_LEVERAGE)
    pull = (weights / (1 - leverage))[:, None] * rest
    scatter = (rest.T * weights) @ rest - pull[:, :, None] * rest[:, None, :]
    others = np.maximum(weights.sum() - weights, 1.0)
    colours = shown.shape[1]
    usual = np.maximum(np.trace(scatter, axis1=1, axis2=2), 0) / colours / others + settings.TINT_NOISE
    scatter += (settings.TINT_PRIOR * usual)[:, None, None] * np.eye(colours)
    precision = np.linalg.inv(scatter) * np.maximum(others + settings.TINT_PRIOR - groups, 1.0)[:, None, None]
    fits = np.zeros((len(shown), groups))
    for group in range(groups):
        asked = np.column_stack([np.tile(np.eye(groups)[group], (len(shown), 1)), slopes])
        apart = centred - asked @ fitted + ((asked @ inverse) * terms).sum(1, keepdims=True) * pull
        squares = np.maximum(np.einsum("nd,nde,ne->n", apart, precision, apart), 0)
        freedom = settings.TINT_FREEDOM
        fits[:, group] = -(freedom + colours) / 2 * np.log1p(squares / freedom)
    members = weights[:, None] * grouping.belongs
    seen = members.sum(0) - members >= settings.TINT_MEMBERS
    best = np.where(seen, fits, -np.inf).max(1, keepdims=True, initial=-np.inf)
    return np.where(seen, fits, np.where(np.isfinite(best), best, 0.0))
