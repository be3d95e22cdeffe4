"""Hundreds of random tables, clear and poor pictures, hands and slips: what did not happen is never accepted."""

from math import hypot
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import catalogue
from rules.mandarin import places as pits
from rules.referee import Accepted, Refused, Unchanged, Unsure, judge, lifted
from tests.rules.sightings import EMPTY, UNKNOWN, see, see_noisily, tokens_of

GAMES = [
    catalogue.game("star", players=2),
    catalogue.game("star", players=2, sets=2, home_lock=False),
    catalogue.game("star", players=3, sets=2),
    catalogue.game("star", players=4, teams=True, corners="no_stop"),
    catalogue.game("star", players=6),
    catalogue.game("star", players=2, size=5),
    catalogue.game("piecepack"),
    catalogue.game("piecepack", players=2),
]

chances = st.integers(0, 2**32 - 1).map(Random)
games = st.sampled_from(GAMES)
random_tables = settings(
    derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow], database=None
)


def midgame(game, chance, most=40):
    """A position some moves into a random game, with a move to make. Long moves come as often as steps."""
    while True:
        position = game.start()
        for _ in range(chance.randint(0, most)):
            moves = game.moves(position)
            if not moves:
                break
            position = game.play(position, any_move(game, position, chance))
        if game.moves(position):
            return position


def any_move(game, position, chance):
    moves = game.moves(position)
    long = [move for move in moves if ":" in game.write(move)]
    return chance.choice(long if long and chance.random() < 0.5 else moves)


def lies_after(game, position, *moves):
    for move in moves:
        position = game.play(position, move)
    return dict(game.view(position))


def is_legal(game, position, lies):
    """Whether some legal move, or none, leads to a table that looks like this."""
    before = game.view(position)
    changed = {place: token for place, token in lies.items() if before[place] != token}
    return not changed or any(game.changes(position, move) == changed for move in game.moves(position))


@random_tables
@given(games, chances)
def test_the_move_that_was_made_is_accepted_from_a_clear_picture(game, chance):
    position = midgame(game, chance)
    move = any_move(game, position, chance)
    changed = game.changes(position, move)
    covered = {place for place in game.view(position) if place not in changed and chance.random() < 0.15}
    sighting = see(lies_after(game, position, move), tokens_of(game, position), covered=covered)
    assert judge(game, position, sighting).moves == (move,)


@random_tables
@given(games, chances)
def test_poor_pictures_make_the_referee_ask_but_never_err(game, chance):
    position = midgame(game, chance)
    tokens = tokens_of(game, position)
    move = any_move(game, position, chance)
    sighting = see_noisily(lies_after(game, position, move), tokens, chance)
    verdict = judge(game, position, sighting)
    if isinstance(verdict, Accepted):
        assert verdict.moves == (move,)
    assert verdict != Unchanged()


@random_tables
@given(games, chances)
def test_colours_that_are_easily_mixed_up_do_not_hide_the_move(game, chance):
    position = midgame(game, chance)
    tokens = tokens_of(game, position)
    one, two = chance.sample([token for token in tokens if token != EMPTY], 2)
    alike = {one: two, two: one}
    move = any_move(game, position, chance)
    lies = lies_after(game, position, move)
    sighting = see(lies, tokens)
    for place, token in lies.items():
        if token in alike:
            sighting[place][alike[token]] = 0.9 * sighting[place][token]
    assert judge(game, position, sighting).moves == (move,)


@random_tables
@given(games, chances)
def test_one_broken_place_elsewhere_vetoes_nothing_when_it_says_little(game, chance):
    position = midgame(game, chance)
    tokens = tokens_of(game, position)
    move = any_move(game, position, chance)
    sighting = see(lies_after(game, position, move), tokens)
    broken = chance.choice([place for place in sighting if place not in game.changes(position, move)])
    sighting[broken] = dict.fromkeys([*tokens, UNKNOWN], 1e-9)
    assert judge(game, position, sighting).moves == (move,)
    # A broken place that is certain of nonsense is looked at by people; it can never name another move.
    sighting[broken] = {chance.choice([token for token in tokens if token != game.view(position)[broken]]): 1.0}
    assert not isinstance(judge(game, position, sighting), Accepted)


# Slips. Each gives the table and the move that was really made beside it, if any.


def wrong_hole(game, position, chance):
    """The mover's piece is put where it may not go."""
    lies = dict(game.view(position))
    start = any_move(game, position, chance)[0]
    carry(lies, start, chance.choice([place for place, token in lies.items() if token == EMPTY]))
    return lies, None


def knocked(game, position, chance):
    """A good move, and a marble beside its way is pushed into the next hole."""
    move = any_move(game, position, chance)
    lies = lies_after(game, position, move)
    near = [
        place
        for place, token in lies.items()
        if token != EMPTY and place != move[-1] and min(apart(game, place, touched) for touched in move) < 2.1
    ]
    chance.shuffle(near)
    for place in near:
        free = [to for to, token in lies.items() if token == EMPTY and to != move[0] and apart(game, place, to) < 1.5]
        if free:
            carry(lies, place, chance.choice(free))
            break
    return lies, move


def others_piece(game, position, chance):
    """Somebody moves who is not to move."""
    lies, mover = dict(game.view(position)), game.to_move(position)
    theirs = [place for place, token in lies.items() if token != EMPTY and game.owner(position, place) != mover]
    carry(lies, chance.choice(theirs), chance.choice([place for place, token in lies.items() if token == EMPTY]))
    return lies, None


def exchanged(game, position, chance):
    """Two pieces have changed places."""
    lies = dict(game.view(position))
    one, two = chance.sample([place for place, token in lies.items() if token != EMPTY], 2)
    lies[one], lies[two] = lies[two], lies[one]
    return lies, None


def one_missing(game, position, chance):
    """A good move, and a piece has left the table."""
    move = any_move(game, position, chance)
    lies = lies_after(game, position, move)
    lies[chance.choice([place for place, token in lies.items() if token != EMPTY])] = EMPTY
    return lies, move


def one_too_many(game, position, chance):
    """A good move, and a spare marble has rolled onto the board."""
    move = any_move(game, position, chance)
    lies = lies_after(game, position, move)
    spare = chance.choice([UNKNOWN, *(token for token in tokens_of(game, position) if token != EMPTY)])
    lies[chance.choice([place for place, token in lies.items() if token == EMPTY])] = spare
    return lies, move


def in_the_hand(game, position, chance):
    """The button is pressed while the piece is still in the hand."""
    lies = dict(game.view(position))
    lies[any_move(game, position, chance)[0]] = EMPTY
    return lies, None


def carry(lies, start, end):
    lies[start], lies[end] = EMPTY, lies[start]


def apart(game, one, two):
    return hypot(game.board[one].x - game.board[two].x, game.board[one].y - game.board[two].y)


SLIPS = [wrong_hole, knocked, others_piece, exchanged, one_missing, one_too_many, in_the_hand]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.__name__)
@random_tables
@given(games, chances)
def test_a_slip_is_refused_and_nothing_is_made_up(slip, game, chance):
    position = midgame(game, chance)
    lies, made = slip(game, position, chance)
    before = game.view(position)
    if is_legal(game, position, lies):
        return
    tokens = sorted({*tokens_of(game, position), UNKNOWN})
    verdict = judge(game, position, see(lies, tokens))
    assert isinstance(verdict, Refused | Unsure), verdict
    if isinstance(verdict, Refused):
        differing = {place: token for place, token in lies.items() if before[place] != token}
        assert {found.place: found.seen for found in verdict.differences} == differing
        assert verdict.meant in ((), (made,))
        assert str(verdict.why)
    # A poor picture may hide the slip, but it never shows a move that was not made.
    for covered in (0.0, 0.05):
        poor = judge(game, position, see_noisily(lies, tokens, chance, covered=covered))
        assert not isinstance(poor, Accepted) or poor.moves == (made,), poor


@random_tables
@given(games, chances)
def test_a_move_taken_back_after_it_was_accepted(game, chance):
    before = midgame(game, chance)
    position = game.play(before, any_move(game, before, chance))
    lies = game.view(before)
    if is_legal(game, position, lies):
        return
    verdict = judge(game, position, see(lies, tokens_of(game, position)))
    assert isinstance(verdict, Refused | Unsure)
    poor = judge(game, position, see_noisily(lies, tokens_of(game, position), chance))
    assert isinstance(poor, Refused | Unsure)


@random_tables
@given(games, chances)
def test_a_wrong_hole_while_the_hand_covers_a_right_one(game, chance):
    position = midgame(game, chance)
    lies, _ = wrong_hole(game, position, chance)
    if is_legal(game, position, lies):
        return
    gone = next(place for place, token in game.view(position).items() if token != EMPTY and lies[place] == EMPTY)
    right = {move[-1] for move in game.moves(position) if move[0] == gone}
    verdict = judge(game, position, see(lies, tokens_of(game, position), covered=right))
    assert isinstance(verdict, Unsure)
    assert right & set(verdict.places)


@random_tables
@given(games, chances)
def test_a_forgotten_press_is_told_as_what_happened_or_asked_about(game, chance):
    position = midgame(game, chance)
    first = any_move(game, position, chance)
    between = game.play(position, first)
    if not game.moves(between):
        return
    second = any_move(game, between, chance)
    lies = lies_after(game, between, second)
    if is_legal(game, position, lies):
        return
    verdict = judge(game, position, see(lies, tokens_of(game, position)))
    if isinstance(verdict, Accepted):
        assert verdict.moves == (first, second)
    else:
        assert isinstance(verdict, Unsure | Refused)
    poor = judge(game, position, see_noisily(lies, tokens_of(game, position), chance))
    if isinstance(poor, Accepted):
        assert poor.moves == (first, second)


@random_tables
@given(games, chances)
def test_the_lifted_piece_is_found_behind_the_hand(game, chance):
    position = midgame(game, chance)
    place = any_move(game, position, chance)[0]
    lies = {**game.view(position), place: EMPTY}
    covered = {other for other in lies if other != place and chance.random() < 0.2}
    assert lifted(game, position, see(lies, tokens_of(game, position), covered=covered)) == place


def see_piles(view, chance, sharpness):
    """A pit reader's picture: of two piles that differ by one stone it holds the truth ``sharpness`` times likelier."""
    sighting = {}
    for place, look in view.items():
        mandarin, count = look.startswith("M"), int(look.strip("Mempty") or 0)
        if chance.random() < 0.02:
            continue
        sighting[place] = {
            pits.token(other, mandarin): sharpness ** -abs(other - count)
            for other in range(max(0, count - 3), count + 4)
        }
    return sighting


@random_tables
@given(st.sampled_from([catalogue.game("mandarin"), catalogue.game("mandarin", unripe=5)]), chances)
def test_sowings_are_named_though_piles_are_hard_to_count(game, chance):
    position = game.start()
    for _ in range(30):
        moves = game.moves(position)
        if not moves:
            break
        move = chance.choice(moves)
        after = game.play(position, move)
        verdict = judge(game, position, see_piles(game.view(after), chance, chance.choice([3, 10, 100])))
        if isinstance(verdict, Accepted):
            reached = position
            for named in verdict.moves:
                reached = game.play(reached, named)
            assert reached == after
        assert verdict != Unchanged()
        clear = judge(game, position, see(game.view(after), [pits.token(count) for count in range(20)], p=0.999))
        assert isinstance(clear, Accepted)
        assert game.play(position, clear.moves[0]) == after
        position = after
