"""Whose piece came to a hole: pieces are neither made nor lost, and some look like two sets, or like none."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.painter import Painter
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import random_scene_of
from rules.geometry import PlaceId
from rules.sight import EMPTY, Token
from rules.star.places import CORNERS
from tests.vision.marbles import (
    BOARD,
    SCENES,
    SIZE,
    START,
    calibration,
    faults,
    learnt_from,
    moved,
    picture,
    start,
    table,
)
from vision.readers.hole.reading import HoleReader

NAMESAKE = 950262
"""A scene in which a hole bare for the first time looks like a piece of a set that stands elsewhere."""


def test_a_hole_bare_for_the_first_time_is_no_piece_of_a_set_that_has_all_its_pieces_elsewhere() -> None:
    tokens = [Token(corner) for corner in ("N", "NE", "S", "SW")]
    painted = Painter(random_scene_of(BOARD, NAMESAKE), BOARD, tokens, (640, 480))
    before = start(tokens)
    found, reader = learnt_from(painted, Table(BOARD, before, tokens))
    for seed, (source, target) in enumerate((("n4", "m8"), ("n3", "m6"), ("k11", "k9"), ("m10", "k8"), ("o2", "m6"))):
        after = moved(before, (source, target))
        evidence = reader.read(painted.picture(Table(BOARD, after, tokens, seed).moment(), seed), found)
        assert not faults(evidence, after)
        # A piece of the other set that was really put there is missing where it was.
        other = next(place for place, token in before.items() if token == Token("S"))
        exchanged = moved(after, (other, source))
        evidence = reader.read(painted.picture(Table(BOARD, exchanged, tokens, seed).moment(), seed), found)
        assert evidence.places[PlaceId(source)].token == Token("S")
        assert evidence.places[other].token == EMPTY


REDS = [Token("N"), Token("S")]
COUSINS, STRANGERS = (190, 40, 36), (150, 60, 45)
"""Colours of southern marbles, beside red northern ones: nearly the same, and one that can be told."""
LIKE_WOOD = (120, 90, 60)


def two_reds(south: tuple[int, int, int]) -> Painter:
    """Red northern marbles, and southern ones of this colour."""
    pieces = replace(WOOD.pieces, colours=((200, 30, 35), south))
    return Painter(replace(WOOD, pieces=pieces), BOARD, REDS, (640, 480))


@pytest.mark.parametrize(("source", "target"), [("d1", "e5"), ("d2", "g5"), ("c2", "i5")])
def test_a_piece_that_looks_like_two_sets_is_of_the_one_that_lacks_a_piece(source: str, target: str) -> None:
    before = start(REDS)
    after = moved(before, (source, target))
    looks = {**after, PlaceId(target): Token("N")}
    for south, told in ((COUSINS, Token("S")), (STRANGERS, Token("N"))):
        painted = two_reds(south)
        found, reader = learnt_from(painted, Table(BOARD, before, REDS))
        shown = painted.picture(Table(BOARD, looks, REDS).moment(), 1)
        assert reader.read(shown, found).places[PlaceId(target)].token == told


def test_a_spare_piece_is_no_less_seen_because_another_set_lacks_one() -> None:
    before = start(REDS)
    painted = two_reds(LIKE_WOOD)
    found, reader = learnt_from(painted, Table(BOARD, before, REDS))
    spare = before | {PlaceId("i5"): Token("S")}
    for lies in (spare, spare | {PlaceId("n1"): EMPTY}, moved(spare, ("n1", "m5"))):
        shown = painted.picture(Table(BOARD, lies, REDS).moment(), 1)
        assert reader.read(shown, found).places[PlaceId("i5")].likelihoods[Token("S")] > 0.99


def test_a_move_that_was_agreed_to_without_a_clear_picture_counts_when_the_next_piece_comes() -> None:
    before = start(REDS)
    agreed = moved(before, ("d1", "e5"))
    looks = {**moved(agreed, ("n1", "m5")), PlaceId("m5"): Token("S")}
    painted = two_reds(COUSINS)
    found, reader = learnt_from(painted, Table(BOARD, before, REDS))
    shown = painted.picture(Table(BOARD, looks, REDS).moment(), 1)
    assert reader.read(shown, found).places[PlaceId("m5")].token == Token("S")
    assert reader.holding(agreed).read(shown, found).places[PlaceId("m5")].token == Token("N")


def swirled(scene: str, table: Table, number: int) -> NDArray[np.uint8]:
    """A picture in which half of every southern marble is yellow, each turned its own way."""
    shown, rng = picture(scene, table, number).copy(), np.random.default_rng(number)
    at = calibration(scene).places(BOARD)
    pitch = float(np.linalg.norm(at[BOARD.index[PlaceId("i5")]] - at[BOARD.index[PlaceId("i6")]]))
    for k, place in enumerate(BOARD.places):
        # A marble that lies still looks the same in every picture.
        turn = int(np.random.default_rng(k).integers(360)) if START[place.id] == Token("S") else int(rng.integers(360))
        if table.view[place.id] == Token("S"):
            half = round(0.34 * pitch), round(0.34 * pitch)
            cv2.ellipse(shown, at[k].astype(int).tolist(), half, turn, 0, 180, (30, 190, 220), -1, cv2.LINE_AA)
    return shown


@pytest.mark.parametrize("scene", SCENES)
def test_marbles_of_two_colours_are_known_whichever_way_they_come_to_lie(scene: str) -> None:
    reader = HoleReader.learn(swirled(scene, table(START), 0), calibration(scene), BOARD, START)
    for number, target in enumerate(("e5", "e6", "g5", "i5", "f7"), 1):
        after = moved(START, ("d2", target))
        assert not faults(reader.read(swirled(scene, table(after), number), calibration(scene)), after)
        strange = picture(scene, table(START), number).copy()
        x, y = calibration(scene).places(BOARD)[BOARD.index[PlaceId(target)]].astype(int)
        cv2.circle(strange, (x, y), 9, (220, 40, 200), -1, cv2.LINE_AA)
        seen = reader.read(strange, calibration(scene)).places[PlaceId(target)]
        assert seen.token not in {Token("S"), EMPTY} or seen.p < 0.9


@pytest.mark.parametrize("scene", SCENES)
def test_a_marble_of_two_colours_that_shows_one_of_them_is_of_its_set_where_no_other_lacks_one(scene: str) -> None:
    reader = HoleReader.learn(swirled(scene, table(START), 0), calibration(scene), BOARD, START)
    for number, target in enumerate(("e5", "g5", "i5"), 1):
        after = moved(START, ("d2", target))
        shown, plain = swirled(scene, table(after), number), picture(scene, table(after), number)
        x, y = calibration(scene).places(BOARD)[BOARD.index[PlaceId(target)]].astype(int)
        near = np.s_[y - 20 : y + 20, x - 20 : x + 20]
        shown[near] = plain[near]
        assert not faults(reader.read(shown, calibration(scene)), after)


HALVES = 57167
"""A scene whose marbles look nearly like half a piece of the other set."""


def test_half_a_piece_beside_a_hole_is_of_a_set_that_may_lack_one() -> None:
    tokens = [Token("N"), Token("S")]
    painted = Painter(random_scene_of(BOARD, HALVES), BOARD, tokens, (640, 480))
    before = start(tokens)
    found, reader = learnt_from(painted, Table(BOARD, before, tokens))
    for seed, (source, target) in enumerate((("n1", "m4"), ("n2", "l4"), ("n4", "l9"))):
        after = moved(before, (source, target))
        evidence = reader.read(painted.picture(Table(BOARD, after, tokens, seed).moment(), seed), found)
        assert not faults(evidence, after)
        beside = Table(BOARD, before, tokens, seed)
        beside.lift(PlaceId(source))
        beside.drop(PlaceId(target))
        evidence = reader.read(painted.picture(beside.moment(), seed), found)
        assert evidence.places[PlaceId(target)].token != Token("N") or evidence.places[PlaceId(target)].p < 0.9


@pytest.mark.parametrize("drawn", [5018, 5078])
def test_a_piece_that_was_seen_askew_at_home_stands_in_its_new_hole_as_all_others_do(drawn: int) -> None:
    painted = Painter(random_scene_of(BOARD, drawn), BOARD, [Token(corner) for corner in CORNERS], SIZE)
    found, reader = learnt_from(painted, table(START))
    view = START
    for seed, (source, target) in enumerate((("d1", "e5"), ("d4", "e8"), ("n2", "m6")), start=10):
        view = moved(view, (source, target))
        shown = painted.picture(table(view).moment(), seed)
        came = reader.read(shown, found).places[PlaceId(target)]
        assert (came.token, came.p > 0.99) == (view[PlaceId(target)], True)
        reader = reader.follow(shown, found, view)
