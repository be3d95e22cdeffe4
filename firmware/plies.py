"""A game as JSON, one object for each ply, as it is exported; and the way back, refereed anew."""

import json
from collections.abc import Mapping
from typing import Any

from firmware.record import NO_RECORD, OTHERWISE, UNKNOWN_LINE, plain
from firmware.states import State
from rules import catalogue
from rules.game import Game, GivenError
from rules.match import ENDED, RESIGNS, Match, Reading, RecordError, Stop, read_correction, read_end, read_turn


def as_json(state: State) -> dict[str, Any]:
    """One ply as JSON data; the first one tells who plays."""
    game: Game[Any, Any] = state.game
    last, players = state.last, state.match.players
    return {
        "ply": state.ply,
        "event": last.kind,
        "seat": last.seat,
        "move": last.move or None,
        "position": game.write_position(state.position),
        **({"left": dict(zip(game.seats, last.left, strict=True))} if last.left else {}),
        **({"players": dict(players)} if players and last.kind == "start" else {}),
    }


def read_plies(text: str) -> Reading:
    """The match that ``text`` tells, as far as it is valid; raises `RecordError` where not even a game is clear."""
    try:
        first, *plies = json.loads(text)
        json.dumps([first, *plies], ensure_ascii=False, allow_nan=False).encode()  # neither halves of letters
        game, start = catalogue.read_position(first["position"])
        given = first.get("players", {})
        players = {seat: given[seat] for seat in game.seats if isinstance(given.get(seat), str)}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise RecordError(error.reason if isinstance(error, GivenError) else NO_RECORD()) from error
    match = Match.begin(game, players, start)
    for number, ply in enumerate(plies, 1):
        try:
            match = _after(match, ply)
        except GivenError as error:
            return Reading(match, Stop(number, _gist(number, ply), error.reason))
    return Reading(match, None)


def _after(match: Match[Any, Any], ply: Any) -> Match[Any, Any]:
    """``match`` after one more ply; raises a `GivenError` that says what is wrong with it."""
    told = ply if isinstance(ply, Mapping) else {}
    kind, seat, move = (str(told.get(name))[:200] for name in ("event", "seat", "move"))
    match kind:
        case "move":
            after = read_turn(match, seat, move)
        case "correction":
            after = read_correction(match, told.get("position"))
        case "resignation":
            after = read_end(match, f"{seat} {RESIGNS}")
        case "end":  # by one without whom it could not go on, or by all
            after = read_end(match, f"{seat} {RESIGNS}" if told.get("seat") else ENDED)
        case _:
            raise RecordError(UNKNOWN_LINE(kind=kind))
    expected = after.game.write_position(after.position)
    if plain(expected) != told.get("position"):
        raise RecordError(OTHERWISE(given=_told(told.get("position")), expected=_told(expected)))
    return after


def _told(position: Any) -> str:
    return json.dumps(position, ensure_ascii=False)[:200]


def _gist(number: int, ply: Any) -> str:
    """What a ply says, as people write it."""
    facts = ply if isinstance(ply, Mapping) else {}
    return " ".join([f"{number}.", *(str(facts[key])[:40] for key in ("seat", "move") if facts.get(key))])
