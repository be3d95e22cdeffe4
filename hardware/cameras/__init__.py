"""Opening a camera by what a person calls it.

| what is given | what it is |
|---|---|
| ``folder:PATH``, or a folder's path | the pictures in it, in the order of their names |
| ``video:PATH``, or a file's path | a film |
| ``/dev/video0``, ``/dev/v4l/by-id/…`` | a USB camera by its device |
| ``usb:0`` | the first USB camera in the order of their ids |
| ``csi``, ``csi:1`` | a camera on the Pi's own ribbon |
| ``http://…``, ``https://…``, ``rtsp://…`` | a camera in the network, an old phone for instance |

Nothing is imported until it is chosen.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from hardware.clock import SystemClock
from hardware.errors import NoSuchSource
from hardware.ports import Camera, Clock

if TYPE_CHECKING:
    from hardware.pictures import Decode

KINDS = "folder:PATH, video:PATH, /dev/video0, usb:0, csi, http://… or rtsp://…"


def open_camera(
    spec: str, clock: Clock | None = None, *, patient: bool = False, decode: "Decode | None" = None
) -> Camera:
    """The camera that ``spec`` names. Live ones run in a thread of their own and come back by themselves when lost.

    ``patient``: a live one that is not there yet is waited for, as one that was lost. Otherwise, and for recordings:
    raises `NoSuchSource` for what can be no camera, `HardwareError` for one that is not there or does not work.
    ``decode`` reads the files of a folder, which may be of any size.
    """
    clock = clock or SystemClock()
    if not _is_text(spec) and not is_folder(spec):
        # OpenCV does not refuse such a name: it ends the whole process.
        raise NoSuchSource(f"{spec!r} holds letters that are not in UTF-8; give the film or camera another name")
    check_name(spec)
    kind, name = _named(spec)
    if kind in OPENINGS:
        from hardware.cameras.live import LiveCamera

        return LiveCamera(OPENINGS[kind](name, clock), clock, patient=patient)
    return _recording(kind, name, decode)


def _named(spec: str) -> tuple[str, str]:
    """What kind of camera or recording ``spec`` names, and which one; the kind is empty for a plain path."""
    if spec.startswith(("http://", "https://", "rtsp://")):
        return "stream", spec
    if spec.startswith("/dev/"):
        return "usb", spec
    kind, _, rest = spec.partition(":")
    if kind in {"usb", "csi"} and (not rest or rest.isdecimal()):
        return kind, rest or "0"
    return (kind, rest) if kind in {"folder", "video"} else ("", spec)


def _is_text(spec: str) -> bool:
    """Whether all of a name could be read; Python keeps single bytes of others as halves of letters."""
    try:
        spec.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_live(spec: str) -> bool:
    """Whether ``spec`` names a camera that looks at a table now, and no recording."""
    return _named(spec)[0] in OPENINGS


def for_all(spec: str) -> str:
    """``spec`` as everybody may read it: of a camera in the network only where it is, for the rest may be secret."""
    kind, address = _named(spec)
    if kind != "stream":
        return spec
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def recording(spec: str) -> Path | None:
    """Where the folder or the film lies that ``spec`` names; None for a live camera."""
    return None if is_live(spec) else Path(_named(spec)[1])


def is_folder(spec: str) -> bool:
    """Whether ``spec`` names a folder, of pictures that were taken whenever something happened."""
    path = recording(spec)
    return path is not None and path.is_dir()


def check_name(spec: str) -> None:
    """Raise `NoSuchSource` for what can be no camera; one that is only not plugged in passes."""
    kind, path = _named(spec)
    if kind == "stream" and not _names_a_machine(path):  # and is not said again: it may hold a password
        raise NoSuchSource("this address of a camera names no machine; write it like http://192.168.1.30:8080/video")
    if kind in OPENINGS:
        return
    try:
        there = bool(path) and Path(path).exists()
    except OSError as error:
        raise NoSuchSource(f"{path!r} cannot be reached ({error.strerror}); name a camera as {KINDS}") from None
    if not there:
        raise NoSuchSource(f"there is no camera, folder or film called {path!r}; name one as {KINDS}")


def _names_a_machine(address: str) -> bool:
    """Whether ``address`` has a host, and a port that can be one if it has any."""
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _recording(kind: str, path: str, decode: "Decode | None") -> Camera:
    from hardware.cameras.recordings import FolderCamera, VideoCamera

    place = Path(path)
    if kind == "folder" and not place.is_dir():
        raise NoSuchSource(f"{path} is no folder; name a film as video:{path}")
    return FolderCamera(place, decode) if place.is_dir() else VideoCamera(place)


def _usb(device: str, clock: Clock) -> Callable[[], Camera]:
    from hardware.cameras.usb import opening

    return opening(device, clock)


def _csi(number: str, clock: Clock) -> Callable[[], Camera]:
    def opening() -> Camera:
        # Its packages are the system's: whoever is patient waits for them, too.
        from hardware.cameras.csi import CsiCamera

        return CsiCamera(int(number), clock)

    return opening


def _stream(address: str, clock: Clock) -> Callable[[], Camera]:
    from hardware.cameras.stream import StreamCamera

    return lambda: StreamCamera(address, clock)


OPENINGS: Mapping[str, Callable[[str, Clock], Callable[[], Camera]]] = {"usb": _usb, "csi": _csi, "stream": _stream}
"""By kind of live camera: what opens the one of that name, as often as it is lost."""
