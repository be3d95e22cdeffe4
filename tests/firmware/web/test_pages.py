"""The page's interface, asked by well-behaved and by hostile programs, while a game is on at a simulated table."""

import asyncio
import re
from collections.abc import Iterator, MutableMapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from firmware.events import End, Entry, Resume
from firmware.follow import Guide
from firmware.overlay import Rhythm
from firmware.replay import check
from firmware.simulated.live import LiveSimulation
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from firmware.web import settings
from firmware.web.app import make_app
from firmware.web.commands import HEAP, NO_GAME_NOW
from firmware.web.library import Library
from hardware.settings import LONG_PRESS_SECONDS
from hardware.simulated.painter import Painter
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.words import LANGUAGES
from tests.firmware.web.room import HOME, Room
from tests.firmware.web.sentences import every_sentence_is_known


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "games", paired=True)
    with made.client, made.journal:
        yield made


# The page itself.


def test_the_page_is_served_with_a_strict_policy(room: Room) -> None:
    answer = room.client.get("/")
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "<script>" not in answer.text
    assert "style=" not in answer.text
    assert "set-cookie" not in answer.headers


def test_the_whole_page_is_small_and_needs_nothing_from_elsewhere(room: Room) -> None:
    every_sentence_is_known()
    parts = {one: room.client.get(f"/static/{one}") for one in ("style.css", "board.css", "icon.svg")}
    scripts = [one.name for one in files("firmware.web").joinpath("static").iterdir() if one.name.endswith(".js")]
    parts |= {one: room.client.get(f"/static/{one}") for one in scripts}
    parts["words"] = room.client.get("/api/words/vi")
    parts["page"] = room.client.get("/")
    assert all(answer.status_code == 200 for answer in parts.values())
    assert sum(len(answer.content) for answer in parts.values()) <= 200_000
    for name, answer in parts.items():
        text = answer.text.replace("http://www.w3.org/2000/svg", "").replace("http://localhost", "")
        assert "http://" not in text, name
        assert "https://" not in text, name


def test_an_unchanged_part_is_not_sent_again(room: Room) -> None:
    tag = room.client.get("/static/main.js").headers["etag"]
    assert room.client.get("/static/main.js", headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("language", ["en", "fr", "de", "vi", "zh"])
def test_every_text_of_the_page_is_there_in_every_language(room: Room, language: str) -> None:
    words = room.client.get(f"/api/words/{language}").json()
    assert {"seat-S", "seat-NE", "seat-south", "seat-number"} <= set(words)
    static = files("firmware.web").joinpath("static")
    for name, text in ((one.name, one.read_text()) for one in static.iterdir() if one.name.endswith((".html", ".js"))):
        asked = set(re.findall(r"\bt\('([a-z-]+)'", text)) | set(re.findall(r'data-[tlpa]="([a-z-]+)"', text))
        assert {f"web-{one}" for one in asked} <= set(words), name
        offered = re.findall(r"\bbutton\('([a-z-]+)'", text) if name == "calibrate.js" else []
        assert {f"web-{one}" for one in offered} <= set(words), name


def test_what_the_page_repeats_is_so_at_the_table() -> None:
    static = files("firmware.web").joinpath("static")
    lamps, button, table, words = (
        static.joinpath(one).read_text("utf-8") for one in ("board.css", "press.js", "table.js", "words.js")
    )
    periods = {name.upper(): float(lasts) for name, lasts in re.findall(r"animation: (\w+) ([\d.]+)s ", lamps)}
    assert periods == {one.name: one.value[0] for one in Rhythm if one is not Rhythm.STEADY}
    assert re.findall(r"told\('hold'\); }, (\d+)\)", button) == [f"{LONG_PRESS_SECONDS * 1000:.0f}"]
    assert re.findall(r"type: 'number', min: 0, max: (\d+)", table) == [f"{HEAP - 1}"]
    assert re.findall(r"^const known = \[(.+)\]", words, re.MULTILINE) == [", ".join(f"'{one}'" for one in LANGUAGES)]


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static/",
        "/static/app.py",
        "/etc/passwd",
        "/api/words/xx",
    ],
)
def test_nothing_else_is_served(room: Room, path: str) -> None:
    assert room.client.get(path).status_code == 404


# What the table tells.


def test_the_state_tells_the_table_and_the_moment(room: Room) -> None:
    room.play("e5-f5")
    told = room.client.get("/api/state").json()
    assert told["table"]["seats"] == ["S", "N"]
    assert len(told["table"]["board"]["places"]) == 121
    assert told["now"]["ply"] == 1
    assert told["now"]["last"] == {"ply": 1, "kind": "move", "seat": "S", "move": "e5-f5", "path": ["e5", "f5"]}
    assert told["now"]["to_move"] == "N"
    assert told["now"]["view"]["f5"] == "S"
    assert room.client.get("/api/history").json()[0]["move"] == "e5-f5"


def test_of_a_long_game_a_viewer_is_told_the_newest_turns(room: Room) -> None:
    to_and_fro = ("e5-f5", "m5-l5", "f5-e5", "l5-m5")
    for turns in (1, 45):
        room.play(*(to_and_fro[turn % 4] for turn in range(len(room.table.loop.state.history) - 1, turns)))
        now = room.client.get("/api/state").json()["now"]
        assert now["history"] == room.client.get("/api/history").json()[-40:]
        assert now["history"][-1]["ply"] == now["ply"] == turns


def test_a_viewer_is_told_at_once_and_follows(room: Room) -> None:
    with room.client.websocket_connect("ws://localhost/ws") as viewer:
        viewer.send_json({"do": "hello", "id": 1})
        got = [viewer.receive_json() for _ in range(3)]
        assert {one["type"] for one in got} == {"answer", "table", "now"}
        room.play("e5-f5")
        news = viewer.receive_json()
        while news["type"] != "news" or not any(one.get("event") == "move" for one in news["items"]):
            news = viewer.receive_json()
        assert [one["facts"]["move"] for one in news["items"] if one.get("event") == "move"] == ["e5-f5"]


def test_whoever_says_hello_once_more_is_told_how_things_are_now(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    room.turn()
    with room.client.websocket_connect("ws://localhost/ws") as viewer:
        viewer.send_json({"do": "hello", "id": 1})
        while (before := viewer.receive_json())["type"] != "now":
            pass
        room.table.clock.sleep(5.0)
        viewer.send_json({"do": "hello", "id": 2})
        while (now := viewer.receive_json())["type"] != "now":
            pass
        assert (answer := viewer.receive_json())["id"] == 2, "at last"
        assert answer["ok"]
        assert (now["number"], now["running"]) == (before["number"], "S"), "nothing has happened but time"
        assert now["spent"]["S"] == before["spent"]["S"] + 5.0


def test_a_viewer_who_comes_back_hears_what_was_missed_and_nothing_twice(room: Room) -> None:
    room.play("e5-f5")
    heard = room.hub.news[-1].number
    room.play("m5-l5")
    with room.client.websocket_connect("ws://localhost/ws") as viewer:
        viewer.send_json({"do": "hello", "after": heard})
        while (news := viewer.receive_json())["type"] != "news":
            pass
        assert min(one["n"] for one in news["items"]) == heard + 1
        assert [one["facts"]["move"] for one in news["items"] if one.get("event") == "move"] == ["m5-l5"]


def test_lamps_that_only_swell_are_no_news_but_a_moved_marble_is(room: Room) -> None:
    live = LiveSimulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD)
    room.hub.attach(live.loop, live)
    before = room.hub.snapshot
    for level in range(30):
        live.table.shine({PlaceId("a1"): (level, level, level)})
        room.hub.look(live.loop)
    assert room.hub.snapshot is before
    live.table.lift(PlaceId("c2"))
    room.hub.look(live.loop)
    assert room.hub.snapshot is not before
    assert room.client.get("/api/state").json()["now"]["table"]["in_hand"] == ["S"]


CORNERS = {"do": "show", "places": ["a1", "q1"]}
"""Somebody sets up a game of two, and its corners light up."""


def lit(room: Room) -> set[str]:
    """The places whose lamps say something."""
    room.table.wait(1.2)
    room.hub.look(room.table.loop)
    return {*room.table.loop.overlay}


def test_who_plays_has_the_lamps_whoever_sets_up_a_game_meanwhile(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    before = lit(room)
    with room.client.websocket_connect("ws://localhost/ws") as phone:
        phone.send_json(CORNERS)
        assert phone.receive_json()["ok"]
        assert lit(room) == {"a1", "q1"}
        room.table.act(lambda table: table.lift(PlaceId("d1")))
        assert lit(room) == {"d1", "f4", "f6"}
        room.table.act(lambda table: table.put(PlaceId("d1")))
        assert lit(room) == before, "the game has gone on"
        phone.send_json(CORNERS)
        phone.receive_json()
        assert lit(room) == {"a1", "q1"}, "another step of the set-up lights them again"


def test_in_doubt_nobody_else_gets_the_lamps(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    room.table.act(lambda table: table.lift(PlaceId("a1")))
    room.table.act(lambda table: table.put(PlaceId("i5")))
    room.table.wait(1.0)
    room.table.press(0.2)
    assert lit(room) == {"a1", "i5"}
    room.client.post("/api/command", json={"do": "show", "places": ["q1"]})
    assert lit(room) == {"a1", "i5"}, "put right here"


def test_corners_lit_for_a_phone_go_dark_when_it_leaves_or_falls_asleep(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    before = lit(room)
    with room.client.websocket_connect("ws://localhost/ws") as phone:
        phone.send_json(CORNERS)
        phone.receive_json()
        assert lit(room) == {"a1", "q1"}
        for _ in range(3):
            room.table.clock.sleep(settings.SHOW_SECONDS - 5)
            phone.send_json({"do": "ping"})
            phone.receive_json()
            assert lit(room) == {"a1", "q1"}, "its set-up is still open"
        room.table.clock.sleep(settings.SHOW_SECONDS)
        assert lit(room) == before, "asleep"
        phone.send_json(CORNERS)
        phone.receive_json()
        assert lit(room) == {"a1", "q1"}
    assert lit(room) == before, "closed"


def test_the_turns_of_a_record_that_is_followed_are_its_moves(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    for move in ("e5-f5", "m5-l5"):
        room.play(move)
    room.table.loop.put(End(0.0))
    room.turn()
    guide = Guide(check(room.journal.path).plies(), 0)
    again = Simulation(guide.history, scene=WOOD, size=(480, 360))
    room.hub.attach(again.loop, guide=guide)
    facts = room.client.get("/api/state").json()
    assert (facts["table"]["follows"], facts["now"]["turns"]) == (2, 0)


def test_what_nobody_fetches_does_not_pile_up(room: Room) -> None:
    for number in range(3 * settings.NEWS):
        room.hub.hear(Entry("hand", float(number)))
    assert len(room.hub.news) == settings.NEWS
    assert [one.number for one in room.hub.since(None)] == sorted(one.number for one in room.hub.since(None))
    assert room.hub.since(None) == []
    for number in range(2 * settings.FIRST_NEWS):
        room.hub.hear(NO_GAME_NOW())
        room.hub.hear(Entry("hand", float(number)))
    assert sum(not isinstance(one.what, Entry) for one in room.hub.since(None)) == settings.FIRST_NEWS


def test_another_game_makes_viewers_change_tables(room: Room) -> None:
    with room.client.websocket_connect("ws://localhost/ws") as viewer:
        viewer.send_json({"do": "hello"})
        while viewer.receive_json()["type"] != "now":
            pass
        other = Simulation(opening(Match.begin(catalogue.game("star", players=3))), scene=WOOD, size=(480, 360))
        room.hub.attach(other.loop)
        while (told := viewer.receive_json())["type"] != "table":
            pass
        assert told["sitting"] == 2
        assert len(told["seats"]) == 3


def test_the_camera_is_shown(room: Room) -> None:
    for path in ("/api/camera.jpg", "/api/seen.jpg"):
        assert room.client.get(path).status_code == 204, path  # the game has just begun
    assert room.client.get("/api/crop/c2").json()["error"]["id"] == "web-no-picture"
    room.table.loop.put(Resume(0.0))
    room.table.loop.turn()
    room.hub.look(room.table.loop)
    for path in ("/api/camera.jpg", "/api/seen.jpg", "/api/crop/c2"):
        answer = room.client.get(path)
        assert answer.headers["content-type"] == "image/jpeg", path
        assert answer.content.startswith(b"\xff\xd8")
    for place in ("zz", "../../etc", "c2%00"):
        answer = room.client.get(f"/api/crop/{place}")
        assert (answer.status_code, answer.json()["error"]["id"]) == (404, "web-not-understood")


def test_a_place_is_cut_out_where_it_lies_also_after_the_camera_came_to_give_larger_pictures(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    room.table.wait(3.0)
    room.hub.look(room.table.loop)
    first = room.hub.sight
    assert first is not None
    camera = room.table.camera
    camera.painter = Painter(WOOD, room.table.table.board, room.table.table.tokens, (960, 720))
    room.table.table.lift(PlaceId("e5"))
    room.table.table.put(PlaceId("f5"))
    room.table.press(0.15)
    while room.hub.sight is first and room.table.clock.now() < 60:
        room.table.wait(0.1)
        room.hub.look(room.table.loop)
    sight = room.hub.sight
    assert sight is not None
    assert sight is not first
    assert sight.calibration.size == sight.frame.picture.shape[1::-1]


# Hostile programs.


def test_other_hosts_and_origins_are_refused(room: Room) -> None:
    assert room.client.get("/", headers={"host": "evil.example"}).status_code == 403
    hostile = {"origin": "http://evil.example"}
    assert room.client.post("/api/command", json={"do": "undo"}, headers=hostile).status_code == 403
    assert room.client.post("/api/command", json={"do": "pause"}, headers={"origin": "null"}).status_code == 403
    assert room.client.post("/api/command", json={"do": "pause"}, headers={"origin": HOME}).status_code == 202
    with pytest.raises(WebSocketDisconnect), room.client.websocket_connect("ws://localhost/ws", headers=hostile):
        pass


def test_a_picture_or_a_link_on_another_page_asks_the_table_for_nothing(room: Room) -> None:
    def status(path: str, site: str) -> int:
        return room.client.get(path, headers={"sec-fetch-site": site}).status_code

    for path in ("/api/doctor", "/api/state", "/api/games"):
        assert (status(path, "cross-site"), status(path, "same-origin"), status(path, "none")) == (403, 200, 200)
    assert status("/", "cross-site") == status("/static/main.js", "cross-site") == 200, "a link leads to the page"


def test_bodies_too_long_are_refused_whatever_they_claim(room: Room) -> None:
    long = b'{"do":"' + b"x" * settings.BODY_BYTES + b'"}'
    assert room.client.post("/api/command", content=long).status_code == 413
    assert room.client.post("/api/command", content=iter([long])).status_code == 413
    assert room.client.post("/api/games", content=b"x" * (settings.RECORD_BYTES + 1)).status_code == 413


def test_too_many_requests_are_turned_away(room: Room) -> None:
    app = make_app(room.hub, Library(room.journal.path.parent), room.pairing, frozenset({"localhost"}), lambda: 0.0)
    crowd = TestClient(app, base_url=HOME)
    answers = {crowd.get("/api/words/xx").status_code for _ in range(int(settings.BURST) + 1)}
    assert 429 in answers


def test_who_reads_too_many_records_can_load_the_page_all_the_same(room: Room) -> None:
    app = make_app(room.hub, Library(room.journal.path.parent), room.pairing, frozenset({"localhost"}), lambda: 0.0)
    crowd = TestClient(app, base_url=HOME)
    answers = [crowd.get("/api/games/none").status_code for _ in range(int(settings.BURST / settings.WORK) + 1)]
    assert answers[-1] == 429
    assert 429 not in answers[:-1]
    assert crowd.get("/static/main.js").status_code == 200


def test_messages_that_are_none_are_answered_not_obeyed(room: Room) -> None:
    with room.client.websocket_connect("ws://localhost/ws") as viewer:
        for bad in ("", "{", "[]", "7", '{"do":"fly"}', "[" * 3000):
            viewer.send_text(bad)
            assert viewer.receive_json()["ok"] is False
        viewer.send_json({"do": "ping", "id": 5})
        assert viewer.receive_json() == {"type": "answer", "id": 5, "ok": True, "may": True}


def test_one_address_takes_not_all_places(room: Room) -> None:
    from contextlib import ExitStack

    with ExitStack() as many:
        for _ in range(settings.VIEWERS_EACH):
            many.enter_context(room.client.websocket_connect("ws://localhost/ws"))
        with room.client.websocket_connect("ws://localhost/ws") as late, pytest.raises(WebSocketDisconnect) as told:
            late.receive_json()
        assert told.value.code == 1013
        assert room.client.get("/api/events").status_code == 503
    with room.client.websocket_connect("ws://localhost/ws") as again:
        again.send_json({"do": "ping"})
        assert again.receive_json()["ok"]


def test_those_who_come_in_the_same_moment_take_not_more_places(room: Room) -> None:
    app = make_app(room.hub, Library(room.journal.path.parent), room.pairing, frozenset({"localhost"}), lambda: 0.0)
    many = settings.VIEWERS_EACH + 4

    async def come_together() -> list[int]:
        leave, told = asyncio.Event(), asyncio.Queue[int]()

        async def receive() -> dict[str, str]:
            await leave.wait()
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                await told.put(message["status"])

        scope = {"type": "http", "method": "GET", "path": "/api/events", "headers": [(b"host", b"localhost")]}
        there = [asyncio.create_task(app(scope | {"query_string": b""}, receive, send)) for _ in range(many)]
        statuses = [await told.get() for _ in there]
        leave.set()
        await asyncio.gather(*there)
        return statuses

    for _ in range(2):  # those who have gone are not in the way of the next
        assert sorted(asyncio.run(come_together())) == [200] * settings.VIEWERS_EACH + [503] * 4


def test_on_the_network_only_paired_devices_change_the_game(strict: Room) -> None:
    client = strict.client
    assert client.get("/api/state").status_code == 200
    assert client.post("/api/command", json={"do": "undo"}).status_code == 403
    assert client.delete("/api/games/0001-star").status_code == 403
    assert client.post("/api/games", content=b"Game: star").status_code == 403
    assert client.post("/api/pair", json={"code": "nonsense"}).status_code == 403
    key = client.post("/api/pair", json={"code": strict.pairing.code}).json()["key"]
    paired = {"authorization": f"Bearer {key}"}
    assert client.post("/api/command", json={"do": "pause"}, headers=paired).status_code == 202
    with client.websocket_connect("ws://localhost/ws") as viewer:
        viewer.send_json({"do": "undo", "id": 1})
        assert viewer.receive_json()["why"]["id"] == "web-pair-first"
        viewer.send_json({"do": "hello", "key": key})
        while (told := viewer.receive_json())["type"] != "answer":
            pass
        assert told["may"] is True


def test_whatever_is_described_as_wanting_a_key_is_refused_to_strangers(strict: Room) -> None:
    described = strict.client.get("/api/openapi.json").json()["paths"]
    wanting = [
        (method, path) for path, methods in described.items() for method in methods if "security" in methods[method]
    ]
    assert ("post", "/api/command") in wanting
    for method, path in wanting:
        answer = strict.client.request(method, re.sub(r"{\w+}", "x", path))
        assert (answer.status_code, answer.json()["error"]["id"]) == (403, "web-pair-first"), (method, path)
