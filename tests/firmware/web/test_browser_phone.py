"""Scenes in a real browser on a phone: what is pressed there lies free, and is there at all."""

import pytest
from selenium.webdriver.common.keys import Keys

from tests.firmware.web.browser import NO_BROWSER, Page

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
