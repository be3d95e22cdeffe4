"""Does a board make sense where it is said to lie? Where round things or lines leave doubt, the network that reads it
is asked.

It has seen thousands of boards lying exactly. A row off, holes beyond the board look covered or like nothing it knows,
and between the holes even more so: it is then less decided than where the board truly lies.
"""

import numpy as np

from rules.geometry import Board
from vision.calibration import Calibration
from vision.locate import settings, square_settings
from vision.locate.symmetry import Image
from vision.readers.coins import tell_coins
from vision.readers.patches import in_picture
from vision.readers.unknown import looks


def doubt(picture: Image, board: Board, calibration: Calibration) -> float:
    """How undecided the places in the picture are between empty and piece, 0 to 1: the mean; covered ones fully."""
    shown = in_picture(calibration, board)
    kinds = looks(picture, calibration, board, settings.SENSE_VIEWS)[0].kinds[shown].astype(np.float64)
    chances = np.exp(kinds - kinds.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    return float((1 - np.abs(chances[:, 0] - chances[:, 1])).mean()) if shown.any() else 1.0


def clearer(one: float, other: float) -> bool:
    """Whether a placement of doubt ``one`` makes far more sense than one of doubt ``other``."""
    return one < settings.SENSE_PART * other or one < other - settings.SENSE_LEAD


def coins_lie_square(picture: Image, board: Board, calibration: Calibration) -> bool:
    """Whether some coins are seen, each on its square: beside them the network sees halves, and does not know."""
    told = tell_coins(picture, calibration, board)[in_picture(calibration, board)]
    coins = int((told[:, 1:-1].sum(1) > 0.5).sum())
    return coins >= square_settings.FEWEST_COINS and float(1 - told.max(1).mean()) <= square_settings.ASKEW
