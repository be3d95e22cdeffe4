"""Which files in the games folder are records, and in what order."""

import shutil
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.journal import Journal, unfinished
from firmware.kept.records import ID, games_folder, records
from firmware.record import parse
from rules import catalogue
from rules.match import Match

STAR = catalogue.game("star")


def begun(folder: Path) -> Path:
    """A game that begins in ``folder``, and is left."""
    with Journal.create(folder, Match.begin(STAR), 0.0, table="csi") as journal:
        return journal.path


@pytest.mark.parametrize("whole", ["http://anna:secret@127.0.0.1:9/video", "http://127.0.0.1:9/video?key=secret"])
def test_a_record_tells_nobody_how_to_get_at_the_camera(whole: str) -> None:
    words = ["play", "star", "--camera", whole, "--lights", "none", "--no-button", "--no-web"]
    assert main(words) == 3, "nobody answers there"
    (path,) = records(games_folder())
    assert b"secret" not in path.read_bytes()
    assert parse(path.read_bytes()).header.data["table"] == "http://127.0.0.1:9"
    assert main(words) == 3
    assert records(games_folder()) == [path], "it is the same table, whose game goes on"


def test_a_copy_that_somebody_made_of_a_game_is_not_played_on_in_its_place(tmp_path: Path) -> None:
    game = begun(tmp_path)
    for name in ("0001-star (1).jsonl", "0001-star copy.jsonl", "0001-star-before_the_feast.jsonl", "1-star.jsonl"):
        shutil.copy(game, tmp_path / name)
    shutil.copy(game, tmp_path / "as it was")
    game.unlink()
    (tmp_path / "as it was").rename(game)  # so that it is the last in its folder, too
    assert records(tmp_path) == [game]
    assert unfinished(STAR, tmp_path, "csi") == game


def test_a_file_named_by_its_date_hides_no_game_that_begins_after_it(tmp_path: Path) -> None:
    shutil.copy(begun(tmp_path), tmp_path / "20261130201500-star.jsonl")
    (tmp_path / "20261130201501").mkdir()
    after = begun(tmp_path)
    assert after.name == "0002-star.jsonl"
    assert ID.fullmatch(after.stem)
    assert records(tmp_path)[0] == after


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"HOPSIGHT_STATE": "/s", "STATE_DIRECTORY": "/var/lib/hopsight"}, "/s/games"),
        ({"STATE_DIRECTORY": "/var/lib/hopsight:/var/lib/other", "HOME": "/h"}, "/var/lib/hopsight/games"),
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "/x/hopsight/games"),
        ({"HOME": "/h"}, "/h/.local/state/hopsight/games"),
    ],
)
def test_where_records_live(environment: dict[str, str], folder: str) -> None:
    assert games_folder(environment) == Path(folder)
