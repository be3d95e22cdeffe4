"""A camera in the network: MJPEG over HTTP, or RTSP."""

import os
from urllib.parse import urlsplit

import cv2

from hardware.capture import CaptureCamera
from hardware.errors import HardwareError
from hardware.ports import Clock
from hardware.settings import FRAME_DEADLINE, STREAM_LAG, STREAM_OPEN_SECONDS


class StreamCamera(CaptureCamera):
    """The camera at an address like ``http://phone.local:8080/video``."""

    def __init__(self, address: str, clock: Clock) -> None:
        host = urlsplit(address).hostname or address  # never the whole address: it may hold a password
        waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(STREAM_OPEN_SECONDS * 1000)]
        waits += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(FRAME_DEADLINE * 1000)]
        capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, waits)
        if not capture.isOpened():
            raise HardwareError(
                f"the network camera {host} does not answer; check that it is on and its address is right{_let_in()}"
            )
        super().__init__(capture, clock, f"the network camera {host}", STREAM_LAG)


def _let_in() -> str:
    """What else may be wrong in the service, which talks to no other machine unless its unit names it."""
    if "NOTIFY_SOCKET" not in os.environ:
        return ""
    return (
        ", and that the service may reach it: sudo systemctl edit hopsight, IPAddressAllow= with the camera's address "
        "under [Service]"
    )
