"""A photograph of a table nobody told us anything about, drawn by the simulated table, which is no relation of the
pictures that the networks were trained on.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.painter import draw
from hardware.simulated.scenes import PRINTED, random_scene
from hardware.simulated.table import Table
from hardware.simulated.tile_scenes import random_scene_of
from rules.geometry import PlaceId
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from tests.vision.photographs import Picture, drawn, opening, photograph, scattered, wrong
from vision.calibration import Calibration
from vision.look import look
from vision.readers.unknown.grid import Augmentation, Network, regions
from vision.readers.unknown.reading import likelihoods, looks, read_unknown
from vision.readers.unknown.shapes import shapes
from vision.readers.unknown.tints import tints
from vision.settle import turned_names

HARDLY = (-0.3, -0.2, 0, 0.3, 0.5, 0.8, 1.5, 2.4, 4.5, 6.5)
"""Logits of a piece on ten places that the networks half deny."""


def likely(picture: Picture, calibration: Calibration, told: Mapping[int, float]) -> NDArray[np.float64]:
    """How likely each place's tokens are if the networks told these logits of a piece on some, and no edge showed."""
    board = star_board()
    views = []
    for view in looks(picture, calibration, board):
        kinds = view.kinds.copy()
        for at, logit in told.items():
            kinds[at, 1] = kinds[at, 0] + logit
        views.append(replace(view, kinds=kinds))
    no_edges = np.zeros_like(shapes(picture, calibration, board))
    outside = np.zeros(len(board.places), np.bool_)
    chances, _ = likelihoods(views, no_edges, tints(picture, calibration, board, outside), outside, board)
    return chances


@pytest.mark.parametrize("points", [(0, 3), (0, 2, 4), (0, 1, 2, 3, 4, 5)])
def test_an_opening_is_read_without_any_history(points: tuple[int, ...]) -> None:
    picture, calibration, truth = photograph(4, points)
    evidence = read_unknown(picture, calibration, star_board())
    assert wrong(star_board(), truth, evidence) == []
    assert [of.count for of in evidence.sets] == [10] * len(points)
    assert [of.name for of in evidence.sets] == [f"set-{number + 1}" for number in range(len(points))]


@pytest.mark.parametrize("network", get_args(Network))
def test_either_network_alone_tells_pieces_from_holes(network: Network) -> None:
    board = star_board()
    picture, calibration, truth = photograph(4, (0, 2, 4))
    (told,) = looks(picture, calibration, board, (Augmentation(0, mirrored=False, network=network),))
    full = [truth.lying.get(place.id, EMPTY) != EMPTY for place in board.places]
    assert ((told.kinds[:, 1] > told.kinds[:, 0]) == full).all()


@pytest.mark.parametrize("size", [5, 6])
def test_larger_boards_are_read_by_the_same_networks(size: int) -> None:
    picture, calibration, truth = photograph(size)
    assert len(wrong(star_board(size), truth, read_unknown(picture, calibration, star_board(size)))) <= 2


def test_an_empty_board_holds_nothing() -> None:
    picture, calibration, truth = photograph(4, ())
    evidence = read_unknown(picture, calibration, star_board())
    assert wrong(star_board(), truth, evidence) == []
    assert evidence.sets == ()


def test_six_full_points_that_might_be_painted_are_doubted_and_not_called_empty_for_sure() -> None:
    board = star_board()
    picture, truth = draw(Table(board, opening(board, tuple(range(6)))), random_scene_of(board, 322), (640, 480))
    calibration = Calibration(board.name, np.asarray(truth.homography), truth.size, truth.k1)
    evidence = read_unknown(picture, calibration, board)
    full = [place.id for place in board.places if truth.lying.get(place.id, EMPTY) != EMPTY]
    assert len(full) == 60
    assert sum(evidence.places[place].likelihoods[EMPTY] >= 0.99 for place in full) <= 3


@pytest.mark.parametrize("seed", [1003, 1007, 1009, 1010])
def test_pieces_as_bright_as_the_board_are_doubted_where_only_one_set_is_clear(seed: int) -> None:
    board = star_board()
    picture, truth = draw(Table(board, opening(board, (0,))), random_scene(seed, len(board.places)), (880, 660))
    calibration = Calibration(board.name, np.asarray(truth.homography), truth.size, truth.k1)
    middle = np.flatnonzero(~np.isin(regions(board), range(6)))
    hidden = np.random.default_rng(0).permutation(middle)[:10]
    # Light too bright for the camera leaves nothing of them, and they leave nothing of their holes.
    glare = np.zeros(picture.shape[:2], np.uint8)
    px = calibration.places(board)
    for x, y in px[hidden].round().astype(int).tolist():
        cv2.circle(glare, (x, y), round(0.45 * float(np.hypot(*(px[1] - px[2])))), 255, -1)
    picture = np.asarray(cv2.inpaint(picture, glare, 3, cv2.INPAINT_TELEA), np.uint8)
    evidence = read_unknown(picture, calibration, board)
    told = [evidence.places[board.places[at].id] for at in hidden]
    assert all(seen.likelihoods[EMPTY] < 0.9 and seen.p < 0.99 for seen in told)


def test_what_a_hand_covers_is_not_judged() -> None:
    picture, calibration, truth = photograph(4, (0, 3), "i5")
    evidence = read_unknown(picture, calibration, star_board())
    hidden = dict(zip((place.id for place in star_board().places), truth.hidden, strict=True))
    covered = [place for place, share in hidden.items() if share == 1.0]
    assert len(covered) > 3
    silent = [place for place in covered if not evidence.places[place].likelihoods]
    assert len(silent) >= 0.6 * len(covered)
    assert all(place not in evidence.sighting for place in silent)
    assert len(wrong(star_board(), truth, evidence)) <= 2


def test_a_point_beyond_the_rim_of_the_picture_is_not_judged() -> None:
    picture, calibration, _ = photograph()
    board = star_board()
    rows = calibration.places(board)[:, 1]
    cut = int(np.sort(rows)[-6])
    smaller = Calibration(calibration.board, calibration.homography, (calibration.size[0], cut), 0.0)
    evidence = read_unknown(picture[:cut], smaller, board)
    beyond = [place.id for place, row in zip(board.places, smaller.places(board)[:, 1], strict=True) if row > cut]
    assert beyond
    assert all(evidence.places[place].token is None for place in beyond)


def test_whichever_point_is_called_south_the_same_pieces_are_seen() -> None:
    picture, calibration, _ = photograph(4, (0, 2, 4))
    board = star_board()
    straight = read_unknown(picture, calibration, board)
    turned = read_unknown(picture, calibration.turned(board, 2), board)
    names = turned_names(board, 2)
    both = {(straight.places[names[place]].token, seen.token) for place, seen in turned.places.items()}
    assert len(both) == len({before for before, _ in both}) == len({after for _, after in both}) == 4


def test_a_board_found_a_little_beside_its_place_is_still_read() -> None:
    picture, calibration, truth = photograph(4, (0, 2, 4))
    slip = np.array([[1, 0, 0.09], [0, 1, -0.12], [0, 0, 1]])
    slipped = Calibration(calibration.board, calibration.homography @ slip, calibration.size, calibration.k1)
    assert len(wrong(star_board(), truth, read_unknown(picture, slipped, star_board()))) <= 1


def test_likelihoods_are_those_of_a_reader_that_may_err() -> None:
    picture, calibration, _ = photograph()
    evidence = read_unknown(picture, calibration, star_board())
    for seen in evidence.places.values():
        assert sum(seen.likelihoods.values()) == pytest.approx(1)
        assert 0 < seen.p < 1
        assert min(seen.likelihoods.values()) > 0


def test_sets_are_called_by_words_that_tell_them_apart() -> None:
    picture, calibration, _ = photograph(4, (0, 1, 2, 3, 4, 5))
    words = [of.word for of in read_unknown(picture, calibration, star_board()).sets]
    assert len(set(words)) == len(words)


def test_a_board_that_is_wholly_out_of_view_is_not_judged() -> None:
    picture, calibration, _ = photograph()
    aside = np.array([[1.0, 0, 2 * picture.shape[1]], [0, 1, 0], [0, 0, 1]])
    there = replace(calibration, homography=aside @ calibration.homography)
    assert not any(seen.likelihoods for seen in look(picture, star_board(), there).places.values())


def test_a_picture_of_another_size_than_the_board_was_found_in_is_refused() -> None:
    picture, calibration, _ = photograph()
    with pytest.raises(ValueError, match="calibrated for"):
        look(np.ascontiguousarray(picture[::2, ::2]), star_board(), calibration)


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_picture_of_nothing_has_few_sure_pieces(shade: int) -> None:
    _, calibration, _ = photograph()
    nothing = np.full((calibration.size[1], calibration.size[0], 3), shade, np.uint8)
    evidence = read_unknown(nothing, calibration, star_board())
    surely = [seen for seen in evidence.places.values() if seen.token not in {None, EMPTY} and seen.p > 0.99]
    assert len(surely) <= 2


def test_reading_twice_gives_the_same() -> None:
    picture, calibration, _ = photograph()

    def told() -> Mapping[PlaceId, Mapping[Token, float]]:
        return read_unknown(picture, calibration, star_board()).sighting

    assert told() == told()


@pytest.mark.parametrize(("seed", "height", "tilt"), [(114, 1.1, 38), (176, 1.5, 32), (177, 1.1, 38)])
def test_pegs_whose_heads_lie_over_other_places_stand_where_their_feet_are(
    seed: int, height: float, tilt: float
) -> None:
    board = star_board()
    scene = random_scene(seed)
    scene = replace(scene, pose=replace(scene.pose, tilt=tilt), pieces=replace(scene.pieces, kind="peg", height=height))
    picture, calibration, truth = drawn(Table(board, scattered(opening(board, tuple(range(6))), seed)), scene)
    assert wrong(board, truth, read_unknown(picture, calibration, board)) == []


def test_a_whole_set_of_which_the_networks_are_not_sure_is_doubted_and_no_holes() -> None:
    """Clear glass in dimples: one network says pieces, the other holes."""
    board = star_board()
    picture, calibration, _ = photograph(points=(0, 2, 4))
    outside, glass = np.zeros(len(board.places), np.bool_), np.flatnonzero(regions(board) == 4)
    edges, colour = shapes(picture, calibration, board), tints(picture, calibration, board, outside)
    views = []
    for view in looks(picture, calibration, board):
        kinds = view.kinds.copy()
        kinds[glass] = (0.25, -0.25, -6)
        views.append(replace(view, kinds=kinds))
    chances, covered = likelihoods(views, edges, colour, outside, board)
    assert not covered.any()
    assert (chances[glass, 0] < 0.5).all()
    assert (chances[glass, 0] > 0.1).all(), "it is doubted"
    (own,) = {*chances[glass, 1:].argmax(1).tolist()}
    others = np.flatnonzero(np.isin(regions(board), (0, 2)))
    assert not (chances[others, 1:].argmax(1) == own).any()
    # A few such places are no set.
    for view in views:
        view.kinds[glass[4:]] = (4, -4, -6)
    chances, _ = likelihoods(views, edges, colour, outside, board)
    assert (chances[glass, 0] > 0.5).all()


def test_a_sixth_set_that_hardly_shows_is_not_counted_away() -> None:
    """White marbles on white discs, far away: nobody plays with five, so there are ten that the networks half deny."""
    board = star_board()
    lies = scattered(opening(board, tuple(range(6))), 3)
    picture, calibration, _ = drawn(Table(board, lies), PRINTED)
    white = np.array([lies[place.id] == "camp 4" for place in board.places])
    chances = likely(picture, calibration, dict(zip(np.flatnonzero(white), HARDLY, strict=True)))
    assert (chances[white, 0] < 0.5).sum() >= 9
    assert chances[~white].max(1).min() > 0.9


def test_ten_places_strewn_beside_five_sets_that_alone_look_a_little_like_pieces_are_the_sixth() -> None:
    """Clear marbles in white holes: the networks deny all ten, but far less surely than any hole."""
    board = star_board()
    lies = scattered(opening(board, tuple(range(6))), 3)
    picture, calibration, _ = drawn(Table(board, lies), PRINTED)
    clear = [at for at, place in enumerate(board.places) if lies[place.id] == "camp 4"]
    bare = {at: -7.6 + 0.01 * (at % 20) for at, place in enumerate(board.places) if lies[place.id] == EMPTY}
    faint = dict(zip(clear, np.linspace(-6.5, -4.3, 10).tolist(), strict=True))
    chances = likely(picture, calibration, bare | faint)
    assert chances[clear, 0].max() < 0.5
    assert chances[clear].max() < 0.99, "they are doubted"
    assert chances[list(bare), 0].min() > 0.99
    # Nor are any holes holes for sure where ten must lie somewhere and none of them stands out.
    hidden = dict(zip(clear, np.linspace(-7.6, -6.0, 10).tolist(), strict=True))
    told = likely(picture, calibration, {at: -7.6 + 0.12 * (at % 13) for at in bare} | hidden)
    assert told[clear, 0].max() < 0.99


def test_a_sixth_set_of_which_two_pieces_show_is_not_counted_away_for_sure() -> None:
    """White discs among bare white discs: two look like pieces, some like neither, four just like the bare ones."""
    board = star_board()
    lies = scattered(opening(board, tuple(range(6))), 3)
    picture, calibration, _ = drawn(Table(board, lies), PRINTED)
    white = [at for at, place in enumerate(board.places) if lies[place.id] == "camp 4"]
    bare = [at for at, place in enumerate(board.places) if lies[place.id] == EMPTY]
    shows = dict(zip(white, (1.6, 1.4, 0.5, 0.5, 0.1, -0.6, -3.9, -4.3, -4.6, -4.9), strict=True))
    chances = likely(picture, calibration, {at: -2.0 - 0.07 * n for n, at in enumerate(bare)} | shows)
    assert (chances[white[:5], 0] < 0.5).all()
    assert chances[white, 0].max() < 0.99


def test_more_pieces_than_any_game_has_are_not_all_pieces() -> None:
    """Bare discs of two points painted in the pieces' colours: seventeen blue ones and fifteen red ones are seen."""
    board = star_board()
    lies = scattered(opening(board, tuple(range(6))), 4)
    empty = [place for place, token in lies.items() if token == EMPTY][:12]
    painted = {place: Token(f"camp {int(at >= 7)}") for at, place in enumerate(empty)}
    picture, calibration, _ = drawn(Table(board, lies | painted), PRINTED)
    bare = np.array([place.id in painted for place in board.places])
    chances = likely(picture, calibration, {at: 2.5 + 0.1 * n for n, at in enumerate(np.flatnonzero(bare).tolist())})
    assert (chances[bare, 0] > 0.5).all()
    full = np.array([lies[place.id] != EMPTY for place in board.places])
    assert (chances[full, 0] < 0.5).all()


def test_one_piece_more_than_a_set_has_is_believed_where_another_set_lacks_one() -> None:
    """No game has more pieces, so one of the eleven is the other set's that looks like them, and none is a hole."""
    board = star_board()
    lies = scattered(opening(board, tuple(range(6))), 5)
    other = next(place for place, lying in lies.items() if lying == "camp 2")
    lies[other] = Token("camp 3")
    picture, calibration, _ = drawn(Table(board, lies), PRINTED)
    chances = likely(picture, calibration, {})
    full = np.array([lies[place.id] != EMPTY for place in board.places])
    assert (chances[full, 0] < 0.1).all()


def test_holes_that_look_like_a_few_pieces_more_take_nothing_from_three_sets_of_fifteen() -> None:
    """Three holes in the shadow of an arm: as a fourth set they would make each of the others a large one too many."""
    board = star_board()
    tokens = [f"camp {at // 15}" for at in range(48)] + [EMPTY] * 73
    lies = scattered({place.id: Token(token) for place, token in zip(board.places, tokens, strict=True)}, 6)
    picture, calibration, _ = drawn(Table(board, lies), PRINTED)
    chances = likely(picture, calibration, {})
    fifteen = np.array([lies[place.id] in {"camp 0", "camp 1", "camp 2"} for place in board.places])
    assert (chances[fifteen, 0] < 0.1).all()


def test_places_that_look_half_like_pieces_may_be_one_more_set_and_are_not_holes_for_sure() -> None:
    """Grey discs in grey rings, beside two sets that show; some holes look nearly like them."""
    board = star_board()
    picture, calibration, _ = photograph(points=(0, 2))
    holes = np.flatnonzero(np.isin(regions(board), (1, 3, 4, 5, -1))).tolist()
    discs = dict(zip(holes[3:73:7], np.linspace(-3.4, -1.0, 10).tolist(), strict=True))
    bare = dict.fromkeys(holes, -7.0) | dict(zip(holes[4:74:7], np.linspace(-6.0, -3.5, 10).tolist(), strict=True))
    chances = likely(picture, calibration, bare | discs)
    assert 0.5 < chances[list(discs), 0].min() <= chances[list(discs), 0].max() < 0.99
    plain = [at for at in holes if bare[at] == -7.0 and at not in discs]
    assert chances[plain, 0].min() > 0.99


def test_as_many_places_as_a_set_has_that_look_a_little_less_like_holes_are_not_called_so_for_sure() -> None:
    """Cream pawns on white discs, in light that wipes them out, beside two sets that show."""
    board = star_board()
    picture, calibration, _ = photograph(points=(0, 2))
    holes = np.flatnonzero(np.isin(regions(board), (1, 3, 4, 5, -1))).tolist()
    bare = dict.fromkeys(holes, -7.0)
    faint = np.linspace(-6.0, -4.8, 10).tolist()
    point = dict(zip(np.flatnonzero(regions(board) == 3).tolist(), faint, strict=True))
    chances = likely(picture, calibration, bare | point)
    assert 0.9 < chances[list(point), 0].min() <= chances[list(point), 0].max() < 0.98
    assert chances[[at for at in holes if at not in point], 0].min() > 0.99
    # A point of holes may look otherwise than all others; where they lie strewn they are as likely a set.
    strewn = dict(zip(holes[3:73:7], faint, strict=True))
    chances = likely(picture, calibration, bare | strewn)
    assert 0.3 < chances[list(strewn), 0].min() <= chances[list(strewn), 0].max() < 0.7
    # Twelve such places are no set, and shadows differ more from one another.
    shadows = dict(zip(holes[3:87:7], np.linspace(-6.0, -4.8, 12).tolist(), strict=True))
    assert likely(picture, calibration, bare | shadows)[holes, 0].min() > 0.98
    shades = dict(zip(holes[3:73:7], np.linspace(-6.4, -2.8, 10).tolist(), strict=True))
    assert likely(picture, calibration, bare | shades)[list(shades)[:5], 0].min() > 0.98
