"""A pack of cards of our own, and a table on which it lies."""

import cv2
import numpy as np
import pytest

from hardware.simulated.card_scenes import fan, random_card_scene, random_cards, row
from hardware.simulated.card_signs import Pen, written
from hardware.simulated.card_table import CardScene, CardTruth, Lying, draw_cards
from hardware.simulated.cards import FACES, Deck, draw_back, draw_face, random_deck
from hardware.simulated.scene import Pose

SIZE = (640, 480)


def test_a_pack_has_fifty_two_faces_no_two_alike() -> None:
    deck = Deck()
    faces = [cv2.resize(draw_face(deck, face), (63, 88), interpolation=cv2.INTER_AREA).astype(int) for face in FACES]
    assert len(faces) == 52
    for at, face in enumerate(faces):
        assert all(np.abs(face - other).mean() > 0.5 for other in faces[:at])


def test_a_face_reads_the_same_upside_down_where_its_indices_are() -> None:
    face = draw_face(Deck(), "QH").astype(int)
    index = face[:90, :44]
    assert np.abs(index - face[::-1, ::-1][:90, :44]).mean() < 1
    assert index.min() < 120


def test_red_cards_are_red_and_a_pack_of_four_colours_has_a_blue_suit() -> None:
    def ink(deck: Deck, face: str) -> tuple[int, int, int]:
        sheet = draw_face(deck, face).reshape(-1, 3)
        blue, green, red = sheet[sheet.astype(int).sum(1).argmin()].tolist()
        return red, green, blue

    red, _, blue = ink(Deck(), "2H")
    assert red > 2 * blue
    four = Deck(inks=((20, 20, 20), (200, 20, 30), (20, 60, 200), (20, 130, 50)))
    red, _, blue = ink(four, "2D")
    assert blue > 2 * red


def test_letters_of_any_pen_fill_their_box() -> None:
    for number in range(4):
        write = written(Pen(weight=0.1 + 0.03 * number, serif=0.1 * (number % 2), variant=number, slant=0.05 * number))
        for rank in {face[:-1] for face in FACES}:
            mask = write(rank, 24, 40)
            rows = np.flatnonzero(mask.max(1) > 0.5)
            assert rows[0] <= 3
            assert rows[-1] >= 36


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_lays_the_same_table(seed: int) -> None:
    one, other = (draw_cards(random_cards(seed), random_card_scene(seed), SIZE) for _ in range(2))
    assert np.array_equal(one[0], other[0])
    assert [card.face for card in one[1]] == [card.face for card in other[1]]
    assert np.abs(one[0].astype(int) - draw_cards(random_cards(9), random_card_scene(9), SIZE)[0]).mean() > 5


def in_order(truth: list[CardTruth]) -> dict[str, CardTruth]:
    return {card.face: card for card in truth}


def test_in_a_fan_every_card_but_the_last_shows_one_index() -> None:
    cards = fan(["2S", "7H", "KD", "9C"], 0, -10)
    _, truth = draw_cards(cards, CardScene(), SIZE)
    seen = in_order(truth)
    assert seen["9C"].visible > 0.97
    for face in ("2S", "7H", "KD"):
        assert seen[face].visible < 0.8
        assert max(seen[face].index_visible) > 0.9


def test_a_card_that_lies_beneath_another_is_not_seen() -> None:
    _, truth = draw_cards([Lying("AS", 0, 0), Lying("AD", 0, 0)], CardScene(), SIZE)
    assert in_order(truth)["AS"].visible == 0
    assert in_order(truth)["AD"].visible == 1


def test_corners_are_where_the_card_is_drawn() -> None:
    scene = CardScene(pose=Pose(distance=50.0, tilt=25.0, view_angle=50.0, noise=0))
    picture, truth = draw_cards(row(["5H"], 2, 1), scene, SIZE)
    inside = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillPoly(inside, [np.rint(truth[0].corners).astype(np.int32)], 1)
    bright = picture.min(2) > 140
    assert bright[inside == 1].mean() > 0.8
    assert bright[cv2.dilate(inside, np.ones((9, 9), np.uint8)) == 0].mean() < 0.01


def test_a_back_has_no_index() -> None:
    backs = draw_back(random_deck(3))
    assert backs.shape == draw_face(random_deck(3), "2S").shape
    _, truth = draw_cards([Lying("2S", 0, 0, down=True)], CardScene(), SIZE)
    assert truth[0].down
