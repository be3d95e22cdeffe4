"""What is said to people, whichever part of the project says it, in all its languages."""

import pkgutil
import re
from collections.abc import Collection
from importlib import import_module
from itertools import combinations
from string import Formatter

import pytest

import firmware
import hardware
import rules
import vision
from firmware.web import words
from firmware.words.sayings import SEAT_HOME
from rules.words import LANGUAGES, Message, messages

NOT_READ = re.compile(r"\.training|__main__$|^hardware\.cameras\.csi$")
"""What wants packages that only trainers have or only the Pi's own system, or runs when it is read; it says nothing."""


@pytest.fixture(scope="module")
def every() -> Collection[Message]:
    """All messages there are: a part declares its own when it is read, and tests do not all read the same parts."""
    for room in (rules, vision, hardware, firmware):
        for part in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
            if not NOT_READ.search(part.name):
                import_module(part.name)
    words.declare()
    return messages().values()


def test_every_message_has_the_same_gaps_in_every_language(every: Collection[Message]) -> None:
    assert len(every) > 500
    for message in every:
        gaps = {language: gaps_of(message.wording(language)) for language in LANGUAGES}
        for one, other in combinations(LANGUAGES, 2):
            assert gaps[one] == gaps[other], message.id


def test_in_french_no_name_follows_a_word_that_it_would_shorten(every: Collection[Message]) -> None:
    for message in every:
        assert not re.search(r"\b(de|que) \{(seat|owner|payer|payee)\}", message.fr), message.fr


def test_in_french_no_line_begins_with_a_sign_or_ends_behind_a_guillemet(every: Collection[Message]) -> None:
    assert not [message.fr for message in every if re.search(r" [;:?!»%]|« ", message.wording("fr"))]


def test_everything_is_said_in_every_language(every: Collection[Message]) -> None:
    ours = [message for message in every if message.id in {"way-back", "unsure-way-on", "menu-off"}]
    assert len(ours) == 3
    for message in ours:
        wordings = [message.wording(language) for language in LANGUAGES]
        assert all(wordings)
        assert len(set(wordings)) == len(LANGUAGES)


def test_who_is_home_hears_a_number_and_no_place_which_partners_have_only_when_both_are() -> None:
    for language, place in (("vi", "hạng"), ("zh", "名")):
        assert place not in SEAT_HOME(seat="S", place=1).text(language)


NUMBERS = {"count", "found", "hops", "passes", "promised", "right", "seen", "stock", "turns"}
NEVER_ONE = {
    "advice-other-star",
    "cards-not-per-seat",
    "mandarin-more-than-there-are",
    "mandarin-wrong-citizens",
    "poker-too-many",
    "poker-wrong-total",
    "ten-wrong-total",
    "hop-wrong-count",
    "record-not-one-game",
    "ten-bad-players",
    "too-little-current",
    "typed-what-lies",
    "typed-cards-told",
    "web-cal-lamps-found",
    "web-missed",
    "web-more-games",
    "web-no-heap",
}
"""Messages whose number before a plural is never 1."""


PLURALS = {"en": r"\b1 (?!lies)\w+s\b", "fr": r"\b1 \w+s\b", "de": r"\b1 [A-ZÄÖÜ]\w+(en|er|ge)\b"}


def test_of_one_thing_nobody_hears_a_plural(every: Collection[Message]) -> None:
    for message in every:
        for language, plural in PLURALS.items():
            wording = message.wording(language)
            told = wording.format_map({gap: 1 if gap in NUMBERS else "…" for gap in gaps_of(wording)})
            assert message.id in NEVER_ONE or not re.search(plural, told), told


def gaps_of(wording: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(wording) if field is not None}
