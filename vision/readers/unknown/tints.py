"""Whose a piece is by its colour, from what the sets of this very picture teach.

The networks learnt on other boards how much the colours of one set differ. Here it can be measured: once pieces are
grouped, they tell what colour each set has and how light, gloss and the camera's noise spread it. A piece of another
set spreads that of the whole group, so it is found out where it goes; and every piece is told again, without itself.
"""

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.pictures import Picture
from vision.readers.patches import sample_patches
from vision.readers.settings import HEAD_HEIGHT
from vision.readers.unknown import settings
from vision.readers.unknown.hands import of_hands
from vision.readers.unknown.partitions import Floats, Names


def tints(picture: Picture, calibration: Calibration, board: Board, hidden: NDArray[np.bool_]) -> Floats:
    """What a piece on each place would look like: n × 6, logarithms of blue, green and red in its middle and all over.

    Medians, which a gleam does not change. Of what lies half under a hand those of the rest; ``hidden`` (n): which
    places look as if something lay over them.
    """
    size = settings.TINT_SIZE
    patches = sample_patches(picture, calibration, board, size, height=HEAD_HEIGHT)
    logs = np.log(patches.astype(np.float32) + np.float32(settings.TINT_DARK))
    hands = of_hands(logs, hidden, board)
    east, south = np.meshgrid(*[(np.arange(size) + 0.5) / size - 0.5] * 2)
    away = np.hypot(east, south)
    return np.concatenate([_medians(logs[:, away < reach], hands[:, away < reach]) for reach in settings.TINT_REACH], 1)


def _medians(logs: NDArray[np.float32], hands: NDArray[np.bool_]) -> Floats:
    """The median colour of each place, n × 3, of those samples (n × m × 3) that are not of ``hands`` (n × m).

    Where hardly any are left, that of all.
    """
    if not hands.any():  # as in most pictures: far sooner found
        return np.asarray(np.median(logs, 1), np.float64)
    hands = hands & (hands.mean(1, keepdims=True) <= 1 - settings.TINT_LEAST)
    return np.asarray(np.nanmedian(np.where(hands[..., None], np.nan, logs), 1), np.float64)


class Tints:
    """The colours that pieces would have on each place of a board, as `tints` measures them: n × 6."""

    def __init__(self, shown: Floats, board: Board) -> None:
        self.shown = shown
        places = units(board)
        self._slopes = places / np.abs(places).max()

    def merits(self, names: Names) -> "Merits":
        """What other ways to group the same pieces are worth; ``names`` (n): the way supposed so far, −1 no piece.

        Light that falls off towards a side changes all sets alike, and is taken out as that way has it.
        """
        learnt = _Regression(self.shown, self._slopes, names)
        falling = self._slopes @ learnt.fitted[-self._slopes.shape[1] :]
        pieces = names >= 0
        return Merits((learnt.centred - falling)[pieces], names[pieces])

    def fits(self, names: Names) -> Floats:
        """How well each place's colour fits each set, n × sets: logits, the best being 0; ``names`` (n): −1 no piece.

        Learnt from all pieces but the one on that place, so that no piece vouches for itself. A set of which hardly
        anything else is seen fits as well as the best, and where there are hardly more pieces than sets, all do.
        """
        groups, learnt = int(names.max()) + 1, _learnt(names[names >= 0])
        if not learnt:
            return np.zeros((len(names), groups))
        fits = settings.TINT_SHARPNESS * _fits(self.shown, self._slopes, names)
        return np.asarray(learnt * np.maximum(fits - fits.max(1, keepdims=True), -settings.TINT_MOST))


class Merits:
    """How likely pieces' colours are if they are grouped in this way or that, and all sets' colours spread alike.

    After Friedman and Rubin (1967): the logarithm of the determinant of the scatter within the groups.
    """

    def __init__(self, shown: Floats, names: Names) -> None:
        """``shown``: colours of the pieces, m × d, falling light taken out; ``names`` (m): a way to group them."""
        self._shown, self._weight = shown, _learnt(names) * len(names) / 2
        rest = shown - _means(shown, names)[names]
        usual = float(np.square(rest).mean()) + settings.TINT_NOISE
        self._floor = settings.TINT_PRIOR * usual * np.eye(shown.shape[1])

    def gains(self, names: Names) -> Floats:
        """By how much the likelihood grows when a piece goes to another group: m × g nats; −∞ where it cannot.

        A piece that leaves and comes changes the scatter by two outer products, so the determinant lemma tells.
        """
        own = np.arange(len(names)), names
        counts = np.bincount(names)
        away = self._shown[:, None] - _means(self._shown, names)
        left = away[own] * np.sqrt(counts / np.maximum(counts - 1, 1))[names, None]
        come = away * np.sqrt(counts / (counts + 1))[:, None]
        rest = away[own]
        inverse = np.linalg.inv(rest.T @ rest + self._floor)
        far_left, far_come = ((of @ inverse * of).sum(-1) for of in (left, come))
        both = np.einsum("md,mgd->mg", left @ inverse, come)
        change = (1 - far_left)[:, None] * (1 + far_come) + both**2
        gains = -self._weight * np.log(np.maximum(change, 1e-9))
        gains[own] = -np.inf
        gains[counts[names] == 1] = -np.inf
        return np.asarray(gains)


def _means(shown: Floats, names: Names) -> Floats:
    """The mean colour of each group, g × d."""
    members = np.eye(names.max() + 1)[names]
    return np.asarray(members.T @ shown / members.sum(0)[:, None])


def _learnt(names: Names) -> float:
    """Which share of what colours could tell so many pieces in such groups teach, 0 to 1; ``names`` (m)."""
    groups = len(np.unique(names))
    sure = max(len(names) - groups, 0)
    return sure / (sure + settings.TINT_LEARNT) if groups > 1 else 0.0


class _Regression:
    """A colour for each set, and light that falls off towards a side and changes all alike, by least squares.

    ``centred``: the colours less the pieces' mean, n × d; ``terms``: what they are made of, n × (sets + 2), of a place
    without a piece the light alone; ``fitted``: how much of each, (sets + 2) × d; ``inverse`` of the terms' squares.
    ``weights`` (n): 1 where a piece lies, 0 elsewhere.
    """

    def __init__(self, shown: Floats, slopes: Floats, names: Names) -> None:
        groups = int(names.max()) + 1
        self.weights = (names >= 0).astype(np.float64)
        self.terms = np.column_stack([self.weights[:, None] * np.eye(groups)[names], slopes])
        self.centred = shown - np.average(shown, axis=0, weights=self.weights)
        weighed = self.terms.T * self.weights
        damping = np.diag([settings.TINT_DAMPING] * groups + [1.0] * slopes.shape[1])
        self.inverse = np.linalg.inv(weighed @ self.terms + damping)
        self.fitted = self.inverse @ weighed @ self.centred


def _fits(shown: Floats, slopes: Floats, names: Names) -> Floats:
    """How well each place's colour fits each set, n × sets: logarithms of Student's density, but for a constant.

    Every piece is told by a regression without itself, which follows from that of all (deleted residuals).
    """
    learnt = _Regression(shown, slopes, names)
    weights, terms, inverse, fitted = learnt.weights, learnt.terms, learnt.inverse, learnt.fitted
    groups = terms.shape[1] - slopes.shape[1]
    members = terms[:, :groups]
    rest = learnt.centred - terms @ fitted
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
        apart = learnt.centred - asked @ fitted + ((asked @ inverse) * terms).sum(1, keepdims=True) * pull
        squares = np.maximum(np.einsum("nd,nde,ne->n", apart, precision, apart), 0)
        freedom = settings.TINT_FREEDOM
        fits[:, group] = -(freedom + colours) / 2 * np.log1p(squares / freedom)
    seen = members.sum(0) - members >= settings.TINT_MEMBERS
    best = np.where(seen, fits, -np.inf).max(1, keepdims=True, initial=-np.inf)
    return np.where(seen, fits, np.where(np.isfinite(best), best, 0.0))
