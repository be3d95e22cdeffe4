"""The session's table in the README is the session: every state met with every event, row by row."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import pytest

from firmware.states import Press
from tests.firmware.tableside import EVENTS, STATES, WATCHED, gist, happen, name, reach

README = Path(__file__).parents[2] / "firmware" / "README.md"


class Row(NamedTuple):
    waiting: list[str]
    happens: list[str]
    then: str
    effects: str

    def fits(self, state: str, event: str) -> bool:
        return event in self.happens and any(fnmatchcase(state, pattern) for pattern in self.waiting)


def rows(press: Press) -> Iterator[Row]:
    """The rows of one table of the README, in its order."""
    text = README.read_text(encoding="utf-8").split(f"<!-- table: {press} -->")[1].lstrip().split("\n\n")[0]
    for line in text.splitlines()[2:]:
        waiting, happens, then, effects = (cell.strip() for cell in line.strip("|").split("|"))
        if happens:
            patterns = ["*" if state.strip() == "any" else state.strip() for state in waiting.split(";")]
            yield Row(patterns, [event.strip() for event in happens.split(";")], then, effects.replace("–", ""))


TABLES: dict[Press, list[Row]] = {
    "button": list(rows("button")),
    "still": [*rows("button"), *rows("still")],
}
SCENES = [("button", state, way) for state, way in STATES.items()] + [
    ("still", state, way) for state, way in WATCHED.items()
]


def promised(press: Press, state: str, event: str) -> tuple[str, str]:
    """What the table says happens: the last row that fits; nothing where none does."""
    fitting = [row for row in TABLES[press] if row.fits(state, event)]
    if not fitting:
        return state, ""
    then = fitting[-1].then.replace("·", state).replace("…", state.split(":", maxsplit=1)[0])
    return then, fitting[-1].effects


@pytest.mark.parametrize(("press", "state", "way"), SCENES, ids=[f"{press}-{state}" for press, state, _ in SCENES])
def test_every_event_does_what_the_table_says(press: Press, state: str, way: tuple[str, ...]) -> None:
    before = reach(way, press)
    assert name(before) == state

    done = {event: happen(before, event) for event in EVENTS}

    assert {event: (name(after), gist(effects)) for event, (after, effects) in done.items()} == {
        event: promised(press, state, event) for event in EVENTS
    }


@pytest.mark.parametrize("press", ["button", "still"])
def test_every_row_of_the_table_is_about_a_state_and_an_event_that_exist(press: Press) -> None:
    states = STATES if press == "button" else WATCHED
    for row in rows(press):
        assert set(row.happens) <= set(EVENTS)
        assert any(fnmatchcase(state, pattern) for pattern in row.waiting for state in states), row


def test_what_is_recorded_comes_before_what_is_shown_and_said() -> None:
    order = ("record", "keep", "note", "light", "say", "look", "finish")
    for _, state, way in SCENES:
        for event in EVENTS:
            _, effects = happen(reach(way), event)
            kinds = [order.index(word.split()[0]) for word in gist(effects).split(", ") if word]
            assert kinds == sorted(kinds), (state, event)
