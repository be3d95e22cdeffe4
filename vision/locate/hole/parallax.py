"""Pieces stand above the board, so they appear away from the camera's foot: which spots are pieces, and by how much.

In board units a thing of height h over the point p appears at p + s (p - f): f is the camera's foot on the board,
s = h / (camera's height - h). A mixture of holes (no shift), pieces (one common s and f) and strays is fitted together
with the small correction that homography and lens still need: expectation maximisation over linear least squares.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points, units
from vision.locate.hole import settings
from vision.locate.hole.view import Spots
from vision.locate.settings import LENS_PRIOR

Floats = NDArray[np.float64]

SPAN = 7.0
"""Board units: positions are divided by it so that all parameters are of one size."""

ROUNDS, HELD = 20, 4
"""Of expectation and maximisation; in so many of them, the first, the scatter is held at its widest."""


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
    equations = _equations(rows, found, found.at - places, calibration.k1)
    starts = [np.full(len(places), share) for share in settings.START_SHARES]
    starts += [np.where(found.size >= size, *settings.START_SIZED) for size in range(1, len(settings.RIMS))]
    fits = _fits(equations, starts)
    # Where "pieces" lie below the board the roles are swapped, or these are shadows and feet, and nothing is lifted.
    sunken = [one.share[0] for one in fits if one.parameters[9] < 0]
    if sunken:
        fits += _fits(equations, sunken) + _fits(equations.flat(), starts[:1])
    # No game begins with more pieces than holes: else all that lies flat may seem to be lifted by the same.
    most = settings.MOST_PIECES * len(board.places)
    best = max(fits, key=lambda one: (one.share[1].sum() <= most, one.likelihood))
    hole, piece = best.share
    lifted = piece / np.maximum(hole + piece, 1e-9)
    at = found.at - lifted[:, None] * (rows[:, :, 9:] @ best.parameters[9:])
    weight = equations.say * (hole + piece * (best.spread[0] / best.spread[1]) ** 2)
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


class _Equations(NamedTuple):
    """What every round of a fit goes by. Kinds are hole and piece, in this order.

    ``off`` n × 2: how far each spot lies from its place; ``say`` n: how much it may say; ``rims`` n × sizes: 1 at its
    rim's size. ``moves`` 2 × n × 2 × 12: how each parameter moves each spot, as either kind; ``squares`` 2n × 144 and
    ``sides`` 2n × 12: the normal equations made of them. ``prior`` 12: how firmly each is held to its ``aim``.
    """

    off: Points
    say: Floats
    rims: Floats
    moves: Floats
    squares: Floats
    sides: Floats
    prior: Floats
    aim: Floats

    def flat(self) -> "_Equations":
        """The same, but that pieces are seen where holes are, no higher, only less exactly."""
        prior, aim = self.prior.copy(), self.aim.copy()
        prior[9:], aim[9:] = 1 / settings.SUNKEN, 0
        return self._replace(prior=prior, aim=aim)


class _Shares(NamedTuple):
    """How the spots are taken, in every one of several tries.

    ``share`` tries × 2 × n: how likely each spot is of either kind; ``mix`` tries × 3: how many are, and how many
    strays; ``sizes`` tries × 2 × sizes: what rims each kind has; ``total`` tries × n: how likely each spot is at all.
    """

    share: Floats
    mix: Floats
    sizes: Floats
    total: Floats


def _fits(equations: _Equations, starts: Sequence[Floats]) -> list[_Mixture]:
    """Expectation maximisation from first guesses of how likely each spot is a piece (n each), all at once."""
    pieces = np.stack(starts)
    tries, rims = len(pieces), len(settings.RIMS)
    spread = np.tile([settings.HOLE_SPREAD[1], settings.PIECE_SPREAD[1]], (tries, 1))
    shares = _Shares(
        share=settings.START_KNOWN * np.stack([1 - pieces, pieces], 1),
        mix=np.tile(settings.START_MIX, (tries, 1)),
        sizes=np.full((tries, 2, rims), 1 / rims),
        total=np.ones(pieces.shape),
    )
    parameters = np.zeros((tries, 12))
    for number in range(ROUNDS):
        parameters = _solved(equations, shares.share, spread)
        miss = _missed(equations, parameters)
        if number >= HELD:
            spread = _scatter(shares.share, miss)
        shares = _shared(equations, shares, miss, spread)
    likelihood = _likelihood(equations, shares, parameters)
    return [
        _Mixture(float(likelihood[at]), parameters[at], shares.share[at], (float(spread[at, 0]), float(spread[at, 1])))
        for at in range(tries)
    ]


def _equations(rows: Floats, found: Spots, off: Points, k1: float) -> _Equations:
    """``rows`` as `_rows` gives them; ``off`` n × 2; ``k1``: the lens as it was before."""
    on_board = rows.copy()
    on_board[:, :, 9:] = 0
    moves = np.stack([on_board, rows])
    # The rounds only weigh them.
    squares = np.einsum("snki,snkj->snij", moves, moves).reshape(2 * len(off), -1)
    sides = np.einsum("snki,nk->sni", moves, off).reshape(2 * len(off), -1)
    scale, scale_spread = settings.SCALE_PRIOR
    prior = np.array([1e-3] * 8 + [1 / LENS_PRIOR] + [1 / (SPAN * scale_spread)] + [1 / settings.SHIFT_PRIOR] * 2)
    aim = np.array([0.0] * 8 + [-k1, SPAN * scale, 0, 0])
    say = np.clip(found.strength / np.median(found.strength), *settings.SAY)
    return _Equations(off, say, np.eye(len(settings.RIMS))[found.size], moves, squares, sides, prior, aim)


def _solved(equations: _Equations, share: Floats, spread: Floats) -> Floats:
    """The parameters, tries × 12, that explain best where the spots lie if they are of each kind by such a share."""
    weights = (equations.say * share / spread[..., None] ** 2).reshape(len(share), -1)
    prior = equations.prior
    matrix = (weights @ equations.squares).reshape(-1, 12, 12) + np.diag(prior**2)
    sides = weights @ equations.sides + prior**2 * equations.aim
    return np.asarray(np.linalg.solve(matrix, sides[..., None])[..., 0])


def _missed(equations: _Equations, parameters: Floats) -> Floats:
    """By how much the parameters miss each spot as either kind, squared: tries × 2 × n."""
    count = len(equations.off)
    moved = (parameters @ equations.moves.reshape(-1, 12).T).reshape(-1, 2, count, 2)
    away = equations.off - moved
    return np.asarray(away[..., 0] ** 2 + away[..., 1] ** 2)


def _scatter(share: Floats, miss: Floats) -> Floats:
    """How widely spots of either kind lie about where they should, tries × 2, within bounds."""
    scatter = np.sqrt((share * miss).sum(2) / (2 * share.sum(2) + 1e-9))
    bounds = np.array([settings.HOLE_SPREAD, settings.PIECE_SPREAD])
    return np.asarray(np.clip(scatter, bounds[:, 0], bounds[:, 1]))


def _shared(equations: _Equations, before: _Shares, miss: Floats, spread: Floats) -> _Shares:
    """How the spots are taken where they are missed by so much."""
    stray = 1 / (np.pi * settings.SEARCH**2 * len(settings.RIMS))
    wide = 2 * spread[..., None] ** 2
    chance = before.mix[:, :2, None] * (before.sizes @ equations.rims.T) * np.exp(-miss / wide) / (np.pi * wide)
    total = chance.sum(1) + before.mix[:, 2:] * stray
    share = chance / total[:, None]
    held = share.mean(2)
    mix = np.column_stack([held, np.maximum(1 - held.sum(1), settings.LEAST_MIX)]) + settings.LEAST_MIX
    sizes = share @ equations.rims + 2
    return _Shares(share, mix / mix.sum(1, keepdims=True), sizes / sizes.sum(2, keepdims=True), total)


def _likelihood(equations: _Equations, shares: _Shares, parameters: Floats) -> Floats:
    """The log likelihood of each try, less what is unlikely about it: pieces that are sunken, or smaller than holes."""
    sunken = np.minimum(parameters[:, 9] / SPAN, 0.0) / settings.SUNKEN
    radius = shares.sizes @ np.array(settings.RIMS)
    smaller = np.maximum(radius[:, 0] - radius[:, 1], 0) / settings.SMALLER
    strain = np.square(equations.prior * (parameters - equations.aim)).sum(1) + sunken**2 + smaller**2
    return np.asarray(np.log(shares.total).sum(1) - strain / 2)
