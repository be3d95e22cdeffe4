"""Thresholds of reading squares in an unknown picture. Lengths in squares, colours in L*a*b* units unless said."""

PATCH, SPAN = 40, 1.1
"""Samples across what is looked at around a square, and how wide that is: a coin that lies off the middle fits in."""

HEIGHT = 0.12
"""How high over the board a coin's face is looked for: coins are a tenth to a fifth of a square thick."""

RADII = (0.26, 0.29, 0.32, 0.35, 0.38, 0.41)
"""Radii of a coin that are tried."""

OFFSETS = (-0.12, -0.06, 0.0, 0.06, 0.12)
"""How far off the square's middle, each way, a coin is looked for."""

TURNS = 24
"""Points around a rim."""

RIM_SHARE = 0.35
"""So much of a rim may be weak (light from that side) without the rim being weak."""

LAB_SHARES = (0.6, 1.0, 1.0)
"""What a difference in lightness counts against one in colour: shadows change only lightness."""

GROUND, SQUARE_REACH = 1.22, 0.46
"""The tile is seen outside so many radii of the coin and within this distance of the square's middle."""

FACE = (0.66, 0.88)
"""The coin's plain face is seen between these shares of its radius."""

SIGN = 0.62
"""The sign lies within this share of the radius."""

INK_SHARE = 0.8
"""The part of the samples there that are nearer to the face than to ink."""

DEEPEST = 0.93
"""The part of the samples there that are nearer to the face than the thinnest sign's ink."""

DARKEST_FACE = 0.04
"""Share of white: an ink's light is measured against its coin's face, and none of these counts as darker than this."""

DARKNESS = 6.0
"""Added to an ink's darkness before its colour is measured against it: black stays without colour."""

WEIGHTS = (2.956, 1.33, 2.131, 1.165, 1.349)
BIAS = -26.295
"""How much the rim, the face, the ink, the grain and the sign's middle speak for a coin (natural logarithms of them):
logistic regression on 2,000 squares of 50 random simulated tables; on halves not learnt from, 6 of 1,000 were wrong."""

INKS = {
    "suns": ((0.92, 0.7),),
    "moons": ((0.0, 0.0),),
    "crowns": ((0.2, 1.6), (0.25, 2.2), (0.25, 2.9), (0.25, 3.8), (-0.6, 0.35)),
    "arms": ((0.26, -0.68),),
}
"""Suits with the colours of their inks: a* and b* against darkness. Crowns are printed in gold or in green."""

HUE_SPREAD = 0.3
"""How far inks stray from these."""

STRANGE_INK = 0.002
"""How usual an ink of any other colour is."""

COVERED = 0.5
"""From this chance on the network is believed that something lies over a square."""

MEASURED_SHARE, TOLD_SHARE = 0.7, 0.7
"""What the measures and the network count, in powers of their chances: both look at the same picture, so two opinions
that agree are not quite twice as sure as one."""

SUIT_SIZES = (6,)
"""Coins of a full suit."""

FEW_COVERED = 4
"""A hand hides neighbours, often most of one suit; with this many squares covered suits are not counted any more, and
on a board that was learnt they are covered, whatever else they look like. In 60 pictures of 12 simulated tables without
hands no square is taken for covered; of 359 squares under hands 326 are told unseen so and five surely for what they do
not hold, where without this it is 83 and 34."""

SURE_COIN = 0.9
"""A coin seen so surely is believed where the place looks like nothing learnt."""

NEVER_SURE = 2e-3
"""What nobody foresaw: nothing is given with more than 1 less this."""

SIGN_SPREAD = (0.35, 0.35, 0.35, 0.3, 0.35, 0.3, 0.18, 0.18)
"""Least standard deviation of what speaks for a coin, of the sign's depth and of its ink's two colours, between squares
that hold the same."""

MOST_HUE = 1.5
"""An ink's two colours, as in `INKS`, count up to this either way: gold ones, from 1.6 to 3.8, are then alike."""

SIGN_TAIL = 5.0
"""Degrees of freedom of the Student distribution of these together: a glint or a shadow decides little."""

STRANGE = -5.0
"""The log density from which on these look like nothing that was learnt: of 900 squares of 16 simulated tables none had
less; of 128 with a bar, ring, dot or plate on them 104 had."""

COLD_SHARE, PLACE_SHARE = 0.5, 0.2
"""How much the reading without history, and that by the place's own looks, count beside these."""

FLOOR = 1e-4
"""Least share of a token's likelihood: no single square may outweigh everything else."""
