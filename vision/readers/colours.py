"""Colours as they are seen, and what people call them."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration
from vision.pictures import Picture
from vision.readers import settings
from vision.readers.patches import sample_patches

WORDS = {
    "red": [(190, 30, 35), (225, 40, 40), (120, 20, 30)],
    "orange": [(230, 110, 25), (255, 150, 60)],
    "yellow": [(240, 195, 25), (245, 230, 70), (200, 180, 40)],
    "green": [(25, 115, 50), (60, 175, 60), (15, 65, 35), (120, 190, 90)],
    "turquoise": [(30, 160, 160), (70, 200, 190), (15, 85, 90)],
    "light blue": [(110, 175, 225), (150, 200, 240)],
    "blue": [(30, 75, 180), (50, 100, 220), (60, 90, 170), (80, 115, 190), (25, 85, 140), (70, 80, 205), (15, 45, 230)],
    "dark blue": [(18, 28, 85), (25, 35, 110), (15, 55, 85), (10, 20, 115)],
    "purple": [(95, 40, 130), (140, 90, 190), (115, 90, 185), (140, 50, 230), (70, 20, 75)],
    "pink": [(230, 140, 175), (240, 100, 150)],
    "brown": [(110, 62, 32), (80, 45, 25), (140, 85, 50)],
    "tan": [(200, 160, 110), (180, 140, 95)],
    "white": [(238, 235, 228), (215, 215, 215)],
    "grey": [(130, 130, 130), (90, 90, 92), (170, 170, 172)],
    "black": [(16, 16, 18), (45, 45, 50)],
}
"""Everyday words with examples of what bears them: red, green, blue, 0 to 255."""


def lab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIE L*a*b* of colours 0 to 1, n × 3."""
    return np.asarray(cv2.cvtColor(rgb[None].astype(np.float32), cv2.COLOR_RGB2LAB)[0], np.float64)


def colour_words(paints: Sequence[NDArray[np.float64]]) -> list[str]:
    """A word for each of these colours (red, green, blue, 0 to 1), no word twice if another fits nearly as well."""
    examples = [(word, np.array(pot) / 255) for word, pots in WORDS.items() for pot in pots]
    known = lab(np.array([pot for _, pot in examples]))
    if not paints:
        return []
    gaps = np.linalg.norm(lab(np.clip(np.array(paints), 0, 1))[:, None] - known, axis=2)
    words = list(WORDS)
    table = np.array(
        [[min(gap[k] for k, (w, _) in enumerate(examples) if w == word) for word in words] for gap in gaps]
    )
    chosen = [""] * len(paints)
    # The surest first; a word that is taken must be much better than the next to be given again.
    for at in np.argsort(table.min(1)):
        cost = table[at] + [settings.SAME_WORD if word in chosen else 0.0 for word in words]
        chosen[at] = words[int(cost.argmin())]
    return chosen


def piece_colours(picture: Picture, calibration: Calibration, board: Board) -> NDArray[np.uint8]:
    """The colour seen where a piece's middle would be over each place: n × 3, red, green, blue."""
    height, span = settings.HEAD_HEIGHT, settings.HEAD_SPAN
    patches = sample_patches(picture, calibration, board, settings.HEAD_SAMPLES, height=height, span=span)
    return np.asarray(np.median(patches.reshape(len(patches), -1, 3), 1)[:, ::-1], np.uint8)
