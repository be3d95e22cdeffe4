"""What to buy and what current it draws: computed from the plan, so that it fits the board that is built."""

from dataclasses import dataclass
from math import ceil
from typing import Literal, TypeAlias

from hardware.lights.lamps import Lamps
from hardware.lights.spi import frame_bytes, more_room
from hardware.plans import settings
from hardware.plans.overlay import Plan
from hardware.settings import (
    BUDGET_MILLIAMPS,
    BUTTON_PIN,
    CHANNEL_MILLIAMPS,
    IDLE_MILLIAMPS,
    KNOB_PINS,
    SECOND_BUTTON_PIN,
    SPI_CHUNK,
)

Supply: TypeAlias = Literal["pi", "own"]
"""Where the lamps' current comes from: the Pi's 5 V pins, or a supply of their own."""


@dataclass(frozen=True)
class Part:
    """One line of the list: how many, what, and why that one."""

    count: str
    what: str
    why: str


@dataclass(frozen=True)
class Currents:
    """Currents of the whole chain in mA: all dark, all at full white, and what the firmware will allow."""

    dark: int
    full: int
    budget: int


def currents(plan: Plan, supply: Supply) -> Currents:
    """What the chain draws."""
    count = len(plan.board.places)
    budget = round(BUDGET_MILLIAMPS) if supply == "pi" else settings.SUPPLY_BUDGET
    return Currents(round(count * IDLE_MILLIAMPS), round(count * 3 * CHANNEL_MILLIAMPS), budget)


def parts(plan: Plan, supply: Supply, model: str) -> list[Part]:
    """The parts list for ``model`` of Raspberry Pi."""
    count = len(plan.board.places)
    drawn = currents(plan, supply)
    wire = plan.wire * settings.WIRE_EXTRA / 1000
    sheet = [2 * max(abs(point[axis]) for point in plan.outline) for axis in (0, 1)]
    height = ceil(max(sheet) / settings.SEEN / 10)
    cable = "22 pins" if model in settings.SMALL_SOCKET else "15 pins"
    knob = ", ".join(map(str, KNOB_PINS))
    powered = "the lamps hang on it, too" if supply == "pi" else "the Pi's own, beside that of the lamps"
    found = [
        Part("1", f"Raspberry Pi {model}, 64-bit Raspberry Pi OS", "any of Zero 2 W, 3, 4, 5"),
        Part("1", f"its power supply, 5 V and {'5 A' if supply == 'pi' else '3 A'}", powered),
        Part("1", "micro SD card of 16 GB (A1)", "the system and all games"),
        Part(
            "1",
            "camera: Pi camera module 2 or 3, or a USB camera",
            f"{height} cm above the board module 3 sees all of it, either way round",
        ),
        Part(
            "0 or 1",
            f"cable for a Pi camera with {cable} at the Pi's end",
            f"that is the socket of a Pi {model}; it leads from beside the board up to the camera",
        ),
        Part("1", "arm or stand for the camera", "holds it over the middle of the board, out of the way of hands"),
        Part(f"{count}", "WS2812B lamps, single or on discs", f"one under each place, {plan.lamp:g} mm holes"),
        Part(
            f"3 × {wire:.1f} m",
            "stranded wire, 0.25 mm² (5 V, ground, data)",
            "neighbour to neighbour: the least there can be",
        ),
        Part("1", "74AHCT125 level shifter", "the Pi's 3.3 V data is too low for 5 V lamps"),
        Part("1", "resistor 330 Ω", "in the data line, at the first lamp"),
        Part("1", "capacitor 1000 µF, 6.3 V or more", "across 5 V and ground where the chain begins"),
        Part("1", "push button, normally open", f"from GPIO {BUTTON_PIN} to ground; no resistor needed"),
        Part(
            "0 or 1", "second push button", f"a button for each of two players, from GPIO {SECOND_BUTTON_PIN} to ground"
        ),
        Part("0 or 1", "rotary encoder with push switch, bare", f"leads through the menu: GPIO {knob} and ground"),
        Part("1", f"sheet {sheet[0]:.0f} × {sheet[1]:.0f} mm, 4 mm plywood", "the overlay, drilled by the plan"),
        Part("1", f"sheet {sheet[0]:.0f} × {sheet[1]:.0f} mm, 3 mm opal acrylic", "spreads the light"),
    ]
    if supply == "own":
        amperes = settings.SUPPLY_AMPERES
        found += [
            Part("1", f"5 V supply, {amperes} A or more", f"for up to {drawn.budget} mA in the lamps"),
            Part("1", f"fuse of {amperes} A, with its holder", "in the supply's 5 V wire: a short circuit melts wires"),
        ]
    return found


def parts_text(plan: Plan, supply: Supply, model: str) -> str:
    """The list and the currents as Markdown."""
    drawn = currents(plan, supply)
    budget = f"{BUDGET_MILLIAMPS:g} mA"
    if supply == "own":
        budget += f", or {drawn.budget} mA once table.conf says `--lamp-budget {drawn.budget}`"
    lines = [
        f"# Parts for {plan.board.name}, pitch {plan.pitch:g} mm, Raspberry Pi {model}",
        "",
        "| how many | what | why |",
        "|---|---|---|",
    ]
    lines += [f"| {part.count} | {part.what} | {part.why} |" for part in parts(plan, supply, model)]
    lines += [
        "",
        f"All lamps dark draw {drawn.dark} mA; all at full white they would draw {drawn.full / 1000:.1f} A.",
        f"The firmware lets no frame draw more than {budget}: it dims them all and keeps their hues.",
    ]
    frame = frame_bytes(len(plan.board.places), Lamps.order)
    if frame > SPI_CHUNK:
        lines += [
            "",
            f"A frame is sent at once, {frame} bytes; the Pi takes {SPI_CHUNK} unless told: {more_room(frame)}.",
        ]
    return "\n".join(lines) + "\n"
