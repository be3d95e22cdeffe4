"""Ways to group pieces, each with its merit: who is alike, and how usual it is to have so many of each.

Logarithms of odds throughout. Nothing here looks at a picture.
"""

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from vision.readers.unknown import settings
from vision.readers.unknown.counts import Sizes

Floats = NDArray[np.float64]
Names = NDArray[np.intp]


def partitions(alike: Floats, usual: Sizes) -> list[tuple[float, Names]]:
    """Ways to group pieces, each once: its merit, and the name of every piece's group (n, from 0 on).

    ``alike``: n × n logits of two pieces being of one set. ``usual``: how many pieces sets have.
    Groups arise when the most alike are joined one after another; in each of these groupings pieces may then change to
    the group that they are most alike, and in the best of them several may change one after another.
    """
    grown = {names.tobytes(): names for joined in _joined(alike) for names in (joined, _settled(alike, joined))}
    found: dict[bytes, tuple[float, Names]] = {}
    for shift, rare in settings.UNLIKE:
        likeness = Likeness(alike + shift, usual)
        weighed = [(likeness.merit(names) + rare, names) for names in grown.values()]
        changed = [exchanged(likeness.gains, names) for names in _best(weighed)]
        weighed += [(likeness.merit(names) + rare, names) for names in changed]
        for merit, names in weighed:
            key = names.tobytes()
            if key not in found or found[key][0] < merit:
                found[key] = merit, names
    return list(found.values())


def votes(alike: Floats, names: Names) -> Floats:
    """How alike each place is to the others of every group, n × g: the mean logit; ``names`` (n) may be −1."""
    members = (names[:, None] == np.arange(names.max() + 1)).astype(float)
    count = members.sum(0) - members
    others = alike - np.diag(np.diag(alike))
    return np.where(count > 0, others @ members / np.maximum(count, 1), settings.LONE_PIECE)


def _best(weighed: list[tuple[float, Names]]) -> Iterator[Names]:
    """The best groupings, no two of which have equally many groups."""
    known: set[int] = set()
    for _, names in sorted(weighed, key=lambda one: -one[0]):
        groups = int(names.max()) + 1
        if groups not in known and len(known) < settings.EXCHANGED:
            known.add(groups)
            yield names


class Likeness:
    """What groupings of the same pieces are worth."""

    def __init__(self, alike: Floats, usual: Sizes) -> None:
        """``alike``: n × n logits of two pieces being of one set."""
        self.usual = usual
        # What it costs (in nats) that two pieces are of one set, and that they are not.
        self.near, self.far = np.logaddexp(0, -alike), np.logaddexp(0, alike)
        np.fill_diagonal(self.near, 0)
        np.fill_diagonal(self.far, 0)

    def merit(self, names: Names) -> float:
        """How well a grouping explains who is alike, and how usual its sizes are."""
        count, near, far = self._beside(names)
        own = np.arange(len(names)), names
        cost = self._cost(count[names], near[own], far.sum(1) - far[own])
        return float(self.usual.merit(np.bincount(names))) - float(cost.sum())

    def gains(self, names: Names) -> Floats:
        """By how much the merit grows when a piece goes to another group: n × g; −∞ where it cannot."""
        count, near, far = self._beside(names)
        member = names[:, None] == np.arange(len(count))
        all_far = far.sum(1)
        own = np.arange(len(names)), names
        within = (member * near).sum(0)
        beyond = (member * (all_far[:, None] - far)).sum(0)
        now = self._cost(count, within, beyond)
        left = self._cost(count[names] - 1, within[names] - 2 * near[own], beyond[names] - all_far + 2 * far[own])
        come = self._cost(count + 1, within + 2 * near, beyond + all_far[:, None] - 2 * far)
        gains = now[names][:, None] - left[:, None] + now - come
        one = np.eye(len(count), dtype=np.int64)
        sizes = np.bincount(names)
        gains += (self.usual.merit(sizes - one[:, None] + one) - self.usual.merit(sizes))[names]
        gains[own] = -np.inf
        gains[sizes[names] == 1] = -np.inf
        return gains

    def _beside(self, names: Names) -> tuple[Floats, Floats, Floats]:
        """Pieces of each group (g); what each piece costs with all of a group if it is of it, and if not (n × g)."""
        member = (names[:, None] == np.arange(names.max() + 1)).astype(float)
        return member.sum(0), self.near @ member, self.far @ member

    def _cost(self, count: Floats, within: Floats, beyond: Floats) -> Floats:
        """What groups of ``count`` pieces cost, from the sums over all their pairs.

        A piece's pairs are no independent witnesses: all with its own set count as one, all with others as another.
        """
        others = len(self.near) - count
        return np.asarray(settings.PAIR_WEIGHT * (within / np.maximum(count - 1, 1) + beyond / np.maximum(others, 1)))


def _joined(alike: Floats) -> list[Names]:
    """The groupings that arise when the most alike groups are joined one after another (average linkage)."""
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


def _settled(alike: Floats, names: Names) -> Names:
    """The same groups after every piece went where it is most at home."""
    for _ in range(settings.SETTLING_ROUNDS):
        changed = _compact(votes(alike, names).argmax(1))
        if np.array_equal(changed, names):
            break
        names = changed
    return names


def exchanged(gains_of: Callable[[Names], Floats], names: Names) -> Names:
    """The same groups after pieces went to others one after another, on the way also to the worse.

    ``gains_of``: by how much a grouping's merit grows when a piece goes to another group, n × g; −∞ where it cannot.

    After Kernighan and Lin (1970): always the change that gains most or costs least, no piece twice; of these
    changes as many are kept as make the best grouping, and it begins anew from there.
    """
    while True:
        now, gained, most, best = names, 0.0, settings.GAIN, names
        still = np.ones(len(names), bool)
        for _ in range(settings.CHANGES):
            gains = np.where(still[:, None], gains_of(now), -np.inf)
            piece, group = np.unravel_index(gains.argmax(), gains.shape)
            if gains[piece, group] == -np.inf:
                break
            gained += float(gains[piece, group])
            now, still[piece] = now.copy(), False
            now[piece] = group
            if gained > most:
                most, best = gained, now
        if best is names:
            return _compact(names)
        names = best


def _compact(names: Names) -> Names:
    """Names 0, 1, … in the order in which groups first come, so that equal groupings are equal arrays."""
    _, first, numbers = np.unique(names, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[numbers], np.intp)
