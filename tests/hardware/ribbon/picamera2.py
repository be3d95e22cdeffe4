"""A picamera2 that like the real one holds what it opened and does its jobs in order."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

import numpy as np

from hardware.simulated.devices import SimulatedClock

MODES = {
    "imx219": ((3280, 2464), {(640, 480): 1280, (1640, 1232): 3280, (1920, 1080): 1920, (3280, 2464): 3280}),
    "imx708": ((4608, 2592), {(1536, 864): 3072, (2304, 1296): 4608, (4608, 2592): 4608}),
    "ov5647": ((2592, 1944), {(640, 480): 2560, (1296, 972): 2592, (1920, 1080): 1928, (2592, 1944): 2592}),
    "imx296": ((1456, 1088), {(1456, 1088): 1456}),
}
"""All pixels of a sensor; the size of each of its modes → how many of the pixels across it tells of."""

COLOUR = {"B": 200, "G": 90, "R": 30}
"""What all of its pictures show."""

BYTES = {"RGB888": "BGR", "BGR888": "RGB"}
"""How the colours of a format lie in memory: the other way round than its name says."""

METADATA = {"ColourGains": (1.5, 1.7), "LensPosition": 1.9}


class Request:
    """One picture with its facts, which has to be given back."""

    def __init__(self, ribbon: "Ribbon", stamp: float) -> None:
        self.ribbon = ribbon
        self.stamp = stamp
        ribbon.out += 1

    def make_array(self, name: str) -> Any:
        assert name == "main"
        return np.full((4, 6, len(self.ribbon.bytes)), [COLOUR[name] for name in self.ribbon.bytes], np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        exposure, gain = self.ribbon.exposure
        stamp = round(self.stamp * 1e9)
        return {**METADATA, "ExposureTime": exposure, "AnalogueGain": gain, "SensorTimestamp": stamp}

    def release(self) -> None:
        self.ribbon.out -= 1


class Ribbon:
    """What hangs on the ribbon; ``fails`` and ``hangs`` name what does."""

    def __init__(self) -> None:
        self.clock = SimulatedClock(100.0)
        self.model = "imx708"
        self.fails: str | None = None
        self.hangs: set[str] = set()
        self.held: list[Any] = []
        self.jobs: list[str] = []
        self.out = 0
        self.bytes = ""
        self.seen = (0.0, 0.0)
        self.exposure = 20_000, 2.0
        """Microseconds, and the gain: what the automatics find in this light."""
        self.locked: dict[str, Any] = {}
        self.known = [f"/base/axi/pcie@1000120000/rp1/i2c@88000/{self.model}@1a"]
        """What libcamera calls the cameras that it knows, those on USB as well."""


def unlike(asked: tuple[int, int], mode: tuple[int, int]) -> float:
    """How ill a mode fits what was asked for, as picamera2 reckons."""

    def short(wanted: float, there: float) -> float:
        return (wanted - there) * (2 if wanted > there else -0.25)

    shape = short(asked[0] / asked[1], mode[0] / mode[1])
    return short(asked[0], mode[0]) + short(asked[1], mode[1]) + 1500 * shape


class Picamera2:
    """picamera2's class, as far as it is asked for."""

    ribbon = Ribbon()
    camera_controls: ClassVar = {"AfMode": (0, 2, 0), "AnalogueGain": (1.25, 16.0, 1.25)}

    @classmethod
    def global_camera_info(cls) -> list[dict[str, str]]:
        return [{"Model": known.rpartition("/")[2].partition("@")[0], "Id": known} for known in cls.ribbon.known]

    def __init__(self, number: int) -> None:
        if self.ribbon.held or "/usb" in self.ribbon.known[number]:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.ribbon.held.append(self)

    def create_video_configuration(self, **wishes: Any) -> dict[str, Any]:
        return wishes

    @property
    def sensor_resolution(self) -> tuple[int, int]:
        return MODES[self.ribbon.model][0]

    def configure(self, wishes: dict[str, Any]) -> None:
        self._do("configure")
        self.ribbon.bytes = BYTES[wishes["main"]["format"]]
        width, height = wishes["main"]["size"]
        asked = wishes.get("sensor", {}).get("output_size", (width, height))
        modes = MODES[self.ribbon.model][1]
        mode = min(modes, key=partial(unlike, asked))
        across = min(modes[mode], modes[mode] * mode[1] / mode[0] * width / height)
        down = min(modes[mode] * mode[1] / mode[0], modes[mode] * height / width)
        self.ribbon.seen = across, down

    def start(self) -> None:
        self._do("start")

    def set_controls(self, wishes: dict[str, Any]) -> None:
        if "AeEnable" in wishes:
            self._do("lock")
        self.ribbon.locked = wishes

    def capture_request(self, *, wait: bool, flush: int | None) -> Callable[[], Request]:
        assert not wait
        self.ribbon.jobs.append("picture")
        return lambda: Request(self.ribbon, max((flush or 0) / 1e9, self.ribbon.clock.now()) + 0.01)

    def autofocus_cycle(self, *, wait: bool) -> Callable[[], bool]:
        assert not wait
        self.ribbon.jobs.append("focus")
        return lambda: True

    def wait(self, job: Callable[[], Any], timeout: float) -> Any:
        if self.ribbon.jobs[0] in self.ribbon.hangs:
            self.ribbon.clock.sleep(timeout)
            raise TimeoutError
        self.ribbon.jobs.pop(0)
        return job()

    def cancel_all_and_flush(self) -> None:
        self.ribbon.jobs.clear()

    def close(self) -> None:
        self.ribbon.held.clear()

    def _do(self, what: str) -> None:
        if self.ribbon.fails == what:
            raise RuntimeError(f"no {what} today")
