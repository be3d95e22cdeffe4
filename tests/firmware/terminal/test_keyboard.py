"""The keyboard beside a page: whatever is typed, and however it ends, the table hears of it."""

import sys
from io import BytesIO, StringIO, TextIOWrapper

import pytest

from firmware.terminal.keyboard import Quit, lines
from firmware.terminal.shared import Keyboard


def test_what_is_no_text_is_a_line_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = TextIOWrapper(BytesIO(b"lift c2\n\xff\xfe\nquit\n"), encoding="utf-8", errors="strict")
    monkeypatch.setattr(sys, "stdin", typed)
    keyboard = Keyboard(alone=True)
    assert [keyboard.read() for _ in range(3)] == ["lift c2", "\ufffd\ufffd", "quit"]
    with pytest.raises(Quit):
        keyboard.read()


def test_who_reads_on_from_a_pipe_reads_on_where_another_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"7D 10H\nshow\n"), encoding="utf-8", errors="strict"))
    assert lines()() == "7D 10H"
    assert lines()() == "show"


class HungUp(StringIO):
    """A terminal whose line was cut."""

    def readline(self, *_: object) -> str:
        raise OSError(5, "Input/output error")


def test_a_terminal_that_hangs_up_is_the_end_of_what_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", HungUp())
    with pytest.raises(Quit):
        Keyboard(alone=True).read()
