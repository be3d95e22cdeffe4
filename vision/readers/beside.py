"""Pieces that stand in no place: put beside one, or fallen over it.

Half a piece may by itself look more like a whole one, of another set even, than like nothing that was learnt. So it is
compared as well with pieces that lie aside, in any direction. What fell over covers a place, and board around it that
no standing piece of its set hides. And what lies aside changes the look of a hole on that side.
"""

import numpy as np
from numpy.typing import NDArray

from vision import settings
from vision.readers.looks import Looks, log_density, stray
from vision.readers.windows import Floats, Window


def covered_aside(cover: Floats, window: Window) -> Floats:
    """How much of each sample of the window a piece covers that lies aside, directions × m.

    ``cover``: m, how much it covers in the middle.
    """
    turns = np.arange(settings.ASIDE_WAYS) * 2 * np.pi / settings.ASIDE_WAYS
    middles = settings.ASIDE * np.column_stack([np.cos(turns), np.sin(turns)])
    apart = np.sqrt(((window.offsets - middles[:, None]) ** 2).sum(2))
    return np.asarray(np.interp(apart, window.radius, cover, right=0), np.float32)


def fit_aside(looks: Looks, seen: Floats, place: int, aside: Floats) -> Floats:
    """Log density of what is ``seen`` at ``place`` (3 × k, only inside) were it a piece that lies beside this hole.

    For each set the best of all directions; −inf for a set of which no piece was seen. ``aside``: directions × k, how
    much of each sample such a piece covers.
    """
    sets = looks.token[1:-2, place]
    fitting = np.full(len(sets), -np.inf, np.float32)
    kinds = np.flatnonzero(sets > 0) + 1
    if not len(kinds):
        return fitting
    hole, colours = looks.mean[0, place], looks.colour[kinds, place]
    expected = hole + aside[:, None] * (colours[:, None, :, None] - hole)
    precision, shading = looks.precision[kinds, place][:, None], settings.STRANGE_SHADING**2
    discount = shading * precision / (1 + shading * precision * (expected**2).sum(2))
    misfit = stray(seen - expected, expected, discount, precision)
    level = looks.level[kinds, place][:, None]
    fitting[kinds - 1] = log_density(misfit, level, np.ones_like(level)).max(1)
    return fitting


def reaches(seen: Floats, board: Floats, core: NDArray[np.bool_], ring: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which samples of the ring around each piece have its colour rather than the board's, n × r.

    ``seen``: windows over pieces, n × 3 × m; ``board``: how each sample of the ring would look without, n × 3 × r.
    """
    head = np.median(seen[..., core], axis=2)[..., None]
    around = seen[..., ring]
    far = ((board - head) ** 2).sum(1)
    nearer = ((around - head) ** 2).sum(1) < settings.FALLEN_NEARER * ((around - board) ** 2).sum(1)
    return np.asarray(nearer & (far > settings.FALLEN_CONTRAST))


def middles(seen: Floats, holes: Floats, window: Window) -> NDArray[np.float64]:
    """Where in each window lies what is seen there and is not its hole, n × 2 in pitches from the window's middle.

    ``seen``: windows over pieces, n × 3 × m; ``holes``: the same places empty. A shadow beside a piece counts as well,
    so that pieces lean to one side all over a board; what is much changed counts no more than what is well changed.
    """
    change = np.sqrt(((seen - holes) ** 2).sum(1))
    most = np.quantile(change, settings.MUCH_CHANGED, axis=1, keepdims=True)
    weight = np.minimum(change / np.maximum(most, 1e-6), 1) ** 2
    return np.asarray(weight @ window.offsets / np.maximum(weight.sum(1, keepdims=True), 1e-6))


def usual_middle(seen: Floats, holes: Floats, window: Window, least: int) -> NDArray[np.float64] | None:
    """The median of `middles`, 2 in pitches; None for fewer than ``least`` pieces. Those never ``seen`` are NaN."""
    known = ~np.isnan(seen[:, 0, 0])
    if known.sum() < least:
        return None
    return np.asarray(np.median(middles(seen[known], holes[known], window), axis=0))
