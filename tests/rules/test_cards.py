"""What the card games share: names, sets of cards, piles, and the places of a table of cards."""

import json
from random import Random

import pytest

from rules import catalogue
from rules.cards import (
    CARDS,
    NAMES,
    PACK,
    UP,
    Pile,
    Reader,
    bits,
    card_board,
    face_up,
    members,
    rank,
    seen_up,
    shuffled,
    written,
)
from rules.game import BadPosition, MoveError
from rules.geometry import Medium
from rules.match import first_position
from rules.sight import EMPTY


def test_every_card_has_a_name_and_a_number():
    assert len(set(NAMES)) == 52
    assert NAMES[:5] == ("AC", "AD", "AH", "AS", "2C")
    assert all(NAMES[CARDS[name]] == name for name in NAMES)
    assert [rank(CARDS[name]) for name in ("AS", "2C", "10H", "KD")] == [0, 1, 9, 12]


def test_a_set_of_cards_is_a_number():
    cards = [CARDS[name] for name in ("10H", "AC", "KS")]
    assert members(bits(cards)) == sorted(cards)
    assert written(bits(cards)) == ["AC", "10H", "KS"]
    assert written(bits(cards), [CARDS[name] for name in ("KS", "2C", "AC", "10H")]) == ["KS", "AC", "10H"]
    assert members(0) == []
    assert members(PACK) == list(range(52))


def test_a_pile_is_known_or_only_counted():
    known = Pile(2, bits([CARDS["AS"], CARDS["2S"]]))
    assert known.without(1 << CARDS["AS"]) == Pile(1, 1 << CARDS["2S"])
    assert known.counted() == Pile(2, None)
    assert known.counted().without(1 << CARDS["KD"]) == Pile(1, None)
    assert (known.written(), known.counted().written()) == (["AS", "2S"], 2)
    assert Pile(0, 0).written() == []
    assert Pile(0, None).written() == 0


def test_shuffling_keeps_every_card():
    cards = shuffled(PACK, Random(1))
    assert sorted(cards) == list(range(52))
    assert cards == shuffled(PACK, Random(1)) != shuffled(PACK, Random(2))


def test_the_places_of_a_card_game_are_its_cards():
    board = card_board("some_game")
    assert list(board.index) == list(NAMES)
    assert {place.medium for place in board.places} == {Medium.CARD}
    assert len({(place.x, place.y) for place in board.places}) == 52
    small = card_board("some_game", PACK & ~(1 << CARDS["2C"]))
    assert "2C" not in small
    assert len(small.places) == 51


def test_a_view_says_of_every_card_whether_it_lies_face_up():
    view = face_up(card_board("some_game"), 1 << CARDS["AS"] | 1 << CARDS["9D"])
    assert {place for place, token in view.items() if token == UP} == {"AS", "9D"}
    assert sum(token == EMPTY for token in view.values()) == 50
    assert seen_up(view) == 1 << CARDS["AS"] | 1 << CARDS["9D"]


def test_a_reader_remembers_where_each_card_was():
    reader = Reader({}, PACK & ~(1 << CARDS["2C"]), 2)
    assert reader.cards(["AS", "3H"], "layout") == [CARDS["AS"], CARDS["3H"]]
    assert reader.pile(7, "hands[0]") == Pile(7, None)
    assert reader.pile(["KD"], "hands[1]") == Pile(1, 1 << CARDS["KD"])
    with pytest.raises(BadPosition, match="AS is there twice: in layout and in stock"):
        reader.card("AS", "stock")
    with pytest.raises(BadPosition, match=r"2C \(in stock\) is no card of this game"):
        reader.card("2C", "stock")
    with pytest.raises(BadPosition, match="won is missing"):
        _ = reader["won"]


JUNK = [
    None,
    True,
    -1,
    0,
    1,
    2,
    7,
    52,
    1.5,
    "",
    "AS",
    "2C",
    "10H",
    "pass",
    [],
    ["AS"],
    [[]],
    [["AS"], 3],
    {},
    {"by": 0},
]


def spoiled(data, random):
    """``data`` with one of its parts, however deep, replaced by junk, dropped, or doubled."""
    data = json.loads(json.dumps(data))
    part, key = data, random.choice([key for key in data if key not in ("game", "options")])
    while isinstance(part[key], list | dict) and part[key] and random.random() < 0.7:
        part = part[key]
        key = random.choice(list(part)) if isinstance(part, dict) else random.randrange(len(part))
    what = random.random()
    if what < 0.15:
        del part[key]
    elif what < 0.3 and isinstance(part, list):
        part.append(part[key])
    else:
        part[key] = random.choice(JUNK)
    return data


@pytest.mark.parametrize("name", ["chinese_ten", "chinese_poker"])
def test_spoiled_data_is_refused_in_words_or_is_a_position_after_all(name):
    random = Random(name)
    refused = []
    for _ in range(60):
        game = catalogue.game(name, players=random.choice([2, 3, 4]))
        position = first_position(game, random)
        for _ in range(random.randrange(30)):
            if game.to_move(position) is not None:
                position = game.play(position, random.choice(game.moves(position)))
        for known in (position, game.concealed(position)):
            data = game.write_position(known)
            for _ in range(20):
                try:
                    read = game.read_position(spoiled(data, random))
                except BadPosition as error:
                    refused.append(error.reason.text("zh"))
                else:
                    assert game.read_position(game.write_position(read)) == read
                    assert (game.to_move(read) is None) == game.outcome(read).over
                    for move in game.moves(read)[:5]:
                        game.play(read, move)
    assert len(refused) > 1000
    assert all(refused)


@pytest.mark.parametrize("name", ["chinese_ten", "chinese_poker"])
def test_spoiled_deals_are_refused_in_words_or_are_deals_after_all(name):
    random = Random(name)
    game = catalogue.game(name)
    for _ in range(400):
        try:
            position = game.from_deal(spoiled(game.deal(random), random))
        except BadPosition:
            continue
        assert game.read_position(game.write_position(position)) == position


@pytest.mark.parametrize("name", ["chinese_ten", "chinese_poker"])
def test_any_text_is_a_legal_move_or_is_refused_in_words(name):
    random = Random(name)
    game = catalogue.game(name)
    position = game.start()
    refused = []
    pieces = [*NAMES, "+", "x", "pass", " ", "10", "a", "\n", "é", "٣"]
    for _ in range(3000):
        text = "".join(random.choices(pieces, k=random.randrange(5)))
        try:
            move = game.read(text, position)
        except MoveError as error:
            refused.append(error.reason.text("fr"))
        else:
            assert game.play(position, move) != position
    assert len(refused) > 2000
    assert all(refused)
