"""The page when the table is not as it should be: a move against the rules, a doubt, a knocked marble, no light."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from firmware.simulated.live import LiveSimulation
from firmware.words.no_button import ASKING
from rules.geometry import PlaceId
from rules.words import Reason
from tests.firmware.web.browser import NO_BROWSER, Page, Table

pytestmark = NO_BROWSER


def doubt(game: Table, page: Page, place: str, radius: float) -> LiveSimulation:
    """The table whose referee is unsure after a press: a plate lies over ``place``, ``radius`` in pitches."""
    assert game.live is not None
    game.live.act(lambda it: it.cover(PlaceId(place), radius))
    page.until(lambda: page.all("#stage .plate"))
    page.press()
    page.until(lambda: page.phase() == "unsure")
    return game.live


def test_a_move_that_is_not_allowed_is_refused_and_mended(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.try_move("d2", "i5")
    page.until(lambda: page.phase() == "refused")
    assert page.text("#status") == "Not like that"
    page.until(lambda: "i5" in page.text("#trouble") and "d2" in page.text("#trouble"))
    page.until(lambda: page.label("i5") == "i5 South, take away from i5")
    page.until(lambda: page.label("d2") == "d2 empty, a piece of South belongs on d2")
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
    live = doubt(game, page, "e6", 0.5)
    page.until(lambda: all(one.get_property("naturalWidth") for one in page.all(".crops img")))
    assert page.all(".crops img")
    answers = {one.text.split()[-1]: one for one in page.all("button.choice")}
    answers["d2-e6"].send_keys(Keys.ENTER)
    page.until(lambda: game.state.ply == 1)
    page.until(lambda: page.at("#status"), "the keyboard goes on where it is told what became of it")
    live.act(lambda it: it.uncover())
    page.until(lambda: page.phase() == "playing")
    assert game.state.last.move == "d2-e6"


def test_what_no_move_explains_is_told_once_and_nothing_is_to_be_tapped(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    live = doubt(game, page, "i5", 0.5)
    page.until(lambda: "I cannot tell what is at i5;" in page.text("#trouble .hint"))
    page.until(lambda: page.all("#said p"))
    assert {one.get_attribute("class") for one in page.all("#said p")} == {"echo"}
    assert not page.all("button.choice")
    live.act(lambda it: it.uncover())
    page.press()
    page.ready()


def test_however_many_moves_are_in_doubt_the_button_stays_in_sight(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    live = doubt(game, page, "e6", 2.2)
    assert len(page.all("button.choice")) > 8
    assert page.find("button.choice").accessible_name == "Nothing was moved", "it is read once"
    box = "document.querySelector('{}').getBoundingClientRect()"
    for size in ((1280, 720), (1366, 900), (1920, 1080), (2560, 1440), (3840, 2160), (390, 844)):
        page.size(*size, phone=size[0] < 1000)
        where = f"return {box.format('#big')}.bottom <= innerHeight"
        page.until(lambda where=where: page.driver.execute_script(where), f"the button at {size}")
        if size[0] > 1000:
            close_up = f"return {box.format('.crops img')}.bottom <= {box.format('#big')}.top"
            page.until(lambda where=close_up: page.driver.execute_script(where), f"the close-ups above it at {size}")
        out = (
            "return [...document.querySelectorAll('.choice')].filter((one) => one.scrollWidth > one.clientWidth).length"
        )
        assert page.driver.execute_script(out) == 0, f"every move within its tile at {size}"
    page.size(1366, 900)
    live.act(lambda it: it.uncover())
    page.press()
    page.ready()


def test_in_the_dark_it_is_said_once_that_nothing_can_be_read(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert game.live is not None
    game.live.act(lambda it: it.daylight(0.0))
    page.until(lambda: "too dark" in page.text("#said"))
    for _ in range(2):
        page.press()
        page.until(lambda: not page.all("#big.busy"))
    page.ready()
    assert str(page.find("#said").get_property("textContent")).count("too dark") == 1
    game.live.act(lambda it: it.daylight(1.0))
    page.until(lambda: page.text("#said .newest") == "There is enough light again.")


def test_the_same_answer_given_twice_is_heard_twice_and_no_other_is_heard_again(game: Table, page: Page) -> None:
    heard = lambda: page.driver.execute_script("return window.heard")  # noqa: E731 - asked again and again
    page.open()
    page.ready()
    page.driver.execute_script(
        "window.heard = []; new MutationObserver((all) => all.forEach(({ addedNodes }) =>"
        " window.heard.push(...[...addedNodes].map((one) => one.textContent))))"
        ".observe(document.querySelector('#said'), { childList: true })"
    )
    answer = "Nothing has been moved yet; South is to move."
    for times in (1, 2):
        page.press()
        page.until(lambda times=times: heard() == [answer] * times, f"it to be heard {times} times")
    page.find('#language option[value="de"]').click()
    page.until(lambda: "nichts gezogen" in page.text("#said"))
    page.find('#language option[value="en"]').click()
    page.until(lambda: page.text("#said") == answer)
    assert heard() == [answer] * 2
    assert game.state.ply == 0


def echoed(page: Page) -> list[str]:
    """What is said for those who listen only: it stands elsewhere on the page."""
    return [str(line.get_property("textContent")) for line in page.all("#said .echo")]


def test_what_stands_on_the_page_already_is_not_written_twice_where_there_is_no_button(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.try_move("d2", "i5")
    page.until(lambda: "d2" in page.text("#trouble"))  # what is to be put right stands there
    for asked in ASKING.values():
        said = Reason(asked.id, {"places": "d2"})
        game.served.hub.hear(said)
        line = (
            f"[...document.querySelectorAll('#said p')].find((one) => one.textContent === {said.text()!r})?.className"
        )
        page.until(lambda line=line: page.driver.execute_script(f"return {line}") == "echo", asked.id)


def test_it_lies_like_this(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#fix summary").click()
    page.find("#lies").click()
    for place, token in (("e6", "S"), ("d2", None)):
        while ("empty" if token is None else "South") not in page.label(place):
            ActionChains(page.driver).move_to_element(page.place(place)).click().perform()
        page.find("#tools-yes").click()
        if token:  # a marble too many: what was tapped stays, to be tapped on
            page.until(lambda: "South must have 10 pieces and has 11" in page.text("#tools-hint"))
            assert "South" in page.label("e6")
    page.until(lambda: game.state.ply == 1)
    page.until(lambda: not page.find("#tools").is_displayed())
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


def test_clumsiness_a_plate_and_no_light_lose_nothing(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#clumsy summary").click()
    page.move("d2", "e6", lambda: game.state)
    page.find('[data-do="dark"]').click()
    page.until(lambda: "dark" in str(page.find("#stage svg").get_attribute("class")))
    page.until(lambda: "dark" in page.text("#said") or "covered" in page.text("#said"), "the referee says so")
    page.find('[data-do="light"]').click()
    page.find('[data-do="cover"]').click()
    ActionChains(page.driver).move_to_element(page.place("i5")).click().perform()
    page.until(lambda: page.all("#stage .plate"))
    page.find('[data-do="uncover"]').click()
    page.until(lambda: not page.all("#stage .plate"))
    page.move("n2", "m6", lambda: game.state)
    assert game.state.ply == 2


def test_what_is_missing_is_named_as_long_as_it_is(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert game.live is not None
    game.live.act(lambda it: it.lift(PlaceId("q1")))
    game.live.act(lambda it: it.lift(PlaceId("a1")))
    page.find("#big").click()
    page.until(lambda: "Missing from the table: what stood on a1, q1." in page.text("#said"))
    game.live.act(lambda it: it.put(PlaceId("a1")))
    page.until(lambda: "Missing from the table: what stood on q1." in page.text("#said"))


def test_a_knocked_marble_is_picked_up_with_the_finger_and_a_plate_goes_at_a_tap(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert game.live is not None
    # The marble at the southern tip rolls off the board: it lies at the picture's edge, to be seen and picked up.
    game.live.act(lambda it: it.knock(PlaceId("a1")))
    page.until(lambda: page.all("#stage .loose"))
    box = page.driver.execute_script("return arguments[0].getBoundingClientRect().toJSON()", page.find("#stage svg"))
    loose = page.middle("#stage .loose")
    assert box["top"] < loose["y"] < box["bottom"]
    hand = ActionChains(page.driver)
    hand.w3c_actions.pointer_action.move_to_location(round(loose["x"]), round(loose["y"]))
    hand.click_and_hold().perform()
    page.until(lambda: page.all("#stage .layer-held .piece"), "it is in the hand")
    page.drop("a1")
    page.until(lambda: "South" in page.label("a1"))
    game.live.act(lambda it: it.cover(PlaceId("i5"), 1.5))
    page.until(lambda: page.all("#stage .plate"))
    ActionChains(page.driver).move_to_element(page.place("i5")).click().perform()
    page.until(lambda: not page.all("#stage .plate"))


def test_where_all_pieces_are_gone_they_are_put_back_at_once(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    assert game.live is not None
    game.live.act(lambda it: it.lay({}))
    page.until(lambda: "empty" in page.label("e6"))
    page.press()
    page.until(lambda: page.phase() == "refused")
    page.find("#trouble button").click()
    page.until(lambda: page.phase() == "playing")
    page.until(lambda: "South" in page.label("e6"))
    assert "empty" in page.label("d2")
    assert game.state.ply == 1


def test_what_was_said_before_is_over_and_a_reload_still_says_why(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.try_move("d2", "i5")
    page.until(lambda: "cannot reach i5" in page.text("#said"))
    page.open()
    page.until(lambda: "cannot reach i5" in page.text("#said"), "the same after coming anew")
    page.lift("i5")
    page.drop("d2")
    page.until(lambda: page.phase() == "playing")
    page.until(lambda: "cannot reach" not in page.text("#said"))
    page.move("d2", "e6", lambda: game.state)
    page.until(lambda: page.text("#said").splitlines() == ["North is to move."], "nothing of what is over")
