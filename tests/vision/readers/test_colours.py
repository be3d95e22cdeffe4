"""The words for colours, held against what people call hues, shades and tints."""

from colorsys import hsv_to_rgb
from itertools import product

import numpy as np
import pytest

from vision.readers.colours import WORDS, colour_words

BLUES = {"blue", "dark blue", "light blue"}
WARM = {"orange", "tan", "brown"}


def word(red: float, green: float, blue: float) -> str:
    """The word for one colour, alone in its picture: red, green, blue, 0 to 1."""
    return colour_words([np.array([red, green, blue])])[0]


@pytest.mark.parametrize(
    ("hues", "strengths", "brightness", "called"),
    [
        ((0, 5), (0.8, 1), (0.4, 1), {"red"}),
        ((20, 28), (0.7, 0.9), (0.9, 1), WARM - {"brown"}),
        ((20, 35), (0.6, 1), (0.3, 0.45), {"brown"}),
        ((52, 58), (0.6, 1), (0.8, 1), {"yellow"}),
        ((95, 145), (0.5, 1), (0.3, 1), {"green"}),
        ((170, 184), (0.5, 0.9), (0.3, 1), {"turquoise"}),
        ((190, 203), (0.7, 1), (0.3, 1), {*BLUES, "turquoise"}),
        ((205, 231), (0.5, 1), (0.3, 1), BLUES),
        ((231, 240), (0.7, 0.9), (0.4, 1), BLUES),
        ((278, 294), (0.5, 0.95), (0.4, 1), {"purple"}),
        ((294, 318), (0.6, 1), (0.3, 1), {"purple", "pink"}),
        ((320, 335), (0.5, 0.7), (0.8, 1), {"pink"}),
    ],
)
def test_a_hue_is_called_by_its_own_word_however_bright_and_strong(hues, strengths, brightness, called):
    shades = product(np.linspace(*hues, 5) / 360, np.linspace(*strengths, 4), np.linspace(*brightness, 6))
    assert {word(*hsv_to_rgb(*shade)) for shade in shades} <= called


@pytest.mark.parametrize(
    ("paint", "called"),
    [
        ((60, 90, 170), "blue"),
        ((50, 80, 160), "blue"),
        ((70, 100, 180), "blue"),
        ((48, 76, 152), "blue"),  # the coins of the simulated table
        ((105, 95, 185), "purple"),
        ((250, 250, 250), "white"),
        ((120, 122, 121), "grey"),
        ((20, 20, 22), "black"),
    ],
)
def test_a_paint_is_called_as_people_call_it(paint, called):
    assert word(*(np.array(paint) / 255)) == called


def test_every_example_bears_its_own_word():
    assert all(word(*(np.array(paint) / 255)) == called for called, paints in WORDS.items() for paint in paints)


def test_two_shades_of_one_hue_are_told_apart_where_another_word_fits_nearly_as_well():
    navy, royal = np.array([30, 40, 110]) / 255, np.array([50, 95, 205]) / 255
    assert colour_words([royal, navy]) == ["blue", "dark blue"]
