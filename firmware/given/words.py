"""Words as people type them on a command line or in a table's file: understood, or refused in a sentence."""

import re
import shlex
from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any, NoReturn

from rules.game import BadPosition, MoveError

WRONG = (
    (r"argument (\S+): invalid int value: (.+)", r"\1 \2: a whole number is wanted here"),
    (r"argument (\S+): invalid float value: (.+)", r"\1 \2: a number is wanted here"),
    (r"argument (\S+): invalid choice: (.+) \(choose from (.+)\)", r"\1 \2: it can be \3"),
    (r"argument (\S+): expected one argument", r"\1: a value is missing behind it"),
    (r"argument (\S+): not allowed with argument (\S+)", r"\1 means nothing beside \2; leave one of them out"),
    (r"argument (\S+): ignored explicit argument (.+)", r"\1 stands alone, without \2"),
    (r"one of the arguments (\S+) (\S+) is required", r"\1 or \2 is missing"),
    (r"the following arguments are required: (.+)", r"\1 is missing"),
    (r"ambiguous option: (\S+) could match (.+)", r"\1 may mean \2; write it in full"),
)
"""What argparse says of words that are wrong → how people say it."""


class GivenWrong(ValueError):
    """Something given on the command line is wrong: one clear sentence that says what, where and what to do."""


def in_words(error: Exception) -> str:
    """What is wrong, and of several moves which one it is: the one sentence that a command says of it.

    Positions and moves call seats as people do; house rules and options call them as they are typed.
    """
    if not isinstance(error, MoveError | BadPosition):
        return str(error)
    from firmware.words.wording import spoken  # only what went wrong needs its words

    return ": ".join([*getattr(error, "__notes__", ()), spoken(error.reason)])


class Words(ArgumentParser):
    """Understands words; what is wrong with them is raised as a sentence, nobody leaves."""

    @property
    def options(self) -> frozenset[str]:
        """The names of all options, without what stands before them."""
        return frozenset(option.lstrip("-") for option in self._option_string_actions)

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse would be silent about a disk that is full."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Raise `GivenWrong`, in people's words."""
        for told, worded in WRONG:
            if found := re.fullmatch(told, message):
                raise GivenWrong(found.expand(worded))
        raise GivenWrong(message)


class Unnamed(str):
    """What is meant where people name nothing: the game, what drives the lamps."""


def only_with(given: Namespace, needed: str, *words: str) -> None:
    """Refuse each of ``words`` that is given without ``needed``, for which alone it is there."""
    for word in filter(partial(_is_given, given), words):
        if not _is_given(given, needed):
            raise GivenWrong(f"{_as_word(word)} is for {_as_word(needed)}; name that as well, or leave it out")


def named(given: Namespace, *words: str) -> list[str]:
    """Those of ``words`` that people gave, as they write them."""
    return [_as_word(word) for word in words if _is_given(given, word)]


def as_given(given: Namespace, *words: str) -> list[str]:
    """Those of ``words`` that people gave, with what they said, to be typed once more."""
    said = ((_as_word(word), getattr(given, word)) for word in words if _is_given(given, word))
    return [text for word, value in said for text in ([word] if value is True else [word, shlex.quote(str(value))])]


def never_with(given: Namespace, word: str, *others: str) -> None:
    """Refuse each of ``others`` that is given beside ``word``, which would pass it over."""
    for other in filter(partial(_is_given, given), others):
        if _is_given(given, word):
            raise GivenWrong(f"{_as_word(other)} means nothing beside {_as_word(word)}; leave one of them out")


def _is_given(given: Namespace, word: str) -> bool:
    value = getattr(given, word)
    return not (value is None or value is False or value == [] or isinstance(value, Unnamed))


def _as_word(name: str) -> str:
    return f"--{name.replace('_', '-')}"
