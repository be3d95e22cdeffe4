"""Runs the small network that sees stones, the lines of a mandarin board, and what covers them, by OpenCV.

`vision.training.train_pits` makes its file on pictures of its own.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.readers.patches import Picture, sample

Floats = NDArray[np.float64]

ACROSS = 40
"""Pixels across a field; the network halves its picture twice, so a field is ten cells wide."""
CELL = 4
HALF = (4.0, 1.4)
"""So far from the board's middle it looks, in fields."""
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


@cache
def _network() -> cv2.dnn.Net:
    # Through memory, so that a folder with any letters in its name will do.
    data = np.frombuffer((files("vision.readers") / "heaps.onnx").read_bytes(), np.uint8)
    return cv2.dnn.readNetFromONNX(data)


def prepared(picture: Picture) -> NDArray[np.float32]:
    """A picture (BGR) as the network wants it: 1 × 3 × h × w, as bright and as varied as any other."""
    values = picture.astype(np.float32)
    values = (values - values.mean()) / (values.std() + np.float32(4))
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])


def tell(picture: Picture) -> Told:
    """What lies in a picture (BGR, sides that `CELL` divides) in which a field is about `ACROSS` pixels wide."""
    network = _network()
    network.setInput(prepared(picture))
    said = np.asarray(network.forward(), np.float64)[0]
    amounts = np.logaddexp(0, said[:3])
    chances = 1 / (1 + np.exp(-np.clip(said[3:], -30, 30)))
    return Told(*amounts, *chances)


def level(picture: Picture, calibration: Calibration) -> Picture:
    """A board seen square from above, `ACROSS` pixels a field, `HALF` its sides."""
    return sample(picture, calibration, points(), 1 / ACROSS)


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
