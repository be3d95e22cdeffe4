"""A voice where espeak-ng is installed, a tone where only aplay is, silence elsewhere."""

import array
from contextlib import suppress
from math import pi, sin
from shutil import which
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Any

from hardware.ports import Sound

VOICES = {"en": "en", "fr": "fr", "de": "de", "vi": "vi", "zh": "cmn"}
"""Our languages as espeak-ng calls them."""

KILLED_SECONDS = 1.0
"""What is killed has ended by then."""

_RATE = 16_000  # samples a second
_TONE = array.array(
    "h", (round(9_000 * sin(2 * pi * 880 * n / _RATE) * min(1, (2_400 - n) / 800)) for n in range(2_400))
)
"""A short bell: 880 Hz for 0.15 s that fades."""


def open_sound(language: str) -> Sound:
    """Whatever this machine has; never fails, since nothing depends on being heard."""
    voice, player = which("espeak-ng"), which("aplay")
    if voice:
        return Speaker([voice, "-v", VOICES.get(language, "en"), "--stdin"])
    if player:
        return Speaker([player, "-q", "-t", "raw", "-f", "S16_LE", "-r", str(_RATE)], _TONE.tobytes())
    return Silence()


class Silence:
    """Says nothing."""

    def say(self, text: str) -> None:
        """Nothing."""


class Speaker:
    """Runs ``command`` and gives it the text, or always the same ``sound``; a new text cuts an old one off."""

    def __init__(self, command: list[str], sound: bytes | None = None) -> None:
        self._command = command
        self._sound = sound
        self._speaking: Popen[Any] | None = None

    def say(self, text: str) -> None:
        """Begin to say ``text``; returns at once."""
        self.wait(0)
        try:
            self._speaking = Popen(self._command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL)  # noqa: S603 - found above
            assert self._speaking.stdin is not None  # noqa: S101 - it was asked for
            self._speaking.stdin.write(self._sound or text.encode())
            self._speaking.stdin.close()
        except OSError:
            self._speaking = None  # no sound card, or it is busy: the lamps say it too

    def wait(self, seconds: float) -> None:
        """Let it speak for so long, then cut it off."""
        if self._speaking is None:
            return
        try:
            self._speaking.wait(seconds)
        except TimeoutExpired:
            self._speaking.kill()
            with suppress(TimeoutExpired):  # stuck in its driver: the referee does not wait for it
                self._speaking.wait(KILLED_SECONDS)
        self._speaking = None
