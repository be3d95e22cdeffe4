"""The evening begins: people lay out the pieces while the camera watches, and nobody waits for it."""

import pytest

from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Playing, opening
from hardware.simulated.scene import Scene
from hardware.simulated.scenes import PRINTED, WOOD
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import Token

STAR = catalogue.game("star", players=2, pieces=10)
START = STAR.view(STAR.start())


@pytest.mark.parametrize("scene", [WOOD, PRINTED], ids=["wood", "printed"])
def test_an_arm_over_the_board_while_pieces_are_laid_teaches_nothing_wrong(scene: Scene) -> None:
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480), scene=scene, followers=[])
    hands = Hands(table)
    last = [PlaceId(name) for name in ("m5", "q1")]
    table.table.lay({place: token for place, token in START.items() if place not in last})
    for place in last:
        table.table.hand(place)
        table.wait(4.0)
        table.table.no_hand()
        table.table.lay({**table.table.view, place: START[place]})
        table.wait(1.0)
    table.wait(2.0)
    assert isinstance(table.loop.state.phase, Playing)
    hands.move((PlaceId("d1"), PlaceId("e5")))
    hands.press()
    assert table.loop.state.ply == 1


def test_what_is_still_missing_is_waited_for() -> None:
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480), followers=[])
    table.table.lay({place: token for place, token in START.items() if place != "q1"})
    table.wait(4.0)
    assert isinstance(table.loop.state.phase, Guided)


@pytest.mark.parametrize(
    ("players", "place", "token"),
    [(2, "d2", "N"), (2, "j6", "S"), (6, "e7", "NW")],
    ids=["another's piece", "a spare marble", "one of six sets"],
)
def test_a_piece_that_has_no_business_there_is_seen_before_the_game_begins(
    players: int, place: str, token: str
) -> None:
    game = catalogue.game("star", players=players)
    right = game.view(game.start())
    table = Simulation(opening(Match.begin(game)), size=(640, 480), followers=[])
    table.table.lay({**right, PlaceId(place): Token(token)})
    table.wait(3.0)
    assert isinstance(table.loop.state.phase, Guided)
    assert [str(one.place) for one in table.loop.state.phase.differences] == [place]
    table.table.lay(right)
    table.wait(2.0)
    assert isinstance(table.loop.state.phase, Playing)
