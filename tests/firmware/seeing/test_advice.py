"""What people are advised once the table is learnt: at most one thing, and the game goes on either way."""

from dataclasses import replace

import pytest

from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Playing, opening
from hardware.simulated.scene import Pose
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.match import Match
from rules.words import Reason

STAR = catalogue.game("star", players=2, pieces=10)


def advised(size: tuple[int, int] = (800, 600), pose: Pose | None = None) -> list[Reason]:
    """What is said of a table seen from ``pose`` until somebody is to move."""
    said: list[Reason] = []
    scene = WOOD if pose is None else replace(WOOD, pose=pose)
    table = Simulation(opening(Match.begin(STAR)), scene=scene, size=size, say=said.append)
    Hands(table).wait_until_ready()
    assert isinstance(table.loop.state.at_rest(), Playing)
    return [reason for reason in said if reason.id.startswith("advice-")]


def test_a_board_well_in_the_picture_needs_no_advice() -> None:
    assert advised() == []


def test_a_board_that_is_very_small_in_the_picture_wants_a_closer_camera() -> None:
    assert [reason.id for reason in advised(size=(300, 225))] == ["advice-small"]


@pytest.mark.parametrize("aside", [3.0, 3.6])
def test_a_point_at_the_pictures_rim_or_beyond_it_wants_the_camera_moved(aside: float) -> None:
    (reason,) = advised(pose=Pose(tilt=0.0, target=(0.0, -aside)))
    assert reason.id == "advice-cut-off"
    assert "q1" in str(reason)
    assert "a1" not in str(reason)


def test_who_begins_on_a_larger_star_than_was_said_is_told_so_once() -> None:
    said: list[Reason] = []
    larger = catalogue.game("star", players=2, size=5)
    meant = Simulation(opening(Match.begin(STAR)), say=said.append)
    meant.loop.camera = Simulation(opening(Match.begin(larger)), clock=meant.clock).camera
    meant.wait(1.0)
    assert isinstance(meant.loop.state.at_rest(), Guided)
    (reason,) = [reason for reason in said if reason.id.startswith("advice-")]
    assert "This star has 181 holes" in str(reason)
    assert "a new game for 5 rows" in str(reason)
