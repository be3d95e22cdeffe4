"""Standard error: what is said there is lost where its disk is full, and stands again below a table drawn over it."""

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


@contextmanager
def where_there_is_room() -> Iterator[None]:
    """Let be what cannot be written because there is no room."""
    try:
        yield
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise


class Whispering(TextIOWrapper):
    """Standard error that minds no full disk, and remembers what a terminal showed last."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._told: deque[str] = deque(maxlen=REMEMBERED)

    def write(self, text: str) -> int:
        """Write ``text``, if there is room."""
        with where_there_is_room():
            super().write(text)
        self._told.append(text)
        return len(text)

    def flush(self) -> None:
        """Let it go where it goes, if there is room."""
        with where_there_is_room():
            super().flush()

    def taken(self) -> list[str]:
        """What was told since it was taken last, each text whole, if a terminal showed it."""
        told = [self._told.popleft().rstrip() for _ in range(len(self._told))]
        return [text for text in told if text and self.isatty()]
