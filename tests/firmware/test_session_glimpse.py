"""Scenes of what is seen between two careful looks: a piece is lifted, a table is put right place by place."""

from firmware import events
from firmware.states import Lifted, Playing, Refused, places
from rules.geometry import PlaceId
from rules.sight import EMPTY
from tests.firmware.scene import Scene, moves
from tests.firmware.tableside import sighting


def test_a_glimpse_of_a_move_that_was_meant_asks_only_for_what_was_knocked() -> None:
    scene = Scene()
    scene.still(scene.view())
    moved = scene.after("d1-e5")
    knocked = {**moved, "q1": EMPTY, "i5": "N"}
    scene.press(knocked)
    scene.hear(events.Glimpsed(9.0, sighting(knocked), hand=True))
    assert isinstance(scene.state.phase, Refused)
    assert places(scene.state.phase.wrong) == ("i5", "q1")
    # What was knocked is put back and falls again; the move lies there all the while.
    scene.hear(events.Glimpsed(9.3, sighting(moved), hand=True))
    assert scene.state.phase.wrong == ()
    scene.hear(events.Glimpsed(9.6, sighting(knocked), hand=True))
    assert places(scene.state.phase.wrong) == ("i5", "q1")


def test_while_a_refused_table_is_mended_the_lamps_go_out_one_by_one() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.view(a1=EMPTY, b1=EMPTY, i5="S", h5="S"))
    assert isinstance(scene.state.phase, Refused)
    assert len(scene.state.phase.wrong) == 4

    scene.hear(events.Glimpsed(9.0, sighting(scene.view(b1=EMPTY, h5="S")), hand=True))
    assert [found.place for found in scene.state.phase.wrong] == ["b1", "h5"]

    scene.still(scene.view())
    assert isinstance(scene.state.phase, Playing)
    assert scene.said()[-1] == "repaired"
    assert moves(scene) == []


def test_what_a_look_cannot_tell_stays_to_be_put_right() -> None:
    scene = Scene()
    scene.still(scene.view())
    lies = scene.view(a1=EMPTY, i5="S")
    scene.press(lies)
    # A lamp shines into the hole, a hand hides the other place: nothing can be told.
    glimpse = sighting(scene.view())
    doubtful = {**glimpse, "a1": {"S": 0.74, EMPTY: 0.17, "unknown": 0.09}, "i5": {}}
    scene.hear(events.Glimpsed(9.0, doubtful, hand=True))
    assert isinstance(scene.state.phase, Refused)
    assert places(scene.state.phase.wrong) == ("a1", "i5")
    # What was seen to be right does not come back only because a hand is over it again.
    scene.hear(events.Glimpsed(9.3, {**glimpse, "i5": {}}, hand=True))
    scene.hear(events.Glimpsed(9.6, {**glimpse, "a1": {}, "i5": {}}, hand=True))
    assert places(scene.state.phase.wrong) == ("i5",)


def test_a_bare_hole_in_the_light_of_the_last_move_hides_no_lifted_piece() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.after("d1-e5"))
    # The lamp under the hole that was left shines white: it looks like a piece.
    glare = sighting(scene.view(d1="S", n1=EMPTY))
    scene.hear(events.Glimpsed(9.0, glare, lit=frozenset({PlaceId("d1"), PlaceId("e5")})))
    assert isinstance(scene.state.phase, Lifted)
    assert scene.state.phase.place == "n1"


def test_whether_a_place_is_right_is_seen_only_while_its_lamp_is_dark() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.view(a1=EMPTY, i5="S"))
    right = sighting(scene.view())
    scene.hear(events.Glimpsed(9.0, right, hand=True, lit=frozenset({PlaceId("a1")})))
    assert isinstance(scene.state.phase, Refused)
    assert places(scene.state.phase.wrong) == ("a1",)
    scene.hear(events.Glimpsed(9.3, right, hand=True))
    assert scene.state.phase.wrong == ()
    missing = sighting(scene.view(a1=EMPTY))
    scene.hear(events.Glimpsed(9.6, missing, hand=True, lit=frozenset({PlaceId("a1")})))
    assert scene.state.phase.wrong == ()
    scene.hear(events.Glimpsed(9.9, missing, hand=True))
    assert places(scene.state.phase.wrong) == ("a1",)


def test_a_covered_place_is_not_put_right_by_covering_it() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.press(scene.view(a1=EMPTY, i5="S"))
    scene.still(scene.view(), "a1")
    assert isinstance(scene.state.phase, Refused)
    assert places(scene.state.phase.wrong) == ("a1",)
    assert scene.said()[-1] == "uncover"
    # Not even a legal move counts while it is not known whether the rest lies well; other things wrong are added.
    scene.press(scene.after("d1-e5"), "a1")
    assert moves(scene) == []
    scene.press(scene.view(q1=EMPTY), "a1")
    assert places(scene.state.phase.wrong) == ("a1", "q1")
    # People who see what lies there hold the button.
    scene.hold(scene.view(), "a1")
    assert isinstance(scene.state.phase, Playing)


def test_the_lamps_answer_a_lifted_piece_and_forget_it_when_it_is_back() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Glimpsed(2.0, sighting(scene.view(d1=EMPTY)), hand=True))
    assert scene.state.phase == Lifted("d1", ("e5", "e6"))
    (lifted,) = scene.told("lifted")
    assert lifted.data == {"place": "d1", "targets": ["e5", "e6"]}

    scene.hear(events.Glimpsed(3.0, sighting(scene.view(d1=EMPTY)), hand=True))
    assert len(scene.told("lifted")) == 1

    scene.hear(events.Glimpsed(4.0, sighting(scene.view()), hand=True))
    assert isinstance(scene.state.phase, Playing)


def test_a_piece_put_down_on_a_lit_place_is_seen_once_the_table_is_still_though_its_lamp_shines_through() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Glimpsed(2.0, sighting(scene.view(d1=EMPTY)), hand=True))
    shining = sighting(scene.view(d1=EMPTY))
    shining["e5"] = {EMPTY: 0.1, "S": 0.1, "unknown": 0.7}
    scene.hear(events.Glimpsed(3.0, shining))
    assert scene.state.phase == Lifted("d1", ("e5", "e6"))
    scene.hear(events.Still(3.0))
    scene.answer(scene.after("d1-e5"))
    assert scene.state.phase == Lifted("d1", ("e5", "e6"), landed="e5")
    scene.hear(events.Glimpsed(4.0, shining, hand=True))
    assert scene.state.phase.landed == "e5"
    assert moves(scene) == []

    scene.hear(events.Glimpsed(5.0, sighting(scene.view(d1=EMPTY)), hand=True))
    assert scene.state.phase == Lifted("d1", ("e5", "e6"))
    scene.hear(events.Still(6.0))
    scene.answer(scene.view())
    assert isinstance(scene.state.phase, Playing)


def test_a_hand_over_the_lifted_place_changes_nothing() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Glimpsed(2.0, sighting(scene.view(d1=EMPTY)), hand=True))
    seen = sighting(scene.view(d1=EMPTY))
    del seen["d1"]
    scene.hear(events.Glimpsed(3.0, seen, hand=True))
    assert isinstance(scene.state.phase, Lifted)


def test_somebody_elses_piece_lifted_has_nowhere_to_go() -> None:
    scene = Scene()
    scene.still(scene.view())
    scene.hear(events.Glimpsed(2.0, sighting(scene.view(n4=EMPTY)), hand=True))
    assert scene.state.phase == Lifted("n4", ())


def test_fingers_over_pieces_that_cannot_move_lift_none_of_them() -> None:
    scene = Scene()
    scene.still(scene.view())
    skin = sighting(scene.view())
    skin |= {"a1": {EMPTY: 0.98, "S": 0.002, "unknown": 0.015}, "b1": {EMPTY: 0.65, "S": 0.04, "unknown": 0.25}}
    scene.hear(events.Glimpsed(2.0, skin, hand=True))
    assert isinstance(scene.state.phase, Playing)
    assert scene.told("lifted") == []


def test_something_unknown_over_a_lit_lamp_is_a_lifted_piece_once_no_hand_is_about() -> None:
    scene = Scene()
    scene.still(scene.view())
    glare = {**sighting(scene.view()), PlaceId("d1"): {"S": 0.01, EMPTY: 0.03, "unknown": 0.96}}
    lit = frozenset({PlaceId("d1")})
    scene.hear(events.Glimpsed(9.0, glare, hand=True, lit=lit))
    assert isinstance(scene.state.phase, Playing), "fingers look like that, too"
    scene.hear(events.Glimpsed(9.3, glare, hand=False))
    assert isinstance(scene.state.phase, Playing), "a thing on a dark place is no lifted piece"
    scene.hear(events.Glimpsed(9.6, glare, hand=False, lit=lit))
    assert isinstance(scene.state.phase, Lifted)
    assert scene.state.phase.place == "d1"


def test_a_table_that_lies_still_while_a_piece_is_held_is_no_turn_where_no_button_ends_it() -> None:
    scene = Scene(press="still")
    scene.still(scene.view())
    for lifted, refused in (("d1", False), ("n1", True)):  # only one of them may go anywhere
        gone = scene.view(**{lifted: EMPTY})
        scene.hear(events.Glimpsed(scene.at, sighting(gone), hand=False))
        scene.still(gone)
        assert bool(scene.told("refused")) == refused
        scene.still(scene.view())
    scene.hear(events.Glimpsed(scene.at, sighting(scene.view(d1=EMPTY)), hand=False))
    scene.still(scene.view(d1=EMPTY, i5="S"))
    assert len(scene.told("refused")) == 2, "it lies where it may not"
    scene.still(scene.after("d1-e5"))
    assert [entry.data["move"] for entry in scene.told("move")] == ["d1-e5"]
