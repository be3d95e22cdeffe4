"""Scenes in a real browser: a game is set up in steps, the board is found in the picture, the machine is checked."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from selenium.webdriver.common.action_chains import ActionChains

from firmware.kept import profiles
from hardware.simulated.devices import SimulatedLights
from rules import catalogue
from rules.match import Match
from tests.firmware.web.browser import NO_BROWSER, Page, Table

pytestmark = NO_BROWSER


@contextmanager
def slow(page: Page, milliseconds: int) -> Iterator[None]:
    """A line on which every answer takes that long."""

    def answer_after(latency: int) -> None:
        line = {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1}
        page.driver.execute_cdp_cmd("Network.emulateNetworkConditions", line)

    page.driver.execute_cdp_cmd("Network.enable", {})
    try:
        answer_after(milliseconds)
        yield
    finally:
        answer_after(0)
        page.driver.execute_cdp_cmd("Network.disable", {})


def opened(page: Page, step: int = 0) -> None:
    """The wizard at one of its steps."""
    page.open()
    page.ready()
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    page.step(step)


def test_another_game_is_chosen_in_words_and_names_are_only_text(game: Table, page: Page) -> None:
    page.size(390, 844, phone=True)
    page.open()
    page.ready()
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    page.find('.setup input[name="players"][value="3"] ~ .art').click()
    page.until(lambda: len(page.all('.setup input[placeholder="Name"]')) == 3)
    page.find('.setup input[placeholder="Name"]').send_keys("<img src=x onerror=alert(1)>")
    page.find('.setup select[name="clock"] option[value="10+5"]').click()
    page.find(".setup button.main").click()
    page.until(lambda: not page.all("dialog[open]"))
    assert page.seen("#new"), "the page has not rolled away"
    page.until(lambda: game.served.hub.wish is not None)
    wish = game.served.hub.take_wish()
    assert wish is not None
    assert wish.options == {"players": 3, "pieces": 10}
    assert str(wish.clock) == "10+5"
    game.begin(wish.players, **wish.options)
    page.until(lambda: "<img src=x" in page.text("#clocks"))
    assert not page.all("img[src=x]")


@pytest.mark.usefixtures("game")
def test_what_was_typed_is_not_lost_by_a_press_that_began_or_ended_in_the_dialog(page: Page) -> None:
    def press(start: tuple[float, float], end: tuple[float, float]) -> None:
        for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)

    opened(page)
    name = page.find('.setup input[placeholder="Name"]')
    name.send_keys("Anna")
    at = page.middle('.setup input[placeholder="Name"]')
    box = page.driver.execute_script("return document.querySelector('dialog').getBoundingClientRect().toJSON()")
    outside, edge = (5.0, box["top"] + 50), (box["left"] + 3, box["top"] + 50)
    press((at["x"], at["y"]), outside)
    press(outside, (at["x"], at["y"]))
    press(edge, edge)
    assert page.all("dialog[open] .setup")
    assert name.get_property("value") == "Anna"
    press(outside, outside)
    page.until(lambda: not page.all("dialog[open]"))


def test_who_sets_a_game_up_is_told_of_another_one_that_has_begun_meanwhile(game: Table, page: Page) -> None:
    opened(page)
    game.begin(players=2, pieces=10)
    page.find(".setup button.main").click()
    page.until(lambda: "Somebody has begun another game meanwhile" in page.text("#toast"))
    assert game.served.hub.wish is None
    page.find(".setup button.main").click()
    page.until(lambda: not page.all("dialog[open]"))
    assert game.served.hub.take_wish() is not None


def test_from_the_largest_board_people_come_back_to_the_smallest_one_with_its_own_sets(game: Table, page: Page) -> None:
    game.begin(players=4, size=6)
    opened(page, 1)
    page.until(lambda: page.all('.setup input[name="size"]'))
    assert [one.is_enabled() for one in page.all('.setup input[name="size"]')] == [True, True, True]
    page.find('.setup input[name="size"][value="4"] ~ .art').click()
    page.until(lambda: page.find('.setup input[name="size"][value="4"]').is_selected())
    page.find(".setup button.main").click()
    page.until(lambda: game.served.hub.wish is not None)
    wish = game.served.hub.take_wish()
    assert wish is not None
    assert wish.options == {"players": 4, "size": 4}


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("size", [(320, 256), (320, 180), (844, 390)])
def test_in_a_low_window_all_of_a_step_is_come_to_by_scrolling(page: Page, size: tuple[int, int]) -> None:
    page.size(*size)
    opened(page, 1)
    page.until(lambda: len(page.all(".rule")) > 5)
    page.driver.execute_script("arguments[0].scrollIntoView()", page.all(".rule")[3])
    box = page.driver.execute_script("return arguments[0].getBoundingClientRect().toJSON()", page.all(".rule")[3])
    within = page.driver.execute_script("return document.querySelector('dialog').clientHeight")
    assert within > 0.9 * size[1]
    assert box["top"] < 0.1 * size[1], "it has the whole window to be read in"


@pytest.mark.usefixtures("game")
def test_magnified_fourfold_the_table_has_the_whole_width(page: Page) -> None:
    page.size(320, 256)
    page.open()
    page.ready()
    assert page.find("#stage").size["width"] > 0.85 * 320
    assert page.find("#trouble").size["width"] > 0.85 * 320


@pytest.mark.usefixtures("game")
def test_where_people_choose_the_colours_edges_tell_what_is_chosen(page: Page) -> None:
    def style(selector: str, what: str) -> str:
        ask = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        return str(page.driver.execute_script(ask, selector, what))

    chosen = {"features": [{"name": "forced-colors", "value": "active"}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", chosen)
    try:
        opened(page)
        assert style(".tile :checked", "outlineStyle") == "solid"
        assert style(".tile :not(:checked)", "outlineStyle") == "none"
        assert {style(one, "borderTopStyle") for one in ("dialog", "#big")} == {"solid"}
        assert style("#dot", "backgroundColor") != style("body", "backgroundColor"), "whose turn it is"
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_the_next_game_has_the_house_rules_of_this_one(game: Table, page: Page) -> None:
    game.begin(players=2, corners="no_stop")
    opened(page, 1)
    page.until(lambda: page.find('.setup input[name="corners"][value="no_stop"]').get_property("checked"))
    page.find(".setup button.main").click()
    page.until(lambda: game.served.hub.wish is not None)
    wish = game.served.hub.take_wish()
    assert wish is not None
    assert wish.options == {"players": 2, "corners": "no_stop"}


def test_who_chooses_faster_than_the_table_answers_gets_all_that_was_chosen(game: Table, page: Page) -> None:
    opened(page, 1)
    with slow(page, 600):
        for name, value in (("sets", "2"), ("home_lock", "false"), ("corners", "no_stop")):
            page.find(f'.setup input[name="{name}"][value="{value}"] ~ span:last-child').click()
        page.find(".setup button.main").click()
        page.until(lambda: game.served.hub.wish is not None)
    wish = game.served.hub.take_wish()
    assert wish is not None
    assert {"sets": 2, "home_lock": False, "corners": "no_stop"}.items() <= wish.options.items()


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    ("step", "asks", "after"), [(2, "/api/where", "Does every ring"), (3, "/api/empty", "does not look empty")]
)
def test_pressing_again_while_the_board_is_looked_at_asks_for_nothing_more(
    page: Page, step: int, asks: str, after: str
) -> None:
    opened(page, step)
    page.driver.execute_script(
        "window.asked = []; const before = window.fetch;"
        "window.fetch = (path, more) => { window.asked.push(path); return before(path, more) }"
    )
    with slow(page, 2000):
        finger = ActionChains(page.driver, duration=0).move_to_element(page.find(".step .main"))
        for _ in range(5):
            finger.click()
        finger.perform()
        page.until(lambda: after in page.text(".hint"), "what was seen")
    assert page.driver.execute_script("return window.asked").count(asks) == 1
    page.driver.get_log("browser")  # the browser writes down that a full board is not empty


@pytest.mark.usefixtures("game")
def test_nothing_jumps_away_under_a_finger_when_its_picture_comes_late(page: Page) -> None:
    choice = '.setup input[name="sets"][value="2"] ~ .art'
    opened(page)
    with slow(page, 2000):
        page.step(1)
        before = page.middle(choice)
        assert page.find(choice).is_displayed()
        assert not page.all(f"{choice} .piece")
        page.until(lambda: page.all(f"{choice} .piece"))
    assert page.middle(choice) == pytest.approx(before, abs=1)


@pytest.mark.usefixtures("game")
def test_what_cannot_be_chosen_stays_in_sight_and_says_which_rule_bars_it(page: Page) -> None:
    opened(page, 1)
    page.find('.setup input[name="sets"][value="3"] ~ span:last-child').click()
    page.until(lambda: page.find('.setup input[name="sets"][value="3"]').get_property("checked"))
    page.step(0)
    page.until(lambda: page.all(".rule"))
    assert [one.is_enabled() for one in page.all('.setup input[name="players"]')] == [True, False, False, False]
    assert "3, 4, 6 (how many sets of pieces each player has: 3)" in page.text(".rule")


@pytest.mark.usefixtures("game")
def test_a_rule_that_bars_something_is_shown_though_it_leaves_no_choice_itself(page: Page) -> None:
    opened(page, 1)
    page.until(lambda: "21 (how many rows" in page.text(".step"))
    assert [one.is_enabled() for one in page.all('.setup input[name="size"]')] == [True, False, False]
    assert "Not possible now: 5, 6 (" in page.text(".step")


def test_the_pictures_of_who_begins_have_the_corners_of_the_board(game: Table, page: Page) -> None:
    def dots(first: str) -> list[float]:
        picture = f'.setup input[name="first"][value="{first}"] ~ .art circle'
        page.until(lambda: page.all(picture))
        return [float(str(one.get_attribute("r"))) for one in page.all(picture)]

    opened(page, 1)
    star = dots("S")
    assert (len(star), star.index(max(star))) == (6, 3), "clockwise from the north"
    game.lay(Match.begin(catalogue.game("piecepack")))
    page.open()
    page.until(lambda: page.all('#stage .place[data-place="h8"]'))
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    page.step(1)
    tiles = dots("SW")
    assert (len(tiles), tiles.index(max(tiles))) == (4, 2), "clockwise from the north-east"


def test_who_begins_another_game_in_the_middle_of_one_is_asked(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    page.find('.setup input[placeholder="Name"]').send_keys("Anna")
    page.find(".foot .main").click()
    page.until(lambda: "The game that is on ends" in page.text(".foot"))
    assert page.at(".foot button:not(.main)"), "nothing ends by pressing twice"
    page.find(".foot button:not(.main)").click()
    page.until(lambda: page.all(".foot .next"), "everything as it was")
    assert game.served.hub.wish is None
    page.find(".foot .main").click()
    page.until(lambda: not page.all(".foot .next"))
    page.find(".foot .main").click()
    page.until(lambda: not page.all("dialog[open]"))
    wish = game.served.hub.take_wish()
    assert wish is not None
    assert "Anna" in wish.players.values()


def test_the_corners_that_will_be_used_light_up_on_the_table(game: Table, page: Page) -> None:
    opened(page)
    assert game.live is not None
    overlay = lambda: {*game.live.loop.overlay} if game.live else set()  # noqa: E731 - asked again and again
    page.until(lambda: {"a1", "q1"} <= overlay() and len(overlay()) == 20)
    page.find('.setup input[name="players"][value="3"] ~ .art').click()
    page.until(lambda: len(overlay()) == 30 and {"a1"} <= overlay() and "q1" not in overlay())
    assert len(page.all(".setup .picture .lamp")) == 30
    page.find(".setup > .row button").click()
    page.until(lambda: overlay() == {"a1"}, "the turn's lamp alone")


@pytest.mark.usefixtures("game")
def test_house_rules_are_kept_for_the_family_and_chosen_again(page: Page) -> None:
    opened(page, 1)
    before = page.find(".before input")
    page.find('.setup input[name="home_lock"][value="false"] ~ .art').click()
    page.until(lambda: page.find(".before input") != before, "the rules that follow")
    assert page.find('.setup input[name="home_lock"][value="false"]').get_property("checked")
    page.find(".before input").send_keys("Oma & Opa")
    page.find(".before button").click()
    kept = profiles.folder() / "Oma-Opa.toml"
    page.until(lambda: kept.exists() and "home_lock = false" in kept.read_text())
    page.until(lambda: page.text("#toast") == "Kept.")
    page.until(lambda: page.seen("#toast"), "not behind the dialog")
    opened(page, 1)
    assert page.find('.setup input[name="home_lock"][value="true"]').get_property("checked")
    page.until(lambda: page.all('.before option[value="Oma-Opa"]'))
    page.find('.before option[value="Oma-Opa"]').click()
    page.until(lambda: page.find('.setup input[name="home_lock"][value="false"]').get_property("checked"))


def test_calibration_is_led_step_by_step(game: Table, page: Page) -> None:
    opened(page, 2)
    page.until(lambda: page.find(".view .live").get_property("naturalWidth"))
    page.find(".step .main").click()
    page.until(lambda: "every ring" in page.text(".hint"))
    assert len(page.all(".overlay .ring")) == 121
    assert page.texts(".overlay text") == ["S", "SW", "NW", "N", "NE", "SE"]
    corners = page.driver.execute_script(
        "const box = document.querySelector('.view img').getBoundingClientRect();"
        "return [...document.querySelectorAll('.overlay text')].map((one) =>"
        " [box.x + one.getAttribute('x') / 1000 * box.width, box.y + (one.getAttribute('y') - 10) / 750 * box.height])"
    )
    # The same by hand: each corner is asked for, and tapped.
    page.all(".step .row.before button")[1].click()
    for x, y in corners:
        assert "Tap the tip" in page.text(".hint")
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    page.until(lambda: "every ring" in page.text(".hint"))
    page.find(".step .main").click()
    page.until(lambda: "take all pieces off" in page.text(".hint"))
    clear, back, blink = page.all(".step .row.before button")
    clear.click()
    assert game.live is not None
    page.until(lambda: game.live is not None and not game.live.table.moment().lying)
    blink.click()
    page.until(lambda: "121 of 121" in page.text(".hint"))
    game.live.loop.lights = SimulatedLights(game.live.table, dead=frozenset(range(110, 121)))
    blink.click()
    page.until(lambda: "110 of 121" in page.text(".hint"))
    assert "seems to break after lamp 110" in page.text(".hint")
    back.click()
    page.until(lambda: game.live is not None and len(game.live.table.moment().lying) == 20)
    page.driver.execute_script("document.querySelector('dialog').close()")
    page.ready()


def test_why_no_board_is_found_stands_where_people_look(game: Table, page: Page) -> None:
    opened(page, 2)
    assert game.live is not None
    game.live.act(lambda it: it.daylight(0.0))
    # Until the camera has seen it too, the board would still be found, and another button be there to press.
    page.until(lambda: "too dark" in page.text("#said"))
    find = page.text(".step .main")
    page.find(".step .main").click()
    page.until(lambda: "dark" in page.text(".hint"))
    assert page.text(".step .main") == find, "the same button, to try again"
    assert page.driver.get_log("browser"), "the refusal is in the log, and shall be"
    game.live.act(lambda it: it.daylight(1.0))


def test_the_empty_board_may_be_shown_and_serves_at_once(game: Table, page: Page) -> None:
    opened(page, 3)
    assert game.live is not None
    eyes, at_the_table = game.live.loop.eyes, game.live.table
    assert "may skip" in page.text(".step")
    clear, back, show, insist = page.all(".step .row.before button")
    show.click()
    page.until(lambda: "does not look empty" in page.text(".hint"))
    assert insist.is_displayed()
    # The browser writes every refusal into its log; this one is no error of the page's.
    assert "/api/empty" in page.driver.get_log("browser")[-1]["message"]
    clear.click()
    page.until(lambda: not at_the_table.moment().lying)
    show.click()
    page.until(lambda: "A good picture" in page.text(".hint"))
    assert not insist.is_displayed()
    assert len(page.all(".overlay .ring")) == 121
    back.click()
    page.until(lambda: len(at_the_table.moment().lying) == 20)
    clear.click()
    page.until(lambda: not at_the_table.moment().lying)
    page.find(".setup > .row button").click()
    page.until(lambda: len(at_the_table.moment().lying) == 20, "the pieces again, for the game that is on")
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    assert eyes.reader is not None
    assert eyes.reader.shown


@pytest.mark.usefixtures("game")
def test_the_doctor_says_what_to_do(page: Page) -> None:
    opened(page, 4)
    page.until(lambda: len(page.all(".finding")) > 3)
    told = page.text(".findings").splitlines()
    assert any("Computer: " in line for line in told)
    assert any("Lamps: " in line for line in told)
    # The doctor's own words, with their files and pins, are a click away; some stand there already.
    for part in page.all(".finding details:not([open]) summary"):
        part.click()
    assert "python" in page.text(".findings")
