"""People hold the button: what lies on the table counts, if it can be seen and can be a position at all."""

from dataclasses import replace
from typing import Any

from firmware import turns
from firmware.asking import ask_which, is_allowed, weighed
from firmware.events import Effect, Entry, Note, Say
from firmware.reading import Reading, lies_otherwise
from firmware.settings import INSISTED
from firmware.states import Guided, Playing, Refused, Resting, State, Unsure, in_words, is_of_heaps, places
from firmware.turns import Step
from firmware.words.sayings import BELIEVED, DARK_RIGHT, HOLD_AGAIN, PUT_RIGHT, TOO_DARK, UNCOVER
from rules import referee
from rules.comparison import Comparison, Difference
from rules.game import BadPosition, Seat
from rules.referee import Accepted
from rules.settings import CAP, CONTRADICTION, DOUBT
from rules.sight import UNKNOWN, View, differences
from rules.words import Reason


def insist(state: State, reading: Reading) -> Step:
    """The state after a picture that was taken because people hold the button."""
    verdict, compared, at = reading.verdict, reading.compared, reading.at
    if isinstance(verdict, Accepted) and not (len(verdict.moves) > 1 and state.resigned):
        return turns.accept(state, verdict.moves, at, "button")
    if meant := _answered(state, compared, at) or _in_doubt(state, reading):
        return meant
    if isinstance(verdict, referee.Refused) and verdict.why.id == referee.MUST_FOLLOW.id:
        return _table_follows(turns.accept(state, verdict.meant, at, "button"), verdict.amiss, at)
    # A place that merely looks odd, or a heap that may be a stone off, counts as it should be: people say so.
    odd, heaps = compared.odd, is_of_heaps(state)
    found = tuple(
        one for one in lies_otherwise(compared) if odd[one.place] >= CONTRADICTION or not (one.seen == UNKNOWN or heaps)
    )
    # A miscounted heap would make stones count as won: people are asked which move it was before that.
    asked = ask_which(state, compared) if heaps or not found else None
    if asked or not found:
        return asked or _lies_well(state, reading)
    lies = _as_before(state, compared) or {difference.place: difference.seen for difference in found}
    move = _move_that_makes(state, lies)
    if move is not None:
        return turns.accept(state, (move,), at, "button")
    return _count_as_it_lies(state, reading, found, lies)


def _lies_well(state: State, reading: Reading) -> Step:
    """Nothing seems to lie otherwise than it should; where it is too dark to see that, people are told so."""
    unseen = reading.dark and isinstance(reading.verdict, referee.Unsure) and isinstance(state.phase, Guided)
    state, effects = turns.lies_well(state, "hold", reading.at)
    return state, [Say(BELIEVED()), *effects] if unseen else effects


def _answered(state: State, compared: Comparison, at: float) -> Step | None:
    """The row that people said yes to, if the table still allows it; None where they were not asked."""
    match state.phase:
        case Unsure(between, _, int(asked), anyway=anyway):
            (text,) = between[asked]
            move = state.game.read(text, state.position)
            changes = state.game.changes(state.position, move)
            if is_allowed(compared, changes, hidden=True, loosely=True, anyway=anyway):
                return turns.accept(state, (move,), at, "button")
    return None


def _count_as_it_lies(state: State, reading: Reading, found: tuple[Difference, ...], lies: View) -> Step:
    """A position of what ``lies`` there, if there can be one."""
    # Where the table is only being put right, nobody's turn is over.
    keeps = state.to_move if isinstance(state.phase, Guided) else None
    lying, at = {**reading.compared.view, **lies}, reading.at
    try:
        position = state.game.as_it_lies(state.position, lying, keeps)
    except BadPosition as error:
        return _on_nearest(state, reading, found, keeps, error.reason)
    should = state.game.view(position)
    lacking = tuple(Difference(place, should[place], seen) for place, seen in differences(should, lying).items())
    if position == state.position:
        # All that lies otherwise is still to be set as the rules ask: who insists again comes to the menu.
        return _table_follows((state.now(Playing()), []), lacking, at, in_vain=True)
    return _table_follows(turns.correct(state, position, at, "button"), lacking, at)


def _table_follows(step: Step, lacking: tuple[Difference, ...], at: float, *, in_vain: bool = False) -> Step:
    """``step``; where the rules ask for more than lies there (an empty side is filled) people are guided to it."""
    state, effects = step
    if not lacking or not isinstance(state.phase, Playing):
        return step
    note = Note(Entry("guided", at, {"places": list(places(lacking))}))
    said = Say(PUT_RIGHT(places=in_words(state.game.board, lacking)))
    guided = Guided("corrected", lacking, lacking, told=True, in_vain=in_vain)
    return state.now(guided), [*(effect for effect in effects if not turns.is_turn(effect)), note, said]


def _as_before(state: State, compared: Comparison) -> View | None:
    """The heaps that lay otherwise before the last turn, as they lay then, if the picture denies none of them.

    None where it denies one, at the start of a game, and where there are no heaps.
    """
    if not (is_of_heaps(state) and state.ply):
        return None
    lies = differences(compared.view, state.game.view(state.history[-2].match.position))
    return None if any(misfit >= CONTRADICTION for misfit in compared.against(lies).values()) else lies


def _nearest(state: State, compared: Comparison, keeps: Seat | None) -> tuple[View, Any] | None:
    """What one legal move or none would change, if it explains what is seen far better than all else; the position.

    Clear glass over a tiny hole may look the same with and without its marble: what was seen there is weighed against
    the number of pieces. Never against what is sure, and never by a place that was not seen.
    """
    explanations = weighed(state, compared)
    best = explanations[0].changes
    rivals = (found.cost for found in explanations if found.changes != best)
    against = compared.against(best)
    if (
        next(rivals, CAP + explanations[0].cost) - explanations[0].cost < DOUBT
        or any(misfit >= CAP for misfit in against.values())
        or any(compared.covered(place) for place in best)
    ):
        return None
    try:
        return best, state.game.as_it_lies(state.position, {**compared.view, **best}, keeps)
    except BadPosition:
        return None


def _on_nearest(state: State, reading: Reading, found: tuple[Difference, ...], keeps: Seat | None, why: Reason) -> Step:
    """The pieces do not add up (``why``): people are asked which move it was.

    Where nobody's turn is ending, what comes nearest counts, and the record names what looks otherwise. Where even that
    cannot be told, the places are named. Who insists again is asked which of the moves it was that the picture shows,
    whatever else it shows; where it shows none, the menu opens.
    """
    back, compared, at = state.phase, reading.compared, reading.at
    nearest = _nearest(state, compared, keeps)
    if nearest is not None and not nearest[0]:
        return turns.lies_well(state, "hold", at)
    # Loosely for pieces only: a hole may look like the piece that left it, never like a heap.
    if asked := ask_which(state, compared) or (not is_of_heaps(state) and ask_which(state, compared, loosely=True)):
        return asked
    if nearest is None:
        said: list[Effect] = [Say(why), Say(PUT_RIGHT(places=in_words(state.game.board, found)))]
        if isinstance(back, Guided):
            return state.now(replace(back, differences=found, wrong=found, told=True, in_vain=True, listed=at)), said
        shown = ask_which(state, compared, anyway=places(found))
        if shown and isinstance(back, Refused) and back.insisted:
            return shown
        if shown:
            said.append(Say(HOLD_AGAIN()))
        return state.now(Refused(why, found, found, found, insisted=1 if shown else 2)), said
    changes, position = nearest
    against = tuple(place for place, misfit in compared.against(changes).items() if misfit >= DOUBT)
    return turns.correct(state, position, at, "button", against=against or places(found))


def _in_doubt(state: State, reading: Reading) -> Step | None:
    """The likeliest moves, if they are far likelier than others; None where what lies there must tell."""
    verdict, compared = reading.verdict, reading.compared
    if not isinstance(verdict, referee.Unsure):
        return None
    back, hidden = state.at_rest(), [place for place in verdict.places if compared.covered(place)]
    insisted = isinstance(back, Refused | Unsure) and back.insisted
    # Who was asked which it was has heard what to uncover.
    told = back.told if isinstance(back, Guided) else reading.dark or insisted or isinstance(back, Unsure)
    if hidden and not told:
        said = (TOO_DARK(), DARK_RIGHT()) if reading.dark else (UNCOVER(places=", ".join(hidden)),)
        return replace(state.now(_insisted(state, verdict)), dark=state.dark or reading.dark), [*map(Say, said)]
    if hidden:
        asked = ask_which(state, compared, hidden=True)
        return _until_light(back, *asked) if asked and reading.dark else asked
    if verdict.between[0] and verdict.weights and verdict.weights[0] >= INSISTED and not state.resigned:
        return turns.accept(state, verdict.between[0], reading.at, "button")
    return None


def _until_light(back: Resting, state: State, effects: list[Effect]) -> Step:
    """The question just asked, but about no place in particular: all are dark. In the light it is ``back`` again."""
    assert isinstance(state.phase, Unsure)  # noqa: S101 - told to the type checker
    again = back.in_light if isinstance(back, Unsure) and back.in_light else back
    return state.now(replace(state.phase, places=(), in_light=again)), effects


def _insisted(state: State, verdict: referee.Unsure[Any]) -> Guided | Unsure:
    """People have insisted where something is hidden: they shall uncover it; next time they are believed."""
    if isinstance(state.phase, Guided):
        return replace(state.phase, told=True)
    return Unsure(tuple(tuple(map(state.game.write, row)) for row in verdict.between), verdict.places, insisted=1)


def _move_that_makes(state: State, lies: View) -> Any | None:
    """The legal move whose changes are exactly what lies there; None where none is."""
    game, position = state.game, state.position
    return next((move for move in game.moves(position) if game.changes(position, move) == lies), None)
