"""A simulated table with its page, without a browser before it."""

from pathlib import Path

from starlette.testclient import TestClient

from firmware.events import NameMove, Pause
from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from firmware.web.app import make_app
from firmware.web.guard import Pairing
from firmware.web.hub import Hub
from firmware.web.library import Library
from hardware.simulated.scene import Scene
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.match import Match

HOME = "http://localhost"


class Room:
    """A simulated table with its page, driven turn by turn."""

    def __init__(
        self,
        folder: Path,
        *,
        paired: bool = False,
        game: str = "star",
        scene: Scene = WOOD,
        size: tuple[int, int] = (480, 360),
    ) -> None:
        match = Match.begin(catalogue.game(game, **({} if game == "mandarin" else {"players": 2})))
        self.journal = Journal.create(folder, match, 0.0, table="simulated")
        self.hub = Hub()
        self.table = Simulation(opening(match), scene=scene, size=size, keeper=JournalKeeper(self.journal))
        self.hub.attach(self.table.loop, record=self.journal.path)
        # People rest, so what is named counts at once: these are tests of the page, not of the eyes.
        self.table.loop.put(Pause(0.0))
        self.turn()
        self.pairing = Pairing(lambda: 0.0, needed=paired)
        self.client = TestClient(
            make_app(self.hub, Library(folder), self.pairing, frozenset({"localhost"})), base_url=HOME
        )

    def play(self, *moves: str) -> None:
        """Let moves be named, and the loop hear of them."""
        for move in moves:
            self.table.loop.put(NameMove(self.table.clock.now(), move))
        self.turn()

    def turn(self) -> None:
        """One turn of the loop, and the page is told."""
        self.table.loop.hear()
        self.hub.look(self.table.loop)
