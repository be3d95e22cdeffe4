"""Which pieces belong together, and what the counts say: sets are few, and as large as one another.

Logarithms of odds throughout. Nothing here looks at a picture.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.readers import settings

Numbers = NDArray[np.float64]
Names = NDArray[np.intp]


@dataclass(frozen=True)
class Grouping:
    """``belongs``: n × sets, how probable it is that a piece on that place is of that set, each row summing to 1.

    ``names``: the set of every place that surely holds a piece, −1 elsewhere; set 0 has the most pieces. ``doubt``
    (n): how probable it is that a piece there belongs together with others than these.
    """

    belongs: Numbers
    names: Names
    doubt: Numbers


def group(
    alike: Numbers, pieces: NDArray[np.bool_], covered: int = 0, sizes: tuple[int, ...] = settings.SET_SIZES
) -> Grouping:
    """Group the sure ``pieces`` by ``alike``: n × n logits of two being of one set; where does each place belong?

    ``covered``: how many places cannot be seen and may hide what a set lacks. ``sizes``: how many pieces a full set may
    have.
    """
    here = np.flatnonzero(pieces)
    names = np.full(len(alike), -1, np.intp)
    if not len(here):
        return Grouping(np.zeros((len(alike), 0)), names, np.zeros(len(alike)))
    partitions = _partitions(alike[np.ix_(here, here)], covered, sizes)
    merits = np.array([merit for merit, _ in partitions])
    best = int(merits.argmax())
    names[here] = partitions[best][1]
    order = np.argsort([-(names == name).sum() for name in range(names.max() + 1)], kind="stable")
    names[here] = np.argsort(order)[names[here]]
    votes = np.zeros((len(alike), len(order)))
    for name in range(len(order)):
        others = (names == name) & ~np.eye(len(alike), dtype=bool)
        count = others.sum(1)
        votes[:, name] = np.where(count > 0, (others * alike).sum(1) / np.maximum(count, 1), settings.LONE_PIECE)
    votes *= settings.VOTE_WEIGHT
    belongs = np.exp(votes - votes.max(1, keepdims=True))
    belongs /= belongs.sum(1, keepdims=True)
    return Grouping(belongs, names, belongs @ _doubts(partitions, best, order))


def strangers(
    found: Grouping, looks: Numbers, covered: int = 0, sizes: tuple[int, ...] = settings.SET_SIZES
) -> Numbers:
    """How probable it is that a group is no set of pieces at all, one number for each.

    A star has six sets at most. Where more groups are found, some are holes that look like pieces (those that go right
    through, over a blue table) or things that lie about: rather those without which the others are as large as sets
    are, and those that look less like pieces. ``looks`` (n): logits of a piece lying there.
    """
    counts = np.bincount(found.names[found.names >= 0])
    groups = len(counts)
    over = groups - settings.MOST_SETS
    if over <= 0:
        return np.zeros(groups)
    usual = _usual(sizes, int(counts.max()) + max(sizes), covered)[:, counts]
    # All of a group look alike and err alike, so they are one witness.
    pieces = np.array([looks[found.names == name].mean() for name in range(groups)])
    left_out = list(combinations(range(groups), over))
    merits = np.array(
        [float(np.delete(usual, out, 1).sum(1).max()) - float(pieces[list(out)].sum()) for out in left_out]
    )
    chances = np.exp(merits - merits.max())
    chances /= chances.sum()
    none = np.zeros(groups)
    for chance, out in zip(chances, left_out, strict=True):
        none[list(out)] += chance
    return settings.SIX_SETS * none


def _doubts(partitions: list[tuple[float, Names]], best: int, order: Names) -> Numbers:
    """For each set of the best partition, in ``order``: how probable it is that others are right to cut or join it."""
    merits = np.array([merit for merit, _ in partitions])
    chances = np.exp(merits - merits[best])
    chances /= chances.sum()
    chosen = partitions[best][1]
    doubts = np.zeros(len(order))
    for chance, (_, names) in zip(chances, partitions, strict=True):
        for at, name in enumerate(order):
            members = chosen == name
            if len(np.unique(names[members])) > 1 or np.isin(names[~members], names[members]).any():
                doubts[at] += chance
    return doubts


def _partitions(alike: Numbers, covered: int, sizes: tuple[int, ...]) -> list[tuple[float, Names]]:
    """Ways to group, each once and with its merit.

    They arise when the most alike groups are joined one after another; in each of them pieces may then change to the
    group that they are most alike.
    """
    # Also for numbers of pieces of which there are not so many here, for all together are certain.
    most = len(alike) + max(sizes)
    usual = _usual(sizes, most, covered)
    found: dict[bytes, tuple[float, Names]] = {}
    for joined in _joined(alike):
        for names in (joined, _settled(alike, joined)):
            found.setdefault(names.tobytes(), (_merit(alike, names, usual, max(sizes)), names))
    return list(found.values())


def _compact(names: Names) -> Names:
    """Names 0, 1, … in the order in which groups first come, so that equal groupings are equal arrays."""
    _, first, numbers = np.unique(names, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[numbers], np.intp)


def _settled(alike: Numbers, names: Names) -> Names:
    """The same groups after every piece went where it is most at home."""
    others = alike - np.diag(np.diag(alike))
    for _ in range(settings.SETTLING_ROUNDS):
        members = (names[:, None] == np.arange(names.max() + 1)).astype(float)
        count = members.sum(0) - members
        votes = np.where(count > 0, others @ members / np.maximum(count, 1), settings.LONE_PIECE)
        changed = _compact(votes.argmax(1))
        if np.array_equal(changed, names):
            break
        names = changed
    return names


def _joined(alike: Numbers) -> list[Names]:
    """The groupings that arise when the most alike groups are joined one after another."""
    names = np.arange(len(alike))
    links = alike.copy()
    np.fill_diagonal(links, -np.inf)
    sizes = np.ones(len(alike))
    found: list[Names] = []
    while True:
        compact = _compact(names)
        groups = int(compact.max()) + 1
        if groups <= settings.MOST_SETS + settings.MOST_STRANGERS:
            found.append(compact)
        if groups == 1:
            return found
        one, two = np.unravel_index(np.argmax(links), links.shape)
        joined = (sizes[one] * links[one] + sizes[two] * links[two]) / (sizes[one] + sizes[two])
        links[one], links[:, one] = joined, joined
        links[one, one] = -np.inf
        links[two] = links[:, two] = -np.inf
        sizes[one] += sizes[two]
        names[names == names[two]] = names[one]


def _merit(alike: Numbers, names: Names, usual: Numbers, largest: int) -> float:
    """How well a grouping explains who is alike, and how usual its sizes are.

    ``usual``: logarithms, one row for each size of a full set, of how probable it is to see 0, 1, … pieces of it.
    ``largest``: more pieces than these hardly any set has.
    """
    same = names[:, None] == names
    np.fill_diagonal(same, val=False)
    other = ~same
    np.fill_diagonal(other, val=False)
    # A piece's pairs are no independent witnesses: all with its own set count as one, all with others as another.
    near, far = np.logaddexp(0, -alike), np.logaddexp(0, alike)
    pairs = (same * near).sum(1) / np.maximum(same.sum(1), 1) + (other * far).sum(1) / np.maximum(other.sum(1), 1)
    sizes = np.bincount(names)
    groups = len(sizes)
    full = float(usual[:, sizes].sum(1).max())
    unequal = np.abs(sizes - np.median(sizes)).sum()
    large = np.maximum(sizes - largest, 0).sum()
    odd = np.log(settings.ODD_SIZES) + groups * np.log(settings.ODD_SIZE)
    odd -= settings.UNEQUAL * unequal + settings.LARGE * large
    strangers = max(0, groups - settings.MOST_SETS) * float(np.log(settings.STRANGER))
    return -settings.PAIR_WEIGHT * float(pairs.sum()) + max(full, float(odd)) + strangers


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


def _usual(sizes: tuple[int, ...], most: int, covered: int) -> Numbers:
    """Logarithms, a row for each size of a full set, of how probable 0, 1, … ``most`` visible pieces of it are."""
    return np.asarray(np.log([_count_prior(full, most, covered) for full in sizes]))


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
