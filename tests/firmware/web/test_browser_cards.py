"""Scenes in a real browser: recorded games of cards are watched and kept."""

from pathlib import Path
from random import Random

import pytest

from rules import catalogue
from rules.match import Match, first_position
from tests.firmware.web.browser import NO_BROWSER, Page, button

pytestmark = NO_BROWSER


@pytest.mark.usefixtures("game")
def test_a_game_of_cards_is_shown_again_as_cards(page: Page, tmp_path: Path) -> None:
    record = tmp_path / "cards.txt"
    rules = catalogue.game("chinese_ten")
    match = Match.begin(rules, start=first_position(rules, Random(1)))
    for _ in range(4):
        match = match.play(rules.moves(match.position)[-1])
    record.write_text(match.to_text())
    page.open("#games")
    page.until(lambda: page.all("#filter option"))
    page.find("#import").send_keys(str(record))
    page.until(lambda: page.text("#again .caption").startswith("4."))
    assert not page.all("#again svg.board")
    lying = rules.write_position(match.position)["layout"]
    shown = {one.text for one in page.all("#again .playing:not(.gone)")}
    assert shown == {one.translate(str.maketrans("SHDC", "♠♥♦♣")) for one in lying}
    won = [str(cards.bit_count()) for cards in match.position.won]
    assert page.texts("#again .deal td") == ["11", won[0], "11", won[1]]
    assert "Stock: 22" in page.text("#again .deal")
    assert "Play it on the table" not in page.text("#again")
    assert page.text("#again h2") == "Seat 1 – Seat 2"
    assert page.text("#again .caption").startswith("4. Seat ")
    button(page, "Keep it here").click()
    page.until(lambda: page.all("#again .small"))
    page.open("#games")
    page.until(lambda: "Chinese Ten" in page.texts(".card .blank"))
    size = page.of(".card .blank", lambda one: one.size)
    assert size["height"] <= size["width"] / 2, "a sign, and no empty board"
    # Whoever searches may know the record by its id as well.
    page.find("#search").send_keys("-chinese_ten")
    page.until(lambda: [one.text.split(" · ")[1] for one in page.all(".card .faint")] == ["Chinese Ten"])


@pytest.mark.usefixtures("game")
def test_who_passes_does_so_in_the_language_of_the_page(page: Page, tmp_path: Path) -> None:
    record = tmp_path / "cards.txt"
    rules = catalogue.game("chinese_poker")
    match = Match.begin(rules, start=first_position(rules, Random(1)))
    for hand in (-1, 0):  # the second may always pass
        match = match.play(rules.moves(match.position)[hand])
    assert rules.write(match.entries.last.move) == "pass"
    record.write_text(match.to_text())
    page.open("#games")
    page.until(lambda: page.all("#filter option"))
    page.find("#import").send_keys(str(record))
    page.until(lambda: page.text("#again .caption").endswith(" pass"))
    page.find('#language option[value="de"]').click()
    page.until(lambda: page.text("#again .caption").endswith(" passt"))
    page.find('#language option[value="en"]').click()
    page.until(lambda: page.text("#again .caption").endswith(" pass"))


@pytest.mark.usefixtures("game")
def test_a_round_of_cards_after_which_another_follows_has_no_winner(page: Page, tmp_path: Path) -> None:
    record = tmp_path / "round.txt"
    rules = catalogue.game("chinese_poker")
    match = Match.begin(rules, start=first_position(rules, Random(1)))
    while not match.outcome.over:
        match = match.play(max(rules.moves(match.position), key=lambda move: len(move.cards)))
    assert match.outcome.details["game_over"] is False
    record.write_text(match.to_text())
    page.open("#games")
    page.until(lambda: page.all("#filter option"))
    page.find("#import").send_keys(str(record))
    page.until(lambda: "Round over" in page.text("#again"))
    assert "wins" not in page.text("#again")
    first, second = match.outcome.scores.values()
    assert page.text("#again h2 + p").startswith(f"Round over · Seat 1: {first} · Seat 2: {second} · Turns: ")


@pytest.mark.usefixtures("game")
def test_what_a_deal_of_cards_brought_is_told_with_who_has_won_it(page: Page, tmp_path: Path) -> None:
    rules = catalogue.game("chinese_ten")
    match = Match.begin(rules, start=first_position(rules, Random(1)))
    while not match.outcome.over:
        match = match.play(rules.moves(match.position)[0])
    (tmp_path / "deal.txt").write_text(match.to_text())
    page.open("#games")
    page.until(lambda: page.all("#filter option"))
    page.find("#import").send_keys(str(tmp_path / "deal.txt"))
    page.until(lambda: " wins · " in page.text("#again"))
    first, second = match.outcome.scores.values()
    assert f" wins · Seat 1: {first} · Seat 2: {second} · Turns: 48" in page.text("#again h2 + p")
    signs = {"fr": f" · Place 1\u00a0: {first} · ", "zh": f" · 1号位：{first} · ", "en": f" · Seat 1: {first} · "}
    for language, expected in signs.items():
        page.find(f'#language option[value="{language}"]').click()
        page.until(lambda has=expected: has in page.texts("#again h2 + p")[0])  # type: ignore[misc]
    button(page, "Keep it here").click()
    page.until(lambda: page.all("#again .small"))
    page.open("#games")
    page.until(lambda: f" · Seat 1: {first} · Seat 2: {second} · " in page.text("#cards"))
