"""A recorded game played again at the table, chosen in the page's library or by ``hopsight play --follow RECORD``."""

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from firmware.box import Box
from firmware.commands import GivenWrong
from firmware.commands.doors import Doors
from firmware.commands.records import read_record
from firmware.follow import Guide, refusal
from firmware.journal import games_folder
from firmware.keeper import NoKeeper
from firmware.replay import check
from firmware.states import State
from firmware.voice import language
from rules.game import GivenError

if TYPE_CHECKING:
    from firmware.web.hub import Hub


def add_follow(parser: ArgumentParser) -> None:
    """--follow RECORD and --ply N."""
    parser.add_argument(
        "--follow",
        metavar="RECORD",
        help="play a recorded game again: the lamps show each of its moves, people make it, the camera checks",
    )
    parser.add_argument("--ply", type=int, metavar="N", help="follow it from after its turn N on")


def recorded(given: Namespace) -> tuple[State, ...]:
    """The plies of the record to follow. Raises `GivenWrong`."""
    plies = read_record(given.follow).plies()
    if why_not := refusal(plies[0].game.name):
        raise GivenWrong(f"{given.follow}: {why_not}")
    if not 0 <= (given.ply or 0) < len(plies):
        raise GivenWrong(f"--ply {given.ply}: this record has the plies 0 to {len(plies) - 1}")
    return plies


def wanted(hub: "Hub") -> Guide | None:
    """Through the record that people chose on the page; None, and said, where it cannot be read."""
    chosen = hub.take_to_follow()
    if chosen is None:
        return None
    id_, ply = chosen
    try:
        plies = check(games_folder() / f"{id_}.jsonl").plies()
    except (OSError, GivenError) as error:
        print(f"{id_}: {error}", file=sys.stderr)
        return None
    game, sitting = plies[0].game, hub.sitting
    if why_not := refusal(game.name) or (sitting and sitting.refusal(game.board)):
        print(f"{id_}: {why_not}", file=sys.stderr)
        return None
    return Guide(plies, min(ply, len(plies) - 1))


def follow(guide: Guide, given: Namespace, *, box: Box | None, told: Doors | None) -> str | None:
    """Lead people through a game, refereed as always and not recorded; what they want then."""
    speaks = language(given.language)
    if box is not None:
        hub, stays = (told.hub, told.page is not None) if told else (None, False)
        return box.referee(guide.history, NoKeeper(), speaks, hub=hub, guide=guide, stays=stays)
    if told is not None:
        from firmware.terminal.shared import run_shared

        return run_shared(guide.history, NoKeeper(), speaks, scene=given.scene, doors=told, record=None, guide=guide)
    from firmware.simulated.simulation import Simulation
    from firmware.terminal.console import PictureConsole
    from firmware.terminal.keyboard import lines
    from hardware.simulated.tile_scenes import scenes_of

    board = guide.history[-1].match.game.board
    table = Simulation(guide.history, scene=scenes_of(board)[given.scene])
    guide.lead(table.loop)
    return PictureConsole(table, speaks, lines()).run()
