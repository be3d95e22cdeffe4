"""`hopsight watch` where lamps go out and gleams come and go: none of them is a hand, and none stops a game."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.__main__ import main
from hardware.simulated.scene import Light
from hardware.simulated.scenes import PRINTED, WOOD
from hardware.simulated.tile_scenes import random_scene_of
from tests.firmware.album import GAME, Album, told


def played(album: Album, light: Light) -> None:
    """A move is made, then the light becomes another one, and two moves follow."""
    album.photograph()
    album.carry("d1", "e5")
    album.light(light)
    album.carry("n1", "m5")
    album.carry("e5", "f5")


def test_pictures_taken_before_the_light_was_on_are_waited_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    album = Album(tmp_path)
    album.light(replace(WOOD.light, level=0.02))
    album.photograph()
    album.light(WOOD.light)
    album.photograph()
    album.carry("d1", "e5")
    assert main(["watch", str(tmp_path), "--json"]) == 0
    seen = capsys.readouterr()
    start, _, move = map(json.loads, seen.out.splitlines())
    dark = seen.err.splitlines()[0]
    assert dark.startswith("0001.png     unreadable")
    assert "too dark" in dark
    assert (start["frame"], start["event"]) == ("0002.png", "start")
    assert move["move"] == "d1-e5"


def test_a_lamp_that_goes_out_between_two_moves_stops_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    album = Album(tmp_path)
    played(album, Light(bearing=-40, height=30, ambient=0.2, level=0.6))
    album.carry("m5", "l5")
    assert told(album, capsys) == [
        ("start", None),
        ("move", "d1-e5"),
        ("move", "n1-m5"),
        ("move", "e5-f5"),
        ("move", "m5-l5"),
    ]


def test_a_lamp_that_goes_out_stops_no_game_either_where_no_quick_look_is_certain_of_the_board(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    album = Album(tmp_path, random_scene_of(GAME.board, 49))
    light = album.scene.light
    played(album, replace(light, bearing=light.bearing + 140, ambient=0.2, level=0.6 * light.level))
    events = told(album, capsys)
    assert [event for event in events if event[0] == "move"] == [
        ("move", "d1-e5"),
        ("move", "n1-m5"),
        ("move", "e5-f5"),
    ]


def test_a_lamp_that_goes_out_is_no_hand_where_it_leaves_doubt_at_the_cones_it_lit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    album = Album(tmp_path, PRINTED)
    played(album, replace(PRINTED.light, bearing=PRINTED.light.bearing + 140, ambient=0.2, level=0.6))
    album.carry("m5", "l5")
    moves = [move for event, move in told(album, capsys) if event == "move"]
    assert moves[:3] == ["d1-e5", "n1-m5", "e5-f5"], "the last one is asked about"


def test_a_large_gleam_that_goes_out_is_no_plate_and_hides_no_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    album = Album(tmp_path)
    album.light(replace(WOOD.light, glare=150))
    played(album, replace(WOOD.light, glare=0))
    assert told(album, capsys) == [
        ("start", None),
        ("move", "d1-e5"),
        ("move", "n1-m5"),
        ("move", "e5-f5"),
    ]


def test_a_lamp_whose_gleam_comes_to_lie_over_a_few_places_is_no_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = random_scene_of(GAME.board, 2)
    varnished = replace(scene, board=replace(scene.board, varnish=1.0), light=replace(scene.light, glare=0))
    album = Album(tmp_path, varnished)
    played(album, replace(varnished.light, glare=110))
    assert [move for event, move in told(album, capsys) if event == "move"] == ["d1-e5", "n1-m5", "e5-f5"]


def test_a_push_in_front_of_a_strong_gleam_stops_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = random_scene_of(GAME.board, 1)
    varnished = replace(scene.board, varnish=1.0)
    album = Album(tmp_path, replace(scene, board=varnished, light=replace(scene.light, glare=150)))
    album.photograph()
    album.carry("d1", "e5")
    album.table.nudge(0.8, -0.5, 2.0)
    album.photograph()
    album.carry("n1", "m5")
    album.carry("e5", "f5")
    album.carry("m5", "l5")
    moves = [move for kind, move in told(album, capsys) if kind == "move"]
    assert moves[:3] == ["d4-e9", "n4-m9", "e9-f8"], "the other half of the board is as good a south"
