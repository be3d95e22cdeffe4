"""The bench measures what it names, and what must start quickly imports nothing slow."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware import bench
from firmware.bench import Figure, milliseconds
from firmware.commands import COMMANDS
from firmware.commands.bench import import_profile, print_figure
from firmware.doctor.machine import Machine
from firmware.reference import REFERENCE

HERE = Path(__file__).parents[2]


def imported(*words: str) -> set[str]:
    """What a command has imported by its end."""
    program = (
        "import sys; from firmware.__main__ import main; code = main(sys.argv[1:]);"
        " print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, cwd=HERE, check=True)
    return set(done.stderr.split())


@pytest.mark.parametrize("words", [["games"], ["start", "star"], ["perft", "star", "--depth", "1"]])
def test_what_needs_no_pictures_imports_neither_opencv_nor_numpy(words: list[str]) -> None:
    assert not {"cv2", "numpy", "gpiozero"} & imported(*words)


def test_nobody_waits_for_opencv_who_asks_what_a_command_knows_or_mistypes_one() -> None:
    everything = [[command, "--help"] for command in COMMANDS] + [["paly"], ["read", "--empty"]]
    program = (
        "import json, sys; from firmware.__main__ import main; [main(words) for words in json.loads(sys.argv[1])];"
        " print(*sys.modules, file=sys.stderr)"
    )
    words = [sys.executable, "-c", program, json.dumps(everything)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=HERE, check=True)
    assert done.stdout.count("usage: hopsight ") == len(COMMANDS)
    assert "play may be meant" in done.stderr
    assert not {"cv2", "numpy", "gpiozero"} & set(done.stderr.split())


@pytest.mark.parametrize("command", ["check", "replay"])
def test_a_record_is_refereed_anew_without_what_pictures_are_made_of(command: str, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text("Game: mandarin\n\n1. south a1>\n", encoding="utf-8")
    assert not {"cv2", "numpy"} & imported(command, str(record))


def test_the_first_light_waits_for_no_opencv() -> None:
    program = "import sys, firmware.commands.play, hardware.lights; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=HERE, check=True)
    assert "cv2" not in done.stdout.split()
    assert "firmware.commands.play" in import_profile()


def test_darkening_the_lamps_waits_for_neither_opencv_nor_the_doctor(tmp_path: Path) -> None:
    assert not {"cv2", "firmware.doctor"} & imported("calibrate", "--dark", "--lights", "none")
    (tmp_path / "table.conf").write_text("HOPSIGHT_LAMPS=--lights none\n", encoding="utf-8")
    assert "cv2" not in imported("calibrate", "--dark", "--table", str(tmp_path / "table.conf"))


def test_every_figure_has_a_name_of_its_own_and_a_reference_to_be_read_beside() -> None:
    measured = [*bench.record(Machine()), *bench.table(), *bench.lamps()]
    names = [figure.name for figure in measured]
    assert len(set(names)) == len(names)
    assert all(figure.value > 0 for figure in measured)
    assert set(names) <= set(REFERENCE)


def test_the_table_is_ready_and_small(tmp_path: Path) -> None:
    seconds, megabytes = bench.until_ready(tmp_path)
    assert 0 < seconds < 60
    assert 10 < megabytes < 150


def test_a_figure_over_its_budget_is_late(capsys: pytest.CaptureFixture[str]) -> None:
    assert Figure("reading", 2000, "ms", 1500).is_late
    assert not Figure("reading", 1500, "ms", 1500).is_late
    assert not Figure("reading", 1e9, "ms").is_late
    print_figure(Figure("reading a picture", 7.5, "ms", 1500), first=True)
    heading, line = capsys.readouterr().out.splitlines()
    assert "reference" in heading
    assert line.split() == ["reading", "a", "picture", "7.5", f"{REFERENCE['reading a picture']:g}", "1500", "ms"]


def test_the_median_counts() -> None:
    done: list[int] = []
    assert milliseconds(lambda: done.append(1), 4) < 1
    assert len(done) == 5
