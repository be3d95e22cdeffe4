"""The words that choose a recorded game to be played again: ``hopsight play --follow RECORD --ply N``."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware.follow import refusal
from firmware.given.files import source
from firmware.given.words import GivenWrong
from firmware.replay import Replay, check, read
from firmware.settings import RECORD_BYTES
from firmware.states import State
from firmware.words.wording import spoken
from rules.game import GivenError
from rules.match import Stop


def add_follow(parser: ArgumentParser) -> None:
    """--follow RECORD and --ply N."""
    parser.add_argument(
        "--follow",
        metavar="RECORD",
        help="play a recorded game again: the lamps show each of its moves, people make it, the camera checks",
    )
    parser.add_argument("--ply", type=int, metavar="N", help="with --follow: begin after its entry N")


def recorded(given: Namespace) -> tuple[State, ...]:
    """The plies of the record to follow. Raises `GivenWrong`."""
    if given.follow == "-":
        raise GivenWrong("--follow -: the keyboard is for the game; name the record's file")
    made = read_record(given.follow)
    plies = made.plies()
    if why_not := refusal(plies[0].game):
        raise GivenWrong(f"{given.follow}: {why_not}")
    if not 0 <= (given.ply or 0) < len(plies):
        raise GivenWrong(f"--ply {given.ply}: this record has the plies 0 to {len(plies) - 1}")
    tell_stop(given.follow, made)
    return plies


def read_record(path: str) -> Replay:
    """The record at ``path``, or on standard input for ``-``, made again as far as it is good."""
    name = source(path)
    try:
        if path == "-":  # by its number: a pipe that belongs to somebody else cannot be opened by its name
            with open(0, "rb", closefd=False) as file:
                made = read(file.read(RECORD_BYTES + 1))
        else:
            made = check(Path(path))
    except OSError as error:
        raise GivenWrong(f"{name} cannot be read: {error.strerror}") from error
    except GivenError as error:
        raise GivenWrong(f"{name}: {spoken(error.reason)}") from error
    if made.damage is not None:
        print(f"{name}: {made.damage.why}", file=sys.stderr)
    return made


def stop_in_words(stop: Stop, made: Replay) -> str:
    """What is wrong where a record stops to be good, its people called by their names."""
    return spoken(stop.why, players=made.state.match.players)


def tell_stop(path: str, made: Replay) -> None:
    """Say where a record stops to be good. Of a damaged line it was told when it was read."""
    if made.stop is None:
        return
    counted = "move" if made.by_moves else "line"
    why = stop_in_words(made.stop, made)
    print(f"{source(path)}, {counted} {made.stop.line}: {made.stop.text}: {why}", file=sys.stderr)
