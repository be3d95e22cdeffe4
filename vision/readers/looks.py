"""What each place of this very board should look like, empty or with a piece of each set, and how surely we know.

A *look* is what the round window over a place shows: samples of colour, m of them. Looks that were seen at the place
itself are known closely. The others are guessed: an unseen empty hole from holes like it, a set's piece from the
pieces of that set elsewhere, laid over the board as it is at this place. How wrong such guesses are is measured on the
looks that were seen, so that likelihoods stay honest.

Arrays are float32, colours blue, green, red in 0..1, channels before samples: … × 3 × m.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import settings

Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Window:
    """The samples around a place, from the middle outwards.

    ``offsets`` m × 2 in pitches, ``radius`` m; ``slopes`` 2 × m × m differentiate a look.
    """

    offsets: NDArray[np.float64]
    radius: NDArray[np.float64]
    slopes: Floats

    @property
    def spacing(self) -> float:
        """Distance of neighbouring samples, in pitches."""
        return 2 * settings.WINDOW_REACH / settings.WINDOW_SIZE


def round_window() -> Window:
    """The window that the settings describe."""
    size, reach = settings.WINDOW_SIZE, settings.WINDOW_REACH
    axis = (np.arange(size) - (size - 1) / 2) * (2 * reach / size)
    grid = np.stack(np.meshgrid(axis, axis, indexing="ij"), -1).reshape(-1, 2)
    radius = np.hypot(*grid.T)
    order = np.argsort(radius, kind="stable")
    offsets = grid[order[radius[order] <= reach]]
    number = {tuple(np.round(point / (2 * reach / size)).astype(int)): k for k, point in enumerate(offsets)}
    slopes = np.zeros((2, len(offsets), len(offsets)), np.float32)
    for cell, k in number.items():
        for axis_number in range(2):
            step = (1, 0) if axis_number == 0 else (0, 1)
            ahead = number.get((cell[0] + step[0], cell[1] + step[1]), k)
            behind = number.get((cell[0] - step[0], cell[1] - step[1]), k)
            cells = (ahead != k) + (behind != k)
            slopes[axis_number, ahead, k] += 1 / (cells * 2 * reach / size)
            slopes[axis_number, behind, k] -= 1 / (cells * 2 * reach / size)
    return Window(offsets, np.hypot(*offsets.T), slopes)


@dataclass(frozen=True, eq=False)
class Looks:
    """Every look of a piece's head or of the hole in its stead, C to a place: one for each token, and last the set's
    piece last seen at the place. The innermost k samples of the window.

    ``mean`` C × n × 3 × k, ``precision`` C × n × k (1 / variance of a channel), ``discount`` C × n × k (how much of a
    residual along the look's own colour is forgiven as light), ``level`` C × n (mean log density of a perfect fit).
    ``token`` C × n: the token's number, −1 where there is no such look. ``own`` C × n: whether it was seen just there.
    """

    mean: Floats
    precision: Floats
    discount: Floats
    level: Floats
    token: NDArray[np.int64]
    own: NDArray[np.bool_]


def piece_radius(heads: Floats, window: Window) -> float:
    """Radius of the pieces' heads, n × 3 × m: how far the middle's colour reaches before the board's begins."""
    middle = np.median(heads[:, :, window.radius < 0.16], axis=2)
    around = np.median(heads[:, :, window.radius > 0.5], axis=2)
    way = middle - around
    power = (way**2).sum(1)
    share = ((heads - around[:, :, None]) * way[:, :, None]).sum(1) / (power[:, None] + 1e-4)
    weight = power / (power + 0.02)
    profile = (np.clip(share, 0, 1) * weight[:, None]).sum(0) / (weight.sum() + 1e-6)
    cost = [
        float(((profile - (window.radius < radius)) ** 2).mean() * weight.mean())
        + settings.RADIUS_PRIOR * ((radius - settings.USUAL_RADIUS) / settings.USUAL_RADIUS) ** 2
        for radius in settings.PIECE_RADII
    ]
    return settings.PIECE_RADII[int(np.argmin(cost))]


def head_contrast(heads: Floats, window: Window) -> float:
    """How well the windows are centred on pieces: colour like the middle's inside, unlike it around. n × 3 × m."""
    middle = np.median(heads[:, :, window.radius < 0.16], axis=2)
    away = np.abs(heads - middle[:, :, None]).sum(1)
    inside = away[:, window.radius < 0.27].mean(1)
    around = away[:, window.radius > 0.45].mean(1)
    return float(((around - inside) / (around + inside + 0.15)).mean())


def build(seen: Floats, last: NDArray[np.int64], places: NDArray[np.float64], radius: float, window: Window) -> Looks:
    """All looks from those ``seen``: T × n × 3 × m, NaN where not; token 0 is the empty hole.

    ``last``: n, the number of the set last seen at each place, 0 for none. ``places``: n × 2 in pitches.
    """
    inside = int((window.radius < radius + settings.EDGE / 2).sum())
    cover = np.clip((radius - window.radius[:inside]) / settings.EDGE + 0.5, 0, 1).astype(np.float32)
    empty, empty_variance = _empties(seen, places, radius, window, inside)
    known = ~np.isnan(seen[:, :, 0, 0])
    pieces = seen[1:, ..., :inside][known[1:]]
    usual = pieces.var(0).mean(0) * 0.3 if len(pieces) else np.zeros(inside, np.float32)
    means, variances = [empty], [empty_variance]
    for token in range(1, len(seen)):
        some = seen[token, known[token], :, :inside]
        head = np.median(some, axis=0) if len(some) else empty.mean(0)
        spread = ((some - head) ** 2).mean((0, 1)) if len(some) > 2 else usual
        gap = ((head - empty) ** 2).mean(1)
        means.append(cover * head + (1 - cover) * empty)
        variances.append(
            cover * (spread + settings.HEAD_SPREAD**2)
            + (1 - cover) * (empty_variance + settings.STRANGE_SPREAD**2)
            + cover * (1 - cover) * gap
        )
    rows = np.arange(len(places))
    at_home = known[last, rows] & (last > 0)
    means.append(np.where(at_home[:, None, None], seen[last, rows, :, :inside], empty))
    variances.append(np.zeros_like(empty_variance))
    numbers = np.array([*(np.full(len(places), number) for number in range(len(seen))), np.where(at_home, last, -1)])
    numbers[1 : len(seen)][~known[1:].any(1)] = -1
    own = np.zeros(numbers.shape, np.bool_)
    own[0], own[-1] = known[0], at_home
    return _prepared(np.stack(means), np.stack(variances), numbers, own, window)


def _prepared(
    mean: Floats, variance: Floats, token: NDArray[np.int64], own: NDArray[np.bool_], window: Window
) -> Looks:
    """Looks ready for comparing."""
    inside = mean.shape[-1]
    shading = np.where(own, settings.SHADING, settings.STRANGE_SHADING)[..., None]
    slope = np.einsum("tncm,amk->atnck", mean, window.slopes[:, :inside, :inside], optimize=True)
    variance = variance + settings.NOISE**2 + settings.JITTER**2 * (slope**2).sum(0).mean(2)
    lightness = shading**2 * (mean**2).sum(2)
    discount = shading**2 / (variance + lightness)
    level = -1.5 * np.log(2 * np.pi * variance) - 0.5 * np.log1p(lightness / variance)
    return Looks(
        np.ascontiguousarray(mean, np.float32),
        (1 / variance).astype(np.float32),
        discount.astype(np.float32),
        level.mean(2).astype(np.float32),
        token,
        own,
    )


def _empties(
    seen: Floats, places: NDArray[np.float64], radius: float, window: Window, inside: int
) -> tuple[Floats, Floats]:
    """Every hole's empty look, n × 3 × k, and its variance, n × k: as seen, or guessed from seen holes like it.

    A hole goes with the paint around it (a dimple) or looks alike on every paint (a hole through a dark board), or
    between the two: the seen holes tell, where they lie in different paints. They also tell how wrong guesses are.
    """
    paint = _paint(seen, places, window.radius > radius + settings.EDGE / 2, window.radius < radius - settings.EDGE)
    known = ~np.isnan(seen[0, :, 0, 0])
    if not known.any():
        return np.repeat(paint[:, :, None], inside, 2), np.full((len(places), inside), settings.BLIND**2, np.float32)
    source = np.nan_to_num(seen[0, ..., :inside])
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
    weight = settings.PAINT_DOUBT * inside * 3 * 10
    power = float((gap**2).sum())
    share = float(np.clip(((gap * miss).sum() + weight * settings.PAINT_PRIOR) / (power + weight), 0, 1))
    miss_strange = ((miss - share * gap) ** 2).mean((0, 1)) if tried.any() else np.zeros(inside)
    flat, painted = guesses(near * (alike + 1e-3))
    guess = share * painted + (1 - share) * flat
    kin = ((near * alike).sum(1) / (near * (alike + 0.1)).sum(1))[:, None]
    sure = known & (kin[:, 0] > 0.5)
    doubt = ((painted - flat) ** 2).mean(1) / 4
    variance_strange = miss_strange + doubt * weight / (power + weight)
    variance_kin = ((guess - source)[sure] ** 2).mean((0, 1)) if sure.any() else variance_strange
    variance = kin * variance_kin + (1 - kin) * variance_strange + settings.STRANGE_SPREAD**2
    look = np.where(known[:, None, None], source, guess).astype(np.float32)
    return look, np.where(known[:, None], 0, variance).astype(np.float32)


def _alike(paint: Floats) -> NDArray[np.float64]:
    """How likely two places lie in the same paint, n × n: of one hue and, for shadows fall, about as light."""
    logs = np.log(paint + 0.02)
    light = logs.mean(1, keepdims=True)
    hue = logs - light
    hues = ((hue[:, None] - hue[None]) ** 2).sum(2) / settings.HUE_KINSHIP**2
    lights = (light - light.T) ** 2 / settings.LIGHT_KINSHIP**2
    return np.asarray(np.exp(-(hues + lights) / 2), np.float64)


def _paint(seen: Floats, places: NDArray[np.float64], ring: NDArray[np.bool_], middle: NDArray[np.bool_]) -> Floats:
    """Colour of the board around each place over all its looks, n × 3; grey where nothing was seen.

    Shadows are left out, and what has a neighbouring piece's colour: pieces lean into each other's windows.
    """
    tokens, count, channels, _ = seen.shape
    rows = seen[..., ring].transpose(1, 2, 0, 3).reshape(count, channels, -1).copy()
    known = ~np.isnan(rows[:, 0])
    close = ((places[:, None] - places[None]) ** 2).sum(2) < settings.NEIGHBOUR**2
    pieces = np.zeros_like(known)
    for token in range(1, tokens):
        there = ~np.isnan(seen[token, :, 0, 0])
        if not there.any():
            continue
        head = np.median(seen[token, there][..., middle], axis=(0, 2))
        away = np.log((rows + 0.05) / (head[:, None] + 0.05))
        light = away.mean(1)
        hue = ((away - light[:, None]) ** 2).sum(1)
        alike = (hue < settings.HUE_KINSHIP**2) & (np.abs(light) < settings.LIGHT_KINSHIP)
        pieces |= alike & close[:, there].any(1)[:, None]
    few = pieces.sum(1) > settings.MOSTLY * known.sum(1)
    rows[np.broadcast_to((pieces & ~few[:, None])[:, None], rows.shape)] = np.nan
    paint = np.full(rows.shape[:2], 0.5, np.float32)
    looked = known.any(1)
    paint[looked] = np.nanquantile(rows[looked], settings.PAINT_QUANTILE, axis=2)
    return paint
