"""Numbers by which a board is found of which nothing but pieces shows, filling no point: the fourth search."""

from typing import Final

PLAIN: Final = 100.0
"""Squared Lab units: what has less contrast is no piece, for most that is round in light that leaves a board white is
grain of the sensor."""

MOST: Final = 120
SEEDS: Final = 100
"""Round things at most, for where more stand out something else shows than pieces; and triangles of them, the most
regular first, of which lattices may begin."""

GAP: Final = 8
LEAST: Final = 12
"""Missing lattice nodes between pieces of opposite points, and pieces at least that tell where the board must lie."""

OFF: Final = 0.06
"""Pitches: how far from a placement that is fitted to them half of the pieces may lie. Of 50 boards truly placed 49 had
0.045 at most; two that had a row too few between two points had 0.11."""

MISSED: Final = 2.5
"""So many pieces must be missing on each placement a row off: three or four of two full points are."""

SET_SURE: Final = 0.9
"""How sure every place must be where nothing but whole sets lies on a board: then one piece that is missing a row off
is enough."""

BESIDE: Final = 0.5
"""Share of the pieces that must lie beside another: none does on a lattice of half the pitch, or that leaves two of
three places out."""

LOOKS: Final = 6
SURE: Final = 0.5
"""Such placements at most that are looked at, the likeliest first; and how sure one is that is proven."""
