"""What stands beside a drawn board: whose pieces are which, and what people have won of heaps."""

from collections.abc import Callable, Sequence
from typing import Any

from firmware import sets
from firmware.states import State, is_of_heaps
from firmware.terminal.console_sayings import PILE, PILE_OWING
from firmware.terminal.drawing import APART, columns
from firmware.words.wording import called, spoken
from rules.match import Match
from rules.sight import Token
from rules.words import Language


def owners(match: Match[Any, Any], language: Language) -> list[tuple[str, Sequence[Token]]]:
    """Everybody by name, and their sets."""
    owned = sets.owned(match.game).items()
    return [(called(seat, language, match.players), tokens) for seat, tokens in owned if tokens]


def piles(state: State, language: Language) -> str:
    """What everybody has won and owes of heaps, which lies beside the board; nothing where there are none."""
    if not is_of_heaps(state):
        return ""
    facts = state.game.write_position(state.position)
    won, owed = facts["won"], facts["owed"]
    told = ((PILE_OWING if owed[seat] else PILE)(seat=seat, owed=owed[seat], **won[seat]) for seat in state.game.seats)
    return " · ".join(spoken(one, language, state.match.players) for one in told)


def aside(board: Sequence[str], width: int, told: Callable[[int], Sequence[str]]) -> list[str] | None:
    """A drawn ``board`` of at most ``width`` columns with what is ``told`` in so many columns to the right of it.

    Beside as few of its upper rows as hold that: a star has most room beside its tip. None where it does not fit.
    """
    for rows in range(1, len(board) + 1):
        left = max(map(columns, board[:rows])) + len(APART)
        if left >= width:
            return None
        lines = told(width - left)
        if len(lines) <= rows and max(map(columns, lines), default=0) <= width - left:
            beside = [row + " " * (left - columns(row)) + line for row, line in zip(board, lines, strict=False)]
            return [*beside, *board[len(lines) :]]
    return None
