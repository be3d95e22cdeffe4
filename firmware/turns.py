"""How the game itself goes on: moves, corrections, take-backs, resignations and the end, each one ply and one record.

Every function gives the state after it, at `Playing` or `Finished`, and the effects: what to record, then what to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from firmware.events import Correct, Effect, Entry, Finish, Note, Record, Say
from firmware.states import (
    AnyGame,
    AnyMatch,
    Finished,
    Guided,
    Playing,
    Ply,
    Purpose,
    Refused,
    State,
    in_words,
    is_of_heaps,
)
from firmware.words.sayings import (
    AS_IT_LIES,
    GAME_ENDED,
    GAME_OVER,
    NEAREST,
    NO_SUCH_PLACE,
    NO_SUCH_SEAT,
    NOTHING_MOVED,
    NOW_WON,
    OTHER_TAKEN_BACK,
    RECORD_CORRECTED,
    REPAIRED,
    RESIGNED,
    ROUND_OVER,
    SEAT_HOME,
    SKIPPED,
    TAKEN_BACK,
    TWO_MOVES,
    YOUR_TURN,
)
from rules.comparison import Difference
from rules.game import BadPosition, Outcome, Seat
from rules.geometry import PlaceId
from rules.match import finished, turns_after
from rules.sight import differences
from rules.words import Reason

Step: TypeAlias = tuple[State, list[Effect]]
"""A state and what is to be done about it, before that is put in order."""


def play(state: State, move: Any, at: float, by: str) -> Step:
    """The state after a legal ``move`` of the seat to move; ``by``: who says so (``camera``, ``button``, ``page``)."""
    game, before = state.game, state.position
    seat = game.to_move(before)
    assert seat is not None  # noqa: S101 - nobody moves in a finished game; told to the type checker
    match = state.match.play(move)
    after = match.position
    home = [other for other in finished(game, after) if other not in finished(game, before)]
    left_out = list(_left_out(game, seat, after, state.resigned))
    facts: dict[str, Any] = {"seat": seat, "move": game.write(move), "by": by}
    facts |= {"home": home} if home else {}
    facts |= {"skipped": left_out} if left_out else {}
    ply = Ply("move", match, seat, facts["move"])
    effects: list[Effect] = [Record(Entry("move", at, facts))]
    effects += [Say(SEAT_HOME(seat=other, place=finished(game, after).index(other) + 1)) for other in home]
    effects += [Say(SKIPPED(seat=other)) for other in left_out]
    return _arrive(state, ply, at, effects)


def accept(state: State, moves: tuple[Any, ...], at: float, by: str) -> Step:
    """The moves count."""
    effects: list[Effect] = []
    if len(moves) > 1:
        texts = [state.game.write(move) for move in moves]
        effects.append(Say(TWO_MOVES(moves=", ".join(texts))))
    for number, move in enumerate(moves, 1):
        state, more = play(state, move, at, by)
        # Whose turn it was between two moves is no news any more.
        effects += more if number == len(moves) else [effect for effect in more if not is_turn(effect)]
    return state, effects


def in_a_row(state: State, texts: Sequence[str]) -> tuple[Any, ...]:
    """The moves that ``texts`` name, one upon the other. Raises a `MoveError` where the turns are not so.

    The referee, who may have taken a table for just these, does not know who has given up.
    """
    match, moves = state.match, list[Any]()
    for text in texts:
        moves.append(state.game.read(text, match.position))
        match = match.play(moves[-1])
    return tuple(moves)


def is_turn(effect: Effect) -> bool:
    """Whether it says whose turn it is."""
    return isinstance(effect, Say) and effect.reason.id == YOUR_TURN.id


def lies_well(state: State, purpose: Purpose, at: float) -> Step:
    """The table lies as the position says."""
    back, seat = state.phase, state.to_move
    state = state.now(Playing())
    if isinstance(back, Guided):
        note = Note(Entry("start" if back.cause == "start" else "ready", at, {"seat": seat}))
        return state, [note, Say(YOUR_TURN(seat=seat))]
    if isinstance(back, Refused):
        return state, [Note(Entry("repaired", at)), Say(REPAIRED(seat=seat))]
    return state, [Say(NOTHING_MOVED(seat=seat))] if purpose in {"press", "hold"} else []


def correct(state: State, position: Any, at: float, by: str, *, against: Sequence[PlaceId] = ()) -> Step:
    """The state after people said that the game stands like ``position``; ``against``: places that look otherwise."""
    game = state.game
    match = state.match.correct(position)
    position, before = match.position, game.view(state.position)
    changed = differences(before, game.view(position))
    facts: dict[str, Any] = {
        "places": dict(changed),
        "to_move": game.to_move(position),
        "position": game.write_position(position),
        "by": by,
    }
    facts |= {"against": list(against)} if against else {}
    ply = Ply("correction", match, state.to_move)
    effects: list[Effect] = [Record(Entry("correction", at, facts))]
    if by == "record":  # nothing lies so yet: what is to be laid otherwise is said when the table has been looked at
        return _arrive(state, ply, at, [*effects, Say(RECORD_CORRECTED())])
    said = NEAREST if against else AS_IT_LIES
    where = in_words(game.board, [Difference(place, now, before[place]) for place, now in changed.items()])
    effects += [Say(said(places=where or "–")), *_won_otherwise(state, position), *_passed_over(state, match)]
    return _arrive(state, ply, at, effects)


def _won_otherwise(state: State, position: Any) -> Iterator[Say]:
    """What a correction changes beside the board: stones that are gone from it count as won."""
    if not is_of_heaps(state):
        return
    won, before = (state.game.write_position(one)["won"] for one in (position, state.position))
    for seat in state.game.seats:
        if won[seat] != before[seat]:
            both = ((name, was, won[seat][name]) for name, was in before[seat].items())
            yield Say(NOW_WON(seat=seat, **{name: f"{was}→{now}" if was != now else now for name, was, now in both}))


def corrected_position(state: State, event: Correct) -> Any:
    """The position that a correction means; raises `BadPosition` where it cannot be."""
    game = state.game
    if event.position is not None:
        return game.read_position(event.position)
    for place in event.places:
        if place not in game.board:
            raise BadPosition(NO_SUCH_PLACE(place=place))
    if event.to_move is not None and event.to_move not in game.seats:
        raise BadPosition(NO_SUCH_SEAT(given=event.to_move, seats=", ".join(game.seats)))
    return game.as_it_lies(state.position, {**game.view(state.position), **event.places}, event.to_move)


def take_back(state: State, at: float, by: str) -> Step:
    """The state before the last ply, of which there is one."""
    gone = state.last
    state = replace(state, history=state.history.until(state.ply), phase=Playing())
    facts = {"what": gone.kind, "by": by} | ({"move": gone.move} if gone.move else {})
    said = TAKEN_BACK(move=gone.move) if gone.move else OTHER_TAKEN_BACK()
    effects: list[Effect] = [Record(Entry("undo", at, facts)), Say(said)]
    if state.outcome.over:  # what was corrected after the end
        return state.now(Finished(at)), effects
    return state, [*effects, Say(YOUR_TURN(seat=state.to_move))]


def resign(state: State, seat: Seat, at: float, by: str) -> Step:
    """The state after ``seat``, which plays, gave up: its pieces stay, its turns are left out; the last one has won.

    Where a game cannot do without a player (whose cards are in play), it ends here.
    """
    match = state.match.resign(seat)
    ply = Ply("end" if match.outcome.reason == "ended" else "resignation", match, seat)
    effects: list[Effect] = [Record(Entry("resign", at, {"seat": seat, "by": by})), Say(RESIGNED(seat=seat))]
    return _arrive(state, ply, at, [*effects, *_passed_over(state, match)])


def end(state: State, at: float, by: str) -> Step:
    """The state after the players ended the game where it stood."""
    return _arrive(state, Ply("end", state.match.end()), at, [Record(Entry("end", at, {"by": by}))])


def _arrive(state: State, ply: Ply, at: float, effects: list[Effect]) -> Step:
    """The state with ``ply`` made: at play, or at the end of the game, which is recorded and said."""
    state = replace(state, history=state.history.then(ply), phase=Playing())
    outcome = state.outcome
    if not outcome.over:
        return state, [*effects, Say(YOUR_TURN(seat=state.to_move))]
    effects += [Record(Entry("finished", at, outcome.as_json())), Say(result(outcome)), Finish("over")]
    return state.now(Finished(at)), effects


def result(outcome: Outcome) -> Reason:
    """What is over, and how: a round after which the game goes on with another has no winner yet."""
    if not outcome.scores:
        return GAME_ENDED()
    over = GAME_OVER if outcome.details.get("game_over", True) else ROUND_OVER
    return over(scores=_in_words(outcome))


def _passed_over(state: State, match: AnyMatch) -> Iterator[Say]:
    """Who is left out where the turn has gone from the seat to move to another one, without a move, in ``match``."""
    seat, position = state.to_move, match.position
    if seat is not None and match.to_move not in (None, seat):
        yield from (Say(SKIPPED(seat=other)) for other in _left_out(state.game, seat, position, match.resigned))


def _left_out(game: AnyGame, seat: Seat, after: Any, resigned: Sequence[Seat]) -> Iterator[Seat]:
    """The seats between ``seat`` and the one to move now that lost their turn because they cannot move."""
    following = game.to_move(after)
    if following is None:
        return
    for other in turns_after(game, seat):
        if other == following:
            return
        if other not in resigned and other not in finished(game, after) and not _could_move(game, after, other):
            yield other


def _could_move(game: AnyGame, position: Any, seat: Seat) -> bool:
    """Whether ``seat`` could move if it were its turn: it only waits while another's turn is not over."""
    try:
        return game.to_move(game.as_it_lies(position, game.view(position), seat)) == seat
    except BadPosition:
        return True


def _in_words(outcome: Outcome) -> str:
    """The scores, the best first."""
    return ", ".join(
        f"{seat}: {outcome.scores[seat]:g}" if outcome.in_points else f"{outcome.scores[seat]:g}. {seat}"
        for seat in outcome.places
    )
