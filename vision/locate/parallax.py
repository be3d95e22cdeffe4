"""Pieces stand above the board, so they appear away from the camera's foot: which spots are pieces, and by how much.

In board units a thing of height h over the point p appears at p + s (p - f): f is the camera's foot on the board,
s = h / (camera's height - h). A mixture of holes (no shift), pieces (one common s and f) and strays is fitted together
with the small correction that homography and lens still need: expectation maximisation over linear least squares.
"""

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
    """One fit: log likelihood, the 12 parameters, and each spot's share in hole and piece (n × 2)."""

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
    fits = [_fit(rows, found, off, calibration.k1, start) for start in starts]
    # Where "pieces" lie below the board the roles are swapped.
    fits += [_fit(rows, found, off, calibration.k1, one.share[:, 0]) for one in fits if one.parameters[9] < 0]
    # No game begins with more pieces than holes: else all that lies flat may seem to be lifted by the same.
    most = settings.MOST_PIECES * len(board.places)
    best = max(fits, key=lambda one: (one.share[:, 1].sum() <= most, one.likelihood))
    hole, piece = best.share.T
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


def _fit(rows: Floats, found: Spots, off: Points, k1: float, piece: Floats) -> _Mixture:
    """Expectation maximisation from a first guess of how likely each spot is a piece (n)."""
    count = len(off)
    say = np.clip(found.strength / np.median(found.strength), 0.3, 1.5)
    on_board = rows.copy()
    on_board[:, :, 9:] = 0
    # Normal equations of each spot as a hole and as a piece: the rounds only weigh them.
    squares = [np.einsum("nki,nkj->nij", r, r).reshape(count, -1) for r in (on_board, rows)]
    sides = [np.einsum("nki,nk->ni", r, off) for r in (on_board, rows)]
    scale, scale_spread = settings.SCALE_PRIOR
    prior = np.array(
        [1e-3] * 8 + [1 / settings.LENS_PRIOR] + [1 / (SPAN * scale_spread)] + [1 / settings.SHIFT_PRIOR] * 2
    )
    aim = np.array([0.0] * 8 + [-k1, SPAN * scale, 0, 0])
    share = np.column_stack([0.9 * (1 - piece), 0.9 * piece])
    bounds = np.array([settings.HOLE_SPREAD, settings.PIECE_SPREAD])
    spread = bounds[:, 1].copy()
    mix = np.array([0.6, 0.35, 0.05])
    sizes = np.full((2, len(settings.RIMS)), 1 / len(settings.RIMS))
    stray = 1 / (np.pi * settings.SEARCH**2 * len(settings.RIMS))
    total = np.ones(count)
    parameters = np.zeros(12)
    for number in range(ROUNDS):
        weights = say[:, None] * share / spread**2
        matrix = (weights[:, 0] @ squares[0] + weights[:, 1] @ squares[1]).reshape(12, 12) + np.diag(prior**2)
        parameters = np.linalg.solve(matrix, weights[:, 0] @ sides[0] + weights[:, 1] @ sides[1] + prior**2 * aim)
        miss = np.stack([np.square(off - r @ parameters).sum(1) for r in (on_board, rows)], 1)
        if number > 3:
            scatter = np.sqrt((share * miss).sum(0) / (2 * share.sum(0) + 1e-9))
            spread = np.clip(scatter, bounds[:, 0], bounds[:, 1])
        chance = mix[:2] * sizes[:, found.size].T * np.exp(-miss / (2 * spread**2)) / (2 * np.pi * spread**2)
        total = chance.sum(1) + mix[2] * stray
        share = chance / total[:, None]
        held = share.mean(0)
        mix = np.append(held, max(1 - held.sum(), 0.02)) + 0.02
        mix /= mix.sum()
        counts = np.stack([np.bincount(found.size, share[:, kind], len(settings.RIMS)) for kind in (0, 1)]) + 2
        sizes = counts / counts.sum(1, keepdims=True)
    sunken = min(parameters[9] / SPAN, 0.0) / settings.SUNKEN
    radius = (sizes * settings.RIMS).sum(1)
    smaller = max(radius[0] - radius[1], 0) / settings.SMALLER
    strain = np.square(prior * (parameters - aim)).sum() + sunken**2 + smaller**2
    likelihood = float(np.log(total).sum() - strain / 2)
    return _Mixture(likelihood, parameters, share, (float(spread[0]), float(spread[1])))
