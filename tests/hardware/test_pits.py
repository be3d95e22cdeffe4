"""A mandarin board at the simulated table: fields, heaps of stones, and what its camera shows of them."""

import numpy as np
import pytest

from hardware.pictures import Picture
from hardware.simulated.painter import Painter, draw
from hardware.simulated.pit_scenes import CARVED, PRINTED, random_pits
from hardware.simulated.scene import Scene
from hardware.simulated.stones import amounts, heap
from hardware.simulated.table import Table
from rules.geometry import PlaceId
from rules.mandarin.places import BOARD, token
from rules.sight import EMPTY, View

SIZE = (480, 360)
A3, B2, W = PlaceId("a3"), PlaceId("b2"), PlaceId("W")


def laid(**counts: int) -> Table:
    """A table with so many stones on each named field."""
    return Table(BOARD, {PlaceId(name): token(count) for name, count in counts.items()})


def changed(painter: Painter, before: Picture, table: Table) -> dict[PlaceId, float]:
    """How much the picture differs now at every place: the mean of an eleventh of the board's length around it."""
    after, truth = painter.picture(table.moment()), painter.truth(table.moment())
    off = np.abs(after.astype(int) - before).mean(2)
    reach = int(np.hypot(*(truth.pixels[1] - truth.pixels[0])) / 2.5)
    return {
        place.id: float(off[int(y) - reach : int(y) + reach, int(x) - reach : int(x) + reach].mean())
        for place, (x, y) in zip(BOARD.places, truth.pixels, strict=True)
    }


@pytest.mark.parametrize("scene", [CARVED, PRINTED, random_pits(3)], ids=lambda scene: scene.name)
def test_stones_are_seen_on_their_field_and_nowhere_else(scene: Scene) -> None:
    table = laid()
    painter = Painter(scene, BOARD, table.tokens, SIZE)
    before = painter.picture(table.moment())
    table.fill(A3, token(6))
    off = changed(painter, before, table)
    assert off.pop(A3) > 5 * max(off.values())


def test_a_heap_has_as_many_stones_as_its_token_says_and_keeps_those_that_it_had() -> None:
    pits = CARVED.board.pits
    assert pits is not None
    assert amounts(token(12, 1)) == (12, 1)
    assert amounts(EMPTY) == (0, 0)
    five, six = (heap(CARVED.pieces, pits, (1.0, 0.5), token(count), "a table") for count in (5, 6))
    assert len(five) == 5
    assert six[:5] == five
    crowd = heap(CARVED.pieces, pits, (-3.0, 0.0), token(20, 1), "a table")
    assert len(crowd) == 21
    assert max(crowd, key=lambda stone: stone.wide) is crowd[0]
    assert all(2.5 < -stone.middle[0] < 2.5 + pits.end for stone in crowd)


def test_a_mandarin_whose_stones_are_spread_stays_the_same_one() -> None:
    pits = CARVED.board.pits
    assert pits is not None
    before, after = (heap(CARVED.pieces, pits, (-3.0, 0.0), token(3, 1), 4, stirred=often) for often in (0, 2))
    assert (before[0].colour, before[0].long) == (after[0].colour, after[0].long)
    assert [stone.middle for stone in before[1:]] != [stone.middle for stone in after[1:]]


def test_stones_of_a_crowd_lie_on_one_another() -> None:
    pits = CARVED.board.pits
    assert pits is not None
    crowd = heap(CARVED.pieces, pits, (0.0, 0.5), token(30), "a table")
    assert max(stone.middle[2] for stone in crowd) > 2 * min(stone.middle[2] for stone in crowd)


def test_stones_that_are_spread_lie_otherwise_and_the_others_where_they_lay() -> None:
    table = laid(a3=5, b2=5)
    painter = Painter(CARVED, BOARD, table.tokens, SIZE)
    before = painter.picture(table.moment())
    table.stir(A3)
    off = changed(painter, before, table)
    assert off[A3] > 5 * off[B2]
    assert table.view[A3] == token(5)


def test_a_heap_is_taken_up_and_stones_are_sown() -> None:
    table = laid(a3=3, b2=1)
    assert table.lift(A3) == token(3)
    table.fill(B2, token(2))
    table.in_hand.clear()
    assert table.view[A3] == EMPTY
    assert table.view[B2] == token(2)
    table.fill(B2, EMPTY)
    assert table.view[B2] == EMPTY
    with pytest.raises(ValueError, match="no place c9"):
        table.fill(PlaceId("c9"), token(1))


def test_a_hand_holds_stones_over_the_board_and_the_board_can_be_pushed() -> None:
    table = laid(W=4, a3=2)
    painter = Painter(PRINTED, BOARD, table.tokens, SIZE)
    still = painter.picture(table.moment())
    table.lift(W)
    table.hand(A3)
    assert not np.array_equal(painter.picture(table.moment()), still)
    table.no_hand()
    table.push(0.4, 0.2, 3)
    pushed = painter.picture(table.moment())
    away = painter.truth(table.moment()).pixels
    assert not np.array_equal(pushed, still)
    table.push(-0.4, -0.2, -3)
    assert np.abs(away - painter.truth(table.moment()).pixels).max() > 10


def test_the_same_seed_draws_the_same_table_and_another_one_another() -> None:
    lying: View = {place.id: token(4) for place in BOARD.places}
    one, again, other = (draw(Table(BOARD, lying), random_pits(seed), (160, 120))[0] for seed in (8, 8, 9))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
