"""Thresholds of reading cards. Lengths are in a card's widths unless said otherwise."""

LONGEST_SIDE = 1600
"""Pixels of a picture's longer side at which indices are looked for first; cards are then 62 pixels wide or more."""

SMALL_SIDE = 800
"""Pixels of a picture's longer side up to which it is looked at twice as large, for the sake of small cards."""

LEAST_SIDE = 260
"""Pixels of a picture's side below which it is not halved once more: a card fills it by then."""

FOUND_FROM = 0.2
"""How likely a spot must be an index to be read at all; reading sorts out the rest."""

SIZE_SLACK = 1.25
"""A card may be so many times larger or smaller than the finder was taught: the next scale sees it better."""

SAME_INDEX = 0.1
"""Spots nearer to one another are one index: in the tightest fan indices are 0.15 apart."""

PATCH_WIDTH = 105.0
"""Pixels a card should at least be wide where its patch is cut from; finer pictures are noisier and say no more."""

NUDGES = 2
"""How often a patch is cut anew where a look at it says that it belongs; one look does not mend the worst frames."""

PARTNER_REACH = 0.3
"""How far a card's second index may be from where the first says it is: cards are seen aslant, and bend."""

DENYING_REACH = 0.12
"""The same where the two are read as different cards: then the card is doubted; farther apart they are two cards."""

PARTNER_TURN = 0.8
"""Least cosine between the directions of two indices of one card, one of them turned round."""

SHARPNESS = 0.8
"""What the namer's logits are multiplied by to be honest about cards it was never trained on."""

SECOND_WITNESS = 0.6
"""How much a card's other index counts: both suffer from the same light, the same print and the same blur."""

INDEX_FROM = 0.3
"""How likely a patch must be an index at all to be considered further."""

TOLD_FROM = 0.7
"""Cards less likely than this are not told."""

TWICE_FROM = 0.99
"""A second card that is as likely as this to have the same face is told: it lies there twice, or one is misread."""

MOST_INDICES = 160
"""At most so many spots are read: a pack has 104 indices."""
