"""Scenes in a real browser: recorded games are found, watched, shared, taken in, and played again at the table."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from firmware.events import End, Entry
from firmware.simulated.players import choose
from firmware.web import settings
from rules import catalogue
from rules.match import Match
from tests.firmware.web.browser import NO_BROWSER, Page, Table, button

pytestmark = NO_BROWSER


def told(name: str = "star", turns: int = 400, **options: Any) -> str:
    """A game of simulated players as text."""
    game: Any = catalogue.game(name, **options)
    match, chance = Match.begin(game, {"S": "Anna"} if name == "star" else {}), Random(5)
    while not game.outcome(match.position).over and len(match.entries) < turns:
        match = match.play(choose(game, match.position, chance))
    return match.to_text()


def two_moves(game: Table, page: Page) -> str:
    """What the game is called in the library in which each player has moved."""
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    page.move("n2", "m6", lambda: game.state)
    assert game.journal is not None
    return game.journal.path.stem


def test_on_paper_there_are_board_moves_and_result_and_nothing_to_press(
    game: Table, page: Page, tmp_path: Path
) -> None:
    def printed(selector: str) -> list[str]:
        return [one.tag_name for one in page.all(selector) if one.is_displayed()]

    pressed = "button:not(.plain), .button, select, input, summary:not(:has(+ #history)), a"
    record = tmp_path / "long.txt"
    record.write_text(told(turns=120), encoding="utf-8")
    two_moves(game, page)
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert printed(f":is({pressed}), #said, #camera, header, footer") == []
        assert {*printed("#stage svg, #status, #clocks, #history")} == {"svg", "h2", "p", "ol"}
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
        page.open("#games")
        page.find("#import").send_keys(str(record))
        page.until(lambda: page.all("#again .moves li:nth-child(120)"))
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        assert printed(f"body :is({pressed})") == []
        assert {*printed("#again :is(svg.board, .caption, h2, .figures, .moves)")} == {"svg", "p", "h2", "table", "ol"}
        cut = "const list = document.querySelector('.moves'); return list.scrollHeight - list.clientHeight"
        assert page.driver.execute_script(cut) <= 0, "every move of a long game"
    finally:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_game_is_found_watched_deleted_and_brought_back(game: Table, page: Page) -> None:
    played = two_moves(game, page)
    game.begin(players=3)
    page.open("#games")
    page.until(lambda: page.all(f'.card a[href="#games/{played}"]'))
    page.find("#search").send_keys(played)
    page.until(lambda: len(page.all(".card")) == 1)
    name = f"South – North {played}"
    assert page.of(".card a", lambda one: one.accessible_name) == f"Watch it again {name}"
    assert page.of(".card > button", lambda one: one.accessible_name) == f"Delete {name}"
    page.of(".card a", WebElement.click)
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
    page.until(lambda: page.at(f'.card a[href="#games/{played}"]'), "the keyboard is at what came back")
    page.of(".card > button", lambda one: one.send_keys(Keys.ENTER))
    page.until(lambda: page.at("#search"), "no card is left")
    page.find("#toast button").send_keys(Keys.ENTER)
    page.until(lambda: page.at(f'.card a[href="#games/{played}"]'))


def test_in_another_language_the_same_turn_is_shown_and_arrows_lead_on_from_any_button(game: Table, page: Page) -> None:
    page.open(f"#games/{two_moves(game, page)}")
    page.until(lambda: page.text(".caption").startswith("2."))
    page.find('#again button[aria-label="One back"]').click()
    page.until(lambda: page.text(".caption") == "1. South d2-e6")
    page.find('#language option[value="de"]').click()
    page.until(lambda: page.text(".caption") == "1. Süd d2-e6")
    page.find('#language option[value="en"]').click()
    page.until(lambda: page.text(".caption") == "1. South d2-e6")
    page.find('#again button[aria-label="One back"]').click()
    page.until(lambda: page.text(".caption") == "Start")
    ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT).perform()
    page.until(lambda: page.text(".caption") == "1. South d2-e6")
    assert left_to_the_browser(page, "#again h2", "altKey"), "one page back"
    assert left_to_the_browser(page, "#again h2", "metaKey")
    assert page.text(".caption") == "1. South d2-e6"
    assert not left_to_the_browser(page, "#again h2")
    assert page.text(".caption") == "Start"


def left_to_the_browser(page: Page, selector: str, held: str = "") -> bool:
    """Whether the left arrow pressed there, another key ``held``, is none of the page's."""
    press = (
        "const facts = { key: 'ArrowLeft', bubbles: true, cancelable: true, [arguments[1]]: true };"
        "return document.querySelector(arguments[0]).dispatchEvent(new KeyboardEvent('keydown', facts))"
    )
    return bool(page.driver.execute_script(press, selector, held))


@pytest.mark.usefixtures("game")
def test_on_the_board_too_keys_with_another_one_held_are_the_browsers(page: Page) -> None:
    page.open()
    page.ready()
    page.driver.execute_script("arguments[0].focus()", page.place("d2"))
    d2 = '#stage .place[data-place="d2"]'
    assert left_to_the_browser(page, d2, "altKey")
    assert page.at(d2)
    assert not left_to_the_browser(page, d2)
    assert page.at('#stage .place[data-place="d1"]')


def test_every_game_has_the_names_of_its_own_people(game: Table, page: Page) -> None:
    assert game.journal is not None
    nameless = game.journal.path.stem
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    game.begin({"S": "Anna", "N": "Bến"}, players=2, pieces=10)
    page.until(lambda: "Anna to move" in page.text("#status"))
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    page.find('nav a[href="#games"]').click()
    page.until(lambda: page.all(f'.card a[href="#games/{nameless}"]'))
    # Who searches types without accents.
    page.find("#search").send_keys("ben")
    page.until(lambda: page.texts(".card h2") == ["Anna – Bến"])
    page.find("#search").clear()
    page.find("#search").send_keys(nameless)
    page.until(lambda: page.texts(".card h2") == ["South – North"])
    assert page.driver.title == "Games – Hopsight"
    page.of(".card a", lambda one: one.send_keys(Keys.ENTER))
    page.until(lambda: page.driver.title == "South – North – Hopsight")
    assert page.at("#again h2"), "what was opened is read out"
    page.until(lambda: page.text(".caption") == "1. South d2-e6")
    assert page.text("#again h2") == "South – North"
    page.find('nav a[href="#table"]').click()
    # Whatever was looked at meanwhile, at the table sit those who sat there.
    page.move("n2", "m6", lambda: game.state)
    assert page.text("#status") == "Anna to move"
    assert "Bến" in page.text("#clocks")


def test_a_record_is_opened_kept_filtered_and_its_card_tells_the_game(game: Table, page: Page, tmp_path: Path) -> None:
    record = tmp_path / "evening.txt"
    record.write_text(told(players=2, pieces=10))
    (tmp_path / "coins.txt").write_text(told("piecepack", turns=12, players=2))
    kept = []
    for name in ("evening.txt", "coins.txt"):
        page.open("#games")
        page.until(lambda: page.all("#filter option"))
        page.find("#import").send_keys(str(tmp_path / name))
        page.until(lambda: page.all("#again .main"))
        button(page, "Keep it here").click()
        page.until(lambda: page.all("#again .small"))
        kept.append(page.driver.current_url.split("#")[1])
    assert page.texts("#again a.small") == ["Text", "JSON", "Animation", "PPN"]
    page.open("#games")
    page.until(lambda: all(page.all(f'.card a[href="#{address}"]') for address in kept))
    page.find('#filter option[value="piecepack"]').click()
    page.until(
        lambda: [one.text.split(" · ")[1] for one in page.all(".card .faint")] == ["Chinese checkers (piecepack)"]
    )
    page.find('#filter option[value="finished"]').click()
    page.find("#search").send_keys("anna")
    page.until(lambda: len(page.all(".card")) == 1)
    page.of(".card a", WebElement.click)
    page.until(lambda: page.all("#again .chart polyline"))
    card = page.text("#again")
    for says in ("Anna", "Longest hop:", "Longest missed:", "one set alone needs 27", "Steps to go"):
        assert says in card
    assert not re.search(r"\b1 hops", card)
    page.until(lambda: "Anna" in str(page.find("#again .chart").get_attribute("aria-label")))
    # What was missed is a click away.
    next(one for one in page.all(".card-figures button") if "missed" in one.text).click()
    ply = next(one.text for one in page.all(".card-figures button") if "missed" in one.text).split("turn ")[1][:-1]
    page.until(lambda: page.text(".caption").startswith(f"{ply}."))
    assert game.state.ply == 0


def test_a_library_with_more_games_than_it_lists_says_so_and_shows_older_ones(
    game: Table, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "CARDS", 1)
    monkeypatch.setattr(settings, "OLDER_CARDS", 1)
    played = two_moves(game, page)
    game.begin(players=3)
    for number in (991, 992):
        (game.folder / f"{number:04d}-star.jsonl").write_bytes(b"")
    page.open("#games")
    page.until(lambda: "Only the newest 1 games are listed" in page.text("#cards"))
    page.find("#older").click()
    page.until(lambda: "Only the newest 2 games are listed" in page.text("#cards"))
    page.find("#search").send_keys(played)
    page.until(lambda: "Nothing found" in page.text("#cards"))
    page.find("#older").send_keys(Keys.ENTER)
    page.until(lambda: page.at(f'.card a[href="#games/{played}"]'), "the keyboard is at what came")
    page.of(".card a", WebElement.click)
    page.until(lambda: "2." in page.text(".caption"))
    page.find('nav a[href="#games"]').click()
    page.until(lambda: page.all(f'.card a[href="#games/{played}"]'))
    page.of(".card > button", lambda one: one.send_keys(Keys.ENTER))
    page.until(lambda: not page.all(".card"))
    page.find("#toast button").send_keys(Keys.ENTER)
    page.until(lambda: page.at(f'.card a[href="#games/{played}"]'), "what came back stands where it was")
    for number in (991, 992):
        (game.folder / f"{number:04d}-star.jsonl").unlink()


def test_a_record_that_nobody_can_read_has_a_button_that_deletes_it(game: Table, page: Page) -> None:
    (game.folder / "0990-star.jsonl").write_bytes(b"\0" * 4096)
    page.open("#games")
    page.until(lambda: "0990-star" in page.text("#cards"))
    page.of("#cards .card button", WebElement.click)
    page.until(lambda: "0990-star" not in page.text("#cards"))


def test_the_card_of_a_game_counts_seconds_as_the_clocks_do(page: Page) -> None:
    page.open()
    page.ready()
    shown = page.driver.execute_async_script(
        "const told = arguments[arguments.length - 1];"
        "const figures = { turns: { S: 3, N: 3 }, seconds: { S: 59.7, N: 119.6 } };"
        "const game = { figures, players: {}, seats: ['S', 'N'], sets: { S: ['S'], N: ['N'] }, colours: {} };"
        "import('/static/figures.js').then((it) => told(it.figures(game).textContent))"
    )
    assert "0:59" in shown
    assert "1:59" in shown


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize(
    ("places", "told"),
    [
        ({"N": 1, "S": 2}, "North wins"),
        ({"N": 1, "S": 1, "NE": 3, "SW": 3}, "North, South win"),
        ({"N": 1, "S": 1}, "Nobody has won"),
    ],
)
def test_who_has_won_is_told_of_one_and_of_several(page: Page, places: dict[str, int], told: str) -> None:
    page.open()
    page.ready()
    shown = page.driver.execute_async_script(
        "const [places, told] = arguments;"
        "import('/static/figures.js').then((it) => told(it.ended({ outcome: { places }, players: {} })))",
        places,
    )
    assert shown == told


@pytest.mark.usefixtures("game")
def test_what_is_no_record_is_turned_away_in_words(page: Page, tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_bytes(b"x" * 3_000_000)
    (tmp_path / "letter.txt").write_text("Dear Anna")
    (tmp_path / "photo.jpg").write_bytes(b"x" * 3_000_000)
    (tmp_path / "animation").write_bytes(b"GIF89a" + b"\n" * 4000)
    picture = "This is a picture"
    told = {"film.mp4": "no record is that long", "photo.jpg": picture, "letter.txt": "", "animation": picture}
    for name, says in told.items():
        page.open("#games")
        page.until(lambda: page.all("#filter option"))
        page.find("#import").send_keys(str(tmp_path / name))
        page.until(lambda says=says: page.text("#toast") and says in page.text("#toast"))
        page.until(lambda: page.find("#cards").is_displayed())
    refusals = page.driver.get_log("browser")
    assert refusals, "they are in the log, and shall be"
    assert not [one for one in refusals if "Uncaught" in one["message"]]


def test_an_opened_record_that_is_damaged_says_where_and_is_not_kept(game: Table, page: Page, tmp_path: Path) -> None:
    played = two_moves(game, page)
    damaged = tmp_path / "evening.jsonl"
    damaged.write_bytes((game.journal.path.read_bytes() if game.journal else b"").replace(b"n2-m6", b"n2-m7"))
    page.open("#games")
    page.until(lambda: page.all(f'.card a[href="#games/{played}"]'))
    page.find("#import").send_keys(str(damaged))
    page.until(lambda: page.text(".caption").startswith("1."))
    told = page.text("#again .why")
    assert re.fullmatch(r"Line \d+ of the record is damaged; the game is good up to there\.", told)
    page.find("#again button.main").click()
    page.until(lambda: page.text("#toast") == told)
    page.driver.get_log("browser")  # the refusal stands there, and shall


@pytest.mark.usefixtures("game")
def test_an_opened_record_is_left_again_and_stays_when_the_language_changes(page: Page, tmp_path: Path) -> None:
    record = tmp_path / "evening.txt"
    record.write_text(told(turns=4, players=2))
    page.open("#games")
    page.until(lambda: page.all("#filter option"))
    page.find("#import").send_keys(str(record))
    page.until(lambda: page.text(".caption").startswith("4."))
    page.find('#language option[value="de"]').click()
    page.until(lambda: page.text("#again button.main") == "Hier behalten")
    page.find('#language option[value="en"]').click()
    page.until(lambda: page.text("#again button.main") == "Keep it here")
    button(page, "← All games").click()
    page.until(lambda: page.find("#cards").is_displayed())
    page.driver.back()
    page.until(lambda: page.text(".caption").startswith("4."))
    page.find('nav a[href="#games"]').click()
    page.until(lambda: page.find("#cards").is_displayed())


@pytest.mark.usefixtures("game")
def test_a_link_holds_the_whole_game_though_no_box_has_its_record(page: Page, tmp_path: Path) -> None:
    record = tmp_path / "evening.txt"
    record.write_text(told(turns=30, players=3, pieces=10))
    page.open("#games")
    page.until(lambda: page.all("#filter option"))
    page.find("#import").send_keys(str(record))
    page.until(lambda: page.all("#again .main"))
    button(page, "Keep it here").click()
    page.until(lambda: page.all("#again .small"))
    # No clipboard: the page shows the link instead.
    denied = {"permission": {"name": "clipboard-write"}, "setting": "denied"}
    page.driver.execute_cdp_cmd("Browser.setPermission", denied)
    button(page, "Link").click()
    page.until(lambda: page.all("dialog[open] input"))
    link = str(page.find("dialog input").get_property("value"))
    page.find("dialog button.main").click()
    button(page, "Delete").click()
    page.until(lambda: page.all("#toast button"))
    page.driver.get("about:blank")
    page.driver.get(link)
    page.until(lambda: page.text(".caption").startswith("30."))
    assert page.all("#again .chart")
    # There are messengers that cut long lines.
    for cut in (link[:-9], f"{page.address}#g/nonsense"):
        page.driver.get("about:blank")
        page.driver.get(cut)
        page.until(lambda: page.text("#toast") == "This link did not arrive whole; please have it sent again.")
        assert page.driver.current_url.endswith("#games")


def test_the_pictures_of_a_refused_table_stand_where_it_happened(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.try_move("d2", "i5")
    page.until(lambda: page.phase() == "refused")
    page.lift("i5")
    page.drop("d2")
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    assert game.journal is not None
    page.open(f"#games/{game.journal.path.stem}")
    page.until(lambda: page.text(".caption").startswith("1."))
    page.until(lambda: page.find("#again .crops img").get_property("naturalWidth"))
    assert "i5" in page.find("#again .crops").find_element(By.TAG_NAME, "figcaption").text
    assert page.texts("#again .moves .doubted") == ["South d2-e6"]
    ActionChains(page.driver).send_keys(Keys.HOME).perform()
    page.until(lambda: not page.find("#again .crops").is_displayed())


def test_a_doubt_is_told_beside_the_move_that_came_of_it_and_in_few_words(game: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.move("d2", "e6", lambda: game.state)
    assert game.journal is not None
    # People were asked about many moves before North's.
    evidence = game.journal.evidence("0001-unsure-9.5")
    evidence.write_bytes(b"\xff\xd8")
    between = [["n2-m6"], ["n3-m6"], ["n3-m7"], ["o1:m5"], ["o2:m6"]]
    game.journal.append(Entry("unsure", 9.5, {"between": between, "evidence": evidence.stem}))
    page.move("n2", "m6", lambda: game.state)
    page.open(f"#games/{game.journal.path.stem}")
    page.until(lambda: page.text(".caption").startswith("2."))
    assert page.texts("#again .moves .doubted") == ["North n2-m6"]
    page.until(lambda: page.text("#again figcaption") == "Which was it? n2-m6 / n3-m6 / n3-m7 / …")


def test_a_recorded_game_is_played_again_at_the_table(game: Table, page: Page) -> None:
    page.open(f"#games/{two_moves(game, page)}")
    page.until(lambda: page.text(".caption").startswith("2."))
    button(page, "Play it on the table").click()
    page.until(lambda: game.served.hub.to_follow is not None)
    game.follow()
    page.until(lambda: page.find("#follows").is_displayed())
    page.ready()
    page.until(lambda: "turn 0 of 2" in page.text("#follows"))
    assert page.lit() == {"d2"}, "the piece to lift; where it goes glows white"
    # Another move is taken back.
    page.try_move("d3", "e7")
    page.until(lambda: page.phase() == "guided")
    page.until(lambda: "The record has something else here: d2-e6." in page.text("#said"), "why it is taken back")
    page.lift("e7")
    page.drop("d3")
    page.ready()
    page.try_move("d2", "e6")
    page.until(lambda: "turn 1 of 2" in page.text("#follows"))
    page.find("#follows-stop").click()
    page.until(lambda: game.live is not None and game.live.loop.then == "back")


def test_at_the_end_of_a_followed_record_the_button_leads_back_to_the_game(game: Table, page: Page) -> None:
    assert game.live is not None
    assert game.journal is not None
    page.open()
    page.ready()
    game.live.loop.put(End(0.0))
    page.until(lambda: page.text("#big-text") == "Play again")
    page.open(f"#games/{game.journal.path.stem}")
    page.until(lambda: page.all("#again .row button"))
    button(page, "Play it on the table").click()
    page.until(lambda: game.served.hub.to_follow is not None)
    own = game.state.match
    game.follow()
    page.until(lambda: page.text("#big-text") == "Back to the game")
    page.until(lambda: "The game was ended here." in page.text("#said"))
    game.lay(own)
    page.until(lambda: page.text("#big-text") == "Play again")
    assert not page.text("#said"), "what was said of the record is over"
