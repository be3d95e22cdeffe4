"""The table as a service: a process of its own that tells its manager how it is, and stops when asked to."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.__main__ import main
from firmware.command_line import build_parser
from firmware.commands.doors import Doors
from firmware.commands.play import play_on
from firmware.journal import claim
from firmware.keeper import NoKeeper
from firmware.kept.records import games_folder, records
from firmware.kept.table_file import TableFile, save, table_path
from firmware.loop import NOT_RECORDED
from firmware.record import parse
from firmware.service.box import Box, Controls, Fittings, starting, stopping
from firmware.service.notify import watchdog_seconds
from firmware.states import opening
from firmware.web.setting_up import SettingUp
from hardware.clock import SystemClock
from hardware.settings import MOST_LAMPS, SPI_ONE, SPI_ZERO
from hardware.simulated.devices import SimulatedClock
from rules import catalogue
from rules.game import GivenError
from rules.match import Match
from rules.star.places import star_board
from tests.firmware.disk import no_file_beyond
from tests.firmware.service.glances import Glance, LongerGlance
from tests.spi_bus import RecordedBus

no_pins = pytest.mark.skipif(
    Path("/dev/gpiochip0").exists() or Path("/dev/spidev0.0").exists(), reason="this machine has pins of its own"
)

PATIENCE = 60.0
"""Seconds that a busy machine may take to start a process; nothing waits so long when all is well."""

STOP_SECONDS = 10.0
"""How long the service's manager waits for it to stop, as ``TimeoutStopSec`` of its unit says."""


@contextmanager
def service(folder: Path, *words: str, button: bool = False) -> Iterator[tuple[subprocess.Popen[str], socket.socket]]:
    """The program as systemd starts it: its own state folder, a socket to tell things to, a watchdog of 0.6 s.

    What its voice is given stands in the file ``heard``.
    """
    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    cv2.imwrite(str(pictures / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    voice = folder / "bin" / "espeak-ng"
    voice.parent.mkdir(exist_ok=True)
    voice.write_text(f"#!/bin/sh\ncat >> '{folder}/heard'\n", encoding="utf-8")
    voice.chmod(0o755)
    address = folder / "notify"
    environment = {
        **os.environ,
        "PATH": f"{voice.parent}:{os.environ['PATH']}",
        "STATE_DIRECTORY": str(folder / "state"),
        "CONFIGURATION_DIRECTORY": str(folder / "settings"),
        "NOTIFY_SOCKET": str(address),
        "WATCHDOG_USEC": "600000",
    }
    command = ["play", "--profile", "box", "--camera", f"folder:{pictures}", "--lights", "none", *words]
    if not button:
        command.append("--no-button")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(PATIENCE)
        with subprocess.Popen(
            [sys.executable, "-m", "firmware", *command],
            env=environment,
            cwd=Path(__file__).parents[3],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            try:
                yield process, manager
            finally:
                process.kill()
        address.unlink()


def heard(folder: Path) -> str:
    """What was said aloud, as soon as anything is."""
    file, until = folder / "heard", time.monotonic() + PATIENCE
    while not (file.exists() and file.stat().st_size) and time.monotonic() < until:
        time.sleep(0.01)
    return file.read_text(encoding="utf-8")


def test_a_service_starts_lives_and_stops_before_its_manager_kills_it(tmp_path: Path) -> None:
    with service(tmp_path, "--wait-for-camera") as (process, manager):
        assert manager.recv(200) == b"READY=1\nSTATUS=refereeing"
        # the only picture is soon over: a lost camera is a state, not a failure, and the loop goes on
        assert manager.recv(200) == b"WATCHDOG=1"
        assert manager.recv(200) == b"WATCHDOG=1"
        assert "the game waits" in heard(tmp_path)
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=STOP_SECONDS)
    assert process.returncode == 0
    assert "can be taken up again" in errors
    record = tmp_path / "state" / "games" / "0001-star.jsonl"
    assert parse(record.read_bytes()).damage is None


def test_a_game_from_recorded_pictures_ends_with_them(tmp_path: Path) -> None:
    with service(tmp_path) as (process, _):
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "picture 1 was the last one; the game can be taken up again" in errors


def test_a_line_that_is_hung_up_stops_the_table_as_people_do() -> None:
    with pytest.raises(KeyboardInterrupt), stopping():
        signal.raise_signal(signal.SIGHUP)


def test_words_about_the_table_are_remembered_when_it_stands(tmp_path: Path) -> None:
    words, good = tmp_path / "table.conf", tmp_path / "state" / "table.conf"
    words.write_text("HOPSIGHT_PLAY=star --players 3 --clock 10\n", encoding="utf-8")
    told = ("--wait-for-camera", "--table", str(words))
    with claim(tmp_path / "state" / "games"), service(tmp_path, *told) as (process, _):
        process.communicate(timeout=PATIENCE)
        assert process.returncode == 3
    assert not good.exists()
    with service(tmp_path, *told) as (_, manager):
        assert manager.recv(200).startswith(b"READY=1")
        assert good.read_bytes() == words.read_bytes()


def test_a_killed_service_takes_its_game_up_again(tmp_path: Path) -> None:
    with service(tmp_path) as (process, manager):
        assert manager.recv(200).startswith(b"READY=1")
        process.kill()
    with service(tmp_path) as (process, manager):
        assert manager.recv(200).startswith(b"READY=1")
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert "taking up" in errors
    assert len(list((tmp_path / "state" / "games").glob("*.jsonl"))) == 1


def test_a_stop_that_comes_while_python_cleans_up_is_heeded_in_the_next_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    class Rubbish:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr("sys.unraisablehook", lambda _: None)
    with stopping() as heed:
        heed()
        Rubbish()
        with pytest.raises(KeyboardInterrupt):
            heed()


@no_pins
def test_a_service_comes_up_without_lamps_or_a_button_and_says_so(tmp_path: Path) -> None:
    table = tmp_path / "state" / "games"
    with service(tmp_path, "--lights", "spi", "--wait-for-camera", button=True) as (process, manager):
        assert manager.recv(200) == b"READY=1\nSTATUS=refereeing"
        assert manager.recv(200) == b"WATCHDOG=1"
        process.terminate()
        told, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "the lamps do not answer" in told.lower()
    assert "lamps-lost: the lamps' port /dev/spidev0.0 is missing" in errors
    assert "until then a still table ends the turn" in errors
    assert list(table.glob("*.jsonl"))


def test_a_service_plays_before_the_address_of_its_page_is_there(tmp_path: Path) -> None:
    with service(tmp_path, "--web", "--host", "192.0.2.7", "--wait-for-camera") as (process, manager):
        assert manager.recv(200).startswith(b"READY=1")
        assert manager.recv(200) == b"WATCHDOG=1"
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "192.0.2.7:8017: Cannot assign requested address; choose another --host" in errors


@pytest.mark.parametrize(
    ("kept", "why"),
    [("[star]\nplayers = three\n", "line 2"), ("[star]\nplayers = 6\n", "pieces")],
)
def test_a_service_plays_by_its_words_where_kept_house_rules_do_not_go_with_them(
    tmp_path: Path, kept: str, why: str
) -> None:
    rules = tmp_path / "settings" / "profiles" / "box.toml"
    rules.parent.mkdir(parents=True)
    rules.write_text(kept, encoding="utf-8")
    with service(tmp_path, "--wait-for-camera", "--option", "pieces=15") as (process, manager):
        assert manager.recv(200).startswith(b"READY=1")
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert why in errors
    assert "nothing of profile box holds" in errors
    assert rules.read_text(encoding="utf-8") == kept


@pytest.mark.parametrize("slip", ['brocker = "192.168.1.20"\n', 'broker = "192.168.1.20\n', None])
def test_a_service_plays_without_the_broker_that_a_slip_hides(tmp_path: Path, slip: str | None) -> None:
    settings = tmp_path / "settings" / "mqtt.toml"
    settings.parent.mkdir()
    settings.mkdir() if slip is None else settings.write_text(slip, encoding="utf-8")
    with service(tmp_path, "--wait-for-camera") as (process, manager):
        assert manager.recv(200).startswith(b"READY=1")
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert f"mqtt: The settings for MQTT in {settings} cannot be used" in errors
    assert "the game goes on, and no broker is told" in errors
    with service(tmp_path) as (process, _):
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, str(settings) in errors) == (2, True)


def test_a_service_plays_without_a_broker_where_the_library_of_mqtt_is_torn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torn = tmp_path / "torn" / "paho" / "__init__.py"
    torn.parent.mkdir(parents=True)
    torn.write_text("raise ImportError('torn by a power cut')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "torn"))
    with service(tmp_path, "--wait-for-camera", "--mqtt", "127.0.0.1") as (process, manager):
        assert manager.recv(200).startswith(b"READY=1")
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
    assert "mqtt: MQTT needs paho-mqtt (torn by a power cut); install it with: " in errors
    assert "the game goes on, and no broker is told" in errors


def test_a_second_copy_says_who_holds_the_table(tmp_path: Path) -> None:
    with service(tmp_path, "--wait-for-camera") as (first, manager):
        assert manager.recv(200).startswith(b"READY=1")
        other = tmp_path / "other"
        other.mkdir()
        (other / "state").symlink_to(tmp_path / "state")
        with service(other) as (second, _):
            _, errors = second.communicate(timeout=PATIENCE)
        assert second.returncode == 3
        assert f"process {first.pid}" in errors
        assert first.poll() is None


def test_without_a_manager_nobody_waits_for_signs_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watchdog_seconds() is None
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    assert watchdog_seconds() == 30.0


@pytest.mark.parametrize(("camera", "told"), [("usb:99", "USB camera"), (None, "181 lamps need 224 mA to glow at all")])
def test_whoever_is_at_the_table_is_told_what_is_missing_and_the_camera_first(
    tmp_path: Path, camera: str | None, told: str
) -> None:
    more_lamps_than_holes(tmp_path / "state")
    lamps = ("--lights", "spi", "--lamp-budget", "200")
    with service(tmp_path, *lamps, *(["--camera", camera] if camera else [])) as (process, _):
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert told in errors


def more_lamps_than_holes(state: Path) -> None:
    """A table was calibrated whose chain has sixty lamps beside the star's own."""
    board = star_board()
    save(TableFile(board.name, None, (*(place.id for place in board.places), *[None] * 60)), table_path(board, state))


def test_a_service_whose_lamps_want_more_current_than_they_may_have_plays_on_without_them(tmp_path: Path) -> None:
    more_lamps_than_holes(tmp_path / "state")
    words = tmp_path / "table.conf"
    words.write_text("HOPSIGHT_LAMPS=--lights spi --lamp-budget 200\n", encoding="utf-8")
    with service(tmp_path, "--wait-for-camera", "--table", str(words)) as (process, manager):
        assert manager.recv(200) == b"READY=1\nSTATUS=refereeing"
        assert manager.recv(200) == b"WATCHDOG=1"
        process.terminate()
        told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert told.count("The 181 lamps of this board need 224 mA, and here they may draw 200 mA") == 1
    assert told.count("Until then they stay dark; the game goes on without them.") == 1


def test_lamps_that_may_not_shine_do_not_go_on_showing_what_they_did_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = RecordedBus()
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    monkeypatch.setattr("hardware.lights.spi.SpiBus", lambda: bus)
    more_lamps_than_holes(tmp_path)
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    page, game = Glance(), catalogue.game("star", players=2)
    fittings = Fittings(camera=f"folder:{tmp_path}", budget=200.0, patient=True)
    Box(fittings, SystemClock(), Controls()).referee(opening(Match.begin(game)), NoKeeper(), "en", hub=page)
    assert bus.frames
    assert not any(frame.count(SPI_ONE) for frame in bus.frames)
    assert page.sitting is not None
    assert page.sitting.refusal(game.board) is None, "the next game is played as this one"


@pytest.mark.parametrize(
    ("words", "chunk", "lamps"),
    [
        ("", 4096, 151),
        ("", 8192, MOST_LAMPS),
        ("--lamp-order GRBW", 8192, 241),
        ("--lamp-budget 160", 8192, MOST_LAMPS),
    ],
)
def test_whatever_lamps_a_crash_left_lit_are_darkened(
    monkeypatch: pytest.MonkeyPatch, words: str, chunk: int, lamps: int
) -> None:
    bus = RecordedBus()
    monkeypatch.setattr("hardware.lights.spi.SpiBus", lambda: bus)
    monkeypatch.setattr("hardware.lights.spi.chunk_size", lambda: chunk)
    assert main(["calibrate", "--dark", "--lights", "spi", *words.split()]) == 0
    channels = 4 if "W" in words else 3
    assert bus.frames[-1].count(SPI_ZERO) == lamps * channels * 8
    assert not bus.frames[-1].count(SPI_ONE)
    assert len(bus.frames[-1]) <= chunk


@pytest.mark.parametrize(
    "line", ["HOPSIGHT_LAMPS=--lamp-order GRBW --second-button 27", "HOPSIGHT_LAMPS=--lamp-ordre RGB"]
)
def test_a_crash_leaves_no_lamp_lit_whatever_people_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    bus = RecordedBus()
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    monkeypatch.setattr("hardware.lights.spi.SpiBus", lambda: bus)
    monkeypatch.setattr("hardware.lights.spi.chunk_size", lambda: 8192)
    (tmp_path / "table.conf").write_text("HOPSIGHT_LAMPS=--lamp-order GRBW\n", encoding="utf-8")  # by which it stood
    words = tmp_path / "words.conf"
    words.write_text(f"{line}\nHOPSIGHT_PLAY=star --camera usb:0 --language de\n", encoding="utf-8")
    assert main(["calibrate", "--dark", "--table", str(words)]) == 0
    assert bus.frames[-1].count(SPI_ZERO) == 241 * 4 * 8
    assert main(["calibrate", "--table", str(words)]) == 2


def test_the_page_knows_which_boards_the_lamps_current_is_enough_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    page, game = Glance(), catalogue.game("star", players=2)
    fittings = Fittings(camera=f"folder:{tmp_path}", budget=200.0, patient=True)
    Box(fittings, SystemClock(), Controls()).referee(opening(Match.begin(game)), NoKeeper(), "en", hub=page)
    assert page.sitting is not None
    assert page.sitting.refusal(game.board) is None
    larger = page.sitting.refusal(catalogue.game("star", players=2, size=6).board)
    assert larger is not None
    assert str(larger).startswith("The 253 lamps of this board need 313 mA, and here they may draw 200 mA")
    small = catalogue.game("mandarin").board
    assert page.sitting.refusal(small) is None
    save(TableFile(small.name, None, (*(place.id for place in small.places), *[None] * 160)), table_path(small))
    assert page.sitting.refusal(small) is not None, "its chain is longer than it"


def test_a_service_whose_disk_is_full_when_it_starts_says_so_and_begins_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    fittings = Fittings(camera=f"folder:{tmp_path}", lights=None, patient=True)

    class Somebody(SystemClock):
        def sleep(self, _: float) -> None:
            disk.close()  # deletes what is not needed, while the table waits

    with ExitStack() as disk, claim(games_folder()):
        disk.enter_context(no_file_beyond(10))
        given = build_parser("play").parse_args(["play", "star", "--wait-for-camera"])
        told = Doors(Glance(), None)
        assert play_on({"players": 2}, given, box=Box(fittings, Somebody(), Controls()), told=told) == "off"
    assert capsys.readouterr().out.count("cannot be recorded: the record cannot be kept in") == 1
    assert len(records(games_folder())) == 1


def test_who_asks_something_of_a_game_that_has_just_ended_is_told_so_at_once(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((240, 320, 3), 90, np.uint8))
    box, hub = Box(Fittings(camera=str(tmp_path), lights=None), SystemClock(), Controls()), LongerGlance()
    assert box.referee(opening(Match.begin(catalogue.game("star"))), NoKeeper(), "en", hub=hub) == "off"
    # The next game lies there as soon as its camera is open, which may take seconds; the page shows the last one.
    with pytest.raises(GivenError, match="There is no game at the table at this moment"):
        SettingUp(hub).show_empty({})


def test_a_disk_that_stays_full_is_told_of_once_and_again_when_an_hour_has_passed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    box = Box(Fittings(camera="csi", lights=None), SimulatedClock(), Controls())
    for _ in range(100):
        box.wait(NOT_RECORDED(why="no space left"), "en")
    assert capsys.readouterr().out.count("no space left") == 1
    for _ in range(100):
        box.wait(NOT_RECORDED(why="no space left"), "en")
    assert capsys.readouterr().out.count("no space left") == 1
    box.wait(NOT_RECORDED(why="read-only"), "en")
    assert "read-only" in capsys.readouterr().out


def test_all_lamps_of_the_largest_board_are_darkened() -> None:
    assert max(len(catalogue.game("star", size=size).board.places) for size in (4, 5, 6)) <= MOST_LAMPS


def test_the_first_light_shows_the_corners() -> None:
    board = star_board()
    shown = starting(board, (*(place.id for place in board.places), None))
    lit = {place.id for place, colour in zip(board.places, shown, strict=False) if any(colour)}
    assert lit == set(board.corners.values())
    assert not any(shown[-1])
