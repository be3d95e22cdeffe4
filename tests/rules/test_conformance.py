"""What every game promises, held against every game that the catalogue finds, under every house rule. No exceptions.

Whoever adds a folder to `rules` has nothing to add here.
"""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import catalogue
from rules.game import BadOption, BadPosition, GivenError, IllegalMove, MoveError
from rules.match import Match, first_position
from rules.sight import EMPTY, differences
from rules.words import LANGUAGES
from tests.rules.houses import GAMES, folder, random_house, titled

PLIES = 30
"""How far the random games here are followed; most games of cards are over by then."""

chances = st.integers(0, 2**32 - 1).map(Random)
any_game = st.builds(random_house, st.sampled_from(catalogue.names()), chances)
bounded = settings(
    derandomize=True, deadline=None, max_examples=300, database=None, suppress_health_check=[HealthCheck.too_slow]
)
each_game = pytest.mark.parametrize("house", GAMES, ids=titled)


def any_start(game, chance):
    """Where a random game starts: games of cards have a deal drawn, and half of them know only what a table knows."""
    if not hasattr(game, "deal"):
        return game.start()
    position = first_position(game, chance)
    return position if chance.random() < 0.5 else game.concealed(position)


def random_play(game, chance, plies=PLIES):
    """Positions of a random game, the last one perhaps over, each with the move that follows; None at the end."""
    position = any_start(game, chance)
    for _ in range(plies):
        moves = game.moves(position)
        if not moves:
            break
        move = chance.choice(moves)
        yield position, move
        position = game.play(position, move)
    yield position, None


def midgame(game, chance, plies=PLIES):
    """Some position of a random game."""
    *_, (position, _) = random_play(game, chance, chance.randint(0, plies))
    return position


def through_json(data):
    return json.loads(json.dumps(data))


def some(chance, values, most):
    return chance.sample(list(values), min(most, len(values)))


@each_game
def test_random_play_breaks_no_promise(house):
    name, options = house
    game, chance = catalogue.game(name, **options), Random(titled(house))
    assert game.name == name
    assert set(game.options) == {option.name for option in catalogue.options(name)}
    for position, _ in random_play(game, chance):
        check_turn(game, position)
        check_data(game, position)
        check_texts(game, position)
        check_view(game, position)
        check_moves_seen(game, position, chance)


def check_turn(game, position):
    """Somebody is to move, and can; or the game is over, and everybody has a score."""
    seat, outcome = game.to_move(position), game.outcome(position)
    assert (seat is None) == outcome.over == (not game.moves(position))
    assert seat is None or seat in game.seats
    told = through_json(outcome.as_json())
    assert told["over"] is outcome.over
    if outcome.over:
        assert outcome.reason
        assert set(outcome.scores) == set(game.seats)


def check_data(game, position):
    """Written and read the position is the same: equal, of the same hash, with the same moves in the same order.

    Reading refuses what cannot lie on a table, so this is also how pieces, cards and stones are conserved.
    """
    data = through_json(game.write_position(position))
    assert data["game"] == game.name
    assert data["options"] == through_json(dict(game.options))
    again, read = catalogue.read_position(data)
    assert again.options == game.options
    assert read == position
    assert hash(read) == hash(position)
    assert list(again.moves(read)) == list(game.moves(position))
    assert through_json(game.write_position(read)) == data


def check_texts(game, position):
    """Every move has a text of its own and is read back from it."""
    moves = game.moves(position)
    texts = [game.write(move) for move in moves]
    assert len(set(texts)) == len(texts)
    assert len(set(moves)) == len(moves)
    assert [game.read(text, position) for text in texts] == list(moves)


def check_view(game, position):
    """Every place of the board shows something, and a piece that somebody owns lies where something lies."""
    view = game.view(position)
    assert list(view) == [place.id for place in game.board.places]
    for place, token in view.items():
        owner = game.owner(position, place)
        assert owner is None or (owner in game.seats and token != EMPTY)


def check_moves_seen(game, position, chance):
    """What a move changes is the difference of the views; two moves that look alike come to the very same."""
    before, looks = game.view(position), {}
    moves = some(chance, game.moves(position), 12)
    for move in moves:
        after = game.play(position, move)
        changes, showing = game.changes(position, move), game.showing(position, move)
        assert dict(changes) == differences(before, game.view(after))
        assert showing is None or list(showing) == list(before)
        look = tuple(sorted(changes.items())), None if showing is None else tuple(sorted(showing.items()))
        twin = looks.setdefault(look, after)
        # A pass moves nothing on the table, and there is one at most: the button tells it.
        assert twin == after, f"{game.write(move)} cannot be told from another move"
        assert after != position


@each_game
def test_targets_are_the_moves_that_begin_with_lifting_what_lies_there(house):
    name, options = house
    game, chance = catalogue.game(name, **options), Random("targets" + titled(house))
    position = midgame(game, chance)
    moves, view = list(game.moves(position)), game.view(position)
    targets = {place: list(game.targets(position, place)) for place in view}
    for place, found in targets.items():
        assert found == [move for move in moves if move in found], "in the order of moves, and nothing else"
        assert view[place] != EMPTY or not found
    for move in moves:
        changes = game.changes(position, move)
        if EMPTY in changes.values():
            assert any(move in targets[place] for place in changes)


@bounded
@given(any_game, chances)
def test_moves_of_other_moments_are_refused_with_a_reason(house, chance):
    name, options = house
    game = catalogue.game(name, **options)
    played = list(random_play(game, chance))
    position, _ = chance.choice(played)
    legal = {game.write(move): move for move in game.moves(position)}
    others = [game.write(move) for moment, _ in some(chance, played, 6) for move in some(chance, game.moves(moment), 8)]
    for text in others + [scrambled(chance, text) for text in others]:
        if text in legal:
            continue
        try:
            read = game.read(text, position)
        except MoveError as error:
            assert_worded(error.reason)
        else:
            # Another way to write a legal move (one chain of hops for another), or one that differs in suits alone.
            if read not in legal.values():
                check_data(game, game.play(position, read))


def scrambled(chance, text):
    """``text`` with a letter lost, doubled, or put in from elsewhere."""
    at = chance.randrange(len(text))
    return (
        text[:at]
        + chance.choice(["", text[at] * 2, chance.choice("a1:-x5KD+ ><é\0"), text[at].swapcase()])
        + text[at + 1 :]
    )


def assert_worded(reason):
    """The reason can be said in every language, without a gap left open."""
    for language in LANGUAGES:
        said = reason.text(language)
        assert said.strip()


@each_game
def test_a_finished_game_is_answered(house):
    name, options = house
    game, chance = catalogue.game(name, **options), Random("over" + titled(house))
    *_, (position, _) = random_play(game, chance, 400)
    if game.to_move(position) is None:
        for move in some(chance, game.moves(first_position(game, chance)), 3):
            with pytest.raises(IllegalMove) as refused:
                game.read(game.write(move), position)
            assert_worded(refused.value.reason)
        assert_worded(game.why_not(position, game.view(game.start())))


@bounded
@given(any_game, chances)
def test_a_table_that_no_move_explains_is_explained(house, chance):
    name, options = house
    game = catalogue.game(name, **options)
    position = midgame(game, chance)
    view = game.view(position)
    table = dict(view)
    for place, other in (some(chance, view, 2) for _ in range(chance.randint(0, 3))):
        table[place], table[other] = table[other], table[place]
    if chance.random() < 0.3:
        table[chance.choice(list(table))] = chance.choice(list(view.values()))
    assert_worded(game.why_not(position, table))
    try:
        insisted = game.as_it_lies(position, table)
    except BadPosition as error:
        assert_worded(error.reason)
    else:
        assert game.read_position(through_json(game.write_position(insisted))) == insisted


@bounded
@given(any_game, chances)
def test_people_may_insist_on_what_a_move_would_have_made(house, chance):
    name, options = house
    game = catalogue.game(name, **options)
    position = midgame(game, chance)
    for move in some(chance, game.moves(position), 3):
        try:
            insisted = game.as_it_lies(position, game.view(game.play(position, move)))
        except BadPosition as error:
            assert_worded(error.reason)
        else:
            assert game.view(insisted) == game.view(game.play(position, move))


JUNK = [None, True, -1, 7, 10**30, 0.5, "", "a1", "S", "toss", "XX", [], ["a1", "a1"], {}, {"a1": "S"}, [[]], "\0"]


def spoilt(chance, data):
    """``data`` with one thing in it, however deep, lost, doubled or replaced by junk."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    if not keys:
        return chance.choice(JUNK)
    key, copy = chance.choice(keys), data.copy()
    fate = chance.random()
    if fate < 0.6 and isinstance(copy[key], dict | list):
        copy[key] = spoilt(chance, copy[key])
    elif fate < 0.75:
        del copy[key]
    elif fate < 0.85 and isinstance(copy, list):
        copy.append(copy[key])
    else:
        copy[key] = chance.choice(JUNK)
    return copy


@bounded
@given(any_game, chances)
def test_a_spoilt_position_is_refused_in_words_or_can_be_played_from(house, chance):
    name, options = house
    game = catalogue.game(name, **options)
    data = through_json(game.write_position(midgame(game, chance)))
    for _ in range(10):
        try:
            other, position = catalogue.read_position(spoilt(chance, data))
        except (BadPosition, BadOption) as error:
            assert_worded(error.reason)
        else:
            check_turn(other, position)
            check_data(other, position)


@pytest.mark.parametrize("name", catalogue.names())
def test_options_are_explained_and_wrong_ones_refused(name):
    for option in catalogue.options(name):
        assert_worded(option.meaning)
        assert option.default is None or not option.choices or option.default in option.choices
        for value in ["no such value", -3, [1, 2, 3], {"x": 1}]:
            with pytest.raises(BadOption) as refused:
                catalogue.game(name, **{option.name: value})
            assert_worded(refused.value.reason)
    with pytest.raises(BadOption):
        catalogue.game(name, no_such_option=1)


@pytest.mark.parametrize("name", catalogue.names())
def test_a_game_is_told_counted_and_played_in_its_folder(name):
    here = folder(name)
    assert (here / "README.md").read_text(encoding="utf-8").startswith("# ")
    counts = (here / "perft.txt").read_text(encoding="utf-8").split("\n== ")[1:]
    assert counts, "perft.txt has no block beginning with “== ”"
    for block in counts:
        _, data, *lines = block.splitlines()
        game, position = catalogue.read_position(json.loads(data))
        perft = {
            int(depth): int(count) for depth, count in (line[6:].split(": ") for line in lines if line[:5] == "perft")
        }
        moves = game.moves(position)
        assert perft[1] == len(moves)
        assert perft[2] == sum(len(game.moves(game.play(position, move))) for move in moves)
        divided = dict(line.strip().split(": ") for line in lines if line.startswith("  "))
        first = {text: int(count) for text, count in divided.items() if " " not in text}
        assert list(first) == [game.write(move) for move in moves]
        assert sum(first.values()) == perft[max(perft)]
    told = (here / "games.txt").read_text(encoding="utf-8").split("\nGame: ")[1:]
    assert told, "games.txt has no game beginning with “Game: ”"
    for text in told:
        reading = Match.from_text("Game: " + text)
        assert reading.stop is None
        assert reading.match.to_move is None


def test_no_error_of_the_rules_is_a_bare_one():
    for kind in (BadOption, BadPosition, MoveError, IllegalMove):
        assert issubclass(kind, GivenError)
        assert issubclass(kind, ValueError)
