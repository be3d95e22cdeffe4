"""What a reader makes of a picture, place by place: the one value between reading and everything that uses it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from rules.geometry import Board, PlaceId
from rules.sight import Sighting, Token

Rows = NDArray[Any]


@dataclass(frozen=True)
class Seen:
    """What was seen at one place.

    ``px``: the place in pixels (x, y). ``likelihoods``: token → likelihood, positive, only ratios matter; empty where
    the place is covered or out of the picture. ``colour``: the colour found there, red, green, blue, 0 to 255.
    """

    px: tuple[float, float]
    likelihoods: Mapping[Token, float]
    colour: tuple[int, int, int]

    @property
    def token(self) -> Token | None:
        """The likeliest token; None where nothing can be told."""
        return max(self.likelihoods, key=self.likelihoods.__getitem__) if self.likelihoods else None

    @property
    def p(self) -> float:
        """How probable the likeliest token is, all being equally probable beforehand; 0 where nothing can be told."""
        return max(self.likelihoods.values()) / sum(self.likelihoods.values()) if self.likelihoods else 0.0


def seen_at(
    board: Board, pixels: Rows, tokens: Sequence[Token], likelihoods: Rows, *, told: Rows, colours: Rows
) -> dict[PlaceId, Seen]:
    """What was seen at each of ``board``'s n places, from arrays in its order.

    ``pixels`` n × 2; ``likelihoods`` n × tokens; ``told`` n: where anything can be told; ``colours`` n × 3, integers.
    """
    rows = zip(board.places, *(of.tolist() for of in (pixels, likelihoods, told, colours)), strict=True)
    return {
        place.id: Seen((x, y), dict(zip(tokens, chances, strict=True)) if known else {}, (red, green, blue))
        for place, (x, y), chances, known, (red, green, blue) in rows
    }


@dataclass(frozen=True)
class PieceSet:
    """One set of pieces: its token, its colour (red, green, blue, 0 to 255), the colour's everyday word, how many."""

    name: Token
    colour: tuple[int, int, int]
    word: str
    count: int


@dataclass(frozen=True)
class Evidence:
    """A whole picture's reading: every place of the board, and the sets that lie on it."""

    places: Mapping[PlaceId, Seen]
    sets: tuple[PieceSet, ...]

    @property
    def sighting(self) -> Sighting:
        """The likelihoods alone, covered places left out: what the referee judges."""
        return {place: seen.likelihoods for place, seen in self.places.items() if seen.likelihoods}
