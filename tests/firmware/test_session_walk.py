"""Never stuck, never silently wrong: clumsy people at the table, and the button alone always leads on."""

from collections import Counter
from random import Random

import pytest

from firmware import events
from firmware.events import Effect, Event
from firmware.record import REMARKS
from firmware.replay import fold
from firmware.session import begin, step
from firmware.states import CameraLost, Finished, Menu, Playing, State, Unsure, opening
from rules import catalogue
from rules.match import Match
from rules.sight import EMPTY, Sighting, Token
from tests.firmware.tableside import GAME

GAMES = {
    "two": GAME,
    "three": catalogue.game("star", players=3),
    "six, three times": catalogue.game("star", players=6, play_on=False),
}


class Table:
    """Marbles on a board, a hand that may lie over some of them, a camera that may fail, and a session that watches."""

    def __init__(self, game: object, seed: int) -> None:
        self.random = Random(seed)
        self.match = Match.begin(game)
        self.state, _ = begin(opening(self.match))
        self.lies: dict[str, Token] = dict(self.match.game.view(self.match.position))
        self.hidden: set[str] = set()
        self.works = True
        self.at = 0.0
        self.recorded: list[events.Entry] = []
        self.finished: list[str] = []

    def hear(self, event: Event) -> None:
        """One event, and an answer to every look that it asks for."""
        lies, before = dict(self.lies), self.state
        self.state, effects = step(self.state, event)
        self.recorded += [effect.entry for effect in effects if isinstance(effect, events.Record)]
        self.finished += [effect.then for effect in effects if isinstance(effect, events.Finish)]
        if isinstance(event, events.Seen):
            self.nothing_invented(before, lies, effects)
        for effect in effects:
            if isinstance(effect, events.Look) and self.works:
                self.at += 0.1
                self.hear(events.Seen(self.at, self.sighting()))

    def nothing_invented(self, before: State, lies: dict[str, Token], effects: tuple[Effect, ...]) -> None:
        """What a look accepted is what lay on the table, wherever it could see, or is recorded as looking otherwise."""
        entries = [effect.entry for effect in effects if isinstance(effect, events.Record)]
        kinds = [entry.kind for entry in entries]
        if "move" in kinds or "correction" in kinds:
            after = self.state.game.view(self.state.position)
            known = self.hidden.union(*(entry.data.get("against", ()) for entry in entries))
            wrong = [place for place in lies if place not in known and after[place] != lies[place]]
            assert not wrong, (before.phase, kinds)

    def sighting(self) -> Sighting:
        """The table as the camera has it: every token has some likelihood, the true one most."""
        tokens = sorted(set(self.lies.values()))
        return {
            place: {token: 1.0 if token == true else self.random.choice((1e-5, 1e-4, 1e-3, 1e-2)) for token in tokens}
            for place, true in self.lies.items()
            if place not in self.hidden
        }

    def all_pieces_are_there(self) -> bool:
        """Whether nothing has fallen off the board; pieces that are not there cannot be insisted on."""
        return Counter(self.lies.values()) == Counter(self.state.game.view(self.state.position).values())

    def put_right(self) -> None:
        """Everything lies as the lamps want it, nothing is covered, the camera works."""
        self.lies = dict(self.state.game.view(self.state.position))
        self.hidden = set()
        self.works = True

    def clumsy(self) -> None:
        """Something that people do."""
        self.at += self.random.choice((0.2, 1.0, 30.0))
        if isinstance(self.state.phase, Finished) and self.random.random() < 0.5:
            self.put_right()
            self.hear(events.Undo(self.at))
        if not self.works and self.random.random() < 0.3:
            self.works = True
            self.hear(events.CameraBack(self.at))
        done = self.random.choices(
            (self.move, self.misplace, self.lose, self.lift, self.cover, self.uncover, self.mend, self.press,
             self.hold, self.wait, self.unplug, self.command),
            (3, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1, 1),
        )[0]  # fmt: skip
        done()

    def move(self) -> None:
        game = self.state.game
        if moves := game.moves(self.state.position):
            self.lies = dict(game.view(game.play(self.state.position, self.random.choice(moves))))
            self.press()

    def misplace(self) -> None:
        start = self.random.choice([place for place, token in self.lies.items() if token != EMPTY])
        end = self.random.choice([place for place, token in self.lies.items() if token == EMPTY])
        self.lies[end], self.lies[start] = self.lies[start], EMPTY

    def lose(self) -> None:
        self.lies[self.random.choice(sorted(self.lies))] = EMPTY

    def lift(self) -> None:
        start = self.random.choice([place for place, token in self.lies.items() if token != EMPTY])
        piece, self.lies[start] = self.lies[start], EMPTY
        self.hear(events.Glimpsed(self.at, self.sighting(), hand=True))
        self.lies[start] = piece

    def cover(self) -> None:
        self.hidden = set(self.random.sample(sorted(self.lies), self.random.randrange(12)))
        self.hear(events.Hand(self.at))

    def uncover(self) -> None:
        self.hidden = set()
        self.hear(events.Still(self.at))

    def mend(self) -> None:
        self.put_right()
        self.hear(events.Still(self.at))

    def press(self) -> None:
        self.hear(events.Pressed(self.at))

    def hold(self) -> None:
        self.hear(events.Held(self.at))

    def wait(self) -> None:
        self.hear(events.Ticked(self.at))

    def unplug(self) -> None:
        self.works = False
        self.hear(events.CameraLost(self.at))

    def command(self) -> None:
        """Somebody uses the page."""
        random, at, game = self.random, self.at, self.state.game
        moves = game.moves(self.state.position)
        commands: list[Event] = [events.Undo(at), events.Pause(at), events.Resume(at), events.NameMove(at, "what")]
        commands += [events.NameMove(at, game.write(random.choice(moves)))] if moves else []
        commands += [events.Correct(at, places={"i5": random.choice(sorted(set(self.lies.values())))})]
        commands += [events.Resign(at, random.choice(game.seats))] if random.random() < 0.1 else []
        self.hear(random.choice(commands))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", GAMES)
def test_from_wherever_clumsiness_led_the_button_leads_on(players: str, seed: int) -> None:
    table = Table(GAMES[players], seed)
    for _ in range(200):
        table.clumsy()
        kept = table.state, dict(table.lies), set(table.hidden), table.works, list(table.recorded), table.at
        table.put_right()
        led_on = lead_on_by_pressing(table)
        assert led_on, kept[0].phase
        table.state, table.lies, table.hidden, table.works, table.recorded, table.at = kept


def lead_on_by_pressing(table: Table) -> bool:
    """Press until the game goes on; an open menu is left to close by itself. To every move asked about they say no."""
    asked = len(phase.between) if isinstance(phase := table.state.phase, Unsure) else 0
    for _ in range(4 + asked):
        phase = table.state.phase
        if isinstance(phase, Playing | Finished):
            return True
        table.at += 60
        if isinstance(phase, Menu):
            table.hear(events.Ticked(table.at))
        else:
            table.hear(events.Pressed(table.at))
    return isinstance(table.state.phase, Playing | Finished)


@pytest.mark.parametrize("seed", range(8))
def test_what_lies_there_can_be_insisted_on_by_holding(seed: int) -> None:
    table = Table(GAMES["three"], seed)
    insisted = 0
    for _ in range(200):
        table.clumsy()
        kept = table.state, dict(table.lies), set(table.hidden), table.works, list(table.recorded), table.at
        rests = isinstance(table.state.phase, Menu | CameraLost | Playing | Finished)
        if not rests and table.works and table.all_pieces_are_there():
            table.hidden = set()
            for _ in range(3):
                table.at += 60
                table.hear(events.Ticked(table.at))
                if not isinstance(table.state.phase, Playing | Finished):
                    table.hear(events.Held(table.at))
            # A pause is no table to insist on: there, holding opens the menu.
            assert isinstance(table.state.phase, Playing | Finished | Menu), kept[0].phase
            insisted += 1
        table.state, table.lies, table.hidden, table.works, table.recorded, table.at = kept
    assert insisted


def test_with_a_dead_camera_the_button_can_still_switch_off_and_keeps_the_game() -> None:
    table = Table(GAME, 0)
    table.works = False
    table.hear(events.CameraLost(1.0, "the cable is out"))
    table.hear(events.Pressed(2.0))
    assert isinstance(table.state.phase, CameraLost)
    table.hear(events.Held(3.0))
    while table.state.phase.item.value != "off":
        table.hear(events.Pressed(4.0))
    table.hear(events.Held(5.0))
    assert table.finished == ["off"]
    assert table.recorded == []
    assert isinstance(table.state.phase, CameraLost)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", GAMES)
def test_whatever_happened_the_record_makes_the_same_game_again(players: str, seed: int) -> None:
    table = Table(GAMES[players], 100 + seed)
    for _ in range(300):
        table.clumsy()

    again = fold(table.match, table.recorded)

    assert again.stop is None
    assert again.state.history == table.state.history
    assert len([entry for entry in table.recorded if entry.kind not in REMARKS]) > 10
