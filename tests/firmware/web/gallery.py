"""The pictures of the page in the README, taken by a real browser of a simulated table: part of ``make gallery``."""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import cv2

from firmware.simulated.players import choose
from rules import catalogue
from rules.hop import Path as Way
from rules.match import Match
from tests.firmware.web.browser import CHROMIUM, DRIVER, Page, Table, chromium, table

MOVES = 40
"""Moves into the game: the sets have met in the middle."""

SETTLED_SECONDS = 1.5
"""What moves on the page has come to rest by then."""


def lifted(room: Table, page: Page, out: Path) -> None:
    """Four people play; a piece is lifted, and its destinations glow."""
    game: Any = catalogue.game("star", players=4)
    position, chance = game.start(), Random(7)
    for _ in range(MOVES):
        position = game.play(position, choose(game, position, chance))
    room.lay(Match.begin(game, dict(zip(game.seats, ("Anna", "Ben", "Chi", "Duc"), strict=True)), position))
    page.size(1280, 800)
    page.open()
    page.ready()
    best: Way = max(game.moves(position), key=lambda move: len(game.targets(position, move[0])))
    page.lift(best[0])
    page.until(lambda: best[-1] in page.lit(), "lamps")
    shoot(page, out / "page.jpg")
    page.drop(best[0])


def watched(room: Table, page: Page, out: Path) -> None:
    """A whole game on its card, on a phone by night."""
    game: Any = catalogue.game("star", players=2, pieces=10)
    match, chance = Match.begin(game, {"S": "Anna", "N": "Ben"}), Random(5)
    while not game.outcome(match.position).over:
        match = match.play(choose(game, match.position, chance))
    record = room.folder.parent / "game.txt"
    record.write_text(match.to_text(), encoding="utf-8")
    page.size(1280, 800)
    page.open("#games")
    page.until(lambda: page.all("#filter option"))
    page.find("#import").send_keys(str(record))
    page.until(lambda: page.all("#again .chart"))
    page.driver.execute_script("document.documentElement.dataset.theme = 'dark'")
    slider = page.find('#again input[type="range"]')
    page.driver.execute_script("arguments[0].value = 56; arguments[0].oninput()", slider)
    shoot(page, out / "replay.jpg")


def shoot(page: Page, path: Path) -> None:
    """The window as it is, once everything has come to rest."""
    sleep(SETTLED_SECONDS)
    with TemporaryDirectory() as folder:
        taken = Path(folder, "window.png")
        page.driver.save_screenshot(str(taken))
        cv2.imwrite(str(path), cv2.imread(str(taken)), [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    pictures = Path(sys.argv[1] if len(sys.argv) > 1 else "firmware/pictures")
    if not (CHROMIUM and DRIVER):
        sys.exit("no Chromium here, so the page's pictures stay as they are: apt-get install chromium chromium-driver")
    with (
        TemporaryDirectory() as folder,
        table(Path(folder, "games")) as made,
        chromium(Path(folder, "profile")) as driver,
    ):
        seen = Page(driver, made.served.address)
        lifted(made, seen, pictures)
        watched(made, seen, pictures)
    print(*sorted(pictures.glob("*.jpg")), sep="\n")
