"""A hand lies over half of a piece: what still shows of it tells whose it is."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.scenes import random_scene
from hardware.simulated.table import Table
from rules.star.places import star_board
from tests.vision.photographs import Picture, drawn, opening, photograph, scattered
from vision.calibration import Calibration
from vision.readers.patches import in_picture
from vision.readers.unknown.grid import regions
from vision.readers.unknown.tints import tints

BOARD = star_board()
SKIN = (120, 150, 205)
NOTHING = np.zeros(len(BOARD.places), np.bool_)


def reached_over(
    picture: Picture, calibration: Calibration, half: int, colour: Sequence[float]
) -> tuple[Picture, NDArray[np.bool_]]:
    """The table with a rough arm in ``colour`` from the east to the middle of place ``half``; and what it hides, n."""
    at = calibration.places(BOARD)
    pitch = float(np.sort(np.linalg.norm(at[:, None] - at, axis=2), 1)[:, 1].mean())
    end, wide = at[half], int(1.5 * pitch)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.rectangle(mask, (int(end[0]), int(end[1]) - wide), (picture.shape[1], int(end[1]) + wide), 255, -1)
    arm = np.clip(np.array(colour) + np.random.default_rng(3).normal(0, 6, (*mask.shape, 1)), 0, 255)
    seen = np.where(mask[..., None] > 0, arm, picture).astype(np.uint8)
    under = (at[:, 0] > end[0] + pitch / 3) & (np.abs(at[:, 1] - end[1]) < wide)
    return seen, under & in_picture(calibration, BOARD)


@pytest.mark.parametrize("point", [0, 2])
def test_the_colour_of_a_piece_half_under_a_hand_is_that_of_its_other_half(point: int) -> None:
    picture, calibration, _ = photograph(points=(0, 2, 4))
    pieces = np.flatnonzero(regions(BOARD) == point)
    half = int(pieces[calibration.places(BOARD)[pieces, 0].argmin()])
    bare = tints(picture, calibration, BOARD, NOTHING)[half]
    seen, hidden = reached_over(picture, calibration, half, SKIN)
    unaware, aware = (tints(seen, calibration, BOARD, known)[half] for known in (NOTHING, hidden))
    assert np.abs(aware - bare).max() < 0.5
    assert np.abs(unaware - bare).max() > 1.0


def test_of_pieces_that_have_the_colour_of_the_glove_hardly_anything_is_taken_away() -> None:
    lies = scattered(opening(BOARD, (0, 2, 4)), 2)
    picture, calibration, _ = drawn(Table(BOARD, lies), random_scene(5, len(BOARD.places)))
    shown = tints(picture, calibration, BOARD, NOTHING)
    own = np.array([BOARD.index[place] for place, token in lies.items() if token == next(iter(lies.values()))])
    half = int(own[calibration.places(BOARD)[own, 0].argmin()])
    seen, hidden = reached_over(picture, calibration, half, np.exp(np.median(shown[own, 3:], 0)).tolist())
    beside = own[~hidden[own] & (own != half)]
    unaware, aware = (tints(seen, calibration, BOARD, known)[beside] for known in (NOTHING, hidden))
    assert np.allclose(aware, unaware, atol=0.1)
