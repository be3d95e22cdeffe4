"""Mandarin boards that were moved: found again where they lie, or searched for."""

import numpy as np
import pytest

from hardware.simulated.painter import Painter
from hardware.simulated.pit_scenes import random_pits
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.mandarin.places import BOARD
from rules.sight import Token
from vision.calibration import Calibration
from vision.locate import BoardNotFound, locate, refine

SIZE = (640, 480)


def test_a_board_pushed_by_more_than_a_field_is_not_taken_to_lie_two_fields_aside() -> None:
    heaps = "a2:1 a3:1 a4:1 a5:2 b1:2 b2:2 b3:2 b4:11 b5:2 W:M5 E:4"
    lying = {PlaceId(place): Token(heap) for place, heap in (one.split(":") for one in heaps.split())}
    table = Table(BOARD, lying)
    painter = Painter(random_pits(729154), BOARD, table.tokens, SIZE)
    table.nudge(0.48, 0.02, 8.1)
    moment = table.moment()
    picture, there = painter.picture(moment, 3), painter.truth(moment).pixels
    before = np.array([[-59.43, 14.18, 464.87], [16.98, 58.92, 263.92], [0.00835, 0.00101, 0.9915]])
    with pytest.raises(BoardNotFound, match="no longer where it was"):
        refine(picture, BOARD, Calibration(BOARD.name, before, SIZE))
    assert locate(picture, BOARD, (float(there[2, 0]), float(there[2, 1]))).places(BOARD) == pytest.approx(there, abs=6)
