"""What is said aloud: of people by their names, and all of it, by a voice that needs its time."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.clocks import each_clock
from firmware.events import Resign
from firmware.session import begin
from firmware.states import opening
from firmware.terminal.keyboard import command
from firmware.terminal.typed_sayings import SUMS
from firmware.words.sayings import GAME_OVER, NO_SUCH_SEAT, YOUR_TURN
from firmware.words.voice import Speech, Voice
from firmware.words.wording import called, meant, spoken
from hardware.simulated.devices import SimulatedClock
from hardware.sound import Speaker
from rules import catalogue
from rules.chinese_poker import words as poker_words
from rules.chinese_poker.words import NOT_HELD
from rules.chinese_ten import words as ten_words
from rules.chinese_ten.words import NOT_IN_HAND
from rules.game import Seat
from rules.hop_words import NOT_YOUR_TURN
from rules.match import Match
from rules.words import LANGUAGES, Language, Reason

SLOW = """import sys, time
text = sys.stdin.read()
time.sleep(60 if text.startswith("Hold") else 0.3)
open(sys.argv[1], "a").write(text + "|")"""
"""A voice that needs its time, and so much for what begins with Hold that it never comes to its end by itself."""

NAMES = {Seat("NW"): "Anna", Seat("S"): "Bé Ba"}


def heard(reason: Reason, language: Language = "en", **named: str) -> str:
    """What the voice makes of ``reason``."""
    lines: list[str] = []
    Voice(lines.append, SimulatedClock(), language, {Seat(seat): name for seat, name in named.items()}).say(reason)
    return lines[0]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "North-west is to move."),
        ("fr", "À Nord-ouest de jouer."),
        ("de", "Nordwest ist am Zug."),
        ("vi", "Đến lượt Tây bắc."),
        ("zh", "轮到西北。"),
    ],
)
def test_seats_are_called_by_words_and_not_by_letters(language: Language, said: str) -> None:
    assert heard(YOUR_TURN(seat="NW"), language) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_a_name_is_called_by_it(language: Language) -> None:
    assert "Anna" in heard(YOUR_TURN(seat="NW"), language, NW="Anna")
    said = heard(NOT_YOUR_TURN(start="c2", owner="S", seat="NW"), language, NW="Anna", S="Bé Ba")
    assert "Anna" in said
    assert "Bé Ba" in said
    assert "c2" in said


def test_in_lists_everybody_is_called_by_name_and_numbers_stay_numbers() -> None:
    assert spoken(GAME_OVER(scores="1. NW, 2. S, 3. NE"), "en", NAMES).endswith("1. Anna, 2. Bé Ba, 3. North-east")
    cards = {Seat("0"): "Anna", Seat("1"): "Ben"}
    assert spoken(GAME_OVER(scores="1. 0, 2. 1"), "en", cards).endswith("1. Anna, 2. Ben")
    assert spoken(GAME_OVER(scores="1: 12, 0: 1"), "en", cards).endswith("Ben: 12, Anna: 1")
    assert "the seats are Bé Ba, Anna, North-east." in spoken(NO_SUCH_SEAT(given="x", seats="S, NW, NE"), "en", NAMES)


@pytest.mark.parametrize(
    ("language", "first", "second", "ranks", "sums"),
    [
        ("en", "Seat 1", "Seat 2", "1. Seat 1, 2. Seat 2", "Seat 1: -3, Seat 2: 3"),
        ("fr", "Place 1", "Place 2", "1. Place 1, 2. Place 2", "Place 1\u00a0: -3, Place 2\u00a0: 3"),
        ("de", "Platz 1", "Platz 2", "1. Platz 1, 2. Platz 2", "Platz 1: -3, Platz 2: 3"),
        ("vi", "Chỗ 1", "Chỗ 2", "1. Chỗ 1, 2. Chỗ 2", "Chỗ 1: -3, Chỗ 2: 3"),
        ("zh", "1号位", "2号位", "1. 1号位，2. 2号位", "1号位：-3，2号位：3"),
    ],
)
def test_a_seat_that_has_a_number_is_called_a_seat_and_lists_have_the_signs_of_their_language(
    language: Language, first: str, second: str, ranks: str, sums: str
) -> None:
    assert called("0", language) == first
    assert ranks in spoken(GAME_OVER(scores="1. 0, 2. 1"), language)
    assert sums in spoken(SUMS(number=1, sums="0: -3, 1: 3"), language)
    for turn in (NOT_HELD(seat="0", cards="3C"), NOT_IN_HAND(seat="0", card="3C")):
        assert spoken(turn, language).count(first) == 1
        assert spoken(turn, language, {Seat("0"): "Anna"}).count("Anna") == 1
    seats = [Seat("0"), Seat("1")]
    assert [meant(text, seats, language) for text in ("2", second, second.upper())] == ["1"] * 3
    assert meant("0", seats, language) not in seats, "nobody sits there"


@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_count_seats_from_0_and_people_never_hear_that(language: Language) -> None:
    for refused in (
        ten_words.OUT_OF_TURN(seat=0, dealer=1, stock=2, owner=1),
        poker_words.OUT_OF_TURN(seat=0, by=1, passes=2, owner=1),
        poker_words.EMPTY_HAND(seat=0),
    ):
        said = spoken(refused, language)
        assert called("0", language) in said
        assert "0" not in said
        assert len(refused.args) < 3 or said.count(called("1", language)) == 2


def test_a_name_in_a_record_cannot_command_the_terminal() -> None:
    assert spoken(YOUR_TURN(seat="S"), "en", {Seat("S"): "\x1b[2JEve"}) == "[2JEve is to move."


def test_the_clocks_bear_names_and_who_gives_up_may_be_called_by_one() -> None:
    match = Match.begin(catalogue.game("star", players=3), NAMES)
    timed, _ = begin(opening(replace(match, tags={"TimeControl": "600+5"})))
    assert each_clock(timed, 0.0) == ["Bé Ba 10:00", "Anna 10:00", "North-east 10:00"]
    for typed, seat in (("Anna", "NW"), ("bé ba", "S"), ("north-east", "NE"), ("ne", "NE")):
        assert command(["resign", *typed.split()], 0.0, match, "en") == Resign(0.0, Seat(seat), by="keyboard")


def test_what_one_turn_tells_is_heard_to_its_end_and_cut_off_by_a_later_turn(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    speaker = Speaker([sys.executable, "-c", SLOW, str(heard)])
    speech = Speech(speaker)
    for line in ("No legal move leads there.", "Put c2 right.", "It is South’s turn."):
        speech.hear(line)
    speech.end_turn()
    speech.end_turn()  # a turn in which nothing is said cuts nothing off
    speaker.wait(60)
    assert heard.read_text(encoding="utf-8") == "No legal move leads there.\n\nPut c2 right.\n\nIt is South’s turn.|"
    for line in ("Hold the button to insist.", "Accepted."):
        speech.hear(line)
        speech.end_turn()
    speaker.wait(60)
    assert heard.read_text(encoding="utf-8").split("|")[1:] == ["Accepted.", ""]
