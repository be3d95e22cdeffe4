"""The command line: finds the command, lets it speak, and turns what went wrong into a sentence and an exit code.

A command is a pair of functions in one of the files of `firmware.commands`; its file is imported when it is asked for,
so that `hopsight moves` never loads OpenCV and no command touches hardware that it does not use.
"""

import argparse
import json
import os
import sys
import traceback
from codecs import register_error
from importlib import import_module
from io import FileIO, TextIOWrapper

from firmware.commands import COMMANDS, Done
from firmware.given.words import GivenWrong, Words, in_words
from firmware.terminal.whispering import NO_ROOM, Whispering
from hardware.errors import BadPicture, HardwareError, NoSuchAddress, NoSuchSource, with_rights
from rules.game import GivenError, MoveError

EPILOG = "Begin with: hopsight play --simulated. For more: hopsight COMMAND --help"


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns the exit code: 0 done, 2 something given is wrong, 3 hardware, 1 our own fault."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our arrays are small: threads would only wait for each other
    os.environ.setdefault("OPENCV_LOG_LEVEL", "OFF")  # what is wrong with a picture or a camera we say ourselves
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # and with a film: this is FFmpeg's word for quiet
    arguments = sys.argv[1:] if arguments is None else arguments
    open_streams()
    if isinstance(sys.stdout, TextIOWrapper):
        register_error("json", as_json)
        sys.stdout.reconfigure(errors="json")
    try:
        try:
            code = run(arguments)
        except SystemExit as told:  # argparse has given help, or the version
            code = int(told.code or Done.WELL)
        print(end="", flush=True)  # here it can still be said that nobody got the output
        return code
    except (GivenError, GivenWrong, HardwareError, KeyboardInterrupt) as error:
        sentence, code = failure(error)
        print(sentence, file=sys.stderr)
        return int(code)
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): that is no fault.
        say_no_more()
        return int(Done.WELL)
    except ImportError as error:  # a package is missing or torn, which is no fault of ours, and no way out of it either
        last = (str(error).strip().splitlines() or ["no reason was told"])[-1].strip()
        says = f"a library of this program cannot be loaded ({last}), so its installation is damaged"
        print(f"{says}; what mends it says: {with_rights('hopsight doctor')}", file=sys.stderr)
        return int(Done.HARDWARE)
    except Exception as error:  # noqa: BLE001 - the last line of defence: our own fault is said as such, with its trace
        if isinstance(error, OSError) and error.errno in NO_ROOM and error.filename is None:
            # Whoever writes files says so himself: this was the standard output.
            say_no_more()
            print(f"the output cannot be written: {error.strerror}; send it elsewhere", file=sys.stderr)
            return int(Done.GIVEN_WRONG)
        traceback.print_exc()
        print("hopsight made a mistake of its own; please report the lines above", file=sys.stderr)
        return int(Done.OWN_FAULT)


def open_streams() -> None:
    """Let streams that were closed by whoever started us lead nowhere, or other files would take their numbers."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open as long as we run
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin is sys.__stdin__:
        # A buffer's lock is held by the thread that waits for a line, and Python cannot end without it.
        sys.stdin = TextIOWrapper(FileIO(sys.stdin.fileno(), closefd=False), sys.stdin.encoding, sys.stdin.errors)
    if isinstance(sys.stderr, TextIOWrapper) and sys.stderr is sys.__stderr__:
        sys.stderr = Whispering(sys.stderr.buffer, sys.stderr.encoding, sys.stderr.errors, line_buffering=True)


def say_no_more() -> None:
    """Let what is still to be printed go nowhere: Python would complain once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_json(error: UnicodeError) -> tuple[str, int]:
    """Letters that the output cannot write, written as JSON may: what is JSON stays JSON."""
    assert isinstance(error, UnicodeEncodeError)  # noqa: S101 - only what is written is asked about
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def run(arguments: list[str]) -> int:
    """Find the command that ``arguments`` name, and let it run."""
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    parser = build_parser(chosen)
    command = f"hopsight {chosen}" if chosen in COMMANDS else "hopsight"
    try:
        if not (chosen is None or chosen in COMMANDS):
            from firmware.commands.meant import instead

            raise GivenWrong(f"there is no command {chosen!r}{instead(chosen)}")
        try:
            given, strange = parser.parse_known_args(arguments)
        except GivenWrong:
            from firmware.commands.meant import unknown

            # What seems to be missing may be there, mistyped.
            strange = unknown(arguments, chosen) if chosen else []
            if not strange:
                raise
        if strange:
            from firmware.commands.meant import meant

            raise GivenWrong(f"{' '.join(strange)} means nothing to {command}{meant(strange[0], chosen)}")
    except GivenWrong as error:
        raise GivenWrong(f"{error}; see: {command} --help") from error
    if "run" not in given:
        parser.print_help()
        return int(Done.WELL)
    code: int | None = given.run(given)
    return int(code or Done.WELL)


def failure(error: BaseException) -> tuple[str, Done]:
    """What an expected failure says on standard error, and its exit code."""
    match error:
        case MoveError():
            return f"{error.kind}: {in_words(error)}", Done.GIVEN_WRONG
        case GivenError() | GivenWrong() | NoSuchSource() | NoSuchAddress() | BadPicture():
            return in_words(error), Done.GIVEN_WRONG
        case HardwareError():
            return str(error), Done.HARDWARE
        case _:
            return "stopped", Done.INTERRUPTED


class Version(argparse.Action):
    """Says which version this is. It is looked up only then: that takes longer than all else a command begins with."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it, and be done."""
        from importlib.metadata import version

        print(f"hopsight {version('hopsight')}")
        parser.exit()


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser with every command's summary; only ``chosen`` is imported and gets its options."""
    parser = Words(prog="hopsight", description="A referee for real board games.", epilog=EPILOG)
    parser.add_argument(
        "--version", action=Version, nargs=0, default=argparse.SUPPRESS, help="say which version this is"
    )
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
