"""What a careful picture decides: a turn, a refusal, a doubt, a table put right, or a table that people insist on."""

from dataclasses import replace
from typing import Any, NamedTuple

from firmware import turns
from firmware.asking import ask_which, is_allowed, way_on, weighed
from firmware.events import Effect, Entry, Note, Record, Say, Seen, StoreEvidence
from firmware.sayings import (
    DARK_WAY_ON,
    HOLD_AGAIN,
    MEANT,
    NOTHING_MOVED,
    PRESS_TO_END,
    PUT_RIGHT,
    REPAIRED,
    SPREAD,
    TOO_DARK,
    TWO_MOVES,
    UNCOVER,
    UNSURE_BETWEEN,
    UNSURE_WHETHER,
    WAY_BACK,
    YOUR_TURN,
)
from firmware.settings import INSISTED
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
from rules import referee
from rules.evidence import Difference, Evidence
from rules.game import BadPosition, Seat
from rules.referee import Accepted, Unchanged, Verdict, judge
from rules.settings import CAP, CONTRADICTION, DOUBT
from rules.sight import UNKNOWN, Sighting, View, differences
from rules.words import Message, Reason


class Reading(NamedTuple):
    """A careful picture, judged: the verdict, the evidence behind it, why it was taken, when, and if in the dark."""

    verdict: Verdict[Any]
    evidence: Evidence
    purpose: Purpose
    at: float
    dark: bool = False


def decide(state: State, purpose: Purpose, seen: Seen) -> Step:
    """The state after a careful picture; ``state`` is at rest, as it was before the picture was asked for."""
    reading = _read(state, purpose, seen.sighting, seen.at, dark=seen.dark)
    if purpose == "hold":
        return _insist(state, reading)
    if (reading.dark or not seen.sighting) and isinstance(reading.verdict, referee.Unsure):
        return _in_the_dark(state, purpose)
    if waits := _hidden(state, reading):
        return waits
    if isinstance(state.phase, Guided):
        return _guide(state, state.phase, reading)
    if isinstance(state.phase, Lifted) and purpose == "check":
        return _landed(state, state.phase, reading.verdict), []
    return _end_turn(state, reading)


def _read(state: State, purpose: Purpose, sighting: Sighting, at: float, *, dark: bool = False) -> Reading:
    verdict = judge(state.game, state.position, sighting)
    return Reading(verdict, Evidence(state.game.view(state.position), sighting), purpose, at, dark)


def _in_the_dark(state: State, purpose: Purpose) -> Step:
    """Nothing can be told without light: all stays as it was, and people may insist at once, or once more."""
    back = state.phase
    if isinstance(back, Guided):
        back = replace(back, told=True)
    elif isinstance(back, Refused | Unsure):
        back = replace(back, insisted=0)
    state, news = replace(state.now(back), dark=True), not state.dark
    if purpose == "press":
        return state, [Say(TOO_DARK()), Say(DARK_WAY_ON())]
    return state, [Say(TOO_DARK())] if news else []


def _end_turn(state: State, reading: Reading) -> Step:
    """The end of a turn, or a look at a table that was refused."""
    purpose, at = reading.purpose, reading.at
    match reading.verdict:
        case Accepted() if purpose == "check":
            return state.now(Playing()), [Say(PRESS_TO_END())]
        case Accepted(moves) if len(moves) > 1 and state.resigned:
            # The referee does not know who has given up, so the second move may be one that nobody was to make.
            changed = tuple(reading.evidence.odd)
            return _unsure(state, Unsure((tuple(map(state.game.write, moves)),), changed), at)
        case Accepted(moves):
            return _accept(state, moves, at, "camera")
        case Unchanged():
            return _lies_well(state, purpose, at)
        case referee.Unsure() as doubt:
            return _doubt(state, doubt, reading)
        case referee.Refused() as refusal:
            return _refuse(state, refusal, reading)


def _doubt(state: State, doubt: referee.Unsure[Any], reading: Reading) -> Step:
    """A table that the referee cannot tell."""
    back, rows = state.phase, tuple(tuple(map(state.game.write, row)) for row in doubt.between)
    hidden = any(map(reading.evidence.covered, doubt.places))
    # Nobody answers recorded pictures: there a table that shows a move, if doubtfully, is played on upon.
    shows = reading.purpose == "still" and rows[0] and not hidden
    told = isinstance(back, Unsure) and rows[0][:1] in back.between
    if (shows or told) and _played_on(rows) and not state.resigned:
        move = doubt.between[0][0]
        ends = referee.displaced(reading.evidence.view, state.game.changes(state.position, move))
        state, effects = _accept(state, (move,), reading.at, "camera")
        seen = reading.evidence.sighting
        if ends is not None:
            # That it lies there is agreed and no doubt any more.
            seen = {**seen, ends[1]: {state.game.view(state.position)[ends[1]]: 1.0}}
        state, more = _end_turn(state, _read(state, reading.purpose, seen, reading.at))
        return state, [*effects, *more]
    unsure = Unsure(rows, doubt.places)
    asked_before = (isinstance(back, Refused) and not shows) or _same_doubt(back, unsure)
    if asked_before and reading.purpose != "press":
        return state, []
    again = isinstance(back, Unsure) and back.between == rows and not hidden
    return _unsure(state, unsure, reading.at, again=again)


def _played_on(rows: tuple[tuple[str, ...], ...]) -> bool:
    """Whether people have made one more move upon a doubtful one, and whichever that is, it follows upon the same."""
    return len(rows[0]) > 1 and all(row[:1] == rows[0][:1] for row in rows)


def _unseen(back: Phase, evidence: Evidence) -> tuple[Difference, ...]:
    """What was to be put right where this picture shows nothing: only a place that is seen again leaves the list."""
    if not isinstance(back, Guided | Refused):
        return ()
    return tuple(found for found in back.differences if evidence.covered(found.place))


def _hidden(state: State, reading: Reading) -> Step | None:
    """What was to be put right is hidden, and all else lies well: people are asked to uncover it, once and on a press.

    None where that is not so. While the pieces are laid it is mostly a hand that hides them, which leaves by itself.
    """
    back, hidden = state.phase, _unseen(state.phase, reading.evidence)
    if not isinstance(back, Guided | Refused) or not hidden or not isinstance(reading.verdict, Unchanged | Accepted):
        return None
    news = hidden != back.differences or (isinstance(back, Guided) and back.kept_back)
    waits = isinstance(back, Guided) and back.is_laid(reading.at)
    tells = reading.purpose == "press" or (news and not waits)
    said: list[Effect] = [Say(UNCOVER(places=", ".join(places(hidden))))] if tells else []
    left = replace(back, differences=hidden, wrong=hidden)
    told = tells or not news
    return state.now(
        replace(left, told=told) if isinstance(left, Guided) else replace(left, stone=None, amiss=hidden)
    ), said


def _in_order(evidence: Evidence, *parts: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """The differences of all ``parts`` in the order of the board's places, one for each place."""
    found = {one.place: one for part in reversed(parts) for one in part}
    return tuple(found[place] for place in evidence.view if place in found)


def _landed(state: State, back: Lifted, verdict: Verdict[Any]) -> State:
    """Where a lifted piece lies, now that the table is still: the lamps may say it, nothing is decided yet."""
    match verdict:
        case Unchanged():
            return state.now(Playing())
        case Accepted((move,)):
            ends = referee.displaced(state.game.view(state.position), state.game.changes(state.position, move))
            if ends is not None and ends[0] == back.place:
                return state.now(replace(back, landed=ends[1]))
    return state


def _accept(state: State, moves: tuple[Any, ...], at: float, by: str) -> Step:
    """The moves count."""
    effects: list[Effect] = []
    if len(moves) > 1:
        texts = [state.game.write(move) for move in moves]
        effects.append(Say(TWO_MOVES(moves=", ".join(texts))))
    for number, move in enumerate(moves, 1):
        state, more = turns.play(state, move, at, by)
        # Whose turn it was between two moves is no news any more.
        effects += more if number == len(moves) else [effect for effect in more if not _is_turn(effect)]
    return state, effects


def _is_turn(effect: Effect) -> bool:
    return isinstance(effect, Say) and effect.reason.id == YOUR_TURN.id


def _lies_well(state: State, purpose: Purpose, at: float) -> Step:
    """The table lies as the position says."""
    back, seat = state.phase, state.to_move
    state = state.now(Playing())
    if isinstance(back, Guided):
        note = Note(Entry("start" if back.cause == "start" else "ready", at, {"seat": seat}))
        return state, [note, Say(YOUR_TURN(seat=seat))]
    if isinstance(back, Refused):
        return state, [Note(Entry("repaired", at)), Say(REPAIRED(seat=seat))]
    return state, [Say(NOTHING_MOVED(seat=seat))] if purpose in {"press", "hold"} else []


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
    """The table cannot be accepted. A refusal that was said before is said again only to those who press."""
    at, back = reading.at, state.phase
    clear = {place for place, misfit in reading.evidence.odd.items() if misfit >= CONTRADICTION}
    known = isinstance(back, Refused) and clear <= set(places(back.differences))
    unseen = _unseen(back, reading.evidence)
    found = _in_order(reading.evidence, verdict.differences, unseen)
    amiss = _in_order(reading.evidence, verdict.amiss or verdict.differences, unseen)
    refused = Refused(verdict.why, found, amiss, verdict.stone, amiss=amiss)
    if isinstance(back, Refused) and known:
        refused = replace(refused, insisted=back.insisted)
    effects: list[Effect] = []
    if not known:
        name = _evidence_name(state, "refused", at)
        facts = {"places": list(places(found)), "why": verdict.why.as_json(), "evidence": name}
        effects += [Record(Entry("refused", at, facts)), StoreEvidence(name)]
    if not known or reading.purpose == "press":
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


def _guide(state: State, back: Guided, reading: Reading) -> Step:
    """A look at a table that should lie as the position says."""
    verdict, at, asked = reading.verdict, reading.at, reading.purpose == "press"
    evidence = reading.evidence
    found = _in_order(evidence, _lies_otherwise(evidence), _unseen(back, evidence), _uncounted(state, back, evidence))
    # Heaps that were laid as people were told need not be counted surely.
    as_told = is_of_heaps(state) and isinstance(verdict, referee.Unsure) and not (found or verdict.between[0])
    if isinstance(verdict, Unchanged) or as_told:
        return _lies_well(state, reading.purpose, at)
    if isinstance(verdict, Accepted) and asked and (back.is_for_a_game or back.cause == "record"):
        # Somebody moved before the table had been looked at, and has pressed: that is a turn like any other.
        return _accept(state, verdict.moves, at, "camera")
    if isinstance(verdict, Accepted) and back.cause == "record" and not _is_there_still(state, back, verdict):
        return _end_turn(state.now(Playing()), reading)
    same, news = places(found) == places(back.differences), _is_news(state, back, found)
    waits = not asked and bool(found) and back.is_laid(at)
    told = not (waits and news)
    guided = Guided(back.cause, found, found, told=told, in_vain=same and back.in_vain, listed=back.listed)
    state = state.now(guided)
    if waits or not (asked or news):
        return state, []
    if not found:
        hidden = verdict.places if isinstance(verdict, referee.Unsure) else ()
        return state, [Say((SPREAD if is_of_heaps(state) else UNCOVER)(places=", ".join(hidden)))]
    note = Note(Entry("guided", at, {"places": list(places(found))}))
    return state.now(replace(guided, listed=at)), [note, Say(PUT_RIGHT(places=in_words(state.game.board, found)))]


def _is_there_still(state: State, back: Guided, verdict: Accepted[Any]) -> bool:
    """Whether the move that lies there is the one that is to be put right, and not another made in its place."""
    return state.game.changes(state.position, verdict.moves[0]).keys() <= set(places(back.differences))


def _is_news(state: State, back: Guided, found: tuple[Difference, ...]) -> bool:
    """Whether people were not told of all that was ``found`` to put right, or all of it is right and yet in doubt.

    Of a heap that is laid for a game they were told another number.
    """
    numbers = is_of_heaps(state) and back.is_for_a_game
    left, told = (set(some) if numbers else set(places(some)) for some in (found, back.differences))
    return not back.told or not left <= told or bool(told and not left)


def _uncounted(state: State, back: Guided, evidence: Evidence) -> tuple[Difference, ...]:
    """Heaps to put right that still look more like another number, were it less than would be noticed elsewhere."""
    if not is_of_heaps(state):
        return ()
    return tuple(
        replace(found, seen=evidence.seen(found.place))
        for found in back.differences
        if not evidence.covered(found.place) and evidence.seen(found.place) != found.expected
    )


def _same_doubt(before: Phase, doubt: Unsure) -> bool:
    return isinstance(before, Unsure) and (before.between, before.places) == (doubt.between, doubt.places)


def _answered(state: State, evidence: Evidence, at: float) -> Step | None:
    """The row that people said yes to, if the table still allows it; None where they were not asked."""
    match state.phase:
        case Unsure(between, _, int(asked), anyway=anyway):
            (text,) = between[asked]
            move = state.game.read(text, state.position)
            changes = state.game.changes(state.position, move)
            if is_allowed(evidence, changes, hidden=True, loosely=True, anyway=anyway):
                return _accept(state, (move,), at, "button")
    return None


def _insist(state: State, reading: Reading) -> Step:
    """People hold the button: what lies there counts, if it can be seen and can be a position at all."""
    verdict, evidence, at = reading.verdict, reading.evidence, reading.at
    if isinstance(verdict, Accepted) and not (len(verdict.moves) > 1 and state.resigned):
        return _accept(state, verdict.moves, at, "button")
    if meant := _answered(state, evidence, at) or _insist_in_doubt(state, reading):
        return meant
    if isinstance(verdict, referee.Refused) and verdict.why.id == referee.MUST_FOLLOW.id:
        return _table_follows(_accept(state, verdict.meant, at, "button"), verdict.amiss, at)
    # What merely looks odd, or may be a stone more or less, is as it should be: people say so.
    odd, heaps = evidence.odd, is_of_heaps(state)
    found = tuple(
        one
        for one in _lies_otherwise(evidence)
        if odd[one.place] >= CONTRADICTION or not (one.seen == UNKNOWN or heaps)
    )
    # Stones that were miscounted are asked about before they count as won.
    asked = ask_which(state, evidence) if heaps or not found else None
    if asked or not found:
        return asked or _lies_well(state, "hold", at)
    lies = _as_before(state, evidence) or {difference.place: difference.seen for difference in found}
    move = _move_that_makes(state, lies)
    if move is not None:
        return _accept(state, (move,), at, "button")
    return _count_as_it_lies(state, reading, found, lies)


def _count_as_it_lies(state: State, reading: Reading, found: tuple[Difference, ...], lies: View) -> Step:
    """A position of what ``lies`` there, if there can be one."""
    # Where the table is only being put right, nobody's turn is over.
    keeps = state.to_move if isinstance(state.phase, Guided) else None
    lying, at = {**reading.evidence.view, **lies}, reading.at
    try:
        position = state.game.as_it_lies(state.position, lying, keeps)
    except BadPosition as error:
        return _insist_on_nearest(state, reading, found, keeps, error.reason)
    should = state.game.view(position)
    lacking = tuple(Difference(place, should[place], seen) for place, seen in differences(should, lying).items())
    if position == state.position:
        # What lies otherwise is all to follow yet: nothing can be taken, and who insists again comes to the menu.
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
    return state.now(guided), [*(effect for effect in effects if not _is_turn(effect)), note, said]


def _as_before(state: State, evidence: Evidence) -> View | None:
    """Where heaps lie otherwise, as before the last turn, if the picture denies none of them: it counts no heap surely.

    None where it does, or the game has just begun.
    """
    if not (is_of_heaps(state) and state.ply):
        return None
    lies = differences(evidence.view, state.game.view(state.history[-2].match.position))
    return None if any(misfit >= CONTRADICTION for misfit in evidence.against(lies).values()) else lies


def _nearest(state: State, evidence: Evidence, keeps: Seat | None) -> tuple[View, Any] | None:
    """What one legal move or none would change, if it explains what is seen far better than all else; the position.

    Clear glass over a tiny hole may look the same with and without its marble: what was seen there is weighed against
    the number of pieces. Never against what is sure, and never by a place that was not seen.
    """
    explanations = weighed(state, evidence)
    best = explanations[0].changes
    rivals = (found.cost for found in explanations if found.changes != best)
    against = evidence.against(best)
    if (
        next(rivals, CAP + explanations[0].cost) - explanations[0].cost < DOUBT
        or any(misfit >= CAP for misfit in against.values())
        or any(evidence.covered(place) for place in best)
    ):
        return None
    try:
        return best, state.game.as_it_lies(state.position, {**evidence.view, **best}, keeps)
    except BadPosition:
        return None


def _insist_on_nearest(
    state: State, reading: Reading, found: tuple[Difference, ...], keeps: Seat | None, why: Reason
) -> Step:
    """The pieces do not add up (``why``): people are asked which move it was.

    Where nobody's turn is ending, what comes nearest counts, and the record names what looks otherwise. Where even that
    cannot be told, the places are named. Who insists again is asked which of the moves it was that the picture shows,
    whatever else it shows; where it shows none, the menu opens.
    """
    back, evidence, at = state.phase, reading.evidence, reading.at
    nearest = _nearest(state, evidence, keeps)
    if nearest is not None and not nearest[0]:
        return _lies_well(state, "hold", at)
    # A heap looks no more like one that went than like any other.
    if asked := ask_which(state, evidence) or (not is_of_heaps(state) and ask_which(state, evidence, loosely=True)):
        return asked
    if nearest is None:
        said: list[Effect] = [Say(why), Say(PUT_RIGHT(places=in_words(state.game.board, found)))]
        if isinstance(back, Guided):
            return state.now(Guided(back.cause, found, found, told=True, in_vain=True, listed=at)), said
        shown = ask_which(state, evidence, anyway=places(found))
        if shown and isinstance(back, Refused) and back.insisted:
            return shown
        if shown:
            said.append(Say(HOLD_AGAIN()))
        return state.now(Refused(why, found, found, insisted=1 if shown else 2)), said
    changes, position = nearest
    against = tuple(place for place, misfit in evidence.against(changes).items() if misfit >= DOUBT)
    return turns.correct(state, position, at, "button", against=against or places(found))


def _insist_in_doubt(state: State, reading: Reading) -> Step | None:
    """The likeliest moves, if they are far likelier than others; None where what lies there must tell."""
    verdict, evidence = reading.verdict, reading.evidence
    if not isinstance(verdict, referee.Unsure):
        return None
    back, hidden = state.phase, [place for place in verdict.places if evidence.covered(place)]
    told = back.told if isinstance(back, Guided) else reading.dark or (isinstance(back, Unsure) and back.insisted)
    if hidden and not told:
        said = TOO_DARK() if reading.dark else UNCOVER(places=", ".join(hidden))
        return replace(state.now(_insisted(state, verdict)), dark=state.dark or reading.dark), [Say(said)]
    if hidden:
        asked = ask_which(state, evidence, hidden=True)
        return _without_places(*asked) if asked and reading.dark else asked
    if verdict.between[0] and verdict.weights and verdict.weights[0] >= INSISTED and not state.resigned:
        return _accept(state, verdict.between[0], reading.at, "button")
    return None


def _without_places(state: State, effects: list[Effect]) -> Step:
    """The same doubt about no place in particular: in the dark it is about all of them."""
    assert isinstance(state.phase, Unsure)  # noqa: S101 - told to the type checker
    return state.now(replace(state.phase, places=())), effects


def _insisted(state: State, verdict: referee.Unsure[Any]) -> Guided | Unsure:
    """People have insisted where something is hidden: they shall uncover it; next time they are believed."""
    if isinstance(state.phase, Guided):
        return replace(state.phase, told=True)
    return Unsure(tuple(tuple(map(state.game.write, row)) for row in verdict.between), verdict.places, insisted=1)


def _lies_otherwise(evidence: Evidence) -> tuple[Difference, ...]:
    """Every place that looks otherwise than it should, beyond the little doubts that any picture has."""
    return tuple(found for found in evidence.differences({}) if evidence.odd[found.place] >= DOUBT)


def _move_that_makes(state: State, lies: View) -> Any | None:
    """The legal move whose changes are exactly what lies there; None where none is."""
    game, position = state.game, state.position
    view = game.view(position)
    for move in game.moves(position):
        if {place: token for place, token in game.changes(position, move).items() if view[place] != token} == lies:
            return move
    return None
