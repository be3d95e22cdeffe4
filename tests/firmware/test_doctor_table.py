"""The doctor looks at pictures and lamps of the simulated table, writes its bundle, and answers on the command line."""

import json
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import cv2
import numpy as np
import pytest

from firmware.__main__ import main
from firmware.doctor import table
from firmware.doctor.bundle import without_secrets, write_bundle
from firmware.doctor.examine import opened
from firmware.doctor.finding import Finding, Verdict, wrong
from firmware.doctor.machine import Machine, User
from firmware.kept.table_file import TableFile, save, table_path
from firmware.service.box import Fittings
from hardware.colours import Colour
from hardware.errors import HardwareError
from hardware.lights.lamps import Order
from hardware.ports import Frame
from hardware.settings import SPI_ONE
from hardware.simulated.devices import SimulatedCamera, SimulatedClock, SimulatedLights, shuffled_chain
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.star.places import star_board
from tests.firmware.disk import no_file_beyond
from tests.spi_bus import RecordedBus
from vision.calibration import Calibration

OK, WARNING, WRONG, NOT_HERE = Verdict.OK, Verdict.WARNING, Verdict.WRONG, Verdict.NOT_HERE


class Wired(SimulatedLights):
    """Lamps that list their colours as ``wired``, and are sent them as they were ``told``."""

    told: Order = "GRB"
    wired: Order = "GRB"

    def show(self, colours: Sequence[Colour]) -> None:
        super().show([self._shining(colour) for colour in colours])

    def _shining(self, colour: Colour) -> Colour:
        sent = [colour["RGB".index(channel)] for channel in self.told]
        red, green, blue = (sent[self.wired.index(channel)] for channel in "RGB")
        return red, green, blue


def looked(
    lights: type[Wired] = Wired,
    dead: frozenset[int] = frozenset(),
    wired: Sequence[PlaceId | None] | None = None,
    known_dead: frozenset[int] = frozenset(),
    *,
    moved: Callable[[Table], None] = lambda _: None,
    size: tuple[int, int] = (960, 720),
) -> dict[str, Finding]:
    """What the doctor finds out about lamps under an empty star. ``known_dead``: dark when they were found.

    ``moved``: what happened to the table since it was calibrated; ``size``: of the pictures that the camera takes now.
    """
    board, clock = star_board(), SimulatedClock()
    there = Table(board, {})
    camera = SimulatedCamera(there, WOOD, clock)
    homography = camera.truth().homography
    was = wired and tuple(None if lamp in known_dead else place for lamp, place in enumerate(wired))
    known = TableFile(board.name, Calibration(board.name, homography, (960, 720)), was)
    moved(there)
    camera = SimulatedCamera(there, WOOD, clock, size)
    chain = lights(there, wired, dead)
    found = {finding.check: finding for finding in table.lamps(board, known, camera, chain, clock, order=chain.told)}
    assert not any(map(any, chain.colours))  # dark again
    return found


def test_lamps_in_order_are_seen_in_their_colours() -> None:
    found = looked()
    assert found["lamps"].verdict is OK, found
    assert found["lamp colours"].verdict is OK, found


@pytest.mark.parametrize(
    ("moved", "size"),
    [
        (lambda there: there.nudge(0.6, -0.4, 1.0), (960, 720)),
        (lambda there: there.push(2.0, 1.0, 20.0), (960, 720)),
        (lambda _: None, (1280, 960)),
    ],
)
def test_lamps_are_not_at_fault_where_the_camera_was_bumped_or_changed_since_the_calibration(
    moved: Callable[[Table], None], size: tuple[int, int]
) -> None:
    found = looked(moved=moved, size=size)
    assert found["lamps"].verdict is OK, found
    assert found["lamp colours"].verdict is OK, found
    found = looked(dead=frozenset({17}), moved=moved, size=size)
    assert found["lamps"].says == "not seen: lamp 18"


def test_a_chain_that_breaks_names_the_lamp() -> None:
    finding = looked(dead=frozenset(range(59, 121)))["lamps"]
    assert finding.verdict is WRONG
    assert "dark from lamp 60 on" in finding.says
    assert "between lamps 59 and 60" in finding.mend


def test_a_chain_that_breaks_names_the_lamp_also_where_some_lie_under_no_place() -> None:
    places = [place.id for place in star_board().places]
    wired = (*places[:100], None, *places[100:110], None, *places[110:])
    finding = looked(dead=frozenset({3, *range(101, 123)}), wired=wired)["lamps"]
    assert "dark from lamp 102 on" in finding.says, "though lamp 4 is dark as well"
    assert "between lamps 100 and 102" in finding.mend, "nobody sees whether lamp 101 shines"


def test_single_dark_lamps_are_named() -> None:
    finding = looked(dead=frozenset({4, 100}))["lamps"]
    assert finding.verdict is WRONG
    assert "5, 101" in finding.says


def test_spare_lamps_are_not_missed_and_those_that_were_dark_when_they_were_found_are_named() -> None:
    wired = shuffled_chain(star_board(), seed=7, spare=3)
    assert looked(wired=wired)["lamps"].says == "all 121 lamps under the board are seen"
    dark = frozenset({next(lamp for lamp, place in enumerate(wired) if place is not None)})
    assert "not seen" in looked(dead=dark, wired=wired)["lamps"].says
    assert "not seen" in looked(dead=dark, wired=wired, known_dead=dark)["lamps"].says


def test_a_dark_chain_points_to_its_supply() -> None:
    found = looked(dead=frozenset(range(121)))
    assert "no lamp is seen" in found["lamps"].says
    assert "lamp colours" not in found


@pytest.mark.parametrize(
    ("wired", "told", "seen"),
    [
        ("RGB", "GRB", "red looks green"),
        ("GRB", "RGB", "red looks green"),
        ("GBR", "GRB", "red looks blue"),
        ("RBG", "RGB", "green looks blue"),
    ],
)
def test_another_order_of_colours_is_named(wired: Order, told: Order, seen: str) -> None:
    finding = looked(type("Other", (Wired,), {"wired": wired, "told": told}))["lamp colours"]
    assert finding.verdict is WRONG
    assert seen in finding.says
    assert f"--lamp-order {wired}" in finding.mend


def test_lamps_that_were_told_their_own_order_are_all_right() -> None:
    assert looked(type("Same", (Wired,), {"wired": "RGB", "told": "RGB"}))["lamp colours"].verdict is OK


def test_lamps_need_a_calibrated_table() -> None:
    board, clock = star_board(), SimulatedClock()
    there = Table(board, {})
    camera, lights = SimulatedCamera(there, WOOD, clock), SimulatedLights(there)
    (finding,) = table.lamps(board, TableFile(board.name), camera, lights, clock)
    assert finding.mend == "hopsight calibrate"


def test_lamps_that_fail_on_the_way_are_told() -> None:
    board, clock = star_board(), SimulatedClock()
    there = Table(board, {})
    camera = SimulatedCamera(there, WOOD, clock)
    known = TableFile(board.name, Calibration(board.name, camera.truth().homography, (960, 720)))
    camera.unplug()
    (finding,) = table.lamps(board, known, camera, SimulatedLights(there), clock)
    assert finding.verdict is WRONG
    assert "unplugged" in finding.says


def test_lamps_are_dark_when_the_doctor_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board, clock, bus = star_board(), SimulatedClock(), RecordedBus()

    class Watched(SimulatedCamera):
        def take(self, after: float = 0.0) -> Frame:
            if bus.frames and SPI_ONE in bus.frames[-1]:
                signal.raise_signal(signal.SIGTERM)
            return super().take(after)

    homography = SimulatedCamera(Table(board, {}), WOOD, clock).truth().homography
    save(TableFile(board.name, Calibration(board.name, homography, (960, 720))), table_path(board, tmp_path))
    monkeypatch.setattr("firmware.doctor.examine.open_camera", lambda *_: Watched(Table(board, {}), WOOD, clock))
    monkeypatch.setattr("hardware.lights.spi.SpiBus", lambda: bus)
    machine = Machine(tmp_path, environment={"STATE_DIRECTORY": str(tmp_path)})
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(opened(machine, board, Fittings("usb:0", button=False), lamps=True))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert any(SPI_ONE in frame for frame in bus.frames)
    assert SPI_ONE not in bus.frames[-1]


@pytest.mark.parametrize(
    ("grey", "verdict", "says"), [(8, WRONG, "too dark"), (250, WARNING, "washed out"), (120, WARNING, "no edge")]
)
def test_pictures_of_nothing_are_told(grey: int, verdict: Verdict, says: str) -> None:
    finding = table.judged(np.full((720, 1280, 3), grey, np.uint8))
    assert finding.verdict is verdict
    assert says.removeprefix("no ") in finding.says


def test_a_picture_of_the_table_is_all_right_and_a_blurred_one_is_not() -> None:
    camera = SimulatedCamera(Table(star_board(), {"a1": "S"}), WOOD, SimulatedClock())
    picture = camera.take().picture
    assert table.judged(picture).verdict is OK, table.judged(picture)
    assert table.judged(np.asarray(cv2.GaussianBlur(picture, (0, 0), 25), np.uint8)).verdict is WARNING
    sharp, marked = table.picture(lambda: camera, star_board())
    assert (sharp.verdict, marked.verdict) == (OK, NOT_HERE)
    assert "closed" in next(table.picture(lambda: camera, star_board())).says  # the doctor lets go of what it opens

    def none() -> SimulatedCamera:
        raise HardwareError("there is no camera")

    assert next(table.picture(none, star_board())).verdict is WRONG


def test_printed_markers_are_counted_and_compared() -> None:
    scene = replace(WOOD, markers=True, pose=replace(WOOD.pose, distance=30))
    picture = SimulatedCamera(Table(star_board(), {}), scene, SimulatedClock()).take().picture
    assert "6 of 6 are seen (S SW NW N NE SE) and agree" in table.marked(picture, star_board()).says
    assert table.marked(np.ascontiguousarray(picture[:150]), star_board()).verdict is WARNING


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("camera rtsp://anna:geheim@10.0.0.7/live", "rtsp://…@10.0.0.7/live"),
        ("camera rtsp://anna:geheim@geheim@10.0.0.7/live", "rtsp://…@10.0.0.7/live"),
        ("--camera http://10.0.0.7/video.cgi?user=anna&pwd=geheim --web", "http://10.0.0.7/video.cgi?… --web"),
        ("--camera 'http://10.0.0.7/?key=geheim' --web", "'http://10.0.0.7/?…' --web"),
        ('"password": "geheim", "x": 1', '"password": "…", "x": 1'),
        ("psk=geheim\nssid=home", "psk=…\nssid=home"),
        ('password = "geheim\nssid=home', "password = …\nssid=home"),
        ('password = "sehr geheim, \\"geheim\\""\ntls = false', 'password = "…"\ntls = false'),
        ("password = 'geheim & geheim'\ntls = false", "password = '…'\ntls = false"),
        ('password = """geheim\ngeheim"""\ntls = false', 'password = """…"""\ntls = false'),
        ("Serial\t\t: 10000000geheim", "Serial\t\t: …"),
        ("/home/geheim/.config", "/home/…/.config"),
        ("smsc95xx.macaddr=B8:27:EB:01:02:03 root=/dev/mmcblk0p2", "smsc95xx.macaddr=… root=/dev/mmcblk0p2"),
    ],
)
def test_secrets_stay_at_home(text: str, left: str) -> None:
    assert without_secrets(text).endswith(left)
    assert "geheim" not in without_secrets(text)


def test_the_bundle_holds_what_a_helper_needs_and_no_secret(tmp_path: Path) -> None:
    settings, state = tmp_path / "etc", tmp_path / "state"
    for name, text in {
        "etc/hopsight/table.conf": "HOPSIGHT_PLAY=--camera rtsp://anna:geheim@10.0.0.7/live\n",
        "boot/firmware/config.txt": "dtparam=spi=on\n",
        "etc/profiles/box.toml": "[star]\nplayers = 3\n",
        "state/table.json": '{"board": "star"}',
        "state/games/0001-star.jsonl": '{"players":{"S":"Anna"}}',
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for number in range(9):
        path = state / "games" / "0001-star" / f"{number:04}.jpg"
        path.parent.mkdir(exist_ok=True)
        cv2.imwrite(str(path), np.zeros((8, 8, 3), np.uint8))
    environment = {"PATH": "", "STATE_DIRECTORY": str(state), "CONFIGURATION_DIRECTORY": str(settings)}
    machine = Machine(tmp_path, User("anna", 1000, frozenset()), environment, "aarch64", {"numpy": "2.4.6"})
    out = tmp_path / "help.zip"
    names, missing = write_bundle(out, machine, [wrong("spi", "SPI is switched off", "sudo raspi-config")])
    assert {"log.txt", "kernel.txt", "system/proc/cpuinfo"} <= set(missing)
    assert not set(missing) & set(names)
    assert sum(name.startswith("pictures/") for name in names) == 6
    with ZipFile(out) as file:
        texts = {name: file.read(name) for name in names}
    assert json.loads(texts["doctor.json"])[0]["check"] == "spi"
    assert b"numpy 2.4.6" in texts["packages.txt"]
    assert b"players = 3" in texts["profiles/box.toml"]
    assert b"dtparam=spi=on" in texts["system/boot/firmware/config.txt"]
    assert not any(b"geheim" in text or b"Anna" in text for text in texts.values())


def test_what_cannot_be_read_is_named_and_the_rest_is_in_the_bundle(tmp_path: Path) -> None:
    environment = {"PATH": "", "CONFIGURATION_DIRECTORY": str(tmp_path), "STATE_DIRECTORY": str(tmp_path)}
    shots = tmp_path / "games" / "0001-star"
    for folder in (tmp_path / "profiles", shots):
        folder.mkdir(parents=True)
    (tmp_path / "table-star.json").write_text("{}", encoding="utf-8")
    (shots / "0001.jpg").write_bytes(b"a picture")
    for name in ("profiles/box.toml", "table-piecepack.json", "games/0001-star/0002.jpg"):
        (tmp_path / name).symlink_to(tmp_path / "gone")  # nor may root read it
    machine = Machine(tmp_path, User("anna", 1000, frozenset()), environment, "aarch64", {})
    names, missing = write_bundle(tmp_path / "help.zip", machine, [])
    assert {"doctor.json", "table-star.json", "pictures/0001-star-0001.jpg"} <= set(names)
    assert {"profiles/box.toml", "table-piecepack.json"} <= set(missing)


def test_profiles_named_after_people_are_numbered_in_the_bundle(tmp_path: Path) -> None:
    environment = {"PATH": "", "CONFIGURATION_DIRECTORY": str(tmp_path), "STATE_DIRECTORY": str(tmp_path)}
    (tmp_path / "profiles").mkdir()
    for name in ("box", "grandma", "uncle-ho"):
        (tmp_path / "profiles" / f"{name}.toml").write_text("[star]\nplayers = 3\n", encoding="utf-8")
    conf = tmp_path / "etc" / "hopsight" / "table.conf"
    conf.parent.mkdir(parents=True)
    conf.write_text("HOPSIGHT_PLAY=star --profile grandma\n", encoding="utf-8")
    machine = Machine(tmp_path, User("anna", 1000, frozenset()), environment, "aarch64", {})
    wrong_line = wrong("house rules", f"{tmp_path}/profiles/uncle-ho.toml cannot be read", "mend that line")
    names, _ = write_bundle(tmp_path / "help.zip", machine, [wrong_line])
    assert {"profiles/box.toml", "profiles/profile-1.toml", "profiles/profile-2.toml"} <= set(names)
    with ZipFile(tmp_path / "help.zip") as file:
        texts = {name: file.read(name).decode() for name in names}
    assert "--profile profile-1" in texts["system/etc/hopsight/table.conf"]
    assert "profiles/profile-2.toml cannot be read" in texts["doctor.json"]
    assert not any("grandma" in text or "uncle-ho" in text for text in (*texts.values(), *names))


def test_logs_that_sudo_has_collected_are_in_the_bundle(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text("hopsight[7]: the camera is lost\n", encoding="utf-8")
    (tmp_path / "kernel.txt").write_text("usb 1-1: USB disconnect, psk=geheim\n", encoding="utf-8")
    environment = {"PATH": "", "STATE_DIRECTORY": str(tmp_path), "HOPSIGHT_LOGS": str(tmp_path)}
    machine = Machine(tmp_path, User("hopsight", 990, frozenset()), environment, "aarch64", {})
    names, missing = write_bundle(tmp_path / "help.zip", machine, [])
    assert {"log.txt", "kernel.txt"} <= set(names)
    assert not {"log.txt", "kernel.txt"} & set(missing)
    with ZipFile(tmp_path / "help.zip") as file:
        assert b"camera is lost" in file.read("log.txt")
        assert b"geheim" not in file.read("kernel.txt")
    (tmp_path / "log.txt").write_text("-- No entries --\n", encoding="utf-8")
    assert "log.txt" in write_bundle(tmp_path / "help.zip", machine, [])[1]


def test_the_command_answers_in_words_and_in_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code = main(["doctor", "--json", "--bundle", str(tmp_path / "help.zip")])
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] == (code == 0)
    assert code in {0, 3}
    assert {"check", "verdict", "says", "mend"} == set(told["checks"][0])
    whole = (tmp_path / "help.zip").read_bytes()
    assert len(whole) > 500
    with no_file_beyond(500):
        assert main(["doctor", "--bundle", str(tmp_path / "help.zip")]) == 2
    assert (tmp_path / "help.zip").read_bytes() == whole, "a full disk leaves the bundle before"


def test_the_self_test_plays_a_move_through_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--self-test", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"]
    (check,) = told["checks"]
    assert (check["check"], check["verdict"]) == ("self-test", "ok")
    assert "made again from its record" in check["says"]


def test_a_finding_is_a_plain_value() -> None:
    finding = wrong("spi", "off", "switch it on")
    assert finding.as_json() == {"check": "spi", "verdict": "wrong", "says": "off", "mend": "switch it on"}
    assert replace(finding, mend="") != finding
