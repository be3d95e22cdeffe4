"""The description for other programs says what there is, all of it, and nothing else."""

import json
import re
from collections.abc import Iterator
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient

from firmware.events import NameMove, Pause
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from firmware.web.app import make_app
from firmware.web.guard import Pairing
from firmware.web.hub import Hub
from firmware.web.library import Library
from firmware.web.viewers import Viewers
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.match import Match
from tests.firmware.web.description import DESCRIBED, SCHEMAS, flaws

ANSWERS: dict[str, Any] = DESCRIBED["components"]["responses"]


def meant(answer: dict[str, Any]) -> dict[str, Any]:
    """What an answer is described as, itself or where many are at once."""
    told: dict[str, Any] = ANSWERS[answer["$ref"].rsplit("/", 1)[1]] if "$ref" in answer else answer
    return told


class Table:
    """A resting table on which one move was named, and its page."""

    def __init__(self, folder: Path, *, paired: bool = False) -> None:
        self.hub = Hub()
        self.loop = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD).loop
        self.hub.attach(self.loop)
        pairing, patient = Pairing(lambda: 0.0, needed=paired), count(0, 60).__next__  # a minute between two requests
        self.app: Any = make_app(self.hub, Library(folder), pairing, frozenset({"localhost"}), patient)
        self.client = TestClient(self.app, base_url="http://localhost")
        self.loop.put(Pause(0.0))
        self.loop.put(NameMove(0.0, "e5-f5"))
        self.loop.put(NameMove(0.0, "a1-q1"))
        self.loop.hear()
        self.hub.look(self.loop)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    with made.client:
        yield made


def test_it_names_exactly_the_routes_there_are(table: Table) -> None:
    assert table.client.get("/api/openapi.json").json() == DESCRIBED
    assert DESCRIBED["openapi"].startswith("3.")
    told = {(path, method.upper()) for path, methods in DESCRIBED["paths"].items() for method in methods}
    there = set()
    for route in table.app.app.routes:  # behind the guard
        if isinstance(route, WebSocketRoute):
            there.add((route.path, "GET"))
        elif isinstance(route, Route) and route.path.startswith("/api/"):
            there |= {(route.path_format, method) for method in (route.methods or set()) - {"HEAD"}}
    assert told == there


def test_everything_it_points_to_is_there_and_everything_there_is_pointed_to() -> None:
    text = json.dumps(DESCRIBED)
    for kind, there in (("schemas", SCHEMAS), ("responses", ANSWERS)):
        pointed = {part.split('"', 1)[0] for part in text.split(f"#/components/{kind}/")[1:]}
        assert pointed == set(there), kind


def test_every_gap_in_a_path_and_every_answer_is_described() -> None:
    for path, methods in DESCRIBED["paths"].items():
        gaps = {part[1:-1] for part in path.split("/") if part.startswith("{")}
        for method, one in methods.items():
            named = {given["name"] for given in one.get("parameters", []) if given["in"] == "path"}
            assert named == gaps, (method, path)
            assert one["summary"], (method, path)
            assert all(meant(answer)["description"] for answer in one["responses"].values()), (method, path)
            if "security" in one:
                assert "403" in one["responses"], (method, path)


@pytest.mark.parametrize("paired", [False, True])
@pytest.mark.parametrize("gap", ["nothing", "a/b"])
@pytest.mark.parametrize("headers", [{}, {"origin": "http://elsewhere"}, {"content-length": "3000000"}])
def test_every_refusal_is_of_the_kind_that_is_described(
    tmp_path: Path, headers: dict[str, str], gap: str, *, paired: bool
) -> None:
    table = Table(tmp_path, paired=paired)
    endless = {"/ws", "/api/events"} if not headers else {"/ws"}
    with table.client:
        for path, methods in DESCRIBED["paths"].items():
            for method, one in methods.items() if path not in endless else ():
                answer = table.client.request(method, re.sub(r"\{\w+\}", gap, path), headers=headers)
                told = meant(one["responses"][str(answer.status_code)])
                kind = answer.headers.get("content-type", "").partition(";")[0]
                assert kind in told.get("content", {""}), (method, path, answer.status_code)


def test_people_read_the_same_on_a_page_that_fetches_nothing_from_elsewhere(table: Table) -> None:
    answer = table.client.get("/api")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    for path, methods in DESCRIBED["paths"].items():
        for method, one in methods.items():
            assert f"<b>{method.upper()}</b> <code>{path}</code>" in answer.text
            assert escape(one["summary"]) in answer.text
    there = {f"#{part.split(chr(34), 1)[0]}" for part in answer.text.split('id="')[1:]}
    pointed = {part.split('"', 1)[0] for part in answer.text.split('href="')[1:]}
    assert {one for one in pointed if one.startswith("#")} <= there >= {f"#{name}" for name in SCHEMAS}
    for one in pointed - there:
        if not one.startswith("#"):
            assert table.client.get(one).status_code == 200, one


def test_every_message_is_as_described(table: Table) -> None:
    with table.client.websocket_connect("ws://localhost/ws") as viewer:
        viewer.send_json({"do": "hello", "id": 1})
        heard = [viewer.receive_json() for _ in range(4)]
        viewer.send_json({"do": "fly", "id": 2})
        heard.append(viewer.receive_json())
    assert {one["type"] for one in heard} == {"table", "now", "news", "answer"}
    schema = DESCRIBED["paths"]["/ws"]["get"]["responses"]["101"]["content"]["application/json"]["schema"]
    for one in heard:
        assert not list(flaws(schema, one)), one["type"]
        assert not list(flaws(SCHEMAS[one["type"].title()], one))
    state = DESCRIBED["paths"]["/api/state"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert not list(flaws(state, table.client.get("/api/state").json()))
    assert not list(flaws({"$ref": "#/Error"}, table.client.get("/api/games/0009-star").json()))


def test_the_stream_of_events_says_the_same_and_resumes(table: Table) -> None:
    import asyncio

    viewers = Viewers(table.hub, Pairing(lambda: 0.0, needed=False), table.app.rate)

    async def first(last: str, count: int) -> list[str]:
        from starlette.requests import Request

        scope = {"type": "http", "headers": [(b"last-event-id", last.encode())], "client": ("127.0.0.1", 1)}
        stream = viewers.stream(Request(scope))
        heard = [await anext(stream) for _ in range(count)]
        await stream.aclose()  # type: ignore[attr-defined]  # an async generator, told as an iterator
        return heard

    heard = asyncio.run(first("", 3))
    schema = DESCRIBED["paths"]["/api/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]["schema"]
    for one in heard:
        assert one.endswith("\n\n")
        line = next(line for line in one.splitlines() if line.startswith("data: "))
        assert not list(flaws(schema, json.loads(line.removeprefix("data: "))))
    newest = table.hub.news[-1].number
    assert f"id: {newest}\n" in heard[2]
    assert '"type":"news"' in heard[2]
    again = asyncio.run(first(str(newest - 1), 3))
    assert len(json.loads(again[2].split("data: ", 1)[1])["items"]) == 1
