"""Lines from a keyboard or a pipe, and the commands in them that every game has."""

import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Any

from firmware.events import Command, End, Pause, Resign, Resume, Undo
from firmware.terminal.typed_sayings import WHO_RESIGNS
from firmware.words.wording import called, meant
from rules.game import GivenError
from rules.match import Match
from rules.words import Language

PROMPT = "> "


class Quit(Exception):
    """The person at the keyboard goes."""


def lines() -> Callable[[], str]:
    """Lines from the keyboard or a pipe; the end of input is a quit, and bytes that are no text make unknown words."""
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != "replace":  # once read, it takes no change any more
        sys.stdin.reconfigure(errors="replace")

    def read() -> str:
        try:
            return input(PROMPT) if sys.stdin.isatty() else input()
        except (EOFError, OSError):  # a terminal whose line was cut gives no more either
            raise Quit from None

    return read


def any_case(words: list[str]) -> list[str]:
    """``words`` with a command that minds no capitals; names stand as they were typed."""
    return [word.casefold() for word in words[:1]] + words[1:]


def command(words: list[str], at: float, playing: Match[Any, Any], language: Language) -> Command | None:
    """The session's command in ``words``, which may call a seat of ``playing``; None where they are none.

    They mind no capitals; a seat that nobody has is named as it was typed. Raises `GivenError` where they leave out who
    gives up.
    """
    match any_case(words):
        case ["undo"]:
            return Undo(at, by="keyboard")
        case ["pause"]:
            return Pause(at, by="keyboard")
        case ["resume"]:
            return Resume(at, by="keyboard")
        case ["end"]:
            return End(at, by="keyboard")
        case ["resign", *named] if named:
            seat = meant(" ".join(named), playing.game.seats, language, playing.players)
            return Resign(at, seat, by="keyboard")
        case ["resign"]:
            ways = " / ".join(f"resign {called(seat, language, playing.players)}" for seat in playing.playing)
            raise GivenError(WHO_RESIGNS(ways=ways))
        case _:
            return None
