"""A camera watches a table at ten pictures a second: what it says of hands, bumps, darkness and a rolling marble."""

import time
from dataclasses import replace
from typing import TypeAlias

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.painter import Painter
from hardware.simulated.scene import Light
from hardware.simulated.scenes import PRINTED, WOOD
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.piecepack.places import piecepack_board
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from vision.calibration import Calibration
from vision.steady import Motion, Steady

Lamps: TypeAlias = frozenset[PlaceId]

BOARD = star_board()
SIZE = (800, 600)
TOKENS = (Token("S"), Token("N"))
START = {place.id: EMPTY for place in BOARD.places}
START |= {place.id: Token("S") for place in BOARD.places if place.y < -3.7}
START |= {place.id: Token("N") for place in BOARD.places if place.y > 3.7}


class Watch:
    """A table, the camera over it, and the watcher; a second has ten frames."""

    def __init__(self, painter: Painter) -> None:
        self.painter = painter
        self.table = Table(BOARD, START, TOKENS)
        truth = painter.truth(self.table.moment())
        self.calibration = Calibration(BOARD.name, truth.homography, truth.size, truth.k1)
        self.steady = Steady.watch(self.calibration, BOARD)
        self.frames = 0
        self.look(3)
        self.steady = self.steady.accept()

    def look(self, frames: int = 2) -> Motion:
        for _ in range(frames):
            self.steady = self.steady.feed(self.picture(), self.frames / 10)
        return self.steady.motion

    def picture(self) -> NDArray[np.uint8]:
        self.frames += 1
        return self.painter.picture(self.table.moment(), self.frames)


@pytest.fixture(scope="module", params=["wood", "printed"])
def painter(request: pytest.FixtureRequest) -> Painter:
    return Painter({"wood": WOOD, "printed": PRINTED}[request.param], BOARD, TOKENS, SIZE)


@pytest.fixture
def watch(painter: Painter) -> Watch:
    return Watch(painter)


def test_nothing_happens(watch: Watch) -> None:
    assert [watch.look(1) for _ in range(10)] == [Motion.STILL] * 10
    assert watch.steady.changed == 0
    assert watch.steady.since == 0.1


def test_a_hand_comes_rests_and_goes(watch: Watch) -> None:
    watch.table.hand(PlaceId("f5"))
    assert watch.look(1) is Motion.MOVING
    watch.table.hand(PlaceId("g5"))
    assert watch.look(1) is Motion.MOVING
    assert [watch.look(1) for _ in range(6)] == [Motion.HAND] * 6
    watch.table.no_hand()
    assert watch.look(1) is Motion.MOVING
    assert watch.look(1) is Motion.STILL
    assert watch.steady.changed == 0


def test_an_arm_just_as_bright_as_the_board_is_seen_by_its_hue(watch: Watch) -> None:
    picture, places = watch.picture(), watch.calibration.places(BOARD)
    pitch = watch.steady.pitch * watch.steady.step
    hand, elbow = (places[BOARD.index[PlaceId(place)]] for place in ("i5", "e1"))
    arm = np.zeros(picture.shape[:2], np.uint8)
    cv2.line(arm, hand.astype(int).tolist(), (3 * elbow - 2 * hand).astype(int).tolist(), 1, round(1.6 * pitch))
    paint = np.median(picture[arm > 0], axis=0)
    picture[arm > 0] = np.clip(paint + np.array([35, 0, 35]), 0, 255).astype(np.uint8)
    for second in (1.0, 1.1):
        watch.steady = watch.steady.feed(picture, second)
    assert watch.steady.motion is Motion.HAND
    assert watch.look() is Motion.STILL


def test_a_piece_that_was_moved_shows_once_the_hand_has_gone(watch: Watch) -> None:
    watch.table.hand(PlaceId("d2"))
    watch.look()
    watch.table.lift(PlaceId("d2"))
    watch.look()
    watch.table.put(PlaceId("f5"))
    assert watch.look() is Motion.HAND
    watch.table.no_hand()
    assert watch.look() is Motion.STILL
    assert watch.steady.changed > 0.1
    watch.steady = watch.steady.accept()
    assert watch.look() is Motion.STILL
    assert watch.steady.changed == 0


def test_a_marble_that_rolls_is_motion_though_it_is_small(watch: Watch) -> None:
    for place in ("g3", "g4", "g5", "g6"):
        watch.table.roll_in(Token("S"), PlaceId(place))
        assert watch.look(1) is Motion.MOVING
        watch.table.pick_up()
        watch.table.in_hand.clear()


@pytest.mark.parametrize("bump", [(0.12, 0.0, 0.0), (-0.3, 0.25, 0.0), (0.9, -0.6, 0.5)])
def test_a_bump_of_the_camera_is_told_from_a_hand(watch: Watch, bump: tuple[float, float, float]) -> None:
    watch.table.nudge(*bump)
    assert watch.look(1) is Motion.MOVING
    assert watch.look(1) is Motion.NUDGED


def test_a_hand_that_makes_the_board_tremble_is_a_hand(watch: Watch) -> None:
    watch.table.nudge(0.08, -0.06, 0.0)
    watch.table.hand(PlaceId("b1"))
    assert watch.look() is Motion.HAND
    watch.table.no_hand()
    assert watch.look() is Motion.NUDGED


def test_a_hand_that_has_pushed_the_board_and_stays_is_a_hand(watch: Watch) -> None:
    watch.table.nudge(0.6, -0.4, 3.0)
    watch.table.hand(PlaceId("b1"))
    truth = watch.painter.truth(watch.table.moment())
    found = Calibration(BOARD.name, truth.homography, truth.size, truth.k1)
    watch.steady = watch.steady.moved(watch.calibration, found, BOARD, watch.picture(), watch.frames / 10)
    assert watch.steady.motion is Motion.HAND
    watch.table.no_hand()
    assert watch.look() is Motion.STILL


@pytest.mark.parametrize("degrees", [0, 30, 45])
def test_a_plate_over_four_squares_covers_them_however_the_board_is_turned(degrees: int) -> None:
    board = piecepack_board()
    way = np.array(cv2.getRotationMatrix2D((0, 0), degrees, 50.0))
    middle = np.mean([(place.x, place.y) for place in board.places], axis=0)
    way[:, 2] = (400, 300) - way[:, :2] @ middle
    calibration = Calibration(board.name, np.vstack([way, (0, 0, 1)]), SIZE)
    table = np.full((SIZE[1], SIZE[0], 3), 180, np.uint8)
    corners = calibration.project(middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]))
    covered = cv2.fillConvexPoly(table.copy(), np.rint(corners).astype(np.int32), (60, 60, 60))
    steady = Steady.watch(calibration, board).feed(table, 0.0).accept()
    assert steady.feed(covered.astype(np.uint8), 0.1).feed(covered.astype(np.uint8), 0.2).motion is Motion.COVERED


def test_a_lid_over_the_middle_covers(watch: Watch) -> None:
    watch.table.cover(PlaceId("i5"), 2.0)
    assert watch.look() is Motion.COVERED
    watch.table.uncover()
    assert watch.look() is Motion.STILL


def test_lights_off_is_dark_and_lights_on_is_as_before(watch: Watch) -> None:
    watch.table.daylight(0.005)
    assert watch.look() is Motion.DARK
    watch.table.daylight(1.0)
    assert watch.look() is Motion.STILL
    assert watch.steady.changed == 0


@pytest.mark.parametrize("noise", [10, 20])
def test_a_camera_that_is_all_noise_in_the_evening_still_sees_a_still_table_and_a_hand(
    watch: Watch, noise: float
) -> None:
    rng = np.random.default_rng(3)

    def look(frames: int) -> Motion:
        for _ in range(frames):
            seen = watch.picture() + rng.normal(0, noise, (SIZE[1], SIZE[0], 3))
            watch.steady = watch.steady.feed(np.clip(seen, 0, 255).astype(np.uint8), watch.frames / 10)
        return watch.steady.motion

    assert look(20) is Motion.STILL
    watch.steady = watch.steady.accept()
    watch.table.hand(PlaceId("f5"))
    assert look(20) in {Motion.HAND, Motion.COVERED}
    watch.table.no_hand()
    assert look(3) is Motion.STILL


def test_daylight_that_goes_slowly_is_nothing(watch: Watch) -> None:
    level = 1.0
    for _ in range(40):
        level *= 0.985
        watch.table.daylight(level)
        assert watch.look(1) is Motion.STILL
        assert watch.steady.changed < 0.1


def test_a_shadow_that_deepens_slowly_is_no_hand(watch: Watch) -> None:
    sunny = [watch.picture() for _ in range(3)]
    shade = np.zeros((SIZE[1], SIZE[0], 1), np.float32)
    shade[:, : SIZE[0] // 3] = 0.5
    steady = watch.steady
    for number in range(600):
        picture = sunny[number % 3] * (1 - shade * number / 600)
        steady = steady.feed(picture.astype(np.uint8), 1 + number / 10)
        assert steady.motion is Motion.STILL
        assert steady.changed == 0


def test_a_lamp_switched_off_in_the_room_is_no_hand(watch: Watch) -> None:
    watch.table.daylight(0.6)
    assert watch.look() is Motion.STILL


def test_a_lamp_on_the_other_side_of_the_table_is_light_and_no_hand(watch: Watch) -> None:
    scene = replace(watch.painter.scene, light=Light(bearing=-40, height=30, ambient=0.2, level=0.6))
    lamp = Painter(scene, BOARD, TOKENS, SIZE)
    watch.painter = lamp
    assert watch.look() in {Motion.STILL, Motion.RELIT}


def test_what_was_overexposed_need_not_get_dark_with_the_rest(watch: Watch) -> None:
    picture = watch.picture().astype(float)
    x, y = watch.calibration.places(BOARD)[BOARD.index[PlaceId("i5")]].astype(int)
    picture[y - 60 : y + 60, x - 60 : x + 60] = 400
    bright, dim = (np.clip(picture * light, 0, 255).astype(np.uint8) for light in (1, 0.6))
    steady = Steady.watch(watch.calibration, BOARD).feed(bright, 0.0).accept()
    assert steady.feed(dim, 1.0).feed(dim, 1.1).motion is Motion.STILL


def test_a_hand_in_a_good_picture_leaves_no_ghost(watch: Watch) -> None:
    watch.table.hand(PlaceId("f5"))
    watch.look()
    watch.steady = watch.steady.accept()
    assert watch.look() is Motion.STILL
    watch.table.no_hand()
    assert watch.look() is Motion.STILL
    watch.table.hand(PlaceId("d2"))
    assert watch.look() is Motion.HAND


class Plain:
    """A table of one colour from straight above, seen by a noisy camera; what is added to its pictures lies on it."""

    def __init__(self, noise: float) -> None:
        self.noise, self.chance = noise, np.random.default_rng(1)
        self.calibration = Calibration(BOARD.name, np.array([[25, 0, 320], [0, -25, 240], [0, 0, 1.0]]), (640, 480))
        self.steady, self.frames = Steady.watch(self.calibration, BOARD), 0

    def look(
        self, added: NDArray[np.float64] | float = 0.0, *, lit: Lamps = frozenset(), switched: Lamps = frozenset()
    ) -> Motion:
        picture = 120 + added + self.chance.normal(0, self.noise, (480, 640, 3))
        self.frames += 1
        shown = np.clip(picture, 0, 255).astype(np.uint8)
        self.steady = self.steady.feed(shown, self.frames / 10, lit, switched)
        return self.steady.motion


def spots(level: float, *middles: tuple[int, int]) -> NDArray[np.float64]:
    """So much more light around these pixels, as wide as a piece."""
    light = np.zeros((480, 640, 1), np.float32)
    for middle in middles:
        cv2.circle(light, middle, 14, level, -1)
    return light.astype(np.float64)


def test_a_noisy_camera_is_no_quieter_while_every_lamp_blinks() -> None:
    table, lamps = Plain(noise=15), frozenset(place.id for place in BOARD.places)
    for _ in range(80):
        table.look()
    table.steady = table.steady.accept()
    seen = {table.look(lit=lamps if frame % 2 else frozenset(), switched=lamps) for frame in range(40)}
    assert seen == {Motion.STILL}


def test_a_lamp_that_goes_on_or_out_is_nobody_s_movement() -> None:
    table, lamps = Plain(noise=3), frozenset({PlaceId("i5")})
    for _ in range(20):
        table.look()
    table.steady = table.steady.accept()
    glare = spots(60, (320, 240))
    blinking = [table.look(glare * share, lit=lamps, switched=lamps) for share in (0.5, 1, 0.5, 0) * 3]
    assert set(blinking) == {Motion.STILL}
    assert table.look(glare) is Motion.MOVING, "where no lamp was switched something has come"


def test_a_hand_is_a_hand_though_everything_looks_otherwise_than_in_the_light_before() -> None:
    table, sun = Plain(noise=3), spots(60, *((x, y) for x in range(195, 450, 50) for y in range(115, 370, 50)))
    for light in (sun, 0.0):
        for _ in range(5):
            table.look(light)
        table.steady = table.steady.accept()
    arm = np.zeros((480, 640, 1))
    arm[200:, 300:340] = -60
    assert [table.look(arm) for _ in range(3)] == [Motion.MOVING, Motion.HAND, Motion.HAND]
    assert [table.look(sun) for _ in range(3)][1:] == [Motion.STILL] * 2, "that light was good, too"


def test_of_a_board_that_was_half_out_of_sight_and_comes_into_the_picture_the_new_half_is_no_hand() -> None:
    table = Plain(noise=3)
    aside = replace(table.calibration, homography=np.array([[25, 0, 60], [0, -25, 240], [0, 0, 1.0]]))
    steady, picture = Steady.watch(aside, BOARD), np.full((480, 640, 3), 120, np.uint8)
    steady = steady.feed(picture, 0.0).accept()
    pushed = steady.moved(aside, table.calibration, BOARD, picture, 1.0)
    assert (pushed.motion, pushed.changed) == (Motion.STILL, 0.0)
    assert pushed.feed(picture, 1.1).motion is Motion.STILL


def test_the_gleam_of_a_lamp_is_no_arm_though_it_is_wider_than_a_piece() -> None:
    table, lamps = Plain(noise=3), frozenset({PlaceId("i5")})
    for _ in range(20):
        table.look()
    table.steady = table.steady.accept()
    across, down = np.meshgrid(np.arange(640) - 320, np.arange(480) - 240)
    away = np.hypot(across, down) / 25
    gleam = np.exp(-(away**2) / (2 * 0.6**2)) * (away < 1.2)
    red = gleam[..., None] * (10, 40, 120)
    table.look(red, lit=lamps, switched=lamps)
    assert [table.look(red, lit=lamps) for _ in range(4)] == [Motion.STILL] * 4
    [table.look(red) for _ in range(3)]
    assert table.look(red) is Motion.COVERED, "where no lamp shines it is something red"


def test_grey_pictures_do_as_well_and_others_are_refused(watch: Watch) -> None:
    grey = cv2.cvtColor(watch.picture(), cv2.COLOR_BGR2GRAY)
    steady = Steady.watch(watch.calibration, BOARD).feed(np.asarray(grey, np.uint8), 0.0)
    assert steady.motion is Motion.STILL
    with pytest.raises(ValueError, match="calibrated"):
        steady.feed(np.zeros((10, 10), np.uint8), 1.0)


def test_watching_costs_little(watch: Watch) -> None:
    picture = watch.picture()
    cv2.setNumThreads(1)
    began = time.process_time()
    for _ in range(50):
        watch.steady.feed(picture, 9.9)
    assert (time.process_time() - began) / 50 < 0.01  # a tenth of a core at ten frames a second, on any machine
