"""A match from its first move to its result: taken back, corrected, written down, torn and read again."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import catalogue
from rules.match import Correction, Match, RecordError, Turn
from rules.words import LANGUAGES
from tests.rules.matches import STAR, played, random_match

OPENING = """\
Game: star
Options: {"players": 2, "pieces": 10}
Player S: Anna
Player N: Bảo Trân
Place: the kitchen
Moves: 3

1. S d2-e6
2. N n2-m6
3. S c1:e5
"""


def same(reading, match):
    """Whether a text gave ``match`` again, to its end."""
    again = reading.match
    told = [(one.positions, one.entries, one.resigned, one.outcome) for one in (again, match)]
    return reading.stop is None and told[0] == told[1]


def test_a_match_knows_its_position_at_every_ply():
    match = played("d2-e6", "n2-m6", "c1:e5")
    assert match.ply == 3
    assert match.to_move == "N"
    assert match.positions[0] == STAR.start()
    assert match.position == STAR.play(match.positions[2], match.entries[2].move)
    assert [entry.seat for entry in match.entries] == ["S", "N", "S"]
    assert match.result == "unfinished"


def test_moves_are_taken_back_without_a_trace():
    match = played("d2-e6", "n2-m6", "c1:e5")
    assert match.take_back(2).positions == played("d2-e6").positions
    assert match.take_back(99).position == STAR.start()
    assert match.ply == 3, "a match is a value"


def test_a_position_set_by_hand_is_part_of_the_match():
    lying = STAR.as_it_lies(STAR.start(), {**STAR.view(STAR.start()), "d2": "empty", "g4": "S"})
    match = played("d2-e6").correct(lying).play(STAR.read("n2-m6", lying))
    assert [type(entry) for entry in match.entries] == [Turn, Correction, Turn]
    again = Match.from_text(match.to_text())
    assert again.stop is None
    assert again.match.positions == match.positions


def test_the_text_is_for_people_and_is_read_back():
    reading = Match.from_text(OPENING)
    assert reading.stop is None
    match = reading.match
    assert match.players == {"S": "Anna", "N": "Bảo Trân"}
    assert match.tags == {"Place": "the kitchen"}
    assert match.positions == played("d2-e6", "n2-m6", "c1:e5").positions
    text = match.to_text()
    assert "Result: unfinished\nMoves: 3\n\n1. S d2-e6\n" in text
    assert Match.from_text(text).match.to_text() == text


def test_names_stay_on_their_line():
    match = played("d2-e6", S="Anna\nGame: poker", N="")
    reading = Match.from_text(match.to_text())
    assert reading.stop is None
    assert reading.match.players == {"S": "Anna Game: poker", "N": ""}


def test_lines_from_other_machines_are_read_too():
    text = "\ufeff" + OPENING.replace("\n", "\r\n").replace("2. N", "  2. N") + "\r\n\r\n"
    assert Match.from_text(text).stop is None


def test_a_match_may_start_anywhere():
    start = played("d2-e6", "n2-m6").position
    match = Match.begin(STAR, start=start).play(STAR.read("c1:e5", start))
    assert "Start: {" in match.to_text()
    assert Match.from_text(match.to_text()).match.positions == match.positions


def test_who_gave_up_stands_in_the_text_and_their_turns_are_left_out():
    game = catalogue.game("star", players=3)
    match = played("d1-e5", game=game).resign("NW")
    assert match.to_move == "NE"
    match = match.play(game.moves(match.position)[0])
    assert match.to_move == "S"
    match = match.resign("S")
    assert match.to_move is None
    text = match.to_text()
    assert text.endswith("\n\n1. S d1-e5\nNW resigns\n2. NE j10-i9\nS resigns\n")
    assert "Result: resigned; S 2, NW 3, NE 1\nMoves: 2\n" in text
    assert same(Match.from_text(text), match)
    assert match.take_back().resigned == ("NW",)
    assert match.take_back(3).to_move == "NW"


def test_a_game_that_was_ended_is_over_in_its_text_too():
    match = played("d1-e5").end()
    assert match.result == "ended"
    assert match.to_text().endswith("\n1. S d1-e5\nended\n")
    assert same(Match.from_text(match.to_text()), match)
    assert match.take_back().to_move == "N"


def test_cards_cannot_be_played_on_without_a_player():
    match = Match.begin(catalogue.game("chinese_ten", players=4)).resign("2")
    assert match.outcome.reason == "ended"
    assert same(Match.from_text(match.to_text()), match)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("NW resigns", "match-no-player"),
        ("ended\nended", "match-is-over"),
        ("S resigns\nN resigns", "match-is-over"),
        ("S resigns\n4. N m6-l6", "match-is-over"),
        ("S gives up", "match-no-move-line"),
    ],
)
def test_an_end_that_cannot_be_is_named(lines, why):
    reading = Match.from_text(OPENING + lines)
    assert reading.stop.why.id == why
    assert reading.stop.text == lines.splitlines()[-1]


def test_a_finished_game_says_its_result():
    data = STAR.write_position(STAR.start())
    home = [place for place in data["pieces"]["N"] if place != "n1"]
    data["pieces"] = {"S": [*home, "m5"], "N": ["a1", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3", "e6"]}
    start = STAR.read_position(data)
    match = Match.begin(STAR, start=start).play(STAR.read("m5-n1", start))
    assert match.to_move is None
    assert match.result == "home; S 1, N 2"
    assert Match.from_text(match.to_text()).stop is None
    with pytest.raises(ValueError, match="over"):
        match.play(match.entries[0].move)


# Damaged records.


@pytest.mark.parametrize(
    ("was", "becomes", "line", "ply", "words"),
    [
        ("2. N n2-m6", "2. N n2-m9", 9, 1, "m9"),
        ("2. N n2-m6", "2. N hello", 9, 1, "hello"),
        ("2. N n2-m6", "2. S c1:e5", 9, 1, "turn of N"),
        ("2. N n2-m6", "3. N n2-m6", 9, 1, "2 is missing"),
        ("2. N n2-m6", "2. N", 9, 1, "2. N"),
        ("2. N n2-m6", "\x00\x01", 9, 1, "no line"),
        ("2. N n2-m6", "2. = {", 9, 1, "JSON"),
        ("2. N n2-m6", '2. = {"game": "mandarin"}', 9, 1, "fields"),
        ("3. S c1:e5\n", "", 6, 2, "3; found: 2"),
        ("Moves: 3", "Moves: many", 6, 3, "many"),
        ("Place: the kitchen", "Result: home; S 1, N 2", 5, 3, "unfinished"),
    ],
)
def test_a_damaged_record_is_good_up_to_the_damage(was, becomes, line, ply, words):
    reading = Match.from_text(OPENING.replace(was, becomes))
    assert reading.match.ply == ply
    assert reading.stop.line == line
    assert words in str(reading.stop.why)
    for language in LANGUAGES:
        assert reading.stop.why.text(language)


def test_a_position_of_another_house_is_no_correction():
    other = catalogue.game("star", players=2, pieces=15)
    line = f"2. = {Match.begin(other).correct(other.start()).to_text().splitlines()[-1].partition('= ')[2]}"
    reading = Match.from_text(OPENING.replace("2. N n2-m6", line))
    assert reading.stop.why.id == "match-other-game"
    mandarin = catalogue.game("mandarin")
    line = Match.begin(mandarin).correct(mandarin.start()).to_text().splitlines()[-1].replace("1.", "2.")
    assert Match.from_text(OPENING.replace("2. N n2-m6", line)).stop.why.id == "match-other-game"


def test_a_record_that_goes_on_after_the_end():
    game = catalogue.game("mandarin")
    chance, match = Random(1), Match.begin(game)
    while match.to_move is not None:
        match = match.play(chance.choice(game.moves(match.position)))
    text = match.to_text() + f"{match.ply + 1}. south a1<\n"
    reading = Match.from_text(text)
    assert reading.match.positions == match.positions
    assert "goes on" in str(reading.stop.why)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "\n\n",
        "Game:",
        "Game: bridge",
        "Game: star\nOptions: {",
        "Game: star\nOptions: [1]",
        'Game: mandarin\nOptions: {"first": "toss"}',
        'Game: star\nOptions: {"players": 5}',
        "Game: star\nStart: 5",
        "Game: star\nOptions: " + "[" * 100_000,
        'Game: star\nStart: {"game": "mandarin"}',
        "1. S d2-e6",
    ],
)
def test_a_text_without_a_game_is_refused_in_words(text):
    with pytest.raises(RecordError) as refused:
        Match.from_text(text)
    assert str(refused.value)


def test_a_record_of_lots_that_were_not_drawn_is_told_what_they_can_be():
    with pytest.raises(RecordError, match="first of star cannot be toss; it can be S, SW"):
        Match.from_text('Game: star\nOptions: {"first": "toss"}')


def test_a_record_cut_anywhere_keeps_what_came_before():
    whole = random_match(STAR, Random(5), 12).to_text()
    first_move = whole.index("\n1. ") + 1
    for cut in range(len(whole)):
        try:
            reading = Match.from_text(whole[:cut])
        except RecordError:
            assert cut < first_move
            continue
        complete = whole[first_move:cut].count("\n")
        assert complete <= reading.match.ply <= complete + 1
        if cut < len(whole) - 1 and cut > first_move:
            assert reading.stop is not None


@settings(derandomize=True, deadline=None, max_examples=300, database=None)
@given(st.integers(0, 2**32 - 1).map(Random))
def test_no_garbage_breaks_the_reader(chance):
    text = list(OPENING)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(text))
        fate = chance.random()
        if fate < 0.3:
            text[at] = chr(chance.choice([0, 10, 32, 34, 45, 58, 123, 233, 8232, 65279, chance.randrange(32, 127)]))
        elif fate < 0.6:
            del text[at : at + chance.randint(1, 9)]
        else:
            text[at:at] = text[chance.randrange(len(text)) :][: chance.randint(1, 30)]
        text = text or ["?"]
    try:
        reading = Match.from_text("".join(text))
    except RecordError:
        return
    assert Match.from_text(reading.match.to_text()).match.positions == reading.match.positions
    assert reading.stop is None or str(reading.stop.why)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("star", {"players": 3, "sets": 2}),
        ("star", {"players": 6, "corners": "no_stop"}),
        ("star", {"players": 4, "teams": True, "size": 5}),
        ("piecepack", {"players": 2}),
        ("mandarin", {"unripe": 5, "first": "north"}),
    ],
)
def test_every_match_is_read_back_as_it_was(name, options):
    game = catalogue.game(name, **options)
    for seed in range(8):
        match = random_match(game, Random(seed))
        reading = Match.from_text(match.to_text())
        assert reading.stop is None
        assert reading.match.positions == match.positions
        assert reading.match.to_text() == match.to_text()
