"""A recorded game as an animated GIF, drawn by the simulated table."""

from collections.abc import Sequence
from pathlib import Path

import cv2

from firmware.overlay import show
from firmware.states import State
from hardware.errors import HardwareError
from hardware.simulated.painter import Painter
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import scenes_of
from rules.geometry import Medium
from rules.sight import EMPTY

SIZE = (360, 270)
PLY_MILLISECONDS = 600
LAST_MILLISECONDS = 3000


def write_gif(plies: Sequence[State], path: Path) -> None:
    """Write the game with one picture a ply, the last move's lamps lit. Raises `HardwareError` where it cannot be."""
    game = plies[0].game
    if game.board.medium not in {Medium.HOLE, Medium.SQUARE}:
        raise HardwareError(f"the simulated table draws no {game.name} yet; export it to text")
    tokens = sorted({token for token in game.view(game.start()).values() if token != EMPTY})
    painter = Painter(scenes_of(game.board)["wood"], game.board, tokens, SIZE)
    table = Table(game.board, {}, tokens)
    animation = cv2.Animation()
    frames = []
    for state in plies:
        table.lay(game.view(state.position))
        table.shine({place: glow.colour for place, glow in show(state).items()})
        frames.append(painter.picture(table.moment()))
    animation.frames = frames
    animation.durations = [PLY_MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS]
    animation.loop_count = 0
    try:
        written = cv2.imwriteanimation(str(path), animation)
    except cv2.error:
        written = False
    if not written:
        raise HardwareError(f"{path} cannot be written; name a file that ends in .gif in a folder that is there")
