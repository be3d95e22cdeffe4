"""Pictures from and to files: whatever a camera or a phone wrote becomes one kind of array, or one clear sentence."""

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import settings

Picture = NDArray[np.uint8]
"""Height × width × 3, BGR."""


PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
"""How files of these kinds begin."""

RIFF, WEBP = b"RIFF", b"WEBP"
"""How files of many kinds begin, sounds and films too; and what follows after four bytes where it is a picture."""

BEGINNINGS = (PNG, JPEG, b"GIF8", RIFF, b"BM", b"II*\0", b"MM\0*")
"""How files of all kinds begin that can be read."""

HEIC = (b"ftypheic", b"ftypheix", b"ftypmif1")
"""What follows after four bytes in the pictures that iPhones take."""

BEGINS = 12
"""So many bytes tell of what kind a file is."""

OLD_BMP = 12
"""Bytes of the header of a BMP file as OS/2 wrote it, which has its numbers in two bytes each."""

AT_ONCE = 1 << 20
"""Bytes that are read, or looked through, at once: of a large file there is no room for a second copy."""

NO_FRAME = (0xC4, 0xC8, 0xCC)
"""JPEG markers among those of frames (0xC0 to 0xCF) that are none: tables and an extension."""

LEFT = 1.5
"""How many times finer than wanted a picture stays that is halved before it is made smaller."""

ALONE = (0x00, 0x01, *range(0xD0, 0xD8))
"""JPEG markers that stand alone: no length follows them."""

TIFF_ORDER: Mapping[bytes, Literal["little", "big"]] = {b"II": "little", b"MM": "big"}
"""How the first two bytes of a TIFF file say in which order its numbers stand."""

TIFF_BYTES = {3: 2, 4: 4}
"""How many bytes a number in a TIFF file has, by its kind, where it stands in the entry itself."""

THINNERS = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2))
"""A JPEG can be made this many times smaller while it is decoded, without ever holding the whole."""


class UnreadablePicture(ValueError):
    """A file that is no picture, or none that a board could be seen in. The text says which, why, what to do."""


def load(path: str | Path) -> Picture:
    """The picture in a file, turned upright by its EXIF mark, at most `settings.LARGEST_SIDE` pixels long.

    Grey, 16-bit, palette and transparent pictures become plain ones.
    Raises UnreadablePicture.
    """
    return opened(path)[0]


def opened(path: str | Path) -> tuple[Picture, float]:
    """As `load`, and by how many times the picture in the file is larger. Raises UnreadablePicture."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = whole(file)
    except FileNotFoundError:
        raise UnreadablePicture(f"{path}: there is no such file") from None
    except OSError as error:
        raise UnreadablePicture(f"{path}: cannot be read ({error.strerror or error})") from None
    return decoded(data, str(path))


def whole(file: BinaryIO) -> NDArray[np.uint8]:
    """All bytes of an open file. A device may have no end: what begins like no picture is not read further."""
    data = bytearray(file.read(BEGINS))
    while data.startswith(BEGINNINGS) and len(data) < settings.MOST_BYTES and (more := file.read(AT_ONCE)):
        data += more
    return np.frombuffer(data, np.uint8)


def decode(data: NDArray[np.uint8], name: str) -> Picture:
    """The picture in the bytes of a file; ``name`` is used in complaints. As `load`. Raises UnreadablePicture."""
    return decoded(data, name)[0]


def enlarged(xy: tuple[float, float], times: float) -> tuple[float, float]:
    """The pixel of a picture that is so many times larger; the middle of the top left pixel is (0, 0) in both."""
    x, y = ((coordinate + 0.5) * times - 0.5 for coordinate in xy)
    return x, y


def decoded(data: NDArray[np.uint8], name: str) -> tuple[Picture, float]:
    """As `decode`, and by how many times the picture in the file is larger. Raises UnreadablePicture."""
    if not data.size:
        raise UnreadablePicture(f"{name}: the file is empty")
    begins = data[:BEGINS].tobytes()
    if begins[4:] in HEIC:
        raise UnreadablePicture(f"{name}: a HEIC picture, as iPhones take them, cannot be read; save it as a JPEG")
    if not begins.startswith(BEGINNINGS) or (begins[:4] == RIFF and begins[8:] != WEBP):
        raise UnreadablePicture(f"{name}: not a picture that can be read; give a JPEG, PNG, WebP, TIFF or BMP file")
    damaged = UnreadablePicture(f"{name}: the picture is cut short or damaged; copy it once more, or take another")
    announced = _announced(data)
    if announced is None:
        raise damaged
    longest = max(announced)
    fits = [one for one in THINNERS if begins.startswith(JPEG) and longest >= one[0] * settings.LARGEST_SIDE]
    times, flags = fits[0] if fits else (1, cv2.IMREAD_COLOR)
    width, height = (side // times for side in announced)
    if width * height > settings.MOST_PIXELS:
        raise UnreadablePicture(f"{name}: {width} × {height} pixels are too many; save it smaller, or as a JPEG")
    if begins.startswith(PNG) and not _chunks_fit(data.data):  # for one that claims gigabytes OpenCV takes them
        raise damaged
    try:
        picture = cv2.imdecode(data, flags)
    except (cv2.error, MemoryError):
        picture = None
    if picture is None and begins[:2] in TIFF_ORDER:  # a kind of file of which OpenCV reads some kinds only
        raise UnreadablePicture(f"{name}: this TIFF is damaged, or of a kind that cannot be read; save it as a PNG")
    if picture is None:
        raise damaged
    picture = reduced(np.asarray(picture, np.uint8))
    if min(picture.shape[:2]) < settings.SMALLEST_SIDE:
        raise UnreadablePicture(
            f"{name}: {picture.shape[1]} × {picture.shape[0]} pixels are too few for a board; give one of at least "
            f"{settings.SMALLEST_SIDE} × {settings.SMALLEST_SIDE}"
        )
    return picture, longest / max(picture.shape[:2])


def save(path: Path, picture: Picture) -> None:
    """Write a picture; the file's ending says how (.jpg, .png, …). Raises OSError when it cannot be."""
    path.write_bytes(packed(path, picture))


def packed(path: Path, picture: Picture) -> bytes:
    """What the file at ``path`` is to hold, as its ending says. Raises OSError for one that no picture has."""
    try:
        written, data = cv2.imencode(path.suffix.lower(), picture)
    except cv2.error:
        written, data = False, np.empty(0, np.uint8)
    if not written:
        ending = f"ends in {path.suffix!r}" if path.suffix else "is called so"
        raise OSError(f"{path}: no kind of picture {ending}; use .jpg or .png")
    return data.tobytes()


def reduced(picture: Picture) -> Picture:
    """The picture, smaller if it is larger than any reading needs."""
    return _shrunk(picture, settings.LARGEST_SIDE / max(picture.shape[:2]))


def narrowed(picture: Picture, width: int) -> Picture:
    """The picture, smaller if it is wider than ``width`` pixels."""
    return _shrunk(picture, width / picture.shape[1])


def halved(picture: Picture, times: int) -> Picture:
    """The picture halved so many times; an odd last row or column is left out each time."""
    for _ in range(times):
        height, width = picture.shape[0] // 2, picture.shape[1] // 2
        even = picture[: 2 * height, : 2 * width]
        picture = np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def thinned(picture: Picture, by: float) -> tuple[Picture, NDArray[np.float64]]:
    """The picture with one pixel for ``by`` (1 or more) a side, and how many there are now for one before, x and y.

    To halve a picture costs a tenth of making it smaller by any other share, so that is done first, as often as it
    leaves half as many again: with less to do the last step would smooth some pixels more than others.
    """
    times = int(np.log2(max(min(by / LEFT, *picture.shape[:2]), 1)))
    part = halved(picture, times)
    before = np.array(part.shape[1::-1])
    size = np.maximum(np.rint(before * 2**times / by).astype(int), 1)
    small = cv2.resize(part, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), size / before / 2**times


def _shrunk(picture: Picture, scale: float) -> Picture:
    if scale >= 1:
        return picture
    height, width = (max(1, round(side * scale)) for side in picture.shape[:2])
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _announced(data: NDArray[np.uint8]) -> tuple[int, int] | None:
    """Width and height as the file's header has them, before anything is decoded; None where it tells none."""
    begins, size = data[:30].tobytes(), None
    if begins[:8] == PNG and len(begins) >= 24:
        size = int.from_bytes(begins[16:20]), int.from_bytes(begins[20:24])
    elif begins[:2] == b"BM" and int.from_bytes(begins[14:18], "little") == OLD_BMP:
        size = int.from_bytes(begins[18:20], "little"), int.from_bytes(begins[20:22], "little")
    elif begins[:2] == b"BM" and len(begins) >= 26:
        # A negative height says that the rows run downwards.
        size = int.from_bytes(begins[18:22], "little"), abs(int.from_bytes(begins[22:26], "little", signed=True))
    elif begins[:4] == b"GIF8" and len(begins) >= 10:
        size = int.from_bytes(begins[6:8], "little"), int.from_bytes(begins[8:10], "little")
    elif begins[8:12] == WEBP and len(begins) >= 30:
        size = _webp(begins)
    elif begins[:2] in TIFF_ORDER:
        size = _tiff(data.data, TIFF_ORDER[begins[:2]])
    elif begins[:2] == JPEG:
        size = _jpeg(data.data)
    return size


def _chunks_fit(data: memoryview) -> bool:
    """Whether the file holds all that the parts of a PNG say that they hold, up to its end mark."""
    at = len(PNG)
    while at < len(data) and bytes(data[at + 4 : at + 8]) != b"IEND":
        at += 12 + int.from_bytes(data[at : at + 4])  # length, name and checksum stand around what it holds
    return at < len(data)


def _jpeg(data: memoryview) -> tuple[int, int] | None:
    """Width and height of a JPEG file: they stand in the header of its first frame."""
    at = 2
    # Between its parts may be stray bytes, but not without end.
    while (nearest := bytes(data[at : at + AT_ONCE]).find(0xFF)) >= 0 and (at := at + nearest) < len(data) - 9:
        kind = data[at + 1]
        if 0xC0 <= kind <= 0xCF and kind not in NO_FRAME:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        rest = 0 if kind in ALONE else int.from_bytes(data[at + 2 : at + 4])
        at += 1 if kind == 0xFF else 2 + rest
    return None


def _webp(data: bytes) -> tuple[int, int] | None:
    """Width and height of a WebP file: extended, lossless, or plain; None for what says that it is none of these."""
    if data[12:16] == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[12:16] == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if data[12:16] == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None


def _tiff(data: memoryview, order: Literal["little", "big"]) -> tuple[int, int] | None:
    """Width and height of a TIFF file's first picture: the entries 256 and 257 of its first directory.

    Instead of them those of its tiles (322 and 323), should they be too many pixels: room is made for a whole tile.
    """
    start = int.from_bytes(data[4:8], order)
    found: dict[int, int] = {}
    for at in range(start + 2, start + 2 + 12 * int.from_bytes(data[start : start + 2], order), 12):
        tag, kind = (int.from_bytes(data[at + part : at + part + 2], order) for part in (0, 2))
        # Of two entries with one tag the first counts.
        found.setdefault(tag, int.from_bytes(data[at + 8 : at + 8 + TIFF_BYTES.get(kind, 0)], order))
    width, height, wide, high = (found.get(tag, usual) for tag, usual in ((256, 0), (257, 0), (322, 1), (323, 1)))
    if not (width and height and wide and high):
        return None
    return (wide, high) if wide * high > settings.MOST_PIXELS else (width, height)
