"""Lamps that blink, and lamps that must shine beneath the right holes: what the eyes make of them at the table."""

from collections import deque
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import pytest

from firmware.events import Event, Nudged
from firmware.kept.table_file import TableFile, known, save, table_path
from firmware.seeing.eyes import Eyes, Lit
from firmware.simulated.hands import LONG_PRESS, Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Lifted, Playing, Press, Refused, State, opening
from firmware.web.hub import Hub
from firmware.web.setting_up import SettingUp
from hardware.ports import Frame
from hardware.simulated.devices import SimulatedCamera, shuffled_chain
from hardware.simulated.painter import Painter
from hardware.simulated.scene import Scene
from hardware.simulated.scenes import PRINTED, WOOD, random_scene
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import EMPTY, Token
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.look import look
from vision.pictures import Picture
from vision.settle import turned_names

SIZE = (640, 480)
STAR = catalogue.game("star", players=2, pieces=10)
START = STAR.view(STAR.start())


def sat_down(scene: Scene = WOOD, press: Press = "button") -> Hands:
    """Two at a table that has been found."""
    hands = Hands(Simulation(opening(Match.begin(STAR)), scene=scene, size=SIZE))
    hands.simulation.loop.state = replace(hands.simulation.loop.state, press=press)
    hands.wait_until_ready()
    assert isinstance(hands.simulation.loop.state.phase, Playing)
    return hands


def played(hands: Hands, start: str, end: str) -> None:
    hands.move((PlaceId(start), PlaceId(end)))
    hands.press()


def off(hands: Hands) -> float:
    """How far from where it lies the board is believed to lie, in pitches; called by the same names."""
    believed = hands.simulation.loop.eyes.calibration
    assert believed is not None
    true = Calibration(believed.board, hands.simulation.camera.truth().homography, SIZE)
    return true.apart(believed, STAR.board)


def refused(hands: Hands) -> None:
    """A piece lies where it may not."""
    played(hands, "d1", "l3")
    assert isinstance(hands.simulation.loop.state.phase, Refused)


def landed(hands: Hands) -> None:
    """A piece lies where it may, and nobody has pressed yet."""
    hands.move((PlaceId("d1"), PlaceId("e5")))
    assert isinstance(hands.simulation.loop.state.phase, Lifted)


class Late:
    """A camera whose pictures come one later than they were taken; ``shone``: by time, which lamps shone in each."""

    def __init__(self, camera: SimulatedCamera, table: Table) -> None:
        self._camera, self._table = camera, table
        self._waiting: deque[Frame] = deque()
        self.shone: dict[float, set[PlaceId]] = {}

    def take(self, after: float = 0.0) -> Frame:
        while len(self._waiting) < 2 or self._waiting[0].at <= after:
            if self._waiting and self._waiting[0].at <= after:
                self._waiting.popleft()
            self._waiting.append(self._camera.take(after))
            self.shone[self._waiting[-1].at] = set(self._table.moment().lamps)
        return self._waiting.popleft()

    def close(self) -> None:
        self._camera.close()


def test_a_picture_that_comes_late_is_known_to_show_the_lamps_of_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sat_down()
    hands.lift(PlaceId("d1"))
    loop = hands.simulation.loop
    loop.camera = late = Late(hands.simulation.camera, hands.table)
    unknown: list[set[PlaceId]] = []
    glance = loop.eyes.glance

    def seen(frame: Frame, lit: Lit, switched: AbstractSet[PlaceId] = frozenset()) -> list[Event]:
        unknown.append(late.shone[frame.at] - set(lit))
        return glance(frame, lit, switched)

    monkeypatch.setattr(loop.eyes, "glance", seen)
    hands.put(PlaceId("d1"))
    hands.simulation.wait(3)
    assert "e5" not in loop.overlay, "the lamps went out meanwhile"
    assert any("e5" in lamps for lamps in late.shone.values())
    assert not any(unknown)


def test_a_lamp_that_turns_out_to_lie_elsewhere_shines_no_longer_where_it_was_thought_to_lie(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = sat_down()
    loop = hands.simulation.loop
    told: list[Lit] = []
    glance = loop.eyes.glance

    def seen(frame: Frame, lit: Lit, switched: AbstractSet[PlaceId] = frozenset()) -> list[Event]:
        told.append(lit)
        return glance(frame, lit, switched)

    monkeypatch.setattr(loop.eyes, "glance", seen)
    hands.lift(PlaceId("d1"))
    assert "e5" in told[-1]
    loop.found_lamps([None if place == "e5" else place for place in loop.chain])
    hands.put(PlaceId("d1"))
    hands.simulation.wait(3)
    assert "e5" not in loop.overlay
    assert told[-1].keys() == loop.overlay.keys()


class LongAgo:
    """A camera that gives pictures which were taken a thousand seconds before."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self._camera = camera

    def take(self, after: float = 0.0) -> Frame:
        frame = self._camera.take(after)
        return replace(frame, at=frame.at - 1000)

    def close(self) -> None:
        self._camera.close()


def test_in_recorded_pictures_whose_time_is_another_those_lamps_shine_that_should(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = sat_down()
    hands.lift(PlaceId("d1"))
    loop = hands.simulation.loop
    loop.camera, loop.recorded = LongAgo(hands.simulation.camera), True
    wrong: list[set[PlaceId]] = []
    glance = loop.eyes.glance

    def seen(frame: Frame, lit: Lit, switched: AbstractSet[PlaceId] = frozenset()) -> list[Event]:
        wrong.append({*lit} ^ {*loop.overlay} | {*switched})
        return glance(frame, lit, switched)

    monkeypatch.setattr(loop.eyes, "glance", seen)
    hands.put(PlaceId("d1"))
    hands.simulation.wait(3)
    assert "e5" not in loop.overlay
    assert wrong
    assert not any(wrong)


@pytest.mark.parametrize("wait", [refused, landed], ids=lambda one: one.__name__)
def test_a_table_at_rest_is_not_read_again_for_its_blinking_lamps(wait: Callable[[Hands], None]) -> None:
    hands = sat_down()
    wait(hands)
    hands.simulation.wait(6)  # once all kinds of blinking have been seen
    read = hands.simulation.loop.eyes.studied
    hands.simulation.wait(20)
    assert hands.simulation.loop.eyes.studied is read


@pytest.mark.parametrize("down", [1.8, 2.0])
def test_what_is_missing_where_the_picture_ends_is_no_hand_and_neither_is_its_lamp(down: float) -> None:
    simulation = Simulation(opening(Match.begin(STAR)), scene=WOOD, size=SIZE)
    simulation.table.nudge(0.0, down)  # the southern tip lies just above the picture's lower edge
    hands = Hands(simulation)
    hands.wait_until_ready()
    simulation.table.fill(PlaceId("a1"), EMPTY)
    hands.press()
    assert isinstance(simulation.loop.state.phase, Refused)
    simulation.wait(6)
    read = simulation.loop.eyes.studied
    simulation.wait(10)
    assert simulation.loop.eyes.studied is read


def test_a_camera_that_is_pushed_while_lamps_blink_is_found() -> None:
    hands = sat_down(PRINTED)
    refused(hands)
    hands.table.nudge(0.9, -0.7, 6)
    hands.simulation.wait(6)
    assert off(hands) < 0.1
    hands.move((PlaceId("l3"), PlaceId("d1")))
    hands.simulation.wait(2)
    assert isinstance(hands.simulation.loop.state.phase, Playing)


def test_a_cup_that_stays_on_the_board_keeps_no_game_without_a_button_from_going_on() -> None:
    hands = sat_down(press="still")
    hands.lift(PlaceId("d1"))
    hands.table.put(PlaceId("e5"))
    hands.table.no_hand()
    hands.table.cover(PlaceId("m7"), 1.6)
    hands.simulation.wait(10)
    assert hands.simulation.loop.state.last.move == "d1-e5"


def test_a_camera_that_sinks_slowly_on_its_arm_is_followed() -> None:
    hands = sat_down()
    for _ in range(10):
        hands.table.nudge(0.0, 0.02)
        hands.simulation.wait(2)
    assert off(hands) > 0.2, "no two pictures show it"
    hands.simulation.wait(15)
    assert off(hands) < 0.1


def test_a_camera_that_sinks_slowly_after_a_bump_is_followed_as_well() -> None:
    hands = sat_down()
    hands.simulation.wait(5)
    hands.table.nudge(0.5, 0.3)
    hands.simulation.wait(3)
    assert off(hands) < 0.1
    for _ in range(10):
        hands.table.nudge(0.0, 0.02)
        hands.simulation.wait(2.5)
    assert off(hands) > 0.18
    hands.simulation.wait(45)
    assert off(hands) < 0.1


def test_where_a_quick_look_is_never_right_after_a_bump_nobody_is_told_of_a_second_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = sat_down()
    hands.simulation.wait(5)
    eyes, nudged = hands.simulation.loop.eyes, []
    glance = eyes.glance

    def seen(frame: Frame, lit: Lit, switched: AbstractSet[PlaceId] = frozenset()) -> list[Event]:
        events = glance(frame, lit, switched)
        nudged.extend(event for event in events if isinstance(event, Nudged))
        return events

    monkeypatch.setattr(eyes, "glance", seen)
    monkeypatch.setattr("firmware.seeing.eyes.strayed", lambda *_: 0.2)
    hands.table.nudge(0.5, 0.3)
    hands.simulation.wait(70)
    assert len(nudged) == 1
    assert off(hands) < 0.1


def test_a_hand_that_rests_over_the_board_is_not_read_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sat_down()
    hands.lift(PlaceId("d1"))
    hands.simulation.wait(3)
    seen = list(hands.simulation.loop.overlay)
    read: list[Picture] = []

    def looked(picture: Picture, *how: Any) -> Evidence:
        read.append(picture)
        return look(picture, *how)

    monkeypatch.setattr("firmware.seeing.eyes.look", looked)
    hands.simulation.wait(20)
    assert list(hands.simulation.loop.overlay) == seen
    assert not read


def test_far_enough_away_the_points_are_still_called_as_they_were() -> None:
    hands = sat_down()
    played(hands, "d1", "e5")
    hands.table.nudge(-4.7, -1.2, 0)
    hands.simulation.wait(8)
    assert off(hands) < 0.1


@pytest.mark.parametrize("turns", [0, 1, 2])
@pytest.mark.parametrize("upside_down", [False, True])
def test_lamps_shine_under_the_holes_before_whichever_points_the_sets_are_laid(turns: int, upside_down: bool) -> None:
    simulation = Simulation(opening(Match.begin(STAR)), scene=WOOD, size=SIZE)
    table = simulation.table
    table.nudge(angle=180 * upside_down)
    lies = turned_names(STAR.board, turns)
    table.lay({lies[place]: token for place, token in START.items()})
    where = Calibration(STAR.board.name, simulation.camera.truth().homography, SIZE)
    simulation.loop.eyes = Eyes(STAR.board, calibration=where)
    hands = Hands(simulation)
    hands.wait_until_ready()
    for first, ends in (("d1", ("e5", "e6")), ("n1", ("m5", "m6"))):  # either set may be the one that begins
        hands.lift(lies[PlaceId(first)])
        phase = simulation.loop.state.phase
        if isinstance(phase, Lifted) and phase.targets:
            assert table.moment().lamps.keys() == {lies[PlaceId(place)] for place in (first, *ends)}
            return
        hands.put(lies[PlaceId(first)])
    pytest.fail("no piece of either set may move")


@pytest.mark.parametrize("size", [SIZE, (800, 600)])
@pytest.mark.parametrize("turns", [0, 1])
def test_a_camera_that_was_moved_or_changed_since_the_calibration_leaves_the_lamps_under_their_holes(
    size: tuple[int, int], turns: int
) -> None:
    before = Simulation(opening(Match.begin(STAR)), size=size)
    where = Calibration(STAR.board.name, before.camera.truth().homography, size).turned(STAR.board, turns)
    simulation = Simulation(opening(Match.begin(STAR)), size=SIZE)
    simulation.loop.eyes = Eyes(STAR.board, calibration=where)
    # Its lamps were found when people called the points so.
    called = {before: place for place, before in turned_names(STAR.board, turns).items()}
    simulation.loop.chain = tuple(place and called[place] for place in simulation.loop.chain)
    simulation.table.nudge(3.0, 2.0)  # another point lies nearest now to where south was
    hands = Hands(simulation)
    hands.wait_until_ready()
    hands.lift(PlaceId("d1"))
    assert simulation.table.moment().lamps.keys() == {"d1", "e5", "e6"}


@pytest.mark.parametrize("tapped", [False, True])
def test_a_board_that_is_found_anew_on_the_page_leaves_the_lamps_under_their_holes(*, tapped: bool) -> None:
    simulation = Simulation(opening(Match.begin(STAR)), scene=WOOD, size=SIZE)
    # People called another point south than the lowest one when its lamps were found, and lay the pieces so.
    lies = turned_names(STAR.board, 1)
    called = {before: place for place, before in lies.items()}
    lowest = Calibration(STAR.board.name, simulation.camera.truth().homography, SIZE)
    simulation.table.lay({lies[place]: token for place, token in START.items()})
    loop = simulation.loop
    loop.eyes = Eyes(STAR.board, calibration=lowest.turned(STAR.board, 1))
    loop.chain = tuple(place and called[place] for place in loop.chain)
    loop.frame = simulation.camera.take()
    hub, hands = Hub(), Hands(simulation)
    hub.attach(loop)
    page = SettingUp(hub)
    corners = zip(STAR.board.corners, lowest.corners(STAR.board) / SIZE, strict=True)
    page.find({"corners": {name: [x, y] for name, (x, y) in corners}} if tapped else {})
    page.find({"keep": True})
    loop.hear()
    hands.wait_until_ready()
    hands.lift(lies[PlaceId("d1")])
    lit = {lies[PlaceId(place)] for place in ("d1", "e5", "e6")}
    assert simulation.table.moment().lamps.keys() == lit
    again = known(STAR.board)
    assert again.calibration is not None
    assert again.calibration.turned(STAR.board, int(tapped)).apart(lowest.turned(STAR.board, 1), STAR.board) < 0.1
    # So it is after a restart.
    loop.eyes, loop.chain = Eyes(STAR.board, calibration=again.calibration), again.chain or loop.chain
    hands.put(lies[PlaceId("d1")])
    hands.press()
    hands.lift(lies[PlaceId("d1")])
    assert simulation.table.moment().lamps.keys() == lit


@pytest.mark.parametrize("found", [False, True])
def test_who_taps_the_wrong_south_on_the_page_and_then_the_right_one_moves_no_lamp(*, found: bool) -> None:
    """``found``: which lamp lies where is known; otherwise the chain lies as in the plan."""
    simulation = Simulation(opening(Match.begin(STAR)), scene=WOOD, size=SIZE)
    loop, lowest = simulation.loop, Calibration(STAR.board.name, simulation.camera.truth().homography, SIZE)
    before = shuffled_chain(STAR.board, seed=6) if found else None
    save(TableFile(STAR.board.name, lowest, before), table_path(STAR.board))
    loop.eyes, loop.chain = Eyes(STAR.board, calibration=lowest), before or loop.chain
    loop.frame = simulation.camera.take()
    hub = Hub()
    hub.attach(loop)
    page = SettingUp(hub)
    for point in ("SW", "S"):
        x, y = lowest.places(STAR.board)[STAR.board.index[STAR.board.corners[point]]] / SIZE
        page.find({"south": [x, y]})
        page.find({"keep": True})
        loop.hear()
    after = known(STAR.board)
    assert after.calibration is not None
    assert after.calibration.apart(lowest, STAR.board) < 0.1
    assert (after.chain or loop.chain) == loop.chain


def test_a_board_that_is_found_anew_in_mid_game_changes_nobodys_side() -> None:
    hands = sat_down()
    played(hands, "d1", "e5")
    played(hands, "n1", "m5")
    loop, hub = hands.simulation.loop, Hub()
    hub.attach(loop)
    page = SettingUp(hub)
    page.find({})
    page.find({"keep": True})
    # Turned round, and with their colours changed, this table would lie just as it should.
    across, lies = turned_names(STAR.board, 3), loop.state.game.view(loop.state.position)
    other = {"S": "N", "N": "S", EMPTY: EMPTY}
    hands.table.lay({across[place]: Token(other[token]) for place, token in lies.items()})
    hands.press()
    assert isinstance(loop.state.phase, Refused)


def test_a_telephone_that_was_stood_upright_in_mid_game_leaves_the_lamps_under_their_holes() -> None:
    hands = sat_down()
    played(hands, "d1", "e5")
    camera = hands.simulation.camera
    upright = replace(WOOD, pose=replace(WOOD.pose, roll=90.0))
    camera.painter = Painter(upright, hands.table.board, hands.table.tokens, (SIZE[1], SIZE[0]))
    hands.simulation.wait(3)
    hands.press()  # nothing was moved, but now the board is looked for
    hands.lift(PlaceId("n1"))
    assert hands.table.moment().lamps.keys() == {"n1", "m5", "m6"}


def test_lamps_and_voice_answer_before_the_new_look_of_the_table_is_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = sat_down()
    loop, told, learn = hands.simulation.loop, list[str](), Eyes.learn
    loop.say = lambda reason: told.append(reason.id)

    def learnt(eyes: Eyes, state: State, *, trust: bool = False) -> None:
        told.append(f"learnt while {len(hands.simulation.table.moment().lamps)} lamps shine")
        learn(eyes, state, trust=trust)

    monkeypatch.setattr(Eyes, "learn", learnt)
    played(hands, "d1", "e5")
    trail = len(loop.overlay)
    assert trail > 1
    assert told[-2:] == ["your-turn", f"learnt while {trail} lamps shine"]


def test_a_camera_moved_far_aside_from_glass_of_six_kinds_tells_which_point_is_south_all_the_same() -> None:
    six = catalogue.game("star", players=6)
    table = Simulation(opening(Match.begin(six)), size=SIZE, scene=random_scene(748808), seed=223)
    x, y = table.camera.truth().pixels[0].tolist()
    table.loop.eyes.south = (x, y)
    hands = Hands(table)
    hands.wait_until_ready()
    hands.move(six.moves(six.start())[0])
    for seconds in (0.1, LONG_PRESS, LONG_PRESS):  # it is asked about, and named
        hands.press(seconds)
    assert table.loop.state.ply == 1
    table.table.nudge(3.0, 2.0)  # another point lies nearest now, and hardly any glass looks wrong on it
    table.wait(3.0)
    assert off(hands) < 0.1


def test_a_board_turned_about_its_middle_is_no_other_light_and_its_points_are_called_as_before() -> None:
    fifteen = catalogue.game("star", players=2)
    hands = Hands(Simulation(opening(Match.begin(fifteen)), scene=WOOD, size=SIZE))
    hands.wait_until_ready()
    played(hands, "d1", "f6")
    hands.table.push(0.2, 0.1, 180.0)
    hands.simulation.wait(2.0)
    played(hands, "n4", "l7")
    assert off(hands) < 0.2
    assert not isinstance(hands.simulation.loop.state.phase, Refused)


def test_once_a_move_was_taken_on_a_turned_board_the_next_one_is_not_doubted() -> None:
    three = catalogue.game("star", players=3)
    table = Simulation(opening(Match.begin(three)), size=SIZE, scene=random_scene(74427))
    x, y = table.camera.truth().pixels[0].tolist()
    table.loop.eyes.south = (x, y)
    hands = Hands(table)
    hands.wait_until_ready()
    played(hands, "c3", "e7")
    hands.table.push(0.2, 0.1, 180.0)
    table.wait(1.5)
    hands.move((PlaceId("m3"), PlaceId("k3")))
    for seconds in (0.1, LONG_PRESS):  # the light falls on it from another side: it is asked about
        hands.press(seconds)
    played(hands, "j10", "j9")
    assert [ply.move for ply in table.loop.state.history[1:]] == ["c3:e7", "m3:k3", "j10-j9"]
