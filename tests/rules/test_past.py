"""What has happened: it reads like a tuple, and a long game's plies do not each keep all the others anew."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import catalogue
from rules.match import Match
from rules.past import Past

STAR = catalogue.game("star", players=2, pieces=10)


@given(st.lists(st.integers()), st.lists(st.integers()))
def test_it_reads_like_a_tuple(before, after):
    past, plain = Past(before).then(*after), (*before, *after)
    assert tuple(past) == plain
    assert tuple(reversed(past)) == plain[::-1]
    assert len(past) == len(plain)
    assert [past[number] for number in range(-len(plain), len(plain))] == [*plain, *plain]
    assert past[1:-1] == plain[1:-1]
    assert [past.newest(count) for count in range(len(plain) + 2)] == [
        plain[-count or len(plain) :] for count in range(len(plain) + 2)
    ]
    assert [past.until(count) for count in range(len(plain) + 1)] == [Past(plain[:n]) for n in range(len(plain) + 1)]
    assert (past, hash(past)) == (Past(plain), hash(Past(plain)))
    assert past != Past(before).then(*after, 0)
    assert past != plain


def test_what_has_not_happened_is_not_made_up():
    for wrong in (lambda: Past().last, lambda: Past()[0], lambda: Past([1])[1], lambda: Past([1])[-2]):
        with pytest.raises(IndexError):
            wrong()
    for count in (-1, 2):
        with pytest.raises(IndexError):
            Past([1]).until(count)


def test_a_game_can_be_remembered_at_every_ply():
    """Pieces step to and fro for hours; what each ply costs does not grow with the game."""
    to_and_fro = ("d1-e5", "n4-m9", "e5-d1", "m9-n4")

    def bytes_for(plies):
        tracemalloc.start()
        match = Match.begin(STAR)
        kept = [match := match.play(STAR.read(to_and_fro[ply % 4], match.position)) for ply in range(plies)]
        taken = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return taken / len(kept)

    assert bytes_for(800) < 2 * bytes_for(200)


def test_how_a_game_stands_is_told_without_going_through_all_that_has_happened():
    to_and_fro = ("d1-e5", "n4-m9", "e5-d1", "m9-n4")
    match = Match.begin(STAR)
    for ply in range(2000):
        match = match.play(STAR.read(to_and_fro[ply % 4], match.position))
    tracemalloc.start()
    assert not match.outcome.over
    assert match.end().outcome.reason == "ended"
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8 * match.ply, "no list of all entries is made for it"


def test_a_game_of_any_length_is_let_go_again():
    past = Past(range(200_000))
    assert past.until(100_000).last == 99_999
    del past
