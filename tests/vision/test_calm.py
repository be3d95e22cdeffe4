"""Several pictures of a table at which nothing moves make one with little noise."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.painter import Painter
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from vision.calm import calm

BOARD = star_board()
SIZE = (640, 480)
SPREAD = 6.0
"""Levels of noise: a small camera in the evening."""


def clean(table: Table) -> NDArray[np.uint8]:
    return Painter(WOOD, BOARD, [Token("S")], SIZE).picture(table.moment())


def noisy(picture: NDArray[np.uint8], count: int, seed: int = 1) -> Iterator[NDArray[np.uint8]]:
    chance = np.random.default_rng(seed)
    for _ in range(count):
        yield np.clip(picture + chance.normal(0, SPREAD, picture.shape), 0, 255).round().astype(np.uint8)


def laid() -> Table:
    view = {place.id: EMPTY for place in BOARD.places} | {PlaceId("i5"): Token("S")}
    return Table(BOARD, view, [Token("S")])


def off(picture: NDArray[np.uint8], truth: NDArray[np.uint8]) -> float:
    return float((picture.astype(float) - truth).std())


def test_noise_averages_out() -> None:
    still = clean(laid())
    first, *others = noisy(still, 6)
    assert off(first, still) > 0.9 * SPREAD
    assert off(calm(first, others), still) < 0.45 * SPREAD


def test_what_comes_into_view_leaves_no_ghost() -> None:
    table = laid()
    still = clean(table)
    table.hand(PlaceId("i5"))
    first, *others = noisy(still, 3)
    assert off(calm(first, [*others, *noisy(clean(table), 3, seed=2)]), still) < 0.65 * SPREAD


def test_a_lamp_that_is_lit_meanwhile_leaves_the_first_picture_as_it_is() -> None:
    still = clean(laid())
    lit = np.hstack([still[:, :450], np.asarray(cv2.convertScaleAbs(still[:, 450:], alpha=1.3), np.uint8)])
    assert (calm(still, [lit, lit]) == still).all()


def test_a_camera_that_changes_its_size_meanwhile_leaves_the_pictures_before() -> None:
    still = clean(laid())
    assert (calm(still, [still[::2, ::2]]) == still).all()
