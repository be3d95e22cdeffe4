"""People show the empty board from the page: it is kept, it serves at once, and whoever does not want to need not."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware.events import Resume
from firmware.seeing.empty_board import kept
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Playing, opening
from hardware.simulated.tile_scenes import random_scene_of, scenes_of
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from tests.firmware.web.room import Room

STAR = catalogue.game("star", players=2)
DARK_PIECES = random_scene_of(STAR.board, 930803)
"""Marbles nearly black over hollows in dark wood, seen from aslant."""
SIZE = (640, 480)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A table that lies ready, its lamps on."""
    with seated(tmp_path_factory.mktemp("games")) as made:
        yield made


@contextmanager
def seated(folder: Path, **how: Any) -> Iterator[Room]:
    """A table at which people have come back from their pause."""
    made = Room(folder, **how)
    with made.client, made.journal:
        made.table.loop.put(Resume(0.0))
        Hands(made.table).wait_until_ready()
        made.hub.look(made.table.loop)
        yield made


def show(room: Room, **wish: object) -> Any:
    """The page asks while the table is watched as always; what it is answered."""
    with ThreadPoolExecutor(1) as page:
        answer = page.submit(room.client.post, "/api/empty", json=wish)
        while not wait([answer], 0.05).done:
            room.table.loop.turn()
    room.turn()
    return answer.result()


def test_the_next_game_reads_with_the_board_that_was_shown(tmp_path: Path) -> None:
    with seated(tmp_path / "dark", scene=DARK_PIECES, size=SIZE) as room:
        eyes, lies = room.table.loop.eyes, room.table.table.view
        assert eyes.reader is not None
        assert eyes.reader.alike == ("N",), "these look just like their holes"
        room.table.table.lay({})
        assert show(room).status_code == 200
        room.table.table.lay(lies)
    after = Simulation(opening(Match.begin(STAR)), scene=DARK_PIECES, size=SIZE)
    after.loop.eyes = eyes.again()
    after.wait(0.7)
    assert isinstance(after.loop.state.at_rest(), Playing)
    reader = after.loop.eyes.reader
    assert reader is not None
    assert reader.shown
    assert not reader.alike, "now a piece that is gone would be missed"


def test_pieces_that_lie_there_are_named_and_nothing_is_kept_unless_people_insist(room: Room) -> None:
    before = room.table.loop.eyes.lessons.empty
    answer = show(room)
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert error["id"] == "empty-board-pieces"
    assert error["args"]["places"].startswith("a1, ")
    assert show(room, sure="yes").status_code == 409, "only a plain yes is one"
    assert kept(STAR.board) is None
    assert room.table.loop.eyes.lessons.empty is before
    assert show(room, sure=True).status_code == 200
    assert kept(STAR.board) is not None
    assert room.client.get("/api/where").json()["shown"] is True


def test_what_was_shown_is_kept_where_the_command_line_keeps_it_and_no_lamp_shines_in_it(room: Room) -> None:
    lies = room.table.table.view
    room.table.table.lay({})
    room.table.wait(0.7)
    assert PlaceId("a1") in room.table.loop.overlay
    answer = show(room)
    room.table.table.lay(lies)
    assert answer.status_code == 200
    assert len(answer.json()["places"]) == 121
    empty = kept(STAR.board)
    assert empty is not None
    places = empty.calibration.places(STAR.board).round().astype(int)
    lamp, other = (places[STAR.board.index[PlaceId(place)]] for place in ("a1", "b1"))
    lit, dark = (empty.picture[y - 1 : y + 2, x - 1 : x + 2].mean() for x, y in (lamp, other))
    assert abs(lit - dark) < 25


def test_a_camera_that_fails_in_that_moment_is_said_and_the_lamps_come_back(room: Room) -> None:
    room.table.camera.unplug()
    answer = show(room)
    assert answer.status_code == 409
    assert answer.json()["error"]["id"] == "web-no-picture"
    assert any(any(colour) for colour in room.table.lights.shown)
    room.table.camera.plug_in()
    room.table.wait(2.0)


def test_without_a_picture_or_without_holes_there_is_nothing_to_show(tmp_path: Path) -> None:
    blind = Room(tmp_path / "blind")
    with blind.client, blind.journal:
        assert blind.client.post("/api/empty", json={}).json()["error"]["id"] == "web-no-picture"
    board = catalogue.game("piecepack", players=2).board
    with seated(tmp_path / "squares", game="piecepack", scene=scenes_of(board)["wood"]) as squares:
        assert show(squares).json()["error"]["id"] == "empty-board-not-needed"


def test_strangers_and_nonsense_are_turned_away(tmp_path: Path) -> None:
    room = Room(tmp_path / "games", paired=True)
    with room.client, room.journal:
        assert room.client.post("/api/empty", json={}).status_code == 403
        elsewhere = {"origin": "http://evil.example"}
        assert room.client.post("/api/empty", json={}, headers=elsewhere).status_code == 403
        key = room.client.post("/api/pair", json={"code": room.pairing.code}).json()["key"]
        paired = {"authorization": f"Bearer {key}"}
        assert room.client.post("/api/empty", content=b"[]", headers=paired).status_code == 400
        assert room.client.post("/api/empty", content=b"x" * 20_000, headers=paired).status_code == 413
        assert room.client.get("/api/empty", headers=paired).status_code == 405
        assert room.client.post("/api/empty", json={}, headers=paired).status_code == 409
    assert kept(STAR.board) is None
