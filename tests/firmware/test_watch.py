"""Pictures of a game in a folder, one after another: `hopsight watch` tells what happened between them."""

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.__main__ import main
from firmware.command_line import build_parser
from firmware.commands.watching import Watching
from firmware.kept.records import games_folder, records
from firmware.replay import check
from hardware.errors import CameraStopped, HardwareError
from hardware.pictures import Picture
from hardware.ports import Frame
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import scenes_of
from rules import catalogue
from rules.geometry import PlaceId
from tests.firmware.album import GAME, TOKENS, Album, told
from vision.calibration import Calibration
from vision.pictures import load


@pytest.fixture
def album(tmp_path: Path) -> Album:
    kept = Album(tmp_path)
    kept.photograph()
    return kept


def test_moves_and_a_slip_are_told_as_they_happened(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album.carry("d1", "e5")
    album.carry("n1", "i5")
    album.carry("i5", "m5")
    album.carry("e5", "f5", hand=False)
    assert told(album, capsys) == [
        ("start", None),
        ("move", "d1-e5"),
        ("refused", None),
        ("move", "n1-m5"),
        ("move", "e5-f5"),
    ]


def test_a_piece_that_is_held_in_a_picture_without_a_hand_is_told_to_be_lifted_and_nothing_else(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.table.lift(PlaceId("d1"))
    album.photograph()
    album.photograph()
    album.table.put(PlaceId("e5"))
    album.photograph()
    assert main(["watch", str(album.folder), "--json", "--players", "2", "--option", "pieces=10"]) == 0
    events = [json.loads(line)["event"] for line in capsys.readouterr().out.splitlines()]
    assert events == ["start", "lifted", "move"]


@pytest.mark.parametrize(("players", "moves"), [(4, ["b1:b3", "a7-b6", "h6-h5"]), (2, ["b1:b3", "g7-f7", "b2-c2"])])
def test_a_piecepack_is_followed_on_whichever_of_its_boards_it_is_played(
    players: int, moves: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = catalogue.game("piecepack", players=players)
    album = Album(tmp_path, scenes_of(game.board)["wood"], game)
    album.photograph()
    for move in moves:
        start, end = re.split("[-:]", move)
        album.carry(start, end, hand=False)
    assert main(["watch", str(tmp_path), "--json", "--game", "piecepack"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["move"] for one in events if one["event"] == "move"] == moves


def test_a_game_in_a_folder_of_pictures_is_played_as_it_is_watched(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry("d1", "e5")
    (album.folder / "0004.jpg").write_bytes(b"torn")
    album.count += 1
    album.carry("n1", "m5")
    words = ["--camera", f"folder:{album.folder}", "--lights", "none", "--no-button", "--option", "pieces=10"]
    assert main(["play", *words]) == 0
    said = capsys.readouterr().err
    assert "picture 6 was the last one; the game can be taken up again" in said
    (record,) = records(games_folder())
    assert [ply.move for ply in check(record).state.history][1:] == ["d1-e5", "n1-m5"]


def test_a_game_is_told_as_well_that_the_pictures_show_another_start(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        album.photograph()
    words = ["--camera", f"folder:{album.folder}", "--lights", "none", "--no-button", "--language", "en"]
    assert main(["play", *words]) == 0
    told = "The pieces lie as for 2 players with 10 pieces each; this game is for 2 with 15 each."
    assert capsys.readouterr().out.count(told) == 1


def test_who_plays_without_a_button_is_never_told_to_press_one(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry("d1", "i5")
    album.carry("i5", "e5")
    album.glass, album.shows = PlaceId("m5"), 0.3
    album.carry("n1", "m5")
    words = ["--camera", f"folder:{album.folder}", "--lights", "none", "--no-button", "--option", "pieces=10"]
    assert main(["play", *words, "--language", "en"]) == 0
    said = capsys.readouterr()
    heard = said.out + said.err
    assert "Please put right what blinks: d1, i5. I look again as soon as all lies still." in heard
    assert "I look again as soon as all lies still." in heard.split("d1-e5")[-1], "asked about the piece of glass"
    assert "button" not in heard
    assert "press" not in heard


def test_a_folder_is_followed_alike_by_either_of_its_names(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album.carry("d1", "e5")
    by_path = told(album, capsys)
    assert main(["watch", f"folder:{album.folder}", "--json", "--players", "2", "--option", "pieces=10"]) == 0
    by_kind = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["event"], one.get("move")) for one in by_kind if one["event"] not in {"hand", "lifted"}] == by_path
    assert ("move", "d1-e5") in by_path


@pytest.mark.parametrize(("rule", "start", "end"), [("pieces=10", "d1", "e5"), ("first=N", "n1", "m5")])
def test_a_house_rule_narrows_down_what_the_first_picture_may_show(
    rule: str, start: str, end: str, album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry(start, end)
    assert main(["watch", str(album.folder), "--json", "--option", rule]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["move"] == f"{start}-{end}"


def test_how_large_the_star_is_and_who_plays_the_first_picture_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = catalogue.game("star", players=3, size=5)
    path = game.moves(game.start())[0]
    album = Album(tmp_path, game=game)
    album.photograph()
    album.carry(path[0], path[-1])
    assert main(["watch", str(album.folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (told["seat"], told["move"]) == ("S", game.write(path))


class Loose:
    """A camera whose plug is loose: it shows a table, is gone for a moment, and comes back until it is unplugged."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.taken = 0

    def take(self, after: float = 0.0) -> Frame:
        self.taken += 1
        if self.taken in {4, 5}:
            raise HardwareError("no picture came for 2 seconds; check the camera's cable")
        if self.taken > 30:
            raise CameraStopped("unplugged")
        return Frame(self.picture, max(after, time.monotonic()), "")

    def close(self) -> None:
        """Nothing to let go."""


def test_a_live_camera_that_is_lost_for_a_moment_is_watched_on(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["watch", "http://127.0.0.1:9/table", "--players", "2", "--option", "pieces=10"]
    loose = Loose(load(album.folder / "0001.png"))
    Watching(build_parser("watch").parse_args(asked), loose).run()
    happened = capsys.readouterr().out.split()
    assert [word for word in happened if word in {"camera-lost", "camera-back", "start"}] == [
        "camera-lost",
        "camera-back",
        "start",
    ]


def test_a_refusal_names_its_picture_and_no_other(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album.carry("d1", "i5")
    assert main(["watch", str(album.folder), "--json", "--players", "2", "--option", "pieces=10"]) == 0
    (refused,) = [line for line in capsys.readouterr().out.splitlines() if '"refused"' in line]
    assert json.loads(refused).keys() == {"frame", "t", "event", "places", "why"}
    assert json.loads(refused)["frame"] == "0003.png"


def smaller(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (800, 600), interpolation=cv2.INTER_AREA), np.uint8)


def cut(picture: Picture) -> Picture:
    return picture[8:-8, 8:-8]


@pytest.mark.parametrize("anew", [smaller, cut])
def test_a_camera_may_come_to_give_pictures_of_another_size(
    album: Album, capsys: pytest.CaptureFixture[str], anew: Callable[[Picture], Picture]
) -> None:
    album.carry("d1", "e5")
    album.count += 1
    stray = cv2.circle(np.full((300, 500, 3), 200, np.uint8), (250, 150), 90, (40, 60, 180), -1)
    cv2.imwrite(str(album.folder / f"{album.count:04d}.png"), stray)
    album.carry("n1", "m5", hand=False)
    later = album.count
    album.carry("e5", "f5", hand=False)
    album.carry("m5", "l5", hand=False)
    for path in sorted(album.folder.glob("*.png"))[later:]:
        cv2.imwrite(str(path), anew(load(path)))
    moves = [move for event, move in told(album, capsys) if event == "move"]
    assert moves == ["d1-e5", "n1-m5", "e5-f5", "m5-l5"]


def test_every_careful_reading_is_drawn_the_accepted_ones_too(album: Album, tmp_path: Path) -> None:
    album.carry("d1", "e5")
    album.carry("n1", "i5")
    drawn = tmp_path / "drawn"
    assert main(["watch", str(album.folder), "--players", "2", "--option", "pieces=10", "--annotate", str(drawn)]) == 0
    assert sorted(path.name for path in drawn.iterdir()) == ["0001.jpg", "0003.jpg", "0005.jpg"]


def test_readings_of_pictures_that_differ_in_their_ending_only_are_all_drawn(album: Album, tmp_path: Path) -> None:
    album.carry("d1", "e5", hand=False)
    cv2.imwrite(str(album.folder / "0001.jpg"), load(album.folder / "0002.png"))
    (album.folder / "0002.png").unlink()
    drawn = tmp_path / "drawn"
    assert main(["watch", str(album.folder), "--players", "2", "--option", "pieces=10", "--annotate", str(drawn)]) == 0
    assert sorted(path.name for path in drawn.iterdir()) == ["0001.jpg", "0001.png.jpg"]


def test_a_camera_that_is_pushed_while_a_hand_is_there_finds_the_board_again(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry("d1", "e5")
    album.table.nudge(0.6, -0.4, 3.0)
    album.carry("n1", "m5")
    album.carry("e5", "f5")
    assert told(album, capsys) == [
        ("start", None),
        ("move", "d1-e5"),
        ("nudged", None),
        ("move", "n1-m5"),
        ("move", "e5-f5"),
    ]


def test_a_marble_of_glass_that_may_be_missing_at_the_start_stops_no_recorded_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    album = Album(tmp_path)
    album.glass = PlaceId("c2")
    album.photograph()
    album.carry("d1", "e5")
    album.carry("n1", "m5")
    assert told(album, capsys) == [("start", None), ("move", "d1-e5"), ("move", "n1-m5")]


def test_a_marble_that_hardly_shows_where_it_went_is_known_once_the_next_player_has_moved(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.glass, album.shows = PlaceId("e5"), 0.3
    album.carry("d1", "e5")
    album.table.lift(PlaceId("n1"))
    album.photograph()
    album.table.put(PlaceId("m5"))
    album.photograph()
    told_of = told(album, capsys)
    assert {("unsure", None), ("refused", None)} <= set(told_of)
    assert [event for event in told_of if event[0] == "move"] == [("move", "d1-e5"), ("move", "n1-m5")]


def test_nobody_is_asked_to_press_a_button_that_is_not_there(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album.glass, album.shows = PlaceId("e5"), 0.3
    album.carry("d1", "e5")
    album.carry("n1", "m5")
    assert main(["watch", str(album.folder), "--players", "2", "--option", "pieces=10"]) == 0
    seen = capsys.readouterr()
    assert "unsure" in seen.out
    assert "button" not in seen.err
    assert "press again" not in seen.err


def test_a_refusal_is_told_once_and_calls_people_as_they_are_called(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry("n1", "m5", hand=False)
    asked = ["watch", str(album.folder), "--players", "2", "--option", "pieces=10"]
    assert main(asked) == 0
    seen = capsys.readouterr()
    why = "The piece on n1 belongs to North, but it is South’s turn."
    assert (seen.out.count(why), seen.err.count(why)) == (1, 0)
    assert main([*asked, "--json"]) == 0
    assert why in capsys.readouterr().err, "who reads facts from the one stream may read sentences on the other"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("--players 3", "as for a start with players=2, pieces=10, not with players=3, pieces=10"),
        ("--players 2 --option pieces=10 --south 480,20", ""),
        ("--south 20,200", "--south 20,200 is no point that this start tells; it tells 4"),
    ],
)
def test_who_asks_for_another_start_than_the_pictures_show_is_told_so_at_once(
    album: Album, capsys: pytest.CaptureFixture[str], asked: str, said: str
) -> None:
    for _ in range(8):
        album.photograph()
    assert main(["watch", str(album.folder), "--json", *asked.split()]) == (2 if said else 0)
    seen = capsys.readouterr()
    assert said in seen.err
    assert ("followed no further" in seen.err) == bool(said)
    assert not said or "0003.png" not in seen.out + seen.err, "two pictures tell it"


@pytest.mark.parametrize("asked", ["", "--players 2", "--option size=4", "--option sets=1"])
def test_what_is_said_of_a_recording_leaves_the_rest_to_its_first_picture(
    album: Album, capsys: pytest.CaptureFixture[str], asked: str
) -> None:
    album.carry("d1", "e5")
    assert main(["watch", str(album.folder), "--json", *asked.split()]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["move"] for one in events if one["event"] == "move"] == ["d1-e5"]


def test_a_star_of_another_size_is_told_by_the_first_picture(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album.photograph()
    assert main(["watch", str(album.folder), "--option", "size=5"]) == 2
    assert "0001.png: this star has 121 holes: --option size=4" in capsys.readouterr().err


def test_pictures_of_a_game_that_never_begins_are_no_success(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album.carry("d1", "e5")
    album.carry("n1", "m5")
    for first in sorted(album.folder.glob("*.png"))[:-2]:
        first.unlink()
    assert main(["watch", str(album.folder), "--json", "--players", "2", "--option", "pieces=10"]) == 2
    assert "in no picture do the pieces lie as the game begins" in capsys.readouterr().err


def test_pieces_that_are_still_being_laid_are_waited_for(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(4):
        album.photograph()
    later = catalogue.game("star", players=2)
    album.table = Table(GAME.board, later.view(later.start()), TOKENS)
    album.photograph()
    assert main(["watch", str(album.folder), "--json", "--players", "2", "--option", "pieces=15"]) == 0
    seen = capsys.readouterr()
    assert "as for a start with players=2, pieces=10, not with players=2, pieces=15" in seen.err
    assert [json.loads(line)["event"] for line in seen.out.splitlines()] == ["start"], "programs know no other events"
    assert "0001.png     guided    places=" in seen.err


def test_one_event_is_one_line_whatever_a_picture_is_called(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    (album.folder / "0001.png").rename(album.folder / "00\n01\x1b.png")
    assert main(["watch", str(album.folder)]) == 0
    assert capsys.readouterr().out == "00?01?.png   start     S\n"


def test_opposite_corners_that_are_laid_first_are_no_other_start(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        album.photograph()
    # The point called south is one beside those that are full: of six players all are.
    assert main(["watch", str(album.folder), "--json", "--players", "6", "--south", "20,500"]) == 2
    told = capsys.readouterr().err
    assert "as for a start with players=2, pieces=10, not with players=6" in told
    assert "--south" not in told


@pytest.fixture
def astray(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the search close by errs by one hole."""

    def by_a_hole(*given: Any) -> Calibration:
        before: Calibration = given[-1]
        aside = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        return replace(before, homography=before.homography @ aside)

    monkeypatch.setattr("firmware.seeing.whereabouts.refine", by_a_hole)


@pytest.mark.usefixtures("astray")
def test_a_search_that_errs_by_a_hole_while_a_hand_lies_there_is_not_believed(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry("d1", "e5")
    album.carry("n1", "m5")
    assert told(album, capsys) == [("start", None), ("move", "d1-e5"), ("move", "n1-m5")]


@pytest.mark.usefixtures("astray")
def test_where_the_search_close_by_errs_the_whole_picture_is_searched(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry("d1", "e5")
    album.table.nudge(0.6, -0.4, 3.0)
    album.carry("n1", "m5")
    events = told(album, capsys)
    assert [move for kind, move in events if kind == "move"] == ["d1-e5", "n1-m5"]


def test_a_board_pushed_a_little_and_askew_is_no_hand(album: Album, capsys: pytest.CaptureFixture[str]) -> None:
    album.carry("d1", "e5")
    album.table.nudge(0.12, 0.1, 1.2)
    album.carry("n1", "m5")
    album.carry("e5", "f5")
    events = told(album, capsys)
    assert [move for kind, move in events if kind == "move"] == ["d1-e5", "n1-m5", "e5-f5"]


def test_the_pixel_called_south_is_counted_in_the_file_however_large_its_picture_is(
    album: Album, capsys: pytest.CaptureFixture[str]
) -> None:
    album.carry("n4", "m9", hand=False)
    for path in sorted(album.folder.iterdir()):
        large = cv2.resize(load(path), (4800, 3600), interpolation=cv2.INTER_LINEAR)
        cv2.imwrite(str(path), large, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    asked = ["watch", str(album.folder), "--json", "--players", "2", "--option", "pieces=10", "--south"]
    # A little north of the middle, from where the north point is nearest; in a picture made smaller another one is.
    assert main([*asked, "2400,1560"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["move"] for one in events if one["event"] == "move"] == ["d1-e5"]
    assert main([*asked, "2400,3600"]) == 2
    assert "lies outside the picture, which has 4800 × 3600 pixels" in capsys.readouterr().err
