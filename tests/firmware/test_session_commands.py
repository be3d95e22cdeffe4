"""Scenes in which somebody tells the session something: moves in words, corrections, resigning, the menu."""

import pytest

from firmware import events, settings
from firmware.events import Event
from firmware.session import begin, step
from firmware.states import Finished, Guided, Menu, Playing, Press, Unsure, opening
from firmware.web.facts import outcome_facts
from rules import catalogue
from rules.game import Outcome, Seat
from rules.match import Match
from rules.sight import EMPTY
from rules.words import Language
from tests.firmware.scene import SIX, THREE, Scene
from tests.firmware.tableside import STATES, gist, reach, sighting


def test_a_move_taken_back_is_guided_back_on_the_table_and_not_taken_again_by_a_hasty_press() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.play("d1-e5")
    moved = scene.view()
    scene.hear(events.Undo(9.0))
    scene.answer(moved)
    assert isinstance(scene.state.phase, Guided)
    assert [found.place for found in scene.state.phase.wrong] == ["d1", "e5"]

    scene.press(moved)
    assert len(scene.told("move")) == 1
    scene.press(scene.view())
    assert isinstance(scene.state.phase, Playing)
    assert scene.state.ply == 0


def test_another_move_in_the_place_of_one_that_was_taken_back_is_a_turn_like_any_other() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.play("d1-e5")
    scene.hear(events.Undo(9.0))
    instead = scene.after("d2-e6")
    scene.answer(instead)
    scene.press(instead)
    assert [entry.data["move"] for entry in scene.told("move")] == ["d1-e5", "d2-e6"]
    assert isinstance(scene.state.phase, Playing)


def test_a_move_in_words_is_guided_onto_the_table() -> None:
    scene = Scene()
    scene.still(scene.view())
    before = scene.view()
    scene.hear(events.NameMove(3.0, "d1-e5", by="keyboard"))
    scene.answer(before)
    assert isinstance(scene.state.phase, Guided)
    scene.still(scene.view())
    assert isinstance(scene.state.phase, Playing)
    assert scene.told("move")[0].data["by"] == "keyboard"


def test_two_moves_in_words_are_not_taken_back_again_by_a_hasty_press() -> None:
    scene = Scene()
    scene.still(scene.view())
    before = scene.view()
    for move in ("d1-e5", "n1-m5"):
        scene.hear(events.NameMove(scene.at, move))
        scene.answer(before)
    scene.press(before)
    assert isinstance(scene.state.phase, Guided)
    assert [found.place for found in scene.state.phase.wrong] == ["d1", "e5", "m5", "n1"]
    assert [entry.data["move"] for entry in scene.told("move")] == ["d1-e5", "n1-m5"]


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (events.NameMove(3.0, "d1:i5"), "hop-no-hop"),
        (events.NameMove(3.0, "hello"), None),
        (events.Correct(3.0, {"game": "star", "pieces": 7}), None),
        (events.Correct(3.0, {}), None),
        (events.Correct(3.0, places={"z9": EMPTY}), "no-such-place"),
        (events.Correct(3.0, places={"i5": "S"}), None),
        (events.Correct(3.0, places={"i5": "purple"}), None),
        (events.Correct(3.0, places={}, to_move="E"), "no-such-seat"),
        (events.Resign(3.0, "E"), "no-such-seat"),
    ],
)
def test_commands_that_make_no_sense_are_answered_and_change_nothing(command: Event, complaint: str | None) -> None:
    scene = Scene()
    scene.still(scene.view())
    before = scene.state
    scene.hear(command)
    assert scene.state == before
    assert complaint in {None, scene.said()[-1]}
    assert len(scene.said()) == 2


def test_who_does_not_play_cannot_give_up_and_a_refused_table_stays_refused() -> None:
    refused = reach(STATES["refused"])
    state, effects = step(refused, events.Resign(9.0, "E"))
    assert state == refused
    assert gist(effects) == "say no-such-seat"


def test_a_table_set_by_tapping_places() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Correct(3.0, places={"a1": EMPTY, "i5": "S"}, to_move="S"))
    scene.answer(scene.view())
    assert isinstance(scene.state.phase, Playing)
    assert scene.state.to_move == "S"
    assert scene.view()["i5"] == "S"


def test_what_lies_where_and_whose_turn_it_is_can_be_set_while_people_rest() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Pause(2.0), events.Correct(3.0, to_move="N"), events.Pressed(4.0))
    scene.answer(scene.view())
    assert scene.state.to_move == "N"
    assert isinstance(scene.state.phase, Playing)


def test_of_three_one_resigns_and_is_left_out() -> None:
    scene = Scene(THREE)
    scene.still(scene.view())
    scene.play("d1-e5")
    scene.hear(events.Resign(5.0, "NW"))
    assert scene.state.to_move == "NE"
    scene.play(scene.state.game.write(scene.state.game.moves(scene.state.position)[0]))
    assert scene.state.to_move == "S"
    scene.play("d2-e6")
    assert scene.state.to_move == "NE"

    scene.hear(events.Resign(8.0, "NE"))
    assert isinstance(scene.state.phase, Finished)
    (finished,) = scene.told("finished")
    assert finished.data == {"over": True, "reason": "resigned", "scores": {"S": 1, "NE": 2, "NW": 3}}


@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize(
    "meanwhile", [events.Resign(5.0, "NW"), events.Correct(5.0)], ids=["somebody resigns", "all is as it was"]
)
def test_a_press_is_answered_though_somebody_uses_the_page_at_the_same_moment(meanwhile: Event, lifted: bool) -> None:
    scene = Scene(THREE)
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    if lifted:  # and put down: the table is looked at before the button is pressed
        scene.hear(events.Glimpsed(2.0, sighting(scene.view(d1=EMPTY)), hand=True), events.Still(3.0))
    scene.hear(events.Pressed(4.0), meanwhile)
    scene.answer(moved)
    scene.answer(moved)
    assert scene.told("move")[0].data["move"] == "d1-e5"
    assert not scene.told("refused")


@pytest.mark.parametrize("press", ["button", "still"])
def test_a_table_laid_for_a_game_is_seen_though_somebody_resigns_at_the_same_moment(press: Press) -> None:
    scene = Scene(THREE, press)
    scene.hear(events.Still(1.0), events.Resign(1.0, "NW"))
    scene.answer(scene.view())
    assert scene.told("start")


def test_without_a_button_a_move_counts_though_somebody_resigns_at_the_same_moment() -> None:
    scene = Scene(THREE, "still")
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    scene.hear(events.Still(2.0), events.Resign(2.0, "NW"))
    scene.answer(moved)
    assert [entry.data["move"] for entry in scene.told("move")] == ["d1-e5"]
    assert scene.state.to_move == "NE"


def test_a_yes_is_no_move_of_the_next_player_when_somebody_resigns_in_the_same_moment() -> None:
    scene = Scene(THREE)
    scene.still(scene.view())
    either = {"S": 0.5, EMPTY: 0.5}
    alike = sighting(scene.view()) | {"d1": either, "e5": either}
    scene.press(alike)
    scene.hold(alike)
    assert scene.said()[-1] == "was-it"
    scene.hear(events.Held(5.0), events.Resign(5.0, "S"))
    scene.answer(alike)
    assert not scene.told("move")


def test_who_has_given_up_and_moves_all_the_same_makes_no_move_that_the_page_could_say_yes_to() -> None:
    scene = Scene(THREE)
    scene.still(scene.view())
    scene.hear(events.Resign(2.0, "NW"))
    game = scene.state.game
    after = game.play(scene.state.position, game.read("d1-e5", scene.state.position))
    theirs = game.moves(after)[0]  # NW's, as the rules alone have it
    scene.press(game.view(game.play(after, theirs)))
    row = ("d1-e5", game.write(theirs))
    assert isinstance(scene.state.phase, Unsure)
    assert scene.state.phase.between == (row,)

    scene.hear(events.Answer(5.0, row))
    assert scene.said()[-1] == "hop-not-your-turn"
    assert not scene.told("move")
    scene.press(game.view(after))
    assert scene.told("move")[0].data["move"] == "d1-e5"


@pytest.mark.parametrize(
    "close",
    [[events.Ticked(60.0)], [events.Turned(4.0, -1), events.Clicked(4.0)]],
    ids=["nobody chooses", "back to the game"],
)
def test_what_falls_still_while_the_menu_is_open_is_looked_at_when_it_closes(close: list[Event]) -> None:
    scene = Scene(press="still")
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    scene.hear(events.Held(2.0), events.Still(3.0), *close)
    scene.answer(moved)
    assert scene.told("move")


def test_the_others_button_ends_no_turn_though_it_is_pressed_while_the_table_is_looked_at() -> None:
    scene = Scene()
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    scene.hear(events.Pause(2.0), events.Resume(3.0), events.Pressed(3.1, "N"))
    scene.answer(moved)
    scene.answer(moved)
    assert scene.said()[-2:] == ["press-to-end", "other-button"]
    assert not scene.told("move")
    scene.hear(events.Pressed(4.0, "S"))
    scene.answer(moved)
    assert scene.told("move")


def test_a_press_that_a_pause_overtakes_is_not_lost_in_silence() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Pressed(4.0), events.Pause(4.1))
    assert scene.said()[-2:] == ["paused", "not-looked"]


def worded(scene: Scene, language: Language) -> str:
    """The last sentence."""
    return [effect.reason for effect in scene.effects if isinstance(effect, events.Say)][-1].text(language)


def test_places_are_said_as_places_and_a_game_without_any_says_why_it_is_over() -> None:
    scene = Scene(THREE)
    scene.still(scene.view())
    scene.hear(events.End(5.0))
    assert worded(scene, "en") == "The game was ended here."
    scene.hear(events.Undo(6.0), events.Resign(7.0, "NW"), events.Resign(8.0, "NE"))
    assert worded(scene, "en") == "The game is over. 1. S, 2. NE, 3. NW"


def test_points_that_look_like_places_are_said_as_points() -> None:
    game = catalogue.game("chinese_poker")
    dealt = game.write_position(game.start())
    first, second = dealt["hands"]
    discards = [*first[1:], *second[1:]]
    nearly = game.read_position({**dealt, "hands": [first[:1], second[:1]], "discards": discards, "scores": [1, 0]})
    state, _ = begin(opening(Match.begin(game, start=nearly)), sighted=False)
    state, effects = step(state, events.NameMove(1.0, first[0]))
    said = [effect.reason.text("en") for effect in effects if isinstance(effect, events.Say)]
    assert said[-1] == "The round is over. 0: 1, 1: 1"
    assert outcome_facts(state.outcome)["points"] == {"0": 1, "1": 1}


def test_partners_share_a_place_and_the_page_tells_no_points_of_it() -> None:
    south, west, north, east = map(Seat, ("S", "NW", "N", "SE"))
    told = outcome_facts(Outcome(True, "home", {south: 1, west: 2, north: 1, east: 2}))
    assert told["places"] == {"S": 1, "N": 1, "NW": 2, "SE": 2}, "the other team is second"
    assert "points" not in told


def test_the_place_of_a_team_is_the_same_in_what_is_said_and_on_the_page() -> None:
    scene = Scene(catalogue.game("star", players=4, teams=True))
    scene.still(scene.view())
    scene.hear(events.Resign(5.0, "S"), events.Resign(6.0, "N"))
    assert worded(scene, "en") == "The game is over. 1. SW, 1. NE, 2. S, 2. N"
    assert outcome_facts(scene.state.outcome)["places"] == {"SW": 1, "NE": 1, "S": 2, "N": 2}


def test_a_card_game_cannot_do_without_a_player() -> None:
    game = catalogue.game("chinese_ten", players=4)
    state, _ = begin(opening(Match.begin(game)), sighted=False)
    state, effects = step(state, events.Resign(1.0, game.seats[2]))
    assert isinstance(state.phase, Finished)
    recorded = [effect.entry.kind for effect in effects if isinstance(effect, events.Record)]
    assert recorded == ["resign", "finished"]


def test_a_resignation_can_be_taken_back() -> None:
    scene = Scene(THREE)
    scene.still(scene.view())
    scene.hear(events.Resign(5.0, "S"))
    assert scene.state.to_move == "NW"
    scene.hear(events.Undo(6.0))
    assert scene.state.to_move == "S"
    assert scene.state.resigned == ()


def test_two_moves_before_a_game_goes_on_are_asked_about_where_somebody_gave_up() -> None:
    scene = Scene(SIX)
    scene.hear(events.Resign(1.0, SIX.seats[1]))
    scene.state, _ = begin(scene.state.history)
    ahead = SIX.play(scene.state.position, SIX.moves(scene.state.position)[0])
    assert SIX.to_move(ahead) == SIX.seats[1], "the rules alone know of nobody who gave up"
    scene.press(SIX.view(SIX.play(ahead, SIX.moves(ahead)[0])))
    assert isinstance(scene.state.phase, Unsure)
    assert scene.told("move") == []


def test_a_correction_after_the_end_taken_back_leaves_the_game_over() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.End(5.0), events.Correct(6.0, to_move="N"), events.Undo(7.0))
    assert isinstance(scene.state.phase, Finished)
    assert scene.state.outcome.reason == "ended"


NEARLY_HOME = {
    "game": "star",
    "options": {"players": 3},
    "pieces": {
        "S": ["q1", "p1", "p2", "o1", "o2", "o3", "n1", "n2", "n3", "m9"],
        "NW": ["m1", "m2", "m3", "m4", "l1", "l2", "l3", "k1", "k2", "j1"],
        "NE": ["m10", "m11", "m12", "m13", "l10", "l11", "l12", "k10", "k11", "j10"],
    },
    "to_move": "S",
    "places": [],
}
"""S needs one step to be home."""


def test_who_comes_home_is_told_and_then_left_out() -> None:
    scene = Scene(THREE, position=NEARLY_HOME)
    scene.still(scene.view())
    scene.play("m9-n4")
    assert scene.told("move")[0].data["home"] == ["S"]
    assert scene.said()[-2:] == ["seat-home", "your-turn"]
    for _ in range(2):
        scene.play(scene.state.game.write(scene.state.game.moves(scene.state.position)[0]))
    assert scene.state.to_move == "NW"
    assert "skipped" not in scene.said()


def test_the_last_move_ends_the_game_and_says_the_places() -> None:
    game = catalogue.game("star", players=3, play_on=False)
    scene = Scene(game, position={**NEARLY_HOME, "options": {"players": 3, "play_on": False}})
    scene.still(scene.view())
    scene.play("m9-n4")
    assert isinstance(scene.state.phase, Finished)
    assert [type(effect).__name__ for effect in scene.effects[-7:]] == [
        "Look", "Record", "Record", "Light", "Say", "Say", "Finish",
    ]  # fmt: skip
    assert scene.told("finished")[0].data["scores"] == {"S": 1, "NW": 2, "NE": 2}


def test_an_impatient_press_at_the_winning_move_begins_no_new_game() -> None:
    game = catalogue.game("star", players=3, play_on=False)
    scene = Scene(game, position={**NEARLY_HOME, "options": {"players": 3, "play_on": False}})
    scene.still(scene.view())
    scene.play("m9-n4")
    scene.effects.clear()
    # One was pressed while the picture of the winning move was read, one when it had been.
    for at in (scene.at - 1.0, scene.at + 1.0):
        scene.hear(events.Pressed(at))
    assert scene.said() == ["game-over", "press-for-new"] * 2
    assert events.Finish("new") not in scene.effects
    scene.hear(events.Pressed(scene.at + settings.ENDED_SECONDS))
    assert events.Finish("new") in scene.effects


def test_a_game_that_was_over_when_the_table_started_gives_way_to_a_new_one_at_once() -> None:
    match = Match.begin(catalogue.game("star", players=2)).end()
    state, _ = begin(opening(match))
    _, effects = step(state, events.Pressed(0.1))
    assert effects == (events.Finish("new"),)


def test_a_seat_that_cannot_move_is_left_out_and_told() -> None:
    # Nine pieces of N are at home, where all is full, and the tenth is shut in at the northern tip.
    game = catalogue.game("star", players=2, pieces=10, anti_spoiling="off")
    position = {
        "game": "star",
        "options": {"players": 2, "pieces": 10, "anti_spoiling": "off"},
        "pieces": {
            "S": ["d4", "f4", "f5", "g5", "h5", "i5", "o1", "o3", "p1", "p2"],
            "N": ["a1", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3", "q1"],
        },
        "to_move": "S",
        "places": [],
    }
    scene = Scene(game, position=position)
    scene.still(scene.view())
    scene.play("f4-g4")
    assert scene.told("move")[0].data["skipped"] == ["N"]
    assert scene.state.to_move == "S"
    assert scene.said()[-2:] == ["skipped", "your-turn"]


SHUT_IN = {
    "game": "star",
    "options": {"players": 3},
    "pieces": {
        "S": ["a1", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3", "d4"],
        "NW": ["e10", "e11", "e12", "e13", "f10", "f11", "f12", "g10", "g11", "h10"],
        "NE": ["m10", "m11", "m12", "m13", "l10", "l11", "l12", "k10", "k11", "j10"],
    },
    "to_move": "S",
    "places": [],
}
"""All of NW is at home, where no hole is free, and it has not finished: that takes a move of its own."""


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        (events.Resign(3.0, Seat("S"), by="page"), "resigned"),
        (events.Correct(3.0, places={"d1": EMPTY, "f4": "S"}, by="page"), "as-it-lies"),
    ],
)
def test_who_cannot_move_is_told_as_well_where_no_move_was_made_before(heard: Event, said: str) -> None:
    scene = Scene(THREE, position=SHUT_IN)
    scene.still(scene.view())
    scene.hear(heard)
    assert scene.state.to_move == "NE"
    assert scene.said()[-3:] == [said, "skipped", "your-turn"]


def test_who_gives_up_while_another_thinks_leaves_nobody_out() -> None:
    scene = Scene(THREE, position=SHUT_IN)
    scene.still(scene.view())
    scene.hear(events.Resign(3.0, Seat("NE"), by="page"))
    assert scene.state.to_move == "S"
    assert scene.said()[-2:] == ["resigned", "your-turn"]


def test_the_menu_closes_by_itself() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Held(10.0), events.Pressed(15.0), events.Ticked(15.0 + settings.MENU_SECONDS - 0.1))
    assert isinstance(scene.state.phase, Menu)
    scene.hear(events.Ticked(15.0 + settings.MENU_SECONDS))
    assert isinstance(scene.state.phase, Playing)


def test_the_button_alone_leads_out_of_the_menu_and_nothing_has_happened() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.play("d1-e5")
    before = scene.state
    scene.hear(events.Held(10.0))
    while scene.state.phase.item.value != "back":
        scene.hear(events.Pressed(11.0))
    scene.hear(events.Held(12.0))
    assert scene.said()[-1] == "back-to-game"
    assert scene.state == before


def test_who_did_not_mean_to_end_the_game_presses_on() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Held(10.0))
    while scene.state.phase.item.value != "end":
        scene.hear(events.Pressed(11.0))
    scene.hear(events.Held(12.0), events.Pressed(13.0), events.Pressed(14.0), events.Pressed(15.0), events.Held(16.0))
    assert isinstance(scene.state.phase, Playing)
    assert not scene.told("end")


def test_a_game_that_is_over_cannot_be_ended_again_while_the_camera_is_away() -> None:
    state = reach((*STATES["finished"], "camera lost", "held"))
    assert isinstance(state.phase, Menu)
    assert [item.value for item in state.phase.items] == ["take back", "new", "off", "back"]


def test_a_new_game_from_the_menu_ends_this_one() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.play("d1-e5")
    scene.hear(events.Held(10.0))
    while scene.state.phase.item.value != "new":
        scene.hear(events.Pressed(11.0))
    scene.hear(events.Held(12.0))
    assert scene.said()[-1] == "menu-sure"
    scene.hear(events.Held(14.0))
    assert [entry.kind for entry in scene.told()][-2:] == ["end", "finished"]
    assert [effect for effect in scene.effects if isinstance(effect, events.Finish)] == [events.Finish("new")]
