"""What USB and network cameras share: pictures that come when they come, through OpenCV."""

import cv2
import numpy as np

from hardware.errors import HardwareError
from hardware.ports import Clock, Frame
from hardware.settings import CAMERA_RATE, EXPOSURE_MOST, FRAME_DEADLINE


class CaptureCamera:
    """A live `cv2.VideoCapture`, opened by a descendant.

    ``name`` is how people know it; ``lag`` how late a picture may arrive, in seconds. If ``stamped``, the driver says
    when each picture was taken, in milliseconds of the monotonic clock, and is believed as far as it is plausible.
    ``first`` is how many seconds the first picture may take.
    """

    def __init__(
        self,
        capture: cv2.VideoCapture,
        clock: Clock,
        name: str,
        lag: float,
        *,
        stamped: bool = False,
        first: float = FRAME_DEADLINE,
    ) -> None:
        self.capture = capture
        self._clock = clock
        self._name = name
        self._lag = lag
        self._stamped = stamped
        self._first = first
        self._number = 0
        self._next = 0.0
        self.exposure: float | None = None

    def take(self, after: float = 0.0) -> Frame:
        """The next picture that began at ``after`` or later, `CAMERA_RATE` a second at most; others are thrown away."""
        deadline = max(self._clock.now(), after) + (FRAME_DEADLINE if self._number else self._first)
        while True:
            asked = self._clock.now()
            grabbed = self.capture.grab()
            now = self._clock.now()
            if not grabbed and not self._number and asked + FRAME_DEADLINE / 2 < now < deadline:
                continue  # the driver has waited in vain; one that cannot show anything says so at once
            at, began = self._times(now)
            if grabbed and (began < after or now < self._next) and now <= deadline:
                continue  # not unpacked: that is what costs
            got, picture = self.capture.retrieve() if grabbed else (False, None)
            if not got or picture is None:
                raise HardwareError(
                    f"{self._name} gives no picture; check its cable, its power and that it is not in use"
                )
            if picture.ndim != 3 or picture.shape[2] != 3:
                raise HardwareError(
                    f"{self._name} gives pictures of a form {picture.shape} that cannot be used; choose another camera"
                )
            if began < after:
                raise HardwareError(f"{self._name} gives only old pictures; unplug it and plug it in again")
            self._number += 1
            self._next = now + 1 / CAMERA_RATE
            return Frame(np.asarray(picture, dtype=np.uint8), at, f"{self._number:06}", self.exposure, began)

    def close(self) -> None:
        """Let the device go."""
        self.capture.release()

    def _times(self, now: float) -> tuple[float, float]:
        """When the picture that arrived ``now`` was taken, and the earliest moment its exposure can have begun."""
        stamp = self.capture.get(cv2.CAP_PROP_POS_MSEC) / 1000 if self._stamped else 0.0
        if now - 1 < stamp <= now:
            return stamp, stamp - EXPOSURE_MOST
        return now, now - self._lag
