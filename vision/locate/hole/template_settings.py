"""Numbers by which the common picture of all holes tells where their middles lie, and that a board lies there."""

from typing import Final

CELL: Final = 24
"""Samples a pitch: between them a parabola tells."""

REACH: Final = 0.76
"""Pitches to either side of the place that the common picture shows: the window, and how far the middle may be off."""

GROUND: Final = (0.4, 0.6)
"""Pitches from the place between which the ground is seen: outside the largest hollows, halfway to the neighbours."""

WINDOW: Final = 0.5
"""Pitches: radius of the window in which halves are compared; half the way to the next hole."""

OFF: Final = 0.25
"""Pitches: how far the middle may be off; rims of hollows lit from the side were up to 0.2."""

RIMS: Final = (0.1, 0.12, 0.145, 0.17, 0.2, 0.24, 0.28, 0.32, 0.36, 0.4, 0.44, 0.48)
"""Pitches: radii of the circles that are looked for in the common picture, from peg holes to hollows that touch."""

STEEP: Final = (0.01, 0.03)
"""Squared gradients, Lab units a sample, below which they fade into noise: of a hundred holes little noise is left."""

HALO: Final = 0.05
"""Gradients below this part of the steepest fade, too: around plain black holes a halo of pieces' gleams, averaged away
but for a hint, had more of a large outline than the holes themselves had."""

RIM_OFF: Final = 0.36
"""Pitches: how far the rim's middle may be off; lamps mirrored in hollows drew the rims of single ones 0.3 away."""

RIM: Final = 0.6
"""Least share of the rim that is an outline: hollows lit from one side had 0.61 and more, lines that cross 0.57."""

LARGE: Final = 0.28
"""Pitches: least radius of the rim; smaller circles off the other middle are nearly always lamps or shades in a hollow.
Measured in 760 common pictures of boards that were photographed or ray-traced: 8 middles are more than 0.1 off, 19 when
circles of any size counted."""

AGREE: Final = 0.08
"""Pitches about the other middle within which circles are compared with the rim."""

FAINT: Final = 2.5
PART: Final = 0.15
STRONGEST: Final = 95
"""What counts as different from the ground: Lab units, or this part of the strongest difference, which so many of a
hundred samples do not exceed. Small enough that the bright side of a hollow counts as the dark one does."""

FLOOR: Final = 0.01
"""Variance of what is shown (0 to 1) below which there is nothing to compare."""

LEAST: Final = 8
SHARE: Final = 0.4
"""Open holes at least, and the share of them that must be like their common picture: fewer make none."""

ALIKE: Final = 0.3
SLIP: Final = 0.15
STRENGTH: Final = (0.3, 3.0)
"""A hole is measured by the common picture if it explains this share of it, lies within so many pitches of it and is
so many times as strong; otherwise it is covered, in glare or no hole."""

UNLIKE: Final = 0.1
"""How much the rim of a hole that is unlike the others still says."""

ENDS: Final = 0.85
ENDS_LEAD: Final = 0.1
"""How much oftener empty places than points just outside the board must be like the common picture of all holes if it
proves a placement, and by how much more than a row off it."""
