"""The page: how soon an event at the table is seen in a browser, and what viewers cost the referee."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import cv2

from firmware.events import NameMove, Pause, Pressed, Undo
from firmware.simulated.simulation import Simulation
from firmware.states import Playing, opening
from firmware.web.server import Served, serve
from hardware.pictures import Picture
from hardware.ports import Clock, Frame
from hardware.settings import SIMULATED_EXPOSURE
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from tests.bench.timing import table
from tests.firmware.web.browser import CHROMIUM, DRIVER, chromium

VIEWERS = 20
EVENTS = 20
ROUNDS = 6
PRESSES = 40
ALLOWED = {"seen in the page": 0.1, "first paint": 0.5, "referee with viewers": 1.1}
"""Seconds, seconds, and a share of the time that the referee takes alone."""
PAUSE = 0.03
"""Seconds between two events: far more of them than any table has, and viewers get to hear of each."""

MOVE = "d2-e6"

WATCH = """
window.seen = [];
new MutationObserver(() => requestAnimationFrame(() => window.seen.push(performance.timeOrigin + performance.now())))
  .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
"""


class Prepared:
    """A camera whose picture was taken before: drawing one takes longer than many a turn."""

    def __init__(self, clock: Clock, picture: Picture) -> None:
        self.picture = picture
        self._clock = clock

    def take(self, after: float = 0.0) -> Frame:
        """The picture, as if it were taken now."""
        at = max(after, self._clock.now()) + SIMULATED_EXPOSURE
        self._clock.sleep(at - self._clock.now())
        return Frame(self.picture, at, "prepared")

    def close(self) -> None:
        """Nothing to put away."""


class Evening:
    """A table in this thread, on which the same move is made and taken back in turn; its page in another."""

    def __init__(self, served: Served, size: tuple[int, int] = (640, 480)) -> None:
        self.hub = served.hub
        self.port = int(served.address.rsplit(":", 1)[1].strip("/"))
        match = Match.begin(catalogue.game("star", players=6))
        self.table = Simulation(opening(match), scene=WOOD, size=size)
        self.hub.attach(self.table.loop)

    def turns(self, count: int = 1) -> None:
        """Let the table be watched."""
        for _ in range(count):
            self.table.loop.turn()
            self.hub.look(self.table.loop)

    def rest(self) -> None:
        """Nobody looks at the board; moves are named."""
        self.table.loop.put(Pause(0.0))
        self.beat(0)

    def beat(self, number: int, *, camera: bool = False) -> float:
        """Something happens, and is told; the seconds that it took, with a picture where a ``camera`` looks on."""
        loop, at = self.table.loop, self.table.clock.now()
        if number:
            loop.put(NameMove(at, MOVE) if number % 2 else Undo(at))
        began = time.perf_counter()
        if camera:
            loop.turn()
        else:
            loop.hear()
        self.hub.look(loop)
        return time.perf_counter() - began

    def sit_down(self) -> None:
        """The board is found and learnt; how it looks before and after the move is taken down."""
        table, (start, end) = self.table, MOVE.split("-")
        table.wait(2.0)
        table.lights.close()
        self.before = table.camera.take().picture
        table.act(lambda it: (it.lift(PlaceId(start)), it.put(PlaceId(end))))
        self.after = table.camera.take().picture
        self.camera = table.loop.camera = Prepared(table.clock, self.before)

    def press(self) -> float:
        """A marble is moved and the button pressed; the seconds until everybody at the table knows the verdict."""
        loop, ply = self.table.loop, self.table.loop.state.ply
        self.camera.picture = self.after
        self.turns(8)
        time.sleep(PAUSE)
        began = time.perf_counter()
        loop.put(Pressed(self.table.clock.now()))
        self.turns()
        taken = time.perf_counter() - began
        assert loop.state.ply == ply + 1, loop.state.phase
        loop.put(Undo(self.table.clock.now()))
        self.camera.picture = self.before
        self.turns(8)
        assert isinstance(loop.state.phase, Playing), loop.state.phase
        return taken


@contextmanager
def looking_on(port: int, count: int) -> Iterator[None]:
    """So many viewers in a process of their own."""
    command = [sys.executable, "-m", "tests.bench.viewers", str(port), str(count)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as crowd:
        try:
            assert crowd.stdout is not None
            if crowd.stdout.readline() != b"here\n":
                raise RuntimeError("the viewers were not let in")
            yield
        finally:
            crowd.terminate()


def run() -> None:
    """Measure and print."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as pages:
        alone, followed = (pages.enter_context(serve(Path(folder), "127.0.0.1", 0)) for _ in range(2))
        rows = [["", "measured", "at most"], *_latency(alone, followed)]
        evening = Evening(followed)
        evening.rest()
        rows += _work(evening)
        if CHROMIUM and DRIVER:
            rows += _browser(evening, followed.address, Path(folder, "profile"))
        else:
            print("no Chromium here: what a browser sees is not measured", file=sys.stderr)
        table(f"The page, with {VIEWERS} viewers", rows)


def _latency(alone: Served, followed: Served) -> list[list[str]]:
    """What viewers cost the referee in time: two tables take turns, and only one of them is followed."""
    rows = []
    evenings = [Evening(served, (1280, 960)) for served in (alone, followed)]
    for one in evenings:
        one.sit_down()
    with looking_on(evenings[1].port, VIEWERS):
        presses = [[one.press() for one in evenings] for _ in range(PRESSES)]
    rows += _compared("from the button to the verdict, one careful 1280 × 960 picture", presses)
    evenings = [Evening(served) for served in (alone, followed)]
    for one in evenings:
        one.rest()
    with looking_on(evenings[1].port, VIEWERS):
        beats = [[_paced(one, at, camera=True) for one in evenings] for at in range(1, EVENTS * ROUNDS + 1)]
    return rows + _compared("a turn of the referee with a live picture", beats)


def _compared(what: str, pairs: list[list[float]]) -> list[list[str]]:
    """Two rows: how long it takes alone, and how many times that with viewers."""
    alone, followed = (median(one) for one in zip(*pairs, strict=True))
    return [
        [f"{what}, alone", f"{alone * 1e3:.1f} ms", ""],
        ["the same with viewers", f"{followed / alone:.2f} ×", f"{ALLOWED['referee with viewers']:g} ×"],
    ]


def _work(evening: Evening) -> list[list[str]]:
    """What viewers cost the machine."""
    work: dict[int, list[float]] = {0: [], 1: [], VIEWERS: []}
    for _ in range(ROUNDS):
        for count, spent in work.items():
            with ExitStack() as crowd:
                if count:
                    crowd.enter_context(looking_on(evening.port, count))
                began = time.process_time()
                for at in range(1, EVENTS + 1):
                    _paced(evening, at)
                spent.append((time.process_time() - began) / EVENTS)
    each = {count: median(taken) * 1e3 for count, taken in work.items()}
    return [
        ["work for an event with one viewer", f"{each[1] - each[0]:.2f} ms", ""],
        ["and for each further one", f"{(each[VIEWERS] - each[1]) / (VIEWERS - 1):.2f} ms", ""],
    ]


def _paced(evening: Evening, at: int, *, camera: bool = False) -> float:
    taken = evening.beat(at, camera=camera)
    time.sleep(PAUSE)
    return taken


def _browser(evening: Evening, address: str, profile: Path) -> list[list[str]]:
    """What a person sees, in a real browser, with the other viewers there."""
    with chromium(profile) as driver, looking_on(evening.port, VIEWERS - 1):
        driver.execute_cdp_cmd("Network.enable", {})
        driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
        paints, sizes = [], []
        for _ in range(5):
            driver.get(address)
            driver.implicitly_wait(5)
            driver.find_element("css selector", "#stage [data-place]")
            time.sleep(0.5)
            paints.append(driver.execute_script("return performance.getEntriesByType('paint')[0]?.startTime ?? NaN"))
            parts = "[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]"
            own = "one.name.includes('/static/') || one.name.includes('/words/') || one.entryType === 'navigation'"
            sizes.append(
                driver.execute_script(
                    f"return {parts}.filter((one) => {own}).reduce((a, one) => a + one.encodedBodySize, 0)"
                )
            )
        driver.execute_script(WATCH)
        seen = []
        for at in range(1, EVENTS + 1):
            time.sleep(0.4)
            happened = time.time() * 1e3
            evening.beat(at)
            time.sleep(0.4)
            after = [one for one in driver.execute_script("return window.seen") if one >= happened]
            if after:
                seen.append((after[0] - happened) / 1e3)
    return [
        [f"from an event to its sight ({len(seen)} of {EVENTS} seen)", f"{median(seen) * 1e3:.0f} ms", "100 ms"],
        ["first paint", f"{median(paints):.0f} ms", "500 ms"],
        ["the whole page", f"{median(sizes) / 1e3:.0f} kB", "200 kB"],
    ]
