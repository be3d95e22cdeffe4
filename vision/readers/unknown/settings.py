"""Thresholds of reading a star never seen before. Lengths are in hole pitches unless said otherwise."""

from vision.readers.unknown.grid import Augmentation

AUGMENTATIONS = (
    Augmentation(0, mirrored=False),
    Augmentation(2, mirrored=False, network="second"),
    Augmentation(4, mirrored=False, height=0.25),
    Augmentation(1, mirrored=True, network="second", height=0.25),
    Augmentation(3, mirrored=True, height=0.5),
    Augmentation(5, mirrored=True, network="second", height=0.5),
)
"""The ways round in which the networks see a board, and the heights above it, the lowest first, each network once.
Their mean errs less than any one."""

ASLANT = 12.0
"""From so many degrees on a board is seen at these heights: the heads of tall pieces lie on other places than their
feet then, and it takes both to tell whose they are. Of 190 boards at home 94 places were wrong on 30 without, 83 on 27
with it; those seen from above are read as well without."""

HIGHER = (
    (Augmentation(1, mirrored=False, height=0.75), Augmentation(4, mirrored=True, network="second", height=0.75)),
    (Augmentation(2, mirrored=True, height=1.0), Augmentation(3, mirrored=False, network="second", height=1.0)),
    (Augmentation(5, mirrored=False, height=1.25), Augmentation(0, mirrored=True, network="second", height=1.25)),
)
LESS_CLEAR, CLEAR = 0.4, 6.0
"""Then also higher up, as long as that is clearer than the lowest height, which is left out for it. It is not tried
where the highest is less clear by so much (nats); and the most that one place counts. Of 105 boards seen aslant it
changes three: on two 16 places were wrong, ten of them by shadows of tall pegs, none are now; on one nine more are, all
of them doubted."""

COVERED_MARGIN = 4.0
"""By how much (logits) a place must look covered rather than empty or occupied. Of 72 pictures by another program all
places that looked so by less and were half in sight were read rightly; what is more hidden is read and doubted."""

KIND_SHARPNESS = 1.1
"""What the network's logits for empty and piece are multiplied by to be honest on boards it was never trained on."""

HALF_SEEN, SET_APART = 1.5, 3.0
"""Logits: a place that looks more like a piece is one for itself; and by how much a set that is half seen looks less
empty than any hole."""

STREWN, STREWN_WANTED = 0.5, 3.0
"""What may be a set that hardly shows lies strewn if no point holds this share of it, and is so much likelier (logits)
than a full point that looks the same: as a sixth one beside five, or where it `STANDS_OUT`. Of 826
pictures one has ten such places that stand out, pawns all of them."""

STANDS_OUT, SIXTH_SHOWS = 4.0, 4.0
"""By how many times what all others differ it must look less like holes than they do; a sixth is then so much likelier
still."""

SIXTH_SURELY = 2.5
"""Logits: one place that looks more like a piece is of the sixth set, and no witness for nine that do not."""

HOLES_SPREAD, SIXTH_ANYWHERE = 0.1, 0.2
"""How much (logits) the others differ at least, by which it is measured how one stands out; and how often,
where none of that shows, they are any of them."""

HARDLY_APART, APART_SHARE = 0.3, 0.3
"""By how much (logits) a set that hardly shows looks less like holes than they do, and as what share of how unlike its
own places are. Of 218 boards two show that: ten cream pawns, called holes with p 1 before, and ten holes (0.98 now)."""

ONE_MORE_WANTED = -1.5
"""By how much (logits) it is less likely than of a full point that the likeliest of all other places, as many as a set
has, are one more set; where the usual one of them looks emptier than an even point they hardly ever are."""

POINT_EMPTY, POINT_EVEN, POINT_SHARPNESS = -6.5, -2.4, 0.96
"""A point that seems empty is as likely full where its places have the mean logit ``POINT_EVEN`` (before sharpening),
and hardly ever below ``POINT_EMPTY``. Fitted on 3,900 points of 220 simulated boards; of those between −6 and −3 a
seventh were full, which ten places each for themselves had given one chance in a hundred."""

POINTS_VOUCH = 2.0
"""Logits by which such points are likelier full where two may as well be so and nothing at all surely is a piece."""

LIKENESS_SHARPNESS, LIKENESS_REACH = 5.0, 1.12
"""Two pieces are of one set with the logit sharpness × (reach − distance of their likeness)."""

MOST_SETS = 6
"""As many sets as a star has points."""

MOST_LARGE_SETS = 3
"""So many sets at most fill a point and the row before it; where there are more, each fills a point."""

MISSING = 0.04
"""How often a piece of a set is missing: lost, or in a hand."""

TOO_MANY = 1e-3
"""How often a set is seen with a piece too many."""

NO_SUCH_SET = 0.02
"""How often things that look like a set of their own are no pieces at all: holes in a printed point, say."""

ODD_SIZES = 0.05
"""How often sets do not have these numbers of pieces when they are grouped."""

LEFT_OVER, LEFT_PIECE = 0.5, 0.15
"""How often a set is then but what is left of one, and how much less usual (natural logarithm) each piece more of it
is. Two halves of three sets each are no way to leave them: before, sets of 15 were told as 15, 8, 8, 8 and 7."""

ODD_SIZE = 0.6
"""How usual any one number of pieces is where all sets have about the same."""

UNEQUAL, UNEQUAL_POWER = 0.6, 1.5
"""What it costs (in natural logarithms) that such a set has a piece more or fewer than the others, and to which power
of their number: one or two are soon put to a wrong set, not seven."""

LARGE = 1.0
"""What each piece costs (in natural logarithms) that a set has more than a full one: rather it is two taken for one."""

SETTLING_ROUNDS = 10
"""How often at most pieces change their group before it is taken as it is."""

ODD_POSITION = 0.05
"""How often a position has no full sets at all: somebody tries something out, or packs up."""

COUNT_TURNS = 4
"""How often sets hear what the numbers of the others say of each place. Taken one by one, 152 of 69,339 places of 586
boards were wrong, 146 so, and 145 by twice as many turns."""

HIDES_PIECE = 0.06
"""How often a covered place hides a piece of a given set: about six sets of ten on 121 places."""

CROWDED, HIDES_CROWD = 0.1, 0.5
"""How often a set lies crowded where somebody's hand is (sets begin and end so); and how often a covered place hides a
piece of it then."""

MOST_STRANGERS = 3
"""How many groups more may be made of things that are no pieces, or of a stray piece."""

STRANGER = 1e-3
"""How often such a group is seen."""

SIX_SETS = 0.97
"""How surely groups beyond six are no sets of pieces: somebody may play with seven colours all the same."""

PAIR_WEIGHT = 0.8
"""How many independent witnesses the pairs of one piece are worth, when pieces are grouped."""

UNLIKE = ((0.0, 0.0), (1.5, -2.0), (3.0, -6.0))
"""How much less alike (logits) one set's pieces may be than usual, on boards of cat's eyes and swirls say, and how
usual that is (natural logarithm). With −1.5 and −3, and odd numbers of pieces less usual (0.4), 140 pieces of 660
boards went to another set, 105 so: what was left of four sets beside a hand had been taken for an unlike one."""

EXCHANGED = 3
"""In how many groupings, the best ones of different numbers of groups, pieces are exchanged; more found no better."""

CHANGES = 8
"""How many pieces may change their group on the way to a better grouping."""

GAIN = 1e-6
"""By how much (nats) it must be better, beyond what rounding makes of a number."""

TINT_SIZE = 16
"""Samples across the patch, a pitch wide, in which a piece's colour is measured."""

TINT_REACH = (0.21, 0.375)
"""How far from its middle a piece's colour is measured: where it is nearest to us, and all over."""

TINT_LEAST = 0.15
"""A piece of which a hand leaves less than this share to be seen is measured as it shows, hand and all."""

HAND_STEPS = 5
"""Steps of the logarithm of each colour in which a hand's colours are counted: 22 % apart, and blurred by one."""

HAND_RATIO, HAND_RARE = 3.0, 1e-4
"""A colour is the hand's if it is so much commoner where something lies over the board than away from there; and so
rare (a share) that it may be chance. Of 273 boards three more are read entirely right by it, and none is read worse."""

HAND_NEAR = 1.1
"""How far from a place that looks covered a hand may still lie over half of one."""

TINT_DARK = 6.0
"""Added to colours (0 to 255) before their logarithm, so that black things differ no more than others."""

TINT_DAMPING = 0.01
"""By how little (in pieces) a set's colour is held to that of all, for numerical reasons; falling light is by one."""

TINT_LEVERAGE = 0.95
"""How much of a place's own colour may come from itself when it is told what the others alone would say."""

TINT_NOISE, TINT_PRIOR = 0.0015, 3.0
"""How far (variance of logarithms) colours of one set differ at least; and as how many pieces it counts that they
differ evenly."""

TINT_FREEDOM = 8.0
"""Degrees of freedom of Student's distribution, as which colours stray: gleams and shadows stray far."""

TINT_MEMBERS = 2.0
"""How many other pieces of a set must be seen before its colour is known."""

TINT_SHARPNESS, TINT_MOST = 0.35, 4.0
"""What logarithms of likelihoods by colour are multiplied by, and the most (logits) that they say of one set."""

TINT_LEARNT = 10.0
"""From how many pieces on (beyond one a set) colours tell more than half of what they could."""

SURE_PIECE = 0.6
"""From which probability on a place holds a piece surely enough to be grouped; the others join a group afterwards."""

DOUBT_SHOWN = 1e-3
"""From which probability on that pieces belong together in another way it is told: by a set that has no pieces."""

MOST_DOUBT = 0.45
"""A set that has no pieces, or that hardly shows, is nowhere the likeliest."""

VOTE_WEIGHT = 0.7
"""What the mean likeness to a set's pieces is multiplied by to be honest."""

LONE_PIECE = -1.0
"""Logit of a piece belonging to a set of which no other piece is seen."""

NEVER_SURE = 1e-3
"""What nobody foresaw: nothing is given with more than 1 less this."""

WITNESS, WITNESS_MOST = 0.7, 6.0
"""What the network's nats for empty or occupied are multiplied by, and their most, beside what a reader has learnt of
this table: shadows and glints mislead both."""

WITNESS_AUGMENTATIONS = Augmentation(0, mirrored=False), Augmentation(3, mirrored=True)
"""The ways round in which it sees the board then: six of them told no more."""

SHAPE_SIZE, SHAPE_SPAN, SHAPE_REACH = 20, 1.2, 0.58
"""Samples across the patch in which edges are looked for, how wide it is, and how far from the middle they count."""

SHAPE_DARK = 12.0
"""Added to colours (0 to 255) before their logarithm: a camera's noise in the dark is no edge."""

SHAPE_EDGE = 0.02
"""Change of the logarithm of light from one sample to the next that makes half an edge."""

SHAPE_STRAY = 0.6
"""The most that two places may differ in one sample, squared: a finger over one of them differs more."""

SHAPE_SHOWS = 0.2
"""How clear edges are (their mean square) where a place shows any: most have 0.5 to 0.8, one of a hundred less than
0.17, and of fifteen white marbles on overexposed paper thirteen less than 0.05."""

SHAPE_KIN, SHAPE_NEAR = 12, 0.01
"""How many others tell what a place is taken for; and by how much more of a difference than the least one they count
a third."""

SHAPE_SURE = 3.0
"""The most (logits) that one look-alike says."""

SHAPE_WEIGHT = 0.8
"""What the look-alikes' opinion counts beside a place's own."""
