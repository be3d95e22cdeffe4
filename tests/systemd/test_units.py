"""The unit keeps the program in a small cell. Judged by systemd's own analyser where there is one."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "systemd" / "hopsight.service"
ANALYSER = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYSER is None, reason="no systemd here to judge the unit")
def test_the_units_exposure_is_small() -> None:
    judged = subprocess.run(
        [str(ANALYSER), "security", "--offline=yes", "--threshold=15", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 0, judged.stdout[-400:]
    found = re.search(r"exposure level for hopsight.service: ([\d.]+)", judged.stdout)
    assert found is not None
    assert float(found[1]) <= 1.5


def test_the_devices_of_the_table_stay_open() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    for device in ("gpiochip", "spi", "video4linux"):
        assert f"DeviceAllow=char-{device} rw" in unit
    # both would hide what the drivers need
    assert not re.search(r"^PrivateDevices=yes", unit, re.MULTILINE)
    assert not re.search(r"^ProcSubset=pid", unit, re.MULTILINE)


def test_the_lamps_go_dark_whatever_ended_the_program() -> None:
    assert re.search(r"^ExecStopPost=.*--dark", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
