"""Runs two small networks by OpenCV: one sees stones, the lines of a mandarin board, and what covers them; the other
what came to a board and what went since an earlier picture.

`vision.training.train_pits` and `vision.training.train_sown` make their files on pictures of their own.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.pictures import Picture
from vision.readers.inference import infer, logistic, standardised
from vision.readers.patches import sample
from vision.readers.pit import settings

Floats = NDArray[np.float64]

ACROSS = 40
"""Pixels across a field; the network halves its picture twice, so a field is ten cells wide."""
CELL = 4
HALF = (4.0, 1.4)
"""So far from the board's middle it looks, in fields."""
TO_PIXELS = np.array([[ACROSS, 0, HALF[0] * ACROSS - 0.5], [0, -ACROSS, HALF[1] * ACROSS - 0.5], [0, 0, 1]])
"""The way (3 × 3) from the board to the pixels of a level picture."""
KINDS = 6
"""Layers that the network gives, as `Told` names them."""


@dataclass(frozen=True, eq=False)
class Told:
    """What the network says of each cell (h × w): how many stones lie there and how uncertain that is (a variance),
    how many large ones, whether a line runs there, whether it is on the board, whether something covers it (0 to 1).
    """

    stones: Floats
    spread: Floats
    large: Floats
    line: Floats
    board: Floats
    cover: Floats


def tell(picture: Picture) -> Told:
    """What lies in a picture (BGR, sides that `CELL` divides) in which a field is about `ACROSS` pixels wide."""
    said = infer("heaps.onnx", standardised(picture))[0].astype(np.float64)
    amounts = np.logaddexp(0, said[:3])
    return Told(*amounts, *logistic(said[3:]))


def level(picture: Picture, calibration: Calibration) -> Picture:
    """A board seen square from above, `ACROSS` pixels a field, `HALF` its sides."""
    return sample(picture, calibration, points(), 1 / ACROSS)


@dataclass(frozen=True, eq=False)
class Since:
    """What the network says of each cell (h × w) that was looked at before: stones that came and that went, how
    uncertain either is (a variance), large ones that went, and whether something covers it now (0 to 1).
    """

    came: Floats
    went: Floats
    came_spread: Floats
    went_spread: Floats
    large: Floats
    cover: Floats


def side_by_side(then: Picture, now: Picture, lay: Floats) -> NDArray[np.float32]:
    """Two level pictures of a board as the network compares them, 1 × 8 × h × w, in the same light: now, with a layer
    of nothing, and then, with how many stones ``lay`` where each pixel is (h × w, −1 unknown).
    """
    before, after = then.astype(np.float32), now.astype(np.float32)
    after = after / np.median(((after + 4) / (before + 4)).reshape(-1, 3), axis=0)
    pictures = ((part - before.mean()) / (before.std() + np.float32(4)) for part in (after, before))
    layers = np.zeros_like(lay), np.log1p(np.maximum(lay, 0)) - (lay < 0)
    both = [np.dstack([picture, layer]) for picture, layer in zip(pictures, layers, strict=True)]
    return np.ascontiguousarray(np.dstack(both).transpose(2, 0, 1)[None], np.float32)


def since(then: Picture, now: Picture, lay: Floats) -> Since:
    """What came and what went between two level pictures; ``lay``: as `side_by_side` has it."""
    said = infer("heaps_since.onnx", side_by_side(then, now, lay))[0].astype(np.float64)
    return Since(*[*np.logaddexp(0, said[:5]), logistic(said[5])])


def followed(then: Picture, picture: Picture, calibration: Calibration, on_board: NDArray[np.bool_]) -> Calibration:
    """``calibration`` after a small push or turn of board or camera: what is seen level lies as it lay ``then``.

    ``on_board``: the pixels of a level picture that count. Where too much has changed or is hidden it stays as it is.
    """
    was, now = (cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY) for flat in (then, level(picture, calibration)))
    way: NDArray[Any] = np.eye(2, 3, dtype=np.float32)
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, settings.FOLLOW_STEPS, 1e-4)
    try:
        for kind, smooth in ((cv2.MOTION_EUCLIDEAN, settings.ROUGHLY), (cv2.MOTION_AFFINE, settings.FINELY)):
            alike, way = cv2.findTransformECC(was, now, way, kind, ends, on_board.astype(np.uint8), smooth)
    except cv2.error:  # the two have nothing in common
        return calibration
    if alike < settings.ALIKE:
        return calibration
    moved = np.linalg.inv(TO_PIXELS) @ np.vstack([way, (0, 0, 1)]) @ TO_PIXELS
    return replace(calibration, homography=calibration.homography @ moved)


@cache
def points() -> Floats:
    """The board's point under each pixel of a level picture: h × w × 2."""
    x = (np.arange(round(2 * HALF[0] * ACROSS)) + 0.5) / ACROSS - HALF[0]
    y = HALF[1] - (np.arange(round(2 * HALF[1] * ACROSS)) + 0.5) / ACROSS
    return np.stack(np.meshgrid(x, y), -1)


def cells() -> Floats:
    """The board's point in the middle of each cell of a level picture: h × w × 2."""
    half = CELL // 2
    whole = points()
    return (whole[half - 1 :: CELL, half - 1 :: CELL] + whole[half::CELL, half::CELL]) / 2


def look_level(picture: Picture, calibration: Calibration) -> Told:
    """What the network says of a board seen square from above, as far as ``calibration`` says how it lies."""
    return tell(level(picture, calibration))
