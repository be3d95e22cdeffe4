"""Where the board is when a person clicked some of its points."""

from collections.abc import Mapping

import numpy as np

from rules.geometry import Board, PlaceId
from vision.calibration import Calibration, Points, corner_units
from vision.locate import failure
from vision.locate.failure import BoardNotFound
from vision.locate.fit import homography

STRAIGHT = 1e-3
"""Least relative size of the second direction of points that do not lie on one line."""

LEAST_PITCH = 4.0
"""Pixels between neighbouring places: nothing is read of what is smaller."""

LEAST_SEEN = 0.5
"""Share of the places that lie in the picture."""


def from_corners(board: Board, points: Mapping[str, tuple[float, float]], size: tuple[int, int]) -> Calibration:
    """The calibration through clicked ``points``: corner or place name → pixel; ``size`` is the picture's.

    Two points give a board seen from straight above, three one seen from far away, four or more any view. It is of no
    confidence, as no picture was looked at; see `where_clicked`.
    Raises BoardNotFound when they cannot be points of this board, or when it could not be read there.
    """
    width, height = size
    for name, (x, y) in points.items():
        if name not in board.corners and name not in board:
            raise BoardNotFound(failure.NO_SUCH_POINT(point=name))
        if not (0 <= x <= width and 0 <= y <= height):
            raise BoardNotFound(failure.OUTSIDE(point=name, width=width, height=height))
    if len(points) < 2:
        raise BoardNotFound(failure.TOO_FEW())
    places = [board[board.corners.get(name, PlaceId(name))] for name in points]
    source = np.array([(place.x, place.y) for place in places])
    target = np.array(list(points.values()), np.float64)
    if not (_spread(source, len(points)) and _spread(target, len(points))):
        raise BoardNotFound(failure.BAD_POINTS())
    matrix = _through(source, target)
    calibration = Calibration(board.name, matrix, size, confidence=0.0)
    corners = corner_units(board)
    depth = np.column_stack([corners, np.ones(len(corners))]) @ matrix[2]
    seen = calibration.project(corners)
    # On the board y grows northwards, in pixels downwards; all corners lie before the camera.
    if not (depth > 0).all() or _area(seen) * _area(corners) >= 0:
        raise BoardNotFound(failure.BAD_POINTS())
    _refuse_unreadable(calibration, board)
    if not calibration.is_view_of(board):
        raise BoardNotFound(failure.BAD_POINTS())
    return calibration


def _refuse_unreadable(calibration: Calibration, board: Board) -> None:
    """Raise BoardNotFound where the board would be too small, or mostly beyond the picture."""
    between = calibration.pitch
    if between < LEAST_PITCH:
        raise BoardNotFound(failure.TOO_SMALL(pixels=round(between, 1)))
    places = calibration.places(board)
    seen = float(((places >= 0) & (places <= calibration.size)).all(1).mean())
    if seen < LEAST_SEEN:
        raise BoardNotFound(failure.CUT_OFF(percent=round(100 * seen)))


def _area(corners: Points) -> float:
    """Twice the area within ``corners``, its sign telling which way round they are named."""
    x, y = corners.T
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))


def _spread(points: Points, count: int) -> bool:
    """Whether the points are apart, and, being three or more, not on one line."""
    sizes = np.linalg.svd(points - points.mean(0), compute_uv=False)
    return bool(sizes[0] > 1e-6 and (count == 2 or sizes[1] > STRAIGHT * sizes[0]))


def _through(source: Points, target: Points) -> Points:
    """The simplest 3 × 3 matrix through the points."""
    if len(source) == 2:
        # Complex numbers turn and scale; the board's north is the pixels' minus y.
        a, b = source @ (1, 1j)
        p, q = target @ (1, -1j)
        turn = (q - p) / (b - a)
        shift = p - turn * a
        return np.array([[turn.real, -turn.imag, shift.real], [-turn.imag, -turn.real, -shift.imag], [0, 0, 1]])
    if len(source) == 3:
        matrix = np.linalg.solve(np.column_stack([source, np.ones(3)]), target)
        return np.vstack([matrix.T, [0, 0, 1]])
    return homography(source, target)
