"""What people type beside moves where no camera looks: who gives up, what is in a hand, what is not there."""

import signal

from firmware.__main__ import main
from firmware.terminal.drawing import ASIDE, BACK
from firmware.terminal.typed_sayings import NO_HAND
from tests.firmware.terminal.keyboard import typing


def test_at_stones_nobody_has_a_hand_and_who_has_no_seat_is_called_as_they_were_typed(monkeypatch, capsys):
    typing(monkeypatch, "hand", "resign 9")
    assert main(["play", "mandarin", "--language", "zh"]) == 0
    said = capsys.readouterr().out
    assert "9号位 不在局中；在座的有" in said
    assert NO_HAND().text("zh") not in said, "of cards nobody speaks"


def test_who_gives_up_twice_is_called_as_everybody_is(monkeypatch, capsys):
    typing(monkeypatch, "resign 1", "resign 1", "quit")
    assert main(["play", "chinese_poker", "--players", "3", "--language", "en"]) == 0
    assert "Seat 1 cannot resign: only Seat 2, Seat 3 still play." in capsys.readouterr().out


def test_who_is_to_begin_is_drawn_again_in_the_other_game_that_is_offered(monkeypatch, capsys):
    for _ in range(2):
        typing(monkeypatch, "quit")
        assert main(["play", "mandarin", "--option", "first=toss", "--language", "en"]) == 0
    assert "another one begins with: hopsight play mandarin --option first=toss --new" in capsys.readouterr().err


def test_a_killed_program_leaves_neither_the_hand_nor_the_other_screen(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    typed = iter(["hand"])

    def read(*_):
        line = next(typed, None)
        if line is None:
            signal.raise_signal(signal.SIGTERM)
        return line

    monkeypatch.setattr("builtins.input", read)
    assert main(["play", "chinese_poker", "--players", "3", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert said.count(ASIDE) == said.count(BACK) == 1
    assert not said.rpartition(BACK)[2]


def test_who_gave_up_is_told_to_whoever_takes_the_game_up_again(monkeypatch, capsys):
    typing(monkeypatch, "pass", "resign 3", "quit")
    assert main(["play", "chinese_poker", "--players", "4", "--language", "en"]) == 0
    capsys.readouterr()
    typing(monkeypatch, "quit")
    assert main(["play", "chinese_poker", "--language", "en"]) == 0
    assert "Seat 3 gives up" in capsys.readouterr().out


def test_what_is_typed_here_has_its_clock_and_its_page_elsewhere(monkeypatch, capsys):
    assert main(["play", "mandarin", "--clock", "10+5"]) == 2
    assert "add --simulated, or name a --camera, for them" in capsys.readouterr().err
    typing(monkeypatch, "quit")
    assert main(["play", "mandarin", "--port", "9000"]) == 0
    assert (
        "it has no page, and no broker is told; add --simulated, or name a --camera, for both"
        in capsys.readouterr().err
    )


def test_a_simulated_table_is_not_needed_where_moves_are_typed(monkeypatch, capsys):
    typing(monkeypatch, "quit")
    assert main(["play", "chinese_ten", "--simulated", "--language", "en"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("chinese_ten is played by typed moves, without a table; --simulated changes nothing\n")
    assert "layout: " in said.out
