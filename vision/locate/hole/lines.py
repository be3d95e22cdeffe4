"""Lines that join the places: a board of which little more is seen is laid on them.

Three lines cross in every hole, and between them lie triangles, as round as holes to many a measure. Those that point
north make a lattice just like the holes', 1/√3 pitch aside, and so do the others. Where hardly a bare hole shows, and
tall pieces lean over such triangles, all else may speak for them; but they are joined by no lines.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.locate.fit import shifted
from vision.locate.hole import line_settings as settings
from vision.locate.hole.lattice import RING
from vision.locate.hole.proof import BASIS
from vision.locate.settings import FIT_STEPS
from vision.neighbours import beside
from vision.pictures import Picture
from vision.readers.patches import sample

Floats = NDArray[np.float64]

BETWEEN = tuple((float(x), float(y)) for x, y in (RING + np.roll(RING, 1, 0)) @ BASIS.T / 3)
"""The middles of the six triangles about a hole, in board units, by turns of one kind and the other."""
A_ROW_OFF = tuple((float(x), float(y)) for x, y in RING @ BASIS.T)
"""Where the board might seem to lie a row off, in board units."""


def on_lines(picture: Picture, board: Board, calibration: Calibration) -> list[Calibration]:
    """Placements near this one more of whose places are joined by lines.

    Itself fitted to the lines, which lie flat where heads of tall pieces may bend what is fitted to them; and where
    these rather join the triangles of one kind, three more on them, since nothing tells yet which of the crossings are
    places. None where hardly any lines run, or both kinds seem joined alike, as by rims of holes.
    """
    own, *kinds = _joined_about(picture, board, calibration)
    starts: list[tuple[Calibration, tuple[tuple[float, float], ...]]] = [(calibration, ((0.0, 0.0),))]
    if max(kinds) > own and max(kinds) - min(kinds) > settings.JOINED_UNLIKE:
        asides = BETWEEN[int(np.argmax(kinds)) :: 2]
        starts.append((shifted(calibration, *asides[0]), asides))
    laid = []
    for start, asides in starts:
        fitted = start
        for _ in range(settings.ROUNDS):
            fitted = _nearer(picture, board, fitted)
        now, *others = _joined_about(picture, board, fitted)
        more, lead = settings.JOINED_BENT if start is calibration else settings.JOINED_MOVED
        if now > max(settings.JOINED, own + more, max(others) + lead):
            laid += [shifted(fitted, *np.subtract(aside, asides[0])) for aside in asides]
    return laid


def _joined_about(picture: Picture, board: Board, calibration: Calibration) -> list[float]:
    """What share of neighbours is `joined`: of the places, and of the middles of either kind of triangles."""
    beside = [shifted(calibration, *BETWEEN[kind]) for kind in (0, 1)]
    return [joined(picture, board, one) for one in (calibration, *beside)]


def lines_end(picture: Picture, board: Board, calibration: Calibration) -> bool:
    """Whether lines alone prove a placement: they join most of its places, fewer a row off it, for the lines of a star
    end at its edges, and far fewer between.
    """
    own = joined(picture, board, calibration)
    if own < settings.JOINED_MOST:
        return False
    off, between = (
        max(joined(picture, board, shifted(calibration, x, y)) for x, y in asides) for asides in (A_ROW_OFF, BETWEEN)
    )
    return own > off + settings.JOINED_ROW and own > between + settings.JOINED_LEAD


def joined(picture: Picture, board: Board, calibration: Calibration) -> float:
    """The share of neighbours between which a line runs, all lines dark or all light: 0 to 1."""
    across = np.array(settings.ACROSS)
    light = _between(picture, board, calibration, across)
    middle = len(across) // 2
    line, beside = light[..., middle], np.delete(light, middle, 2)
    dark = line < beside.min(2) - settings.SHOWS
    bright = line > beside.max(2) + settings.SHOWS
    return float(max(dark.mean(), bright.mean()))


@lru_cache(maxsize=4)
def _pairs(board: Board) -> tuple[Floats, Floats]:
    """The middle of each two neighbours, n × 2, and the way across from the one to the other, n × 2."""
    places = units(board)
    start, end = np.nonzero(np.triu(beside(board)))
    along = places[end] - places[start]
    return (places[start] + places[end]) / 2, np.stack([-along[:, 1], along[:, 0]], -1)


def _between(picture: Picture, board: Board, calibration: Calibration, across: Floats) -> NDArray[np.float32]:
    """The logarithm of light between each two neighbours: n × along × ``across``, how far aside in pitches."""
    middles, sideways = _pairs(board)
    along = np.stack([sideways[:, 1], -sideways[:, 0]], -1)
    ways = np.array(settings.ALONG) - 0.5
    points = middles[:, None] + ways[:, None] * along[:, None]
    points = points[:, :, None] + across[:, None] * sideways[:, None, None]
    colours = sample(picture, calibration, points, settings.SPACING).astype(np.float32)
    return np.asarray(np.log(colours + np.float32(settings.DARK)).mean(-1), np.float32)


def _nearer(picture: Picture, board: Board, calibration: Calibration) -> Calibration:
    """The placement with its places moved towards where lines join them: a homography, by robust least squares."""
    count, width = settings.REACH, settings.WIDTH
    across = settings.STEP * np.arange(-count - width, count + width + 1, dtype=np.float64)
    light = _between(picture, board, calibration, across)
    ridge = np.median(light[..., width:-width] - (light[..., 2 * width :] + light[..., : -2 * width]) / 2, 1)
    if -ridge.min(1).sum() > ridge.max(1).sum():
        ridge = -ridge
    clear = np.clip(ridge.max(1) / (np.median(ridge.max(1)) + settings.SHOWS), 0, 1).astype(np.float64)
    off = (ridge.argmax(1) - count) * settings.STEP
    middles, sideways = _pairs(board)
    scale = np.abs(middles).max()
    x, y = (middles / scale).T
    one = np.ones_like(x)
    # How a small homography moves each middle sideways: shift, turn and stretch, and the two that tilt.
    straight = np.stack([one, x, y], -1)
    tilt = (x * sideways[:, 0] + y * sideways[:, 1])[:, None] * np.stack([x, y], -1)
    terms = np.hstack([sideways[:, :1] * straight, sideways[:, 1:] * straight, tilt])
    moved = np.zeros(8)
    damping = settings.DAMPING * np.eye(8)
    for _ in range(FIT_STEPS):
        rest = off - terms @ moved
        say = clear / (1 + (rest / settings.SPREAD) ** 2)
        moved = np.linalg.solve((terms.T * say) @ terms + damping, (terms.T * say) @ off)
    a, b, c, d, e, f, g, h = moved / np.array([1, scale, scale, 1, scale, scale, scale**2, scale**2])
    step = np.array([[1 + b, c, a], [e, 1 + f, d], [-g, -h, 1]])
    matrix = calibration.homography @ step
    return replace(calibration, homography=matrix / matrix[2, 2])
