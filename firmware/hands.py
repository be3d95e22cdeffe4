"""Simulated people: their hands do at the simulated table what people do at a real one."""

from collections.abc import Callable

from firmware.simulation import Simulation
from firmware.states import Guided
from rules.geometry import PlaceId
from rules.hop import Path

REACH_SECONDS = 0.4
"""From one gesture to the next: lifting, carrying, putting down."""

REST_SECONDS = 0.7
"""How long people wait until they press the button: the table has fallen still by then."""

DRAWN_BACK = 3.5
"""Board units between a hand that hovers and the place it lifted from."""

LONG_PRESS = 2.0
"""A press that is meant: longer than the button's own measure."""


class Hands:
    """Moves pieces at ``table``, in its own time; ``show`` is called whenever there is something to look at."""

    def __init__(self, table: Simulation, show: Callable[[], None] = lambda: None) -> None:
        self.simulation = table
        self.table = table.table
        self.show = show

    def wait_until_ready(self) -> None:
        """Wait while the board is found; people who see that it lies right hold the button if it is doubted."""
        self.simulation.wait(REST_SECONDS)
        if isinstance(self.simulation.loop.state.phase, Guided):
            self.press(LONG_PRESS)
        self.show()

    def lift(self, place: PlaceId) -> None:
        """Reach for the piece on ``place``, lift it, and draw the hand back a little, as people do who think."""
        self.simulation.act(lambda table: table.hand(place))
        self.simulation.wait(REACH_SECONDS)
        self.simulation.act(lambda table: table.lift(place))
        self.simulation.act(lambda table: table.hand(place, back=DRAWN_BACK))
        self.simulation.wait(REACH_SECONDS)
        self.show()

    def put(self, place: PlaceId) -> None:
        """Put the lifted piece on ``place`` and take the hand away."""
        self.simulation.act(lambda table: table.hand(place))
        self.simulation.wait(REACH_SECONDS / 2)
        self.simulation.act(lambda table: table.put(place))
        self.simulation.wait(REACH_SECONDS / 2)
        self.simulation.act(lambda table: table.no_hand())
        self.simulation.wait(REST_SECONDS)
        self.show()

    def move(self, path: Path) -> None:
        """Lift the piece at the path's start and put it down at its end."""
        self.lift(path[0])
        self.put(path[-1])

    def press(self, seconds: float = 0.15) -> None:
        """Press the button for so long, and wait for what it brings."""
        self.simulation.press(seconds)
        self.simulation.wait(REACH_SECONDS)
        self.show()
