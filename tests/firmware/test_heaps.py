"""Heaps of stones, of which pictures tell the numbers only nearly: what is said of them, and what insisting does."""

from collections.abc import Mapping

import pytest

from firmware import events, settings
from firmware.states import Guided, Menu, Playing, Refused, Unsure
from rules import catalogue
from rules.geometry import PlaceId
from rules.mandarin.places import contents, token
from rules.sight import EMPTY, Token, View
from rules.words import LANGUAGES, Language
from tests.firmware.scene import Scene, moves

GAME = catalogue.game("mandarin")


def counted(view: View, **doubtful: Mapping[str, float]) -> dict[str, dict[Token, float]]:
    """A picture in which every heap is counted surely, but for those of which something else is told."""
    numbers = [token(number, mandarin) for mandarin in (0, 1) for number in range(20)]
    seen = {place: {one: 1.0 if one == look else 1e-6 for one in numbers} for place, look in view.items()}
    return {
        place: likely | {Token(one): p for one, p in doubtful.get(place, {}).items()} for place, likely in seen.items()
    }


def ready() -> Scene:
    """Five stones lie in each field, and South is to move."""
    scene = Scene(GAME)
    scene.still(counted(scene.view()))
    assert isinstance(scene.state.phase, Playing)
    return scene


def last_said(scene: Scene) -> str:
    return [str(effect.reason) for effect in scene.effects if isinstance(effect, events.Say)][-1]


def test_the_way_back_says_numbers() -> None:
    scene = ready()
    scene.press(counted(scene.view(a4="9", E="empty")))
    assert "a4 9→5" in last_said(scene)
    assert "E 0→M" in last_said(scene)


def test_a_sowing_that_was_named_is_guided_heap_by_heap_even_where_one_stone_hardly_shows() -> None:
    scene = ready()
    lies = counted(scene.view(), a1={"6": 0.8})
    after = scene.after("a3>")
    scene.hear(events.NameMove(scene.at, "a3>"))
    scene.answer(lies)
    assert isinstance(scene.state.phase, Guided)
    changed = {place for place, look in after.items() if look != GAME.view(GAME.start())[place]}
    assert {found.place for found in scene.state.phase.wrong} == changed
    assert "a3 5→0" in last_said(scene)
    assert "W M→M1" in last_said(scene)
    scene.still(counted(after))
    assert isinstance(scene.state.phase, Playing)


def test_a_heap_laid_as_it_was_told_need_not_be_counted_surely_but_one_that_is_sown_must() -> None:
    scene = ready()
    after = scene.after("a3>")
    doubtful = counted(after, b1={after[PlaceId("b1")]: 0.55, "7": 0.45})
    scene.press(doubtful)
    assert isinstance(scene.state.phase, Unsure)
    scene.hear(events.NameMove(scene.at, "a3>"))
    scene.answer(doubtful)
    assert isinstance(scene.state.phase, Playing)
    assert moves(scene) == ["south a3>"]


def test_in_doubt_about_heaps_people_are_asked_to_spread_them() -> None:
    scene = ready()
    after = scene.after("a3>")
    scene.press(counted(after) | {place: {} for place in ("a1", "a2")})
    assert isinstance(scene.state.phase, Unsure)
    assert "spread" in last_said(scene).lower()


def test_who_has_spread_the_heaps_in_vain_is_told_to_hold_rather_than_to_spread_them_again() -> None:
    scene = ready()
    before, after = scene.view(), scene.after("a3>")
    sown = [place for place, look in after.items() if look != before[place]]
    doubtful = counted(after, **{place: {before[place]: 1.0} for place in sown})
    scene.press(doubtful)
    assert scene.said()[-2:] == ["unsure-whether", "spread-way-on"]
    scene.press(doubtful)
    assert scene.said()[-2:] == ["unsure-whether", "hold-or-mend"]
    # What is hidden is another matter.
    scene.press(doubtful | {place: {} for place in sown})
    assert scene.said()[-1] == "spread-way-on"


def test_who_insists_on_a_miscounted_sowing_is_asked_which_it_was_and_nothing_is_won_by_miscounting() -> None:
    scene = ready()
    after = scene.after("a3>")
    stones, mandarin = contents(after[PlaceId("a1")]) or (0, 0)
    off = counted(after, a1={after[PlaceId("a1")]: 0.02, token(stones - 1, mandarin): 1.0})
    scene.press(off)
    scene.hold(off)
    assert scene.said()[-1] == "was-it"
    assert "a3>" in last_said(scene)
    scene.hold(off)
    assert moves(scene) == ["south a3>"]
    assert not scene.told("correction")


def test_a_start_that_may_be_a_stone_off_is_a_start_if_people_say_so() -> None:
    scene = Scene(GAME)
    off = counted(scene.view(), b2={"5": 0.1, "4": 1.0})
    scene.still(off)
    assert isinstance(scene.state.phase, Guided)
    scene.hold(off)
    assert isinstance(scene.state.phase, Playing)
    assert scene.state.position == GAME.start()


def test_a_heap_that_still_looks_wrong_when_all_is_laid_is_named_with_its_number_after_a_minute() -> None:
    scene = Scene(GAME)
    scene.still(counted(dict.fromkeys(scene.view(), EMPTY)))
    off = counted(scene.view(a3="4"))
    scene.still(off)
    assert scene.said() == ["put-right"]
    scene.at += settings.LAYING_SECONDS
    for _ in range(3):
        scene.tick(off)
    assert scene.said() == ["put-right", "put-right"]
    assert last_said(scene).endswith("a3 4→5.")


def test_a_hand_over_the_last_heaps_that_are_laid_is_not_asked_to_uncover_them() -> None:
    scene = Scene(GAME)
    scene.still(counted(scene.view(a5="4", b5="3")))
    scene.still(counted(scene.view()), "a5", "b5")
    scene.still(counted(scene.view(a3="4")))
    assert scene.said() == ["put-right"]
    scene.at += settings.LAYING_SECONDS
    scene.tick(counted(scene.view(a3="4")))
    assert last_said(scene).endswith("a3 4→5.")


def test_a_table_that_was_not_sown_after_all_counts_as_it_lies() -> None:
    scene = ready()
    # The picture takes six for five here and there; that nothing was sown it shows all the same.
    before = counted(scene.view(), a1={"6": 2.0}, b5={"6": 2.0}, b1={"6": 2.0})
    scene.hear(events.NameMove(scene.at, "a3>"))
    scene.answer(before)
    scene.hold(before)
    assert isinstance(scene.state.phase, Playing)
    assert scene.state.position.won_citizens == (0, 0)
    assert "a3 0→5" in str([effect.reason for effect in scene.effects if isinstance(effect, events.Say)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_stones_that_stay_in_a_hand_and_count_as_won_are_told_with_their_number(language: Language) -> None:
    scene = ready()
    scene.hear(events.Correct(scene.at, places={PlaceId("a4"): EMPTY}))
    (told,) = [
        effect.reason for effect in scene.effects if isinstance(effect, events.Say) and "won" in effect.reason.id
    ]
    assert "0→5" in told.text(language)
    assert told.args == {"seat": "south", "citizens": "0→5", "mandarins": "0"}


def test_of_a_correction_after_which_all_is_won_as_before_nothing_more_is_told() -> None:
    scene = ready()
    scene.hear(events.Correct(scene.at, places={PlaceId("a4"): Token("4"), PlaceId("a3"): Token("6")}))
    assert "as-it-lies" in scene.said()
    assert "now-won" not in scene.said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_more_stones_than_there_are_is_said_with_both_numbers(language: str) -> None:
    scene = ready()
    lies = counted(scene.view(a1="15", b4="12"))
    scene.press(lies)
    scene.hold(lies)
    reasons = [effect.reason for effect in scene.effects if isinstance(effect, events.Say)]
    (told,) = [one for one in reasons if one.id == "mandarin-more-than-there-are"]
    assert "67" in told.text(language)
    assert "50" in told.text(language)


def test_a_field_that_was_taken_up_is_no_lifted_piece_that_may_go_nowhere() -> None:
    scene = ready()
    scene.hear(events.Glimpsed(scene.at + 1, counted(scene.view(a3="empty")), hand=True))
    assert isinstance(scene.state.phase, Playing)


def test_what_a_sowing_lacks_is_not_forgotten_at_a_glance() -> None:
    scene = ready()
    after = dict(scene.after("a3>"))
    after[PlaceId("b1")] = Token("9")
    scene.press(counted(after))
    assert isinstance(scene.state.phase, Refused)
    assert [found.place for found in scene.state.phase.wrong] == ["b1"]
    scene.hear(events.Glimpsed(scene.at + 1, counted(after), hand=False))
    assert isinstance(scene.state.phase, Refused)
    assert [found.place for found in scene.state.phase.wrong] == ["b1"]


def before_a_refill() -> Scene:
    """South sows a1 and leaves it to North to fill an empty side: two of its own stones, and three that it borrows."""
    won = {"south": {"mandarins": 0, "citizens": 20}, "north": {"mandarins": 0, "citizens": 2}}
    squares = {"W": {"mandarin": 1, "citizens": 12}, "E": {"mandarin": 1, "citizens": 12}}
    fields = dict.fromkeys(("a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5"), 0) | {"a1": 1, "a5": 3}
    scene = Scene(
        GAME, position={**GAME.write_position(GAME.start()), "fields": fields, "squares": squares, "won": won}
    )
    scene.still(counted(scene.view()))
    return scene


NORTH_ROW = tuple(f"b{number}" for number in range(1, 6))


def test_who_insists_on_a_sowing_that_leaves_a_side_empty_has_made_it_and_is_guided_to_fill_the_side() -> None:
    scene = before_a_refill()
    filled = scene.after("a1>")
    sown = counted({**filled, **dict.fromkeys(NORTH_ROW, "empty")})
    scene.press(sown)
    assert scene.said()[-2:] == ["must-follow", "meant"]
    scene.hold(sown)
    assert moves(scene) == ["south a1>"]
    assert isinstance(scene.state.phase, Guided)
    assert {found.place for found in scene.state.phase.wrong} == set(NORTH_ROW)
    assert "b1 0→1" in last_said(scene)

    scene.hold(sown)
    assert isinstance(scene.state.phase, Guided)
    assert not scene.told("correction")
    assert (scene.state.to_move, scene.state.position.won_citizens) == ("north", (17, 0))
    scene.hold(sown)
    assert isinstance(scene.state.phase, Menu)
    scene.hear(*(events.Pressed(scene.at) for _ in range(5)), events.Held(scene.at))  # back to the game
    scene.still(counted(filled))
    assert isinstance(scene.state.phase, Playing)
    assert scene.said()[-1] == "your-turn"


def test_what_people_laid_otherwise_counts_and_a_side_left_empty_by_it_is_filled() -> None:
    scene = before_a_refill()
    lies = counted(scene.view(a1="empty", a5="empty", E="M16"))
    scene.press(lies)
    scene.hold(lies)
    (correction,) = scene.told("correction")
    assert correction.data["to_move"] == "north"
    assert isinstance(scene.state.phase, Guided)
    assert {found.place for found in scene.state.phase.wrong} == set(NORTH_ROW)
