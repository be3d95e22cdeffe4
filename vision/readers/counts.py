"""How many pieces a set has: what that says of places that nobody is sure of, and of ways to group the pieces.

Logarithms of odds throughout. Nothing here looks at a picture.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.readers import settings

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Sizes:
    """``usual``: logarithms, a row for each size of a full set, of how probable 0, 1, … visible pieces of it are.

    ``largest``: more pieces than these hardly any set has.
    """

    usual: Numbers
    largest: int

    @classmethod
    def of(cls, sizes: tuple[int, ...], most: int, covered: int) -> "Sizes":
        """For full sets of these ``sizes`` and up to ``most`` visible pieces, where ``covered`` places are not seen."""
        return cls(np.log([_count_prior(full, most, covered) for full in sizes]), max(sizes))

    def merit(self, counts: NDArray[np.int64]) -> Numbers:
        """How usual it is that groups have so many pieces: … × groups → ….

        Sets share one full size, or they are odd: then equal ones are more usual than others.
        """
        groups = counts.shape[-1]
        full = self.usual[:, counts].sum(-1).max(0)
        unequal = np.abs(counts - np.median(counts, axis=-1, keepdims=True)).sum(-1)
        large = np.maximum(counts - self.largest, 0).sum(-1)
        odd = np.log(settings.ODD_SIZES) + groups * np.log(settings.ODD_SIZE)
        strangers = max(0, groups - settings.MOST_SETS) * np.log(settings.STRANGER)
        odd = odd - settings.UNEQUAL * unequal - settings.LARGE * large
        return np.asarray(np.maximum(full, odd) + strangers)


def size_prior(size: int, full: int) -> float:
    """How usual it is to see ``size`` pieces of a set of ``full``."""
    missing = full - size
    usual = settings.TOO_MANY**-missing if missing < 0 else settings.MISSING**missing * (1 - settings.MISSING)
    return max(usual, settings.TOO_MANY**2)


def weigh_counts(chances: Numbers, covered: int, sizes: tuple[int, ...] = settings.SET_SIZES) -> Numbers:
    """Probabilities of each place's tokens (n × (1 + sets), empty first) after asking how many pieces a set has.

    ``covered``: how many places cannot be seen. Exact for sets taken one by one: how many of the other places hold a
    piece of this set is a sum of independent yes and no. Sets share one full size; which is weighed too, and that the
    position is an odd one with any counts. ``sizes``: how many pieces a full set may have.
    """
    places, tokens = chances.shape
    sets = tokens - 1
    if sets == 0:
        return chances
    counts = [_without_each(chances[:, 1 + k]) for k in range(sets)]
    fulls: list[int | None] = [None, *sizes]
    evidence, updates = [], []
    for full in fulls:
        prior = _count_prior(full, places, covered)
        evidence.append(np.log(settings.ODD_POSITION if full is None else (1 - settings.ODD_POSITION) / len(sizes)))
        factor = np.ones_like(chances)
        for k, without in enumerate(counts):
            yes, no = without @ prior[1:], without @ prior[:-1]
            p = chances[0, 1 + k]
            evidence[-1] += np.log(p * yes[0] + (1 - p) * no[0])
            factor[:, 1 + k] *= yes
            others = [t for t in range(tokens) if t != 1 + k]
            factor[:, others] *= no[:, None]
        weighed = chances * factor
        updates.append(weighed / weighed.sum(1, keepdims=True))
    weights = np.exp(np.array(evidence) - max(evidence))
    weights /= weights.sum()
    return np.asarray(np.tensordot(weights, np.array(updates), 1))


def _count_prior(full: int | None, places: int, covered: int) -> Numbers:
    """How probable 0, 1, … ``places`` visible pieces of one set are; ``full`` None: any number."""
    if full is None:
        return np.full(places + 1, 1 / (max(settings.SET_SIZES) + 1))
    prior = np.array([size_prior(size, full) for size in range(places + 1)])
    prior[0] = max(prior[0], settings.NO_SUCH_SET)
    total = np.zeros(places + 1)
    for chance, share in ((1 - settings.CROWDED, settings.HIDES_PIECE), (settings.CROWDED, settings.HIDES_CROWD)):
        # Each covered place hides a piece of this set with some chance.
        seen = prior.copy()
        for _ in range(min(covered, full)):
            seen[:-1] = (1 - share) * seen[:-1] + share * seen[1:]
        total += chance * seen
    return np.asarray(total / total.sum())


def _without_each(p: Numbers) -> Numbers:
    """Distribution of the number of yes among all but one, for each left out: n × n."""
    count = len(p)
    before = np.zeros((count + 1, count))
    before[0, 0] = 1
    after = before.copy()
    for at in range(count):
        before[at + 1] = before[at] * (1 - p[at])
        before[at + 1, 1:] += before[at, :-1] * p[at]
        back = count - 1 - at
        after[at + 1] = after[at] * (1 - p[back])
        after[at + 1, 1:] += after[at, :-1] * p[back]
    result = np.zeros((count, count))
    for at in range(count):
        result[at] = np.convolve(before[at], after[count - 1 - at])[:count]
    return result
