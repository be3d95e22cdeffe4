"""What should lie on the table (a view) and what the camera makes of it (a sighting)."""

from collections.abc import Mapping
from typing import NewType, TypeAlias

from rules.geometry import PlaceId

Token = NewType("Token", str)
"""What can lie on a place: a set of pieces, a suit, a card face, a number of stones."""

EMPTY = Token("empty")

UNKNOWN = Token("unknown")
"""Something that is no piece of the game: a cup, a finger ring, a marble of a colour that nobody plays."""

View: TypeAlias = Mapping[PlaceId, Token]
"""Place → the token that lies there, for every place of the board (empty places hold ``EMPTY``)."""

Sighting: TypeAlias = Mapping[PlaceId, Mapping[Token, float]]
"""Place → how likely the picture there is, given each token: numbers above 0 of which only the ratios matter.

They are scaled so that a place's numbers sum to 1 (those raised to a minimum may add a trifle), so a token with more
than one half is the likeliest: nobody need look at the others.

A covered place is absent: the camera has no evidence about it. A token that is absent from a place's mapping
was never weighed there and counts as very unlikely.
"""


def differences(before: View, after: View) -> dict[PlaceId, Token]:
    """The places where ``after`` differs from ``before``, with what lies there after."""
    return {place: token for place, token in after.items() if before.get(place) != token}
