"""How long people have thought: the page, the card of the game and the clocks tell the same, whatever happens."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.events import Pause, Resume, Undo
from firmware.follow import Guide
from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.replay import check, take_up
from firmware.simulated.simulation import Simulation
from firmware.states import Playing, opening
from firmware.time_control import TimeControl
from firmware.web.facts import now_facts
from firmware.web.figures import seconds
from firmware.web.hub import Hub
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from tests.firmware.web.room import Room

STAR = catalogue.game("star", players=2, pieces=10)
SIZE = (480, 360)


class Evening:
    """A table that was switched on, with its page: it goes on in the record at ``path``."""

    def __init__(self, path: Path) -> None:
        self.journal, made = take_up(path)
        self.table = Simulation(made.state.history, scene=WOOD, size=SIZE, keeper=JournalKeeper(self.journal))
        self.hub = Hub()
        self.hub.attach(self.table.loop, record=path)

    def told(self) -> Mapping[str, float]:
        """The times that the page shows now."""
        self.hub.look(self.table.loop)
        assert self.hub.snapshot is not None
        facts = now_facts(self.hub.snapshot, self.hub.late(self.hub.snapshot))
        if "clock" in facts:
            assert {seat: 600.0 - left for seat, left in facts["clock"]["left"].items()} == {
                seat: pytest.approx(facts["spent"].get(seat, 0.0)) for seat in STAR.seats
            }
        times: Mapping[str, float] = facts["spent"]
        return times

    def lies_ready(self) -> None:
        """The table has been looked at, and somebody is to move."""
        self.table.wait(1.5)
        assert isinstance(self.table.loop.state.phase, Playing)

    def thinks(self, seconds: float) -> None:
        """Nobody stirs for so long."""
        self.table.clock.sleep(seconds)

    def puts(self, start: str, end: str) -> None:
        """Somebody takes a piece to another place."""
        self.table.act(lambda table: table.lift(PlaceId(start)))
        self.table.act(lambda table: table.put(PlaceId(end)))

    def moves(self, start: str, end: str) -> None:
        """Somebody moves, presses, and it counts."""
        plies = self.table.loop.state.ply
        self.puts(start, end)
        self.table.press(0.2)
        self.table.wait(1.5)
        assert self.table.loop.state.ply == plies + 1

    def the_camera_is_away(self, seconds: float) -> None:
        """It is pulled out and plugged in again so much later."""
        self.table.camera.unplug()
        self.table.wait(1.0)
        self.table.clock.sleep(seconds)
        self.table.camera.plug_in()
        self.table.wait(1.0)

    def rests(self) -> None:
        """People pause."""
        self.table.loop.handle(Pause(self.table.clock.now()))


@pytest.fixture(params=["", "10"], ids=["no clock", "by the clock"])
def record(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """That of a game which has just begun."""
    tags = TimeControl.typed(request.param).tags if request.param else {}
    with Journal.create(tmp_path, replace(Match.begin(STAR), tags=tags), 0.0, table="simulated") as journal:
        return journal.path


@pytest.fixture
def switch_on(record: Path) -> Iterator[Callable[[], Evening]]:
    """The table is switched on; what was on before has been switched off."""
    with ExitStack() as off:

        def on() -> Evening:
            off.close()
            evening = Evening(record)
            off.callback(evening.journal.close)
            evening.lies_ready()
            return evening

        yield on


def test_times_go_on_where_they_were_when_the_table_is_switched_on_again(
    switch_on: Callable[[], Evening], record: Path
) -> None:
    evening = switch_on()
    evening.thinks(20.0)
    evening.the_camera_is_away(60.0)
    evening.thinks(10.0)
    evening.moves("d2", "e6")
    evening.thinks(9.0)
    evening.rests()
    before = evening.told()
    assert before == {"S": pytest.approx(30.0, abs=5.0), "N": pytest.approx(9.0, abs=2.0)}, "not while it saw nothing"

    evening = switch_on()
    evening.thinks(40.0)
    evening.moves("n2", "m6")
    evening.rests()
    after = evening.told()
    assert after["N"] - before["N"] == pytest.approx(40.0, abs=2.0), "these were at this table"

    evening = switch_on()
    assert evening.told()["N"] == after["N"]
    evening.rests()
    assert evening.told() == seconds(check(record)), "the card of the game tells the same"


def test_a_move_taken_back_gives_its_time_back_on_the_page_and_on_the_card(
    switch_on: Callable[[], Evening], record: Path
) -> None:
    evening = switch_on()
    evening.thinks(5.0)
    evening.moves("d2", "e6")
    before = evening.told()["S"]
    evening.thinks(8.0)
    evening.moves("n2", "m6")
    evening.thinks(30.0)
    evening.table.loop.handle(Undo(evening.table.clock.now()))
    assert evening.told() == {"S": before, "N": 0.0}
    assert seconds(check(record)) == {"S": before}
    evening.puts("m6", "n2")
    evening.lies_ready()
    evening.thinks(4.0)
    evening.rests()
    assert evening.told() == seconds(check(record)) == {"S": before, "N": pytest.approx(4.0, abs=2.0)}


def test_nobody_referees_a_record_again_for_the_page(switch_on: Callable[[], Evening], record: Path) -> None:
    evening = switch_on()
    evening.thinks(5.0)
    evening.moves("d2", "e6")
    evening.rests()
    record.rename(record.with_suffix(".elsewhere"))
    hub = Hub()
    back = Simulation(evening.table.loop.state.history, scene=WOOD, size=SIZE)
    hub.attach(back.loop, record=record)
    assert hub.snapshot is not None
    assert now_facts(hub.snapshot)["spent"] == evening.told()


def test_a_turn_that_a_followed_record_interrupted_goes_on_where_it_was(
    switch_on: Callable[[], Evening], record: Path
) -> None:
    evening = switch_on()
    evening.thinks(20.0)
    before = evening.told()
    made = check(record)
    guide = Guide(made.plies(), 0)
    evening.hub.attach(Simulation(guide.history, scene=WOOD, size=SIZE).loop, guide=guide)
    evening.table = Simulation(made.state.history, scene=WOOD, size=SIZE, keeper=JournalKeeper(evening.journal))
    evening.hub.attach(evening.table.loop, record=record)
    assert evening.told() == before
    evening.lies_ready()
    evening.thinks(10.0)
    evening.moves("d2", "e6")
    evening.rests()
    assert evening.told()["S"] == seconds(check(record))["S"] == pytest.approx(before["S"] + 10.0, abs=2.0)


# Without anybody at the table: what is named counts.


def spent(room: Room) -> Mapping[str, float]:
    """The times that the page shows."""
    times: Mapping[str, float] = room.client.get("/api/state").json()["now"]["spent"]
    return times


def test_the_time_shown_goes_on_whatever_happens_meanwhile(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    room.turn()
    before = spent(room)["S"]
    room.table.clock.sleep(13.0)
    # Somebody opens the set-up of another game: its corners light up.
    room.client.post("/api/command", json={"do": "show", "places": ["q1"]})
    room.turn()
    assert room.hub.snapshot is not None
    assert now_facts(room.hub.snapshot)["spent"] == {"S": pytest.approx(before + 13.0)}
    room.table.clock.sleep(4.0)
    assert spent(room) == {"S": pytest.approx(before + 17.0)}


def test_a_game_that_another_one_interrupted_keeps_its_players_times(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    room.turn()
    before = spent(room)["S"]
    room.table.clock.sleep(13.0)
    made = check(room.journal.path)
    guide = Guide(made.plies(), 0)
    again = Simulation(guide.history, scene=WOOD, size=SIZE)
    room.hub.attach(again.loop, guide=guide)
    assert spent(room) == {"S": 0.0}
    back = Simulation(made.state.history, scene=WOOD, size=SIZE)
    room.hub.attach(back.loop, record=room.journal.path)
    assert spent(room) == {"S": pytest.approx(before + 13.0)}
    other = Simulation(opening(Match.begin(STAR)), scene=WOOD, size=SIZE)
    room.hub.attach(other.loop, record=room.journal.path.with_name("0002-star.jsonl"))
    assert spent(room) == {"S": 0.0}


def test_a_game_that_is_taken_up_after_a_restart_keeps_its_players_times(room: Room) -> None:
    room.table.loop.put(Resume(0.0))
    for start, end in (("e5", "f5"), ("m5", "l5")):
        room.turn()
        room.table.clock.sleep(13.0)
        room.play(f"{start}-{end}")
        room.table.act(lambda table, start=start: table.lift(PlaceId(start)))
        room.table.act(lambda table, end=end: table.put(PlaceId(end)))
        room.table.wait(1.0)
    after = Hub()
    back = Simulation(check(room.journal.path).state.history, scene=WOOD, size=SIZE)
    after.attach(back.loop, record=room.journal.path)
    assert after.snapshot is not None
    card = room.client.get(f"/api/games/{room.journal.path.stem}").json()["figures"]
    told = now_facts(after.snapshot)["spent"]
    assert told == card["seconds"] == {seat: pytest.approx(13.0, abs=1.0) for seat in "SN"}
