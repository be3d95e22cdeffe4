"""Marbles of two colours, swirled or striped, no two of them alike: told by their colours, whichever way they lie.

A mean look tells nothing about such a piece. Here every sample of it may have either colour.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.readers.hole import settings
from vision.readers.hole.looks import forgiven, log_density, stray
from vision.readers.hole.windows import Singles


@dataclass(frozen=True, eq=False)
class Pattern:
    """Two ``colours`` (2 × 3) of a set's pieces, and the ``variance`` of samples around them, a channel.

    ``least`` (2): the smallest share of its samples that has each colour, of all pieces seen.
    """

    colours: Singles
    variance: float
    least: Singles

    def fit(self, seen: Singles) -> float:
        """Log density of the samples ``seen`` (3 × k) over a piece of this set; comparable to `looks.log_density`.

        Lower where a colour is nearly missing that every piece shows: that is more often a hole, or something else.
        """
        looks = self.colours[:, :, None]
        variance = np.full((len(looks), 1), self.variance, np.float32)
        discount, perfect = forgiven(looks, variance, settings.STRANGE_SHADING)
        misfits = stray(seen - looks, looks, discount, np.reciprocal(variance))
        second = float(misfits.argmin(0).mean())
        level = float(perfect.mean()) - np.log(2)
        if (np.array([1 - second, second]) < settings.PATTERN_LEAST * self.least).any():
            level -= np.log(settings.ONE_COLOUR) / settings.TELLING
        return float(log_density(misfits.min(0), np.asarray(level, np.float32), np.ones((), np.float32)))


def pattern_of(pieces: Singles) -> Pattern | None:
    """The pattern of a set's ``pieces`` (n × 3 × k, nothing but piece); None where they look alike.

    Two colours there are where pieces differ much from one to the next, sample by sample, and both colours are common.
    """
    if len(pieces) < settings.PATTERN_PIECES:
        return None
    if float(((pieces - np.median(pieces, axis=0)) ** 2).mean()) < settings.PATTERN_SPREAD**2:
        return None
    samples = np.ascontiguousarray(pieces.transpose(0, 2, 1).reshape(-1, 3), np.float32)
    # Parted at the middle of the way along which they differ most; then each sample goes to the nearer colour.
    _, axes = cv2.PCACompute(samples, np.empty(0), maxComponents=1)
    parts = ((samples - samples.mean(0)) @ axes[0] > 0).astype(np.int32)[:, None]
    stop = (cv2.TERM_CRITERIA_COUNT, settings.PATTERN_ROUNDS, 0)
    _, parts, colours = cv2.kmeans(samples, 2, parts, stop, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    seconds = parts.reshape(len(pieces), -1).mean(1)
    if min(seconds.mean(), 1 - seconds.mean()) < settings.PATTERN_SHARE:
        return None
    away = samples - colours[parts[:, 0]]
    least = np.array([1 - seconds.max(), seconds.min()], np.float32)
    return Pattern(np.asarray(colours, np.float32), float((away**2).mean()) + settings.HEAD_SPREAD**2, least)
