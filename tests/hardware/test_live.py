"""Live cameras: lost and found again, late, hung, and in the network."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from subprocess import run
from threading import Event, Thread, Timer
from time import monotonic

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.cameras.live import LiveCamera
from hardware.clock import SystemClock
from hardware.errors import CameraStopped, HardwareError, NoSuchSource
from hardware.ports import Camera, Frame
from hardware.simulated.devices import SimulatedCamera, SimulatedClock
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules.star.places import star_board
from tests.hardware.waiting import PATIENCE, came, said


def table_camera() -> SimulatedCamera:
    return SimulatedCamera(Table(star_board(), {}), WOOD, SimulatedClock(), (96, 72))


class Steps:
    """A camera that gives a picture whenever it is told to, and fails when it is told to."""

    def __init__(self) -> None:
        self.go = Event()
        self.trouble: HardwareError | None = None
        self.closed = 0
        self.count = 0
        self.asked: list[float] = []

    def take(self, after: float = 0.0) -> Frame:
        self.asked.append(after)
        self.go.wait(5)
        self.go.clear()
        if self.trouble:
            raise self.trouble
        self.count += 1
        return Frame(np.zeros((2, 2, 3), dtype=np.uint8), after, str(self.count))

    def close(self) -> None:
        self.closed += 1
        self.go.set()


@contextmanager
def living(opening: Callable[[], Camera], **more: object) -> Iterator[LiveCamera]:
    camera = LiveCamera(opening, SystemClock(), **more)  # type: ignore[arg-type]  # tests pass what they need
    try:
        yield camera
    finally:
        camera.close()


def test_only_the_newest_picture_is_given() -> None:
    with living(table_camera, deadline=PATIENCE) as camera:  # a busy machine draws the first one for some seconds
        first, second = camera.take(), camera.take()
        assert int(second.name) > int(first.name)


def test_no_picture_until_the_deadline_is_said_so() -> None:
    steps = Steps()
    with living(lambda: steps, deadline=0.05) as camera:
        with pytest.raises(HardwareError, match="no picture came"):
            camera.take()
        steps.go.set()
        assert came(camera).name == "1"


def test_a_camera_whose_pictures_nothing_can_be_made_of_is_opened_again() -> None:
    class Empty(Steps):
        def take(self, after: float = 0.0) -> Frame:
            return Frame(np.zeros((0, 0, 3), dtype=np.uint8), after, "nothing in it")

    cameras: list[Camera] = [Empty(), table_camera()]
    with living(lambda: cameras.pop(0), pauses=(0.01,), deadline=PATIENCE) as camera:
        assert camera.take().picture.size


def test_a_picture_asked_for_after_a_moment_is_no_older_one() -> None:
    steps, done = Steps(), Event()

    def shoot() -> None:  # the camera is already waiting for a picture of any age when it is asked for a new one
        while not done.wait(0.005):
            steps.go.set()

    Thread(target=shoot, daemon=True).start()
    with living(lambda: steps, deadline=5.0) as camera:
        moment = SystemClock().now()
        assert camera.take(moment).at == moment
    done.set()


def test_a_lost_camera_is_told_to_whoever_asks_for_a_picture_and_opened_again() -> None:
    plugged = Event()
    cameras: list[Steps] = []

    def opening() -> Camera:
        if cameras and not plugged.is_set():
            raise HardwareError("no camera is plugged in")
        cameras.append(Steps())
        if len(cameras) > 1:
            cameras[-1].go.set()
        return cameras[-1]

    with living(opening, pauses=(0.0,), deadline=0.2) as camera:
        cameras[0].trouble = HardwareError("the cable is out")
        cameras[0].go.set()
        assert said(camera) in {"the cable is out", "no camera is plugged in"}
        plugged.set()
        assert came(camera).name == "1"
        assert cameras[0].closed == 1


class Raw(Steps):
    """A camera with a driver that says what is wrong in its own way, and cannot even be closed then."""

    def take(self, after: float = 0.0) -> Frame:
        super().take(after)
        raise ValueError("control 9963807 is not advertised")

    def close(self) -> None:
        super().close()
        raise OSError("no such device")


def test_a_camera_whose_driver_fails_in_its_own_way_is_opened_again_too() -> None:
    plugged = Event()
    cameras: list[Steps] = []

    def opening() -> Camera:
        if len(cameras) == 1:
            plugged.wait(PATIENCE)
            cameras.append(Steps())
            raise RuntimeError("failed to acquire")
        cameras.append(Steps() if cameras else Raw())
        cameras[-1].go.set()
        return cameras[-1]

    with living(opening, pauses=(0.0,), deadline=0.2) as camera:
        assert "ValueError: control 9963807 is not advertised" in said(camera)
        plugged.set()
        assert came(camera).name == "1"
    assert cameras[0].closed == 1


class Still:
    """A camera whose pictures are all of one ``shade``, ten a second."""

    def __init__(self, clock: SimulatedClock, shade: int) -> None:
        self.clock = clock
        self.shade = shade
        self.minute = Event()
        self.closed = 0

    def take(self, after: float = 0.0) -> Frame:
        self.clock.sleep(0.1)
        if self.clock.now() > 60:
            self.minute.set()
        return Frame(np.full((48, 64, 3), self.shade, np.uint8), max(after, self.clock.now()), "still")

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize("shade", [0, 16, 255])
def test_a_room_too_dark_or_too_bright_to_show_anything_is_no_camera_that_hangs(shade: int) -> None:
    clock = SimulatedClock()
    still = Still(clock, shade)
    camera = LiveCamera(lambda: still, clock)
    assert still.minute.wait(PATIENCE)
    camera.close()
    assert still.closed == 1, "nobody opened it again meanwhile"


def test_a_recording_that_ends_stays_ended() -> None:
    steps = Steps()
    steps.trouble = CameraStopped("that was the last picture")
    with living(lambda: steps) as camera:
        steps.go.set()
        for _ in range(2):
            with pytest.raises(CameraStopped, match="last picture"):
                camera.take()


def test_the_first_opening_fails_where_it_is_asked_for() -> None:
    def opening() -> Camera:
        raise HardwareError("no camera is plugged in")

    with pytest.raises(HardwareError, match="plugged in"):
        LiveCamera(opening, SystemClock())


def test_a_closed_camera_says_so() -> None:
    with living(table_camera) as camera:
        pass
    with pytest.raises(CameraStopped, match="closed"):
        camera.take()


def exhaust(camera: Camera) -> None:
    for _ in range(500):
        camera.take()


class Phone(BaseHTTPRequestHandler):
    """An old phone as camera: MJPEG, each picture brighter than the one before, until it is switched off."""

    off: Event

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        for number in range(2000):
            if self.off.wait(0.02):
                return
            data = cv2.imencode(".jpg", np.full((48, 64, 3), min(number, 250), dtype=np.uint8))[1].tobytes()
            head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return

    def log_message(self, *_: object) -> None:
        """Quietly."""


@pytest.fixture
def phone() -> Iterator[tuple[str, Event]]:
    off = Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("OnePhone", (Phone,), {"off": off}))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/video", off
    off.set()
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_old_phone_in_the_network_is_a_camera(phone: tuple[str, Event]) -> None:
    address, off = phone
    camera = open_camera(address)
    try:
        first = camera.take()
        assert first.picture.shape == (48, 64, 3)
        assert camera.take().picture.mean() > first.picture.mean()
        off.set()
        with pytest.raises(HardwareError, match=r"127\.0\.0\.1"):
            exhaust(camera)
    finally:
        camera.close()


def test_nobody_waits_for_a_camera_that_is_known_to_be_lost() -> None:
    def gone() -> Camera:
        raise HardwareError("unplugged")

    with living(gone, patient=True, deadline=0.5) as camera:
        began = monotonic()
        for _ in range(40):  # turns in which lamps blink and buttons are heard
            with pytest.raises(HardwareError):
                camera.take()
        assert monotonic() - began < 20 * 0.5


def test_a_service_waits_for_a_camera_that_is_slow_to_start_and_tells_at_once_of_one_that_is_lost_later() -> None:
    started = Event()
    cameras: list[Steps] = []

    def opening() -> Camera:
        started.wait(PATIENCE)
        started.clear()
        cameras.append(Steps())
        cameras[-1].go.set()
        return cameras[-1]

    with living(opening, patient=True, deadline=0.01, first=PATIENCE, pauses=(0.0,)) as camera:
        Timer(0.2, started.set).start()
        assert camera.take().name == "1", "nobody was told meanwhile that there is none"
        cameras[0].trouble = HardwareError("the cable is out")
        cameras[0].go.set()
        began = monotonic()
        assert said(camera) == "the cable is out"
        assert monotonic() - began < PATIENCE / 2
        started.set()


def test_a_network_camera_that_is_not_there_is_named_without_its_password() -> None:
    with pytest.raises(HardwareError, match="localhost does not answer") as told:
        open_camera("http://anna:secret@localhost:9/video")
    assert "secret" not in str(told.value)


def test_usb_and_ribbon_cameras_that_are_missing_say_what_to_do() -> None:
    for missing, words in (("/dev/video97", "there is no camera at /dev/video97"), ("usb:97", "usb:97")):
        with pytest.raises(HardwareError, match=words) as told:
            open_camera(missing)
        assert not isinstance(told.value, NoSuchSource), "it is named rightly, and not plugged in"
    with pytest.raises(HardwareError, match=r"needs a Raspberry Pi|python3-picamera2|CSI cameras connected"):
        open_camera("csi:97")


def test_nothing_about_hardware_is_imported_until_chosen() -> None:
    script = (
        "import sys\n"
        "import hardware.ports, hardware.cameras, hardware.lights, hardware.buttons, hardware.sound, hardware.press\n"
        "drivers = ('cv2', 'gpiozero', 'lgpio', 'neopixel', 'neopixel_spi', 'adafruit_pixelbuf', 'Adafruit_PureIO', "
        "'board', 'picamera2')\n"
        "sys.exit(' '.join(name for name in drivers if name in sys.modules) or 0)"
    )
    done = run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_name_that_can_be_no_file_is_no_camera() -> None:
    with pytest.raises(NoSuchSource, match="cannot be reached"):
        open_camera("x" * 300)


@pytest.mark.parametrize(
    "mistyped",
    ["http://", "http://:8080/video", "http://[fe80::1/video", "rtsp://anna:secret@/live", "http://phone:80800/video"],
)
def test_nobody_waits_for_an_address_that_can_be_no_camera(mistyped: str) -> None:
    with pytest.raises(NoSuchSource, match="names no machine") as told:
        open_camera(mistyped, patient=True)
    assert "secret" not in str(told.value)
