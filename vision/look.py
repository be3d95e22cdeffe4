"""The one door to reading: a picture, a board and where it lies in the picture → what lies on every place."""

from collections.abc import Mapping

from rules.geometry import Board, PlaceId
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.pictures import Picture
from vision.readers.hole import HoleReader
from vision.readers.unknown import read_unknown


def look(
    picture: Picture,
    board: Board,
    calibration: Calibration,
    reader: HoleReader | None = None,
    lit: Mapping[PlaceId, tuple[int, int, int]] | None = None,
) -> Evidence:
    """What lies where. ``reader``: what was learnt of this table; without one the picture is read by itself.

    ``lit``: lamps that shine in the picture (red, green, blue, 0 to 255).
    """
    if reader is None:
        return read_unknown(picture, calibration, board)
    return reader.read(picture, calibration, lit)
