"""Mandarin square capturing at the simulated table: hands sow, the camera counts, the referee takes it or asks."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from firmware.__main__ import main
from firmware.events import Glimpsed
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Playing, Refused, opening
from hardware.simulated.painter import draw
from hardware.simulated.pit_scenes import CARVED, PRINTED
from hardware.simulated.scene import Light, Scene
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import Token, differences

GAME = catalogue.game("mandarin")


def sitting(scene: Scene = PRINTED) -> tuple[Simulation, Hands]:
    """A table laid for a game, its board found."""
    table = Simulation(opening(Match.begin(GAME)), scene=scene, size=(640, 480))
    hands = Hands(table)
    hands.wait_until_ready()
    return table, hands


def test_two_turns_are_read_from_pictures_alone() -> None:
    table, hands = sitting()
    assert isinstance(table.loop.state.phase, Playing)
    for text in ("a3>", "b2<"):
        state = table.loop.state
        move = GAME.read(text, state.position)
        changes = GAME.changes(state.position, move)
        hands.sow(move.field, {**GAME.view(state.position), **changes}, tuple(changes))
        hands.press()
        after = table.loop.state
        # A doubt is asked about; what is taken is what was made.
        assert after.ply == state.ply or after.last.move == text
        if after.ply == state.ply:
            return
    assert table.loop.state.ply == 2


@pytest.mark.parametrize(("place", "stones"), [("b2", "9"), ("a4", "4")])
def test_a_heap_that_was_laid_wrong_at_a_table_never_seen_before_is_told_and_not_learnt(
    place: PlaceId, stones: str
) -> None:
    table = Simulation(opening(Match.begin(GAME)), scene=CARVED, size=(640, 480))
    table.table.lay({**GAME.view(GAME.start()), place: stones})
    table.wait(3.0)
    assert isinstance(table.loop.state.phase, Guided)
    assert [found.place for found in table.loop.state.phase.wrong] == [place]
    table.table.lay(GAME.view(GAME.start()))
    Hands(table).press()
    assert isinstance(table.loop.state.phase, Playing)


@pytest.mark.parametrize(
    ("scene", "light"),
    [
        (CARVED, Light(bearing=-40, height=30, ambient=0.2, level=0.6)),
        (PRINTED, Light(bearing=30, height=20, level=0.4)),
    ],
)
def test_in_a_light_in_which_nearly_all_heaps_look_too_large_a_right_start_begins_by_itself(
    scene: Scene, light: Light
) -> None:
    table, _ = sitting(replace(scene, light=light))
    assert isinstance(table.loop.state.phase, Playing)


@pytest.mark.parametrize("text", ["a3>", "a1<"])
def test_a_board_on_which_nearly_all_heaps_changed_still_lies_as_it_lay(text: str) -> None:
    table, hands = sitting(CARVED)
    state = table.loop.state
    move = GAME.read(text, state.position)
    changes = GAME.changes(state.position, move)
    hands.sow(move.field, {**GAME.view(state.position), **changes}, tuple(changes))
    hands.press()
    assert table.loop.state.last.move == text


@pytest.mark.parametrize("degrees", [2, -4])
def test_a_board_turned_a_little_by_the_hands_that_sow_is_read_as_before(degrees: int) -> None:
    table, hands = sitting(CARVED)
    table.table.push(0.06, -0.03, degrees)
    hands.sow_as("a3>")
    hands.press()
    assert table.loop.state.ply == 1


@pytest.mark.parametrize("aside", [0.9, -0.9])
def test_a_board_moved_by_more_than_half_its_depth_is_still_called_the_way_round_it_lies(aside: float) -> None:
    # Its northern row now lies nearer to where the southern one was than that one itself.
    table, _ = sitting(CARVED)
    table.table.nudge(0.2, aside, 3.0)
    table.wait(2.0)
    assert table.loop.eyes.calibration is not None
    assert table.loop.eyes.calibration.places(GAME.board) == pytest.approx(table.camera.truth().pixels, abs=12)


def test_while_hands_sow_nothing_is_counted() -> None:
    # No glimpse of heaps decides anything, and on a small machine counting them takes a second.
    table, hands = sitting(CARVED)
    hands.reach(PlaceId("a3"))
    seen = [event for _ in range(20) for event in table.loop.eyes.glance(table.camera.take(), {})]
    glimpses = [event.sighting for event in seen if isinstance(event, Glimpsed)]
    assert glimpses
    assert not any(glimpses)


def test_shadows_of_the_hands_that_sow_do_not_make_the_eyes_forget_the_stones() -> None:
    table = Simulation(opening(Match.begin(GAME)), scene=CARVED, size=(800, 600))
    hands = Hands(table)
    hands.wait_until_ready()
    hands.sow_as("a1>")
    hands.press()
    assert table.loop.state.ply == 1, table.loop.state.phase


def test_a_stone_too_many_is_not_taken() -> None:
    table, hands = sitting()
    view = dict(GAME.view(table.loop.state.position))
    hands.sow(PlaceId("a3"), {**view, PlaceId("a4"): "9"}, (PlaceId("a4"),))
    hands.press()
    assert table.loop.state.ply == 0
    hands.spread([PlaceId("a4")])
    hands.press()
    assert table.loop.state.ply == 0


@pytest.mark.parametrize(("text", "place"), [("a1>", "b4"), ("a3<", "b4")])
def test_where_a_stone_too_many_lies_among_those_that_were_sown_is_told(text: str, place: str) -> None:
    table, hands = sitting(CARVED)
    game, position = table.loop.state.game, table.loop.state.position
    move = game.read(text, position)
    sown = dict(game.view(game.play(position, move)))
    sown[PlaceId(place)] = Token(str(int(sown[PlaceId(place)]) + 1))
    hands.sow(move.field, sown, tuple(differences(game.view(position), sown)))
    hands.press()
    phase = table.loop.state.phase
    assert isinstance(phase, Refused)
    assert [found.place for found in phase.amiss] == [place]
    assert phase.amiss[0].seen == sown[PlaceId(place)]


def test_one_picture_is_read_as_other_programs_expect_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, truth = draw(Table(GAME.board, GAME.view(GAME.start())), PRINTED, (640, 480))
    cv2.imwrite(str(tmp_path / "board.png"), picture)
    drawn = tmp_path / "read.png"
    assert main(["read", str(tmp_path / "board.png"), "--game", "mandarin", "--json", "--annotate", str(drawn)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["found"]) == ("mandarin", True)
    assert set(told["board"]["corners"]) == {"SW", "SE", "NE", "NW", "W", "E"}
    assert list(told["places"]) == [place.id for place in GAME.board.places]
    for place, pixel in zip(GAME.board.places, truth.pixels, strict=True):
        heap = told["places"][place.id]
        assert heap["px"] == pytest.approx(pixel.tolist(), abs=12)
        assert heap["low"] <= heap["count"] <= heap["high"]
        assert ("mandarin" in heap) == (place.id in ("W", "E"))
    assert drawn.exists()
    assert main(["read", str(tmp_path / "board.png"), "--game", "mandarin"]) == 0
    assert "board found with confidence" in capsys.readouterr().out


@pytest.mark.parametrize("scene", [CARVED, PRINTED])
def test_what_is_pressed_in_the_dark_teaches_nothing(scene: Scene) -> None:
    table, hands = sitting(scene)
    table.table.daylight(0.0)
    table.wait(2.0)
    hands.press()
    table.table.daylight(1.0)
    table.wait(3.0)
    hands.press()
    assert isinstance(table.loop.state.phase, Playing)
    assert table.loop.state.ply == 0


@pytest.mark.parametrize(("scene", "place"), [(CARVED, "b5"), (PRINTED, "a1")])
def test_what_lies_under_a_lid_is_not_forgotten(scene: Scene, place: PlaceId) -> None:
    table, hands = sitting(scene)
    table.table.cover(place)
    table.wait(2.0)
    hands.press()
    table.table.uncover()
    table.wait(2.0)
    hands.press()
    assert isinstance(table.loop.state.phase, Playing)
    assert table.loop.state.ply == 0


@pytest.mark.parametrize(("scene", "ends"), [(CARVED, ("W", "E")), (PRINTED, ("E", "b1"))])
def test_a_board_whose_ends_are_covered_for_long_is_not_found_a_field_further_on(
    scene: Scene, ends: tuple[PlaceId, PlaceId]
) -> None:
    table, hands = sitting(scene)
    for place in ends:
        table.table.cover(place)
    table.wait(4.0)
    table.table.uncover()
    hands.press()
    assert isinstance(table.loop.state.phase, Playing)
