"""Scenes of star Chinese checkers: who sits where, how pieces move, when somebody is home, and what is refused why."""

import re

import pytest

from rules import catalogue, hop_words
from rules.game import BadOption, BadPosition, IllegalMove, UnreadableMove
from rules.sight import EMPTY
from rules.star.places import CORNERS, point

POINT = {corner: sorted(point(corner)) for corner in CORNERS}


def table(to_move="S", places=(), game=None, **given):
    """A game and a position; sets that are not given lie in their corner. Options are given beside the sets."""
    sets = {name: places_of.split() for name, places_of in given.items() if name in CORNERS}
    game = game or catalogue.game("star", **{name: value for name, value in given.items() if name not in CORNERS})
    data = game.write_position(game.start()) | {"to_move": to_move, "places": list(places)}
    data["pieces"] |= sets
    return game, game.read_position(data)


def far(*pieces, corner="N"):
    """Ten pieces: some on the given places and the rest in a corner."""
    rest = [place for place in POINT[corner] if place not in pieces]
    return " ".join([*pieces, *rest[: 10 - len(pieces)]])


def moves_from(game, position, start):
    return [game.write(move) for move in game.moves(position) if move[0] == start]


# Who sits where.


@pytest.mark.parametrize(
    ("options", "sets", "homes"),
    [
        ({}, {"S": ["S"], "N": ["N"]}, {"S": "N", "N": "S"}),
        ({"sets": 2}, {"S": ["S", "SW"], "N": ["N", "NE"]}, {"SW": "NE", "NE": "SW"}),
        ({"sets": 2, "second": "empty"}, {"S": ["S", "SE"], "N": ["N", "NE"]}, {"SE": "NW", "NE": "SW"}),
        ({"sets": 3}, {"S": ["S", "SW", "SE"], "N": ["N", "NE", "NW"]}, {"SE": "NW", "NW": "SE"}),
        ({"players": 3}, {"S": ["S"], "NW": ["NW"], "NE": ["NE"]}, {"NW": "SE", "NE": "SW"}),
        ({"players": 3, "sets": 2}, {"S": ["S", "N"], "NW": ["NW", "SE"], "NE": ["NE", "SW"]}, {"S": "N", "SE": "NW"}),
        ({"players": 4}, {"S": ["S"], "SW": ["SW"], "N": ["N"], "NE": ["NE"]}, {"SW": "NE"}),
        ({"players": 6}, {corner: [corner] for corner in CORNERS}, {"NW": "SE"}),
    ],
)
def test_sets_lie_in_their_corners_and_race_across(options, sets, homes):
    game = catalogue.game("star", **options)
    assert list(game.seats) == list(sets)
    owned = {seat: [pieces.name for pieces in game.setup.sets if pieces.seat == seat] for seat in game.seats}
    assert owned == sets
    for pieces in game.setup.sets:
        start, home = game.lattice.places(pieces.start), game.lattice.places(pieces.home)
        assert set(POINT[pieces.name]) <= set(start)
        assert pieces.name not in homes or set(POINT[homes[pieces.name]]) <= set(home)


def test_two_players_have_fifteen_pieces_unless_they_choose_ten():
    start = catalogue.game("star").write_position(catalogue.game("star").start())
    assert " ".join(start["pieces"]["S"]) == "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4 e5 e6 e7 e8 e9"
    assert " ".join(start["pieces"]["N"]) == "m5 m6 m7 m8 m9 n1 n2 n3 n4 o1 o2 o3 p1 p2 q1"
    assert start["options"]["pieces"] == 15
    ten = catalogue.game("star", pieces=10)
    assert len(ten.write_position(ten.start())["pieces"]["S"]) == 10


@pytest.mark.parametrize(("size", "holes", "pieces"), [(4, 121, 10), (5, 181, 15), (6, 253, 21)])
def test_bigger_stars_have_bigger_sets(size, holes, pieces):
    game = catalogue.game("star", players=6, size=size)
    assert len(game.board.places) == holes
    assert [len(lies) for lies in game.write_position(game.start())["pieces"].values()] == [pieces] * 6


def test_the_points_touch_and_fifteen_holes_of_neighbours_share_one():
    assert len({place for corner in CORNERS for place in point(corner)}) == 60
    assert point("S", 4, True) & point("SE", 4, True) == {"e9"}
    assert point("NW", 4, True) - point("NW") == {"m5", "l4", "k3", "j2", "i1"}


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"players": 4, "sets": 2}, "4 players cannot have 2 sets"),
        ({"players": 2, "teams": True}, "four or six"),
        ({"players": 3, "first": "N"}, "the seats are S, NW, NE"),
        ({"second": "empty"}, "sets=2"),
        ({"players": 6, "pieces": 15}, "possible: 10"),
        ({"size": 5, "pieces": 10}, "possible: 15"),
        ({"sets": 2, "pieces": 15}, "possible: 10"),
        ({"players": 5}, "players"),
        ({"players": True}, "players"),
        ({"colour": "red"}, "no option colour"),
    ],
)
def test_options_that_do_not_go_together_are_refused(options, part):
    with pytest.raises(BadOption, match=part):
        catalogue.game("star", **options)


# Steps and hops.


def test_a_piece_steps_to_its_empty_neighbours_and_hops_over_single_pieces_as_far_as_it_likes():
    game, position = table(S=far("g6", corner="S"), N=far("h6", "j7", "k7"), pieces=10)
    # Over h6 to i6, over j7 to k8, over k7 to k6; every landing is an end as well.
    assert moves_from(game, position, "g6") == [
        "g6-f6",
        "g6-f7",
        "g6-g5",
        "g6-g7",
        "g6-h5",
        "g6:i6",
        "g6:i6:k8:k6",
        "g6:i6:k8",
    ]


def test_hops_go_over_one_piece_only():
    game, position = table(S=far("g6", corner="S"), N=far("h6", "i6"), pieces=10)
    moves = moves_from(game, position, "g6")
    assert "g6-g5" in moves
    assert not any(":" in text for text in moves)


def test_among_equal_chains_the_earlier_landings_are_named():
    game, position = table(S=far("g5", corner="S"), N=far("g6", "h7", "h5", "i6"), pieces=10)
    # To i7 by g7 (over g6 and h7) or by i5 (over h5 and i6): g7 comes first.
    assert "g5:g7:i7" in moves_from(game, position, "g5")
    assert game.read("g5:i5:i7", position) == game.read("g5:g7:i7", position) == ("g5", "g7", "i7")


def test_moves_come_in_order_of_places_with_numbers_as_numbers():
    game = catalogue.game("star", players=6)
    texts = [game.write(move) for move in game.moves(game.start())]
    assert texts[:4] == ["c1:e5", "c1:e7", "c2:e6", "c2:e8"]
    game, position = table(S=far("i9", corner="S"), pieces=10)
    ends = [text[3:] for text in moves_from(game, position, "i9")]
    assert ends == ["h9", "h10", "i8", "j9", "j10"]


def test_lifting_a_piece_lights_its_moves_and_nobody_elses():
    game = catalogue.game("star", pieces=10)
    start = game.start()
    assert [game.write(move) for move in game.targets(start, "c2")] == ["c2:e6", "c2:e8"]
    assert game.targets(start, "a1") == []
    assert game.targets(start, "n1") == []
    assert game.targets(start, "i5") == []


# What is refused, and in which words.


@pytest.mark.parametrize(
    "text", ["", "c2", "C2-d3", "c2 - e6", "c2–e6", "c2-d3-e4", "c2:e6-f6", "c02-d3", "r1-r2", "c2:z9", "e5-e14", "c2:"]
)
def test_what_is_no_move_or_names_no_hole_is_unreadable(text):
    game = catalogue.game("star")
    with pytest.raises(UnreadableMove):
        game.read(text, game.start())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("i5-i6", "No piece stands on i5."),
        ("n1-m5", "The piece on n1 belongs to N, but it is S’s turn."),
        ("a1-b1", "The piece from a1 cannot land on b1: another piece stands there."),
        ("d1-f5", "f5 is not next to d1: a step goes to a neighbouring place."),
        ("d1:e5", "e5 is next to d1: that is a step, and steps and hops are not combined in one move."),
        ("c1:e5:f5", "f5 is next to e5: that is a step, and steps and hops are not combined in one move."),
        ("d2:f5", "The piece from d2 cannot reach f5: nothing stands on e6 to hop over."),
        ("c1:e5:g5", "The piece from c1 cannot reach g5: nothing stands on f5 to hop over."),
        ("c1:g5", "From c1 to g5 is no hop: a hop passes over one piece, straight, and every landing must be named."),
        ("d2-d2", "The piece from d2 is back where it began; a move must end on another place."),
        ("c1:e5:c1", "The piece from c1 is back where it began; a move must end on another place."),
    ],
)
def test_a_move_against_the_rules_is_refused_with_the_reason(text, said):
    game = catalogue.game("star", pieces=10)
    with pytest.raises(IllegalMove) as refused:
        game.read(text, game.start())
    assert str(refused.value) == said


def test_a_roundabout_chain_is_the_same_move_as_the_direct_one():
    game = catalogue.game("star", pieces=10)
    assert game.read("c2:e6:c2:e8", game.start()) == ("c2", "e8")
    assert game.read("c2:e6:c2:e6", game.start()) == ("c2", "e6")


# House rules.


def test_a_piece_that_is_home_stays_there():
    sets = {"S": far("n1", corner="S"), "N": "n3 n4 o1 o3 p1 p2 q1 i1 i3 i5", "pieces": 10}
    game, position = table(**sets)
    assert moves_from(game, position, "n1") == ["n1-n2"]
    with pytest.raises(IllegalMove, match="n1 is home already and must stay there: m6 lies outside its home"):
        game.read("n1-m6", position)
    game, position = table(**sets, home_lock=False)
    assert game.read("n1-m6", position) == ("n1", "m6")


def test_a_locked_piece_hops_out_of_its_home_and_back_in_one_chain():
    game, position = table(S=far("n1", "m6", "l7", "m8", corner="S"), N="e1 e2 e3 e4 f1 f2 f3 g1 g2 h1", pieces=10)
    # Over m6 to l6, over l7 to l8, over m8 to n3: only the two ends lie on the table.
    assert moves_from(game, position, "n1") == ["n1-n2", "n1:l6:l8:n3", "n1-o1"]


def test_strange_corners_may_be_passed_but_not_stayed_in():
    pieces = {"S": far("e3", "f1", corner="S"), "N": far("e2", corner="N"), "pieces": 10}
    game, position = table(**pieces)
    assert "e3:e1" in moves_from(game, position, "e3")
    game, position = table(**pieces, corners="no_stop")
    # e1 to e4 are the long side of the SW corner; e5 is not of it.
    ends = {text[3:] for text in moves_from(game, position, "e3")}
    assert not ends & set(POINT["SW"])
    with pytest.raises(IllegalMove, match="may pass but not stop on e1"):
        game.read("e3:e1", position)


def test_a_chain_may_pass_through_a_strange_corner():
    game, position = table(S=far("g1", corner="S"), N=far("f1", "e2", "f3", corner="N"), pieces=10, corners="no_stop")
    # Over f1 it lands on e1 in the corner, over e2 on e3, which is there too, and over f3 it is out again on g3.
    assert "g1:e1:e3:g3" in moves_from(game, position, "g1")
    assert "g1:e1" not in moves_from(game, position, "g1")


NEARLY = "m5 n2 n3 n4 o1 o2 o3 p1 p2 q1"
"""The pieces of S, all but one in their home: n1 is lacking, m5 is next to it."""

STARTED = "e1 e2 e3 e4 f1 f2 f3 g1 g2 h1"
"""The pieces of N far from everything."""


def test_the_last_piece_that_comes_home_finishes_and_wins():
    game, position = table(S=NEARLY, N=STARTED, pieces=10)
    after = game.play(position, game.read("m5-n1", position))
    assert after.to_move is None
    assert game.moves(after) == []
    assert game.outcome(after).as_json() == {"over": True, "reason": "home", "scores": {"S": 1, "N": 2}}


@pytest.mark.parametrize(
    ("anti_spoiling", "strangers", "home"),
    [
        ("off", 0, True),
        ("off", 1, False),
        ("majority", 4, True),
        ("majority", 5, False),
        ("any", 5, True),
        ("any", 9, True),
    ],
)
def test_strangers_in_a_full_home(anti_spoiling, strangers, home):
    holes = [place for place in POINT["N"] if place != "n1"]
    own, others = ["m5", *holes[strangers:]], holes[:strangers]
    outside = ["i1", "i3", "i5", "i7", "i9", "h1", "h3", "h5", "h7", "h10"]
    game, position = table(
        S=" ".join([*own, *outside[: 10 - len(own)]]),
        N=" ".join([*others, *STARTED.split()][:10]),
        pieces=10,
        anti_spoiling=anti_spoiling,
    )
    after = game.play(position, game.read("m5-n1", position))
    assert (after.places == ("S",)) is home
    assert game.outcome(after).over is home


def test_a_home_that_anothers_move_fills_is_finished_with_the_next_own_move():
    # All of S are home but one, and the hole that is left is filled by N itself.
    game, position = table(to_move="N", S="i5 n2 n3 n4 o1 o2 o3 p1 p2 q1", N="m5 e1 e2 e3 e4 f1 f2 f3 g1 g2", pieces=10)
    position = game.play(position, game.read("m5-n1", position))
    assert position.places == ()
    assert position.to_move == "S"
    position = game.play(position, game.read("i5-i6", position))
    assert position.places == ("S",)


def test_with_play_on_the_others_race_for_places_and_without_it_the_game_is_over():
    pieces = {"S": NEARLY, "players": 3}
    game, position = table(**pieces)
    position = game.play(position, game.read("m5-n1", position))
    assert (position.to_move, position.places) == ("NW", ("S",))
    position = game.play(position, game.moves(position)[0])
    assert position.to_move == "NE"
    position = game.play(position, game.moves(position)[0])
    assert position.to_move == "NW", "S is home and skipped"
    game, position = table(**pieces, play_on=False)
    position = game.play(position, game.read("m5-n1", position))
    assert game.outcome(position).scores == {"S": 1, "NW": 2, "NE": 2}


def test_partners_win_together_when_the_later_one_is_home():
    game, position = table(S=NEARLY, N=STARTED, SW="i1 i2 i3 j1 j2 k1 h2 h4 g4 g5", players=4, teams=True)
    position = game.play(position, game.read("m5-n1", position))
    assert (position.to_move, position.places) == ("SW", ("S",))
    _, position = table(
        to_move="N",
        places=["S"],
        game=game,
        S=" ".join(POINT["N"]),
        N="e5 a1 b1 b2 c1 c2 c3 d2 d3 d4",
        SW="i1 i2 i3 j1 j2 k1 h2 h4 g4 g5",
    )
    after = game.play(position, game.read("e5-d1", position))
    assert after.to_move is None
    assert game.outcome(after).scores == {"S": 1, "N": 1, "SW": 2, "NE": 2}


# Tables that no move explains.


def explained(game, position, *ways, **more):
    after = dict(game.view(position))
    for way in ways:
        start, end = way.split("-")
        after[start], after[end] = EMPTY, after[start]
    return str(game.why_not(position, after | more))


@pytest.mark.parametrize(
    ("ways", "more", "said"),
    [
        ([], {}, "No piece has moved."),
        (["d2-f5"], {}, "The piece from d2 cannot reach f5: nothing stands on e6 to hop over."),
        (["c1-g5"], {}, "The piece from c1 cannot reach g5: nothing stands on f5 to hop over."),
        (["a1-i5"], {}, "The piece from a1 cannot reach i5: no step and no chain of hops leads there."),
        (["n1-m5"], {}, "The piece on n1 belongs to N, but it is S’s turn."),
        (["d1-e5", "d2-e6"], {}, "More than one piece has moved (from d1, d2 to e5, e6); only one moves in a turn."),
        ([], {"d1": EMPTY}, "Missing from the table: what stood on d1."),
        (["a1-i5"], {"n1": EMPTY}, "Missing from the table: what stood on n1."),
        (["d1-e5"], {"a1": EMPTY}, "Missing from the table: what stood on a1."),
        (["d1-e6"], {"d2": EMPTY}, "Missing from the table: what stood on d1, d2."),
        ([], {"i5": "S"}, "There is too much on the table: i5."),
        (["d1-e5"], {"i5": "N"}, "There is too much on the table: i5."),
        (["d1-e5"], {"i5": "S"}, "There is too much on the table: i5."),
        ([], {"i5": "S", "i6": "S"}, "There is too much on the table: i5, i6."),
        ([], {"d1": "N"}, "What lies on d1 is not what lay there before; pieces are never exchanged."),
        ([], {"d1": EMPTY, "e5": "N"}, "What lies on e5 is not what lay there before; pieces are never exchanged."),
    ],
)
def test_the_referee_says_what_is_wrong_with_the_table(ways, more, said):
    game = catalogue.game("star", pieces=10)
    assert explained(game, game.start(), *ways, **more) == said


@pytest.mark.parametrize("message", [hop_words.MISSING, hop_words.TOO_MANY, hop_words.EXCHANGED])
@pytest.mark.parametrize("language", ["en", "fr", "de"])  # the others have no articles
def test_what_is_said_of_places_is_right_for_one_and_for_several(message, language):
    one = re.compile(r"\b(the|a|another|la|une|die|eine|andere) (piece|pièce|Figur)\b")
    assert not one.search(message.wording(language))


def test_the_lacking_stone_is_named_with_its_place():
    game = catalogue.game("star", pieces=10)
    after = dict(game.view(game.start())) | {"d2": EMPTY, "f5": "S"}
    assert game.why_not(game.start(), after).args["over"] == "e6"


def test_a_table_after_the_end_and_a_piece_that_left_its_home_are_explained():
    game, position = table(S=NEARLY, N=STARTED, pieces=10)
    over = game.play(position, game.read("m5-n1", position))
    assert explained(game, over, "h1-h2") == "The game is over; nobody moves any more."
    assert (
        explained(game, position, "n2-m6")
        == "The piece from n2 is home already and must stay there: m6 lies outside its home."
    )


# Positions as people write them.


def spoilt(**changed):
    game = catalogue.game("star", pieces=10)
    data = game.write_position(game.start())
    return data | changed


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (spoilt(pieces={"S": POINT["S"]}), "pieces.N"),
        (spoilt(pieces={"S": POINT["S"], "N": POINT["N"], "SW": []}), "no set SW in this game; the sets are S, N"),
        (spoilt(pieces={"S": POINT["S"], "N": [*POINT["N"][:9], "a1"]}), "Two pieces cannot both stand on a1"),
        (spoilt(pieces={"S": [*POINT["S"], "i5"], "N": POINT["N"]}), "S must have 10 pieces and has 11"),
        (spoilt(pieces={"S": POINT["S"][1:], "N": POINT["N"]}), "S must have 10 pieces and has 9"),
        (spoilt(pieces={"S": [*POINT["S"][1:], "r1"], "N": POINT["N"]}), "no place r1"),
        (spoilt(pieces={"S": [*POINT["S"][1:], 7], "N": POINT["N"]}), "no place 7"),
        (spoilt(pieces=[]), "pieces"),
        (spoilt(to_move="NW"), "Nobody sits at NW; the seats are S, N"),
        (spoilt(to_move=None), "The game is not over: S can move"),
        (spoilt(places=["N"]), "N cannot have finished: too few of its pieces are home"),
        (spoilt(places=["X"]), "Nobody sits at X"),
        (spoilt(places="N"), "places"),
        (
            spoilt(pieces={"S": POINT["N"], "N": STARTED.split()}, places=["S", "S"], to_move="N"),
            "S cannot finish twice",
        ),
        (
            spoilt(pieces={"S": POINT["N"], "N": POINT["S"]}, places=["S", "N"], to_move=None),
            "N cannot have finished: the game was over before",
        ),
        (spoilt(pieces={"S": POINT["N"], "N": STARTED.split()}, places=["S"]), "It cannot be S’s turn: S has finished"),
        (
            spoilt(pieces={"S": POINT["N"], "N": STARTED.split()}, places=["S"], to_move="N"),
            "by its “places” the game is over",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_and_the_place_named(data, said):
    with pytest.raises(BadPosition) as refused:
        catalogue.read_position(data)
    assert said in str(refused.value)


def shut_in(to_move):
    """S has not moved, and two rows of strangers stand before its corner: no step, and no hole to hop to."""
    pieces = {
        "S": POINT["S"],
        "NW": ["e5", "e6", "e7", "e8", "e9", "f5", "f6", "f7", "f8", "f4"],
        "NE": ["e4", "e10", "f9", "i2", "i3", "i4", "i5", "i6", "i7", "i8"],
    }
    return {"game": "star", "options": {"players": 3}, "pieces": pieces, "to_move": to_move, "places": []}


def test_a_seat_that_is_shut_in_cannot_be_to_move():
    with pytest.raises(BadPosition, match="none of its pieces can move, so it is skipped"):
        catalogue.read_position(shut_in("S"))


def test_who_cannot_move_is_skipped():
    game, position = catalogue.read_position(shut_in("NE"))
    move = game.read("i8-i9", position)
    after = game.play(position, move)
    assert after.to_move == "NW"
    opening = game.read("f9-f10", position)
    assert game.play(position, opening).to_move == "S", "a hole to hop to: S has its turn"


def test_when_nobody_can_move_the_game_ends_where_it_stands():
    # Home lock, and everybody has come home but nobody by a move of its own that was counted.
    game = catalogue.game("star", pieces=10)
    data = game.write_position(game.start()) | {"pieces": {"S": POINT["N"], "N": POINT["S"]}, "to_move": None}
    position = game.read_position(data)
    assert game.outcome(position).as_json() == {"over": True, "reason": "blocked", "scores": {"S": 1, "N": 1}}
    assert game.moves(position) == []


def test_order_in_a_written_position_means_nothing():
    game = catalogue.game("star", pieces=10)
    data = game.write_position(game.start())
    data["pieces"] = {name: lies[::-1] for name, lies in reversed(data["pieces"].items())}
    assert game.read_position(data) == game.start()


def test_options_left_out_have_their_defaults():
    game, position = catalogue.read_position(
        {"game": "star", "pieces": {"S": sorted(point("S", 4, True)), "N": sorted(point("N", 4, True))}, "to_move": "N"}
    )
    assert game.options["pieces"] == 15
    assert position.to_move == "N"


# When people insist.


def test_people_insist_on_a_table_and_the_turn_passes_if_the_movers_piece_lies_elsewhere():
    game = catalogue.game("star", pieces=10)
    view = dict(game.view(game.start())) | {"a1": EMPTY, "i5": "S"}
    assert game.as_it_lies(game.start(), view).to_move == "N"
    view = dict(game.view(game.start())) | {"n1": EMPTY, "i5": "N"}
    assert game.as_it_lies(game.start(), view).to_move == "S"
    assert game.as_it_lies(game.start(), view, "N").to_move == "N"
    with pytest.raises(BadPosition, match="S must have 10 pieces and has 9"):
        game.as_it_lies(game.start(), dict(view) | {"a1": EMPTY})
    with pytest.raises(BadPosition, match="What lies on a1"):
        game.as_it_lies(game.start(), dict(view) | {"a1": "unknown"})


def test_whoever_a_correction_brings_home_has_finished():
    """Both made a move while nobody looked; where both are home by it the mover is, and the game is over."""
    north, south = POINT["N"], POINT["S"]
    game, position = table("S", S=" ".join([*north[1:], "i5"]), N=" ".join([*south[:-1], "e5"]), pieces=10)
    home = {"i5": EMPTY, north[0]: "S"}, {"e5": EMPTY, south[-1]: "N"}
    stepped = game.as_it_lies(position, game.view(position) | home[1] | {"i5": EMPTY, "j5": "S"})
    assert stepped.places == ("N",)
    assert game.outcome(stepped).scores == {"N": 1, "S": 2}
    both = game.as_it_lies(position, game.view(position) | home[0] | home[1])
    assert both.places == ("S",)
    assert game.outcome(both).scores == {"S": 1, "N": 2}
