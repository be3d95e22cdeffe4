"""The sets of a game have the same colours wherever it is shown before a camera has seen them."""

import re

import pytest

from firmware.commands.records import picture
from firmware.session import begin
from firmware.sets import colours, tokens
from firmware.states import opening
from firmware.web.facts import hexed
from firmware.web.library import set_colours
from hardware.simulated.tile_scenes import TILE_SCENES
from rules import catalogue
from rules.match import Match


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_replay_in_the_terminal_has_the_colours_of_the_page(players: int) -> None:
    game = catalogue.game("star", players=players)
    state, _ = begin(opening(Match.begin(game)), sighted=False)
    shown = picture(state, coloured=True)
    painted = {
        hexed((int(red), int(green), int(blue)))
        for red, green, blue in re.findall(r"48;2;(\d+);(\d+);(\d+);38;5", shown)
    }
    assert painted == set(set_colours(state).values())
    assert len(painted) == players == len(tokens(game))


def test_every_set_has_a_colour_however_many_there_are() -> None:
    for name in catalogue.names():
        game = catalogue.game(name)
        assert list(colours(game)) == tokens(game)


@pytest.mark.parametrize("scene", TILE_SCENES)
def test_coins_have_the_inks_of_their_suits_in_the_library_as_at_the_simulated_table(scene: str) -> None:
    game = catalogue.game("piecepack")
    assert colours(game) == dict(TILE_SCENES[scene].pieces.suits)
