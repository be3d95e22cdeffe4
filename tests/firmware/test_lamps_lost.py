"""The lamps fail in the midst of a game: it goes on, whatever they show from then on."""

from collections.abc import Sequence

import pytest

from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Lifted, opening
from hardware.colours import Colour
from hardware.errors import HardwareError
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match


class Deaf:
    """Lamps that nothing reaches any more: they stay as they are."""

    def show(self, colours: Sequence[Colour]) -> None:
        raise HardwareError(f"the driver of {len(colours)} lamps failed")

    def close(self) -> None:
        """Nothing reaches them."""


@pytest.mark.parametrize("go_out", [False, True], ids=["still lit", "dark"])
def test_lamps_that_fail_while_they_shine_do_not_hide_the_move(go_out: bool) -> None:
    # Lit, they shine in the careful picture too, beneath the hole that was left and the piece that was put down.
    game = catalogue.game("star", players=2, pieces=10)
    hands = Hands(Simulation(opening(Match.begin(game)), size=(640, 480)))
    hands.wait_until_ready()
    hands.lift(PlaceId("d1"))
    assert isinstance(hands.simulation.loop.state.phase, Lifted)

    hands.simulation.loop.lights = Deaf()
    if go_out:
        hands.table.shine({})
    hands.put(PlaceId("e5"))
    hands.press()

    assert [ply.move for ply in hands.simulation.loop.state.history[1:]] == ["d1-e5"]
