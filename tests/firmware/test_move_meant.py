"""People write moves as their phones and their schools do; records and programs write them as the rules do."""

import re
from random import Random

import pytest

from firmware.words.wording import move_meant
from rules import catalogue
from rules.game import IllegalMove, UnreadableMove
from rules.match import first_position

STAR = catalogue.game("star", players=2, pieces=10)
MANDARIN = catalogue.game("mandarin")


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("d1-e5", "d1-e5"),
        ("D1-E5", "d1-e5"),
        ("d1–e5", "d1-e5"),
        ("d1 - e5", "d1-e5"),
        (" d1 e5 ", "d1-e5"),
        ("C1 E5", "c1:e5"),
        ("c1 : e5", "c1:e5"),
    ],
)
def test_capitals_blanks_and_any_dash_will_do(text: str, means: str) -> None:
    assert STAR.write(move_meant(STAR, text, STAR.start())) == means


def test_stones_are_sown_the_same_way() -> None:
    assert MANDARIN.write(move_meant(MANDARIN, "A3 >", MANDARIN.start())) == "a3>"


@pytest.mark.parametrize("name", ["chinese_poker", "chinese_ten"])
def test_cards_are_named_the_same_way(name: str) -> None:
    game, chance = catalogue.game(name), Random(4)
    position = first_position(game, chance)
    while moves := game.moves(position):
        for move in moves:
            written = game.write(move)
            blanks = " ".join(re.findall(r"10.|x|\+|\w{2}", written)) if written != "pass" else "PASS"
            for way in (written.casefold(), written.upper(), blanks, f" {blanks.casefold()} "):
                assert move_meant(game, way, position) == move
        position = game.play(position, chance.choice(moves))


def test_what_is_wrong_is_told_of_the_move_that_was_meant() -> None:
    with pytest.raises(IllegalMove, match="e5"):
        move_meant(STAR, "E5-F5", STAR.start())
    with pytest.raises(UnreadableMove, match="Hello there"):
        move_meant(STAR, "Hello there", STAR.start())
    with pytest.raises(UnreadableMove):
        STAR.read("D1-E5", STAR.start())
