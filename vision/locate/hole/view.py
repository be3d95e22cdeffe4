"""The board as seen from straight above, and what lies on its places there."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points, units
from vision.locate.hole import settings
from vision.locate.hole.symmetry import Map, rims, roundness, summit
from vision.pictures import Picture, thinned

KNOTS = 33
"""Points a side at which the lens is reckoned exactly; between them it bends far less than a pixel."""

SHARPER = 1.25
"""Pixels of the picture to one of the view that are left of a finer one, so that sampling passes none of them over."""


@dataclass(frozen=True, eq=False)
class Rectified:
    """The board as from straight above: a square canvas, ``cell`` pixels a pitch, its centre in the middle, north up.

    ``inside`` tells which of its pixels the picture shows; ``lean`` in which direction what stands on the board seems
    to lean (board units, length 1): away from the camera; none where it looks straight down.
    """

    picture: Picture
    inside: NDArray[np.bool_]
    reach: float
    cell: int
    lean: Points

    def pixels(self, board: Points) -> Points:
        """Board units to canvas pixels, n × 2."""
        return on_canvas(board, self.reach, self.cell)

    def units(self, pixels: Points) -> Points:
        """Canvas pixels to board units, n × 2."""
        return (pixels / self.cell - self.reach) * (1, -1)


def on_canvas(board: Points, reach: float, cell: int) -> Points:
    """Board units (… × 2) to the pixels of a canvas that reaches so far (board units), ``cell`` pixels a pitch."""
    return np.asarray((board * (1, -1) + reach) * cell)


def straighten(picture: Picture, board: Board, calibration: Calibration, cell: int = settings.CELL) -> Rectified:
    """The view that the calibration gives of the board and some ground around it."""
    reach = float(np.ceil(np.abs(units(board)).max() + settings.MARGIN_SEEN))
    side = int(2 * reach * cell) + 1
    knots = np.linspace(0, side - 1, KNOTS)
    grid = np.stack(np.meshgrid(knots, knots), -1).reshape(-1, 2)
    at = calibration.project((grid / cell - reach) * (1, -1))
    # Only the part that the view needs is made as coarse as the view.
    height, width = picture.shape[:2]
    low = np.clip(np.floor(at.min(0)) - 2, 0, (width - 1, height - 1)).astype(int)
    high = np.clip(np.ceil(at.max(0)) + 3, low + 1, (width, height)).astype(int)
    part, ratio = thinned(picture[low[1] : high[1], low[0] : high[0]], max(1.0, calibration.pitch / (SHARPER * cell)))
    exact = ((at - low + 0.5) * ratio - 0.5).reshape(KNOTS, KNOTS, 2).astype(np.float32)
    steps = (np.arange(side, dtype=np.float32) * np.float32((KNOTS - 1) / (side - 1))).astype(np.float32)
    columns, rows = np.meshgrid(steps, steps)
    maps = cv2.remap(exact, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    x, y = cv2.split(maps)
    seen = cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    right, bottom = (high - low) * ratio - 0.5
    inside = (x >= -0.5) & (x <= right) & (y >= -0.5) & (y <= bottom)
    return Rectified(seen.astype(np.uint8), np.asarray(inside), reach, cell, leaning(calibration))


def leaning(calibration: Calibration) -> Points:
    """Where it goes away from the camera; the last row of a homography is how the depth grows over the board."""
    depth = calibration.homography[2, :2] / calibration.homography[2, 2]
    steep = float(np.hypot(*depth))
    return np.asarray(depth / steep if steep > settings.ASLANT else np.zeros(2))


def presence(view: Rectified) -> Map:
    """How surely something round lies within `settings.PLACE_REACH` of each pixel; nan outside the picture.

    The geometric mean of roundness and rims: texture has some of the one and lines some of the other.
    """
    k = round(settings.PLACE_REACH * view.cell)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * k + 1, 2 * k + 1))
    smooth = cv2.GaussianBlur(view.picture, (0, 0), settings.PLACE_BLUR * view.cell).astype(np.uint8)
    round_ = roundness(smooth, settings.PLACE_WINDOW * view.cell)
    outlined = rims(smooth, tuple(np.array(settings.RIMS) * view.cell)).max(0)
    near = cv2.dilate(np.sqrt(np.maximum(round_, 0) * np.maximum(outlined, 0)), disc).astype(np.float32)
    near[~view.inside] = np.nan
    return near


@dataclass(frozen=True, eq=False)
class Spots:
    """What was found on the places: ``index`` of the place (n), ``at`` in board units (n × 2), ``strength`` (n, about
    0.3 to 1), ``size``: which of `settings.RIMS` (n).
    """

    index: NDArray[np.int64]
    at: Points
    strength: NDArray[np.float64]
    size: NDArray[np.int64]


def spots(view: Rectified, board: Board) -> Spots:
    """The rim of the hole or piece on each place, where there is one."""
    radii = np.array(settings.RIMS)
    # A larger circle is more evidence than a smaller one with the same share of outline.
    maps = rims(view.picture, tuple(radii * view.cell)) * np.sqrt(radii / radii.mean())[:, None, None]
    k = int(np.ceil(settings.SEARCH * view.cell))
    offset = np.arange(-k, k + 1)
    near = np.hypot(*np.meshgrid(offset, offset)) <= settings.SEARCH * view.cell
    centres = np.rint(view.pixels(units(board))).astype(int)
    rows = centres[:, 1, None, None] + offset[:, None]
    columns = centres[:, 0, None, None] + offset[None]
    around = np.where(near & view.inside[rows, columns], maps[:, rows, columns], -1)
    best = around.transpose(1, 0, 2, 3).reshape(len(centres), -1).argmax(1)
    size, dy, dx = np.unravel_index(best, (len(radii), *near.shape))
    x, y = centres[:, 0] + dx - k, centres[:, 1] + dy - k
    top = maps[size, y, x]
    shifts = []
    inner = np.ones(len(centres), bool)
    for before, after in ((maps[size, y, x - 1], maps[size, y, x + 1]), (maps[size, y - 1, x], maps[size, y + 1, x])):
        inner &= np.maximum(before, after) <= top  # otherwise it belongs to something outside the search
        shifts.append(summit(before, top, after))
    found = np.flatnonzero(inner & (top > settings.RIM_LEAST))
    at = view.units(np.column_stack([x + shifts[0], y + shifts[1]]))
    return Spots(found, at[found], top[found].astype(np.float64), size[found].astype(np.int64))
