"""A recorded game played again at the table, chosen in the page's library or by ``hopsight play --follow RECORD``."""

from argparse import ArgumentParser, Namespace

from firmware.commands import GivenWrong
from firmware.commands.doors import Doors
from firmware.commands.records import read_record
from firmware.follow import Guide, refusal
from firmware.keeper import NoKeeper
from firmware.service.box import Box
from firmware.states import State
from firmware.words.voice import language


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
    plies = read_record(given.follow).plies()
    if why_not := refusal(plies[0].game.name):
        raise GivenWrong(f"{given.follow}: {why_not}")
    if not 0 <= (given.ply or 0) < len(plies):
        raise GivenWrong(f"--ply {given.ply}: this record has the plies 0 to {len(plies) - 1}")
    return plies


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
    from firmware.terminal.console import PictureConsole, as_time_goes_by
    from firmware.terminal.console_sayings import FOLLOWED_TO_THE_END
    from firmware.terminal.keyboard import lines
    from hardware.simulated.tile_scenes import scenes_of

    board = guide.history[-1].match.game.board
    table = Simulation(guide.history, scene=scenes_of(board)[given.scene])
    guide.lead(table.loop)
    return PictureConsole(table, speaks, as_time_goes_by(lines(), table), way_on=FOLLOWED_TO_THE_END).run()
