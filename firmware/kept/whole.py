"""Files that are written whole or not at all, so that a pulled plug leaves the old one or the new one.

And what is said of a file that cannot be read or written.
"""

import os
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from threading import get_native_id
from typing import Any

MOST_BYTES = 1_000_000
"""Of a file that people write by hand."""


def write_whole(path: Path, data: bytes) -> None:
    """Write ``data`` beside the file at ``path`` and put it in its place, folders included.

    A link stays one: what it leads to is written, where there is a folder for it.
    Whoever writes it at the same time does so beside it, too: the last one counts. Raises OSError, which names that
    file and not the one beside it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    place = Path(os.path.realpath(path))  # people keep their settings in a folder of their own, and lead here from it
    new = place.with_name(f".{os.getpid()}-{get_native_id()}.new")
    try:
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(place)
    except BaseException as error:
        with suppress(OSError):  # what is wrong with the disk has been told already
            new.unlink(missing_ok=True)
        if isinstance(error, OSError):
            leads = f", where its link leads: {place}" if path.is_symlink() else ""
            raise OSError(error.errno, f"{error.strerror}{leads}", str(path)) from error
        raise


def read_text(path: Path) -> str:
    """What people wrote in a file. Raises OSError, and ValueError for letters that no editor of today writes."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)  # a device may have no end
    if len(data) > MOST_BYTES:
        raise ValueError(f"it is longer than {MOST_BYTES // 1_000_000} MB, which nobody wrote by hand")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line}: a letter is not in UTF-8; write it anew, or save the file as UTF-8") from None


def read_toml(path: Path) -> dict[str, Any]:
    """What people wrote in a file of TOML. Raises OSError, and ValueError that names the line which is none."""
    text = read_text(path)
    try:
        found = tomllib.loads(text)
        repr(found)  # names may go as deep as brackets, and nobody after us could say what is wrong with them
        return found
    except RecursionError:
        raise ValueError("too many brackets or names stand within each other") from None
    except tomllib.TOMLDecodeError as error:
        told = re.search(r"at line (\d+)", str(error))
        number = int(told[1]) if told else text.rstrip().count("\n") + 1  # else the text ends too soon
        line = text.split("\n")[number - 1].strip()
        right = "[NAME] or NAME = VALUE, words in quotes, each name once"
        raise ValueError(f"line {number} should read {right}: {line}") from error


def why(error: Exception) -> str:
    """What is wrong with a file, as a part of a sentence: without the system's numbers, and without a full stop."""
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error) or type(error).__name__
    return told.rstrip(".。")
