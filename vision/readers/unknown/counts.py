"""How many pieces a set has: what that says of places that nobody is sure of, and of ways to group the pieces.

Logarithms of odds throughout. Nothing here looks at a picture.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.readers.inference import logistic
from vision.readers.unknown import settings

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Sizes:
    """How usual it is to see so many pieces of sets, rows for the sizes that full ones have.

    ``usual``: logarithms of how probable 0, 1, … visible pieces of a full set are; ``mixed``: of one that is full or
    what is left of one; ``smallest``: as many pieces full sets have where there are more than three; ``largest``: more
    than these hardly any set has.
    """

    usual: Floats
    mixed: Floats
    smallest: int
    largest: int

    @classmethod
    def of(cls, sizes: tuple[int, ...], most: int, covered: int) -> "Sizes":
        """For full sets of these ``sizes`` and up to ``most`` visible pieces, where ``covered`` places are not seen."""
        usual = np.log([_count_prior(full, most, covered) for full in sizes])
        pieces, largest = np.arange(most + 1), max(sizes)
        fewer = settings.LEFT_PIECE
        left = np.log(-np.expm1(-fewer)) - fewer * (pieces - 1) - settings.LARGE * np.maximum(pieces - largest, 0)
        share = settings.LEFT_OVER
        return cls(usual, np.logaddexp(np.log1p(-share) + usual, np.log(share) + left), min(sizes), largest)

    def merit(self, counts: NDArray[np.int64]) -> Floats:
        """How usual it is that groups have so many pieces: … × groups → ….

        Sets share one full size. Or they are odd: some are full and the others what is left of some, as where people
        pack up; or they are about as large as one another, whatever their size, but for what was put to a wrong one.
        """
        groups = counts.shape[-1]
        full, mixed = (of[:, counts].sum(-1).max(0) for of in (self.usual, self.mixed))
        apart = np.abs(counts - np.median(counts, axis=-1, keepdims=True)) ** settings.UNEQUAL_POWER
        large = np.maximum(counts - self.largest, 0)
        even = groups * np.log(settings.ODD_SIZE) - (settings.UNEQUAL * apart + settings.LARGE * large).sum(-1)
        odd = np.log(settings.ODD_SIZES) + np.maximum(mixed, even)
        # Four of fifteen are six of ten, falsely joined.
        crowds = np.maximum((counts > self.smallest + 1).sum(-1) - settings.MOST_LARGE_SETS, 0)
        strangers = max(0, groups - settings.MOST_SETS)
        return np.asarray(np.maximum(full, odd) + (crowds + strangers) * np.log(settings.STRANGER))


def size_prior(size: int, full: int) -> float:
    """How usual it is to see ``size`` pieces of a set of ``full``."""
    missing = full - size
    usual = settings.TOO_MANY**-missing if missing < 0 else settings.MISSING**missing * (1 - settings.MISSING)
    return max(usual, settings.TOO_MANY**2)


def weigh_counts(chances: Floats, covered: int, sizes: tuple[int, ...]) -> Floats:
    """Probabilities of each place's tokens (n × (1 + sets), empty first) after asking how many pieces a set has.

    ``covered``: how many places cannot be seen. How many of the other places hold a piece of a set is a sum of
    independent yes and no, which is exact for one set; what each set's number says of a place is then heard by the
    others, a few times over (loopy belief propagation). Sets share one full size; which is weighed too, and that the
    position is an odd one with any counts. ``sizes``: how many pieces a full set may have.
    """
    places, tokens = chances.shape
    if tokens == 1 or not places:
        return chances
    empty, pieces = chances[:, 0], chances[:, 1:].T
    any_number = np.full(places + 1, 1 / (max(sizes) + 1))
    priors = np.array([any_number, *[_count_prior(full, places, covered) for full in sizes]])
    # How much rather each set would have a piece on each place than none, by its number alone: priors × sets × n.
    rather = np.ones((len(priors), tokens - 1, places))
    evidence = np.log([settings.ODD_POSITION, *[(1 - settings.ODD_POSITION) / len(sizes)] * len(sizes)])
    for turn in range(settings.COUNT_TURNS):
        wanted = pieces * rather
        others = empty + wanted.sum(1, keepdims=True) - wanted
        alone = pieces / (pieces + others)
        with_it, without = _numbers(alone, priors)
        if turn == 0:
            # Sets taken one by one.
            evidence += np.log((alone * with_it + (1 - alone) * without)[..., 0]).sum(1)
        rather = np.sqrt(rather * with_it / without) if turn else with_it / without
    weighed = np.concatenate([np.broadcast_to(empty, (len(priors), 1, places)), pieces * rather], 1)
    weights = np.exp(evidence - evidence.max())
    weights /= weights.sum()
    return np.asarray(np.tensordot(weights, weighed / weighed.sum(1, keepdims=True), 1).T)


def holders(logits: Floats, size: int, covered: int) -> Floats:
    """How probable each place (n) holds a piece of a full set of ``size`` that nobody is sure of, but that is there.

    ``logits`` (n): of a piece on each, by which they only differ; ``covered``: how many more places cannot be seen.
    """
    likeliest = np.sort(logits)[::-1]
    alone = logistic(logits - likeliest[size - 1 : size + 1].mean())
    with_it, without = (of[0, 0] for of in _numbers(alone[None, None], _count_prior(size, len(logits), covered)[None]))
    return np.asarray(alone * with_it / (alone * with_it + (1 - alone) * without))


def _numbers(p: Floats, priors: Floats) -> tuple[Floats, Floats]:
    """How probable the number of pieces is if each place holds one, and if it holds none; both like ``p``.

    ``p``: priors × sets × n, how probable each place holds one; ``priors``: how probable 0, 1, … n pieces of a set are.
    """
    places = p.shape[-1]
    # How probable it is to have so many before a place, for all that may come behind it.
    behind = np.zeros((places, *p.shape[:-1], places + 2))
    behind[-1, ..., :-1] = priors[:, None]
    for at in range(places - 1, 0, -1):
        chance = p[..., at, None]
        behind[at - 1, ..., :-1] = (1 - chance) * behind[at, ..., :-1] + chance * behind[at, ..., 1:]
    ahead = np.zeros((*p.shape[:-1], places + 1))
    ahead[..., 0] = 1
    with_it, without = np.empty_like(p), np.empty_like(p)
    for at in range(places):
        with_it[..., at] = (ahead * behind[at, ..., 1:]).sum(-1)
        without[..., at] = (ahead * behind[at, ..., :-1]).sum(-1)
        chance = p[..., at, None]
        moved = ahead * chance
        ahead *= 1 - chance
        ahead[..., 1:] += moved[..., :-1]
    return with_it, without


def _count_prior(full: int, places: int, covered: int) -> Floats:
    """How probable 0, 1, … ``places`` visible pieces of one set of ``full`` are."""
    prior = np.array([size_prior(size, full) for size in range(places + 1)])
    prior[0] = max(prior[0], settings.NO_SUCH_SET)
    total = np.zeros(places + 1)
    strewn = 1 - settings.CROWDED, settings.HIDES_PIECE, covered
    crowded = settings.CROWDED, settings.HIDES_CROWD, min(covered, full)
    for chance, share, hiding in (strewn, crowded):
        # Each covered place hides a piece of this set with some chance.
        seen = prior.copy()
        for _ in range(hiding):
            seen[:-1] = (1 - share) * seen[:-1] + share * seen[1:]
        total += chance * seen
    return np.asarray(total / total.sum())
