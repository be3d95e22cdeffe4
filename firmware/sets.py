"""The sets that a game is played with: whose they are, and their colours where nobody has seen them."""

from collections.abc import Mapping
from itertools import cycle

from firmware.states import AnyGame
from hardware.colours import Colour
from rules.game import Seat
from rules.geometry import Medium
from rules.sight import EMPTY, Token

PALETTE: tuple[Colour, ...] = (
    (208, 40, 44),
    (238, 190, 40),
    (30, 130, 70),
    (40, 90, 200),
    (240, 240, 236),
    (30, 30, 34),
)
"""Colours of the sets until a camera has told them, in the order of their tokens."""

SUITS: Mapping[str, Colour] = {
    "suns": (190, 30, 28),
    "moons": (24, 24, 26),
    "crowns": (200, 150, 12),
    "arms": (30, 64, 160),
}
"""The usual inks of sets that are suits, as the simulated coins have them, too."""


def tokens(game: AnyGame) -> list[Token]:
    """The sets by name, in order: those that lie on the board when ``game`` begins."""
    return sorted({*game.view(game.start()).values()} - {EMPTY})


def owned(game: AnyGame) -> dict[Seat, list[Token]]:
    """Whose pieces are called what; heaps are nobody's, they only lie on somebody's side."""
    start = game.start()
    if game.board.medium is Medium.PIT:
        return {seat: [] for seat in game.seats}
    view = game.view(start)
    sets: dict[Seat, list[Token]] = {seat: [] for seat in game.seats}
    for place, token in view.items():
        owner = game.owner(start, place) if token != EMPTY else None
        if owner is not None and token not in sets[owner]:
            sets[owner].append(token)
    return sets


def colours(game: AnyGame) -> Mapping[Token, Colour]:
    """A colour for every set of ``game``."""
    return {token: SUITS.get(token, colour) for token, colour in zip(tokens(game), cycle(PALETTE), strict=False)}
