"""What each place of this very board should look like, empty or with a piece of each set, and how surely we know.

A *look* is what the round window over a place shows: samples of colour, m of them. Looks that were seen at the place
itself are known closely. The others are guessed: an unseen empty hole from holes like it, a set's piece from the
pieces of that set elsewhere, laid over the board as it is at this place. How wrong such guesses are is measured on the
looks that were seen, so that likelihoods stay honest.

Arrays as in `vision.readers.hole.windows`.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.bare import Bare, guess_bare
from vision.readers.hole.glass import differ, on_grounds, scatter
from vision.readers.hole.windows import AnyFloats, Singles, Window, noise


@dataclass(frozen=True, eq=False)
class Looks:
    """Every look of a piece's head or of the hole in its stead, C = T + 2 to a place.

    One for each token, then the piece last seen just there, then the other way that an unseen hole may look. Only the
    k samples of the window that pieces cover: ``inside``, their numbers.

    ``mean`` C × n × 3 × k, ``precision`` C × n × k (1 / variance of a channel), ``discount`` C × n × k (how much of a
    residual along the look's own colour is forgiven as light), ``level`` C × n (mean log density of a perfect fit).
    ``cover``: how much of each of the k samples a piece covers; ``core``: which of them show nothing but piece or hole;
    ``colour`` C × n × 3: their mean; ``spread`` C × n: the variance of a guess of that colour, a channel; ``shade``
    C × n: the share of a residual along it that light may explain, over the colour's squared length.
    ``token`` C × n: the token's number, −1 where there is no such look. ``own`` C × n: whether it was seen just there.
    ``tried``: T, whether a set's pieces were seen on grounds unlike enough to tell what they look like on others.
    ``guess`` and ``noise`` C × n × k: the variance of a look because it was guessed, and that of samples in a picture
    taken by hand; both are in ``precision``.
    ``bare``: how to guess the empty looks that were never seen, in the paint that a picture shows.
    """

    inside: NDArray[np.int64]
    cover: Singles
    mean: Singles
    precision: Singles
    discount: Singles
    level: Singles
    core: NDArray[np.bool_]
    colour: Singles
    spread: Singles
    shade: Singles
    token: NDArray[np.int64]
    own: NDArray[np.bool_]
    tried: NDArray[np.bool_]
    guess: Singles
    noise: Singles
    bare: Bare

    def steady(self, usual: float) -> "Looks":
        """The looks where samples stray by this share of that noise: what was guessed is then known better.

        In quarters, so that they are worked out once for many pictures.
        """
        share = int(np.clip(np.ceil(usual / settings.PUT), 1, 1 / settings.PUT))
        if share not in self._steadied:
            noise = np.where(self.own, 1, share * settings.PUT)[..., None] * self.noise
            precision, discount, level = _known(self.mean, self.guess + noise, self.own)
            self._steadied[share] = replace(self, precision=precision, discount=discount, level=level)
        return self._steadied[share]

    @cached_property
    def _steadied(self) -> dict[int, "Looks"]:
        """What `steady` has worked out, by quarters."""
        return {}

    def itself(self, now: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where each place's look is if it holds what it did, its own piece's or its hole's: looks and places, n each.

        ``now``: n, the number of the token there.
        """
        return np.where(now > 0, len(self.mean) - 2, 0), np.arange(len(now))


def stray(residual: Singles, look: Singles, discount: Singles | float, precision: Singles) -> Singles:
    """How far samples lie from a look, in its variances, where light forgives a ``discount`` along its colour.

    ``residual`` and ``look`` ... × 3 × m, ``discount`` and ``precision`` ... × m, as in `Looks`; the answer ... × m.
    """
    # Sums over three colours written out: `sum` over so short an axis takes several times as long.
    squares = residual[..., 0, :] ** 2 + residual[..., 1, :] ** 2 + residual[..., 2, :] ** 2
    shaded = residual * look
    along = shaded[..., 0, :] + shaded[..., 1, :] + shaded[..., 2, :]
    return np.asarray((squares - discount * along**2) * precision, np.float32)


def pieces_of(seen: Singles, number: int) -> Singles:
    """The looks of a set's pieces wherever one was ``seen`` (as in `build`), pieces × 3 × m."""
    looks = seen[number]
    return np.asarray(looks[~np.isnan(looks[:, 0, 0])])


def log_density(misfit: Singles, level: Singles, looser: Singles) -> Singles:
    """Mean log density of samples that lie ``misfit`` (... × m, by `stray`) from a look, ....

    By Student's t, which forgives single odd samples; ``looser``: by how much all variances are larger than learnt.
    """
    surprise = np.log1p(misfit / (settings.TAIL * looser[..., None])).mean(-1)
    return np.asarray(level - 1.5 * np.log(looser) - (settings.TAIL + 3) / 2 * surprise, np.float32)


def forgiven(mean: Singles, variance: AnyFloats, shading: AnyFloats | float) -> tuple[Singles, Singles]:
    """How much light forgives of a residual along a look's colour, and the log density of a perfect fit, ... × k each.

    ``mean`` ... × 3 × k and its ``variance`` ... × k; ``shading``: by which share light changes it.
    """
    lightness = shading**2 * (mean**2).sum(-2)
    return shading**2 / (variance + lightness), -1.5 * np.log(2 * np.pi * variance) - 0.5 * np.log1p(
        lightness / variance
    )


def unlike_itself(fits: Singles, own: NDArray[np.bool_], alien: float) -> NDArray[np.bool_]:
    """Which places that were seen (``own``, n) no longer look so: by ``fits``, n, halfway to what is ``alien``."""
    return own & (fits < (alien + np.median(fits[own])) / 2)


def _shading(own: NDArray[np.bool_]) -> AnyFloats:
    """By which share light changes looks, seen just there or not."""
    return np.where(own, settings.SHADING, settings.STRANGE_SHADING)


def _known(mean: Singles, variance: Singles, own: NDArray[np.bool_]) -> tuple[Singles, Singles, Singles]:
    """``precision``, ``discount`` and ``level`` of `Looks` whose samples have this ``variance``, C × n × k."""
    discount, level = forgiven(mean, variance, _shading(own)[..., None])
    return (1 / variance).astype(np.float32), discount.astype(np.float32), level.mean(2).astype(np.float32)


def in_learnt_light(looks: Looks, now: NDArray[np.int64], patches: Singles, gain: Singles) -> Singles:
    """Samples (n × 3 × m) in the light in which the board was learnt, but for what shines.

    A lamp beneath a place shines on when the room's goes out: what it adds to that stays, and all of it where the
    picture was cut off white. ``now`` (n): the number of the token that each place holds, if it still does; ``gain``
    (n × 3): today's light.
    """
    then, itself = patches / gain[:, :, None], looks.itself(now)
    dimmed = np.flatnonzero(looks.own[itself] & (gain.mean(1) < settings.DIMMED))
    if not len(dimmed):
        return then
    unlit = looks.mean[now, np.arange(len(now))]
    unlit[now == 0] = np.median(looks.mean[0, looks.own[0]], axis=0) if looks.own[0].any() else 0
    brighter = np.median((looks.mean[itself] - unlit)[..., looks.core], axis=2).max(1)
    rows = dimmed[brighter[dimmed] > settings.SHINES]
    own = itself[0][rows], rows
    mean, discount, precision, level = (of[own] for of in (looks.mean, looks.discount, looks.precision, looks.level))

    def fit(seen: Singles, discount: Singles | float = 0.0) -> Singles:
        return log_density(stray(seen - mean, mean, discount, precision), level, np.ones_like(level)) * settings.TELLING

    # Light adds up as it falls, not as pictures tell of it.
    seen, today = patches[rows][..., looks.inside], gain[rows, :, None]
    lit, room, left = (np.maximum(of, 0) ** settings.GAMMA for of in (mean, unlit[rows], today * unlit[rows]))
    added = mean + (seen - np.maximum(lit - room + left, 0) ** (1 / settings.GAMMA)) / today
    fits = fit(then[rows][..., looks.inside]) + np.log(settings.SHINING)
    for shining, likely in ((seen, fit(seen)), (added, fit(added, discount))):
        better = (likely > settings.ALIEN * settings.TELLING + settings.WHOLE) & (likely > fits)
        then[rows[better, None], :, looks.inside] = shining[better].transpose(0, 2, 1)
        fits = np.where(better, likely, fits)
    return then


def build(
    seen: Singles,
    last: NDArray[np.int64],
    apart: NDArray[np.float64],
    cover: Singles,
    window: Window,
    *,
    lent: Singles,
) -> Looks:
    """All looks from those ``seen``: T × n × 3 × m, NaN where not; token 0 is the empty hole.

    ``last``: n, the number of the set last seen at each place, 0 for none. ``apart``: n × n, how far each two places
    are apart, in pitches. ``cover``: m, how much of a sample a piece covers. ``lent``: n, the variance of an empty look
    that a picture of the empty board has told, 0 where the hole itself was seen, or nothing.
    """
    inside = np.flatnonzero(cover > settings.INSIDE)
    empty, empty_variance, guessed_bare = guess_bare(seen, apart, window, inside)
    empty_variance += lent[:, None]
    known = ~np.isnan(seen[:, :, 0, 0])
    share = cover[inside]
    core = share > settings.CORE
    grounds = empty[..., core].mean(2)
    # Beside a lamp that is cut off white anything looks like glass.
    shown = known[0] & (grounds.min(1) < settings.CLIPPED)
    at_home = known[last, np.arange(len(last))] & (last > 0)
    board = _Board(inside, share, window.radius[inside], empty, empty_variance, grounds)
    mean, guessed = _expected(seen, known, shown, np.where(at_home, last, 0), board)
    token, own = _whose(known, last, at_home, lent)
    slope = np.einsum("tncm,amk->atnck", mean, window.slopes[:, inside[:, None], inside], optimize=True)
    trembling = noise(slope)
    precision, discount, level = _known(mean, guessed + trembling, own)
    colour = mean[..., core].mean(3)
    spread, shading = guessed[..., core].mean(2) + settings.NOISE**2, _shading(own)
    shade = shading**2 / (spread + shading**2 * (colour**2).sum(2))
    return Looks(
        inside=inside,
        cover=share,
        mean=mean,
        precision=precision,
        discount=discount,
        level=level,
        core=core,
        colour=colour,
        spread=spread.astype(np.float32),
        shade=shade.astype(np.float32),
        token=token,
        own=own,
        tried=np.array([differ(grounds[there & shown]) for there in known]),
        guess=guessed.astype(np.float32),
        noise=trembling,
        bare=guessed_bare,
    )


class _Board(NamedTuple):
    """What lies beneath pieces: k samples of each hole.

    ``inside`` k: their numbers in the window; ``share`` k: how much of each a piece covers; ``radius`` k: how far from
    the middle it is, in pitches; ``empty`` n × 3 × k: the holes' own looks, with their ``variance`` n × k; ``grounds``
    n × 3: the colours of their cores.
    """

    inside: NDArray[np.int64]
    share: Singles
    radius: NDArray[np.float64]
    empty: Singles
    variance: Singles
    grounds: Singles


def _expected(
    seen: Singles, known: NDArray[np.bool_], shown: NDArray[np.bool_], last: NDArray[np.int64], board: _Board
) -> tuple[Singles, Singles]:
    """All looks of `Looks`, C × n × 3 × k, and their variances because they were guessed, C × n × k.

    ``seen`` T × n × 3 × m and ``known`` T × n: what was seen where; ``shown`` n: whose hole tells what glass lets
    through; ``last`` n: the number of the set last seen just there, 0 for none.
    """
    pieces = seen[1:][known[1:]][..., board.inside]
    usual = pieces.var(0).mean(0) * settings.HEAD_ALL if len(pieces) else np.zeros(len(board.inside), np.float32)
    means, variances = [board.empty], [board.variance]
    for looks, there in zip(seen[1:], known[1:], strict=True):
        mean, variance = _of_set(
            looks[there][..., board.inside], (there & shown)[there], np.flatnonzero(there), board, usual
        )
        means.append(mean)
        variances.append(variance)
    itself = seen[last, np.arange(len(last))][..., board.inside]
    means += [np.where((last > 0)[:, None, None], itself, board.empty), board.empty]
    variances += [np.zeros_like(board.variance), board.variance]
    return np.ascontiguousarray(np.stack(means), np.float32), np.stack(variances)


def _of_set(
    some: Singles, bare: NDArray[np.bool_], at: NDArray[np.int64], board: _Board, usual: Singles
) -> tuple[Singles, Singles]:
    """A set's look at every place, n × 3 × k, and its variance, n × k; the holes' where none of its pieces was seen.

    ``some`` p × 3 × k: its pieces as they were seen ``at`` places (p), ``bare``: those whose hole was seen too;
    ``usual`` k: the variance of a set of which too few were seen to tell.
    """
    if not len(some):
        return board.empty, board.variance
    share, core = board.share, board.share > settings.CORE
    # At its rim a piece lets the board through: of another board than at home, so the middle's colour stands in.
    sure = np.clip((share - settings.RIM_FROM) / settings.RIM_SPAN, 0, 1)
    head = np.median(some, axis=0)
    middle = np.median(head[:, board.radius < settings.MIDDLE], axis=1, keepdims=True)
    spread = ((some - head) ** 2).mean((0, 1)) if len(some) > 2 else usual
    unlike = ((head - middle) ** 2).mean(0)
    head = sure * head + (1 - sure) * middle
    told = on_grounds(some[..., core].mean(2), bare, board.grounds[at[bare]], board.grounds)
    if told is not None:
        head = head + (told - head[:, core].mean(1))[..., None]
        spread = np.maximum(scatter(some).mean(0), ((some[bare] - head[at[bare]]) ** 2).mean((0, 1)))
    gap = ((head - board.empty) ** 2).mean(1)
    variance = (
        share * (spread + settings.HEAD_SPREAD**2)
        + (1 - share) * (board.variance + settings.STRANGE_SPREAD**2)
        + share * (1 - share) * gap * settings.RIM_ASTRAY
        + sure * (1 - sure) * unlike
    )
    return share * head + (1 - share) * board.empty, variance


def _whose(
    known: NDArray[np.bool_], last: NDArray[np.int64], at_home: NDArray[np.bool_], lent: Singles
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """``token`` and ``own`` of `Looks`. ``known`` T × n: what was seen where; ``at_home`` n: where a piece was last."""
    tokens = len(known)
    token = np.tile(np.arange(tokens + 2)[:, None], known.shape[1])
    token[1:tokens][~known[1:].any(1)] = -1
    token[-2] = np.where(at_home, last, -1)
    token[-1] = np.where(known[0], -1, 0)
    own = np.zeros(token.shape, np.bool_)
    own[0], own[-2] = known[0] & (lent == 0), at_home
    return token, own


def emptied(looks: Looks) -> Singles:
    """How many nats better than by its piece a hole would explain each place once it is empty, n; inf where unknown.

    Of the ways that the hole may look, the one that tells least.
    """
    told = np.full(looks.own.shape[1], np.inf, np.float32)
    home = np.flatnonzero(looks.own[-2])
    piece = looks.mean[-2, home]
    for look in (0, -1):
        misfit = stray(looks.mean[look, home] - piece, piece, looks.discount[-2, home], looks.precision[-2, home])
        fit = log_density(np.maximum(misfit, 0), looks.level[-2, home], np.ones(len(home), np.float32))
        ahead = looks.level[look, home] - fit
        possible = looks.token[look, home] == 0
        told[home] = np.minimum(told[home], np.where(possible, ahead * settings.TELLING, np.inf))
    return told
