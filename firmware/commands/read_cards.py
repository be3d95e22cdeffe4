"""``hopsight read --game chinese_ten`` and ``chinese_poker``: which cards lie face up in one picture."""

import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from firmware.commands import Done
from firmware.given.pictures import put_picture
from firmware.plain_json import compact, rounded
from vision.annotate_cards import annotate_cards
from vision.pictures import Picture, enlarged
from vision.readers.card.networks import FACES
from vision.readers.card.reading import SeenCard, read_cards
from vision.settings import DOUBTFUL

NOTHING = "no card is seen face up; let the indices in the cards' corners show, large enough to be read"

ONCE = "a pack has each card once, so look there which card is another one"


def read_table(given: Namespace, picture: Picture, times: float) -> int:
    """Read one picture of a table with cards; what `firmware.commands.read_boards.read_board` does for boards.

    ``times``: by how many that in the file is larger.
    """
    began = time.perf_counter()
    cards = read_cards(picture)
    seconds = time.perf_counter() - began
    if given.annotate:
        put_picture(given.annotate, annotate_cards(picture, cards))
    cards = tuple(_in_the_file(card, times) for card in cards)
    if given.json:
        print(compact(as_json(given.game, cards, seconds)))
    if not cards:
        print(f"{given.picture}: {NOTHING}", file=sys.stderr)
        return int(Done.GIVEN_WRONG)
    for one, other in ((card, other) for card in cards for other in card.again):
        spots = " and ".join(f"({x:.0f}, {y:.0f})" for x, y in (one.px, other.px))
        print(f"{given.picture}: {one.face} is seen twice, at {spots}; {ONCE}", file=sys.stderr)
    if not given.json:
        print(as_text(cards))
    return int(Done.WELL)


def _in_the_file(card: SeenCard, times: float) -> SeenCard:
    again = tuple(_in_the_file(other, times) for other in card.again)
    return replace(card, px=enlarged(card.px, times), again=again)


def as_json(game: str, cards: Sequence[SeenCard], seconds: float) -> dict[str, Any]:
    """The reading in the form that other programs rely on; cards in a pack's order.

    ``twice``, only where there is one: further cards that look like one that is told already.
    """
    head: dict[str, Any] = {"game": game, "found": bool(cards)}
    if not cards:
        head["reason"] = NOTHING
    cards = sorted(cards, key=in_order)
    told = {"cards": [_told(card) for card in cards]}
    if again := [_told(other) for card in cards for other in card.again]:
        told["twice"] = again
    return head | told | {"seconds": round(seconds, 3)}


def _told(card: SeenCard) -> dict[str, Any]:
    return {"face": card.face, "px": rounded(card.px), "p": round(card.p, 5)}


def as_text(cards: Sequence[SeenCard]) -> str:
    """The reading for people: a line a suit, what is in doubt marked so."""
    lines = []
    for suit, word in (("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs")):
        held = [card for card in sorted(cards, key=in_order) if card.face[-1] == suit]
        if held:
            names = " ".join(card.face if card.p >= DOUBTFUL else f"{card.face} ({card.p:.0%})" for card in held)
            lines.append(f"{word}: {names}")
    return "\n".join([*lines, f"{len(cards)} card{'s' if len(cards) != 1 else ''} face up"])


def in_order(card: SeenCard) -> int:
    """Where a card stands in a pack."""
    return FACES.index(card.face)
