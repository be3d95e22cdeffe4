"""Rooms with a simulated table and its page: driven turn by turn, or with a browser before it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.firmware.web.browser import Page, Table, chromium, table
from tests.firmware.web.room import Room


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table with its page, and nobody before it."""
    made = Room(tmp_path / "games")
    with made.client, made.journal:
        yield made


@pytest.fixture(scope="module")
def browsed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Page]]:
    folder = tmp_path_factory.mktemp("room")
    with table(folder / "games") as made, chromium(folder / "profile") as driver:
        yield made, Page(driver, made.served.address)


@pytest.fixture
def page(browsed: tuple[Table, Page]) -> Iterator[Page]:
    browsed[1].size(1366, 900)
    yield browsed[1]
    assert not [one["message"] for one in browsed[1].driver.get_log("browser") if one["level"] == "SEVERE"]


@pytest.fixture
def game(browsed: tuple[Table, Page]) -> Table:
    browsed[0].begin(players=2, pieces=10)
    return browsed[0]


@pytest.fixture
def elsewhere(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Two at another table, which lets nobody play who has not its code."""
    monkeypatch.setattr("firmware.web.server.is_local", lambda _: False)
    with table(tmp_path / "games") as other:
        other.begin(players=2)
        yield other
        page.driver.get("about:blank")
