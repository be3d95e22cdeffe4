"""How long people think: each seat's clock runs while it may act, and what it took stands in the record.

A clock stands while the table is put right, the camera is away or in doubt, people pause, or a pressed button waits for
its picture: none of that is the player's time. What ran by then is written with whatever ends it (``took``, and what is
``left`` where people play by the clock), so a record gives the same clocks again without knowing why they stood. The
page and the card of a game count by them upwards where nobody agreed on any. At zero it is said, and nothing ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware import settings
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
    return next(("left" in entry.data for entry in entries if entry.kind in COUNTED), True)


def running(state: State) -> Seat | None:
    """Whose clock runs now."""
    phase = state.phase
    if isinstance(phase, Menu) or (isinstance(phase, Looking) and phase.purpose == "check"):
        phase = phase.back
    return state.to_move if isinstance(phase, Playing | Lifted | Refused) else None


def left(state: State, at: float) -> Mapping[Seat, float]:
    """How many seconds each seat has left at second ``at``; below zero its time is up. Empty without clocks."""
    seconds = dict(zip(state.game.seats, state.last.left, strict=False))
    seat = state.to_move
    if seconds and seat is not None:
        seconds[seat] -= thought(state, at)
    return seconds


def spent(state: State, at: float | None = None) -> Mapping[Seat, float]:
    """How many seconds each seat that has thought did so; with what the one to move has by second ``at``, if given."""
    seconds = {seat: known for seat, known in zip(state.game.seats, state.last.spent, strict=False) if known}
    seat = state.to_move
    if at is not None and seat is not None:
        seconds[seat] = seconds.get(seat, 0.0) + thought(state, at)
    return seconds


def each_clock(state: State, at: float, language: Language = "en") -> list[str]:
    """Every seat's clock at second ``at``, the running one marked; none without clocks."""
    now = running(state)
    return [
        f"{RUNS * (seat == now)}{called(seat, language, state.match.players)} {in_minutes(seconds)}"
        for seat, seconds in left(state, at).items()
    ]


def thought(state: State, at: float) -> float:
    """How long the seat to move has been thinking by second ``at``."""
    clock = state.clock
    return clock.used + (max(at - clock.since, 0.0) if clock.since is not None else 0.0)


def count(before: State, after: State, event: Event, effects: Sequence[Effect]) -> tuple[State, list[Effect]]:
    """``after`` and ``effects`` with the clocks in them, ``event`` having led there from ``before``."""
    effects = list(effects)
    told = event if isinstance(event, Command) else None
    took = thought(before, event.at) if told is None or told.took is None else told.took
    if took >= settings.AWAY_SECONDS and not before.last.left:
        took = 0.0
    ended = any(isinstance(effect, Record) and effect.entry.kind in COUNTED for effect in effects)
    if ended:
        after, effects = _written(before, after, round(took, 1), effects, untold=told is not None and told.untold)
    out = _out(before, after, took)
    for seat in out:
        if seat not in before.clock.out:
            effects += [Note(Entry("flag", event.at, {"seat": seat})), Say(TIME_UP(seat=seat))]
    if ended or after.ply < before.ply:
        clock = Running(0.0, event.at if running(after) else None, out)
    elif running(before) == running(after) and (running(after) is None or before.clock.since is not None):
        clock = replace(before.clock, out=out)
    else:
        clock = Running(took, event.at if running(after) else None, out)
    return (after if clock == after.clock else replace(after, clock=clock)), effects


def _written(
    before: State, after: State, took: float, effects: Sequence[Effect], *, untold: bool
) -> tuple[State, list[Effect]]:
    """The time written into the entries (unless they leave it ``untold``), and into the plies that they make."""
    control = TimeControl.of(before.match.tags)
    increment = control.increment if control else 0.0
    seats, seconds = before.game.seats, list(before.last.left)
    in_all = list(before.last.spent or (0.0,) * len(seats))
    plies = list(after.history.newest(len(after.history) - before.ply))
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
            in_all[number] = round(in_all[number] + took, 1)
            facts: dict[str, object] = {"took": took}
            if seconds:
                passed_on = moved or (entry.kind == "correction" and after.to_move != seat)
                seconds[number] = round(seconds[number] - took + increment * passed_on, 1)
                facts["left"] = seconds[number]
            if entry.data.get("seat", seat) != seat:
                # Who gives up while another thinks ends that one's stretch of thinking, not one of their own.
                facts["clock"] = seat
            entry = entry if untold else replace(entry, data={**entry.data, **facts})
        written.append(Record(entry))
        ply += entry.kind != "pause"
        plies[ply] = replace(plies[ply], left=tuple(seconds), spent=tuple(in_all))
        took = 0.0  # where two moves lie on the table, nobody knows when the first was over
    return replace(after, history=after.history.until(before.ply).then(*plies)), written


def _out(before: State, after: State, took: float) -> tuple[Seat, ...]:
    """Whose time is up; taken back with the move, it is given back."""
    seats = before.game.seats
    if after.ply < before.ply:
        return tuple(seat for seat, seconds in zip(seats, after.last.left, strict=False) if seconds <= 0)
    now = running(before)
    return tuple(
        seat
        for seat, seconds in zip(seats, before.last.left, strict=False)
        if seat in before.clock.out or (seat == now and seconds <= took)
    )
