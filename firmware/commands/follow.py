"""The words that choose a recorded game to be played again: ``hopsight play --follow RECORD --ply N``."""

from argparse import ArgumentParser, Namespace

from firmware.commands import GivenWrong
from firmware.commands.records import read_record, said_stop
from firmware.follow import refusal
from firmware.states import State


def add_follow(parser: ArgumentParser) -> None:
    """--follow RECORD and --ply N."""
    parser.add_argument(
        "--follow",
        metavar="RECORD",
        help="play a recorded game again: the lamps show each of its moves, people make it, the camera checks",
    )
    parser.add_argument("--ply", type=int, metavar="N", help="with --follow: begin after its turn N")


def recorded(given: Namespace) -> tuple[State, ...]:
    """The plies of the record to follow. Raises `GivenWrong`."""
    made = read_record(given.follow)
    plies = made.plies()
    if why_not := refusal(plies[0].game.name):
        raise GivenWrong(f"{given.follow}: {why_not}")
    if not 0 <= (given.ply or 0) < len(plies):
        raise GivenWrong(f"--ply {given.ply}: this record has the plies 0 to {len(plies) - 1}")
    said_stop(given.follow, made)
    return plies
