"""Somebody at the keyboard of a typed game."""

from itertools import count

from firmware.__main__ import main
from firmware.events import NameMove
from firmware.kept.records import games_folder
from firmware.replay import check
from firmware.session import step


class Quick:
    """Somebody who looks at what was recorded last and makes the longest move there is; leaves after ``patience``.

    At an end people go on.
    """

    def __init__(self, patience=2000):
        self.turns = count()
        self.patience = patience

    def isatty(self):
        return False

    def readline(self):
        if next(self.turns) == self.patience:
            return ""
        state = check(records()[-1]).state
        if state.outcome.over:
            return "\n"
        moves = map(state.game.write, state.game.moves(state.position))
        return max(moves, key=lambda move: (move != "pass", len(move))) + "\n"


def records():
    return sorted(games_folder().glob("*.jsonl"))


def play(monkeypatch, *words, patience=2000, hands=None):
    monkeypatch.setattr("sys.stdin", hands or Quick(patience))
    assert main(["play", *words, "--language", "en"]) == 0


class Scripted(Quick):
    """Plays like `Quick`, and goes on after each deal until ``deals`` are played, or leaves after ``patience``."""

    def __init__(self, deals, patience=2000):
        super().__init__(patience)
        self.deals = deals

    def readline(self):
        if not check(records()[-1]).state.outcome.over:
            return super().readline()
        return "quit\n" if len(records()) == self.deals else "\n"


def typing(monkeypatch, *lines):
    """Somebody at the keyboard who types ``lines`` and goes."""
    typed = iter(lines)

    def read(*_):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def to_the_end(record):
    """The moves that play the game of ``record`` out, as `Quick` makes them."""
    state = check(record).state
    while not state.outcome.over:
        move = max(
            map(state.game.write, state.game.moves(state.position)), key=lambda move: (move != "pass", len(move))
        )
        yield move
        state, _ = step(state, NameMove(1.0, move, by="keyboard"))
