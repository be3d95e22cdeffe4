"""The lamp overlay of a board: where the lamps lie, in which order they are wired, what current they draw."""

import csv
import io
from dataclasses import dataclass
from itertools import pairwise
from math import copysign, cos, hypot, pi, sin

from hardware.chain import least_wire
from hardware.plans import settings
from hardware.plans.drawing import Circle, Drawing, Line, Point, Text
from rules.geometry import Board, Medium, Place, PlaceId

BELOW = "seen from above; from below, where wires are soldered, all of it is mirrored"


@dataclass(frozen=True)
class Lamp:
    """One lamp: its number in the chain from 0, the place above it, its centre in mm from the board's centre."""

    number: int
    place: PlaceId
    x: float
    y: float


@dataclass(frozen=True)
class Plan:
    """The overlay of a board whose neighbouring places are ``pitch`` mm apart, with lamps of ``lamp`` mm diameter."""

    board: Board
    pitch: float
    lamp: float

    @property
    def lamps(self) -> list[Lamp]:
        """Every lamp in the order of the chain."""
        order = least_wire(self.board)
        return [
            Lamp(number, place, round(self.board[place].x * self.pitch, 3), round(self.board[place].y * self.pitch, 3))
            for number, place in enumerate(order)
        ]

    @property
    def outline(self) -> tuple[Point, ...]:
        """The overlay's edge: the board's outline."""
        return tuple((x * self.pitch, y * self.pitch) for x, y in self.board.outline)

    @property
    def wire(self) -> float:
        """Millimetres of wire from lamp to lamp, one strand."""
        lamps = self.lamps
        return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(lamps))


def draw(plan: Plan) -> Drawing:
    """The drilling and wiring plan as seen from above: the wiring side is its mirror image, and the plan says so."""
    edge = plan.outline
    width = max(2 * max(abs(x) for x, _ in edge) + settings.PLAN_MARGIN, settings.SCALE_BAR)
    height = 2 * max(abs(y) for _, y in edge) + settings.PLAN_MARGIN
    drawing = Drawing(f"{plan.board.name}, pitch {plan.pitch:g} mm, seen from above", width, height)
    shapes = drawing.shapes
    shapes.append(Line(edge, "cut", closed=True))
    lamps = plan.lamps
    for lamp in lamps:
        shapes.append(Circle((lamp.x, lamp.y), plan.lamp / 2, "drill"))
        shapes += _label(lamp, plan.lamp / 2, pi / 3 if plan.board.medium is Medium.PIT else pi / 6)
    for one, two in pairwise(lamps):
        shapes.append(Line((_towards(one, two, plan.lamp), _towards(two, one, plan.lamp)), "wire", arrow=True))
    for name, place in plan.board.corners.items():
        shapes.append(Text(_corner_name_at(plan, plan.board[place]), name, 4.0))
    bottom = -height / 2 + 6
    drawing.add_scale_bar(bottom, "drill")
    shapes.append(Text((0, bottom - 4.5), BELOW, 2.0))
    return drawing


def _corner_name_at(plan: Plan, place: Place) -> Point:
    """Where the name of the corner at ``place`` stands, clear of every lamp."""
    x, y = place.x * plan.pitch, place.y * plan.pitch
    if place.medium is Medium.PIT:  # the corners of its long sides lie in rows of lamps
        beside = plan.lamp / 2 + settings.PIT_OUT
        if place.y:
            return (x, y + beside) if y > 0 else (x - beside, y - beside - settings.PIT_OUT)
        return x + copysign(beside + settings.PIT_OUT, x), y - settings.PIT_OUT
    if place.medium is Medium.HOLE:
        return x * settings.CORNER_OUT, y * settings.CORNER_OUT
    out = plan.pitch / 2 + settings.SQUARE_OUT
    return x + copysign(out, x), y + copysign(out, y)


def drilling_table(plan: Plan) -> str:
    """The drilling centres as CSV, in the order of the chain."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["lamp", "place", "x_mm", "y_mm"])
    for lamp in plan.lamps:
        table.writerow([lamp.number + 1, lamp.place, f"{lamp.x:.2f}", f"{lamp.y:.2f}"])
    return text.getvalue()


def _label(lamp: Lamp, radius: float, down: float) -> list[Text]:
    """A lamp's number, and its place under it: so far below the right that no wire goes there on any of our boards."""
    reach = radius + settings.LABEL_GAP
    x, y = lamp.x + reach * cos(down), lamp.y - reach * sin(down) - settings.LABEL / 2
    below = y - settings.LABEL_GAP - settings.SMALL_LABEL
    return [
        Text((x, y), str(lamp.number + 1), settings.LABEL, centred=False),
        Text((x, below), lamp.place, settings.SMALL_LABEL, centred=False),
    ]


def _towards(one: Lamp, two: Lamp, diameter: float) -> Point:
    """The point on the edge of ``one`` that faces ``two``."""
    dx, dy = two.x - one.x, two.y - one.y
    reach = hypot(dx, dy)
    return one.x + dx / reach * diameter / 2, one.y + dy / reach * diameter / 2
