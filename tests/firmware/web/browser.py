"""A real Chromium before a real page, with a simulated table behind it that goes on in its own time."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from axe_core_python.sync_playwright import Axe
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, TimeoutException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from firmware.journal import Journal
from firmware.keeper import JournalKeeper
from firmware.simulated.live import LiveSimulation
from firmware.states import State, opening
from firmware.web.server import Served, serve
from hardware.simulated.scenes import WOOD
from hardware.simulated.tile_scenes import scenes_of
from rules import catalogue
from rules.game import Seat
from rules.match import Match
from vision.calibration import Calibration

Told = TypeVar("Told")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
NO_BROWSER = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no Chromium here: apt-get install chromium chromium-driver"
)
PLACE = '#stage [data-place="{}"].place'
"""The selector of a place of the board."""

PATIENCE = 60
"""Seconds that anything may take on a busy machine; usually it takes a tenth."""

QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@contextmanager
def chromium(profile: Path, letters: int = 16) -> Iterator[Chrome]:
    """A browser that speaks to nobody but the page; ``letters``: their size in CSS pixels, as people set it there."""
    options = ChromeOptions()
    options.add_experimental_option("prefs", {"webkit.webprefs.default_font_size": letters})
    options.binary_location = CHROMIUM or ""
    for argument in (*QUIET, f"--user-data-dir={profile}", "--window-size=1366,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options=options, service=Service(DRIVER))
    driver.set_script_timeout(4 * PATIENCE)
    try:
        yield driver
    finally:
        driver.quit()


class Table:
    """A simulated table with its page, in real time."""

    def __init__(self, served: Served, folder: Path) -> None:
        self.served = served
        self.folder = folder
        self.live: LiveSimulation | None = None
        self.journal: Journal | None = None
        self.calibration: Calibration | None = None

    def begin(self, players_by_name: Mapping[str, str] | None = None, /, **options: Any) -> None:
        """Lay another game, the one before being put away."""
        names = {Seat(seat): name for seat, name in (players_by_name or {}).items()}
        self.lay(Match.begin(catalogue.game("star", **options), names))

    def lay(self, match: Match[Any, Any]) -> None:
        """Let ``match`` be played, the game before being put away."""
        self.close()
        self.journal = Journal.create(self.folder, match, 0.0, table="simulated")
        self.live = LiveSimulation(
            opening(match),
            scene=scenes_of(match.game.board)["wood"],
            keeper=JournalKeeper(self.journal),
            watch=self.served.hub.look,
        )
        # The camera hangs where it hung in the game before: looking for the board anew would only take time.
        self.live.loop.eyes.calibration = self.calibration
        self.served.hub.attach(self.live.loop, self.live, record=self.journal.path)
        self.live.start()

    def follow(self) -> None:
        """Play again the record that people chose on the page."""
        guide = self.served.hub.take_to_follow()
        assert guide is not None
        self.close()
        self.live = LiveSimulation(guide.history, scene=WOOD, watch=self.served.hub.look)
        self.live.loop.eyes.calibration = self.calibration
        self.served.hub.attach(self.live.loop, self.live, guide=guide)
        self.live.start()

    @property
    def state(self) -> State:
        """The session now."""
        assert self.live is not None
        return self.live.loop.state

    def close(self) -> None:
        """Stop watching."""
        if self.live is not None and self.journal is not None:
            self.live.close()
            assert self.live.failed is None, self.live.failed
            self.calibration = self.calibration or self.live.loop.eyes.calibration
            self.journal.close()


@contextmanager
def table(folder: Path, port: int = 0) -> Iterator[Table]:
    """A page without a game yet."""
    with serve(folder, "127.0.0.1", port) as served:
        made = Table(served, folder)
        try:
            yield made
        finally:
            made.close()


class Page:
    """What people do with the page."""

    def __init__(self, driver: Chrome, address: str) -> None:
        self.driver = driver
        self.address = address

    def open(self, where: str = "") -> None:
        """Load the page anew."""
        self.driver.get("about:blank")
        self.driver.get(self.address + where)

    def size(self, width: int, height: int, *, phone: bool = False) -> None:
        """The window, or a phone in its place."""
        facts = {"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", facts)

    def until(self, holds: Callable[[], object], why: str = "") -> None:
        """Wait until something holds."""
        # What is drawn anew while it is looked at is looked at again.
        stale = [StaleElementReferenceException, NoSuchElementException]
        try:
            WebDriverWait(self.driver, PATIENCE, 0.05, stale).until(lambda _: holds())
        except TimeoutException as error:
            read = "return ['#status', '#said', '#trouble'].map((one) => document.querySelector(one)?.textContent)"
            raise AssertionError(f"{why}; the page says {self.driver.execute_script(read)}") from error

    def find(self, selector: str) -> WebElement:
        """The first element there."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def of(self, selector: str, ask: Callable[[WebElement], Told]) -> Told:
        """What the element there tells; one that was drawn anew while it was asked is asked again."""
        for _ in range(10):
            try:
                return ask(self.find(selector))
            except StaleElementReferenceException:
                continue
        raise AssertionError(f"{selector} is drawn anew all the time")

    def step(self, number: int, press: Callable[[WebElement], None] = WebElement.click) -> None:
        """Go to this step of what is set up, from 0 on; its button is drawn anew with every choice."""
        self.of(f".steps button:nth-child({number + 1})", press)

    def middle(self, selector: str) -> dict[str, float]:
        """The middle of that element in the window, x and y in CSS pixels."""
        read = "return arguments[0].getBoundingClientRect().toJSON()"
        box = self.of(selector, lambda one: self.driver.execute_script(read, one))
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def all(self, selector: str) -> list[WebElement]:
        """Every element there."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        """What can be read there."""
        return self.of(selector, lambda one: one.text)

    def texts(self, selector: str) -> list[str]:
        """What can be read on every element there, at one moment: clocks are drawn anew each second."""
        text = "(one.innerText ?? one.textContent).trim()"  # what stands in a drawing has only the latter
        read = f"return [...document.querySelectorAll(arguments[0])].map((one) => {text})"
        return [str(text) for text in self.driver.execute_script(read, selector)]

    def seen(self, selector: str) -> bool:
        """Whether nothing lies before the middle of that element, and no open dialog puts it out of reach."""
        ask = (
            "const one = document.querySelector(arguments[0]), modal = document.querySelector('dialog[open]');"
            "const there = document.elementFromPoint(arguments[1], arguments[2]);"
            "return one.contains(there) && (modal ?? document).contains(one)"
        )
        at = self.middle(selector)
        return bool(self.driver.execute_script(ask, selector, at["x"], at["y"]))

    def at(self, selector: str) -> bool:
        """Whether the keyboard is there."""
        return bool(self.driver.execute_script("return document.activeElement.matches(arguments[0])", selector))

    def phase(self) -> str:
        """What the table waits for, as the page knows it."""
        return str(self.driver.execute_script("return document.body.dataset.phase ?? ''"))

    def place(self, name: str) -> WebElement:
        """A place of the board."""
        return self.find(PLACE.format(name))

    def label(self, name: str) -> str:
        """How a screen reader reads a place."""
        return str(self.of(PLACE.format(name), lambda one: one.get_attribute("aria-label")))

    def ready(self) -> None:
        """Wait until somebody may move."""
        self.until(lambda: self.phase() == "playing", "somebody to move")

    def lift(self, name: str) -> None:
        """Press the pointer down on a marble."""
        self.of(
            PLACE.format(name), lambda one: ActionChains(self.driver).move_to_element(one).click_and_hold().perform()
        )

    def drop(self, name: str) -> None:
        """Carry it to a place and let go."""
        self.of(PLACE.format(name), lambda one: ActionChains(self.driver).move_to_element(one).release().perform())

    def lit(self) -> set[str]:
        """The places with a blue lamp: where the lifted marble may go."""
        blue = "[...document.querySelectorAll('#stage .lamp[data-colour=\"#003cff\"]')].map((one) => one.dataset.place)"
        return set(self.driver.execute_script(f"return {blue}"))

    def press(self) -> None:
        """Press the big button."""
        self.find("#big").click()

    def try_move(self, start: str, end: str) -> None:
        """Drag a marble of South's to a hole, allowed or not, and press once it lies there."""
        self.lift(start)
        self.drop(end)
        self.until(lambda: "South" in self.label(end), f"a marble on {end}")
        self.press()

    def move(self, start: str, end: str, state: Callable[[], State]) -> None:
        """Drag a marble to a lit hole, press, and wait until it is accepted."""
        ply = state().ply
        self.lift(start)
        self.until(lambda: end in self.lit(), f"a lamp under {end}")
        self.drop(end)
        self.until(lambda: self.all("#big.ready"), "the button that says so")
        self.press()
        self.until(lambda: state().ply == ply + 1, f"{start} to {end} accepted")
        self.until(lambda: self.phase() == "playing")


def faults(page: Page, where: str) -> None:
    """Nothing that the accessibility rules call serious, by day and by night."""
    page.driver.execute_script(Axe().axe_script)
    for theme in ("light", "dark"):
        page.driver.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
        asked = "axe.run({resultTypes: ['violations', 'passes']}).then(arguments[0])"
        found = page.driver.execute_async_script(asked)
        assert found["passes"]
        bad = [
            (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
            for one in found["violations"]
            if one["impact"] in {"serious", "critical"}
        ]
        assert not bad, (where, theme, bad)


def button(page: Page, text: str, within: str = "#again") -> Any:
    """The button there that says ``text``."""
    return next(one for one in page.all(f"{within} button, {within} a") if one.text == text)
