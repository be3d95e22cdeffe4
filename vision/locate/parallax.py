"""Pieces stand above the board, so they appear away from the camera's foot: which spots are pieces, and by how much.

In board units a thing of height h over the point p appears at p + s (p - f): f is the camera's foot on the board,
s = h / (camera's height - h). A mixture of holes (no shift), pieces (one common s and f) and strays is fitted together
with the small correction that homography and lens still need: expectation maximisation over linear least squares.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points, units
from vision.locate import settings
from vision.locate.view import Spots

Floats = NDArray[np.float64]

SPAN = 7.0
"""Board units: positions are divided by it so that all parameters are of one size."""

ROUNDS = 20
"""Of expectation and maximisation; the scatter is held at its widest in the first four."""


@dataclass(frozen=True, eq=False)
class Surface:
    """Spots brought down to the board's surface: ``at`` in board units (n × 2), how much each may say (n), and how
    likely each is a piece (n).
    """

    at: Points
    weight: Floats
    piece: Floats


@dataclass(frozen=True, eq=False)
class _Mixture:
    """One fit: log likelihood, the 12 parameters, and each spot's share in hole and piece (2 × n)."""

    likelihood: float
    parameters: Floats
    share: Floats
    spread: tuple[float, float]


def surface(found: Spots, board: Board, calibration: Calibration) -> Surface:
    """What the spots say about the board's surface."""
    places = units(board)[found.index]
    rows = _rows(places, calibration)
    starts = [np.full(len(places), share) for share in (0.05, 0.4)]
    starts += [np.where(found.size >= size, 0.9, 0.1) for size in range(1, len(settings.RIMS))]
    off = found.at - places
    fits = _fits(rows, found, off, calibration.k1, starts)
    # Where "pieces" lie below the board the roles are swapped.
    fits += _fits(rows, found, off, calibration.k1, [one.share[0] for one in fits if one.parameters[9] < 0])
    # No game begins with more pieces than holes: else all that lies flat may seem to be lifted by the same.
    most = settings.MOST_PIECES * len(board.places)
    best = max(fits, key=lambda one: (one.share[1].sum() <= most, one.likelihood))
    hole, piece = best.share
    lifted = piece / np.maximum(hole + piece, 1e-9)
    at = found.at - lifted[:, None] * (rows[:, :, 9:] @ best.parameters[9:])
    strength = np.clip(found.strength / np.median(found.strength), 0.3, 1.5)
    weight = strength * (hole + piece * (best.spread[0] / best.spread[1]) ** 2)
    return Surface(at, weight, lifted)


def _rows(places: Points, calibration: Calibration) -> Floats:
    """How each parameter moves each place, n × 2 × 12: eight of the homography, one of the lens, three of parallax."""
    x, y = places.T / SPAN
    one, nil = np.ones_like(x), np.zeros_like(x)
    east = np.stack([x, y, one, nil, nil, nil, -x * x, -x * y], 1)
    north = np.stack([nil, nil, nil, x, y, one, -x * y, -y * y], 1)
    step = 0.05
    bend = (replace(calibration, k1=calibration.k1 + step).project(places) - calibration.project(places)) / step
    slopes = [
        (calibration.project(places + d) - calibration.project(places - d)) / 2e-3
        for d in (np.array([1e-3, 0]), np.array([0, 1e-3]))
    ]
    lens = np.linalg.solve(np.stack(slopes, -1), bend[..., None])
    parallax = np.stack([np.stack([x, -one, nil], 1), np.stack([y, nil, -one], 1)], 1)
    return np.concatenate([np.stack([east, north], 1), lens, parallax], 2)


def _fits(rows: Floats, found: Spots, off: Points, k1: float, starts: Sequence[Floats]) -> list[_Mixture]:
    """Expectation maximisation from first guesses of how likely each spot is a piece (n each), all at once."""
    if not starts:
        return []
    pieces = np.stack(starts)
    tries, count = pieces.shape
    say = np.clip(found.strength / np.median(found.strength), 0.3, 1.5)
    on_board = rows.copy()
    on_board[:, :, 9:] = 0
    both = np.stack([on_board, rows])
    # Normal equations of each spot as a hole and as a piece: the rounds only weigh them.
    squares = np.einsum("snki,snkj->snij", both, both).reshape(2 * count, -1)
    sides = np.einsum("snki,nk->sni", both, off).reshape(2 * count, -1)
    scale, scale_spread = settings.SCALE_PRIOR
    prior = np.array(
        [1e-3] * 8 + [1 / settings.LENS_PRIOR] + [1 / (SPAN * scale_spread)] + [1 / settings.SHIFT_PRIOR] * 2
    )
    aim = np.array([0.0] * 8 + [-k1, SPAN * scale, 0, 0])
    bounds = np.array([settings.HOLE_SPREAD, settings.PIECE_SPREAD])
    kinds = np.eye(len(settings.RIMS))[found.size]
    stray = 1 / (np.pi * settings.SEARCH**2 * len(settings.RIMS))
    # Tries × hole and piece × spots from here on.
    share = 0.9 * np.stack([1 - pieces, pieces], 1)
    spread = np.tile(bounds[:, 1], (tries, 1))
    mix = np.tile([0.6, 0.35, 0.05], (tries, 1))
    sizes = np.full((tries, 2, len(settings.RIMS)), 1 / len(settings.RIMS))
    total, parameters = np.ones((tries, count)), np.zeros((tries, 12))
    for number in range(ROUNDS):
        weights = (say * share / spread[..., None] ** 2).reshape(tries, -1)
        matrix = (weights @ squares).reshape(tries, 12, 12) + np.diag(prior**2)
        parameters = np.linalg.solve(matrix, (weights @ sides + prior**2 * aim)[..., None])[..., 0]
        away = off - (parameters @ both.reshape(-1, 12).T).reshape(tries, 2, count, 2)
        miss = away[..., 0] ** 2 + away[..., 1] ** 2
        if number > 3:
            scatter = np.sqrt((share * miss).sum(2) / (2 * share.sum(2) + 1e-9))
            spread = np.clip(scatter, bounds[:, 0], bounds[:, 1])
        wide = 2 * spread[..., None] ** 2
        chance = mix[:, :2, None] * (sizes @ kinds.T) * np.exp(-miss / wide) / (np.pi * wide)
        total = chance.sum(1) + mix[:, 2:] * stray
        share = chance / total[:, None]
        held = share.mean(2)
        mix = np.column_stack([held, np.maximum(1 - held.sum(1), 0.02)]) + 0.02
        mix /= mix.sum(1, keepdims=True)
        sizes = share @ kinds + 2
        sizes /= sizes.sum(2, keepdims=True)
    sunken = np.minimum(parameters[:, 9] / SPAN, 0.0) / settings.SUNKEN
    radius = sizes @ np.array(settings.RIMS)
    smaller = np.maximum(radius[:, 0] - radius[:, 1], 0) / settings.SMALLER
    strain = np.square(prior * (parameters - aim)).sum(1) + sunken**2 + smaller**2
    likelihood = np.log(total).sum(1) - strain / 2
    return [
        _Mixture(float(likelihood[at]), parameters[at], share[at], (float(spread[at, 0]), float(spread[at, 1])))
        for at in range(tries)
    ]
