"""A first reading names sets by colour only; the known start says which way round the board lies and whose is whose."""

from dataclasses import replace

import numpy as np
import pytest

from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import EMPTY, UNKNOWN, Token
from rules.star.places import CORNERS, star_board
from vision.calibration import Calibration
from vision.evidence import Evidence, PieceSet, Seen
from vision.settle import named, settle, turned_names

BOARD = star_board()
STRAIGHT_ABOVE = Calibration("star", np.array([[40.0, 0, 400], [0, -40, 400], [0, 0, 1]]), (801, 801))


def camp(corner: str) -> set[PlaceId]:
    """The ten holes of a corner: those nearest its tip."""
    tip = BOARD[BOARD.corners[corner]]
    near = sorted(BOARD.places, key=lambda place: (place.x - tip.x) ** 2 + (place.y - tip.y) ** 2)
    inward = np.array([-tip.x, -tip.y]) / np.hypot(tip.x, tip.y)
    return {p.id for p in near if (p.x - tip.x) * inward[0] + (p.y - tip.y) * inward[1] < 2.7 and p in near[:10]}


def start(*corners: str) -> dict[PlaceId, Token]:
    """What should lie there when these corners play."""
    owner = {place: Token(corner) for corner in corners for place in camp(corner)}
    return {place.id: owner.get(place.id, EMPTY) for place in BOARD.places}


def reading(view: dict[PlaceId, Token], turns: int) -> Evidence:
    """A reading of ``view`` by somebody who calls another point south and the sets by number."""
    before = turned_names(BOARD, turns)
    kinds = sorted({token for token in view.values() if token != EMPTY})
    names = {EMPTY: EMPTY} | {kind: Token(f"set-{number}") for number, kind in enumerate(reversed(kinds), start=1)}
    weights = list(names.values())
    places = {
        before[place]: Seen((0.0, 0.0), {name: 0.97 if name == names[token] else 0.01 for name in weights}, (0, 0, 0))
        for place, token in view.items()
    }
    sets = tuple(PieceSet(name, (0, 0, 0), "grey", 10) for name in weights if name != EMPTY)
    return Evidence(places, sets)


@pytest.mark.parametrize("turns", range(6))
def test_three_players_tell_which_way_round_the_board_lies(turns: int) -> None:
    view = start("S", "NW", "NE")
    settled = settle(reading(view, turns), BOARD, STRAIGHT_ABOVE, view)
    # three camps look alike from three sides: any of them may be called south, and the sets follow
    assert settled.turns % 2 == turns % 2
    assert settled.wrong == ()
    assert len(set(settled.names.values())) == 3


def test_after_the_turn_the_named_corner_lies_where_the_picture_has_it() -> None:
    for turns, corner in enumerate(CORNERS):
        south = STRAIGHT_ABOVE.turned(BOARD, turns).places(BOARD)[BOARD.index[BOARD.corners["S"]]]
        named = STRAIGHT_ABOVE.places(BOARD)[BOARD.index[BOARD.corners[corner]]]
        assert south == pytest.approx(named)


def test_of_two_ways_round_the_southern_point_is_the_lower_one() -> None:
    view = start("S", "N")
    settled = settle(reading(view, 1), BOARD, STRAIGHT_ABOVE, view)
    south = STRAIGHT_ABOVE.turned(BOARD, settled.turns).places(BOARD)[BOARD.index[BOARD.corners["S"]]]
    north = STRAIGHT_ABOVE.turned(BOARD, settled.turns).places(BOARD)[BOARD.index[BOARD.corners["N"]]]
    assert south[1] > north[1]
    assert settled.wrong == ()


def test_of_two_ways_round_the_point_that_people_called_south_stays_south_though_the_other_lies_lower() -> None:
    view = start("S", "N")
    called = STRAIGHT_ABOVE.turned(BOARD, 3)
    assert settle(reading(view, 0), BOARD, STRAIGHT_ABOVE, view).turns == 0
    assert settle(reading(view, 0), BOARD, called, view).turns == 0


def test_what_a_hand_covers_makes_two_ways_round_no_less_alike() -> None:
    view = start("S", "N")
    view[PlaceId("a1")] = EMPTY  # and where its piece went, a hand lies
    read = reading(view, 0)
    places = dict(read.places)
    for tip, beside, bare in (("a1", "b1", 0.27), ("q1", "p1", 0.73)):
        whose = read.places[PlaceId(beside)].token
        places[PlaceId(tip)] = Seen((0.0, 0.0), {EMPTY: bare, whose: 1 - bare}, (0, 0, 0))
    for place in BOARD.places:
        if abs(place.y) < 3.7:
            places[place.id] = Seen((0.0, 0.0), {}, (0, 0, 0))
    settled = settle(replace(read, places=places), BOARD, STRAIGHT_ABOVE, view)
    assert settled.turns == 0, "two nats are no reason to call the upper point south"


@pytest.mark.parametrize("turns", range(4))
def test_coins_that_show_their_suits_tell_which_corner_is_whose(turns: int) -> None:
    game = catalogue.game("piecepack", players=4)
    view = game.view(Match.begin(game).position)
    before = turned_names(game.board, turns)
    suits = sorted(set(view.values()) - {EMPTY})
    shown = [EMPTY, *suits]
    places = {
        before[place]: Seen((0.0, 0.0), {name: 0.97 if name == token else 0.01 for name in shown}, (0, 0, 0))
        for place, token in view.items()
    }
    read = Evidence(places, tuple(PieceSet(suit, (0, 0, 0), "grey", 6) for suit in suits))
    settled = settle(read, game.board, replace(STRAIGHT_ABOVE, board=game.board.name), view)
    assert settled.turns == turns
    assert all(suit == name for suit, name in settled.names.items())


def test_a_piece_beside_its_camp_is_named_and_nothing_else() -> None:
    view = start("S", "N")
    lying = dict(view)
    lying[PlaceId("a1")], lying[PlaceId("e5")] = EMPTY, Token("S")
    settled = settle(reading(lying, 0), BOARD, STRAIGHT_ABOVE, view)
    assert set(settled.wrong) == {"a1", "e5"}


def test_at_a_table_known_before_a_mess_changes_nobodys_side() -> None:
    """The first to play has hopped from c1 to e7; on the table the other one has, and more lies about."""
    view = start("S", "N")
    game = view | {PlaceId("c1"): EMPTY, PlaceId("e7"): Token("S")}
    lying = view | {PlaceId("o3"): EMPTY, PlaceId("m7"): Token("N")} | dict.fromkeys(map(PlaceId, ("a1", "q1")), EMPTY)
    turned = settle(reading(lying, 0), BOARD, STRAIGHT_ABOVE, game)
    assert (turned.turns, set(turned.wrong)) == (3, {"a1", "q1"})
    kept = settle(reading(lying, 0), BOARD, STRAIGHT_ABOVE, game, lead=6)
    assert (kept.turns, set(kept.wrong)) == (0, {"a1", "q1", "c1", "e7", "m7", "o3"})
    moved = settle(reading(start("SW", "NE"), 0), BOARD, STRAIGHT_ABOVE, game, lead=6)
    assert moved.turns != 0


def coloured(view: dict[PlaceId, Token], colours: dict[Token, tuple[int, int, int]], odd: PlaceId) -> Evidence:
    """A sure reading of ``view`` in ``colours``; ``odd`` has the colour of the last of them."""
    colour = {**{place: colours[token] for place, token in view.items()}, odd: list(colours.values())[-1]}
    sets = tuple(PieceSet(token, seen, "grey", 3) for token, seen in colours.items() if token != EMPTY)
    return Evidence({place: Seen((0.0, 0.0), {token: 1.0}, colour[place]) for place, token in view.items()}, sets)


def test_a_piece_in_the_colour_of_another_set_is_noticed_whatever_it_was_taken_for() -> None:
    view = start("S", "N")
    colours = {EMPTY: (120, 90, 60), Token("S"): (200, 40, 40), Token("N"): (40, 60, 200)}
    settled = settle(coloured(view, colours, PlaceId("a1")), replace(BOARD, turns=1), STRAIGHT_ABOVE, view)
    assert settled.wrong == settled.spare == ()
    assert settled.miscoloured == ("a1",)


def test_of_heaps_no_colour_tells_how_many_lie_there() -> None:
    board = catalogue.game("mandarin").board
    view = {place.id: Token("56"[number % 2]) for number, place in enumerate(board.places)}
    seen = coloured(view, {Token("5"): (200, 40, 40), Token("6"): (40, 60, 200)}, board.places[0].id)
    settled = settle(seen, board, replace(STRAIGHT_ABOVE, board=board.name), view)
    assert settled.wrong == settled.miscoloured == ()


def counted(stones: dict[PlaceId, int], should: dict[PlaceId, Token]) -> Evidence:
    """A rough first count: of ``stones``, more or less; the half-rounds hold what they should."""
    rough = {
        place: {Token(str(n)): np.exp(-((n - stones[place]) ** 2) / 2) for n in range(20)}
        if place in stones
        else {token: 1.0}
        for place, token in should.items()
    }
    return Evidence({place: Seen((0.0, 0.0), likely, (0, 0, 0)) for place, likely in rough.items()}, ())


def test_a_heap_is_doubted_beside_the_others_since_all_may_be_miscounted_alike() -> None:
    game = catalogue.game("mandarin")
    view = game.view(game.start())
    fields = [place for place, heap in view.items() if heap == "5"]
    a1, b1 = PlaceId("a1"), PlaceId("b1")
    where = replace(game.board, turns=1), replace(STRAIGHT_ABOVE, board=game.board.name), view

    too_many = settle(counted(dict.fromkeys(fields, 7), view), *where)
    assert too_many.wrong == too_many.spare == ()
    one_less = settle(counted(dict.fromkeys(fields, 7) | {a1: 5}, view), *where)
    assert (one_less.wrong, one_less.spare) == ((), (a1,))
    one_more = settle(counted(dict.fromkeys(fields, 5) | {a1: 6, b1: 7}, view), *where)
    assert (one_more.wrong, one_more.spare) == ((b1,), (a1,))


def test_a_mandarin_that_may_lie_with_a_heap_takes_no_stone_from_it() -> None:
    """A game is taken up again in which the western mandarin was won: nine stones lie there, perhaps with one."""
    game = catalogue.game("mandarin")
    west = PlaceId("W")
    view = {**game.view(game.start()), west: Token("9")}
    seen = counted({}, view)
    nine = Seen((0.0, 0.0), {Token("9"): 0.55, Token("M9"): 0.45}, (0, 0, 0))
    where = replace(game.board, turns=1), replace(STRAIGHT_ABOVE, board=game.board.name), view
    settled = settle(replace(seen, places={**seen.places, west: nine}), *where)
    assert settled.wrong == settled.spare == ()


def test_a_kind_that_is_called_as_one_that_is_played_takes_nothing_from_it() -> None:
    """Coins are called by their suits: suns lie where moons should, and crowns, which nobody plays, lie nowhere."""
    game = catalogue.game("piecepack", players=2, suits=["moons", "arms"])
    view = game.view(game.start())
    lie = {EMPTY: EMPTY, "moons": "suns", "arms": "moons"}
    kinds = ["suns", "moons", "crowns", "arms"]
    seen = {
        place: Seen((0.0, 0.0), {Token(k): 0.96 if k == lie[token] else 0.01 for k in [EMPTY, *kinds]}, (0, 0, 0))
        for place, token in view.items()
    }
    cold = Evidence(seen, tuple(PieceSet(Token(kind), (0, 0, 0), "grey", 6) for kind in kinds))
    board = replace(game.board, turns=1)
    settled = settle(cold, board, replace(STRAIGHT_ABOVE, board=board.name), view)
    told = named(cold, board, settled).places
    assert {place: told[place].token for place in view} == view
    assert all(UNKNOWN in there.likelihoods for there in told.values())
