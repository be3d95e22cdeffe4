"""`hopsight calibrate` over the simulated table: what is found is kept, what is not found takes nothing away."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.journal import claim
from firmware.kept.records import games_folder
from firmware.kept.table_file import known
from firmware.service.box import Fittings
from firmware.service.ours import lamps_are_ours
from hardware.errors import HardwareError
from hardware.simulated.devices import SimulatedCamera, SimulatedClock, SimulatedLights, shuffled_chain
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import scenes_of
from rules import catalogue
from rules.star.places import star_board
from vision.calibration import Calibration

STAR = star_board()
CHAIN = shuffled_chain(STAR, seed=5)


class Workbench:
    """An empty star with lamps beneath it, as the program finds it when it opens camera and lamps."""

    def __init__(self) -> None:
        self.table, self.scene = Table(STAR, {}), WOOD
        self.chain = CHAIN
        self.dead: frozenset[int] = frozenset()
        self.asked: list[object] = []

    def open_camera(self, spec: str, clock: object) -> SimulatedCamera:  # noqa: ARG002 - the port's signature
        self.asked.append(spec)
        return SimulatedCamera(self.table, self.scene, SimulatedClock())

    def open_lamps(self, count: int, fittings: Fittings) -> SimulatedLights:
        self.asked += [fittings.lights, fittings.order, fittings.budget, count]
        return SimulatedLights(self.table, self.chain if count == len(self.chain) else None, self.dead)


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbench:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    made = Workbench()
    monkeypatch.setattr("hardware.cameras.open_camera", made.open_camera)
    monkeypatch.setattr(
        "firmware.service.box.Fittings.open_lamps", lambda fittings, count, _: made.open_lamps(count, fittings)
    )
    monkeypatch.setattr("firmware.given.as_it_stands.TABLE_WORDS", str(tmp_path / "table.conf"))
    return made


def test_the_lamps_are_found_in_whatever_order_they_are_wired(bench: Workbench) -> None:
    assert main(["calibrate", "--beacons"]) == 0
    assert known(STAR).chain == CHAIN
    bench.dead = frozenset({3, 70})
    assert main(["calibrate", "--beacons"]) == 0, "a few may be dead"
    assert known(STAR).chain == tuple(None if lamp in {3, 70} else place for lamp, place in enumerate(CHAIN))


def test_lamps_of_the_chain_may_lie_under_no_hole(bench: Workbench) -> None:
    bench.chain = shuffled_chain(STAR, seed=6, spare=4)
    assert main(["calibrate", "--beacons", "--lamps", "125"]) == 0
    assert known(STAR).chain == bench.chain
    assert main(["calibrate", "--beacons"]) == 0, "it is as long as last time"
    assert bench.asked[-1] == 125
    assert known(STAR).chain == bench.chain
    assert main(["calibrate", "--beacons", "--lamps", "0"]) == 2
    assert main(["calibrate", "--lamps", "125"]) == 2


def test_lamps_that_are_kept_stay_under_their_holes_when_the_board_is_found_again(bench: Workbench) -> None:
    lies = Calibration(STAR.name, SimulatedCamera(bench.table, WOOD, SimulatedClock()).truth().homography, (960, 720))
    x, y = lies.places(STAR)[STAR.index[STAR.corners["SW"]]]
    assert main(["calibrate", "--beacons", "--south", f"{x:.0f},{y:.0f}"]) == 0
    found = known(STAR)
    assert found.calibration is not None
    assert found.chain != CHAIN, "people call another point south than who drilled the board"
    assert main(["calibrate"]) == 0
    again = known(STAR)
    assert again.calibration is not None
    assert again.chain == found.chain
    assert again.calibration.apart(found.calibration, STAR) < 0.1


@pytest.mark.parametrize("words", [[], ["--beacons"]])
@pytest.mark.usefixtures("bench")
def test_the_point_that_people_called_south_stays_south_when_the_board_is_found_again(words: list[str]) -> None:
    """As on the page. Lamps that lie as in the plan would be lit for other holes otherwise."""
    lies = Calibration(
        STAR.name, SimulatedCamera(Table(STAR, {}), WOOD, SimulatedClock()).truth().homography, (960, 720)
    )
    x, y = lies.places(STAR)[STAR.index[STAR.corners["SW"]]]
    assert main(["calibrate", "--south", f"{x:.0f},{y:.0f}"]) == 0
    said = known(STAR).calibration
    assert said is not None
    assert main(["calibrate", *words]) == 0
    again = known(STAR).calibration
    assert again is not None
    assert again.apart(said, STAR) < 0.1


@pytest.mark.parametrize("said", ["south", "clicks"])
def test_who_calls_another_point_south_moves_no_lamp_to_another_hole(said: str, bench: Workbench) -> None:
    lies = Calibration(STAR.name, SimulatedCamera(bench.table, WOOD, SimulatedClock()).truth().homography, (960, 720))
    assert main(["calibrate", "--beacons"]) == 0
    x, y = lies.places(STAR)[STAR.index[STAR.corners["SW"]]]
    north, east = lies.places(STAR)[STAR.index[STAR.corners["NE"]]]
    clicks = ["--corner", f"S={x:.0f},{y:.0f}", "--corner", f"N={north:.0f},{east:.0f}"]
    assert main(["calibrate", *(["--south", f"{x:.0f},{y:.0f}"] if said == "south" else clicks)]) == 0
    found = known(STAR)
    assert found.calibration is not None
    assert found.chain is not None
    below = dict(zip(CHAIN, found.chain, strict=True))
    assert below[STAR.corners["SW"]] == STAR.corners["S"]
    for was, now in below.items():
        assert now is not None
        apart = lies.places(STAR)[STAR.index[was]] - found.calibration.places(STAR)[STAR.index[now]]
        assert abs(apart).max() < lies.pitch / 2, f"the lamp below {was} would be lit for {now}"
    assert main(["calibrate"]) == 0, "and it stays so"
    assert known(STAR).chain == found.chain


@pytest.mark.parametrize(
    ("dead", "why", "never"),
    [
        (range(121), "No lamp was seen. If they all stay dark, check 5 V, ground and the data wire", "break after"),
        (range(60, 121), "The chain of lamps seems to break after lamp 60", "the board empty"),
        (range(0, 121, 2), "Lamps seen: only 60 of 121", "break after"),
    ],
)
def test_lamps_that_stay_dark_do_not_wipe_what_was_known_of_them(
    dead: Sequence[int], why: str, never: str, bench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--beacons"]) == 0
    before = known(STAR).chain
    bench.dead = frozenset(dead)
    assert main(["calibrate", "--beacons"]) == 3
    said = capsys.readouterr().err
    assert why in said
    assert never not in said
    assert known(STAR).chain == before == CHAIN


def test_lamps_that_a_game_is_played_with_are_left_to_it_and_it_is_told_how_to_end_that(
    bench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    with claim(games_folder()):
        assert main(["calibrate", "--beacons", "--camera", "http://192.168.1.30:8080/video"]) == 3
        told = f"the hopsight that is refereeing at this table (process {os.getpid()}); stop it first: Ctrl-C there\n"
        assert capsys.readouterr().err == f"the lamps belong to {told}"
        assert bench.asked == [], "neither camera nor lamps were touched"
        assert main(["calibrate"]) == 0, "where the board lies a camera in the network tells whoever asks"
    assert main(["calibrate", "--beacons"]) == 0, "whose number stands in the file plays no more"


def test_lamps_of_the_service_come_with_the_command_that_stops_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOPSIGHT_STATE", str(tmp_path))
    group = tmp_path / str(os.getpid()) / "cgroup"
    group.parent.mkdir()
    group.write_text("0::/system.slice/hopsight.service\n", encoding="utf-8")
    stops = r"stop it first: sudo systemctl stop hopsight, and afterwards sudo systemctl start hopsight$"
    with claim(games_folder()), pytest.raises(HardwareError, match=stops):
        lamps_are_ours(tmp_path)
    lamps_are_ours(tmp_path)


@pytest.mark.usefixtures("bench")
def test_another_board_on_the_same_table_has_a_calibration_of_its_own(tmp_path: Path) -> None:
    assert main(["calibrate", "--beacons"]) == 0
    assert main(["calibrate", "mandarin", "--corner", "W=100,400", "--corner", "E=800,400"]) == 0
    mandarin = catalogue.game("mandarin").board
    assert known(mandarin).calibration is not None
    assert known(mandarin).chain is None
    assert known(STAR).chain == CHAIN
    (tmp_path / "table-star.json").write_text("", encoding="utf-8")
    assert known(STAR).chain == CHAIN, "its last good one, too"


@pytest.mark.usefixtures("bench")
@pytest.mark.parametrize("seen", ["nowhere/seen.png", "seen.words"])
def test_where_what_was_seen_cannot_be_drawn_nothing_is_kept(
    seen: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--annotate", str(tmp_path / seen)]) == 2
    assert seen in capsys.readouterr().err
    assert known(STAR).calibration is None


def test_the_simulated_table_needs_no_calibration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", "--simulated"]) == 2
    assert "hopsight calibrate --simulated --empty" in capsys.readouterr().err


def test_what_is_left_out_is_as_it_stands_at_the_table(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "table.conf").write_text(
        "HOPSIGHT_LAMPS=--lights spi --lamp-order RGB --lamp-budget 2000\n"
        "HOPSIGHT_PLAY=star --option size=5 --camera usb:0\n",
        encoding="utf-8",
    )
    large = star_board(5)
    bench.table = Table(large, {})
    assert main(["calibrate", "--beacons"]) == 0
    assert bench.asked == ["usb:0", "spi", "RGB", 2000, 181]
    assert known(large).chain == tuple(place.id for place in large.places)
    assert main(["calibrate", "mandarin", "--camera", "csi", "--corner", "W=100,400", "--corner", "E=800,400"]) == 0
    assert bench.asked[-1] == "csi"
    assert known(catalogue.game("mandarin").board).calibration is not None


def test_clicks_need_not_be_exact_where_the_board_shows(bench: Workbench, capsys: pytest.CaptureFixture[str]) -> None:
    truth = SimulatedCamera(bench.table, WOOD, SimulatedClock()).truth().pixels
    clicks = {name: truth[STAR.index[STAR.corners[name]]] + (7, -5) for name in ("S", "NW", "N", "SE")}
    assert main(["calibrate", *(f"--corner={name}={x:.0f},{y:.0f}" for name, (x, y) in clicks.items())]) == 0
    assert "found with confidence" in capsys.readouterr().out
    found = known(STAR).calibration
    assert found is not None
    assert abs(found.places(STAR) - truth).max() < 3


def test_clicks_where_no_board_shows_are_kept_as_such_and_doubted(
    bench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    bench.table = Table(catalogue.game("piecepack").board, {})
    bench.scene = scenes_of(bench.table.board)["wood"]
    assert main(["calibrate", "--corner", "S=480,700", "--corner", "N=490,20"]) == 0
    said = capsys.readouterr()
    assert "nothing there looks like this board" in said.err
    assert said.out.startswith("the board lies as you clicked it; kept in")
