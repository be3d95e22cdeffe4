"""Draws what was read of cards over their picture: an outline or a corner, the name, and how sure it is."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision import settings
from vision.annotate import ALARM, LEGEND_GROUND, LEGEND_LEAST, LEGEND_ROWS, WHITE, Ink, hundredths, write
from vision.pictures import Picture
from vision.readers.card.frames import RANKS
from vision.readers.card.reading import SeenCard

SURE: Ink = (80, 200, 60)
NAMED_HIGH = 0.2
"""How high a name is drawn, in cards' widths."""

LEAST_HIGH = 8.0
"""Pixels of the smallest letters."""


def annotate_cards(picture: Picture, cards: Sequence[SeenCard]) -> Picture:
    """The picture with every card that was read.

    A card with both indices seen is outlined, of one with a single index the corner is drawn. What is doubtful is
    magenta, and so is a card that looks like another one. A line below counts the cards.
    """
    drawn = picture.copy()
    for card, sure in _each(cards):
        wide = float(np.hypot(*(card.outline[1] - card.outline[0])))
        stroke = max(1, round(wide / 40))
        ink = SURE if sure else ALARM
        if len(card.indices) > 1:
            cv2.polylines(drawn, [np.rint(card.outline).astype(np.int32)], True, ink, stroke, cv2.LINE_AA)
        else:
            first, across, _, down = card.outline
            corner = np.rint([first + 0.3 * (down - first), first, first + 0.3 * (across - first)]).astype(np.int32)
            cv2.polylines(drawn, [corner], False, ink, stroke, cv2.LINE_AA)
        for x, y in card.indices:
            cv2.circle(drawn, (round(x), round(y)), 2 * stroke, ink, stroke, cv2.LINE_AA)
        words = card.face if sure else f"{card.face}? {hundredths(card.p)}"
        high = max(wide * NAMED_HIGH, LEAST_HIGH)
        write(drawn, card.px, words, WHITE if sure else ALARM, high=high, wide=drawn.shape[1])
    row = max(LEGEND_LEAST, len(drawn) // LEGEND_ROWS[0])
    strip: Picture = np.full((row, drawn.shape[1], 3), LEGEND_GROUND, np.uint8)
    names = " ".join(card.face for card in sorted(cards, key=_by_suit))
    told = f"cards: {names} ({len(cards)})" if cards else "no card"
    write(strip, (drawn.shape[1] / 2, row / 2), told, WHITE, high=row * 0.5, wide=0.96 * drawn.shape[1])
    return np.concatenate([drawn, strip])


def _each(cards: Sequence[SeenCard]) -> Iterator[tuple[SeenCard, bool]]:
    """Every card, those that look like it after it, with whether it is beyond doubt."""
    for card in cards:
        yield card, card.p >= settings.DOUBTFUL and not card.again
        yield from ((other, False) for other in card.again)


def _by_suit(card: SeenCard) -> tuple[str, int]:
    return card.face[-1], RANKS.index(card.face[:-1])
