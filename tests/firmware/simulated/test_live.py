"""The simulated table in real time: hands act on it from other threads, and its end is told."""

import time
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Event as Flag
from threading import Thread
from typing import Any

import pytest

from firmware.events import End
from firmware.loop import Loop
from firmware.simulated.hands import Hands
from firmware.simulated.live import LiveSimulation
from firmware.simulated.simulation import Simulation
from firmware.states import Playing, opening
from hardware.simulated.scenes import WOOD
from hardware.simulated.table import Table
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match

HISTORY = opening(Match.begin(catalogue.game("star", players=2)))


def test_hands_act_between_two_turns_and_hear_what_cannot_be_done() -> None:
    ended = Flag()
    table = LiveSimulation(HISTORY, scene=WOOD, ended=ended.set)
    table.start()
    assert table.act(lambda it: it.lift(PlaceId("e7"))) == "S"
    with pytest.raises(ValueError, match="taken"):
        table.act(lambda it: it.put(PlaceId("e6")))
    table.act(lambda it: it.put(PlaceId("f6")))
    assert table.table.view[PlaceId("f6")] == "S"
    table.close()
    assert ended.is_set()
    assert table.failed is None
    assert table.gesture(Table.pick_up).cancelled()


class Busy(Simulation):
    """A table on a busy machine: people have waited once before its first picture is there."""

    def wait(self, seconds: float) -> None:
        if self.waited:
            super().wait(seconds)
        self.waited = True

    waited = False


def test_hands_hold_no_button_before_a_picture_has_left_a_doubt() -> None:
    table = Busy(HISTORY, scene=WOOD)
    Hands(table).wait_until_ready()
    assert isinstance(table.loop.state.phase, Playing)


def test_what_breaks_in_the_thread_of_the_table_is_known_to_who_waits() -> None:
    def broken(loop: Loop) -> None:
        raise RuntimeError(f"nobody foresaw {loop.state.ply}")

    ended = Flag()
    table = LiveSimulation(HISTORY, scene=WOOD, watch=broken, ended=ended.set)
    table.start()
    assert ended.wait(30)
    assert str(table.failed) == "nobody foresaw 0"


def test_who_breaks_the_table_hears_it_too_and_waits_for_nothing() -> None:
    def clumsy(_: Table) -> None:
        raise RuntimeError

    table = LiveSimulation(HISTORY, scene=WOOD)
    table.start()
    with pytest.raises(RuntimeError):
        table.gesture(clumsy).result(timeout=60)
    table.close()
    assert isinstance(table.failed, RuntimeError)


def test_the_end_of_a_game_ends_nothing_and_hides_no_wish() -> None:
    thens: list[object] = []

    def watch(loop: Loop) -> None:
        thens.append(loop.then)
        if len(thens) > 3:
            loop.then = "new"

    ended = Flag()
    table = LiveSimulation(HISTORY, scene=WOOD, watch=watch, ended=ended.set)
    table.loop.put(End(0.0))
    table.start()
    assert ended.wait(30)
    assert table.loop.state.outcome.over
    assert {*thens} == {None}, "whoever looks meanwhile sees no end either"
    assert table.loop.then == "new"


class Crowded(SimpleQueue[Any]):
    """A queue at which somebody else comes first whenever there is time for it."""

    def empty(self) -> bool:
        told = super().empty()
        time.sleep(0.001)
        return told


def test_hands_that_come_all_at_once_when_the_table_is_put_away_wait_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware.loop.SimpleQueue", Crowded)
    table = LiveSimulation(HISTORY, scene=WOOD)
    table.close()
    put_in: list[Future[None]] = []

    def gestures() -> None:
        put_in.extend([table.gesture(Table.uncover) for _ in range(20)])

    hands = [Thread(target=gestures, daemon=True) for _ in range(4)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join(2)
    assert len(put_in) == 4 * 20, "nobody hangs"
    assert all(done.cancelled() for done in put_in)
