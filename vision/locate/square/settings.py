"""Thresholds of finding a grid of squares. Lengths in pixels are of the working picture, others in squares."""

WORKING_SIDE = 960
"""Pixels of the longer side of the picture in which lines are sought: a tile's thin lines are still a pixel wide."""

LEAST_LENGTH = 0.012
"""Shortest segment of a line, in diagonals of the picture: about a third of a square of a small board."""

MOST_SEGMENTS = 800
"""The longest segments are kept: a weave has thousands of short ones."""

LEAST_SEGMENTS = 8
"""With fewer segments no vanishing point is looked for."""

PAIRS = 1000
"""Pairs of segments whose meeting point is tried as a vanishing point."""

AIM = 0.025
"""How far (radians) a segment of a hundredth of the diagonal or more may point past its vanishing point."""

NEAREST = 1.0
"""Half diagonals from the picture's middle within which no vanishing point of a board seen up to 40° aslant lies."""

DIRECTIONS = 7
"""Vanishing points kept: two of the board, two of its table, some of other things."""

LEFT_OVER = 0.02
"""Share of the length of all segments: where less than this points nowhere yet, no more vanishing points are kept."""

CROSSING = 0.85
"""Least angle (radians) at which two directions of a board meet in the picture."""

SMALLEST_SQUARE, LARGEST_SQUARE = 0.012, 0.14
"""A square's side in diagonals of the picture, for boards that nearly fill it and boards a fifth as wide."""

PERIOD_STEPS = 240
"""Periods that are tried in each direction, from the smallest square to the largest: each 1 % longer than the last."""

PERIODS = 7
"""Periods kept in each direction."""

LONGEST_SIDE = 1.5
"""How much longer a square may look one way than the other: what 40° aslant make of it, and some perspective."""

TRIES = 60
"""Lattices that are looked at, the likeliest first."""

LOOKS = 6
"""Placements that are looked at closely when none is certain at once."""

SAME = 0.5
"""Squares: placements whose corners are nearer than this are the same; the next on a lattice is one off."""

REACH = 13
"""Squares around the middle of a lattice that are looked at: a board and a half."""

CELL, FINE_CELL = 12, 24
"""Samples across a square: for the proof, for the fit."""

SLIP = 0.17
"""How far a line may lie off its place in a lattice that is not fitted yet."""

SHARP = 1.6
"""A line shows fully where the picture changes so many times as much across it as across the squares beside it."""

FAINT = 3.0
"""Change (of 255, a sample) that noise makes: less is no line, whatever the squares beside it."""

OUTSIDE = 0.5
"""What lines around the board, where none should be, weigh against those on it."""

VISIBLE = 0.75
"""Share of the board that must be in the picture."""

FINE_SLIP = 0.085
"""As SLIP, once the lattice is fitted: tiles are laid by hand."""

FIT_REACH = (0.22, 0.14, 0.1)
"""How far lines are looked for in each round of the fit."""

LINE_FOOT = 0.3
"""Share of the height of a profile across a line that is its foot, and does not tell where the line lies."""

LEAST_NODES = 12
"""Corners of squares at least, with lines seen both ways, for a placement to be fitted anew."""

ROUGH, PROMISING = 0.15, 0.5
"""How well a board must show on a lattice not fitted yet, to be looked at closely, and to be looked at at once."""

INSIDE_LEAST = 0.72
"""Share of the board's lines that must show: a hand may cover a quarter, a field with three tiles fewer shows less."""

OUTSIDE_MOST = 0.3
"""Share of lines around the board that may show, on a table of planks: a part of a larger field shows more."""

WORST, WORST_LEAST = 0.22, 0.4
"""Share of the board's long lines that are counted as the worst, and how much of these must show: every line of a true
board does, of an accidental lattice only some."""

CERTAIN = 0.08
"""By how much these must be bettered to be sure."""

LEAD = 0.05
"""By how much the board must show better than the same lattice a square further on."""

FAINT_STRENGTH, FAINT_LEAD = -0.45, 0.1
"""Lines that prove less may still be too faint only, if they show so much better here than a square further on."""

RIM_LEAST, BEYOND_MOST = 0.75, 0.1
"""How much of its outline such a board must show, and how much may show around it. On 220 simulated tables boards show
0.8 and 0.05; the field of sixteen tiles laid over ten shows half its outline, ten among sixteen 0.14 around them."""

FEWEST_COINS, ASKEW = 4, 0.05
"""Coins that prove a placement; and how far from sure the network that reads them may be, on the mean of all squares:
0.03 where a board truly lies, 0.1 and more elsewhere."""
