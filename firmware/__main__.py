"""The command line: finds the command, lets it speak, and turns what went wrong into a sentence and an exit code.

A command is a pair of functions in one of the files of `firmware.commands`; its file is imported when it is asked for,
so that `hopsight moves` never loads OpenCV and no command touches hardware that it does not use.
"""

import argparse
import os
import sys
import traceback
from importlib import import_module
from importlib.metadata import version

from firmware.commands import COMMANDS, Done, GivenWrong
from hardware.errors import BadPicture, HardwareError, NoSuchSource
from rules.game import GivenError, MoveError

EPILOG = "Every command explains itself: hopsight COMMAND --help"


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 done, 2 something given is wrong, 3 hardware, 1 our own fault."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our arrays are small: threads would only wait for each other
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        return run(arguments)
    except (GivenError, GivenWrong, HardwareError, KeyboardInterrupt) as error:
        sentence, code = in_words(error)
        print(sentence, file=sys.stderr)
        return int(code)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): that is no fault. Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return int(Done.WELL)
    except Exception:  # noqa: BLE001 - the last line of defence: our own fault is said as such, with its trace
        traceback.print_exc()
        print("hopsight made a mistake of its own; please report the lines above", file=sys.stderr)
        return int(Done.OWN_FAULT)


def run(arguments: list[str]) -> int:
    """Find the command that ``arguments`` name, and let it run."""
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    parser = build_parser(chosen)
    given = parser.parse_args(arguments)
    if "run" not in given:
        parser.print_help()
        return int(Done.WELL)
    code: int | None = given.run(given)
    return int(code or Done.WELL)


def in_words(error: BaseException) -> tuple[str, Done]:
    """What an expected failure says on standard error, and its exit code."""
    match error:
        case MoveError():
            return f"{error.kind}: {error}", Done.GIVEN_WRONG
        case NoSuchSource() | BadPicture():
            return str(error), Done.GIVEN_WRONG
        case HardwareError():
            return str(error), Done.HARDWARE
        case KeyboardInterrupt():
            return "stopped", Done.INTERRUPTED
        case _:
            return str(error), Done.GIVEN_WRONG


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser with every command's summary; only ``chosen`` is imported and gets its options."""
    parser = argparse.ArgumentParser(prog="hopsight", description="A referee for real board games.", epilog=EPILOG)
    parser.add_argument("--version", action="version", version=f"hopsight {version('hopsight')}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            epilog=f"Example: {command.example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == chosen:
            module = import_module(f"firmware.commands.{command.module}")
            getattr(module, f"add_{name}")(sub)
            sub.set_defaults(run=getattr(module, f"run_{name}"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
