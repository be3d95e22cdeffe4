"""What commands share about the things at a table: the words that choose camera, lamps and button."""

from argparse import ArgumentParser, Namespace
from typing import get_args

from firmware.box import Fittings
from firmware.commands import GivenWrong
from hardware.lamps import Order
from hardware.settings import BUDGET_MILLIAMPS


def add_lamps(parser: ArgumentParser) -> None:
    """--lights, --lamp-order and --lamp-budget."""
    parser.add_argument(
        "--lights", choices=("spi", "pwm", "pio", "none"), default="spi", help="what drives the lamps; %(default)s"
    )
    parser.add_argument(
        "--lamp-order",
        choices=get_args(Order),
        default="GRB",
        help="how their data sheet lists the colours; %(default)s",
    )
    parser.add_argument(
        "--lamp-budget",
        type=float,
        default=BUDGET_MILLIAMPS,
        metavar="MA",
        help="current in mA that all lamps together may draw; %(default)g, what the Pi's own pins can give",
    )


def chosen_fittings(given: Namespace, *, button: bool, patient: bool = False) -> Fittings:
    """The things at the table that the words on the command line ask for."""
    if not 0 < given.lamp_budget <= 60_000:
        raise GivenWrong(f"--lamp-budget {given.lamp_budget:g}: a current in mA, such as 500 or 2000")
    return Fittings(
        camera=given.camera or "csi",
        lights=None if given.lights == "none" else given.lights,
        order=given.lamp_order,
        budget=given.lamp_budget,
        button=button,
        patient=patient,
    )
