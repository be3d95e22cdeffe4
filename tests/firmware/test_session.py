"""Scenes at the table that the table of single steps does not tell."""

import pytest

from firmware import events, settings
from firmware.events import Effect
from firmware.session import begin, step
from firmware.states import Finished, Guided, Looking, Playing, Refused, State, Unsure, opening, places
from firmware.words.sayings import TOO_DARK
from rules import catalogue
from rules.match import Match
from rules.sight import EMPTY, UNKNOWN
from tests.firmware.scene import SIX, Scene, moves
from tests.firmware.tableside import sighting
from vision.locate.failure import UNCLEAR


def test_the_start_must_lie_there_and_the_lamps_say_what_does_not() -> None:
    scene = Scene()
    scene.still(scene.view(d1=EMPTY, e5="S"))
    assert isinstance(scene.state.phase, Guided)
    assert [found.place for found in scene.state.phase.wrong] == ["d1", "e5"]

    scene.still(scene.view())
    assert isinstance(scene.state.phase, Playing)
    assert [entry.kind for entry in scene.told()] == ["guided", "start"]


def test_a_table_that_stays_wrong_is_told_once_and_how_to_insist_when_somebody_presses() -> None:
    scene = Scene()
    wrong = scene.view(a1=EMPTY, i5="S")
    for _ in range(3):
        scene.still(wrong)
    assert scene.said().count("put-right") == 1
    scene.press(wrong)
    assert scene.said() == ["put-right", "way-back"], "whoever is sure hears of the other way"
    scene.hold(wrong)
    assert scene.told()[-1].kind == "correction"


def test_while_the_pieces_are_laid_nobody_hears_the_list_again_but_who_presses() -> None:
    scene = Scene()
    lies = dict.fromkeys(scene.view(), EMPTY)
    scene.still(lies)
    assert scene.said() == ["put-right"]
    for place, piece in list(scene.view().items())[:-3]:
        lies[place] = piece
        scene.still(lies)
        scene.at -= 0.9
    scene.still(lies | {"i5": "S"})  # put down in passing, or read amiss
    assert scene.said() == ["put-right"]
    assert {*places(scene.state.phase.wrong)} == {"i5"} | {
        place for place, token in scene.view().items() if lies[place] != token
    }
    scene.press(lies)
    assert scene.said() == ["put-right", "put-right"]


def test_whoever_lays_a_piece_wrong_is_told_after_a_while() -> None:
    scene = Scene()
    lies = scene.view(p1=EMPTY, q1=EMPTY)
    scene.still(lies)
    scene.at += settings.LAYING_SECONDS
    scene.still(scene.view(q1=EMPTY))  # the lamp of p1 goes out, and that is enough
    assert scene.said() == ["put-right"]
    scene.still(scene.view(i5="S", q1=EMPTY))
    assert scene.said() == ["put-right", "put-right"]


def test_what_came_to_it_while_pieces_were_laid_is_named_after_a_minute_though_nothing_moves_any_more() -> None:
    scene = Scene()
    scene.still(scene.view(p1=EMPTY, q1=EMPTY))
    amiss = scene.view(d1=EMPTY, i5="S")
    scene.still(amiss)
    scene.tick(amiss)
    assert scene.said() == ["put-right"]
    scene.at += settings.LAYING_SECONDS
    for _ in range(3):
        scene.tick(amiss)
    assert scene.said() == ["put-right", "put-right"]


def test_a_table_that_cannot_be_read_after_that_minute_is_not_looked_at_every_second() -> None:
    scene = Scene()
    scene.still(scene.view(p1=EMPTY, q1=EMPTY))
    scene.still(scene.view(d1=EMPTY, i5="S"))
    at = scene.at + settings.LAYING_SECONDS
    scene.hear(events.Ticked(at), events.Unreadable(at, UNCLEAR()), events.Ticked(at + 1))
    assert not isinstance(scene.state.phase, Looking)


def test_when_all_is_laid_what_cannot_be_told_is_asked_for_at_once() -> None:
    scene = Scene()
    scene.still(scene.view(q1=EMPTY))
    either = {"S": 0.5, EMPTY: 0.5, "N": 1e-6}
    scene.still(sighting(scene.view()) | {"d1": either, "e5": either})
    assert scene.said()[-1] == "uncover"


def test_what_is_taken_back_step_by_step_is_listed_once_but_a_slip_on_the_way_is_told() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.play("d1-e5")
    scene.hear(events.Undo(9.0))
    scene.answer(scene.after("d1-e5"))
    scene.still(scene.view(d1=EMPTY))
    assert scene.said().count("put-right") == 1
    scene.still(scene.view(d1=EMPTY, q1=EMPTY))
    assert scene.said().count("put-right") == 2


def test_the_first_player_moved_before_the_camera_was_ready_and_presses() -> None:
    scene = Scene()
    scene.press(scene.after("d1-e5"))
    assert moves(scene) == ["S d1-e5"]


def test_who_forgot_the_button_is_told_and_both_moves_count() -> None:
    scene = Scene()
    scene.still(scene.view())
    game = scene.state.game
    after = game.play(scene.state.position, game.read("d1-e5", scene.state.position))
    scene.press(game.view(game.play(after, game.read("n4-m9", after))))
    assert moves(scene) == ["S d1-e5", "N n4-m9"]
    assert scene.said()[-2:] == ["two-moves", "your-turn"]


def test_a_piece_knocked_while_moving_is_named_and_put_right() -> None:
    scene = Scene()
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    scene.press({**moved, "q1": EMPTY, "i5": "N"})
    assert isinstance(scene.state.phase, Refused)
    assert [found.place for found in scene.state.phase.wrong] == ["i5", "q1"]
    assert scene.said()[-1] == "meant"

    scene.press(moved)
    assert moves(scene) == ["S d1-e5"]


def test_who_takes_back_the_move_that_was_meant_hears_what_is_to_be_put_right_instead() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.view(d1=EMPTY, e5="S", d2=EMPTY, i5="S"))
    assert scene.said()[-1] == "meant"
    scene.still(scene.view(d2=EMPTY, e5="S"))
    assert scene.said()[-2:] == ["hop-out-of-reach", "way-back"]
    scene.still(scene.view(e5="S", d2=EMPTY))
    assert scene.said().count("way-back") == 1, "and hears it once"


def test_holding_is_offered_only_where_what_lies_there_can_count() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.view(q1=EMPTY))
    assert scene.said()[-1] == "put-right"
    scene.press(scene.view(q1=EMPTY, i5="N"))
    assert scene.said()[-1] == "way-back"


def test_what_lies_beside_a_hole_that_no_move_ends_in_is_asked_to_be_taken_away() -> None:
    scene = Scene()
    scene.still(scene.view())
    beside = sighting(scene.view()) | {"i5": {EMPTY: 0.1, "S": 1e-6, "N": 1e-6, UNKNOWN: 0.9}}
    scene.press(beside)
    assert scene.state.phase == Unsure(((),), ("i5",))
    assert scene.said()[-1:] == ["unsure-what"]
    assert "unsure-whether" not in scene.said()
    scene.hold(beside)
    assert isinstance(scene.state.phase, Playing)


def in_the_dark(scene: Scene, *happened: type[events.Event]) -> None:
    """The button, with the light off: the picture shows nothing at all."""
    for event in happened:
        scene.at += 1
        scene.hear(event(scene.at))
        if isinstance(scene.state.phase, Looking):
            scene.hear(events.Seen(scene.at, {}, dark=True))


def test_in_the_dark_people_hear_of_the_dark_alone_and_nothing_changes() -> None:
    scene = Scene()
    scene.still(scene.view())
    in_the_dark(scene, events.Pressed)
    assert isinstance(scene.state.phase, Playing)
    assert scene.said()[-2:] == ["too-dark", "dark-way-on"]
    assert scene.told("unsure") == []

    scene.press(scene.view(a1=EMPTY, i5="S"))
    refused = scene.state.phase
    in_the_dark(scene, events.Pressed)
    assert scene.state.phase == refused
    assert scene.said()[-2:] == ["too-dark", "dark-way-on"]


def test_in_the_dark_the_button_alone_leads_on_by_asking_which_move_it_was() -> None:
    scene = Scene()
    scene.still(scene.view())
    in_the_dark(scene, events.Pressed, events.Held, events.Held)
    assert scene.said()[-1] == "was-it"
    assert isinstance(scene.state.phase, Unsure)
    for _ in scene.state.phase.between:
        in_the_dark(scene, events.Pressed)
    assert scene.said()[-1] == "none-of-these"
    in_the_dark(scene, events.Pressed, events.Held)
    scene.deny_until("d1-e5")
    in_the_dark(scene, events.Held)
    assert moves(scene) == ["S d1-e5"]
    # While the table is only put right it is believed.
    scene.hear(events.Undo(scene.at))
    scene.hear(events.Seen(scene.at, {}, dark=True))
    assert isinstance(scene.state.phase, Guided)
    in_the_dark(scene, events.Pressed, events.Held)
    assert isinstance(scene.state.phase, Playing)
    assert "uncover" not in scene.said()


def test_a_hold_that_was_to_say_yes_in_the_dark_ends_a_turn_like_a_press_when_the_picture_shows_light() -> None:
    lies = {"a1": EMPTY, "i5": "S"}
    for play, kinds in ((False, ["refused"]), (True, ["move"])):
        scene = Scene()
        scene.still(scene.view())
        in_the_dark(scene, events.Pressed, events.Held, events.Held)
        assert scene.said()[-1] == "was-it"
        assert scene.state.phase.between[0] != ("d1-e5",)
        scene.hold(scene.after("d1-e5") if play else scene.view(**lies))
        assert [entry.kind for entry in scene.told("move", "correction", "refused")] == kinds
        assert moves(scene) == ["S d1-e5"] * play


def test_a_menu_over_a_question_leads_back_to_no_question_once_there_is_light() -> None:
    scene = Scene()
    scene.still(scene.view())
    in_the_dark(scene, events.Pressed, events.Held, events.Held)
    scene.hear(events.Turned(9.0, 1), events.LightBack(10.0), events.Ticked(99.0))
    assert isinstance(scene.state.phase, Playing)


def test_who_insists_in_the_dark_first_hears_what_that_will_do() -> None:
    scene = Scene()
    in_the_dark(scene, events.Held)
    assert scene.said() == ["too-dark", "dark-right"]
    in_the_dark(scene, events.Held)
    assert scene.said()[2:] == ["believed", "your-turn"]


def test_who_insisted_in_vain_before_it_grew_dark_is_believed_like_anybody() -> None:
    scene = Scene()
    scene.still(scene.view(a1=EMPTY))
    scene.hold(scene.view(a1=EMPTY))
    assert scene.state.phase.in_vain
    in_the_dark(scene, events.Pressed)
    assert scene.said()[-1] == "dark-right"
    in_the_dark(scene, events.Held)
    assert isinstance(scene.state.phase, Playing)


def test_a_covered_place_is_still_to_be_put_right_at_the_start() -> None:
    scene = Scene()
    scene.still(scene.view(a1=EMPTY, q1=EMPTY))
    scene.still(scene.view(q1=EMPTY), "a1")
    assert isinstance(scene.state.phase, Guided)
    assert places(scene.state.phase.wrong) == ("a1", "q1")
    scene.still(scene.view(), "a1")
    assert places(scene.state.phase.wrong) == ("a1",)
    # Mostly it is a hand that lays: only what stays is told.
    assert scene.said() == ["put-right"]
    scene.at += settings.LAYING_SECONDS
    scene.tick(scene.view(), "a1")
    assert scene.said() == ["put-right", "uncover"]
    scene.tick(scene.view(), "a1")
    assert not isinstance(scene.state.phase, Looking)
    scene.still(scene.view())
    assert isinstance(scene.state.phase, Playing)


def test_a_legal_move_made_instead_of_the_refused_one_still_wants_its_press() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.view(a1=EMPTY, i5="S"))
    good = scene.after("d1-e5")
    scene.still(good)
    assert scene.said()[-1] == "press-to-end"
    assert moves(scene) == []
    scene.press(good)
    assert moves(scene) == ["S d1-e5"]


def test_the_table_moved_while_the_picture_was_read_so_it_is_looked_at_again() -> None:
    scene = Scene(press="still")
    scene.hear(events.Still(1.0), events.Still(1.1))
    scene.answer(scene.view())
    assert isinstance(scene.state.phase, Looking)
    scene.answer(scene.after("d1-e5"))
    assert moves(scene) == ["S d1-e5"]


def test_a_press_while_the_table_is_being_checked_is_not_lost() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.view(a1=EMPTY, i5="S"))
    good = scene.after("d1-e5")
    scene.hear(events.Still(5.0), events.Pressed(5.2))
    scene.answer(good)
    assert moves(scene) == []
    scene.answer(good)
    assert moves(scene) == ["S d1-e5"]


def test_an_impatient_second_press_is_no_second_turn() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Pressed(2.0), events.Pressed(2.3), events.Pressed(2.6))
    scene.answer(scene.after("d1-e5"))
    assert isinstance(scene.state.phase, Playing)
    assert moves(scene) == ["S d1-e5"]


def test_why_nothing_can_be_read_is_said_once_and_again_when_somebody_presses() -> None:
    scene = Scene()
    for at in (1.0, 13.0, 25.0):
        scene.hear(events.Still(at), events.Unreadable(at, UNCLEAR()))
    assert scene.said() == ["locate.unclear"]
    assert len(scene.told("unreadable")) == 3
    scene.hear(events.Pressed(30.0), events.Unreadable(30.1, UNCLEAR()))
    assert scene.said() == ["locate.unclear"] * 2
    scene.hear(events.Still(37.0), events.Pressed(37.1), events.Unreadable(37.2, UNCLEAR()))
    assert scene.said() == ["locate.unclear"] * 3
    scene.hear(events.Still(49.0), events.Unreadable(49.1, TOO_DARK()))
    assert scene.said()[3:] == ["too-dark"]

    # A table that was read in between is another one.
    scene.still(scene.view(q1=EMPTY))
    scene.hear(events.Still(70.0), events.Unreadable(70.1, TOO_DARK()))
    assert scene.said()[4:] == ["put-right", "too-dark"]


def test_a_board_that_half_laid_pieces_hide_is_not_said_to_be_lost_but_to_who_presses_or_after_a_minute() -> None:
    scene = Scene()
    scene.still(scene.view(p1=EMPTY, q1=EMPTY))
    scene.hear(events.Still(9.0), events.Unreadable(9.1, UNCLEAR()))
    assert scene.said() == ["put-right"]
    scene.hear(events.Pressed(10.0), events.Unreadable(10.1, UNCLEAR()))
    assert scene.said() == ["put-right", "locate.unclear"]
    scene.still(scene.view(q1=EMPTY))
    late = scene.at + settings.LAYING_SECONDS
    scene.hear(events.Still(late), events.Unreadable(late, UNCLEAR()))
    assert scene.said() == ["put-right", "locate.unclear", "locate.unclear"]


def test_who_pressed_in_vain_is_told() -> None:
    scene = Scene()
    scene.hear(events.Still(1.0), events.Pressed(2.0), events.Ticked(1.0 + settings.LOOK_SECONDS))
    assert scene.said() == ["look-late"]


def test_a_game_is_followed_without_any_button() -> None:
    scene = Scene(press="still")
    wrong = scene.view(a1=EMPTY, i5="S")
    scene.still(scene.view())
    scene.still(scene.after("d1-e5"))
    scene.still(scene.view())
    wrong = scene.view(q1=EMPTY, i5="N")
    for _ in range(3):
        scene.still(wrong)
    scene.still(scene.view())
    scene.still(scene.after("n4-m9"))
    assert [entry.kind for entry in scene.told()] == ["start", "move", "refused", "repaired", "move"]


def test_another_slip_on_a_refused_table_is_told_too() -> None:
    scene = Scene(press="still")
    scene.still(scene.view())
    scene.still(scene.view(a1=EMPTY, i5="S"))
    scene.still(scene.view(a1=EMPTY, i5="S", q1=EMPTY, h5="N"))
    assert [entry.kind for entry in scene.told()] == ["start", "refused", "refused"]


def test_a_game_that_is_over_is_not_taken_up_again() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.End(2.0))
    state, _ = begin(scene.state.history)
    assert isinstance(state.phase, Finished)


def test_a_game_taken_up_again_waits_for_its_table() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.play("d1-e5")
    again = Scene()
    again.state, _ = begin(scene.state.history)
    assert isinstance(again.state.phase, Guided)
    again.still(again.view())
    assert again.state.to_move == "N"
    assert again.told()[-1].kind == "ready"


@pytest.mark.parametrize("name", catalogue.names())
def test_typed_games_need_no_camera(name: str) -> None:
    game = catalogue.game(name)
    state, _ = begin(opening(Match.begin(game)), sighted=False)
    for made in range(30):
        if state.outcome.over:
            break
        before, move = state.ply, game.write(game.moves(state.position)[0])
        state, effects = step(state, events.NameMove(float(made), move))
        assert state.ply == before + 1
        assert not any(isinstance(effect, events.Look) for effect in effects)


def test_the_same_events_give_the_same_effects() -> None:
    def played() -> list[Effect]:
        scene = Scene(SIX)
        scene.still(scene.view())
        for _ in range(30):
            scene.play(scene.state.game.write(scene.state.game.moves(scene.state.position)[3]))
        return scene.effects

    assert played() == played()


def test_a_state_is_a_value() -> None:
    scene = Scene()
    before: State = scene.state
    step(before, events.Still(1.0))
    assert before == scene.state
    assert isinstance(before.phase, Guided)
