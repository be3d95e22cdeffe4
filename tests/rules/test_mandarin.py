"""Mandarin square capturing: scenes from the rules, and thousands of positions against the obvious implementation."""

from random import Random

import pytest

from rules import catalogue
from rules.game import BadOption, BadPosition, IllegalMove, UnreadableMove
from rules.mandarin.places import BOARD, INDEX, contents, token
from rules.match import Match
from rules.referee import Accepted, Unsure, judge
from rules.sight import EMPTY
from rules.words import LANGUAGES, messages
from tests.rules import obvious_mandarin as obvious
from tests.rules.sightings import see

HOUSES = [
    {},
    {"worth": 5, "first": "north"},
    {"chain": False},
    {"unripe": 5},
    {"unripe": 3, "chain": False, "worth": 5},
    {"mandarin": "ten"},
    {"mandarin": "ten", "chain": False, "unripe": 5, "first": "north"},
]


def table(fields, *, west=(1, 0), east=(1, 0), won=((0, 0), (0, 0)), owed=(0, 0), to_move="south", **options):
    """The game and a position: ``fields`` a1…a5 b1…b5 as digits; stones that are nowhere else, north has won."""
    counts = [int(digit) for digit in fields]
    names = [f"{row}{number}" for row in "ab" for number in range(1, 6)]
    data = {
        "game": "mandarin",
        "options": options,
        "fields": dict(zip(names, counts, strict=True)),
        "squares": {
            "W": {"mandarin": west[0], "citizens": west[1]},
            "E": {"mandarin": east[0], "citizens": east[1]},
        },
        "won": {
            "south": {"mandarins": won[0][0], "citizens": won[0][1]},
            "north": {"mandarins": won[1][0], "citizens": won[1][1]},
        },
        "owed": {"south": owed[0], "north": owed[1]},
        "to_move": to_move,
    }
    lying = sum(counts) + west[1] + east[1] + won[0][1] + won[1][1]
    right = 70 if options.get("mandarin") == "ten" else 50
    data["won"]["north"]["citizens"] += right - lying
    data["won"]["north"]["mandarins"] += 2 - west[0] - east[0] - won[0][0] - won[1][0]
    return catalogue.read_position(data)


def after(game, position, *moves):
    for move in moves:
        position = game.play(position, game.read(move, position))
    return game.write_position(position)


def test_the_first_move_sows_five_goes_on_with_the_next_field_and_captures():
    game = catalogue.game("mandarin")
    data = after(game, game.start(), "a1>")
    # a2 to a5 and E get one each; b5 is taken up and goes to b4 … b1 and W; a1 ahead is empty: the six on a2 are won.
    assert data["fields"] == {"a1": 0, "a2": 0, "a3": 6, "a4": 6, "a5": 6, "b1": 6, "b2": 6, "b3": 6, "b4": 6, "b5": 0}
    assert data["squares"] == {"W": {"mandarin": 1, "citizens": 1}, "E": {"mandarin": 1, "citizens": 1}}
    assert data["won"]["south"] == {"mandarins": 0, "citizens": 6}
    assert data["to_move"] == "north"


def test_the_turn_ends_before_a_mandarin_square_even_if_it_is_full():
    game, position = table("0030000000", to_move="south")
    data = after(game, position, "a3<")
    assert data["squares"]["W"] == {"mandarin": 1, "citizens": 1}
    game, position = table("0000100300", east=(1, 2))
    assert after(game, position, "a5<")["fields"]["a4"] == 1


def test_an_empty_field_before_a_full_one_is_a_capture_and_captures_chain():
    game, position = table("1002040000")
    # a1 east: the last stone falls on a2, a3 is empty, a4 is won; a5 is empty, but E is next: it is won as well.
    data = after(game, position, "a1>")
    assert data["won"]["south"] == {"mandarins": 1, "citizens": 2}
    game, position = table("1002040000", chain=False)
    assert after(game, position, "a1>")["won"]["south"] == {"mandarins": 0, "citizens": 2}


def test_a_mandarin_square_is_never_the_gap_of_a_chain():
    game, position = table("0010040003", east=(0, 0))
    # a3 east: a4, gap a5, but the prize E is empty: nothing.
    assert after(game, position, "a3>")["won"]["south"] == {"mandarins": 0, "citizens": 0}


def test_an_unripe_mandarin_cannot_be_captured_and_ends_the_chain():
    game, position = table("0010040000", east=(1, 4), unripe=5)
    assert after(game, position, "a3>")["squares"]["E"] == {"mandarin": 1, "citizens": 4}
    game, position = table("0010040000", east=(1, 5), unripe=5)
    data = after(game, position, "a3>")
    assert data["won"]["south"] == {"mandarins": 1, "citizens": 5}


def test_a_hand_of_twelve_sows_the_emptied_field_too():
    game, position = table("0000000900", to_move="north")
    citizens = list(position.citizens)
    citizens[INDEX["b3"]] = 12
    position = position._replace(citizens=tuple(citizens), won_citizens=(0, 38))
    data = after(game, position, "b3>")
    # One on each square, b3 too; b4 ahead is taken up and so on, as the obvious implementation has it.
    assert data == obvious.play(game.write_position(position), "b3>")
    assert data["fields"]["b3"] > 0


def test_an_empty_side_is_filled_from_what_was_won_and_the_rest_is_borrowed():
    game, position = table("0000111111", won=((0, 3), (0, 0)), to_move="north")
    data = after(game, position, "b5>")
    assert data["to_move"] == "south"
    game, position = table("0000011111", won=((0, 3), (0, 0)), to_move="north")
    # b1 west: W gets the stone; a1 ahead is empty and so is a2: the turn ends, and the south side lies empty.
    data = after(game, position, "b1<")
    assert [data["fields"][f"a{number}"] for number in range(1, 6)] == [1] * 5
    assert data["won"]["south"]["citizens"] == 0
    assert data["owed"] == {"south": 2, "north": 0}
    assert data["won"]["north"]["citizens"] == 42 - 2


def test_the_table_is_seen_before_the_side_is_filled_up_and_after():
    game, position = table("0000011111", won=((0, 3), (0, 0)), to_move="north")
    move = game.read("b1<", position)
    shown = game.showing(position, move)
    assert shown["a1"] == "empty"
    assert game.view(game.play(position, move))["a1"] == "1"
    assert game.showing(position, game.read("b1>", position)) is not None
    assert game.showing(game.start(), game.moves(game.start())[0]) is None


def test_when_both_together_have_fewer_than_five_the_game_ends():
    game, position = table("0000001000", west=(1, 23), east=(1, 22), won=((0, 3), (0, 1)), to_move="north")
    data = after(game, position, "b2<")
    assert data["to_move"] is None
    outcome = game.outcome(game.read_position(data))
    # The mandarins still standing count for nobody; E's citizens are south's, W's are north's.
    assert outcome.as_json() == {"over": True, "reason": "exhausted", "scores": {"south": 25, "north": 25}}


def test_the_game_ends_with_the_second_mandarin_before_anybody_fills_a_side():
    game, position = table("0010040000", west=(0, 4), won=((1, 0), (0, 0)))
    data = after(game, position, "a3>")
    assert data["to_move"] is None
    assert data["won"]["south"]["mandarins"] == 2
    outcome = game.outcome(game.read_position(data))
    assert outcome.reason == "mandarins"
    # South: two mandarins, a4. North: what it won, b1, and the four citizens on W.
    assert outcome.scores == {"south": 21, "north": 49}


def test_what_was_borrowed_is_given_back_at_the_count():
    game, position = table("0010040000", west=(0, 4), won=((1, 0), (0, 0)), owed=(3, 1))
    outcome = game.outcome(game.read_position(after(game, position, "a3>")))
    assert outcome.scores == {"south": 19, "north": 51}


def test_ten_citizens_stand_for_a_mandarin_until_their_first_capture():
    game, position = table("0010040000", west=(1, 10), east=(1, 12), mandarin="ten")
    data = after(game, position, "a3>")
    assert data["squares"]["E"] == {"mandarin": 0, "citizens": 0}
    assert data["won"]["south"]["citizens"] == 12
    assert data["to_move"] == "north"
    assert catalogue.game("mandarin", mandarin="ten").view(position)["E"] == "12"


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_random_games_agree_with_the_obvious_implementation(options):
    game, chance, seen = catalogue.game("mandarin", **options), Random(str(options)), 0
    for _ in range(40):
        position, state = game.start(), game.write_position(game.start())
        while position.to_move and seen < 10_000:
            moves = game.moves(position)
            texts = [game.write(move) for move in moves]
            assert texts == obvious.moves(state)
            for move, text in zip(moves, texts, strict=True):
                assert game.read(text, position) == move
                assert game.write_position(game.play(position, move)) == obvious.play(state, text)
            move = chance.choice(moves)
            position, state = game.play(position, move), obvious.play(state, game.write(move))
            assert game.read_position(state) == position
            seen += 1
        assert not obvious.moves(state)
        outcome = game.outcome(position)
        assert outcome.scores == obvious.scores(state)
        assert sum(outcome.scores.values()) <= 70


@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_thrown_positions_agree_with_the_obvious_implementation(options):
    """Positions that play seldom reaches: few stones, many empty fields, full mandarin squares."""
    game, chance = catalogue.game("mandarin", **options), Random(7)
    ten = game.options["mandarin"] == "ten"
    for _ in range(1500):
        data = thrown(chance, game.options, ten=ten)
        try:
            position = game.read_position(data)
        except BadPosition:
            assert not obvious.moves(data) or not any(square["mandarin"] for square in data["squares"].values())
            continue
        for text in obvious.moves(data):
            expected = obvious.play(data, text)
            reached = game.play(position, game.read(text, position))
            assert game.write_position(reached) == expected
            if expected["to_move"] is None:
                assert game.outcome(reached).scores == obvious.scores(expected)


def thrown(chance, options, *, ten):
    stones = 70 if ten else 50
    marks = [chance.randint(0, 1), chance.randint(0, 1)]
    ends = [10 * mark * ten for mark in marks]
    left = stones - sum(ends)
    empty = chance.random()
    fields = {}
    for name in obvious.EASTWARD:
        count = 0 if chance.random() < empty else min(left, chance.choice([1, 1, 2, 3, 5, 13]))
        left -= count
        fields[name] = count
    west, east = fields.pop("W"), fields.pop("E")
    south = chance.randint(0, left)
    taken = 2 - sum(marks)
    south_mandarins = chance.randint(0, taken)
    return {
        "game": "mandarin",
        "options": dict(options),
        "fields": fields,
        "squares": {
            "W": {"mandarin": marks[0], "citizens": ends[0] + west},
            "E": {"mandarin": marks[1], "citizens": ends[1] + east},
        },
        "won": {
            "south": {"mandarins": south_mandarins, "citizens": south},
            "north": {"mandarins": taken - south_mandarins, "citizens": left - south},
        },
        "owed": {"south": chance.randint(0, 4), "north": chance.randint(0, 4)},
        "to_move": chance.choice(["south", "north"]),
    }


def test_no_stone_is_lost_and_two_different_contents_never_look_alike():
    looks = {token(citizens, mandarin) for citizens in range(71) for mandarin in (0, 1)}
    assert len(looks) == 142
    assert all(contents(token(c, m)) == (c, m) for c in range(71) for m in (0, 1))
    assert [contents(look) for look in ("", "Mx", "x", "1000", "²", "unknown")] == [None] * 6


def test_the_view_has_every_place_and_changes_are_its_difference():
    game, chance = catalogue.game("mandarin"), Random(3)
    position = game.start()
    while game.moves(position):
        view = game.view(position)
        assert list(view) == [place.id for place in BOARD.places]
        for move in game.moves(position):
            assert {**view, **game.changes(position, move)} == game.view(game.play(position, move))
            assert move in game.targets(position, move.field)
            assert game.owner(position, move.field) == position.to_move
        position = game.play(position, chance.choice(game.moves(position)))
    assert game.targets(position, "a1") == []


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("a3", UnreadableMove, "is not a move"),
        ("", UnreadableMove, "is not a move"),
        ("A3>", UnreadableMove, "no field A3"),
        ("a3 >", UnreadableMove, "is not a move"),
        ("a6>", UnreadableMove, "no field a6"),
        ("c2-d3", UnreadableMove, "is not a move"),
        ("W>", IllegalMove, "never taken up"),
        ("b3>", IllegalMove, "other side"),
        ("a2<", IllegalMove, "empty"),
    ],
)
def test_a_move_that_cannot_be_played_says_why(text, error, words):
    game, position = table("1010104000")
    with pytest.raises(error) as caught:
        game.read(text, position)
    assert words in str(caught.value)


def test_after_the_end_nobody_moves():
    game, position = table("0010040000", west=(0, 0), east=(0, 0), to_move=None)
    with pytest.raises(IllegalMove, match="over"):
        game.read("a3>", position)
    assert game.moves(position) == []


def broken(**changes):
    data = catalogue.game("mandarin").write_position(catalogue.game("mandarin").start())
    for path, value in changes.items():
        *parents, last = path.split("__")
        part = data
        for parent in parents:
            part = part[parent]
        if value is None:
            del part[last]
        else:
            part[last] = value
    return data


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fields__a1": 26}, "50 citizens on the board and won, not 71"),
        ({"fields__a1": 4}, "50 citizens on the board and won, not 49"),
        ({"fields__a1": -1}, "fields.a1"),
        ({"fields__a1": True}, "fields.a1"),
        ({"fields__a1": "5"}, "fields.a1"),
        ({"fields__a1": None}, "fields.a1"),
        ({"fields__a6": 0}, "a6"),
        ({"fields": []}, "fields"),
        ({"squares__W__mandarin": 2}, "squares.W.mandarin"),
        ({"squares__W__mandarin": 0}, "2 mandarins standing and won, not 1"),
        ({"squares__W": 3}, "squares.W"),
        ({"squares__N": {}}, "N"),
        ({"won__south__mandarins": 1}, "2 mandarins standing and won, not 3"),
        ({"won__east": {}}, "east"),
        ({"owed__south": 1.5}, "owed.south"),
        ({"owed": None}, "owed"),
        ({"to_move": "west"}, "west"),
        ({"to_move": ["south"]}, "sides are"),
        ({"to_move": None}, "to_move"),
        ({"options__pies": 3}, "pies"),
        ({"options__unripe": -1}, "unripe"),
        ({"options__unripe": True}, "unripe"),
    ],
)
def test_a_position_that_cannot_be_names_what_is_wrong(changes, words):
    with pytest.raises((BadPosition, BadOption)) as caught:
        catalogue.read_position(broken(**changes))
    assert words in str(caught.value)


def test_whoever_is_to_move_can_move():
    with pytest.raises(BadPosition, match="south is empty"):
        table("0000044444")
    with pytest.raises(BadPosition, match="Both mandarins"):
        table("1111144444", west=(0, 0), east=(0, 0))
    with pytest.raises(BadPosition, match="at least 10"):
        table("1111144444", west=(1, 9), east=(1, 10), mandarin="ten")


def test_the_third_repetition_ends_the_match():
    game, start = table("0010000100", won=((0, 9), (0, 0)), unripe=5)
    match = Match.begin(game, start=start)
    for text in ["a3>", "b3>", "a4<", "b4<"] * 2:
        assert match.to_move is not None
        match = match.play(game.read(text, match.position))
    assert match.to_move is None
    assert match.outcome.as_json() == {
        "over": True,
        "reason": "repetition",
        "scores": {"south": 10, "north": 40},  # the mandarins still stand: they count for nobody
    }
    assert game.read_position(game.write_position(match.position)) == match.position
    assert match.take_back().to_move == "north"


def test_a_table_that_people_set_again_is_no_repetition():
    game, start = table("0010000100", won=((0, 9), (0, 0)), unripe=5)
    match = Match.begin(game, start=start)
    for _ in range(3):
        match = match.correct(start)
    assert not match.outcome.over
    for text in ["a3>", "b3>", "a4<", "b4<"] * 2:
        assert not match.outcome.over
        match = match.play(game.read(text, match.position))
    assert match.outcome.reason == "repetition"
    assert Match.from_text(match.to_text()).stop is None


def test_a_side_that_cannot_be_filled_ends_the_game_and_is_no_repetition():
    game, start = table("1000300000", west=(1, 22), east=(1, 22), won=((0, 2), (0, 0)))
    match = Match.begin(game, start=start).play(game.read("a1>", start))
    assert match.outcome.reason == "exhausted"


def test_a_miscounted_sowing_is_explained_by_the_nearest_move():
    game = catalogue.game("mandarin")
    position = game.start()
    move = game.read("a1>", position)
    lying = {**game.view(position), **game.changes(position, move)}
    lying["b2"] = token(contents(lying["b2"])[0] + 1)
    reason = game.why_not(position, lying)
    assert "a1>" in str(reason)
    assert "b2" in str(reason)
    assert "Nothing" in str(game.why_not(position, game.view(position)))
    assert game.why_not(position, {**lying, "a1": "unknown"}).id.startswith("mandarin-")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "None of the moves of south leads to this; what has changed: {}."),
        ("fr", "Pour south, aucun coup ne mène à cela\u00a0; ce qui a changé\u00a0: {}."),
        ("de", "Kein Zug von south führt hierher; anders als vorher: {}."),
        ("vi", "Không nước đi nào của south dẫn đến thế này; {} đã khác trước."),
        ("zh", "south没有任何走法会变成这样；{} 与之前不同。"),
    ],
)
def test_what_no_sowing_explains_is_named_be_it_one_place_or_several(language, sentence):
    game = catalogue.game("mandarin")
    position = game.start()
    for changed in ({"b4": "empty"}, {"a1": "4", "b4": "empty"}):
        reason = game.why_not(position, {**game.view(position), **changed})
        assert reason.text(language) == sentence.format(", ".join(changed))


def test_a_table_that_people_insist_on():
    game = catalogue.game("mandarin")
    position = game.start()
    lying = {**game.view(position), "b3": "empty", "a1": "6"}
    insisted = game.as_it_lies(position, lying)
    assert insisted.to_move == "north"
    assert insisted.won_citizens == (4, 0)
    assert game.view(insisted) == lying
    assert game.as_it_lies(position, game.view(position)) == position
    assert game.as_it_lies(position, lying, "south").to_move == "south"
    for wrong in ({"a1": "7"}, {"a1": "M"}, {"a1": "unknown"}):
        with pytest.raises(BadPosition):
            game.as_it_lies(position, {**game.view(position), **wrong})


def test_stones_that_people_insist_on_come_out_of_the_piles():
    game = catalogue.game("mandarin")
    start = game.start()
    won = game.play(start, game.read("a3>", start))
    assert won.won_citizens == (6, 0)
    # Nobody has sown: all lies as at the start. North's pile is empty, so the stones were South's.
    insisted = game.as_it_lies(won, game.view(start), "north")
    assert insisted.won_citizens == (0, 0)
    assert insisted.citizens == start.citizens
    back = {**game.view(won), "a1": str(won.citizens[0] + 3)}
    assert game.as_it_lies(won._replace(won_citizens=(12, 2)), back).won_citizens == (11, 0)


@pytest.mark.parametrize(
    ("fields", "second", "taken"), [("1000000001", "b5>", Accepted), ("1000001000", "b2>", Unsure)]
)
def test_two_sowings_of_a_single_stone_are_both_taken_where_no_hand_can_have_pushed_one(fields, second, taken):
    game, position = table(fields, east=(0, 0))
    between = game.play(position, game.read("a1>", position))
    lies = game.view(game.play(between, game.read(second, between)))
    assert isinstance(judge(game, position, see(lies, ["1", EMPTY], p=0.99)), taken)


def test_every_refusal_is_worded_in_every_language():
    own = [message for name, message in messages().items() if name.startswith("mandarin-")]
    assert len(own) > 20
    for message in own:
        wordings = [message.wording(language) for language in LANGUAGES]
        assert len(set(wordings)) == len(LANGUAGES)
