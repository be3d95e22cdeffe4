"""What commands share about the things at a table: the words that choose camera, lamps and button."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from math import nan
from typing import get_args

from firmware import settings
from firmware.given.words import GivenWrong, Unnamed
from firmware.service.box import Fittings
from hardware.buttons import Kind as PinKind
from hardware.lights.lamps import Order
from hardware.settings import BUDGET_MILLIAMPS, BUTTON_PIN, HEADER, KNOB_PINS, SECOND_BUTTON_PIN, TAKEN_PINS

MOST_PORT = 65535
"""The last port there is."""

MOST_MILLIAMPS = 60_000
"""More than any supply gives to lamps at a table."""


def add_lamps(parser: ArgumentParser) -> None:
    """--lights, --lamp-order, --lamp-budget and --lamp-brightness."""
    parser.add_argument(
        "--lights",
        choices=("spi", "pwm", "pio", "none"),
        default=Unnamed("spi"),
        help="what drives the lamps; default: spi",
    )
    parser.add_argument(
        "--lamp-order",
        choices=get_args(Order),
        default=Unnamed("GRB"),
        help="in which order the lamps take their colours, as their data sheet says; default: GRB",
    )
    parser.add_argument(
        "--lamp-budget",
        default=Unnamed(f"{BUDGET_MILLIAMPS:g}"),
        metavar="MA",
        help=f"current in mA for all lamps together; default: {BUDGET_MILLIAMPS:g}, what a Pi's own pins can give",
    )
    parser.add_argument(
        "--lamp-brightness",
        default=Unnamed("auto"),
        metavar="SHARE",
        help="a share of full light, 0.05 to 1, or auto (the default): it follows the light of the room",
    )


def chosen_budget(text: str) -> float:
    """A current in milliamperes."""
    try:
        milliamps = float(text)
    except ValueError:
        milliamps = nan
    if not 0 < milliamps <= MOST_MILLIAMPS:
        raise GivenWrong(
            f"--lamp-budget {text}: a current in mA, above 0 and up to {MOST_MILLIAMPS}, such as 500 or 2000"
        )
    return milliamps


def chosen_brightness(text: str) -> float | None:
    """A share of full light; None for ``auto``."""
    try:
        share = None if text == "auto" else float(text)
    except ValueError:
        share = -1.0
    if share is not None and not 0.05 <= share <= 1:
        raise GivenWrong(f"--lamp-brightness {text}: auto, or a share from 0.05 to 1")
    return share


def add_controls(parser: ArgumentParser) -> None:
    """--second-button, --knob and --pins."""
    parser.add_argument(
        "--second-button",
        type=int,
        metavar="GPIO",
        help=f"a button for each of two players: the second one's GPIO number, such as {SECOND_BUTTON_PIN}",
    )
    parser.add_argument(
        "--knob",
        metavar="A,B,PUSH",
        help=f"a rotary encoder for the menu: its GPIO numbers, such as {','.join(map(str, KNOB_PINS))}",
    )
    parser.add_argument(
        "--pins",
        default=Unnamed("lgpio"),
        metavar="LIBRARY",
        help="what reads buttons and knob: lgpio (the default), rpigpio (old kernels), or pigpio[:HOST], the daemon of "
        "this or another machine",
    )


def chosen_fittings(given: Namespace, *, button: bool, patient: bool = False) -> Fittings:
    """The things at the table that the words on the command line ask for."""
    second, knob = chosen_controls(given)
    pins, host = chosen_pins(getattr(given, "pins", None) or "lgpio")
    return Fittings(
        camera=given.camera or "csi",
        lights=None if given.lights == "none" else given.lights,
        order=given.lamp_order,
        budget=chosen_budget(given.lamp_budget),
        brightness=chosen_brightness(given.lamp_brightness),
        button=button,
        second_button=second,
        knob=knob,
        pins=pins,
        pins_host=host,
        patient=patient,
    )


def chosen_pins(text: str) -> tuple[PinKind, str | None]:
    """The library that reads the pins, and the machine that pigpio runs on, where one is named."""
    library, colon, host = text.partition(":")
    for kind in get_args(PinKind):
        if library == kind and (host.strip() if colon and kind == "pigpio" else not colon):
            return kind, host.strip() or None
    raise GivenWrong(f"--pins {text}: one of {', '.join(get_args(PinKind))}; pigpio:HOST for another machine's")


def chosen_controls(given: Namespace) -> tuple[int | None, tuple[int, int, int] | None]:
    """The pins of the second button and of the knob; None where they are not asked for, or the command has none."""
    second: int | None = getattr(given, "second_button", None)
    words: str | None = getattr(given, "knob", None)
    try:
        a, b, push = (int(word) for word in words.split(",")) if words else (0, 0, 0)
    except ValueError as error:
        raise GivenWrong(f"--knob {words}: three GPIO numbers, such as {','.join(map(str, KNOB_PINS))}") from error
    asked = [*([] if second is None else [second]), *((a, b, push) if words else ())]
    for pin in asked:
        if why := _why_not(pin, asked):
            raise GivenWrong(f"GPIO{pin} cannot be used: {why}; name another one from 2 to 27")
    if second is not None and getattr(given, "no_button", False):
        raise GivenWrong("--second-button goes with a first one; leave --no-button out")
    return second, (a, b, push) if words else None


def _why_not(pin: int, asked: Sequence[int]) -> str:
    """What keeps ``pin`` from being one of those ``asked`` for; empty where nothing does."""
    if not 2 <= pin <= 27:
        number = next((gpio for gpio, of_header in HEADER.items() if of_header == pin), None)
        return f"GPIO numbers are meant, and pin {pin} of the header is {f'GPIO{number}' if number else 'none'}"
    if pin == BUTTON_PIN:
        return "the button that ends the turn is wired to it"
    if pin in TAKEN_PINS:
        return "it belongs to the lamps"
    return "it is named twice" if asked.count(pin) > 1 else ""


def chosen_port(given: Namespace) -> int:
    """Where the page is to listen; 0 where any port will do."""
    if given.port is None:
        return settings.PAGE_PORT
    if not 0 <= given.port <= MOST_PORT:
        raise GivenWrong(f"--port {given.port}: a port is a number from 1 to {MOST_PORT}, or 0 for any that is free")
    return int(given.port)
