"""Sheets with a board's printed markers in true scale, each with the places by which it is laid beside its corner."""

from collections.abc import Sequence
from math import atan2, cos, pi, sin

from hardware.chain import NEIGHBOURS
from hardware.markers import ink, paper
from hardware.plans import settings
from hardware.plans.drawing import Area, Circle, Drawing, Line, Point, Text
from hardware.plans.write import PAPER
from rules.geometry import Board, Medium
from rules.markers import Marker, markers

FOOT = 16.0
"""Millimetres for the scale bar and how to lay the markers."""

HOW = "cut along blue, lay the black outlines over the board's own, stick the marker down, cut the rest off along red"


def marker_sheets(board: Board, pitch: float, size: str) -> list[Drawing]:
    """The markers of ``board``, whose places are ``pitch`` mm apart, on sheets of ``size`` ("a4", "letter")."""
    width, height = (side - 2 * settings.SHEET_MARGIN for side in PAPER[size])
    cell_width, cell_height = _cell(pitch)
    columns, rows = max(int(width // cell_width), 1), max(int((height - FOOT) // cell_height), 1)
    return [_sheet(board, chosen, pitch, columns) for chosen in _in_parts(markers(board), columns * rows)]


def marker_drawing(board: Board, pitch: float) -> Drawing:
    """All markers of ``board`` on one drawing."""
    return _sheet(board, markers(board), pitch, 3)


def _cell(pitch: float) -> Point:
    """Width and height in mm of what one marker needs."""
    return 3.2 * pitch, 4.8 * pitch + 2


def _in_parts(all_of_them: Sequence[Marker], count: int) -> list[Sequence[Marker]]:
    return [all_of_them[start : start + count] for start in range(0, len(all_of_them), count)]


def _sheet(board: Board, chosen: Sequence[Marker], pitch: float, columns: int) -> Drawing:
    width, height = _cell(pitch)
    columns = min(columns, len(chosen))
    rows = -(-len(chosen) // columns)
    title, wide = f"markers of the {board.name}, pitch {pitch:g} mm", max(columns * width, settings.MARKER_WORDS)
    drawing = Drawing(title, wide, rows * height + FOOT)
    west, north = -columns * width / 2, drawing.height / 2
    for number, marker in enumerate(chosen):
        row, column = divmod(number, columns)
        middle = west + (column + 0.5) * width, north - (row + 0.5) * height
        _lay(drawing, board, marker, pitch, middle)
    bottom = -drawing.height / 2 + 4
    drawing.add_scale_bar(bottom, "cut")
    drawing.shapes.append(Text((0, bottom + 7.5), HOW, 2.0))
    return drawing


def _lay(drawing: Drawing, board: Board, marker: Marker, pitch: float, middle: Point) -> None:
    """One marker, its outward side up, with the places that it is laid by below it."""
    place = board[marker.place]
    (left, upper), (below, lower) = marker.at(0.0, 0.0), marker.at(0.0, 1.0)
    turn = pi / 2 - atan2(upper - lower, left - below)
    c, s = cos(turn), sin(turn)

    def at(point: Point) -> Point:
        x, y = point[0] - place.x, point[1] - place.y
        return middle[0] + pitch * (c * x - s * y), middle[1] + pitch * (s * x + c * y - 1.1)

    x, y = middle
    wide, high = 1.5 * pitch, 2.4 * pitch
    strip = ((x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high))
    drawing.shapes.append(Line(strip, "wire", closed=True))
    drawing.shapes.append(Line(tuple(at(point) for point in paper(marker)), "cut", closed=True))
    drawing.shapes += [Area(tuple(at(point) for point in black)) for black in ink(marker)]
    for near in board.places:
        if near.medium is Medium.SQUARE:
            if near is place:
                corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
                square = tuple(at((near.x + x, near.y + y)) for x, y in corners)
                drawing.shapes += [Line(square, "drill", closed=True), Text(at((near.x, near.y)), near.id, 3.0)]
        elif board.distance(near.id, place.id) < NEIGHBOURS:  # two rings would do, three are easier to lay
            ring = Circle(at((near.x, near.y)), settings.MARKER_HOLE * pitch, "drill")
            beside = ring.centre[0] + ring.radius + 1, ring.centre[1] - 1
            drawing.shapes += [ring, Text(beside, near.id, settings.LABEL, centred=False)]
    top = at(marker.at(0.5, 0.0))
    drawing.shapes.append(Text((top[0], top[1] + 0.3 * pitch), f"{marker.corner} (marker {marker.number})", 3.0))
