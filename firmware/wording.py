"""How facts are worded for people who read them in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from firmware.states import AnyGame
from rules.game import Seat


def position_in_words(game: AnyGame, position: Any) -> Iterator[str]:
    """The facts of a position, one a line (what belongs to seats, each on a line of its own)."""
    facts: Mapping[str, Any] = game.write_position(position)
    seats = game.seats
    for name, value in facts.items():
        if name not in ("game", "options"):
            numbered = name in ("to_move", "dealer") and isinstance(value, int)
            words = in_words(seats[value] if numbered else value, seats)
            yield f"{name.replace('_', ' ')}: {words}".replace(": \n", ":\n")


def in_words(value: Any, seats: Sequence[Seat]) -> str:
    """A fact of a position for people to read: no brackets, and what belongs to seats on a line for each."""
    match value:
        case None | []:
            return "–"
        case list() if any(isinstance(one, list) for one in value):
            names = seats if len(seats) == len(value) else range(1, len(value) + 1)
            return in_words(dict(zip(names, value, strict=True)), seats)
        case dict() if any(isinstance(one, list | dict) for one in value.values()):
            return "".join(f"\n  {name}: {in_words(one, seats)}" for name, one in value.items())
        case dict():
            return ", ".join(f"{name} {in_words(one, seats)}" for name, one in value.items())
        case list():
            return " ".join(map(str, value))
        case _:
            return str(value)
