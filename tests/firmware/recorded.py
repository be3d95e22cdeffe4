"""Games by commands alone, and their records."""

from pathlib import Path
from random import Random

from firmware import events
from firmware.events import Entry, Event
from firmware.journal import Journal
from firmware.session import begin, step
from firmware.states import State, opening
from rules import catalogue
from rules.match import Match

SETUPS = {
    "star": {"players": 2, "pieces": 10},
    "three": {"players": 3},
    "six": {"players": 6, "first": "NE"},
    "piecepack": {},
    "mandarin": {},
    "chinese_ten": {},
    "chinese_poker": {},
}


def begun(setup: str) -> Match:
    name = setup if setup in catalogue.names() else "star"
    return Match.begin(catalogue.game(name, **SETUPS[setup]), {})


def played(match: Match, seed: int, plies: int = 40) -> tuple[State, list[Entry]]:
    """A game by commands alone, with everything that people may ask for in it."""
    random = Random(seed)
    state, _ = begin(opening(match), sighted=False)
    recorded = []
    for at in range(plies):
        game, moves = state.game, state.game.moves(state.position)
        asked: list[Event] = [events.NameMove(float(at), game.write(random.choice(moves)))] * 8 if moves else []
        asked += [events.Undo(float(at), by="button"), events.Pause(float(at)), events.Resume(float(at))]
        asked += [events.Correct(float(at), to_move=random.choice(game.seats))] if random.random() < 0.3 else []
        asked += [events.Resign(float(at), random.choice(game.seats))] if random.random() < 0.05 else []
        state, effects = step(state, random.choice(asked))
        recorded += [effect.entry for effect in effects if isinstance(effect, events.Record)]
    return state, recorded


def kept(folder: Path, match: Match, recorded: list[Entry]) -> Path:
    with Journal.create(folder, match, 0.0, table="test") as journal:
        journal.append(*recorded)
    return journal.path
