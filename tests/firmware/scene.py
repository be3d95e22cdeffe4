"""A session at a table of which everything is remembered: what the scenes are played with."""

from collections.abc import Mapping

from firmware import events
from firmware.events import Effect, Event
from firmware.session import begin, step
from firmware.states import Looking, Press, opening
from rules import catalogue
from rules.match import Match
from rules.sight import Sighting, Token, View
from tests.firmware.tableside import sighting

TWO = catalogue.game("star", players=2, pieces=10)
THREE = catalogue.game("star", players=3)
SIX = catalogue.game("star", players=6)


class Scene:
    """A session of which everything is remembered."""

    def __init__(
        self, game: object = TWO, press: Press = "button", position: Mapping[str, object] | None = None
    ) -> None:
        start = game.read_position(position) if position else None
        self.state, effects = begin(opening(Match.begin(game, start=start)), press=press)
        self.effects: list[Effect] = list(effects)
        self.at = 0.0

    def hear(self, *happened: Event) -> None:
        for event in happened:
            self.state, effects = step(self.state, event)
            self.effects += effects

    def view(self, **otherwise: str) -> dict[str, Token]:
        """The table as the position has it, but for these places."""
        return {**self.state.game.view(self.state.position), **otherwise}

    def still(self, lies: View | Sighting, *covered: str) -> None:
        """The table falls still and looks like this: what lies there, or what a picture shows of it."""
        self.at += 1
        self.hear(events.Still(self.at))
        self.answer(lies, *covered)

    def tick(self, lies: View | Sighting, *covered: str) -> None:
        """A second passes at a table at rest that looks like this."""
        self.at += 1
        self.hear(events.Ticked(self.at))
        self.answer(lies, *covered)

    def press(self, lies: View | Sighting, *covered: str) -> None:
        self.at += 1
        self.hear(events.Pressed(self.at))
        self.answer(lies, *covered)

    def hold(self, lies: View | Sighting, *covered: str) -> None:
        self.at += 1
        self.hear(events.Held(self.at))
        self.answer(lies, *covered)

    def deny_until(self, move: str) -> None:
        """People are asked about one move after another, and press until it is this one."""
        while self.state.phase.between[self.state.phase.asked] != (move,):
            self.hear(events.Pressed(self.at))

    def answer(self, lies: View | Sighting, *covered: str) -> None:
        if isinstance(self.state.phase, Looking):
            looks = sighting(lies) if isinstance(next(iter(lies.values())), str) else lies
            seen = {place: tokens for place, tokens in looks.items() if place not in covered}
            self.hear(events.Seen(self.at, seen))

    def after(self, text: str) -> View:
        """The table after a move."""
        game = self.state.game
        return game.view(game.play(self.state.position, game.read(text, self.state.position)))

    def play(self, *moves: str) -> None:
        for text in moves:
            self.press(self.after(text))

    def told(self, *kinds: str) -> list[events.Entry]:
        """The entries so far, recorded or not; only of ``kinds`` where some are given."""
        entries = [effect.entry for effect in self.effects if isinstance(effect, events.Record | events.Note)]
        return [entry for entry in entries if not kinds or entry.kind in kinds]

    def said(self) -> list[str]:
        return [effect.reason.id for effect in self.effects if isinstance(effect, events.Say)]


def moves(scene: Scene) -> list[str]:
    return [f"{entry.data['seat']} {entry.data['move']}" for entry in scene.told("move")]
