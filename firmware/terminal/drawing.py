"""The table drawn with letters: pieces, and the lamps under the holes as coloured ground. And how text fits a terminal.

Works for every board whose places lie in rows: a line a row, so the star looks like a star in any terminal.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from shutil import get_terminal_size
from typing import IO
from unicodedata import east_asian_width

from hardware.colours import Colour
from rules.geometry import Board, Medium, PlaceId
from rules.sight import EMPTY, Token, View

COLUMNS_PER_UNIT = 4
MARGIN = 4
NARROW_COLUMNS_PER_UNIT = 2
NARROW_MARGIN = 1
"""The same where there is little room: neighbours share the column between them."""

HOLE, PLAIN_HOLE = "·", "."
DIGITS = "123456"
"""What stands for the sets, in their order: colours alone do not tell everybody whose a piece is."""

GREY: Colour = (200, 200, 200)
BRIGHT = 120
"""From this brightness of 255 on a colour is written on in black."""

CLEAR = "\x1b[H\x1b[2J"
"""Empties a terminal."""

ASIDE, BACK = f"\x1b[?1049h{CLEAR}", f"{CLEAR}\x1b[?1049l"
"""Go over to a terminal's other screen, which nothing scrolls out of and stays readable; empty it and go back."""

ABOVE, REST, BELOW = "\x1b7\x1b[H", "\x1b[K", "\x1b8"
"""Go to its top and remember the way back; empty the rest of a line; go back."""

COLOURING = re.compile(r"\x1b\[[\d;]*m")

APART = "   "
"""Between two things in one line."""


def as_shown(text: str, stream: IO[str], command: str = "") -> str:
    """``text`` for ``stream``: a terminal would break its lines in the midst of words.

    ``command``: what in it may be copied; it has a line of its own where not everything fits into one, since a shell
    takes half a command for a whole one.
    """
    if not stream.isatty():
        return text
    width = get_terminal_size().columns
    if not command or columns(text) <= width:
        return "\n".join(wrapped(text, width))
    before, _, after = text.partition(command)
    return "\n".join([*wrapped(before.rstrip(), width), command, *wrapped(after.lstrip(), width)])


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


def cut(text: str, width: int, most: int) -> list[str]:
    """``text`` in lines of at most ``width`` columns, cut off with an ellipsis where these are more than ``most``."""
    lines = wrapped(text, width)
    return lines if len(lines) <= most else [*lines[: most - 1], shortened(f"{lines[most - 1]} …", width)]


def columns(text: str) -> int:
    """How many columns of a terminal ``text`` takes: a Chinese character takes two, a change of colour none."""
    return sum(1 + (east_asian_width(letter) in "WF") for letter in COLOURING.sub("", text))


def obeys_codes(stream: IO[str]) -> bool:
    """Whether ``stream`` is a terminal that obeys escape codes; a dumb one shows them."""
    return stream.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def wants_colour(stream: IO[str]) -> bool:
    """Colour only on a terminal that obeys it, and never where NO_COLOR is set (no-color.org)."""
    return obeys_codes(stream) and not os.environ.get("NO_COLOR")


def for_one_alone(stream: IO[str]) -> str:
    """What a terminal is sent before it shows what others must not find when they scroll back."""
    return ASIDE if obeys_codes(stream) else ""


def out_of_sight(stream: IO[str]) -> str:
    """What it is sent so that nothing of that stays on it: nothing for a file, and blank lines for a dumb one."""
    if obeys_codes(stream):
        return BACK
    return "\n" * get_terminal_size().lines if stream.isatty() else ""


def legible(picture: str, stream: IO[str]) -> str:
    """``picture`` in signs that the encoding of ``stream`` has."""
    try:
        HOLE.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return picture.replace(HOLE, PLAIN_HOLE)
    return picture


def draw(
    board: Board,
    view: View,
    lamps: Mapping[PlaceId, Colour],
    colours: Mapping[Token, Colour],
    *,
    coloured: bool,
    narrow: bool = False,
) -> str:
    """The board as text, row by row from the north.

    ``view``: what lies where. ``lamps``: the lit places with their colours; without colour they stand in brackets.
    ``colours``: the sets' colours, whose order gives the sets their digits. ``narrow``: in half as many columns (but
    for heaps, whose numbers need them).
    """
    narrow = narrow and board.medium is not Medium.PIT
    spread = NARROW_COLUMNS_PER_UNIT if narrow else COLUMNS_PER_UNIT
    margin = NARROW_MARGIN if narrow else MARGIN
    rows: dict[float, list[tuple[int, PlaceId]]] = {}
    left = min(place.x for place in board.places)
    for hole in board.places:
        column = margin + round((hole.x - left) * spread)
        rows.setdefault(round(hole.y, 3), []).append((column, hole.id))
    digits = numbered(colours)
    lines = []
    files: dict[int, str] = {}
    for height in sorted(rows, reverse=True):
        row = sorted(rows[height])
        signs: dict[int, str] = {}
        for column, place in row:
            token = view.get(place, EMPTY)
            if board[place].medium is Medium.PIT:
                signs |= dict(enumerate(f"{'.' if token == EMPTY else token:^3}", column - 1))
            else:
                signs |= cell(column, token, lamps.get(place), colours.get(token), digits.get(token), coloured=coloured)
        label = shared([place for _, place in row])
        if label.isdigit():
            files |= {column: place[0] for column, place in row}
        elif label.isalpha() and board.medium is Medium.PIT:  # the star's rows do not stand in files
            files |= {column: place[1:] for column, place in row}
        lines.append(f"{label} {in_columns(signs)}".rstrip())
    if files:
        lines.append(f"  {in_columns(files)}")
    return "\n".join(lines)


def numbered(colours: Iterable[Token]) -> dict[Token, str]:
    """The digit that each set bears, in their order."""
    return dict(zip(colours, DIGITS, strict=False))


def legend(
    owners: Iterable[tuple[str, Sequence[Token]]], colours: Mapping[Token, Colour], width: float, *, coloured: bool
) -> list[str]:
    """Whose pieces are which, as in ``1 Anna   2 North``, in lines of at most ``width`` columns.

    ``owners``: everybody's name and sets; ``colours`` as for `draw`.
    """
    digits = numbered(colours)
    marbles = {token: marble(digits[token], colours[token], coloured=coloured) for token in digits}
    return in_lines((f"{' '.join(map(marbles.__getitem__, tokens))} {name}" for name, tokens in owners), width)


def in_lines(parts: Iterable[str], width: float) -> list[str]:
    """``parts`` side by side, in lines of at most ``width`` columns where each part is no wider."""
    lines: list[list[str]] = [[]]
    for one in parts:
        if lines[-1] and columns(APART.join([*lines[-1], one])) > width:
            lines.append([])
        lines[-1].append(one)
    return [APART.join(line) for line in lines if line]


def in_one_line(parts: Sequence[str], width: int) -> list[str]:
    """``parts`` side by side in one line, cut off where it is wider than ``width`` columns; no line for no parts."""
    return [shortened(APART.join(parts), width)] if parts else []


def shared(row: Sequence[PlaceId]) -> str:
    """What the names of a row's places share: the star's rows a letter, those of a board of squares a number."""
    for at in (0, -1):
        if len(names := {place[at] for place in row}) == 1:
            return names.pop()
    return " "


def in_columns(signs: Mapping[int, str]) -> str:
    """One line with each sign in its column."""
    return "".join(signs.get(column, " ") for column in range(max(signs) + 1))


def cell(
    column: int, token: Token, lamp: Colour | None, paint: Colour | None, digit: str | None, *, coloured: bool
) -> dict[int, str]:
    """The signs of one hole by their columns: the piece or the hole in its own, a lamp on both sides of it."""
    lit = lamp is not None and any(lamp)
    ground = f"\x1b[48;2;{lamp[0]};{lamp[1]};{lamp[2]}m" if coloured and lamp is not None and lit else ""
    if token != EMPTY:
        middle = marble(digit or "?", paint or GREY, coloured=coloured)
    else:
        middle = f"{ground}\x1b[38;5;245m{HOLE}\x1b[0m" if coloured else PLAIN_HOLE
    before, after = (f"{ground} \x1b[0m",) * 2 if coloured else ("(", ")")
    return {column - 1: before, column: middle, column + 1: after} if lit else {column: middle}


def marble(digit: str, paint: Colour, *, coloured: bool) -> str:
    """A piece: the digit of its set, on its colour where there are colours, in black or white as it is read better."""
    if not coloured:
        return digit
    red, green, blue = paint
    ink = 16 if 0.3 * red + 0.59 * green + 0.11 * blue > BRIGHT else 231
    return f"\x1b[48;2;{red};{green};{blue};38;5;{ink}m{digit}\x1b[0m"
