"""Many tables played at once: whatever ends the game at the first of them, nobody stays at the others."""

import os
import subprocess
import sys
from pathlib import Path
from signal import SIGINT, SIGKILL, SIGTERM, Signals

import pytest

ROOT = Path(__file__).parents[3]

TABLES = """
import os
import sys
from signal import SIGINT, default_int_handler, pause, signal
from multiprocessing.process import BaseProcess
from firmware.simulated.stress import Stress, Tally

class Endless(Stress):
    "One move at the first table; at the second an error, if one is asked for; at all others people think for ever."

    def play(self, number, moves):
        if number == 2 and "broken" in sys.argv:
            raise LookupError("no table")
        return Tally(moves=1, tables=1) if number == 1 else pause()

signal(SIGINT, default_int_handler)  # whoever runs this may ignore it
def interrupt(*_):
    os.kill(os.getpid(), SIGINT)

if "sits down" in sys.argv:
    os.register_at_fork(after_in_parent=interrupt)
if "has gone" in sys.argv:
    BaseProcess.__del__ = interrupt
Endless([], None, 1).run(int(sys.argv[1]), lambda *_: print("a table", flush=True), workers=2)
"""


@pytest.mark.parametrize(("moves", "end"), [(1, None), (2, SIGINT), (2, SIGTERM), (2, SIGKILL)])
def test_nobody_stays_at_a_table_when_the_game_is_ended(moves: int, end: Signals | None) -> None:
    words = [sys.executable, "-P", "-c", TABLES, str(moves)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    ) as game:
        assert game.stdout
        try:
            assert game.stdout.readline() == b"a table\n"
            if end is not None:
                game.send_signal(end)
            game.communicate(timeout=30)  # all who play hold this pipe: it ends when the last of them has gone
        except subprocess.TimeoutExpired:
            os.killpg(game.pid, SIGKILL)
            raise
    assert game.returncode == (0 if end is None else -end)


def test_a_table_that_breaks_down_ends_the_game_and_says_why() -> None:
    words = [sys.executable, "-P", "-c", TABLES, "2", "broken"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    game = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert game.returncode == 1
    assert "LookupError: no table" in game.stderr
    assert "table 2 could not be played to its end" in game.stderr


@pytest.mark.parametrize("somebody", ["sits down", "has gone"])
def test_ctrl_c_is_heard_in_the_very_moment_when(somebody: str) -> None:
    # What is raised there, Python swallows: see `os.register_at_fork` and ``object.__del__``.
    words = [sys.executable, "-P", "-c", TABLES, "2", somebody]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    game = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=30, check=False)
    assert game.returncode == -SIGINT
    assert game.stdout == ""
