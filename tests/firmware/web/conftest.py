"""A room with a simulated table, its page, and a browser before it."""

from collections.abc import Iterator

import pytest

from tests.firmware.web.browser import Page, Table, chromium, table


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Page]]:
    folder = tmp_path_factory.mktemp("room")
    with table(folder / "games") as made, chromium(folder / "profile") as driver:
        yield made, Page(driver, made.served.address)


@pytest.fixture
def page(room: tuple[Table, Page]) -> Iterator[Page]:
    room[1].size(1366, 900)
    yield room[1]
    assert not [one["message"] for one in room[1].driver.get_log("browser") if one["level"] == "SEVERE"]


@pytest.fixture
def game(room: tuple[Table, Page]) -> Table:
    room[0].begin(players=2, pieces=10)
    return room[0]
