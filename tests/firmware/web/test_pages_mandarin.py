"""The page's interface where heaps of stones are sown: what is told of them, and what hands may do."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from starlette.testclient import TestClient

from firmware.events import End
from firmware.simulated.live import LiveSimulation
from firmware.states import Playing, Refused, Unsure, opening
from firmware.web.app import make_app
from firmware.web.facts import outcome_facts, phase_facts
from firmware.web.guard import Pairing
from firmware.web.hub import Hub
from firmware.web.library import Library
from hardware.simulated.pit_scenes import PRINTED
from rules import catalogue
from rules.game import Outcome
from rules.geometry import PlaceId
from rules.match import Match
from tests.firmware.web.description import DESCRIBED, SCHEMAS, flaws
from tests.firmware.web.room import HOME, Room

GAME = catalogue.game("mandarin")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "games", game="mandarin", scene=PRINTED)
    with made.client, made.journal:
        yield made


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[tuple[TestClient, LiveSimulation]]:
    """A simulated table that hands can reach into, and its page."""
    live = LiveSimulation(opening(Match.begin(GAME)), scene=PRINTED)
    hub = Hub()
    hub.attach(live.loop, live)
    live.start()
    pairing = Pairing(lambda: 0.0, needed=False)
    with TestClient(make_app(hub, Library(tmp_path), pairing, frozenset({"localhost"})), base_url=HOME) as client:
        yield client, live
    live.close()


def ask(client: TestClient, **wish: Any) -> tuple[int, str]:
    answer = client.post("/api/command", json=wish)
    return answer.status_code, answer.json().get("text", "")


def until(holds: Callable[[], bool]) -> None:
    """Wait for hands at work."""
    end = monotonic() + 60
    while not holds():
        assert monotonic() < end
        sleep(0.02)


def test_heaps_are_nobodys_and_the_piles_are_told(room: Room) -> None:
    room.play("a3>")
    told = room.client.get("/api/state").json()
    assert told["table"]["sets"] == {"south": [], "north": []}
    assert told["now"]["view"]["a1"] == "6"
    assert told["now"]["won"] == {"south": {"mandarins": 0, "citizens": 6}, "north": {"mandarins": 0, "citizens": 0}}
    assert told["now"]["owed"] == {"south": 0, "north": 0}
    for name in ("table", "now"):
        assert not list(flaws(SCHEMAS[name.title()], told[name]))


def test_the_card_and_the_replay_have_the_stones(room: Room) -> None:
    room.play("a3>", "b2<")
    listed = room.client.get("/api/games").json()
    (card,) = listed["games"]
    assert card["view"]["a1"] == "7"
    assert card["won"]["south"]["citizens"] == 6
    assert listed["boards"][card["board"]]["medium"] == "pit"
    shown = room.client.get(f"/api/games/{card['id']}").json()
    assert shown["start"]["W"] == "M"
    assert shown["won"]["south"]["citizens"] == 0
    assert shown["plies"][0]["changes"]["a3"] == "empty"
    assert shown["plies"][1]["won"]["south"]["citizens"] == 6


def test_a_game_of_heaps_is_shared_as_an_animation(room: Room) -> None:
    room.play("a3>")
    (card,) = room.client.get("/api/games").json()["games"]
    answer = room.client.get(f"/api/games/{card['id']}/as/gif")
    assert answer.status_code == 200
    assert answer.content.startswith(b"GIF89a")


def test_most_points_are_the_first_place(room: Room) -> None:
    facts = outcome_facts(Outcome(True, "mandarins", {"south": 20, "north": 50}, best="most"))
    assert facts["places"] == {"north": 1, "south": 2}
    assert facts["scores"] == {"south": 20, "north": 50}
    assert "places" not in outcome_facts(Outcome(False))
    room.table.loop.put(End(1.0))
    room.turn()
    assert room.client.get("/api/state").json()["now"]["phase"]["outcome"]["places"] == {}


def test_in_doubt_it_is_told_what_every_move_would_leave(room: Room) -> None:
    doubt = Unsure((("a3>",), ("a3<", "b2<"), ()), (PlaceId("a1"),))
    rows = phase_facts(replace(room.table.loop.state, phase=doubt))["phase"]["between"]
    position = GAME.play(GAME.start(), GAME.read("a3>", GAME.start()))
    assert {**GAME.view(GAME.start()), **rows[0]["changes"]} == GAME.view(position)
    assert rows[1]["changes"]
    assert rows[2] == {"moves": [], "paths": [], "changes": {}}


def test_hands_sow_as_the_page_says(hands: tuple[TestClient, LiveSimulation]) -> None:
    client, live = hands
    assert ask(client, do="sow", move="a3>")[0] == 202
    assert ask(client, do="sow", move="a1>") == (409, "The hands are still sowing; please wait a moment.")
    after = GAME.view(GAME.play(GAME.start(), GAME.read("a3>", GAME.start())))
    until(lambda: live.table.view == after)


@pytest.mark.parametrize(
    ("move", "why"), [("b3>", "other side"), ("W>", "never taken up"), ("z9>", "no field z9"), ("a3", "not a move")]
)
def test_what_may_not_be_sown_is_said(hands: tuple[TestClient, LiveSimulation], move: str, why: str) -> None:
    status, text = ask(hands[0], do="sow", move=move)
    assert status == 409
    assert why in text
    assert hands[1].table.view == GAME.view(GAME.start())


def test_who_only_asks_why_not_sows_nothing_even_where_the_turn_has_passed_meanwhile(
    hands: tuple[TestClient, LiveSimulation],
) -> None:
    client, live = hands
    assert "other side" in ask(client, do="sow", move="b3>", why=True)[1]
    assert ask(client, do="sow", move="a1>", why=True)[0] == 202
    # Were the hands sowing now, no others could.
    assert ask(client, do="sow", move="a3>")[0] == 202
    after = GAME.view(GAME.play(GAME.start(), GAME.read("a3>", GAME.start())))
    until(lambda: live.table.view == after)


def test_single_stones_are_carried_and_heaps_spread(hands: tuple[TestClient, LiveSimulation]) -> None:
    client, live = hands
    assert ask(client, do="carry", place="a1", to="E")[0] == 202
    assert (live.table.view["a1"], live.table.view["E"]) == ("4", "M1")
    assert ask(client, do="carry", place="W", to="a1")[0] == 202
    assert (live.table.view["W"], live.table.view["a1"]) == ("empty", "M4")
    assert "Nothing lies on W." in ask(client, do="carry", place="W", to="a1")[1]
    assert ask(client, do="spread", places=["a1", "b5"])[0] == 202
    assert live.table.moment().stirred["b5"] == 1
    for wrong in ({"places": ["z9"]}, {"places": [["a1"]]}, {"places": 3}):
        assert ask(client, do="spread", **wrong)[0] == 409
    assert ask(client, do="carry", place="a1", to="z9")[0] == 409


def test_stones_that_are_all_put_back_are_seen_to_lie_right(hands: tuple[TestClient, LiveSimulation]) -> None:
    client, live = hands
    until(lambda: isinstance(live.loop.state.phase, Playing))
    assert ask(client, do="carry", place="a1", to="b4")[0] == 202
    assert ask(client, do="press")[0] == 202
    until(lambda: isinstance(live.loop.state.phase, Refused))
    assert ask(client, do="lay")[0] == 202
    until(lambda: isinstance(live.loop.state.phase, Playing))


def test_without_hands_or_heaps_nothing_is_sown(room: Room, tmp_path: Path) -> None:
    star = Room(tmp_path / "star")
    with star.client, star.journal:
        for one in (room, star):
            assert ask(one.client, do="sow", move="a3>")[0] == 409
            assert ask(one.client, do="carry", place="a1", to="a2")[0] == 409


def test_a_correction_may_name_any_number_of_stones(room: Room) -> None:
    assert ask(room.client, do="correct", places={"b4": "3"})[0] == 202
    room.turn()
    assert room.table.loop.state.position.won_citizens == (2, 0)


@pytest.mark.parametrize("count", ["-3", "99", "2.5", "M71", "many"])
def test_a_number_of_stones_that_cannot_be_is_answered_with_those_that_can(room: Room, count: str) -> None:
    told = f"{count.removeprefix('M')} stones cannot lie on b4; whole numbers from 0 to 70 can."
    assert ask(room.client, do="correct", places={"b4": count}) == (409, told)


def test_what_hands_may_do_is_described() -> None:
    assert {"sow", "carry", "spread"} <= set(DESCRIBED["components"]["schemas"]["Command"]["properties"]["do"]["enum"])
