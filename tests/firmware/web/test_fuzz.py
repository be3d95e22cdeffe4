"""Nonsense of every kind, for every request that ``openapi.json`` describes and for the WebSocket.

``make fuzz`` runs the same for longer. Whatever comes in: a clear answer, no error of our own, and the game goes on.
"""

import json
import os
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as how
from hypothesis import strategies as st

from tests.firmware.web.room import Room

EXAMPLES = int(os.environ.get("HOPSIGHT_FUZZ", "12"))
"""How many for each request; the long run asks for thousands."""

DESCRIBED: dict[str, Any] = json.loads(files("firmware.web").joinpath("static", "openapi.json").read_text("utf-8"))
ELSEWHERE = {("/api/events", "get"), ("/api/doctor", "get")}
"""A stream that never ends, and a second's work that takes nothing from outside."""
REQUESTS = [
    pytest.param(path, method, id=f"{method} {path}")
    for path, methods in DESCRIBED["paths"].items()
    for method in methods
    if path.startswith("/api/") and (path, method) not in ELSEWHERE
]

NASTY = st.sampled_from(
    [
        "..",
        "../..",
        "%2e%2e",
        "c2\x00",
        "\ud800",
        "\x1b[2J",
        "a" * 5000,
        "0001-star",
        "0001-star\n",
        "star",
        "e5",
        "٣",
        "-1",
    ]
)
WORDS = NASTY | st.sampled_from(
    [
        "correct",
        "move",
        "new",
        "resign",
        "follow",
        "lift",
        "light",
        "hello",
        "e5-f5",
        "c2",
        "S",
        "empty",
        "players",
        "star",
    ]
)
KEYS = [
    *("do", "id", "key", "code", "after", "place", "places", "move", "seat", "to_move", "options", "players"),
    *("level", "game", "ply", "corners", "south", "keep", "sure", "before"),
]
NAMES = WORDS | st.sampled_from(KEYS)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=9)
ANY = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5), max_leaves=12
)
"""Any JSON, much of it nearly something that the table knows."""
WISHES = st.fixed_dictionaries({"do": NAMES}, optional=dict.fromkeys(("move", "places", "options", "place"), ANY))
BODIES = st.one_of(
    (ANY | WISHES).map(lambda one: json.dumps(one).encode()),
    st.binary(max_size=300),
    st.sampled_from([b"[" * 9000, b'{"level":1e999}', b'{"a":' * 3000, b"\xff\xfe", b"Game: star\n\n1. S e5-f5\n"]),
)
quickly = how(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


class Table(Room):
    """A resting table and its page, to be asked anything."""

    def turn(self) -> None:
        """Let the loop hear what came in; what people want next is not followed here."""
        super().turn()
        self.table.loop.then = None

    def is_well(self) -> bool:
        """Whether the game goes on and can be read."""
        self.client.app.rate._left.clear()  # type: ignore[attr-defined]  # the guard in front of the application
        return self.client.get("/api/state").status_code == 200 and self.journal.path.is_file()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("games"))
    with made.client, made.journal:
        yield made


def filled(path: str, data: st.DataObject) -> str:
    """A path with something in its gaps, as a client would send it."""
    from urllib.parse import quote

    parts = [
        quote(data.draw(WORDS | st.text(max_size=8)).encode("utf-8", "surrogatepass"), safe="")
        if part.startswith("{")
        else part
        for part in path.split("/")
    ]
    return "/".join(parts)


@pytest.mark.parametrize(("path", "method"), REQUESTS)
@given(data=st.data())
@quickly
def test_every_request_is_answered_clearly(alone: Table, path: str, method: str, data: st.DataObject) -> None:
    alone.client.app.rate._left.clear()  # type: ignore[attr-defined]  # as above
    body = data.draw(BODIES) if method in {"post", "put"} else None
    query = data.draw(st.dictionaries(NAMES, WORDS, max_size=3)) if data.draw(st.booleans()) else {}
    params = {key: value for key, value in query.items() if key.isprintable() and value.isprintable()}
    answer = alone.client.request(method.upper(), filled(path, data), content=body, params=params)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400 and answer.headers["content-type"] == "application/json":
        assert answer.json()["text"]
    alone.turn()
    assert alone.is_well()


@example(heard=['{"do": []}', b"\0\1"])
@given(heard=st.lists((ANY | WISHES).map(json.dumps) | st.text(max_size=200) | st.binary(max_size=200), max_size=6))
@quickly
def test_every_message_is_answered_clearly(alone: Table, heard: list[str | bytes]) -> None:
    alone.client.app.rate._left.clear()  # type: ignore[attr-defined]  # as above
    with alone.client.websocket_connect("ws://localhost/ws") as viewer:
        for number, message in enumerate([*heard, json.dumps({"do": "ping", "id": 10**9})]):
            if isinstance(message, bytes):
                viewer.send_bytes(message)
            else:
                viewer.send_text(message.encode("utf-8", "replace").decode())
            while (told := viewer.receive_json())["type"] != "answer":
                pass
            assert told["ok"] or told["why"]["id"], (number, message)
        assert told["id"] == 10**9
    alone.turn()
    assert alone.is_well()
