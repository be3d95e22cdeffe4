"""Which finder looks for a board: one for boards of holes, one for boards of squares."""

from rules.geometry import Board, Medium
from vision.calibration import Calibration
from vision.locate import holes, squares
from vision.locate.symmetry import Image


def locate(picture: Image, board: Board, south: tuple[float, float] | None = None) -> Calibration:
    """Where ``board`` lies in ``picture`` (H × W × 3, blue green red); ``south``: a pixel near its first corner.

    Raises BoardNotFound, its reason saying what was seen.
    """
    if _of_squares(board):
        return squares.locate(picture, board, south)
    return holes.locate(picture, board, south)


def refine(picture: Image, board: Board, calibration: Calibration) -> Calibration:
    """Fit ``calibration`` again where the board moved only a little, keeping its south.

    Raises BoardNotFound when the board is not there any more.
    """
    if _of_squares(board):
        return squares.refine(picture, board, calibration)
    return holes.refine(picture, board, calibration)


def _of_squares(board: Board) -> bool:
    return all(place.medium is Medium.SQUARE for place in board.places)
