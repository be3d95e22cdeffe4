"""From one deal to the next: what the one before settles, and what the record of each keeps of all before it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from firmware.states import AnyMatch
from rules.game import Concealed, Dealt, Seat, Settled
from rules.match import balance

DEAL, SUMS_BEFORE = "Deal", "Sums before"
"""Tags of a record that is one of several deals: its number, and every seat's sum when it began."""

GIVEN_UP = "Given up"
"""Tag of such a record: the seats that gave up in a deal before, and are left out in this one too."""

CUT, CUT_CARD = "Cut", "Cut card"
"""Tags of a record: the cards that were cut for the first deal, by seat; the card that a cutter saw and told."""


@dataclass(frozen=True)
class Following:
    """The deal that follows another: what is settled of it (see `Dealt.next_deal`), and what its record tells."""

    settled: Mapping[str, Any]
    tags: Mapping[str, str]


def following(match: AnyMatch) -> Following | None:
    """The deal that follows ``match``; None where that has not been played out, or the game is over with it."""
    game = match.game
    if not isinstance(game, Dealt) or not game.outcome(match.position).over:
        return None
    settled = game.next_deal(match.position)
    if settled is None:
        return None
    tags = {GIVEN_UP: " ".join(match.resigned)} if match.resigned else {}
    if isinstance(game, Settled):
        number, sums = sums_after(match)
        tags |= {DEAL: str(number + 1), SUMS_BEFORE: " ".join(map(str, sums))}
    return Following(settled, tags)


def has_own_cards(match: AnyMatch) -> bool:
    """Whether people dealt ``match`` from a pack of their own: its hands have been hidden from the beginning."""
    game, begun = match.game, match.positions[0]
    return isinstance(game, Concealed) and game.concealed(begun) == begun


def told_again(match: AnyMatch) -> Following | None:
    """The deal that ``match`` began with, to be told once more; None where people have told nothing of it."""
    if not has_own_cards(match):
        return None
    begun = match.game.write_position(match.positions[0])
    if DEAL not in match.tags and not any(begun.get("scores", ())):
        return Following({}, {})
    if "layout" not in begun:
        return None  # who deals has been settled by the round before
    tags = {key: value for key, value in match.tags.items() if key != CUT_CARD}
    return Following({"dealer": begun["dealer"], "first": begun["to_move"]}, tags)


def given_up(match: AnyMatch) -> tuple[Seat, ...]:
    """The seats that gave up in a deal before this one."""
    return tuple(map(Seat, match.tags.get(GIVEN_UP, "").split()))


def sums_after(match: AnyMatch) -> tuple[int, list[Fraction]]:
    """The number of a deal that has been played out, and every seat's sum after it."""
    before, sums = sums_before(match)
    return before + 1, [old + new for old, new in zip(sums, balance(match.game, match.position), strict=True)]


def sums_before(match: AnyMatch) -> tuple[int, list[Fraction]]:
    """How many deals were played before this one, and every seat's sum after them; none where no tags tell it."""
    try:
        sums = [Fraction(total) for total in match.tags[SUMS_BEFORE].split()]
        before = int(match.tags[DEAL]) - 1
    except (KeyError, ValueError, ZeroDivisionError):
        before, sums = 0, []
    return (before, sums) if len(sums) == len(match.game.seats) else (0, [Fraction(0)] * len(match.game.seats))
