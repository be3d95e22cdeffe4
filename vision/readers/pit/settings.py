"""Thresholds of reading heaps of stones. Lengths in fields, counts in stones."""

END = 2.5
"""Half the length of the ten fields: beyond it lie the half-rounds."""

FARTHEST, BESIDE = 3.85, 1.12
"""Stones of the half-rounds lie no farther out than this; those of the fields that stand on the rim no farther
aside."""

SPREAD = 0.95
"""Share of the chances that lie between the least and the most that is told."""

COVERED = 0.06
"""A place is hidden where the network believes so much of it covered, on the mean: of 220 places of which a hand hid a
fifth or more 97 in a hundred are known by this, of 700 beside it two or three pass for hidden as well."""

COLD = 0.8
"""How many times the network's own variance counts stray on tables that it has never seen."""

LEAST_VARIANCE = 0.03
"""No heap is counted more surely than this variance, a sixth of a stone either way."""

NEVER_SURE = 0.004
"""Chance that a count is off by anything, whatever the network thinks of itself."""

TAIL_WIDTH = 1.5
"""How far off it then is, in stones."""

LARGE, LARGE_SPREAD = 0.5, 0.1
"""A half-round with so much of a large stone holds a mandarin as likely as not; and how sharp that is."""

PRIOR, MOST_PULL = 4.0, 9.0
"""Places by which the usual straying counts beside what this table shows; one place says no more than three sigmas."""

NOISE = 1.5
"""Least straying of the ground, in grey levels: that of a quiet sensor."""

GROUND_NOISE = (3.0, 7.0)
"""From so many times the ground's own straying on a pixel begins to be something else, and from so many on it is."""

STANDS_OUT, IN_MOST = 3.0, 0.7
"""A pixel stands out of its field if it differs so many times as much as is usual; walls and lines do so in
most fields."""

DARKER = 0.6
"""What a difference in brightness counts against one in hue."""

STONE_SPREAD = 0.06
"""Variance of one stone's share of a picture, as a share: their sizes differ by a quarter, shadows included."""

COLD_AREA = 0.15
"""Variance that a count by area has besides, where the ground is only guessed."""

FEW, AGREE = 8.0, 0.8
"""With so few stones on a board, or where areas go together with the network's counts less than this, areas do not
count."""

USUAL_AREA, LEAST_AREA = 60.0, 8.0
"""A stone's area in pixels of the level picture where nothing tells it, and the least that is believed."""

LEAST_SCALE = 0.3
"""The network sees at least this share of the stones."""

LEAST_HEAP = 0.5
"""A heap covers at least as much as half a stone."""

CROWD = 0.02
"""Variance, for each squared stone that came, of how much stones hide one another."""

BURIED = 0.01
"""Variance, for each stone that comes to each one that lies there already, of how much of it is seen among them."""

QUARREL = 1.0
"""How much of what two ways of counting disagree by is added to their common variance."""

FULL = 0.75
"""A place of which more than this share is not ground is hidden by something, whatever the network says."""

LEAST_LARGE = 0.3
"""A mandarin is never fainter than this to the network."""

MANDARIN_AREA, MANDARIN_SPREAD = 4.0, 0.5
"""A mandarin covers as much as so many stones, at least; and how sharp that is."""

ALIKE = 0.7
"""A board is followed where what it shows goes together this well with what it showed. At 150 tables sown on, pushed,
under hands and lids all above 0.62 were followed to 0.04; with one sowing between, most are above 0.75."""

ROUGHLY, FINELY = 31, 7
"""Pixels of a level picture over which it is smoothed before it is followed, first and then: a turn of six degrees
moves the ends by 15."""

FOLLOW_STEPS = 30
"""Steps at most, each time: four to eight are usual."""
