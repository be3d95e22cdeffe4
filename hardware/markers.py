"""What is black on a printed marker: ArUco's pattern of its number, as polygons to be drawn or printed."""

from collections.abc import Iterator
from itertools import groupby
from typing import TypeAlias

import cv2

from rules.markers import BITS, Marker

Quad: TypeAlias = tuple[tuple[float, float], ...]

QUIET = 0.15
"""White around a marker, as a share of its edge: what finds it needs to see its border end."""


def paper(marker: Marker) -> Quad:
    """The white square that a marker stands on, in board units."""
    return _quad(marker, -QUIET, -QUIET, 1 + QUIET, 1 + QUIET)


def ink(marker: Marker) -> Iterator[Quad]:
    """The black parts of ``marker`` in board units: row by row, a rectangle for each run of black cells."""
    cells = BITS + 2
    pattern = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_100), marker.number, cells
    )
    for row, line in enumerate(pattern):
        end = 0
        for white, run in groupby(line, bool):
            start, end = end, end + len(list(run))
            if not white:
                yield _quad(marker, start / cells, row / cells, end / cells, (row + 1) / cells)


def _quad(marker: Marker, left: float, top: float, right: float, bottom: float) -> Quad:
    return tuple(marker.at(x, y) for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)))
