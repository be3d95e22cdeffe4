"""Small pieces of a picture, sampled straight from it around the places of a board, seen square from above.

Board units and pixels as in `vision.calibration`. Every sampler smooths before it thins out, so a large picture gives
the same patches as a small one.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points, units
from vision.pictures import Picture
from vision.readers import settings


@dataclass(frozen=True)
class Viewpoint:
    """Where the camera's eye is, in board units: straight above (``x``, ``y``), ``z`` above the board's surface."""

    x: float
    y: float
    z: float

    @property
    def tilt(self) -> float:
        """By how many degrees the camera looks aslant at the board's middle."""
        return float(np.degrees(np.arctan2(np.hypot(self.x, self.y), self.z)))


def viewpoint(calibration: Calibration) -> Viewpoint:
    """Where the camera must be for its view of the board, if its pixels are square and its axis meets the centre.

    Zhang's two constraints on a homography give the focal length; seen from straight above they say nothing, and a
    usual lens is assumed, so ``z`` is then only roughly right while ``x`` and ``y`` still are.
    """
    centre = (np.array(calibration.size) - 1) / 2
    unit = float(np.hypot(*centre))
    straight = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, unit]]) / unit @ calibration.homography
    a, b, t = straight.T
    focal = np.geomspace(*settings.FOCALS, settings.FOCAL_STEPS)[:, None]
    a_seen = np.column_stack([a[:2] / focal, np.full(len(focal), a[2])])
    b_seen = np.column_stack([b[:2] / focal, np.full(len(focal), b[2])])
    length = (a_seen**2).sum(1) + (b_seen**2).sum(1)
    skew = 2 * (a_seen * b_seen).sum(1) / length
    squeeze = ((a_seen**2).sum(1) - (b_seen**2).sum(1)) / length
    usual = np.log(focal[:, 0] / settings.USUAL_FOCAL) / settings.FOCAL_SPREAD
    best = int(np.argmin((skew**2 + squeeze**2) / settings.SHAPE_SPREAD**2 + usual**2))
    first, second = a_seen[best], b_seen[best]
    scale = np.sqrt(length[best] / 2)
    third = np.cross(first, second) / scale
    away = np.array([*(t[:2] / focal[best]), t[2]])
    eye = -np.linalg.solve(np.column_stack([first, second, third]), away)
    return Viewpoint(float(eye[0]), float(eye[1]), abs(float(eye[2])))


def raised(points: Points, eye: Viewpoint, height: float) -> Points:
    """Where on the board's surface points that stand ``height`` above ``points`` are seen, n × 2 in board units."""
    foot = np.array([eye.x, eye.y])
    seen: Points = foot + (points - foot) * eye.z / max(eye.z - height, height)
    return seen


def sample(picture: Picture, calibration: Calibration, points: Points, spacing: float) -> Picture:
    """Colours at ``points`` (… × 2, board units) that lie ``spacing`` apart: … × 3; beyond the picture, its rim."""
    shape, points = points.shape[:-1], points.reshape(-1, 2).astype(np.float64)
    at = calibration.project(points)
    height, width = picture.shape[:2]
    least, most = (np.clip([side(column) for column in at.T], -1, (width, height)) for side in (np.min, np.max))
    low = np.clip(np.floor(least).astype(int) - 2, 0, (width - 1, height - 1))
    high = np.clip(np.ceil(most).astype(int) + 3, low + 1, (width, height))
    part = picture[low[1] : high[1], low[0] : high[0]]
    at = at - low
    middle = np.array([column.mean() for column in points.T])
    step = np.diff(calibration.project(middle + np.array([[0, 0], [spacing, 0], [0, spacing]])), axis=0)
    thin = np.sqrt(abs(np.linalg.det(np.vstack([step[0], step[0] + step[1]]))))
    if thin > settings.THIN_FROM:
        # In one step: halved before, two more of 66 heaps of stones are miscounted.
        small = [max(1, round(side / thin)) for side in part.shape[1::-1]]
        ratio = np.array(small) / part.shape[1::-1]
        part = np.asarray(cv2.resize(part, small, interpolation=cv2.INTER_AREA), np.uint8)
        at = (at + 0.5) * ratio - 0.5
    # remap takes at most 32,767 columns: a square-ish table of pixels holds any number of them.
    columns = int(np.ceil(np.sqrt(len(at))))
    table = np.zeros((columns * columns, 2), np.float32)
    table[: len(at)] = at
    maps = table.reshape(columns, columns, 2)
    colours = cv2.remap(part, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(colours.reshape(-1, 3)[: len(at)].reshape(*shape, 3), np.uint8)


def sample_patches(
    picture: Picture,
    calibration: Calibration,
    board: Board,
    size: int,
    *,
    height: float = 0.0,
    span: float = 1.0,
) -> Picture:
    """A square patch around every place: n × size × size × 3, the board's north up, ``span`` pitches wide.

    With ``height`` (in pitches) the patches are centred on where something that stands so high over the place is seen.
    """
    places = units(board)
    if height:
        places = raised(places, viewpoint(calibration), height)
    offsets = (np.arange(size) + 0.5) / size * span - span / 2
    east, south = np.meshgrid(offsets, offsets)
    grid = places[:, None, None] + np.stack([east, -south], -1)
    return sample(picture, calibration, grid, span / size)


def in_picture(calibration: Calibration, board: Board, margin: float = 0.0) -> NDArray[np.bool_]:
    """Which places lie inside the picture, ``margin`` pitches from its rim or further."""
    places = units(board)
    rim = np.array([(0, 0), (margin, 0), (-margin, 0), (0, margin), (0, -margin)])
    at = calibration.project((places[:, None] + rim).reshape(-1, 2)).reshape(len(places), len(rim), 2)
    within = (at >= -0.5) & (at <= np.array(calibration.size) - 0.5)
    return np.asarray(within.all((1, 2)), np.bool_)
