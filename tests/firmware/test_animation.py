"""Recorded games as animations."""

import cv2
import numpy as np
import pytest

from firmware.animation import SIZE, animated
from firmware.replay import read
from firmware.sets import tokens
from hardware.simulated.painter import Painter
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import scenes_of
from rules import catalogue
from rules.game import GivenError
from rules.match import Match


@pytest.mark.parametrize("game", ["star", "piecepack", "mandarin"])
def test_every_turn_is_a_picture_of_the_board(game: str) -> None:
    match = Match.begin(catalogue.game(game))
    for _ in range(2):
        match = match.play(match.game.moves(match.position)[0])
    ok, pictures = cv2.imdecodemulti(np.frombuffer(animated(read(match.to_text().encode()).plies()), np.uint8), 1)
    assert ok
    assert len(pictures) == 3
    first, second = pictures[0].astype(int), pictures[1].astype(int)
    assert (abs(first - second).max(2) > 60).sum() > 20, "what was moved is to be seen"


def test_a_chain_of_hops_is_lit_brighter_towards_its_end() -> None:
    match = Match.begin(catalogue.game("star", players=2))
    for move in ("d1:f4", "m5-l4", "b1:d1:f6"):
        match = match.play(match.game.read(move, match.position))
    _, pictures = cv2.imdecodemulti(np.frombuffer(animated(read(match.to_text().encode()).plies()), np.uint8), 1)
    board, sets = match.game.board, tokens(match.game)
    table = Table(board, match.game.view(match.position), sets)
    holes = Painter(scenes_of(board)["wood"], board, sets, SIZE).truth(table.moment()).pixels.round().astype(int)
    pixel = dict(zip([place.id for place in board.places], holes, strict=True))
    start, between = (int(pictures[-1][pixel[hole][1], pixel[hole][0]].min()) for hole in ("b1", "d1"))
    assert start < between - 30


def test_a_game_of_cards_has_no_board_to_show() -> None:
    text = Match.begin(catalogue.game("chinese_ten")).to_text()
    with pytest.raises(GivenError, match="played with cards"):
        animated(read(text.encode()).plies())
