"""A game in figures: the way home that pieces still have."""

from collections.abc import Sequence

import pytest

from firmware.states import Playing, State, opening
from firmware.web.figures import steps_home
from rules import catalogue
from rules.game import Seat
from rules.hop_game import HopGame
from rules.match import Match

SW = Seat("SW")


def standing(*coins: str) -> tuple[HopGame, State]:
    """Two players' piecepack board with these coins of the south-west's, and the others where they began."""
    game = catalogue.game("piecepack", players=2)
    assert isinstance(game, HopGame)
    data = game.write_position(game.start())
    data["pieces"] = {"SW": list(coins), "NE": ["a1", "b1", "c1", "a2", "b2", "a3"]}
    return game, State(opening(Match.begin(game, start=game.read_position(data))), Playing())


@pytest.mark.parametrize(
    ("coins", "steps"),
    [
        (("h8", "g8", "f8", "h7", "g7", "h6"), 0),
        (("h8", "g8", "f8", "h7", "g7", "g6"), 1),
        (("h8", "g8", "f7", "h7", "f6", "g6"), 1 + 1 + 1),
        (("h8", "g8", "g6", "h7", "g7", "e8"), 1 + 1),
    ],
)
def test_a_coin_beside_its_home_has_a_step_to_go(coins: Sequence[str], steps: int) -> None:
    assert steps_home(*standing(*coins), SW) == steps


def test_two_coins_do_not_go_home_to_the_same_square() -> None:
    # h6 is a step from both; one of them has to go on to f8.
    assert steps_home(*standing("h8", "g8", "h7", "g7", "h5", "g5"), SW) == 1 + 3
