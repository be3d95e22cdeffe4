"""The simulated table on terminals of several sizes: the board stays in sight, what is said takes what is left."""

import os
import re
import signal
import sys
import threading
from dataclasses import replace
from io import BytesIO, FileIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from firmware.events import Resign
from firmware.overlay import Glow, Rhythm
from firmware.settings import AMBER, BLUE
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import opening
from firmware.terminal.console import PictureConsole
from firmware.terminal.console_sayings import IN_BROWSER, helps
from firmware.terminal.drawing import ABOVE, BELOW, CLEAR, columns, wrapped
from firmware.terminal.keyboard import PROMPT, Quit
from firmware.terminal.screen import Screen, newest
from firmware.terminal.whispering import Whispering
from firmware.time_control import TimeControl
from firmware.words.wording import called, spoken
from hardware.simulated.pit_scenes import PRINTED
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.game import Seat
from rules.geometry import PlaceId
from rules.match import Match
from rules.words import LANGUAGES, Language
from tests.firmware.terminal.monitor import ADDRESS, Terminal, shown

HELP = helps("en", of_heaps=False)
REFUSAL = (
    "The piece from d1 cannot reach i5: no step and no chain of hops leads there.",
    "Please put right what blinks: d1, i5. Or hold the button, then it counts as it lies.",
)
ROWS = 17


@pytest.fixture(scope="module")
def table() -> Simulation:
    game = catalogue.game("star", players=2)
    return Simulation(opening(Match.begin(game)), scene=WOOD, size=(320, 240))


def uncoloured(line: str) -> str:
    """``line`` without what colours it or clears the terminal."""
    return re.sub(r"\x1b\[[\d;]*[mHJ]", "", line)


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (120, 40)])
def test_the_whole_board_stays_in_sight_whatever_is_said(
    table: Simulation, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for said in ([HELP], [(sentence,) for sentence in REFUSAL * 3], [("all of " + "d1-e5 / " * 200,)]):
        lines = shown(table, size, monkeypatch, *said)
        assert len(lines) < size[1], "the last line is for typing"
        assert max(map(columns, lines)) <= size[0]
        assert sum(line[:2].rstrip() in {*"abcdefghijklmnopq"} for line in lines) >= ROWS


@pytest.mark.parametrize(
    ("size", "first"),
    [
        ((120, 40), "lift c2      take the piece from c2: the lamps show where it may go"),
        ((80, 24), "lift c2 takes the piece from c2, put e4 puts it on e4; Enter presses the turn"),
        ((60, 20), "lift c2, put e4, Enter, hold, undo, pause, resume, resign …"),
    ],
)
def test_help_begins_with_how_to_lift_and_put(
    table: Simulation, size: tuple[int, int], first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert first in shown(table, size, monkeypatch, *[(sentence,) for sentence in REFUSAL], HELP)


def test_what_was_said_last_is_kept_where_there_is_little_room() -> None:
    said = [(sentence,) for sentence in ("N is to move.", *REFUSAL)]
    assert newest(said, 100, 6) == ["N is to move.", *REFUSAL]
    assert newest(said, 100, 2) == [*REFUSAL]
    assert newest(said, 60, 3) == [
        "The piece from d1 cannot reach i5: no step and no chain of …",
        "Please put right what blinks: d1, i5. Or hold the button,",
        "then it counts as it lies.",
    ]
    assert newest(said, 60, 0) == ["Please put right what blinks: d1, i5. Or hold the button, …"]


@pytest.mark.parametrize("coloured", [False, True])
def test_what_standard_error_told_before_the_table_was_drawn_over_it_stands_below_it(
    table: Simulation, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, theirs = os.openpty()
    notices = ("House rules of grandma for star: pieces=10.", "the clock of 0001-star.jsonl stays as it was")
    with Whispering(FileIO(theirs, "w"), write_through=True) as told:
        monkeypatch.setattr(sys, "stderr", told)
        where = [IN_BROWSER(address=ADDRESS).text(language) for language in LANGUAGES]
        print(*notices, *where, sep="\n", file=sys.stderr)
        lines = [*filter(None, shown(table, (80, 24), monkeypatch, coloured=coloured))]
        assert lines[-2:] == [*notices]
        assert ADDRESS in lines[1], "it stands beside the board as long as people play"
        assert notices[0] not in shown(table, (80, 24), monkeypatch), "another game, and no news any more"
    os.close(mine)


def test_standard_error_that_goes_elsewhere_is_not_drawn(
    table: Simulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Whispering(FileIO(tmp_path / "told", "w"), write_through=True) as told:
        monkeypatch.setattr(sys, "stderr", told)
        print("turns so far: 1", file=sys.stderr)
        assert "turns so far: 1" not in shown(table, (80, 24), monkeypatch)


def test_the_address_of_the_page_is_whole_beside_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalogue.game("star", players=2)
    match = replace(Match.begin(game), tags=TimeControl.typed("10+5").tags)
    lines = shown(Simulation(opening(match), scene=WOOD, size=(320, 240)), (80, 24), monkeypatch)
    assert lines[0].endswith(f"   also in a browser: {ADDRESS}")
    assert lines[1].endswith("   2 South   1 North")
    assert lines[-1] == "South is to move.   South 10:00   North 10:00"


def test_whose_turn_it_is_is_news_only_as_the_answer_to_a_press(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("LINES", "40")
    screen = Screen(table, Terminal(), coloured=True)

    def told() -> list[str]:
        screen.draw()
        lines = screen.stream.getvalue().rpartition(CLEAR)[2].splitlines()
        return [line for line in lines if "is to move" in line or line in REFUSAL]

    for sentence in ("South is to move.", *REFUSAL):
        screen.hear(sentence)
    assert told() == ["South is to move.", *REFUSAL]
    table.loop.say = lambda reason: screen.hear(spoken(reason))
    hands = Hands(table)
    hands.wait_until_ready()
    hands.move([PlaceId("e5"), PlaceId("f5")])
    hands.press()
    assert told() == ["North is to move.", *REFUSAL, "North is to move."]


def test_chinese_characters_take_two_columns() -> None:
    lines = wrapped("移动的棋子不止一个（从 a1, d1 到 h4, i5）；每回合只能走一个。", 40)
    assert len(lines) == 2
    assert all(columns(line) <= 40 for line in lines)


@pytest.mark.parametrize("coloured", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_it_is_told_whose_pieces_are_which_with_and_without_colours(
    size: tuple[int, int], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(catalogue.game("star", players=3), {Seat("NE"): "Anna"})
    table = Simulation(opening(match), scene=WOOD, size=(320, 240))
    lines = [*map(uncoloured, shown(table, size, monkeypatch, coloured=coloured))]
    assert any(line.endswith("3 South   2 North-west   1 Anna") for line in lines)
    (tip,) = (line for line in lines if line.startswith("a "))
    assert "3" in tip


@pytest.mark.parametrize("coloured", [False, True])
@pytest.mark.parametrize("size", [(40, 24), (31, 20), (54, 20)])
def test_on_a_narrow_terminal_the_board_is_narrow_and_whole_and_the_turn_is_told(
    table: Simulation, size: tuple[int, int], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said in ([HELP], [(sentence,) for sentence in REFUSAL * 3]):
        lines = shown(table, size, monkeypatch, *said, coloured=coloured)
        assert len(lines) < size[1]
        assert max(map(columns, lines)) <= size[0]
        assert sum(line[:2].rstrip() in {*"abcdefghijklmnopq"} for line in map(uncoloured, lines)) >= ROWS
        assert any("South is to move." in line for line in lines)


@pytest.mark.parametrize("size", [(40, 15), (25, 24), (40, 8)])
def test_where_no_board_can_be_drawn_its_pieces_are_listed(
    table: Simulation, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.loop.retint(lambda *_: {PlaceId("f4"): Glow(BLUE)})
    lines = shown(table, size, monkeypatch, *[(sentence,) for sentence in REFUSAL])
    table.loop.retint(lambda _, plain: plain)
    assert len(lines) < size[1]
    assert max(map(columns, lines)) <= size[0]
    assert "South is to move." in lines
    assert "Lit: f4" in lines
    if size == (40, 15):
        assert lines[:2] == ["A drawn board needs 28 columns and 20", "lines."]
        assert "2 South: a1 b1 b2 c1 c2 c3 d1 d2 d3 d4" in lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 6])
def test_beside_a_board_that_fills_the_terminal_stands_whose_pieces_are_which_and_where_the_page_is(
    players: int, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(catalogue.game("star", players=players, size=5))
    table = Simulation(opening(match), scene=WOOD, size=(320, 240))
    lines = shown(table, (80, 24), monkeypatch, *[(sentence,) for sentence in REFUSAL], language=language)
    assert len(lines) < 24
    assert max(map(columns, lines)) <= 80
    assert sum(line[:2].rstrip() in {*"abcdefghijklmnopqrstu"} for line in lines) == 21
    assert any(ADDRESS in line for line in lines), "half of it is of no use"
    text = "\n".join(lines)
    for seat in match.game.seats:
        assert re.search(rf"[1-6] {called(seat, language)}( {{3}}|$)", text, re.MULTILINE)
    assert any(line.startswith("Please put right what blinks: d1, i5.") for line in lines[-2:])


def test_whose_pieces_are_which_stands_beside_a_board_that_leaves_no_room_for_where_the_page_is(
    table: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = shown(table, (60, 20), monkeypatch, (REFUSAL[-1],), language="vi")
    assert lines[0].endswith("2 Nam   1 Bắc")
    assert lines[-2] == "Đến lượt Nam."


def test_where_pieces_are_listed_the_page_the_turn_and_what_was_said_are_told_though_half_the_board_is_lit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.begin(catalogue.game("star", players=3, size=6))
    table = Simulation(opening(match), scene=WOOD, size=(320, 240))
    table.loop.retint(lambda *_: {place.id: Glow(BLUE) for place in match.game.board.places[::3]})
    lines = shown(table, (80, 24), monkeypatch, *[(sentence,) for sentence in REFUSAL])
    assert f"also in a browser: {ADDRESS}" in lines
    assert lines[-4:] == ["South is to move.", *wrapped(REFUSAL[0], 80), *wrapped(REFUSAL[1], 80)]
    assert lines[-5].endswith("…")


@pytest.mark.parametrize("size", [4, 5, 6])
def test_what_is_said_because_of_somebody_at_the_page_is_seen_at_once_on_every_board(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    match = Match.begin(catalogue.game("star", players=3, size=size))
    screen = Screen(Simulation(opening(match), scene=WOOD, size=(320, 240)), Terminal(), coloured=True)
    screen.hear("Type help for what you can do; Enter presses the turn button.")
    screen.draw()
    screen.hear("Please put right what blinks: f1, k9.")
    screen.renew()
    assert "Please put right what blinks: f1, k9." in screen.stream.getvalue().rpartition(ABOVE)[2]


@pytest.mark.parametrize("columns", [40, 66, 80])
def test_who_gave_up_is_told_rather_than_twice_whose_turn_it_is(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", "24")
    match = Match.begin(catalogue.game("star", players=3, size=5))
    table = Simulation(opening(match), scene=WOOD, size=(320, 240))
    screen = Screen(table, Terminal(), coloured=False)
    table.loop.say = lambda reason: screen.hear(spoken(reason))
    table.loop.handle(Resign(1.0, Seat("S"), by="page"))
    screen.draw()
    assert screen.stream.getvalue().splitlines()[-2:] == ["South gives up.", "North-west is to move."]


@pytest.mark.parametrize(("size", "told"), [((40, 15), "Lit: a1 f4"), ((80, 24), "(.)")])
def test_a_lamp_that_blinks_is_told_at_whatever_moment_the_table_is_drawn(
    size: tuple[int, int], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    lit = {PlaceId("f4"): Glow(AMBER, Rhythm.DOUBLE), PlaceId("a1"): Glow(AMBER, Rhythm.BLINK)}
    table.loop.retint(lambda *_: lit)
    shining = set()
    for _ in range(12):
        table.clock.sleep(0.1)
        table.loop.light()
        shining.add(frozenset(table.table.moment().lamps))
        assert any(told in line for line in shown(table, size, monkeypatch))
    assert {frozenset(), frozenset(lit)} <= shining


def test_letters_that_a_terminal_lacks_are_not_drawn(table: Simulation) -> None:
    raw = BytesIO()
    stream = TextIOWrapper(raw, encoding="ascii", errors="backslashreplace")
    Screen(table, stream, coloured=True).draw()
    drawn = raw.getvalue().decode("ascii")
    assert "\\u" not in drawn
    assert "\\x" not in drawn
    assert "\x1b[48;2;" in drawn, "colours stay"


def test_into_a_file_everything_is_written(table: Simulation) -> None:
    screen = Screen(table, StringIO(), coloured=False)
    screen.hear(*HELP)
    screen.draw()
    assert HELP[0] in screen.stream.getvalue()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "South won 17, mandarins 0 · North won 0, mandarins 0, owes 3"),
        ("fr", "Sud a gagné 17, mandarins 0 · Nord a gagné 0, mandarins 0, doit 3"),
        ("de", "Süd gewann 17, Mandarine 0 · Nord gewann 0, Mandarine 0, schuldet 3"),
        ("vi", "Nam đã ăn 17 dân, 0 quan · Bắc đã ăn 0 dân, 0 quan, nợ 3"),
        ("zh", "南已赢得 17 民、0 官 · 北已赢得 0 民、0 官，欠 3"),
    ],
)
def test_what_was_won_and_is_owed_stands_below_a_mandarin_board(language: Language, line: str) -> None:
    game = catalogue.game("mandarin")
    position = {
        **game.write_position(game.start()),
        "fields": {"a1": 0, "a2": 1, "a3": 0, "a4": 0, "a5": 3} | dict.fromkeys(("b1", "b2", "b3", "b4", "b5"), 1),
        "squares": {"W": {"mandarin": 1, "citizens": 12}, "E": {"mandarin": 1, "citizens": 12}},
        "won": {"south": {"mandarins": 0, "citizens": 17}, "north": {"mandarins": 0, "citizens": 0}},
        "owed": {"south": 0, "north": 3},
    }
    match = Match.begin(game, start=game.read_position(position))
    screen = Screen(Simulation(opening(match), scene=PRINTED, size=(320, 240)), StringIO(), coloured=False)
    screen.language = language
    screen.draw()
    assert line in screen.stream.getvalue().splitlines()


def test_a_window_made_larger_is_drawn_anew_while_somebody_thinks_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "24")
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    stream = Terminal()

    def read() -> str:
        monkeypatch.setenv("COLUMNS", "80")
        stream.seek(stream.truncate(0))
        signal.raise_signal(signal.SIGWINCH)
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
        assert max(map(columns, map(uncoloured, stream.getvalue().splitlines()))) > 40
        raise Quit

    console = PictureConsole(table, "en", read)
    console.screen = Screen(table, stream, coloured=True)
    minded = signal.getsignal(signal.SIGWINCH)
    console.run()
    assert signal.getsignal(signal.SIGWINCH) is minded


def test_notices_are_whole_once_where_there_is_little_room(table: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    mine, theirs = os.openpty()
    notices = (
        "House rules of grandma-and-grandpa for star: first=toss players=2 sets=1 home_lock=true corners=through.",
        "taking up /home/pi/.local/state/hopsight/games/0001-star.jsonl, turns so far: 12; new: hopsight play --new",
        "the clock of 0001-star.jsonl stays as it was; --clock 10+5 is for a new game, which --new begins",
    )
    stream = Terminal()
    with Whispering(FileIO(theirs, "w"), write_through=True) as told:
        monkeypatch.setattr(sys, "stderr", told)
        print(*notices, sep="\n", file=sys.stderr)

        def read() -> str:
            raise Quit

        console = PictureConsole(table, "en", read)
        console.screen = Screen(table, stream, coloured=True)
        console.screen.address = ADDRESS
        console.listen()
    os.close(mine)
    assert all(line in stream.getvalue() for notice in notices for line in wrapped(notice, 80))


@pytest.mark.parametrize("lines", ["24", "40"])
def test_a_drawing_leaves_room_for_what_is_said_after_it(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", lines)
    table = Simulation(opening(Match.begin(catalogue.game("piecepack"))), scene=PRINTED, size=(320, 240))
    screen = Screen(table, Terminal(), coloured=True)
    screen.draw()
    assert screen.stream.getvalue().count("\n") < int(lines)
    for sentence in ("North-east gives up.", "The game is over."):
        screen.hear(sentence)
    screen.renew()
    assert "North-east gives up." in screen.stream.getvalue()
    assert "The game is over." in screen.stream.getvalue()


def test_what_others_do_is_drawn_over_the_last_drawing_and_leaves_alone_what_is_being_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    screen = Screen(table, Terminal(), coloured=True)
    screen.hear("The lamps show where it may go.")

    def told() -> str:
        text = screen.stream.getvalue()
        screen.stream.seek(screen.stream.truncate(0))
        return text

    screen.draw()
    before = [uncoloured(line) for line in told().splitlines()]
    screen.renew()
    assert not told(), "nothing has changed"
    table.table.lift(PlaceId("c2"))
    for sentence in REFUSAL:
        screen.hear(sentence)
    screen.renew()
    text = told()
    assert text.startswith(ABOVE)
    assert text.endswith(BELOW), "back to where people type"
    after = [
        re.sub(r"\x1b\[K", "", uncoloured(line)) for line in text.removeprefix(ABOVE).removesuffix(BELOW).split("\n")
    ]
    assert len(after) == len(before)
    assert next(line for line in after if line.startswith("c")).split() == ["c", "2", "·", "2"]
    table.table.put(PlaceId("c2"))
    monkeypatch.setenv("COLUMNS", "60")
    screen.renew()
    anew = told()
    assert anew.startswith(CLEAR), "in a window of another size everything stands elsewhere"
    assert anew.endswith(f"\n{PROMPT}")
    assert max(map(columns, map(uncoloured, anew.splitlines()))) <= 60
    screen.renew()
    assert not told()
    plain = Screen(table, Terminal(), coloured=False)
    plain.draw()
    table.table.lift(PlaceId("c2"))
    drawn = plain.stream.getvalue()
    plain.renew()
    assert plain.stream.getvalue() == drawn, "without colour one drawing stands below the other"
