"""``hopsight update``: another version, tried before it runs; the one before stays beside it."""

import os
import platform
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware.given.words import GivenWrong, never_with
from firmware.service.slots import Installation, UpdateFailed


def add_update(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight update``."""
    parser.add_argument("source", nargs="?", type=Path, metavar="WHEEL|CHECKOUT", help="the new version")
    parser.add_argument("--back", action="store_true", help="go back to the version before")
    parser.add_argument(
        "--prefix",
        type=Path,
        default=Path("/opt/hopsight"),
        metavar="LINK",
        help="where the program is; default: %(default)s",
    )
    parser.add_argument(
        "--wheels", type=Path, metavar="FOLDER", help="without network: take packages from here, see systemd/fetch"
    )
    parser.add_argument("--extras", metavar="NAMES", help="more packages, such as pi-pwm; those that are there stay")
    parser.add_argument(
        "--state",
        type=Path,
        default=Path("/var/lib/hopsight"),
        metavar="FOLDER",
        help="where its games are; default: %(default)s",
    )


def run_update(given: Namespace) -> None:
    """Change the installed version, or leave everything as it was and say why."""
    if given.back == (given.source is not None):
        raise GivenWrong("name a wheel or a checkout, or --back for the version before")
    never_with(given, "back", "wheels", "extras")
    if given.prefix.is_symlink() and not os.access(given.prefix.parent, os.W_OK):
        raise GivenWrong(f"not updated: {given.prefix.parent} may not be written; type the same with sudo before it")
    installation = Installation(given.prefix, given.state, lambda line: print(line, file=sys.stderr, flush=True))
    try:
        if given.back:
            installation.back()
        else:
            source: Path = given.source
            beside = (source if source.is_dir() else source.parent) / "constraints.txt"
            extras = ",".join(filter(None, ["mqtt", "pi" if platform.machine() == "aarch64" else "", given.extras]))
            installation.update(source, beside if beside.is_file() else None, extras, given.wheels)
    except (UpdateFailed, OSError) as error:
        raise GivenWrong(f"not updated: {error}") from error
