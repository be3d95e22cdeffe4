"""``hopsight overlay``: templates for building the lamp overlay of a board."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware.given.files import writing
from firmware.given.games import add_game, chosen_board
from firmware.given.words import GivenWrong
from hardware.plans import settings
from hardware.plans.diffuser import diffuser
from hardware.plans.overlay import Plan, draw, drilling_table
from hardware.plans.parts import parts_text
from hardware.plans.wiring import MODELS, wiring
from hardware.plans.write import PAPER, write_dxf, write_pdf, write_svg
from rules.geometry import Medium


def add_overlay(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight overlay``."""
    add_game(parser)
    parser.add_argument(
        "--pitch",
        type=float,
        metavar="MM",
        help=f"from hole to hole; default: {settings.PITCH:g}, for mandarin {settings.PIT_PITCH:g}",
    )
    parser.add_argument(
        "--lamp", type=float, default=settings.LAMP, metavar="MM", help="drill for a lamp; default: %(default)s"
    )
    parser.add_argument("--paper", choices=sorted(PAPER), default="a4", help="sheets of the PDF; default: %(default)s")
    parser.add_argument("--model", choices=MODELS, default="4", help="which Raspberry Pi; default: %(default)s")
    parser.add_argument(
        "--supply",
        choices=("pi", "own"),
        default="own",
        help="what feeds the lamps: the Pi, or a supply of their own; default: %(default)s",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("overlay"), metavar="FOLDER", help="where to write; default: %(default)s"
    )


def run_overlay(given: Namespace) -> None:
    """Write every template into one folder."""
    board = chosen_board(given)
    usual = settings.PIT_PITCH if board.medium is Medium.PIT else settings.PITCH
    pitch = usual if given.pitch is None else given.pitch
    if not 8 <= pitch <= 100:
        raise GivenWrong(f"--pitch {pitch:g}: a pitch is given in mm, between 8 and 100")
    widest = pitch - 2 * settings.DIFFUSER_WALL
    if not 2 <= given.lamp <= widest:
        between = f"is 2 to {widest:g} mm wide at a pitch of {pitch:g} mm: the diffuser's walls stand between the lamps"
        raise GivenWrong(f"--lamp {given.lamp:g}: a lamp's hole {between}")
    plan = Plan(board, pitch, given.lamp)
    with writing(given.out):
        told = write_templates(plan, given)
    print(f"{given.out}: {told}")
    print("print the PDF at 100 % and measure its 100 mm line before you drill", file=sys.stderr)


def write_templates(plan: Plan, given: Namespace) -> str:
    """Write every template; the names of the files, and of the PDFs how many sheets they have. Raises OSError."""
    from hardware.plans.markers import marker_drawing, marker_sheets  # not for --help: they are drawn by OpenCV

    board = plan.board
    given.out.mkdir(parents=True, exist_ok=True)
    drawing = draw(plan)
    write_svg(drawing, given.out / "overlay.svg")
    (given.out / "drilling.csv").write_text(drilling_table(plan), encoding="utf-8")
    (given.out / "diffuser.scad").write_text(diffuser(plan), encoding="utf-8")
    (given.out / "parts.md").write_text(parts_text(plan, given.supply, given.model), encoding="utf-8")
    write_svg(wiring(given.model, given.supply, len(board.places)), given.out / "wiring.svg")
    write_dxf(drawing, given.out / "overlay.dxf")
    sheets = write_pdf(given.out / "overlay.pdf", given.paper, drawing)
    write_svg(marker_drawing(board, plan.pitch), given.out / "markers.svg")
    marked = write_pdf(given.out / "markers.pdf", given.paper, *marker_sheets(board, plan.pitch, given.paper))
    files = "overlay.svg overlay.dxf drilling.csv diffuser.scad wiring.svg parts.md markers.svg"
    counted = (f"{count} sheet{'s' * (count != 1)}" for count in (sheets, marked))
    return "{} overlay.pdf ({}) markers.pdf ({})".format(files, *counted)
