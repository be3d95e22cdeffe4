"""A place nobody is sure of is told by the places that look like it, whatever shade or finger lies over it."""

import numpy as np
import pytest

from hardware.simulated.painter import draw
from hardware.simulated.scenes import random_scene
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from tests.vision.photographs import photograph, wrong
from vision.calibration import Calibration
from vision.readers.unknown.grid import regions
from vision.readers.unknown.reading import read_unknown
from vision.readers.unknown.shapes import Singles, shapes, taken_for

BOARD = star_board()
DISCS, PAWNS = 30, 10
UNSEEN = np.zeros(DISCS + PAWNS, bool)


def edges_of(rng: np.random.Generator) -> Singles:
    """Thirty bare discs and ten pawns: two patterns of edges, each place's a little its own."""
    disc, pawn = rng.normal(0, 0.5, (2, 200, 2))
    places = np.array([disc] * DISCS + [pawn] * PAWNS)
    return (places + rng.normal(0, 0.1, places.shape)).astype(np.float32)


def test_what_is_half_under_a_finger_is_told_by_its_visible_half() -> None:
    rng = np.random.default_rng(1)
    edges = edges_of(rng)
    edges[0, :100], edges[-1, 100:] = rng.normal(0, 0.5, (2, 100, 2))
    logits = np.array([-5.0] * DISCS + [1.5] * PAWNS)
    logits[0], logits[-1] = 1.0, -1.0
    told = taken_for(edges, logits, UNSEEN)
    assert told[0] < -2
    assert told[-1] > 1


def test_what_hides_a_place_does_not_speak_for_others() -> None:
    edges = edges_of(np.random.default_rng(2))
    logits = np.array([-5.0] * DISCS + [5.0] * PAWNS)
    logits[1:10] = 5.0
    fingers = UNSEEN.copy()
    fingers[1:10] = True
    assert (taken_for(edges, logits, fingers)[:DISCS] < 0).all()
    assert (taken_for(edges, logits, ~UNSEEN) == 0).all()


def test_what_shows_no_edges_is_not_told_by_others_that_show_none() -> None:
    edges = edges_of(np.random.default_rng(3))
    edges[:10] *= 0.02
    logits = np.array([-3.0] * DISCS + [5.0] * PAWNS)
    told = taken_for(edges, logits, UNSEEN)
    assert np.abs(told[:10]).max() < 0.1
    assert told[10:DISCS].max() < -2


def scattered(rng: np.random.Generator) -> dict[PlaceId, Token]:
    """Two, three, four or six sets, some of whose pieces went anywhere."""
    points = [(0, 3), (0, 2, 4), (0, 1, 3, 4), (0, 1, 2, 3, 4, 5)][rng.integers(4)]
    of = regions(BOARD)
    position: dict[PlaceId, Token] = {
        place.id: Token(f"camp {of[at]}") if of[at] in points else EMPTY for at, place in enumerate(BOARD.places)
    }
    for _ in range(int(rng.integers(60))):
        full = [place for place, token in position.items() if token != EMPTY]
        free = [place for place, token in position.items() if token == EMPTY]
        start, end = full[rng.integers(len(full))], free[rng.integers(len(free))]
        position[end], position[start] = position[start], EMPTY
    return position


@pytest.mark.parametrize("seed", [50041, 50106, 50173])
def test_doubtful_places_of_a_game_under_way_are_told_by_their_look_alikes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = Table(BOARD, scattered(rng))
    if rng.random() < 0.6:
        table.hand([place.id for place in BOARD.places][rng.integers(len(BOARD.places))])
    picture, truth = draw(table, random_scene(seed, len(BOARD.places)))
    calibration = Calibration(BOARD.name, np.asarray(truth.homography), truth.size, truth.k1)
    assert wrong(BOARD, truth, read_unknown(picture, calibration, BOARD)) == []


def test_a_shadow_changes_no_shape() -> None:
    picture, calibration, _ = photograph()
    dark = (picture * 0.6).astype(np.uint8)
    bright, shaded = shapes(picture, calibration, BOARD), shapes(dark, calibration, BOARD)
    others = np.linalg.norm(bright[:, None] - bright, axis=-1).mean(-1)[~np.eye(len(bright), dtype=bool)]
    assert np.linalg.norm(bright - shaded, axis=-1).mean() < 0.5 * others.mean()
