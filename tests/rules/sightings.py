"""Sightings as a camera would make them of a table that we know: clear ones, covered ones, and honestly noisy ones."""

from rules.sight import EMPTY, UNKNOWN


def tokens_of(game, position):
    """Everything that a reader would weigh at a place of this table."""
    return sorted({EMPTY, *game.view(position).values()})


def see(view, tokens, *, p=0.98, covered=()):
    """A clear picture of a table that looks like ``view``: the truth has ``p`` everywhere."""
    return {
        place: {token: p if token == lies else (1 - p) / (len(tokens) - 1) for token in {*tokens, lies}}
        for place, lies in view.items()
        if place not in covered
    }


def see_noisily(view, tokens, chance, *, doubtful=0.06, covered=0.03):
    """An honest, poor picture: where it says that it is nine times in ten sure, it is wrong one time in ten.

    ``doubtful`` of the places are seen badly, ``covered`` of them not at all.
    """
    sighting = {}
    for place, lies in view.items():
        if chance.random() < covered:
            continue
        sure = chance.uniform(0.5, 0.95) if chance.random() < doubtful else chance.uniform(0.999, 0.99999)
        right = chance.random() < sure
        said = lies if right else chance.choice([token for token in tokens if token != lies])
        rest = (1 - sure) / (len(tokens) - 1)
        sighting[place] = {token: sure if token == said else rest for token in tokens}
    return sighting


def moved(view, *ways):
    """``view`` after pieces were carried from place to place, as ``"c2-d3"``, whatever the rules say."""
    after = dict(view)
    for way in ways:
        start, end = way.split("-")
        after[start], after[end] = EMPTY, after[start]
    return after


__all__ = ["EMPTY", "UNKNOWN", "moved", "see", "see_noisily", "tokens_of"]
