"""Scenes at a star table: what the referee says when people move, slip, forget, knock and cover."""

import pytest

from rules import catalogue
from rules.comparison import Difference
from rules.referee import Accepted, Refused, Unchanged, Unsure, judge, lifted, targets, way
from tests.rules.sightings import EMPTY, UNKNOWN, moved, see, tokens_of

STAR = catalogue.game("star", players=2, pieces=10)
START = STAR.start()
SOUTH = STAR.view(START)["a1"]
NORTH = STAR.view(START)["q1"]


def table(*ways):
    """The start position's table after pieces were carried about."""
    return moved(STAR.view(START), *ways)


def picture(view, **how):
    return see(view, tokens_of(STAR, START), **how)


def look(*ways, **how):
    """The verdict on the start position's table after pieces were carried about."""
    return judge(STAR, START, picture(table(*ways), **how))


def after(*texts, game=STAR):
    position = game.start()
    for text in texts:
        position = game.play(position, game.read(text, position))
    return position


def written(verdict, game=STAR):
    return [game.write(move) for move in verdict.moves]


def to_empty(verdict):
    """Where something lies that should go."""
    return tuple(found.place for found in verdict.amiss if found.seen != EMPTY)


def to_fill(verdict):
    """Where something is missing, with what belongs there."""
    return {found.place: found.expected for found in verdict.amiss if found.expected != EMPTY}


# What was moved.


def test_a_step_is_named():
    verdict = look("d2-e6")
    assert written(verdict) == ["d2-e6"]
    assert not verdict.forgotten_press


def test_a_hop_is_named_with_its_path():
    assert written(look("c1-e5")) == ["c1:e5"]


@pytest.mark.parametrize(("alien", "taken"), [(0.01, True), (0.23, False)])
def test_what_may_be_a_piece_that_fell_over_the_hole_is_no_move_yet(alien, taken):
    sighting = picture(table("d2-e6"))
    sighting["e6"] = {SOUTH: 0.7, NORTH: 0.03, EMPTY: 0.03, UNKNOWN: alien}
    verdict = judge(STAR, START, sighting)
    assert isinstance(verdict, Accepted) == taken
    assert taken or (isinstance(verdict, Unsure) and "e6" in verdict.places)


@pytest.mark.parametrize(("gone", "taken"), [(0.01, True), (0.27, False)])
def test_a_piece_elsewhere_that_may_be_gone_or_another_ones_is_looked_at_first(gone, taken):
    sighting = picture(table("d2-e6"))
    sighting["n1"] = {NORTH: 0.49, SOUTH: 0.24, EMPTY: gone}
    verdict = judge(STAR, START, sighting)
    assert isinstance(verdict, Accepted) == taken
    assert taken or (isinstance(verdict, Unsure) and "n1" in verdict.places)


def test_nothing_moved_is_no_move():
    assert look() == Unchanged()


def test_a_hand_that_covers_bystanders_does_not_disturb():
    assert written(look("d2-e6", covered={"i5", "c1", "q1", "m6"})) == ["d2-e6"]
    assert look(covered={"i5", "c1", "q1", "m6"}) == Unchanged()


def test_two_colours_that_look_nearly_alike_are_told_apart_by_what_was_there():
    sighting = picture(table("d2-e6"))
    for place, likelihoods in sighting.items():
        if table("d2-e6")[place] != EMPTY:
            likelihoods |= {SOUTH: 0.5, NORTH: 0.45 if table("d2-e6")[place] == SOUTH else 0.55, EMPTY: 0.003}
    assert written(judge(STAR, START, sighting)) == ["d2-e6"]


def test_only_ratios_of_likelihoods_matter():
    sighting = {
        place: {token: likelihood * scale for token, likelihood in likelihoods.items()}
        for scale, (place, likelihoods) in enumerate(picture(table("c2-e8")).items(), 1)
    }
    assert written(judge(STAR, START, sighting)) == ["c2:e8"]


def test_a_hole_that_tells_nothing_vetoes_nothing():
    sighting = picture(table("d2-e6"))
    sighting["i5"] = dict.fromkeys(sighting["i5"], 1.0)
    sighting["h4"] = {}
    sighting["h5"] = dict.fromkeys(sighting["h5"], 0.0)
    assert written(judge(STAR, START, sighting)) == ["d2-e6"]


# What is not good enough to be believed.


def test_a_piece_in_a_wrong_hole_while_a_hand_covers_the_right_one():
    verdict = look("d2-g4", covered={"e6"})
    assert isinstance(verdict, Unsure)
    assert [STAR.write(move) for move in verdict.between[0]] == ["d2-e6"]
    assert {"e6", "g4"} <= set(verdict.places)


def test_the_wrong_hole_may_lie_under_the_hand_as_well():
    verdict = look("d2-g4", covered={"e6", "g4", "f5"})
    assert isinstance(verdict, Unsure)
    assert "e6" in verdict.places


def test_a_hand_over_every_destination_leaves_the_choice_open():
    verdict = look("d2-e6", covered={"e6", "e7", "f6"})
    assert isinstance(verdict, Unsure)
    assert {row[0] for row in verdict.between if row} == {("d2", "e6"), ("d2", "e7")}
    assert {"e6", "e7"} <= set(verdict.places)
    assert sum(verdict.weights) == pytest.approx(1)


def test_a_start_that_nobody_saw_empty_is_not_believed():
    verdict = look("d2-e6", covered={"d2"})
    assert isinstance(verdict, Unsure)
    assert "d2" in verdict.places


def test_a_covered_table_tells_nothing():
    verdict = judge(STAR, START, {})
    assert isinstance(verdict, Unsure)
    assert () in verdict.between
    assert len(verdict.between) == 1 + len(STAR.moves(START))


def test_a_doubtful_end_is_not_believed():
    sighting = picture(table("d2-e6"))
    sighting["e6"] = {EMPTY: 0.3, SOUTH: 0.65, NORTH: 0.05}
    verdict = judge(STAR, START, sighting)
    assert isinstance(verdict, Unsure)
    assert verdict.places == ("e6",)


def test_a_bystander_may_look_a_little_odd_but_not_waver():
    sighting = picture(table("d2-e6"))
    sighting["i5"] = {EMPTY: 0.9, SOUTH: 0.1}
    assert written(judge(STAR, START, sighting)) == ["d2-e6"]
    sighting["i5"] = {EMPTY: 0.5, SOUTH: 0.5}
    verdict = judge(STAR, START, sighting)
    assert isinstance(verdict, Unsure)
    assert verdict.places == ("i5",)
    sighting["i5"] = {EMPTY: 0.01, SOUTH: 0.99}
    assert isinstance(judge(STAR, START, sighting), Refused)


def test_many_places_that_look_a_little_wrong_are_not_overlooked():
    sighting = picture(table("d2-e6"))
    for place in [place for place, token in table("d2-e6").items() if token == SOUTH][:9]:
        sighting[place] = {SOUTH: 0.3, NORTH: 0.7}
    verdict = judge(STAR, START, sighting)
    assert isinstance(verdict, Unsure)
    assert len(verdict.places) == 9


# What is refused, and what to do about it.


def test_a_wrong_hole_is_refused_with_the_way_back():
    verdict = look("d2-g4")
    assert isinstance(verdict, Refused)
    assert verdict.differences == (Difference("d2", SOUTH, EMPTY), Difference("g4", EMPTY, SOUTH))
    assert to_fill(verdict) == {"d2": SOUTH}
    assert to_empty(verdict) == ("g4",)
    assert "d2" in str(verdict.why)
    assert "g4" in str(verdict.why)


def test_a_hop_that_lacks_its_stepping_stone_names_it():
    verdict = look("d3-f8")
    assert isinstance(verdict, Refused)
    assert verdict.stone == "e8"
    assert "e8" in str(verdict.why)
    assert look("n2-m6").stone is None


def test_a_lifted_piece_is_missed():
    view = table()
    view["d2"] = EMPTY
    verdict = judge(STAR, START, picture(view))
    assert isinstance(verdict, Refused)
    assert to_fill(verdict) == {"d2": SOUTH}
    assert not to_empty(verdict)


def test_a_marble_too_many_is_seen():
    verdict = judge(STAR, START, picture({**table(), "i5": NORTH}))
    assert isinstance(verdict, Refused)
    assert to_empty(verdict) == ("i5",)


def test_a_good_move_with_a_marble_knocked_far_away_asks_only_for_the_marble():
    verdict = look("d2-e6", "p1-l3")
    assert isinstance(verdict, Refused)
    assert [STAR.write(move) for move in verdict.meant] == ["d2-e6"]
    assert {found.place for found in verdict.differences} == {"d2", "e6", "p1", "l3"}
    assert {found.place for found in verdict.amiss} == {"p1", "l3"}
    assert to_fill(verdict) == {"p1": NORTH}
    assert to_empty(verdict) == ("l3",)


@pytest.mark.parametrize(
    "ways",
    [("n2-m6",), ("d2-e6", "d3-e7"), ("a1-q1",), ("d2-e6", "c1-e5")],
    ids=["the other's piece", "two of one's own", "onto another piece", "a step and a hop"],
)
def test_what_is_no_turn_is_refused(ways):
    assert isinstance(look(*ways), Refused)


def test_two_pieces_that_changed_places_are_seen():
    view = table()
    view["d2"], view["n2"] = NORTH, SOUTH
    verdict = judge(STAR, START, picture(view))
    assert isinstance(verdict, Refused)
    assert {found.place for found in verdict.differences} == {"d2", "n2"}


def test_a_move_taken_back_is_refused_once_it_was_accepted():
    position = after("d2-e6")
    verdict = judge(STAR, position, picture(table()))
    assert isinstance(verdict, Refused)
    assert to_fill(verdict) == {"e6": SOUTH}
    assert to_empty(verdict) == ("d2",)


def test_a_cup_on_the_board_is_named_as_no_piece():
    view = {**table("d2-e6"), "i5": UNKNOWN}
    verdict = judge(STAR, START, picture(view))
    assert isinstance(verdict, Refused)
    assert verdict.why.id == "strange-thing"
    assert "i5" in str(verdict.why)
    assert written(judge(STAR, START, picture(view, covered={"i5"}))) == ["d2-e6"]


def test_what_looks_like_no_piece_where_a_piece_may_have_gone_is_asked_about():
    """Glass looks otherwise on another ground. It is neither sent away as a strange thing nor taken unasked."""
    verdict = judge(STAR, START, picture({**table("d2-e6"), "e6": UNKNOWN}))
    assert isinstance(verdict, Unsure)
    assert [STAR.write(move) for move in verdict.between[0]] == ["d2-e6"]
    assert "e6" in verdict.places
    elsewhere = judge(STAR, START, picture({**table("d2-e6"), "e6": EMPTY, "i5": UNKNOWN}))
    assert elsewhere.why.id == "strange-thing"


def test_after_the_end_nothing_is_accepted():
    over = START._replace(to_move=None)
    assert judge(STAR, over, picture(table())) == Unchanged()
    assert isinstance(judge(STAR, over, picture(table("d2-e6"))), Refused)


# Two moves in a row.


def test_two_moves_far_apart_are_both_taken_when_the_button_was_forgotten():
    verdict = look("c1-e5", "n2-m6")
    assert written(verdict) == ["c1:e5", "n2-m6"]
    assert verdict.forgotten_press


def test_the_second_mover_may_land_where_the_first_began():
    # North has come close: its marble on f6 hops over e6 or e7 into d2 as soon as that is free.
    data = STAR.write_position(START)
    data["pieces"]["N"] = ["f6", "e6", *data["pieces"]["N"][2:]]
    position = STAR.read_position({**data, "pieces": {**data["pieces"], "N": sorted(data["pieces"]["N"])}})
    first = STAR.read("d2-e7", position)
    between = STAR.play(position, first)
    second = next(move for move in STAR.moves(between) if move[-1] == "d2")
    lies = STAR.view(STAR.play(between, second))
    verdict = judge(STAR, position, picture(lies))
    # Here the two ways cross, and both marbles could have been pushed: named, but not believed without asking.
    assert isinstance(verdict, Accepted | Unsure)
    moves = verdict.moves if isinstance(verdict, Accepted) else verdict.between[0]
    assert moves == (first, second)


def test_three_moves_in_a_row_are_too_many():
    assert isinstance(look("c1-e5", "n2-m6", "d3-e8"), Refused)


def test_a_first_move_whose_end_hardly_shows_is_named_as_soon_as_the_next_one_is_made():
    sighting = picture(table("c1-e5", "n2-m6"))
    sighting["e5"] = {EMPTY: 0.8, SOUTH: 0.19, NORTH: 0.01}
    verdict = judge(STAR, START, sighting)
    assert isinstance(verdict, Unsure)
    assert {STAR.write(row[0]) for row in verdict.between} == {"c1:e5"}


def test_a_second_move_that_was_only_half_seen_is_not_believed():
    verdict = look("c1-e5", "n2-m6", covered={"m6"})
    assert isinstance(verdict, Unsure)
    assert "m6" in verdict.places


def test_a_marble_knocked_beside_the_hand_is_not_taken_for_the_next_players_move():
    data = STAR.write_position(START)
    data["pieces"]["N"][0] = "f7"
    position = STAR.read_position(data)
    lies = moved(STAR.view(position), "d3-e7", "f7-g6")
    verdict = judge(STAR, position, picture(lies))
    assert isinstance(verdict, Unsure)
    assert [tuple(map(STAR.write, row)) for row in verdict.between] == [("d3-e7", "f7-g6"), ("d3-e7",), ()]
    # The same step of a marble far away cannot have been the hand.
    lies = moved(STAR.view(position), "d3-e7", "n2-m6")
    assert written(judge(STAR, position, picture(lies))) == ["d3-e7", "n2-m6"]


def test_a_marble_that_looks_half_like_another_set_is_not_the_next_players_move():
    # It was knocked, and lies beside m6.
    sighting = picture(table("c1-e5", "n2-m6"))
    sighting["m6"] = {EMPTY: 0.01, "N": 0.4, "S": 0.59}
    verdict = judge(STAR, START, sighting)
    assert isinstance(verdict, Unsure)
    assert [tuple(map(STAR.write, row)) for row in verdict.between] == [("c1:e5", "n2-m6"), ("c1:e5",), ()]


def test_what_most_likely_is_no_piece_at_all_has_not_arrived():
    sighting = picture(table("d2-e6"))
    sighting["e6"] = {EMPTY: 0.01, "S": 0.4, UNKNOWN: 0.59}
    assert isinstance(judge(STAR, START, sighting), Unsure)


# While a hand hovers, and when people insist.


def test_a_lifted_piece_is_noticed_while_the_hand_covers_others():
    view = table()
    view["d2"] = EMPTY
    assert lifted(STAR, START, picture(view)) == "d2"
    assert lifted(STAR, START, picture(view, covered={"c2", "d1", "e6", "i5"})) == "d2"
    assert lifted(STAR, START, picture(table())) is None
    assert lifted(STAR, START, picture(view, covered={"d2"})) is None
    assert lifted(STAR, START, picture(table("d2-e6"))) is None
    view["d3"] = EMPTY
    assert lifted(STAR, START, picture(view)) is None
    assert lifted(STAR, START, picture({**table(), "d2": UNKNOWN})) is None


def test_the_destinations_of_a_lifted_piece_come_nearest_first():
    position = after("d2-e6", "n2-m6")
    found = targets(STAR, position, "d1")
    assert {target.place for target in found} == {move[-1] for move in STAR.moves(position) if move[0] == "d1"}
    distances = [target.distance for target in found]
    assert distances == sorted(distances)
    assert distances[0] == pytest.approx(1)
    assert all(target.move in STAR.moves(position) for target in found)
    assert targets(STAR, position, "n1") == ()
    assert targets(STAR, position, "i5") == ()


@pytest.mark.parametrize(
    ("game", "text", "places"),
    [
        ("star", "c2:e4:g4", ["c2", "e4", "g4"]),
        ("star", "c2-d3", ["c2", "d3"]),
        ("star", "", []),
        ("large star", "x1-w3", ["x1", "w3"]),
        ("large star", "x2:v2:t4", ["x2", "v2", "t4"]),
        ("mandarin", "a3>", ["a3"]),
        ("chinese_ten", "+7Dx3H", ["7D", "3H"]),
    ],
)
def test_a_written_move_names_its_places(game, text, places):
    known = catalogue.game("star", size=6) if game == "large star" else catalogue.game(game)
    assert list(way(known.board, text)) == places


# Other games are judged by the same words.


def test_piecepack_coins_move_like_marbles():
    game = catalogue.game("piecepack")
    position = game.start()
    for move in game.moves(position):
        lies = game.view(game.play(position, move))
        assert judge(game, position, see(lies, tokens_of(game, position))).moves == (move,)


@pytest.mark.parametrize("text", ["a3>", "a1<", "a5>"])
def test_a_sowing_is_named_though_no_pile_can_be_counted_exactly(text):
    game = catalogue.game("mandarin")
    position = game.start()
    move = game.read(text, position)
    lies = game.view(game.play(position, move))
    assert judge(game, position, see_piles(lies)).moves == (move,)
    assert judge(game, position, see_piles(game.view(position))) == Unchanged()


@pytest.mark.parametrize("text", ["a3>", "a1<", ""])
def test_a_heap_that_may_as_well_hold_a_stone_more_is_asked_about_be_it_sown_on_or_not(text):
    game = catalogue.game("mandarin")
    position = game.start()
    lies = game.view(game.play(position, game.read(text, position)) if text else position)
    for place in ("a4", "b1", "b5"):
        one_more = str(int(lies[place].replace(EMPTY, "0")) + 1)
        verdict = judge(game, position, see_piles(lies) | {place: {lies[place]: 0.55, one_more: 0.45}})
        assert isinstance(verdict, Unsure), place
        assert verdict.places == (place,)


def see_piles(view):
    """A pit reader's doubt: one stone more or less is nearly as likely as the truth where many lie."""
    sighting = {}
    for place, look in view.items():
        mark, count = look[:1] if look.startswith("M") else "", int(look.strip("Mempty") or 0)
        near = {str(other) if other else "": 0.1 ** abs(other - count) for other in range(max(0, count - 2), count + 3)}
        sighting[place] = {(mark + digits) or EMPTY: likelihood for digits, likelihood in near.items()}
    return sighting


def test_a_miscounted_sowing_is_refused_with_the_square():
    game = catalogue.game("mandarin")
    position = game.start()
    lies = dict(game.view(game.play(position, game.read("a3>", position))))
    wrong = next(place for place in ("b1", "b2", "a1") if lies[place] != EMPTY)
    lies[wrong] = str(int(lies[wrong]) + 2)
    verdict = judge(game, position, see(lies, {*lies.values(), *game.view(position).values()}))
    assert isinstance(verdict, Refused)
    assert wrong in {found.place for found in verdict.amiss}
    assert verdict.meant == (game.read("a3>", position),)


def test_a_forgotten_press_between_two_sowings_is_noticed():
    game = catalogue.game("mandarin")
    position = game.start()
    first = game.read("a3>", position)
    between = game.play(position, first)
    second = game.moves(between)[1]
    lies = game.view(game.play(between, second))
    verdict = judge(game, position, see(lies, {*lies.values(), *game.view(position).values()}))
    assert isinstance(verdict, Accepted | Unsure)
    if isinstance(verdict, Accepted):
        assert verdict.moves == (first, second)
    else:
        assert (first, second) in verdict.between


def test_a_side_that_must_be_filled_up_is_asked_for():
    game = catalogue.game("mandarin")
    data = game.write_position(game.start())
    data["fields"] = dict.fromkeys(data["fields"], 0) | {f"b{number}": 1 for number in range(1, 6)}
    data["won"] = {"south": {"mandarins": 0, "citizens": 45}, "north": {"mandarins": 0, "citizens": 0}}
    position = game.read_position({**data, "to_move": "north"})
    move = game.read("b1<", position)
    sown, filled = game.showing(position, move), game.view(game.play(position, move))
    tokens = {*sown.values(), *filled.values(), *game.view(position).values()}
    verdict = judge(game, position, see(sown, tokens))
    assert isinstance(verdict, Refused)
    assert verdict.why.id == "must-follow"
    assert verdict.meant == (move,)
    assert to_fill(verdict) == {f"a{number}": "1" for number in range(1, 6)}
    assert judge(game, position, see(filled, tokens)).moves == (move,)


def test_a_card_beside_its_prey_is_seen_before_both_are_gone():
    game = catalogue.game("chinese_ten")
    position = game.from_deal({"layout": ["3H", "4C", "9S", "KD"]})
    move = game.read("7Dx3H", position)
    verdict = judge(game, position, see(game.showing(position, move), ["up", EMPTY], p=0.99))
    assert isinstance(verdict, Refused)
    assert verdict.meant == (move,)
    # Both are gone, and any seven could have done it.
    gone = see(game.view(game.play(position, move)), ["up", EMPTY], p=0.99)
    assert isinstance(judge(game, position, gone), Unsure)
