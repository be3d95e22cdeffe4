"""A table in front of the emulated Pi's camera: pictures from `draw.py` go into the kernel's own test camera.

vivid has a video output and can be told that its camera films it. So the program under test opens an ordinary
/dev/video0 and sees a board, people's hands and moving marbles. What to show comes as lines on standard input: the name
of a picture, or ``unplug``. Runs as root, with Debian's own Python and the standard library.
"""

import fcntl
import mmap
import os
import struct
import sys
import time
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

PICTURES = Path("/host/pictures")
CAMERA, SCREEN = "/dev/video0", "/dev/video1"
SIZE = (720, 576)
"""The pictures of an S-Video wire, on which no size can be chosen."""

PICTURE_SECONDS = 0.5
AGAIN_SECONDS = 1.0
BUFFERS = 3

# Of the kernel's videodev2.h, as 64-bit machines have it.
OUTPUT, MEMORY_MAPPED, INTERLACED = 2, 1, 4
NEXT_CONTROL = 0x80000000
SET_FORMAT, SET_CONTROL, QUERY_CONTROL = 0xC0D05605, 0xC008561C, 0xC0445624
REQUEST_BUFFERS, QUERY_BUFFER, QUEUE, DEQUEUE, STREAM_ON = 0xC0145608, 0xC0585609, 0xC058560F, 0xC0585611, 0x40045612
FORMAT, CONTROL, BUFFER = "I4x12I152x", "Ii", "=5I4x16x16xIIQII4x4x"
BGR3 = int.from_bytes(b"BGR3", "little")

DISCONNECT = "Disconnect"
"""vivid's control that does what pulling a camera's plug does, until everybody has let go of it."""

MENUS = {"OSD Text Mode": 2, "S-Video 000-0 Is Connected To": 2}
"""Controls of the camera: no text over the picture, and a wire from the first output instead of colour bars."""


def controls(device: int) -> dict[str, int]:
    """The controls of a device: name → number."""
    found, number = {}, 0
    while True:
        asked = bytearray(struct.pack("II32s7I", number | NEXT_CONTROL, 0, b"", *[0] * 7))
        try:
            fcntl.ioctl(device, QUERY_CONTROL, asked)
        except OSError:
            return found
        number, _, name, *_ = struct.unpack("II32s7I", asked)
        found[name.rstrip(b"\0").decode()] = number


def set_control(name: str, value: int) -> None:
    """Set one of the camera's controls."""
    camera = os.open(CAMERA, os.O_RDWR)
    try:
        fcntl.ioctl(camera, SET_CONTROL, struct.pack(CONTROL, controls(camera)[name], value))
    finally:
        os.close(camera)


def buffer(index: int, used: int = 0) -> bytearray:
    """A v4l2_buffer as the kernel wants it."""
    return bytearray(struct.pack(BUFFER, index, OUTPUT, used, 0, INTERLACED, 0, MEMORY_MAPPED, 0, 0, 0))


class Screen:
    """The video output, with the camera looking at it. Raises OSError where there is none, or no more."""

    def __init__(self) -> None:
        for name, value in MENUS.items():
            set_control(name, value)
        self._device = os.open(SCREEN, os.O_RDWR)
        asked = bytearray(struct.pack(FORMAT, OUTPUT, *SIZE, BGR3, INTERLACED, *[0] * 8))
        fcntl.ioctl(self._device, SET_FORMAT, asked)
        if struct.unpack(FORMAT, asked)[1:4] != (*SIZE, BGR3):
            raise SystemExit(f"the video output takes {struct.unpack(FORMAT, asked)[1:4]} only")
        fcntl.ioctl(self._device, REQUEST_BUFFERS, bytearray(struct.pack("5I", BUFFERS, OUTPUT, MEMORY_MAPPED, 0, 0)))
        self._pages = []
        for index in range(BUFFERS):
            about = buffer(index)
            fcntl.ioctl(self._device, QUERY_BUFFER, about)
            *_, offset, length, _ = struct.unpack(BUFFER, about)
            self._pages.append(mmap.mmap(self._device, length, offset=offset))
        self._free = list(range(BUFFERS))
        self._streams = False

    def show(self, picture: bytes) -> None:
        """Show one picture, until the next one comes."""
        if not self._free:
            done = buffer(0)
            fcntl.ioctl(self._device, DEQUEUE, done)
            self._free.append(struct.unpack(BUFFER, done)[0])
        index = self._free.pop()
        self._pages[index][: len(picture)] = picture
        fcntl.ioctl(self._device, QUEUE, buffer(index, len(picture)))
        if not self._streams:
            fcntl.ioctl(self._device, STREAM_ON, struct.pack("i", OUTPUT))
            self._streams = True

    def close(self) -> None:
        """Let it go."""
        for page in self._pages:
            page.close()
        os.close(self._device)


def pictures(name: str) -> list[bytes]:
    """One moment, with two kinds of noise: a camera whose pictures do not differ at all hangs."""
    return [path.read_bytes() for path in sorted(PICTURES.glob(f"{name}.*.bgr"))]


def main() -> None:
    """Show the table as it is named, first by the only argument."""
    lines: SimpleQueue[str] = SimpleQueue()
    Thread(target=lambda: [lines.put(line.strip()) for line in sys.stdin], daemon=True).start()
    screen: Screen | None = None
    shown, number = pictures(sys.argv[1]), 0
    while True:
        try:
            name = lines.get(timeout=PICTURE_SECONDS)
        except Empty:
            name = ""
        number += 1
        try:
            if name == "unplug":
                set_control(DISCONNECT, 1)
            elif name:
                shown = pictures(name)
            screen = screen or Screen()
            screen.show(shown[number % len(shown)])
        except OSError as error:  # unplugged: it comes back once everybody has let go
            print(f"# no video output: {error}", flush=True)
            if screen is not None:
                screen.close()
                screen = None
            time.sleep(AGAIN_SECONDS)


if __name__ == "__main__":
    main()
