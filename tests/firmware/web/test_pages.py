"""The page's interface, asked by well-behaved and by hostile programs, while a game is on at a simulated table."""

import itertools
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as how
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from firmware.events import Entry, NameMove, Pause, Resume
from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.live import LiveSimulation
from firmware.simulation import Simulation
from firmware.states import opening
from firmware.web import settings
from firmware.web.app import make_app
from firmware.web.guard import Pairing
from firmware.web.hub import Hub
from firmware.web.library import Library
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match

HOME = "http://localhost"

NAMES = st.sampled_from(["do", "place", "places", "move", "seat", "options", "players", "level"]) | st.text(max_size=5)
VALUES = st.none() | st.booleans() | st.floats() | st.sampled_from(["correct", "new", "c2", "S"]) | st.text(max_size=9)
WISHES = st.recursive(
    VALUES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=12
)
"""Any JSON, much of it nearly a wish."""


class Room:
    """A simulated table with its page, driven turn by turn."""

    def __init__(self, folder: Path, *, paired: bool = False) -> None:
        match = Match.begin(catalogue.game("star", players=2))
        self.journal = Journal.create(folder, match, 0.0, table="simulated")
        self.hub = Hub()
        self.table = Simulation(opening(match), scene=WOOD, size=(480, 360), keeper=JournalKeeper(self.journal))
        self.hub.attach(self.table.loop, record=self.journal.path)
        # People rest, so what is named counts at once: these are tests of the page, not of the eyes.
        self.table.loop.put(Pause(0.0))
        self.turn()
        self.pairing = Pairing(lambda: 0.0, needed=paired)
        self.client = TestClient(
            make_app(self.hub, Library(folder), self.pairing, frozenset({"localhost"})), base_url=HOME
        )

    def play(self, *moves: str) -> None:
        """Let moves be named, and the loop hear of them."""
        for move in moves:
            self.table.loop.put(NameMove(self.table.clock.now(), move))
        self.turn()

    def turn(self) -> None:
        """One turn of the loop, and the page is told."""
        self.table.loop.hear()
        self.hub.look(self.table.loop)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "games")
    with made.client, made.journal:
        yield made


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
    parts = {one: room.client.get(f"/static/{one}") for one in ("style.css", "board.css", "icon.svg")}
    scripts = [one.name for one in files("firmware.web").joinpath("static").iterdir() if one.name.endswith(".js")]
    parts |= {one: room.client.get(f"/static/{one}") for one in scripts}
    parts["words"] = room.client.get("/api/words/vi")
    parts["page"] = room.client.get("/")
    assert all(answer.status_code == 200 for answer in parts.values())
    assert sum(len(answer.content) for answer in parts.values()) <= 150_000
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
    import re

    static = files("firmware.web").joinpath("static")
    for name, text in ((one.name, one.read_text()) for one in static.iterdir() if one.name.endswith((".html", ".js"))):
        asked = set(re.findall(r"\bt\('([a-z-]+)'", text)) | set(re.findall(r'data-[tlpa]="([a-z-]+)"', text))
        assert {f"web-{one}" for one in asked} <= set(words), name
        offered = re.findall(r"\bbutton\('([a-z-]+)'", text) if name == "calibrate.js" else []
        assert {f"web-{one}" for one in offered} <= set(words), name


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


def test_what_nobody_fetches_does_not_pile_up(room: Room) -> None:
    for number in range(3 * settings.NEWS):
        room.hub.follow(Entry("hand", float(number)))
    assert len(room.hub.news) == settings.NEWS
    assert [one.number for one in room.hub.since(None)] == sorted(one.number for one in room.hub.since(None))
    assert len(room.hub.since(None)) == settings.FIRST_NEWS


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
    assert room.client.get("/api/camera.jpg").status_code == 404
    room.table.loop.put(Resume(0.0))
    room.table.loop.turn()
    room.hub.look(room.table.loop)
    for path in ("/api/camera.jpg", "/api/seen.jpg", "/api/crop/c2"):
        answer = room.client.get(path)
        assert answer.headers["content-type"] == "image/jpeg", path
        assert answer.content.startswith(b"\xff\xd8")
    for place in ("zz", "../../etc", "c2%00"):
        assert room.client.get(f"/api/crop/{place}").status_code == 404


# What people ask for.


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
    asked = {"do": "new", "options": {"players": 3}, "players": {"S": "  Anna ", "Q": "nobody"}}
    assert room.client.post("/api/command", json=asked).status_code == 202
    assert room.table.loop.then == "new"
    assert room.hub.take_wish() == ({"players": 3}, {"S": "Anna"})
    assert room.hub.take_wish() is None


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


# Hostile programs.


def test_other_hosts_and_origins_are_refused(room: Room) -> None:
    assert room.client.get("/", headers={"host": "evil.example"}).status_code == 403
    hostile = {"origin": "http://evil.example"}
    assert room.client.post("/api/command", json={"do": "undo"}, headers=hostile).status_code == 403
    assert room.client.post("/api/command", json={"do": "pause"}, headers={"origin": "null"}).status_code == 403
    assert room.client.post("/api/command", json={"do": "pause"}, headers={"origin": HOME}).status_code == 202
    with pytest.raises(WebSocketDisconnect), room.client.websocket_connect("ws://localhost/ws", headers=hostile):
        pass


def test_bodies_too_long_are_refused_whatever_they_claim(room: Room) -> None:
    long = b'{"do":"' + b"x" * settings.BODY_BYTES + b'"}'
    assert room.client.post("/api/command", content=long).status_code == 413
    assert room.client.post("/api/command", content=iter([long])).status_code == 400
    assert room.client.post("/api/games", content=b"x" * (settings.RECORD_BYTES + 1)).status_code == 413


def test_too_many_requests_are_turned_away(room: Room) -> None:
    app = make_app(room.hub, Library(room.journal.path.parent), room.pairing, frozenset({"localhost"}), lambda: 0.0)
    crowd = TestClient(app, base_url=HOME)
    answers = {crowd.get("/api/words/xx").status_code for _ in range(int(settings.BURST) + 1)}
    assert 429 in answers


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
        with pytest.raises(WebSocketDisconnect), room.client.websocket_connect("ws://localhost/ws"):
            pass
        assert room.client.get("/api/events").status_code == 503
    with room.client.websocket_connect("ws://localhost/ws") as again:
        again.send_json({"do": "ping"})
        assert again.receive_json()["ok"]


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


# The library.


def test_a_game_in_the_library_is_shown_shared_put_away_and_brought_back(room: Room) -> None:
    room.play("e5-f5", "m5-l5")
    text = room.client.get("/api/games/0001-star/as/txt").text
    taken = room.client.post("/api/games", content=text.encode())
    assert taken.status_code == 201
    id_ = taken.json()["id"]
    cards = room.client.get("/api/games").json()["games"]
    assert [one["id"] for one in cards] == [id_, "0001-star"]
    assert cards[0]["view"]["f5"] == "S"
    again = room.client.get(f"/api/games/{id_}").json()
    assert [one["move"] for one in again["plies"]] == ["e5-f5", "m5-l5"]
    assert again["plies"][0]["changes"] == {"e5": "empty", "f5": "S"}
    assert room.client.delete(f"/api/games/{id_}").status_code == 200
    assert room.client.get(f"/api/games/{id_}").status_code == 404
    assert room.client.post(f"/api/games/{id_}/back").json() == {"id": id_}
    assert room.client.get(f"/api/games/{id_}/as/jsonl").content.startswith(b'{"n":0')
    gif = room.client.get(f"/api/games/{id_}/as/gif")
    assert gif.content.startswith(b"GIF8")


def test_the_game_at_the_table_stays(room: Room) -> None:
    answer = room.client.delete("/api/games/0001-star")
    assert answer.status_code == 409
    assert answer.json()["error"]["id"] == "web-played-now"


@pytest.mark.parametrize(
    "id_", ["0009-star", "..%2f0001-star", "0001-star.jsonl", "%2e%2e", "0001-", "table.lock", "x" * 300]
)
def test_games_are_asked_for_by_id_only(room: Room, id_: str) -> None:
    assert room.client.get(f"/api/games/{id_}").status_code == 404
    assert room.client.delete(f"/api/games/{id_}").status_code in {404, 405}
    assert room.client.get(f"/api/games/0001-star/evidence/{id_}").status_code == 404


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x1f\x8b" + b"\0" * 100,
        b"{}",
        b"[" * 9000,
        b"Game: star\n\n1. S a1-q1\n",
        b"Game: dragons\n",
        b'{"n":0,"event":"game","at":0,"utc":"","crc":"00000000"}\n',
    ],
)
def test_records_that_are_none_are_refused_with_a_reason(room: Room, data: bytes) -> None:
    answer = room.client.post("/api/games", content=data)
    assert answer.status_code == 409, answer.text
    assert answer.json()["text"]
    assert len(room.client.get("/api/games").json()["games"]) == 1


def test_a_game_of_the_piecepack_is_shared_in_its_notation(room: Room) -> None:
    match = Match.begin(catalogue.game("piecepack", players=2))
    taken = room.client.post("/api/games", content=match.to_text().encode()).json()["id"]
    told = room.client.get(f"/api/games/{taken}/as/ppn")
    assert "GameType: Chinese Checkers" in told.text
    assert room.client.get("/api/games/0001-star/as/ppn").status_code == 404


def test_the_card_of_a_game_tells_hops_made_and_missed_and_the_way_home(room: Room) -> None:
    room.play("e5-f5", "m5-l5", "d3:f6")
    told = room.client.get("/api/games/0001-star").json()["figures"]
    assert told["turns"] == {"S": 2, "N": 1}
    assert (told["longest"]["move"], told["longest"]["hops"]) == ("d3:f6", 1)
    assert told["missed"] is None or told["missed"]["hops"] > 1
    assert [before - after for before, after in itertools.pairwise(told["way"]["S"])] == [1, 0, 2]
    assert "least" not in told, "fifteen pieces: nothing is proven for them"


def test_ten_pieces_alone_are_held_against_the_proven_least(room: Room) -> None:
    text = Match.begin(catalogue.game("star", players=2, pieces=10)).to_text()
    id_ = room.client.post("/api/games", content=text.encode()).json()["id"]
    assert room.client.get(f"/api/games/{id_}").json()["figures"]["least"] == 27


def test_doubtful_tables_are_shown_where_they_happened(room: Room) -> None:
    room.play("e5-f5")
    name = "0001-refused-2.5"
    room.journal.append(
        Entry("refused", 2.5, {"places": ["c2"], "why": {"id": "hop-no-hop", "args": {}}, "evidence": name})
    )
    assert room.client.get("/api/games/0001-star").json()["doubts"] == [], "its picture was not kept"
    folder = room.journal.path.with_suffix("")
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.jpg").write_bytes(b"\xff\xd8")
    (told,) = room.client.get("/api/games/0001-star").json()["doubts"]
    assert (told["ply"], told["kind"], told["picture"]) == (1, "refused", name)
    assert room.client.get(f"/api/games/0001-star/evidence/{name}").content == b"\xff\xd8"


def test_a_record_is_wished_to_be_played_again(room: Room) -> None:
    asked = {"do": "follow", "game": "0001-star", "ply": 3}
    assert room.client.post("/api/command", json=asked).status_code == 202
    assert room.table.loop.then == "follow"
    assert room.hub.take_to_follow() == ("0001-star", 3)
    assert room.hub.take_to_follow() is None
    for bad in ({"game": "../x"}, {"game": "0001-star", "ply": -1}, {"game": "0001-star", "ply": "1"}, {}):
        assert room.client.post("/api/command", json={"do": "follow", **bad}).status_code == 409
    assert room.client.post("/api/command", json={"do": "back"}).status_code == 409


# Setting up.


def test_house_rules_are_kept_under_a_name(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "settings"))
    assert room.client.get("/api/profiles").json() == {}
    asked = {"game": "star", "options": {"players": 3, "home_lock": False}}
    assert room.client.put("/api/profiles/grandma", json=asked).status_code == 200
    assert room.client.get("/api/profiles").json() == {"grandma": {"star": {"players": 3, "home_lock": False}}}
    for name, wrong in (("grandma", {"game": "star", "options": {"players": 5}}), ("a b", asked)):
        assert room.client.put(f"/api/profiles/{name}", json=wrong).status_code == 409
    assert room.client.put("/api/profiles/grandma", json={"game": "star"}).status_code == 400


def test_the_board_is_found_in_the_picture_or_shown_by_tapping(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    assert room.client.get("/api/where").json()["found"] is False
    assert room.client.post("/api/where", json={}).json()["error"]["id"] == "web-no-picture"
    room.table.loop.put(Resume(0.0))
    room.table.loop.turn()
    room.hub.look(room.table.loop)
    found = room.client.post("/api/where", json={}).json()
    assert found["found"]
    assert len(found["places"]) == 121
    tapped = room.client.post("/api/where", json={"corners": found["corners"]}).json()
    apart = [
        abs(a - b)
        for one, other in zip(found["places"], tapped["places"], strict=True)
        for a, b in zip(one, other, strict=True)
    ]
    assert max(apart) < 0.01
    assert room.client.post("/api/where", json={"keep": True}).status_code == 200
    assert (tmp_path / "table.json").is_file()
    for bad in ({"corners": {"S": [0.5, 0.9]}}, {"corners": {"S": [2, 2]}}, {"south": "x"}, {"corners": [1]}):
        assert room.client.post("/api/where", json=bad).status_code == 409
    room.turn()
    assert room.table.loop.eyes.calibration is not None
    assert room.client.get("/api/where").json()["found"]


def test_the_doctor_tells_what_to_do(room: Room) -> None:
    told = room.client.get("/api/doctor").json()
    assert {"check", "verdict", "says", "mend"} == set(told["checks"][0])
