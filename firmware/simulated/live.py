"""The simulated table in real time: a thread of its own watches it, while a page and a terminal act on it."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from typing import TypeVar

from firmware.keeper import Keeper
from firmware.loop import Loop
from firmware.simulated.simulation import Simulation
from firmware.states import History
from hardware.clock import SystemClock
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table

T = TypeVar("T")


class LiveSimulation(Simulation):
    """A simulated table that goes on by itself from `start` to `close`, or until people want another game.

    ``watch`` is told of the loop after every turn, in the table's thread; ``ended`` that no more turns will come.
    The end of the game alone is no end here: people look at it, take back, or press for a new game.
    """

    def __init__(
        self,
        history: History,
        *,
        scene: Scene,
        keeper: Keeper | None = None,
        watch: Callable[[Loop], None] = lambda _: None,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(history, scene=scene, clock=SystemClock(), keeper=keeper)
        self.loop.stay = True
        self.failed: BaseException | None = None
        self._watch = watch
        self._ended = ended
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Let the table be watched from now on."""
        self._thread.start()

    def close(self) -> None:
        """Stop watching; returns when the last turn is over."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self.loop.forget()

    def gesture(self, action: Callable[[Table], T]) -> Future[T]:
        """Let ``action`` be done at the table between two turns: nobody else touches it in that moment."""
        return self.loop.between(lambda: action(self.table))

    def act(self, action: Callable[[Table], T]) -> T:
        """Do something at the table and wait until it is done."""
        return self.gesture(action).result()

    def wait(self, seconds: float) -> None:
        """Let the table be watched for so long."""
        self._stopping.wait(seconds)

    def _run(self) -> None:
        try:
            while self.loop.then is None and not self._stopping.is_set():
                self.loop.turn()
                self._watch(self.loop)
        except Exception as error:  # noqa: BLE001 - whatever it was, the thread that waits for this one raises it
            self.failed = error
        finally:
            self._stopping.set()
            self.loop.forget()
            self._ended()
