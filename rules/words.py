"""Messages to the players: an id with arguments, worded once in every language.

A `Message` cannot be declared without all its languages, so no translation can be missing. Calling it with its
arguments gives a `Reason`, a plain value that travels in verdicts, errors and records and is worded at the edge.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

Language: TypeAlias = Literal["en", "fr", "de", "vi", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

_messages: dict[str, "Message"] = {}

_TIED = re.compile(r" (?=[;:?!»%])|(?<=«) ")
"""Blanks at which no French line may break."""


@dataclass(frozen=True)
class Reason:
    """One thing to say, worded on demand. ``args`` hold places, seats, moves and numbers as text."""

    id: str
    args: Mapping[str, str] = field(default_factory=dict)

    def text(self, language: Language = "en") -> str:
        """The sentence in ``language``."""
        return _messages[self.id].wording(language).format(**self.args)

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:
        return hash((self.id, tuple(sorted(self.args.items()))))

    def as_json(self) -> dict[str, Any]:
        """The reason as it stands in records and goes to pages, to be worded by whoever shows it."""
        return {"id": self.id, "args": dict(self.args)}


@dataclass(frozen=True)
class Message:
    """A sentence with ``{named}`` gaps, in every language that we speak."""

    id: str
    en: str
    fr: str
    de: str
    vi: str
    zh: str

    def __post_init__(self) -> None:
        known = _messages.setdefault(self.id, self)
        if known != self:
            raise ValueError(f"two messages are called {self.id!r}")

    def __call__(self, **args: object) -> Reason:
        """The reason with its gaps filled: places, seats, moves and numbers."""
        return Reason(self.id, {name: _written(value) for name, value in args.items()})

    def wording(self, language: Language) -> str:
        """The sentence in ``language``, its gaps unfilled."""
        wording: str = getattr(self, language)
        return _TIED.sub("\u00a0", wording) if language == "fr" else wording


def _written(value: object) -> str:
    """A value in a sentence; lists, true, false and null as people write them in a file."""
    if value is None or isinstance(value, bool | list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def messages() -> Mapping[str, Message]:
    """Every message declared so far, by id."""
    return _messages
