"""Scenes in a real browser: stones are sown on a mandarin board, counted, put right, and watched again."""

from random import Random

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from firmware.events import NameMove, Pause, Resign
from firmware.simulated.players import choose_sowing
from rules import catalogue
from rules.game import Seat
from rules.geometry import PlaceId
from rules.mandarin.game import Mandarin
from rules.match import Match
from tests.firmware.web.browser import NO_BROWSER, PLACE, Page, Table, faults

pytestmark = NO_BROWSER


@pytest.fixture(scope="module")
def board() -> Mandarin:
    made = catalogue.game("mandarin")
    assert isinstance(made, Mandarin)
    return made


@pytest.fixture
def sown(browsed: tuple[Table, Page], board: Mandarin) -> Table:
    """A mandarin board, laid for a game."""
    table, _ = browsed
    table.calibration = None
    table.lay(Match.begin(board))
    return table


def named(table: Table, *moves: str) -> None:
    """People rest and name their moves: they count without being sown."""
    assert table.live is not None
    table.live.loop.put(Pause(0.0))
    for move in moves:
        table.live.loop.put(NameMove(0.0, move))


def lying(table: Table, place: str) -> str:
    assert table.live is not None
    return table.live.act(lambda it: it.view[PlaceId(place)])


def test_two_people_sow_with_finger_and_keyboard_and_the_referee_takes_it(sown: Table, page: Page) -> None:
    page.open()
    page.ready()
    assert page.label("a3") == "a3 South: 5"
    assert page.label("W") == "W: mandarin"
    assert len(page.all('#stage .heap[data-place="a3"] .stone')) == 5
    page.place("b3").click()
    page.until(lambda: "other side" in page.text("#toast"), "North waits")
    page.place("a3").click()
    page.find('.arrow-way[data-way=">"]').click()
    page.until(lambda: page.label("W") == "W: mandarin + 1" and page.label("b3") == "b3 North: 0")
    page.until(lambda: page.find("#big").is_enabled(), "the hands to go")
    answered(sown, page, "a3>")
    page.until(lambda: "6" in page.text('#stage .won[data-seat="south"]'))
    assert "North" in page.text("#status")
    page.driver.execute_script("arguments[0].focus()", page.place("b2"))
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.until(lambda: len(page.all(".arrow-way")) == 2)
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    page.until(lambda: not page.all(".arrow-way"))
    ActionChains(page.driver).send_keys(Keys.ENTER).send_keys(Keys.ARROW_LEFT).perform()
    page.until(lambda: page.label("b2").startswith("b2 North: 1") and page.find("#big").is_enabled())
    answered(sown, page, "b2<")


def answered(table: Table, page: Page, move: str) -> None:
    """Press; in doubt about the stones, tap what was sown."""
    ply = table.state.ply
    page.press()
    page.until(lambda: table.state.ply > ply or page.all("button.choice"))
    for one in page.all("button.choice"):
        if one.text.splitlines()[-1] == move:
            one.click()
    page.until(lambda: table.state.ply == ply + 1, f"{move} accepted")
    assert table.state.last.move == move
    page.until(lambda: page.phase() in {"playing", "guided"})
    if page.phase() == "guided":
        # What the camera miscounts there, people see to be right: they hold the button.
        page.until(lambda: page.phase() == "playing" or page.all("#trouble button"))
        if page.phase() == "guided":
            ActionChains(page.driver).click_and_hold(page.find("#big")).pause(1.6).release().perform()
        page.ready()


def test_a_named_sowing_is_put_right_heap_by_heap_in_numbers(sown: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#fix summary").click()
    assert "a3>" in page.text("#name-move small")
    page.find("#name-move input").send_keys("a3>")
    page.find("#name-move button").click()
    page.until(lambda: "a3: 0 should lie there, now 5" in page.text("#trouble"))
    assert "a1: 6 should lie there, now 5" in page.text("#trouble")
    assert "W: mandarin + 1 should lie there, now mandarin" in page.text("#trouble")
    next(one for one in page.all("#trouble button") if one.text == "Put it all right").click()
    page.until(lambda: lying(sown, "W") == "M1")


def test_beside_what_they_have_won_people_are_called_by_their_names(sown: Table, board: Mandarin, page: Page) -> None:
    sown.lay(Match.begin(board, {Seat("south"): "Anna"}))
    page.open()
    page.ready()
    assert [page.text(f'#stage .won[data-seat="{side}"] .who') for side in ("south", "north")] == ["Anna", "North"]


@pytest.mark.usefixtures("sown")
def test_a_single_stone_is_carried_from_heap_to_heap(page: Page) -> None:
    page.open()
    page.ready()
    page.lift("a1")
    page.drop("b1")
    page.until(lambda: (page.label("a1"), page.label("b1")) == ("a1 South: 4", "b1 North: 6"))
    page.lift("W")
    page.drop("E")
    page.until(lambda: "Two mandarins do not fit" in page.text("#toast"))
    assert page.label("E") == "E: mandarin"


@pytest.mark.usefixtures("sown")
def test_the_board_reads_itself_in_numbers_and_in_every_language(page: Page) -> None:
    page.open()
    page.ready()
    page.find("#text summary").click()
    page.until(lambda: "a1 South: 5, a2 South: 5" in page.text("#as-text"))
    assert "South has won: 0, mandarins: 0" in page.text("#as-text")
    page.find('#language option[value="vi"]').click()
    page.until(lambda: "W: quan" in page.text("#as-text"))
    assert "Nam" in page.text("#status")
    page.find('#language option[value="en"]').click()
    page.until(lambda: "South" in page.text("#status"))


def test_it_lies_like_this_is_typed_in_numbers(sown: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#fix summary").click()
    page.find("#lies").click()
    page.place("b4").click()
    page.until(lambda: page.all("#tools input"))
    ActionChains(page.driver).send_keys("3").perform()
    page.until(lambda: page.label("b4") == "b4 North: 3")
    page.find("#tools-yes").click()
    page.until(lambda: sown.state.ply == 1)
    assert sown.state.position.won_citizens == (2, 0)


@pytest.mark.usefixtures("sown")
def test_where_the_board_lies_is_shown_by_tapping_the_fields_at_its_corners(page: Page) -> None:
    page.open()
    page.ready()
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    page.step(2)
    page.until(lambda: page.find(".view .live").get_property("naturalWidth"))
    page.find(".step .main").click()
    page.until(lambda: "every ring lie in its field" in page.text(".hint"))
    asked = ("a1", "b1", "b5", "a5")
    assert {*asked} < {one.text for one in page.all(".overlay text")}
    lie = page.driver.execute_script(
        "const box = document.querySelector('.view img').getBoundingClientRect();"
        "return Object.fromEntries([...document.querySelectorAll('.overlay text')].map((one) => [one.textContent, ["
        "box.x + one.getAttribute('x') / 1000 * box.width, box.y + (one.getAttribute('y') - 10) / 750 * box.height]]))"
    )
    page.all(".step .row.before button")[1].click()
    for place in asked:
        assert page.text(".hint") == f"Tap the middle of field {place}"
        x, y = lie[place]
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", event)
    page.until(lambda: "every ring lie in its field" in page.text(".hint"))
    assert len(page.all(".overlay .ring")) == 12


def test_numbers_of_two_digits_lie_over_no_other_field(sown: Table, page: Page) -> None:
    sown.lay(Match.begin(catalogue.game("mandarin", mandarin="ten")))
    page.open()
    page.ready()
    page.until(lambda: page.text('#stage .heap[data-place="E"] text') == "10")
    box = "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()"
    west, east = (page.driver.execute_script(box, f"#stage .heap[data-place={end}] rect") for end in "WE")
    a1, a5 = (page.driver.execute_script(box, PLACE.format(name)) for name in ("a1", "a5"))
    assert west["right"] <= a1["left"]
    assert a5["right"] <= east["left"]


def test_another_game_is_begun_with_the_rules_that_this_one_has(sown: Table, page: Page) -> None:
    page.open()
    page.ready()
    page.find("#new").click()
    page.until(lambda: page.all("dialog[open] .setup"))
    assert len(page.all('.setup input[placeholder="Name"]')) == 2
    page.step(1)
    page.find('.setup input[name="mandarin"][value="ten"] ~ .art').click()
    page.until(lambda: page.find('.setup input[name="mandarin"][value="ten"]').get_property("checked"))
    page.driver.execute_script(
        "arguments[0].value = 5; arguments[0].onchange({target: arguments[0]})", page.find('input[name="unripe"]')
    )
    page.until(lambda: page.find('.setup input[name="unripe"]').get_property("value") == "5")
    page.find(".setup button.main").click()
    page.until(lambda: sown.served.hub.wish is not None)
    wish = sown.served.hub.take_wish()
    assert wish is not None
    assert wish.options == {"mandarin": "ten", "unripe": 5}


def test_a_whole_game_ends_with_points_and_is_watched_again_stone_by_stone(
    sown: Table, page: Page, board: Mandarin
) -> None:
    page.open()
    page.ready()
    match, chance, moves = Match.begin(board), Random(3), []
    while not board.outcome(match.position).over:
        move = choose_sowing(board, match.position, chance)
        match = match.play(move)
        moves.append(board.write(move))
    named(sown, *moves)
    page.until(lambda: page.phase() == "finished")
    places = board.outcome(match.position).places
    best = next(iter(places))
    assert page.text("#status") == ("South wins" if best == "south" else "North wins")
    assert page.text("#trouble ol").splitlines()[0].endswith(f"{board.outcome(match.position).scores[best]:g}")
    faults(page, "the end of a game")
    assert sown.journal is not None
    name = sown.journal.path.stem
    page.open("#games")
    page.until(lambda: page.all(f'.card a[href="#games/{name}"] .heap'))
    page.find(f'.card a[href="#games/{name}"]').click()
    page.until(lambda: page.all("#again .heap"))
    ActionChains(page.driver).send_keys(Keys.HOME).perform()
    page.until(lambda: page.text('#again .heap[data-place="a1"] text') == "5")
    assert len(page.all("#again .mandarin")) == 4, "two on the board, two beside the piles"
    ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT).perform()
    page.until(lambda: page.text(".caption").endswith(moves[0]))
    faults(page, "replay")


def test_who_gives_up_has_the_second_place_and_no_points(sown: Table, page: Page) -> None:
    page.open()
    page.ready()
    named(sown, "a3>", "b3<")
    assert sown.live is not None
    sown.live.loop.put(Resign(0.0, Seat("south")))
    page.until(lambda: page.phase() == "finished")
    assert page.text("#trouble ol").split() == ["North", "South"]


@pytest.mark.usefixtures("sown")
@pytest.mark.parametrize(("width", "height", "phone"), [(390, 844, True), (1366, 900, False), (1920, 1080, False)])
def test_every_number_can_be_read_at_every_size(page: Page, *, width: int, height: int, phone: bool) -> None:
    page.size(width, height, phone=phone)
    page.open()
    page.ready()
    assert page.driver.execute_script("return document.documentElement.scrollWidth") <= width
    tall = "return [...document.querySelectorAll('#stage text.count')].map((one) => one.getBoundingClientRect().height)"
    assert min(page.driver.execute_script(tall)) >= 15
    faults(page, "a board of pits")
