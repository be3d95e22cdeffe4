"""One game is over and the next begins at the same table: what the eyes know of it is handed on."""

import numpy as np
import pytest

from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Playing, opening
from hardware.simulated.scenes import PRINTED
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from vision.readers.hole.reading import HoleReader

STAR = catalogue.game("star", players=2, pieces=10)
FOR_THREE = catalogue.game("star", players=3)


@pytest.fixture(scope="module")
def before() -> Simulation:
    """A table at which a move has been made."""
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    hands = Hands(table)
    hands.wait_until_ready()
    hands.move((PlaceId("d1"), PlaceId("e5")))
    hands.press()
    assert table.loop.state.ply == 1
    return table


def test_the_same_game_again_is_read_with_what_was_learnt(before: Simulation) -> None:
    after = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    after.loop.eyes = before.loop.eyes.again()
    after.wait(0.7)
    assert isinstance(after.loop.state.phase, Playing)
    reader = after.loop.eyes.reader
    assert isinstance(reader, HoleReader)
    assert not np.isnan(reader.seen[0, STAR.board.index[PlaceId("d1")]]).any()  # seen empty in the game before


def test_another_game_on_the_board_is_learnt_where_the_board_is_known_to_lie(before: Simulation) -> None:
    after = Simulation(opening(Match.begin(FOR_THREE)), size=(640, 480))
    after.loop.eyes = before.loop.eyes.again()
    hands = Hands(after)
    hands.wait_until_ready()
    assert isinstance(after.loop.state.phase, Playing)
    evidence = after.loop.eyes.evidence
    assert evidence is not None
    assert {kind.name for kind in evidence.sets} == set(FOR_THREE.seats)


@pytest.mark.parametrize("nudge", [(0.4, 0.2, 1.0), (1.5, -1.0, 9.0)])
def test_a_camera_that_was_moved_between_two_games_finds_the_board(
    before: Simulation, nudge: tuple[float, float, float]
) -> None:
    after = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    after.loop.eyes = before.loop.eyes.again()
    after.table.nudge(*nudge)
    hands = Hands(after)
    hands.wait_until_ready()
    assert isinstance(after.loop.state.phase, Playing)
    calibration = after.loop.eyes.calibration
    assert calibration is not None
    places = calibration.places(STAR.board)
    off = np.linalg.norm(places - after.camera.truth().pixels, axis=1)
    assert off.max() < 0.25 * np.linalg.norm(np.diff(places, axis=0), axis=1).min()


def test_a_camera_that_was_moved_far_aside_finds_the_board_for_another_game_as_well(before: Simulation) -> None:
    after = Simulation(opening(Match.begin(FOR_THREE)), size=(640, 480))
    after.loop.eyes = before.loop.eyes.again()
    after.table.nudge(3.0, 2.0)  # another point lies nearest now to where south was
    after.wait(1.5)
    assert isinstance(after.loop.state.phase, Playing)


def test_where_the_board_is_found_for_another_game_hands_are_seen_over_all_of_it(before: Simulation) -> None:
    told: list[str] = []
    after = Simulation(opening(Match.begin(FOR_THREE)), size=(640, 480), followers=[lambda one: told.append(one.kind)])
    after.loop.eyes = before.loop.eyes.again()
    after.table.nudge(-3.0, 2.0)
    after.wait(1.5)
    assert isinstance(after.loop.state.phase, Playing)
    told.clear()
    Hands(after).reach(PlaceId("e13"))
    after.wait(0.5)
    assert "hand" in told


def test_a_plate_that_still_stands_there_is_not_learnt_as_part_of_the_board(before: Simulation) -> None:
    after = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    after.loop.eyes = before.loop.eyes.again()
    after.table.cover(PlaceId("i9"), 3.0)
    after.wait(1.5)
    assert hidden(after)
    after.table.uncover()
    hands = Hands(after)
    hands.wait_until_ready()
    hands.press()
    assert not hidden(after)
    assert not after.loop.eyes.in_doubt


def hidden(table: Simulation) -> set[PlaceId]:
    """The places of which the last careful picture told nothing."""
    evidence = table.loop.eyes.evidence
    assert evidence is not None
    return {place for place, seen in evidence.places.items() if not seen.likelihoods}


def test_other_pieces_on_another_board_are_learnt_anew(before: Simulation) -> None:
    after = Simulation(opening(Match.begin(STAR)), scene=PRINTED, size=(640, 480))
    after.loop.eyes = before.loop.eyes.again()
    hands = Hands(after)
    hands.wait_until_ready()
    hands.move((PlaceId("d1"), PlaceId("e5")))
    hands.press()
    assert [ply.move for ply in after.loop.state.history[1:]] == ["d1-e5"]
