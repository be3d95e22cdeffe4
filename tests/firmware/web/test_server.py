"""Where the page is served: an address that is not there yet, a port that is taken."""

import socket
from argparse import ArgumentParser
from collections.abc import Iterator
from errno import ENETUNREACH
from ipaddress import ip_address
from pathlib import Path
from queue import SimpleQueue
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from firmware.__main__ import main
from firmware.commands.doors import doors
from firmware.given.playing import add_playing
from firmware.terminal.console_sayings import IN_BROWSER, PAIRING_CODE
from firmware.web import settings
from firmware.web.server import Served, link, listen, serve
from hardware.errors import HardwareError
from rules.words import LANGUAGES, Language

PATIENCE = 60.0
"""Seconds that a busy machine may take; nothing waits so long when all is well."""

ELSEWHERE = "192.0.2.7"
"""An address that no machine has: it is kept for examples."""


@pytest.fixture
def taken() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other


def test_a_page_that_cannot_be_served_yet_comes_as_soon_as_it_can(
    taken: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(settings, "PAGE_RETRY_SECONDS", 0.01)
    opened: SimpleQueue[Served] = SimpleQueue()
    port = taken.getsockname()[1]
    with serve(tmp_path, "127.0.0.1", port, patient=True, opened=opened.put) as page:
        assert f"127.0.0.1:{port}: Address already in use; choose another --port" in capsys.readouterr().err
        taken.close()
        assert opened.get(timeout=PATIENCE) == page
        with urlopen(page.address, timeout=PATIENCE) as answer:  # noqa: S310 - our own page
            assert answer.status == 200
    assert not capsys.readouterr().err  # said once
    with serve(tmp_path, ELSEWHERE, port, patient=True, opened=opened.put):
        pass  # a game that ends before does not wait for it
    assert opened.empty()


def test_who_is_not_patient_is_told_which_word_is_at_fault(taken: socket.socket, tmp_path: Path) -> None:
    port = taken.getsockname()[1]
    with pytest.raises(HardwareError, match=f"127.0.0.1:{port}: Address already in use; choose another --port, or"):
        listen("127.0.0.1", port)
    listen("127.0.0.1", port, or_any=True).close()
    why = f"the page cannot be served at {ELSEWHERE}:{port}: Cannot assign requested address; choose another --host, or"
    with pytest.raises(HardwareError, match=why), serve(tmp_path, ELSEWHERE, port, or_any=True):
        pass
    with pytest.raises(HardwareError, match="choose another --host"):
        listen("table..home", port)


@pytest.mark.parametrize("at_fault", ["host", "port"])
def test_who_names_an_address_that_cannot_be_has_to_name_another_and_mends_no_device(
    at_fault: str, taken: socket.socket, capsys: pytest.CaptureFixture[str]
) -> None:
    named = {"host": "table..home", "port": str(taken.getsockname()[1])}[at_fault]
    assert main(["play", "--simulated", "--web", f"--{at_fault}", named]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("the page cannot be served at ")
    assert said.err.endswith(f"; choose another --{at_fault}, or --no-web\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_page_is_and_its_code_are_told_in_the_language_of_the_table(
    language: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    parser = ArgumentParser()
    add_playing(parser)
    given = parser.parse_args(["--simulated", "--web", "--host", "0.0.0.0", "--port", "0"])  # noqa: S104 - only there a code is needed
    with doors(given, typed=False, language=language) as told:
        assert told is not None
        assert told.page is not None
        where, code = capsys.readouterr().err.splitlines()
    assert where == IN_BROWSER(address=told.page.address).text(language)
    assert code == PAIRING_CODE(code=told.page.code).text(language)


class Cut(socket.socket):
    """Of a machine without a network."""

    def connect(self, address: object) -> None:
        raise OSError(ENETUNREACH, f"Network is unreachable: {address}")


def test_telephones_are_told_the_address_of_the_table_and_its_name_where_there_is_no_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def told() -> str:
        return link("0.0.0.0", 8017, "AB12")  # noqa: S104 - only there others come

    address = urlsplit(told()).hostname
    assert told() == f"http://{address}:8017/#pair=AB12"
    assert address == socket.gethostname().lower() or not ip_address(str(address)).is_loopback
    monkeypatch.setattr(socket, "socket", Cut)
    assert told() == f"http://{socket.gethostname()}:8017/#pair=AB12"
