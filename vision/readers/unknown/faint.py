"""Sets that hardly show, and places that only look like pieces: what game boards always have tells of them.

White marbles on white discs and clear glass look like holes, and all of one set err alike: ten places that the networks
deny one by one may be denied wrongly together. Logits throughout are those of a piece on each place, before anything
is counted. Nothing here looks at a picture.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.readers.inference import logistic
from vision.readers.unknown import settings
from vision.readers.unknown.counts import holders
from vision.readers.unknown.sets import Grouping

Floats = NDArray[np.float64]


def full_points(logits: Floats, points: NDArray[np.int64], covered: NDArray[np.bool_]) -> Floats:
    """How probable it is that each place that seems empty belongs to a point full of pieces, n; 0 in other points.

    ``logits`` (n): of a piece on each place. Ten that look alike err alike, so they are one witness; and a full point
    is far likelier than ten places each for themselves would have it.
    """
    nothing_sure = bool(logits[~covered].max(initial=0) < settings.HALF_SEEN)
    most = settings.HALF_SEEN if nothing_sure else 0.0
    here = [(points == number) & ~covered for number in range(points.max() + 1)]
    unsure = [places for places in here if places.any() and logits[places].max() < most]
    # Nobody plays on a bare board: where nothing surely is a piece, points that may as well be full vouch for others.
    even = sum(_all_pieces(logits[places]) > 0.5 for places in unsure)
    vouched = settings.POINTS_VOUCH if even > 1 and nothing_sure else 0.0
    full = np.zeros(len(logits))
    for places in unsure:
        full[places] = _all_pieces(logits[places], vouched)
    return full


def half_seen(logits: Floats, sizes: tuple[int, int], covered: NDArray[np.bool_], points: NDArray[np.int64]) -> Floats:
    """How probable it is that each place belongs to a set of which the networks are not sure, n; 0 elsewhere.

    Clear glass may look half like its holes. As many places as a full set has that all look far less empty than every
    other hole, and none surely like a piece, err alike: they are one witness, and no spare pieces of the sets beside.
    So do white pawns in light that leaves little of them, and there it takes less where they lie strewn: holes that
    look otherwise than all others are those of a point.
    """
    found = np.zeros(len(logits))
    for places, others in _sets_beside(logits, ~covered & (logits < settings.HALF_SEEN), sizes):
        gap = _gap(logits, places, others)
        stands_out = _told_apart(logits[places], gap) and gap > settings.STANDS_OUT * _spread(logits[others])
        shown = stands_out and _strewn(points[places])
        chance = _all_pieces(logits[places], settings.STREWN_WANTED if shown else 0.0)
        if chance > 0.5 and (shown or gap > settings.SET_APART):
            found[places] = chance
    return found


def another_set(logits: Floats, grouping: Grouping, covered: NDArray[np.bool_], sizes: tuple[int, ...]) -> Floats:
    """How probable it is at least that each place holds a piece of a set that hardly shows, n; 0 elsewhere.

    White pawns on white discs, in light too bright for the camera, look like holes, one and all; but as many places as
    a full set has look less so than every other, and alike among themselves. Where they look half like pieces, beside
    two to four sets that are whole, they need not be told apart so well: no game tells how many sets there are.
    """
    another = np.zeros(len(logits))
    for places, others in _sets_beside(logits, ~covered & (logits < 0), sizes):
        if _told_apart(logits[places], _gap(logits, places, others)):
            another[places] = _all_pieces(logits[places])
    beside, size = _likeliest(logits, ~covered & (grouping.names < 0)), grouping.usual_size
    if 1 < grouping.whole.sum() < settings.MOST_SETS - 1 and len(beside) > size:
        # The usual one of them: a bare disc half under a finger makes no set.
        usual = np.median(logits[beside[:size]], keepdims=True)
        if usual > settings.POINT_EVEN:
            chance = _all_pieces(usual, settings.ONE_MORE_WANTED)
            held = chance * holders(logits[beside], size, int(covered.sum()))
            another[beside] = np.maximum(another[beside], held)
    return np.minimum(another, settings.MOST_DOUBT)


def sixth_set(logits: Floats, grouping: Grouping, covered: NDArray[np.bool_], points: NDArray[np.int64]) -> Floats:
    """How probable it is that each place belongs to a sixth set where five are seen, n; 0 elsewhere.

    Nobody plays with five. White marbles may lie on white discs, seen from afar: as many places as a set has, rather
    those that look most like pieces beside those of the five. A bare point among five full ones looks so, too; it takes
    less where the likeliest lie strewn.
    """
    sixth = np.zeros(len(logits))
    whole, size = grouping.whole, grouping.usual_size
    if whole.sum() == settings.MOST_SETS - 1:
        known = (grouping.names >= 0) & whole[grouping.names]
        beside = _likeliest(logits, ~covered & ~known)
        likeliest, others = beside[:size], beside[size:]
        # One that surely shows is of the sixth set, and no witness for nine that do not.
        if len(others) and logits[likeliest[0]] < settings.SIXTH_SURELY:
            spread = _spread(logits[others])
            apart = _gap(logits, likeliest, others) > settings.STANDS_OUT * spread
            wanted = _strewn(points[likeliest]) * (settings.STREWN_WANTED + apart * settings.SIXTH_SHOWS)
            held = holders(logits[beside] / spread, size, int(covered.sum()))
            anywhere = 0.0 if apart else settings.SIXTH_ANYWHERE
            held = np.maximum(held, anywhere * size / len(beside))
            sixth[beside] = _all_pieces(logits[likeliest], wanted) * held
    return sixth


def not_too_many(logits: Floats, grouping: Grouping, sizes: tuple[int, int]) -> Floats:
    """How probable it is at most that each place holds a piece, n, where more are seen than any game has.

    Bare places painted in the pieces' colours err alike, a whole point of them. Of a set that has more than a full one
    those that look most like pieces are, if all sets together have more; which of two that look about the same is,
    nobody knows.
    """
    most = np.ones(len(logits))
    counts = grouping.counts
    full = sizes[1] if grouping.whole.sum() <= settings.MOST_LARGE_SETS else sizes[0]
    too_many = int(counts.sum()) - full * min(len(counts), settings.MOST_SETS)
    if too_many > 0 and counts.max() > full:
        sets = [_likeliest(logits, grouping.names == name) for name in np.flatnonzero(counts > full)]
        over = np.concatenate([places[full:] for places in sets])
        # A set may also have more because it took pieces for its own that are another's.
        none = over[np.argsort(logits[over])][:too_many]
        for places in sets:
            kept = len(places) - int(np.isin(places, none).sum())
            if kept < len(places):
                even = logits[places[kept - 1 : kept + 1]].mean()
                most[places] = logistic((logits[places] - even) * settings.KIND_SHARPNESS)
    return most


def second_set(logits: Floats, grouping: Grouping, covered: NDArray[np.bool_]) -> Floats:
    """How probable it is that each place that seems empty belongs to a second set, n; 0 where another one is seen.

    Nobody plays alone. Where one set is seen, white marbles may lie on white paper in light too bright for the camera:
    of the places that seem empty, as many as it has that look most like pieces.
    """
    second = np.zeros(len(logits))
    if grouping.belongs.shape[1] == 1:
        seems_empty = (grouping.names < 0) & ~covered & (logits < 0)
        likeliest = _likeliest(logits, seems_empty)[: int((grouping.names == 0).sum())]
        if len(likeliest):
            second[likeliest] = _all_pieces(logits[likeliest])
    return second


def _likeliest(logits: Floats, asked: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Those of the places (n) that are asked about, the likeliest pieces first."""
    places = np.flatnonzero(asked)
    return places[np.argsort(-logits[places])]


def _sets_beside(
    logits: Floats, asked: NDArray[np.bool_], sizes: tuple[int, ...]
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """As many of the places asked about as a full set has, for each of its ``sizes``, and all others beside them; of
    either the likeliest pieces first.
    """
    likeliest = _likeliest(logits, asked)
    for size in sizes:
        if len(likeliest) > size:
            yield likeliest[:size], likeliest[size:]


def _gap(logits: Floats, places: NDArray[np.intp], others: NDArray[np.intp]) -> float:
    """By how much (logits) all of ``places`` look more like pieces than any other; of both the likeliest come first."""
    return float(logits[places[-1]] - logits[others[0]])


def _told_apart(logits: Floats, gap: float) -> bool:
    """Whether places that look less empty than all others by ``gap`` are more alike among themselves than that."""
    return gap > max(settings.HARDLY_APART, settings.APART_SHARE * float(np.ptp(logits)))


def _spread(logits: Floats) -> float:
    """How much holes differ from one another, by which it is measured how something else stands out."""
    return max(float(np.std(logits)), settings.HOLES_SPREAD)


def _strewn(points: NDArray[np.int64]) -> bool:
    """Whether no point has most of the places that lie in these points, −1 being in none."""
    return bool(np.bincount(points + 1)[1:].max(initial=0) < settings.STREWN * len(points))


def _all_pieces(logits: Floats, wanted: float = 0.0) -> float:
    """How probable it is that places which all seem empty are all pieces, for those that look alike err alike.

    ``wanted``: by how much (logits) that is likelier for another reason.
    """
    mean = np.asarray(logits.mean())
    if mean <= settings.POINT_EMPTY:
        return 0.0
    return float(logistic(settings.POINT_SHARPNESS * (mean - settings.POINT_EVEN) + wanted))
