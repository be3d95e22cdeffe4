"""What a glimpse tells, a quick look at a live picture while hands may be about and lamps shine: which piece is lifted,
where it lies meanwhile, what has been put right. It leads the lamps and decides nothing.
"""

from collections.abc import Collection
from dataclasses import replace

from firmware.events import Entry, Glimpsed, Note
from firmware.states import Guided, Lifted, Playing, Refused, State, is_of_heaps
from firmware.turns import Step
from rules import referee
from rules.comparison import Comparison, Difference
from rules.geometry import PlaceId
from rules.settings import CONTRADICTION, DOUBT
from rules.sight import EMPTY, UNKNOWN, Sighting


def glimpse(state: State, event: Glimpsed) -> Step:
    """The state after a glimpse, and what to note. Heaps are not counted at a glance: there it tells nothing."""
    if is_of_heaps(state):
        return state, []
    if not event.hand:
        event = replace(event, sighting=_in_lamplight(event.sighting, event.lit))
    compared = Comparison(state.game.view(state.position), event.sighting)
    match state.phase:
        case Playing() | Lifted() as phase:
            return _lifted(state, phase, compared, event)
        case Guided() | Refused() as phase:
            listed = phase.amiss if isinstance(phase, Refused) else phase.differences
            left = tuple(found for found in listed if _still_wrong(found, phase.wrong, compared, event.lit))
            return state.now(replace(phase, wrong=left)), []
        case _:
            return state, []


def _lifted(state: State, phase: Playing | Lifted, compared: Comparison, event: Glimpsed) -> Step:
    """Which piece is in somebody's hand, or where it lies now."""
    told = event.sighting
    if isinstance(phase, Playing):  # a bare place in the light of the last move may look just like a white piece
        told = {at: seen for at, seen in told.items() if at not in event.lit or compared.view[at] != EMPTY}
    place = referee.lifted(state.game, state.position, told)
    if place is None:
        return state.now(_put_down(phase, compared)), []
    if isinstance(phase, Lifted) and phase.place == place:
        # The lamp beneath it lights what was put down, so that a glimpse may not tell it: it lies there still.
        taken_up = phase.landed is not None and phase.landed not in compared.odd
        return state.now(replace(phase, landed=None) if taken_up else phase), []
    ends = targets(state, place)
    if not ends and event.hand and any(m >= DOUBT for other, m in compared.odd.items() if other != place):
        return state, []  # fingers over several pieces: one that could go nowhere is hidden rather than lifted
    facts = {"place": place, "targets": list(ends)}
    return state.now(Lifted(place, ends)), [Note(Entry("lifted", event.at, facts))]


def targets(state: State, place: PlaceId) -> tuple[PlaceId, ...]:
    """Where the piece of ``place`` may go, the nearest first."""
    return tuple(target.place for target in referee.targets(state.game, state.position, place))


def _in_lamplight(sighting: Sighting, lit: Collection[PlaceId]) -> Sighting:
    """What a glimpse of a table without hands tells, where something unknown over a lit lamp is a bare place.

    A piece hides its lamp; what shines there looks like nothing that was learnt.
    """
    told = dict(sighting)
    for place in lit:
        if (unknown := told.get(place, {}).get(UNKNOWN, 0.0)) > 0.0:
            bare = told[place].get(EMPTY, 0.0) + unknown
            told[place] = {**told[place], EMPTY: bare, UNKNOWN: 0.0}
    return told


def _still_wrong(
    found: Difference, wrong: Collection[Difference], compared: Comparison, lit: Collection[PlaceId]
) -> bool:
    """Whether a place is to be put right, as far as a glimpse tells; what it cannot tell stays as it was.

    Its own lamp shines into it, so that an empty hole may look just like the piece that belongs there: only a dark one
    tells anything, as each that says what is wrong is for half of the time or more.
    """
    if found.place in lit:
        return found in wrong
    if found in wrong:
        return not compared.surely(found.place, found.expected)
    return compared.misfit(found.place, found.expected) >= DOUBT


def _put_down(phase: Playing | Lifted, compared: Comparison) -> Playing | Lifted:
    """What becomes of a lifted piece when no single place looks empty any more."""
    if isinstance(phase, Playing):
        return phase
    wrong = {place for place, misfit in compared.odd.items() if misfit >= CONTRADICTION}
    piece = compared.view[phase.place]
    if not wrong and compared.surely(phase.place, piece):
        return Playing()
    landed = [end for end in phase.targets if wrong == {phase.place, end} and compared.seen(end) == piece]
    return replace(phase, landed=landed[0]) if landed else phase
