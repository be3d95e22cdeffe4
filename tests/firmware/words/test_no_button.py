"""What is said at a table without a turn button."""

import re
from string import Formatter

import pytest

from firmware.words.no_button import ASKING, TELLING, fitting
from firmware.words.sayings import REPAIRED, UNSURE_WHAT, WAS_IT
from rules.words import LANGUAGES, Language, messages

INSTEAD = {**ASKING, **TELLING}
BUTTON: dict[Language, str] = {
    "en": r"\b(press|hold|button)",
    "fr": r"bouton|appuy",
    "de": r"Knopf|drück|halten",
    "vi": r"nút|bấm|giữ",
    "zh": "按",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_stands_in_asks_for_a_button(language: Language) -> None:
    for id_, message in INSTEAD.items():
        assert re.search(BUTTON[language], messages()[id_].wording(language)), f"{id_} needs nothing in its place"
        assert not re.search(BUTTON[language], message.wording(language)), message.id


def test_what_stands_in_names_the_same_things() -> None:
    for id_, message in INSTEAD.items():
        gaps, before = ({gap for _, gap, _, _ in Formatter().parse(text.en)} for text in (message, messages()[id_]))
        assert gaps == before, message.id


def test_where_there_is_a_button_all_is_said_as_ever() -> None:
    reason = UNSURE_WHAT(places="c2")
    assert fitting(reason, "button") == reason
    assert "press again" in fitting(reason, "button").text()
    assert "c2; please put it right or uncover it. I look again" in fitting(reason, "still").text()


def test_what_answers_somebody_who_held_something_stays() -> None:
    assert fitting(WAS_IT(moves="c2-d3"), "still") == WAS_IT(moves="c2-d3")
    assert fitting(REPAIRED(seat="S"), "still") == REPAIRED(seat="S")
