"""A recorded game, shown again and judged for people."""

import os
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.commands.demo_game import Asked
from firmware.journal import claim
from firmware.kept.records import games_folder
from rules import catalogue
from rules.match import Match


@pytest.mark.parametrize(
    ("name", "moves", "drawn"),
    [
        (
            "star",
            ["e9-f9"],
            ["f       .   .   .   .   .   .   .   .  (2)  .   .   .", "North is to move.   2 Ann   1 North"],
        ),
        ("piecepack", ["c1-d2"], ["2     1   1   .  (1)  .   .   2   2"]),
        (
            "mandarin",
            ["a1>"],
            [
                "b         6   6   6   6   .",
                "     M1                      M1",
                "Ann won 6, mandarins 0 · North won 0, mandarins 0",
            ],
        ),
    ],
)
def test_a_record_shows_its_board_as_the_table_does_and_whose_the_pieces_are(
    name: str, moves: list[str], drawn: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = catalogue.game(name)
    match = Match.begin(game, {game.seats[0]: "Ann"})
    for move in moves:
        match = match.play(game.read(move, match.position))
    record = tmp_path / "game.txt"
    record.write_text(match.to_text(), encoding="utf-8")
    assert main(["replay", str(record), "--ply", str(match.ply)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in drawn if line not in lines] == [], "\n".join(lines)


def test_a_record_that_is_over_says_so_when_it_is_shown_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(
        Match.begin(catalogue.game("piecepack"), {}).resign("SW").resign("NW").resign("NE").to_text(), encoding="utf-8"
    )
    assert main(["replay", str(record), "--ply", "3"]) == 0
    assert "The game is over. 1. South-east, " in capsys.readouterr().out


def test_people_at_cards_are_called_by_their_names_and_no_lamps_are_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(Match.begin(catalogue.game("chinese_ten"), {"0": "Ann"}).to_text(), encoding="utf-8")
    assert main(["replay", str(record)]) == 0
    facts = capsys.readouterr().out
    assert "    Ann: " in facts
    assert "Seat 0" not in facts
    assert main(["replay", str(record), "--lights"]) == 2
    assert capsys.readouterr().err == (
        "--lights: chinese_ten is played with cards, no lamps lie under them; leave it out\n"
    )


def test_lamps_that_a_game_is_played_with_show_no_other_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, film = tmp_path / "game.txt", tmp_path / "game.gif"
    record.write_text(Match.begin(catalogue.game("star"), {}).to_text(), encoding="utf-8")
    with claim(games_folder()):
        assert main(["replay", str(record), "--lights", "--gif", str(film)]) == 3
        said = capsys.readouterr()
        told = f"the hopsight that is refereeing at this table (process {os.getpid()}); stop it first: Ctrl-C there\n"
        assert said.err == f"the lamps belong to {told}"
        assert (said.out, film.exists()) == ("", False), "nothing was begun"
        assert main(["replay", str(record)]) == 0, "on the screen it disturbs nobody"


def test_one_turn_is_one_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = Match.begin(catalogue.game("star", pieces=10), {})
    record = tmp_path / "game.txt"
    for move, said in (("d2-e6", ": 1 turn, all legal."), ("n2-m6", ": 2 turns, all legal.")):
        match = match.play(match.game.read(move, match.position))
        record.write_text(match.to_text(), encoding="utf-8")
        assert main(["check", str(record)]) == 0
        assert said in capsys.readouterr().out


def test_a_demonstration_tells_one_question_as_one() -> None:
    told = Asked(turns=1, spread=3, named=1).told()
    assert told == "turns asked about: 1; times that stones were spread: 3; moves named: 1"
