"""Standard error: what is said there is lost where its disk is full, and stands again below a table drawn over it.

File names and what strangers' files hold are told there, so a terminal is shown no letter that it would obey.
"""

import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from io import TextIOWrapper
from typing import Any

NO_ROOM = frozenset({EDQUOT, EFBIG, EIO, ENOSPC})
"""What the system says where a file takes no more."""

REMEMBERED = 40
"""Pieces of text that are kept for a drawing: a service draws none, and speaks for years."""

OBEYED = re.compile(r"\x1b(?!\[[\d;]*m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
"""Letters that make a terminal move, erase or answer; the end of a line, a tab and our own colours are let through."""


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
        shown = OBEYED.sub(lambda letter: repr(letter[0])[1:-1], text)
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
