"""The round window over every place of a board, sampled straight from a picture.

Arrays are float32, colours blue, green, red in 0..1, channels before samples: … × 3 × m, m samples to a window.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, Points
from vision.pictures import Picture, halved
from vision.readers.hole import settings
from vision.readers.patches import raised, viewpoint

Singles = NDArray[np.float32]
AnyFloats = Singles | NDArray[np.float64]
"""Where sums were taken in double precision they stay so."""

SPACING = 2 * settings.WINDOW_REACH / settings.WINDOW_SIZE
"""Distance of neighbouring samples of a window, in pitches."""


@dataclass(frozen=True, eq=False)
class Window:
    """The samples around a place, from the middle outwards.

    ``offsets`` m × 2 in pitches, ``radius`` m; ``slopes`` 2 × m × m differentiate a look. ``gaps``: the samples between
    a place and two neighbours, m: pieces hardly reach there, so the board's own colour shows.
    """

    offsets: NDArray[np.float64]
    radius: NDArray[np.float64]
    slopes: Singles
    gaps: NDArray[np.bool_]

    def paint(self, patches: Singles) -> Singles:
        """Colour of the board around each place, n × 3, shadows left out. ``patches`` n × 3 × m."""
        return np.asarray(np.quantile(patches[..., self.gaps], settings.PAINT_QUANTILE, axis=-1), np.float32)

    def slopes_of(self, looks: Singles) -> Singles:
        """How looks (n × 3 × m) change a pitch, 2 × n × 3 × m."""
        return np.asarray(np.einsum("ncm,amk->anck", looks, self.slopes, optimize=True), np.float32)


def noise(slopes: Singles) -> Singles:
    """Variance of samples, … × m, in a picture taken by hand, whose jitter tells where looks have ``slopes``.

    These as in `Window.slopes_of`, 2 × … × 3 × m.
    """
    return np.asarray(settings.NOISE**2 + settings.JITTER**2 * (slopes**2).sum(0).mean(-2), np.float32)


def round_window() -> Window:
    """The window that the settings describe."""
    size = settings.WINDOW_SIZE
    axis = (np.arange(size) - (size - 1) / 2) * SPACING
    grid = np.stack(np.meshgrid(axis, axis, indexing="ij"), -1).reshape(-1, 2)
    radius = np.hypot(*grid.T)
    order = np.argsort(radius, kind="stable")
    offsets = grid[order[radius[order] <= settings.WINDOW_REACH]]
    number = {tuple(np.round(point / SPACING).astype(int)): k for k, point in enumerate(offsets)}
    slopes = np.zeros((2, len(offsets), len(offsets)), np.float32)
    for (x, y), k in number.items():
        for slope, (dx, dy) in zip(slopes, ((1, 0), (0, 1)), strict=True):
            # A sample at the window's edge is its own neighbour on the outer side.
            ahead, behind = number.get((x + dx, y + dy), k), number.get((x - dx, y - dy), k)
            apart = ((ahead != k) + (behind != k)) * SPACING
            slope[ahead, k] += 1 / apart
            slope[behind, k] -= 1 / apart
    turns = np.pi / 6 + np.arange(6) * np.pi / 3
    corners = np.column_stack([np.cos(turns), np.sin(turns)]) / np.sqrt(3)
    apart = np.sqrt(((offsets[:, None] - corners) ** 2).sum(2)).min(1)
    return Window(offsets, np.hypot(*offsets.T), slopes, apart < settings.GAP)


@dataclass(frozen=True, eq=False)
class Windows:
    """One `Window` over each of ``places``, n × 2 in board units, where pieces' heads at this ``height`` are seen."""

    window: Window
    places: Points
    height: float

    def middles(self, calibration: Calibration) -> Points:
        """Where on the board's surface (n × 2) heads of this height over the places are seen: the windows' middles."""
        return raised(self.places, viewpoint(calibration), self.height) if self.height else self.places

    def sample(self, picture: Picture, calibration: Calibration) -> tuple[Singles, NDArray[np.bool_]]:
        """What the windows show, n × 3 × m, and which of their samples lie in the picture, n × m."""
        table = _table(self, calibration, picture.shape[1], picture.shape[0])
        part = halved(picture[table.part], table.halvings)
        colours = cv2.remap(part, table.columns, table.rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.ascontiguousarray(colours.transpose(0, 2, 1), np.float32) / np.float32(255), table.within


@dataclass(frozen=True, eq=False)
class _Table:
    """Where the samples lie: in which ``part`` of the picture, made smaller by ``halvings``, in what column and row."""

    part: tuple[slice, slice]
    halvings: int
    columns: Singles
    rows: Singles
    within: NDArray[np.bool_]


@lru_cache(maxsize=8)
def _table(windows: Windows, calibration: Calibration, width: int, height: int) -> _Table:
    """The table for pictures of one size; kept, because a camera that stands still needs the same one every time."""
    middles = windows.middles(calibration)
    grid = middles[:, None] + windows.window.offsets
    at = calibration.project(grid.reshape(-1, 2)).reshape(grid.shape)
    within = (at > -0.5) & (at < (width - 0.5, height - 0.5))
    middle, beside = calibration.project(np.array([(0.0, 0.0), (SPACING, 0.0)]) + middles.mean(0))
    step = float(np.linalg.norm(beside - middle))
    low = np.clip(np.floor(at.min((0, 1))).astype(int) - 4, 0, (width - 1, height - 1))
    high = np.clip(np.ceil(at.max((0, 1))).astype(int) + 5, low + 1, (width, height))
    halvings = int(np.clip(np.ceil(np.log2(max(step / settings.SAMPLE_STEP, 1))), 0, np.log2((high - low).min())))
    inner = (at - low + 0.5) / 2**halvings - 0.5
    part = (slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0])))
    columns, rows = inner[..., 0].astype(np.float32), inner[..., 1].astype(np.float32)
    return _Table(part, halvings, columns, rows, np.asarray(within.all(2)))
