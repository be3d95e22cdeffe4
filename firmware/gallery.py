"""The pictures in the README, drawn by the simulated table: ``make gallery`` makes them anew.

Everything in them is real: the moves are a game's, the lamps are what the overlay says, the reading is the reader's.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

from firmware.simulated.hands import Hands
from firmware.simulated.players import choose
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from hardware.simulated.scenes import PRINTED, WOOD
from rules import catalogue
from rules.hop import Path as Way
from rules.match import Match
from vision.annotate import annotate
from vision.locate import locate
from vision.look import look
from vision.pictures import save

SIZE = (800, 600)
MOVES = 40
"""Moves into the game: the sets have met in the middle."""


def played(players: int, seed: int) -> tuple[Any, Any]:
    """A game of star, and where it stands after so many moves."""
    game: Any = catalogue.game("star", players=players)
    position, chance = game.start(), Random(seed)
    for _ in range(MOVES):
        position = game.play(position, choose(game, position, chance))
    return game, position


def lifted(out: Path) -> None:
    """A piece is lifted, and its destinations glow."""
    game, position = played(players=6, seed=7)
    table = Simulation(opening(Match.begin(game, {}, position)), scene=WOOD, size=SIZE)
    hands = Hands(table)
    hands.wait_until_ready()
    best: Way = max(game.moves(position), key=lambda move: len(game.targets(position, move[0])))
    hands.lift(best[0])
    save(out / "table.jpg", table.camera.take().picture)


def reading(out: Path) -> None:
    """What `hopsight read` makes of a picture of a board that it has never seen."""
    game, position = played(players=4, seed=3)
    table = Simulation(opening(Match.begin(game, {}, position)), scene=PRINTED, size=SIZE)
    picture = table.camera.take().picture
    calibration = locate(picture, game.board)
    save(out / "reading.jpg", annotate(picture, game.board, calibration, look(picture, game.board, calibration)))


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "firmware/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    lifted(folder)
    reading(folder)
    print(*sorted(folder.iterdir()), sep="\n")
