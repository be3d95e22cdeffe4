"""Scenes of Chinese checkers for the piecepack, and its games in Portable Piecepack Notation."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import catalogue
from rules.game import BadOption, IllegalMove
from rules.match import Match, RecordError
from rules.piecepack.places import piecepack_board
from rules.piecepack.ppn import read_ppn, write_ppn
from tests.rules.racing import racing


def table(to_move="SW", game=None, **pieces):
    """A four-player game (or ``game``) and a position; sets that are not given lie in their corner."""
    game = game or catalogue.game("piecepack")
    data = game.write_position(game.start()) | {"to_move": to_move}
    data["pieces"] |= {name: lies.split() for name, lies in pieces.items()}
    return game, game.read_position(data)


def moves_from(game, position, start):
    return [game.write(move) for move in game.targets(position, start)]


def played(game, plies, seed):
    """A match of simple players."""
    match, chance = Match.begin(game, {game.seats[0]: "Anna"}), Random(seed)
    while match.to_move is not None and match.ply < plies:
        match = match.play(racing(game, match.position, game.moves(match.position), chance))
    return match


def test_four_lay_sixteen_tiles_and_two_a_band_of_ten():
    four, two = piecepack_board(), piecepack_board(band=True)
    assert len(four.places) == 64
    assert len(two.places) == 40
    assert "c1" in two
    assert "e1" not in two
    assert [place.id for place in four.places][:9] == ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1"]
    for board in (four, two):
        turned = {(-place.x, -place.y) for place in board.places}
        assert turned == {(place.x, place.y) for place in board.places}


def test_six_coins_lie_in_each_corner_suit_side_up():
    game = catalogue.game("piecepack")
    data = game.write_position(game.start())
    assert data["pieces"]["SW"] == ["a1", "a2", "a3", "b1", "b2", "c1"]
    assert data["pieces"]["SE"] == ["f1", "g1", "g2", "h1", "h2", "h3"]
    view = game.view(game.start())
    assert [view[place] for place in ("a1", "a8", "h8", "h1", "d4")] == ["arms", "suns", "moons", "crowns", "empty"]
    two = catalogue.game("piecepack", players=2)
    view = two.view(two.start())
    assert [view[place] for place in ("a1", "h8")] == ["suns", "moons"]


@pytest.mark.parametrize(
    "suits",
    [
        {"SW": "crowns", "NE": "arms"},
        ["crowns", "arms"],
        "crowns,arms",
        "SW:crowns, NE:arms",
    ],
)
def test_suits_can_be_chosen_and_written_in_several_ways(suits):
    game = catalogue.game("piecepack", players=2, suits=suits)
    assert game.options["suits"] == {"SW": "crowns", "NE": "arms"}
    assert game.view(game.start())["h8"] == "arms"
    again, start = catalogue.read_position(game.write_position(game.start()))
    assert again.view(start) == game.view(game.start())


@pytest.mark.parametrize(
    "suits",
    [["suns"], ["suns", "suns"], {"NW": "suns"}, {"SW": "hearts"}, "suns", 7, {"SW": ["suns"]}, {"SW": "moons"}],
)
def test_suits_that_make_no_sense_are_refused(suits):
    with pytest.raises(BadOption):
        catalogue.game("piecepack", players=2, suits=suits)


def test_coins_step_and_jump_in_eight_directions():
    game, position = table(SW="d4 a1 a2 b1 c1 b2", NE="e5 e4 g7 g8 h7 h8")
    assert moves_from(game, position, "d4") == [
        "d4-c3",
        "d4-c4",
        "d4-c5",
        "d4-d3",
        "d4-d5",
        "d4:f4:d6",
        "d4-e3",
        "d4:f4",
        "d4:f6",
    ]


def test_who_brings_all_six_home_wins_and_the_game_ends():
    home = "f8 g8 h8 g7 h7 h5"
    game, position = table(SW=home, NE="c3 c4 c5 d3 d4 d5")
    position = game.play(position, game.read("h5-h6", position))
    assert game.outcome(position).as_json() == {
        "over": True,
        "reason": "home",
        "scores": {"SW": 1, "NW": 2, "NE": 2, "SE": 2},
    }
    on = catalogue.game("piecepack", play_on=True)
    _, position = table(game=on, SW=home, NE="c3 c4 c5 d3 d4 d5")
    position = on.play(position, on.read("h5-h6", position))
    assert (position.to_move, position.places) == ("NW", ("SW",))


def test_one_stranger_at_home_blocks_unless_the_house_says_otherwise():
    pieces = {"SW": "f8 g8 h8 g7 h5 d3", "NE": "h7 c4 c5 d4 d5 e5"}
    game, position = table(**pieces)
    assert game.play(position, game.read("h5-h6", position)).places == ()
    house = catalogue.game("piecepack", anti_spoiling="majority")
    _, position = table(game=house, **pieces)
    assert house.play(position, house.read("h5-h6", position)).places == ("SW",)


def test_coins_may_leave_their_home_unless_the_house_says_otherwise():
    pieces = {"SW": "h6 a1 a2 b1 c1 b2", "NE": "c3 c4 c5 d3 d4 d5"}
    game, position = table(**pieces)
    assert "h6-g5" in moves_from(game, position, "h6")
    locked = catalogue.game("piecepack", home_lock=True)
    _, position = table(game=locked, **pieces)
    with pytest.raises(IllegalMove, match="h6 is home already"):
        locked.read("h6-g5", position)


# Portable Piecepack Notation.


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 2, "suits": {"SW": "arms", "NE": "suns"}, "first": "NE"},
        {"play_on": True, "anti_spoiling": "majority", "home_lock": True, "first": "SE"},
    ],
)
def test_a_whole_game_goes_out_and_comes_back_the_same(options):
    match = played(catalogue.game("piecepack", **options), 400, 5)
    assert match.to_move is None
    (reading,) = read_ppn(write_ppn(match))
    assert reading.stop is None
    assert reading.match.to_text() == match.to_text()


def test_what_is_written_can_be_shown_by_who_knows_nothing_of_the_game():
    match = played(catalogue.game("piecepack", players=2), 3, 1)
    text = write_ppn(match)
    head, setup, *turns = text.split("...\n")[1].splitlines(), *text.splitlines()[-4:]
    assert head
    assert text.startswith("---\nGameType: Chinese Checkers\nSetUp: None\n")
    assert setup.startswith("setup. t@(1.5,1.5) ")
    assert setup.count(" t@") == 10
    assert [setup.count(f" {letter}@") for letter in "SM"] == [6, 6]
    assert [turn.split(".")[0] for turn in turns] == ["1SW", "1NE", "2SW"]
    # A chain is a move for each landing, and no capture: “a1:c3” would take a coin from c3.
    assert all(part.count("-") == 1 and ":" not in part for turn in turns for part in turn.split()[1:])


def test_a_correction_and_another_first_position_come_back_too():
    game = catalogue.game("piecepack")
    match = played(game, 9, 2)
    view = dict(game.view(match.position))
    taken, free = (next(place for place in view if (view[place] == "empty") is empty) for empty in (False, True))
    view[taken], view[free] = view[free], view[taken]
    match = match.correct(game.as_it_lies(match.position, view, "NE"))
    match = match.play(game.moves(match.position)[0])
    (reading,) = read_ppn(write_ppn(match))
    assert reading.match.to_text() == match.to_text()
    later = Match.begin(game, start=match.position)
    (reading,) = read_ppn(write_ppn(later.play(game.moves(later.position)[3])))
    assert reading.match.positions[0] == match.position


def test_a_correction_of_nothing_but_the_turn_comes_back_too():
    game = catalogue.game("piecepack")
    match = played(game, 6, 2)
    other = next(seat for seat in game.seats if seat != match.to_move)
    match = match.correct(game.as_it_lies(match.position, game.view(match.position), other))
    assert match.to_move == other
    (ended,) = read_ppn(write_ppn(match))
    assert (ended.stop, ended.match.to_text()) == (None, match.to_text())
    match = match.play(game.moves(match.position)[0])
    (reading,) = read_ppn(write_ppn(match))
    assert (reading.stop, reading.match.to_text()) == (None, match.to_text())


@pytest.mark.parametrize(
    ("written", "changed", "said"),
    [
        ("1NW.", "1NE.", "it is the turn of NW"),
        ('Result: "unfinished', 'Result: "home', "the moves lead to"),
    ],
)
def test_what_a_file_says_of_seats_and_result_is_held_against_the_moves(written, changed, said):
    text = write_ppn(played(catalogue.game("piecepack"), 3, 1))
    assert written in text
    (reading,) = read_ppn(text.replace(written, changed))
    assert said in str(reading.stop.why)


def test_who_gave_up_and_an_early_end_come_back_too():
    match = played(catalogue.game("piecepack"), 5, 2)
    match = match.resign("NE")
    match = match.play(match.game.moves(match.position)[0]).end()
    text = write_ppn(match)
    assert "{NE resigns}" in text
    assert text.endswith("{ended}\n")
    (reading,) = read_ppn(text)
    assert reading.stop is None
    assert (reading.match.entries, reading.match.positions) == (match.entries, match.positions)


def test_nobody_moves_after_an_early_end():
    match = played(catalogue.game("piecepack"), 5, 2).end()
    (reading,) = read_ppn(write_ppn(match) + "3NW. a8-b7\n")
    assert reading.match.entries == match.entries
    assert "The game is over" in str(reading.stop.why)


def test_what_the_header_of_another_program_calls_as_ours_does_confuses_no_export():
    (reading,) = read_ppn("---\nGameType: Halma\nGame: 7\nMoves: 40\n1st: Anna\nEvent: A rainy day\n...\na1-c3\n")
    again = Match.from_text(reading.match.to_text())
    assert again.stop is None
    assert (again.match.positions, again.match.tags) == (reading.match.positions, {"Event": "A rainy day"})
    spoilt = replace(reading.match, players={"SW": "An\u2028na"}, tags={"GameType": "Go", "": "x", "A": "b\x85c"})
    (again,) = read_ppn(write_ppn(spoilt))
    assert (again.match.players, again.match.tags) == ({"SW": "An na"}, {"A": "b c"})


def test_files_of_others_may_leave_the_set_up_to_the_name_of_the_game():
    readings = read_ppn(
        "---\nGameType:\n  Name: Chinese-Checkers\nEvent: A rainy day\n...\n"
        "1. a1-c3 {a jump; the first} 1... c8-a6 1.... h8-f6\n"
        "---\nSetUp: Piecepack Halma\n...\na1-c3 ; (1,8)-(3,6) ; h8-f6 h2-h4 c3-d3\n"
        "9. GameType: never mind\n"
    )
    first, second = readings
    assert [first.match.game.write(turn.move) for turn in first.match.entries] == ["a1:c3"]
    assert "c8" in str(first.stop.why)
    assert first.match.tags == {"Event": "A rainy day"}
    assert [second.match.game.write(turn.move) for turn in second.match.entries][:5] == [
        "a1:c3",
        "a8:c6",
        "h8:f6",
        "h2:h4",
        "c3-d3",
    ]
    assert second.stop is not None


def test_the_coins_set_up_tell_who_plays_and_the_first_move_who_begins():
    text = (
        "---\nEvent: at home\n...\nsetup. M@a1 M@b1 M@c1 M@a2 M@b2 M@a3 A@f8 A@g7 A@g8 A@h6 A@h7 A@h8\n"
        "1. h6-g5 2. a2-a4\n"
    )
    (reading,) = read_ppn(text)
    assert reading.stop is None
    assert reading.match.game.options["suits"] == {"SW": "moons", "NE": "arms"}
    assert reading.match.game.options["first"] == "NE"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\nGameType: Four Field Kono\n...\n1. a1-a2\n", "Four Field Kono"),
        ("1. a1-c3\n", "null"),
        ("---\nGameType: Halma\n...\nsetup. S@a1\n", "not the first position"),
        ('---\nGameType: Halma\nOptions: {"players": 3}\n...\n', "players"),
        ("---\nGameType: Halma\nOptions: nonsense\n...\n", "nonsense"),
        ("---\nGameType: Halma\nStart: {}\n...\n", "game"),
        ("---\nGameType: Halma\n%%\n...\n", "%%"),
    ],
)
def test_a_file_that_does_not_tell_this_game_is_refused(text, said):
    with pytest.raises(RecordError, match=said):
        read_ppn(text)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("1. a1-b1", "another piece stands there"),
        ("1. a1:c3", "cannot be read"),
        ("1. -c3", "cannot be read"),
        ("1. a1-c3-e5", "cannot be read"),
        ("1. d4-d5", "No piece stands on d4"),
        ("1. a3-a4 a4-a5", "steps and hops are not combined"),
        ("1. a1-z9", "z9"),
        ("1. *a1 *a2", "must have 6 pieces and has 4"),
        ("1set. S@z9", "z9"),
    ],
)
def test_a_game_is_read_as_far_as_it_is_valid(moves, said):
    (reading,) = read_ppn("---\nGameType: Halma\n...\n" + moves)
    assert reading.match.ply == 0
    assert said in str(reading.stop.why)


@settings(derandomize=True, deadline=None, max_examples=200, database=None)
@given(
    st.integers(0, 2**32 - 1).map(Random), st.text(alphabet=" \n{}-:@*.;,()0123456789abchSMCAt\"'[]#%…", max_size=12)
)
def test_no_damage_to_a_file_does_more_than_stop_the_reading(chance, dirt):
    text = write_ppn(played(catalogue.game("piecepack", players=2), 12, 3))
    one, other = sorted(chance.randrange(len(text)) for _ in range(2))
    spoilt = text[:one] + dirt + text[min(other, one + chance.randrange(30)) :]
    try:
        readings = read_ppn(spoilt)
    except RecordError:
        readings = []
    assert all(reading.stop is None or str(reading.stop.why) for reading in readings)
