"""Heaps of stones, of which pictures tell the numbers only nearly: what is said of them."""

from collections.abc import Mapping

from firmware import events
from firmware.states import Guided, Playing, Unsure
from rules import catalogue
from rules.mandarin.board import token
from rules.sight import Token, View
from tests.firmware.scene import Scene

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


def test_in_doubt_about_heaps_people_are_asked_to_spread_them() -> None:
    scene = ready()
    after = scene.after("a3>")
    scene.press(counted(after) | {place: {} for place in ("a1", "a2")})
    assert isinstance(scene.state.phase, Unsure)
    assert "spread" in last_said(scene).lower()
