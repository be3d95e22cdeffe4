"""Pictures that people name or want written, and pixels in them."""

from argparse import Namespace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.given.files import put, writing
from firmware.given.words import GivenWrong

if TYPE_CHECKING:
    from vision.pictures import Picture


def spared(out: Path, seen: Path | None) -> None:
    """Refuse to write to ``out`` where that would write over what was ``seen``: a picture, or a folder of them."""
    with writing(out):
        if seen is None or not (out.exists() and seen.exists()):
            return
        if out.is_dir() and out.samefile(seen):
            raise GivenWrong(f"{out} holds the pictures themselves, which would be lost; name another folder")
        if out.is_file() and any(map(out.samefile, filter(Path.exists, seen.iterdir() if seen.is_dir() else [seen]))):
            raise GivenWrong(f"{out} is the picture itself, which would be lost; name another file")


def put_picture(out: Path, picture: "Picture") -> None:
    """Write a picture where people asked for it; the file's ending says how. Raises `GivenWrong`."""
    from vision.pictures import packed  # commands about positions need no OpenCV

    with writing(out):
        data = packed(out, picture)
    put(out, data)


def chosen_south(given: Namespace, picture: "Picture", times: float = 1.0) -> tuple[float, float] | None:
    """The pixel that is to be called south in ``picture``, if one is given; in the file that is ``times`` larger."""
    if not given.south:
        return None
    x, y = parse_point(given.south)
    height, width = (round(side * times) for side in picture.shape[:2])
    if not (0 <= x < width and 0 <= y < height):
        raise GivenWrong(f"--south {given.south} lies outside the picture, which has {width} × {height} pixels")
    return x / times, y / times


def parse_point(text: str) -> tuple[float, float]:
    """A pixel given as X,Y."""
    try:
        x, y = (float(number) for number in text.split(","))
        if not (isfinite(x) and isfinite(y)):
            raise ValueError("no place in any picture")
    except ValueError as error:
        raise GivenWrong(f"{text!r} is no pixel; write it as X,Y, such as 640,900") from error
    return x, y
