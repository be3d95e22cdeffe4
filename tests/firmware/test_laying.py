"""The evening begins: people lay out the pieces while the camera watches, and nobody waits for it."""

from typing import Any

import pytest

from firmware import events
from firmware.other_start import OTHER_START
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Playing, opening, places
from hardware.simulated.scene import Scene
from hardware.simulated.scenes import PRINTED, WOOD
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import EMPTY
from rules.words import Reason
from tests.firmware.scene import Scene as Session

STAR = catalogue.game("star", players=2, pieces=10)
START = STAR.view(STAR.start())


@pytest.mark.parametrize("scene", [WOOD, PRINTED], ids=["wood", "printed"])
def test_an_arm_over_the_board_while_pieces_are_laid_teaches_nothing_wrong(scene: Scene) -> None:
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480), scene=scene)
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
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    table.table.lay({place: token for place, token in START.items() if place != "q1"})
    table.wait(4.0)
    assert isinstance(table.loop.state.phase, Guided)


def test_a_table_nobody_lays_is_looked_at_ever_more_seldom_and_at_once_when_somebody_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    table.table.lay(dict.fromkeys(START, EMPTY))
    eyes, looks = table.loop.eyes, list[float]()
    study = eyes.study

    def counted(*given: Any, **also: Any) -> events.Event:
        looks.append(table.clock.now())
        return study(*given, **also)

    monkeypatch.setattr(eyes, "study", counted)
    table.wait(180.0)
    assert 5 <= len(looks) <= 8
    assert looks[-1] - looks[-2] > 50
    table.table.lay({**dict.fromkeys(START, EMPTY), PlaceId("d1"): START[PlaceId("d1")]})
    table.wait(4.0)
    assert table.clock.now() - looks[-1] < 4.0, "one piece is enough"
    table.table.lay(START)
    table.wait(8.0)
    assert isinstance(table.loop.state.phase, Playing)


def others(table: Simulation) -> list[str]:
    """Of which other starts people hear from now on: players and pieces there, players and pieces of their own game."""
    heard: list[str] = []

    def say(reason: Reason) -> None:
        if reason.id == OTHER_START.id:
            heard.append(" ".join(map(str, reason.args.values())))

    table.loop.say = say
    return heard


def test_who_has_laid_the_pieces_for_another_start_is_told_once_how_they_lie() -> None:
    table = Simulation(opening(Match.begin(catalogue.game("star", players=6))), size=(640, 480))
    heard = others(table)
    table.table.lay(START)
    table.wait(15.0)
    assert heard == ["2 10 6 10"]
    table.table.lay({place: token for place, token in START.items() if place not in {"p1", "q1", "o1"}})
    table.wait(4.0)
    table.table.lay(START)
    table.wait(12.0)
    assert heard == ["2 10 6 10"]


def test_more_pieces_than_the_game_has_are_told_at_once() -> None:
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    heard = others(table)
    more = catalogue.game("star", players=2, pieces=15)
    table.table.lay(more.view(more.start()))
    table.wait(4.0)
    assert heard == ["2 15 2 10"]


def test_who_is_still_laying_the_pieces_hears_of_no_other_start() -> None:
    more = catalogue.game("star", players=2, pieces=15)
    table = Simulation(opening(Match.begin(more)), size=(640, 480))
    heard, start = others(table), more.view(more.start())
    last = [place for place, token in start.items() if token != EMPTY and START[place] == EMPTY]
    for laid in range(0, len(last) + 1, 2):
        table.table.lay({place: token for place, token in start.items() if place not in last[laid:]})
        table.wait(4.0)
    assert isinstance(table.loop.state.phase, Playing)
    assert not heard


def test_after_a_bump_the_last_pieces_of_a_corner_are_laid_and_the_game_begins_at_once() -> None:
    table = Simulation(opening(Match.begin(STAR)), size=(640, 480))
    corner = tuple(PlaceId(name) for name in ("o1", "o2", "o3", "p1", "p2", "q1"))
    table.table.lay({place: token for place, token in START.items() if place not in corner})
    table.wait(1.5)
    table.table.push(0.4, 0.3, 1.5)
    table.wait(1.5)
    assert isinstance(table.loop.state.phase, Guided)
    assert places(table.loop.state.phase.wrong) == corner
    table.table.hand(PlaceId("p1"))
    table.wait(0.5)
    table.table.lay(START)
    table.table.no_hand()
    # Six neighbours look as large as a hand: they are none, and their lamps need not go out first.
    table.wait(2.0)
    assert isinstance(table.loop.state.phase, Playing)


def test_a_darkness_while_pieces_are_laid_is_told_once_and_so_is_the_light_after_it() -> None:
    said: list[str] = []
    table = Simulation(
        opening(Match.begin(STAR)), size=(640, 480), say=lambda reason: said.append(reason.id), followers=[]
    )
    # Two pieces lie wrong: never was this table accepted.
    table.table.lay({place: token for place, token in START.items() if place not in {"q1", "a1"}})
    table.wait(3.0)
    table.table.daylight(0.0)
    table.wait(6.0)
    assert said == ["put-right", "too-dark"]
    Hands(table).press()
    table.wait(3.0)
    assert said[2:] == ["too-dark", "dark-right"]
    table.table.daylight(1.0)
    table.wait(6.0)
    assert said[4:] == ["light-back"]


def test_of_a_darkness_that_live_and_careful_pictures_show_people_hear_once() -> None:
    scene = Session()
    scene.still(scene.view(a1=EMPTY, i5="S"))
    scene.hear(events.Covered(2.0), events.Still(3.0), events.Seen(3.1, {}, dark=True))
    assert scene.said() == ["put-right", "too-dark"]
    scene.still(scene.view(a1=EMPTY, i5="S"))
    scene.hear(events.LightBack(5.0))
    assert scene.said() == ["put-right", "too-dark", "light-back"]
