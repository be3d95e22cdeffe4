"""The page: how soon an event at the table is seen in a browser, and what viewers cost the referee."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from firmware.events import NameMove, Pause, Undo
from firmware.simulation import Simulation
from firmware.states import opening
from firmware.web.server import Served, serve
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.match import Match
from tests.bench.timing import table
from tests.firmware.web.browser import CHROMIUM, DRIVER, chromium

VIEWERS = 20
EVENTS = 20
ROUNDS = 6
ALLOWED = {"seen in the page": 0.1, "first paint": 0.5, "referee with viewers": 1.1}
"""Seconds, seconds, and a share of the time that the referee takes alone."""

WATCH = """
window.seen = [];
new MutationObserver(() => requestAnimationFrame(() => window.seen.push(performance.timeOrigin + performance.now())))
  .observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
"""


class Evening:
    """A resting table in this thread, on which a move is named and taken back in turn; its page in another."""

    def __init__(self, served: Served) -> None:
        self.hub = served.hub
        self.port = int(served.address.rsplit(":", 1)[1].strip("/"))
        self.table = Simulation(opening(Match.begin(catalogue.game("star", players=6))), scene=WOOD, size=(640, 480))
        self.hub.attach(self.table.loop)
        self.table.loop.put(Pause(0.0))
        self.beat(0)

    def beat(self, number: int, *, camera: bool = False) -> float:
        """Something happens, and is told; the seconds that it took, with a picture where a ``camera`` looks on."""
        loop, at = self.table.loop, self.table.clock.now()
        if number:
            loop.put(NameMove(at, "e5-f5") if number % 2 else Undo(at))
        began = time.perf_counter()
        if camera:
            loop.turn()
        else:
            loop.hear()
        self.hub.look(loop)
        return time.perf_counter() - began


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
    with tempfile.TemporaryDirectory() as folder, serve(Path(folder), "127.0.0.1", 0) as served:
        evening = Evening(served)
        rows = [["", "measured", "at most"], *_cost(evening)]
        if CHROMIUM and DRIVER:
            rows += _browser(evening, served.address, Path(folder, "profile"))
        else:
            print("no Chromium here: what a browser sees is not measured", file=sys.stderr)
        table(f"The page, with {VIEWERS} viewers", rows)


def _cost(evening: Evening) -> list[list[str]]:
    """What viewers cost the referee in time, and the machine in work."""
    turns: dict[int, list[float]] = {0: [], VIEWERS: []}
    work: dict[int, list[float]] = {0: [], 1: [], VIEWERS: []}
    for _ in range(ROUNDS):
        for count, spent in work.items():
            with ExitStack() as crowd:
                if count:
                    crowd.enter_context(looking_on(evening.port, count))
                if count in turns:
                    turns[count] += [
                        _paced(lambda at: evening.beat(at, camera=True), at) for at in range(1, EVENTS + 1)
                    ]
                began = time.process_time()
                for at in range(1, EVENTS + 1):
                    _paced(evening.beat, at)
                spent.append((time.process_time() - began) / EVENTS)
    ratio = median(turns[VIEWERS]) / median(turns[0])
    each = {count: median(taken) * 1e3 for count, taken in work.items()}
    return [
        ["a turn of the referee with its picture, alone", f"{median(turns[0]) * 1e3:.1f} ms", ""],
        ["the same with viewers", f"{ratio:.2f} ×", f"{ALLOWED['referee with viewers']:g} ×"],
        ["work for an event with one viewer", f"{each[1] - each[0]:.2f} ms", ""],
        ["and for each further one", f"{(each[VIEWERS] - each[1]) / (VIEWERS - 1):.2f} ms", ""],
    ]


def _paced(beat: Callable[[int], float], at: int) -> float:
    """One event every 30 ms, far more than any table has; viewers get to hear of each."""
    taken = beat(at)
    time.sleep(0.03)
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
        ["the whole page", f"{median(sizes) / 1e3:.0f} kB", "150 kB"],
    ]
