"""Standard error: what is said there is lost where its disk is full, and stands again below a table drawn over it.

File names and what strangers' files hold are told there, so a terminal is shown no letter that it would obey.
"""

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from io import TextIOWrapper
from typing import IO, Any

NO_ROOM = frozenset({EDQUOT, EFBIG, EIO, ENOSPC})
"""What the system says where a file takes no more."""

REMEMBERED = 40
"""Pieces of text that are kept for a drawing: a service draws none, and speaks for years."""

OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Letters that make a terminal move, erase, colour, answer or write backwards; the end of a line and a tab are let
through."""


def spelt_out(text: str) -> str:
    """``text``, its control letters written as people type them."""
    return OBEYED.sub(lambda letter: repr(letter[0])[1:-1], text)


def unobeyed(text: str, stream: IO[str]) -> str:
    """``text`` from elsewhere for ``stream``: a terminal obeys nothing in it, a file or a program gets it as it is."""
    return spelt_out(text) if stream.isatty() else text


@contextmanager
def where_there_is_room() -> Iterator[None]:
    """Let be what cannot be written because there is no room."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise


class Whispering(TextIOWrapper):
    """Standard error that minds no full disk, spells out control letters, and remembers what was shown last."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._told: deque[str] = deque(maxlen=REMEMBERED)

    def write(self, text: str) -> int:
        """Write ``text``, if there is room."""
        shown = spelt_out(text)
        with where_there_is_room():
            super().write(shown)
        self._told.append(shown)
        return len(text)

    def flush(self) -> None:
        """Let it go where it goes, if there is room."""
        with where_there_is_room():
            super().flush()

    def taken(self) -> list[str]:
        """What was told since it was taken last, each text whole, if a terminal showed it."""
        told = [self._told.popleft().rstrip() for _ in range(len(self._told))]
        return [text for text in told if text and self.isatty()]
