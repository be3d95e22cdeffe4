"""Scenes at the simulated table: the referee sees only its camera's pictures."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.events import Entry, NameMove
from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.replay import check
from firmware.simulated.hands import LONG_PRESS, REST_SECONDS, Hands
from firmware.simulated.simulation import Simulation
from firmware.simulated.stress import Stress
from firmware.states import Guided, Lifted, Playing, Refused, Unsure, opening, places
from firmware.words.sayings import DARK_WAY_ON, LIGHT_BACK, TOO_DARK, UNCOVER
from hardware.simulated.painter import Painter
from hardware.simulated.scene import Light, Scene
from hardware.simulated.scenes import PRINTED, WOOD
from hardware.simulated.tile_scenes import random_scene_of
from rules import catalogue
from rules.game import Game
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import EMPTY
from vision.look import look

SIZE = (640, 480)
STAR = catalogue.game("star", players=2, pieces=10)
DUSKY = 279072
"""A scene that is still read where it is nearly dark, but so badly that nothing should be learnt."""
SLANTED = 829940
"""Tall pawns seen from so low that round things leave in doubt where the board lies."""


class Heard:
    """Everything that was told and said."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.said: list[str] = []

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.entries]


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def hands(heard: Heard) -> Hands:
    """A table that has been found and taken as the start of a game for two."""
    table = Simulation(
        opening(Match.begin(STAR)),
        size=SIZE,
        say=lambda reason: heard.said.append(str(reason)),
        followers=[heard.entries.append],
    )
    hands = Hands(table)
    hands.wait_until_ready()
    assert isinstance(table.loop.state.phase, Playing)
    return hands


@pytest.mark.parametrize("clumsy", [lambda hands: hands.put(PlaceId("c2")), lambda hands: hands.lift(PlaceId("e5"))])
def test_a_hand_that_can_do_nothing_goes_away_again(hands: Hands, clumsy: Callable[[Hands], None]) -> None:
    with pytest.raises(ValueError, match=r"c2|e5|hand"):
        clumsy(hands)
    hands.simulation.wait(REST_SECONDS)
    hands.press()
    assert isinstance(hands.simulation.loop.state.phase, Playing), "nothing lies over the board"


def six_at(seed: int) -> tuple[Game[Any, Any], Scene, Hands]:
    """A game for six at a table drawn by lot, taken as its start; one click has told which point is south."""
    game = catalogue.game("star", players=6)
    scene = random_scene_of(game.board, seed)
    table = Simulation(opening(Match.begin(game)), scene=scene, size=SIZE)
    x, y = table.camera.truth().pixels[0]
    table.loop.eyes.south = (float(x), float(y))
    hands = Hands(table)
    hands.wait_until_ready()
    return game, scene, hands


def path(*places: str) -> tuple[PlaceId, ...]:
    return tuple(map(PlaceId, places))


def moves(hands: Hands) -> Sequence[str]:
    return [ply.move for ply in hands.simulation.loop.state.history[1:]]


def test_a_lifted_piece_lights_its_destinations_and_nothing_else(hands: Hands) -> None:
    hands.lift(PlaceId("d1"))
    state = hands.simulation.loop.state
    assert isinstance(state.phase, Lifted)
    assert state.phase.place == "d1"
    lit = {place for place, colour in hands.table.moment().lamps.items() if colour[2] > colour[0]}
    assert lit == {move[-1] for move in STAR.moves(state.position) if move[0] == "d1"}


def test_where_a_piece_was_put_down_the_lamps_say_before_anybody_presses(hands: Hands) -> None:
    hands.lift(PlaceId("d1"))
    hands.put(PlaceId("e5"))
    hands.simulation.wait(0.3)
    assert hands.simulation.loop.state.phase == Lifted("d1", ("e5", "e6"), landed="e5")
    assert set(hands.simulation.loop.overlay) == {"d1", "e5"}
    assert moves(hands) == []
    hands.press()
    assert moves(hands) == ["d1-e5"]


def test_a_move_is_taken_when_the_button_is_pressed_and_not_before(hands: Hands) -> None:
    hands.move(path("d1", "e5"))
    assert moves(hands) == []
    hands.press()
    assert moves(hands) == ["d1-e5"]
    assert hands.simulation.loop.state.to_move == "N"


def test_a_hop_without_its_stepping_stone_is_refused_with_the_stone_and_mended(hands: Hands, heard: Heard) -> None:
    hands.move(path("d1", "f4"))
    hands.press()
    state = hands.simulation.loop.state
    assert isinstance(state.phase, Refused)
    assert any("e5" in sentence for sentence in heard.said)
    assert {"d1", "f4"} <= set(hands.table.moment().lamps) | {found.place for found in state.phase.differences}
    hands.move(path("f4", "d1"))
    hands.press()
    assert isinstance(hands.simulation.loop.state.phase, Playing)
    assert moves(hands) == []


def to_put_right(hands: Hands, seconds: float) -> set[tuple[PlaceId, ...]]:
    """Every list of what is to be put right that people saw meanwhile."""
    seen = set()
    until = hands.simulation.clock.now() + seconds
    while hands.simulation.clock.now() < until:
        hands.simulation.loop.turn()
        phase = hands.simulation.loop.state.at_rest()
        seen.add(places(phase.wrong) if isinstance(phase, Guided | Refused) else ())
    return seen


@pytest.mark.parametrize("place", ["a1", "c2", "q1"])
def test_a_knocked_marble_is_asked_for_until_it_lies_in_its_hole_again(hands: Hands, place: str) -> None:
    hole = PlaceId(place)
    hands.table.knock(hole)
    hands.simulation.wait(1.5)
    hands.press()
    # Its lamp blinks: lit, the empty hole looks a little like a hole with its marble.
    assert to_put_right(hands, 5.0) == {(hole,)}
    hands.table.hand(hole)
    assert to_put_right(hands, 1.0) == {(hole,)}
    hands.table.no_hand()
    assert to_put_right(hands, 2.0) == {(hole,)}
    hands.table.pick_up()
    hands.put(hole)
    hands.simulation.wait(1.5)
    assert isinstance(hands.simulation.loop.state.phase, Playing)


def test_the_list_of_what_to_put_right_does_not_blink_with_the_lamps() -> None:
    # In this picture a lit hole looks surely like the piece that belongs there, and like a hole again once it is dark.
    hands = Hands(Simulation(opening(Match.begin(catalogue.game("star", players=2))), size=(800, 600)))
    hands.wait_until_ready()
    hands.move(path("a1", "i5"))
    hands.press()
    assert to_put_right(hands, 2.5) == {path("a1", "i5")}
    hands.table.lift(PlaceId("i5"))
    hands.table.put(PlaceId("a1"))
    hands.simulation.wait(1.0)
    assert isinstance(hands.simulation.loop.state.phase, Playing)


def test_a_move_that_was_named_beneath_a_plate_is_seen_as_soon_as_the_plate_goes(hands: Hands) -> None:
    hands.move(path("d2", "e6"))
    hands.table.cover(PlaceId("e6"), 0.5)
    hands.press()
    hands.simulation.loop.put(NameMove(hands.simulation.clock.now(), "d2-e6"))
    hands.simulation.wait(1.0)
    assert to_put_right(hands, 2.0) == {path("e6")}
    # Nothing but lamps changes from then on, and they light the hole in which all is well.
    hands.table.uncover()
    hands.simulation.wait(2.0)
    assert isinstance(hands.simulation.loop.state.phase, Playing)


def test_a_plate_over_what_is_missing_does_not_put_it_right(hands: Hands, heard: Heard) -> None:
    hole = PlaceId("a1")
    hands.table.knock(hole)
    hands.simulation.wait(1.5)
    hands.press()
    hands.table.cover(hole, 1.5)
    assert to_put_right(hands, 3.0) == {(hole,)}
    hands.press()
    assert heard.said[-1] == str(UNCOVER(places=hole))
    hands.table.uncover()
    assert to_put_right(hands, 3.0) == {(hole,)}
    hands.table.pick_up()
    hands.put(hole)
    hands.simulation.wait(1.5)
    assert isinstance(hands.simulation.loop.state.phase, Playing)


def test_when_the_light_goes_out_people_hear_so_once_and_nothing_of_covering(hands: Hands, heard: Heard) -> None:
    hands.table.daylight(0.0)
    hands.simulation.wait(1.5)
    hands.press()
    assert heard.said[-3:] == [str(TOO_DARK()), str(TOO_DARK()), str(DARK_WAY_ON())]
    hands.press(LONG_PRESS)
    hands.press(LONG_PRESS)
    hands.simulation.wait(3.0)  # the move that is asked about blinks, and lights the dark
    assert heard.said[-1].startswith("Was it ")
    assert not any("uncover" in said.lower() for said in heard.said)
    hands.table.daylight(1.0)
    hands.simulation.wait(1.5)
    while isinstance(hands.simulation.loop.state.phase, Unsure) and hands.simulation.loop.state.phase.asked is not None:
        hands.press()
    hands.press()
    assert isinstance(hands.simulation.loop.state.phase, Playing)


def test_what_lies_there_counts_when_people_hold_the_button(hands: Hands, heard: Heard) -> None:
    hands.move(path("d1", "f4"))
    hands.press()
    hands.press(LONG_PRESS)
    assert [ply.kind for ply in hands.simulation.loop.state.history] == ["start", "correction"]
    assert "correction" in heard.kinds()


def test_a_forgotten_press_gives_both_moves(hands: Hands) -> None:
    hands.move(path("d1", "e5"))
    hands.move(path("n1", "m5"))
    hands.press()
    assert moves(hands) == ["d1-e5", "n1-m5"]


def test_the_opponents_piece_is_not_moved_for_him(hands: Hands) -> None:
    hands.move(path("n1", "m5"))
    hands.press()
    assert moves(hands) == []
    assert isinstance(hands.simulation.loop.state.phase, Refused)


def test_a_bumped_camera_is_found_again_and_play_goes_on(hands: Hands) -> None:
    hands.table.nudge(0.7, -0.5, 2.0)
    hands.simulation.wait(1.5)
    hands.move(path("d1", "e5"))
    hands.press()
    assert moves(hands) == ["d1-e5"]


def test_a_board_that_was_turned_round_is_known_by_what_lies_on_it(hands: Hands) -> None:
    for move in (("d1", "e5"), ("n1", "m5")):
        hands.move(path(*move))
        hands.press()
    # Another point now lies where south lay, and the light falls on everything from another side.
    hands.table.push(0.4, 0.3, 120.0)
    hands.simulation.wait(2)
    hands.move(path("c1", "d1"))
    hands.press()
    doubt = hands.simulation.loop.state.phase
    assert isinstance(doubt, Unsure)
    assert doubt.between[0] == ("c1-d1",)
    hands.press(LONG_PRESS)
    assert moves(hands) == ["d1-e5", "n1-m5", "c1-d1"]
    hands.move(path("n3", "n1"))
    hands.press()
    assert moves(hands)[-1] == "n3:n1"


@pytest.mark.parametrize("way", [(0.7, 2.0, -1.0), (-1.5, -1.1, 40.0)])
def test_a_moved_board_that_is_hard_to_find_is_known_by_what_should_lie_on_it(way: tuple[float, float, float]) -> None:
    _, _, hands = six_at(SLANTED)
    hands.table.nudge(*way)
    hands.simulation.wait(1.5)
    hands.move(path("c1", "e5"))
    hands.press()
    assert moves(hands) == ["c1:e5"]


def test_a_bump_before_the_first_move_is_noticed_and_so_is_the_next_one(hands: Hands, heard: Heard) -> None:
    for number, (x, y) in enumerate(((0.6, -0.4), (-0.5, 0.5)), 1):
        hands.table.nudge(x, y, 1.0)
        hands.simulation.wait(1.5)
        assert heard.kinds().count("nudged") == number
    hands.move(path("d1", "e5"))
    hands.press()
    assert moves(hands) == ["d1-e5"]


def test_a_lamp_that_goes_out_is_no_hand_that_stays(hands: Hands) -> None:
    hands.move(path("d1", "f4"))
    hands.press()
    assert isinstance(hands.simulation.loop.state.phase, Refused)
    other = Light(bearing=-40, height=30, ambient=0.2, level=0.6)
    hands.simulation.camera.painter = Painter(
        replace(WOOD, light=other), STAR.board, hands.table.tokens, hands.simulation.camera.painter.size
    )
    hands.simulation.wait(1.0)
    hands.move(path("f4", "d1"))
    hands.simulation.wait(5.0)
    # Nobody pressed: a table that lies still is looked at.
    assert isinstance(hands.simulation.loop.state.phase, Playing)
    hands.move(path("d1", "e5"))
    hands.press()
    assert moves(hands) == ["d1-e5"]


def test_what_is_pressed_in_the_dark_teaches_nothing() -> None:
    game, scene, hands = six_at(DUSKY)
    table = hands.simulation
    other = replace(scene, light=Light(bearing=scene.light.bearing + 90, height=40, ambient=0.3, level=0.7))
    table.camera.painter = Painter(other, game.board, hands.table.tokens, SIZE)
    table.wait(3.0)
    hands.table.daylight(0.012)
    table.wait(0.6)
    hands.press()
    hands.table.daylight(1.0)
    table.wait(2.5)
    eyes = table.loop.eyes
    assert eyes.calibration is not None
    seen = look(table.camera.take().picture, game.board, eyes.calibration, eyes.reader)
    assert {place: one.token for place, one in seen.places.items()} == hands.table.view
    assert sum(one.p < 0.99 for one in seen.places.values()) < len(seen.places) / 3


def test_once_there_is_light_again_people_hear_so_and_are_not_left_with_the_dark(hands: Hands, heard: Heard) -> None:
    before = len(heard.said)
    for _ in range(2):
        hands.table.daylight(0.0)
        hands.simulation.wait(2.0)
        hands.table.daylight(1.0)
        hands.simulation.wait(1.5)
    assert heard.said[before:] == [str(TOO_DARK()), str(LIGHT_BACK())] * 2
    assert heard.kinds().count("light-back") == 2


def test_a_lamp_that_blinks_in_the_dark_is_no_light(hands: Hands, heard: Heard) -> None:
    hands.move(path("d1", "e5"))
    hands.table.daylight(0.0)
    hands.simulation.wait(1.5)
    hands.press(LONG_PRESS)
    hands.press(LONG_PRESS)
    hands.simulation.wait(5.0)  # the move that is asked about blinks
    assert heard.said[-1].startswith("Was it ")
    assert str(LIGHT_BACK()) not in heard.said


def test_where_nothing_can_be_read_people_are_told_so_and_not_asked(hands: Hands, heard: Heard) -> None:
    hands.move(path("d1", "e5"))
    hands.table.daylight(0.0)
    hands.simulation.wait(1.5)
    hands.press()
    assert isinstance(hands.simulation.loop.state.phase, Lifted)
    assert heard.said[-2:] == [str(TOO_DARK()), str(DARK_WAY_ON())]
    hands.table.daylight(1.0)
    hands.simulation.wait(1.5)
    hands.press()
    assert moves(hands) == ["d1-e5"]


def test_a_plate_on_the_board_is_no_part_of_it(hands: Hands, heard: Heard) -> None:
    hands.table.cover(PlaceId("i5"), 1.5)
    hands.simulation.wait(0.7)
    hands.move(path("d1", "e5"))
    hands.press()
    assert moves(hands) == ["d1-e5"]
    hands.table.uncover()
    hands.simulation.wait(1.0)
    before = heard.kinds().count("hand")
    hands.lift(PlaceId("n1"))
    assert isinstance(hands.simulation.loop.state.phase, Lifted)
    assert heard.kinds().count("hand") > before


def test_an_unplugged_camera_is_told_and_the_game_goes_on_when_it_is_back(hands: Hands, heard: Heard) -> None:
    hands.simulation.camera.unplug()
    hands.simulation.wait(2.0)
    assert "camera-lost" in heard.kinds()
    hands.simulation.camera.plug_in()
    hands.simulation.wait(2.0)
    assert "camera-back" in heard.kinds()
    hands.move(path("d1", "e5"))
    hands.press()
    assert moves(hands) == ["d1-e5"]


def test_lamps_are_dark_in_every_careful_picture(hands: Hands) -> None:
    hands.move(path("d1", "e5"))
    hands.press()  # from now on the trail of the move is lit
    hands.move(path("n1", "m5"))
    hands.press()
    assert moves(hands) == ["d1-e5", "n1-m5"]
    frames = hands.simulation.lights.shown
    careful = [number for number, lit in enumerate(frames) if not any(any(colour) for colour in lit)]
    assert careful
    # dark for the picture, and lit again after it
    assert any(any(any(colour) for colour in frames[number + 1]) for number in careful if number + 1 < len(frames))


def test_a_doubtful_table_is_looked_at_for_longer() -> None:
    # Noise of a sensor hides whether an empty place holds one of the marbles that look like the holes.
    game = catalogue.game("star", players=6)
    table = Simulation(opening(Match.begin(game)), scene=random_scene_of(game.board, 146735), size=SIZE, seed=1)
    x, y = table.camera.truth().pixels[0]
    table.loop.eyes.south = (float(x), float(y))
    hands = Hands(table)
    hands.wait_until_ready()
    for ply in range(4):
        hands.move(game.moves(table.loop.state.position)[0])
        hands.press()
        assert table.loop.state.ply == ply + 1


def test_the_record_of_a_game_through_pictures_is_legal(tmp_path: Path) -> None:
    match = Match.begin(STAR)
    with Journal.create(tmp_path, match, 0.0, table="test") as journal:
        table = Simulation(opening(match), size=SIZE, keeper=JournalKeeper(journal))
        hands = Hands(table)
        hands.wait_until_ready()
        hands.move(path("d1", "e5"))
        hands.press()
        hands.move(path("n1", "j3"))  # no such move: its picture is kept beside the record
        hands.press()
        made = check(journal.path)
    assert made.stop is None
    assert made.state.ply == 1
    assert len(list(journal.path.with_suffix("").glob("*.jpg"))) == 1


def test_a_table_laid_quite_otherwise_counts_as_it_lies_for_people_who_insist(hands: Hands) -> None:
    view = dict(STAR.view(hands.simulation.loop.state.position))
    home = [place for place, seen in view.items() if seen == "S"]
    for number, place in enumerate(home, 1):
        view[PlaceId(f"g{number}")], view[place] = view[place], EMPTY
    hands.table.lay(view)
    hands.simulation.wait(5)
    hands.press()
    refused = hands.simulation.loop.state.phase
    assert isinstance(refused, Refused)
    assert {found.seen for found in refused.differences} == {"S", EMPTY}
    hands.press(LONG_PRESS)
    assert STAR.view(hands.simulation.loop.state.position) == view


def test_a_cleared_table_is_never_the_position_however_long_people_insist(hands: Hands) -> None:
    hands.table.lay({})
    hands.simulation.wait(5)
    hands.press()
    hands.press(LONG_PRESS)
    assert isinstance(hands.simulation.loop.state.phase, Refused)


def test_nobody_begins_on_an_empty_board_by_insisting() -> None:
    table = Simulation(opening(Match.begin(STAR)), size=SIZE)
    lies = table.table.view
    table.table.lay({})
    hands = Hands(table)
    hands.wait_until_ready()  # which insists
    assert isinstance(table.loop.state.phase, Guided)
    table.table.lay(lies)
    table.wait(8)
    assert isinstance(table.loop.state.phase, Playing)


def test_pieces_not_yet_set_up_are_named(heard: Heard) -> None:
    table = Simulation(opening(Match.begin(STAR)), size=SIZE, say=lambda reason: heard.said.append(str(reason)))
    hands = Hands(table)
    hands.table.lift(PlaceId("a1"))
    hands.table.lift(PlaceId("q1"))
    table.wait(1.0)
    assert isinstance(table.loop.state.phase, Guided)
    assert any("a1" in sentence and "q1" in sentence for sentence in heard.said)
    hands.table.put(PlaceId("q1"))
    hands.table.put(PlaceId("a1"))
    hands.table.hand(PlaceId("b1"))
    table.wait(0.5)
    hands.table.no_hand()
    table.wait(1.5)
    assert isinstance(table.loop.state.phase, Playing)


@pytest.mark.parametrize(("players", "scene", "seed"), [(2, WOOD, 1), (3, PRINTED, 2), (6, WOOD, 3)])
def test_slips_never_make_a_move_that_was_not_made(players: int, scene: object, seed: int) -> None:
    tally = Stress([catalogue.game("star", players=players)], lambda *_: scene, seed, SIZE).run(8)  # type: ignore[arg-type,return-value]  # scenes all
    assert tally.wrong == []
    assert tally.stuck == []
