"""Games by the clock: whose runs when, what stands in the record, and what happens at zero."""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware import clocks, events
from firmware import replay as replaying
from firmware.__main__ import main
from firmware.events import Entry, Event
from firmware.journal import Journal
from firmware.overlay import Rhythm, show
from firmware.record import parse
from firmware.replay import fold, take_up
from firmware.session import begin, step
from firmware.simulated.simulation import Simulation
from firmware.states import History, opening
from firmware.terminal.screen import Screen
from firmware.time_control import TimeControl, _read, in_minutes
from firmware.web.facts import now_facts
from firmware.web.hub import Hub
from firmware.web.library import Library
from rules.game import Seat
from rules.match import Match
from tests.firmware.tableside import EVENTS, GAME


def match(clock: str | None = "10+5") -> Match:
    return replace(Match.begin(GAME), tags=TimeControl.typed(clock).tags if clock else {})


class Evening:
    """A game by the clock, with everything that is recorded, noted and said."""

    def __init__(self, history: History) -> None:
        self.state, _ = begin(history)
        self.recorded: list[Entry] = []
        self.noted: list[str] = []
        self.said: list[str] = []

    def hear(self, happening: str, at: float) -> None:
        self.give(EVENTS[happening](self.state, at))

    def give(self, event: Event) -> None:
        self.state, effects = step(self.state, event)
        self.recorded += [effect.entry for effect in effects if isinstance(effect, events.Record)]
        self.noted += [effect.entry.kind for effect in effects if isinstance(effect, events.Note)]
        self.said += [effect.reason.id for effect in effects if isinstance(effect, events.Say)]

    def all(self, *happenings: tuple[str, float]) -> None:
        for happening, at in happenings:
            self.hear(happening, at)

    def left(self, at: float) -> Mapping[str, float]:
        return clocks.left(self.state, at)


def ready(clock: str | None = "10+5") -> Evening:
    """The table lies as it should since second 10, and the southern player is to move."""
    evening = Evening(opening(match(clock)))
    evening.all(("still", 9.0), ("seen: as it should", 10.0))
    return evening


def test_words_from_outside_that_are_no_clock_are_not_kept() -> None:
    assert TimeControl.of({"TimeControl": "600+5"}) == TimeControl(600, 5)
    for number in range(1000):
        assert TimeControl.of({"TimeControl": f"{number}" * 1000}) is None
    assert _read.cache_info().currsize < 100


def test_the_clock_waits_until_the_table_is_laid() -> None:
    evening = Evening(opening(match()))
    assert clocks.running(evening.state) is None
    evening.all(("still", 99.0), ("seen: as it should", 100.0))
    assert clocks.running(evening.state) == "S"
    assert evening.left(130.0) == {"S": 570.0, "N": 600.0}


def test_where_no_camera_looks_the_first_clock_runs_from_the_first_thing_that_happens() -> None:
    evening = Evening(opening(match()))
    evening.state, _ = begin(opening(match()), sighted=False)
    evening.hear("ticked", 100.0)
    assert evening.left(130.0) == {"S": 570.0, "N": 600.0}
    evening.hear("move named", 140.0)
    assert evening.recorded[-1].data["took"] == 40.0


def test_a_press_ends_the_thinking_though_the_picture_takes_its_time() -> None:
    evening = ready()
    evening.all(("pressed", 40.0), ("seen: a legal move", 42.5))
    assert evening.left(42.5) == {"S": 600.0 - 30.0 + 5.0, "N": 600.0}
    assert {"took": 30.0, "left": 575.0}.items() <= evening.recorded[-1].data.items()
    assert clocks.running(evening.state) == "N"
    assert evening.left(52.5)["N"] == 590.0


def test_a_refused_move_costs_the_time_that_putting_it_right_takes_and_the_referee_s_doubt_costs_nothing() -> None:
    evening = ready()
    evening.all(("pressed", 20.0), ("seen: no legal move", 22.0))
    assert evening.left(32.0)["S"] == 580.0
    evening.all(("pressed", 32.0), ("seen: an end covered", 33.0))
    assert clocks.running(evening.state) is None
    evening.all(("pressed", 90.0), ("seen: a legal move", 91.0))
    assert evening.recorded[-1].data["took"] == 20.0


def test_clocks_stand_while_the_camera_is_away_and_while_people_pause() -> None:
    evening = ready()
    evening.all(("camera lost", 15.0), ("camera back", 100.0), ("pause", 105.0))
    assert evening.recorded[-1].data["took"] == 10.0
    assert evening.left(500.0)["S"] == 590.0
    evening.all(("resume", 600.0), ("seen: as it should", 601.0), ("pressed", 606.0), ("seen: a legal move", 607.0))
    assert evening.recorded[-1].data["took"] == 5.0
    assert evening.left(607.0) == {"S": 590.0, "N": 600.0}


def test_the_button_menu_is_on_the_players_own_time() -> None:
    evening = ready()
    evening.all(("held", 12.0))
    assert clocks.running(evening.state) == "S"


def test_where_somebody_forgot_the_button_all_the_time_is_the_first_one_s() -> None:
    evening = ready()
    evening.all(("pressed", 40.0), ("seen: two moves", 41.0))
    assert [entry.data["took"] for entry in evening.recorded] == [30.0, 0.0]
    assert evening.left(41.0) == {"S": 575.0, "N": 605.0}


def test_a_move_taken_back_gives_its_time_back() -> None:
    evening = ready()
    evening.all(("pressed", 40.0), ("seen: a legal move", 41.0), ("undo", 50.0))
    assert evening.left(50.0) == {"S": 600.0, "N": 600.0}


def test_at_zero_it_is_said_once_and_the_game_goes_on() -> None:
    evening = ready("1+2")
    evening.all(("ticked", 69.0))
    assert "time-up" not in evening.said
    evening.all(("ticked", 70.0), ("ticked", 71.0))
    assert evening.said.count("time-up") == evening.noted.count("flag") == 1
    assert show(evening.state)["a1"].rhythm is Rhythm.DOUBLE
    evening.all(("pressed", 75.0), ("seen: a legal move", 76.0))
    assert evening.recorded[-1].data["left"] == -3.0
    assert evening.state.clock.out == ("S",)
    assert show(evening.state)["q1"].rhythm is Rhythm.BREATH
    evening.all(("undo", 80.0))
    assert evening.state.clock.out == ()


def test_a_game_that_is_over_needs_no_clock_and_may_still_be_corrected() -> None:
    evening = ready()
    evening.all(("end", 30.0), ("ticked", 9999.0), ("correct", 10000.0))
    assert evening.recorded[0].data["took"] == 20.0
    assert "time-up" not in evening.said


def test_who_gives_up_while_another_thinks_is_not_taken_for_whose_clock_it_was() -> None:
    for seat, named in (("S", {}), ("N", {"clock": "S"})):
        evening = ready()
        evening.give(events.Resign(40.0, Seat(seat)))
        told = next(entry for entry in evening.recorded if entry.kind == "resign")
        by = told.data["by"]
        assert told.data == {"seat": seat, "by": by, "took": 30.0, "left": 570.0, **named}
        made = fold(match(), evening.recorded)
        assert (made.stop, made.state.last.left) == (None, (570.0, 600.0))


def test_a_game_without_clocks_tells_how_long_people_thought_and_nothing_is_left_of_it() -> None:
    evening = Evening(opening(Match.begin(GAME)))
    evening.all(("still", 1.0), ("seen: as it should", 2.0), ("pressed", 3.0), ("seen: a legal move", 4.0))
    assert evening.recorded[0].data["took"] == 1.0
    assert "left" not in evening.recorded[0].data
    assert clocks.spent(evening.state, 9.0) == {"S": 1.0, "N": 5.0}
    assert evening.left(9.0) == {}
    assert clocks.each_clock(evening.state, 9.0) == []


@pytest.mark.parametrize(("clock", "took"), [("10+5", 2400.0), (None, 0.0)])
def test_who_is_away_for_the_evening_thinks_only_by_the_clock(clock: str | None, took: float) -> None:
    evening = ready(clock)
    evening.all(("pressed", 2410.0), ("seen: a legal move", 2411.0))
    assert evening.recorded[0].data["took"] == took
    assert clocks.spent(evening.state).get(Seat("S"), 0.0) == took


@pytest.mark.parametrize("seed", range(6))
def test_what_is_gone_from_the_clock_is_what_people_have_thought(seed: int) -> None:
    evening = evening_by_chance(seed, "10")
    at = evening.state.clock.since or 0.0
    thought = clocks.spent(evening.state, at + 7.0)
    assert evening.left(at + 7.0) == {seat: pytest.approx(600.0 - thought.get(seat, 0.0)) for seat in GAME.seats}


def evening_by_chance(seed: int, clock: str | None) -> Evening:
    """Anything that can happen at a table, in any order, for an hour or two."""
    random, evening, at = Random(seed), ready(clock), 10.0
    anything = [happening for happening in EVENTS if happening not in {"correct: cannot be", "seen: a piece missing"}]
    anything += ["pressed", "seen: a legal move", "undo"] * 6
    for _ in range(60):
        at = round(at + random.choice((0.04, 1.37, 26.0)), 2)
        evening.hear(random.choice(anything), at)
    return evening


@pytest.mark.parametrize("clock", ["5+3", None])
@pytest.mark.parametrize("seed", range(12))
def test_whatever_happened_the_record_gives_the_same_clocks_again(seed: int, clock: str | None) -> None:
    evening = evening_by_chance(seed, clock)
    made = fold(match(clock), evening.recorded)
    assert made.stop is None
    assert [ply.left for ply in made.state.history] == [ply.left for ply in evening.state.history]
    assert [ply.spent for ply in made.state.history] == [ply.spent for ply in evening.state.history]
    assert made.state.clock.out == evening.state.clock.out


def test_a_game_is_taken_up_with_the_time_it_had(tmp_path: Path) -> None:
    evening = ready()
    evening.all(("pressed", 40.0), ("seen: a legal move", 41.0), ("pause", 51.0))
    with Journal.create(tmp_path, match(), 0.0, table="test") as journal:
        journal.append(*evening.recorded)
    journal, made = take_up(journal.path)
    journal.close()
    again, _ = begin(made.state.history)
    assert clocks.left(again, 3.0) == {"S": 575.0, "N": 590.0}
    assert clocks.running(again) is None


@pytest.mark.parametrize(("fact", "value"), [("took", 1.0), ("took", -50), ("left", 600.0), ("took", None)])
def test_time_that_was_meddled_with_is_found(fact: str, value: object) -> None:
    evening = ready()
    evening.all(("pressed", 40.0), ("seen: a legal move", 41.0))
    move = evening.recorded[0]
    meddled = Entry(move.kind, move.at, {**move.data, fact: value})
    made = fold(match(), [meddled])
    assert made.stop is not None
    assert made.stop.line == 2


def test_the_clock_stands_in_the_record_s_header_and_in_its_readable_text(tmp_path: Path) -> None:
    with Journal.create(tmp_path, match("10+5"), 0.0, table="test") as journal:
        path = journal.path
    recorded = parse(path.read_bytes())
    assert recorded.header.data["tags"] == {"TimeControl": "600+5"}
    assert "TimeControl: 600+5" in replaying.replay(recorded).state.match.to_text()


def test_a_game_read_from_its_text_has_no_clocks_for_nobody_knows_what_its_turns_took(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = ready()
    evening.all(("pressed", 40.0), ("seen: a legal move", 41.0))
    text = tmp_path / "evening.txt"
    text.write_text(evening.state.match.to_text())
    assert main(["check", str(text), "--json"]) == 0
    assert "left" not in json.loads(capsys.readouterr().out)
    kept = Library(tmp_path).take_in(text.read_bytes())
    record = tmp_path / f"{kept}.jsonl"
    assert not {"took", "left"} & parse(record.read_bytes()).entries[0].data.keys()
    assert main(["check", str(record), "--json"]) == 0
    assert "left" not in json.loads(capsys.readouterr().out)
    assert "TimeControl: 600+5" in replaying.check(record).state.match.to_text(), "that they had clocks is still told"


@pytest.mark.parametrize(
    ("typed", "tag"), [("10+5", "600+5"), ("15", "900+0"), ("0.5+2", "30+2"), ("0:10+1", "10+1"), ("1:30", "90+0")]
)
def test_clocks_are_agreed_on_in_minutes_and_seconds(typed: str, tag: str) -> None:
    control = TimeControl.typed(typed)
    assert control.tags == {"TimeControl": tag}
    assert TimeControl.of(control.tags) == control
    assert TimeControl.typed(str(control)) == control, "what is shown can be typed again"


@pytest.mark.parametrize(
    "nonsense", ["", "ten", "0", "-5", "10+", "5+5+5", "9999", "0:00", "1:60", "601:00", "1:5", "0.5:30"]
)
def test_nonsense_is_no_clock(nonsense: str) -> None:
    with pytest.raises(ValueError, match=r"10\+5"):
        TimeControl.typed(nonsense)
    assert TimeControl.of({"TimeControl": "?"}) is None


def test_time_is_shown_as_a_clock_shows_it() -> None:
    assert [in_minutes(seconds) for seconds in (600.0, 59.9, 0.0, -12.0)] == ["10:00", "0:59", "0:00", "-0:12"]


def test_the_terminal_shows_both_clocks_and_marks_the_one_that_runs(capsys: pytest.CaptureFixture[str]) -> None:
    table = Simulation(opening(match("3")))
    table.wait(1.0)
    Screen(table, sys.stdout, coloured=False).draw()
    assert "▸South 2:59   North 3:00" in capsys.readouterr().out


def test_the_page_is_told_what_is_left_and_how_long_ago_that_was() -> None:
    table, hub = Simulation(opening(match("3"))), Hub()
    hub.attach(table.loop, table)  # type: ignore[arg-type]  # the hub asks nothing of it that needs real time
    table.wait(5.0)
    hub.look(table.loop)
    assert hub.snapshot is not None
    now = now_facts(hub.snapshot, hub.late(hub.snapshot))["clock"]
    assert now["running"] == "S"
    table.wait(10.0)
    hub.look(table.loop)
    later = now_facts(hub.snapshot, hub.late(hub.snapshot))["clock"]
    assert later["left"]["S"] == pytest.approx(now["left"]["S"] - 10.0, abs=0.3)
    assert later["left"]["N"] == 180.0
