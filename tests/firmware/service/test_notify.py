"""The service manager hears that the table is ready and alive."""

import socket
from pathlib import Path

import pytest

from firmware.service.notify import notify


def test_the_manager_hears_every_fact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        assert notify("READY=1", "STATUS=south to move")
        assert manager.recv(100) == b"READY=1\nSTATUS=south to move"


def test_without_a_manager_nothing_is_sent() -> None:
    assert not notify("READY=1")


def test_a_manager_that_went_away_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    assert not notify("WATCHDOG=1")
