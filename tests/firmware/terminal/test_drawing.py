"""The board drawn with letters: who reads the name of a place in it finds the place."""

from io import StringIO

import pytest

from firmware.terminal.drawing import draw, wants_colour
from rules import catalogue
from rules.geometry import PlaceId
from rules.sight import EMPTY, Token
from tests.firmware.terminal.monitor import Terminal

ONE = Token("S")


def drawn(name: str, lies: str, *, lit: str | None = None) -> list[str]:
    """The lines of a game's board on which one piece lies."""
    board = catalogue.game(name).board
    view = {place.id: ONE if place.id == lies else EMPTY for place in board.places}
    lamps = {PlaceId(lit): (0, 0, 255)} if lit else {}
    return draw(board, view, lamps, {ONE: (200, 0, 0)}, coloured=False).splitlines()


@pytest.mark.parametrize(
    ("environment", "colour"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "linux"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
        ({}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
    ],
)
def test_only_a_terminal_that_can_is_sent_colours(
    environment: dict[str, str], colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(Terminal()) == colour
    assert not wants_colour(StringIO())


@pytest.mark.parametrize("square", ["a1", "h1", "c5", "b8"])
def test_squares_have_their_number_beside_them_and_their_letter_below(square: str) -> None:
    *rows, letters = drawn("piecepack", square)
    (row,) = (line for line in rows if line.startswith(square[1]))
    assert letters[row.index("1", 1)] == square[0]


@pytest.mark.parametrize(("hole", "before"), [("a1", 0), ("e1", 0), ("e13", 12), ("f4", 3), ("q1", 0)])
def test_holes_of_the_star_are_counted_from_the_west_in_the_row_of_their_letter(hole: str, before: int) -> None:
    (row,) = (line for line in drawn("star", hole) if line.startswith(hole[0]))
    assert row[1 : row.index("1")].count(".") == before


def test_a_lamp_stands_in_brackets_where_there_is_no_colour() -> None:
    (row,) = (line for line in drawn("star", "f4", lit="f5") if line.startswith("f"))
    assert "1  (.)" in row


def test_the_halves_of_a_mandarin_board_are_of_no_row() -> None:
    assert [line[0] for line in drawn("mandarin", "a1")] == ["b", " ", "a", " "]


@pytest.mark.parametrize("field", ["a1", "b1", "a5", "b4"])
def test_fields_of_a_mandarin_board_have_their_letter_beside_them_and_their_number_below(field: str) -> None:
    *rows, numbers = drawn("mandarin", field)
    (row,) = (line for line in rows if line.startswith(field[0]))
    assert numbers[row.index("S")] == field[1]
