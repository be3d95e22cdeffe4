"""Cameras that give pictures taken before: a folder of them, or a film.

A recording cannot be asked for a picture after some moment: ``take`` gives its next one, whatever ``after`` says.
"""

import re
from pathlib import Path

import cv2
import numpy as np

from hardware.errors import BadPicture, CameraStopped, NoSuchSource
from hardware.pictures import Decode, File, Picture
from hardware.ports import Frame
from hardware.settings import FOLDER_RATE, PICTURE_BYTES, PICTURE_FILES

FILMS = "give an .mp4, .avi, .mkv or .webm file"

ANSI = cv2.VideoWriter.fourcc(*"ansi")
"""As what FFmpeg paints a text, as if it were a film of a terminal."""


JPEG_PART, JPEG_END = re.compile(rb"\xff[^\0\xff\xd0-\xd7]"), b"\xff\xd9"
"""How a part of a JPEG begins, its length following; and how the picture ends."""


class FolderCamera:
    """The pictures of a folder, in the order of their names, with numbers as numbers (``9.jpg`` before ``10.jpg``).

    ``decode``: how their files are read; without it as OpenCV does, whatever their size.
    """

    def __init__(self, folder: Path, decode: Decode | None) -> None:
        try:
            found = [path for path in folder.iterdir() if path.suffix.lower() in PICTURE_FILES]
        except OSError as error:
            raise NoSuchSource(f"the folder {folder} cannot be read ({error.strerror}); name another one") from None
        if not found:
            raise NoSuchSource(f"the folder {folder} holds no pictures; put .jpg or .png files there")
        self._files = sorted(found, key=_by_numbers)
        self._decode = decode or _decoded
        self._next = 0

    def take(self, after: float = 0.0) -> Frame:  # noqa: ARG002 - recordings cannot be asked
        """The next picture. Raises `BadPicture` for one that cannot be read and `CameraStopped` after the last."""
        if self._next == len(self._files):
            raise CameraStopped(f"picture {len(self._files)} was the last one")
        path = self._files[self._next]
        at = self._next / FOLDER_RATE
        self._next += 1
        if path.is_fifo() or path.is_char_device():
            # Nobody may ever write into the one, and the other may have no end.
            raise BadPicture(f"the picture {path} is a pipe or a device, no file; replace it or take it away")
        try:
            if path.stat().st_size > PICTURE_BYTES:
                raise BadPicture(f"the picture {path} is too large to be one; replace it or take it away")
            data = np.fromfile(path, dtype=np.uint8)
        except OSError as error:
            raise BadPicture(
                f"the picture {path} cannot be read ({error.strerror}); replace it or take it away"
            ) from None
        if _is_torn(data):
            raise BadPicture(f"the picture {path} is empty or torn; replace it or take it away")
        try:
            return Frame(self._decode(data, str(path)), at, path.name)
        except ValueError as error:
            raise BadPicture(str(error)) from error

    def close(self) -> None:
        """No more pictures."""
        self._next = len(self._files)


class VideoCamera:
    """A film, picture by picture; a film that breaks off ends where it does.

    Its first picture is read at once, for files of other kinds are opened as films, too. Raises `NoSuchSource`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._film = cv2.VideoCapture(str(path))
        self._number = 0
        if not self._film.isOpened() or self._film.get(cv2.CAP_PROP_FOURCC) == ANSI:
            raise NoSuchSource(f"{path} cannot be read as a film; {FILMS}")
        self._first = self._read()
        if self._first is None:
            self._film.release()
            raise NoSuchSource(f"{path} holds no picture; {FILMS}")

    def take(self, after: float = 0.0) -> Frame:  # noqa: ARG002 - recordings cannot be asked
        """The next picture. Raises `CameraStopped` at the end."""
        frame, self._first = self._first or self._read(), None
        if frame is None:
            raise CameraStopped(f"the film {self._path} ended after picture {self._number}")
        return frame

    def _read(self) -> Frame | None:
        got, picture = self._film.read()
        at = self._film.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if not got or picture.ndim != 3:
            return None
        self._number += 1
        return Frame(np.asarray(picture, dtype=np.uint8), at, f"{self._number:05}")

    def close(self) -> None:
        """Let the file go."""
        self._first = None
        self._film.release()


def _by_numbers(path: Path) -> tuple[list[str | int], str]:
    parts: list[str | int] = [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", path.name)]
    return parts, path.name


def _is_torn(data: File) -> bool:
    """Whether a file ends before its picture does: half a picture would look like half an empty table."""
    start = data[:2].tobytes()
    if start == b"\xff\xd8":
        return not _jpeg_ends(data.tobytes())
    return not start or (start == b"\x89P" and b"IEND" not in data[-64:].tobytes())


def _jpeg_ends(data: bytes) -> bool:
    """Whether a JPEG comes to its own end mark, part by part: a preview within it has another one, and phones keep
    things of their own behind it.
    """
    at = 2
    while (part := JPEG_PART.search(data, at)) and part[0] != JPEG_END:
        at = part.end() + int.from_bytes(data[part.end() : part.end() + 2])
    return part is not None


def _decoded(data: File, name: str) -> Picture:
    """Any picture upright and in colour."""
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise ValueError(f"the picture {name} is no picture that can be read; replace it or take it away")
    return np.asarray(picture, dtype=np.uint8)
