"""What people ask of the table by its page: moves, corrections, other games; nonsense is answered in words."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st
from starlette.requests import Request

from firmware.events import End
from firmware.service.box import Fittings
from firmware.sets import PALETTE
from firmware.simulated.live import LiveSimulation
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from firmware.time_control import TimeControl
from firmware.web import settings
from firmware.web.facts import hexed
from firmware.web.guard import Rate
from firmware.web.hub import Wish
from firmware.web.viewers import Viewers
from firmware.words.sayings import PRESS_FOR_NEW
from firmware.words.wording import called
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.match import Match
from rules.words import Language
from tests.firmware.web.room import Room

NAMES = st.sampled_from(["do", "place", "places", "move", "seat", "options", "players", "level"]) | st.text(max_size=5)
VALUES = st.none() | st.booleans() | st.floats() | st.sampled_from(["correct", "new", "c2", "S"]) | st.text(max_size=9)
WISHES = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=12
)
"""Any JSON, much of it nearly a wish."""


def test_a_command_reaches_the_record(room: Room) -> None:
    assert room.client.post("/api/command", json={"do": "move", "move": "e5-f5"}).status_code == 202
    room.turn()
    assert room.table.loop.state.last.move == "e5-f5"
    assert '"by":"page"' in room.journal.path.read_text()
    room.client.post("/api/command", json={"do": "undo"})
    room.turn()
    assert room.table.loop.state.ply == 0


def test_it_lies_like_this(room: Room) -> None:
    asked = {"do": "correct", "places": {"e5": "empty", "f5": "S"}, "to_move": "N"}
    assert room.client.post("/api/command", json=asked).status_code == 202
    room.turn()
    assert room.table.loop.state.last.kind == "correction"
    assert room.table.loop.state.to_move == "N"


def test_another_game_is_wished_for(room: Room) -> None:
    asked = {"do": "new", "options": {"players": 3}, "players": {"S": "  Anna ", "Q": "nobody"}, "clock": "10+5"}
    assert room.client.post("/api/command", json=asked).status_code == 202
    assert room.table.loop.then == "new"
    assert room.hub.take_wish() == Wish("star", {"players": 3}, {"S": "Anna"}, TimeControl(600, 5))
    assert room.hub.take_wish() is None


def test_two_players_of_one_name_are_refused_since_nobody_could_tell_them_apart(room: Room) -> None:
    asked = {"do": "new", "options": {"players": 3}, "players": {"S": "Bà", "NW": "Minh", "NE": " bà "}}
    answer = room.client.post("/api/command", json=asked)
    assert (answer.status_code, answer.json()["error"]) == (409, {"id": "web-same-name", "args": {"name": "Bà"}})
    assert room.table.loop.then is None


@pytest.mark.parametrize(("name", "speaks"), [("North", "en"), ("nord", "de"), ("北", "zh")])
def test_nobody_is_called_what_a_seat_without_a_name_is_called(room: Room, name: str, speaks: Language) -> None:
    answer = room.client.post("/api/command", json={"do": "new", "options": {"players": 2}, "players": {"S": name}})
    assert (answer.status_code, answer.json()["error"]["args"]) == (409, {"name": name, "seat": "N"})
    assert called("N", speaks).casefold() == name.casefold()
    for players in ({"S": name, "N": "Anna"}, {"N": name}):
        asked = {"do": "new", "options": {"players": 2}, "players": players}
        assert room.client.post("/api/command", json=asked).status_code == 202
        room.table.loop.then = None


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (f" {FAMILY} ", FAMILY),
        ("\u2764\ufe0f Anna", "\u2764\ufe0f Anna"),
        ("An\x1b[2Jna\u202e", "An[2Jna"),
        ("\u200d \u200d", None),
        ("x" * 39 + FAMILY, "x" * 39 + FAMILY[0]),
    ],
    ids=["family", "heart", "obeyed", "nothing", "long"],
)
def test_a_name_keeps_its_signs_whole_and_nothing_that_a_terminal_obeys(
    room: Room, typed: str, kept: str | None
) -> None:
    asked = {"do": "new", "options": {"players": 2}, "players": {"S": typed}}
    assert room.client.post("/api/command", json=asked).status_code == 202
    wish = room.hub.take_wish()
    assert wish is not None
    assert wish.players.get("S") == kept


def test_a_board_whose_lamps_need_more_than_the_table_gives_them_is_refused_before_anything_stops(room: Room) -> None:
    def chosen(**fittings: Any) -> tuple[int, Any]:
        room.hub.attach(room.table.loop, refusal=Fittings(budget=200.0, **fittings).refusal)
        answer = room.client.post("/api/command", json={"do": "new", "options": {"players": 2, "size": 6}})
        return answer.status_code, answer.json().get("error")

    facts = {"count": "253", "needed": "313", "budget": "200"}
    assert chosen() == (409, {"id": "too-little-current", "args": facts})
    assert room.table.loop.then is None
    assert room.hub.take_wish() is None
    assert "raise" not in room.client.get("/api/words/de").json()["too-little-current"]
    assert chosen(lights=None)[0] == 202, "a table without lamps takes any board"


def test_another_game_is_wished_for_while_the_one_at_the_table_ends(room: Room) -> None:
    assert room.client.post("/api/command", json={"do": "new", "options": {"players": 3}}).status_code == 202
    room.table.loop.put(End(1.0))
    room.turn()
    assert room.table.loop.state.outcome.over
    assert room.table.loop.then == "new"


def test_of_two_who_set_a_game_up_the_second_is_told_before_the_first_ones_game_is_thrown_away(room: Room) -> None:
    def begin(**asked: Any) -> str | None:
        answer = room.client.post("/api/command", json={"do": "new", "options": {"players": 2}, **asked})
        return None if answer.status_code == 202 else answer.json()["error"]["id"]

    assert begin(sitting=1, players={"S": "Anna"}) is None
    assert begin(sitting=1, players={"S": "Minh"}) == "web-other-game", "it is on its way to the table"
    wish = room.hub.take_wish()
    assert wish is not None
    assert wish.players == {"S": "Anna"}
    room.hub.attach(Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD).loop)
    assert begin(sitting=1, players={"S": "Minh"}) == "web-other-game"
    assert room.hub.take_wish() is None
    assert begin(players={"S": "Minh"}) is None, "whichever it is"


def test_whoever_has_gone_is_not_remembered(room: Room) -> None:
    viewers = Viewers(room.hub, room.pairing, Rate(lambda: 0.0))

    async def look_in(house: str) -> str:
        following = viewers.stream(Request({"type": "http", "client": (house, 5000), "headers": []}))
        try:
            return await anext(following)
        finally:
            await following.aclose()  # type: ignore[attr-defined]  # it is a generator

    for house in range(5):
        assert '"type":"table"' in asyncio.run(look_in(f"2001:db8:0:{house}::1"))
    assert not viewers.crowd._here


def test_a_button_that_reads_play_again_does_but_no_second_click_of_the_last_turn(room: Room) -> None:
    room.client.post("/api/command", json={"do": "end"})
    room.turn()
    room.table.loop.then = None
    room.client.post("/api/command", json={"do": "press"})
    room.turn()
    assert room.table.loop.then is None
    assert room.hub.news[-1].what == PRESS_FOR_NEW()
    room.table.clock.sleep(settings.READ_SECONDS)
    room.client.post("/api/command", json={"do": "press"})
    assert room.table.loop.then == "new"


def test_a_gesture_at_a_table_that_is_being_put_away_is_refused_with_a_reason(room: Room) -> None:
    live = LiveSimulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD)
    room.hub.attach(live.loop, live)
    live.close()
    answer = room.client.post("/api/command", json={"do": "light", "level": 1})
    assert (answer.status_code, answer.json()["error"]["id"]) == (409, "web-no-game-now")
    with room.client.websocket_connect("ws://localhost/ws") as viewer:
        viewer.send_json({"do": "light", "level": 1})
        assert viewer.receive_json()["why"]["id"] == "web-no-game-now"


def test_what_hands_cannot_do_is_said_in_every_language(room: Room) -> None:
    live = LiveSimulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD)
    room.hub.attach(live.loop, live)
    live.start()
    try:
        for asked in ({"do": "lift", "place": "d1"}, {"do": "put", "place": "e5"}):
            answer = room.client.post("/api/command", json=asked)
    finally:
        live.close()
    assert (answer.status_code, answer.json()["error"]) == (409, {"id": "table-taken", "args": {"place": "e5"}})
    sentences = room.client.get("/api/words/de").json()
    assert sentences["table-taken"] == "{place} ist besetzt; zwei Figuren passen dort nicht hin."


def test_a_house_rule_that_cannot_be_says_which_other_one_bars_it(room: Room) -> None:
    told = room.client.get("/api/choices/star?players=2&sets=3").json()["options"]
    players = next(one for one in told if one["name"] == "players")
    assert players["possible"] == [2]
    assert players["barred"] == [{"choice": count, "rule": "sets"} for count in (3, 4, 6)]


def test_a_game_is_set_up_in_the_colours_that_it_has_wherever_nobody_has_seen_its_pieces(room: Room) -> None:
    told = room.client.get("/api/choices/star?players=3").json()["colours"]
    assert told == {seat: hexed(colour) for seat, colour in zip(("NE", "NW", "S"), PALETTE, strict=False)}


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"do": 7},
        {"do": "fly"},
        {"do": "move"},
        {"do": "move", "move": ["c2"]},
        {"do": "move", "move": "x" * 500},
        {"do": "resign"},
        {"do": "resign", "seat": "Q"},
        {"do": "resign", "seat": ""},
        {"do": "resign", "seat": ["S"]},
        {"do": "correct"},
        {"do": "correct", "places": {}},
        {"do": "correct", "places": {"zz": "S"}},
        {"do": "correct", "places": {"c2": "dragon"}},
        {"do": "correct", "places": {"c2": ["S"]}},
        {"do": "correct", "places": {"c2": "S"}, "to_move": "Q"},
        {"do": "correct", "places": {"c2": "S"}, "to_move": ["S"]},
        {"do": "new", "options": {"players": 5}},
        {"do": "new", "options": {"players": [2]}},
        {"do": "new", "options": {"nonsense": 1}},
        {"do": "new", "options": []},
        {"do": "new", "clock": "soon"},
        {"do": "new", "clock": ["5"]},
        {"do": "lift", "place": "c2"},
        {"do": "lift", "place": "zz"},
        {"do": "light", "level": 1e9},
    ],
)
def test_what_makes_no_sense_is_refused_with_a_reason(room: Room, asked: dict[str, Any]) -> None:
    answer = room.client.post("/api/command", json=asked)
    assert answer.status_code == 409, answer.text
    assert answer.json()["error"]["id"]
    room.turn()
    assert room.table.loop.state.ply == 0
    assert room.table.loop.then is None


@given(WISHES)
@how(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_json_is_answered_and_nothing_breaks(room: Room, asked: Any) -> None:
    room.client.app.rate._left.clear()  # type: ignore[attr-defined]  # the guard, not a bare application
    body = json.dumps(asked)
    assert room.client.post("/api/command", content=body).status_code in {202, 400, 409}
    room.turn()
    assert room.hub.snapshot is not None


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 5000, b"null"])
def test_bad_json_is_a_clear_400(room: Room, body: bytes) -> None:
    assert room.client.post("/api/command", content=body).status_code == 400
