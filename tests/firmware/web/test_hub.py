"""What the table leaves for the viewers of its page: whose time runs, and that there is something new."""

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.states import CameraLost, Item, Menu, Phase, Playing, Running
from firmware.web.facts import now_facts
from tests.firmware.web.room import Room


def menu(behind: Playing | CameraLost) -> Menu:
    return Menu(tuple(Item), Item.TAKE_BACK, behind, 0.0)


@pytest.mark.parametrize(
    ("phase", "runs"),
    [(Playing(), True), (CameraLost(Playing()), False), (menu(Playing()), True), (menu(CameraLost(Playing())), False)],
    ids=["playing", "no camera", "the menu", "the menu, no camera"],
)
def test_nobody_thinks_on_the_clock_while_the_table_sees_nothing(tmp_path: Path, phase: Phase, runs: bool) -> None:
    room = Room(tmp_path)
    room.table.loop.state = room.table.loop.state.now(phase)
    room.turn()
    assert room.hub.snapshot is not None
    assert (now_facts(room.hub.snapshot)["running"] is not None) is runs


def test_that_somebodys_time_is_up_is_news_where_no_lamp_tells_it(tmp_path: Path) -> None:
    room = Room(tmp_path, game="mandarin")
    before = room.hub.snapshot
    room.turn()
    assert room.hub.snapshot is before, "nothing has happened"
    loop = room.table.loop
    loop.state = replace(loop.state, clock=Running(out=(loop.state.game.seats[0],)))
    room.turn()
    assert room.hub.snapshot is not None
    assert room.hub.snapshot.state.clock.out == (loop.state.game.seats[0],)
