"""People hold the button: what lies there counts, or they are asked which move it was."""

from firmware import events
from firmware.overlay import show
from firmware.states import Menu, Playing, Refused, Unsure
from rules.geometry import PlaceId
from rules.sight import EMPTY, UNKNOWN, Sighting, Token
from tests.firmware.scene import THREE, Scene, moves
from tests.firmware.tableside import sighting
from tests.rules.sightings import moved


def either(scene: Scene, *places: str) -> Sighting:
    """The table as it should lie, but at these places nobody can tell a piece of the south's from its hole."""
    return sighting(scene.view()) | {place: {"S": 0.5, EMPTY: 0.5, "N": 1e-6} for place in places}


def test_insisting_on_a_refused_table_is_a_correction_and_ends_the_turn() -> None:
    scene = Scene()
    scene.still(scene.view())
    lies = scene.view(a1=EMPTY, i5="S")
    scene.press(lies)
    scene.hold(lies)
    (correction,) = scene.told("correction")
    assert correction.data["places"] == {"a1": "empty", "i5": "S"}
    assert correction.data["to_move"] == "N"
    assert scene.state.game.view(scene.state.position) == lies


def test_insisting_on_a_handicap_at_the_start_leaves_the_turn_where_it_was() -> None:
    scene = Scene()
    lies = scene.view(a1=EMPTY, i5="S")
    scene.still(lies)
    scene.hold(lies)
    assert scene.state.to_move == "S"
    assert [entry.kind for entry in scene.told()] == ["guided", "correction"]


def test_holding_over_a_covered_end_is_no_way_to_invent_a_move() -> None:
    scene = Scene()
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    scene.press(moved, "e5")
    assert isinstance(scene.state.phase, Unsure)
    scene.hold(moved, "e5")
    assert isinstance(scene.state.phase, Unsure)
    assert moves(scene) == []
    assert scene.said()[-1] == "was-it"


def test_whoever_holds_over_a_covered_end_without_having_been_told_so_is_told_to_uncover_it() -> None:
    scene = Scene()
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    scene.hold(moved, "e5")
    assert scene.said()[-1] == "menu-accept"
    scene.hold(moved, "e5")
    assert scene.said()[-1] == "uncover"
    assert isinstance(scene.state.phase, Unsure)
    scene.press(moved)
    assert moves(scene) == ["S d1-e5"]


def test_a_start_that_looks_filled_still_is_asked_about_when_people_insist() -> None:
    scene = Scene()
    scene.still(scene.view())
    glass = sighting(scene.view(e5="S"))
    glass["d1"] = {"S": 1.0, EMPTY: 0.04, "N": 1e-6}  # the marble has left it, and it hardly looks so
    scene.press(glass)
    assert moves(scene) == []
    scene.hold(glass)
    assert scene.said()[-1] == "was-it"
    assert scene.state.phase.between[0] == ("d1-e5",)
    scene.hold(glass)
    assert moves(scene) == ["S d1-e5"]
    assert scene.told("move")[0].data["by"] == "button"


def test_a_start_that_surely_looks_filled_still_is_asked_about_too() -> None:
    scene = Scene()
    scene.still(scene.view())
    glass = scene.view(e5="S")  # over clear glass of the holes' own colour: one too many
    scene.press(glass)
    assert isinstance(scene.state.phase, Refused)
    scene.hold(glass)
    assert {row[0][-2:] for row in scene.state.phase.between} == {"e5"}
    scene.deny_until("d1-e5")
    scene.hold(glass)
    assert moves(scene) == ["S d1-e5"]


def test_a_piece_that_surely_looks_like_anothers_where_it_lies_now_is_asked_about() -> None:
    scene = Scene()
    scene.still(scene.view())
    dim = scene.view(d1=EMPTY, e5="N")  # a marble of the south's that looks like the north's in the shade: one too many
    scene.press(dim)
    scene.hold(dim)
    assert scene.state.phase.between == (("d1-e5",),)
    scene.hold(dim)
    assert moves(scene) == ["S d1-e5"]


def test_where_a_lamp_glares_for_good_the_button_alone_tells_which_move_it_was() -> None:
    scene = Scene()
    scene.still(scene.view())
    glaring = sighting(scene.view(d1=EMPTY))
    for place in ("e5", "e6"):
        del glaring[place]
    scene.press(glaring)
    assert moves(scene) == []
    scene.hold(glaring)
    assert scene.said()[-1] == "was-it"
    assert set(scene.state.phase.between) == {("d1-e5",), ("d1-e6",)}
    scene.deny_until("d1-e5")
    scene.hold(glaring)
    assert moves(scene) == ["S d1-e5"]


def test_whoever_is_told_to_hold_once_more_is_asked_then_whatever_else_is_covered() -> None:
    scene = Scene()
    scene.still(scene.view())
    lies = sighting(scene.after("d1-e5") | {"i5": UNKNOWN}, doubt=0.01)
    scene.press(lies, "e5")
    scene.hold(lies, "e5")
    assert scene.said()[-3:] == ["hop-strange-piece", "put-right", "hold-again"]
    scene.hold(lies, "e5")
    assert scene.said()[-1] == "was-it"


def test_where_no_move_is_nearer_than_others_insisting_names_the_place_and_then_opens_the_menu() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.play("d1-e5")
    spare = scene.view(i5="N")
    scene.press(spare)
    scene.hold(spare)
    assert isinstance(scene.state.phase, Refused)
    assert [found.place for found in scene.state.phase.wrong] == ["i5"]
    assert scene.said()[-2:] == ["hop-wrong-count", "put-right"]
    scene.hold(spare)
    assert isinstance(scene.state.phase, Menu)
    scene.hold(spare)  # its first item takes back the last move
    assert scene.state.ply == 0


def test_a_hole_that_surely_looks_like_a_piece_too_many_stops_no_game() -> None:
    scene = Scene()
    scene.still(scene.view())
    spare = scene.after("d1-e5") | {PlaceId("b1"): EMPTY, PlaceId("h4"): Token("N")}
    scene.press(spare)
    scene.hold(spare)
    assert isinstance(scene.state.phase, Refused)
    assert scene.said()[-3:] == ["hop-wrong-count", "put-right", "hold-again"]
    scene.hold(spare)
    assert scene.said()[-1] == "was-it"
    assert scene.state.phase.between == (("d1-e5",),)
    scene.hold(spare)
    assert moves(scene) == ["S d1-e5"]


def test_saying_yes_counts_only_while_nothing_else_has_changed() -> None:
    scene = Scene()
    scene.still(scene.view())
    spare = scene.after("d1-e5") | {PlaceId("b1"): EMPTY, PlaceId("h4"): Token("N")}
    scene.press(spare)
    scene.hold(spare)
    scene.hold(spare)
    assert scene.state.phase.asked == 0
    scene.hold(spare | {PlaceId("n1"): EMPTY})
    assert moves(scene) == []


def test_holding_in_a_doubtful_light_takes_what_looks_likeliest() -> None:
    scene = Scene()
    scene.still(scene.view())
    dim = sighting(scene.after("d1-e5"))
    dim["e5"] = {"S": 1.0, EMPTY: 0.2, "N": 1e-6}
    scene.press(dim)
    assert isinstance(scene.state.phase, Unsure)
    scene.hold(dim)
    assert moves(scene) == ["S d1-e5"]
    assert scene.told("move")[0].data["by"] == "button"


def test_what_no_picture_can_tell_is_asked_and_answered_with_the_button_alone() -> None:
    scene = Scene()
    scene.still(scene.view())
    alike = either(scene, "d1", "e5", "d2", "e7")
    scene.press(alike)
    assert isinstance(scene.state.phase, Unsure)
    scene.hold(alike)
    assert scene.said()[-1] == "was-it"
    assert set(scene.state.phase.between) == {("d1-e5",), ("d2-e7",)}
    scene.deny_until("d2-e7")
    assert set(show(scene.state)) == {"d2", "e7"}
    scene.hold(alike)
    assert moves(scene) == ["S d2-e7"]


def test_a_question_ends_with_the_last_answer_and_is_forgotten_when_the_table_is_clear() -> None:
    scene = Scene()
    scene.still(scene.view())
    alike = either(scene, "d1", "e5")
    scene.press(alike)
    scene.hold(alike)
    assert scene.state.phase.asked == 0
    scene.hear(events.Pressed(4.0))
    assert scene.state.phase.asked is None
    scene.press(scene.view())
    assert isinstance(scene.state.phase, Playing)
    assert moves(scene) == []


def test_a_game_begins_under_a_glaring_lamp_for_people_who_insist() -> None:
    scene = Scene()
    glaring = sighting(scene.view())
    del glaring["d1"]
    scene.hold(glaring)
    assert isinstance(scene.state.phase, Playing)


def test_who_says_no_to_every_question_comes_to_the_menu() -> None:
    scene = Scene()
    scene.still(scene.view())
    alike = either(scene, "d1", "e5")
    scene.press(alike)
    scene.hold(alike)
    scene.hear(events.Pressed(4.0), events.Held(5.0))
    assert isinstance(scene.state.phase, Menu)
    assert moves(scene) == []


def test_a_piece_that_looks_like_anothers_is_what_it_was_when_people_insist() -> None:
    scene = Scene()
    scene.still(scene.view())
    other = sighting(scene.view())
    other["n1"] = {"N": 0.02, "S": 0.98, EMPTY: 1e-5}
    scene.press(other)
    assert isinstance(scene.state.phase, Refused)
    scene.hold(other)
    assert isinstance(scene.state.phase, Playing)
    assert scene.said()[-1] == "repaired"
    assert scene.state.ply == 0


def test_who_plays_on_upon_a_doubtful_move_has_agreed_to_it() -> None:
    scene = Scene()
    scene.still(scene.view())
    half = {"S": 0.6, EMPTY: 0.15, "N": 0.05, UNKNOWN: 0.2}
    scene.press(sighting(scene.after("d1-e5")) | {"e5": half})
    assert scene.state.phase.between == (("d1-e5",), ())
    scene.press(sighting(moved(scene.view(), "d1-e5", "n1-m5")) | {"e5": half})
    assert moves(scene) == ["S d1-e5", "N n1-m5"]


def test_where_one_of_three_has_given_up_a_move_upon_a_doubtful_one_may_be_nobody_s_and_is_asked_about() -> None:
    scene = Scene(THREE)
    scene.still(scene.view())
    scene.hear(events.Resign(1.5, "NW"))
    half = {"S": 0.6, EMPTY: 0.15, "NE": 0.05, UNKNOWN: 0.2}
    scene.press(sighting(scene.after("d1-e5")) | {"e5": half})
    assert scene.state.phase.between == (("d1-e5",), ())
    scene.press(sighting(moved(scene.view(), "d1-e5", "j1-i1")) | {"e5": half})
    assert scene.state.phase.between[0] == ("d1-e5", "j1-i1")
    assert moves(scene) == []


def test_who_plays_on_has_agreed_too_that_the_piece_left_its_place() -> None:
    scene = Scene()
    scene.still(scene.view())
    half = {"d1": {"S": 0.6, EMPTY: 0.24, UNKNOWN: 0.12}, "e5": {"S": 0.6, EMPTY: 0.001, "N": 0.05, UNKNOWN: 0.2}}
    scene.press(sighting(scene.after("d1-e5")) | half)
    assert scene.state.phase.between == (("d1-e5",), ())
    scene.press(sighting(moved(scene.view(), "d1-e5", "n1-m5")) | half)
    assert moves(scene) == ["S d1-e5", "N n1-m5"]


def test_whoever_plays_on_while_it_is_open_which_move_it_was_is_asked_again() -> None:
    scene = Scene()
    scene.still(scene.view())
    perhaps = {"S": 0.55, EMPTY: 0.45, "N": 1e-6}
    left = sighting(scene.view()) | {"d1": {EMPTY: 1.0}, "e5": perhaps, "e6": perhaps}
    scene.press(left)
    assert scene.state.phase.between == (("d1-e5",), ("d1-e6",))
    scene.press(left | {"n1": {EMPTY: 1.0}, "m5": {"N": 1.0}})
    assert {row[0] for row in scene.state.phase.between} == {"d1-e5", "d1-e6"}
    assert moves(scene) == []


def test_who_names_the_move_that_was_asked_about_need_not_uncover_it_as_well() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.after("d1-e5"), "e5")
    scene.hear(events.Answer(scene.at, ("d1-e5",)))
    assert moves(scene) == ["S d1-e5"]
    assert isinstance(scene.state.phase, Playing)
    assert scene.said()[-1] == "your-turn"


def test_who_says_that_nothing_moved_is_believed_and_not_asked_again() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.after("d1-e5"), "e5")
    scene.hear(events.Answer(scene.at, ()))
    assert moves(scene) == []
    assert isinstance(scene.state.phase, Playing)
    assert scene.said()[-1] == "nothing-moved"


def test_both_moves_count_where_people_say_so() -> None:
    scene = Scene()
    scene.still(scene.view())
    both = scene.view(d1=EMPTY, e5="S", n1=EMPTY, m5="N")
    scene.press(both, "m5")
    asked = scene.state.phase
    assert isinstance(asked, Unsure)
    row = next(row for row in asked.between if len(row) == 2)
    scene.hear(events.Answer(scene.at, row))
    assert [move.split()[1] for move in moves(scene)] == list(row)
    assert scene.said()[-2:] == ["two-moves", "your-turn"]


def test_an_answer_to_what_is_not_asked_any_more_changes_nothing() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.after("d1-e5"), "e5")
    scene.press(scene.after("d1-e5"))
    before = scene.state
    scene.hear(events.Answer(scene.at, ("d1-e5",)), events.Answer(scene.at, ()))
    assert scene.state == before
