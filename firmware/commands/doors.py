"""The doors by which a table is told to others: the page, and a broker of MQTT. What nobody asked for is not loaded."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from firmware.given.fittings import chosen_port
from firmware.given.playing import SEEN_TOO, TYPED_TOO
from firmware.given.words import named
from firmware.kept.records import games_folder
from firmware.kept.whole import why
from firmware.terminal.console_sayings import IN_BROWSER, PAIRING_CODE
from hardware.errors import HardwareError, with_rights
from rules import catalogue
from rules.game import GivenError
from rules.words import Language

if TYPE_CHECKING:
    from firmware.mqtt.broker import Broker
    from firmware.terminal.shared import Keyboard
    from firmware.web.hub import Hub
    from firmware.web.server import Served


@dataclass(frozen=True)
class Doors:
    """What all doors are told by, and the page if it is served."""

    hub: "Hub"
    page: "Served | None"

    @cached_property
    def keyboard(self) -> "Keyboard":
        """The keyboard that shares a simulated table; the same for one game after the other."""
        from firmware.terminal.shared import Keyboard

        return Keyboard(alone=self.page is None)


@contextmanager
def doors(given: Namespace, *, typed: bool, language: Language) -> Iterator[Doors | None]:
    """Every door that is wanted, open as long as this lasts; None where none is.

    A broker that cannot be told is an error; to a service, that is only said.
    """
    wanted = given.web if given.web is not None else given.simulated and sys.stdin.isatty()
    broker = None if typed else _broker(given)
    if typed or not (wanted or broker):
        if typed and named(given, "web", "host", "port", "mqtt"):
            seen = f"; {SEEN_TOO} for both" if catalogue.game(given.game).board.medium in TYPED_TOO else ""
            told = f"{given.game} is played by typed moves; it has no page, and no broker is told{seen}"
            print(told, file=sys.stderr)
        yield None
        return
    from firmware.web.hub import Hub

    hub, page = Hub(), None
    with ExitStack() as open_doors:
        if wanted:
            page = open_doors.enter_context(_page(given, hub, language))
        if broker is not None:
            from firmware.mqtt.teller import telling

            print(f"mqtt: tells {broker.host}:{broker.port}, topics {broker.topic}/…", file=sys.stderr)
            open_doors.enter_context(telling(hub, broker, language))
        yield Doors(hub, page)


def _broker(given: Namespace) -> "Broker | None":
    """The broker that is wanted, if any. Raises `GivenError` for one that cannot be, `HardwareError` without paho."""
    from firmware.mqtt.broker import chosen, path

    try:
        broker = chosen(given.mqtt, path())
        if broker is not None:
            _need_paho()
    except (GivenError, HardwareError) as error:
        if not given.wait_for_camera:
            raise
        print(f"mqtt: {why(error)}; the game goes on, and no broker is told", file=sys.stderr)
        return None
    return broker


def _need_paho() -> None:
    """Raise `HardwareError` where the library of MQTT is missing, or torn."""
    try:
        import paho.mqtt.client  # noqa: F401 - whoever tells the broker loads more than this
    except ImportError as error:
        install = with_rights(f"{sys.executable} -m pip install --force-reinstall paho-mqtt")
        raise HardwareError(f"MQTT needs paho-mqtt ({error}); install it with: {install}") from error


@contextmanager
def _page(given: Namespace, hub: "Hub", language: Language) -> "Iterator[Served]":
    """The page, and what people must know to open it."""
    from firmware.web.server import serve

    with serve(
        games_folder(),
        given.host,
        chosen_port(given),
        or_any=given.port is None,
        patient=given.wait_for_camera,
        hub=hub,
        opened=partial(_announce, language),
    ) as page:
        yield page


def _announce(language: Language, page: "Served") -> None:
    print(IN_BROWSER(address=page.address).text(language), file=sys.stderr)
    if page.code is not None:
        print(PAIRING_CODE(code=page.code).text(language), file=sys.stderr)
