"""Everyday words for colours."""

import cv2
import numpy as np

GREYEST = 0.16
"""Saturation (of what is there, in the HSV sense) below which a colour counts as black, grey or white."""

HUES = ((16, "red"), (42, "orange"), (70, "yellow"), (165, "green"), (195, "turquoise"), (255, "blue"), (300, "purple"))
"""Degrees of the colour circle up to which a word reaches; what is left is pink, or red again."""


def word(colour: tuple[int, int, int]) -> str:
    """What people call ``colour`` (red, green, blue, 0 to 255) as the colour of a piece: English, one word."""
    hue, saturation, value = cv2.cvtColor(np.array([[colour]], np.float32) / 255, cv2.COLOR_RGB2HSV)[0, 0].tolist()
    if value < 0.18 or (value < 0.3 and saturation < 0.35):
        return "black"
    if saturation < GREYEST:
        return "white" if value > 0.6 else "grey"
    if hue >= 330 or hue < 16:
        return "pink" if saturation < 0.5 and value > 0.6 else "red"
    if value < 0.45 and hue < 45 and saturation < 0.75:
        return "brown"
    return next((name for limit, name in HUES if hue < limit), "pink")
