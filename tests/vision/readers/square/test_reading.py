"""Coins on a board of tiles, read by a camera that nobody told anything, and by one that saw the game begin."""

import cv2
import numpy as np
import pytest

from hardware.simulated.painter import Painter, draw
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import PRINTED, WOODEN, random_tiles
from rules.geometry import PlaceId
from rules.sight import EMPTY, UNKNOWN
from tests.vision.tiles import SIZE, game_for, seen, turned_right
from vision.calibration import Calibration
from vision.locate import locate
from vision.look import learn, look
from vision.settle import settle


@pytest.mark.parametrize(("players", "scene"), [(4, WOODEN), (2, WOODEN), (4, random_tiles(103))])
def test_suits_are_read_from_one_picture(players: int, scene: Scene) -> None:
    picture, truth, board, view = seen(players, scene)
    _, found = turned_right(locate(picture, board), board, truth)
    evidence = look(picture, board, found)
    wrong = [place for place, what in evidence.places.items() if what.token != view[place]]
    assert len(wrong) <= 1
    assert not any(evidence.places[place].p > 0.99 for place in wrong)


def test_tables_drawn_by_lot_are_read_from_one_picture_or_doubted() -> None:
    board, view = game_for(4)
    wrong = seen_in_all = 0
    for seed in (201, 202, 203, 204):
        picture, truth = draw(Table(board, view), random_tiles(seed), SIZE)
        there = Calibration(board.name, np.array(truth.homography), truth.size, truth.k1)
        evidence = look(picture, board, there)
        for place, what in evidence.places.items():
            seen_in_all += 1
            wrong += what.token != view[place]
            assert what.token == view[place] or what.p < 0.99
    assert wrong <= seen_in_all // 100


def test_squares_under_an_arm_are_told_unseen_even_where_the_light_is_harsh() -> None:
    picture, truth, board, _ = seen(4, PRINTED)
    _, found = turned_right(locate(picture, board), board, truth)
    shaded = picture.copy()
    shaded[:, : SIZE[0] // 2] //= 2
    row = [PlaceId(f"{letter}4") for letter in "abcdefgh"]
    ends = [tuple(map(int, truth.pixels[board.index[place]])) for place in (row[0], row[-1])]
    side = float(np.hypot(*(truth.pixels[1] - truth.pixels[0])))
    cv2.line(shaded, ends[0], ends[1], (95, 120, 215), int(1.6 * side))
    evidence = look(shaded, board, found)
    told = [place for place in row if evidence.places[place].token is not None]
    assert not told
    assert sum(seen.token is None for seen in evidence.places.values()) <= 24


@pytest.mark.parametrize("scene", [WOODEN, PRINTED], ids=lambda scene: scene.name)
def test_the_start_tells_which_way_round_the_board_lies(scene: Scene) -> None:
    picture, truth, board, view = seen(4, scene)
    lies = locate(picture, board)
    for turn in range(board.turns):
        found = lies.turned(board, turn)
        settled = settle(look(picture, board, found), board, found, view)
        right = found.turned(board, settled.turns)
        assert np.abs(right.places(board) - truth.pixels).max() < 8


@pytest.mark.parametrize("scene", [WOODEN, PRINTED], ids=lambda scene: scene.name)
def test_a_learnt_board_reads_coins_wherever_and_however_they_come_to_lie(scene: Scene) -> None:
    board, view = game_for(2)
    table = Table(board, view)
    painter = Painter(scene, board, table.tokens, SIZE)
    picture = painter.picture(table.moment())
    _, found = turned_right(locate(picture, board), board, painter.truth(table.moment()))
    reader = learn(picture, found, board, view)
    for number, (start, end) in enumerate([("h8", "f6"), ("a1", "d4"), ("c1", "e4"), ("a2", "h8")], 1):
        table.lift(PlaceId(start))
        table.put(PlaceId(end))
        evidence = reader.read(painter.picture(table.moment(), number), found)
        assert {place: what.token for place, what in evidence.places.items()} == dict(table.view)


@pytest.mark.parametrize("scene", [WOODEN, PRINTED], ids=lambda scene: scene.name)
def test_what_is_no_coin_is_told_as_something_unknown(scene: Scene) -> None:
    picture, truth, board, view = seen(4, scene)
    _, found = turned_right(locate(picture, board), board, truth)
    reader = learn(picture, found, board, view)
    place = PlaceId("d4")
    x, y = truth.pixels[board.index[place]].tolist()
    side = float(np.hypot(*(truth.pixels[1] - truth.pixels[0])))
    pencil, washer, cap = picture.copy(), picture.copy(), picture.copy()
    ends = [(round(x + way * 0.3 * side), round(y + way * 0.2 * side)) for way in (-1, 1)]
    cv2.line(pencil, ends[0], ends[1], (30, 30, 200), round(0.16 * side), cv2.LINE_AA)
    cv2.circle(washer, (round(x), round(y)), round(0.3 * side), (200, 60, 30), round(0.08 * side), cv2.LINE_AA)
    cv2.circle(cap, (round(x), round(y)), round(0.2 * side), (40, 160, 40), -1, cv2.LINE_AA)
    assert view[place] == EMPTY
    for thing in (pencil, washer, cap):
        evidence = reader.read(thing, found)
        assert evidence.places[place].token == UNKNOWN
        assert all(what.token == view[at] for at, what in evidence.places.items() if at != place)


@pytest.mark.parametrize("scene", [WOODEN, PRINTED], ids=lambda scene: scene.name)
def test_squares_under_a_hand_are_told_unseen_though_skin_looks_like_wood(scene: Scene) -> None:
    board, view = game_for(4)
    table = Table(board, view)
    painter = Painter(scene, board, table.tokens, SIZE)
    truth = painter.truth(table.moment())
    found = Calibration(board.name, np.array(truth.homography), truth.size, truth.k1)
    reader = learn(painter.picture(table.moment()), found, board, view)
    table.hand(PlaceId("g4"), bearing=-80.0)
    moment = table.moment()
    evidence = reader.read(painter.picture(moment), found)
    shares = zip(board.places, painter.truth(moment).hidden, strict=True)
    hidden = [evidence.places[place.id].token for place, share in shares if share > 0.9]
    assert len(hidden) >= 5
    assert set(hidden) <= {None, UNKNOWN}
