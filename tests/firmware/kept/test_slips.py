"""Settings with a slip: what is wrong is named, the last good ones hold, and what people wrote is theirs to mend."""

from pathlib import Path

import numpy as np
import pytest

from firmware.__main__ import main
from firmware.kept import profiles
from firmware.kept.table_file import TableFile, known, save, table_path
from rules.game import BadOption
from rules.star.places import star_board
from vision.calibration import Calibration


def house_rules() -> Path:
    """The file of the profile that the family calls home; its folder is there."""
    path = profiles.folder() / "home.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def test_house_rules_with_a_slip_are_named_and_the_last_ones_hold(capsys: pytest.CaptureFixture[str]) -> None:
    assert profiles.used("home", "star", {"players": 3}) == {"players": 3}
    path = house_rules()
    written = path.read_text(encoding="utf-8")
    for slip, why in ((written.replace("= 3", "= = 3"), "line 4"), (written.replace("3", "5"), "5"),
                      (written.replace("players", "plyaers"), "plyaers"), ("players = 3\n", "[star]")):  # fmt: skip
        path.write_text(slip, encoding="utf-8")
        assert profiles.used("home", "star", {}) == {"players": 3}
        told = capsys.readouterr().err
        assert str(path) in told
        assert why in told
        assert path.read_text(encoding="utf-8") == slip  # it is theirs to mend
    path.write_text(written.replace("3", "4"), encoding="utf-8")
    assert profiles.used("home", "star", {}) == {"players": 4}
    path.write_text("[", encoding="utf-8")
    assert profiles.used("home", "star", {}) == {"players": 4}


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("piecepack", {"suits": None}),
        ("piecepack", {"suits": {"NE": "suns", "SW": "arms", "NW": "moons", "SE": "crowns"}}),
        ("chinese_poker", {"removed": ["AD", "2C", "2D", "2H"]}),
    ],
)
def test_any_house_rule_that_a_game_takes_is_kept_beside_the_others(game: str, rules: dict[str, object]) -> None:
    profiles.used("home", "star", {"players": 3})
    profiles.used("home", game, rules)
    assert profiles.used("home", "star", {}) == {"players": 3}
    assert profiles.used("home", game, {}) == {name: rule for name, rule in rules.items() if rule}


def test_house_rules_that_cannot_be_kept_hold_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", "/proc/nowhere")
    assert profiles.used("box", "star", {"players": 3}) == {"players": 3}
    assert "/proc/nowhere/profiles/box.toml cannot be kept: No such file" in capsys.readouterr().err


def test_a_slip_in_the_first_house_rules_is_an_answer() -> None:
    house_rules().write_text("[star]\nplayers = three\n", encoding="utf-8")
    with pytest.raises(profiles.ProfileError, match="line 2"):
        profiles.used("home", "star", {})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('players = "4"', 'players of star is written as text, "4"; without the quotes it is 4. Mend that line'),
        ("players = 7", "cannot be 7; it can be 2, 3, 4, 6. Mend that line"),
        ("players =", "line 2 should read [NAME] or NAME = VALUE, words in quotes, each name once: players =. Mend"),
        ("players = 6\n[star]", "quotes, each name once: [star]. Mend"),
        ("first = '''S", "line 2 should read [NAME] or NAME = VALUE"),
        ("first = " + "[" * 9999, "too many brackets or names stand within each other. Mend"),
        ("first" + ".a" * 9999 + " = 1", "too many brackets or names stand within each other. Mend"),
        (None, "Is a directory. Mend"),
    ],
)
def test_what_is_wrong_with_a_profile_is_one_sentence(text: str | None, why: str) -> None:
    path = house_rules()
    if text is None:
        path.mkdir()
    else:
        path.write_text(f"[star]\n{text}\n", encoding="utf-8")
    with pytest.raises(profiles.ProfileError) as told:
        profiles.used("home", "star", {})
    assert why in str(told.value)
    assert "Errno" not in str(told.value)
    assert ".." not in str(told.value).removeprefix(f"The profile {path}")


def test_house_rules_saved_by_an_editor_of_another_kind_are_read_or_the_letter_is_named() -> None:
    path = house_rules()
    path.write_bytes("# Großmutter\r\n[star]\r\nplayers = 6\r\n".encode("utf-8-sig"))
    assert profiles.used("home", "star", {}) == {"players": 6}
    path.write_bytes("[star]\nplayers = 6 # Großmutter\n".encode("latin-1"))
    with pytest.raises(profiles.ProfileError, match="line 2: a letter is not in UTF-8; write it anew"):
        profiles.checked(path)


def test_house_rules_that_go_badly_with_what_was_asked_for_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    profiles.used("home", "star", {"players": 3, "sets": 2})
    with pytest.raises(BadOption, match="6 players cannot have 2 sets each"):
        profiles.used("home", "star", {"players": 6})
    rules, where = capsys.readouterr().err.splitlines()
    assert rules == "House rules of home for star: players=3 sets=2."
    assert where.startswith(f"These stand in {profiles.folder()}/home.toml: ")


def test_a_calibration_with_a_slip_is_named_and_the_last_one_holds(capsys: pytest.CaptureFixture[str]) -> None:
    board = star_board()
    chain = tuple(place.id for place in board.places)
    save(TableFile(board.name, Calibration(board.name, np.eye(3), (640, 480)), chain), table_path(board))
    text = table_path(board).read_text(encoding="utf-8")
    beyond = (text.replace("640", wide) for wide in ('"wide"', "1e999", "9" * 400, "1", "1e300"))
    nowhere = (text.replace("[[1.0, 0.0, 0.0]", f"[[{row}]") for row in ("1.0, 0.0, 3e152", "1e-9, 0.0, 0.0"))
    behind = text.replace("[0.0, 0.0, 1.0]", "[0.3, 0.0, 1.0]")
    for slip in (text[: len(text) // 2], text.replace('"a1"', '"a9"'), *beyond, *nowhere, behind, ""):
        table_path(board).write_text(slip, encoding="utf-8")
        assert known(board).chain == chain
        assert str(table_path(board)) in capsys.readouterr().err
    table_path(board).with_suffix(".good").unlink()
    assert known(board).chain is None


def test_a_state_folder_that_is_none_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path / "file"))
    assert main(["play", "--lights", "none", "--no-button", "--camera", "csi"]) == 3
    assert "the record cannot be kept" in capsys.readouterr().err
