"""``hopsight watch``: follow pictures as if they were the table; one line for each thing that happens."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from firmware.given.files import writing
from firmware.given.games import (
    add_house_rules,
    chosen_options,
    game_name,
    games_on_boards,
)
from firmware.given.pictures import spared
from firmware.given.words import GivenWrong
from hardware.cameras import open_camera, recording
from rules import catalogue


def add_watch(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight watch``."""
    parser.add_argument(
        "source", metavar="FOLDER|VIDEO|URL", help="pictures in the order of their names, a film, a camera"
    )
    parser.add_argument("--game", type=game_name, default="star", choices=games_on_boards(), help="default: star")
    parser.add_argument(
        "--south", metavar="X,Y", help="a pixel near the point to call S; default: as the start position tells"
    )
    parser.add_argument(
        "--press",
        choices=("still",),
        default="still",
        help="what ends a turn: a table that lies still after a legal move",
    )
    parser.add_argument(
        "--annotate", type=Path, metavar="DIR", help="write a picture of each careful reading into this folder"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    add_house_rules(parser)


def run_watch(given: Namespace) -> None:
    """Follow pictures to their end."""
    if drawn := [name for name, value in chosen_options(given).items() if value == catalogue.TOSS]:
        told = f"--option {drawn[0]}={catalogue.TOSS} draws lots for a new game, and this one has begun"
        raise GivenWrong(f"{told}; say who began it, or leave that out")
    if given.annotate:
        with writing(given.annotate):
            given.annotate.mkdir(parents=True, exist_ok=True)
        spared(given.annotate, recording(given.source))
    from firmware.commands.watching import Files, Watching  # not for --help: OpenCV takes a small machine seconds

    files = Files()
    camera = open_camera(given.source, decode=files.decode)
    try:
        Watching(given, camera, files).run()
    finally:
        camera.close()
