"""Seeing, measured against one ``cv2.warpPerspective`` of the same 1280 × 960 picture to 1000 × 1000, on one core."""

from collections.abc import Callable

import cv2
import numpy as np

from hardware.simulated.painter import draw
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules.sight import EMPTY, Token
from rules.star.places import CORNERS, star_board
from tests.bench.timing import seconds_each, table
from vision.calibration import Calibration, units
from vision.locate import locate
from vision.readers.hole.reading import HoleReader
from vision.readers.unknown.reading import emptier
from vision.steady import Steady

ALLOWED = {"read a located board": 1.5, "watch one frame": 0.5, "find a board cold": 150.0}
"""How many warps each may take."""


def run() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    board = star_board(4)
    exact = units(board)
    view = {place.id: EMPTY for place in board.places}
    for corner in CORNERS:
        tip = exact[board.index[board.corners[corner]]]
        nearest = np.argsort(-exact @ tip, kind="stable")[:10]
        view |= {board.places[at].id: Token(corner) for at in nearest}
    picture, truth = draw(Table(board, view), WOOD, (1280, 960))
    calibration = Calibration(board.name, truth.homography, truth.size, truth.k1)
    reader = HoleReader.learn(picture, calibration, board, view)
    watched = Steady.watch(calibration, board).feed(picture, 0.0).accept()
    level = np.linalg.inv(calibration.homography @ np.diag([14 / 1000, -14 / 1000, 1]) @ _shifted(-500, -500))
    contenders: dict[str, Callable[[int], object]] = {
        "warpPerspective": lambda _: cv2.warpPerspective(picture, level, (1000, 1000)),
        "read a located board": lambda _: reader.read(picture, calibration),
        "hear the second witness, in doubt": lambda _: emptier(picture, calibration, board),
        "watch one frame": lambda _: watched.feed(picture, 1.0),
        "find a board cold": lambda _: locate(picture, board),
    }
    quick = {name: work for name, work in contenders.items() if name != "find a board cold"}
    taken = seconds_each(quick, range(20)) | seconds_each(
        {"find a board cold": contenders["find a board cold"]}, [0], 3
    )
    warp = taken["warpPerspective"]
    rows = [["", "ms", "times a warp", "at most"]]
    rows += [
        [name, f"{seconds * 1e3:.2f}", f"{seconds / warp:.2f}", f"{ALLOWED[name]:g}" if name in ALLOWED else ""]
        for name, seconds in taken.items()
    ]
    table("Seeing, one core, 1280 × 960", rows)
    print(f"a still table at ten frames a second: {taken['watch one frame'] * 10:.1%} of a core")


def _shifted(x: float, y: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """A translation as 3 × 3."""
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
