"""The wiring diagram: which pin of the Pi goes where, as a drawing that a person with a soldering iron can follow."""

from itertools import pairwise

from hardware.plans.drawing import Drawing, Line, Point, Text
from hardware.plans.parts import Supply
from hardware.plans.settings import SUPPLY_AMPERES
from hardware.settings import BUTTON_PIN, HEADER, KNOB_PINS, SECOND_BUTTON_PIN

MODELS = ("Zero 2 W", "3", "4", "5")

FED_FROM_ONE_END = 60
"""Lamps beyond which the wires lose so much voltage that far ones look reddish."""

A, B, PUSH, SECOND, BUTTON = (f"GPIO{pin} (pin {HEADER[pin]})" for pin in (*KNOB_PINS, SECOND_BUTTON_PIN, BUTTON_PIN))
OPTIONS = (
    "If you like:",
    f"a second button: {SECOND} and GND (pin 14)",
    f"a rotary encoder: A {A}, B {B},",
    f"its switch {PUSH}, commons GND (pin 39)",
)

DATA = "GPIO10 (pin 19, SPI0 MOSI)"


def wiring(model: str, supply: Supply, lamps: int) -> Drawing:
    """The diagram for one model and one supply. The 40-pin header is the same on all of them."""
    drawing = Drawing(f"Wiring: Raspberry Pi {model}, {lamps} lamps, {_supply_words(supply)}", 330, 170)
    _box(drawing, (-140, -45), (-85, 45), "Raspberry Pi", model)
    _box(drawing, (-15, -5), (30, 35), "74AHCT125")
    _box(drawing, (85, -5), (145, 35), f"lamps 1 to {lamps}")
    _box(drawing, (-15, -50), (30, -30), "push button")
    _wire(drawing, [(-85, 20), (-15, 20)], f"{DATA} → 1A")
    _wire(drawing, [(30, 20), (85, 20)], "1Y → 330 Ω → DIN")
    _wire(drawing, [(-85, -40), (-15, -40)], BUTTON)
    _wire(drawing, [(30, -40), (45, -40), (45, -62), (-112, -62), (-112, -45)], "other leg → GND (pin 9)")
    both_ends = lamps > FED_FROM_ONE_END
    if supply == "own":
        _box(drawing, (85, 52), (145, 70), f"5 V supply, fuse {SUPPLY_AMPERES} A")
        _wire(drawing, [(115, 52), (115, 35)], "5 V, GND: to both ends" if both_ends else "5 V and GND")
        _wire(drawing, [(85, 57), (8, 57), (8, 35)], "5 V → VCC, GND → GND and 1OE")
        _wire(drawing, [(85, 66), (-112, 66), (-112, 45)], "GND ↔ GND (pin 6): the grounds must meet")
    else:
        to = "both ends of the lamps" if both_ends else "lamps"
        _wire(drawing, [(-112, 45), (-112, 66), (115, 66), (115, 35)], f"5 V (pin 2) and GND (pin 6) → {to}")
        _wire(drawing, [(8, 66), (8, 35)], "5 V → VCC, GND → GND, 1OE")
    drawing.shapes.append(Text((115, -12), "1000 µF across 5 V and GND", 3))
    for number, line in enumerate(OPTIONS):
        drawing.shapes.append(Text((58, -26 - 5 * number), line, 2.6, centred=False))
    drawing.shapes.append(Text((0, -76), "Switch everything off before you change a wire.", 3.5))
    return drawing


def _supply_words(supply: Supply) -> str:
    return "fed by the Pi" if supply == "pi" else "own supply"


def _box(drawing: Drawing, low: Point, high: Point, *lines: str) -> None:
    """A part: a rectangle between two corners, with its name in the middle, in one line or more."""
    corners = (low, (high[0], low[1]), high, (low[0], high[1]))
    drawing.shapes.append(Line(corners, "cut", closed=True))
    x, y = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2 - 1.5
    for number, words in enumerate(lines):
        drawing.shapes.append(Text((x, y + 3.5 * (len(lines) - 1 - 2 * number)), words, 4))


def _wire(drawing: Drawing, points: list[tuple[float, float]], words: str) -> None:
    """A wire, with what it joins written over the longest level part of it, or beside it where none is level."""
    drawing.shapes.append(Line(tuple(points), "wire", arrow=True))
    level = [(one, two) for one, two in pairwise(points) if one[1] == two[1]]
    (x0, y0), (x1, y1) = max(level or pairwise(points), key=lambda part: abs(part[0][0] - part[1][0]))
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    at = (middle[0], middle[1] + 1.5) if level else (middle[0] + 2.0, middle[1] - 1.3)
    drawing.shapes.append(Text(at, words, 2.6, centred=bool(level)))
