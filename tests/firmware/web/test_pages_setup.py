"""House rules and the setting up of a table, asked for by well-behaved and by hostile programs."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from firmware.events import Resume
from firmware.kept import profiles
from firmware.kept.table_file import table_path
from firmware.web import settings
from hardware.colours import Colour
from hardware.simulated.devices import SimulatedLights
from rules.star.places import star_board
from tests.firmware.web.room import Room
from vision.calibration import Calibration


def test_house_rules_are_kept_under_a_name(room: Room) -> None:
    assert room.client.get("/api/profiles").json() == {}
    asked = {"game": "star", "options": {"players": 3, "home_lock": False}}
    assert room.client.put("/api/profiles/grandma", json=asked).status_code == 200
    assert room.client.get("/api/profiles").json() == {"grandma": {"star": {"players": 3, "home_lock": False}}}
    for name, wrong in (("grandma", {"game": "star", "options": {"players": 5}}), ("a b", asked)):
        assert room.client.put(f"/api/profiles/{name}", json=wrong).status_code == 409
    assert room.client.put("/api/profiles/grandma", json={"game": "star"}).status_code == 400


def test_house_rules_that_cannot_be_kept_are_told_by_the_name_of_their_file_only(room: Room) -> None:
    profiles.folder().mkdir(parents=True)
    (profiles.folder() / "grandma.toml").write_text("[star")
    answer = room.client.put("/api/profiles/grandma", json={"game": "star", "options": {}})
    assert answer.json()["text"].startswith("The profile grandma.toml cannot be read: line 1 should read [NAME] or")
    assert str(profiles.folder()) not in answer.text


def test_the_board_is_found_in_the_picture_or_shown_by_tapping(room: Room) -> None:
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
    assert table_path(star_board()).is_file()
    for bad in ({"corners": {"S": [0.5, 0.9]}}, {"corners": {"S": [2, 2]}}, {"south": "x"}, {"corners": [1]}):
        assert room.client.post("/api/where", json=bad).status_code == 409
    room.turn()
    assert room.table.loop.eyes.calibration is not None
    assert room.client.get("/api/where").json()["found"]


def test_the_doctor_tells_what_to_do(room: Room) -> None:
    told = room.client.get("/api/doctor").json()
    assert {"check", "verdict", "says", "mend"} == set(told["checks"][0])
    assert "port" not in {one["check"] for one in told["checks"]}, "who asks is at the page already"


def test_a_board_that_was_found_and_cannot_be_kept_is_told_as_that(room: Room, own_home: Path) -> None:
    room.table.loop.turn()
    room.hub.look(room.table.loop)
    assert room.client.post("/api/where", json={}).json()["found"]
    (own_home / ".local").write_text("a file where a folder should be")
    refused = room.client.post("/api/where", json={"keep": True})
    room.table.loop.hear()
    assert refused.json()["error"]["id"] == "web-failed"
    assert refused.json()["text"] == "That could not be done: Not a directory."
    assert room.table.loop.eyes.calibration is None, "nobody goes on with what is gone after a restart"


@pytest.mark.parametrize("asked", ["/api/lamps", "/api/empty"])
def test_what_is_asked_of_a_game_that_ends_meanwhile_is_refused_with_a_reason(asked: str, room: Room) -> None:
    room.table.loop.turn()
    room.hub.look(room.table.loop)
    room.table.loop.eyes.calibration = Calibration("star", np.eye(3), (480, 360))
    room.table.loop.forget()
    answer = room.client.post(asked, json={})
    assert (answer.status_code, answer.json()["error"]["id"]) == (409, "web-no-game-now")


def test_who_has_the_lamps_found_while_the_table_is_switched_off_is_told_so(room: Room) -> None:
    class SwitchedOff(SimulatedLights):
        def show(self, colours: Sequence[Colour]) -> None:
            super().show(colours)
            raise KeyboardInterrupt  # as a signal to stop does, wherever it comes

    loop = room.table.loop
    loop.eyes.calibration, loop.lights = Calibration("star", np.eye(3), (480, 360)), SwitchedOff(room.table.table)
    with ThreadPoolExecutor(1) as page:
        answer = page.submit(room.client.post, "/api/lamps", json={})
        with suppress(KeyboardInterrupt):
            while not wait([answer], 0.05).done:
                loop.hear()
            pytest.fail("nobody was told to stop")
        told = answer.result(settings.BEACONS_SECONDS / 2)
    assert (told.status_code, told.json()["error"]["id"]) == (409, "web-no-game-now")


def test_lamps_that_a_busy_table_does_not_blink_in_time_are_told_as_that(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "BEACONS_SECONDS", 0.01)
    room.table.loop.eyes.calibration = Calibration("star-5", np.eye(3), (480, 360))
    answer = room.client.post("/api/lamps", json={})
    assert answer.status_code == 409
    assert answer.json()["error"]["id"] == "web-not-in-time"
