"""The page asks which lamp lies where: they blink, and what was seen is kept."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest

from firmware.events import Resume
from firmware.kept.table_file import known
from firmware.simulated.hands import Hands
from hardware.simulated.devices import SimulatedLights, shuffled_chain
from rules import catalogue
from tests.firmware.web.room import Room

BOARD = catalogue.game("star", players=2).board
CHAIN = shuffled_chain(BOARD, seed=6)


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A table whose board is known, and then empty."""
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    made = Room(tmp_path / "games", size=(640, 480))
    with made.client, made.journal:
        made.table.loop.put(Resume(0.0))
        Hands(made.table).wait_until_ready()
        made.hub.look(made.table.loop)
        made.table.table.lay({})
        yield made


def blink(room: Room, dead: int) -> Any:
    """The page asks while the last ``dead`` lamps of the chain stay dark; what it is answered."""
    room.table.loop.lights = SimulatedLights(room.table.table, CHAIN, frozenset(range(121 - dead, 121)))
    with ThreadPoolExecutor(1) as page:
        answer = page.submit(room.client.post, "/api/lamps")
        while not wait([answer], 0.05).done:
            room.table.loop.turn()
    room.turn()
    return answer.result()


def test_the_lamps_are_kept_as_they_were_seen_and_too_few_of_them_not_at_all(room: Room) -> None:
    assert blink(room, dead=0).json() == {"seen": 121, "count": 121}
    assert known(BOARD).chain == room.table.loop.chain == CHAIN
    for dead, why in ((61, "beacons-cut"), (121, "beacons-none")):
        answer = blink(room, dead)
        assert answer.status_code == 409
        assert answer.json()["error"]["id"] == why
        assert known(BOARD).chain == room.table.loop.chain == CHAIN


def test_a_chain_that_breaks_near_its_end_is_kept_and_its_place_is_named(room: Room) -> None:
    answer = blink(room, dead=11).json()
    assert answer == {"seen": 110, "count": 121, "why": {"id": "beacons-cut", "args": {"lamp": "110"}}}
    assert known(BOARD).chain == (*CHAIN[:110], *[None] * 11)
