"""The colours of lamps. A file of its own, for who says what lamps show need not load what pictures are made of."""

from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue, each 0 to 255, before gamma and the current budget."""

DARK: Colour = (0, 0, 0)
