"""Scenes in a real browser: people drag marbles, press the button, look on, mend what was refused."""

from collections.abc import Iterator

import pytest
from axe_core_python.sync_playwright import Axe
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from rules.geometry import PlaceId
from tests.firmware.web.browser import CHROMIUM, DRIVER, Page, Table, chromium, table

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no Chromium here: apt-get install chromium chromium-driver"
)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Page]]:
    folder = tmp_path_factory.mktemp("room")
    with table(folder / "games") as made, chromium(folder / "profile") as driver:
        yield made, Page(driver, made.served.address)


@pytest.fixture
def page(room: tuple[Table, Page]) -> Iterator[Page]:
    room[1].size(1366, 900)
    yield room[1]
    errors = [one["message"] for one in room[1].driver.get_log("browser") if one["level"] == "SEVERE"]
    # A camera without a first picture is no error of the page's.
    assert not [one for one in errors if "/api/camera.jpg" not in one and "/api/seen.jpg" not in one]


@pytest.fixture
def game(room: tuple[Table, Page]) -> Table:
    room[0].begin(players=2, pieces=10)
    return room[0]


# Playing.


def test_two_people_play_by_dragging_and_a_reload_in_mid_game_loses_nothing(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert "South" in page.text("#status")
    page.move("d2", "e6", lambda: game.state)
    assert "North" in page.text("#status")
    page.move("n2", "m6", lambda: game.state)
    page.open()
    page.until(lambda: page.text("#history").split() == ["n2-m6", "d2-e6"])
    page.ready()
    page.lift("b2")
    page.until(lambda: page.lit() == {"d2", "f5"})
    page.drop("f5")
    page.until(lambda: "f5" in page.label("f5") and "South" in page.label("f5"))
    page.press()
    page.until(lambda: game.state.ply == 3)
    assert game.state.last.move == "b2:d2:f5"
    page.until(lambda: len(page.all("#stage .way")) == 2)
    assert "North is to move." in str(page.find("#said").get_property("textContent"))


def test_a_move_that_is_not_allowed_is_refused_and_mended(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.lift("d2")
    page.drop("i5")
    page.until(lambda: "South" in page.label("i5"))
    page.press()
    page.until(lambda: page.phase() == "refused")
    assert page.text("#status") == "Not like that"
    assert "i5" in page.text("#trouble")
    assert "d2" in page.text("#trouble")
    page.lift("i5")
    page.drop("d2")
    page.until(lambda: page.phase() == "playing")
    assert "in its place again" in page.text("#said")
    assert game.state.ply == 0


def test_a_doubtful_move_is_answered_on_the_page(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.lift("d2")
    page.until(lambda: "e6" in page.lit())
    page.drop("e6")
    assert game.live is not None
    game.live.act(lambda it: it.cover(PlaceId("e6"), 0.8))
    page.until(lambda: page.all("#stage .plate"))
    page.press()
    page.until(lambda: page.phase() == "unsure")
    page.until(lambda: all(one.get_property("naturalWidth") for one in page.all(".crops img")))
    assert page.all(".crops img")
    answers = {one.text: one for one in page.all("button.choice")}
    answers["d2-e6"].click()
    page.until(lambda: game.state.ply == 1)
    game.live.act(lambda it: it.uncover())
    page.until(lambda: page.phase() == "playing")
    assert game.state.last.move == "d2-e6"


def test_with_the_keyboard_alone(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.driver.execute_script("arguments[0].focus()", page.place("d2"))
    keys = ActionChains(page.driver)
    keys.send_keys(Keys.ENTER).perform()
    page.until(lambda: "e6" in page.lit())
    ActionChains(page.driver).send_keys(Keys.ARROW_UP).perform()
    active = page.driver.switch_to.active_element.get_attribute("data-place")
    assert active in {"e6", "e7"}
    ActionChains(page.driver).send_keys(" ").perform()
    page.until(lambda: "South" in page.label(active))
    page.driver.execute_script("arguments[0].focus()", page.find("#big"))
    page.until(lambda: "lit" in page.label(active))
    ActionChains(page.driver).send_keys(" ").perform()
    page.until(lambda: game.state.ply == 1)


def test_two_viewers_see_the_same(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        page.open()
        page.ready()
        second = page.driver.current_window_handle
        page.driver.switch_to.window(first)
        page.move("d2", "e6", lambda: game.state)
        page.driver.switch_to.window(second)
        page.until(lambda: "d2-e6" in page.text("#history"))
        assert "South" in page.label("e6")
    finally:
        page.driver.close()
        page.driver.switch_to.window(first)


def test_it_lies_like_this(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#fix summary").click()
    page.find("#lies").click()
    for place, token in (("d2", None), ("e6", "S")):
        while ("empty" if token is None else "South") not in page.label(place):
            ActionChains(page.driver).move_to_element(page.place(place)).click().perform()
    page.find("#tools-yes").click()
    page.until(lambda: game.state.ply == 1)
    assert game.state.last.kind == "correction"
    page.until(lambda: page.phase() == "guided")
    # The table is asked to follow; hands do, and the game goes on.
    page.lift("d2")
    page.drop("e6")
    page.until(lambda: page.phase() == "playing")
    page.find("#undo").click()
    page.until(lambda: game.state.ply == 0)


def test_clumsiness_a_knocked_marble_is_seen_and_put_back(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#clumsy summary").click()
    page.find('[data-do="knock"]').click()
    ActionChains(page.driver).move_to_element(page.place("a1")).click().perform()
    page.until(lambda: page.all("#stage .loose"))
    page.press()
    page.until(lambda: page.phase() == "refused")
    page.find('[data-do="pick"]').click()
    page.until(lambda: not page.all("#stage .loose"))
    ActionChains(page.driver).move_to_element(page.place("a1")).click().perform()
    page.until(lambda: page.phase() == "playing")
    assert game.state.ply == 0


def test_the_end_of_a_game_shows_its_card_and_leads_to_the_next(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#fix summary").click()
    page.find("#resign").click()
    page.until(lambda: page.all("dialog[open] button.main"))
    page.find("dialog button.main").click()
    page.until(lambda: page.phase() == "finished")
    assert page.text("#status") == "North wins"
    assert "South" in page.text("#trouble ol")
    page.press()
    page.until(lambda: game.live is not None and game.live.loop.then == "new")


# Looking.


def test_on_a_phone_nothing_sticks_out_and_a_finger_moves_a_marble(game: Table, page: Page) -> None:
    page.size(360, 740, phone=True)
    page.open()
    page.ready()
    width = page.driver.execute_script("return document.documentElement.scrollWidth")
    assert width <= 360
    touch = page.driver.execute_cdp_cmd
    start = middle(page, "d2")
    touch("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    page.until(lambda: "e6" in page.lit())
    end = middle(page, "e6")
    # The marble floats above the finger, so that it can be seen: the finger goes a little below the hole.
    end["y"] += 0.9 * page.driver.execute_script("return document.querySelector('#stage svg').getScreenCTM().a")
    touch("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [end]})
    touch("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.until(lambda: "South" in page.label("e6"))
    page.until(lambda: "lit" in page.label("e6"))
    page.press()
    page.until(lambda: game.state.ply == 1)


def middle(page: Page, place: str) -> dict[str, float]:
    """Where a place is in the window."""
    box = page.driver.execute_script("return arguments[0].getBoundingClientRect().toJSON()", page.place(place))
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


@pytest.mark.usefixtures("game")
def test_it_speaks_five_languages(page: Page) -> None:
    page.open()
    page.ready()
    said = {"fr": "Au tour de Sud", "de": "Süd ist am Zug", "vi": "Đến lượt Nam", "zh": "轮到南", "en": "South to move"}
    for language, says in said.items():
        page.find(f'#language option[value="{language}"]').click()
        page.until(lambda says=says: says in page.text("#status"))


@pytest.mark.usefixtures("game")
def test_everybody_can_use_it(page: Page) -> None:
    page.open()
    page.ready()
    for one in page.all("#side details:not([open]) > summary"):
        one.click()
    faults(page, "table")
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    faults(page, "set-up")
    page.driver.execute_script("document.querySelector('dialog').close()")
    page.find('a[href="#games"]').click()
    page.until(lambda: page.all(".card"))
    faults(page, "library")
    page.find(".card a").click()
    page.until(lambda: page.all("#again svg.board"))
    faults(page, "replay")


def faults(page: Page, where: str) -> None:
    """Nothing that the accessibility rules call serious, by day and by night."""
    page.driver.execute_script(Axe().axe_script)
    for theme in ("light", "dark"):
        page.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
        asked = "axe.run({resultTypes: ['violations', 'passes']}).then(arguments[0])"
        found = page.driver.execute_async_script(asked)
        assert found["passes"]
        bad = [
            (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
            for one in found["violations"]
            if one["impact"] in {"serious", "critical"}
        ]
        assert not bad, (where, theme, bad)


# The library and new games.


def test_a_game_is_found_watched_deleted_and_brought_back(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    page.move("n2", "m6", lambda: game.state)
    assert game.journal is not None
    played = game.journal.path.stem
    game.begin(players=3)
    page.open("#games")
    page.until(lambda: page.all(f'.card a[href="#games/{played}"]'))
    page.find("#search").send_keys(played)
    page.until(lambda: len(page.all(".card")) == 1)
    page.find(".card a").click()
    page.until(lambda: "2." in page.text(".caption"))
    ActionChains(page.driver).send_keys(Keys.ARROW_LEFT).perform()
    page.until(lambda: page.text(".caption") == "1. South d2-e6")
    ActionChains(page.driver).send_keys(Keys.HOME).perform()
    page.until(lambda: page.text(".caption") == "Start")
    slider = page.find('#again input[type="range"]')
    slider.send_keys(Keys.END)
    page.until(lambda: page.text(".caption") == "2. North n2-m6")
    next(one for one in page.all("#again button") if one.text == "Delete").click()
    page.until(lambda: page.all("#toast button"))
    page.until(lambda: page.all("#cards .card") or page.all("#cards .faint"))
    page.find("#toast button").click()
    page.until(lambda: page.all(f'.card a[href="#games/{played}"]'))


def test_another_game_is_chosen_in_words_and_names_are_only_text(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    page.find('.setup input[name="players"][value="3"] ~ .art').click()
    page.until(lambda: len(page.all('.setup input[placeholder="Name"]')) == 3)
    page.find('.setup input[placeholder="Name"]').send_keys("<img src=x onerror=alert(1)>")
    page.find(".setup button.main").click()
    page.until(lambda: not page.all("dialog[open]"))
    page.until(lambda: game.served.hub.wish is not None)
    wish = game.served.hub.take_wish()
    assert wish is not None
    assert wish[0] == {"players": 3}
    game.begin(wish[1], **wish[0])
    page.until(lambda: "<img src=x" in page.text("#clocks"))
    assert not page.all("img[src=x]")
