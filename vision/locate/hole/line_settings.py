"""Numbers by which the lines between a board's places are seen, and what they prove."""

from typing import Final

ALONG: Final = 0.34, 0.5, 0.66
ACROSS: Final = -0.2, -0.14, 0.0, 0.14, 0.2
SPACING: Final = 0.06
"""Where between two places a line is looked for, along and across their way: it is darker than all beside it, or
lighter; and how far apart these samples are, about."""

DARK: Final = 12.0
SHOWS: Final = 0.01
"""Added to colours before their logarithm; and by how much (logarithm of light) a line differs from its sides."""

REACH: Final = 10
WIDTH: Final = 4
STEP: Final = 0.03
"""A line that leads past two places is looked for so many steps to either side, lighter or darker than what is so many
steps beside it; and how long a step is."""

ROUNDS: Final = 3
SPREAD: Final = 0.06
DAMPING: Final = 1e-3
"""How often a placement is moved towards the lines, and how far one lies off that half counts (pitches)."""

JOINED: Final = 0.5
JOINED_UNLIKE: Final = 0.05
"""Share of the pairs of neighbours that are joined at least where lines lead from place to place, and by how much the
two kinds of triangles differ where lines may join one of them."""

JOINED_MOVED: Final = 0.25, 0.25
JOINED_BENT: Final = 0.05, 0.15
"""By how much larger that share becomes at least, and than it is beside, where a placement is moved from triangles to
lines, and where it is only bent to its own: of 156 boards that was so on two, both of which lay askew."""

JOINED_MOST: Final = 0.7
JOINED_ROW: Final = 0.03
JOINED_LEAD: Final = 0.25
"""What share of the neighbours lines join at least if they alone prove a placement; how many more than a row off, and
than between. Measured on 80 boards of which they join so many: 0.03 to 0.14 more than a row off, 0.1 mostly, and 0.3 to
0.7 more than between on bare lines under tall pieces."""
