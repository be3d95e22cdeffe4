"""Figures of this machine: start, read, judge, glance, lamps, record, memory, warmth. The simulated table is read."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from firmware import settings
from firmware.doctor.machine import Machine
from firmware.events import Entry
from firmware.journal import Journal
from hardware.errors import HardwareError
from hardware.ports import Frame
from hardware.settings import CAMERA_RATE
from rules import catalogue
from rules.match import Match


@dataclass(frozen=True)
class Figure:
    """One measured value. ``budget``: what it should not exceed on any machine that is supported."""

    name: str
    value: float
    unit: str
    budget: float | None = None

    @property
    def is_late(self) -> bool:
        """Whether it is more than it should be."""
        return self.budget is not None and self.value > self.budget

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {key: value for key, value in asdict(self).items() if key != "name"}


def figures(machine: Machine) -> Iterator[Figure]:
    """Everything, the quick ones first."""
    yield from starts()
    yield from record(machine)
    yield from table()
    yield from lamps()
    yield Figure(
        "memory: this bench, table drawn", round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024), "MB", 220
    )
    thousandths = machine.number("/sys/class/thermal/thermal_zone0/temp")
    if thousandths is not None:
        yield Figure("warmth afterwards", round(thousandths / 1000), "°C", settings.HOT_DEGREES)


def starts() -> Iterator[Figure]:
    """Seconds until commands answer, from the cold: the first words, the rules, and a table that is ready."""
    yield Figure("start: hopsight --version", _seconds("-m", "firmware", "--version"), "s")
    yield Figure("start: hopsight games", _seconds("-m", "firmware", "games"), "s")
    yield Figure("start: NumPy and OpenCV", _seconds("-c", "import cv2"), "s")
    with TemporaryDirectory() as folder:
        ready, megabytes = until_ready(Path(folder))
    yield Figure("start: table ready", ready, "s", 15)
    if megabytes:
        yield Figure("memory: table ready", megabytes, "MB", 150)


def _seconds(*words: str) -> float:
    began = time.perf_counter()
    subprocess.run(  # noqa: S603 - our own interpreter, our own words
        [sys.executable, *words], check=True, stdout=subprocess.DEVNULL, timeout=settings.IMPORT_SECONDS
    )
    return round(time.perf_counter() - began, 2)


def until_ready(folder: Path) -> tuple[float, int]:
    """Seconds from the start of the service's process until it says that it is ready, and its memory in MB then.

    It is given no lamps, no button, and one grey picture for a camera, so the devices' own times are not in it. Raises
    `HardwareError` where it ends instead.
    """
    import numpy as np

    from vision.pictures import save

    address = folder / "notify"
    environment = {**os.environ, "HOPSIGHT_STATE": str(folder), "NOTIFY_SOCKET": str(address)}
    pictures = folder / "pictures"
    pictures.mkdir()
    save(pictures / "grey.png", np.full((240, 320, 3), 90, np.uint8))
    words = ["play", "--camera", f"folder:{pictures}", "--lights", "none", "--no-button", "--wait-for-camera"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(0.5)
        began = time.perf_counter()
        with subprocess.Popen(  # noqa: S603 - our own interpreter, our own words
            [sys.executable, "-m", "firmware", *words],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                while not (heard := _heard(manager)) and process.poll() is None:
                    pass
                if not heard:
                    raise HardwareError("hopsight play does not start here; try: hopsight doctor")
                took = time.perf_counter() - began
                status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii", errors="replace")
            finally:
                process.terminate()
    lines = [line.split() for line in status.splitlines() if line.startswith("VmRSS:")]
    return round(took, 2), int(lines[0][1]) // 1024 if lines else 0


def _heard(manager: socket.socket) -> bytes:
    """What the process says within half a second."""
    try:
        return manager.recv(100)
    except TimeoutError:
        return b""


def record(machine: Machine) -> Iterator[Figure]:
    """What a move costs the disk: bytes, and the time until it is safe."""
    there = machine.state if machine.state.is_dir() and os.access(machine.state, os.W_OK) else None
    with TemporaryDirectory(dir=there) as folder:
        match = Match.begin(catalogue.game("star", players=2))
        with Journal.create(Path(folder), match, 0.0, table="bench") as journal:
            before = journal.path.stat().st_size
            entry = Entry("move", 1.0, {"seat": "S", "move": "d1-e5", "by": "camera"})
            took = milliseconds(lambda: journal.append(entry), 20)
            written = (journal.path.stat().st_size - before) / 21
    yield Figure("record: a move made safe", took, "ms", 500)
    yield Figure("record: bytes a move", round(written), "bytes")


def table() -> Iterator[Figure]:
    """The simulated table at 1280 × 960, found, read, judged and watched as a real one."""
    from firmware.simulated.simulation import Simulation
    from firmware.states import opening
    from rules.referee import judge
    from vision.locate import locate
    from vision.look import look
    from vision.pictures import Picture

    game: Any = catalogue.game("star", players=2)
    there = Simulation(opening(Match.begin(game)), size=(1280, 960))
    began = time.perf_counter()
    there.wait(1.0)
    first = time.perf_counter() - began
    yield Figure("first picture drawn, found and learnt", round(first, 2), "s")
    eyes, picture = there.loop.eyes, there.camera.take().picture
    assert eyes.calibration is not None  # noqa: S101 - the simulated table is always found
    calibration, reader, position = eyes.calibration, eyes.reader, game.start()
    yield Figure("finding the board", milliseconds(lambda: locate(picture, game.board), 3), "ms", 8000)
    reading = milliseconds(lambda: look(picture, game.board, calibration, reader), 10)
    yield Figure("reading a picture", reading, "ms", 1500)
    after = game.view(game.play(position, game.moves(position)[0]))
    tokens = set(after.values())
    sighting = {place: {token: 1.0 if token == seen else 1e-6 for token in tokens} for place, seen in after.items()}
    judging = milliseconds(lambda: judge(game, position, sighting), 10)
    yield Figure("judging a move", judging, "ms", 500)

    def glance(seen: Picture) -> None:
        eyes.glance(Frame(seen, there.clock.now() + 1000, "still"), {})

    glancing = milliseconds(lambda: glance(picture), 50)
    yield Figure("glancing at a still table", glancing, "ms")
    share = round(glancing * CAMERA_RATE / 10, 2)
    yield Figure("still table, share of one core", share, "%", 5)


def lamps() -> Iterator[Figure]:
    """A changed frame of 121 lamps on its way into bytes, where the lamps' library is installed."""
    from hardware.clock import SystemClock
    from hardware.colours import Colour
    from hardware.lights.lamps import Lamps
    from hardware.lights.spi import open_spi

    try:
        chain = open_spi(Lamps(121), SystemClock(), Nowhere())
    except HardwareError:
        return
    frames: list[list[Colour]] = [[(0, 60, 255)] * 121, [(255, 120, 0)] * 121]
    numbers = iter(range(1_000_000))

    def show() -> None:
        time.sleep(0.04)  # frames come 25 times a second at most, and waiting for that is no work
        chain.show(frames[next(numbers) % 2])

    began = time.process_time()
    for _ in range(10):
        show()
    yield Figure("lamp frame", round((time.process_time() - began) * 100, 2), "ms", 20)


class Nowhere:
    """A bus that leads nowhere: what the kernel and the wire take is not measured."""

    frequency = 6_250_000

    def try_lock(self) -> bool:
        """Nobody else wants it."""
        return True

    def unlock(self) -> None:
        """Nobody waits for it."""

    def configure(self, *, baudrate: int, polarity: int, phase: int) -> None:
        """It is as it is."""

    def write(self, buf: bytes) -> None:
        """Forget a frame."""


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median time of one run of ``work``, after one that does not count."""
    work()
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return round(median(took) * 1000, 3)
