"""The diffuser grid as OpenSCAD text: a dark cell round each lamp, so that a lit hole does not light its neighbour."""

from math import cos, pi

from hardware.plans import settings
from hardware.plans.overlay import Plan
from rules.geometry import Medium


def diffuser(plan: Plan) -> str:
    """An OpenSCAD program; printed as it lies, its floor down, it needs no support."""
    centres = ",\n  ".join(f"[{lamp.x:.2f}, {lamp.y:.2f}]" for lamp in plan.lamps)
    # The holes of a star have six neighbours, squares and pits four: cells with so many sides meet side by side.
    sides = 6 if plan.board.medium is Medium.HOLE else 4
    outer = (plan.pitch / 2 + settings.DIFFUSER_JOINT) / cos(pi / sides)
    return f"""// Diffuser for {plan.board.name}, pitch {plan.pitch:g} mm. Lengths in mm. Print it dark, as it lies.
pitch = {plan.pitch:g};
height = {settings.DIFFUSER_HEIGHT:g};
wall = {settings.DIFFUSER_WALL:g};
outer = {outer:.2f};  // a little beyond half a pitch at each side: all cells are one piece
sides = {sides};
lamp = {plan.lamp:g};
floor = 1;
places = [
  {centres}
];

difference() {{
  for (place = places) translate(place) rotate(180 / sides) cylinder(h = height, r = outer, $fn = sides);
  for (place = places) translate(place) {{
    translate([0, 0, floor]) cylinder(h = height, r = pitch / 2 - wall, $fn = 48);
    translate([0, 0, -1]) cylinder(h = height, d = lamp, $fn = 48);
  }}
}}
"""
