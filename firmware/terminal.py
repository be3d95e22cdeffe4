"""The table drawn with letters: pieces, and the lamps under the holes as coloured ground. Also the wording of records.

Works for every board whose places lie in rows: a line a row, so the star looks like a star in any terminal.
"""

import os
from collections.abc import Mapping, Sequence
from typing import IO
from unicodedata import east_asian_width

from hardware.ports import Colour
from rules.geometry import Board, Medium, PlaceId
from rules.sight import EMPTY, Token, View

COLUMNS_PER_UNIT = 4
MARGIN = 4
PIECE, HOLE = "●", "·"
LETTERS = "123456"
"""What stands for the sets, in their order, where there is no colour."""


def wrapped(text: str, width: int) -> list[str]:
    """``text`` in lines of at most ``width`` columns, broken between words where they fit."""
    lines = []
    for whole in text.splitlines():
        line = whole
        while columns(line) > width:
            most = next(end for end in range(len(line), 0, -1) if end == 1 or columns(line[:end]) <= width)
            end = line.rfind(" ", 1, most + 1)
            end = end if end > 0 else most
            lines.append(line[:end].rstrip())
            line = line[end:].lstrip()
        lines.append(line)
    return lines


def shortened(line: str, width: int) -> str:
    """``line``, cut off with an ellipsis where it is wider than ``width`` columns."""
    return line if columns(line) <= width else wrapped(line, width - 1)[0].rstrip(" …") + "…"


def columns(text: str) -> int:
    """How many columns of a terminal ``text`` takes: a Chinese character takes two."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text)


def wants_colour(stream: IO[str]) -> bool:
    """Colour only on a terminal that is not a dumb one, and never where NO_COLOR is set (no-color.org)."""
    return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb") and not os.environ.get("NO_COLOR")


def draw(
    board: Board,
    view: View,
    lamps: Mapping[PlaceId, Colour],
    colours: Mapping[Token, Colour],
    *,
    coloured: bool,
) -> str:
    """The board as text, row by row from the north.

    ``view``: what lies where. ``lamps``: the lit places with their colours; without colour they stand in brackets.
    ``colours``: the sets' colours, whose order gives the sets their digits where there is no colour.
    """
    rows: dict[float, list[tuple[int, PlaceId]]] = {}
    left = min(place.x for place in board.places)
    for hole in board.places:
        column = MARGIN + round((hole.x - left) * COLUMNS_PER_UNIT)
        rows.setdefault(round(hole.y, 3), []).append((column, hole.id))
    digits = dict(zip(colours, LETTERS, strict=False))
    lines = []
    files: dict[int, str] = {}
    for height in sorted(rows, reverse=True):
        row = sorted(rows[height])
        line, width = "", 0
        for column, place in row:
            token = view.get(place, EMPTY)
            line += " " * (column - 1 - width)
            if board[place].medium is Medium.PIT:
                line += f"{'.' if token == EMPTY else token:^3}"
            else:
                line += cell(token, lamps.get(place), colours.get(token), digits.get(token, "?"), coloured=coloured)
            width = column + 2
        label = shared([place for _, place in row])
        if label.isdigit():
            files |= {column: place[0] for column, place in row}
        lines.append(f"{label} {line}".rstrip())
    if files:
        lines.append("  " + "".join(files.get(column, " ") for column in range(max(files) + 1)))
    return "\n".join(lines)


def shared(row: Sequence[PlaceId]) -> str:
    """What the names of a row's places share: the star's rows a letter, those of a board of squares a number."""
    for at in (0, -1):
        if len(names := {place[at] for place in row}) == 1:
            return names.pop()
    return " "


def cell(token: Token, lamp: Colour | None, paint: Colour | None, digit: str, *, coloured: bool) -> str:
    """One hole, three characters wide: the piece or the hole in the middle, the lamp around it."""
    lit = lamp is not None and any(lamp)
    if not coloured:
        middle = "." if token == EMPTY else digit
        return f"({middle})" if lit else f" {middle} "
    ground = f"\x1b[48;2;{lamp[0]};{lamp[1]};{lamp[2]}m" if lamp is not None and lit else ""
    if token == EMPTY:
        return f"{ground} \x1b[38;5;245m{HOLE} \x1b[0m"
    red, green, blue = paint or (200, 200, 200)
    return f"{ground} \x1b[38;2;{red};{green};{blue}m{PIECE} \x1b[0m"
