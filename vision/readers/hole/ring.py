"""The board around every place: does something large lie over it, or only other light upon it?

Pieces come and go, the board around them stays. So what hides it is no piece, and what brightens it is a reflection.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.neighbours import around, beside
from vision.readers.hole import register, settings
from vision.readers.hole.looks import forgiven, stray
from vision.readers.hole.veil import fit_veil, veil_terms
from vision.readers.hole.windows import Singles, Window


@dataclass(frozen=True, eq=False)
class Ring:
    """The samples of every window where the board shows around its piece.

    ``cover``: how much of each sample a piece covers, m; ``reference``: what each window should show.
    """

    window: Window
    cover: Singles
    board: Board
    reference: register.Known

    @cached_property
    def samples(self) -> NDArray[np.bool_]:
        """Which samples of a window are around its piece, m: where pieces touch, those in the gaps between three."""
        ring = self.cover < settings.OUTSIDE
        return ring if ring.sum() >= settings.RING_LEAST else self.window.gaps

    @cached_property
    def _look(self) -> tuple[Singles, Singles, Singles]:
        """How the samples around each place should look, n × 3 × r; how much of that light forgives, and how precisely
        it is known, n × r.
        """
        reference, _, precision = self.reference
        look = np.ascontiguousarray(reference[..., self.samples])
        variance = 1 / np.maximum(precision[:, self.samples], 1e-3)
        discount, _ = forgiven(look, variance, settings.RING_SHADING)
        return look, discount, np.asarray(1 / variance, np.float32)

    @cached_property
    def _usual(self) -> tuple[Singles, Singles, Singles]:
        """How the samples around most places look, 3 × r; how much of that light forgives, and how precisely, r."""
        look, _, precision = self._look
        usual = np.median(look, axis=0)
        spread = np.median(((look - usual) ** 2).mean(1), axis=0)
        variance = spread + 1 / np.median(precision, axis=0)
        discount, _ = forgiven(usual, variance, settings.RING_SHADING)
        return usual, discount, np.asarray(1 / variance, np.float32)

    @cached_property
    def _unusual(self) -> NDArray[np.bool_]:
        """Where the board itself looked otherwise than around most places, n."""
        look, (usual, discount, precision) = self._look[0], self._usual
        return _strange(stray(look - usual, usual, discount, precision))

    def misfit(self, patches: Singles, within: NDArray[np.bool_]) -> Singles:
        """How little each sample around a place looks like it, light and shadow apart, n × r.

        ``patches`` n × 3 × m, ``within`` n × m: which of their samples the picture shows.
        """
        look, discount, precision = self._look
        misfit = stray(patches[..., self.samples] - look, look, discount, precision)
        odd = np.flatnonzero(self._unusual & _strange(misfit))
        if len(odd):
            # Where a lamp was mirrored when it was seen the board looks as it does elsewhere once that is gone.
            usual, discount, precision = self._usual
            otherwise = stray(patches[odd][..., self.samples] - usual, usual, discount, precision)
            like = otherwise.mean(1) < misfit[odd].mean(1)
            misfit[odd[like]] = otherwise[like]
        return np.asarray(misfit * within[:, self.samples], np.float32)

    def veil(
        self, patches: Singles, within: NDArray[np.bool_], inside: NDArray[np.int64]
    ) -> tuple[Singles, NDArray[np.bool_]]:
        """Light that fell on the board since it was seen, or is gone: a reflection wanders. n × 3 × m.

        And whether the board around each place looks like itself once that is taken off, n. What is brighter is
        believed at each place by itself, since nothing but light does that; what is darker may be a shadow, unless most
        of the neighbouring places say the same, or the place then looks more like itself: at the samples ``inside``.
        """
        reference, _, precision = self.reference
        ring, offsets = self.samples, self.window.offsets
        away = patches[..., ring] - reference[..., ring]
        trust = ((precision[:, :1] > 0) * within[:, ring]).astype(np.float32)
        fitted = fit_veil(away, trust, veil_terms(offsets[ring]))
        veil = fitted @ veil_terms(offsets).T
        left = self.misfit(patches - veil, within)
        told = (trust.mean(1) > settings.PARTLY) & ~_strange(left)
        # Light makes no colour brighter while another becomes darker: that is a finger, on wood of its brightness.
        told &= np.minimum(fitted[..., 0].max(1), -fitted[..., 0].min(1)) < settings.VEIL_MIXED
        middle = np.where(told[:, None], fitted[..., 0], np.nan)
        near = np.sort(np.vstack([middle, np.full((1, 3), np.nan, np.float32)])[around(self.board)], axis=1)
        count = np.isfinite(near[..., 0]).sum(1)
        common = near[np.arange(len(middle)), np.maximum(count - 1, 0) // 2]
        agreed = (count >= settings.HAZE_TOLD) & ((middle * common).sum(1) > 0.5 * (middle**2).sum(1))
        dimmer = np.flatnonzero(told & (middle.sum(1) < 0) & ~agreed)
        before = (patches[dimmer] - reference[dimmer])[..., inside]
        less = ((before - veil[dimmer][..., inside]) ** 2).sum((1, 2)) < (before**2).sum((1, 2))
        told[dimmer] = less
        power = np.where(told, (middle**2).sum(1), 0)
        share = power / (power + settings.HAZE_LEAST**2)
        return np.asarray(veil * share[:, None, None], np.float32), told

    def covered(self, misfit: Singles, usual: float, clear: NDArray[np.bool_], lit: Iterable[int]) -> NDArray[np.bool_]:
        """Where the board does not look like itself around several places: something large lies or hovers over them.

        Around a single place that may be a tall piece, seen aslant, or the shadow of one. ``misfit`` as told above,
        ``usual``: that of the places in this picture; ``clear``: where the board looks like itself through a
        reflection; ``lit``: places whose lamps shine.
        """
        strange: Singles = (misfit > settings.RING_STRANGE * max(usual, 1)).mean(1)
        strange[clear] = 0
        strange[list(lit)] = 0
        covered = strange > settings.RING_SHARE
        neighbours = beside(self.board).astype(np.int64)
        covered &= neighbours @ covered >= settings.RINGS_BESIDE
        return covered | ((strange > settings.RING_SHARE_BESIDE) & (neighbours @ covered >= settings.RINGS_BESIDE))


def _strange(misfit: Singles) -> NDArray[np.bool_]:
    """Around which places too many samples (``misfit``, n × r) do not look like the board, n."""
    return np.asarray((misfit > settings.RING_STRANGE).mean(1) > settings.RING_SHARE_BESIDE)
