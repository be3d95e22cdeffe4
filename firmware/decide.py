"""What a careful picture decides: a turn, a refusal, a doubt, or a table put right."""

from dataclasses import replace
from typing import Any

from firmware import turns
from firmware.asking import way_on
from firmware.events import Effect, Entry, Note, Record, Say, Seen, StoreEvidence
from firmware.glimpse import targets
from firmware.insist import insist
from firmware.reading import Reading, lies_otherwise
from firmware.states import (
    Guided,
    Lifted,
    Phase,
    Playing,
    Purpose,
    Refused,
    State,
    Unsure,
    in_words,
    is_of_heaps,
    places,
)
from firmware.turns import Step
from firmware.words.sayings import (
    DARK_RIGHT,
    DARK_WAY_ON,
    MEANT,
    PRESS_TO_END,
    PUT_RIGHT,
    SPREAD,
    TOO_DARK,
    UNCOVER,
    UNSURE_BETWEEN,
    UNSURE_WHETHER,
    WAY_BACK,
)
from rules import referee
from rules.comparison import Comparison, Difference
from rules.game import BadPosition
from rules.geometry import PlaceId
from rules.referee import Accepted, Unchanged, Verdict, judged
from rules.settings import CONTRADICTION
from rules.sight import EMPTY, Sighting
from rules.words import Message


def decide(state: State, purpose: Purpose, seen: Seen) -> Step:
    """The state after a careful picture; ``state`` is at rest, as it was before the picture was asked for."""
    reading = _read(state, purpose, seen.sighting, seen.at, dark=seen.dark or not seen.sighting)
    if purpose == "hold":
        return insist(state, reading)
    if reading.dark and isinstance(reading.verdict, referee.Unsure):
        return _in_the_dark(state, purpose)
    if waits := _hidden(state, reading):
        return waits
    if isinstance(state.phase, Guided):
        return _made_before(state, state.phase, reading) or _guide(state, state.phase, reading)
    if isinstance(state.phase, Lifted) and purpose == "check":
        return _landed(state, state.phase, reading.verdict), []
    return _end_turn(state, reading)


def _read(state: State, purpose: Purpose, sighting: Sighting, at: float, *, dark: bool = False) -> Reading:
    compared = Comparison(state.game.view(state.position), sighting)
    return Reading(judged(state.game, state.position, compared), compared, purpose, at, dark)


def _in_the_dark(state: State, purpose: Purpose) -> Step:
    """Nothing can be told without light: all stays as it was, and people may insist at once, or once more."""
    back, way_on = state.phase, DARK_WAY_ON
    if isinstance(back, Guided):
        back, way_on = replace(back, told=True, in_vain=False), DARK_RIGHT
    elif isinstance(back, Refused | Unsure):
        back = replace(back, insisted=0)
    state, news = replace(state.now(back), dark=True), not state.dark
    if purpose == "press":
        return state, [Say(TOO_DARK()), Say(way_on())]
    return state, [Say(TOO_DARK())] if news else []


def _end_turn(state: State, reading: Reading) -> Step:
    """The end of a turn, or a look at a table that was refused."""
    purpose, at = reading.purpose, reading.at
    match reading.verdict:
        case Accepted() if purpose == "check":
            return state.now(Playing()), [Say(PRESS_TO_END())]
        case Accepted(moves) if len(moves) > 1 and state.resigned:
            # The referee does not know who has given up, so the second move may be one that nobody was to make.
            changed = tuple(reading.compared.odd)
            return _unsure(state, Unsure((tuple(map(state.game.write, moves)),), changed), at)
        case Accepted(moves):
            return turns.accept(state, moves, at, "camera")
        case Unchanged():
            return turns.lies_well(state, purpose, at)
        case referee.Unsure() as doubt:
            return _doubt(state, doubt, reading)
        case referee.Refused() as refusal:
            return _refuse(state, refusal, reading)


def _is_held(back: Phase, refusal: referee.Refused[Any]) -> bool:
    """Whether all that is wrong is a piece that was lifted and may go somewhere: nobody has ended that turn."""
    if not (isinstance(back, Lifted) and back.targets):
        return False
    return [(one.place, one.seen) for one in refusal.differences] == [(back.place, EMPTY)]


def _doubt(state: State, doubt: referee.Unsure[Any], reading: Reading) -> Step:
    """A table that the referee cannot tell."""
    back, rows = state.phase, tuple(tuple(map(state.game.write, row)) for row in doubt.between)
    hidden = any(map(reading.compared.covered, doubt.places))
    # Where no button ends the turns nobody can answer: people play on, and that bears a doubtful move out.
    shows = reading.purpose == "still" and rows[0] and not hidden
    told = isinstance(back, Unsure) and rows[0][:1] in back.between
    if (shows or told) and _played_on(rows) and not state.resigned:
        return _accept_first(state, doubt.between[0][0], reading)
    unsure = Unsure(rows, doubt.places)
    asked_before = (isinstance(back, Refused) and not shows) or _same_doubt(back, unsure)
    if asked_before and reading.purpose != "press":
        return state, []
    again = isinstance(back, Unsure) and back.between == rows and not hidden
    return _unsure(state, unsure, reading.at, again=again)


def _played_on(rows: tuple[tuple[str, ...], ...]) -> bool:
    """Whether people have made a second move upon the doubtful one, which is the same in all that it may have been."""
    return len(rows[0]) > 1 and all(row[:1] == rows[0][:1] for row in rows)


def _accept_first(state: State, move: Any, reading: Reading) -> Step:
    """``move`` counts, and the picture is judged anew for the one that was made upon it."""
    ends = _ends(state, move)
    state, effects = turns.accept(state, (move,), reading.at, "camera")
    seen = reading.compared.sighting
    if ends is not None:
        # That it went there is agreed and no doubt any more.
        now = state.game.view(state.position)
        seen = {**seen, **{end: {now[end]: 1.0} for end in ends}}
    state, more = _end_turn(state, _read(state, reading.purpose, seen, reading.at))
    return state, [*effects, *more]


def _ends(state: State, move: Any) -> tuple[PlaceId, PlaceId] | None:
    """From where to where ``move`` takes a single piece; None where it does anything else."""
    return referee.displaced(state.game.view(state.position), state.game.changes(state.position, move))


def _unseen(back: Phase, compared: Comparison) -> tuple[Difference, ...]:
    """What was to be put right at places that are covered now: they stay on the list until they are seen."""
    if not isinstance(back, Guided | Refused):
        return ()
    return tuple(found for found in back.differences if compared.covered(found.place))


def _hidden(state: State, reading: Reading) -> Step | None:
    """What was to be put right is hidden, and all else lies well: people are asked to uncover it, once and on a press.

    None where that is not so. While the pieces are laid it is mostly a hand that hides them, which leaves by itself.
    """
    back, hidden = state.phase, _unseen(state.phase, reading.compared)
    if not isinstance(back, Guided | Refused) or not hidden or not isinstance(reading.verdict, Unchanged | Accepted):
        return None
    news = hidden != back.differences or (isinstance(back, Guided) and back.kept_back)
    waits = isinstance(back, Guided) and back.is_laid(reading.at)
    tells = reading.purpose == "press" or (news and not waits)
    said: list[Effect] = [Say(UNCOVER(places=", ".join(places(hidden))))] if tells else []
    left: Guided | Refused = replace(back, differences=hidden, wrong=hidden)
    if isinstance(left, Guided):
        return state.now(replace(left, told=tells or not news)), said
    return state.now(replace(left, stone=None, amiss=hidden)), said


def _in_order(compared: Comparison, *parts: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """The differences of all ``parts`` in the order of the board's places, one for each place."""
    found = {one.place: one for part in reversed(parts) for one in part}
    return tuple(found[place] for place in compared.view if place in found)


def _landed(state: State, back: Lifted, verdict: Verdict[Any]) -> State:
    """Where a lifted piece lies, now that the table is still: the lamps may say it, nothing is decided yet."""
    match verdict:
        case Unchanged():
            return state.now(Playing())
        case Accepted((move,)):
            ends = _ends(state, move)
            if ends is not None and ends[0] == back.place:
                return state.now(replace(back, landed=ends[1]))
    return state


def _unsure(state: State, unsure: Unsure, at: float, *, again: bool = False) -> Step:
    """The referee cannot tell; it says between what and keeps the picture. ``again``: see `way_on`."""
    rows = [" + ".join(row) for row in unsure.between if row]
    which = UNSURE_BETWEEN if len(rows) == len(unsure.between) else UNSURE_WHETHER
    name = _evidence_name(state, "unsure", at)
    facts = {"between": [list(row) for row in unsure.between], "places": list(unsure.places), "evidence": name}
    kept: list[Effect] = (
        [] if _same_doubt(state.phase, unsure) else [Record(Entry("unsure", at, facts)), StoreEvidence(name)]
    )
    between: list[Effect] = [Say(which(moves=" / ".join(rows)))] if rows else []
    return state.now(unsure), [*kept, *between, way_on(state, unsure, again=again)]


def _refuse(state: State, verdict: referee.Refused[Any], reading: Reading) -> Step:
    """The table cannot be accepted. A refusal that was said before is said again only to those who press.

    Or where other places are to be put right now: what was said of another move is over.
    """
    at, back = reading.at, state.phase
    if reading.purpose == "still" and _is_held(back, verdict):
        return state, []
    clear = {place for place, misfit in reading.compared.odd.items() if misfit >= CONTRADICTION}
    known = isinstance(back, Refused) and clear <= set(places(back.differences))
    unseen = _unseen(back, reading.compared)
    found = _in_order(reading.compared, verdict.differences, unseen)
    amiss = _in_order(reading.compared, verdict.amiss, unseen)
    refused = Refused(verdict.why, found, wrong=amiss, amiss=amiss, stone=verdict.stone)
    if isinstance(back, Refused) and known:
        refused = replace(refused, insisted=back.insisted)
    effects: list[Effect] = []
    if not known:
        name = _evidence_name(state, "refused", at)
        facts = {"places": list(places(found)), "why": verdict.why.as_json(), "evidence": name}
        effects += [Record(Entry("refused", at, facts)), StoreEvidence(name)]
    other = isinstance(back, Refused) and clear & set(places(amiss)) - set(places(back.amiss))
    if not known or other or reading.purpose == "press":
        where = in_words(state.game.board, amiss)
        meant = " + ".join(map(state.game.write, verdict.meant))
        told = MEANT(move=meant, places=where) if meant else _way_back(state, found)(places=where)
        effects += [Say(verdict.why), Say(told)]
    return state.now(refused), effects


def _way_back(state: State, found: tuple[Difference, ...]) -> Message:
    """How to ask for what is wrong: holding the button helps only where what lies there can be a position."""
    lies = {one.place: one.seen for one in found}
    try:
        state.game.as_it_lies(state.position, {**state.game.view(state.position), **lies})
    except BadPosition:
        return PUT_RIGHT
    return WAY_BACK


def _evidence_name(state: State, kind: str, at: float) -> str:
    return f"{state.ply:04d}-{kind}-{at:.2f}"


def _made_before(state: State, back: Guided, reading: Reading) -> Step | None:
    """A game goes on where a legal move lies that was not ended, and nothing else was to be put right: a press ends it.

    None where that is not so.
    """
    if back.cause != "resume" or reading.purpose != "check":
        return None
    match reading.verdict:
        case Accepted((move,)) if state.game.changes(state.position, move).keys() >= set(places(back.differences)):
            ends = _ends(state, move)  # the lamps show them
            phase = Playing() if ends is None else Lifted(ends[0], targets(state, ends[0]), landed=ends[1])
            return state.now(phase), [Say(PRESS_TO_END())]
    return None


def _guide(state: State, back: Guided, reading: Reading) -> Step:
    """A look at a table that should lie as the position says."""
    verdict, at, asked = reading.verdict, reading.at, reading.purpose == "press"
    compared = reading.compared
    found = _in_order(compared, lies_otherwise(compared), _unseen(back, compared), _uncounted(state, back, compared))
    # Heaps that were laid as people were told need not be counted surely.
    as_told = is_of_heaps(state) and isinstance(verdict, referee.Unsure) and not (found or verdict.between[0])
    if isinstance(verdict, Unchanged) or as_told:
        return turns.lies_well(state, reading.purpose, at)
    another = isinstance(verdict, Accepted) and not _is_there_still(state, back, verdict)
    followed = back.cause == "record"
    pressed = isinstance(verdict, Accepted) and asked and (back.is_for_a_game or followed or another)
    if pressed or (another and followed):
        # Somebody moved before the table had been looked at, or otherwise than was taken back, and has pressed, or
        # follows a record, where nobody need: that is a turn like any other.
        return _end_turn(state.now(Playing()), reading)
    same, news = places(found) == places(back.differences), _is_news(state, back, found)
    waits = not asked and bool(found) and back.is_laid(at)
    told = not (waits and news)
    guided = replace(back, differences=found, wrong=found, told=told, in_vain=same and back.in_vain)
    state = state.now(guided)
    if waits or not (asked or news):
        return state, []
    if not found:
        hidden = verdict.places if isinstance(verdict, referee.Unsure) else ()
        return state, [Say((SPREAD if is_of_heaps(state) else UNCOVER)(places=", ".join(hidden)))]
    note = Note(Entry("guided", at, {"places": list(places(found))}))
    # Who presses once more is sure that it lies right: holding the button says so, also of a heap that is a stone off.
    sure = asked and same and back.told
    told_how = (WAY_BACK if is_of_heaps(state) else _way_back(state, found)) if sure else PUT_RIGHT
    return state.now(replace(guided, listed=at)), [note, Say(told_how(places=in_words(state.game.board, found)))]


def _is_there_still(state: State, back: Guided, verdict: Accepted[Any]) -> bool:
    """Whether the move that lies there is the one that is to be put right, and not another made in its place."""
    return state.game.changes(state.position, verdict.moves[0]).keys() <= back.changed


def _is_news(state: State, back: Guided, found: tuple[Difference, ...]) -> bool:
    """Whether people were not told of all that was ``found`` to put right, or all of it is right and yet in doubt.

    Of a heap that is laid for a game they were told another number.
    """
    numbers = is_of_heaps(state) and back.is_for_a_game
    left, told = (set(some) if numbers else set(places(some)) for some in (found, back.differences))
    return not back.told or not left <= told or bool(told and not left)


def _uncounted(state: State, back: Guided, compared: Comparison) -> tuple[Difference, ...]:
    """Heaps to put right that still look more like another number, were it less than would be noticed elsewhere."""
    if not is_of_heaps(state):
        return ()
    return tuple(
        replace(found, seen=compared.seen(found.place))
        for found in back.differences
        if not compared.covered(found.place) and compared.seen(found.place) != found.expected
    )


def _same_doubt(before: Phase, doubt: Unsure) -> bool:
    return isinstance(before, Unsure) and (before.between, before.places) == (doubt.between, doubt.places)
