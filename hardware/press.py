"""What a press was: short, long, held since the start, stuck. Judged from edges and from time, nothing else.

Feed every edge with `Judge.edge` and the passing of time with `Judge.tick`, both with seconds of one clock; each
answers with what happened by then. A long press is told while the finger is still down.
"""

from dataclasses import dataclass
from enum import StrEnum

from hardware.settings import BOUNCE_SECONDS, LONG_PRESS_SECONDS, STUCK_SECONDS


class Press(StrEnum):
    """What a person, or an accident, did with the button."""

    SHORT = "short"
    LONG = "long"
    HELD_AT_START = "held at start"
    STUCK = "stuck"
    RELEASED = "released"
    """The end of what was held at the start, or stuck: from now on presses count again."""


@dataclass(frozen=True)
class Pressed:
    """What happened, and when by the clock of the edges."""

    press: Press
    at: float


class Judge:
    """One button. ``down`` says whether it was down when it was first looked at, ``at`` when that was."""

    def __init__(self, *, down: bool = False, at: float = 0.0) -> None:
        self._level = down  # as the pin says
        self._since = at  # when it began to say so
        self._down = False  # after bouncing is taken away
        self._pressed_at = at
        self._told: Press | None = None  # what has been told of the present press
        self._at_start = down

    def edge(self, down: bool, at: float) -> list[Pressed]:
        """The pin's level became ``down`` at ``at``; edges may repeat themselves."""
        happened = self.tick(at)
        if down != self._level:
            self._level, self._since = down, at
        return happened

    def tick(self, now: float) -> list[Pressed]:
        """It is now ``now``; call it often enough to be told of long presses in time."""
        happened: list[Pressed] = []
        if now - self._since >= BOUNCE_SECONDS:
            was, self._down = self._down, self._level
            if self._down and not was:
                self._pressed_at, self._told = self._since, None
            elif was and not self._down:
                happened += self._went_up()
            # Up for good, perhaps before it counted as down: it is not held at the start any more.
            self._at_start &= self._down
        if self._down:
            # While a release may still be a bounce, the time since then counts neither way.
            happened += self._held(now if self._level else self._since)
        return happened

    def _went_up(self) -> list[Pressed]:
        """The level has been up since ``_since``: what the press was is known, though it may not have been told."""
        happened = self._held(self._since)
        if self._told is None:
            # The finger that asked for a new game may still be there when that begins; it means nothing more.
            return [] if self._at_start else [Pressed(Press.SHORT, self._since)]
        if self._told in {Press.HELD_AT_START, Press.STUCK}:
            return [*happened, Pressed(Press.RELEASED, self._since)]
        return happened

    def _held(self, until: float) -> list[Pressed]:
        """What is to be told of a button that was down until ``until``."""
        happened: list[Pressed] = []
        if self._told is None and until >= self._pressed_at + LONG_PRESS_SECONDS:
            press = Press.HELD_AT_START if self._at_start else Press.LONG
            happened += self._tell(press, self._pressed_at + LONG_PRESS_SECONDS)
        if self._told is not Press.STUCK and until >= self._pressed_at + STUCK_SECONDS:
            happened += self._tell(Press.STUCK, self._pressed_at + STUCK_SECONDS)
        return happened

    def _tell(self, press: Press, at: float) -> list[Pressed]:
        self._told = press
        return [Pressed(press, at)]
