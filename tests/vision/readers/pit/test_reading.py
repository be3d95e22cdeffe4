"""A mandarin board and its stones, seen by a camera that nobody told anything, and by one that saw the game begin."""

import numpy as np
import pytest

from hardware.pictures import Picture
from hardware.simulated.painter import Painter, Truth
from hardware.simulated.pit_scenes import CARVED, PRINTED, random_pits
from hardware.simulated.scene import Scene
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import PlaceId
from rules.mandarin.places import BOARD, token
from rules.sight import EMPTY, View
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.locate import BoardNotFound, locate, refine
from vision.look import learn, look
from vision.readers.pit.counts import chances
from vision.readers.pit.reading import amounts, bounds, measured, named
from vision.settle import settle

SIZE = (640, 480)
GAME = catalogue.game("mandarin")
START = GAME.view(GAME.start())
SCENES = pytest.mark.parametrize("scene", [CARVED, PRINTED], ids=lambda scene: scene.name)


class Watched:
    """A table under a camera, and where the board truly lies in its picture."""

    def __init__(self, scene: Scene, lying: View = START, size: tuple[int, int] = SIZE) -> None:
        self.size = size
        self.table = Table(BOARD, lying)
        self.painter = Painter(scene, BOARD, self.table.tokens, size)

    @property
    def picture(self) -> Picture:
        """What the camera sees now."""
        return self.painter.picture(self.table.moment())

    @property
    def truth(self) -> Truth:
        """What is so."""
        return self.painter.truth(self.table.moment())

    @property
    def there(self) -> Calibration:
        """Where the board truly lies."""
        return Calibration(BOARD.name, np.array(self.truth.homography), self.size, self.truth.k1)


def off(found: Calibration, seen: Watched) -> float:
    """How far from where it truly lies the board was found, in fields, at its worst place."""
    field = float(np.hypot(*(seen.truth.pixels[1] - seen.truth.pixels[0])))
    return float(np.hypot(*(found.places(BOARD) - seen.truth.pixels).T).max()) / field


def lies(evidence: Evidence, place: str) -> str | None:
    """What is believed to lie on a place."""
    return evidence.places[PlaceId(place)].token


@SCENES
def test_a_board_is_found_where_it_lies_and_south_is_the_lower_side(scene: Scene) -> None:
    seen = Watched(scene)
    found = locate(seen.picture, BOARD)
    assert off(found, seen) < 0.2
    x, y = seen.truth.pixels[BOARD.index[PlaceId("b3")]].tolist()
    turned = locate(seen.picture, BOARD, (x, y))
    field = float(np.hypot(*(seen.truth.pixels[1] - seen.truth.pixels[0])))
    assert np.hypot(*(turned.places(BOARD)[BOARD.index[PlaceId("a3")]] - (x, y))) < 0.2 * field


def test_a_board_is_found_though_a_hand_lies_over_part_of_it() -> None:
    seen = Watched(PRINTED)
    seen.table.cover(PlaceId("b3"), 0.6)
    assert off(locate(seen.picture, BOARD), seen) < 0.2


def test_a_board_whose_far_end_is_smaller_is_found_to_that_end() -> None:
    seen = Watched(random_pits(545), size=(1280, 960))
    assert off(locate(seen.picture, BOARD), seen) < 0.2


def test_a_board_cut_off_at_its_end_is_asked_about_where_it_might_lie_a_field_on() -> None:
    with pytest.raises(BoardNotFound, match="two ways"):
        locate(Watched(random_pits(551), dict.fromkeys(START, EMPTY)).picture, BOARD)


def test_a_table_without_a_board_has_none() -> None:
    with pytest.raises(BoardNotFound):
        locate(np.full((*SIZE[::-1], 3), 120, np.uint8), BOARD)
    chance = np.random.default_rng(1)
    with pytest.raises(BoardNotFound, match="two rows of five"):
        locate(chance.integers(90, 140, (*SIZE[::-1], 3), np.uint8), BOARD)


def test_a_board_that_was_nudged_is_fitted_again_and_one_that_is_gone_is_missed() -> None:
    seen = Watched(PRINTED)
    before = seen.there
    seen.table.push(0.1, 0.06, 1)
    assert off(refine(seen.picture, BOARD, before), seen) < 0.2
    with pytest.raises(BoardNotFound):
        refine(np.full_like(seen.picture, 90), BOARD, before)


def test_the_start_is_recognized_though_nobody_has_seen_these_stones_before() -> None:
    seen = Watched(PRINTED)
    evidence = look(seen.picture, BOARD, seen.there)
    assert len(settle(evidence, BOARD, seen.there, START).wrong) <= 1
    for place in BOARD.places:
        low, high = bounds(evidence.places[place.id].likelihoods)
        assert low - 1 <= amounts(START[place.id])[0] <= high + 1


@SCENES
def test_a_board_that_was_learnt_tells_stones_that_came_and_went(scene: Scene) -> None:
    seen = Watched(scene)
    reader = learn(seen.picture, seen.there, BOARD, START)
    seen.table.fill(PlaceId("a2"), EMPTY)
    for field in ("a3", "b4"):
        seen.table.fill(PlaceId(field), token(6))
    evidence = reader.read(seen.picture, seen.there)
    changed = {"a2": EMPTY, "a3": token(6), "b4": token(6)}
    for place in BOARD.places:
        lying = changed.get(place.id, START[place.id])
        likelihoods = evidence.places[place.id].likelihoods
        assert likelihoods.get(lying, 0.0) > 0.05 * max(likelihoods.values()), place.id
    unchanged = [place.id for place in BOARD.places if place.id not in changed]
    assert all(lies(evidence, place) == START[place] for place in unchanged)


@SCENES
def test_a_stone_sown_on_heaps_too_thick_to_be_counted_is_counted_beside_them(scene: Scene) -> None:
    thick = {PlaceId(field): count for field, count in (("b1", 9), ("b2", 10), ("b3", 11))}
    lying = {**START, **{field: token(count) for field, count in thick.items()}}
    seen = Watched(scene, lying, (1280, 960))
    reader = learn(seen.picture, seen.there, BOARD, lying)
    for field, count in thick.items():
        seen.table.fill(field, token(count + 1))
    cold, known = look(seen.picture, BOARD, seen.there), reader.read(seen.picture, seen.there)
    for field, count in thick.items():
        low, high = bounds(cold.places[field].likelihoods)
        assert low < high
        assert lies(known, field) == token(count + 1)
    assert all(lies(known, place.id) == lying[place.id] for place in BOARD.places if place.id not in thick)


@SCENES
@pytest.mark.parametrize("push", [(0.06, 0.03, 2), (0.06, -0.03, -4), (0.1, 0.05, 6)])
def test_a_board_pushed_and_turned_a_little_is_followed_though_stones_came_and_went(
    scene: Scene, push: tuple[float, float, float]
) -> None:
    seen = Watched(scene)
    there = seen.there
    reader = learn(seen.picture, there, BOARD, START)
    seen.table.fill(PlaceId("a2"), EMPTY)
    for field in ("a3", "a4", "a5", "b5"):
        seen.table.fill(PlaceId(field), token(6))
    seen.table.push(*push)
    assert off(there, seen) > 0.1
    assert off(reader.track(seen.picture, there), seen) < 0.02
    evidence = reader.read(seen.picture, there)
    assert all(lies(evidence, place) == "5" for place in ("a1", "b1", "b2", "b3", "b4"))
    assert lies(evidence, "a2") == EMPTY


@pytest.mark.parametrize("over", ["hand", "lid", "lids"])
def test_what_lies_over_a_board_does_not_pull_it_along(over: str) -> None:
    seen = Watched(PRINTED)
    there = seen.there
    reader = learn(seen.picture, there, BOARD, START)
    if over == "hand":
        seen.table.hand(PlaceId("b3"))
    for place in {"lid": ["b2"], "lids": ["W", "E"]}.get(over, []):
        seen.table.cover(PlaceId(place))
    assert off(reader.track(seen.picture, there), seen) < 0.04


def test_where_a_large_heap_was_taken_up_what_lies_there_is_seen_as_if_for_the_first_time() -> None:
    lying = {**START, PlaceId("b2"): token(12)}
    seen = Watched(CARVED, lying)
    reader = learn(seen.picture, seen.there, BOARD, lying)
    for left in (EMPTY, token(1)):
        seen.table.fill(PlaceId("b2"), EMPTY)
        seen.table.fill(PlaceId("b2"), left)
        assert reader.read(seen.picture, seen.there).places[PlaceId("b2")].likelihoods[left] > 0.5


def test_a_mandarin_that_is_won_is_missed_with_all_beside_it() -> None:
    lying = {**START, PlaceId("W"): token(3, 1)}
    seen = Watched(PRINTED, lying)
    reader = learn(seen.picture, seen.there, BOARD, lying)
    assert lies(reader.read(seen.picture, seen.there), "W") == token(3, 1)
    seen.table.fill(PlaceId("W"), EMPTY)
    gone = reader.read(seen.picture, seen.there)
    assert sum(value for shown, value in gone.places[PlaceId("W")].likelihoods.items() if shown.startswith("M")) < 0.1


def test_a_mandarin_that_was_only_moved_is_still_there() -> None:
    lying = {**START, PlaceId("W"): token(3, 1)}
    seen = Watched(PRINTED, lying)
    reader = learn(seen.picture, seen.there, BOARD, lying)
    seen.table.stir(PlaceId("W"))
    moved = reader.read(seen.picture, seen.there)
    assert sum(value for shown, value in moved.places[PlaceId("W")].likelihoods.items() if shown.startswith("M")) > 0.8


@SCENES
def test_which_way_of_counting_is_believed_depends_on_what_happened(scene: Scene) -> None:
    lying = {**START, PlaceId("b2"): token(12)}
    seen = Watched(scene, lying, (1280, 960))
    reader = learn(seen.picture, seen.there, BOARD, lying)
    seen.table.fill(PlaceId("a4"), EMPTY)
    seen.table.fill(PlaceId("b2"), token(13))
    heaps, flat = measured(seen.picture, seen.there, BOARD)
    said, _ = reader.compared(heaps, reader.since(flat))
    emptied, grown = BOARD.index[PlaceId("a4")], BOARD.index[PlaceId("b2")]
    told = chances(said)
    assert told[emptied].argmax() == 0, "seen as if for the first time"
    assert told[grown].argmax() == 13, "one came, however many are seen"
    assert told.sum(1) == pytest.approx(1)


def test_what_a_hand_covers_is_not_told() -> None:
    seen = Watched(CARVED)
    reader = learn(seen.picture, seen.there, BOARD, START)
    seen.table.cover(PlaceId("b3"), 0.6)
    evidence = reader.read(seen.picture, seen.there)
    assert lies(evidence, "b3") is None
    assert "b3" not in evidence.sighting
    assert lies(evidence, "W") == START[PlaceId("W")]


def test_a_half_round_half_under_a_lid_or_a_hand_is_not_told_either() -> None:
    seen, aslant = Watched(CARVED), Watched(random_pits(6))
    readers = [learn(table.picture, table.there, BOARD, START) for table in (seen, aslant)]
    seen.table.cover(PlaceId("W"), 0.4)
    aslant.table.hand(PlaceId("W"), 180)
    for table, reader in zip((seen, aslant), readers, strict=True):
        assert lies(reader.read(table.picture, table.there), "W") is None


def test_where_everything_looks_alike_nothing_is_divided_by_its_differences() -> None:
    seen = Watched(CARVED)
    for place in ("W", "a3", "E"):
        seen.table.cover(PlaceId(place))
    assert look(seen.picture, BOARD, seen.there).places


def test_more_is_known_of_few_stones_than_of_many() -> None:
    few, many = (dict(Watched(PRINTED, {**START, PlaceId("a1"): token(n)}).table.view) for n in (1, 19))
    spans = []
    for lying in (few, many):
        seen = Watched(PRINTED, lying)
        low, high = bounds(look(seen.picture, BOARD, seen.there).places[PlaceId("a1")].likelihoods)
        spans.append(high - low)
    assert spans[0] < spans[1]


def test_tokens_and_numbers_are_one() -> None:
    for count, mandarin in ((0, 0), (7, 0), (0, 1), (12, 1)):
        assert named(count, mandarin) == token(count, mandarin)
        assert amounts(token(count, mandarin)) == (count, mandarin)
