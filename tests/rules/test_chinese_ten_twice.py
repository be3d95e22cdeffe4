"""Two implementations of Chinese Ten, written apart, play the same deals: all variants, hands known, counted, mixed."""

import json
from random import Random

import pytest

from rules import catalogue
from rules.game import IllegalMove
from rules.match import first_position
from tests.rules import obvious_ten

TABLES = [
    ("ten", 2),
    ("ten", 3),
    ("ten", 4),
    ("taiwan", 4),
    ("barraco", 2),
    ("barraco", 4),
    ("frog", 2),
    ("frog", 3),
    ("frog", 4),
    ("merah", 2),
    ("merah", 3),
]


def stacked(game, random, dealer):
    """A shuffled deal, in which now and then three or four of a rank are put into the layout."""
    deal = {**game.deal(random), "dealer": dealer}
    number = random.choice([0, 0, 3, 3, 4])
    rank = random.choice(obvious_ten.ALONE)
    for suit in random.sample("CDHS", number):
        _bring(deal, rank + suit, random)
    return deal


def _bring(deal, card, random):
    """Exchange ``card`` for one of the layout, wherever it is."""
    ranked = [other for other in deal["layout"] if other[:-1] != card[:-1]]
    if card in deal["layout"] or not ranked:
        return
    other = random.choice(ranked)
    for pile in [deal["layout"], deal["stock"], *deal["hands"]]:
        pile[:] = [{card: other, other: card}.get(one, one) for one in pile]


def partly_hidden(position, random):
    """What somebody knows who sees some hands, and perhaps the stock, as numbers."""

    def look(pile):
        return len(pile) if random.random() < 0.5 else pile

    return position | {"hands": [look(hand) for hand in position["hands"]], "stock": look(position["stock"])}


def hidden(position):
    return position | {"hands": [len(hand) for hand in position["hands"]], "stock": len(position["stock"])}


def agree(game, written):
    """Both know the same moves, in the same order, and the same outcome."""
    position = game.read_position(written)
    assert game.write_position(position) == written
    assert [game.write(move) for move in game.moves(position)] == obvious_ten.moves(written)
    told = game.outcome(position).as_json()
    expected = obvious_ten.outcome(written)
    if "scores" in expected:
        assert told.pop("scores") == pytest.approx(expected.pop("scores"))
    assert told == expected
    return position


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_both_play_the_same_deals_alike(variant, players):
    random = Random(f"{variant} {players}")
    for number in range(6):
        first = random.choice(["left", "dealer"]) if variant in ("ten", "frog") else "dealer"
        groups = random.random() < 0.7
        game = catalogue.game("chinese_ten", variant=variant, players=players, first=first, redeal_groups=groups)
        deal = stacked(game, random, number % players)
        if variant == "merah" and number % 2:
            deal["first"] = random.randrange(players)
        written = json.loads(json.dumps(game.write_position(game.from_deal(deal))))
        assert written == obvious_ten.deal(deal)
        while True:
            position = agree(game, written)
            agree(game, hidden(written))
            agree(game, partly_hidden(written, random))
            if written["to_move"] is None:
                break
            text = random.choice(obvious_ten.moves(written))
            written = obvious_ten.apply(written, text)
            after = game.play(position, game.read(text, position))
            assert game.write_position(after) == written
            assert game.concealed(after) == game.read_position(hidden(written))


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_every_text_that_is_not_listed_is_refused(variant, players):
    random = Random(players)
    game = catalogue.game("chinese_ten", variant=variant, players=players)
    position = game.concealed(first_position(game, random))
    for _ in range(12):
        legal = {game.write(move) for move in game.moves(position)}
        texts = {plus + card for plus in ("", "+") for card in obvious_ten.EVERY_CARD}
        texts |= {f"{text}x{prey}" for text in random.sample(sorted(texts), 20) for prey in obvious_ten.EVERY_CARD}
        for text in sorted(texts - legal):
            with pytest.raises(IllegalMove) as refused:
                game.read(text, position)
            assert "{" not in refused.value.reason.text("vi")
        position = game.play(position, random.choice(game.moves(position)))
