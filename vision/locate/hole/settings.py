"""Thresholds of finding boards of holes.

A pitch is the distance between two neighbouring holes. "Measured" means: on drawn, ray-traced and photographed boards.
"""

from typing import Final

from vision.readers.unknown.grid import Augmentation

# The search.

WORKING_SIDE: Final = 1280
"""Pixels: larger pictures are searched at this long side. A star 190 px wide in 1280 still has 14 px a pitch."""

SOFT_SIDE, SOFT_BLUR, SOFT_LIGHT = 0.5, 0.8, 0.6
"""What was not found is looked for again in a picture so much smaller, blurred (pixels of it), its levels raised to
that power. In vain it costs up to a third more."""

LOOKS: Final = 4
"""Placements at most that are looked at closely at each level, the likeliest first."""

LEVELS: Final = (0.125, 0.18, 0.25, 0.35, 0.5, 0.71, 1.0)
"""Shares of the working size that are searched, coarse first: the coarse ones are cheap and usually suffice."""

WINDOW: Final = 2.0
"""Pixels: standard deviation of the round window at every level. Holes from 6 to 13 px a pitch answer to it."""

FLOOR: Final = 2.0
"""Squared Lab units: a patch with less variance is plain. Two units is what sensor noise and JPEG leave."""

PEAK_WIDTH: Final = 7
"""Pixels at every level: a candidate is the roundest in a disc so wide; the closest holes are six pixels apart."""

PEAK: Final = 0.22
"""Least roundness of a candidate. Wood, cloth and noise reach 0.1 to 0.2, holes and pieces 0.5 to 0.9."""

MOST_PEAKS: Final = 600
"""Candidates kept per level, the roundest first: five times the places of the usual board."""

REGIONS: Final = 6
REGION_PEAKS: Final = 120
"""Regions along each side of the picture, and how many candidates are kept in each all the same: a star 190 px wide in
1280 fills one region, and between its holes cloth is as round as they are."""

NEIGHBOURS: Final = 10
"""Nearest candidates among which the six neighbours of a hole are looked for: six and some strays."""

OPPOSITE: Final = 0.2
"""Pitches: how far two opposite neighbours may miss each other's mirror place (perspective and parallax)."""

MOST_SEEDS: Final = 24
"""Hexagons grown per level before the next level is tried: a table full of dots starts twenty of its own."""

SLANT: Final = 1.6
"""How many times longer a hexagon may look one way than the other: 1.3 at 40° of tilt, more at the rim of a wide
picture; 1.73 makes a square grid of it."""

NEAR: Final = 0.28
"""Pitches: how far a candidate may lie from where the lattice expects it (pieces stand up to 0.4 aside)."""

PERSPECTIVE: Final = 12
"""Lattice nodes from which on perspective is fitted: fewer do not tell it from noise."""

MOST_NODES: Final = 500
"""Lattice nodes: twice the largest board; a carpet of holes that goes on beyond is none."""

LEAST_PATCH: Final = 30
"""Lattice nodes: a quarter of the usual board; smaller patches carry no star."""

PATCH_AROUND: Final = 6
PATCH_STARTS: Final = 2
"""Lattice nodes around a patch on which the board's middle may lie as well, for a patch may be a part of it; and how
many placements of each patch, the likeliest first, go on."""

ROUGH: Final = 0.3
"""Least proof on the unrefined lattice that is worth a closer look: true stars had 0.4 to 0.9."""

# Where the picture repeats itself: the second search.

REPEAT_PITCH: Final = (6.0, 17.0)
"""Pixels of the map between which the steps of a lattice are looked for: levels are half an octave apart, so every
board has a pitch of 9 to 13 in one of them."""

REPEAT_PART: Final = 96
REPEAT_STEP: Final = 40
"""Pixels: the side of a part of the map that is laid over itself, about nine pitches, and how far parts lie apart."""

REPEAT_BELL: Final = 0.2
"""Standard deviation of a part's window, as a share of its side: beyond two pitches perspective smears the steps."""

REPEAT_LEAST: Final = 0.05
"""Least agreement (1 with itself) at a step of a lattice. Measured on boards that had not been found: 0.2 to 0.8."""

REPEAT_PEAKS: Final = 16
REPEAT_EACH: Final = 2
"""The strongest peaks of an autocorrelation that are tried as steps, and how many hexagons of them are kept: gaps
between large holes make a second, finer one."""

REPEAT_CLOSES: Final = 0.15
"""How exactly three steps must close a hexagon, as a share of a step."""

REPEAT_SEEDS: Final = 8
"""Parts from which lattices are grown at each level, the surest first."""

REPEAT_ROUGH: Final = 0.42
"""Least proof on such a lattice that is worth a closer look: true stars had 0.46 to 0.8, most of what is none less."""

REPEAT_COMB: Final = 3
REPEAT_PHASES: Final = 12
REPEAT_RESTS: Final = 2
"""To see where a lattice rests it is laid over so many steps about the middle of its part, slid by so many parts of a
step either way; in how many places it may rest: on holes, and on the pieces that stand aside of theirs."""

# The proof.

CELL: Final = 12
"""Pixels a pitch in the view from straight above, in which board and places are measured."""

MARGIN_SEEN: Final = 3.0
"""Pitches beyond the tips that the view shows: the ring outside every rival that lies one or two rows off."""

PLACE_WINDOW: Final = 0.16
"""Pitches: the round window of the proof; measured: of 0.16 to 0.5 it parts places from ground best."""

PLACE_BLUR: Final = 0.08
"""Pitches: blur before the proof; takes the noise of dim pictures, leaves the smallest holes."""

PLACE_REACH: Final = 0.2
"""Pitches around a place in which its hole or piece is looked for: parallax of the lower pieces."""

ASLANT: Final = 0.003
"""Growth of depth for each pitch, as a share, from which a board is seen aslant: a camera 25 pitches away, 5° off."""

LIFTS: Final = (0.3, 0.55)
"""How far (pitches) heads of marbles and cones seem to lie from their holes when a camera looks 20 to 40° aslant."""

LIFTED: Final = 0.85
"""What something round there is worth beside something round on the place itself: holes have no heads."""

UNSEEN: Final = 0.25
"""What a ring point outside the picture counts, 0 empty to 1 round: it cannot speak for the board."""

ROUND: Final = (0.2, 0.5)
"""From where something round is there, and surely there: parts of the way from what is usual just outside the board to
what is usual on its places. Holes may be half as round as pieces."""

LEAST_RISE: Final = 0.05
"""Roundness: a smaller difference between places and ground is none."""

RANKED: Final = 12
"""Placements on a rough lattice that are ranked; the means before it nearly always have the right one first."""

UNCOVERED: Final = 0.7
"""Share of the places that must speak for the board; the rest may lie under a hand."""

VISIBLE: Final = 0.7
"""Least share of the board's places inside the picture."""

PART_VISIBLE: Final = 0.35
PART_PROOF: Final = 0.6
"""Share of places in the picture and their proof from which a board is said to be cut off by the picture's edge."""

POINTS: Final = 4
FEWEST_POINTS: Final = 2
POINT_SHOWN: Final = 0.3
"""How many of the six points must show something round on this share of their places, and at the tip or
beside it: a hand hides one or two. A triangle or a hexagon of holes is no star. Where fewer do, but no less than the
fewest, the placement stays doubtful: the pieces of two or three players may be all that shows of the points."""

POINT_END: Final = 1.5
"""Pitches from the tip of a point up to which its end reaches: its neighbours lie 1 away, the next √3."""

RIVAL_REACH: Final = 3.1
"""Pitches: how far off placements are rivals. Three places along a row is 3; of the triangles between places, the last
within lie 3.06 away and the next 3.2."""

ACCEPT: Final = 1.0
"""Least strength (proof and twice its lead) of a star. Measured on 166 drawn boards and 246 searches where there was
none: true stars nearly always above 1.2, from 1.07 under a hand or in haze; everything else up to 0.96."""

CERTAIN: Final = 1.2
"""Strength that ends the search at once."""

RIVALLED: Final = 1.45
"""Strength below which the triangles between its places are asked about, if the network does not find it plain. A
board of black holes and white lines was found on them, at 1.32; one of rings that touch, at 1.2 to 1.31."""

LEANING: Final = 0.8
"""Cosine of the angle from which on a shift is one in which tall pieces lean."""

PERHAPS: Final = 0.75
"""Strength from which a board is said to be there perhaps."""

RIVAL: Final = 0.75
"""Proof from which a placement that does not lead is said to have rivals."""

APART: Final = 0.1
"""Least lead in strength before a board elsewhere, when neither is certain."""

BIGGER: Final = 1.25
"""Of two boards in the picture the one with this much more pitch is meant; nearer in size, a person must say."""

SAME: Final = 0.35
"""Pitches: placements whose tips are nearer than this are the same."""

# What sense the network that reads boards makes of a placement.

SENSE_AUGMENTATIONS: Final = (Augmentation(0, mirrored=False),)
"""The one way round in which it looks: it is asked often, and only which of two placements makes more sense."""

HEADS_AUGMENTATIONS: Final = tuple(Augmentation(0, mirrored=False, height=height) for height in (0.0, 0.5, 0.75))
HEADS_LEAN: Final = 0.25, 0.5, 0.75, 1.0
HEADS_TILT: Final = 15.0
HEADS_DOUBT: Final = 0.015
HEADS_LOSS: Final = 0.6
HEADS_STRENGTH: Final = 0.5
HEADS_OFF: Final = 0.25
"""How high above the board it is asked whether heads were taken for holes; how far nearer to the camera the board may
lie then (pitches); seen from how many degrees on, and at which doubt, that is asked at all; how much strength it may
lose, and must keep; and how far off it lies at least (pitches). Of 105 boards seen aslant, 40 of them with tall pegs
and pawns, six lay on heads with a doubt of 0.02 to 0.09, 0.001 to 0.05 on their holes, where five had a strength of
0.64 to 1.3. A row off, where what stands on the next row may make as much sense, it was 0.4 at most."""

SENSE_PART: Final = 0.5
SENSE_LEAD: Final = 0.03
"""A placement makes far more sense if it has less than this part of another's doubt, or so much less. Measured on 46
boards that another program drew: a row off the doubt is 2 to 70 times as large, or larger by 0.04 under a hand."""

SENSE_PLAIN: Final = 0.005
"""So little doubt is perfect sense, and worth no second search. Of 84 pictures of boards rightly placed 72 have less,
most 0.002; a simulated board of dashes that was found askew had 0.04, and 0.008 half a pitch aside of that."""

BESIDE: Final = 3
"""Of the placements half a pitch aside so many are looked at more closely: the right one and its neighbours."""

SENSE_ROWS: Final = 0.5
"""Share of the placements a row off that must make far less sense than a doubtful one whose round things would just
do. The more these say the fewer need be, down to none where they are certain by themselves."""

SENSE_SOME: Final = 0.08
"""What makes less sense than this is no board where its round things alone are hardly enough; hands left aside: of 577
boards three had more doubt where they truly lie, none above 0.1, and 563 less than 0.04."""

SENSE_MOST: Final = 0.03
SENSE_STRENGTH: Final = 0.7
"""Most doubt and least strength of a placement that the network vouches for where round things would not do: true ones
had 0.003 to 0.006, a star of 121 holes taken for one of 181 had 0.04."""

SENSE_HIDDEN: Final = 0.15
"""So large a share of the places may be covered by a hand; if it is more, the board rather lies elsewhere."""

CROWD: Final = 0.085
CROWD_DOUBT: Final = 0.05
"""A decided placement (so much doubt at most) that shows more pieces than those a row off, by this share of its places,
is proven by them. Measured on 252 searches for a star that was not there or has another size: 0.072 more at most; where
72 boards truly lie the network saw 0.01 less at most than a row off, and up to 0.14 more."""

CROWD_ROUND: Final = 0.025
"""The same where round things would do by themselves: a row off, three or four pieces of two full points lie off a
board of 121 places, and eight of three."""

BEGINS_ODD: Final = 0.01
"""So large a share of places may look otherwise where a game begins; a row off, heads of tall pieces made it 0.07."""

SENSE_MOVES: Final = 3
"""Placements at most that are held against those around them, each the clearest around the one before."""

MOST_LIKELY: Final = 6
"""Doubtful placements that the network is asked about, the strongest first: 75 ms each on an ordinary core."""

LIKELY_TOLD: Final = 2
"""So many of them are told where no board was found, for who knows what should lie on it."""

# Where hardly more than pieces shows: the third search.

GAP: Final = 1
"""Missing lattice nodes over which a lattice grows: on a white board in bright light no hole shows, and there is one
between two points full of pieces."""

GATHERED: Final = 10.0
GATHERED_MORE: Final = 0.15
"""Nats by which what was found on a lattice must lie oftener on the board than elsewhere, true ones had 17 to 140; and
by which share oftener than just outside it."""

GATHERED_LOOKS: Final = 10
GATHERED_FITS: Final = 3
"""Such placements at most that the network is asked about, and the clearest of them that are fitted."""

# Where not even those lie on a lattice: the star's own shape.

STAR_FILLS: Final = 2 / 3
"""Share of its hull that a star of two triangles fills."""

STARS: Final = 4
"""Stars of one region at most that are looked at."""

POINT_AREA: Final = (0.0008, 0.06)
POINT_CUTS: Final = 20
POINT_LEVELS: Final = (0.003, 0.997)
POINT_MEDIAN: Final = 5
POINT_GAPS: Final = 5
POINT_SMOOTHED: Final = (3, 7)
POINT_STEPS: Final = (3, 5, 8, 12)
"""Share of the picture that a painted point takes; at how many levels the picture is cut, between which of its
quantiles; over how many pixels it is smoothed before that, and how large the gaps and specks are that are gone after;
over how many it is smoothed where its colours change, and by how much they do at most within one."""

POINT_HULL: Final = 0.72
POINT_FILLED: Final = 0.55
POINT_AGAIN: Final = 0.01
POINT_SAME: Final = 0.12
"""Share of a triangle about it that a point takes with its dents, and of that what is left between its pieces; and how
near, as a share of their sides, corners of two triangles are the same, and tips of two stars."""

MOST_TRIANGLES: Final = 300
"""So many of what is about triangular are tried as points, each with each: half of all pictures of stars have fewer
than 90, one in a hundred more than 230. A cloth of triangles has thousands, and would take minutes."""

STAR_POINTS: Final = 3
POINT_STARS: Final = 12
POINT_OFF: Final = 0.45
POINT_ROUNDS: Final = 3
"""So many painted points make a star, and so many such stars are looked at, those with most points; how far, as a share
of its side, another may lie from where they have it; and how often that is told anew from those that are seen, for
perspective makes the far ones smaller."""

EDGE_PART: Final = (0.12, 0.88)
EDGE_SAMPLES: Final = 16
EDGE_STEP: Final = 0.04
EDGE_REACHES: Final = (0.7, 0.5, 0.35, 0.25, 0.25)
POINT_REACHES: Final = (1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.25)
EDGE_ON: Final = 0.1
"""Between which shares of an edge of a star it is looked for, at how many points, in what steps (pitches), how far
aside each time, and what counts as on it."""

STAR_PERHAPS: Final = 0.6
STARS_WITHIN: Final = 6
"""Share of the contrast near its edges that lies on them if it may be a star at all: half under a hand or full of
pieces, eight had 0.62 to 1.0. There the holes must tell; they are sought within so many, the plainest."""

STAR_SHOWS: Final = 0.8
"""Share of the contrast near its edges that must lie on them. True stars had 0.82 to 1.0 when they lay right; one
laid 0.7 pitches askew 0.78."""

STAR_AROUND: Final = 0.88
"""So far around it a star must show, as a share of its edges, to tell where the board lies. Whole ones had 0.92 to 1.0,
a triangle between three points 0.73, where nothing but full points shows 0.76."""

STAR_PLAINLY: Final = 0.97
"""Or so far around two of its points, and the network tells: of 64 such stars of 165 simulated tables beneath a hand it
made sense enough of 26, of which 25 lay right and one a third of a pitch askew."""

STAR_WITHIN: Final = tuple(0.66 + 0.03 * step for step in range(14))
"""How far out the outermost places may lie, as shares of the way to the star's tips: 0.75 to 0.97 measured. Steps of a
fifth of a pitch, which the network bears: the middle of all that it is sure of is right."""

STAR_PLAIN: Final = 0.01
"""So little doubt is sense enough where a star shows all around, holes or not, and holds pieces: of 60 such stars 47
had less, hands left aside, where the board lies; laid elsewhere one had, under a hand."""

STAR_HIDDEN: Final = 0.25
STAR_HAND: Final = 1.1
"""So much of a star a hand may cover, and how many places are doubtful for each that it does: some at its rim are."""

STAR_PIECES: Final = 0.12
"""Of its places so many must hold pieces, as a share, if they and the star's shape alone prove a board."""

STAR_SURE: Final = 0.5
"""How sure such a placement is: as one whose round things will just do."""

# The measured places and the fit.

SEARCH: Final = 0.35
"""Pitches around a place in which its rim is looked for: pieces stand aside, neighbours are 1 away."""

RIMS: Final = (0.15, 0.19, 0.23, 0.27, 0.31, 0.36, 0.41)
"""Pitches: radii of rims; drilled holes have 0.15 to 0.25, dimples 0.25 to 0.35, marbles 0.3 to 0.42."""

RIM_LEAST: Final = 0.3
"""Least share of a rim that runs round its centre: half the circle seen, or all of it faintly."""

STEEP_NOISE: Final = 3.0
STEEP: Final = (0.5, 4.0)
"""Squared gradients, Lab units a pixel: below this many times the picture's median they fade into noise; bounds."""

SAY: Final = (0.3, 1.5)
"""Bounds of what one spot may say about the board's surface, by how plain its rim is beside the usual one's: none is
left out, and none says more than five times as much as another."""

START_SHARES: Final = (0.05, 0.4)
START_SIZED: Final = (0.9, 0.1)
START_KNOWN: Final = 0.9
START_MIX: Final = (0.6, 0.35, 0.05)
"""Where the mixture of holes and pieces begins, for it finds what is near only: every spot a piece with either of these
probabilities; or, for every size of rims, what is as large with the first and what is smaller with the second; so sure
it is of either rather than a stray, and so many are holes, pieces and strays."""

LEAST_MIX: Final = 0.02
"""What is added to every share of these three, and the least share of strays before: none ever dies out."""

SMALLER: Final = 0.03
"""Pitches: pieces whose rims are smaller than the holes' by this much count one standard deviation. A piece covers
its hole."""

HOLE_SPREAD: Final = (0.012, 0.05)
PIECE_SPREAD: Final = (0.03, 0.1)
"""Pitches: bounds of the scatter of measured holes (0.015 to 0.02 measured) and of pieces (they lean and roll)."""

SCALE_PRIOR: Final = (0.03, 0.035)
"""Expected parallax scale of pieces and its spread: height over camera distance, 0 to 0.1 measured."""

SHIFT_PRIOR: Final = 0.25
"""Pitches: spread of the parallax shift at the board's centre; 0.24 was the most measured."""

SUNKEN: Final = 0.0015
"""Parallax scale below zero by this much counts one standard deviation: pieces stand above the board."""

MOST_PIECES: Final = 0.75
"""Of the places, at most, on which what was found are pieces. Six full sets lie on half of them, and holes whose gleams
lie otherwise may pass for pieces; where nearly all did, they were the holes."""

FIT_ROUNDS: Final = 3
FIRST_ALIGNED: Final = 1
"""View, measure, fit: so often, each round from a straighter view; from which round on all holes' common picture is
asked, which needs a view that is nearly right."""

MOVED_FAR: Final = 0.15
ALIGNED_LOSS: Final = 0.3
"""Pitches from which on the way to the common picture, and the whole way to where the board settles, are checked; and
by how much less strength the first leads astray. Of 354 boards 18 were moved by 0.1 and more: two astray, which lost
0.5, and the others nothing to speak of."""

# From where a placement lies well outwards.

OUTWARD_FINDS: Final = 2
OUTWARD_FITS: Final = 6
"""How many of the strongest finds are fitted so, where none is certain; and how often, each time farther out."""

OUTWARD_LEAST: Final = 20
OUTWARD_KNOWN: Final = 4
"""Places at least that lie well, and neighbours (itself included) on which something must be found to tell of one."""

OUTWARD_USUAL: Final = 0.18
OUTWARD_OFF: Final = 0.25
"""Pitches by which half of the neighbours, and the place itself, may be off: by chance half are nearer than 0.25."""
