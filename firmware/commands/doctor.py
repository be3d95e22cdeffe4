"""``hopsight doctor``: what is wrong with this machine, and the command that mends it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from firmware.commands import Done
from firmware.doctor.bundle import is_bundle, write_bundle
from firmware.doctor.examine import examine
from firmware.doctor.finding import Finding, Verdict, ok, wrong
from firmware.doctor.machine import Machine
from firmware.given.as_it_stands import AS_IT_STANDS, as_it_stands
from firmware.given.files import put, writing
from firmware.given.fittings import add_controls, add_lamps, chosen_fittings
from firmware.given.games import add_game, chosen_board
from firmware.given.words import GivenWrong, never_with
from firmware.plain_json import compact
from firmware.terminal.whispering import unobeyed

MARKS = {Verdict.OK: "+", Verdict.WARNING: "!", Verdict.WRONG: "x", Verdict.NOT_HERE: "-"}


def add_doctor(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight doctor``."""
    add_game(parser)
    parser.add_argument(
        "--camera",
        metavar="SPEC",
        help="csi, usb:0, an address; default for all that is left out: what table.conf says, else csi on a Pi",
    )
    add_lamps(parser)
    add_controls(parser)
    parser.add_argument("--lamps", action="store_true", help="light the lamps and look at them (empty board)")
    parser.add_argument(
        "--bundle",
        type=Path,
        metavar="FILE.zip",
        help="write logs, settings and the last pictures into one file, for whoever helps you",
    )
    parser.add_argument(
        "--self-test", action="store_true", help="try only this installation, at a simulated table, without devices"
    )
    parser.add_argument("--json", action="store_true", help="everything that was found, as one JSON value")
    parser.set_defaults(**dict.fromkeys(AS_IT_STANDS))


def run_doctor(given: Namespace) -> int:
    """Examine this machine; 3 where something is wrong."""
    machine = Machine()
    if given.self_test:
        never_with(given, "self_test", "bundle", "lamps")
        return try_installation(machine, given)
    if given.bundle and given.bundle.is_file() and not is_bundle(given.bundle):
        raise GivenWrong(f"{given.bundle} is no bundle of the doctor's, and would be lost; name another file")
    as_it_stands(given, machine.root)
    board = chosen_board(given)
    findings = []
    for finding in examine(machine, board, chosen_fittings(given, button=True), lamps=given.lamps, port=given.port):
        findings.append(finding)
        if not given.json:
            print_finding(finding)
    faults = sum(finding.verdict is Verdict.WRONG for finding in findings)
    if given.json:
        print(as_json(machine, findings))
    else:
        print(f"{faults} wrong" if faults else "nothing is wrong", file=sys.stderr)
    if given.bundle:
        bundle = BytesIO()
        with writing(given.bundle):
            names, missing = write_bundle(bundle, machine, findings)
            put(given.bundle, bundle.getvalue())
        if missing:
            print(f"could not be had here, or not without sudo: {', '.join(missing)}", file=sys.stderr)
        print(f"{given.bundle}: {', '.join(names)}; look into it before you send it", file=sys.stderr)
    return int(Done.HARDWARE if faults else Done.WELL)


def as_json(machine: Machine, findings: Sequence[Finding]) -> str:
    """Everything that was found, as one JSON value."""
    good = all(finding.verdict is not Verdict.WRONG for finding in findings)
    return compact({"model": machine.model, "ok": good, "checks": [found.as_json() for found in findings]})


def print_finding(finding: Finding) -> None:
    """One line, and under it what mends it."""
    told = f"{MARKS[finding.verdict]} {finding.check}: {_here(finding)}{finding.says}"
    told += f"\n    {finding.mend}" if finding.mend else ""
    print(unobeyed(told, sys.stdout), flush=True)


def _here(finding: Finding) -> str:
    return "not on this machine: " if finding.verdict is Verdict.NOT_HERE else ""


def try_installation(machine: Machine, given: Namespace) -> int:
    """The self-test, in a sentence."""
    from firmware.doctor.self_test import self_test

    try:
        finding = ok("self-test", self_test())
    except AssertionError as error:
        finding = wrong("self-test", f"this installation does not work: {error}", "install it anew")
    works = finding.verdict is Verdict.OK
    if given.json:
        print(as_json(machine, [finding]))
    else:
        print(finding.says, file=sys.stdout if works else sys.stderr)
    return int(Done.WELL if works else Done.HARDWARE)
