"""The players' clocks: each runs while its seat may act, and what it took stands in the record.

A clock stands while the table is put right, the camera is away or in doubt, people pause, or a pressed button waits for
its picture: none of that is the player's time. What ran by then is written with whatever ends it (``took``, and what is
``left``), so a record gives the same clocks again without knowing why they stood. At zero it is said, and nothing ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware.events import Command, Effect, Entry, Event, Note, Record, Say
from firmware.states import Lifted, Looking, Menu, Playing, Refused, Running, State
from firmware.time_control import TimeControl, in_minutes
from firmware.words.sayings import TIME_UP
from firmware.words.wording import called
from rules.game import Seat
from rules.words import Language

COUNTED = frozenset({"move", "correction", "resign", "end", "pause"})
"""Kinds of entries that end a stretch of thinking."""

RUNS = "▸"
"""Marks the clock that runs."""


def are_known(entries: Sequence[Entry]) -> bool:
    """Whether these lines tell the clocks from the beginning on: those of a game that came as a text do not."""
    return next(("took" in entry.data for entry in entries if entry.kind in COUNTED), True)


def running(state: State) -> Seat | None:
    """Whose clock runs now."""
    if not state.last.left:
        return None
    phase = state.phase
    if isinstance(phase, Menu) or (isinstance(phase, Looking) and phase.purpose == "check"):
        phase = phase.back
    return state.to_move if isinstance(phase, Playing | Lifted | Refused) else None


def left(state: State, at: float) -> Mapping[Seat, float]:
    """How many seconds each seat has left at second ``at``; below zero its time is up. Empty without clocks."""
    seconds = dict(zip(state.game.seats, state.last.left, strict=False))
    seat = state.to_move
    if seconds and seat is not None:
        seconds[seat] -= _thought(state, at)
    return seconds


def each_clock(state: State, at: float, language: Language = "en") -> list[str]:
    """Every seat's clock at second ``at``, the running one marked; none without clocks."""
    now = running(state)
    return [
        f"{RUNS * (seat == now)}{called(seat, language, state.match.players)} {in_minutes(seconds)}"
        for seat, seconds in left(state, at).items()
    ]


def _thought(state: State, at: float) -> float:
    """How long the seat to move has been thinking."""
    clock = state.clock
    return clock.used + (max(at - clock.since, 0.0) if clock.since is not None else 0.0)


def count(before: State, after: State, event: Event, effects: Sequence[Effect]) -> tuple[State, list[Effect]]:
    """``after`` and ``effects`` with the clocks in them, ``event`` having led there from ``before``."""
    effects = list(effects)
    if not before.last.left:
        return after, effects
    thought = _thought(before, event.at)
    if isinstance(event, Command) and event.took is not None:
        thought = event.took
    ended = any(isinstance(effect, Record) and effect.entry.kind in COUNTED for effect in effects)
    if ended:
        after, effects = _written(before, after, round(thought, 1), effects)
    out = _out(before, after, thought)
    for seat in out:
        if seat not in before.clock.out:
            effects += [Note(Entry("flag", event.at, {"seat": seat})), Say(TIME_UP(seat=seat))]
    if ended or after.ply < before.ply:
        clock = Running(0.0, event.at if running(after) else None, out)
    elif running(before) == running(after) and (running(after) is None or before.clock.since is not None):
        clock = replace(before.clock, out=out)
    else:
        clock = Running(thought, event.at if running(after) else None, out)
    return (after if clock == after.clock else replace(after, clock=clock)), effects


def _written(before: State, after: State, took: float, effects: Sequence[Effect]) -> tuple[State, list[Effect]]:
    """The time written into the entries, and into the plies that they make."""
    control = TimeControl.of(before.match.tags)
    increment = control.increment if control else 0.0
    seats, seconds = before.game.seats, list(before.last.left)
    plies = list(after.history[before.ply :])
    ply = 0
    written: list[Effect] = []
    for effect in effects:
        if not isinstance(effect, Record) or effect.entry.kind not in COUNTED:
            written.append(effect)
            continue
        entry = effect.entry
        moved = entry.kind == "move"
        seat = entry.data["seat"] if moved else before.to_move
        if seat is not None:  # a finished game may still be corrected, and nobody's clock ran
            number = seats.index(seat)
            passed_on = moved or (entry.kind == "correction" and after.to_move != seat)
            seconds[number] = round(seconds[number] - took + increment * passed_on, 1)
            # Who gives up while another thinks ends that one's stretch of thinking, not one of their own.
            whose = {} if entry.data.get("seat", seat) == seat else {"clock": seat}
            entry = replace(entry, data={**entry.data, "took": took, "left": seconds[number], **whose})
        written.append(Record(entry))
        ply += entry.kind != "pause"
        plies[ply] = replace(plies[ply], left=tuple(seconds))
        took = 0.0  # where two moves lie on the table, nobody knows when the first was over
    return replace(after, history=after.history.until(before.ply).then(*plies)), written


def _out(before: State, after: State, thought: float) -> tuple[Seat, ...]:
    """Whose time is up; taken back with the move, it is given back."""
    seats = before.game.seats
    if after.ply < before.ply:
        return tuple(seat for seat, seconds in zip(seats, after.last.left, strict=True) if seconds <= 0)
    now = running(before)
    return tuple(
        seat
        for seat, seconds in zip(seats, before.last.left, strict=True)
        if seat in before.clock.out or (seat == now and seconds <= thought)
    )
