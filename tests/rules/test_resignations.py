"""People give up in the middle of a game: the others play on, and everybody has a place at its end."""

from random import Random

import pytest

from rules import catalogue
from rules.match import Match


def race(*home, to_move, players=3, **options):
    """A match of the star game in which the seats ``home`` have finished, in that order."""
    game = catalogue.game("star", players=players, **options)
    data = game.write_position(game.start())
    across = [pieces for pieces in game.setup.sets if pieces.seat in home]
    for pieces in across:
        for other in game.setup.sets:
            if other.start == pieces.home:
                data["pieces"][other.name] = game.lattice.places(pieces.start)
        data["pieces"][pieces.name] = game.lattice.places(pieces.home)
    data |= {"to_move": to_move, "places": list(home)}
    return Match.begin(game, start=game.read_position(data))


def resigned(match, *seats):
    for seat in seats:
        match = match.resign(seat)
    return match


def read_again(match):
    reading = Match.from_text(match.to_text())
    assert reading.stop is None
    return reading.match


@pytest.mark.parametrize(
    ("match", "places"),
    [
        # The last who races on against nobody comes next; who gave up comes last, the first to do so behind the others.
        (resigned(race("S", to_move="NW"), "NW"), {"S": 1, "NE": 2, "NW": 3}),
        (resigned(race("S", "N", to_move="SW", players=4), "NE"), {"S": 1, "N": 2, "SW": 3, "NE": 4}),
        (resigned(race(to_move="S"), "NE", "S"), {"NW": 1, "S": 2, "NE": 3}),
        # Partners share their team's place, and a team is out when both are.
        (resigned(race(to_move="S", players=4, teams=True), "S", "N"), {"SW": 1, "NE": 1, "S": 2, "N": 2}),
        (resigned(race("S", to_move="SW", players=4, teams=True), "N"), {"SW": 1, "NE": 1, "S": 2, "N": 2}),
    ],
    ids=["three, one home", "four, two home", "three", "a team", "a team half home"],
)
def test_the_race_is_over_when_one_is_left(match, places):
    assert match.to_move is None
    assert match.outcome.reason == "resigned"
    assert match.outcome.places == places
    assert read_again(match).outcome == match.outcome
    assert match.take_back().to_move is not None


def test_a_partner_plays_on_alone():
    match = race(to_move="S", players=4, teams=True).resign("S").resign("NE")
    seen = []
    for _ in range(4):
        seen.append(match.to_move)
        match = match.play(match.game.moves(match.position)[0])
    assert seen == ["SW", "N", "SW", "N"]


def test_who_is_home_cannot_give_up():
    match = race("S", to_move="NW")
    assert match.playing == ["NW", "NE"]
    assert Match.from_text(match.to_text() + "S resigns\n").stop.why.id == "match-no-player"


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("star", {"players": 6, "teams": True}),
        ("star", {"players": 4}),
        ("star", {"players": 3, "sets": 2}),
        ("piecepack", {"players": 4}),
        ("chinese_poker", {"players": 4}),
        ("chinese_ten", {"players": 3, "variant": "merah"}),
        ("mandarin", {}),
    ],
)
def test_whoever_gives_up_is_never_to_move_again(name, options, seed):
    chance, game = Random(seed), catalogue.game(name, **options)
    match = Match.begin(game)
    while match.to_move is not None and match.ply < 60:
        if chance.random() < 0.05:
            match = match.resign(chance.choice(match.playing))
        else:
            match = match.play(chance.choice(game.moves(match.position)))
        assert match.to_move in (None, *match.playing)
    assert read_again(match).outcome == match.outcome


def test_whoever_played_last_and_gave_up_leads_no_more():
    game = catalogue.game("chinese_poker", players=4)
    match = Match.begin(game)
    best = game.moves(match.position)[-1]
    player = match.to_move
    match = match.play(best)
    following = match.to_move
    match = match.resign(player)
    match = match.resign(str((int(player) - 1) % 4))
    for _ in range(2):
        assert match.position.lying is not None
        match = match.play(game.read("pass", match.position))
    assert match.position.lying is None
    assert match.to_move == following


def test_whoever_gave_up_has_not_won_with_the_fewest_points():
    game = catalogue.game("chinese_poker", players=3)
    seen = sorted(game.view(game.start()))[:17]
    table = {"hands": [1, 16, 14], "discards": seen, "to_move": 0, "scores": [41, 50, 0]}
    start = game.read_position(game.write_position(game.start()) | table)
    match = Match.begin(game, start=start).resign("2")
    match = match.play(game.moves(match.position)[-1])
    assert match.outcome.details["scores"] == [41, 100, 30]
    assert match.outcome.details["winners"] == [0]
    assert match.outcome.places == {"0": 1, "1": 2, "2": 3}
    assert read_again(match).outcome == match.outcome


def test_cards_are_not_played_on_even_where_nobody_has_played():
    match = Match.begin(catalogue.game("chinese_ten", variant="merah", players=3)).resign("2")
    assert match.outcome.reason == "ended"
    assert match.to_move is None


@pytest.mark.parametrize("name", ["mandarin", "chinese_ten", "chinese_poker"])
def test_where_points_are_counted_who_is_left_has_won_and_places_do_not_pass_for_points(name):
    game = catalogue.game(name)
    left, gone = game.seats
    match = Match.begin(game).resign(gone)
    told = {"over": True, "reason": "resigned", "scores": {}, "places": {left: 1, gone: 2}}
    assert match.outcome.as_json() == told
    assert match.outcome.places == told["places"]
    assert f"Result: resigned; 1. {left}, 2. {gone}\n" in match.to_text()
    assert read_again(match).outcome == match.outcome
