"""Grouping and counting: which pieces belong together, and what the size of a set says about a doubtful place."""

import numpy as np
from numpy.typing import NDArray

from rules.star.places import star_board
from vision.readers.unknown.counts import Sizes, weigh_counts
from vision.readers.unknown.faint import full_points, half_seen
from vision.readers.unknown.grid import regions
from vision.readers.unknown.sets import group, strangers

SAME, OTHER = 3.0, -8.0
FULL = (10, 15)


def alike(sets: list[int], seed: int = 0) -> NDArray[np.float64]:
    """Logits as the network gives them, a little uneven, for places that hold pieces of ``sets`` (−1: a hole)."""
    of = np.array(sets)
    noise = np.random.default_rng(seed).normal(0, 1, (len(of), len(of)))
    return np.where(of[:, None] == of, SAME, OTHER) + (noise + noise.T) / 2


def sizes(names: NDArray[np.intp]) -> list[int]:
    return sorted(np.bincount(names[names >= 0]).tolist(), reverse=True)


def chances(rows: list[tuple[int, tuple[float, ...]]]) -> NDArray[np.float64]:
    return np.array([row for count, row in rows for _ in range(count)])


def test_six_sets_of_ten_are_found_among_the_holes() -> None:
    sets = [number for number in range(6) for _ in range(10)] + [-1] * 61
    found = group(alike(sets), np.array(sets) >= 0, 0, FULL)
    assert sizes(found.names) == [10] * 6
    for number in range(6):
        assert len({found.names[at] for at in range(10 * number, 10 * number + 10)}) == 1
    assert found.belongs[np.arange(60), found.names[:60]].min() > 0.99


def test_two_colours_that_are_nearly_one_are_told_apart_by_how_many_there_are() -> None:
    of = np.array([0] * 10 + [1] * 10 + [2] * 10)
    logits = alike(of.tolist())
    close = (of[:, None] != of) & (of[:, None] < 2) & (of < 2)
    logits[close] += 6.5  # a little unlike one another, no more
    assert sizes(group(logits, of >= 0, 0, FULL).names) == [10, 10, 10]


def test_cats_eyes_seen_lengthwise_and_from_their_ends_are_one_set() -> None:
    """Ten of each of two greens, six with the band across and four with its end up, and ten of another colour."""
    of = np.array([0] * 10 + [1] * 10 + [2] * 10)
    ends = np.array([0] * 6 + [1] * 4 + [0] * 6 + [1] * 4 + [0] * 10)
    logits = alike(of.tolist()) / 2
    logits[(of[:, None] == of) & (ends[:, None] != ends)] = -1.5
    logits[(of[:, None] != of) & (of[:, None] < 2) & (of < 2)] = -4.0
    found = group(logits, of >= 0, 0, FULL)
    assert sizes(found.names) == [10, 10, 10]
    assert all(len(set(found.names[of == one])) == 1 for one in range(3))


def test_pieces_that_look_rather_like_another_set_are_counted_back() -> None:
    """Three creams stand in the warm corner and look white: both sets are full only if they are cream."""
    of = np.array([0] * 10 + [1] * 10 + [2] * 10 + [3] * 10)
    logits = alike(of.tolist())
    warm = np.arange(40) < 3
    logits[np.ix_(warm, of == 1)] = logits[np.ix_(of == 1, warm)] = 0.4
    logits[np.ix_(warm, (of == 0) & ~warm)] = logits[np.ix_((of == 0) & ~warm, warm)] = -0.4
    assert sizes(group(logits, of >= 0, 0, FULL).names) == [10, 10, 10, 10]


def test_one_set_of_fifteen_is_not_cut_in_two() -> None:
    of = [0] * 15 + [1] * 15
    assert sizes(group(alike(of, 3), np.array(of) >= 0, 0, FULL).names) == [15, 15]


def test_three_sets_of_fifteen_are_not_five_though_half_of_their_cats_eyes_show_their_ends() -> None:
    of = np.array([0] * 15 + [1] * 15 + [2] * 15)
    ends = np.arange(45) % 15 < 7
    logits = alike(of.tolist()) - 0.5
    lengthwise = ends[:, None] != ends
    logits[(of[:, None] == of) & (of > 0) & lengthwise] = -1.8
    logits[of[:, None] != of] = -6.0
    assert sizes(group(logits, of >= 0, 0, FULL).names) == [15, 15, 15]


def test_what_is_left_of_some_sets_is_joined_neither_to_whole_ones_nor_to_one_another() -> None:
    """Somebody packs up: two sets are still whole, and of the others three, two and one lie there."""
    of = np.array([0] * 10 + [1] * 10 + [2] * 3 + [3] * 2 + [4])
    assert sizes(group(alike(of.tolist()) + 2, of >= 0, 0, FULL).names) == [10, 10, 3, 2, 1]


def test_a_large_hand_may_hide_more_of_each_set_than_a_small_one() -> None:
    left = np.array([7, 6, 8, 7])
    wide, narrow = (Sizes.of((10, 15), 40, covered).usual[0, left].sum() for covered in (45, 10))
    assert wide > narrow + 3


def test_a_die_on_the_board_is_no_reason_to_join_two_sets() -> None:
    of = [number for number in range(6) for _ in range(10)] + [6]
    found = group(alike(of), np.array(of) >= 0, 0, FULL)
    assert sizes(found.names) == [10] * 6 + [1]


def test_an_empty_board_has_no_sets() -> None:
    found = group(alike([-1] * 20), np.zeros(20, bool), 0, FULL)
    assert found.belongs.shape == (20, 0)
    assert (found.names == -1).all()


def test_a_grouping_says_how_doubtful_it_is() -> None:
    of = [0] * 4 + [1] * 4
    logits = alike(of)
    torn = logits.copy()
    torn[np.not_equal.outer(of, of)] = -0.5
    assert group(logits, np.ones(8, bool), 0, FULL).doubt.max() < 0.05
    assert group(torn, np.ones(8, bool), 0, FULL).doubt.min() > 0.1


def test_only_the_sets_that_may_be_one_are_doubted() -> None:
    of = np.array([0] * 4 + [1] * 4 + [2] * 4)
    logits = alike(of.tolist())
    logits[(of[:, None] != of) & (of[:, None] < 2) & (of < 2)] = -0.1
    doubt = group(logits, of >= 0, 0, FULL).doubt
    assert doubt[:8].min() > 0.03
    assert doubt[8:].max() < 0.001


def test_a_piece_between_two_sets_is_doubted_and_its_fellows_are_not() -> None:
    """Five and four, or four and five: how many there are does not tell whose it is."""
    of = np.array([0] * 5 + [1] * 4)
    logits = alike(of.tolist())
    logits[0, 1:5] = logits[1:5, 0] = 0.1
    logits[0, 5:] = logits[5:, 0] = -0.1
    doubt = group(logits, of >= 0, 0, FULL).doubt
    assert doubt[0] > 0.05
    assert doubt[1:].max() < 0.02


def test_an_eleventh_piece_is_doubted_and_a_tenth_believed() -> None:
    empty, piece = (0.9992, 0.0004, 0.0004), (0.004, 0.995, 0.001)
    other = (0.004, 0.001, 0.995)
    doubtful = (0.45, 0.54, 0.01)
    full = weigh_counts(chances([(10, piece), (10, other), (1, doubtful), (60, empty)]), covered=0, sizes=FULL)
    assert full[20, 0] > 0.9
    lacking = weigh_counts(chances([(9, piece), (10, other), (1, doubtful), (60, empty)]), covered=0, sizes=FULL)
    assert lacking[19, 1] > 0.9


def test_what_one_sets_number_tells_of_a_piece_tells_the_next_set_too() -> None:
    """The third set is full, so what looks like it is of the second, and what looks like the second of the first."""
    empty, first = (0.9988, 0.0004, 0.0004, 0.0004), (0.004, 0.994, 0.001, 0.001)
    second, third = (0.004, 0.001, 0.994, 0.001), (0.004, 0.001, 0.001, 0.994)
    like_second, like_third = (0.001, 0.3, 0.698, 0.001), (0.001, 0.001, 0.1, 0.898)
    weighed = weigh_counts(
        chances([(9, first), (9, second), (10, third), (1, like_second), (1, like_third), (60, empty)]),
        covered=0,
        sizes=FULL,
    )
    assert weighed[28, 1] > 0.7
    assert weighed[29, 2] > 0.7


def test_a_few_doubtful_things_beside_full_sets_are_no_set_of_their_own() -> None:
    empty, one, two = (0.998, 0.001, 0.0005, 0.0005), (0.004, 0.994, 0.001, 0.001), (0.004, 0.001, 0.994, 0.001)
    hollow = (0.3, 0.001, 0.001, 0.698)
    weighed = weigh_counts(chances([(15, one), (15, two), (3, hollow), (80, empty)]), covered=0, sizes=FULL)
    assert weighed[30:33, 0].min() > 0.9


def test_a_few_pieces_of_many_colours_are_not_lumped_together() -> None:
    of = np.array([0] * 4 + [1] * 3 + [2] * 2 + [3] * 2)
    logits = alike(of.tolist())
    logits[np.not_equal.outer(of, of) & (of[:, None] > 1) & (of > 1)] = -2.5
    assert sizes(group(logits, of >= 0, 0, FULL).names) == [4, 3, 2, 2]


def test_what_is_clear_is_not_argued_away_by_counting() -> None:
    empty, one, two = (0.999, 0.0005, 0.0005), (0.001, 0.998, 0.001), (0.001, 0.001, 0.998)
    odd = chances([(3, one), (4, two), (90, empty)])
    weighed = weigh_counts(odd, covered=0, sizes=FULL)
    assert (weighed.argmax(1) == odd.argmax(1)).all()
    assert weighed.max(1).min() > 0.95


def test_places_under_a_hand_may_hold_what_is_missing() -> None:
    empty, piece, other = (0.9992, 0.0004, 0.0004), (0.004, 0.995, 0.001), (0.004, 0.001, 0.995)
    doubtful = (0.6, 0.39, 0.01)
    table = chances([(9, piece), (10, other), (1, doubtful), (60, empty)])
    seen = weigh_counts(table, covered=0, sizes=FULL)[19, 1]
    covered = weigh_counts(table, covered=20, sizes=FULL)[19, 1]
    assert covered < seen


def test_weighed_chances_are_chances() -> None:
    rng = np.random.default_rng(5)
    weighed = weigh_counts(rng.dirichlet([2, 1, 1, 1], 121), covered=3, sizes=FULL)
    assert np.allclose(weighed.sum(1), 1)
    assert (weighed >= 0).all()


def test_a_piece_that_was_joined_to_the_wrong_set_goes_home() -> None:
    of = np.array([0] * 10 + [1] * 10)
    logits = alike(of.tolist())
    # Its nearest neighbour is of the other set, yet it is more like the whole of its own.
    logits[9, 10] = logits[10, 9] = 6.0
    logits[9, :9] = logits[:9, 9] = 0.5
    logits[9, 11:] = logits[11:, 9] = -0.5
    assert sizes(group(logits, of >= 0, 0, FULL).names) == [10, 10]


def test_twenty_alike_are_rather_two_sets_than_one_of_twenty() -> None:
    of = np.array([0] * 10 + [1] * 10 + [2] * 10)
    logits = alike(of.tolist())
    logits[(of[:, None] != of) & (of[:, None] < 2) & (of < 2)] = 0.5
    assert sizes(group(logits, of >= 0, 0, FULL).names) == [10, 10, 10]


def test_twenty_that_nothing_tells_apart_are_doubted_for_no_set_is_as_large() -> None:
    """White and cream discs in light that leaves one colour of both, beside three sets that show."""
    of = np.array([0] * 20 + [1] * 10 + [2] * 10 + [3] * 10)
    found = group(alike(of.tolist()) + 6 * (of[:, None] == of), of >= 0, 0, FULL)
    assert sizes(found.names) == [20, 10, 10, 10]
    assert found.doubt[:20].min() >= 0.25
    assert found.doubt[20:].max() < 0.01


def test_of_seven_groups_the_one_that_is_no_full_set_is_no_set() -> None:
    """Holes through a black point over a blue table look like eight pieces; six sets of ten lie beside them."""
    of = np.array([number for number in range(6) for _ in range(10)] + [6] * 8)
    looks = np.where(of == 1, 2.0, 5.0)  # the black pieces are no plainer than the holes
    found = group(alike(of.tolist()), of >= 0, 0, FULL)
    none = strangers(found, looks, 0, FULL)
    assert none[found.names[60]] > 0.9
    assert np.delete(none, found.names[60]).max() < 0.05


def test_six_sets_may_all_be_sets() -> None:
    of = np.array([number for number in range(6) for _ in range(10)])
    found = group(alike(of.tolist()), of >= 0, 0, FULL)
    assert not strangers(found, np.ones(len(of)), 0, FULL).any()


def test_points_that_may_be_full_vouch_for_one_another_where_nothing_surely_is_a_piece() -> None:
    """Discs in rings just like the bare ones: the networks half deny every piece of a game's beginning."""
    points = regions(star_board())
    logits, covered = np.full(len(points), -7.5), np.zeros(len(points), np.bool_)
    for point, seen in ((0, -1.0), (1, -1.6), (3, -1.8), (4, -2.7)):
        logits[points == point] = seen + np.linspace(-0.9, 0.9, 10)
    logits[np.flatnonzero(points == 0)[0]] = 0.2
    beginning = np.isin(points, (0, 1, 3, 4))
    full = full_points(logits, points, covered)
    assert full[beginning].min() > 0.8
    assert full[~beginning].max() < 0.01
    logits[np.flatnonzero(points < 0)[0]] = 5.0
    beside_a_piece = full_points(logits, points, covered)
    assert beside_a_piece[points == 4].max() < 0.5
    logits[(points == 1) | (points == 3)] = -7.5
    logits[points < 0] = -7.5
    assert full_points(logits, points, covered)[points == 4].max() < 0.5, "a single one has none to vouch for it"


def test_ten_pawns_of_which_light_leaves_little_are_a_set_where_they_lie_strewn_and_a_point_of_holes_is_none() -> None:
    points = regions(star_board())
    rng = np.random.default_rng(7)
    bare = rng.normal(-7.0, 0.2, len(points))
    strewn = rng.permutation(len(points))[:10]
    for lies, told in ((strewn, (0.7, 0.9)), (np.flatnonzero(points == 2), (0.0, 0.0))):
        logits = bare.copy()
        logits[lies] = rng.normal(-4.2, 0.15, len(lies))
        chance = half_seen(logits, (10, 15), np.zeros(len(points), bool), points)
        assert told[0] <= chance[lies].min() <= chance[lies].max() <= told[1]
        assert not np.delete(chance, lies).any()
