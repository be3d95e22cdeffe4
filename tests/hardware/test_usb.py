"""A USB camera keeps its controls for as long as it has power, whoever opens and closes it, and its driver has pictures
of its own age, size and form."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import run
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras.capture import CaptureCamera
from hardware.cameras.usb import UsbCamera, opening
from hardware.errors import HardwareError
from hardware.settings import EXPOSURE_MOST, FIRST_PICTURE_SECONDS, FRAME_DEADLINE, SETTLE_SECONDS, USB_LAG
from hardware.simulated.devices import SimulatedClock
from tests.hardware.rights import NO_ROOT, needs_no_root

ROOT = Path(__file__).parents[2]
AUTOMATICS = {cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0}


class Plugged:
    """What stays plugged in: a camera whose exposure follows the room while it is automatic.

    ``knows`` are the numbers of V4L2 that its exposure takes; another one is refused, which nobody is told. ``late`` is
    how many seconds its driver's stamps lie back, if it gives any. ``held`` counts who has it open.
    """

    def __init__(self, knows: set[int]) -> None:
        self.knows = knows
        self.clock = SimulatedClock()
        self.room = 1.0
        self.late: float | None = None
        self.held = 0
        self.controls: dict[int, float] = {
            cv2.CAP_PROP_AUTO_EXPOSURE: max(knows - {1}),
            cv2.CAP_PROP_EXPOSURE: 100.0,
            **AUTOMATICS,
        }

    def expose(self) -> int:
        if self.controls[cv2.CAP_PROP_AUTO_EXPOSURE] != 1:
            self.controls[cv2.CAP_PROP_EXPOSURE] = 100.0 / self.room
        return int(min(1.2 * self.room * self.controls[cv2.CAP_PROP_EXPOSURE], 255))


class Capture:
    """OpenCV's view of it, anew with each opening."""

    def __init__(self, device: Plugged) -> None:
        self.device = device
        device.held += 1
        self.size = {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 48.0}

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return True

    def set(self, what: int, value: float) -> bool:
        refused = what == cv2.CAP_PROP_AUTO_EXPOSURE and value not in self.device.knows
        if what in self.device.controls and not refused:
            self.device.controls[what] = value
        return True

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_POS_MSEC and self.device.late is not None:
            return (self.device.clock.now() - self.device.late) * 1000
        return {**self.device.controls, **self.size}.get(what, 0.0)

    def grab(self) -> bool:
        self.device.clock.sleep(1 / 30)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        return True, np.full((48, 64, 3), self.device.expose(), np.uint8)

    def release(self) -> None:
        self.device.held -= 1  # and keeps its controls


Plug = Callable[[type[Capture], Plugged], UsbCamera]


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Opens what is plugged in, as one kind of driver shows it."""
    path = tmp_path / "video0"
    path.touch()

    def opened(kind: type[Capture], device: Plugged) -> UsbCamera:
        monkeypatch.setattr(cv2, "VideoCapture", lambda *_: kind(device))
        return UsbCamera(str(path), device.clock)

    return opened


@pytest.mark.parametrize("knows", [{1, 3}, {0, 1}, {0, 1, 2, 3}])
def test_each_opening_settles_in_the_light_of_its_hour_and_locks_it(
    knows: set[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Plugged(knows)
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: Capture(device))
    path = tmp_path / "video0"
    path.touch()
    for hour, room in (("afternoon", 1.0), ("evening", 0.05), ("next morning", 0.6)):
        device.room = room
        camera = UsbCamera(str(path), device.clock)
        assert camera.take().picture.mean() == pytest.approx(120, abs=1), hour
        assert camera.exposure == pytest.approx(0.01 / room)
        device.room *= 0.5  # a hand, a cloud: colours stay as they are
        assert camera.take().picture.mean() == pytest.approx(60, abs=1), hour
        assert not any(device.controls[automatic] for automatic in AUTOMATICS)
        camera.close()


def test_a_picture_without_a_stamp_may_have_begun_before_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Plugged({1, 3})
    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: Capture(device))
    path = tmp_path / "video0"
    path.touch()
    frame = UsbCamera(str(path), device.clock).take()
    assert frame.at == device.clock.now()
    assert frame.began == pytest.approx(frame.at - USB_LAG)


def test_white_balance_and_focus_are_free_while_the_camera_settles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Plugged({1, 3})
    seen: list[tuple[float, ...]] = []

    class Watched(Capture):
        def grab(self) -> bool:
            seen.append(tuple(self.device.controls[automatic] for automatic in AUTOMATICS))
            return super().grab()

    monkeypatch.setattr(cv2, "VideoCapture", lambda *_: Watched(device))
    path = tmp_path / "video0"
    path.touch()
    for _ in range(2):
        UsbCamera(str(path), device.clock).close()
    assert set(seen) == {(1.0, 1.0)}


class Sleeping(Capture):
    """It starts up for some seconds before its first picture, as each opening makes it do; then it may fall silent."""

    starts = 3.7
    silent = False

    def grab(self) -> bool:
        left = self.starts - self.device.clock.now()
        if self.silent or left > FRAME_DEADLINE:
            self.device.clock.sleep(FRAME_DEADLINE)  # which is how long a read may block
            return False
        self.device.clock.sleep(max(left, 0.0))
        return super().grab()


def test_a_camera_that_takes_its_time_for_the_first_picture_has_less_for_each_later_one(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Plugged({1, 3})
    camera = plug(Sleeping, device)
    assert camera.take().picture.size
    assert device.clock.now() < Sleeping.starts + SETTLE_SECONDS + 1, "it was opened once"
    monkeypatch.setattr(Sleeping, "silent", True)
    lost = device.clock.now()
    with pytest.raises(HardwareError, match="gives no picture"):
        camera.take()
    assert device.clock.now() == pytest.approx(lost + FRAME_DEADLINE)


@pytest.mark.parametrize(("blocks", "seconds"), [(FRAME_DEADLINE, FIRST_PICTURE_SECONDS), (0.01, 0.01)])
def test_a_camera_without_any_picture_is_told_in_the_end_and_one_that_refuses_at_once(
    blocks: float, seconds: float, plug: Plug
) -> None:
    class Dead(Capture):
        def grab(self) -> bool:
            self.device.clock.sleep(blocks)
            return False

    device = Plugged({1, 3})
    with pytest.raises(HardwareError, match="gives no picture; check its cable"):
        plug(Dead, device)
    assert device.clock.now() == pytest.approx(seconds)
    assert not device.held


def test_a_lost_camera_is_opened_again_and_no_other_one_that_was_plugged_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Plugged({1, 3})
    opened: list[str] = []
    monkeypatch.setattr(cv2, "VideoCapture", lambda path, _: opened.append(Path(path).name) or Capture(device))
    monkeypatch.setattr("hardware.cameras.usb.BY_ID", tmp_path)
    again = opening("0", device.clock)
    with pytest.raises(HardwareError, match="USB cameras plugged in: 0; usb:0 is not among them; plug it in"):
        again()  # what else the system calls /dev/videoN is none
    table, other = (tmp_path / f"usb-{maker}-video-index0" for maker in ("Logitech", "Aukey"))
    table.touch()
    again().close()
    other.touch()
    again().close()
    assert opened == [table.name] * 2
    table.unlink()
    with pytest.raises(HardwareError, match=r"no camera at .*Logitech.*; plugged in are .*Aukey"):
        again()


@pytest.mark.parametrize(("late", "believed"), [(0.0, True), (0.04, True), (1.5, False), (-0.2, False)])
def test_a_stamp_is_believed_where_it_can_be_true(late: float, believed: bool, plug: Plug) -> None:
    device = Plugged({1, 3})
    device.late = late
    frame = plug(Capture, device).take()
    now = device.clock.now()
    taken, before = (now - late, EXPOSURE_MOST) if believed else (now, USB_LAG)
    assert frame.at == pytest.approx(taken)
    assert frame.began == pytest.approx(taken - before)


@pytest.mark.parametrize("late", [0.1, None])
def test_no_picture_from_before_the_lamps_were_dark_is_given_and_no_later_one_than_need_be(
    late: float | None, plug: Plug
) -> None:
    device = Plugged({1, 3})
    device.late = late
    camera = plug(Capture, device)
    dark = device.clock.now()
    frame = camera.take(dark)
    assert frame.began is not None
    assert dark <= frame.began < dark + 1 / 30


def test_a_camera_whose_pictures_are_all_too_old_gives_none_of_them() -> None:
    device = Plugged({1, 3})
    camera = CaptureCamera(Capture(device), device.clock, "the camera", lag=FRAME_DEADLINE + 1)
    with pytest.raises(HardwareError, match="gives only old pictures"):
        camera.take(device.clock.now())
    assert device.clock.now() == pytest.approx(FRAME_DEADLINE, abs=0.1)


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ((1, 64 * 48 * 3), "pictures of a form .* cannot be used"),
        ((48, 64), "pictures of a form .* cannot be used"),
        ((48, 64, 2), "pictures of a form .* cannot be used"),
        ((24, 32, 3), r"says \(48, 64\) rows and columns and gives \(24, 32, 3\)"),
    ],
)
def test_pictures_of_another_form_or_size_are_refused_and_the_camera_let_go(
    shape: tuple[int, ...], told: str, plug: Plug
) -> None:
    class Other(Capture):
        def retrieve(self) -> tuple[bool, Any]:
            return True, np.zeros(shape, np.uint8)

    device = Plugged({1, 3})
    with pytest.raises(HardwareError, match=told):
        plug(Other, device)
    assert not device.held


def test_a_camera_that_has_its_large_pictures_only_packed_is_asked_for_these(plug: Plug) -> None:
    class Packing(Capture):
        packed = False

        def set(self, what: int, value: float) -> bool:
            if what == cv2.CAP_PROP_FOURCC:
                self.packed = value == cv2.VideoWriter.fourcc(*"MJPG")
            if what in self.size and self.packed:
                self.size[what] = value
            return super().set(what, value)

        def retrieve(self) -> tuple[bool, Any]:
            return True, np.zeros((*(int(side) for side in reversed(self.size.values())), 3), np.uint8)

    assert plug(Packing, Plugged({1, 3})).take().picture.shape == (720, 1280, 3)


OPENED = """
import sys
from hardware.cameras.usb import UsbCamera
from hardware.clock import SystemClock
from hardware.errors import HardwareError
try:
    UsbCamera(sys.argv[1], SystemClock())
except HardwareError as told:
    print(told, end="")
"""


@needs_no_root
def test_a_camera_that_is_not_ours_to_open_names_the_group_that_opens_it(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch(0)
    program = [*NO_ROOT, sys.executable, "-c", OPENED, str(device)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    told = run(program, env=environment, capture_output=True, text=True, check=True).stdout
    assert told.startswith(f"{device} may not be opened by this user; run: sudo usermod -aG video ")
