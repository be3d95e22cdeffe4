"""What the lamps say, and that they say it calmly and to everybody."""

from itertools import pairwise

import pytest

from firmware import settings
from firmware.overlay import Glow, Rhythm, destinations, frame, is_moving, show, trail
from firmware.session import begin
from firmware.states import Finished, Paused, opening
from hardware.chain import least_wire
from hardware.colours import DARK
from rules import catalogue
from rules.match import Match
from rules.referee import way
from rules.star.places import star_board
from tests.firmware.tableside import PLAYING, STATES, reach

BOARD = star_board()


def test_every_lamp_lights_the_place_above_it_whatever_the_order_of_the_chain() -> None:
    overlay = {"e5": Glow(settings.BLUE), "i5": Glow(settings.AMBER, level=0.5)}
    chain = ["i5", None, "a1", "e5"]
    assert frame(overlay, 0.0, chain) == [(128, 60, 0), DARK, DARK, settings.BLUE]


def test_a_dark_overlay_is_dark_and_needs_no_second_frame() -> None:
    assert set(frame({}, 3.0, least_wire(BOARD))) == {DARK}
    assert not is_moving({})
    assert not is_moving({"a1": Glow(settings.BLUE)})
    assert is_moving({"a1": Glow(settings.BLUE, Rhythm.BLINK)})


def test_near_destinations_are_dimmer_than_far_ones() -> None:
    lit = destinations(BOARD, "c2", ["d2", "e4", "g5"])
    levels = [lit[place].level for place in ("d2", "e4", "g5")]
    assert levels == sorted(levels)
    assert levels[0] >= settings.NEAR_LEVEL
    assert levels[-1] == 1.0
    assert len(set(levels)) == 3


def test_a_single_destination_is_fully_lit() -> None:
    assert destinations(BOARD, "c2", ["d2"])["d2"].level == 1.0


def test_a_trail_brightens_towards_its_end() -> None:
    levels = [glow.level for glow in trail(("c2", "e4", "g4")).values()]
    assert levels == sorted(levels)
    assert levels[-1] == 1.0
    assert trail(()) == {}


@pytest.mark.parametrize("rhythm", list(Rhythm))
def test_no_lamp_flashes_faster_than_three_times_a_second(rhythm: Rhythm) -> None:
    step = 0.005
    lit = [rhythm.level(number * step) for number in range(int(20 / step))]
    rises = [number * step for number in range(1, len(lit)) if lit[number - 1] == 0 < lit[number]]
    within = max((sum(1 for other in rises if 0 <= other - rise < 1) for rise in rises), default=0)
    assert within <= 3
    assert all(0 <= level <= 1 for level in lit)


def test_a_swell_never_goes_out_and_never_jumps() -> None:
    levels = [Rhythm.BREATH.level(number / 50) for number in range(400)]
    assert min(levels) >= settings.BREATH_LOW - 1e-9
    assert max(abs(one - two) for one, two in pairwise(levels)) < 0.05


def as_seen_without(cone: str, colour: tuple[int, int, int]) -> tuple[float, ...]:
    """A colour as a dichromat sees it: the missing cone's share is made up from the others (Viénot et al. 1999)."""
    red, green, blue = ((part / 255) ** 2.2 for part in colour)
    long = 17.8824 * red + 43.5161 * green + 4.1194 * blue
    middle = 3.4557 * red + 27.1554 * green + 3.8671 * blue
    short = 0.02996 * red + 0.18431 * green + 1.46709 * blue
    if cone == "long":
        long = 2.02344 * middle - 2.52581 * short
    elif cone == "middle":
        middle = 0.494207 * long + 1.24827 * short
    # As shares of white's, so that grey is even.
    return long / 65.52, middle / 34.48, short / 1.681


@pytest.mark.parametrize("cone", ["long", "middle"])
def test_people_without_a_kind_of_cone_tell_the_three_colours_apart(cone: str) -> None:
    seen = [as_seen_without(cone, colour) for colour in (settings.BLUE, settings.AMBER, settings.WHITE)]
    for number, one in enumerate(seen):
        for other in seen[number + 1 :]:
            shares = [[part / sum(map(abs, triple)) for part in triple] for triple in (one, other)]
            assert sum(abs(left - right) for left, right in zip(*shares, strict=True)) > 0.1


def test_each_colour_means_one_kind_of_thing() -> None:
    amber = {glow.rhythm for glow in show(reach(STATES["refused"])).values() if glow.colour == settings.AMBER}
    assert amber
    assert Rhythm.STEADY not in amber
    blue = [glow for glow in show(reach(STATES["lifted"])).values() if glow.colour == settings.BLUE]
    assert blue
    assert all(glow.rhythm is Rhythm.STEADY for glow in blue)


def test_whose_turn_and_the_last_move_show_while_people_play() -> None:
    state = reach(STATES["playing"])
    lit = show(state)
    assert lit["q1"].rhythm is Rhythm.BREATH
    first, last = way(BOARD, state.last.move)
    assert lit[first].level < lit[last].level


def test_what_should_go_and_what_is_missing_blink_differently() -> None:
    lit = show(reach(STATES["refused"]))
    assert lit["i5"].rhythm is Rhythm.DOUBLE
    start = next(place for place, glow in lit.items() if place != "i5")
    assert lit[start].rhythm is Rhythm.BLINK


def test_a_lost_camera_shows_on_all_six_tips() -> None:
    lit = show(reach(STATES["camera lost"]))
    assert set(lit) == set(BOARD.corners.values())
    assert {glow.rhythm for glow in lit.values()} == {Rhythm.DOUBLE}


@pytest.mark.parametrize("name", ["star", "piecepack", "mandarin"])
def test_a_pause_and_the_end_light_the_corners_of_a_board_and_nothing_else(name: str) -> None:
    state, _ = begin(opening(Match.begin(catalogue.game(name))))
    for phase in (Paused(), Finished()):
        assert set(show(state.now(phase))) == set(state.game.board.corners.values())


def test_every_item_of_the_menu_looks_different() -> None:
    shown = [show(reach((*STATES["menu"], *(["pressed"] * presses)))) for presses in range(7)]
    assert shown[6] == show(reach(PLAYING)), "the game itself, where the menu leads back to it"
    shown += [show(reach(STATES["menu sure"]))]
    assert all(one != other for number, one in enumerate(shown) for other in shown[number + 1 :])


def test_while_a_picture_is_awaited_the_lamps_mean_what_they_meant() -> None:
    assert show(reach(STATES["refused: pressed"])) == show(reach(STATES["refused"]))
    assert show(reach(STATES["playing: pressed"])) == show(reach(STATES["playing"]))
