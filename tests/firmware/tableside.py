"""Scenes at the table in words: what lies there, what happens, and what the session is waiting for.

Every state is reached by events, from the beginning of a session, as at a real table; none is made by hand.
"""

from collections.abc import Callable, Mapping

from firmware import events
from firmware.events import Effect, Event
from firmware.overlay import show
from firmware.session import begin, step
from firmware.states import Looking, Menu, Phase, Press, State, Unsure, opening
from rules import catalogue
from rules.match import Match
from rules.referee import targets
from rules.sight import EMPTY, Sighting, Token, View
from vision.locate.failure import UNCLEAR

GAME = catalogue.game("star", players=2, pieces=10)


def sighting(view: View, doubt: float = 1e-6) -> dict[str, dict[Token, float]]:
    """A clear look at a table that shows ``view``; ``doubt``: how likely every other token looks."""
    tokens = sorted(set(view.values()))
    return {place: {token: 1.0 if token == seen else doubt for token in tokens} for place, seen in view.items()}


def legal(state: State) -> dict[str, Token]:
    """The table after the first legal move."""
    game = state.game
    return game.view(game.play(state.position, game.moves(state.position)[0]))


def two_moves(state: State) -> View:
    """The table after two moves in a row, far from each other."""
    game = state.game
    after = game.play(state.position, game.moves(state.position)[-1])
    return game.view(game.play(after, game.moves(after)[0]))


def illegal(state: State) -> dict[str, Token]:
    """A piece of the seat to move stands where it cannot have come."""
    view = dict(state.game.view(state.position))
    start = next(
        place for place in view if state.game.owner(state.position, place) == state.game.to_move(state.position)
    )
    view["i5"], view[start] = view[start], EMPTY
    return view


def one_missing(state: State) -> dict[str, Token]:
    """A piece that cannot move is gone: fallen off the table."""
    view = dict(state.game.view(state.position))
    view[_owned(state, movable=False)] = EMPTY
    return view


def half_covered(state: State) -> Sighting:
    """A legal move, but a hand lies over where it ended."""
    was, now = state.game.view(state.position), legal(state)
    end = next(place for place in now if now[place] != was[place] and was[place] == EMPTY)
    seen = sighting(now)
    del seen[end]
    return seen


def in_doubt(state: State) -> Sighting:
    """A legal move, but at both its ends the piece looks like its hole."""
    was, now = state.game.view(state.position), legal(state)
    seen = sighting(was)
    for place in (place for place in now if now[place] != was[place]):
        seen[place] |= {now[place]: 0.5, was[place]: 0.5}
    return seen


def lifted(state: State) -> dict[str, Token]:
    """A piece that may move is in somebody's hand."""
    view = dict(state.game.view(state.position))
    view[_owned(state, movable=True)] = EMPTY
    return view


def landed(state: State) -> dict[str, Token]:
    """The lifted piece stands on its nearest destination."""
    view = lifted(state)
    start = _owned(state, movable=True)
    view[targets(state.game, state.position, start)[0].place] = state.game.view(state.position)[start]
    return view


def _owned(state: State, *, movable: bool) -> str:
    game, position = state.game, state.position
    own = [place for place in game.view(position) if game.owner(position, place) == game.to_move(position)]
    return next(place for place in own if bool(targets(game, position, place)) == movable)


def as_it_should(state: State) -> View:
    """The table lies as the position says."""
    return state.game.view(state.position)


EVENTS: Mapping[str, Callable[[State, float], Event]] = {
    "seen: as it should": lambda state, at: events.Seen(at, sighting(as_it_should(state))),
    "seen: a legal move": lambda state, at: events.Seen(at, sighting(legal(state))),
    "seen: two moves": lambda state, at: events.Seen(at, sighting(two_moves(state))),
    "seen: no legal move": lambda state, at: events.Seen(at, sighting(illegal(state))),
    "seen: a piece missing": lambda state, at: events.Seen(at, sighting(one_missing(state))),
    "seen: an end covered": lambda state, at: events.Seen(at, half_covered(state)),
    "seen: a move in doubt": lambda state, at: events.Seen(at, in_doubt(state)),
    "seen: too dark": lambda _, at: events.Seen(at, {}, dark=True),
    "unreadable": lambda _, at: events.Unreadable(at, UNCLEAR()),
    "glimpsed: as it should": lambda state, at: events.Glimpsed(at, sighting(as_it_should(state))),
    "glimpsed: a piece lifted": lambda state, at: events.Glimpsed(at, sighting(lifted(state)), hand=True),
    "glimpsed: put down": lambda state, at: events.Glimpsed(at, sighting(landed(state)), hand=True),
    "hand": lambda _, at: events.Hand(at),
    "still": lambda _, at: events.Still(at),
    "covered": lambda _, at: events.Covered(at),
    "light back": lambda _, at: events.LightBack(at),
    "nudged": lambda _, at: events.Nudged(at),
    "nudged: board lost": lambda _, at: events.Nudged(at, found=False),
    "camera lost": lambda _, at: events.CameraLost(at, "It is unplugged."),
    "camera back": lambda _, at: events.CameraBack(at),
    "pressed": lambda _, at: events.Pressed(at),
    "pressed: the other's button": lambda state, at: events.Pressed(
        at, next(seat for seat in state.game.seats if seat != state.to_move)
    ),
    "held": lambda _, at: events.Held(at),
    "turned": lambda _, at: events.Turned(at, 1),
    "clicked": lambda _, at: events.Clicked(at),
    "ticked": lambda _, at: events.Ticked(at),
    "ticked: a minute later": lambda _, at: events.Ticked(at + 60),
    "move named": lambda state, at: events.NameMove(at, state.game.write(state.game.moves(state.position)[0])),
    "move named: illegal": lambda _, at: events.NameMove(at, "a1:q1"),
    "answered": lambda state, at: events.Answer(at, (state.game.write(state.game.moves(state.position)[0]),)),
    "answered: nothing": lambda _, at: events.Answer(at, ()),
    "undo": lambda _, at: events.Undo(at),
    "correct": lambda state, at: events.Correct(at, places=illegal(state)),
    "correct: cannot be": lambda state, at: events.Correct(at, places=one_missing(state)),
    "pause": lambda _, at: events.Pause(at),
    "resume": lambda _, at: events.Resume(at),
    "resign": lambda state, at: events.Resign(at, state.game.seats[0]),
    "end": lambda _, at: events.End(at),
}
"""What can happen, in the words of the table in the README."""

PLAYING = ("still", "seen: as it should", "pressed", "seen: a legal move")
"""The southern player has moved; it is the northern player's turn."""

STATES: Mapping[str, tuple[str, ...]] = {
    "guided": (),
    "playing": PLAYING,
    "lifted": (*PLAYING, "glimpsed: a piece lifted"),
    "refused": (*PLAYING, "pressed", "seen: no legal move"),
    "unsure": (*PLAYING, "pressed", "seen: an end covered"),
    "asked": (*PLAYING, "pressed", "seen: a move in doubt", "held", "seen: a move in doubt"),
    "asked in the dark": (*PLAYING, *("held",) * 2, "seen: too dark"),
    "lifted: looking": (*PLAYING, "glimpsed: a piece lifted", "still"),
    "menu": (*PLAYING, "held"),
    "menu sure": (*PLAYING, "held", *("pressed",) * 3, "held"),
    "paused": (*PLAYING, "pause"),
    "camera lost": (*PLAYING, "camera lost"),
    "finished": (*PLAYING, "end"),
    "guided: looking": ("still",),
    "guided: pressed": ("pressed",),
    "guided: held": ("held",),
    "playing: pressed": (*PLAYING, "pressed"),
    "playing: held": (*PLAYING, "held", "held"),
    "refused: looking": (*PLAYING, "pressed", "seen: no legal move", "still"),
    "refused: pressed": (*PLAYING, "pressed", "seen: no legal move", "pressed"),
    "refused: held": (*PLAYING, "pressed", "seen: no legal move", "held"),
    "unsure: pressed": (*PLAYING, "pressed", "seen: an end covered", "pressed"),
    "unsure: held": (*PLAYING, "pressed", "seen: an end covered", "held"),
    "asked: held": (*PLAYING, "pressed", *("seen: a move in doubt", "held") * 2),
    "asked in the dark: held": (*PLAYING, *("held",) * 2, "seen: too dark", "held"),
}
"""The states by name, each with the events that lead there."""

WATCHED: Mapping[str, tuple[str, ...]] = {
    "guided": (),
    "guided: looking": ("still",),
    "playing": ("still", "seen: as it should"),
    "playing: looking": ("still", "seen: as it should", "still"),
    "refused": ("still", "seen: as it should", "still", "seen: no legal move"),
    "refused: looking": ("still", "seen: as it should", "still", "seen: no legal move", "still"),
    "unsure": ("still", "seen: as it should", "still", "seen: an end covered"),
    "unsure: looking": ("still", "seen: as it should", "still", "seen: an end covered", "still"),
}
"""The same where nobody presses a button."""


def reach(happenings: tuple[str, ...], press: Press = "button") -> State:
    """The state that these events lead to."""
    state, _ = begin(opening(Match.begin(GAME)), press=press)
    for at, happening in enumerate(happenings, 1):
        state, _ = step(state, EVENTS[happening](state, float(at)))
    return state


def happen(state: State, happening: str, at: float = 10.0) -> tuple[State, tuple[Effect, ...]]:
    """What one more event leads to."""
    return step(state, EVENTS[happening](state, at))


_WORDS = {"CameraLost": "camera lost", "check": "looking", "still": "looking", "press": "pressed", "hold": "held"}


def name(state: State) -> str:
    """What the session waits for, in the words of the table."""
    phase = state.phase
    if isinstance(phase, Looking):
        return f"{_called(phase.back)}: {_WORDS[phase.purpose]}"
    return _called(phase)


def _called(phase: Phase) -> str:
    if isinstance(phase, Unsure) and phase.asked is not None:
        return "asked in the dark" if phase.in_light else "asked"
    if isinstance(phase, Menu) and phase.sure:
        return "menu sure"
    kind = type(phase).__name__
    return _WORDS.get(kind, kind.lower())


def gist(effects: tuple[Effect, ...]) -> str:
    """What is to be done, in the words of the table."""
    words = []
    for effect in effects:
        match effect:
            case events.Record(entry):
                words.append(f"record {entry.kind}")
            case events.Note(entry):
                words.append(f"note {entry.kind}")
            case events.Say(reason):
                words.append(f"say {reason.id}")
            case events.StoreEvidence():
                words.append("keep picture")
            case events.Light():
                words.append("light")
            case events.Look():
                words.append("look")
            case events.Finish(then):
                words.append(f"finish {then}")
    return ", ".join(words)


def lamps(state: State) -> Mapping[str, object]:
    """What the lamps show."""
    return show(state)
