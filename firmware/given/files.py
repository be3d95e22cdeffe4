"""Files that people name: read, or written whole; JSON in them. What is wrong with one is theirs to mend."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import Any, AnyStr

from firmware.given.words import GivenWrong
from firmware.kept.whole import write_whole
from rules import catalogue
from rules.game import Game

BOM = "\ufeff"
"""The mark that some systems put at the head of a text."""

MOST_BYTES = 16_000_000
"""No position is as long, nor a line of several."""


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """While a file is written where people asked for it: what stops it is theirs to mend. Raises `GivenWrong`."""
    try:
        yield
    except OSError as error:
        if error.strerror is None:  # it has a sentence of its own
            raise GivenWrong(str(error)) from error
        where = error.filename or path
        raise GivenWrong(f"{where} cannot be written: {error.strerror}; name another place") from error


def placed(out: Path) -> None:
    """Refuse a file in a folder that is not there: a slip of the pen. Raises `GivenWrong`."""
    if not out.parent.is_dir():
        raise GivenWrong(f"{out} cannot be written: there is no folder {out.parent}; name another place")


def put(out: Path, data: bytes) -> None:
    """Write ``data`` where people asked for it, whole or not at all. Raises `GivenWrong`."""
    with writing(out):
        if out.exists() and not out.is_file():
            out.write_bytes(data)  # a pipe or a device stays what it is
            return
        placed(out)
        write_whole(out, data)


@contextmanager
def opened(path: str, errors: str = "strict") -> Iterator[TextIOWrapper]:
    """A file of text, or standard input for ``-``. Raises `GivenWrong`, also for what comes up while it is read."""
    try:
        with open(0 if path == "-" else path, encoding="utf-8", errors=errors, closefd=path != "-") as file:
            yield file
    except UnicodeDecodeError as error:
        raise GivenWrong(f"{source(path)} is no text: byte {error.start} cannot be read as UTF-8") from error
    except OSError as error:
        raise GivenWrong(f"{source(path)} cannot be read: {error.strerror}") from error


def source(path: str) -> str:
    """What a complaint calls a file that `opened` opens."""
    return "standard input" if path == "-" else path


def bounded(given: AnyStr, where: str) -> AnyStr:
    """What is given, if it may be one position. Raises `GivenWrong` for more: a device may have no end."""
    if len(given) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        raise GivenWrong(f"{where} is longer than {most} MB, which no position is; give another file")
    return given


def parse_json(text: str, where: str) -> Any:
    """One JSON value; ``where`` names it in the complaint."""
    if not text.strip():
        raise GivenWrong(f"{where} is empty; JSON is wanted there")
    try:
        text.encode()
        return json.loads(text)
    except UnicodeEncodeError as error:  # of a file that was read as far as it could be
        byte = len(text[: error.start].encode())
        raise GivenWrong(f"{where} is no text: byte {byte} cannot be read as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise GivenWrong(f"{where} is no JSON: {error}") from error


def read_lines(path: str) -> Iterator[tuple[str, str]]:
    """The lines of a JSON-lines file up to its last that holds something, each with its name (``FILE, line N``)."""
    empty, name = 0, source(path)
    with opened(path, "surrogateescape") as file:  # what is no text is wrong with its own line only
        lines = iter(partial(file.readline, MOST_BYTES + 1), "")
        for number, text in enumerate(lines, start=1):
            line = bounded(text.removesuffix("\n"), f"{name}, line {number}")
            line = line.removeprefix(BOM) if number == 1 else line
            if not line.strip():
                empty += 1
                continue
            yield from (("", f"{name}, line {before}") for before in range(number - empty, number))
            yield line, f"{name}, line {number}"
            empty = 0


def read_position(path: str) -> tuple[Game[Any, Any], Any]:
    """The game and the position in a JSON file."""
    with opened(path) as file:
        text = bounded(bytes(file.buffer.read(MOST_BYTES + 1)), source(path)).decode()
    return catalogue.read_position(parse_json(text.removeprefix(BOM), source(path)))
