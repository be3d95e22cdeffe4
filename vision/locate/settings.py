"""Thresholds of what is common to finding all boards.

A pitch is the distance between two neighbouring places.
"""

from typing import Final

# What a picture must show at all, and what is blamed for a board that is not found.

LEAST_SIDE: Final = 48
"""Pixels: a smaller picture cannot show 17 rows of holes."""

LEAST_CONTRAST: Final = 12
"""Grey levels of 255 between the darkest and the brightest pixel of the picture; noise alone has as much."""

GLARING, GLARING_SHARE = 253, 0.3
"""Of 255: the brightest channel of a pixel that has lost its colour; and from which share of them on the light is
blamed for a board that is not found. Of 202 photographs and rendered pictures two have as much."""

DARK, DARK_SHARE = 40, 0.95
"""The same of a picture that is too dark: so many pixels have no brighter channel. None of those has as many."""

# The fit.

LENS_PRIOR: Final = 0.08
"""Spread of k1: wide webcams reach 0.2, ordinary ones 0.03."""

FIT_SPREAD: Final = 0.06
"""Pitches: deviation of a measured hole from its place at which it begins to lose its say in the fit."""

FIT_STEPS: Final = 8
FIT_DONE: Final = 0.002
"""Gauss-Newton steps at most, and the largest move of a place (pitches) at which it has converged."""

# Printed markers.

MARKERS = 3
"""Markers that must be seen, of the four or six around a board: two side by side would swing the far end about."""

MARKERS_OFF = 0.25
"""Pitches by which a marker may lie beside where the others say; they are laid by hand, a millimetre off or two."""

MARKED = 0.75
"""How sure a place by markers alone is: surer than a doubtful pattern of holes, less sure than a proven one."""

# Where a board went, by what two pictures share.

CARRIED_SIDE: Final = 800
"""Pixels along the longer side of the pictures that are compared."""

CARRIED_CORNERS: Final = 1500
CARRIED_CONTRAST: Final = 5
"""Corners that are compared in each, and the least difference (of 255) that makes one: tables are often dim."""

CARRIED_WITHIN: Final = 3.0
"""Pixels of those pictures within which pairs of corners agree about the way."""

CARRIED_LEAST: Final = 25
"""So many pairs must agree: chance agrees on about ten."""

CARRIED_SURE: Final = 0.5
"""How sure a place found so is: as one whose holes or lines will just do."""

# Outlines of boards: squares and stars.

OUTLINE_SIDE: Final = 560
OUTLINE_LEVELS: Final = 12
"""Pixels of the longer side of the picture in which outlines are sought, and levels at which each channel is cut."""

OUTLINE_BETWEEN: Final = (0.03, 0.97)
OUTLINE_GAPS: Final = 5
"""Quantiles of a channel between which these levels lie; and pixels across a disc: gaps and specks into which it does
not fit are gone."""

OUTLINE_AREA: Final = (0.008, 0.7)
"""Share of the picture that a board takes."""

HULL_FILLED: Final = 0.1
HULL_ADDED: Final = 0.12
"""How far the share of its hull that a region fills may be off the board's, and by how much a hull with as many corners
as the board's may be larger than the region's own."""

SAME_CORNERS: Final = 0.06
"""Two regions are one if their corners lie no farther apart than this share of the shortest side."""

OUTLINES: Final = 6
"""Regions that are looked at, those most like the board first."""
