"""Bad days at the table: things break in the middle of a game. No accepted move is lost, nobody needs a keyboard."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from firmware.__main__ import main
from firmware.events import Entry
from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.kept.records import games_folder
from firmware.record import parse
from firmware.replay import take_up
from firmware.seeing.beacons import FewLamps, blinked
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import CameraLost, Playing, Refused, opening
from hardware.cameras.live import LiveCamera
from hardware.errors import HardwareError
from hardware.lights.lamps import Lamps
from hardware.lights.spi import open_spi
from hardware.ports import Clock, Frame
from hardware.settings import FROZEN_SECONDS, STUCK_SECONDS
from hardware.simulated.devices import SimulatedCamera, SimulatedClock, SimulatedLights, shuffled_chain
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.star.places import star_board
from tests.firmware.disk import no_file_beyond
from tests.hardware.waiting import came, said
from tests.spi_bus import RecordedBus
from vision.calibration import Calibration

STAR = catalogue.game("star", players=2, pieces=10)
MOVE, ANSWER, WRONG = ("d1", "e5"), ("n4", "m9"), ("d2", "h4")


class Evening:
    """A game at the simulated table with a real record, and everything that was told and said."""

    def __init__(self, folder: Path) -> None:
        self.wall = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
        self.entries: list[Entry] = []
        self.said: list[str] = []
        match = Match.begin(STAR)
        self.journal = Journal.create(folder, match, 0.0, table="simulated", wall=lambda: self.wall)
        self.table = Simulation(
            opening(match),
            size=(640, 480),
            keeper=JournalKeeper(self.journal),
            say=lambda reason: self.said.append(reason.id),
            followers=[self.entries.append],
        )
        self.hands = Hands(self.table)
        self.hands.wait_until_ready()
        assert isinstance(self.table.loop.state.phase, Playing)

    def move(self, ends: tuple[str, str]) -> None:
        self.hands.move((PlaceId(ends[0]), PlaceId(ends[1])))

    @property
    def moves(self) -> list[str | None]:
        """What the referee has taken."""
        return [ply.move for ply in self.table.loop.state.history[1:]]

    @property
    def recorded(self) -> list[str]:
        """What stands on the disk."""
        return [entry.data["move"] for entry in parse(self.journal.path.read_bytes()).entries if entry.kind == "move"]

    def kinds(self) -> list[str]:
        return [entry.kind for entry in self.entries]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    begun = Evening(tmp_path / "games")
    with begun.journal:
        yield begun


# Cameras.


def test_the_camera_is_unplugged_and_comes_back(evening: Evening) -> None:
    evening.move(MOVE)
    evening.hands.press()
    evening.table.camera.unplug()
    evening.table.wait(3.0)
    assert isinstance(evening.table.loop.state.phase, CameraLost)
    assert evening.said.count("camera-lost") == 1
    evening.hands.press()  # nobody sees anything, and nothing is made up
    assert evening.moves == ["d1-e5"]
    evening.table.camera.plug_in()
    evening.table.wait(2.0)
    evening.move(ANSWER)
    evening.hands.press()
    assert evening.moves == evening.recorded == ["d1-e5", "n4-m9"]


def test_the_camera_goes_while_the_careful_picture_is_taken(evening: Evening) -> None:
    evening.move(MOVE)
    evening.table.button.down()
    evening.table.camera.unplug()
    evening.table.button.up()
    evening.table.wait(3.0)
    assert evening.moves == []
    evening.table.camera.plug_in()
    evening.table.wait(2.0)
    evening.hands.press()
    assert evening.moves == ["d1-e5"]


class Loose:
    """A camera whose plug is loose: it comes off when the next careful picture is wanted, and is pushed in again."""

    def __init__(self, camera: SimulatedCamera, clock: Clock) -> None:
        self.camera, self.clock = camera, clock
        self.back = 0.0

    def take(self, after: float = 0.0) -> Frame:
        if after and not self.back:
            self.back = self.clock.now() + 3.0
        if self.clock.now() < self.back:
            raise HardwareError("the plug is loose; push it in")
        return self.camera.take(after)

    def close(self) -> None:
        """Nothing is held."""


def test_where_nobody_presses_a_move_counts_though_the_camera_went_while_it_was_looked_at() -> None:
    told: list[str] = []
    table = Simulation(opening(Match.begin(catalogue.game("mandarin"))), size=(640, 480))
    loop = table.loop
    loop.state = replace(loop.state, press="still")
    Hands(table).wait_until_ready()
    loop.followers.append(lambda entry: told.append(entry.kind))
    table.table.hand(PlaceId("a3"))
    table.wait(1.0)
    game, position = loop.state.game, loop.state.position
    table.table.lay(game.view(game.play(position, game.moves(position)[0])))
    loop.camera = Loose(table.camera, table.clock)
    table.table.no_hand()
    table.wait(20.0)
    assert [kind for kind in told if kind != "hand"] == ["camera-lost", "camera-back", "move"]


class Hanging:
    """A camera whose driver gives one picture for ever, ten times a second."""

    def __init__(self, clock: SimulatedClock) -> None:
        self.clock = clock
        self.picture = np.random.default_rng(5).integers(60, 120, (48, 64, 3), np.uint8)

    def take(self, after: float = 0.0) -> Frame:
        self.clock.sleep(0.1)
        return Frame(self.picture, max(after, self.clock.now()), "again")

    def close(self) -> None:
        """Nothing is held."""


def test_a_camera_that_hangs_on_one_picture_is_opened_anew() -> None:
    clock, plugged = SimulatedClock(), Event()
    there = SimulatedCamera(Table(star_board(), {}), WOOD, clock, (96, 72))
    opened: list[Hanging | SimulatedCamera] = []

    def opening_it() -> Hanging | SimulatedCamera:
        if opened:
            plugged.wait(30)
        opened.append(there if opened else Hanging(clock))
        return opened[-1]

    camera = LiveCamera(opening_it, clock, pauses=(0.0,), deadline=0.2)
    try:
        assert "same picture" in said(camera)
        assert clock.now() >= FROZEN_SECONDS
        plugged.set()
        assert came(camera).picture.shape == (72, 96, 3)
        assert opened[-1] is there
    finally:
        camera.close()


def test_a_service_waits_for_a_camera_that_is_plugged_in_later() -> None:
    clock, plugged = SimulatedClock(), Event()
    there = SimulatedCamera(Table(star_board(), {}), WOOD, clock, (96, 72))

    def opening_it() -> SimulatedCamera:
        if not plugged.is_set():
            raise HardwareError("there is no camera; plug it in")
        return there

    with pytest.raises(HardwareError, match="plug it in"):
        LiveCamera(opening_it, clock)
    camera = LiveCamera(opening_it, clock, patient=True, pauses=(0.01,), deadline=0.2)
    try:
        assert "plug it in" in said(camera)
        plugged.set()
        assert came(camera).picture.shape == (72, 96, 3)
    finally:
        camera.close()


# Lamps and button.


def test_the_lamps_port_goes_and_the_game_goes_on(evening: Evening) -> None:
    wire = RecordedBus()
    evening.table.loop.lights = open_spi(Lamps(len(evening.table.loop.chain)), evening.table.clock, wire)
    evening.move(MOVE)
    evening.hands.press()
    wire.cut = True
    sent = len(wire.frames)
    evening.move(ANSWER)
    evening.hands.press()
    evening.table.wait(5.0)
    assert evening.moves == evening.recorded == ["d1-e5", "n4-m9"]
    assert len(wire.frames) == sent
    assert evening.kinds().count("lamps-lost") == evening.said.count("loop-lamps-lost") == 1
    wire.cut = False
    evening.table.wait(2.0)
    assert evening.kinds()[-1] == "lamps-back"
    assert len(wire.frames) > sent


def test_lamps_are_told_again_what_they_show(evening: Evening) -> None:
    evening.table.wait(1.0)
    wire = RecordedBus()
    evening.table.loop.lights = open_spi(Lamps(len(evening.table.loop.chain)), evening.table.clock, wire)
    evening.hands.lift(PlaceId("d1"))
    evening.table.wait(0.5)
    sent = len(wire.frames)
    evening.table.wait(5.0)
    assert 4 <= len(wire.frames) - sent <= 6  # one that caught a spike heals within a second


def test_a_shorted_button_ends_no_turn_and_is_told(evening: Evening) -> None:
    evening.move(MOVE)
    evening.hands.press()
    evening.table.button.down()
    evening.table.wait(STUCK_SECONDS + 10)
    told = [entry.data["what"] for entry in evening.entries if entry.kind == "button"]
    assert told == ["stuck"]
    assert evening.said.count("loop-button-stuck") == 1
    assert evening.moves == ["d1-e5"]
    evening.table.button.up()
    evening.table.wait(25.0)  # the menu that the long press opened closes by itself
    evening.move(ANSWER)
    evening.hands.press()
    assert evening.moves == ["d1-e5", "n4-m9"]


def test_a_chain_cut_at_lamp_60_is_named_by_the_calibration() -> None:
    board, clock = star_board(), SimulatedClock()
    there = Table(board, {})
    camera = SimulatedCamera(there, WOOD, clock)
    lights = SimulatedLights(there, dead=frozenset(range(60, 121)))
    calibration = Calibration(board.name, camera.truth().homography, (960, 720))
    with pytest.raises(FewLamps, match=r"^The chain of lamps seems to break after lamp 60: check its data wire there"):
        blinked(board, calibration, camera, lights, clock, count=len(board.places))


def test_a_chain_with_lamps_to_spare_that_is_cut_is_named_by_the_calibration_as_well(
    capsys: pytest.CaptureFixture[str],
) -> None:
    board, clock = star_board(), SimulatedClock()
    there = Table(board, {})
    camera = SimulatedCamera(there, WOOD, clock)
    wired = shuffled_chain(board, seed=7, spare=4)
    calibration = Calibration(board.name, camera.truth().homography, (960, 720))

    def found(dead: set[int]) -> str:
        lights = SimulatedLights(there, wired, dead=frozenset(dead))
        try:
            blinked(board, calibration, camera, lights, clock, count=len(wired))
        except FewLamps as error:
            return str(error)
        return capsys.readouterr().err

    assert wired[10] is not None
    assert "The chain of lamps seems to break after lamp 110" in found({10, *range(110, 125)}), (
        "though lamp 11 is dark as well"
    )
    assert "break" not in found({10, 124}), "two lamps, and no cut"


# Disk, power, clock.


def test_a_full_disk_accepts_nothing_and_a_press_later_all_is_well(evening: Evening) -> None:
    evening.move(MOVE)
    with no_file_beyond(evening.journal.path.stat().st_size + 10):
        evening.hands.press()
        assert evening.moves == evening.recorded == []
        assert "loop-not-recorded" in evening.said
        evening.hands.press()
        assert evening.moves == []
    evening.hands.press()
    evening.move(ANSWER)
    evening.hands.press()
    assert evening.moves == evening.recorded == ["d1-e5", "n4-m9"]
    assert parse(evening.journal.path.read_bytes()).damage is None


def test_a_full_disk_ends_a_game_of_simulated_hands(capsys: pytest.CaptureFixture[str]) -> None:
    room = 800  # for the start of the game, and no move
    with no_file_beyond(room):
        code = main(["demo", "--fast"])
    said = capsys.readouterr()
    assert (code, said.out) == (3, "")
    (record,) = games_folder().glob("*.jsonl")
    assert said.err == f"the record cannot be kept in {record}: File too large; nothing was accepted\n"
    assert parse(record.read_bytes()).damage is None


def test_a_refusal_stands_where_its_picture_finds_no_room(evening: Evening) -> None:
    with no_file_beyond(evening.journal.path.stat().st_size + 2000):
        evening.move(WRONG)
        evening.hands.press()
        assert isinstance(evening.table.loop.state.phase, Refused)
    assert "refused" in evening.kinds()
    assert "no-evidence" in evening.kinds()
    evening.move((WRONG[1], WRONG[0]))
    evening.move(MOVE)
    evening.hands.press()
    assert evening.moves == ["d1-e5"]


def test_the_power_goes_at_any_byte(evening: Evening, tmp_path: Path) -> None:
    positions = [evening.table.loop.state.position]
    for ends in (MOVE, ANSWER):
        evening.move(ends)
        evening.hands.press()
        positions.append(evening.table.loop.state.position)
    data = evening.journal.path.read_bytes()
    first, second, third = (place + 1 for place, byte in enumerate(data) if byte == ord("\n"))
    assert third == len(data)
    for length in [*range(first, first + 30), *range(second - 30, second + 30), *range(third - 30, third + 1)]:
        path = tmp_path / f"cut-{length}" / "0001-star.jsonl"
        path.parent.mkdir()
        path.write_bytes(data[:length])
        journal, made = take_up(path)
        journal.close()
        assert made.state.position == positions[data[:length].count(b"\n") - 1]
        shutil.rmtree(path.parent)


def test_the_wall_clock_jumps_and_the_game_keeps_its_order(evening: Evening) -> None:
    evening.move(MOVE)
    evening.hands.press()
    evening.wall -= timedelta(days=20_000)  # a Pi without a network wakes up long ago
    evening.move(ANSWER)
    evening.hands.press()
    evening.wall += timedelta(days=40_000)
    evening.move(("e5", "f6"))
    evening.hands.press()
    lines = [json.loads(line) for line in evening.journal.path.read_text(encoding="utf-8").splitlines()]
    assert [line["utc"][:4] for line in lines] == ["2026", "2026", "1972", "2081"]
    assert [line["at"] for line in lines] == sorted(line["at"] for line in lines)
    journal, made = take_up_copy(evening)
    journal.close()
    assert made == evening.table.loop.state.position


def take_up_copy(evening: Evening) -> tuple[Journal, object]:
    """The record as another process would find it."""
    copy = evening.journal.path.parent.parent / "copy" / evening.journal.path.name
    copy.parent.mkdir()
    shutil.copy(evening.journal.path, copy)
    journal, made = take_up(copy)
    return journal, made.state.position


def test_the_machine_sleeps_for_a_day_in_the_middle_of_a_move(evening: Evening) -> None:
    evening.hands.lift(PlaceId("d1"))
    evening.table.clock.sleep(86_400)
    evening.table.wait(1.0)
    evening.hands.put(PlaceId("e5"))
    evening.hands.press()
    assert evening.moves == evening.recorded == ["d1-e5"]
