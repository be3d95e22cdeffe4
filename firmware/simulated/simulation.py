"""A simulated table with everything on it, wired as a real one: for play without hardware, the demonstration, tests."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from firmware.events import Entry
from firmware.keeper import Keeper
from firmware.loop import Loop
from firmware.seeing.eyes import Eyes
from firmware.session import begin
from firmware.sets import tokens
from firmware.states import History
from hardware.chain import least_wire
from hardware.ports import Clock
from hardware.simulated.devices import SimulatedButton, SimulatedCamera, SimulatedClock, SimulatedLights
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import scenes_of
from rules.words import Reason

T = TypeVar("T")


class Simulation:
    """A simulated table laid for a game, and the loop that referees it from the pictures alone."""

    def __init__(
        self,
        history: History,
        *,
        scene: Scene | None = None,
        size: tuple[int, int] = (800, 600),
        seed: int = 0,
        clock: Clock | None = None,
        keeper: Keeper | None = None,
        say: Callable[[Reason], None] = lambda _: None,
        followers: Sequence[Callable[[Entry], None]] = (),
    ) -> None:
        state, effects = begin(history)
        game: Any = state.game
        # The colours of the sets follow the corners, whatever lies where when a game is taken up again.
        self.clock: Clock = clock or SimulatedClock()
        self.table = Table(game.board, game.view(state.position), tokens(game), seed)
        scene = scene or scenes_of(game.board)["wood"]
        self.camera = SimulatedCamera(self.table, scene, self.clock, size)
        chain = least_wire(game.board)
        self.lights = SimulatedLights(self.table, chain)
        self.button = SimulatedButton(self.clock)
        self.loop = Loop(
            state,
            Eyes(game.board),
            self.camera,
            self.lights,
            self.clock,
            chain=chain,
            keeper=keeper,
            say=say,
            followers=followers,
        )
        self.loop.watch(self.button)
        self.loop.begin(effects)

    def act(self, action: Callable[[Table], T]) -> T:
        """Do something at the table, as hands do. Raises `CannotBeDone`."""
        return action(self.table)

    def wait(self, seconds: float) -> None:
        """Let the table be watched for so long."""
        until = self.clock.now() + seconds
        while self.clock.now() < until and self.loop.then is None:
            self.loop.turn()

    def press(self, seconds: float) -> None:
        """Press the button for so long while the table is watched."""
        self.button.down()
        self.wait(seconds)
        self.button.up()
