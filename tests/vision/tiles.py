"""Boards of tiles and their coins, as a camera sees them, for the tests that find and read them."""

import numpy as np

from hardware.pictures import Picture
from hardware.simulated.painter import Truth, draw
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import Board
from rules.sight import View
from vision.calibration import Calibration

SIZE = (800, 600)


def game_for(players: int) -> tuple[Board, View]:
    """The board for so many, and what lies there at the start."""
    game = catalogue.game("piecepack", players=players)
    return game.board, game.view(game.start())


def seen(players: int, scene: Scene) -> tuple[Picture, Truth, Board, View]:
    """A picture of the start."""
    board, view = game_for(players)
    picture, truth = draw(Table(board, view), scene, SIZE)
    return picture, truth, board, view


def turned_right(found: Calibration, board: Board, truth: Truth) -> tuple[float, Calibration]:
    """The turn of what was found that fits the truth best, and how far (in squares) it is off at worst."""
    side = float(np.hypot(*(truth.pixels[1] - truth.pixels[0])))
    ways = [found.turned(board, turn) for turn in range(board.turns)]
    off = [float(np.hypot(*(way.places(board) - truth.pixels).T).max()) / side for way in ways]
    return min(off), ways[int(np.argmin(off))]
