"""When a table that is not known yet is looked at: soon after every change, ever more seldom while nothing changes.

So a table nobody is at, its board put away or not laid yet, costs next to nothing.
"""

from collections.abc import Set as AbstractSet
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware import settings
from hardware.pictures import Picture
from hardware.ports import Frame
from rules.geometry import PlaceId


class Searches:
    """Looks at one table that is not known, or beneath what lies over it.

    ``last``: when the latest was over, infinite while it lasts.
    """

    def __init__(self) -> None:
        self.last = -inf
        self.in_vain = 0  # in a row that found no board
        self._untouched = 0  # in a row at the same picture
        self._began: tuple[frozenset[PlaceId], NDArray[np.int16]] | None = None  # its lamps that shone, its picture
        self._same = -inf  # when the picture was last seen to be the same

    def is_due(self, frame: Frame, lit: AbstractSet[PlaceId]) -> bool:
        """Whether to look now, which begins a look; ``lit``: the lamps that may have shone in the picture."""
        waited, rest = frame.at - self.last, settings.SEARCH_SECONDS * min(2**self.in_vain, settings.LONGEST_REST)
        if waited < rest:
            return False
        shown = _coarse(frame.picture)
        if self._began is not None and lit != self._began[0]:
            # Lamps that blink will shine as they did in a moment.
            if waited < rest + settings.SLOWEST_BLINK:
                return False
        else:
            same = self._began is not None and np.abs(shown - self._began[1]).max() < settings.TOUCHED
            self._same = frame.at if same else -inf
        untouched = frame.at - self._same < settings.SLOWEST_BLINK
        if untouched and waited < settings.SEARCH_SECONDS * min(2**self._untouched, settings.UNTOUCHED_REST):
            return False
        self._untouched = self._untouched + 1 if untouched else 0
        self._began, self.last = (frozenset(lit), shown), inf
        return True


def _coarse(picture: Picture) -> NDArray[np.int16]:
    """The picture so coarse that no sensor's noise is seen in it, but each piece is."""
    return np.asarray(cv2.resize(picture, settings.COARSE, interpolation=cv2.INTER_AREA), np.int16)
