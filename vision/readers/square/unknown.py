"""Reads one picture of a board of squares nobody told us anything about: where coins lie, and of which suit.

A coin is a disc with a sign on it: a round rim, a face unlike the tile around it, ink unlike the face. How much each
says was learnt from simulated tables. The ink's colour, seen against the coin's own face, tells the suit in any light.
A small network (`vision.readers.square.coins`) looks at the whole board and has its say beside these measures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from rules.sight import EMPTY, Token
from vision.calibration import Calibration
from vision.evidence import Evidence, PieceSet, seen_at
from vision.pictures import Picture
from vision.readers.colours import colour_words, lab
from vision.readers.inference import logistic, softmax
from vision.readers.patches import in_picture, sample_patches
from vision.readers.square import settings
from vision.readers.square.coins import tell_coins
from vision.readers.unknown.counts import weigh_counts

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Signs:
    """What speaks for a coin on each of n places: ``coin`` n × k numbers, one a sign; ``hue`` n × 2, the ink's colour.

    ``face`` n × 3: the disc, red, green, blue, 0 to 1; ``ink`` the same of its sign. ``deep`` n: how far the sign's
    darkest part is from the face, as a logarithm. ``told`` n × 6: the network's chances of empty, each suit, covered.
    """

    coin: Floats
    hue: Floats
    face: Floats
    ink: Floats
    deep: Floats
    told: Floats


def read_squares(picture: Picture, calibration: Calibration, board: Board) -> Evidence:
    """What lies on each square of ``board``, without any history; ``picture`` is height × width × 3, BGR.

    Tokens are the suits. Covered squares and those out of view have no likelihoods; of the others they sum to 1.
    """
    return judged(coin_signs(picture, calibration, board), calibration, board, alone=True)


def judged(signs: Signs, calibration: Calibration, board: Board, *, alone: bool = False) -> Evidence:
    """What these signs say of each square.

    ``alone``: nothing else is known of the table, and full suits are usual.
    """
    logit = signs.coin @ np.array(settings.WEIGHTS) + settings.BIAS
    coin = logistic(logit)
    measured = np.column_stack([1 - coin, coin[:, None] * suit_chances(signs.hue)])
    chances = _agreed(measured, signs.told[:, :-1])
    covered = ~in_picture(calibration, board) | (signs.told[:, -1] > settings.COVERED)
    if alone and covered.sum() < settings.FEW_COVERED:
        chances[~covered] = weigh_counts(chances[~covered], int(covered.sum()), settings.SUIT_SIZES)
    chances = (1 - settings.NEVER_SURE) * chances + settings.NEVER_SURE / chances.shape[1]
    return _evidence(calibration.places(board), board, chances, covered, signs)


def coin_signs(picture: Picture, calibration: Calibration, board: Board) -> Signs:
    """What each square shows that could be a coin."""
    size = settings.PATCH
    patches = sample_patches(picture, calibration, board, size, height=settings.HEIGHT, span=settings.SPAN)
    rgb = patches[..., ::-1].astype(np.float64) / 255
    colours = lab(rgb.reshape(-1, 3)).reshape(rgb.shape)
    step = settings.SPAN / size
    axis = np.asarray((np.arange(size) - (size - 1) / 2) * step, np.float64)
    x, y = np.meshgrid(axis, axis)
    slope = np.asarray(np.stack(np.gradient(colours, step, axis=(2, 1)), 3), np.float64)
    rim, at, radius = _rims(slope, axis)
    away = np.hypot(x - at[:, 0, None, None], y - at[:, 1, None, None]) / radius[:, None, None]
    flat = colours.reshape(len(colours), -1, 3)
    away = away.reshape(len(away), -1)
    inside_square = (np.maximum(np.abs(x), np.abs(y)) < settings.SQUARE_REACH).ravel()
    ground = _median(flat, (away > settings.GROUND) & inside_square)
    annulus = (away > settings.FACE[0]) & (away < settings.FACE[1])
    face = _median(flat, annulus)
    stray = np.linalg.norm(flat - face[:, None], axis=2)
    middle = away < settings.SIGN
    plain, limit, deepest = _quantiles(stray, middle, (0.5, settings.INK_SHARE, settings.DEEPEST))
    light = rgb.reshape(len(rgb), -1, 3)
    ink = _mean(light, middle & (stray >= limit[:, None]))
    disc = _median(light, annulus)
    (grain,) = _quantiles(np.abs(flat[..., 0] - ground[:, None, 0]), away > settings.GROUND, (0.5,))
    contrast = np.linalg.norm(face - ground, axis=1)
    coin = np.column_stack([
        np.log(rim + 1.0), np.log(contrast + 1.0), np.log(limit + 1.0), np.log(grain + 0.5), np.log(plain + 1.0),
    ])  # fmt: skip
    clean = lab(np.clip(ink / np.maximum(disc, settings.DARKEST_FACE), 0, 1))
    hue = clean[:, 1:] / (100 - clean[:, :1] + settings.DARKNESS)
    return Signs(coin, hue, disc, ink, np.log(deepest + 1.0), tell_coins(picture, calibration, board))


def suit_chances(hue: Floats) -> Floats:
    """How probable each suit is for inks of these colours, n × suits."""
    fit = np.stack(
        [
            np.max([-((hue - pot) ** 2).sum(1) / (2 * settings.HUE_SPREAD**2) for pot in np.array(pots)], axis=0)
            for pots in settings.INKS.values()
        ],
        axis=1,
    )
    weight = np.exp(fit - fit.max(1, keepdims=True)) + settings.STRANGE_INK
    chances: Floats = weight / weight.sum(1, keepdims=True)
    return chances


def _agreed(measured: Floats, told: Floats) -> Floats:
    """What two opinions come to, each n × tokens: neither may rule out what the other sees."""
    logs = np.zeros_like(measured)
    for opinion, share in ((measured, settings.MEASURED_SHARE), (told, settings.TOLD_SHARE)):
        whole = opinion / opinion.sum(1, keepdims=True)
        logs += share * np.log((1 - settings.NEVER_SURE) * whole + settings.NEVER_SURE / whole.shape[1])
    return softmax(logs)


@cache
def _circles() -> tuple[Floats, Floats]:
    """Where rims are looked for, in squares from the middle: c × 2; and how large, c."""
    each = [(radius, dx, dy) for radius in settings.RADII for dx in settings.OFFSETS for dy in settings.OFFSETS]
    circles = np.array(each)
    return circles[:, 1:], circles[:, 0]


def _rims(slope: Floats, axis: Floats) -> tuple[Floats, Floats, Floats]:
    """The clearest circle of each patch: how strong its weaker half is, its middle (n × 2) and its radius.

    ``slope``: n × size × size × 2 × 3, along x and y.
    """
    at, radii = _circles()
    turns = np.arange(settings.TURNS) * 2 * np.pi / settings.TURNS
    ways = np.column_stack([np.cos(turns), np.sin(turns)])
    points = radii[:, None, None] * ways + at[:, None]
    cell = np.clip(np.rint((points - axis[0]) / (axis[1] - axis[0])).astype(int), 0, len(axis) - 1)
    outwards = np.einsum("nctwk,tw->nctk", slope[:, cell[..., 1], cell[..., 0]], ways) * settings.LAB_SHARES
    strength = np.quantile(np.linalg.norm(outwards, axis=-1), settings.RIM_SHARE, axis=-1)
    best = strength.argmax(1)
    return strength.max(1), at[best], radii[best]


def _median(values: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Median over the masked samples: n × m × 3 → n × 3."""
    return np.stack([_quantiles(one, mask, (0.5,))[0] for one in np.moveaxis(values, 2, 0)], 1)


def _quantiles(values: Floats, mask: NDArray[np.bool_], shares: Sequence[float]) -> list[Floats]:
    """Quantiles over the masked samples (n × m), each n; nan where there are none.

    NumPy's own, of what is not nan, takes one row after the other, which is twenty times slower.
    """
    ordered = np.sort(np.where(mask, values, np.nan), axis=1)  # nan comes last
    rows, last = np.arange(len(values)), mask.sum(1) - 1
    found = []
    for share in shares:
        at = share * last
        low = np.floor(at).astype(int)
        below, above = ordered[rows, low], ordered[rows, np.minimum(low + 1, last)]
        found.append(below + (at - low) * (above - below))
    return found


def _mean(values: Floats, mask: NDArray[np.bool_]) -> Floats:
    mean: Floats = (values * mask[..., None]).sum(1) / np.maximum(mask.sum(1), 1)[:, None]
    return mean


def _evidence(px: Floats, board: Board, chances: Floats, covered: NDArray[np.bool_], signs: Signs) -> Evidence:
    tokens = [EMPTY, *map(Token, settings.INKS)]
    best = np.where(covered, -1, chances.argmax(1))
    seen = np.where((best > 0)[:, None], signs.ink, signs.face)
    colours = np.clip(np.rint(seen * 255), 0, 255).astype(int)
    places = seen_at(board, px, tokens, chances, told=~covered, colours=colours)
    members = {token: best == number for number, token in enumerate(tokens) if number and (best == number).any()}
    paints = [np.median(signs.ink[of], axis=0) for of in members.values()]
    sets = tuple(
        PieceSet(token, tuple(np.rint(paint * 255).astype(int).tolist()), word, int(of.sum()))
        for (token, of), paint, word in zip(members.items(), paints, colour_words(paints), strict=True)
    )
    return Evidence(places, sets)
