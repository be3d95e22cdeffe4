"""A camera on the ribbon.

The packages for it are part of Raspberry Pi OS and can be installed nowhere else: those in `ribbon` stand where Python
looks for packages, and are imported as the real ones are. What is said where there are none is tried too.
"""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from firmware.doctor.finding import Verdict
from firmware.doctor.machine import Machine
from firmware.doctor.table import cameras
from hardware.cameras import open_camera
from hardware.cameras.live import LiveCamera
from hardware.errors import HardwareError
from hardware.ports import Camera
from hardware.settings import FRAME_DEADLINE, SETTLE_SECONDS
from hardware.simulated.devices import SimulatedClock
from tests.hardware.ribbon.picamera2 import COLOUR, METADATA, MODES, Ribbon
from tests.hardware.waiting import came

USB = "/base/axi/pcie@1000120000/rp1/usb@200000-2:1.0-046d:0825"
"""What libcamera calls a camera that is plugged into a Pi 5."""

PACKAGES = Path(__file__).parent / "ribbon"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """A program that has not imported the packages, nor will have when the next test begins."""
    yield
    for name in ("picamera2", "libcamera", "hardware.cameras.csi"):
        sys.modules.pop(name, None)


@pytest.fixture
def ribbon(monkeypatch: pytest.MonkeyPatch) -> Ribbon:
    """What hangs on the ribbon of a Pi with its packages installed."""
    monkeypatch.syspath_prepend(PACKAGES)
    from picamera2 import Picamera2

    hanging: Ribbon = Picamera2.ribbon
    return hanging


def opened(ribbon: Ribbon) -> Camera:
    from hardware.cameras.csi import CsiCamera

    return CsiCamera(0, ribbon.clock)


@pytest.mark.parametrize("model", MODES)
def test_all_that_the_sensor_sees_is_in_the_picture(ribbon: Ribbon, model: str) -> None:
    ribbon.model = model
    opened(ribbon)
    assert ribbon.seen == pytest.approx(MODES[model][0], rel=0.01)


def test_what_the_automatics_found_is_locked_and_told(ribbon: Ribbon) -> None:
    camera = opened(ribbon)
    assert ribbon.locked == {
        **METADATA, "ExposureTime": 30_000, "AnalogueGain": pytest.approx(4 / 3),
        "AeEnable": False, "AwbEnable": False, "AfMode": "manual",
    }  # fmt: skip
    frame = camera.take(ribbon.clock.now() + 1)
    assert frame.picture.shape == (4, 6, 3)
    assert dict(zip("BGR", frame.picture[0, 0], strict=True)) == COLOUR
    assert frame.at > ribbon.clock.now() + 1
    assert frame.exposure == pytest.approx(0.04)
    assert not ribbon.out, "every request is given back"


@pytest.mark.parametrize(
    ("found", "gain", "locked"),
    [
        pytest.param(33_000, 8.0, 50_000, id="in the evening"),
        pytest.param(33_000, 1.25, 30_000, id="beside the window"),
        pytest.param(100_000, 16.0, 100_000, id="by candlelight, where no gain would make up for it"),
        pytest.param(9_000, 1.25, 9_000, id="in the sun, where no lamp counts"),
    ],
)
def test_pictures_under_lamps_take_whole_waves_of_the_mains_and_are_as_bright(
    ribbon: Ribbon, found: int, gain: float, locked: int
) -> None:
    ribbon.exposure = found, gain
    assert opened(ribbon).take().exposure == pytest.approx(found * gain / 1e6)
    assert ribbon.locked["ExposureTime"] == locked
    assert ribbon.locked["AnalogueGain"] == pytest.approx(found * gain / locked)


@pytest.mark.parametrize("what", ["configure", "start", "lock"])
def test_a_camera_that_fails_once_while_it_is_opened_can_be_opened_again(ribbon: Ribbon, what: str) -> None:
    ribbon.fails = what
    with pytest.raises(HardwareError, match=f"does not start .no {what} today"):
        opened(ribbon)
    ribbon.fails = None
    assert opened(ribbon).take().exposure


def test_a_camera_whose_first_picture_is_late_can_be_opened_again(ribbon: Ribbon) -> None:
    ribbon.hangs = {"picture"}
    began = ribbon.clock.now()
    with pytest.raises(HardwareError, match="gives no picture"):
        opened(ribbon)
    assert ribbon.clock.now() - began == pytest.approx(SETTLE_SECONDS + FRAME_DEADLINE)
    ribbon.hangs = set()
    assert opened(ribbon).take().exposure
    assert not ribbon.out


def test_a_search_for_the_focus_that_never_ends_keeps_no_picture_back(ribbon: Ribbon) -> None:
    ribbon.hangs = {"focus"}
    assert opened(ribbon).take().exposure
    assert ribbon.locked["LensPosition"] == 2.0, "as far as cameras hang over tables"


def test_a_usb_camera_is_not_taken_for_one_on_the_ribbon(ribbon: Ribbon) -> None:
    (ours,) = ribbon.known
    ribbon.known = [USB, ours]
    assert opened(ribbon).take().exposure
    ribbon.known = [USB]
    with pytest.raises(HardwareError, match=r"CSI cameras connected: 0; .* check the ribbon"):
        opened(ribbon)


@pytest.mark.parametrize("hanging", [True, False])
def test_the_doctor_finds_on_the_ribbon_what_hangs_there(ribbon: Ribbon, tmp_path: Path, *, hanging: bool) -> None:
    (tmp_path / "proc" / "device-tree").mkdir(parents=True)
    (tmp_path / "proc" / "device-tree" / "model").write_text("Raspberry Pi 5 Model B Rev 1.0", encoding="utf-8")
    ribbon.known = [*(ribbon.known if hanging else []), USB]
    found = cameras(Machine(tmp_path, packages={"picamera2": "0.3.38"}))
    assert (found.verdict, found.says) == (
        (Verdict.OK, "csi:0 imx708") if hanging else (Verdict.WRONG, "no camera is found")
    )


@pytest.mark.skipif(find_spec("picamera2") is not None, reason="this machine has the packages")
def test_a_service_without_the_cameras_packages_says_so_and_waits_until_they_are_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "model").write_text("Raspberry Pi 5 Model B Rev 1.0", encoding="utf-8")
    monkeypatch.setattr("hardware.errors.MODEL", tmp_path / "model")
    clock = SimulatedClock(100.0)
    with pytest.raises(HardwareError, match="sudo apt install python3-picamera2"):
        open_camera("csi", clock)
    camera = open_camera("csi", clock, patient=True)
    try:
        assert isinstance(camera, LiveCamera)
        with pytest.raises(HardwareError, match="sudo apt install python3-picamera2"):
            camera.take()
        monkeypatch.syspath_prepend(PACKAGES)
        assert came(camera).exposure
    finally:
        camera.close()
