"""Boards of marbles whose start a reader has learnt, and the pictures of what is then done there."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.painter import Painter
from hardware.simulated.scenes import PRINTED, WOOD
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.sight import EMPTY, Token, View
from rules.star.places import CORNERS, star_board
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.readers.hole.reading import HoleReader

BOARD = star_board()
SIZE = (800, 600)
SCENES = {"wood": WOOD, "printed": PRINTED}
UNITS = np.array([(place.x, place.y) for place in BOARD.places])


def camp(corner: str) -> list[PlaceId]:
    """The ten holes of a point."""
    tip = UNITS[BOARD.index[BOARD.corners[corner]]]
    return [BOARD.places[at].id for at in np.argsort(-UNITS @ tip, kind="stable")[:10]]


def start(corners: Iterable[str] = CORNERS) -> View:
    view = {place.id: EMPTY for place in BOARD.places}
    for corner in corners:
        view |= dict.fromkeys(camp(corner), Token(corner))
    return view


START = start()


def moved(view: View, *steps: tuple[str, str]) -> View:
    after = dict(view)
    for source, target in steps:
        after[PlaceId(target)], after[PlaceId(source)] = after[PlaceId(source)], EMPTY
    return after


@cache
def painter(scene: str) -> Painter:
    return Painter(SCENES[scene], BOARD, [Token(corner) for corner in CORNERS], SIZE)


def table(view: View) -> Table:
    return Table(BOARD, view, [Token(corner) for corner in CORNERS])


def picture(scene: str, table: Table, number: int = 0) -> NDArray[np.uint8]:
    return painter(scene).picture(table.moment(), number)


@cache
def calibration(scene: str) -> Calibration:
    truth = painter(scene).truth(table(START).moment())
    return Calibration(BOARD.name, truth.homography, truth.size, truth.k1)


@cache
def learnt(scene: str) -> HoleReader:
    return HoleReader.learn(picture(scene, table(START)), calibration(scene), BOARD, START)


def learnt_from(painted: Painter, lying: Table) -> tuple[Calibration, HoleReader]:
    """Where the board of a scene lies in its pictures, and a reader that has seen this table."""
    truth = painted.truth(lying.moment())
    found = Calibration(BOARD.name, truth.homography, truth.size, truth.k1)
    return found, HoleReader.learn(painted.picture(lying.moment()), found, BOARD, lying.view)


def faults(evidence: Evidence, view: View) -> dict[PlaceId, Token | None]:
    return {place: seen.token for place, seen in evidence.places.items() if seen.token != view[place]}


def disc(on: NDArray[Any], there: Calibration, place: str, radius: float, colour: Sequence[float]) -> None:
    """Draw a disc so many pitches in radius over a place."""
    x, y = there.places(BOARD)[BOARD.index[PlaceId(place)]]
    cv2.circle(on, (round(16 * x), round(16 * y)), round(16 * radius * there.pitch), colour, -1, cv2.LINE_AA, 4)
