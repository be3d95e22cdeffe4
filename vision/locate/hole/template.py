"""All holes of a board look alike: their common picture tells where its middle lies, and then where each hole lies.

Light falls into hollows from one side, so that one half is dark, the other bright or of the ground's own colour, and
every rim that is followed alone errs the same way. In the common picture, the median over all holes, grain, shadows and
reflections are gone. Its rim runs round the true middle, and what differs from the ground, darker or brighter, may lie
evenly about it.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points, units
from vision.locate.fit import fit, shifted
from vision.locate.hole import template_settings as settings
from vision.locate.hole.parallax import Surface
from vision.locate.hole.proof import BASIS, prove, rank, ring
from vision.locate.hole.settings import ALIGNED_LOSS, MOVED_FAR
from vision.locate.hole.symmetry import lab, outlines, summit
from vision.locate.hole.view import Spots, straighten
from vision.pictures import Picture

Floats = NDArray[np.float64]

COUNT = 2 * round(settings.REACH * settings.CELL) + 1
"""Samples along each side of a template."""

OFFSETS = (np.arange(COUNT) - COUNT // 2) / settings.CELL
"""Where they lie, in pitches from the place."""


def align(picture: Picture, board: Board, calibration: Calibration, found: Spots, down: Surface) -> Calibration | None:
    """The calibration fitted anew: holes by their common picture, pieces as ``down`` has them, the middle put right.

    Places where nothing was found may be holes as well, too faint for their rims. None where too few holes lie open
    or most are unlike their common picture, for then it is none.
    """
    exact = units(board)
    at = calibration.project(exact)
    blank = _in_sight(calibration, at)
    blank[found.index] = False
    hole = np.concatenate([found.index[down.piece < 0.5], np.flatnonzero(blank)])
    outlined = ~blank[hole]
    if outlined.sum() < settings.LEAST:
        return None
    patches = _patches(picture, board, calibration, exact[hole])
    template = np.median(patches[outlined], 0)
    middle = _middle(template)
    slip, alike = _slips(patches, template, middle)
    sure = (alike > settings.ALIKE) & (np.hypot(*slip.T) < settings.SLIP)
    if sure[outlined].mean() < settings.SHARE:
        return None
    outlined &= sure
    off, weight = np.zeros_like(exact), np.zeros(len(exact))
    off[found.index], weight[found.index] = down.at - exact[found.index], down.weight
    # What the rims of all holes err by, those of the pieces were brought down to as well.
    off -= np.median(off[hole[outlined]] - slip[outlined], 0)
    off[hole[sure]] = slip[sure]
    weight[hole] = np.where(sure, alike, settings.UNLIKE * weight[hole])
    centred = shifted(calibration, *middle.tolist())
    used = weight > 0
    return fit(centred, exact[used], centred.project(exact[used] + off[used]), weight[used])


def leads_astray(picture: Picture, board: Board, calibration: Calibration, aligned: Calibration) -> bool:
    """Whether the common picture, by which ``calibration`` was ``aligned``, leads far away, where far less is round."""
    if calibration.apart(aligned, board) < MOVED_FAR:
        return False
    before, after = (prove(straighten(picture, board, one), board).strength for one in (calibration, aligned))
    return after < before - ALIGNED_LOSS


def holes_end(picture: Picture, board: Board, placements: Sequence[tuple[Calibration, NDArray[np.bool_]]]) -> bool:
    """Whether holes too faint to be seen one by one prove the first placement: what its empty places have in common
    shows on them and not just outside, and is told apart less well in each of the other placements, a row off it.

    Each comes with which of the board's places (n) look empty there.
    """
    own, *others = (_ends(picture, board, one, empty) for one, empty in placements)
    return own >= settings.ENDS and own >= max(others) + settings.ENDS_LEAD


def _ends(picture: Picture, board: Board, calibration: Calibration, empty: NDArray[np.bool_]) -> float:
    """How much oftener an empty place is like the common picture of all than a point just outside: -1 to 1."""
    if empty.sum() < settings.LEAST:
        return -1.0
    at = np.vstack([units(board)[empty], ring(board) @ BASIS.T])
    patches = _patches(picture, board, calibration, at)
    patches *= (np.hypot(*np.meshgrid(OFFSETS, OFFSETS)) < settings.WINDOW)[..., None]
    template = np.median(patches[: empty.sum()], 0)
    alike = np.tensordot(patches, template, 3) / np.maximum(np.linalg.norm(patches.reshape(len(at), -1), axis=1), 1e-9)
    alike[~_in_sight(calibration, calibration.project(at))] = np.nan
    return rank(alike[: empty.sum()], alike[empty.sum() :])


def _in_sight(calibration: Calibration, pixels: Points) -> NDArray[np.bool_]:
    """Which ``pixels`` (n × 2) lie within the picture."""
    return np.asarray(((pixels > 0) & (pixels < np.array(calibration.size) - 1)).all(1))


def _patches(picture: Picture, board: Board, calibration: Calibration, places: Points) -> Floats:
    """The view around each place less its ground: n × rows × columns × 3, Lab units, north up."""
    view = straighten(picture, board, calibration, settings.CELL)
    planes = lab(view.picture)
    at = view.pixels(places)
    corner = np.floor(at).astype(int)
    steps = np.arange(COUNT + 1) - COUNT // 2
    near = planes[(corner[:, 1, None] + steps)[:, :, None], (corner[:, 0, None] + steps)[:, None]].astype(np.float64)
    x, y = (at - corner).T[:, :, None, None, None]
    near = near[:, :-1] * (1 - y) + near[:, 1:] * y
    near = near[:, :, :-1] * (1 - x) + near[:, :, 1:] * x
    ground: Floats = near - np.median(near[:, _ring()], 1)[:, None, None]
    return ground


@cache
def _ring() -> NDArray[np.bool_]:
    """The samples that show the ground around a hole."""
    away = np.hypot(*np.meshgrid(OFFSETS, OFFSETS))
    low, high = settings.GROUND
    return np.asarray((away > low) & (away < high))


def _middle(template: Floats) -> Floats:
    """Where the middle of the holes lies: (east, north) of the place in pitches.

    A lamp mirrored in a hollow, or its shade, may differ from the ground far more than all the rest, and then that has
    a middle of its own. So where a large circle is more of an outline than any about the point about which all lies
    evenly, its middle is it; large circles are more evidence than small ones, which may be lamps themselves.
    """
    even = _evenly(template)
    radii = np.array(settings.RIMS)
    planes = [plane.astype(np.float32) for plane in np.moveaxis(template, -1, 0)]
    maps = outlines(planes, tuple(radii * settings.CELL), settings.STEEP, settings.HALO)
    maps *= np.sqrt(radii)[:, None, None].astype(np.float32)

    def best(at: Floats, reach: float, least: float = 0.0) -> tuple[float, float, Floats]:
        near = np.hypot(*np.meshgrid(OFFSETS - at[0], OFFSETS + at[1])) < reach
        asked = near & (radii >= least)[:, None, None]
        which, row, column = np.unravel_index(np.where(asked, maps, -1).argmax(), maps.shape)
        around = maps[which, row - 1 : row + 2, column - 1 : column + 2].astype(np.float64)
        east, south = column - COUNT // 2 + float(summit(*around[1])), row - COUNT // 2 + float(summit(*around[:, 1]))
        share = float(around[1, 1] / np.sqrt(radii[which]))
        return float(around[1, 1]), share, np.array([east, -south]) / settings.CELL

    about, _, _ = best(even, settings.AGREE)
    outlined, share, rim = best(np.zeros(2), settings.RIM_OFF, settings.LARGE)
    return rim if share > settings.RIM and outlined > about else even


def _evenly(template: Floats) -> Floats:
    """The point about which what differs from the ground lies evenly: (east, north) of the place in pitches.

    There the template turned by half a turn is most like itself; between samples a parabola tells.
    """
    squared = np.square(template).sum(2)
    largest = float(np.percentile(squared, settings.STRONGEST))
    shown = squared / (squared + max(settings.FAINT**2, settings.PART**2 * largest))
    reach = round(settings.OFF * settings.CELL)
    steps = [(y, x) for y in range(-reach, reach + 1) for x in range(-reach, reach + 1) if np.hypot(y, x) <= reach]
    row, column = max(steps, key=lambda step: _turned_likeness(shown, *step))
    if np.hypot(row, column) > reach - 1:
        return np.zeros(2)  # it grows beyond: no middle of a hole
    near = np.array([[_turned_likeness(shown, row + y, column + x) for x in (-0.5, 0, 0.5)] for y in (-0.5, 0, 0.5)])
    return np.array([column + summit(*near[1]) / 2, -row - summit(*near[:, 1]) / 2]) / settings.CELL


def _turned_likeness(shown: Floats, row: float, column: float) -> float:
    """Correlation of a template with itself turned by half a turn about a point so many samples off its centre."""
    centre, radius = np.array([row, column]) + COUNT // 2, settings.WINDOW * settings.CELL
    low, high = np.ceil(centre - radius).astype(int), np.floor(centre + radius).astype(int) + 1
    part = shown[low[0] : high[0], low[1] : high[1]]
    y, x = np.ogrid[low[0] : high[0], low[1] : high[1]]
    within = np.hypot(y - centre[0], x - centre[1]) <= radius
    values, turned = part[within], part[::-1, ::-1][within]
    mean = values.mean()
    return float(((values - mean) * (turned - mean)).mean() / (values.var() + settings.FLOOR))


def _slips(patches: Floats, template: Floats, middle: Floats) -> tuple[Points, Floats]:
    """How far each patch lies off the template (n × 2, pitches east and north), and which share of it that explains.

    Linear least squares: a patch is the template, fainter or stronger, moved a little, on a ground of its own.
    """
    away = np.hypot(*np.meshgrid(OFFSETS - middle[0], OFFSETS + middle[1]))
    window = np.exp(-np.square(away / settings.WINDOW)) * (away < settings.WINDOW)
    south, east = np.gradient(template, 1 / settings.CELL, axis=(0, 1))
    parts = np.stack([template, east, -south, np.ones_like(template)]).reshape(4, -1)
    weight = np.repeat(window.ravel(), 3)
    seen = patches.reshape(len(patches), -1)
    square = (parts * weight) @ parts.T
    held = np.linalg.solve(square + 1e-6 * np.trace(square) * np.eye(4), (parts * weight) @ seen.T)
    left = weight @ np.square(seen.T - parts.T @ held)
    alike = np.clip(1 - left / np.maximum(weight @ np.square(seen.T), 1e-9), 0, 1)
    strength = held[0]
    low, high = settings.STRENGTH
    alike[(strength < low) | (strength > high)] = 0
    return -held[1:3].T / np.clip(strength, low, high)[:, None], alike
