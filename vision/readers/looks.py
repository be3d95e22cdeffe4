"""What each place of this very board should look like, empty or with a piece of each set, and how surely we know.

A *look* is what the round window over a place shows: samples of colour, m of them. Looks that were seen at the place
itself are known closely. The others are guessed: an unseen empty hole from holes like it, a set's piece from the
pieces of that set elsewhere, laid over the board as it is at this place. How wrong such guesses are is measured on the
looks that were seen, so that likelihoods stay honest.

Arrays as in `vision.readers.windows`.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision import settings
from vision.readers.windows import Floats, Window


@dataclass(frozen=True, eq=False)
class Looks:
    """Every look of a piece's head or of the hole in its stead, C to a place: one for each token, and last the set's
    piece last seen at the place. Only the k samples of the window that pieces cover: ``inside``, their numbers.

    ``mean`` C × n × 3 × k, ``precision`` C × n × k (1 / variance of a channel), ``discount`` C × n × k (how much of a
    residual along the look's own colour is forgiven as light), ``level`` C × n (mean log density of a perfect fit).
    ``token`` C × n: the token's number, −1 where there is no such look. ``own`` C × n: whether it was seen just there.
    ``guess``: the empty looks that were never seen, to be made anew with the paint that a picture shows.
    """

    inside: NDArray[np.int64]
    mean: Floats
    precision: Floats
    discount: Floats
    level: Floats
    token: NDArray[np.int64]
    own: NDArray[np.bool_]
    guess: "Guess"


@dataclass(frozen=True, eq=False)
class Guess:
    """What unseen holes look like: ``relief`` times the paint around them, or ``flat`` on any paint; u × 3 × k.

    ``share`` of the first, k; ``places``: the numbers of the unseen places, u.
    """

    places: NDArray[np.int64]
    relief: Floats
    flat: Floats
    share: Floats

    def look(self, paint: Floats) -> Floats:
        """The empty looks of the places in ``paint``, u × 3."""
        return np.asarray(
            self.share * self.relief * (paint[..., None] + 0.02) + (1 - self.share) * self.flat, np.float32
        )


def piece_cover(heads: Floats, window: Window) -> Floats:
    """How much of each sample of the window a piece covers, 0..1, m. ``heads``: windows over pieces, n × 3 × m.

    Told by how far colour goes from the middle's to that around, piece by piece; pieces of the board's own colour
    tell nothing, and where all are such a disc of usual size is assumed.
    """
    middle = np.median(heads[:, :, window.radius < 0.16], axis=2)
    around = np.median(heads[:, :, window.radius > 0.5], axis=2)
    way = middle - around
    power = (way**2).sum(1)
    share = ((heads - around[:, :, None]) * way[:, :, None]).sum(1) / (power[:, None] + 1e-4)
    weight = power / (power + settings.CONTRAST)
    usual = np.clip((settings.USUAL_RADIUS - window.radius) / settings.EDGE + 0.5, 0, 1)
    total = (np.clip(share, 0, 1) * weight[:, None]).sum(0) + settings.USUAL_COVER * usual
    profile = total / (weight.sum() + settings.USUAL_COVER)
    return np.where(window.radius < 0.16, 1, np.clip((profile - 0.1) / 0.8, 0, 1)).astype(np.float32)


def head_contrast(heads: Floats, window: Window) -> float:
    """How well the windows are centred on pieces: colour like the middle's inside, unlike it around. n × 3 × m."""
    middle = np.median(heads[:, :, window.radius < 0.16], axis=2)
    away = np.abs(heads - middle[:, :, None]).sum(1)
    inside = away[:, window.radius < 0.27].mean(1)
    around = away[:, window.radius > 0.45].mean(1)
    return float(((around - inside) / (around + inside + 0.15)).mean())


def build(seen: Floats, last: NDArray[np.int64], places: NDArray[np.float64], cover: Floats, window: Window) -> Looks:
    """All looks from those ``seen``: T × n × 3 × m, NaN where not; token 0 is the empty hole.

    ``last``: n, the number of the set last seen at each place, 0 for none. ``places``: n × 2 in pitches. ``cover``: m,
    how much of a sample a piece covers.
    """
    inside = np.flatnonzero(cover > settings.INSIDE)
    empty, empty_variance, guess = _empties(seen, places, window, inside)
    known = ~np.isnan(seen[:, :, 0, 0])
    share = cover[inside]
    pieces = seen[1:][known[1:]][..., inside]
    usual = pieces.var(0).mean(0) * 0.3 if len(pieces) else np.zeros(len(inside), np.float32)
    # At its rim a piece lets the board through: of another board than at home, so the middle's colour stands in.
    sure = np.clip((share - 0.5) / 0.3, 0, 1)
    means, variances = [empty], [empty_variance]
    for token in range(1, len(seen)):
        some = seen[token, known[token]][..., inside]
        if not len(some):
            means.append(empty)
            variances.append(empty_variance)
            continue
        head = np.median(some, axis=0)
        middle = np.median(head[:, window.radius[inside] < 0.16], axis=1, keepdims=True)
        spread = ((some - head) ** 2).mean((0, 1)) if len(some) > 2 else usual
        unlike = ((head - middle) ** 2).mean(0)
        head = sure * head + (1 - sure) * middle
        gap = ((head - empty) ** 2).mean(1)
        means.append(share * head + (1 - share) * empty)
        variances.append(
            share * (spread + settings.HEAD_SPREAD**2)
            + (1 - share) * (empty_variance + settings.STRANGE_SPREAD**2)
            + share * (1 - share) * gap * 0.5
            + sure * (1 - sure) * unlike
        )
    rows = np.arange(len(places))
    at_home = known[last, rows] & (last > 0)
    means.append(np.where(at_home[:, None, None], seen[last, rows][..., inside], empty))
    variances.append(np.zeros_like(empty_variance))
    numbers = np.array([*(np.full(len(places), number) for number in range(len(seen))), np.where(at_home, last, -1)])
    numbers[1 : len(seen)][~known[1:].any(1)] = -1
    own = np.zeros(numbers.shape, np.bool_)
    own[0], own[-1] = known[0], at_home
    looks = Looks(inside, np.stack(means), np.stack(variances), *(np.empty(0, np.float32),) * 2, numbers, own, guess)
    return _prepared(looks, window)


def _prepared(looks: Looks, window: Window) -> Looks:
    """Looks ready for comparing; given with their variances as ``precision``, discount and level still missing."""
    inside, mean = looks.inside, np.ascontiguousarray(looks.mean, np.float32)
    shading = np.where(looks.own, settings.SHADING, settings.STRANGE_SHADING)[..., None]
    slope = np.einsum("tncm,amk->atnck", mean, window.slopes[:, inside[:, None], inside], optimize=True)
    variance = looks.precision + settings.NOISE**2 + settings.JITTER**2 * (slope**2).sum(0).mean(2)
    lightness = shading**2 * (mean**2).sum(2)
    discount = shading**2 / (variance + lightness)
    level = -1.5 * np.log(2 * np.pi * variance) - 0.5 * np.log1p(lightness / variance)
    return replace(
        looks,
        mean=mean,
        precision=(1 / variance).astype(np.float32),
        discount=discount.astype(np.float32),
        level=level.mean(2).astype(np.float32),
    )


def _empties(
    seen: Floats, places: NDArray[np.float64], window: Window, inside: NDArray[np.int64]
) -> tuple[Floats, Floats, Guess]:
    """Every hole's empty look, n × 3 × k, and its variance, n × k: as seen, or guessed from seen holes like it.

    A hole goes with the paint around it (a dimple) or has a colour of its own on every paint, or something between:
    the seen holes tell, where they lie in different paints. They also tell how wrong guesses are.
    """
    paint = _paint(seen, window)
    known = ~np.isnan(seen[0, :, 0, 0])
    if not known.any():
        relief = np.ones((len(places), 3, len(inside)), np.float32)
        bare = Guess(np.arange(len(places)), relief, relief, relief[0, 0])
        return bare.look(paint), np.full((len(places), len(inside)), settings.BLIND**2, np.float32), bare
    source = np.nan_to_num(seen[0][..., inside])
    alike = _alike(paint)
    apart = np.sqrt(((places[:, None] - places[None]) ** 2).sum(2))
    near = np.exp(-apart / settings.DISTANCE_KINSHIP) * known * (apart > 0.1)
    ratio = np.clip((paint[:, None] + 0.02) / (paint[None] + 0.02), 0.1, 10).astype(np.float32)

    def guesses(weight: NDArray[np.float64]) -> tuple[Floats, Floats]:
        """Guesses as if paint meant nothing, and as if it meant everything."""
        share = (weight / np.maximum(weight.sum(1, keepdims=True), 1e-12)).astype(np.float32)
        flat = np.einsum("ij,jcm->icm", share, source, optimize=True)
        return flat, np.einsum("ij,ijc,jcm->icm", share, ratio, source, optimize=True)

    strange = near * (alike < settings.STRANGE_PAINT)
    tried = known & (strange.sum(1) > 1e-3)
    flat, painted = guesses(strange)
    gap, miss = (painted - flat)[tried], (source - flat)[tried]
    usual = _paint_share(source[known], paint[known])
    doubted = settings.PAINT_DOUBT * 3 * 10
    share = np.zeros(len(inside), np.float32)
    power = np.zeros(len(inside))
    for kind in np.unique(usual):
        these = usual == kind
        power[these] = (gap[..., these] ** 2).sum() / these.sum()
        agreed = (gap[..., these] * miss[..., these]).sum() / these.sum()
        share[these] = np.clip((agreed + doubted * kind) / (power[these] + doubted), 0, 1)
    miss_strange = ((miss - share * gap) ** 2).mean((0, 1)) if tried.any() else np.zeros(len(inside))
    flat, painted = guesses(near * (alike + 1e-3))
    guess = share * painted + (1 - share) * flat
    kin = ((near * alike).sum(1) / (near * (alike + 0.1)).sum(1))[:, None]
    sure = known & (kin[:, 0] > 0.5)
    doubt = ((painted - flat) ** 2).mean(1) / 4
    variance_strange = miss_strange + doubt * doubted / (power + doubted)
    variance_kin = ((guess - source)[sure] ** 2).mean((0, 1)) if sure.any() else variance_strange
    variance = kin * variance_kin + (1 - kin) * variance_strange + settings.STRANGE_SPREAD**2
    unseen = np.flatnonzero(~known)
    relief = (painted / (paint[:, :, None] + 0.02))[unseen]
    look = np.where(known[:, None, None], source, guess).astype(np.float32)
    variance = np.where(known[:, None], 0, variance).astype(np.float32)
    return look, variance, Guess(unseen, relief, flat[unseen], share)


def _paint_share(source: Floats, paint: Floats) -> NDArray[np.float64]:
    """How far each sample of a hole is expected to go with the paint, k: not where it is of another colour than that.

    What is merely darker than the paint is in shadow, or so dark that it does not matter.
    """
    away = np.log(source + 0.05) - np.log(paint[:, :, None] + 0.05)
    brighter = np.median(away.max(1), axis=0)
    hue = np.median(away.max(1) - away.min(1), axis=0)
    dark = np.median(source.max(1), axis=0) < settings.DARK_HOLE
    strange = (brighter > settings.OWN_COLOUR) | ((hue > 2 * settings.OWN_COLOUR) & ~dark)
    return np.where(strange, 1 - settings.PAINT_PRIOR, settings.PAINT_PRIOR)


def _alike(paint: Floats) -> NDArray[np.float64]:
    """How likely two places lie in the same paint, n × n: of one hue and, for shadows fall, about as light."""
    logs = np.log(paint + 0.02)
    light = logs.mean(1, keepdims=True)
    hue = logs - light
    hues = ((hue[:, None] - hue[None]) ** 2).sum(2) / settings.HUE_KINSHIP**2
    lights = (light - light.T) ** 2 / settings.LIGHT_KINSHIP**2
    return np.asarray(np.exp(-(hues + lights) / 2), np.float64)


def _paint(seen: Floats, window: Window) -> Floats:
    """Colour of the board around each place over all its looks, n × 3; grey where nothing was seen."""
    known = ~np.isnan(seen[:, :, 0, 0])
    looks = np.zeros((*seen.shape[1:3],), np.float32)
    for token in range(len(seen)):
        looks[known[token]] += window.paint(seen[token, known[token]])
    count = known.sum(0)[:, None]
    return np.where(count > 0, looks / np.maximum(count, 1), np.float32(0.5))
