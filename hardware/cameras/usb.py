"""A USB camera through V4L2."""

import os
from collections.abc import Callable
from pathlib import Path

from hardware.cameras.capture import CaptureCamera
from hardware.errors import HardwareError, group_command, or_let_go
from hardware.ports import Clock
from hardware.settings import CAMERA_SIZE, FIRST_PICTURE_SECONDS, FRAME_DEADLINE, SETTLE_SECONDS, USB_LAG

# How long a read may block when no picture comes; OpenCV looks for it once, when it first waits for one.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", str(round(FRAME_DEADLINE)))

import cv2

BY_ID = Path("/dev/v4l/by-id")
"""Where the system names USB cameras, and nothing else, by ids that stay; the numbers of /dev/videoN do not."""

_AUTOMATIC_EXPOSURE = (0, 3)
"""V4L2's own numbers: wholly automatic, and with a fixed aperture. Of these USB cameras know the second alone."""
_MANUAL_EXPOSURE = 1
"""The same for exposure as it is set."""
_EXPOSURE_UNIT = 1e-4
"""Seconds in which V4L2 counts exposures. Its gains have no unit, so they are not counted."""


def find_device(name: str) -> str:
    """The device of the USB camera ``name``: a path, or its number among those plugged in, in the order of their ids.

    Raises `HardwareError`.
    """
    devices = [str(path) for path in sorted(BY_ID.glob("*-video-index0"))]
    if not name.isdecimal():
        if Path(name).exists():
            return name
        there = f"; plugged in are {', '.join(devices)}" if devices else " and no other one is plugged in"
        raise HardwareError(f"there is no camera at {name}{there}")
    if int(name) >= len(devices):
        raise HardwareError(f"USB cameras plugged in: {len(devices)}; usb:{name} is not among them; plug it in")
    return devices[int(name)]


def opening(name: str, clock: Clock) -> Callable[[], "UsbCamera"]:
    """What opens the camera ``name``, and later the very same one again, whichever others were plugged in meanwhile."""
    device = name

    def opened() -> UsbCamera:
        nonlocal device
        device = find_device(device)
        return UsbCamera(device, clock)

    return opened


class UsbCamera(CaptureCamera):
    """The camera at ``device``, with exposure and white balance locked after they have settled."""

    def __init__(self, device: str, clock: Clock) -> None:
        if not os.access(device, os.R_OK | os.W_OK):
            raise HardwareError(f"{device} may not be opened by this user; run: {group_command('video')}")
        capture = cv2.VideoCapture(device, cv2.CAP_V4L2)
        if not capture.isOpened():
            raise HardwareError(f"{device} cannot be opened as a camera; close other programs that use it")
        name = f"the camera at {device}"
        super().__init__(capture, clock, name, USB_LAG, stamped=True, first=FIRST_PICTURE_SECONDS)
        with or_let_go(self.close):
            self._set_up(clock)

    def _set_up(self, clock: Clock) -> None:
        # MJPG before the size: many cameras offer the large sizes only packed. `set` answers True even where the
        # device refused, so what counts is what the pictures are like.
        self.capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self.capture.set(cv2.CAP_PROP_FRAME_WIDTH, CAMERA_SIZE[0])
        self.capture.set(cv2.CAP_PROP_FRAME_HEIGHT, CAMERA_SIZE[1])
        self.capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._free()
        until = clock.now() + SETTLE_SECONDS
        frame = self.take()
        while clock.now() < until:
            frame = self.take()
        told = tuple(int(self.capture.get(side)) for side in (cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FRAME_WIDTH))
        if frame.picture.shape[:2] != told:
            raise HardwareError(
                f"{self._name} says {told} rows and columns and gives {frame.picture.shape}; take another"
            )
        exposure = self.capture.get(cv2.CAP_PROP_EXPOSURE)
        self.capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE)
        if exposure > 0:
            self.capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
            self.exposure = exposure * _EXPOSURE_UNIT
        self.capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        self.capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def _free(self) -> None:
        """Give exposure, white balance and focus back to the camera's automatics."""
        # The camera keeps what was locked for as long as it has power, long after the light of the room has changed.
        for automatic in _AUTOMATIC_EXPOSURE:  # a number that a camera does not know leaves it as it was
            self.capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, automatic)
        self.capture.set(cv2.CAP_PROP_AUTO_WB, 1)
        self.capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
