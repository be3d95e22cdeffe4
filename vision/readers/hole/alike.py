"""What cannot be denied: places that look unchanged, and would look nearly so with another piece, or without theirs.

Arrays as in `vision.readers.hole.looks`.
"""

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.looks import Looks, stray, unlike_itself
from vision.readers.hole.windows import Singles


def undenied(
    looks: Looks, logs: Singles, now: NDArray[np.int64], residual: Singles, *, strays: Singles, looser: Singles
) -> tuple[Singles, NDArray[np.bool_]]:
    """Log likelihoods that certainty leaves to other tokens at unchanged places, T × n; −inf where it leaves none.

    And for which of them the place has gone no farther that way than a shadow makes it, T × n.

    A guessed look is off by one colour all over rather than sample by sample. Where the colour seen lies within its
    reach, the place must at least look more like itself than that look would; and it must not stray from itself farther
    than unchanged places do in this picture: its piece may have been taken, or one have come. A piece that has come
    must have changed it towards its own look, as the shadow of one beside it does not; how an unseen hole looks is
    hardly known so well.

    ``logs``: T × n, the log likelihoods so far; ``now``: n, what lay at each place. ``residual``: C × n × 3 × k, from
    each look; ``strays``: n, how far each place lies from itself (by `stray`); ``looser``: C × n, by how much variances
    are larger than learnt.
    """
    itself = looks.itself(now)
    seen = looks.own[itself]
    behind = _behind(looks, residual)
    guessed = (looks.token >= 0) & ~looks.own & seen & (logs.argmax(0) == now) & (behind < settings.DENIED)
    look, at = np.nonzero(guessed)
    own, token = (itself[0][at], at), looks.token[look, at]
    expected, toward = _changed(looks, own, residual[own], residual[own] - residual[look, at])
    off = np.maximum(strays[at], looser[own])
    nearer = np.maximum(np.log(expected / off), 0) / settings.ALIKE
    blurred = settings.TOWARD_SPREAD**2 + looser[own] / (settings.TELLING * expected)
    short = np.where(token > 0, np.maximum(settings.TOWARD - toward, 0) ** 2 / blurred, 0)
    least = logs.max(0)[at] - behind[look, at] - nearer**2 / 2 - short / 2
    share = np.where(token > 0, np.clip(toward / settings.STRAYED_TOWARD, 0, 1), 1) * (token != now[at])
    changed = (_strayed(strays, seen)[at] * share) ** 2 / 2
    doubted = np.minimum(least + changed, logs[now[at], at] - np.log(settings.STILL_LIKELIER))
    left = np.full_like(logs, -np.inf)
    np.maximum.at(left, (token, at), np.maximum(least, doubted))
    shaded = np.zeros_like(left, np.bool_)
    shaded[token, at] = toward < np.where(token > 0, settings.STRAYED_TOWARD, settings.BARE_TOWARD)
    return left, shaded


def vanished(looks: Looks, logs: Singles, unlit: NDArray[np.bool_], now: NDArray[np.int64]) -> NDArray[np.int64]:
    """The places whose pieces no longer look like themselves, though nothing else does so better: they may be gone.

    Of those where something is told and no lamp shines (``unlit``, n); ``logs``: T × n. How their holes look was
    guessed, and guessed wrongly perhaps. Of 70,000 pieces that stayed four looked so little like themselves, of 13 that
    were taken and passed for those that stayed, eleven. Where more than two at once do, it is another light: none.
    """
    rows = np.arange(len(now))
    fits, seen = logs[now, rows], looks.own[looks.itself(now)] & unlit
    if not seen.any():
        return rows[:0]
    odd = np.flatnonzero(unlike_itself(fits, seen, settings.ALIEN * settings.TELLING) & (now > 0) & ~looks.own[0])
    return odd if len(odd) <= settings.VANISH_MOST else rows[:0]


def _behind(looks: Looks, residual: Singles) -> Singles:
    """How many nats the colour seen lies off each look's, where light along that colour is forgiven, C × n."""
    away = residual[..., looks.core].mean(3)
    along = np.einsum("tnc,tnc->tn", away, looks.colour) ** 2 * looks.shade
    return np.asarray(((away**2).sum(2) - along) / (2 * looks.spread), np.float32)


def _changed(
    looks: Looks, own: tuple[NDArray[np.int64], NDArray[np.int64]], residual: Singles, apart: Singles
) -> tuple[Singles, Singles]:
    """How far from its ``own`` look another would be, in its variances, and which share of that way a place has gone.

    The lesser of two shares: light is forgiven sample by sample, as for any look, and as one light for all of them. A
    shadow passes for half a piece with the one or the other, a piece for a whole one with both.
    ``residual``: what was seen, from its own look; ``apart``: the other look from it; both m × 3 × k, the answers m.
    """
    look, discount, precision = looks.mean[own], looks.discount[own], looks.precision[own]

    def product(one: Singles, two: Singles) -> Singles:
        return np.asarray((one * two).sum(1), np.float32)

    def mean(samples: Singles) -> Singles:
        return np.asarray((precision * samples).mean(1), np.float32)

    along, aside = product(residual, look), product(apart, look)
    expected = np.maximum(stray(apart, look, discount, precision).mean(1), np.float32(1e-6))
    each = mean(product(residual, apart) - discount * along * aside) / expected
    shade = mean(aside) / np.maximum(mean(product(look, look)), np.float32(1e-6))
    unlit = np.asarray(apart - shade[:, None, None] * look, np.float32)
    once = mean(product(residual, unlit)) / np.maximum(mean(product(unlit, unlit)), np.float32(1e-6))
    return expected, np.asarray(np.minimum(each, once), np.float32)


def _strayed(strays: Singles, seen: NDArray[np.bool_]) -> Singles:
    """By how many standard deviations of places ``seen`` before each place strays more than they do, n."""
    astray = np.log(np.maximum(strays, 1e-6))
    middle, most = np.quantile(astray[seen], (0.5, settings.STRAYING_SHARE)) if seen.any() else (0.0, 0.0)
    farther = np.maximum(astray - middle, 0) / max(most - middle, settings.STRAYING)
    return np.asarray(np.minimum(farther, np.sqrt(2 * np.log(settings.STRAYED))), np.float32)
