"""Thresholds of reading a board of holes that is known. Lengths in hole pitches, colours in 0..1, unless said."""

# --- the window

WINDOW_REACH = 0.62
"""Radius of the round window that is compared at each place: a piece's head and some board, no neighbour's middle."""

WINDOW_SIZE = 11
"""Samples across the window: 0.11 pitch apart, about the sharpness of a star that is 120 pixels wide."""

HEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""Heights of a piece's middle above the board that are tried: flat pegs to tall pawns."""

USUAL_HEIGHT, HEIGHT_PRIOR = 0.2, 0.03
"""Height of a marble's middle, believed unless the picture says otherwise; cost of twice that height, in contrast."""

USUAL_RADIUS, USUAL_COVER = 0.31, 2.0
"""A usual piece's radius, and how many pieces of full contrast it takes to believe otherwise."""

CONTRAST = 0.02
"""Squared difference of a piece's colour from the board's that makes it half as telling as any could be."""

INSIDE, OUTSIDE = 0.25, 0.12
"""Share of a sample that pieces cover from which it tells about pieces; share up to which it shows the board."""

GLASS_GROUNDS, GLASS_LIGHT, GLASS_NOISE = 0.08, 0.25, 0.03
"""Colours (shares of white) by which grounds must differ to tell whether pieces let them through; how much of what
merely makes them lighter counts, for light falls off over a board; and how far they differ by chance."""

MEDIAN_SQUARE = 2.2
"""By how many times the variance of something normal is larger than the median of its squares."""

GLASS_THROUGH, GLASS_PLAIN = 0.3, 4.0
"""Share of the ground that must come through in some channel, for all that is opaque mirrors a little of it; and by how
many times more it must vary pieces than they do on one ground."""

GLASS_SPREAD = 0.025
"""Standard deviation (a channel) of what glass looks like on another ground, as it is told by the hole that it left."""

CARRIED, CARRIED_MOST = 30.0, 4
"""How many times less likely what came to a hole is glass that looks otherwise there than a piece as guessed; and from
so many places at most pieces may seem to have gone for that to be asked: more is another light."""

HEAD_GROUND = 0.5
"""Radius from which samples show the board around a piece: halfway to the next place."""

COVER_FROM, COVER_SPAN = 0.1, 0.8
"""So much a piece must seem to cover of a sample to cover any of it, and so much more to cover all."""

HEAD_WITHIN, HEAD_BEYOND, HEAD_PLAIN = 0.27, 0.45, 0.15
"""Radius within which colour should be the middle's, and beyond which it should not, where a window is centred on
pieces of usual size (0.31); and what is added to how far it differs (three channels together), so that pieces of the
board's own colour say little."""

CORE = 0.9
"""Share of a sample that pieces cover from which it shows nothing else."""

MIDDLE = 0.16
"""Radius within which a window over a piece shows nothing else."""

EDGE = 0.10
"""Width of the soft edge between a piece's head and the board around it."""

SAMPLE_STEP = 1.5
"""Pixels from one sample to the next beyond which the picture is halved first, so that no pixel is passed over."""

# --- how far a picture strays from what was learnt

NOISE = 0.018
"""Standard deviation of a sample in an unchanged picture: sensor noise and JPEG, about 4.5 of 255."""

JITTER = 0.04
"""How far a place may be off after registration: makes bright edges less telling than flat colour."""

SHADING = 0.12
"""Share by which a shadow or a reflection changes brightness without changing hue, one standard deviation."""

STRANGE_SHADING = 0.25
"""The same for a look that was never seen at this very place: another spot has another light."""

TAIL = 3.0
"""Degrees of freedom of the Student distribution of a sample: single samples (a glint, a speck) decide little."""

PUT = 0.25
"""Least share of NOISE and JITTER that is expected of looks never seen at a place, however still the camera is: a piece
stands in its hole as it happens to."""

MARGIN, TIGHTEST, LOOSEST = 1.5, 0.02, 16.0
"""Looks that were seen just there are allowed so many times the variance that this picture's places show (in units of
what is expected); at least and at most so much. A camera at rest shows a hundredth of what is expected, and then a
marble of the hole's own colour still changes the place plainly."""

VEIL_ROUNDS, VEIL_ROUGH = 3, 0.03
"""Rounds of robust fitting of a reflection over a place; how far (a channel) a sample strays that half counts."""

VEIL_DAMPING = (0.01, 0.5, 0.5, 0.5, 0.5)
"""How many samples speak for no reflection at all, and (a pitch away) for one that is even over the place."""

VEIL_MIXED = 0.02
"""How much brighter (of white) one channel may be over a place, and as much darker another, for that to be light."""

THROUGH = 4.0
"""How many times better than plain board a place must be explained by its own look under a reflection, for it to be
seen through that."""

HAZE_TOLD = 3
"""So many places, itself and neighbours, must show the board's light around a place for a reflection to be believed."""

HAZE_LEAST = 0.03
"""How strong a reflection is that is half believed; weaker ones are noise, or a neighbour's shadow."""

DENIED = 7.0
"""Nats by which a guessed look must miss the colour of a place to be out of question there."""

ALIKE = 0.6
"""Standard deviation (natural logarithm) of the misfit that a place would show if it looked as guessed instead."""

STRAYING, STRAYING_SHARE = 0.6, 0.84
"""How far (natural logarithm of the misfit) an unchanged place strays from the usual one, one standard deviation: at
least so much, or as this picture's places do up to this share."""

TOWARD, TOWARD_SPREAD, STRAYED_TOWARD = 0.5, 0.15, 0.3
"""Which share of the way to a piece's look a place has gone at least that such a piece has come to, less one standard
deviation beyond the noise of its samples; and from which share on straying speaks for that piece. Of 110 marbles put
into holes that they look like, one had gone 0.3 of it and the others 0.4 and more; shadows mostly less than 0.25."""

BARE_TOWARD = 0.1
"""Share of the way to the look of its bare hole that a place hardly goes by a shadow: of 375 beside pieces that moved
19 in 20 went less. Of 46 pieces that were taken and look like their holes 44 went 0.15 and more."""

STRAYED, STILL_LIKELIER = 50.0, 2.0
"""A place that has strayed is at most so many times likelier changed than not, if it would then look nearly so, and so
many times less likely changed at the end: a glint or a shadow strays as far, so it is doubted, not denied."""

VANISH_MOST, VANISH_MOVED = 2, 0.3
"""From so many places at most pieces are doubted because they no longer look like themselves: more is another light.
And only where the board lies less than this (pitches) from where it was learnt: elsewhere the light falls otherwise."""

TELLING = 8.0
"""How many independent samples a piece's head is worth: neighbouring samples err together."""

HEAD_ALL = 0.3
"""Share of the variance among all pieces on the board, whatever their set, that is believed of the pieces of one set
where no more than two of it were seen."""

RIM_FROM, RIM_SPAN = 0.5, 0.3
"""Share of a sample that pieces cover from which its own colour is believed at all, and how much more it takes to be
believed alone: at its rim a piece lets through the board that it lay on, and the middle's colour stands in."""

RIM_ASTRAY = 0.5
"""A sample at a piece's rim may stray as if chance made it all piece or all hole: by this share of that variance."""

HEAD_SPREAD = 0.03
"""Least standard deviation of a set's colour from one piece to the next."""

STRANGE_SPREAD = 0.03
"""Least standard deviation of an empty hole's look that was guessed from other holes."""

BLIND = 0.12
"""Standard deviation of an empty hole's look where no hole in such paint was seen, nor how holes go with paint."""

HUE_KINSHIP, LIGHT_KINSHIP = 0.16, 0.35
"""Differences (natural logarithms of a channel) within which two holes lie in the same paint: of hue, of lightness."""

STRANGE_PAINT = 0.01
"""Kinship below which two holes surely lie in different paints."""

STRANGE_TOLD = 1e-3
"""Holes in strange paint must say so much together for a guess by them to be tried at a hole: one beside it says 0.7,
others less the farther they lie."""

STRANGERS_SAY, STRANGERS_COUNT = 1e-3, 0.1
"""What is added to every hole's kinship where an unseen one is guessed, so that strangers tell where there is no kin;
and where it is asked how much of what is told comes from kin."""

GAP = 0.13
"""Radius of the gap between three neighbouring holes that pieces leave open."""

PAINT_PRIOR = 0.6
"""How likely holes go with the paint around them, rather than have a colour of their own, before any is known."""

PAINT_WITNESSES, PAINT_MISS = 10, 0.1
"""At most so many holes in strange paint bear witness, each by its miss in units of this colour difference."""

UNTRIED = 0.06
"""Standard deviation of a guess for a paint in which no hole was seen, where no such guess could be tried either."""

HOLE_FROM = 0.05
"""How much brighter (natural logarithm) than the paint a sample begins to have its own colour; twice it, surely."""

PAINT_QUANTILE = 0.65
"""Which of the samples around a piece, from dark to bright, shows the paint: shadows darken many, glints few."""

DISTANCE_KINSHIP = 3.0
"""Distance over which the look of one hole tells about another: light and view angle change over the board."""

ALIEN = 0.6
"""Log density of a sample that is neither hole nor piece (a hand, a cup): known looks reach 4 to 6, any colour is 0."""

SHADOW_REACH, SHADOW_CAST = 2.7, 2.0
"""How far (pitches) a piece may throw a shadow into holes, and how far a place strays at least (in its variances) where
one came or left: of 3,600 that left all but two did."""

SHADOW, SHADOWED = 0.4, 300.0
"""As SHADING, for a hole into which the shadow of a piece beside it falls, or fell when it was seen; and how many times
less usual that is."""

USUAL_HOLES, USUAL = 20, 300.0
"""So many holes must have been seen to tell how most look, and how many times less usual it is that one which looked
otherwise has come to look like them."""

DIMMED, SHINES, SHINING = 0.85, 0.08, 300.0
"""Where the light has fallen below this share, what is this much brighter (of white, in some channel) than its like may
shine by itself, and how many times less usual that is."""

GAMMA = 2.2
"""Pictures tell of light by this root of it."""

RING_SHADING = 0.4
"""As SHADING, for the board around a piece: pieces that come and go throw shadows on it."""

RING_STRANGE = 6.0
"""Misfit (in usual variances) from which a sample of the board around a piece does not look like the board."""

RING_LEAST = 12
"""Samples of the board around a piece, of 97 in a window, below which only the gaps between three pieces show it."""

RING_SHARE, RING_SHARE_BESIDE = 0.5, 0.3
"""Share of such samples from which the place may be covered by something; less is enough beside two covered places."""

RINGS_BESIDE = 2
"""So many neighbours must look covered too: hands and lids are large, a single tall piece only leans over the board."""

ODD_HOLE, ODD_THING = 16.0, 8.0
"""How many times likelier than a known piece or hole (under a glint) a hole never seen empty, and something that
does not belong to the game, look like nothing that was learnt. Between what the referee takes for a doubt and for a
contradiction (4 and 20): such a place is asked about, and does not keep a piece from having left it."""

OTHERWISE = 200.0
"""How many times less likely a piece is to look like others of its set than like itself, where it was seen before: it
was turned, or another one of the set lies there now. Clear glass looks like many things, an empty hole among them."""

SPARE = 200.0
"""How many times less likely a spare piece lies in a hole than one that left its place for it."""

SURELY, ARRIVED = 4.6, 10.0
"""Nats from which a piece surely left its place; and how many times likelier the one hole that already looks more like
its set than like anything else holds it than that it is nowhere on the board."""

WHOLE = 8.0
"""Nats by which a place must look like a set rather than like anything at all to ask whether that set lacks a piece.
Half a piece, or one that fell over a hole, looks a little like many sets (3 to 6 nats), whole ones more (9 to 35)."""

TINTED, TINTED_TIGHTEST = 6.0, 0.25
"""How many times the usual variance is allowed to a place whose lamp shines, besides light of the lamp's own hue; and
the least variance that this is taken of."""

FALLEN, FALLEN_USUAL = 0.28, 0.3
"""Share of the board around a piece from which it lies there instead of standing, where pieces of its set usually (this
share of them) leave the board free: standing ones hid 0.25 at most, half of those that fell more."""

FALLEN_NEARER, FALLEN_CONTRAST, FALLEN_PIECES = 0.5, 0.06, 5
"""A sample has the piece's colour if it is so many times nearer to it (squared) than to the board, which must differ so
much (squared); and so many pieces must show how far standing ones reach."""

PATTERN_PIECES, PATTERN_SPREAD, PATTERN_SHARE = 4, 0.11, 0.2
"""So many pieces of a set must be seen to tell that they have two colours, how far (a channel, one standard deviation)
they differ from one to the next, and which share of them has the rarer colour: plain ones differ by 0.02 to 0.09."""

PATTERN_LEAST = 0.25
"""What shows less than this share of the least that every piece shows of one of its colours is hardly of this set."""

ONE_COLOUR = 300.0
"""How many times less likely a piece of two colours that came to a hole shows hardly any of one: marbles roll."""

PATTERN_ROUNDS = 8
"""Rounds in which samples are shared out between two colours."""

ASIDE, ASIDE_WAYS = 0.45, 12
"""How far from a hole (pitches) a piece lies that was put beside it, and in how many directions it is looked for:
nearly halfway to the next hole, where neither of the two may be said to hold it."""

MISSES = 50.0
"""How many times less often pieces are put beside a hole than into it."""

OFF, OFF_PIECES = 0.26, 3
"""How far (pitches) what came to a hole may be seen from where pieces are seen in theirs, if so many of these are
known. Of 2,445 looks at eight random tables none was farther off than 0.243; a marble nearly halfway to the next hole
was so by 0.29."""

OFF_FROM_LEFT = 0.2
"""The same on average, from there and from where the piece was seen in the hole that it left, which is now bare in the
same picture. Of 591 pieces put into holes at 120 random tables two were seen farther off, both where no others tell
yet; of 18 left 0.4 to 0.6 pitches beside holes at 300 and taken with p > 0.9 for pieces in them, fourteen were."""

MUCH_CHANGED = 0.7
"""Samples weigh by how much they changed, up to the change that this share of their window does not exceed."""

BELIEVABLE = 40.0
"""A look is learnt from an accepted position unless its log likelihood lies further behind the best one."""

SHOWN_PLACES = 12
"""A picture of the empty board is laid over at least so many holes that are empty today too."""

SHOWN_MISFIT = 0.06
"""How far the usual empty hole may look otherwise in a picture of the empty board than today, light apart: 0.003 to
0.05 where it is of this board, much more where it is of another one."""

SHOWN_SPREAD = 0.02
"""Looks from a picture of the empty board are trusted as far as the usual hole seen in both allows; least standard
deviation that is believed: another light shades a hole otherwise."""

SHOWN_AROUND, SHOWN_STRANGE = 0.25, 0.12
"""Around a piece at least this share of the board must look the same in both pictures, and how nearly: pieces hide and
shade most of it, but paint that is nowhere the same is another board's."""

SHOWN_CHANGE = 2.0
"""Where pieces lie today, the picture of the empty board must differ at least so many times more than elsewhere: else
they lay there too."""

HARDLY_TOLD = 7.0
"""Nats by which the usual place of a set, once empty, must look more like a hole than like its piece: a thousand to
one. Sets of boards on which games got stuck had −15 to 5, others 9 to 80; the empty board shown adds 2 to 35."""

SHOWN_TURNED = 0.7
"""Share of the misfit that makes it likelier that the board was turned since than that it lies as it did."""

FLOOR = 3e-5
"""Least share of a token's likelihood: no single place may outweigh everything else."""

CONSULTED = 3.0
CONVINCED = 4.5
"""Another witness is heard where empty and occupied are less than so many nats apart; and together the two leave them
so many apart at most, for what deceives one deceives the other."""

SHADE_DARKEST = 0.05
"""Colours (of 1) below which noise drowns what light does to them."""

SHADE_FEWEST = 4
"""So many pieces of a set must be seen for what they share to be taken for light."""

SHADE_SHARE = 0.8
"""So large a share of a set's pieces must have changed by as much, in one direction, for that to be taken for light."""

SHADE_SMALL = 0.04
"""Changes of light on pieces (shares of their colour) that are too small to matter."""

# --- light and registration

LIGHT_ROUNDS = 3
"""Rounds of robust fitting of the light's change over the board."""

LIGHT_DAMPING = (1e-6, 1.0, 1.0, 3.0, 3.0, 3.0)
"""How many usual places speak for no change of the light beside the whole board's: one that is even, one that grows to
a side (two terms), one that is bent (three)."""

LIGHT_BOUNDS, LIGHT_MOST, LIGHT_SAY = (0.02, 50), 2.5, 2.0
"""Between which shares of the light in which it was learnt a place is believed to lie; how far (natural logarithm) that
may be from the whole board's; and how many times what usual places say of it one place may say."""

LIGHT_KNOWN, LIGHT_SEEN = 0.04, 0.01
"""Colours above which samples tell of the whole board's light: as learnt, twice the noise and more; and as seen now,
where the light may have fallen to a quarter."""

LIGHT_OUTLIER = 0.12
"""Residual (natural logarithm) of a place's brightness change beyond which it hardly counts in the fit."""

CLIPPED = 0.97
"""Samples brighter than this are cut off by the camera and say nothing about the light."""

DIMMEST = 0.12
"""Share of the light in which a place was learnt below which nothing is told about it: a night picture shows noise."""

DIMMEST_LESSON = 0.35
"""The same, below which nothing is learnt: what is made so much brighter shows its noise, and would for long."""

PARTLY = 0.5
"""Share of a piece that must be in the picture for its place to be told: a marble that is gone shows on either half."""

MOSTLY = 0.9
"""Share of a place's window that is cut off white from which nothing is told about it."""

NUDGE_OUTLIER = 0.5
"""Misfit (in expected variances, on the mean of its samples, odd ones discounted) of a place that half counts when a
nudge is looked for: what came or went there, or lies over it, tells nothing of one."""

NUDGE_DAMPING = 1e-3
"""Share of what all samples say about a shift that speaks for none at all: where edges hardly tell, nothing moved."""

NUDGE_ROUNDS = 6
"""At most so many registrations and new samplings of one picture."""

NUDGE_SMALL = 0.01
"""A correction smaller than this at every tip is not worth sampling the picture again."""

NUDGE_MOST = 0.35
"""A correction larger than this is no nudge but a mistake of the registration, and is not believed."""

FORGET = 0.3
"""Weight of the newest picture in the memory of a look that was seen before: follows an evening's light."""
