"""The simulated table: what is done at it, and what its camera then shows."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.errors import CameraStopped, HardwareError
from hardware.pictures import Picture
from hardware.simulated.devices import (
    REMEMBERED,
    SimulatedCamera,
    SimulatedClock,
    SimulatedLights,
    shuffled_chain,
)
from hardware.simulated.painter import Painter, Truth, draw
from hardware.simulated.scene import Scene
from hardware.simulated.scenes import PRINTED, WOOD, random_scene
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import scenes_of
from rules.geometry import Board, PlaceId
from rules.piecepack.places import piecepack_board
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from vision.calibration import Calibration

BOARD = star_board()
SIZE = (320, 240)
RED, GOLD = Token("red"), Token("gold")


def place(name: str) -> PlaceId:
    return PlaceId(name)


def laid(**lying: Token) -> Table:
    return Table(BOARD, {place(name): token for name, token in lying.items()}, (RED, GOLD))


def patch(picture: Picture, truth: Truth, name: str, reach: int = 3) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The mean colour, BGR, around a place."""
    x, y = np.round(truth.pixels[BOARD.index[place(name)]]).astype(int)
    return picture[y - reach : y + reach + 1, x - reach : x + reach + 1].reshape(-1, 3).mean(axis=0)


def seen(table: Table, scene: Scene = WOOD) -> tuple[Picture, Truth]:
    return draw(table, scene, SIZE)


def test_a_piece_is_lifted_carried_and_put() -> None:
    table = laid(c2=RED)
    table.lift(place("c2"))
    assert table.view[place("c2")] == EMPTY
    table.put(place("e4"))
    assert table.view[place("e4")] == RED
    assert len(table.view) == 121


def test_what_cannot_be_done_says_why() -> None:
    table = laid(c2=RED, c3=GOLD)
    with pytest.raises(ValueError, match="Nothing lies on e4"):
        table.lift(place("e4"))
    with pytest.raises(ValueError, match="No piece is in the hand"):
        table.put(place("e4"))
    with pytest.raises(ValueError, match="no place z9"):
        table.lift(place("z9"))
    table.lift(place("c2"))
    with pytest.raises(ValueError, match="c3 is taken"):
        table.put(place("c3"))
    with pytest.raises(ValueError, match="Nothing lies on c2"):
        table.knock(place("c2"))


def test_a_dropped_or_knocked_piece_lies_beside_every_hole_and_can_be_picked_up() -> None:
    table = laid(c2=RED, i5=GOLD)
    table.lift(place("c2"))
    table.drop(place("e4"))
    table.knock(place("i5"))
    for loose in table.loose:
        assert min(np.hypot(loose.x - spot.x, loose.y - spot.y) for spot in BOARD.places) > 0.4
    assert set(table.view.values()) == {EMPTY}
    assert table.pick_up() == GOLD
    table.put(place("i5"))
    assert [loose.token for loose in table.loose] == [RED]


def test_the_truth_agrees_with_what_a_calibration_projects() -> None:
    table = laid()
    table.nudge(0.4, -0.3, 2)
    table.push(0.3, 0.2, -3)
    for scene in (WOOD, PRINTED, random_scene(8)):
        truth = Painter(scene, BOARD, (), SIZE).truth(table.moment())
        calibration = Calibration("star", truth.homography, truth.size, truth.k1)
        assert np.abs(calibration.places(BOARD) - truth.pixels).max() < 0.01


def test_a_piece_is_seen_where_the_truth_says() -> None:
    empty, truth = seen(laid())
    picture, _ = seen(laid(i5=GOLD, c2=RED))
    changed = np.abs(picture.astype(int) - empty).max(axis=2) > 40
    rows, columns = np.nonzero(changed)
    there = truth.pixels[[BOARD.index[place(name)] for name in ("i5", "c2")]]
    away = np.hypot(columns[:, None] - there[:, 0], rows[:, None] - there[:, 1]).min(axis=1)
    pitch = np.hypot(*(truth.pixels[BOARD.index[place("i5")]] - truth.pixels[BOARD.index[place("i6")]]))
    assert len(rows) > pitch**2 / 4
    assert away.max() < 1.2 * pitch
    gold, red = patch(picture, truth, "i5"), patch(picture, truth, "c2")
    assert min(gold[1], gold[2]) > gold[0] + 60
    assert red[2] > max(red[0], red[1]) + 60


def test_the_same_table_gives_the_same_picture_but_for_new_noise() -> None:
    painter = Painter(WOOD, BOARD, (RED, GOLD), SIZE)
    moment = laid(i5=RED).moment()
    first, again, other = painter.picture(moment, 1), painter.picture(moment, 1), painter.picture(moment, 2)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert np.abs(first.astype(int) - other).mean() < 4
    for seed in range(1, 6):  # after so many others nothing is kept of the first
        Painter(replace(WOOD, seed=seed), BOARD, (RED, GOLD), SIZE).picture(moment, 1)
    assert np.array_equal(Painter(WOOD, BOARD, (RED, GOLD), SIZE).picture(moment, 1), first)


def test_a_hand_hides_what_lies_under_it_and_carries_its_piece() -> None:
    table = laid(i5=RED)
    painter = Painter(WOOD, BOARD, (RED, GOLD), SIZE)
    bare = painter.picture(table.moment(), 1)
    table.lift(place("i5"))
    table.hand(place("i5"), bearing=-90)
    truth = painter.truth(table.moment())
    hidden = {spot.id for spot, share in zip(BOARD.places, truth.hidden, strict=True) if share > 0.9}
    assert 3 < len(hidden) < 60
    assert place("q1") not in hidden
    covered = painter.picture(table.moment(), 1)
    for name in hidden:
        at = truth.pixels[BOARD.index[name]]
        assert np.abs(patch(covered, truth, name, 1) - patch(bare, truth, name, 1)).max() > 5, at
    table.no_hand()
    assert not painter.truth(table.moment()).hidden.any()


def test_a_lid_hides_a_round_part_of_the_board() -> None:
    table = laid()
    table.cover(place("i5"), 2.0)
    _, truth = seen(table)
    assert truth.hidden[BOARD.index[place("i5")]] == 1.0
    assert truth.hidden[BOARD.index[place("a1")]] == 0.0
    table.uncover()
    assert not seen(table)[1].hidden.any()


def test_a_nudged_camera_sees_the_board_elsewhere_and_clutter_with_it() -> None:
    table = laid(i5=RED)
    painter = Painter(WOOD, BOARD, (RED, GOLD), SIZE)
    before, truth = painter.picture(table.moment()), painter.truth(table.moment())
    table.nudge(x=0.5)
    after, moved = painter.picture(table.moment()), painter.truth(table.moment())
    step = (moved.pixels - truth.pixels).mean(axis=0)
    assert step[0] < -3
    shift = np.roll(after, -round(step[0]), axis=1)
    assert np.abs(shift[40:-40, 60:-60].astype(int) - before[40:-40, 60:-60]).mean() < 8


def test_a_pushed_board_moves_on_a_ground_that_stays() -> None:
    table = laid(i5=RED)
    painter = Painter(WOOD, BOARD, (RED, GOLD), SIZE)
    before = painter.picture(table.moment()).astype(int)
    table.push(x=0.5)
    after = painter.picture(table.moment())
    assert np.abs(after[:, :15] - before[:, :15]).mean() < 4
    assert np.abs(after[60:180, 80:240] - before[60:180, 80:240]).mean() > 4


def test_in_a_dark_room_only_the_lamps_shine() -> None:
    table = laid(c2=RED)
    table.daylight(0.0)
    assert seen(table)[0].mean() < 3
    table.shine({place("i5"): (0, 0, 255)})
    picture, truth = seen(table)
    assert patch(picture, truth, "i5")[0] > 150
    assert patch(picture, truth, "a1").max() < 20


def test_a_lamp_tints_the_marble_on_its_hole_and_the_board_around() -> None:
    dark, truth = seen(laid(i5=RED))
    table = laid(i5=RED)
    table.shine({place("i5"): (0, 0, 255), place("e1"): (0, 0, 0)})
    lit, _ = seen(table)
    more = lit.astype(int) - dark
    x, y = np.round(truth.pixels[BOARD.index[place("i5")]]).astype(int)
    around = more[y - 10 : y + 11, x - 10 : x + 11]
    assert around[..., 0].max() > 40
    assert around[..., 0].mean() > 2 * max(around[..., 1].mean(), around[..., 2].mean())


def test_warmer_light_is_redder() -> None:
    table = laid()
    plain, _ = seen(table)
    table.daylight(0.9, warmth=0.6)
    warm, _ = seen(table)
    ratio = plain[..., 2].mean() / plain[..., 0].mean()
    assert warm[..., 2].mean() / warm[..., 0].mean() > 1.15 * ratio


@given(st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_any_random_scene_shows_its_pieces(seed: int) -> None:
    scene = random_scene(seed)
    lying = {spot.id: (RED, GOLD)[number % 2] for number, spot in enumerate(BOARD.places) if number % 6 == 0}
    table = Table(BOARD, lying, (RED, GOLD), seed)
    table.knock(next(iter(lying)))
    picture, truth = seen(table, scene)
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 3
    assert (truth.hidden < 0.5).mean() > 0.85
    assert not np.array_equal(picture, seen(Table(BOARD, {}, (RED, GOLD)), scene)[0])


@pytest.mark.parametrize("size", [5, 6])
def test_larger_stars_fit_into_the_picture(size: int) -> None:
    board = star_board(size)
    scene = random_scene(size, len(board.places))
    _, truth = draw(Table(board, {}), scene, SIZE)
    assert len(truth.pixels) == len(board.places)
    assert (truth.hidden < 0.5).mean() > 0.85


@pytest.mark.parametrize(
    "board",
    [*(star_board(size) for size in (4, 5, 6)), piecepack_board(), piecepack_board(band=True)],
    ids=lambda board: board.name,
)
def test_at_a_tidy_table_the_camera_sees_every_place_of_any_board(board: Board) -> None:
    for scene in scenes_of(board).values():
        _, truth = draw(Table(board, {}), scene, SIZE)
        assert not truth.hidden.any()
        across = np.ptp(truth.pixels, axis=0) / SIZE
        assert across.max() > 0.6


def test_the_camera_keeps_time_on_the_clock_and_can_be_unplugged() -> None:
    clock = SimulatedClock()
    camera = SimulatedCamera(laid(), WOOD, clock, (96, 72))
    frames = [camera.take() for _ in range(3)]
    assert [round(frame.at, 3) for frame in frames] == [0.01, 0.11, 0.21]
    assert camera.take(after=5.0).at == pytest.approx(5.01)
    assert clock.now() == pytest.approx(5.01)
    camera.unplug()
    with pytest.raises(HardwareError, match="unplugged"):
        camera.take()
    camera.plug_in()
    assert camera.take().picture.shape == (72, 96, 3)
    camera.close()
    with pytest.raises(CameraStopped):
        camera.take()


def test_a_picture_shows_the_lamps_as_they_are_when_it_is_taken() -> None:
    clock, table = SimulatedClock(), laid()
    camera, lights = SimulatedCamera(table, WOOD, clock, SIZE), SimulatedLights(table)
    dark = camera.take().picture
    lights.show([(0, 0, 255)] * 121)
    assert camera.take().picture[..., 0].mean() > dark[..., 0].mean() + 5
    lights.close()
    assert np.abs(camera.take().picture.astype(int) - dark).mean() < 4
    assert not any(map(any, lights.colours))


def test_a_chain_in_any_order_with_dead_and_spare_lamps() -> None:
    table = laid()
    chain = shuffled_chain(BOARD, seed=3, spare=4)
    assert sorted(filter(None, chain)) == sorted(spot.id for spot in BOARD.places)
    assert chain.count(None) == 4
    lamp = chain.index(place("i5"))
    lights = SimulatedLights(table, chain, frozenset({chain.index(place("a1"))}))
    colours = [(0, 0, 0)] * len(chain)
    colours[lamp] = colours[chain.index(place("a1"))] = (255, 255, 255)
    lights.show(colours)
    assert table.moment().lamps == {place("i5"): (255, 255, 255)}
    with pytest.raises(ValueError, match="125 lamps"):
        lights.show(colours[1:])


def test_lamps_remember_what_they_showed_last_and_not_a_whole_evening() -> None:
    lights = SimulatedLights(laid())
    for shade in range(2 * REMEMBERED):
        lights.show([(shade % 251, 0, 0)] * len(BOARD.places))
    assert len(lights.shown) == REMEMBERED
    assert lights.colours == lights.shown[-1] == (((2 * REMEMBERED - 1) % 251, 0, 0),) * len(BOARD.places)
