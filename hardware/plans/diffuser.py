"""The diffuser grid as OpenSCAD text: a dark cell round each lamp, so that a lit hole does not light its neighbour."""

from hardware.plans import settings
from hardware.plans.overlay import Plan


def diffuser(plan: Plan) -> str:
    """An OpenSCAD program; printed upside down it needs no support."""
    centres = ",\n  ".join(f"[{lamp.x:.2f}, {lamp.y:.2f}]" for lamp in plan.lamps)
    outer = plan.pitch * 0.98 / 2
    return f"""// Diffuser for {plan.board.name}, pitch {plan.pitch:g} mm. All lengths in mm. Print dark and opaque.
pitch = {plan.pitch:g};
height = {settings.DIFFUSER_HEIGHT:g};
wall = {settings.DIFFUSER_WALL:g};
outer = {outer:.2f};  // just less than half a pitch: neighbouring cells touch
lamp = {plan.lamp:g};
floor = 1;
places = [
  {centres}
];

difference() {{
  for (place = places) translate(place) cylinder(h = height, r = outer, $fn = 6);
  for (place = places) translate(place) {{
    translate([0, 0, floor]) cylinder(h = height, r = outer - wall, $fn = 48);
    translate([0, 0, -1]) cylinder(h = height, d = lamp, $fn = 48);
  }}
}}
"""
