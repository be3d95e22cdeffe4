"""One game at the table that there is: the real one, or a simulated one in this terminal, with a page or without."""

from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from firmware.commands.doors import Doors
from firmware.follow import Guide
from firmware.keeper import Keeper
from firmware.seeing.empty_board import kept
from firmware.service.box import Box
from firmware.states import History
from firmware.words.voice import language
from rules.words import Reason


def referee(
    history: History,
    keeper: Keeper,
    given: Namespace,
    *,
    box: Box | None,
    told: Doors | None,
    record: Path | None = None,
    guide: Guide | None = None,
    said: Sequence[Reason] = (),
) -> str | None:
    """Referee one game, begun or taken up again; what people want then.

    ``box``: the real table; None: a simulated one. ``told``: the page and whoever else follows. ``record``: where the
    ``keeper`` keeps the game. ``guide``: a recorded game is played again. ``said``: what people hear first.
    """
    speaks = language(given.language)
    if box is not None:
        hub, stays = (told.hub, told.page is not None) if told else (None, False)
        return box.referee(history, keeper, speaks, hub=hub, record=record, guide=guide, stays=stays, said=said)
    if told is not None:
        from firmware.terminal.shared import run_shared

        return run_shared(
            history,
            keeper,
            speaks,
            scene=given.scene,
            hub=told.hub,
            keyboard=told.keyboard,
            address=told.page.address if told.page else "",
            record=record,
            guide=guide,
            said=said,
        )
    from firmware.simulated.simulation import Simulation
    from firmware.terminal.console import PictureConsole, as_time_goes_by
    from firmware.terminal.console_sayings import FOLLOWED_TO_THE_END, OVER
    from firmware.terminal.keyboard import lines
    from hardware.simulated.tile_scenes import scenes_of

    board = history.last.match.game.board
    table = Simulation(history, scene=scenes_of(board)[given.scene], keeper=keeper)
    table.loop.eyes.lessons.empty = kept(board, simulated=True)
    if guide is not None:
        guide.lead(table.loop)
    way_on = OVER if guide is None else FOLLOWED_TO_THE_END
    console = PictureConsole(table, speaks, as_time_goes_by(lines(), table), way_on=way_on)
    for reason in said:
        table.loop.between(partial(console.voice.say, reason))
    return console.run()
