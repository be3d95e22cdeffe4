"""How a picture's light falls on the pieces of each set, beside what it does to the board around them.

Where a lamp goes out, what stands up loses another light than what lies flat, and what was cut off white hardly
changes at all. All pieces of a set fare alike, so what most of them share is light and not other pieces.
"""

import numpy as np
from numpy.typing import NDArray

from vision import settings
from vision.readers.windows import Floats


def shades(seen: Floats, known: Floats, now: NDArray[np.int64], tokens: int) -> Floats:
    """By what the colours of each token's looks must be multiplied to be as in this picture, T × 3; holes by 1.

    ``seen`` and ``known``: n × 3, the colours of the places' middles, the board's light taken out, and as learnt (0
    where that is not known); ``now``: n, which token lies there.
    """
    shade = np.ones((tokens, 3), np.float32)
    usable = (np.minimum(seen, known) > settings.SHADE_DARKEST).all(1)
    for number in range(1, tokens):
        rows = np.flatnonzero(usable & (now == number))
        if len(rows) < settings.SHADE_FEWEST:
            continue
        logs = np.log(seen[rows] / known[rows])
        middle = np.median(logs, 0)
        scatter = np.median(np.abs(logs - middle), 0)
        shade[number] = np.exp(middle**3 / (middle**2 + scatter**2 + settings.SHADE_SMALL**2))
    return shade
