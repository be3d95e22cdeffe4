"""Thresholds of finding a mandarin board. Lengths in fields."""

FIELDS = (52.0, 84.0, 136.0, 220.0)
"""Pixels of a field, in a picture whose half diagonal is 800 pixels, for which one is looked: from a board that takes a
third of the picture to one cut off at its ends. The network knows fields two thirds as large, or half as large
again."""

DIAGONAL = 1600
"""Pixels of the diagonal of that picture."""

LARGEST = 1100
"""Pixels of the longer side of a picture that is looked at: beyond that a field is larger than any board's."""

LEAST_ACROSS = 8
"""Cells of the network at least along either side of what is looked at: a picture too narrow for them is widened."""

ON_BOARD = (0.5, 0.8, 0.95)
"""A cell is on the board if the network says so with this probability. An arm passes for part of it at the lowest, a
board in shadow is torn at the highest."""

LONG, HIGH = 7.2, 2.0
"""How long and how high the board is: its half-rounds reach about this far."""

LEAST_CELLS = 30
"""A smaller region (cells of the network) is no board."""

LENGTHS = (0.45, 1.8)
"""How long a region is that may be a board, in lengths of one: cut off, or joined to something."""

LEAST_ASPECT, MOST_ASPECT = 1.5, 7.0
"""Times a board's length is its height: 3.6 from above, other seen aslant, less if part of it is covered."""

SHAPINGS = 2
"""How often a rough placement is bettered by the board's shape before its lines are looked at."""

LEANEST_SEEN = 0.5
"""A region less high than this is no board seen square from above."""

STARTS = 9
"""Regions at most that are looked at closely, the most board-like first."""

REACH = (0.42, 0.3, 0.2, 0.15, 0.12)
"""How far off a line is looked for, round by round."""

SIDE, SIDE_STEPS = 0.38, 9
"""How far either way from the middle of a field's side, and at how many points, its line is looked for when a placement
is fitted: the sides end at 0.5, where lines cross."""

SLIP_STEPS = 40
"""Points a field, across a side, at which its line is looked for: one for each pixel of a level picture, four for each
cell of the network."""

PEAK = 0.6
"""A line is the part of a profile above this share of its height."""

LEAST_NODES = 6
"""Of the eighteen corners of fields so many must be known for a placement to be fitted anew."""

LEAST_LINE = 0.25
"""A line is seen where the network is so sure of it, on the median along a field's side."""

SHIFTS = (-1, 0, 1)
"""Fields along the board by which a placement may be wrong: a field looks like its neighbour."""

PROVEN_SIDE, PROVEN_STEPS, PROVEN_ASIDE = 0.35, 7, (-0.05, 0.0, 0.05)
"""How far from the middle of a side, and at how many points, its line is looked for in the proof; and how far off the
side it counts, the plainest of these: half a cell of the network."""

WITHIN = (-0.25, 0.0, 0.25)
"""Where within a field, either way from its middle, no line should be: up to halfway to its sides."""

END_OUT, END_ASIDE = (2.7, 2.95, 3.2), (-0.4, 0.0, 0.4)
"""Where half-rounds should be board, and without a line: along the board from its middle, and aside. They begin at 2.5,
and even those that are only 0.8 deep, the least that is drawn, hold all these points."""

BESIDE_ALONG, BESIDE_STEPS, BESIDE_ASIDE = 2.5, 11, (1.22, 1.3)
"""Where no board should be beside the long sides, which lie at 1: so far either way along them, at so many points, and
so far aside; what is looked at ends at 1.4."""

BESIDE_ENDS, BESIDE_CORNERS = (3.3, 3.6), (-1.1, 1.1)
"""The same beside the half-rounds, which reach no farther aside than 1: along the board, and aside."""

WORTHS = (0.35, 0.15, 0.15, 0.2, 0.15)
"""How much of a placement's worth is that lines are seen where they should be, none within fields and none within
half-rounds, and that the board is seen where it lies and not around."""

FOUND = 0.73
"""Least worth of a placement: how surely lines are seen where they should be and nowhere else, and how well the board
covers its shape."""

CERTAIN = 0.775
CERTAIN_LEAD = 0.02
"""From here on nothing better is looked for. Measured on 106 boards drawn by two programs: wrong placements had 0.77 at
most, or led by less than 0.01; nine in ten true ones are certain at once."""

LEAD = 0.002
"""How much better a placement must be than one a field further on."""

LEAD_COUNTS = 0.5
"""How much of that counts as worth among placements of which none is certain."""

VISIBLE = 0.7
"""Share of the lines that must lie in the picture."""
