"""One game after the other at a table that is shared with a page: what people ask for, and what comes of it."""

import asyncio
import errno
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep
from typing import Any

import pytest

from firmware.commands.doors import Doors
from firmware.commands.play import follow_first, play_on
from firmware.commands.taking_up import opened
from firmware.events import End, Entry, NameMove, Pause, Pressed
from firmware.follow import Guide
from firmware.given.playing import add_playing
from firmware.journal import Journal
from firmware.kept.records import games_folder, records
from firmware.record import FORMAT, GAME, encode
from firmware.replay import Replay, check, read
from firmware.states import Finished
from firmware.web.commands import obey
from firmware.web.hub import Hub, Sitting
from firmware.web.library import Library
from firmware.web.server import Served
from firmware.web.settings import READ_SECONDS
from firmware.words.sayings import BEGINS_BY_LOT
from rules import catalogue
from rules.match import Match
from rules.words import Reason

PATIENCE = 60.0
"""Seconds that a busy machine may take for a game to come to the table."""

OPTIONS = {"players": 2, "pieces": 10}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    """What the page knows of a table; nobody types at it."""
    monkeypatch.setattr(sys, "stdin", StringIO())
    made = Hub()
    made.library = Library(games_folder())
    return made


def evening(hub: Hub, people: Callable[[], None], guide: Guide | None = None) -> str | None:
    """Games of star, one after the other, until ``people`` have done what they do; what is wanted then.

    ``guide``: it begins with a recorded one, as `hopsight play --follow` does.
    """
    parser = ArgumentParser()
    add_playing(parser)
    given = parser.parse_args(["star", "--simulated"])
    failed: list[BaseException] = []

    def sit_down() -> None:
        try:
            people()
        except BaseException as error:  # noqa: BLE001 - told below, in the thread that waits
            failed.append(error)
        finally:
            if hub.sitting is not None:
                hub.sitting.loop.then = hub.sitting.loop.then or "off"

    there = Thread(target=sit_down, daemon=True)
    there.start()
    told = Doors(hub, Served(hub, "", None))  # beside a page the end of what is typed is not the end of the evening
    first = partial(follow_first, guide) if guide else play_on
    then = first(OPTIONS, given, box=None, told=told)
    there.join()
    for error in failed:
        raise error
    return then


def sat_down(hub: Hub, number: int) -> Sitting:
    """The table once game ``number`` lies on it."""
    when(lambda: hub.sitting is not None and hub.sitting.number >= number)
    assert hub.sitting is not None
    return hub.sitting


def when(so: Callable[[], bool]) -> None:
    """Wait until it is ``so``."""
    until = monotonic() + PATIENCE
    while not so():
        assert monotonic() < until
        sleep(0.01)


def ask(hub: Hub, **asked: Any) -> None:
    """Ask for something on the page."""
    asyncio.run(obey(hub, asked))


def test_after_a_followed_record_of_another_game_that_game_can_be_played(hub: Hub) -> None:
    piecepack = Match.begin(catalogue.game("piecepack", players=2))
    with Journal.create(games_folder(), piecepack, 0.0, table="imported") as record:
        pass
    played = []

    def people() -> None:
        sat_down(hub, 1)
        ask(hub, do="follow", game=record.path.stem)
        assert sat_down(hub, 2).guide is not None
        ask(hub, do="new", options={"players": 2})
        played.append(sat_down(hub, 3).loop.state.game)

    assert evening(hub, people) == "off"
    assert (played[0].name, played[0].options["players"]) == ("piecepack", 2)
    assert records(games_folder())[0].name == "0003-piecepack.jsonl"


@pytest.mark.parametrize("over", [False, True])
def test_at_the_end_of_a_followed_record_people_go_back_to_their_own_game_as_it_was_left(hub: Hub, over: bool) -> None:
    old = Match.begin(catalogue.game("star", **OPTIONS)).end()
    with Journal.create(games_folder(), old, 0.0, table="imported") as record:
        record.append(*read(old.to_text().encode()).due)
    back = []

    def people() -> None:
        own = sat_down(hub, 1).loop
        own.put(Pause(0.0))
        own.put(NameMove(0.0, "d2-e6"))
        if over:
            own.put(End(0.0))
        when(lambda: own.state.ply == 1 + over)
        ask(hub, do="follow", game=record.path.stem)
        followed = sat_down(hub, 2).loop
        when(lambda: isinstance(followed.state.phase, Finished))
        followed.put(Pressed(followed.clock.now() + PATIENCE))
        back.append(sat_down(hub, 3))

    assert evening(hub, people) == "off"
    assert [ply.move for ply in back[0].loop.state.history[1:2]] == ["d2-e6"]
    assert back[0].loop.state.outcome.over == over
    assert back[0].record == records(games_folder())[0]
    assert [path.name for path in records(games_folder())] == ["0002-star.jsonl", "0001-star.jsonl"]


def test_who_begins_by_lot_is_said_at_the_table(hub: Hub) -> None:
    def people() -> None:
        sat_down(hub, 1)
        ask(hub, do="new", options={"players": 2, "first": "toss"})
        seat = sat_down(hub, 2).loop.state.to_move
        when(lambda: BEGINS_BY_LOT(seat=seat) in {news.what for news in hub.news if isinstance(news.what, Reason)})

    assert evening(hub, people) == "off"


def ended_record() -> tuple[Journal, Guide]:
    """A record that was ended at once, in the library, and the way through it to its end."""
    old = Match.begin(catalogue.game("star", **OPTIONS)).end()
    with Journal.create(games_folder(), old, 0.0, table="imported") as record:
        record.append(*read(old.to_text().encode()).due)
    plies = check(record.path).plies()
    return record, Guide(plies, len(plies) - 1)


def test_after_a_record_that_was_followed_from_the_command_line_the_page_leads_back_to_the_own_game(hub: Hub) -> None:
    record, guide = ended_record()
    back = []

    def people() -> None:
        followed = sat_down(hub, 1).loop
        when(lambda: isinstance(followed.state.phase, Finished))
        when(lambda: followed.clock.now() >= followed.state.phase.since + READ_SECONDS)  # type: ignore[union-attr]
        ask(hub, do="press")
        back.append(sat_down(hub, 2))
        ask(hub, do="follow", game=record.path.stem)
        assert sat_down(hub, 3).guide is not None

    assert evening(hub, people, guide) == "off"
    assert back[0].guide is None
    assert [path.name for path in records(games_folder())] == ["0002-star.jsonl", "0001-star.jsonl"]


def test_while_a_record_is_followed_from_the_command_line_the_page_begins_another_game_or_record(hub: Hub) -> None:
    record, guide = ended_record()
    played = []

    def people() -> None:
        sat_down(hub, 1)
        ask(hub, do="follow", game=record.path.stem)
        assert sat_down(hub, 2).guide is not None
        ask(hub, do="new", options={"players": 3}, players={"S": "Anna"})
        played.append(sat_down(hub, 3).loop.state.match)

    assert evening(hub, people, guide) == "off"
    assert (played[0].game.options["players"], played[0].players["S"]) == (3, "Anna")


def test_who_presses_the_tables_own_button_at_the_end_of_a_record_followed_from_the_command_line_is_done(
    hub: Hub,
) -> None:
    _, guide = ended_record()

    def people() -> None:
        followed = sat_down(hub, 1).loop
        when(lambda: isinstance(followed.state.phase, Finished))
        followed.put(Pressed(followed.clock.now() + PATIENCE))
        when(lambda: followed.then == "new")

    assert evening(hub, people, guide) == "new"


class Terminal(StringIO):
    """One at which somebody sits and types nothing."""

    def isatty(self) -> bool:
        return True

    def readline(self, *_: object) -> str:
        sleep(PATIENCE)
        return ""


def test_the_terminal_shows_what_is_done_on_the_page_and_goes_on_asking_when_another_game_begins(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)

    def people() -> None:
        sat_down(hub, 1)
        when(lambda: "South is to move." in shown.getvalue())
        assert "North is to move." not in shown.getvalue()
        ask(hub, do="move", move="d2-e6")
        when(lambda: "North is to move." in shown.getvalue())
        ask(hub, do="new", options={"players": 3})
        sat_down(hub, 2)
        when(lambda: shown.getvalue().count("\n> ") == 2)

    assert evening(hub, people) == "off"


def test_another_game_begins_on_the_page_while_somebody_at_the_terminal_has_a_piece_in_hand(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["d2-e6\n"])
    monkeypatch.setattr(Terminal, "readline", lambda *_: next(typed, None) or (sleep(PATIENCE) or ""))
    monkeypatch.setattr(sys, "stdin", Terminal())

    def people() -> None:
        table = sat_down(hub, 1).table
        assert table is not None
        when(lambda: bool(table.table.in_hand))
        ask(hub, do="new", options={"players": 3})
        assert len(sat_down(hub, 2).loop.state.game.seats) == 3

    assert evening(hub, people) == "off"


def test_who_replaces_a_game_that_is_still_being_laid_need_not_ask_again(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = Event()

    def slowly(*given: Any) -> Any:
        found = opened(*given)
        if hub.sitting is not None:  # the camera is opened anew, which takes seconds
            laid.wait(PATIENCE)
        return found

    monkeypatch.setattr("firmware.commands.play.opened", slowly)

    def people() -> None:
        sat_down(hub, 1)
        ask(hub, do="new", game="star", options={"players": 3})
        when(lambda: hub.wish is None)
        ask(hub, do="new", game="star", options={"players": 6})
        laid.set()
        when(lambda: hub.sitting is not None and len(hub.sitting.loop.state.game.seats) == 6)

    assert evening(hub, people) == "off"


def test_a_long_record_that_is_chosen_while_another_game_begins_is_played_again_next(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.create(games_folder(), Match.begin(catalogue.game("star")), 0.0, table="imported") as record:
        pass
    reads, read_anew = Event(), Library.replay

    def slowly(library: Library, id_: str) -> Replay:
        reads.set()
        when(lambda: hub.sitting is not None and hub.sitting.number == 2)
        return read_anew(library, id_)

    monkeypatch.setattr(Library, "replay", slowly)

    def people() -> None:
        sat_down(hub, 1)
        chosen = Thread(target=lambda: ask(hub, do="follow", game=record.path.stem))
        chosen.start()
        reads.wait(PATIENCE)
        ask(hub, do="new", options={"players": 3})
        chosen.join()
        assert sat_down(hub, 3).guide is not None
        ask(hub, do="back")
        assert len(sat_down(hub, 4).loop.state.game.seats) == 3

    assert evening(hub, people) == "off"


def test_a_full_disk_leaves_the_finished_game_on_the_table_until_there_is_room(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def people() -> None:
        first = sat_down(hub, 1).loop
        first.put(End(0.0))
        with monkeypatch.context() as disk:
            when(lambda: isinstance(first.state.phase, Finished))
            disk.setattr(os, "write", full)
            first.put(Pressed(10.0))
            again = sat_down(hub, 2)
            assert isinstance(again.loop.state.phase, Finished)
            assert again.record == records(games_folder())[0]
            when(lambda: any(isinstance(news.what, Reason) and "No space left" in str(news.what) for news in hub.news))
        again.loop.put(Pressed(20.0))
        assert not isinstance(sat_down(hub, 3).loop.state.phase, Finished)

    assert evening(hub, people) == "off"
    assert [path.name for path in records(games_folder())] == ["0002-star.jsonl", "0001-star.jsonl"]


def test_a_record_that_todays_rules_cannot_read_keeps_no_table_from_starting(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = catalogue.game("star", **OPTIONS)
    start = game.write_position(game.start())
    start["pieces"]["S"][0] = "z9"
    with Journal.create(games_folder(), Match.begin(game), 0.0, table="simulated") as journal:
        old = journal.path
    header = {"format": FORMAT, "game": "star", "options": dict(game.options), "players": {}, "board": "star"}
    old.write_bytes(encode(0, Entry(GAME, 0.0, header | {"table": "simulated", "start": start}), "2025-01-01"))
    before = old.read_bytes()
    parser = ArgumentParser()
    add_playing(parser)
    for _ in range(2):
        _, journal = opened(OPTIONS, "simulated", parser.parse_args(["star", "--simulated"]))
        journal.close()
        assert journal.path != old
    assert old.read_bytes() == before
    assert f"{old} stays as it is" in capsys.readouterr().err


def began(*words: str, options: Mapping[str, Any] = OPTIONS) -> Journal:
    """The record of the game that goes on, or begins, at a simulated table for which these words are typed."""
    parser = ArgumentParser()
    add_playing(parser)
    return opened(options, "simulated", parser.parse_args([*words, "--simulated"]))[1]


def test_a_game_left_unfinished_that_cannot_be_read_is_not_passed_over_without_a_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def said(*words: str) -> str:
        began(*words).close()
        return capsys.readouterr().err

    match = Match.begin(catalogue.game("star", **OPTIONS))
    with Journal.create(games_folder(), match, 0.0, table="simulated") as journal:
        hurt = journal.path
    hurt.write_bytes(b"x" + hurt.read_bytes())
    (games_folder() / "0002-star.jsonl").mkdir()  # what can be read by nobody, not even by root
    told = said("star")
    assert f"{hurt} cannot be taken up and stays where it is: This is no record of a game" in told
    assert "0002-star.jsonl cannot be taken up and stays where it is: Is a directory" in told
    assert hurt.read_bytes().startswith(b"x")
    assert "cannot be taken up" not in said("star"), "another game goes on since"
    with Journal.create(games_folder(), match, 0.0, Entry("end", 1.0, {"by": "page"}), table="simulated") as journal:
        over = journal.path
    over.write_bytes(b"x" + over.read_bytes())
    assert "cannot be taken up" not in said("star"), "it was over"


def test_a_clock_that_a_game_taken_up_does_not_have_is_not_passed_over_without_a_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def said(*words: str) -> str:
        journal = began("star", *words)
        journal.append(Entry("pause", 1.0, {"by": "page"}))
        journal.close()
        return capsys.readouterr().err

    assert "clock" not in said("--clock", "10+5"), "a new game has it"
    assert "clock" not in said("--clock", "10+5"), "and keeps it"
    told = said("--clock", "3")
    assert "0001-star.jsonl stays as it was; --clock 3 is for a new game, which --new begins" in told
    assert "clock" not in said("--new")
    assert "--clock 10+5 is for a new game" in said("--clock", "10+5")


def test_where_nobody_says_what_to_play_the_game_that_was_played_last_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = ArgumentParser()
    add_playing(parser)

    def goes_on(*words: str, **options: int) -> str:
        given = parser.parse_args([*words] if "--wait-for-camera" in words else [*words, "--simulated"])
        history, journal = opened(options, "simulated", given)
        journal.close()
        told = capsys.readouterr().err
        assert ("taking up" in told) == (len(history) > 1)
        return f"{history.last.match.game.name} {len(history.last.match.game.seats)}"

    two, four, sowing = (
        catalogue.game("star", **OPTIONS),
        catalogue.game("star", players=4),
        catalogue.game("mandarin"),
    )
    for game in (two, sowing, four):
        with Journal.create(games_folder(), Match.begin(game), 0.0, table="simulated") as journal:
            move = game.moves(game.start())[0]
            seat = game.to_move(game.start())
            journal.append(Entry("move", 1.0, {"seat": seat, "move": game.write(move), "by": "camera"}))
    assert goes_on() == "star 4"
    assert goes_on("star", **OPTIONS) == "star 2"
    assert goes_on("--profile", "grandma", **OPTIONS) == "star 2", "whose house rules are those of that game"
    assert goes_on("--profile", "box", "--wait-for-camera", **OPTIONS) == "star 4", "a service, after a power cut"
    kept = ("star", "--profile", "box", "--wait-for-camera")
    assert goes_on(*kept, players=3) == "star 4", "whatever house rules its profile keeps"
    assert goes_on("mandarin") == "mandarin 2"
    assert goes_on("star") == "star 4", "another one may have been begun on the page since star was typed first"
    newest = records(games_folder())[0]
    newest.rename(newest.with_suffix(".away"))
    assert goes_on() == "mandarin 2"
    assert goes_on("star") == "star 2"


def test_a_profile_without_house_rules_goes_on_with_no_game_of_other_ones() -> None:
    def goes_on(*words: str) -> Path:
        with began(*words, options={}) as journal:
            return journal.path

    four = began("star", options={"players": 4})
    four.close()
    usual = goes_on("star", "--profile", "new")
    assert check(usual).state.game.options == catalogue.game("star").options, "the usual ones hold, as it says"
    assert goes_on("star", "--profile", "new") == usual
    usual.rename(usual.with_suffix(".away"))
    assert goes_on("star") == four.path
