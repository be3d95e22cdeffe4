"""Scenes in a real browser on a phone: what is pressed there lies free, and is there at all."""

import pytest
from selenium.webdriver.common.keys import Keys

from firmware.events import NameMove, Resign
from rules.game import Seat
from tests.firmware.web.browser import NO_BROWSER, Page, Table

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
    for size in PHONES:
        page.size(*size, phone=True)
        for where in ("", "#games"):
            page.open(where)
            page.until(lambda: page.text("footer"))
            page.driver.execute_script("document.querySelector('#theme')?.scrollIntoView()")
            page.until(lambda: page.seen("#theme"), f"the button for day and night, at {size} {where}")
            before = page.driver.execute_script(f"return {theme}")
            page.find("#theme").click()
            assert page.driver.execute_script(f"return {theme}") not in {"", before}
    page.size(1366, 900)
    page.until(lambda: page.all("header > #theme"), "where there is room it is in the head")
    page.driver.execute_script("localStorage.removeItem('theme')")


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
