"""A camera on the Pi's own ribbon, through picamera2 (Raspberry Pi OS only; libcamera comes from its packages)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from hardware.errors import HardwareError, is_a_pi, or_let_go
from hardware.ports import Clock, Frame
from hardware.settings import (
    CAMERA_RATE,
    CSI_FOCUS_SECONDS,
    CSI_HEIGHT,
    CSI_STEADY,
    CSI_STILL_FOCUS,
    FRAME_DEADLINE,
    SETTLE_SECONDS,
)

try:
    from libcamera import controls
    from picamera2 import Picamera2
except ImportError as missing:
    raise HardwareError(
        "picamera2 is missing, which CSI cameras need; run: sudo apt install python3-picamera2, and make the virtual "
        f"environment with --system-site-packages ({missing})"
        if is_a_pi()
        else "a camera on the ribbon (csi) needs a Raspberry Pi, and this is none; name another one, such as usb:0"
    ) from None
except (ValueError, AttributeError) as error:  # of compiled parts that were made for another NumPy
    raise HardwareError(
        f"picamera2 does not go with the NumPy beside it ({error}); on Raspberry Pi OS 12 run, in the virtual "
        'environment: pip install "numpy<2" "opencv-python-headless<4.12"'
    ) from None


class CsiCamera:
    """Camera ``number`` on the ribbon; exposure, gain, white balance and focus are locked after they have settled."""

    def __init__(self, number: int, clock: Clock) -> None:
        self._clock = clock
        self._number = 0
        self._exposure: float | None = None
        found = on_ribbon()
        if number >= len(found):
            raise HardwareError(
                f"CSI cameras connected: {len(found)}; csi:{number} is not there; check the ribbon, restart"
            )
        try:
            self._camera: Any = Picamera2([*found][number])
            with or_let_go(self.close):  # picamera2 holds what it opened: nobody else could open it again
                self._start()
                self._lock()
        except RuntimeError as error:
            raise HardwareError(f"the CSI camera does not start ({error}); close other programs that use it") from None

    def take(self, after: float = 0.0) -> Frame:
        """The next picture whose exposure began at ``after`` or later."""
        with self._request(after) as request:
            picture = request.make_array("main")
            stamp = request.get_metadata()["SensorTimestamp"] / 1e9
        self._number += 1
        return Frame(
            np.ascontiguousarray(picture[..., :3], dtype=np.uint8), stamp, f"{self._number:06}", self._exposure
        )

    def close(self) -> None:
        """Let the camera go."""
        self._camera.close()

    def _start(self) -> None:
        whole = self._camera.sensor_resolution
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": _size(*whole), "format": "RGB888"},  # the bytes lie as BGR, as OpenCV wants them
                sensor={"output_size": _mode(*whole)},
                buffer_count=2,
                controls={"FrameDurationLimits": (1_000_000 // CAMERA_RATE, 1_000_000 // CAMERA_RATE)},
            )
        )
        self._camera.start()

    @contextmanager
    def _request(self, after: float) -> Iterator[Any]:
        """picamera2's request with the next picture whose exposure began at ``after`` or later."""
        # The camera's stamps are those of the monotonic clock, which the system's clock is too.
        job = self._camera.capture_request(wait=False, flush=round(after * 1e9) or None)
        patience = FRAME_DEADLINE + max(after - self._clock.now(), 0.0)
        try:
            request = self._camera.wait(job, timeout=patience)
        except TimeoutError:
            self._camera.cancel_all_and_flush()
            raise HardwareError("the CSI camera gives no picture; check its ribbon at both ends") from None
        try:
            yield request
        finally:
            request.release()

    def _lock(self) -> None:
        """Let the automatics settle, then keep what they found: a hand over the board must not change the colours."""
        sharp = False
        if "AfMode" in self._camera.camera_controls:
            self._camera.set_controls({"AfMode": controls.AfModeEnum.Auto})
            try:
                sharp = self._camera.wait(self._camera.autofocus_cycle(wait=False), timeout=CSI_FOCUS_SECONDS)
            except TimeoutError:
                self._camera.cancel_all_and_flush()  # jobs are done in their order: no picture would come before it
        with self._request(self._clock.now() + SETTLE_SECONDS) as request:
            found = request.get_metadata()
        light = found["ExposureTime"] * found["AnalogueGain"]
        least, most = self._camera.camera_controls["AnalogueGain"][:2]
        exposure = _under_lamps(found["ExposureTime"], light / most, light / least)
        settled: dict[str, Any] = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": exposure,
            "AnalogueGain": light / exposure,
            "ColourGains": found["ColourGains"],
        }
        if "AfMode" in self._camera.camera_controls:
            settled |= {
                "AfMode": controls.AfModeEnum.Manual,
                "LensPosition": found["LensPosition"] if sharp else 1 / CSI_STILL_FOCUS,
            }
        self._camera.set_controls(settled)
        self._exposure = light * 1e-6


def on_ribbon() -> dict[int, str]:
    """The cameras on the ribbon: the number that picamera2 has for each → its model. It counts USB cameras as well."""
    return {
        number: str(about.get("Model", "camera"))
        for number, about in enumerate(Picamera2.global_camera_info())
        if "/usb" not in str(about.get("Id"))
    }


def _under_lamps(found: int, least: float, most: float) -> int:
    """The exposure (µs) that is locked where the automatics ``found`` one; the gain allows ``least`` to ``most``.

    It takes whole waves of lamps on the mains, or each row of each picture would be as bright as they are just then.
    """
    return max((steady for steady in CSI_STEADY if least <= steady <= most), default=found)


def _size(width: int, height: int) -> tuple[int, int]:
    """The size of pictures that show all of a sensor with so many pixels."""
    return 32 * round(CSI_HEIGHT * width / height / 32), CSI_HEIGHT


def _mode(width: int, height: int) -> tuple[int, int]:
    """The mode in which a sensor with so many pixels tells all that it sees: two by two, where that is enough rows.

    Left to itself picamera2 takes the mode nearest in size, which is often a part of the sensor. Its list of modes is
    not asked for: each would be set up for that, and a Pi Zero 2 W has no memory for the largest.
    """
    parts = 2 if height >= 2 * CSI_HEIGHT else 1
    return width // parts, height // parts
