"""For all tests: what is found must not depend on who runs them, nor on how busy the machine is."""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from signal import SIG_IGN, SIGINT, default_int_handler, getsignal, signal

import pytest
from hypothesis import settings

# Tests run side by side, one on each core: threads of NumPy's and OpenCV's own only get in each other's way (a quarter
# of the time). Both ask once, when they are first imported; the programs that tests start ask as well.
for threads in ("OPENBLAS_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(threads, "1")

# What a shell starts in the background hears no Ctrl-C, nor would the programs that tests start and stop with it.
if getsignal(SIGINT) is SIG_IGN:
    signal(SIGINT, default_int_handler)

# Hypothesis fails a test that once took longer than 200 ms, which on a busy machine any test does.
settings.register_profile("hopsight", deadline=None)
settings.load_profile("hopsight")

SURROUNDINGS = (
    "HOPSIGHT_STATE",
    "STATE_DIRECTORY",
    "CONFIGURATION_DIRECTORY",
    "RUNTIME_DIRECTORY",
    "NOTIFY_SOCKET",
    "WATCHDOG_USEC",
    "SPI_BUFSIZE",
    "LANGUAGE",
    "NO_COLOR",
    "COLUMNS",
    "LINES",
)
"""What the program, or Python for it, would be told by where it runs."""


@pytest.fixture(scope="session", autouse=True)
def all_homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Surroundings that tell nothing, and a home for what many tests share; the homes of the others lie within."""
    folder = tmp_path_factory.mktemp("homes")
    with pytest.MonkeyPatch.context() as environment:
        for name in list(os.environ):
            if name in SURROUNDINGS or name.startswith(("LC_", "XDG_")):
                environment.delenv(name)
        environment.setenv("LANG", "C.UTF-8")
        environment.setenv("HOME", str(folder))
        yield folder


NUMBERS = count(1)


@pytest.fixture(autouse=True)
def own_home(all_homes: Path) -> Iterator[Path]:
    """A home of the test's own, where its games, settings and calibrations lie."""
    folder = all_homes / str(next(NUMBERS))
    folder.mkdir()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("HOME", str(folder))
        yield folder
