"""What the doctor makes of a check that fails, of the sections of config.txt, and of a table that was installed."""

import os
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware.__main__ import main
from firmware.doctor import pins, system, table
from firmware.doctor.examine import examine
from firmware.doctor.finding import Finding, Verdict
from firmware.doctor.machine import Machine, User, installed
from firmware.kept.table_file import TableFile, save, table_path
from firmware.service.box import Fittings
from hardware.lights.spi import BUFSIZ
from rules.star.places import star_board
from tests.hardware.rights import NO_ROOT, needs_no_root
from vision.calibration import Calibration

SYSTEM_PORTS = int(Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text(encoding="ascii"))
"""Ports below that are not for everybody."""


def write(root: Path, name: str, text: str) -> None:
    path = root / name.lstrip("/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """One of which nothing is known yet."""
    environment = {"PATH": "", "STATE_DIRECTORY": str(tmp_path), "CONFIGURATION_DIRECTORY": str(tmp_path / "etc")}
    return Machine(tmp_path / "root", User("anna", 1000, frozenset({1000})), environment, "aarch64", {})


def test_a_package_that_a_power_cut_has_torn_keeps_the_doctor_from_nothing(tmp_path: Path) -> None:
    write(tmp_path, "numpy-2.4.6.dist-info/METADATA", "Name: numpy\nVersion: 2.4.6\n")
    write(tmp_path, "gpiozero-2.0.1.dist-info/METADATA", "")
    (tmp_path / "gpiozero-2.0.1.dist-info/METADATA").write_bytes(b"Name: gpio\xff\xfe\x80zero\n")
    assert installed([tmp_path]) == {"numpy": "2.4.6"}


def test_what_cannot_be_looked_at_is_a_finding_and_the_rest_is_looked_at(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> Finding:
        raise ImportError("libGL.so.1: cannot open shared object file")

    monkeypatch.setattr(table, "page", broken)
    found = {finding.check: finding for finding in examine(machine, star_board(), Fittings(), lamps=False)}
    assert found["page"].verdict is Verdict.WRONG
    assert "libGL" in found["page"].says
    assert "mqtt" in found


def test_at_a_calibrated_table_a_torn_numpy_is_a_finding_too(machine: Machine, tmp_path: Path) -> None:
    board = star_board()
    save(TableFile(board.name, Calibration(board.name, np.eye(3), (800, 600))), table_path(board, machine.state))
    write(tmp_path, "torn/numpy/__init__.py", "raise ImportError('torn by a power cut')\n")
    checkout = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-m", "firmware", "doctor"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path / 'torn'}:{checkout}", "HOPSIGHT_STATE": str(machine.state)},
        cwd=checkout,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert told.returncode == 3, told.stderr
    assert "x imports: NumPy and OpenCV cannot be imported: ImportError: torn by a power cut" in told.stdout
    assert "\n+ lamp current: frames of 121 lamps" in told.stdout
    assert "x calibration: this could not be looked at" in told.stdout


@pytest.mark.parametrize(
    ("section", "model", "counts"),
    [
        ("all", "Raspberry Pi 5 Model B Rev 1.0", True),
        ("pi4", "Raspberry Pi Compute Module 4 Rev 1.1", True),
        ("cm4", "Raspberry Pi Compute Module 4 Rev 1.1", True),
        ("cm4", "Raspberry Pi 4 Model B Rev 1.4", False),
        ("pi0", "Raspberry Pi Zero 2 W Rev 1.0", True),
        ("pi3+", "Raspberry Pi 3 Model B Plus Rev 1.3", True),
        ("pi3+", "Raspberry Pi 4 Model B Rev 1.4", False),
        ("EDID=VSC-TD2220", "Raspberry Pi 4 Model B Rev 1.4", False),
    ],
)
def test_lines_of_config_txt_count_for_the_models_that_their_section_names(
    machine: Machine, *, section: str, model: str, counts: bool
) -> None:
    write(machine.root, "/proc/device-tree/model", model + "\0")
    write(machine.root, "/boot/firmware/config.txt", f"[pi9]\n[{section}]\ncore_freq=500\n")
    assert ("core_freq=500" in pins.config_lines(machine)) == counts


def test_a_pi_without_a_camera_is_told_to_look_at_its_ribbon(machine: Machine) -> None:
    write(machine.root, "proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0")
    found = table.cameras(machine)
    assert found.verdict is Verdict.WRONG
    assert "which way its contacts face" in found.mend


@pytest.mark.skipif(not Path("/proc/net/if_inet6").exists(), reason="this machine has no IPv6")
def test_a_page_for_every_address_is_not_taken_for_another_program(machine: Machine) -> None:
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as line:
        line.bind(("::", 0))
        line.listen()
        found = system.port(replace(machine, root=Path("/")), line.getsockname()[1])
    assert f"(process {os.getpid()})" in found.says


@needs_no_root
@pytest.mark.skipif(SYSTEM_PORTS <= 80, reason="here anybody may have such a port")
def test_a_port_that_the_system_keeps_for_itself_is_not_taken_for_another_programs() -> None:
    look = "from firmware.doctor import machine, system; print(system.port(machine.Machine(), 80))"
    lesser = ["setpriv", "--bounding-set=-net_bind_service"] if NO_ROOT else []
    told = subprocess.run([*lesser, sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout
    assert "port 80 may not be opened by" in told
    assert "--port 8017 " in told


def test_at_an_installed_table_every_command_that_mends_it_may_do_so(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "table-star.json", "{")
    write(tmp_path, "etc/profiles/home.toml", "[star")
    ill = (table.calibration(machine, star_board()), *table.house_rules(machine))
    assert [finding.mend.split()[0] for finding in ill] == ["hopsight", "nano"]
    monkeypatch.setattr(sys, "prefix", "/opt/hopsight.b")  # root's; its games and calibration are its own user's
    ill = (table.calibration(machine, star_board()), *table.house_rules(machine), table.unlit([3], 121))
    mends = [finding.mend for finding in ill]
    assert mends[:2] == ["sudo hopsight calibrate", f"sudo nano {tmp_path}/etc/profiles/home.toml"]
    assert mends[2].endswith("then sudo hopsight calibrate --beacons")
    assert ill[0].says.endswith("Run: sudo hopsight calibrate")


def test_the_chain_that_calibration_found_has_to_get_its_data_however_few_holes_the_board_has(machine: Machine) -> None:
    write(machine.root, BUFSIZ, "4096\n")

    def found() -> Finding:
        told = {finding.check: finding for finding in examine(machine, star_board(), Fittings(), lamps=False)}
        assert str(lamps) in told["lamp current"].says
        return told["chain length"]

    lamps = 121
    assert found().verdict is Verdict.OK
    lamps = 160  # a strip that goes on at the board's edges
    board = star_board()
    chain = tuple(place.id for place in board.places) + (None,) * (lamps - len(board.places))
    save(TableFile(board.name, chain=chain), table_path(board, machine.state))
    assert found().verdict is Verdict.WRONG
    assert "160 lamps" in found().says


def test_cards_have_nothing_that_the_doctor_could_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "chinese_ten"]) == 2
    assert "chinese_ten is played with cards and has no board" in capsys.readouterr().err


def test_a_button_on_another_machine_s_pins_is_looked_at_there(tmp_path: Path) -> None:
    desk = Machine(tmp_path, environment={"PATH": ""}, packages={})
    there = Fittings("usb:9", lights=None, pins="pigpio", pins_host="127.0.0.1", second_button=27)
    found = {finding.check: finding for finding in examine(desk, star_board(), there, lamps=False)}
    assert found["button"].verdict is found["second button"].verdict is Verdict.WRONG, (
        "no daemon is there, and it is asked"
    )


@pytest.mark.parametrize(
    ("folder", "mend"), [("games", "sudo chown -R anna {}"), ("none/games", "sudo install -d -o anna {}")]
)
def test_where_no_game_can_be_kept_nobody_is_told_to_take_the_system_s_folders(
    folder: str, mend: str, machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    monkeypatch.setattr("os.access", lambda *_: False)  # whoever runs the tests, root too
    there = replace(machine, environment={"STATE_DIRECTORY": str(tmp_path / folder)})
    finding = system.disk(there)
    assert finding.verdict is Verdict.WRONG
    assert finding.mend == mend.format(tmp_path / folder)


@pytest.mark.parametrize(
    ("home", "mend"),
    [
        ({"HOME": "anna"}, "sudo install -d -o anna {}/anna/.config/hopsight/profiles"),
        ({"XDG_CONFIG_HOME": "anna/own"}, "sudo chown -R anna {}/anna/own/hopsight/profiles"),
        ({"CONFIGURATION_DIRECTORY": "etc"}, "sudo ./systemd/install"),
    ],
)
def test_house_rules_of_whoever_asks_want_a_folder_and_only_those_of_the_service_want_the_installer(
    home: dict[str, str], mend: str, machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "anna/own/hopsight/profiles").mkdir(parents=True)
    monkeypatch.setattr("os.access", lambda *_: False)
    environment = {name: str(tmp_path / folder) for name, folder in home.items()}
    (finding,) = table.house_rules(replace(machine, environment=environment))
    assert finding.verdict is Verdict.WARNING
    assert finding.mend == mend.format(tmp_path)
