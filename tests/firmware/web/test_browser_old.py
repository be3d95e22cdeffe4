"""Scenes in a browser some years old, as in televisions and in telephones that get no new one.

It is the real one without what such a browser does not know: words of its scripts are taken away before the page comes,
and what is written in younger words of CSS is dropped, as every browser drops what it does not know.
"""

import re
from collections.abc import Iterator

import pytest

from tests.firmware.web.browser import NO_BROWSER, Page, Table, button

pytestmark = NO_BROWSER

YOUNG = """
for (const kind of [Array, String]) delete kind.prototype.at;
for (const word of ['findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with']) delete Array.prototype[word];
const known = Object.getOwnPropertyNames(Element.prototype);
for (const word of known.filter((one) => /^aria[A-Z]/.test(one))) delete Element.prototype[word];
delete self.CompressionStream;
delete self.DecompressionStream;
delete Object.groupBy;
delete self.structuredClone;
"""
"""Words of scripts that came after 2020, taken away."""
YOUNG_CSS = re.compile(r"light-dark\(|color-mix\(|oklch\(|:has\(|\d(?:[sdl]v[hw]|cq[wh])\b")
"""Words of CSS that came after 2020."""


def dropped(css: str) -> str:
    """What is left of a style sheet where nobody knows the younger words: whole rules, or single lines of them, go."""

    def left(rule: re.Match[str]) -> str:
        selector, body = rule[1], rule[2]
        if YOUNG_CSS.search(selector):
            return ""
        # A variable takes anything; where it is used the line counts for nothing.
        lines = [re.sub(YOUNG_CSS, "unheard-of(", one) for one in body.split(";")]
        kept = [one for one in lines if one.lstrip().startswith("--") or "unheard-of(" not in one]
        return f"{selector}{{{';'.join(kept)}}}"

    return re.sub(r"([^{}]+)\{([^{}]*)\}", left, re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))


@pytest.fixture
def old(page: Page) -> Iterator[Page]:
    """The same browser, some years ago."""
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": YOUNG})
    yield page
    page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)


def as_it_was(page: Page) -> None:
    """The page is dressed in what an old browser understands of its style."""
    ask = "const [done] = arguments; fetch('/static/style.css').then((answer) => answer.text()).then(done)"
    css = dropped(str(page.driver.execute_async_script(ask)))
    page.driver.execute_script(
        "const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]); document.adoptedStyleSheets = [sheet];"
        "document.querySelector('link[href$=\"style.css\"]').disabled = true",
        css,
    )


def style(page: Page, selector: str, what: str, part: str = "") -> str:
    """How something there looks."""
    ask = "return getComputedStyle(document.querySelector(arguments[0]), arguments[2])[arguments[1]]"
    return str(page.driver.execute_script(ask, selector, what, part or None))


def test_on_an_old_television_a_move_is_made_and_what_is_said_can_be_read(game: Table, old: Page) -> None:
    old.open()
    old.ready()
    old.until(lambda: "South is to move" in str(old.find("#said").get_property("textContent")), "that it is said")
    old.move("d2", "e6", lambda: game.state)
    old.until(lambda: old.text("#status") == "North to move")
    old.until(lambda: old.text("#history") == "d2-e6")
    assert not old.find("#undo").get_attribute("disabled")


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_an_old_television_button_and_questions_stand_on_something(old: Page, theme: str) -> None:
    old.open()
    old.ready()
    as_it_was(old)
    old.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
    night = theme == "dark"
    assert style(old, "#big", "backgroundColor") == ("rgb(58, 102, 232)" if night else "rgb(31, 79, 216)")
    assert style(old, "body", "backgroundColor") == ("rgb(22, 24, 29)" if night else "rgb(244, 240, 232)")
    assert style(old, "body", "color") == ("rgb(240, 237, 230)" if night else "rgb(34, 32, 28)")
    old.driver.execute_script("document.querySelector('#fix').open = true")
    old.find("#end").click()
    assert style(old, "dialog", "backgroundColor") == ("rgb(32, 36, 44)" if night else "rgb(255, 253, 248)")
    button(old, "Cancel", "dialog").click()


@pytest.mark.usefixtures("game")
def test_on_an_old_television_it_is_seen_which_house_rule_is_chosen_and_where_the_keyboard_is(old: Page) -> None:
    old.open()
    old.ready()
    as_it_was(old)
    old.find("#new").click()
    old.until(lambda: old.all("dialog[open] .setup"))
    assert style(old, ".tile :checked", "borderTopColor") == "rgb(31, 79, 216)"
    assert style(old, ".tile :not(:checked)", "borderTopColor") != "rgb(31, 79, 216)"
    box = old.find(".tile :checked").rect
    tile = old.find(".tile").rect
    assert (box["width"], box["height"]) == (tile["width"], tile["height"]), "its edge is that of the whole tile"
    old.step(1)
    named = old.find(".setup .step")
    assert named.get_attribute("aria-label") == "House rules", "a screen reader is told too"
    old.driver.execute_script("document.querySelector('dialog').close()")


@pytest.mark.usefixtures("game")
def test_paper_shows_no_buttons_of_an_old_browser(old: Page) -> None:
    old.open()
    old.ready()
    as_it_was(old)
    old.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert style(old, "#big", "display") == "none"
        assert style(old, "details:has(#history)", "display") != "none"
    finally:
        old.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_where_no_link_can_be_packed_people_are_told_so(game: Table, old: Page) -> None:
    old.open()
    old.ready()
    old.move("d2", "e6", lambda: game.state)
    old.find('nav a[href="#games"]').click()
    old.until(lambda: old.all(".card"))
    old.driver.execute_script("document.querySelector('.card details').open = true")
    button(old, "Link", ".card").click()
    old.until(lambda: old.text("#toast"), "a word about it")
    assert old.text("#toast") == "That could not be done."
