"""``hopsight demo``: a whole game at the simulated table, refereed from its pictures alone."""

from argparse import ArgumentParser, Namespace
from typing import Any

from firmware.given.games import add_game, chosen_game
from firmware.given.words import GivenWrong, never_with, only_with
from hardware.simulated.scenes import SCENES
from rules.hop_game import HopGame
from rules.mandarin.game import Mandarin

SCENE = "wood"
"""How the table looks where nobody says."""

KNOWN = "star, piecepack and mandarin"
"""Games that simulated hands can play."""


def add_demo(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight demo``."""
    add_game(parser, known=f"there are demonstrations of {KNOWN}")
    parser.add_argument("--fast", action="store_true", help="as fast as it goes, without drawing the table")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="another number, another game; default: %(default)s"
    )
    parser.add_argument(
        "--stress", type=int, metavar="MOVES", help="instead play so many moves, full of slips, at random tables"
    )
    parser.add_argument(
        "--empty", action="store_true", help="with --stress: people show each board without pieces before they lay it"
    )
    parser.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="with --stress: cores that play at once; the outcome is the same; default: all",
    )
    parser.add_argument("--scene", choices=sorted(SCENES), help=f"how the table looks; default: {SCENE}")


def run_demo(given: Namespace) -> int:
    """Play a game to its end through pictures, or many moves full of slips."""
    only_with(given, "stress", "empty", "workers")
    never_with(given, "stress", "scene")
    game: Any = chosen_game(given)
    if not isinstance(game, HopGame | Mandarin):
        raise GivenWrong(f"the simulated players know {KNOWN}; {given.game} is played with: hopsight play {given.game}")
    # What comes next is not for --help: OpenCV takes a small machine seconds.
    if given.stress is None:
        from firmware.commands.demo_game import play_through

        return play_through(game, given, given.scene or SCENE)
    if not isinstance(game, HopGame):
        raise GivenWrong("--stress is for star and piecepack: people at a mandarin board do not err yet")
    from firmware.commands.demo_stress import any_number_of_players, run_stress

    return run_stress(any_number_of_players(game, given), given)
