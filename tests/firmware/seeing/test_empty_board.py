"""The empty board is shown once: the picture is kept, finds its way into the eyes, and nobody has to show it."""

import json
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.seeing.empty_board import NotEmpty, empty_path, keep, kept, taken
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Playing, opening
from hardware.pictures import Picture
from hardware.simulated.scenes import PRINTED
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.words import Reason
from vision.pictures import save

STAR = catalogue.game("star", players=2, pieces=10)


def test_the_simulated_board_is_shown_and_its_picture_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--empty", "--simulated", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kept"] == str(empty_path(STAR.board, simulated=True))
    assert kept(STAR.board) is None, "that was not this machine's own table"
    empty = kept(STAR.board, simulated=True)
    assert empty is not None
    table = Simulation(opening(Match.begin(STAR)))
    off = empty.calibration.turned(STAR.board, 0).places(STAR.board) - table.camera.truth().pixels
    assert abs(off).max() < 5, "the lowest point is the south of this table"
    table.loop.eyes.lessons.empty = empty
    Hands(table).wait_until_ready()
    assert isinstance(table.loop.state.at_rest(), Playing)
    assert table.loop.eyes.reader is not None
    assert table.loop.eyes.reader.shown


def test_a_picture_from_a_file_serves_as_well_and_one_with_pieces_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Simulation(opening(Match.begin(STAR)))
    (tmp_path / "laid").mkdir()
    (tmp_path / "bare").mkdir()
    save(tmp_path / "laid" / "1.png", table.camera.take().picture)
    table.table.lay({})
    save(tmp_path / "bare" / "1.png", table.camera.take().picture)
    assert main(["calibrate", "--empty", "--camera", f"folder:{tmp_path / 'laid'}"]) == 2
    refused = capsys.readouterr().err
    assert "does not look empty" in refused
    assert "--sure" in refused
    assert kept(STAR.board) is None
    assert main(["calibrate", "--empty", "--camera", f"folder:{tmp_path / 'bare'}"]) == 0
    assert kept(STAR.board) is not None


def test_a_board_of_squares_need_not_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "piecepack", "--empty", "--simulated"]) == 0
    assert "need not be shown" in capsys.readouterr().err


def test_a_damaged_picture_is_as_none() -> None:
    table = Simulation(opening(Match.begin(STAR)))
    table.table.lay({})
    path = empty_path(STAR.board)
    keep(taken(table.camera.take().picture, STAR.board), path)
    assert kept(STAR.board) is not None
    facts = path.with_suffix(".json")
    whole = facts.read_text()
    for torn in (
        whole[:-20],
        "[" * 99_999,
        whole.replace('"size": [', '"size": [1e300, '),
        whole.replace("star", "sun"),
    ):
        facts.write_text(torn)
        assert kept(STAR.board) is None
    facts.write_text(whole)
    path.write_bytes(path.read_bytes()[:-20])
    assert kept(STAR.board) is None


def test_another_boards_picture_is_left_out_and_that_is_said_once() -> None:
    other = Simulation(opening(Match.begin(STAR)), scene=PRINTED)
    other.table.lay({})
    said: list[Reason] = []
    table = Simulation(opening(Match.begin(STAR)), say=said.append)
    table.loop.eyes.lessons.empty = taken(other.camera.take().picture, STAR.board)
    hands = Hands(table)
    hands.wait_until_ready()
    hands.press()
    assert [one.id for one in said].count("advice-empty-left-out") == 1
    assert isinstance(table.loop.state.at_rest(), Playing), "the game goes on without"


def test_pieces_that_lie_there_are_named() -> None:
    table = Simulation(opening(Match.begin(STAR)))
    with pytest.raises(NotEmpty, match="a1"):
        taken(table.camera.take().picture, STAR.board)


def test_the_board_shown_while_a_game_is_on_serves_from_the_next_accepted_move() -> None:
    said: list[Reason] = []
    table = Simulation(opening(Match.begin(STAR)), size=(480, 360), say=said.append)
    hands = Hands(table)
    hands.wait_until_ready()
    lies = table.table.view
    table.table.lay({})
    eyes, bare = table.loop.eyes, table.loop.careful_picture().picture
    table.table.lay(lies)
    learnt = eyes.reader
    eyes.lessons.show(taken(another_board(), STAR.board))
    hands.move((PlaceId("d1"), PlaceId("e5")))
    hands.press()
    assert table.loop.state.ply == 1
    assert eyes.reader is not None
    assert eyes.reader is not learnt
    assert not eyes.reader.shown
    eyes.lessons.show(taken(bare, STAR.board, eyes.calibration))
    hands.move((PlaceId("n1"), PlaceId("m5")))
    hands.press()
    assert table.loop.state.ply == 2
    assert [one.id for one in said].count("advice-empty-left-out") == 1, "that other board was left out"
    assert eyes.reader.shown


def another_board() -> Picture:
    """A board that looks otherwise, without pieces."""
    other = Simulation(opening(Match.begin(STAR)), scene=PRINTED, size=(480, 360))
    other.table.lay({})
    return other.camera.take().picture
