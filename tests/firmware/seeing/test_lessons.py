"""What is learnt of a table where a first look sees no piece at all: painted discs, or marbles that look like them."""

import pytest

from firmware.seeing.lessons import passes_for_empty
from rules import catalogue
from rules.geometry import PlaceId
from rules.match import Match
from rules.sight import EMPTY, Token
from vision.evidence import Evidence, Seen

STAR = catalogue.game("star", players=2, pieces=10)
START = STAR.view(Match.begin(STAR).position)


def looked_at(*, pieces: float, holes: float, one: float | None = None) -> Evidence:
    """A first look at the start: how far from empty places of pieces and holes look; ``one``: and a single hole."""
    away = {place: holes if token == EMPTY else pieces for place, token in START.items()}
    away |= {} if one is None else {PlaceId("i5"): one}
    likelihoods = {place: {EMPTY: 1 - share, Token("set-1"): share} for place, share in away.items()}
    return Evidence({place: Seen((0.0, 0.0), told, (0, 0, 0)) for place, told in likelihoods.items()}, ())


@pytest.mark.parametrize(
    ("look", "passes"),
    [
        (looked_at(pieces=0.03, holes=0.001), True),
        (looked_at(pieces=0.001, holes=0.001), False),
        (looked_at(pieces=0.002, holes=0.001), False),
        (looked_at(pieces=0.03, holes=0.001, one=0.04), False),
        (looked_at(pieces=0.97, holes=0.001), False),
    ],
    ids=[
        "marbles like painted discs",
        "no pieces",
        "hardly otherwise",
        "a hole as odd as they",
        "pieces that are seen",
    ],
)
def test_pieces_pass_for_empty_holes_where_all_of_them_look_plainly_less_empty(look: Evidence, passes: bool) -> None:
    assert passes_for_empty(look, START) == passes
