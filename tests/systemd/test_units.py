"""The unit keeps the program in a small cell. Judged by systemd's own analyser where there is one."""

import os
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from signal import SIGHUP, SIGINT, SIGKILL, SIGTERM, Signals

import pytest

from firmware.command_line import build_parser
from firmware.commands import COMMANDS
from firmware.doctor.bundle import LOG_LINES
from firmware.doctor.pins import GROUPS
from firmware.kept.profiles import folder
from firmware.service.notify import ask_for_power_off
from firmware.settings import WATCHDOG_TIMES

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
    for device in ("gpiochip", "spi", "video4linux", "alsa"):
        assert f"DeviceAllow=char-{device} rw" in unit
    # both would hide what the drivers need
    assert not re.search(r"^PrivateDevices=yes", unit, re.MULTILINE)
    assert not re.search(r"^ProcSubset=pid", unit, re.MULTILINE)


def test_a_camera_that_is_plugged_in_later_may_be_opened_too() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    first = " ".join(f"modprobe@{module}.service" for module in ("spidev", "videodev", "snd"))
    for key in ("Wants", "After"):
        assert f"\n{key}={first}\n" in unit


def test_unit_installer_and_doctor_name_the_same_groups() -> None:
    (unit,) = re.findall(r"^SupplementaryGroups=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    installer = (UNIT.parent / "install").read_text(encoding="utf-8")
    (made,) = re.findall(r"for group in (.*?); do", installer)
    (joined,) = re.findall(r"usermod --append --groups (\S+) hopsight", installer)
    assert unit.split() == made.split() == joined.split(",") == list(GROUPS)


def test_the_service_may_write_the_house_rules_where_the_installer_lays_their_folder() -> None:
    unit = UNIT.read_text(encoding="utf-8")
    (settings,) = re.findall(r"^ConfigurationDirectory=(.*)$", unit, re.MULTILINE)
    (written,) = re.findall(r"^ReadWritePaths=-(.*)$", unit, re.MULTILINE)
    assert folder({"CONFIGURATION_DIRECTORY": f"/etc/{settings}"}) == Path(written)
    installer = (UNIT.parent / "install").read_text(encoding="utf-8")
    assert f'install -d -o hopsight -g hopsight "$settings/{Path(written).name}"' in installer


def test_the_lamps_go_dark_whatever_ended_the_program() -> None:
    assert re.search(r"^ExecStopPost=.*--dark", UNIT.read_text(encoding="utf-8"), re.MULTILINE)


def words_after(key: str) -> list[str]:
    """The words of the unit's command."""
    command = re.search(rf"^{key}=-?/opt/hopsight/bin/hopsight (.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert command is not None
    return command[1].split()


def test_the_units_commands_are_understood() -> None:
    play, dark = (
        build_parser(words[0]).parse_args(words) for words in (words_after("ExecStart"), words_after("ExecStopPost"))
    )
    assert play.wait_for_camera
    assert play.table == dark.table == Path("/etc/hopsight/table.conf")
    assert dark.dark


def test_what_is_offered_for_the_lamps_is_what_the_unit_allows() -> None:
    table, unit = ((UNIT.parent / name).read_text(encoding="utf-8") for name in ("table.conf", UNIT.name))
    assert "--lights spi or none (pwm and pio need more" in table
    assert "User=root" not in unit
    assert not re.search(r"^DeviceAllow=.*(mem|char-pio|/dev/pio)", unit, re.MULTILINE)


def test_there_is_time_for_the_watchdog_and_for_dark_lamps() -> None:
    unit = dict(re.findall(r"^(\w+Sec)=(\d+)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE))
    # a camera that hangs takes its deadline, a search for the board a few seconds on the slowest machine
    assert int(unit["WatchdogSec"]) >= 120  # a search in vain takes 70 on the slowest board
    assert int(unit["WatchdogSec"]) * (1 - 1 / WATCHDOG_TIMES) >= 100, "though it may begin just before a sign of life"
    assert int(unit["TimeoutStartSec"]) >= 60
    assert int(unit["TimeoutStopSec"]) >= 10


@pytest.mark.parametrize("written", ["8192", '"8192"', "'8192' "])
def test_a_long_chain_is_told_to_the_command_as_to_the_service(written: str, tmp_path: Path) -> None:
    table = tmp_path / "table.conf"
    table.write_text(f"HOPSIGHT_PLAY=star --option size=5\nSPI_BUFSIZE={written}\n", encoding="utf-8")
    command = (UNIT.parent / "hopsight.sh").read_text(encoding="utf-8")
    (line,) = re.findall(r"^size=.*$", command, re.MULTILINE)
    script = f'{line.replace("/etc/hopsight/table.conf", str(table))}\nprintf "%s" "$size"'
    assert subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True).stdout == "8192"  # noqa: S607


def command_of_root(folder: Path, runuser: str) -> dict[str, str]:
    """Surroundings in which hopsight.sh is called by root, and gives its rights up to some lines of shell."""
    for name, body in {
        "id": "echo 0",
        "journalctl": "echo the log",
        "dmesg": "echo the kernel",
        "install": "",
        "chown": "",
        "runuser": runuser,
    }.items():
        (folder / name).write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    (folder / "tmp").mkdir()
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "TMPDIR": str(folder / "tmp")}


@pytest.mark.parametrize(("words", "logs"), [("doctor --bundle out.zip", "the log\nthe kernel\n"), ("doctor", "")])
def test_the_logs_are_collected_before_root_is_given_up(words: str, logs: str, tmp_path: Path) -> None:
    told = 'for word; do case $word in HOPSIGHT_LOGS=*) cat "${word#*=}/log.txt" "${word#*=}/kernel.txt";; esac; done'
    surroundings = command_of_root(tmp_path, f"{told} 2>/dev/null")
    command = ["sh", str(UNIT.parent / "hopsight.sh"), *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=surroundings)
    assert done.stdout == logs, done.stderr
    assert not list((tmp_path / "tmp").iterdir())


def test_root_collects_as_much_of_the_log_as_a_bundle_holds() -> None:
    command = (UNIT.parent / "hopsight.sh").read_text(encoding="utf-8")
    assert re.findall(r"journalctl -u hopsight -n (\d+) ", command) == [str(LOG_LINES)]


@pytest.mark.parametrize("signal", [SIGINT, SIGTERM, SIGHUP])
@pytest.mark.parametrize("ends", [None, 0, 3], ids=["it dies of it", "it ends well", "it ends as it wants"])
def test_whatever_stops_the_command_leaves_no_log_behind_and_says_how_the_program_ended(
    ends: int | None, signal: Signals, tmp_path: Path
) -> None:
    heard = "" if ends is None else f"trap 'exit {ends}' INT TERM HUP"
    surroundings = command_of_root(tmp_path, f"{heard}\necho up\nwhile :; do sleep 0.05; done")
    # Whoever runs the tests may ignore signals himself, and a shell cannot listen to what was ignored before it.
    command = ["env", "--default-signal", "sh", str(UNIT.parent / "hopsight.sh"), "doctor", "--bundle", "out.zip"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, process_group=0, env=surroundings) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == b"up\n"
            assert list((tmp_path / "tmp").glob("*/log.txt"))
            os.killpg(running.pid, signal)  # as a terminal does it: to the shell and to the program
            assert running.wait(60) == (128 + signal if ends is None else ends)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, SIGKILL)
    assert not list((tmp_path / "tmp").iterdir())


def test_the_buttons_menu_can_switch_the_machine_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = (UNIT.parent / "hopsight-off.path").read_text(encoding="utf-8")
    wish = re.search(r"^PathExists=/run/(.*)$", watched, re.MULTILINE)
    assert wish is not None
    runtime = re.search(r"^RuntimeDirectory=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    assert runtime is not None
    assert not ask_for_power_off()  # not started by systemd: nobody is asked
    (tmp_path / runtime[1]).mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / runtime[1]))
    assert ask_for_power_off()
    assert (tmp_path / wish[1]).exists()


def test_the_command_is_updated_as_the_readme_beside_its_installer_says() -> None:
    told = UNIT.with_name("README.md").read_text(encoding="utf-8")
    assert f"    {COMMANDS['update'].example} " in told
