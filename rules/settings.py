"""Thresholds of the referee and the match.

Where nothing else is said they are in nats: the natural logarithm of how many times likelier one explanation is.

None is tuned to a table. They say how much evidence people would want: being asked once more costs a second, a move
accepted that nobody made costs the game.
"""

from math import exp, log

FLOOR = 1 / 1000
"""How unlikely a token can become on one place, as a share of the likeliest. Readers are never surer than that in
truth, and a place that is broken (a reflection, a hole full of crumbs) must not outvote the whole table."""

CAP = -log(FLOOR)
"""The most that one place may therefore speak against an explanation."""

MARGIN = log(50)
"""How far the best explanation must lie ahead of the second to be taken. Two moves differ in two places or more, so a
clear picture gives twice this; one place alone (the other is covered) must be sure by itself."""

SUPPORT = log(20)
"""How much likelier every place that a move changes must look after the move than before it. A covered place gives 0:
a start or an end that nobody saw is never enough. Where a move changes more than two places (a sowing), they share
twice this among them: no heap can be counted as surely as a hole is seen to be empty, but all of them must agree."""

MOSTLY = 4
"""A refused table still tells which move was meant if at most one in so many of the places that it changes does not
show it: none for a piece that went from one place to another, one or two for a sowing (somebody miscounted)."""

DOUBT = log(4)
"""A place whose likeliest token beats the expected one by less than this is overlooked: of a hundred places a few
always look a little wrong, while pieces rarely change places by themselves."""

CONTRADICTION = log(20)
"""From here on a place is taken to hold something else than expected: the table is refused, not merely doubted."""

SURELY = 1 / 2
"""A token with more than this likelihood is the likeliest of its place: its likelihoods sum to 1."""

STILL_THERE = exp(-CONTRADICTION)
"""A piece has not left its place where empty is less than this times as likely as the piece. A place surely looks as it
should where nothing else is this times as likely as what should be there."""

WAVERING = 0.15
"""A place that is this many times as likely to be taken instead of empty, or empty instead of taken, wavers: a move
elsewhere waits until people have looked there, or insist. On most boards no place does, by dusk or in glare a few: one
turn in fifty is asked about for it, and a piece that was knocked away meanwhile is hardly ever overlooked."""

FIRMLY = 1 / (1 + WAVERING)
"""A token with more than this likelihood leaves no other enough to waver: a place's likelihoods sum to 1."""

MISCOUNT = 0.2
"""A heap that is this many times as likely to hold another number as the one it should is asked about. Of 690 random
turns (as in `tests.bench.sowings`) 467 are taken so, and one in a thousand would be with a stone too many or too few;
429 and one in 1,700 at 0.15, 524 and one in 550 at 0.35."""

ANYTHING = 0.9
"""A place where even the unlikeliest token is more than this times as likely as the likeliest tells nothing: it counts
as not seen. Anything clearer is doubt, be it only whether a piece is gone or another one has come."""

ALTOGETHER = CONTRADICTION
"""Many places that look a little wrong together are as suspect as one that looks very wrong: their sum's limit."""

HIDDEN_SLIPS = 1
"""With a decisive place covered, up to so many contradicting places leave the table in doubt (a hand still lies over
the rest of the story); more are refused at once."""

FEW_MOVES = 24
"""Where two moves in a row are sought: so many first moves at most are tried, the likeliest of those of which something
shows and which nothing denies. Where pieces are sown and there are no more than this, every one is tried."""

KNOCK_LENGTH = 1.5
"""How far (board units) a knocked marble rolls before a hole catches it: a neighbouring one, diagonally on squares."""

KNOCK_REACH = 2.5
"""How far (board units) from the way of the piece that it carries a hand may knock a marble: half a hand's breadth."""

REPETITIONS = 3
"""How often the same position comes before it ends a game that knows this rule: the rule's own number."""
