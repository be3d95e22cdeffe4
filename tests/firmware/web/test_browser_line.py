"""Scenes in a real browser whose line to the table is cut: it says so, comes back by itself and has missed nothing."""

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from firmware import clocks
from firmware.events import Pressed
from firmware.states import Lifted
from firmware.web import settings
from rules.game import Seat
from rules.geometry import PlaceId
from tests.firmware.web.browser import NO_BROWSER, Page, Table, table
from tests.firmware.web.wire import Wire, wired

pytestmark = NO_BROWSER


@pytest.fixture
def wire(game: Table, page: Page) -> Iterator[Wire]:
    with wired(int(game.served.address.rsplit(":", 1)[1].strip("/"))) as made:
        page.driver.get("about:blank")
        page.driver.get(made.address)
        page.ready()
        page.driver.execute_script("window.loaded = 'once'")
        yield made
        assert page.driver.execute_script("return window.loaded") == "once"
        page.driver.get("about:blank")
    # That a line is cut is told by the browser too; it is no error of the page's.
    page.driver.get_log("browser")


def play(game: Table, page: Page, start: str, end: str) -> None:
    """Somebody at the table moves and presses its button, whatever pages see of it."""
    assert game.live is not None
    live, ply = game.live, game.state.ply
    live.act(lambda it: it.lift(PlaceId(start)))
    page.until(lambda: isinstance(game.state.phase, Lifted), f"{start} lifted")
    live.act(lambda it: it.put(PlaceId(end)))
    live.loop.put(Pressed(live.clock.now()))
    page.until(lambda: game.state.ply == ply + 1, f"{start} to {end} accepted")


def missed_nothing(page: Page) -> None:
    """The page shows two moves that it did not see happen."""
    page.until(lambda: page.text("#history").split() == ["n2-m6", "d2-e6"], "both moves")
    assert not page.find("#offline").is_displayed()
    assert "South" in page.label("e6")
    assert "North" in page.label("m6")
    assert page.text("#status") == "South to move"
    page.until(lambda: "South is to move." in str(page.find("#said").get_property("textContent")))


def test_a_line_that_was_cut_comes_back_and_tells_everything_missed(game: Table, page: Page, wire: Wire) -> None:
    wire.pull()
    page.until(lambda: "Connection lost" in page.text("#offline"), "that it is offline")
    clocks = page.texts("#clocks span")
    play(game, page, "d2", "e6")
    play(game, page, "n2", "m6")
    assert page.text("#history").split() != ["n2-m6", "d2-e6"]
    page.driver.execute_async_script("setTimeout(arguments[0], 2100)")
    assert page.texts("#clocks span") == clocks, "nobody's time runs that is not heard of"
    wire.mend()
    missed_nothing(page)
    page.move("b2", "f5", lambda: game.state)


def test_who_asks_a_table_that_is_gone_is_told_so(page: Page, wire: Wire) -> None:
    wire.pull()
    page.until(lambda: "Connection lost" in page.text("#offline"), "that it is offline")
    page.find('nav a[href="#games"]').click()
    page.until(lambda: "does not answer" in page.text("#cards"))
    page.find('#language option[value="de"]').click()
    page.until(lambda: "does not answer" in page.text("#toast"))
    assert page.find("#language").get_property("value") == "en"
    page.find('nav a[href="#table"]').click()
    page.find("#new").click()
    page.until(lambda: "does not answer" in page.text("#toast"))
    assert not [one for one in page.driver.get_log("browser") if "Uncaught" in one["message"]]
    page.find(".setup > .row button, nav a[href='#games']").click()
    page.until(lambda: "does not answer" in page.text("#cards"))
    wire.mend()
    page.until(lambda: not page.find("#offline").is_displayed())
    page.until(lambda: page.all(".card a"), "the games, without going away and coming back")


def test_one_page_too_many_from_one_house_is_told_so_and_comes_in_when_another_is_closed(
    game: Table, page: Page
) -> None:
    page.open()
    page.ready()
    others = (
        "Promise.all(Array.from({ length: arguments[0] }, () => new Promise((done) => {"
        " new WebSocket(`ws://${location.host}/ws`).onopen = done; }))).then(arguments[1])"
    )
    page.driver.execute_async_script(others, settings.VIEWERS_EACH - 1)
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    last = page.driver.current_window_handle
    page.open()
    page.until(lambda: "Too many pages follow this table" in page.text("#offline"))
    page.driver.switch_to.window(first)
    page.driver.close()
    page.driver.switch_to.window(last)
    page.ready()
    page.until(lambda: not page.find("#offline").is_displayed())
    assert game.state.ply == 0


def test_who_presses_while_the_line_is_broken_is_told_that_nobody_hears_it(page: Page, wire: Wire) -> None:
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    wire.pull()
    page.until(lambda: "Connection lost" in page.text("#offline"), "that it is offline")
    page.find(".setup button.main").click()
    page.until(lambda: "does not answer" in page.text("#toast"), "why no game begins")
    assert page.seen("#toast")
    assert page.seen("#offline")
    page.find(".setup > .row button").click()
    page.until(lambda: not page.find("#toast").is_displayed())
    page.press()
    page.until(lambda: "does not answer" in page.text("#toast"), "why the turn goes on")
    assert not page.all("#big.busy")
    page.driver.execute_script("scrollTo(0, 400)")
    assert page.middle("#offline")["y"] > 0, "in sight wherever people read"
    wire.mend()
    page.until(lambda: not page.find("#offline").is_displayed())


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(("part", "without"), [("api/words/en", "web-to-move"), ("static/sow.js", "…")])
def test_a_part_of_the_page_that_did_not_arrive_is_fetched_again(page: Page, part: str, without: str) -> None:
    tell = page.driver.execute_cdp_cmd
    tell("Network.enable", {})
    tell("Network.setCacheDisabled", {"cacheDisabled": True})
    try:
        tell("Network.setBlockedURLs", {"urls": [f"*/{part}"]})
        page.open()
        page.until(lambda: page.text("#status") == without)
        tell("Network.setBlockedURLs", {"urls": []})
        page.until(lambda: page.text("#status") == "South to move", "the page as it should be")
        assert page.text("#big-text") == "End turn"
    finally:
        tell("Network.setCacheDisabled", {"cacheDisabled": False})
        tell("Network.disable", {})
    page.driver.get_log("browser")


def test_a_line_that_went_dead_without_a_word_is_given_up_when_the_phone_wakes(
    game: Table, page: Page, wire: Wire
) -> None:
    wire.go_dead()
    play(game, page, "d2", "e6")
    play(game, page, "n2", "m6")
    assert not page.find("#offline").is_displayed()
    page.driver.execute_script("dispatchEvent(new Event('online'))")
    page.until(lambda: page.find("#offline").is_displayed(), "that it is offline")
    wire.mend()
    missed_nothing(page)


def test_a_page_left_open_is_the_new_one_once_the_table_has_been_updated(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table(tmp_path / "games") as before:
        before.begin(players=2)
        Page(page.driver, before.served.address).open()
        page.ready()
        page.driver.execute_script("window.loaded = 'once'")
    newer = Path(str(files("firmware.web").joinpath("static")))
    shutil.copytree(newer, tmp_path / "static")
    with (tmp_path / "static" / "style.css").open("a", encoding="utf-8") as css:
        css.write("#big { color: rgb(1, 2, 3); }\n")
    monkeypatch.setattr("firmware.web.app.files", lambda _: tmp_path)
    port = int(before.served.address.rsplit(":", 1)[1].strip("/"))
    with table(tmp_path / "games", port) as after:
        after.begin(players=2)
        page.until(lambda: not page.driver.execute_script("return window.loaded"), "the new page")
        page.ready()
        assert page.find("#big").value_of_css_property("color") == "rgba(1, 2, 3, 1)"
        page.driver.get("about:blank")
    page.driver.get_log("browser")


def test_the_clock_is_right_on_a_telephone_that_slept_while_a_turn_ended(game: Table, page: Page, wire: Wire) -> None:
    def thought() -> float:
        return clocks.spent(game.state, game.live.clock.now())[Seat("N")]

    def shown() -> int:
        minutes, seconds = page.texts("#clocks span")[1].split()[1].split(":")
        return 60 * int(minutes) + int(seconds)

    wire.go_dead()
    play(game, page, "d2", "e6")
    page.until(lambda: thought() > 6, "that North has thought for a while")
    wire.let_go()
    page.until(lambda: page.text("#status") == "North to move", "what was held back")
    page.driver.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    page.until(lambda: abs(shown() - thought()) < 3, "the time that North has really thought")


def test_that_the_line_is_cut_is_read_aloud_once_however_often_it_is_tried_again(page: Page, wire: Wire) -> None:
    wire.pull()
    page.until(lambda: "Connection lost" in page.text("#offline"), "that it is offline")
    page.driver.execute_script(
        "window.told = 0; new MutationObserver(() => { window.told += 1; })"
        ".observe(document.querySelector('#offline'), { childList: true, characterData: true, subtree: true })"
    )
    page.driver.execute_async_script("setTimeout(arguments[0], 4000)")
    assert page.driver.execute_script("return window.told") == 0
    wire.mend()
    page.until(lambda: not page.find("#offline").is_displayed())


def test_who_did_not_wait_for_a_recorded_game_is_not_fetched_back_from_the_table(
    game: Table, page: Page, wire: Wire
) -> None:
    wire.go_dead()
    page.driver.execute_script("location.hash = '#games/0999-star'")
    page.find('nav a[href="#table"]').click()
    wire.let_go()
    play(game, page, "d2", "e6")
    page.until(lambda: page.text("#history") == "d2-e6", "what the table tells after the answer")
    page.driver.execute_async_script("setTimeout(arguments[0], 500)")
    assert page.driver.execute_script("return location.hash") == "#table"
    assert page.find("#stage").is_displayed()
    assert not page.find("#toast").is_displayed()


def test_who_presses_on_a_line_that_went_dead_need_not_wait_for_the_next_beat_to_be_told(
    page: Page, wire: Wire
) -> None:
    quiet = "setInterval = () => 0;"
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": quiet})
    try:
        page.driver.get("about:blank")
        page.driver.get(wire.address)
        page.ready()
        page.driver.execute_script("window.loaded = 'once'")
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    wire.go_dead()
    page.press()
    page.until(lambda: page.all("#big.busy"), "that it was pressed")
    page.until(lambda: "Connection lost" in page.text("#offline"), "that it is offline")
    page.until(lambda: "does not answer" in page.text("#toast"), "that nobody heard the press")
    wire.mend()
    page.until(lambda: not page.find("#offline").is_displayed())
    assert not page.all("#big.busy")
