"""Photographs of boards that nobody told anything about, and what is read wrongly in them."""

from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.painter import Truth, draw
from hardware.simulated.scene import Scene
from hardware.simulated.scenes import random_scene
from hardware.simulated.table import Table
from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.readers.unknown.grid import regions

Picture = NDArray[np.uint8]
SCENE = 1011
"""A scene that is no easier than most."""


def opening(board: Board, points: tuple[int, ...]) -> dict[PlaceId, Token]:
    """The points (numbered clockwise from the south) full of pieces."""
    of = regions(board)
    return {place.id: Token(f"camp {of[at]}") if of[at] in points else EMPTY for at, place in enumerate(board.places)}


@cache
def photograph(size: int = 4, points: tuple[int, ...] = (0, 3), hand: str = "") -> tuple[Picture, Calibration, Truth]:
    board = star_board(size)
    table = Table(board, opening(board, points))
    if hand:
        table.hand(PlaceId(hand))
    return drawn(table, random_scene(SCENE, len(board.places)))


def drawn(table: Table, scene: Scene) -> tuple[Picture, Calibration, Truth]:
    """A picture of the table, and where its board truly lies in it."""
    picture, truth = draw(table, scene)
    return picture, Calibration(table.board.name, np.asarray(truth.homography), truth.size, truth.k1), truth


def scattered(lies: dict[PlaceId, Token], seed: int) -> dict[PlaceId, Token]:
    """The same pieces anywhere on the board."""
    shuffled = np.random.default_rng(seed).permutation(list(lies.values()))
    return {place: Token(str(token)) for place, token in zip(lies, shuffled, strict=True)}


def wrong(board: Board, truth: Truth, evidence: Evidence) -> list[PlaceId]:
    """Visible places that are read wrongly, when each set bears the name of what most of its pieces are."""
    pairs = Counter(
        (seen.token, truth.lying.get(place, EMPTY))
        for place, seen in evidence.places.items()
        if seen.token not in {None, EMPTY}
    )
    names: dict[Token | None, Token] = {EMPTY: EMPTY}
    for (token, lying), _ in pairs.most_common():
        if token not in names and lying not in names.values():
            names[token] = lying
    return [
        place.id
        for place, hidden in zip(board.places, truth.hidden, strict=True)
        if hidden <= 0.5 and names.get(evidence.places[place.id].token) != truth.lying.get(place.id, EMPTY)
    ]
