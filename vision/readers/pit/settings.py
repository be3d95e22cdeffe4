"""Thresholds of reading heaps of stones. Lengths in fields, counts in stones."""

END = 2.5
"""Half the length of the ten fields: beyond it lie the half-rounds."""

FARTHEST, BESIDE = 3.85, 1.12
"""Stones of the half-rounds lie no farther out than this; those of the fields that stand on the rim no farther
aside."""

IN_PICTURE = 0.3
"""A place counts as out of the picture unless this shows its middle and so much on either side of it."""

SPREAD = 0.95
"""Share of the chances that lie between the least and the most that is told."""

COVERED = 0.06
"""A place is hidden where the network believes so much of it covered, on the mean: of 220 places of which a hand hid a
fifth or more 97 in a hundred are known by this, of 700 beside it two or three pass for hidden as well."""

COVERED_SINCE = 0.03
"""The same where it is compared with how it looked before: of 275 places half or more under a lid or a hand 255 are
known by this, of 1,510 beside them two pass for hidden."""

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

GONE = 0.006
"""It lost one as likely as not where so much of a large stone is seen to go: of 299 that stayed none had more than
0.001, of 23 that went none less than 0.024."""

NONE_SHOWS, NONE_SPREAD = 0.15, 0.03
"""So little of a large stone may show where none lies; and how sharp that is. Where one went, 99 in a hundred show less
than 0.05, where one lies 95 in a hundred show more than 0.3."""

PRIOR, MOST_PULL = 4.0, 9.0
"""Places by which the usual straying counts beside what this table shows; one place says no more than three sigmas."""

LEAST_SCALE = 0.3
"""The network sees at least this share of the stones."""

ALIKE = 0.7
"""A board is followed where what it shows goes together this well with what it showed. At 150 tables sown on, pushed,
under hands and lids all above 0.62 were followed to 0.04; with one sowing between, most are above 0.75."""

ROUGHLY, FINELY = 31, 7
"""Pixels of a level picture over which it is smoothed before it is followed, first and then: a turn of six degrees
moves the ends by 15."""

FOLLOW_STEPS = 30
"""Steps at most, each time: four to eight are usual."""
