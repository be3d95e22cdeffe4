"""Between the loop and the viewers: the loop's thread leaves what is the case now, the page's thread picks it up.

The loop never waits here and never serialises anything: it leaves frozen values and rings a bell. A slow viewer misses
the snapshots in between, and the newest one always wins.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from firmware import clocks, sets
from firmware.events import Entry
from firmware.loop import Loop
from firmware.overlay import Overlay
from firmware.states import State
from firmware.time_control import TimeControl
from firmware.web import settings
from firmware.web.showing import Showing
from hardware.colours import Colour
from hardware.ports import Frame
from hardware.simulated.table import Moment
from rules.game import Seat
from rules.geometry import Board
from rules.sight import Token
from rules.words import Reason
from vision.calibration import Calibration
from vision.evidence import Evidence

if TYPE_CHECKING:  # a real table never loads the simulated one
    from firmware.follow import Guide
    from firmware.simulated.live import LiveSimulation
    from firmware.web.library import Library


@dataclass(frozen=True)
class Wish:
    """The next game that people chose: its name and house rules, the players' names by seat, their clocks, if any.

    It is another game than the one before where a record of another one was followed in between.
    """

    game: str
    options: Mapping[str, object]
    players: Mapping[Seat, str]
    clock: TimeControl | None = None


@dataclass(frozen=True)
class Sight:
    """A careful picture, where the board lies in it, and what was read."""

    frame: Frame
    calibration: Calibration
    evidence: Evidence


@dataclass(frozen=True)
class Snapshot:
    """What is the case at the table at second ``at``: number ``number`` since the page began, in game ``sitting``."""

    number: int
    sitting: int
    state: State
    overlay: Overlay
    colours: Mapping[Token, Colour]
    moment: Moment | None
    in_hand: tuple[Token, ...]
    at: float


@dataclass(frozen=True)
class News:
    """Something that happened or was said, numbered through all games; ``after`` which snapshot it was.

    ``passing``: it refuses what was asked for in words, so it is over with whatever is said next.
    """

    number: int
    what: Entry | Reason
    after: int
    passing: bool = False


@dataclass
class Sitting:
    """One game at the table: its loop, and the simulated table behind it if it is one.

    ``refusal``: why the table cannot take a board, if it cannot.
    ``sowing``: the hands there, while they sow for the page. ``showing``: what a page had lit last.
    """

    number: int
    loop: Loop
    table: "LiveSimulation | None"
    record: Path | None
    guide: "Guide | None" = None
    refusal: Callable[[Board], Reason | None] = lambda _: None
    sowing: Thread | None = None
    showing: Showing | None = None


class Hub:
    """What viewers may know. The table calls what stands first, the page what stands below.

    ``bells`` are rung in the table's thread whenever there is something new, so they may do no more than wake another.
    ``library``: where people choose a record to play again; None without a page.
    """

    def __init__(self) -> None:
        self.sitting: Sitting | None = None
        self.snapshot: Snapshot | None = None
        self.frame: Frame | None = None
        self.sight: Sight | None = None
        self.news: deque[News] = deque(maxlen=settings.NEWS)
        self.library: Library | None = None
        self.wish: Wish | None = None
        self.to_follow: Guide | None = None
        self.bells: list[Callable[[], object]] = []
        self._told = self._before = 0
        self._silent = True
        self._apart: tuple[Path, float] | None = None
        self._bells: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rung = False

    # The table's side.

    def attach(
        self,
        loop: Loop,
        table: "LiveSimulation | None" = None,
        *,
        record: Path | None = None,
        guide: "Guide | None" = None,
        refusal: Callable[[Board], Reason | None] = lambda _: None,
    ) -> None:
        """From now on this is the game at the table; whatever its loop says is heard here too.

        ``guide``: it is a recorded one, and leads the loop. ``refusal``: why there can be none on some board.
        """
        before = self.sitting
        number = before.number + 1 if before else 1
        if before is not None and before.record is not None:
            # It may only be interrupted, by a recorded game that is played again: its record tells of each turn but the
            # one at hand how long it took.
            self._apart = before.record, clocks.thought(before.loop.state, before.loop.clock.now())
        if self._apart and self._apart[0] == record:
            loop.state = replace(loop.state, clock=replace(loop.state.clock, used=self._apart[1]))
        self.sight = self.frame = None
        # Who comes now is not told what was said in the game before.
        self._before = self._told
        loop.followers.append(self.hear)
        spoken = loop.say

        def say(reason: Reason) -> None:
            spoken(reason)
            self.hear(reason, passing=loop.refusing)

        loop.say = say
        if guide is not None:
            guide.lead(loop)
        self.sitting = Sitting(number, loop, table, record, guide, refusal)
        if self.wish or self.to_follow:  # chosen while this game was being laid
            loop.then = "new" if self.wish else "follow"
        self.look(loop)

    def look(self, loop: Loop) -> None:
        """See what has changed since the last turn; cheap where nothing has."""
        sitting = self.sitting
        if sitting is None or sitting.loop is not loop:
            return
        self.frame = loop.frame
        self._see(loop)
        # How its lamps glow at this moment is no news: the overlay says it, and the page lets it swell by itself.
        moment = replace(sitting.table.table.moment(), lamps={}) if sitting.table else None
        held = tuple(sitting.table.table.in_hand) if sitting.table else ()
        colours = self._colours(sitting)
        old = self.snapshot
        if (
            old is None
            or old.sitting != sitting.number
            or old.state != loop.state
            or (old.overlay, old.moment, old.in_hand) != (loop.overlay, moment, held)
            or old.colours != colours
        ):
            self.snapshot = Snapshot(
                old.number + 1 if old else 1,
                sitting.number,
                loop.state,
                loop.overlay,
                colours,
                moment,
                held,
                loop.clock.now(),
            )
            self._silent = False
        # Only now, when the turn is over: whoever wakes shares the interpreter with the referee.
        if not self._silent:
            self._silent = True
            self._ring()

    def hear(self, what: Entry | Reason, *, passing: bool = False) -> None:
        """Something happened, or was said to the players; ``passing`` as in `News`."""
        self._told += 1
        self.news.append(News(self._told, what, self.snapshot.number if self.snapshot else 0, passing))
        self._silent = False

    def _see(self, loop: Loop) -> None:
        """Keep the last careful picture for those who ask what the camera made of it."""
        evidence, calibration, frame = loop.eyes.evidence, loop.eyes.calibration, loop.eyes.studied or loop.frame
        if evidence is None or calibration is None or frame is None:
            return
        if self.sight is None or self.sight.evidence is not evidence:
            self.sight = Sight(loop.eyes.sized(frame), calibration, evidence)

    def _colours(self, sitting: Sitting) -> Mapping[Token, Colour]:
        """The sets' colours: as the simulated pieces have them, as the camera found them, or any until then."""
        if sitting.table is not None:
            return sitting.table.camera.painter.colours
        known = sets.colours(sitting.loop.state.game)
        seen = self.sight.evidence.sets if self.sight is not None else ()
        return {**known, **{found.name: found.colour for found in seen if found.name in known}}

    def take_wish(self) -> Wish | None:
        """The game that people chose, once."""
        wish, self.wish = self.wish, None
        return wish

    def take_to_follow(self) -> "Guide | None":
        """Through the record that people want to play again, once."""
        wanted, self.to_follow = self.to_follow, None
        return wanted

    # The page's side.

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Viewers are served by ``loop`` from now on."""
        self._loop = loop

    def shut(self) -> None:
        """No more viewers."""
        self._loop = None

    def late(self, snapshot: Snapshot) -> float:
        """How many seconds ago ``snapshot`` was taken."""
        sitting = self.sitting
        same = sitting is not None and sitting.number == snapshot.sitting
        return max(sitting.loop.clock.now() - snapshot.at, 0.0) if sitting is not None and same else 0.0

    def there(self, viewer: object, *, still: bool) -> None:
        """Word came from ``viewer``, who is ``still`` there or has gone: what was lit for them lasts, or ends."""
        showing = self.sitting.showing if self.sitting else None
        if showing is not None and showing.viewer is viewer:
            (showing.last if still else showing.end)()

    def bell(self) -> asyncio.Event:
        """An event that is set whenever there is something new; it begins set."""
        bell = asyncio.Event()
        bell.set()
        self._bells.add(bell)
        return bell

    def unhang(self, bell: asyncio.Event) -> None:
        """That one need not ring any more."""
        self._bells.discard(bell)

    def since(self, number: int | None) -> list[News]:
        """What is new after ``number``; for those who come for the first time from the last few sentences on."""
        news = list(self.news)
        if number is None or number > self._told:
            said = [one.number for one in news if one.number > self._before and not isinstance(one.what, Entry)]
            number = said[-settings.FIRST_NEWS :][0] - 1 if said else self._told
        return [one for one in news if one.number > number]

    def _ring(self) -> None:
        for ring in self.bells:
            ring()
        loop = self._loop
        if loop is None or self._rung:
            return
        self._rung = True
        try:
            loop.call_soon_threadsafe(loop.call_later, settings.GATHER_SECONDS, self._ring_all)
        except RuntimeError:  # the page has just been closed
            self._rung = False

    def _ring_all(self) -> None:
        self._rung = False
        for bell in self._bells:
            bell.set()
