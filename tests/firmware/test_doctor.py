"""The doctor at machines that are folders: a Pi in good health, and every way it can be ill."""

import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from firmware.command_line import build_parser
from firmware.doctor import packages, pins, system, table
from firmware.doctor.examine import examine
from firmware.doctor.finding import Finding, Verdict
from firmware.doctor.machine import Machine, User, installed
from firmware.given.as_it_stands import as_it_stands
from firmware.given.fittings import chosen_fittings
from firmware.given.games import chosen_game
from firmware.journal import claim
from firmware.service.box import Fittings
from hardware.errors import HardwareError
from hardware.lights import Kind
from hardware.simulated.devices import SimulatedButton, SimulatedClock
from rules.geometry import Board
from rules.star.places import star_board

OK, WARNING, WRONG, NOT_HERE = Verdict.OK, Verdict.WARNING, Verdict.WRONG, Verdict.NOT_HERE
GOOD_PACKAGES = {
    "opencv-python-headless": "5.0.0.93", "numpy": "2.5.5", "picamera2": "0.3.38", "lgpio": "0.2.2.0",
    "adafruit-circuitpython-neopixel-spi": "1.0.16", "gpiod": "2.5.0",
}  # fmt: skip
ANNA = User("anna", 1000, frozenset({1000, 997, 999, 44}))


def write(root: Path, name: str, text: str = "") -> Path:
    path = root / name.lstrip("/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A Raspberry Pi 4 with everything in order."""
    root = tmp_path / "pi"
    write(root, "/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    write(root, "/etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_CODENAME=trixie\n')
    lines = "# ours\n[all]\ndtparam=spi=on\n[pi4]\ncore_freq=500\ncore_freq_min=500 # fixed\n"
    write(root, "/boot/firmware/config.txt", lines)
    write(root, "/sys/module/spidev/parameters/bufsiz", "4096\n")
    write(root, "/sys/class/thermal/thermal_zone0/temp", "51540\n")
    write(root, "/proc/meminfo", "MemTotal:  3884000 kB\nMemAvailable:  3300000 kB\n")
    write(root, "/proc/mounts", "/dev/mmcblk0p2 / ext4 rw 0 0\n")
    write(root, "/run/systemd/timesync/synchronized")
    write(root, "/etc/passwd", "root:x:0:0::/:/bin/sh\nhopsight:x:995:995::/:/bin/false\n")
    write(
        root, "/etc/group", "gpio:x:997:anna,hopsight\nspi:x:999:hopsight\nvideo:x:44:hopsight\naudio:x:29:hopsight\n"
    )
    for device in ("spidev0.0", "gpiochip0", "video0", "v4l/by-id/usb-Logitech-video-index0"):
        write(root, f"/dev/{device}").chmod(0o666)
    tool(root, "vcgencmd", "echo throttled=0x0")
    state = tmp_path / "state"
    state.mkdir()
    environment = {
        "PATH": str(root / "usr/bin"), "STATE_DIRECTORY": str(state), "CONFIGURATION_DIRECTORY": str(tmp_path / "etc"),
    }  # fmt: skip
    return Machine(root, ANNA, environment, "aarch64", GOOD_PACKAGES)


@pytest.fixture
def pc(tmp_path: Path) -> Machine:
    """A PC: no pins, no SPI, no camera, and nothing wrong with that."""
    root = tmp_path / "pc"
    write(root, "/etc/os-release", 'PRETTY_NAME="Fedora Linux 44"\n')
    environment = {"PATH": "", "STATE_DIRECTORY": str(tmp_path), "CONFIGURATION_DIRECTORY": str(tmp_path / "etc")}
    return Machine(root, ANNA, environment, "x86_64", {"opencv-python-headless": "5.0.0.93", "numpy": "2.4.6"})


def tool(root: Path, name: str, line: str) -> None:
    """A program of the machine that answers with one line of shell."""
    path = write(root, f"/usr/bin/{name}", f"#!/bin/sh\n{line}\n")
    path.chmod(0o755)


def reads(machine: Machine) -> list[Finding]:
    """Everything that is only read."""
    found = [check(machine) for check in system.CHECKS]
    found += [
        *pins.checks(machine, 121, Fittings()),
        *packages.checks(machine, "spi"),
        table.calibration(machine, star_board()),
    ]
    return found


def test_a_pi_in_good_health_is_told_so(pi: Machine) -> None:
    for finding in reads(pi):
        assert finding.verdict is OK, finding
        assert not finding.mend


def test_a_pc_lacks_parts_and_nothing_is_wrong(pc: Machine) -> None:
    found = {finding.check: finding for finding in reads(pc)}
    assert all(finding.verdict in {OK, NOT_HERE} for finding in found.values())
    for check in (
        "model",
        "power",
        "warmth",
        "spi",
        "core clock",
        "rights: gpio",
        "service user",
        "lgpio",
    ):
        assert found[check].verdict is NOT_HERE, found[check]
    assert table.cameras(pc).verdict is NOT_HERE


def change(machine: Machine, name: str, text: str | None) -> Machine:
    """The same machine with another file, or without it."""
    if text is None:
        machine.path(name).unlink()
    else:
        write(machine.root, name, text)
    return machine


class Ill(NamedTuple):
    """A file of the machine that is otherwise, and what the doctor makes of it."""

    check: Callable[[Machine], Finding]
    file: str
    text: str | None
    verdict: Verdict
    says: str
    mends: str


CONFIG = "/boot/firmware/config.txt"
WAYS_TO_BE_ILL = [
    Ill(system.model, "/proc/device-tree/model", "Raspberry Pi 2 Model B", WARNING, "slower", "Zero 2 W"),
    Ill(system.system, "/etc/os-release", "VERSION_CODENAME=bullseye\n", WARNING, "not tried", "64-bit"),
    Ill(system.warmth, "/sys/class/thermal/thermal_zone0/temp", "79000", WARNING, "79 °C", "heat sink"),
    Ill(system.memory, "/proc/meminfo", "MemTotal: 400000 kB\nMemAvailable: 90000 kB", WARNING, "87 MB", "desktop"),
    Ill(system.clock, "/run/systemd/timesync/synchronized", None, WARNING, "wrongly dated", "timedatectl"),
    Ill(system.disk, "/proc/mounts", "overlay / overlay rw 0 0\n", WARNING, "lost with the power", "mount"),
    Ill(pins.spi, "/dev/spidev0.0", None, WRONG, "not yet in the kernel", "reboot"),
    Ill(pins.core_clock, CONFIG, "dtparam=spi=on\n", WARNING, "core_freq=500 and core_freq_min=500", "restart"),
    Ill(pins.core_clock, CONFIG, "[pi3]\ncore_freq=500\ncore_freq_min=500", WARNING, "missing", "write"),
    Ill(pins.service_user, "/etc/group", "gpio:x:7:hopsight\nspi:x:9:\n", WRONG, "spi, video", "-aG spi,video,audio"),
]


@pytest.mark.parametrize("ill", WAYS_TO_BE_ILL)
def test_what_is_wrong_is_said_with_what_mends_it(pi: Machine, ill: Ill) -> None:
    finding = ill.check(change(pi, ill.file, ill.text))
    assert finding.verdict is ill.verdict
    assert ill.says in finding.says
    assert ill.mends in finding.mend


def test_spi_that_is_off_names_the_line_to_write(pi: Machine) -> None:
    change(pi, "/dev/spidev0.0", None)
    finding = pins.spi(change(pi, "/boot/firmware/config.txt", "#dtparam=spi=on\n[pi5]\ndtparam=spi=on\n"))
    assert finding.verdict is WRONG
    assert "dtparam=spi=on into /boot/firmware/config.txt" in finding.mend


def test_a_32_bit_system_is_refused(pi: Machine) -> None:
    assert system.system(replace(pi, architecture="armv7l")).verdict is WRONG


def test_an_old_python_is_refused(pi: Machine) -> None:
    assert system.python(pi, (3, 9, 2)).verdict is WRONG


@pytest.mark.parametrize(
    ("answer", "verdict", "says"),
    [
        ("0x50005", WRONG, "the voltage is too low now"),
        ("0x50000", WARNING, "the voltage was too low since the start"),
        ("0x40000", WARNING, "throttled since the start"),
    ],
)
def test_a_weak_supply_is_told(pi: Machine, answer: str, verdict: Verdict, says: str) -> None:
    tool(pi.root, "vcgencmd", f"echo throttled={answer}")
    finding = system.power(pi)
    assert finding.verdict is verdict
    assert says in finding.says


def test_without_the_firmwares_answer_the_kernels_alarm_tells(pi: Machine) -> None:
    tool(pi.root, "vcgencmd", "exit 255")
    assert system.power(pi).verdict is WARNING
    write(pi.root, "/sys/class/hwmon/hwmon1/name", "rpi_volt\n")
    write(pi.root, "/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
    assert system.power(pi).verdict is OK
    write(pi.root, "/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    assert system.power(pi).verdict is WRONG


def test_devices_that_may_not_be_opened_name_the_group(pi: Machine) -> None:
    stranger = replace(pi, user=User("eve", 12345, frozenset({12345})))
    pi.path("/dev/gpiochip0").chmod(0o660)
    found = {finding.check: finding for finding in pins.rights(stranger)}
    assert found["rights: spi"].verdict is OK
    assert found["rights: gpio"].verdict is WRONG
    assert "usermod -aG" in found["rights: gpio"].mend
    member = replace(pi, user=User("eve", 12345, frozenset({pi.path("/dev/gpiochip0").stat().st_gid})))
    assert all(finding.verdict is OK for finding in pins.rights(member))
    pi.path("/dev/gpiochip0").chmod(0o600)
    assert any(finding.verdict is WRONG for finding in pins.rights(member))


def test_a_long_chain_needs_two_settings(pi: Machine) -> None:
    finding = pins.chain_length(pi, 253)
    assert finding.verdict is WRONG
    assert "spidev.bufsiz=8192" in finding.mend
    assert "SPI_BUFSIZE=8192" in finding.mend
    write(pi.root, "/sys/module/spidev/parameters/bufsiz", "8192")
    assert pins.chain_length(pi, 253).verdict is WRONG
    assert pins.chain_length(replace(pi, environment={"SPI_BUFSIZE": "8192"}), 253).verdict is OK


def test_lamps_with_a_white_chip_need_more_bytes(pi: Machine) -> None:
    assert pins.chain_length(pi, 121, "GRB").verdict is OK
    finding = pins.chain_length(pi, 121, "GRBW")
    assert finding.verdict is WRONG
    assert "enough for 113 lamps" in finding.says
    assert finding.mend.startswith("write spidev.bufsiz=8192")


@pytest.mark.parametrize("lights", [None, "pwm"])
def test_what_no_lamp_of_this_table_needs_is_not_missed(pi: Machine, lights: Kind | None) -> None:
    change(pi, "/dev/spidev0.0", None)
    change(pi, CONFIG, "")
    bare = replace(pi, packages={name: at for name, at in GOOD_PACKAGES.items() if "neopixel" not in name})
    wrong = {Verdict.WARNING, Verdict.WRONG}

    def missed(fittings: Fittings) -> set[str]:
        found = [*pins.checks(bare, 253, fittings), *packages.checks(bare, fittings.lights)]
        return {finding.check for finding in found if finding.verdict in wrong}

    assert missed(Fittings()) == {"spi", "core clock", "chain length", "lamp library"}
    assert missed(Fittings(lights=lights)) == set()
    assert missed(Fittings(lights=lights, budget=200)) == ({"lamp current"} if lights else set())


def test_a_budget_that_no_lamp_glows_with_is_wrong() -> None:
    assert pins.budget(121, 100).verdict is WRONG
    assert pins.budget(121, 500).verdict is OK


def test_the_button_is_up_pressed_held_by_another_or_broken(pi: Machine) -> None:
    up, down = SimulatedButton(SimulatedClock()), SimulatedButton(SimulatedClock(), held=True)

    def broken(number: int) -> AbstractContextManager[SimulatedButton]:
        raise HardwareError(f"the button on GPIO{number} cannot be used")

    assert pins.button(pi, lambda _: nullcontext(up), lambda _: None).verdict is OK
    assert "wires touch" in pins.button(pi, lambda _: nullcontext(down), lambda _: None).says
    assert "held by pigpiod" in pins.button(pi, lambda _: nullcontext(up), lambda _: "pigpiod").says
    assert pins.button(pi, broken, lambda _: None).verdict is WRONG
    pi.path("/dev/gpiochip0").unlink()
    assert pins.button(pi, broken, lambda _: None).verdict is NOT_HERE


def test_the_second_button_and_the_knob_are_looked_at_like_the_first(pi: Machine) -> None:
    def wired(number: int) -> AbstractContextManager[SimulatedButton]:
        return nullcontext(SimulatedButton(SimulatedClock(), held=number == 27))

    second = pins.button(pi, wired, lambda _: None, 27, "second button")
    assert (second.check, second.verdict) == ("second button", WRONG)
    assert "pin 13" in second.mend
    # An encoder may rest between two notches, where a track is low and nothing is wrong.
    assert pins.knob_track(pi, wired, lambda _: None, 27).verdict is OK
    assert pins.knob_track(pi, wired, lambda _: "pigpiod", 5).verdict is WRONG


def standing(machine: Machine, *words: str) -> tuple[Fittings, Board]:
    """The table as the doctor takes it, where ``words`` are typed behind its name."""
    given = build_parser("doctor").parse_args(["doctor", *words])
    as_it_stands(given, machine.root)
    return chosen_fittings(given, button=True), chosen_game(given).board


def test_the_doctor_knows_what_stands_at_the_table_from_its_own_file(pi: Machine) -> None:
    words = "HOPSIGHT_PLAY=star --option size=5 --camera usb:0 --second-button 27 --knob 5,6,13 --pins rpigpio\n"
    write(
        pi.root, "/etc/hopsight/table.conf", f"HOPSIGHT_LAMPS=--lights pwm --lamp-order RGB --lamp-budget 900\n{words}"
    )
    asked = {"second_button": 22, "budget": 700}
    fittings, board = standing(pi, "--second-button", "22", "--lamp-budget", "700")
    assert fittings == Fittings("usb:0", "pwm", "RGB", knob=(5, 6, 13), pins="rpigpio", **asked)
    assert len(board.places) == 181
    assert len(standing(pi, "piecepack")[1].places) == 64, "the star's size is none of its house rules"


@pytest.mark.parametrize("text", [None, "HOPSIGHT_LAMPS=--lihgts none\n"])
def test_without_understood_words_about_the_table_it_stands_as_delivered(pi: Machine, text: str | None) -> None:
    if text:
        write(pi.root, "/etc/hopsight/table.conf", text)
    fittings, board = standing(pi)
    assert fittings == Fittings()
    assert len(board.places) == 121


@pytest.mark.parametrize(
    ("there", "verdict", "says"),
    [
        ({}, WRONG, "missing"),
        ({"opencv-python-headless": "5.0.0.93"}, WRONG, "NumPy is missing"),
        ({"opencv-python-headless": "4.12.0.88", "numpy": "1.26.4"}, WRONG, "wants NumPy 2"),
        ({"opencv-python-headless": "4.11.0.86", "numpy": "1.26.4"}, OK, "4.11"),
        ({"opencv-python-headless": "5.0.0.93", "opencv-python": "5.0.0.93", "numpy": "2.4.6"}, WRONG, "same folder"),
        ({"opencv-contrib-python": "4.11.0.86", "numpy": "2.4.6"}, WRONG, "opencv-contrib-python"),
    ],
)
def test_one_opencv_and_a_numpy_that_fits(there: dict[str, str], verdict: Verdict, says: str) -> None:
    finding = packages.opencv(there)
    assert finding.verdict is verdict
    assert says in finding.says


def test_pin_libraries_that_are_shells_or_overwrite_each_other(pi: Machine) -> None:
    there = {**GOOD_PACKAGES, "lgpio": "0.0.0.2", "rpi-gpio": "0.7.1", "rpi-lgpio": "0.6"}
    found = {finding.check: finding for finding in packages.pin_libraries(replace(pi, packages=there))}
    assert found["lgpio"].verdict is WRONG
    assert "empty shell" in found["lgpio"].says
    assert found["RPi.GPIO"].verdict is WRONG
    bare = replace(pi, packages={})
    (none,) = packages.pin_libraries(bare)
    assert none.verdict is packages.lamp_library(bare).verdict is WRONG
    half = packages.lamp_library(replace(pi, packages={packages.SPI_LAMPS: "1.0.16"}))
    assert half.verdict is WRONG
    assert half.says.endswith("missing: gpiod")


def test_numpy_2_over_bookworms_camera_library_is_found(pi: Machine) -> None:
    change(pi, "/etc/os-release", "VERSION_CODENAME=bookworm\n")
    assert packages.camera_library(pi).verdict is WRONG
    assert packages.camera_library(replace(pi, packages={**GOOD_PACKAGES, "numpy": "1.26.4"})).verdict is OK
    assert packages.camera_library(replace(pi, packages={})).verdict is WARNING


def test_packages_are_read_from_where_they_lie(tmp_path: Path) -> None:
    for folder, version in (("venv", "2.4.6"), ("system", "1.24.2")):
        write(tmp_path, f"{folder}/numpy-{version}.dist-info/METADATA", f"Name: numpy\nVersion: {version}\n")
    write(tmp_path, "system/RPi_LGPIO-0.6.dist-info/METADATA", "Name: rpi_lgpio\nVersion: 0.6\n")
    assert installed([tmp_path / "venv", tmp_path / "system"]) == {"numpy": "2.4.6", "rpi-lgpio": "0.6"}


def test_a_disk_that_may_not_be_written_or_is_full(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.settings.FREE_MEGABYTES", 10**9)
    finding = system.disk(pi)
    assert finding.verdict is WRONG
    assert "MB are free where games are kept" in finding.says


def test_a_port_in_use_names_its_holder() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        finding = system.port(Machine(), line.getsockname()[1])
        assert finding.verdict is WARNING
        assert str(os.getpid()) in finding.says
    assert system.port(Machine(), 0).verdict is OK


def test_the_port_of_the_page_is_that_of_the_table(pi: Machine) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as line:
        line.bind(("127.0.0.1", 0))
        line.listen()
        number = line.getsockname()[1]
        write(pi.root, "/etc/hopsight/table.conf", f"HOPSIGHT_PLAY=star --web --port {number}\n")
        given = build_parser("doctor").parse_args(["doctor"])
        as_it_stands(given, pi.root)
        found = examine(pi, star_board(), Fittings(), lamps=False, port=given.port)
        finding = next(finding for finding in found if finding.check == "port")
    assert finding.verdict is WARNING
    assert f"port {number} is held by" in finding.says
    assert f"--port {number + 1}" in finding.mend


@pytest.mark.parametrize(
    ("words", "ours"),
    [
        ("/opt/hopsight.a/bin/python /opt/hopsight/bin/hopsight play star", True),
        ("/home/pi/hopsight/.venv/bin/python -m firmware play", True),
        ("/home/pi/hopsight/.venv/bin/python -m http.server", False),
        ("/home/pi/hopsight/.venv/bin/python /usr/bin/pytest", False),
    ],
)
def test_another_program_in_our_folder_is_not_ours(words: str, ours: bool) -> None:
    assert system.is_ours(words) == ours


def test_a_slip_in_what_stands_at_the_table_is_named(pi: Machine) -> None:
    assert table.table_words(pi).verdict is NOT_HERE
    write(pi.root, "etc/hopsight/table.conf", "# ours\nHOPSIGHT_PLAY=star --camra usb:0\n")
    finding = table.table_words(pi)
    assert finding.verdict is WRONG
    assert "line 2" in finding.says
    write(pi.root, "etc/hopsight/table.conf", "# ours\nHOPSIGHT_PLAY=chinese_ten\n")
    assert "nobody types to a service" in table.table_words(pi).says
    write(pi.root, "etc/hopsight/table.conf", "# ours\nHOPSIGHT_PLAY=star --camera usb:0\n")
    assert table.table_words(pi).verdict is OK


@pytest.mark.parametrize(
    ("words", "verdict", "says"),
    [
        ("", NOT_HERE, "no page is asked for"),
        ("--web --port 0", OK, "this machine only"),
        ("--web --port 0 --host 0.0.0.0", OK, "pairing code are told at each start: sudo journalctl -u hopsight"),
        ("--web --host 192.0.2.7", WRONG, "192.0.2.7:8017: Cannot assign requested address; choose another --host"),
    ],
)
def test_the_page_of_the_table_can_be_served_and_its_code_be_found(
    pi: Machine, words: str, verdict: Verdict, says: str
) -> None:
    write(pi.root, "etc/hopsight/table.conf", f"HOPSIGHT_PLAY=star {words}\n")
    finding = table.page(pi)
    assert (finding.verdict, says in finding.says) == (verdict, True), finding


@pytest.mark.parametrize(
    ("text", "verdict", "says"),
    [
        (None, NOT_HERE, "no broker is told"),
        ('broker = "127.0.0.1:1"', WARNING, "127.0.0.1:1 is not told: it cannot be reached: Connection refused"),
        ('brocker = "192.168.1.20"', WRONG, "brocker is none of"),
        ('broker = "192.168.1.20', WRONG, "mqtt.toml cannot be used: "),
        ('broker = "192.168.1.20/home"', WRONG, "192.168.1.20/home is no broker’s address"),
    ],
)
def test_a_slip_about_the_broker_is_named(
    pi: Machine, tmp_path: Path, text: str | None, verdict: Verdict, says: str
) -> None:
    if text is not None:
        write(tmp_path, "etc/mqtt.toml", text)
    machine = replace(pi, packages={**pi.packages, "paho-mqtt": "2.1.0"})
    finding = table.mqtt(machine)
    assert (finding.verdict, says in finding.says) == (verdict, True), finding


def test_a_broker_needs_its_package(pi: Machine) -> None:
    write(pi.root, "etc/hopsight/table.conf", "HOPSIGHT_PLAY=star --mqtt 192.168.1.20\n")
    assert "pip install paho-mqtt" in table.mqtt(pi).mend


def test_a_calibration_with_a_slip_is_named(pi: Machine) -> None:
    write(pi.state, "table-star.json", '{"board": "star", "calibration": {"size": [1,')
    finding = table.calibration(pi, star_board())
    assert finding.verdict is WARNING
    assert "line 1" in finding.says
    assert finding.mend == "hopsight calibrate"


def test_house_rules_with_a_slip_name_file_and_line(pi: Machine, tmp_path: Path) -> None:
    write(tmp_path, "etc/profiles/home.toml", "[star]\nplayers = 3\n")
    write(tmp_path, "etc/profiles/club.toml", "[star]\nplayers = = 3\n")
    write(tmp_path, "etc/profiles/cafe.toml", "[star]\nplayers = 5\n")
    cafe, club, home = table.house_rules(pi)
    assert home.verdict is OK
    assert club.verdict is cafe.verdict is WRONG
    assert "club.toml" in club.says
    assert "line 2" in club.says
    assert "5" in cafe.says


def test_a_folder_that_takes_no_house_rules_is_told(pi: Machine, tmp_path: Path) -> None:
    assert not list(table.house_rules(pi))
    write(tmp_path, "etc/profiles", "no folder")
    (finding,) = table.house_rules(pi)
    assert (finding.verdict, str(tmp_path / "etc" / "profiles") in finding.says) == (WARNING, True)
    assert "systemd/install" in finding.mend


def test_while_a_game_is_refereed_its_devices_are_left_alone(pc: Machine) -> None:
    def what_it_says(check: str) -> list[str]:
        return [found.says for found in examine(pc, star_board(), Fittings(), lamps=True) if found.check == check]

    write(pc.state, "games/table.lock", "4711\n")  # of a process that ended long ago
    assert (what_it_says("table"), len(what_it_says("picture"))) == ([], 1)
    with claim(pc.state / "games"):
        told = f"hopsight is refereeing (process {os.getpid()}): button, camera and lamps are left to it"
        assert (what_it_says("table"), what_it_says("picture")) == ([told], [])


def test_the_whole_examination_of_this_machine_ends_without_a_fault(pc: Machine) -> None:
    found = list(examine(pc, star_board(), Fittings(), lamps=True))
    assert {finding.verdict for finding in found} <= {OK, NOT_HERE, WARNING}
    assert len({finding.check for finding in found}) == len(found)
    assert all(finding.says for finding in found)
    (unseen,) = (finding for finding in found if finding.check == "lamps")
    assert unseen.says == "they were not looked at: without a camera nobody sees them"
