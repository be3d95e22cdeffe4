"""Pieces are neither made nor lost: what may have changed somewhere is told by where the rest of its set lies."""

import numpy as np
import pytest

from vision.readers.hole.conserve import arrive, balanced

# Two places of each set, and four holes. What lies there is 20 nats likelier than anything else.
NOW = np.array([1, 1, 2, 2, 0, 0, 0, 0])
TOLD = np.ones(len(NOW), np.bool_)
SURE, DOUBT = 30.0, 29.0


def table() -> np.ndarray:
    """The log likelihoods of a table where nothing has changed, 3 × 8."""
    logs = np.full((3, len(NOW)), 10.0, np.float32)
    logs[NOW, np.arange(len(NOW))] = SURE
    return logs


def doubts(*places: tuple[int, int]) -> np.ndarray:
    """What cannot be denied: that a token lies at a place."""
    left = np.full((3, len(NOW)), -np.inf, np.float32)
    for token, place in places:
        left[token, place] = DOUBT
    return left


def move(logs: np.ndarray, token: int, source: int, target: int) -> np.ndarray:
    """A piece of that set has surely moved."""
    logs[token, [source, target]], logs[0, [source, target]] = (10, SURE), (SURE, 10)
    return logs


def test_a_shadow_in_a_hole_is_no_piece_of_a_set_that_has_all_of_its_own() -> None:
    left = balanced(doubts((1, 5)), table(), TOLD, NOW)
    assert left[1, 5] < DOUBT - 5


def test_a_piece_may_have_come_that_may_have_left_elsewhere() -> None:
    left = balanced(doubts((1, 5), (0, 0)), table(), TOLD, NOW)
    assert left[1, 5] == pytest.approx(DOUBT - (SURE - DOUBT))


def test_the_piece_that_surely_moved_accounts_for_no_other() -> None:
    left = balanced(doubts((1, 5)), move(table(), 1, 0, 4), TOLD, NOW)
    assert left[1, 5] < DOUBT - 5


def test_where_a_piece_has_surely_left_it_may_be_the_one_that_came() -> None:
    logs = table()
    logs[1, 0], logs[0, 0] = 10, SURE
    assert balanced(doubts((1, 5)), logs, TOLD, NOW)[1, 5] == DOUBT


def test_a_piece_that_left_may_be_in_a_hand_but_not_once_a_move_was_made() -> None:
    assert balanced(doubts((0, 2)), table(), TOLD, NOW)[0, 2] == DOUBT
    assert balanced(doubts((0, 2)), move(table(), 1, 0, 4), TOLD, NOW)[0, 2] < DOUBT - 5


def test_a_piece_may_have_come_from_where_nobody_can_see() -> None:
    left = balanced(doubts((1, 5)), table(), TOLD & (np.arange(len(NOW)) != 0), NOW)
    assert left[1, 5] == DOUBT


def test_where_a_piece_has_surely_left_the_hole_that_looks_like_its_set_is_likelier_to_hold_it() -> None:
    logs = move(table(), 1, 0, 4)
    logs[0, 4] = DOUBT
    before = logs.copy()
    arrive(logs, TOLD, NOW)
    assert logs[0, 4] < DOUBT - 2
    two = before.copy()
    two[1, 5] = SURE + 1
    arrive(two, TOLD, NOW)
    assert two[0, 4] == DOUBT, "of two such holes neither is"
    stayed = before.copy()
    stayed[1, 0] = SURE
    arrive(stayed, TOLD, NOW)
    assert stayed[0, 4] == DOUBT, "unless none may have left"
