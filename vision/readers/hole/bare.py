"""What a hole looks like empty where it was never seen so: guessed from holes that were.

A hole goes with the paint around it (a dimple, a printed ring), or it has a colour of its own on every paint (a white
disc, a bore that shows the table beneath): both are guessed. Where seen holes lie in different paints they tell which
is right here, and how wrong such guesses are; else both stay possible.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.windows import Singles, Window

DARKEST = 0.02
"""Added to colours before they are divided or their logarithms taken."""


@dataclass(frozen=True, eq=False)
class Bare:
    """The holes that were never seen empty: ``places``, their numbers, u; the k samples of `looks.Looks`.

    ``relief`` u × 3 × k: what the paint around is multiplied with; ``own`` u × 3 × k: a colour on any paint, which
    shows at a sample as far as ``hole`` says, k. ``chances`` 2: how likely holes go with the paint, or do not.
    ``usual`` 2 × 3 × k: the relief and the colour of most seen holes; ``unusual`` 2 × k: by which variance of a look
    the middle one differs from that.
    """

    places: NDArray[np.int64]
    relief: Singles
    own: Singles
    hole: Singles
    chances: NDArray[np.float64]
    usual: Singles
    unusual: Singles

    def looks(self, paint: Singles) -> Singles:
        """The two looks that each hole may have in ``paint``, u × 3: 2 × u × 3 × k."""
        return _painted(self.relief, self.own, self.hole, paint)

    def usually(self, paint: Singles) -> Singles:
        """The two looks that a hole in ``paint`` (u × 3) has if it looks like most seen ones, 2 × u × 3 × k."""
        return _painted(self.usual[0], self.usual[1], self.hole, paint)


def guess_bare(
    seen: Singles, apart: NDArray[np.float64], window: Window, inside: NDArray[np.int64]
) -> tuple[Singles, Singles, Bare]:
    """Every hole's likeliest empty look, n × 3 × k, its variance, n × k, and how to guess the unseen ones anew.

    ``seen`` T × n × 3 × m and ``apart`` n × n as in `looks.build`; ``inside``: the k samples that matter.
    """
    paint = _paint(seen, window)
    known = ~np.isnan(seen[0, :, 0, 0])
    if not known.any():
        return _blindly(paint, len(inside))
    source = np.nan_to_num(seen[0][..., inside])
    alike = _alike(paint)
    near = np.exp(-apart / settings.DISTANCE_KINSHIP) * known * (apart > 0.1)
    relief = source / (paint[:, :, None] + DARKEST)
    core, hole = _hole(relief[known], window.offsets[inside])
    usual = _usual(relief[known], source[known], paint[known], hole, core)

    def guesses(weight: NDArray[np.float64]) -> Bare:
        share = (weight / np.maximum(weight.sum(1, keepdims=True), 1e-12)).astype(np.float32)
        mixed = [np.einsum("ij,jcm->icm", share, looks, optimize=True) for looks in (relief, source)]
        return Bare(np.arange(len(apart)), mixed[0], mixed[1] @ core, hole, np.ones(2), *usual)

    strange = near * (alike < settings.STRANGE_PAINT)
    tried = known & (strange.sum(1) > settings.STRANGE_TOLD)
    missed = ((guesses(strange).looks(paint)[:, tried] - source[tried]) ** 2).mean(2)
    chances = _chances(missed * hole)
    kindred = guesses(near * (alike + settings.STRANGERS_SAY))
    both = kindred.looks(paint)
    best = int(chances.argmax())
    kin = ((near * alike).sum(1) / (near * (alike + settings.STRANGERS_COUNT)).sum(1))[:, None]
    sure = known & (kin[:, 0] > 0.5)
    in_kin = ((both[best, sure] - source[sure]) ** 2).mean((0, 1)) if sure.any() else np.zeros(len(inside))
    in_strange = missed[best].mean(0) if tried.any() else np.full(len(inside), settings.UNTRIED**2)
    variance = kin * in_kin + (1 - kin) * in_strange + settings.STRANGE_SPREAD**2
    unseen = np.flatnonzero(~known)
    look = np.where(known[:, None, None], source, both[best]).astype(np.float32)
    variance = np.where(known[:, None], 0, variance).astype(np.float32)
    return look, variance, Bare(unseen, kindred.relief[unseen], kindred.own[unseen], hole, chances, *usual)


def _blindly(paint: Singles, samples: int) -> tuple[Singles, Singles, Bare]:
    """As `guess_bare` where no hole was seen: the ``paint`` (n × 3) goes on over them, and that is hardly known."""
    plain = np.ones((*paint.shape, samples), np.float32)
    variance = np.full((len(paint), samples), settings.BLIND**2, np.float32)
    chances = np.array([1 - settings.FLOOR, settings.FLOOR])
    bare = Bare(np.arange(len(paint)), plain, plain, 0 * plain[0, 0], chances, plain[:2], variance[:2])
    return bare.looks(paint)[0], variance, bare


def _painted(relief: Singles, own: Singles, hole: Singles, paint: Singles) -> Singles:
    """The two looks of holes in ``paint`` (u × 3) as `Bare` tells them, 2 × u × 3 × k."""
    # What is brighter than white (a bright line carried over to bright paint) is white.
    painted = np.minimum(relief * (paint[..., None] + DARKEST), 1)
    return np.stack([painted, hole * own + (1 - hole) * painted])


def _usual(relief: Singles, source: Singles, paint: Singles, hole: Singles, core: Singles) -> tuple[Singles, Singles]:
    """``usual`` and ``unusual`` of `Bare`, from the holes that were seen (h × 3 × k), each in its ``paint``, h × 3."""
    usual = np.stack([np.median(relief, axis=0), np.median(source, axis=0) @ core])
    apart = ((_painted(usual[0], usual[1], hole, paint) - source) ** 2).mean(2)
    return usual.astype(np.float32), np.median(apart, axis=1).astype(np.float32)


def _hole(relief: Singles, offsets: NDArray[np.float64]) -> tuple[Singles, Singles]:
    """How far each sample shows a colour of the hole's own, 0..1, k, and from where that colour comes, k × k.

    A sample is the hole's own where it is brighter than the paint in some channel, or of another hue. What is merely
    darker is shadow, line or depth: those go with any paint. At the hole's edge both show, so its colour reaches half
    a sample farther.
    """
    logs = np.median(np.log(relief + DARKEST), axis=0)
    brighter = (logs.max(0) - settings.HOLE_FROM) / settings.HOLE_FROM
    hue = (logs.max(0) - logs.min(0) - settings.HUE_KINSHIP) / settings.HUE_KINSHIP
    hole = np.clip(np.maximum(brighter, hue), 0, 1)
    apart = np.sqrt(((offsets[:, None] - offsets) ** 2).sum(2))
    near = np.exp2(-((apart / apart[apart > 0].min()) ** 2))
    core = near * hole[:, None]
    core /= np.maximum(core.sum(0), 1e-6)
    return core.astype(np.float32), (near * hole[:, None]).max(0).astype(np.float32)


def _chances(missed: Singles) -> NDArray[np.float64]:
    """How likely holes go with the paint, or have a colour of their own. ``missed``: 2 × places × k, squared misses."""
    prior = np.array([settings.PAINT_PRIOR, 1 - settings.PAINT_PRIOR])
    places = min(missed.shape[1], settings.PAINT_WITNESSES)
    if not places:
        return prior
    weighed = np.log(prior) - places * missed.mean((1, 2)) / (2 * settings.PAINT_MISS**2)
    chances = np.clip(np.exp(weighed - weighed.max()), settings.FLOOR, 1)
    return np.asarray(chances / chances.sum())


def _alike(paint: Singles) -> NDArray[np.float64]:
    """How likely two places lie in the same paint, n × n: of one hue and, for shadows fall, about as light."""
    logs = np.log(paint + DARKEST)
    light = logs.mean(1, keepdims=True)
    hue = logs - light
    hues = ((hue[:, None] - hue[None]) ** 2).sum(2) / settings.HUE_KINSHIP**2
    lights = (light - light.T) ** 2 / settings.LIGHT_KINSHIP**2
    return np.asarray(np.exp(-(hues + lights) / 2), np.float64)


def _paint(seen: Singles, window: Window) -> Singles:
    """Colour of the board around each place over all its looks, n × 3; grey where nothing was seen."""
    known = ~np.isnan(seen[:, :, 0, 0])
    total = np.zeros(seen.shape[1:3], np.float32)
    for token in range(len(seen)):
        total[known[token]] += window.paint(seen[token, known[token]])
    count = known.sum(0)[:, None]
    return np.where(count > 0, total / np.maximum(count, 1), np.float32(0.5))
