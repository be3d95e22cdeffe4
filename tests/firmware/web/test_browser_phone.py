"""Scenes in a real browser on a phone: what is pressed there lies free, and is there at all."""

from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from firmware.events import Entry, NameMove, Resign
from firmware.journal import Journal
from rules import catalogue
from rules.game import Seat
from rules.match import Match
from tests.firmware.web.browser import NO_BROWSER, Page, Table, chromium

pytestmark = NO_BROWSER

PHONES = ((390, 844), (360, 640))
"""Windows of phones, held upright."""


@pytest.mark.usefixtures("game")
def test_what_confirms_a_correction_lies_free_wherever_the_page_is_scrolled(page: Page) -> None:
    for size in (*PHONES, (740, 360)):
        page.size(*size, phone=True)
        page.open()
        page.ready()
        page.find("#fix summary").send_keys(Keys.ENTER)
        page.find("#lies").send_keys(Keys.ENTER)
        if size in PHONES:
            # People scroll back to the board, until what they confirm with is low in the window.
            below = "document.querySelector('#tools').getBoundingClientRect().bottom"
            page.driver.execute_script(f"scrollBy(0, {below} - innerHeight)")
        assert page.seen("#tools-yes"), size
        assert page.seen("#tools-no"), size
        page.find("#tools-no").click()
        page.until(lambda: page.seen("#big"), "the button again")


@pytest.mark.usefixtures("game")
def test_what_the_keyboard_comes_to_is_not_under_the_button(page: Page) -> None:
    for size in PHONES:
        page.size(*size, phone=True)
        page.open()
        page.ready()
        page.driver.execute_script("scrollTo(0, 0); document.querySelector('#fix summary').focus()")
        page.until(lambda: page.seen("#fix summary"), f"the keyboard's place, at {size}")


@pytest.mark.usefixtures("game")
def test_day_and_night_are_changed_on_a_phone_too(page: Page) -> None:
    theme = "document.documentElement.dataset.theme ?? ''"
    to_it = "document.querySelector('#theme')?.scrollIntoView()"  # again, where a board has pushed it away
    for size in PHONES:
        page.size(*size, phone=True)
        for where in ("", "#games"):
            page.open(where)
            page.until(lambda: page.text("footer"))
            page.until(
                lambda: page.driver.execute_script(to_it) or page.seen("#theme"),
                f"the button for day and night, at {size} {where}",
            )
            before = page.driver.execute_script(f"return {theme}")
            page.find("#theme").click()
            assert page.driver.execute_script(f"return {theme}") not in {"", before}
    page.size(1366, 900)
    page.until(lambda: page.all("header > #theme"), "where there is room it is in the head")
    page.driver.execute_script("localStorage.removeItem('theme')")


def test_on_a_phone_there_is_room_to_type_what_is_searched_for(game: Table, page: Page) -> None:
    for name, seat, move in (("star", "S", "e5-f5"), ("piecepack", "SW", "c1-d2")):
        match = Match.begin(catalogue.game(name), {})
        with Journal.create(game.folder, match, 0.0, table="simulated") as journal:
            journal.append(Entry("move", 1.0, {"seat": seat, "move": move, "by": "page"}))
    for size in (*PHONES, (320, 568), (600, 960)):
        page.size(*size, phone=True)
        page.open("#games")
        page.until(lambda: page.all('#filter option[value="piecepack"]'), "a long name among the games")
        assert page.find("#search").rect["width"] > 200, size
        for selector in ("#search", "#filter"):
            there = page.find(selector).rect
            assert there["x"] + there["width"] <= size[0], (selector, size)


def test_a_refused_word_stands_until_something_else_is_said(game: Table, page: Page) -> None:
    def read() -> list[str]:
        return [one.text for one in page.all("#said p:not(.echo)")]

    page.size(*PHONES[0], phone=True)
    page.open()
    page.ready()
    assert game.live is not None
    for typed in ("d2-e9", "d2-q1", "d2-i5"):
        game.live.loop.put(NameMove(0.0, typed))
        page.until(lambda typed=typed: len(read()) == 1 and typed[-2:] in read()[0], "the last refusal, and no other")
    game.live.loop.put(Resign(0.0, Seat("east")))
    page.until(lambda: len(read()) == 1 and "east" in read()[0], "no such seat")
    game.live.loop.put(Resign(0.0, Seat("N")))
    page.until(lambda: page.phase() == "finished")
    assert read() == ["North gives up."]


def test_on_a_phone_nothing_sticks_out_and_a_finger_moves_a_marble(game: Table, page: Page) -> None:
    page.size(360, 740, phone=True)
    page.open()
    page.ready()
    width = page.driver.execute_script("return document.documentElement.scrollWidth")
    assert width <= 360
    touch = page.driver.execute_cdp_cmd
    start = page.middle('[data-place="d2"].place')
    touch("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    page.until(lambda: "e6" in page.lit())
    end = page.middle('[data-place="e6"].place')
    # The marble floats above the finger, so that it can be seen: the finger goes a little below the hole.
    end["y"] += 0.9 * page.driver.execute_script("return document.querySelector('#stage svg').getScreenCTM().a")
    touch("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [end]})
    touch("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.until(lambda: "South" in page.label("e6"))
    page.until(lambda: page.all("#big.ready"))
    page.press()
    page.until(lambda: game.state.ply == 1)


def test_with_letters_twice_as_large_a_phone_need_not_be_scrolled_sideways(game: Table, tmp_path: Path) -> None:
    with chromium(tmp_path, letters=32) as driver:
        page = Page(driver, game.served.address)
        page.size(390, 844, phone=True)

        def fits() -> None:
            # A page that is wider makes the window wider, and what is held at its edges leaves the screen.
            assert driver.execute_script("return document.documentElement.scrollWidth") == 390

        page.open()
        page.ready()
        page.find("#fix summary").send_keys(Keys.ENTER)
        page.until(lambda: page.find("#name-move input").is_displayed())
        fits()
        assert game.live is not None
        game.live.loop.put(Resign(0.0, Seat("N")))
        page.until(lambda: page.phase() == "finished" and page.all("#trouble .figures"))
        fits()
        assert game.journal is not None
        page.open(f"#games/{game.journal.path.stem}")
        page.until(lambda: page.all("#again .figures"))
        fits()


@pytest.mark.parametrize("letters", [24, 32])
def test_with_large_letters_a_game_is_set_up_on_a_phone_without_scrolling_sideways(
    game: Table, tmp_path: Path, letters: int
) -> None:
    with chromium(tmp_path, letters=letters) as driver:
        page = Page(driver, game.served.address)
        page.size(360, 640, phone=True)
        page.open()
        page.ready()
        wide = (
            "return ['dialog', '.step', '.foot'].map((one) => document.querySelector(one))"
            ".filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className)"
        )
        for language in ("fr", "vi", "de"):
            page.find(f'#language option[value="{language}"]').click()
            page.until(lambda spoken=language: page.find("html").get_attribute("lang") == spoken)  # type: ignore[misc]
            page.find("#new").click()
            for step, there in enumerate(("select[name=clock]", "input[name=first]")):
                page.until(lambda within=there: page.all(f"dialog[open] {within}"))  # type: ignore[misc]
                assert driver.execute_script(wide) == [], (language, step)
                foot = driver.execute_script("return document.querySelector('.foot').getBoundingClientRect().top")
                assert foot > 640, "nothing stands before what is read: one comes to the buttons at the end"
                page.step(1, lambda one: driver.execute_script("arguments[0].click()", one))
            driver.execute_script("document.querySelector('dialog').close()")


def test_who_only_looks_on_scrolls_a_phone_by_the_board_and_who_plays_drags_marbles(
    page: Page, elsewhere: Table
) -> None:
    guest = Page(page.driver, elsewhere.served.address.split("#")[0])
    guest.size(360, 740, phone=True)

    def swiped() -> int:
        guest.driver.execute_script("scrollTo(0, 0)")
        at = guest.middle('[data-place="d2"].place')
        touch = guest.driver.execute_cdp_cmd
        touch("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        for step in range(1, 11):
            finger = {**at, "y": at["y"] - 15 * step}
            touch("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [finger]})
        touch("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        guest.driver.execute_async_script("setTimeout(arguments[0], 400)")
        return int(guest.driver.execute_script("return scrollY"))

    guest.open()
    guest.ready()
    guest.until(lambda: guest.find("#pair").is_displayed())
    assert swiped() > 50
    guest.driver.get("about:blank")
    Page(page.driver, elsewhere.served.address).open()
    guest.ready()
    guest.until(lambda: not guest.find("#pair").is_displayed())
    assert swiped() == 0


def test_a_palm_on_the_board_does_not_drop_what_a_finger_carries(game: Table, page: Page) -> None:
    page.size(360, 740, phone=True)
    page.open()
    page.ready()

    def touch(kind: str, *fingers: dict[str, float]) -> None:
        points = [{**one, "id": number} for number, one in enumerate(fingers)]
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start, end, palm = (page.middle(f'[data-place="{place}"].place') for place in ("d2", "e6", "i7"))
    end["y"] += 0.9 * page.driver.execute_script("return document.querySelector('#stage svg').getScreenCTM().a")
    touch("touchStart", start)
    page.until(lambda: "e6" in page.lit())
    touch("touchStart", start, palm)
    touch("touchMove", end, palm)
    touch("touchMove", end)
    assert page.all("#stage .layer-held .piece"), "it is in the hand still"
    touch("touchEnd")
    page.until(lambda: "South" in page.label("e6"))
    page.until(lambda: page.all("#big.ready"))
    assert game.state.ply == 0


@pytest.mark.usefixtures("game")
def test_under_a_finger_that_drags_a_marble_the_board_stays_where_it_is(page: Page) -> None:
    page.size(360, 740, phone=True)
    page.open()
    page.ready()
    page.try_move("d2", "i5")
    page.until(lambda: page.phase() == "refused")
    page.until(lambda: "take away from i5" in page.text("#trouble"))
    page.until(lambda: "cannot reach i5" in page.text("#said"))
    ask = "return document.querySelector('#stage svg').getBoundingClientRect().toJSON()"
    before = page.driver.execute_script(ask)
    page.lift("i5")
    page.until(lambda: page.label("i5") == "i5 empty", "the table to know that it is lifted")
    assert page.driver.execute_script(ask) == before
    page.drop("i5")
    page.until(lambda: "take away" not in page.text("#trouble"), "it is in the hand, and no finger on the board")
    page.place("d2").click()
    page.ready()


def lowest(page: Page, *selectors: str) -> float:
    """How far down the lowest of these reaches into the window, in CSS pixels."""
    ask = "return Math.max(...arguments[0].map((one) => document.querySelector(one).getBoundingClientRect().bottom))"
    return float(page.driver.execute_script(ask, selectors))


def test_on_a_phone_the_button_hides_nothing_that_has_to_be_read(game: Table, page: Page) -> None:
    def clear(*selectors: str) -> bool:
        top = "return document.querySelector('#big').getBoundingClientRect().top"
        return lowest(page, *selectors) <= float(page.driver.execute_script(top))

    page.size(390, 664, phone=True)
    page.open()
    page.ready()
    page.until(lambda: clear("#status", "#trouble p", "#stage svg"), "the hint for who plays first, above the button")
    page.size(1366, 900)
    page.try_move("d2", "i5")
    page.until(lambda: page.phase() == "refused")
    page.until(lambda: "cannot reach i5" in page.text("#said"))
    for size in ((390, 664), (320, 568)):
        page.size(*size, phone=True)
        page.until(lambda: clear("#status", "#said .newest", "#trouble", '[data-place="i5"]'), f"why not, at {size}")
    page.until(lambda: page.find("header").size["height"] < 70, "one row, and more room for the board")
    page.size(1366, 900)
    for start, end in (("d1", "h5"), ("c1", "g5"), ("b1", "g9")):
        page.lift(start)
        page.drop(end)
    page.until(lambda: "belong on b1, c1, d1, d2" in page.text("#trouble"))
    page.size(360, 740, phone=True)
    page.until(lambda: clear("#trouble", "#stage svg"), "eight places to put right, told in few lines")
    page.size(1366, 900)
    for start, end in (("g9", "b1"), ("g5", "c1"), ("h5", "d1"), ("i5", "d2")):
        page.lift(start)
        page.drop(end)
    page.ready()
    game.begin(players=6)
    page.size(360, 740, phone=True)
    page.open()
    page.ready()
    page.until(lambda: clear("#clocks", "#trouble p", "#stage svg"), "six clocks and the hint")


@pytest.mark.parametrize("size", [(740, 360), (667, 375)])
def test_on_a_phone_held_sideways_board_words_and_button_are_all_in_sight(
    game: Table, page: Page, size: tuple[int, int]
) -> None:
    game.begin({"N": "Bernhard", "NW": "Dorothea"}, players=6)
    page.size(*size, phone=True)
    page.open()
    page.until(lambda: len(page.all("#clocks span")) == 6)
    page.ready()
    ask = "return ['#stage svg', '#big'].map((one) => document.querySelector(one).getBoundingClientRect().toJSON())"
    read = lambda *of: lowest(page, *of) <= page.driver.execute_script(ask)[1]["top"]  # noqa: E731 - asked again and again
    page.until(lambda: read("#clocks", "#trouble"), "six clocks and the hint")
    board, button = page.driver.execute_script(ask)
    assert max(board["bottom"], button["bottom"]) <= size[1]
    assert board["right"] <= button["left"]
    page.driver.execute_script("document.querySelector('#pair').hidden = false")
    assert page.find("header").size["height"] < 60, "in one line"
    page.try_move("d2", "i5")
    page.until(lambda: page.phase() == "refused")
    page.until(lambda: read("#said p.newest", "#trouble"), "why, and what to do now")
