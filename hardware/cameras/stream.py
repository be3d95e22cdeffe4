"""A camera in the network: MJPEG over HTTP, or RTSP."""

from urllib.parse import urlsplit

import cv2

from hardware.cameras.capture import CaptureCamera
from hardware.errors import HardwareError, let_in
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
                f"the network camera {host} does not answer; check that it is on and its address is right"
                f"{let_in('the camera')}"
            )
        super().__init__(capture, clock, f"the network camera {host}", STREAM_LAG)
