"""Runs the small network that tells coins and their suits on a board of squares, by OpenCV.

`vision.training.train_coins` makes its file on pictures of its own.
"""

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.pictures import Picture
from vision.readers.inference import infer, softmax, standardised
from vision.readers.patches import raised, sample, viewpoint

SUITS = ("suns", "moons", "crowns", "arms")
"""The kinds after empty and before covered, in the network's order."""
ACROSS = 24
"""Pixels across a square; the network halves its picture three times, so a square is three cells wide."""
CELL = 8
MARGIN = 1
"""Squares around the board that are looked at too."""
RAISED = 0.12
"""How high over the board, in squares, the picture is taken: a coin's face is about there."""

WAYS = ((), (2,), (3,), (2, 3))
"""Axes that are flipped, for each of the ways in which the network sees the picture."""


def tell_coins(picture: Picture, calibration: Calibration, board: Board) -> NDArray[np.float64]:
    """How likely each square is empty, holds each of `SUITS`, or is covered: n × 6, rows sum to 1."""
    places = units(board)
    low, high = places.min(0), places.max(0)
    columns, rows = (np.rint(high - low).astype(int) + 1 + 2 * MARGIN) * ACROSS
    x = low[0] - 0.5 - MARGIN + (np.arange(columns) + 0.5) / ACROSS
    y = high[1] + 0.5 + MARGIN - (np.arange(rows) + 0.5) / ACROSS
    points = np.stack(np.meshgrid(x, y), -1)
    shape = points.shape
    points = raised(points.reshape(-1, 2), viewpoint(calibration), RAISED).reshape(shape)
    seen = standardised(sample(picture, calibration, points, 1 / ACROSS))
    # A coin is the same either way up: what the network says must not hang on how the board lies.
    answers = infer("coins.onnx", np.concatenate([np.flip(seen, axes) for axes in WAYS])).astype(np.float64)
    said = np.mean([np.flip(one, tuple(axis - 1 for axis in axes)) for one, axes in zip(answers, WAYS, strict=True)], 0)
    at = np.rint(np.column_stack([places[:, 0] - low[0], high[1] - places[:, 1]])).astype(int)
    at = (at + MARGIN) * (ACROSS // CELL) + ACROSS // CELL // 2
    return softmax(said[:, at[:, 1], at[:, 0]].T)
