"""The ports' answers at the simulated table: a camera, lamps, a button, and a clock that is wound by hand."""

from collections import deque
from collections.abc import Callable, Sequence
from random import Random

from hardware.colours import DARK, Colour
from hardware.errors import CameraStopped, HardwareError
from hardware.ports import Clock, Frame
from hardware.settings import SIMULATED_EXPOSURE, SIMULATED_RATE
from hardware.simulated.painter import Painter, Truth
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from rules.geometry import Board, PlaceId

REMEMBERED = 1_000
"""Frames of the lamps: a minute and a half of those that swell."""


class SimulatedClock:
    """A clock that stands still until it is wound: sleeping winds it, and so no test ever waits."""

    def __init__(self, now: float = 0.0) -> None:
        self._now = now

    def now(self) -> float:
        """Seconds since it was made."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Wind the clock by ``seconds``."""
        self._now += max(seconds, 0.0)


class SimulatedCamera:
    """A camera over the simulated table: ``scene`` says how everything looks, the table what lies there."""

    def __init__(self, table: Table, scene: Scene, clock: Clock, size: tuple[int, int] = (960, 720)) -> None:
        self.painter = Painter(scene, table.board, table.tokens, size)
        self._table = table
        self._clock = clock
        self._next = clock.now()
        self._number = 0
        self._plugged = True
        self._closed = False

    def take(self, after: float = 0.0) -> Frame:
        """The next picture; sleeps on the clock until its exposure is over."""
        if self._closed:
            raise CameraStopped("the simulated camera is closed; open another one")
        if not self._plugged:
            raise HardwareError("the simulated camera is unplugged; plug it in again")
        begin = max(after, self._clock.now(), self._next)
        self._clock.sleep(begin + SIMULATED_EXPOSURE - self._clock.now())
        self._next = begin + 1 / SIMULATED_RATE
        self._number += 1
        picture = self.painter.picture(self._table.moment(), self._number)
        return Frame(picture, begin + SIMULATED_EXPOSURE, f"{self._number:04}")

    def truth(self) -> Truth:
        """What a picture taken now shows. For tests and training: no referee may ask."""
        return self.painter.truth(self._table.moment())

    def unplug(self) -> None:
        """Pull the camera's plug: `take` fails until it is plugged in again."""
        self._plugged = False

    def plug_in(self) -> None:
        """Put the plug back."""
        self._plugged = True

    def close(self) -> None:
        """No more pictures."""
        self._closed = True


class SimulatedLights:
    """Lamps that remember what they showed last, under the places of ``chain`` (by default all in the board's order).

    A lamp over None lies under no place; lamps in ``dead`` never shine.
    """

    def __init__(
        self, table: Table, chain: Sequence[PlaceId | None] | None = None, dead: frozenset[int] = frozenset()
    ) -> None:
        self._table = table
        self._chain = tuple(chain) if chain is not None else tuple(place.id for place in table.board.places)
        self._dead = dead
        self.shown: deque[tuple[Colour, ...]] = deque(maxlen=REMEMBERED)

    @property
    def colours(self) -> tuple[Colour, ...]:
        """What the lamps show now."""
        return self.shown[-1] if self.shown else (DARK,) * len(self._chain)

    def show(self, colours: Sequence[Colour]) -> None:
        """Light the lamps; the table shines, and the frame is remembered."""
        if len(colours) != len(self._chain):
            raise ValueError(f"{len(colours)} colours for a chain of {len(self._chain)} lamps")
        if not self.shown or self.shown[-1] != tuple(colours):
            self.shown.append(tuple(colours))
        self._table.shine(
            {
                place: colour
                for number, (place, colour) in enumerate(zip(self._chain, colours, strict=True))
                if place is not None and number not in self._dead
            }
        )

    def close(self) -> None:
        """Everything dark."""
        self.show((DARK,) * len(self._chain))


def shuffled_chain(board: Board, seed: int, spare: int = 0) -> tuple[PlaceId | None, ...]:
    """The board's places in a random order of lamps, with ``spare`` lamps among them that lie under no place."""
    chain: list[PlaceId | None] = [place.id for place in board.places]
    chain += [None] * spare
    Random(seed).shuffle(chain)
    return tuple(chain)


class SimulatedButton:
    """A button that can be pressed."""

    def __init__(self, clock: Clock, held: bool = False) -> None:
        self._clock = clock
        self._down = held
        self._watchers: list[Callable[[bool, float], None]] = []

    @property
    def is_pressed(self) -> bool:
        """Whether the button is down now."""
        return self._down

    @property
    def trouble(self) -> HardwareError | None:
        """It has none."""
        return None

    def watch(self, changed: Callable[[bool, float], None]) -> None:
        """Call ``changed(down, at)`` on every edge."""
        self._watchers.append(changed)

    def press(self) -> None:
        """A short press, as long as people take."""
        self.hold(0.15)

    def hold(self, seconds: float) -> None:
        """Down for so many seconds of the clock."""
        self.down()
        self._clock.sleep(seconds)
        self.up()

    def down(self) -> None:
        """The finger goes down."""
        self._turn(True)

    def up(self) -> None:
        """The finger lets go."""
        self._turn(False)

    def close(self) -> None:
        """Nobody is told any more."""
        self._watchers.clear()

    def _turn(self, down: bool) -> None:
        if down != self._down:
            self._down = down
            for changed in self._watchers:
                changed(down, self._clock.now())
