"""Recorded games as animations."""

import cv2
import numpy as np
import pytest

from firmware.animation import animated
from firmware.replay import read
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


def test_a_game_of_cards_has_no_board_to_show() -> None:
    text = Match.begin(catalogue.game("chinese_ten")).to_text()
    with pytest.raises(GivenError, match="played with cards"):
        animated(read(text.encode()).plies())
