"""Places that somebody on a page has lit, such as the corners of a game that is being set up."""

from collections.abc import Iterable

from firmware.loop import Loop
from firmware.overlay import Glow, Overlay, Rhythm
from firmware.settings import WHITE
from firmware.states import Finished, Paused, Playing, State
from firmware.web import settings
from rules.geometry import PlaceId


class Showing:
    """``places`` lit on the table of ``loop`` for ``viewer``; the lamps are the game's again as soon as it goes on.

    It lasts as long as word comes from the viewer, who may have gone without one.
    """

    def __init__(self, loop: Loop, places: Iterable[PlaceId], viewer: object = None) -> None:
        self.viewer = viewer
        self._loop = loop
        self._lit: Overlay = {place: Glow(WHITE, Rhythm.BREATH) for place in places}
        self._begun = loop.state
        self._until = 0.0
        self.last()

    def last(self) -> None:
        """The viewer is still there."""
        self._until = self._loop.clock.now() + settings.SHOW_SECONDS

    def end(self) -> None:
        """The viewer has gone; the lamps follow with the loop's next tick."""
        self._until = 0.0

    def begin(self) -> None:
        """Light the places, unless the game needs the lamps. Called between two turns."""
        self._begun = self._loop.state
        if not isinstance(self._begun.phase, Playing | Paused | Finished):
            self._lit = {}
        self._loop.retint(self._tint)

    def _tint(self, state: State, shown: Overlay) -> Overlay:
        went_on = state.history is not self._begun.history or state.phase != self._begun.phase
        if went_on or self._loop.clock.now() >= self._until:
            self._lit = {}  # for good: whoever plays is not to see it come back
        return self._lit or shown
