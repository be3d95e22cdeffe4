"""What holes look like empty where pieces lie: taken from a picture of the board without pieces.

That picture may be an old one. Camera, light and the names of the points may have changed since, so it is laid over
today's picture by what shows the bare board in both: empty holes, and the board around pieces. Where they do not agree
it is another board, or pieces lay on it, and it is left out.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points
from vision.pictures import Picture
from vision.readers.hole import register, settings
from vision.readers.hole.windows import Singles, Windows, noise


@dataclass(frozen=True, eq=False)
class EmptyBoard:
    """A picture of the board without pieces, height × width × 3, blue green red, and where the board lay in it."""

    picture: Picture
    calibration: Calibration


@dataclass(frozen=True, eq=False)
class Shown:
    """Empty looks in today's light, n × 3 × m; at which places they can be believed, n; their variance, a channel."""

    looks: Singles
    believed: NDArray[np.bool_]
    variance: float


def show(
    empty: EmptyBoard,
    board: Board,
    calibration: Calibration,
    windows: Windows,
    *,
    patches: Singles,
    bare: NDArray[np.bool_],
) -> Shown | None:
    """The holes of ``empty`` as they would look today, in a picture where the board lies at ``calibration``.

    ``patches`` n × 3 × m is what ``windows`` show there, ``bare`` n × m which of these samples show no piece. None
    where the two pictures do not seem to be of the same board, or pieces lay there.
    """
    there, picture = empty.calibration, empty.picture
    if there.board != board.name or there.size != picture.shape[1::-1] or bare.all(1).sum() < settings.SHOWN_PLACES:
        return None
    # The same spots of the board's surface, from wherever the camera looked at it.
    flat = Windows(windows.window, windows.middles(calibration), 0.0)
    slopes = windows.window.slopes_of(patches)
    precision = np.asarray(bare / noise(slopes), np.float32)
    turned = _turned(empty, board, calibration, flat, patches=patches, precision=precision)
    seen, within, gain, _ = register.settled(flat, picture, turned, (patches, slopes, precision))
    looks = seen / gain[:, :, None]
    missed = ((looks - patches) ** 2).mean(1)
    whole = (bare & within).all(1)
    misfit = missed.mean(1)
    usual = float(np.median(misfit[whole])) if whole.sum() >= settings.SHOWN_PLACES else np.inf
    if usual > settings.SHOWN_MISFIT**2:
        return None
    variance = max(usual, settings.SHOWN_SPREAD**2)
    pieces = ~bare.all(1) & bare.any(1) & within.all(1)
    if pieces.any() and np.median(misfit[pieces]) < settings.SHOWN_CHANGE * variance:
        return None
    # Pieces hide and shade the board around them, but not all of it.
    best = np.sort(np.where(bare, missed, np.inf), axis=1)
    around = np.take_along_axis(best, (settings.SHOWN_AROUND * bare.sum(1, keepdims=True)).astype(int), axis=1)[:, 0]
    return Shown(looks, within.all(1) & (around < settings.SHOWN_STRANGE**2), variance)


def _turned(
    empty: EmptyBoard,
    board: Board,
    calibration: Calibration,
    flat: Windows,
    *,
    patches: Singles,
    precision: Singles,
) -> Calibration:
    """Where the board lay, its points named as they are today: as seen from the same side, unless another fits better.

    People who set up a camera seldom turn the board; where they do, its paint tells, or all sides look the same.
    """
    turns = [empty.calibration.turned(board, turn) for turn in range(board.turns)]
    aims = _in_parts(calibration, board)
    nearest = int(np.argmin([np.abs(_in_parts(turn, board) - aims).mean() for turn in turns]))
    misfits = []
    for turn in turns:
        seen, within = flat.sample(empty.picture, turn)
        gain = register.light(seen, patches, precision * within, flat.places)
        away = ((seen / gain[:, :, None] - patches) ** 2).mean(1)
        told = (precision > 0) & within
        misfits.append(np.minimum(away[told], settings.SHOWN_STRANGE**2).mean() if told.any() else np.inf)
    best = int(np.argmin(misfits))
    return turns[best if misfits[best] < settings.SHOWN_TURNED * misfits[nearest] else nearest]


def _in_parts(calibration: Calibration, board: Board) -> Points:
    """The places in parts of the picture's size, n × 2."""
    return np.asarray(calibration.places(board) / calibration.size, np.float64)
