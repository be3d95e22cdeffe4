"""A recorded game as an animated GIF, drawn by the simulated table."""

from collections.abc import Sequence

import cv2

from firmware.overlay import show
from firmware.sets import tokens
from firmware.states import State
from hardware.simulated.painter import Painter
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import scenes_of
from rules.game import GivenError
from rules.geometry import Medium
from rules.words import Message

SIZE = (360, 270)
"""Pixels across and down: small, for the file holds a whole picture for every ply."""
PLY_MILLISECONDS = 600
"""How long each ply is shown, so that a game of a hundred takes a minute."""
LAST_MILLISECONDS = 3000
"""How long the end is shown before all begins anew."""

NO_BOARD = Message(
    "animation-no-board",
    en="An animation shows the board; {game} is played with cards and has none. Its text tells the game.",
    fr="Une animation montre le plateau ; {game} se joue aux cartes et n’en a pas. Son texte raconte la partie.",
    de="Eine Animation zeigt das Brett; {game} spielt man mit Karten, ohne Brett. Der Text erzählt die Partie.",
    vi="Ảnh động cho xem bàn cờ; {game} chơi bằng bài, không có bàn cờ. Bản văn bản ghi lại ván chơi.",
    zh="动画展示的是棋盘；{game} 是纸牌游戏，没有棋盘。请用文字记录查看对局。",
)


def animated(plies: Sequence[State]) -> bytes:
    """A GIF of the game with one picture a ply, the last move's lamps lit. Raises `GivenError` for a game of cards."""
    game = plies[0].game
    if game.board.medium is Medium.CARD:
        raise GivenError(NO_BOARD(game=game.name))
    sets = tokens(game)
    painter = Painter(scenes_of(game.board)["wood"], game.board, sets, SIZE)
    table = Table(game.board, {}, sets)
    animation = cv2.Animation()
    frames = []
    for state in plies:
        table.lay(game.view(state.position))
        table.shine({place: glow.shining() for place, glow in show(state).items()})
        frames.append(painter.picture(table.moment()))
    animation.frames = frames
    animation.durations = [PLY_MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS]
    animation.loop_count = 0
    return cv2.imencodeanimation(".gif", animation)[1].tobytes()
