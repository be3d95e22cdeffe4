"""Which pieces belong together, and what the counts say: sets are few, and as large as one another.

Logarithms of odds throughout. Nothing here looks at a picture.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.readers.inference import softmax
from vision.readers.unknown import settings
from vision.readers.unknown.counts import Sizes
from vision.readers.unknown.partitions import Floats, Likeness, Names, exchanged, partitions, votes
from vision.readers.unknown.tints import Merits, Tints


@dataclass(frozen=True)
class Grouping:
    """``belongs``: n × sets, how probable it is that a piece on that place is of that set, each row summing to 1.

    ``names``: the set of every place that surely holds a piece, −1 elsewhere; set 0 has the most pieces. ``doubt``
    (n): how probable it is that a piece there belongs together with others than these.
    """

    belongs: Floats
    names: Names
    doubt: Floats

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many places surely hold a piece of each set."""
        return np.bincount(self.names[self.names >= 0])

    @property
    def whole(self) -> NDArray[np.bool_]:
        """Which sets have half as many pieces as the largest, or more: what has fewer may be holes in a shadow."""
        counts = self.counts
        return np.asarray(2 * counts > counts.max(initial=0))

    @property
    def usual_size(self) -> int:
        """How many places surely hold a piece of a whole set, of most of them; 0 where there is none."""
        return int(np.median(self.counts[self.whole])) if self.whole.any() else 0


def group(
    alike: Floats,
    pieces: NDArray[np.bool_],
    covered: int,
    sizes: tuple[int, ...],
    tints: Tints | None = None,
) -> Grouping:
    """Group the sure ``pieces`` by ``alike``: n × n logits of two being of one set; where does each place belong?

    ``covered``: how many places cannot be seen and may hide what a set lacks. ``sizes``: how many pieces a full set may
    have. ``tints``: the colours of this picture, which tell whose each piece is once likeness tells how many sets there
    are, for more sets always explain colours better.
    """
    here = np.flatnonzero(pieces)
    names = np.full(len(alike), -1, np.intp)
    if not len(here):
        return Grouping(np.zeros((len(alike), 0)), names, np.zeros(len(alike)))
    together = alike[np.ix_(here, here)]
    # Also for numbers of pieces of which there are not so many here, for all together are certain.
    usual = Sizes.of(sizes, len(here) + max(sizes), covered)
    ways = partitions(together, usual)
    merits = np.array([merit for merit, _ in ways])
    best = int(merits.argmax())
    names[here] = ways[best][1]
    if tints is not None:
        names[here] = _by_both(Likeness(together, usual), tints.merits(names), names[here])
    order = np.argsort(-np.bincount(names[here]), kind="stable")
    names[here] = np.argsort(order)[names[here]]
    told = settings.VOTE_WEIGHT * votes(alike, names)
    if tints is not None:
        told += tints.fits(names)
    belongs = softmax(told)
    doubts = np.maximum(_doubts(ways, best), _too_large(names[here], usual.largest))
    doubt = belongs @ [doubts[names[here] == name].mean() for name in range(len(order))]
    doubt[here] = doubts
    return Grouping(belongs, names, doubt)


def _by_both(likeness: Likeness, colours: Merits, names: Names) -> Names:
    """The groups of the pieces after some went where likeness and colours together would rather have them."""
    return exchanged(lambda now: likeness.gains(now) + colours.gains(now), names)


def strangers(found: Grouping, looks: Floats, covered: int, sizes: tuple[int, ...]) -> Floats:
    """How probable it is that a group is no set of pieces at all, one number for each.

    A star has six sets at most. Where more groups are found, some are holes that look like pieces (those that go right
    through, over a blue table) or things that lie about: rather those without which the others are as large as sets
    are, and those that look less like pieces. ``looks`` (n): logits of a piece lying there.
    """
    counts = found.counts
    groups = len(counts)
    over = groups - settings.MOST_SETS
    if over <= 0:
        return np.zeros(groups)
    usual = Sizes.of(sizes, int(counts.max()) + max(sizes), covered).usual[:, counts]
    # All of a group look alike and err alike, so they are one witness.
    pieces = np.array([looks[found.names == name].mean() for name in range(groups)])
    left_out = list(combinations(range(groups), over))
    merits = np.array(
        [float(np.delete(usual, out, 1).sum(1).max()) - float(pieces[list(out)].sum()) for out in left_out]
    )
    none = np.zeros(groups)
    for chance, out in zip(softmax(merits), left_out, strict=True):
        none[list(out)] += chance
    return settings.SIX_SETS * none


def _too_large(names: Names, largest: int) -> Floats:
    """For each piece: how probable it is at least that its set is two taken for one, which no set is as large as.

    One too many is a spare piece, or another set's, and doubted for itself.
    """
    counts = np.bincount(names)
    over = np.where(counts > largest + 1, counts - largest, 0) / counts
    return np.asarray(over[names])


def _doubts(ways: list[tuple[float, Names]], best: int) -> Floats:
    """For each piece: how probable it is that it belongs together with others than in the best of all ways.

    Such are others of which no majority of all that one or the other way puts beside it is the same: where one piece
    changes its set, that piece and not those that it leaves.
    """
    chances = np.exp([merit - ways[best][0] for merit, _ in ways])
    chances /= chances.sum()
    chosen = np.equal.outer(ways[best][1], ways[best][1])
    doubts = np.zeros(len(chosen))
    for chance, (_, names) in zip(chances, ways, strict=True):
        other = np.equal.outer(names, names)
        doubts += chance * (2 * (chosen & other).sum(1) <= (chosen | other).sum(1))
    return doubts
