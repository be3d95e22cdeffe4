"""What stands at a table that runs as a service: words of ``hopsight play``, in a file that people write in.

A slip of the keyboard is told with its line, and until it is mended the table stands as it did the last time.
"""

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from firmware.given.words import GivenWrong
from firmware.kept.records import state_folder
from firmware.kept.whole import read_text, why, write_whole
from hardware.errors import HardwareError

OURS = ("HOPSIGHT_LAMPS", "HOPSIGHT_PLAY")
"""The names in the file whose words are ours."""

OTHERS = ("SPI_BUFSIZE",)
"""Names that go to the program's environment, by systemd. Whatever else is meant for it has its place in the unit."""

WRONG = (ValueError, OSError, HardwareError)
"""What words raise that are not understood; `GivenWrong` and `GivenError` are such a ValueError."""

T = TypeVar("T")


def standing(path: Path, parse: Callable[[list[str]], T], good: Path | None = None) -> tuple[T, Callable[[], None]]:
    """What ``parse`` makes of the words in the file at ``path``, else of those that were good last.

    ``parse`` raises `GivenWrong`, `GivenError` or `HardwareError` for words that it does not understand. Without a
    file, or anything good to fall back on, there are no words. The second value is called once the table really
    stands: only then are the words good.
    """
    copy = good or state_folder() / "table.conf"
    try:
        text = read_words(path) if path.exists() else ""
        stands = checked(path, text, parse)
    except (OSError, GivenWrong) as error:
        said = f"{path}: {why(error)}" if isinstance(error, OSError) else why(error)
        print(f"{said}; until that is mended the table stands as it did the last time", file=sys.stderr, flush=True)
        try:
            return checked(copy, read_words(copy), parse), lambda: None
        except (OSError, GivenWrong):
            return parse([]), lambda: None
    return stands, partial(_keep, text.encode(), copy)


def _keep(text: bytes, copy: Path) -> None:
    with suppress(OSError):  # the copy is a net under the rope, no more
        if not copy.exists() or copy.read_bytes() != text:
            write_whole(copy, text)


def read_words(path: Path) -> str:
    """What people wrote. Raises `OSError`, and `GivenWrong` for letters that no editor of today writes."""
    try:
        return read_text(path)
    except ValueError as error:
        raise GivenWrong(f"{path}, {error}") from None


def checked(path: Path, text: str, parse: Callable[[list[str]], T]) -> T:
    """What ``parse`` makes of all our words in ``text``. Raises `GivenWrong`, which names the file and the line."""
    lines: dict[str, tuple[int, list[str]]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip()[0] in "#;":
            continue
        name, equals, value = (part.strip() for part in line.partition("="))
        with _in_line(path, number):
            if not equals or not re.fullmatch(r"\w+", name):
                raise GivenWrong(f"{line.strip()!r} is no NAME=WORDS")
            if name not in OURS + OTHERS:
                raise GivenWrong(f"{name} is not known; {', '.join(OURS + OTHERS)} are")
            if name in OTHERS and not re.fullmatch(r"0*[1-9]\d*", value):
                raise GivenWrong(f"{name} is a number of bytes, such as 8192, not {value!r}")
            if name in OURS:
                lines[name] = number, _words(value[1:-1] if re.fullmatch(r"(['\"]).*\1", value) else value)
    try:
        return parse([word for _, words in lines.values() for word in words])
    except WRONG as error:
        for number, words in lines.values():
            with _in_line(path, number):
                parse(words)
        raise GivenWrong(f"{path}: {error}") from error  # each line is right by itself, but not beside the other


def _words(text: str) -> list[str]:
    """The words in ``text``, as a shell takes them apart. Raises `GivenWrong`."""
    try:
        return shlex.split(text)
    except ValueError:
        raise GivenWrong("a quotation mark stands alone, or a backslash at the end; leave it out") from None


@contextmanager
def _in_line(path: Path, number: int) -> Iterator[None]:
    """Name the line to whatever is wrong. Raises `GivenWrong`."""
    try:
        yield
    except WRONG as error:
        raise GivenWrong(f"{path}, line {number}: {error}") from error
