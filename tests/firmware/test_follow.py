"""A recorded game is played again at a simulated table: lamps lead, hands follow, the camera checks."""

from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from firmware.__main__ import main
from firmware.events import CameraLost, Correct, End, Entry, Event, NameMove, Pressed, Record, Resign, Seen, Still, Undo
from firmware.follow import Guide
from firmware.kept.records import games_folder, records
from firmware.replay import fold
from firmware.session import begin, step
from firmware.simulated.hands import Hands
from firmware.simulated.simulation import Simulation
from firmware.states import Finished, Guided, Item, Menu, Playing, Press, State, opening
from hardware.simulated.scenes import WOOD
from rules import catalogue
from rules.game import Seat
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import EMPTY, Token
from rules.words import LANGUAGES, Reason
from tests.firmware.tableside import sighting

MOVES = ("d2-e6", "n2-m6", "b2:d2:f5")


def recorded(*happenings: str | Event, players: int = 2) -> tuple[State, ...]:
    """The plies of a short recorded game of moves, and what else happened, that was ended by hand."""
    match = Match.begin(catalogue.game("star", players=players, pieces=10))
    state, _ = begin(opening(match), sighted=False)
    entries = []
    for one in (*happenings, End(0.0)):
        event = NameMove(0.0, one) if isinstance(one, str) else one
        state, effects = step(state, event)
        entries += [effect.entry for effect in effects if isinstance(effect, Record)]
    return fold(match, entries).plies()


class Evening:
    """A table at which a record is followed, and what is said there."""

    def __init__(self, ply: int = 0, *, plies: Sequence[State] = (), press: Press = "button") -> None:
        self.guide = Guide(plies or recorded(*MOVES), ply)
        self.said: list[Reason] = []
        self.table = Simulation(self.guide.history, scene=WOOD, size=(480, 360), say=self.said.append)
        self.table.loop.state = replace(self.table.loop.state, press=press)
        self.guide.lead(self.table.loop)
        self.table.wait(3)

    @property
    def state(self) -> State:
        return self.table.loop.state

    def lift(self, place: str) -> None:
        self.table.act(lambda it: it.lift(PlaceId(place)))
        self.table.wait(1.5)

    def move(self, start: str, end: str) -> None:
        self.lift(start)
        self.put(end)

    def carry(self, start: str, end: str) -> None:
        self.lift(start)
        self.lay(end)

    def put(self, end: str) -> None:
        self.lay(end)
        self.press()

    def lay(self, end: str) -> None:
        self.table.act(lambda it: it.put(PlaceId(end)))
        self.table.wait(1)

    def press(self) -> None:
        self.table.press(0.15)
        self.table.wait(2)

    def choose(self, item: Item) -> None:
        """Press until the open menu is at ``item``, and hold until it is carried out."""
        while isinstance(self.state.phase, Menu) and self.state.phase.item is not item:
            self.table.press(0.15)
            self.table.wait(0.5)
        while isinstance(self.state.phase, Menu):
            self.table.press(2)
            self.table.wait(0.5)

    def undo(self) -> None:
        self.table.loop.put(Undo(self.table.clock.now()))
        self.table.loop.then = None  # people look at the end for as long as they like
        self.table.wait(2)

    def lit(self) -> set[str]:
        return {*self.table.loop.overlay}

    def heard(self) -> list[dict[str, Any]]:
        return [{"id": reason.id, **reason.args} for reason in self.said]


def test_the_lamps_lead_through_the_game_to_its_end() -> None:
    at = Evening()
    assert isinstance(at.state.phase, Playing)
    assert at.lit() == {"d2", "e6"}
    at.lift("d2")
    assert at.lit() == {"d2", "e6"}
    at.put("e6")
    assert at.state.ply == 1
    assert at.lit() == {"n2", "m6"}
    at.move("n2", "m6")
    at.move("b2", "f5")
    # The end of the recorded game comes by itself.
    assert isinstance(at.state.phase, Finished)
    assert at.heard()[0] == {"id": "follow-now", "seat": "S", "move": "d2-e6"}
    assert at.heard()[-1]["id"] == "game-ended"


def test_another_move_is_taken_back_and_the_lamps_show_the_way() -> None:
    at = Evening()
    at.move("d3", "e7")
    assert at.state.ply == 0
    assert isinstance(at.state.phase, Guided)
    assert "e7" in at.lit()
    said = [heard["id"] for heard in at.heard()]
    assert said[-4:] == ["follow-otherwise", "taken-back", "your-turn", "put-right"]
    assert {"id": "follow-otherwise", "move": "d2-e6"} in at.heard()
    at.move("e7", "d3")
    assert isinstance(at.state.phase, Playing)
    assert at.lit() == {"d2", "e6"}


def test_a_piece_goes_from_the_wrong_hole_straight_to_the_right_one() -> None:
    at = Evening()
    at.move("d2", "e7")
    assert isinstance(at.state.phase, Guided)
    at.said.clear()
    at.carry("e7", "e6")
    assert [heard["id"] for heard in at.heard()] == ["press-to-end"]
    assert at.lit() == {"d2", "e6"}
    at.press()
    assert at.state.ply == 1
    assert at.lit() == {"n2", "m6"}


@pytest.mark.parametrize("press", ["button", "still"])
def test_the_wrong_piece_is_put_back_and_the_right_move_made_in_one_go(press: Press) -> None:
    at = Evening(press=press)
    at.carry("d3", "e7")
    if press == "button":
        at.press()
    at.table.wait(2)
    assert {"id": "put-right", "places": "d3, e7"} in at.heard()
    at.said.clear()
    at.table.act(lambda it: it.lift(PlaceId("e7")))
    at.table.act(lambda it: it.put(PlaceId("d3")))
    at.carry("d2", "e6")
    if press == "button":
        at.press()
    at.table.wait(2)
    assert at.state.ply == 1
    assert not any("e6" in heard.get("places", "") for heard in at.heard())


def test_the_wrong_move_that_lies_there_still_is_taken_back_as_often_as_it_is_pressed() -> None:
    at = Evening()
    at.move("d3", "e7")
    at.said.clear()
    at.press()
    assert at.state.ply == 0
    assert isinstance(at.state.phase, Guided)
    assert [heard["id"] for heard in at.heard()][-2:] == ["your-turn", "put-right"]
    assert "follow-otherwise" in {heard["id"] for heard in at.heard()}


def test_of_two_moves_before_one_press_only_the_wrong_one_is_taken_back() -> None:
    at = Evening()
    at.said.clear()
    at.carry("d2", "e6")
    at.move("n3", "m7")
    assert at.state.ply == 1
    assert [heard["id"] for heard in at.heard()] == [
        "two-moves",
        "your-turn",
        "follow-otherwise",
        "taken-back",
        "your-turn",
        "put-right",
    ]
    assert at.heard()[-1]["places"] == "m7, n3"
    at.move("m7", "n3")
    at.move("n2", "m6")
    assert at.state.ply == 2


def test_two_right_moves_before_one_press_both_stay() -> None:
    at = Evening()
    at.carry("d2", "e6")
    at.move("n2", "m6")
    assert at.state.ply == 2
    assert [heard["move"] for heard in at.heard() if heard["id"] == "follow-now"] == ["d2-e6", "b2:d2:f5"]


def test_two_wrong_moves_before_one_press_are_both_taken_back() -> None:
    at = Evening()
    at.carry("d3", "e7")
    at.move("n3", "m7")
    assert at.state.ply == 0
    assert [heard["move"] for heard in at.heard() if heard["id"] == "follow-otherwise"] == ["d2-e6"]
    assert {"id": "put-right", "places": "d3, e7, m7, n3"} in at.heard()


def test_a_correction_that_the_record_does_not_have_is_taken_back_in_words_of_the_table() -> None:
    at = Evening()
    at.move("d2", "g5")
    at.table.press(2)
    at.table.wait(2)
    assert "as-it-lies" in {heard["id"] for heard in at.heard()}
    assert at.state.ply == 0
    (told,) = (reason for reason in at.said if reason.id == "follow-otherwise")
    for language in LANGUAGES:
        assert "d2-e6" in told.text(language)
        assert "correction" not in told.text(language)


def test_a_move_beyond_the_end_of_an_unfinished_record_hears_that_it_ends_here() -> None:
    at = Evening(plies=recorded(*MOVES)[:2])
    at.move("d2", "e6")
    at.said.clear()
    at.move("n2", "m6")
    assert at.state.ply == 1
    assert [heard["id"] for heard in at.heard()][:3] == ["your-turn", "follow-ends-here", "taken-back"]


def test_people_may_end_a_followed_game_before_its_end() -> None:
    at = Evening()
    at.move("d2", "e6")
    at.table.press(2)
    at.choose(Item.END)
    assert isinstance(at.state.phase, Finished)
    assert at.heard()[-1]["id"] == "game-ended"


def test_who_gives_up_though_the_record_goes_on_plays_on() -> None:
    at = Evening()
    at.said.clear()
    at.table.loop.put(Resign(at.table.clock.now(), Seat("S")))
    at.table.wait(1)
    assert at.table.loop.then is None, "the game goes on"
    assert isinstance(at.state.phase, Playing)
    assert [heard["id"] for heard in at.heard()] == [
        "resigned",
        "game-over",
        "follow-otherwise",
        "other-taken-back",
        "your-turn",
    ]
    at.move("d2", "e6")
    assert at.state.ply == 1


def test_the_recorded_end_is_taken_back_and_then_the_last_move() -> None:
    at = Evening(ply=2)
    at.move("b2", "f5")
    assert isinstance(at.state.phase, Finished)
    at.said.clear()
    at.undo()
    assert isinstance(at.state.phase, Playing)
    assert at.heard()[0]["id"] == "follow-ends-here"
    at.undo()
    at.carry("f5", "b2")
    assert at.heard()[-2] == {"id": "follow-now", "seat": "S", "move": "b2:d2:f5"}
    at.move("b2", "f5")
    assert isinstance(at.state.phase, Finished)


def test_an_early_end_is_taken_back_and_the_record_goes_on() -> None:
    at = Evening()
    at.table.loop.put(End(at.table.clock.now()))
    at.table.wait(1)
    at.undo()
    assert at.heard()[-3]["id"] == "follow-now"
    assert at.lit() == {"d2", "e6"}


def test_what_was_done_by_hand_is_taken_back_with_the_move_before_it() -> None:
    """Three play; South gives up after its first move."""
    at = Evening(plies=recorded("d2-e6", Resign(0.0, Seat("S")), "j1-i1", players=3))
    at.move("d2", "e6")
    assert at.state.resigned == ("S",)
    at.undo()
    assert at.state.ply == 0
    at.carry("e6", "d2")
    assert at.heard()[-2] == {"id": "follow-now", "seat": "S", "move": "d2-e6"}


def test_what_the_record_begins_with_by_hand_happens_again_though_the_camera_was_away_when_it_was_taken_back() -> None:
    at = Evening(plies=recorded(Resign(0.0, Seat("S")), "j1-i1", players=3))
    assert at.state.resigned == ("S",)
    for happened in (CameraLost(at.table.clock.now()), Undo(at.table.clock.now())):
        at.table.loop.put(happened)
    at.table.wait(2)
    assert at.state.resigned == ("S",)


def test_a_press_leads_on_to_what_happens_by_itself_where_another_move_lay_there_when_it_was_to() -> None:
    guide = Guide(recorded("d2-e6", Resign(0.0, Seat("S")), "j1-i1", players=3), 1)
    state, _ = begin(guide.history)
    game = state.game
    lies, moved = game.view(state.position), game.view(game.play(state.position, game.moves(state.position)[0]))
    happening: list[Event] = [Still(1.0), Seen(2.0, sighting(moved)), Pressed(3.0), Seen(4.0, sighting(lies))]
    happening += [Pressed(5.0), Seen(6.0, sighting(lies))]
    for event in happening:  # and all that the record answers
        if isinstance(event, Pressed):
            guide.hear(state, Entry("pressed", event.at), happening.append, str)
        state, _ = step(state, event)
    assert state.resigned == ("S",)


def corrected() -> Evening:
    """Three play a record in which a piece was laid elsewhere by hand after the first move, and South gave up."""
    elsewhere = Correct(0.0, places={PlaceId("c1"): EMPTY, PlaceId("g6"): Token("S")})
    at = Evening(plies=recorded("d2-e6", elsewhere, Resign(0.0, Seat("S")), "j1-i1", players=3))
    at.said.clear()
    at.move("d2", "e6")
    return at


def test_where_the_record_was_corrected_it_says_so_and_what_to_lay_otherwise() -> None:
    at = corrected()
    assert isinstance(at.state.phase, Guided)
    said = [heard["id"] for heard in at.heard()]
    assert "as-it-lies" not in said
    assert said.index("record-corrected") < said.index("put-right")
    assert at.heard()[-1] == {"id": "put-right", "places": "c1, g6"}


def test_the_next_recorded_move_is_told_once_all_lies_as_the_record_was_corrected() -> None:
    at = corrected()
    assert "follow-now" not in {heard["id"] for heard in at.heard()}
    at.carry("c1", "g6")
    at.table.wait(1)
    assert isinstance(at.state.phase, Playing)
    told = [heard for heard in at.heard() if heard["id"] == "follow-now"]
    assert told == [{"id": "follow-now", "seat": "NW", "move": "j1-i1"}]


def test_who_gives_up_in_the_record_is_told_before_the_next_move() -> None:
    at = Evening(plies=recorded("d2-e6", Resign(0.0, Seat("S")), "j1-i1", players=3))
    at.move("d2", "e6")
    said = [heard["id"] for heard in at.heard()]
    assert said.index("resigned") < len(said) - 1 - said[::-1].index("follow-now")


def test_it_begins_in_the_middle_of_the_game() -> None:
    at = Evening(ply=2)
    assert at.state.ply == 2
    assert at.lit() == {"b2", "d2", "f5"}


def test_a_record_is_followed_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(recorded(*MOVES)[-1].match.to_text(), encoding="utf-8")
    hands = ["lift n2", "put m6", "", "quit"]
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in hands)))
    command = ["play", "--follow", str(record), "--ply", "1", "--simulated", "--no-web", "--language", "en"]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "In the record North now plays n2-m6" in said or "In the record N now plays n2-m6" in said
    assert "b2:d2:f5" in said
    assert not records(games_folder())  # what was recorded once is not recorded again


def test_where_a_record_stops_to_be_good_is_told_before_it_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    lines = recorded(*MOVES)[-1].match.to_text().splitlines()
    record.write_text("\n".join(line for line in lines if not line.startswith("2. ")), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert main(["play", "--follow", str(record), "--simulated", "--no-web", "--language", "en"]) == 0
    assert "Move 2 is missing" in capsys.readouterr().err


def test_who_begins_at_the_end_of_a_record_hears_that_it_ends_here_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.txt"
    record.write_text(recorded(*MOVES)[-1].match.to_text(), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", StringIO("undo\n"))
    assert main(["play", "--follow", str(record), "--ply", "4", "--simulated", "--no-web", "--language", "en"]) == 0
    said = capsys.readouterr().out
    assert "The record ends here." in said
    assert "That was the recorded game: undo takes that back, Enter or quit leaves." in said


def test_hands_do_not_insist_on_a_table_that_the_record_wants_otherwise() -> None:
    elsewhere = Correct(0.0, places={PlaceId("c1"): EMPTY, PlaceId("g6"): Token("S")})
    guide, said = Guide(recorded(elsewhere, "j1-i1", players=3), 0), list[Reason]()
    table = Simulation(guide.history, scene=WOOD, size=(480, 360), say=said.append)
    guide.lead(table.loop)
    Hands(table).wait_until_ready()
    heard = [reason.id for reason in said]
    assert "put-right" in heard
    assert "follow-otherwise" not in heard


def test_a_record_that_no_camera_can_follow_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = catalogue.game("mandarin")
    record = tmp_path / "game.txt"
    record.write_text(Match.begin(game).to_text(), encoding="utf-8")
    assert main(["play", "--follow", str(record), "--simulated", "--no-web"]) == 2
    assert "piecepack, star can be played again at the table; mandarin cannot yet" in capsys.readouterr().err
    record.write_text(recorded(*MOVES)[-1].match.to_text(), encoding="utf-8")
    assert main(["play", "--follow", str(record), "--ply", "9", "--simulated", "--no-web"]) == 2
    assert "plies 0 to 4" in capsys.readouterr().err
