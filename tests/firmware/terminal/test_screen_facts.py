"""What stands beside the board on a terminal: clocks, whatever is in a hand, and what was won."""

from dataclasses import replace
from io import StringIO

import pytest

from firmware.clocks import RUNS
from firmware.session import begin
from firmware.simulated.simulation import Simulation
from firmware.states import Playing, opening
from firmware.terminal.drawing import columns
from firmware.terminal.screen import Screen
from firmware.time_control import TimeControl
from hardware.simulated.pit_scenes import PRINTED
from hardware.simulated.scenes import WOOD
from hardware.simulated.tile_scenes import scenes_of
from rules import catalogue
from rules.game import Seat
from rules.geometry import PlaceId
from rules.match import Match
from rules.words import Language
from tests.firmware.terminal.monitor import shown


@pytest.mark.parametrize(("size", "clocks"), [((80, 24), 6), ((60, 20), 1)])
def test_of_six_clocks_the_running_one_is_seen_however_little_room_there_is(
    size: tuple[int, int], clocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(catalogue.game("star", players=6, first="NE"))
    timed, _ = begin(opening(replace(match, tags=TimeControl.typed("90+5").tags)))
    table = Simulation(timed.history, scene=WOOD, size=(320, 240))
    table.loop.state = replace(table.loop.state, phase=Playing())
    lines = shown(table, size, monkeypatch)
    assert any(f"{RUNS}North-east 90:00" in line for line in lines)
    assert sum(line.count("90:00") for line in lines) >= clocks
    assert max(map(columns, lines)) <= size[0]


def test_a_coin_in_the_hand_is_called_by_whose_it_is() -> None:
    match = Match.begin(catalogue.game("piecepack", players=2))
    table = Simulation(opening(match), scene=scenes_of(match.game.board)["wood"], size=(320, 240))
    table.table.lift(PlaceId("a1"))
    screen = Screen(table, StringIO(), coloured=False, language="de")
    screen.draw()
    assert "In der Hand: Südwest" in screen.stream.getvalue().splitlines()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Stones in the hand: 5"),
        ("fr", "Pierres en main\u00a0: 5"),
        ("de", "Steine in der Hand: 5"),
        ("vi", "Quân trên tay: 5"),
        ("zh", "手里的子：5"),
    ],
)
def test_stones_in_the_hand_are_a_number_and_no_seat(language: Language, line: str) -> None:
    match = Match.begin(catalogue.game("mandarin"))
    table = Simulation(opening(match), scene=PRINTED, size=(320, 240))
    table.table.lift(PlaceId("b4"))
    screen = Screen(table, StringIO(), coloured=False, language=language)
    screen.draw()
    assert line in screen.stream.getvalue().splitlines()


def test_piles_are_told_by_the_names_of_those_who_won_them() -> None:
    game = catalogue.game("mandarin")
    match = Match.begin(game, {Seat("south"): "Anna", Seat("north"): "Bình"})
    screen = Screen(Simulation(opening(match), scene=PRINTED, size=(320, 240)), StringIO(), coloured=False)
    screen.draw()
    assert "Anna won 0, mandarins 0 · Bình won 0, mandarins 0" in screen.stream.getvalue().splitlines()


def test_what_somebody_says_while_the_table_is_being_drawn_stands_below_the_next_drawing() -> None:
    class Slow(StringIO):
        def write(self, text: str) -> int:
            if "was said before" in text:
                screen.hear("This was said meanwhile.")
            return super().write(text)

    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    screen = Screen(table, Slow(), coloured=False)
    screen.hear("This was said before.")
    screen.draw()
    assert screen.stream.getvalue().count("This was said") == 1
    screen.draw()
    assert screen.stream.getvalue().splitlines()[-1] == "This was said meanwhile."
    assert screen.stream.getvalue().count("This was said before.") == 1
