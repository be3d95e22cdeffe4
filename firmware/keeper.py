"""Where a session's entries and pictures go: into the journal and the folder beside it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from firmware import settings
from firmware.events import Entry
from firmware.journal import Journal, JournalError

if TYPE_CHECKING:
    from hardware.pictures import Picture


class Keeper(Protocol):
    """Keeps what happened."""

    def record(self, entries: Sequence[Entry]) -> None:
        """Keep ``entries``, all or none; return when they are safe. Raises `JournalError`."""

    def store(self, name: str, picture: "Picture") -> None:
        """Keep a small picture of a doubtful or refused table under ``name``. Raises `JournalError`."""


class NoKeeper:
    """Keeps nothing: for pictures that are only followed."""

    def record(self, entries: Sequence[Entry]) -> None:
        """Forget ``entries``."""

    def store(self, name: str, picture: "Picture") -> None:
        """Forget ``picture``."""


class JournalKeeper:
    """Keeps everything in a journal."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def record(self, entries: Sequence[Entry]) -> None:
        """Append ``entries``; they are on the disk when this returns."""
        self.journal.append(*entries)

    def store(self, name: str, picture: "Picture") -> None:
        """Write a picture small enough that a whole evening of them fits on any card."""
        from vision.pictures import narrowed, save  # a game is recorded long before its first doubtful picture

        path = self.journal.evidence(name)
        try:
            save(path, narrowed(picture, settings.EVIDENCE_WIDTH))
        except OSError as error:
            with suppress(OSError):
                path.unlink(missing_ok=True)  # half a picture is none
            raise JournalError(f"the picture {path} cannot be kept: {error.strerror or error}") from error
