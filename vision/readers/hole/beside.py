"""Pieces that stand in no place: put beside one, or fallen over it.

Half a piece may by itself look more like a whole one, of another set even, than like nothing that was learnt. So it is
compared as well with pieces that lie aside, in any direction. What fell over covers a place, and board around it that
no standing piece of its set hides. And what lies aside changes the look of a hole on that side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Points
from vision.readers.hole import settings
from vision.readers.hole.looks import Looks, forgiven, log_density, pieces_of, stray
from vision.readers.hole.windows import Singles, Window


@dataclass(frozen=True, eq=False)
class Standing:
    """How the pieces of a known table stand in their holes, which tells what came to one and lies beside it.

    ``looks``, ``cover``, ``seen``, ``now``: as `vision.readers.hole.reading.HoleReader` has them. Of a ``window``'s
    samples ``ring`` are the board around a piece, ``core`` nothing but the piece.
    """

    looks: Looks
    window: Window
    ring: NDArray[np.bool_]
    core: NDArray[np.bool_]
    cover: Singles
    seen: Singles
    now: NDArray[np.int64]

    def beside(
        self, logs: Singles, plain: NDArray[np.bool_], stayed: Singles, patches: Singles, unveiled: Singles
    ) -> Singles:
        """The log likelihood of a piece that came to lie beside each place, n; −inf where none came.

        Asked where nothing tints or cuts off what is seen: ``plain``, n. ``stayed``: as `conserve` gives it.
        ``patches``: the windows, n × 3 × m, less the light that lies on the board; ``unveiled``: with it.
        """
        aside = np.full(len(self.now), -np.inf, np.float32)
        arrived = np.flatnonzero(plain & (self.now == 0) & (logs.argmax(0) > 0))
        if not len(arrived):
            return aside
        looks, left = self.looks, np.flatnonzero(plain & (self.now > 0) & (logs.argmax(0) == 0))
        # In the light of this very picture, and at the first move of a game already.
        stood = usual_middle(self.seen[self.now[left], left], unveiled[left], self.window, least=1)
        for place in arrived.tolist():
            fitting = fit_aside(looks, patches[place][:, looks.inside], place, self._aside) * settings.TELLING
            # Of another set it can only be as far as that may as well have left its places.
            other = np.maximum(stayed - stayed[logs[1:, place].argmax()], 0)
            aside[place] = (fitting - other).max() - np.log(settings.MISSES)
            fallen = self._fallen(unveiled[place], place, int(logs[:, place].argmax()))
            if fallen or self._off(unveiled[place], place, stood):
                aside[place] = logs[:, place].max()
        return aside

    def _fallen(self, patch: Singles, place: int, number: int) -> bool:
        """Whether a piece of this set that came to an empty place (3 × m) hides more around it than standing ones."""
        free = self._free[number]
        if free is None or not self.looks.own[0, place]:
            return False
        board = self.seen[0, place][:, self.ring]
        hidden = reaches(patch[None], board[None], self.core, self.ring)[0]
        return float((hidden * free).mean()) >= settings.FALLEN

    def _off(self, patch: Singles, place: int, stood: Points | None) -> bool:
        """Whether what came to an empty place (3 × m) lies farther from its middle than any piece does in its hole.

        ``stood``: where the pieces that have just left were seen in their holes, if that is known.
        """
        if not self.looks.own[0, place]:
            return False
        (middle,) = middles(patch[None], self.seen[0, place][None], self.window)
        away = [float(np.hypot(*(middle - usual))) for usual in (stood, self._middle) if usual is not None]
        # How one piece stood is a single sight: how the others stand counts as much.
        astray = stood is not None and float(np.mean(away)) > settings.OFF_FROM_LEFT
        return astray or (self._middle is not None and away[-1] > settings.OFF)

    @cached_property
    def _middle(self) -> Points | None:
        """Where pieces are seen in their windows, 2 in pitches; told by places that were seen with and without."""
        number, place = np.nonzero(~np.isnan(self.seen[1:, :, 0, 0]) & ~np.isnan(self.seen[0, :, 0, 0]))
        window, least = self.window, settings.OFF_PIECES
        return usual_middle(self.seen[number + 1, place], self.seen[0, place], window, least)

    @cached_property
    def _free(self) -> Sequence[Singles | None]:
        """For each token and each sample of the ring: the share of its pieces that leave the board free, if most do."""
        free: list[Singles | None] = [None]
        for number in range(1, len(self.seen)):
            pieces = pieces_of(self.seen, number)
            paint = self.window.paint(pieces)
            heads = np.median(pieces[..., self.core], axis=2)
            unlike = ((heads - paint) ** 2).sum(1) > settings.FALLEN_CONTRAST
            if unlike.sum() < settings.FALLEN_PIECES:
                free.append(None)
                continue
            hidden = reaches(pieces[unlike], paint[unlike, :, None], self.core, self.ring).mean(0)
            free.append(np.where(hidden < settings.FALLEN_USUAL, 1 - hidden, 0).astype(np.float32))
        return free

    @cached_property
    def _aside(self) -> Singles:
        """How much of each sample inside the window a piece covers that lies beside the place, directions × k."""
        return covered_aside(self.cover, self.window)[:, self.looks.inside]


def covered_aside(cover: Singles, window: Window) -> Singles:
    """How much of each sample of the window a piece covers that lies aside, directions × m.

    ``cover``: m, how much it covers in the middle.
    """
    turns = np.arange(settings.ASIDE_WAYS) * 2 * np.pi / settings.ASIDE_WAYS
    middles = settings.ASIDE * np.column_stack([np.cos(turns), np.sin(turns)])
    apart = np.sqrt(((window.offsets - middles[:, None]) ** 2).sum(2))
    return np.asarray(np.interp(apart, window.radius, cover, right=0), np.float32)


def fit_aside(looks: Looks, seen: Singles, place: int, aside: Singles) -> Singles:
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
    precision = looks.precision[kinds, place][:, None]
    discount, _ = forgiven(expected, 1 / precision, settings.STRANGE_SHADING)
    misfit = stray(seen - expected, expected, discount, precision)
    level = looks.level[kinds, place][:, None]
    fitting[kinds - 1] = log_density(misfit, level, np.ones_like(level)).max(1)
    return fitting


def reaches(seen: Singles, board: Singles, core: NDArray[np.bool_], ring: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which samples of the ring around each piece have its colour rather than the board's, n × r.

    ``seen``: windows over pieces, n × 3 × m; ``board``: how each sample of the ring would look without, n × 3 × r.
    """
    head = np.median(seen[..., core], axis=2)[..., None]
    around = seen[..., ring]
    far = ((board - head) ** 2).sum(1)
    nearer = ((around - head) ** 2).sum(1) < settings.FALLEN_NEARER * ((around - board) ** 2).sum(1)
    return np.asarray(nearer & (far > settings.FALLEN_CONTRAST))


def middles(seen: Singles, holes: Singles, window: Window) -> NDArray[np.float64]:
    """Where in each window lies what is seen there and is not its hole, n × 2 in pitches from the window's middle.

    ``seen``: windows over pieces, n × 3 × m; ``holes``: the same places empty. A shadow beside a piece counts as well,
    so that pieces lean to one side all over a board; what is much changed counts no more than what is well changed.
    """
    change = np.sqrt(((seen - holes) ** 2).sum(1))
    most = np.quantile(change, settings.MUCH_CHANGED, axis=1, keepdims=True)
    weight = np.minimum(change / np.maximum(most, 1e-6), 1) ** 2
    return np.asarray(weight @ window.offsets / np.maximum(weight.sum(1, keepdims=True), 1e-6))


def usual_middle(seen: Singles, holes: Singles, window: Window, least: int) -> NDArray[np.float64] | None:
    """The median of `middles`, 2 in pitches; None for fewer than ``least`` pieces. Those never ``seen`` are NaN."""
    known = ~np.isnan(seen[:, 0, 0])
    if known.sum() < least:
        return None
    return np.asarray(np.median(middles(seen[known], holes[known], window), axis=0))
