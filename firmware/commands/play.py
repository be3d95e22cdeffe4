"""``hopsight play``: the main job, to referee a game at this table until it ends."""

import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from firmware import profiles
from firmware.commands.given import add_game, chosen_options, chosen_seats
from firmware.console import PictureConsole, TypedConsole
from firmware.journal import Journal, claim, games_folder, unfinished
from firmware.keeper import JournalKeeper
from firmware.replay import take_up
from firmware.states import opening
from firmware.voice import language
from rules import catalogue
from rules.game import Game
from rules.match import Match
from rules.words import LANGUAGES

BY_PICTURES = ("star",)
"""Games that are read from pictures; the others are typed until their readers are there."""


def add_play(parser: ArgumentParser) -> None:
    """Arguments of ``hopsight play``."""
    add_game(parser, optional=True)
    parser.add_argument("--simulated", action="store_true", help="at a simulated table, in this terminal")
    parser.add_argument(
        "--camera", metavar="SPEC", help="csi, usb:0, /dev/video0, folder:PATH, video:PATH or an address"
    )
    parser.add_argument(
        "--lights", choices=("spi", "pwm", "pio", "none"), default="spi", help="what drives the lamps; %(default)s"
    )
    parser.add_argument(
        "--no-button", action="store_true", help="no button: a still, changed, legal table ends the turn"
    )
    parser.add_argument(
        "--profile", metavar="NAME", help="a family's house rules: kept under this name, and used again"
    )
    parser.add_argument("--language", choices=LANGUAGES, help="what to speak; default: the system's language")
    parser.add_argument("--new", action="store_true", help="begin a new game, even if one is unfinished")
    parser.add_argument("--scene", choices=("wood", "printed"), default="wood", help="how the simulated table looks")


def run_play(given: Namespace) -> None:
    """Referee games until people stop."""
    options = chosen_options(given)
    if given.profile:
        options = profiles.used(given.profile, given.game, options)
    game = chosen_seats(catalogue.game(given.game, **options), given)
    table = "simulated" if given.simulated else given.camera or "csi"
    typed = given.game not in BY_PICTURES
    if typed:
        table = "typed"
    with claim(games_folder()):
        while play_one(game, table, given, typed=typed) == "new":
            game, given.new = catalogue.game(given.game, **options), True


def play_one(game: Game[Any, Any], table: str, given: Namespace, *, typed: bool) -> str | None:
    """One game, begun or taken up again; what people want then."""
    path = None if given.new else unfinished(game, games_folder(), table)
    speaks = language(given.language)
    if path is not None:
        journal, made = take_up(path)
        history = made.state.history
        for flaw in (made.damage and made.damage.why, made.stop and made.stop.why):
            if flaw:
                print(f"{path}: {flaw.text(speaks)}", file=sys.stderr)
        print(f"taking up {path} after {made.state.ply} turns; --new begins another game", file=sys.stderr)
    if path is None or made.state.outcome.over:
        match = Match.begin(game)
        history = opening(match)
        journal = Journal.create(games_folder(), match, 0.0, table=table)
    with journal:
        keeper = JournalKeeper(journal)
        if typed:
            return TypedConsole(history, keeper, speaks).run()
        if given.simulated:
            return PictureConsole(history, keeper, speaks, scene=given.scene).run()
        from firmware.box import run_box

        lights = None if given.lights == "none" else given.lights
        return run_box(history, keeper, speaks, camera=table, lights=lights, button=not given.no_button)
