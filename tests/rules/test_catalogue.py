"""Finding games, their options as people type them, the toss, and positions of any game."""

from collections import Counter
from random import Random

import pytest

from rules import catalogue
from rules.game import BadOption, BadPosition


def test_every_folder_is_a_game():
    assert catalogue.names() == ("chinese_poker", "chinese_ten", "mandarin", "piecepack", "star")


def test_a_game_asked_for_twice_is_the_same():
    assert catalogue.game("star", players=3) is catalogue.game("star", players=3)


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        ({"players": "3", "corners": "no_stop"}, {"players": 3, "corners": "no_stop"}),
        ({"home_lock": "false", "play_on": "NO", "teams": "on"}, {"home_lock": False, "play_on": False, "teams": True}),
        ({"anti_spoiling": "off"}, {"anti_spoiling": "off"}),
        ({}, {}),
    ],
)
def test_options_are_read_as_people_type_them(texts, values):
    assert catalogue.parse_options("star", texts) == values


def test_options_that_the_game_checks_itself_are_read_as_lists_numbers_or_words():
    assert catalogue.parse_options("chinese_poker", {"removed": "AS,2C 2D,2H"}) == {"removed": ["AS", "2C", "2D", "2H"]}
    assert catalogue.parse_options("chinese_poker", {"limit": "50"}) == {"limit": 50}
    assert catalogue.parse_options("piecepack", {"suits": "arms,suns"}) == {"suits": "arms,suns"}


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"players": "5"}, "The option players of star cannot be 5; it can be 2, 3, 4, 6."),
        ({"home_lock": "maybe"}, "The option home_lock of star cannot be maybe; it can be false, true."),
        ({"colour": "red"}, "star has no option colour; it has players, sets,"),
    ],
)
def test_options_typed_wrongly_are_refused(texts, said):
    with pytest.raises(BadOption) as refused:
        catalogue.parse_options("star", texts)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("name", "options", "seats"),
    [
        ("star", {"players": 3}, {"S", "NW", "NE"}),
        ("star", {"players": 6}, {"S", "SW", "NW", "N", "NE", "SE"}),
        ("piecepack", {"players": 2}, {"SW", "NE"}),
        ("mandarin", {}, {"south", "north"}),
    ],
)
def test_a_toss_is_drawn_among_those_who_play_and_leaves_only_its_result(name, options, seats):
    chance = Random(1)
    firsts = Counter()
    for _ in range(60):
        game = catalogue.game(name, chance, first="toss", **options)
        firsts[game.options["first"]] += 1
        assert game.to_move(game.start()) == game.options["first"]
    assert set(firsts) == seats
    assert min(firsts.values()) >= 60 / len(seats) / 3


def test_the_same_chance_tosses_the_same():
    tosses = [[catalogue.game("star", chance, first="toss").options["first"] for _ in range(9)] for chance in two(7)]
    assert tosses[0] == tosses[1]


def two(seed):
    return Random(seed), Random(seed)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (7, "{…} is missing"),
        ({}, "game is missing"),
        ({"game": "chess"}, "There is no game called chess; the games are chinese_poker"),
        ({"game": "star", "options": []}, "options is missing"),
        ({"game": "star", "options": {"players": 2}}, "pieces"),
    ],
)
def test_data_that_is_no_position_is_refused(data, said):
    with pytest.raises(BadPosition) as refused:
        catalogue.read_position(data)
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["mandarin", "piecepack", "star"])
def test_a_written_position_knows_no_toss(name):
    game = catalogue.game(name)
    data = game.write_position(game.start())
    with pytest.raises(BadOption, match=f"first of {name} cannot be toss; it can be .*[hEW]\\.$"):
        catalogue.read_position(data | {"options": {**data["options"], "first": "toss"}})


def test_an_unknown_game_is_refused_by_name():
    for ask in (catalogue.game, catalogue.options):
        with pytest.raises(BadOption, match="no game called chess"):
            ask("chess")
