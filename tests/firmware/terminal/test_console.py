"""People type at the simulated table, each in a language: the commands are the same words, the answers are theirs."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest

from firmware.__main__ import main
from firmware.commands import Done
from firmware.simulated.simulation import Simulation
from firmware.states import Guided, Playing, opening
from firmware.terminal.console import PictureConsole, as_time_goes_by
from firmware.terminal.console_sayings import helps
from firmware.terminal.drawing import columns
from firmware.terminal.keyboard import Quit
from firmware.time_control import TimeControl
from hardware.simulated.pit_scenes import CARVED
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.geometry import Medium
from rules.match import Match
from rules.words import LANGUAGES, Language


def typing(*typed: str) -> Callable[[], str]:
    """A keyboard at which these lines are typed, and nothing more."""
    lines = iter(typed)

    def read() -> str:
        try:
            return next(lines)
        except StopIteration:
            raise Quit from None

    return read


def answers(language: Language, capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    """All that the terminal shows of a game of two while these lines are typed."""
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    PictureConsole(table, language, typing(*typed)).run()
    told = capsys.readouterr()
    return told.err + told.out


SLIPS = ("lift zz", "put e4", "lift i5", "pick", "foo", "lift d1", "put c1", "sow a3>")


def test_the_half_rounds_of_a_mandarin_board_have_names_as_all_fields_have(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("mandarin"))), scene=CARVED, size=(640, 480))
    PictureConsole(table, "en", typing("spread W e a1", "cover W", "uncover")).run()
    told = capsys.readouterr()
    assert "has no place" not in told.err + told.out


BOARDS = (("star", {}), ("piecepack", {"players": 2}), ("mandarin", {}))


@pytest.mark.parametrize(("name", "options"), BOARDS)
def test_help_names_nothing_that_this_board_has_not(name: str, options: dict[str, int]) -> None:
    board = catalogue.game(name, **options).board
    there = {place.id for place in board.places}
    of_heaps = board.medium is Medium.PIT
    for language in LANGUAGES:
        for told in helps(language, of_heaps=of_heaps):
            assert set(re.findall(r"\b[a-q][0-9]+\b", told)) <= there
            assert bool(re.search(r"\blift\b", told)) != of_heaps
            assert bool(re.search(r"\bsow\b", told)) == of_heaps
        assert max(map(columns, helps(language, of_heaps=of_heaps)[0].splitlines())) < 80, language


def test_at_a_mandarin_board_help_tells_how_to_sow(capsys: pytest.CaptureFixture[str]) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("mandarin"))), scene=CARVED, size=(640, 480))
    PictureConsole(table, "en", typing("help")).run()
    said = capsys.readouterr().out
    assert "sow a3>      take up a3 and sow east" in said
    assert "lift" not in said


def test_whoever_comes_to_a_table_that_a_page_shares_hears_of_help_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    PictureConsole(table, "en", typing()).listen()
    assert "Type help for what you can do" in capsys.readouterr().out


def test_who_leaves_a_simulated_table_hears_how_to_take_the_game_up_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def leaving(*words: str, typed: str) -> str:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        assert main(["play", *words, "--simulated", "--no-web", "--language", "en"]) == 0
        return capsys.readouterr().err

    back = "hopsight play piecepack --players 2 --simulated --no-web (with --new another one begins)"
    assert back in leaving("piecepack", "--players", "2", typed="lift c1\nput c2\nquit\n")
    switched_off = "hold" + "\n" * 5 + "hold\n"
    assert back in leaving("piecepack", "--players", "2", typed=switched_off)
    assert "To take the game up again" not in leaving("piecepack", typed="resign SW\nquit\n"), "it is over"


def test_a_terminal_breaks_the_words_that_take_a_game_up_again_only_around_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def left(columns: int) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
        monkeypatch.setattr("sys.stderr.isatty", lambda: True)
        assert main(["play", "star", "--simulated", "--no-web", "--new", "--language", "en"]) == 0
        return capsys.readouterr().err.splitlines()

    before, command, after = "To take the game up again:", "hopsight play star --simulated --no-web", "(with --new"
    assert left(120)[-1] == f"{before} {command} {after} another one begins)"
    assert left(80)[-3:] == [before, command, f"{after} another one begins)"]
    assert left(30)[-4:] == [before, command, f"{after} another one", "begins)"], "half of it would be another command"


def test_ctrl_c_at_a_simulated_table_tells_how_to_go_on_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("firmware.terminal.keyboard.lines", lambda: interrupted)
    assert main(["play", "star", "--simulated", "--no-web", "--language", "en"]) == Done.WELL
    assert "To take the game up again: hopsight play star --simulated --no-web" in capsys.readouterr().err
    monkeypatch.setattr("firmware.terminal.shared.Keyboard.read", lambda _: interrupted())
    assert main(["play", "star", "--simulated", "--web", "--port", "0", "--language", "en"]) == Done.WELL
    assert capsys.readouterr().err.endswith("(with --new another one begins)\nstopped\n")
    monkeypatch.setattr("firmware.commands.positions.run_games", lambda _: interrupted())
    assert main(["games"]) == Done.INTERRUPTED, "there is nothing to take up"


def test_in_german_everything_is_german(capsys: pytest.CaptureFixture[str]) -> None:
    said = answers("de", capsys, *SLIPS, "help")
    for sentence in (
        "Die Kamera sucht das Brett …",
        "help zeigt, was man hier tun kann; die Eingabetaste drückt den Zugknopf.",
        "Süd ist am Zug.",
        "Das Brett hat kein Feld zz.",
        "In der Hand ist keine Figur.",
        "Auf i5 liegt nichts.",
        "Neben den Feldern liegt keine Figur.",
        "„foo“ kenne ich nicht; help zeigt, was man hier tun kann.",
        "In der Hand: Süd",
        "c1 ist besetzt; zwei Figuren passen dort nicht hin.",
        "Auf diesem Brett wird nicht gesät; hier gilt lift und put.",
        "lift c2      die Figur von c2 nehmen: die Lampen zeigen, wohin sie darf",
    ):
        assert f"{sentence}\n" in said


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_no_answer_is_english_elsewhere(language: Language, capsys: pytest.CaptureFixture[str]) -> None:
    said = answers(language, capsys, *SLIPS, "help")
    for word in ("board", "hand:", "know", "taken", "nothing", "Nothing", "press", "stop here"):
        assert word not in said


def test_a_piece_dropped_nowhere_stays_in_the_hand(capsys: pytest.CaptureFixture[str]) -> None:
    said = answers("en", capsys, "lift d1", "drop zz", "put d1")
    assert "The board has no place zz." in said
    assert "No piece is in the hand." not in said


def test_a_table_that_has_to_be_put_right_is_laid_out_anew(capsys: pytest.CaptureFixture[str]) -> None:
    def after(*typed: str) -> Simulation:
        table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
        PictureConsole(table, "en", typing("lift e5", "put f5", "", "undo", *typed)).run()
        return table

    assert isinstance(after().loop.state.phase, Guided)
    assert "e5-f5 is taken back." in capsys.readouterr().out
    table = after("lay", "")
    assert table.table.view == table.loop.state.game.view(table.loop.state.game.start())
    assert isinstance(table.loop.state.phase, Playing)


def test_fields_that_were_sown_are_filled_again_after_the_move_is_taken_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("mandarin"))), scene=CARVED, size=(640, 480))
    PictureConsole(table, "en", typing("sow a3>", "", "undo")).run()
    assert isinstance(table.loop.state.phase, Guided)
    assert "a3> is taken back." in capsys.readouterr().out
    PictureConsole(table, "en", typing("lay")).run()
    assert table.table.view == table.loop.state.game.view(table.loop.state.game.start())


def test_capitals_are_minded_as_little_as_at_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(320, 240))
    PictureConsole(table, "en", typing("Lift E5", "PUT f5", "", "resign", "Resign NORTH")).run()
    assert [(ply.kind, ply.move) for ply in table.loop.state.history][1:] == [("move", "e5-f5"), ("resignation", "")]
    assert "Who gives up? Write: resign South / resign North" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["lift", "put", "knock", "drop", "cover", "spread"])
def test_a_command_without_its_place_is_told_what_is_missing(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = answers("en", capsys, word)
    assert f"After {word} comes a place; write for example: {word} a1" in said
    assert "I do not know" not in said


def test_who_would_sow_without_saying_where_is_told_so_where_anything_is_sown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "Nothing is sown on this board" in answers("en", capsys, "sow")
    table = Simulation(opening(Match.begin(catalogue.game("mandarin"))), scene=CARVED, size=(640, 480))
    PictureConsole(table, "en", typing("sow")).run()
    assert "After sow comes a place; write for example: sow a1>" in capsys.readouterr().out


def test_what_is_mistyped_is_named_as_it_was_typed(capsys: pytest.CaptureFixture[str]) -> None:
    said = answers("en", capsys, "resign Sout", "Lift Zz", "Foo bar")
    for sentence in ("Sout does not play here", "The board has no place Zz.", "I do not know “Foo bar”"):
        assert sentence in said


class Wall:
    """A clock on the wall that goes on by as many seconds as people take for each line."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.time = 0.0

    def now(self) -> float:
        self.time += self.seconds
        return self.time

    def sleep(self, seconds: float) -> None:
        raise AssertionError(seconds)


def sat(*typed: str, wall: float = 0.0, clock: bool = False, players: int = 2) -> tuple[Simulation, str | None]:
    """The table after these lines, typed by people who take so long for each, and what they want then."""
    match = Match.begin(catalogue.game("star", players=players))
    match = replace(match, tags=TimeControl.typed("10").tags) if clock else match
    table = Simulation(opening(match), scene=WOOD, size=(320, 240))
    return table, PictureConsole(table, "en", as_time_goes_by(typing(*typed), table, Wall(wall))).run()


def test_an_end_is_taken_back_until_people_leave_or_begin_anew(capsys: pytest.CaptureFixture[str]) -> None:
    way_on = "It is over: undo takes that back, Enter begins a new game, quit leaves."
    table, then = sat("end", "undo", "lift e5", "put f5", "")
    assert [ply.move for ply in table.loop.state.history][1:] == ["e5-f5"]
    assert then is None
    assert way_on in capsys.readouterr().out
    table, then = sat("resign north", "quit", "undo")
    assert table.loop.state.outcome.over
    assert then is None
    assert way_on in capsys.readouterr().out
    _, then = sat("end", "", wall=60)
    assert then == "new"
    table, then = sat("end", "", "undo")
    assert then is None, "a press so soon was not meant for a new game"
    assert not table.loop.state.outcome.over


def test_the_clock_of_who_thinks_at_the_keyboard_runs() -> None:
    table, _ = sat("lift e5", "put f5", "", wall=60, clock=True)
    south, north = table.loop.state.last.left
    assert 170 < 600 - south < 190, "three lines of a minute each"
    assert north == 600
    assert sat("lift e5", "put f5", "", wall=60)[0].clock.now() < 30, "without a clock a table waits for its people"


def test_a_move_is_made_as_it_is_written_and_tells_what_lies_under_a_cup(capsys: pytest.CaptureFixture[str]) -> None:
    table = Simulation(opening(Match.begin(catalogue.game("star", players=2))), scene=WOOD, size=(640, 480))
    PictureConsole(table, "en", typing("e5-f5", "cover f5", "", "E5-F5")).run()
    assert [ply.move for ply in table.loop.state.history if ply.move] == ["e5-f5"]
    assert table.loop.state.to_move == "N"
    assert "do not know" not in capsys.readouterr().out
