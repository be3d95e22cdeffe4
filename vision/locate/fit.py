"""Homography and lens from places that were seen: robust least squares."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points
from vision.locate import settings


def coincide(corners: Points, others: Points, reach: float) -> NDArray[np.bool_]:
    """Which of ``others`` (n × corners × 2 pixels) are the same ``corners`` (corners × 2) in any order.

    ``reach``: how many pixels a corner may be off.
    """
    away = np.hypot(*np.moveaxis(corners[:, None] - others[:, None], -1, 0)).min(2)
    return np.asarray(away.max(1) < reach)


def shortest_side(polygon: Points) -> float:
    """The shortest side of a closed polygon, n × 2 pixels."""
    return float(np.hypot(*(polygon - np.roll(polygon, 1, 0)).T).min())


def same(one: Calibration, other: Calibration, board: Board, within: float) -> bool:
    """Whether two calibrations put the board on the same place, turns apart, to ``within`` so many pitches."""
    return bool(coincide(one.corners(board), other.corners(board)[None], within * one.pitch).any())


def shifted(calibration: Calibration, x: float, y: float) -> Calibration:
    """The calibration of the same board lying so far (board units) from where ``calibration`` has it."""
    shift = np.eye(3)
    shift[:2, 2] = x, y
    return replace(calibration, homography=calibration.homography @ shift)


def scaled(calibration: Calibration, share: float) -> Calibration:
    """The calibration of the same board so much larger about its middle."""
    return replace(calibration, homography=calibration.homography @ np.diag([share, share, 1.0]))


def facing(
    calibration: Calibration, board: Board, south: tuple[float, float] | None, *, toward: tuple[float, float] = (0, 1)
) -> Calibration:
    """The calibration turned so that the corner nearest the pixel ``south`` is the first one.

    Without that, the one that lies farthest ``toward`` (right, down) in the picture: the lowest.
    """
    ways = [calibration.turned(board, turn) for turn in range(board.turns)]
    first = np.array([way.corners(board)[0] for way in ways])
    at = (first @ np.array(toward)).argmax() if south is None else np.hypot(*(first - south).T).argmin()
    return ways[int(at)]


def homography(source: Points, target: Points) -> NDArray[np.float64]:
    """Least squares homography (3 × 3) that leads from ``source`` to ``target`` (n × 2 each, n ≥ 4).

    Its last entry is 1; but not where the points say so little that it leads the origin to infinity.
    """
    from_source, a = _normal(source)
    from_target, b = _normal(target)
    one = np.column_stack([a, np.ones(len(a))])
    nil = np.zeros_like(one)
    rows = np.vstack([np.hstack([one, nil, -b[:, :1] * one]), np.hstack([nil, one, -b[:, 1:] * one])])
    _, vectors = np.linalg.eigh(rows.T @ rows)
    matrix = np.linalg.inv(from_target) @ vectors[:, 0].reshape(3, 3) @ from_source
    largest = np.abs(matrix).max()
    return np.asarray(matrix / (matrix[2, 2] if abs(matrix[2, 2]) > 1e-12 * largest else largest), np.float64)


def _normal(points: Points) -> tuple[NDArray[np.float64], Points]:
    """Hartley's normalisation: centred, mean distance √2; and the matrix that does it."""
    centre = points.mean(0)
    scale = np.sqrt(2 / (np.square(points - centre).sum(1).mean() + 1e-12))
    matrix = np.array([[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1]])
    return matrix, (points - centre) * scale


def fit(start: Calibration, board: Points, pixels: Points, weights: NDArray[np.float64]) -> Calibration:
    """The calibration near ``start`` that leads ``board`` to ``pixels`` (n × 2 each), the lens included.

    Residuals count in pitches; those far beyond `settings.FIT_SPREAD` lose their say (Cauchy). The lens stays nearly
    straight unless the places say otherwise.
    """
    unit = start.pitch
    centre = start.homography / start.homography[2, 2]
    reach = float(np.abs(board).max())
    # Steps of each entry that move a place by about a thousandth of a pitch.
    affine = np.array([1 / reach, 1 / reach, 1] * 2) * unit * 1e-3
    far = float(np.abs(pixels).max())
    step = np.concatenate([affine, np.full(2, 1e-3 * unit / (far * reach)), [1e-3]])
    vector = np.append(centre.ravel()[:8], start.k1)

    def build(entries: NDArray[np.float64]) -> Calibration:
        return replace(start, homography=np.append(entries[:8], 1.0).reshape(3, 3), k1=float(entries[8]))

    def residuals(entries: NDArray[np.float64]) -> Points:
        off: Points = (build(entries).project(board) - pixels) / unit
        return off

    prior = np.zeros(9)
    prior[8] = settings.FIT_SPREAD / settings.LENS_PRIOR
    for _ in range(settings.FIT_STEPS):
        now = residuals(vector)
        say = np.sqrt(weights / (1 + np.square(now).sum(1) / settings.FIT_SPREAD**2))[:, None]
        slope = np.stack([residuals(vector + d) - now for d in np.diag(step)], -1)
        rows = np.vstack([(say[..., None] * slope).reshape(-1, 9), prior * step])
        aims = np.append(-(say * now).ravel(), -prior[8] * vector[8])
        change, *_ = np.linalg.lstsq(rows, aims, rcond=1e-12)
        vector = vector + change * step
        if np.abs(slope @ change).max() < settings.FIT_DONE:
            break
    return build(vector)
