"""What the players hear, as lines of text: each sentence once, until another was said or time has passed."""

import os
from collections.abc import Callable, Mapping
from typing import get_args

from firmware import settings
from firmware.words.wording import spoken
from hardware.ports import Clock, Sound
from rules.game import Seat
from rules.words import Language, Reason


class Voice:
    """Says reasons in one language through ``line``, of ``players`` by their names."""

    def __init__(
        self,
        line: Callable[[str], None],
        clock: Clock,
        language: Language = "en",
        players: Mapping[Seat, str] = {},
    ) -> None:
        self._line = line
        self._clock = clock
        self._language: Language = language
        self._players = players
        self._last: tuple[Reason, float] | None = None

    def say(self, reason: Reason) -> None:
        """Say ``reason``, unless that was the last thing said and a moment ago."""
        now = self._clock.now()
        if self._last is not None and self._last[0] == reason and now - self._last[1] < settings.REPEAT_SECONDS:
            return
        self._last = (reason, now)
        self._line(spoken(reason, self._language, self._players))


class Speech:
    """Lines printed at once, and said aloud, all of one turn as one text: a voice that gets another one breaks off."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._lines: list[str] = []

    def hear(self, line: str) -> None:
        """Print ``line``, and say it with whatever else this turn tells."""
        print(line, flush=True)
        self._lines.append(line)

    def end_turn(self) -> None:
        """Begin to say what this turn told, if anything; returns at once."""
        if self._lines:
            self._sound.say("\n\n".join(self._lines))  # a blank line ends a sentence that has no full stop
            self._lines.clear()


def language(asked: str | None) -> Language:
    """The language to speak: as asked, else that of the system, else English."""
    known: tuple[Language, ...] = get_args(Language)
    wanted = asked or os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
    return next((one for one in known if wanted.lower().startswith(one)), "en")
