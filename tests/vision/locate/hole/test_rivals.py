"""What proves a placement where round things leave doubt; and a second look at a picture, made softer."""

import cv2
import numpy as np
import pytest

from hardware.simulated.painter import Truth, draw
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules.star.places import star_board
from tests.vision.photographs import opening
from vision.calibration import Calibration
from vision.locate import BoardNotFound, locate
from vision.locate.failure import RIVALS
from vision.locate.fit import shifted
from vision.locate.hole import finder as holes
from vision.locate.hole.lines import A_ROW_OFF
from vision.locate.hole.pieces import completes
from vision.locate.hole.proof import Proof
from vision.locate.hole.rivals import _Held
from vision.locate.hole.search import Find, Tried
from vision.locate.hole.sense import clearer, sense
from vision.locate.hole.settings import UNCOVERED
from vision.locate.hole.stars import Stars
from vision.pictures import Picture

BOARD = star_board()


@pytest.fixture(scope="module")
def seen() -> tuple[Picture, Truth, Calibration]:
    """A game's beginning for three, and where the board truly lies."""
    picture, truth = draw(Table(BOARD, opening(BOARD, (0, 2, 4))), WOOD)
    return picture, truth, Calibration(BOARD.name, np.asarray(truth.homography), truth.size, truth.k1)


def test_whole_sets_alone_are_where_the_board_lies_and_nowhere_a_row_off(
    seen: tuple[Picture, Truth, Calibration],
) -> None:
    picture, _, right = seen

    def proven(one: Calibration) -> bool:
        own, *rows = (sense(picture, BOARD, shifted(one, x, y)) for x, y in ((0.0, 0.0), *A_ROW_OFF))
        return completes(picture, BOARD, one, own, rows)

    assert proven(right)
    assert not any(proven(shifted(right, x, y)) for x, y in A_ROW_OFF)


def test_bare_cloth_that_makes_perfect_sense_takes_no_board_from_its_pieces(
    seen: tuple[Picture, Truth, Calibration],
) -> None:
    picture, _, right = seen
    soft = cv2.GaussianBlur(picture, (0, 0), 12)
    haze = (0.2 * soft + 0.8 * picture.mean((0, 1))).astype(np.uint8)
    few_points = Proof(places=0.7, ring=0.0, rival=0.5, shift=(1.0, 0.0), points=2)
    hardly = Proof(places=0.8, ring=0.1, rival=0.7, shift=(1.0, 0.0), points=5)
    board, cloth = Find(right, few_points), Find(shifted(right, 14.0, 0.0), hardly)
    assert board.proof.strength > cloth.proof.strength
    assert clearer(*(sense(haze, BOARD, one.calibration).undecided for one in (cloth, board)))
    assert holes._best(haze, BOARD, [board, cloth], Tried(), Stars(haze, BOARD)) is board


def test_the_more_plainly_a_board_shows_the_fewer_placements_a_row_off_need_make_less_sense(
    seen: tuple[Picture, Truth, Calibration],
) -> None:
    _, _, right = seen

    def stands(strength: float, rows_less: int) -> bool:
        shown = Proof(
            places=0.8, ring=0.0, rival=0.8 - (strength - min(1, 0.8 / UNCOVERED)) / 2, shift=(1.0, 0.0), points=5
        )
        clear = [row < rows_less for row in range(len(A_ROW_OFF))] + [True] * 6
        others = [0.1 if less else 0.05 for less in clear]
        return _Held(Find(right, shown), 0.04, others, clear, some=True, begun=False).stands

    assert not stands(1.03, rows_less=2), "under a hand, or in a glare that takes half of it"
    assert stands(1.13, rows_less=2)
    assert not stands(1.13, rows_less=0)


def test_what_is_found_in_a_softer_picture_is_told_in_pixels_of_the_one_given(
    seen: tuple[Picture, Truth, Calibration], monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, truth, _ = seen
    search = holes._searched
    looked: list[tuple[int, ...]] = []

    def blind_at_first(image: Picture, *given: object, thorough: bool) -> Calibration:
        looked.append(image.shape)
        if len(looked) == 1:
            raise BoardNotFound(RIVALS())
        return search(image, *given, thorough=thorough)  # type: ignore[arg-type]

    monkeypatch.setattr(holes, "_searched", blind_at_first)
    north = truth.pixels[BOARD.index[BOARD.corners["N"]]]
    found = locate(picture, BOARD, (float(north[0]), float(north[1])))
    assert looked[1] < looked[0] == picture.shape
    assert found.size == truth.size
    half = BOARD.turns // 2
    assert np.hypot(*(found.turned(BOARD, half).places(BOARD) - truth.pixels).T).max() < 0.1 * found.pitch
    looked.clear()
    with pytest.raises(BoardNotFound):
        locate(picture, BOARD, thorough=False)
    assert len(looked) == 1, "who is in a hurry does not wait for it"
