"""Simulated people sit around the table and reach from where they sit."""

from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Lifted, opening
from rules import catalogue
from rules.match import Match


def test_everybody_of_six_sees_where_a_piece_may_go_as_soon_as_it_is_lifted() -> None:
    game = catalogue.game("star", players=6)
    table = Simulation(opening(Match.begin(game)), size=(640, 480), seed=6)
    hands = Hands(table)
    hands.wait_until_ready()
    for _ in game.seats:
        state = table.loop.state
        start, *_, end = game.moves(state.position)[0]
        hands.lift(start)
        phase = table.loop.state.phase
        assert isinstance(phase, Lifted), f"an arm from elsewhere hides what {state.to_move} does"
        assert phase.place == start
        hands.put(end)
        hands.press()
        assert table.loop.state.ply == state.ply + 1
