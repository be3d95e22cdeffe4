"""The heads of pieces: how high they stand, how much of a window they cover, and how a picture's light falls on them.

Arrays as in `vision.readers.hole.windows`.
"""

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.pictures import Picture
from vision.readers.hole import settings
from vision.readers.hole.windows import Singles, Window, Windows, round_window


def windows_over(
    picture: Picture, calibration: Calibration, board: Board, occupied: NDArray[np.bool_]
) -> tuple[Windows, Singles]:
    """The windows where each place's piece is seen, m samples to each, and how much of them a piece covers, m.

    ``occupied`` n: where pieces lie; how high their heads are is what sets them off best.
    """
    window = round_window()
    places = units(board)
    best_score, height, pieces = -np.inf, 0.0, np.empty((0, 3, len(window.radius)), np.float32)
    for tried in settings.HEIGHTS if occupied.any() else ():
        patches, within = Windows(window, places[occupied], tried).sample(picture, calibration)
        inside = within.all(1)
        strange = (tried - settings.USUAL_HEIGHT) / settings.USUAL_HEIGHT
        if inside.any():
            score = _head_contrast(patches[inside], window) - settings.HEIGHT_PRIOR * strange**2
            if score > best_score:
                best_score, height, pieces = score, tried, patches[inside]
    return Windows(window, places, height), _piece_cover(pieces, window)


def _piece_cover(heads: Singles, window: Window) -> Singles:
    """How much of each sample of the window a piece covers, 0..1, m. ``heads``: windows over pieces, n × 3 × m.

    Told by how far colour goes from the middle's to that around, piece by piece; pieces of the board's own colour
    tell nothing, and where all are such a disc of usual size is assumed.
    """
    middle = np.median(heads[:, :, window.radius < settings.MIDDLE], axis=2)
    around = np.median(heads[:, :, window.radius > settings.HEAD_GROUND], axis=2)
    way = middle - around
    power = (way**2).sum(1)
    share = ((heads - around[:, :, None]) * way[:, :, None]).sum(1) / (power[:, None] + 1e-4)
    weight = power / (power + settings.CONTRAST)
    usual = np.clip((settings.USUAL_RADIUS - window.radius) / settings.EDGE + 0.5, 0, 1)
    total = (np.clip(share, 0, 1) * weight[:, None]).sum(0) + settings.USUAL_COVER * usual
    profile = total / (weight.sum() + settings.USUAL_COVER)
    cover = np.clip((profile - settings.COVER_FROM) / settings.COVER_SPAN, 0, 1)
    return np.where(window.radius < settings.MIDDLE, 1, cover).astype(np.float32)


def _head_contrast(heads: Singles, window: Window) -> float:
    """How well the windows are centred on pieces: colour like the middle's inside, unlike it around. n × 3 × m."""
    middle = np.median(heads[:, :, window.radius < settings.MIDDLE], axis=2)
    away = np.abs(heads - middle[:, :, None]).sum(1)
    inside = away[:, window.radius < settings.HEAD_WITHIN].mean(1)
    around = away[:, window.radius > settings.HEAD_BEYOND].mean(1)
    return float(((around - inside) / (around + inside + settings.HEAD_PLAIN)).mean())


def shades(seen: Singles, known: Singles, now: NDArray[np.int64], tokens: int) -> Singles:
    """By what the colours of each token's looks must be multiplied to be as in this picture, T × 3; holes by 1.

    Where a lamp goes out, what stands up loses another light than what lies flat, and what was cut off white hardly
    changes at all. All pieces of a set fare alike, so what nearly all of them share is light and not other pieces.
    ``seen`` and ``known``: n × 3, the colours of the places' middles, the board's light taken out, and as learnt (0
    where that is not known); ``now``: n, which token lies there.
    """
    shade = np.ones((tokens, 3), np.float32)
    usable = (np.minimum(seen, known) > settings.SHADE_DARKEST).all(1)
    for number in range(1, tokens):
        rows = np.flatnonzero(usable & (now == number))
        if len(rows) < settings.SHADE_FEWEST:
            continue
        low, high = np.quantile(
            np.log(seen[rows] / known[rows]), (1 - settings.SHADE_SHARE, settings.SHADE_SHARE), axis=0
        )
        shade[number] = np.exp(np.maximum(low, 0) + np.minimum(high, 0))
    return shade
