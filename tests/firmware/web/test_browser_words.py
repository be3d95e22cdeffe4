"""Scenes in a real browser: whatever people write, and whatever language they read, the page shows it whole."""

import re
from pathlib import Path
from string import Formatter

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.remote.webelement import WebElement

from firmware.web.words import NOT_SHOWN
from firmware.words.wording import SEATS
from rules import catalogue
from rules.game import Seat
from rules.hop_game import HopGame
from rules.match import Match
from rules.words import LANGUAGES, messages
from tests.firmware.web.browser import NO_BROWSER, Page, Table
from tests.firmware.web.sentences import every_sentence_is_known

pytestmark = NO_BROWSER

ONE_WORD = "W" * 40


def fits(page: Page, width: int) -> bool:
    """Whether nothing stands out of a window of that width; a phone would lay the page out wider instead."""
    out = "[...document.querySelectorAll('body *')].some((one) => one.getBoundingClientRect().right > innerWidth + 1)"
    return bool(page.driver.execute_script(f"return innerWidth === {width} && !{out}"))


@pytest.mark.usefixtures("game")
def test_where_a_sentence_names_a_seat_the_page_calls_it_as_people_do(page: Page) -> None:
    every_sentence_is_known()
    shown = [message for id_, message in messages().items() if not id_.startswith(NOT_SHOWN)]
    gaps = sorted(SEATS & {gap for message in shown for _, gap, _, _ in Formatter().parse(message.en) if gap})
    assert "seat" in gaps
    page.open()
    page.ready()
    say = (
        "const [gaps, told] = arguments, gap = (name) => ({ id: `{${name}}`, args: { [name]: 'S' } });"
        "import('/static/words.js').then(({ say }) => told(gaps.map((name) => say(gap(name)))))"
    )
    called = page.driver.execute_async_script(say, gaps)
    assert dict(zip(gaps, called, strict=True)) == dict.fromkeys(gaps, "South")


@pytest.mark.usefixtures("game")
def test_points_are_told_with_the_signs_of_the_language_of_the_page(page: Page) -> None:
    page.open()
    page.ready()
    say = (
        "const told = arguments[0], args = { scores: 'S: 35, N: 20' };"
        "import('/static/words.js').then(({ say }) => told(say({ id: 'game-over', args })))"
    )
    signs = {
        "fr": "La partie est finie. Sud\u00a0: 35, Nord\u00a0: 20",
        "zh": "对局结束。南：35，北：20",
        "en": "The game is over. South: 35, North: 20",
    }
    for language, expected in signs.items():
        page.find(f'#language option[value="{language}"]').click()
        page.until(lambda spoken=language: page.find("html").get_attribute("lang") == spoken)  # type: ignore[misc]
        assert page.driver.execute_async_script(say) == expected


def test_a_name_may_be_one_long_word(game: Table, page: Page) -> None:
    game.begin({"S": ONE_WORD, "N": ONE_WORD}, players=2, pieces=10)
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    for width, height, phone in ((1366, 900, False), (390, 844, True)):
        page.size(width, height, phone=phone)
        page.open()
        page.ready()
        assert ONE_WORD in page.text("#status").replace("\n", "")
        assert fits(page, width)
        page.open("#games")
        page.until(lambda: page.all(".card h2"))
        assert fits(page, width)
        page.of(".card a", WebElement.click)
        page.until(lambda: page.all("#again .figures"))
        assert fits(page, width)


def test_the_words_of_a_long_name_stay_whole_among_the_figures_on_a_phone(game: Table, page: Page) -> None:
    game.begin({"S": "Grandmother Wilhelmina von Hohenstein"}, players=2, pieces=10)
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    page.size(360, 740, phone=True)
    assert game.journal is not None
    page.open(f"#games/{game.journal.path.stem}")
    page.until(lambda: page.all("#again .figures"))
    lines = (
        "const text = document.querySelector('#again .figures tbody th').lastChild, range = document.createRange();"
        "return text.data.split(' ').map((word) => { const at = text.data.indexOf(word); range.setStart(text, at);"
        " range.setEnd(text, at + word.length); return range.getClientRects().length; })"
    )
    assert page.driver.execute_script(lines) == [1, 1, 1, 1]
    assert fits(page, 360)


def test_a_name_from_right_to_left_does_not_turn_what_stands_around_it(game: Table, page: Page) -> None:
    game.begin({"S": "דנה", "N": "Ben"}, players=2, pieces=10)
    page.open()
    page.ready()
    assert page.text("#status") == "\u2068דנה\u2069 to move"
    left = (
        "const text = document.querySelector('#clocks span').lastChild, range = document.createRange();"
        "const at = (n) => { range.setStart(text, n); range.setEnd(text, n + 1); return range.getClientRects()[0].x };"
        "return at(text.data.indexOf(':') + 1) > at(text.data.indexOf('נ'))"
    )
    assert page.driver.execute_script(left), "the time stands behind the name"


def test_the_language_box_shows_every_language_whole_on_a_phone(game: Table, page: Page) -> None:
    assert game.state.ply == 0
    for width in (390, 360, 320):
        page.size(width, 844, phone=True)
        page.open()
        page.ready()
        # A box that takes the width it likes has room for its longest word beside the arrow.
        freed = (
            "const box = document.querySelector('#language'), is = box.offsetWidth; box.style.width = 'max-content';"
        )
        freed += "box.style.maxWidth = 'none';"
        assert page.driver.execute_script(f"{freed} return box.offsetWidth <= is && innerWidth === {width}"), width
        page.driver.execute_script("document.querySelector('#pair').hidden = false")
        assert fits(page, width), "also where people may still join in"


@pytest.mark.usefixtures("game")
def test_on_a_small_phone_what_belongs_in_one_line_is_in_one_line_in_every_language(page: Page) -> None:
    page.size(360, 740, phone=True)
    page.open()
    page.ready()
    for language in (*LANGUAGES[1:], LANGUAGES[0]):
        page.find(f'#language option[value="{language}"]').click()
        page.until(lambda spoken=language: page.find("html").get_attribute("lang") == spoken)  # type: ignore[misc]
        assert in_one_line(page, "header"), language
        page.find("#new").click()
        page.until(lambda: page.all("dialog[open] .setup"))
        assert in_one_line(page, ".setup > .row"), language
        page.find(".setup > .row button").click()
        page.driver.execute_script("document.querySelector('#pair').hidden = false")
        page.find("#pair").click()
        assert fits(page, 360), f"the code from the table, in {language}"
        page.find("dialog .row button").click()
        page.driver.execute_script("document.querySelector('#pair').hidden = true")


def in_one_line(page: Page, selector: str) -> bool:
    """Whether what can be seen there stands side by side."""
    middles = "[...document.querySelector(arguments[0]).children].filter((one) => one.offsetHeight)"
    middle = "(one) => one.getBoundingClientRect().y + one.getBoundingClientRect().height / 2"
    heights: list[float] = page.driver.execute_script(f"return {middles}.map({middle})", selector)
    return max(heights) - min(heights) < 5


@pytest.mark.usefixtures("game")
def test_on_the_smallest_phone_a_game_is_set_up_in_german_too(page: Page) -> None:
    page.size(320, 568, phone=True)
    page.open()
    page.ready()
    page.find('#language option[value="de"]').click()
    page.until(lambda: page.find("#stage svg").get_attribute("aria-label") == "Das Brett")
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    assert min(one.rect["x"] for one in page.all("dialog button")) >= 0
    page.find(".setup > .row button").click()
    page.find('#language option[value="en"]').click()
    page.until(lambda: page.find("html").get_attribute("lang") == "en")


def test_places_are_found_by_their_names_on_the_board(game: Table, page: Page) -> None:
    names = lambda kind: page.texts(f"#stage .{kind} text")  # noqa: E731 - asked again and again
    page.open()
    page.ready()
    assert names("rim") == list("abcdefghijklmnopq")
    ActionChains(page.driver).move_to_element(page.place("k5")).perform()
    page.until(lambda: names("over") == ["k5"])
    page.driver.execute_script("arguments[0].focus()", page.place("d2"))
    page.until(lambda: names("over") == ["d2 · South"])
    assert names("marked") == []
    page.find("#fix summary").click()
    page.find("#lies").click()
    page.place("a1").click()
    page.until(lambda: names("over") == ["a1 · North"], "what was touched is called anew while one is there")
    page.find("#tools-no").click()
    page.until(lambda: "South" in page.label("a1"))
    page.try_move("d2", "i5")
    page.until(lambda: page.phase() == "refused")
    page.until(lambda: set(names("marked")) == {"d2", "i5"})
    assert game.state.ply == 0


@pytest.mark.usefixtures("game")
def test_who_cannot_tell_the_colours_reads_letters_on_the_pieces_and_need_say_so_only_once(page: Page) -> None:
    def signs() -> set[str]:
        return {one.text for one in page.all("#stage .piece .sign") if one.is_displayed()}

    page.open()
    page.ready()
    assert not signs()
    page.find("#text summary").click()
    page.find("#signs").click()
    assert signs() == {"S", "N"}
    page.open()
    page.ready()
    assert signs() == {"S", "N"}
    page.find('#language option[value="zh"]').click()
    page.until(lambda: signs() == {"南", "北"})
    page.find('#language option[value="en"]').click()
    page.until(lambda: signs() == {"S", "N"})
    page.find("#text summary").click()
    page.find("#signs").click()
    assert not signs()


@pytest.mark.usefixtures("game")
def test_where_the_browser_keeps_nothing_the_page_works_all_the_same(page: Page) -> None:
    barred = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    script = page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": barred})
    try:
        page.open()
        page.ready()
        page.find("#theme").click()
        assert page.find("html").get_attribute("data-theme") in {"light", "dark"}
        page.find("#text summary").click()
        page.find("#signs").click()
        assert page.find("html").get_attribute("data-signs") is not None
        page.find('#language option[value="de"]').click()
        page.until(lambda: page.text("#big-text") == "Zug beenden")
    finally:
        page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    page.open()
    page.until(lambda: page.text("#big-text") == "End turn", "nothing was kept")


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("language", LANGUAGES[::-1])  # the page remembers it; English stays
def test_house_rules_are_told_without_what_one_types_on_a_command_line(page: Page, language: str) -> None:
    page.open()
    page.ready()
    page.find(f'#language option[value="{language}"]').click()
    page.until(lambda: page.find("html").get_attribute("lang") == language)
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    page.step(1)
    page.until(lambda: len(page.all(".rule")) > 5)
    rules = page.text(".step")
    assert not re.search(r"\b(toss|camp|open|no_stop|majority|any|off)\b", rules), rules


@pytest.mark.usefixtures("game")
def test_why_a_record_stops_is_told_in_the_language_of_the_page(page: Page, tmp_path: Path) -> None:
    record = tmp_path / "half.txt"
    record.write_text("Game: star\n\n1. S e5-f5\n2. N m5-q9\n")
    page.open("#games")
    page.find('#language option[value="de"]').click()
    page.until(lambda: page.find("html").get_attribute("lang") == "de")
    page.find("#import").send_keys(str(record))
    page.until(lambda: page.all("#again .why"))
    reason = "Auf diesem Brett gibt es kein Feld q9."
    assert page.text("#again .why") == reason
    page.find("#again .main").click()
    page.until(lambda: reason in page.text("#toast"))
    assert "/api/games" in page.driver.get_log("browser")[-1]["message"], "the refusal is in the log, and shall be"
    page.find('#language option[value="en"]').click()
    page.until(lambda: page.find("html").get_attribute("lang") == "en")


@pytest.mark.usefixtures("game")
def test_what_was_done_by_hand_is_listed_as_such(page: Page, tmp_path: Path) -> None:
    match = Match.begin(catalogue.game("star", players=3), {"NW": "Ann"})
    match = match.play(match.game.read("d1-e5", match.position))
    record = tmp_path / "stopped.txt"
    record.write_text(match.correct(match.positions[0]).resign("NW").end().to_text(), encoding="utf-8")
    page.open("#games")
    page.find("#import").send_keys(str(record))
    page.until(lambda: page.all("#again .moves button"))
    listed = page.texts("#again .moves button")
    assert listed == ["South d1-e5", "correction", "Ann gives up", "ended here"]


def test_whoever_gives_up_is_asked_by_name_and_listed_by_name(game: Table, page: Page) -> None:
    game.begin({"S": "Anna", "NW": "Ben"}, players=3)
    page.open()
    page.ready()
    page.find("#fix summary").click()
    page.find("#resign").click()
    page.until(lambda: page.all("dialog[open] button"))
    assert page.texts("dialog button") == ["Cancel", "Anna", "Ben", "North-east"]
    page.all("dialog button")[2].click()
    page.until(lambda: game.state.resigned == ("NW",))
    page.until(lambda: page.text("#history") == "Ben gives up")
    page.find("#resign").click()
    page.until(lambda: page.texts("dialog button") == ["Cancel", "Anna", "North-east"])
    page.find("dialog button").click()
    assert game.state.to_move == "S"
    assert page.texts("#clocks .gone") == ["Ben 0:00"]


@pytest.mark.parametrize(("players", "teams", "mark"), [(3, False, "1."), (6, True, "✓")])
def test_who_is_home_is_marked_among_the_players_while_the_others_go_on(
    game: Table, page: Page, players: int, teams: bool, mark: str
) -> None:
    rules = catalogue.game("star", players=players, teams=teams)
    assert isinstance(rules, HopGame)
    start = rules.write_position(rules.start())
    home = next(one for one in rules.setup.sets if one.seat == "NW").home
    for one in rules.setup.sets:
        if one.start == home:  # whose corner that is has gone the other way
            start["pieces"][one.seat] = start["pieces"]["NW"]
    start["pieces"]["NW"] = rules.lattice.places(home)
    game.lay(Match.begin(rules, {Seat("NW"): "Ben"}, rules.read_position({**start, "places": ["NW"]})))
    page.open()
    page.ready()
    told = [one.rsplit(" ", 1)[0] for one in page.texts("#clocks span")]
    assert f"{mark} Ben" in told
    assert "South" in told
