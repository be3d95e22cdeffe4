"""Scenes in a real browser: people drag marbles, press the button, look on, mend what was refused."""

from dataclasses import replace
from time import sleep

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from firmware import clocks
from firmware.events import NameMove, Pause
from firmware.record import parse
from firmware.time_control import TimeControl, in_minutes
from firmware.web.settings import READ_SECONDS
from rules.geometry import PlaceId
from rules.match import Match
from tests.firmware.web.browser import NO_BROWSER, Page, Table, faults

pytestmark = NO_BROWSER


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


def test_who_drags_faster_than_the_table_answers_loses_no_marble(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert game.live is not None
    table = game.live.table
    for start, end in (("d1", "h5"), ("c1", "g5"), ("b1", "g9"), ("d2", "i5"), ("d3", "i6")):
        hand = ActionChains(page.driver, duration=0).move_to_element(page.place(start)).click_and_hold()
        hand.move_to_element(page.place(end)).release().perform()
    page.until(
        lambda: all(table.view[PlaceId(end)] == "S" for end in ("h5", "g5", "g9", "i5", "i6")),
        "all where they were put",
    )


def test_with_the_keyboard_alone(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.driver.execute_script("arguments[0].focus()", page.find("#theme"))
    ActionChains(page.driver).send_keys(Keys.TAB).perform()
    assert page.at("#stage .place"), "behind the head of the page come the places, not the whole board"
    page.driver.execute_script("arguments[0].focus()", page.place("d2"))
    keys = ActionChains(page.driver)
    keys.send_keys(Keys.ENTER).perform()
    page.until(lambda: "e6" in page.lit())
    # Who listens hears that it is lifted, and at every place whether it may go there.
    page.until(lambda: page.find("#held").get_property("textContent") == "d2 lifted; places it may go to: 2")
    assert {one for one in ("d2", "e6", "e7", "f6", "a1") if "may go here" in page.label(one)} == {"e6", "e7"}
    ActionChains(page.driver).send_keys(Keys.ARROW_UP).perform()
    active = page.driver.switch_to.active_element.get_attribute("data-place")
    assert active in {"e6", "e7"}
    ActionChains(page.driver).send_keys(" ").perform()
    page.until(lambda: "South" in page.label(active))
    page.driver.execute_script("arguments[0].focus()", page.find("#big"))
    page.until(lambda: page.all("#big.ready"))
    ActionChains(page.driver).send_keys(" ").perform()
    page.until(lambda: game.state.ply == 1)


@pytest.mark.usefixtures("game")
def test_the_keyboard_is_never_lost_when_something_changes(page: Page) -> None:
    page.open()
    page.ready()
    page.find("#new").send_keys(Keys.ENTER)
    page.until(lambda: page.all("dialog[open] .setup"))
    assert page.find("dialog").accessible_name == "New game"
    page.find(".next").send_keys(Keys.ENTER)
    page.until(lambda: page.at(".step"), "the next step")
    page.step(2, lambda one: one.send_keys(Keys.ENTER))
    page.until(lambda: page.at(".step") and page.all(".view"), "the step that was chosen")
    page.all(".step .before button")[1].send_keys(Keys.ENTER)
    page.until(lambda: "Tap the tip" in page.text(".hint"))
    assert page.at(".step .before button"), "the one that leads back"
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.until(lambda: page.at("#new"))
    page.find("#fix summary").send_keys(Keys.ENTER)
    page.find("#lies").send_keys(Keys.ENTER)
    page.find("#tools-no").send_keys(Keys.ENTER)
    assert page.at("#lies")
    page.find("#resign").send_keys(Keys.ENTER)
    page.until(lambda: page.find("dialog").accessible_name == "Who gives up?")
    page.find("dialog button").send_keys(Keys.ENTER)
    page.until(lambda: page.at("#resign"))


def test_the_keyboard_goes_on_from_a_button_that_cannot_be_pressed_any_more(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    page.find("#undo").send_keys(Keys.ENTER)
    page.until(lambda: game.state.ply == 0)
    page.until(lambda: page.at("#status") and not page.find("#undo").is_enabled())
    page.find("#fix summary").send_keys(Keys.ENTER)
    page.find("#resign").send_keys(Keys.ENTER)
    page.until(lambda: page.all("dialog[open] .main"))
    page.find("dialog .main").send_keys(Keys.ENTER)
    page.until(lambda: page.phase() == "finished")
    page.until(lambda: page.at("#status"))


def test_a_double_click_takes_back_one_turn(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    for start, end in (("d2", "e6"), ("n2", "m6")):
        page.move(start, end, lambda: game.state)
    ActionChains(page.driver).double_click(page.find("#undo")).perform()
    page.until(lambda: game.state.ply == 1)
    page.find("#pause").click()
    page.until(lambda: page.phase() == "paused")
    assert game.state.ply == 1


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


def test_what_another_viewer_holds_is_told(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert game.live is not None
    game.live.act(lambda it: it.lift(PlaceId("d2")))
    page.until(lambda: page.all("#stage .layer-held .piece"), "it is in the hand")
    page.lift("d3")
    page.until(lambda: "in the hand already" in page.text("#toast"))
    page.drop("d2")
    ActionChains(page.driver).move_to_element(page.place("d2")).click().perform()
    page.until(lambda: "South" in page.label("d2"))


def test_who_looks_on_is_told_so_at_once_and_need_not_join_in(page: Page, elsewhere: Table) -> None:
    guest = Page(page.driver, elsewhere.served.address.split("#")[0])
    guest.open()
    guest.ready()
    guest.find("#new").click()
    guest.until(lambda: "pairing code" in guest.text("#toast"))
    assert not guest.all("dialog[open]")
    big = guest.find("#big")
    assert "looking-on" in str(big.get_attribute("class"))
    assert big.value_of_css_property("opacity") == "1", "on a phone other buttons lie behind it"
    assert big.get_attribute("aria-disabled") == "true"
    assert "pairing code" in guest.text("#trouble"), "nobody is told to drag what cannot be dragged"
    guest.driver.execute_script("document.querySelector('#toast').hidden = true")
    guest.place("d2").click()
    guest.until(lambda: "pairing code" in guest.text("#toast"))
    guest.driver.execute_script("document.querySelector('#toast').hidden = true")
    guest.place("d2").send_keys(Keys.ENTER)
    guest.until(lambda: "pairing code" in guest.text("#toast"))
    for one in guest.all("#side details:not([open]) > summary"):
        one.click()
    faults(guest, "looking on")
    guest.find("#pair").click()
    guest.until(lambda: guest.all("dialog[open] form"))
    guest.find('dialog button[type="button"]').click()
    guest.until(lambda: not guest.all("dialog[open]"))


def test_the_link_with_the_code_may_be_opened_where_the_page_is_open_already(page: Page, elsewhere: Table) -> None:
    address, code = elsewhere.served.address.split("#")
    guest = Page(page.driver, address)
    guest.open()
    guest.ready()
    guest.until(lambda: guest.find("#pair").is_displayed(), "that people only look on")
    guest.driver.get(f"{address}#{code}")
    guest.until(lambda: not guest.find("#pair").is_displayed(), "that they play")
    assert code not in guest.driver.current_url, "nobody reads it over a shoulder, or in what was visited"


def test_a_wrong_pairing_code_is_told_in_front_of_the_dialog_and_the_right_one_takes_it_back(
    page: Page, elsewhere: Table
) -> None:
    address, code = elsewhere.served.address.split("#pair=")
    guest = Page(page.driver, address)
    guest.open()
    guest.ready()
    guest.find("#pair").click()
    guest.find("dialog input").send_keys("000000" if code != "000000" else "000001", Keys.ENTER)
    guest.until(lambda: "code" in guest.text("#toast"))
    guest.until(lambda: guest.seen("#toast"), "the reason, not behind the dialog")
    assert guest.driver.get_log("browser"), "the refusal is in the log, and shall be"
    guest.find("dialog input").clear()
    guest.find("dialog input").send_keys(code, Keys.ENTER)
    guest.until(lambda: not guest.all("dialog[open]"))
    assert not guest.find("#toast").is_displayed()
    assert guest.at("#new"), "the button that was pressed is gone"


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
    # The same again at once, or another one by way of the set-up: two buttons, two names.
    assert page.text("#big-text") == "Play again"
    assert page.text("#trouble button.main") == "Set up another game"
    sleep(READ_SECONDS)
    page.press()
    page.until(lambda: game.live is not None and game.live.loop.then == "new")


def hold(page: Page) -> None:
    """Hold the big button as long as it takes."""
    ActionChains(page.driver).click_and_hold(page.find("#big")).pause(1.7).release().perform()


@pytest.mark.usefixtures("game")
def test_who_slides_off_the_button_has_not_pressed_it(page: Page) -> None:
    page.open()
    page.ready()
    page.driver.execute_script(
        "window.presses = 0; const send = WebSocket.prototype.send;"
        "WebSocket.prototype.send = function (told) { if (told.includes('press')) presses++; send.call(this, told); };"
    )
    hands = ActionChains(page.driver).click_and_hold(page.find("#big"))
    hands.move_to_element(page.place("i7")).release().pause(0.3).perform()
    assert page.driver.execute_script("return presses === 0")
    assert not page.all("#big.down")
    page.press()
    page.until(lambda: page.driver.execute_script("return presses === 1"))


@pytest.mark.usefixtures("game")
def test_before_the_table_has_said_a_word_nothing_is_corrected(page: Page) -> None:
    # The line stays dumb until the page is loaded anew.
    dumb = "window.WebSocket = class extends EventTarget { send() {} close() {} };"
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": dumb})
    try:
        page.open()
        page.until(lambda: page.text("#lies") or page.find("#fix summary").text == "Corrections")
        page.find("#fix summary").click()
        for one in ("#lies", "#resign", "#name-move button"):
            page.find("#name-move input").clear()
            page.find("#name-move input").send_keys("d2-e6")
            page.driver.execute_script("document.querySelector('#toast').hidden = true")
            page.find(one).click()
            page.until(lambda: page.text("#toast") == "Connecting …")
            assert not page.all("dialog[open]")
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


@pytest.mark.usefixtures("game")
def test_a_key_that_is_let_go_elsewhere_is_no_press_and_the_next_one_counts(page: Page) -> None:
    page.open()
    page.ready()
    page.driver.execute_script("document.getElementById('big').focus()")
    keys = ActionChains(page.driver)
    keys.key_down(Keys.SPACE).send_keys(Keys.TAB).key_up(Keys.SPACE).pause(1.7).perform()
    assert page.text("#status") != "Menu"
    hold(page)
    page.until(lambda: page.text("#status") == "Menu")


def test_the_menu_says_what_it_is_asks_before_it_ends_the_game_and_leads_back(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    hold(page)
    page.until(lambda: page.text("#status") == "Menu")
    page.until(lambda: "hold to count it as it lies; press for the next item" in page.text("#said"))
    for item in ("Pause", "End the game"):
        page.press()
        page.until(lambda item=item: page.text("#big-text") == item)
    hold(page)
    page.until(lambda: page.text("#status") == "Really?")
    for item in ("New game", "Switch off", "Back to the game"):
        page.press()
        page.until(lambda item=item: page.text("#big-text") == item)
    hold(page)
    page.until(lambda: page.text("#status") == "South to move")
    page.until(lambda: page.text("#said") == "Back to the game.")
    assert page.text("#big-text") == "End turn"
    assert game.state.ply == 0


# Correcting.


def test_a_move_is_named_the_game_pauses_goes_on_and_ends(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#fix summary").click()
    page.find("#name-move input").send_keys("d2-e9", Keys.ENTER)
    page.until(lambda: "e9" in page.text("#said"))
    assert page.find("#name-move input").get_property("value") == "d2-e9", "to be mended"
    page.find("#name-move input").send_keys("d2-e6")
    assert page.find("#name-move input").get_property("value") == "d2-e6", "or typed over"
    page.find("#name-move button").click()
    page.until(lambda: game.state.ply == 1)
    page.until(lambda: not page.find("#name-move input").get_property("value"))
    page.until(lambda: page.phase() == "guided", "hands to follow")
    page.lift("d2")
    page.drop("e6")
    page.ready()
    page.find("#pause").click()
    page.until(lambda: page.text("#status") == "Paused")
    assert page.text("#big-text") == "Go on"
    page.find("#pause").click()
    page.ready()
    page.find("#undo").click()
    page.until(lambda: game.state.ply == 0)
    page.until(lambda: page.phase() == "guided")
    page.lift("e6")
    page.drop("d2")
    page.ready()
    page.find("#end").click()
    page.until(lambda: page.all("dialog[open] button.main"))
    page.find("dialog button.main").click()
    page.until(lambda: page.phase() == "finished")
    assert game.journal is not None
    kinds = [entry.kind for entry in parse(game.journal.path.read_bytes()).entries]
    assert kinds == ["move", "pause", "resume", "undo", "end", "finished"]


# Looking.


def test_the_trail_of_a_hop_is_drawn_hop_by_hop_but_not_for_those_who_want_calm(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    # Every animation on the board is noted as it begins.
    page.driver.execute_script(
        "window.seen = []; const animate = Element.prototype.animate;"
        "Element.prototype.animate = function (...how) { window.seen.push([this.getAttribute('class'), how[1].delay]);"
        " return animate.apply(this, how); }"
    )
    for move in ("d2-e6", "n2-m6", "b2:d2:f5"):
        ply = game.state.ply
        page.driver.execute_script("window.seen = []")
        assert game.live is not None
        # The table rests, so that what is named counts without being laid.
        game.live.loop.put(Pause(0.0))
        game.live.loop.put(NameMove(0.0, move))
        page.until(lambda ply=ply: game.state.ply == ply + 1)
        page.until(lambda: page.driver.execute_script("return window.seen.length"))
    ways = page.driver.execute_script("return window.seen.filter(([kind]) => kind === 'way')")
    assert [delay for _, delay in ways] == [0, 320]
    calm = {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", calm)
    try:
        page.driver.execute_script("window.seen = []")
        game.live.loop.put(NameMove(0.0, "n3-m7"))
        page.until(lambda: "n3-m7" in page.text("#history"))
        assert page.driver.execute_script("return window.seen") == []
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.usefixtures("game")
def test_the_board_reads_itself_and_the_camera_shows_what_was_read(page: Page) -> None:
    page.open()
    page.ready()
    page.find("#text summary").click()
    page.until(lambda: "d2 South" in page.text("#as-text"))
    assert "a1 South" in page.text("#as-text").splitlines()
    page.until(lambda: page.find("#camera").get_property("naturalWidth"))
    page.find("#seen").click()
    page.until(lambda: "/api/seen.jpg" in str(page.find("#camera").get_attribute("src")))


def test_at_a_real_table_the_camera_picture_bears_what_was_read(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    # To the page it is a real table: nobody can reach into it.
    assert game.live is not None
    game.served.hub.attach(game.live.loop)
    page.until(lambda: not page.find("#clumsy").is_displayed())
    page.until(lambda: page.find("#seen").get_property("checked"))
    page.until(lambda: "/api/seen.jpg" in str(page.find("#camera").get_attribute("src")))
    page.until(lambda: page.find("#camera").get_property("naturalWidth"))
    page.lift("d2")
    page.drop("e6")
    assert "South" in page.label("d2")


def test_clocks_run_for_whoever_is_to_move(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.until(lambda: "South" in page.text("#clocks .running"))
    page.move("d2", "e6", lambda: game.state)
    page.until(lambda: "North" in page.text("#clocks .running"))
    page.until(lambda: page.text("#clocks .running") != "North 0:00")


def test_the_list_of_moves_goes_on_though_the_same_ones_come_again(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert game.live is not None
    game.live.loop.put(Pause(0.0))
    for move in ("d2-e6", "n2-m6", "e6-d2", "m6-n2") * 10:
        game.live.loop.put(NameMove(0.0, move))
    page.until(lambda: page.find("#history li").get_property("value") == 40)
    game.live.loop.put(NameMove(0.0, "d2-e6"))
    page.until(lambda: page.find("#history li").get_property("value") == 41)


@pytest.mark.usefixtures("game")
def test_it_speaks_five_languages(page: Page) -> None:
    page.open()
    page.ready()
    said = {"fr": "À Sud de jouer", "de": "Süd ist am Zug", "vi": "Đến lượt Nam", "zh": "轮到南", "en": "South to move"}
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
    page.of(".card a", WebElement.click)
    page.until(lambda: page.all("#again svg.board"))
    faults(page, "replay")


def test_a_chess_clock_counts_down_and_a_page_that_comes_late_shows_the_same(game: Table, page: Page) -> None:
    match = replace(Match.begin(game.state.game), tags=TimeControl.typed("3+2").tags)
    game.lay(match)
    page.open()
    page.ready()
    page.until(lambda: "South 2:5" in page.text("#clocks .running"))
    assert "North 3:00" in page.text("#clocks")
    page.open()
    page.until(lambda: "South 2:" in page.text("#clocks .running"))
    assert game.live is not None
    left = clocks.left(game.state, game.live.clock.now())["S"]
    page.until(lambda: f"South {in_minutes(left - 1)}" in page.text("#clocks"))
