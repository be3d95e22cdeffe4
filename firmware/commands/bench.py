"""``hopsight bench``: how fast this machine is at what a table needs, beside the figures of the reference machine."""

import subprocess
import sys
from argparse import ArgumentParser, Namespace

from firmware import settings
from firmware.bench import Figure, figures
from firmware.commands import Done
from firmware.doctor.machine import Machine
from firmware.given.words import never_with
from firmware.plain_json import compact
from firmware.reference import REFERENCE


def add_bench(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight bench``."""
    parser.add_argument("--json", action="store_true", help="the figures as one JSON value")
    parser.add_argument(
        "--imports",
        action="store_true",
        help="only what is imported on the way to the first light, and how long it takes",
    )


def run_bench(given: Namespace) -> int:
    """Measure, and print each figure as soon as it is known; 3 where a budget is not kept."""
    never_with(given, "imports", "json")
    if given.imports:
        print(import_profile())
        return int(Done.WELL)
    measured: list[Figure] = []
    for figure in figures(Machine()):
        measured.append(figure)
        if not given.json:
            print_figure(figure, first=len(measured) == 1)
    late = [figure.name for figure in measured if figure.is_late]
    if given.json:
        print(
            compact({figure.name: {**figure.as_json(), "reference": REFERENCE.get(figure.name)} for figure in measured})
        )
    elif late:
        print(f"slower than it should be: {', '.join(late)}", file=sys.stderr)
    return int(Done.HARDWARE if late else Done.WELL)


def print_figure(figure: Figure, *, first: bool) -> None:
    """One line of the table."""
    if first:
        print(f"{'':<44}{'here':>10}{'reference':>12}{'budget':>10}")
    known = REFERENCE.get(figure.name)
    reference = "" if known is None else f"{known:g}"
    budget = "" if figure.budget is None else f"{figure.budget:g}"
    print(f"{figure.name:<44}{figure.value:>10g}{reference:>12}{budget:>10} {figure.unit}", flush=True)


def import_profile() -> str:
    """The slowest imports on the way to the first light, as Python's own profile has them, in milliseconds."""
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import firmware.commands.play"],
        capture_output=True,
        text=True,
        check=True,
        timeout=settings.IMPORT_SECONDS,
    )
    rows = []
    for line in told.stderr.splitlines()[1:]:
        own, whole, name = line.removeprefix("import time:").split("|")
        rows.append((int(whole) / 1000, int(own) / 1000, name.strip()))
    slowest = sorted(rows, reverse=True)[:15]
    return "\n".join(
        ["with own  own", *(f"{whole:8.1f} {own:5.1f}  {name}" for whole, own, name in slowest), f"{len(rows)} modules"]
    )
