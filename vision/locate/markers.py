"""Where a board lies by the markers that were printed for it (`hopsight overlay`) and laid around it."""

import cv2
import numpy as np

from rules.geometry import Board
from rules.markers import markers
from vision.calibration import Calibration, Points
from vision.locate import settings
from vision.locate.fit import fit, homography
from vision.pictures import Picture


def by_markers(picture: Picture, board: Board) -> Calibration | None:
    """The calibration that the board's markers in ``picture`` tell; None where too few are seen, or they disagree.

    Every marker is known by its number, so south is what the printed sheet calls south.
    """
    seen = _seen(picture)
    there = [marker for marker in markers(board) if marker.number in seen]
    if len(there) < settings.MARKERS:
        return None
    source = np.array([marker.square for marker in there]).reshape(-1, 2)
    target = np.concatenate([seen[marker.number] for marker in there])
    size = (picture.shape[1], picture.shape[0])
    start = Calibration(board.name, homography(source, target), size, confidence=settings.MARKED)
    fitted = fit(start, source, target, np.ones(len(source)))
    off = np.hypot(*(fitted.project(source) - target).T)
    return fitted if off.max() < settings.MARKERS_OFF * fitted.pitch else None


def corners_marked(picture: Picture, board: Board) -> tuple[str, ...]:
    """The corners of ``board`` whose markers are seen in ``picture``."""
    seen = _seen(picture)
    return tuple(marker.corner for marker in markers(board) if marker.number in seen)


def _seen(picture: Picture) -> dict[int, Points]:
    """The markers in the picture: number → its four corners in pixels, top left first."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100)
    asked = cv2.aruco.DetectorParameters()
    asked.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    squares, numbers, _ = cv2.aruco.ArucoDetector(dictionary, asked).detectMarkers(picture)
    found = [] if len(squares) == 0 else [int(number) for number in np.ravel(numbers)]
    return {
        number: square.reshape(4, 2).astype(np.float64)
        for number, square in zip(found, squares, strict=True)
        if found.count(number) == 1
    }
