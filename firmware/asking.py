"""Where pictures cannot tell, people are asked which move it was, one after another; the button answers."""

from dataclasses import replace
from typing import Any

from firmware.events import Say
from firmware.states import Guided, State, Unsure, is_of_heaps
from firmware.turns import Step
from firmware.words.sayings import HOLD_OR_MEND, NONE_OF_THESE, SPREAD_WAY_ON, UNSURE_WAY_ON, UNSURE_WHAT, WAS_IT
from rules import referee
from rules.comparison import Comparison
from rules.geometry import PlaceId
from rules.settings import CAP, CONTRADICTION
from rules.sight import EMPTY, View


def ask(state: State, doubt: Unsure, number: int) -> Step:
    """Whether it was the row of that ``number``; after the last one holding the button leads to the menu."""
    if number >= len(doubt.between):
        return state.now(replace(doubt, asked=None, insisted=2)), [Say(NONE_OF_THESE())]
    return state.now(replace(doubt, asked=number)), [Say(WAS_IT(moves=" + ".join(doubt.between[number])))]


def ask_which(
    state: State,
    compared: Comparison,
    *,
    hidden: bool = False,
    loosely: bool = False,
    anyway: tuple[PlaceId, ...] = (),
) -> Step | None:
    """Which move it was, of all that the picture does not deny; None where there is none, or one place denies all.

    ``hidden``: also those that it cannot show; ``loosely``: also those whose piece seems to lie where it was as well,
    or looks like one of another set where it lies now; ``anyway``: whatever lies at these places besides.
    """
    if isinstance(state.phase, Guided) or state.to_move is None:
        return None
    allowed = [
        one
        for one in weighed(state, compared)
        if one.moves and is_allowed(compared, one.changes, hidden=hidden, loosely=loosely, anyway=anyway)
    ]
    if not allowed:
        return None
    changed = {place for one in allowed for place in one.changes}
    doubtful = tuple(place for place in compared.view if place in changed)
    rows = tuple(tuple(map(state.game.write, one.moves)) for one in allowed)
    return ask(state, Unsure(rows, doubtful, anyway=anyway), 0)


def weighed(state: State, compared: Comparison) -> list[referee.Explanation[Any]]:
    """No move and every single legal one, the likeliest first."""
    game, position = state.game, state.position
    moves = game.moves(position)
    return referee.weigh(compared, ((move,) for move in moves), (game.changes(position, move) for move in moves))


def is_allowed(
    compared: Comparison, changes: View, *, hidden: bool, loosely: bool, anyway: tuple[PlaceId, ...] = ()
) -> bool:
    """Whether people may say that these changes were made: no place (but for ``anyway``) surely shows otherwise, nor,
    unless it may be ``hidden``, is covered.

    Taken together the changed places must not deny it more than a single place ever may; ``loosely``: those where a
    piece lies, or lay, do not, whatever looks as if it lay there.
    """
    against = compared.against(changes)
    denied = [
        misfit
        for place, misfit in against.items()
        if place in changes and not (loosely and (changes[place] == EMPTY or compared.seen(place) != EMPTY))
    ]
    return (
        (hidden or not any(compared.covered(place) for place in changes))
        and sum(denied) < CAP
        and all(misfit < CONTRADICTION for place, misfit in against.items() if place not in {*changes, *anyway})
    )


def way_on(state: State, unsure: Unsure, *, again: bool = False) -> Say:
    """What people can do about a doubt; ``again``: they have spread the stones in vain."""
    of_holes = UNSURE_WAY_ON if any(unsure.between) else UNSURE_WHAT
    of_heaps = HOLD_OR_MEND if again else SPREAD_WAY_ON
    return Say((of_heaps if is_of_heaps(state) else of_holes)(places=", ".join(unsure.places)))
