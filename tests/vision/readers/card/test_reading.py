"""Playing cards on a table, read by a camera that nobody told which pack it is."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from hardware.pictures import Picture
from hardware.simulated.card_scenes import fan, random_card_scene, random_cards, row
from hardware.simulated.card_table import CardScene, CardTruth, Lying, draw_cards
from hardware.simulated.cards import Deck, random_deck
from hardware.simulated.scene import Pose
from vision.annotate_cards import annotate_cards
from vision.readers.card.networks import FACES
from vision.readers.card.reading import SeenCard, read_cards

SIZE = (960, 720)
EVENING = CardScene(deck=random_deck(11), pose=Pose(distance=48.0, tilt=15.0, view_angle=50.0, noise=2.0, jpeg=88))


def table(cards: Sequence[Lying], scene: CardScene = EVENING) -> tuple[Picture, dict[str, CardTruth]]:
    picture, truth = draw_cards(cards, scene, SIZE)
    return picture, {card.face: card for card in truth}


def faces(cards: Sequence[SeenCard]) -> list[str]:
    return sorted(card.face for card in cards)


def within(card: SeenCard, truth: CardTruth) -> bool:
    return cv2.pointPolygonTest(truth.corners.astype(np.float32), card.px, False) > 0


def test_cards_in_rows_are_named_and_found_where_they_lie() -> None:
    upper, lower = ["AS", "10H", "7C", "KD"], ["2D", "QC", "9S", "JH"]
    picture, truth = table(row(upper, -12, 6, 8) + row(lower, -12, -6, 8))
    cards = read_cards(picture)
    assert faces(cards) == sorted(upper + lower)
    for card in cards:
        assert within(card, truth[card.face])
        middle = truth[card.face].corners.mean(0)
        wide = np.hypot(*(truth[card.face].corners[1] - truth[card.face].corners[0]))
        if len(card.indices) == 2:
            assert np.hypot(*(np.array(card.px) - middle)) < 0.15 * wide


@pytest.mark.parametrize("turn", range(1, 4))
def test_a_table_seen_from_another_side_has_the_same_cards(turn: int) -> None:
    held = ["3H", "6S", "9D", "KC"]
    picture, _ = table(row(held, -11, 0, 7.5))
    assert faces(read_cards(np.ascontiguousarray(np.rot90(picture, turn)))) == sorted(held)


def test_in_a_fan_each_card_is_named_by_the_one_corner_that_shows() -> None:
    held = ["4C", "8H", "JS", "5D", "AH"]
    picture, truth = table(fan(held, 0, -13, spread=14))
    cards = read_cards(picture)
    assert faces(cards) == sorted(held)
    assert all(len(card.indices) == 1 for card in cards if card.face != "AH")
    assert all(within(card, truth[card.face]) for card in cards)


def test_cards_may_be_half_as_large_or_twice() -> None:
    held = ["2H", "7S", "QD"]
    picture, _ = table(row(held, -8, 0, 8))
    for scale in (0.6, 2.0):
        assert faces(read_cards(np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), np.uint8))) == sorted(held)


def test_an_empty_table_and_backs_have_no_cards() -> None:
    assert read_cards(table([])[0]) == ()
    assert read_cards(table([Lying("KS", -5, 0, down=True), Lying("2C", 5, 2, 40, down=True)])[0]) == ()
    assert read_cards(np.full((90, 120, 3), 255, np.uint8)) == ()


def test_a_face_that_is_seen_twice_is_told_once() -> None:
    picture, _ = table(row(["7D", "7D", "KS"], -8, 0, 8))
    assert faces(read_cards(picture)) == ["7D", "KS"]


def test_what_another_card_hides_is_not_guessed() -> None:
    # The ten lies across both indices of the jack.
    picture, truth = table([Lying("JC", 0, 0), Lying("10H", 0.2, 0.1, 3)])
    assert max(truth["JC"].index_visible) < 0.3
    assert faces(read_cards(picture)) == ["10H"]


@pytest.mark.parametrize("deck", [Deck(), random_deck(1), random_deck(5)], ids=["plain", "jumbo", "thin"])
def test_packs_of_any_print_are_read(deck: Deck) -> None:
    held = ["6D", "8C", "QH", "4S", "10C"]
    picture, _ = table(row(held, -14, 0, 7), CardScene(deck=deck, pose=EVENING.pose))
    assert faces(read_cards(picture)) == sorted(held)


def test_on_tables_drawn_by_lot_what_is_said_surely_is_so() -> None:
    told = asked = right = 0
    for seed in range(90001, 90007):
        picture, truth = table(random_cards(seed), random_card_scene(seed))
        there = {card.face for card in truth.values() if not card.down}
        clear = {card.face for card in truth.values() if not card.down and max(card.index_visible) > 0.95}
        cards = read_cards(picture)
        assert all(card.face in there for card in cards if card.p >= 0.99)
        told += sum(card.face not in there for card in cards)
        asked += len(clear)
        right += len(clear & {card.face for card in cards})
    assert right >= 0.8 * asked
    assert told <= 0.05 * asked


def test_the_reading_is_drawn_over_the_picture() -> None:
    picture, _ = table(row(["AS", "KH"], -4, 0, 8))
    cards = read_cards(picture)
    drawn = annotate_cards(picture, cards)
    assert drawn.shape[0] > picture.shape[0]
    for card in cards:
        x, y = map(round, card.px)
        assert (
            np.abs(
                drawn[y - 20 : y + 20, x - 30 : x + 30].astype(int) - picture[y - 20 : y + 20, x - 30 : x + 30]
            ).max()
            > 60
        )


def test_a_pack_has_each_face_once() -> None:
    assert len(set(FACES)) == 52
    assert {"AS", "10H", "7C", "KD"} <= set(FACES)
