"""What the players agreed about time: so many seconds each, and so many more with every turn.

It stands in the record's header as PGN writes it (``TimeControl: 600+5``), so older records are games without clocks.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

TAG = "TimeControl"
"""The header's name for it, as in PGN."""

LONGEST = 16
"""Letters of what can be understood; games come from outside, and what was read is kept."""

LONGEST_BASE = 10 * 60 * 60
"""Seconds for each seat that people may agree on."""

_AGREED = re.compile(r"(\d{1,5}(?:\.\d)?)(?:\+(\d{1,4}))?")
_TYPED = re.compile(r"(\d{1,5}(?:\.\d|:[0-5]\d)?)(?:\+(\d{1,4}))?")


@dataclass(frozen=True)
class TimeControl:
    """``base`` seconds for each seat, and ``increment`` seconds more for each of its turns."""

    base: float
    increment: float = 0.0

    @staticmethod
    def of(tags: Mapping[str, str]) -> "TimeControl | None":
        """What the ``tags`` of a game tell; None without clocks, or where it cannot be understood."""
        agreed = tags.get(TAG, "")
        return _read(agreed) if len(agreed) <= LONGEST else None

    @classmethod
    def typed(cls, text: str) -> Self:
        """As people say it: minutes and seconds, ``10+5``, ``15``, ``1:30+5``. Raises ValueError for anything else."""
        found = _TYPED.fullmatch(text.strip())
        minutes, _, seconds = found[1].partition(":") if found else ("0", "", "")
        base = round(float(minutes) * 60) + int(seconds or 0)
        if found is None or not 0 < base <= LONGEST_BASE:
            raise ValueError(
                f"{text!r} is no clock; write minutes for each, and seconds added each turn, such as 10+5 or 1:30+5"
            )
        return cls(base, float(found[2] or 0))

    def __str__(self) -> str:
        """As people say it: minutes, and seconds added each turn."""
        base = f"{self.base / 60:g}" if self.base % 30 == 0 else in_minutes(self.base)
        return base + (f"+{self.increment:g}" if self.increment else "")

    @property
    def tags(self) -> Mapping[str, str]:
        """As it stands in the header."""
        return {TAG: f"{self.base:g}+{self.increment:g}"}


@lru_cache(maxsize=64)
def _read(text: str) -> TimeControl | None:
    found = _AGREED.fullmatch(text)
    return TimeControl(float(found[1]), float(found[2] or 0)) if found and float(found[1]) > 0 else None


def in_minutes(seconds: float) -> str:
    """Time left, as a clock shows it: ``9:58``; below zero ``-0:12``."""
    whole = abs(int(seconds // 1))
    return f"{'-' if seconds < 0 else ''}{whole // 60}:{whole % 60:02}"
