"""Where a board lies in a picture: a homography, and a lens that bends a little.

Pixels are ``(x, y)``, the centre of the top left pixel is ``(0, 0)``. Board units as in `rules.geometry` (y north).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board

Points: TypeAlias = NDArray[np.float64]
"""n × 2."""

MOST_OFF, LEAST_GAP = 1.5, 0.5
"""Picture sides from its middle, and pixels from each other, between which the places of a calibrated board lie."""


def units(board: Board) -> Points:
    """The board's places in board units, n × 2, in its order."""
    return np.array([(place.x, place.y) for place in board.places])


def corner_units(board: Board) -> Points:
    """The board's corners in board units, n × 2, in the order of turns from the first."""
    return np.array([(board[place].x, board[place].y) for place in board.corners.values()])


@dataclass(frozen=True, eq=False)
class Calibration:
    """The way from board units to pixels.

    ``homography`` (3 × 3) leads from board units to the pixels of a straight lens; ``k1`` then bends them about the
    picture's centre: ``p = c + (q - c)(1 + k1 r²)`` with ``r`` the distance from the centre in half diagonals.
    ``size`` is the picture's (width, height); ``confidence`` in 0..1 says how sure the finder was.
    """

    board: str
    homography: NDArray[np.float64]
    size: tuple[int, int]
    k1: float = 0.0
    confidence: float = 1.0

    @property
    def certain(self) -> bool:
        """Whether the finder left nothing to doubt."""
        return self.confidence == 1.0

    @cached_property
    def pitch(self) -> float:
        """Pixels between neighbouring places at the board's centre (mean over directions)."""
        around = self.project(np.array([(0.5, 0), (-0.5, 0), (0, 0.5), (0, -0.5)]))
        east, north = around[0] - around[1], around[2] - around[3]
        return float(np.sqrt(abs(east[0] * north[1] - east[1] * north[0])))

    def project(self, points: Points) -> Points:
        """Pixels of points on the board's surface: n × 2 in board units → n × 2 in pixels."""
        x, y = points.T
        # Coordinate by coordinate: along an axis of two or three NumPy takes several times as long.
        east, south, depth = (a * x + b * y + c for a, b, c in self.homography.tolist())
        across, down = ((side - 1) / 2 for side in self.size)
        away = east / depth - across, south / depth - down
        bend = 1 + self.k1 * (away[0] ** 2 + away[1] ** 2) / (across**2 + down**2)
        return np.column_stack([across + away[0] * bend, down + away[1] * bend])

    def places(self, board: Board) -> Points:
        """Pixels of every place of ``board``, n × 2 in the board's order."""
        return self.project(units(board))

    def corners(self, board: Board) -> Points:
        """The pixels of the board's corners, n × 2, in the order of turns from the first."""
        return self.project(corner_units(board))

    def apart(self, other: "Calibration", board: Board) -> float:
        """How far apart the two put the places of ``board``, in pitches on average."""
        return float(np.hypot(*(self.places(board) - other.places(board)).T).mean()) / self.pitch

    def turned(self, board: Board, turns: int) -> "Calibration":
        """The same board with another point called south: turned by ``turns`` of ``board.turns``, clockwise from above.

        After one turn of the star, what was called SW is called S.
        """
        angle = -2 * np.pi * turns / board.turns
        c, s = np.cos(angle), np.sin(angle)
        return replace(self, homography=self.homography @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]))

    def enlarged(self, times: float) -> "Calibration":
        """The same board in the same picture made so many times larger, its size rounded."""
        width, height = (round(side * times) for side in self.size)
        larger = np.array([[times, 0, (times - 1) / 2], [0, times, (times - 1) / 2], [0, 0, 1]])
        return replace(self, homography=larger @ self.homography, size=(width, height))

    def as_json(self) -> dict[str, Any]:
        """Plain data, for the settings of a table."""
        return {
            "board": self.board,
            "homography": self.homography.tolist(),
            "size": list(self.size),
            "k1": self.k1,
            "confidence": self.confidence,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any], board: Board) -> "Calibration":
        """The calibration of ``board`` that `as_json` wrote. Raises KeyError, TypeError or ValueError on other data."""
        try:
            homography = np.asarray(data["homography"], dtype=np.float64)
            width, height = (int(float(number)) for number in data["size"])
            k1, confidence = float(data["k1"]), float(data["confidence"])
            if homography.shape != (3, 3) or not np.isfinite(homography).all():
                raise ValueError("homography is not 3 × 3 finite numbers")
            found = Calibration(str(data["board"]), homography, (width, height), k1, confidence)
            if found.board != board.name or not 0 <= confidence <= 1 or not found.is_view_of(board):
                raise ValueError("no place in a picture")
        except OverflowError as error:
            raise ValueError("a number is too large") from error
        return found

    def is_view_of(self, board: Board) -> bool:
        """Whether a camera can see ``board`` so: all before it, apart, and no farther off than its picture is large."""
        with np.errstate(all="ignore"):
            places, depth = self.places(board), units(board) @ self.homography[2, :2] + self.homography[2, 2]
            off = np.abs(places / self.size - 0.5).max()
            gaps = np.hypot(*(places[:, None] - places).T)[np.triu_indices(len(places), 1)]
        return bool(min(self.size) > 0 and off < MOST_OFF and gaps.min() >= LEAST_GAP and depth.min() * depth.max() > 0)
