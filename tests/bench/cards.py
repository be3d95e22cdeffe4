"""Tables of cards with truth beside them, and how well one is read."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.annotate_cards import annotate_cards
from vision.pictures import load
from vision.readers.card.reading import read_cards

READABLE = 0.9
"""Share of an index that must be seen for its card to be asked for."""


@dataclass(frozen=True)
class CardTable:
    """A picture of cards: those that must be told, and all that lie there face up."""

    path: Path
    family: str
    tags: tuple[str, ...]
    asked: frozenset[str]
    there: frozenset[str]


def card_tables(folder: Path) -> Iterator[CardTable]:
    """Every labelled picture of cards under ``folder``, in the order of their names."""
    for path in sorted(folder.rglob("*.json")):
        label = json.loads(path.read_text())
        picture = path.with_suffix(".jpg")
        if not isinstance(label, dict) or label.get("kind") != "cards" or not picture.exists():
            continue
        family = f"{path.parent.relative_to(folder)} {path.stem.rstrip('0123456789').rstrip('_')}".removeprefix(". ")
        if "faces" in label:
            faces = frozenset(label["faces"])
            yield CardTable(picture, family, ("photograph of cards",), faces, faces)
        else:
            there = frozenset(card["face"] for card in label["cards"])
            asked = frozenset(
                card["face"] for card in label["cards"] if max(card["index_visible"].values()) >= READABLE
            )
            tags = tuple(tag for tag in label["tags"] if tag.startswith("layout"))
            yield CardTable(picture, family, tags, asked, there)


def read_card_table(table: CardTable) -> tuple[dict[str, Any], NDArray[np.uint8]]:
    """What was counted, by the names of a score's fields, and the picture with the reading and its faults.

    Right: asked for and told. ``told`` has every card that was told, those that are not there as wrong.
    """
    picture = load(table.path)
    began = time.perf_counter()
    cards = read_cards(picture)
    seconds = time.perf_counter() - began
    told = [(card.p, card.face in table.there) for card in cards]
    missed = sorted(table.asked - {card.face for card in cards})
    drawn = annotate_cards(picture, cards)
    ghosts = [card for card in cards if card.face not in table.there]
    for card in ghosts:
        cv2.circle(drawn, (round(card.px[0]), round(card.px[1])), len(drawn) // 25, (255, 0, 255), 4)
    cv2.putText(drawn, " ".join(missed), (10, 40), 0, 1.2, (255, 0, 255), 3)
    counts = {
        "pictures": 1,
        "found": int(bool(cards)),
        "entire": int(not missed and not ghosts),
        "judged": len(table.asked),
        "right": len(table.asked) - len(missed),
        "told": told,
        "seconds": seconds,
    }
    return counts, drawn
