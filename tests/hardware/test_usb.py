"""A USB camera keeps its controls for as long as it has power, whoever opens and closes it."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras.usb import UsbCamera, opening
from hardware.errors import HardwareError
from hardware.settings import USB_LAG
from hardware.simulated.devices import SimulatedClock

AUTOMATICS = {cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_AUTOFOCUS: 1.0}


class Plugged:
    """What stays plugged in: a camera whose exposure follows the room while it is automatic.

    ``knows`` are the numbers of V4L2 that its exposure takes; another one is refused, which nobody is told.
    """

    def __init__(self, knows: set[int]) -> None:
        self.knows = knows
        self.clock = SimulatedClock()
        self.room = 1.0
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
        self.size = {cv2.CAP_PROP_FRAME_WIDTH: 64.0, cv2.CAP_PROP_FRAME_HEIGHT: 48.0}

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's own name
        return True

    def set(self, what: int, value: float) -> bool:
        refused = what == cv2.CAP_PROP_AUTO_EXPOSURE and value not in self.device.knows
        if what in self.device.controls and not refused:
            self.device.controls[what] = value
        return True

    def get(self, what: int) -> float:
        return {**self.device.controls, **self.size}.get(what, 0.0)

    def grab(self) -> bool:
        self.device.clock.sleep(1 / 30)
        return True

    def retrieve(self) -> tuple[bool, Any]:
        return True, np.full((48, 64, 3), self.device.expose(), np.uint8)

    def release(self) -> None:
        """Closed; the device keeps its controls."""


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
