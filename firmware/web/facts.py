"""What viewers are told, as plain JSON values."""

from collections.abc import Mapping, Sequence
from typing import Any

from firmware import clocks, sets
from firmware.events import Entry
from firmware.overlay import Overlay
from firmware.states import (
    AnyGame,
    Finished,
    Guided,
    Lifted,
    Looking,
    Menu,
    Refused,
    Resting,
    State,
    Unsure,
)
from firmware.time_control import TimeControl
from firmware.web import settings
from firmware.web.hub import News, Sitting, Snapshot
from firmware.words.wording import names
from hardware.colours import Colour
from hardware.simulated.table import Moment
from rules.comparison import Difference
from rules.game import Outcome, Seat
from rules.geometry import Board, Medium
from rules.match import finished
from rules.referee import way
from rules.sight import EMPTY, Token, View, differences


def board_facts(board: Board) -> dict[str, Any]:
    """The board's places and outline in board units, y north."""
    return {
        "name": board.name,
        "places": [[place.id, round(place.x, 4), round(place.y, 4)] for place in board.places],
        "medium": board.medium,
        "outline": [[round(x, 4), round(y, 4)] for x, y in board.outline],
        "corners": dict(board.corners),
    }


def table_facts(sitting: Sitting) -> dict[str, Any]:
    """What stays the same for a whole game."""
    game = sitting.loop.state.game
    agreed = TimeControl.of(sitting.loop.state.match.tags)
    return {
        "type": "table",
        "sitting": sitting.number,
        "game": game.name,
        "options": dict(game.options),
        "seats": list(game.seats),
        "sets": sets.owned(game),
        "players": names(sitting.loop.state.match.players),
        "board": board_facts(game.board),
        "clock": None if agreed is None else str(agreed),
        "simulated": sitting.table is not None,
        "record": sitting.record.stem if sitting.record else None,
        "follows": sitting.guide.plies[-1].turns if sitting.guide else None,
    }


def piles(game: AnyGame, position: Any) -> dict[str, Any]:
    """What every seat has won and owes, in games of heaps."""
    if game.board.medium is not Medium.PIT:
        return {}
    written = game.write_position(position)
    return {"won": written["won"], "owed": written["owed"]}


def card_counts(game: AnyGame, position: Any) -> dict[str, Any]:
    """How many cards every seat holds and has won, and how many the stock has, in games of cards; never which."""
    if game.board.medium is not Medium.CARD:
        return {}
    written = game.write_position(position)
    counts: dict[str, Any] = {
        name: dict(zip(game.seats, map(_number, written[name]), strict=True))
        for name in ("hands", "won")
        if name in written
    }
    return {"cards": counts | ({"stock": _number(written["stock"])} if "stock" in written else {})}


def _number(pile: int | Sequence[str]) -> int:
    return pile if isinstance(pile, int) else len(pile)


def outcome_facts(outcome: Outcome) -> dict[str, Any]:
    """How a game ended, with every seat's place, and its points where these decided."""
    if not outcome.over:
        return outcome.as_json()
    told = {**outcome.as_json(), "places": dict(outcome.places)}
    points = {seat: round(score, 2) for seat, score in outcome.scores.items()}
    return told | ({"points": points} if outcome.in_points else {})


def now_facts(snapshot: Snapshot, late: float = 0.0) -> dict[str, Any]:
    """What is the case now; ``late``: the seconds since it became so, for clocks that run."""
    state, at = snapshot.state, snapshot.at + late
    plies = state.history.newest(min(settings.HISTORY, state.ply))
    facts = {
        "type": "now",
        "number": snapshot.number,
        "sitting": snapshot.sitting,
        "ply": state.ply,
        "turns": state.turns,
        "to_move": state.to_move,
        "resigned": list(state.resigned),
        "playing": list(state.match.playing),
        "home": home_facts(state),
        "view": pieces(state.game.view(state.position)),
        **piles(state.game, state.position),
        "lamps": lamps(snapshot.overlay),
        "colours": colours(snapshot.colours),
        **phase_facts(state),
        "last": last_move(state),
        "history": [
            ply_facts(number, ply.kind, ply.seat, ply.move)
            for number, ply in enumerate(plies, state.ply - len(plies) + 1)
        ],
        "spent": {seat: round(seconds, 1) for seat, seconds in clocks.spent(state, at).items()},
        "running": clocks.running(state),
    }
    if state.last.left:
        facts["clock"] = clock_facts(state, at)
    if snapshot.moment is not None:
        facts["table"] = moment_facts(snapshot.moment, snapshot.in_hand)
    return facts


def home_facts(state: State) -> dict[str, str]:
    """What marks each seat that has finished: its place, or that it is home where only its team has a place."""
    seats = finished(state.game, state.position)
    teams = state.game.options.get("teams")
    return {seat: "✓" if teams else f"{place}." for place, seat in enumerate(seats, 1)}


def clock_facts(state: State, at: float) -> dict[str, Any]:
    """Every seat's chess clock at second ``at``: what is left, whose runs, and whose time is up."""
    return {
        "left": {seat: round(seconds, 1) for seat, seconds in clocks.left(state, at).items()},
        "running": clocks.running(state),
        "out": list(state.clock.out),
    }


def ply_facts(number: int, kind: str, seat: Seat | None, move: str) -> dict[str, Any]:
    """One line of the list of moves."""
    return {"ply": number, "kind": kind, "seat": seat, "move": move}


def last_move(state: State) -> dict[str, Any] | None:
    """The last ply, with the way of its move."""
    last = state.last
    if last.kind == "start":
        return None
    return {**ply_facts(state.ply, last.kind, last.seat, last.move), "path": list(way(state.game.board, last.move))}


def phase_facts(state: State) -> dict[str, Any]:
    """What the table waits for, with its reasons."""
    phase = state.phase
    return {
        "phase": resting_facts(state, state.at_rest()),
        "looking": phase.purpose if isinstance(phase, Looking) else None,
        "menu": phase.item.value if isinstance(phase, Menu) else None,
        "sure": isinstance(phase, Menu) and phase.sure,
        "blind": state.is_blind,
    }


def resting_facts(state: State, phase: Resting) -> dict[str, Any]:
    """A lasting state as data."""
    name = type(phase).__name__.lower()
    match phase:
        case Guided(cause=cause, wrong=wrong):
            return {"name": name, "cause": cause, "wrong": amiss(wrong)}
        case Lifted(place, targets, landed):
            return {"name": name, "place": place, "targets": list(targets), "landed": landed}
        case Refused(why=why, wrong=wrong, stone=stone):
            return {"name": name, "why": why.as_json(), "wrong": amiss(wrong), "stone": stone}
        case Unsure(between, doubtful, asked):
            rows = [row_facts(state, row) for row in between]
            return {"name": name, "between": rows, "places": list(doubtful), "asked": asked}
        case Finished():
            return {"name": name, "outcome": outcome_facts(state.outcome)}
        case _:
            return {"name": name}


def row_facts(state: State, row: Sequence[str]) -> dict[str, Any]:
    """Moves that may have been made in a row, their ways, and what they leave where."""
    game, position = state.game, state.position
    for text in row:
        position = game.play(position, game.read(text, position))
    return {
        "moves": list(row),
        "paths": [list(way(game.board, text)) for text in row],
        "changes": differences(game.view(state.position), game.view(position)),
    }


def amiss(differences: Sequence[Difference]) -> list[dict[str, str]]:
    """Places to put right."""
    return [{"place": one.place, "expected": one.expected, "seen": one.seen} for one in differences]


def pieces(view: View) -> dict[str, str]:
    """What lies where; empty places are left out."""
    return {place: token for place, token in view.items() if token != EMPTY}


def lamps(overlay: Overlay) -> dict[str, list[Any]]:
    """Place → colour, level from 0 to 1, rhythm."""
    return {
        place: [hexed(glow.colour), round(glow.level, 3), glow.rhythm.name.lower()] for place, glow in overlay.items()
    }


def colours(given: Mapping[Token, Colour]) -> dict[str, str]:
    """Token → colour as the page writes it."""
    return {token: hexed(colour) for token, colour in given.items()}


def hexed(colour: Colour) -> str:
    """A colour in six hex digits."""
    red, green, blue = (max(0, min(255, round(part))) for part in colour)
    return f"#{red:02x}{green:02x}{blue:02x}"


def moment_facts(moment: Moment, in_hand: Sequence[Token]) -> dict[str, Any]:
    """What truly lies on the simulated table; for the hands there, never for the referee."""
    return {
        "lying": dict(moment.lying),
        "loose": [[loose.token, round(loose.x, 3), round(loose.y, 3)] for loose in moment.loose],
        "in_hand": list(in_hand),
        "covers": [[cover.x, cover.y, cover.radius] for cover in moment.covers],
        "daylight": moment.daylight,
        "hand": moment.hand is not None,
    }


def news_facts(one: News) -> dict[str, Any]:
    """An entry or a sentence; sentences are worded by whoever shows them."""
    if isinstance(one.what, Entry):
        entry = one.what
        return {"n": one.number, "event": entry.kind, "at": round(entry.at, 3), "facts": dict(entry.data)}
    said = {"n": one.number, "said": one.what.as_json(), "after": one.after}
    return {**said, "passing": True} if one.passing else said
