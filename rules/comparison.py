"""A sighting held against what should lie on the table: what fits badly where, in nats."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import exp, log

from rules.geometry import PlaceId
from rules.settings import ANYTHING, CAP, CONTRADICTION, DOUBT, FIRMLY, FLOOR, MISCOUNT, STILL_THERE, SURELY, WAVERING
from rules.sight import EMPTY, UNKNOWN, Sighting, Token, View


@dataclass(frozen=True, slots=True)
class Difference:
    """A place that holds something else than it should."""

    place: PlaceId
    expected: Token
    seen: Token


class Comparison:
    """A sighting held against the view of a position: what fits badly where."""

    def __init__(self, view: View, sighting: Sighting) -> None:
        """Weigh ``sighting`` against ``view``; places without any likelihood above 0 count as covered."""
        self.view = view
        self.sighting = sighting
        # Nearly every place firmly looks as expected: comparing and logarithms are for the others.
        self._doubtful = {
            place: seen for place, seen in sighting.items() if seen.get(view[place], 0.0) <= FIRMLY and seen
        }
        self.odd: Mapping[PlaceId, float] = {
            place: self.misfit(place, view[place])
            for place, seen in self._doubtful.items()
            if seen.get(view[place], 0.0) < max(seen.values())
        }
        self.cost = sum(self.odd.values())

    def misfit(self, place: PlaceId, token: Token) -> float:
        """How many nats the likeliest token on ``place`` lies ahead of ``token``; 0 where nothing was seen."""
        seen = self.sighting.get(place)
        if not seen:
            return 0.0
        likelihood = seen.get(token, 0.0)
        if likelihood > SURELY or likelihood >= (best := max(seen.values())):
            return 0.0
        return CAP if likelihood <= best * FLOOR else log(best / likelihood)

    def covered(self, place: PlaceId) -> bool:
        """Whether nothing was seen on ``place``."""
        return not any(self.sighting.get(place, {}).values())

    def strange(self, place: PlaceId, token: Token) -> bool:
        """Whether ``place`` may hold something unlike any piece (a coin, a fallen piece) rather than ``token``.

        A bare hole may look strange, too, where none was seen before: for an empty place strange must be the likelier.
        """
        seen = self.sighting.get(place) or {}
        often = 1.0 if token == EMPTY else WAVERING
        return seen.get(UNKNOWN, 0.0) > often * seen.get(token, 0.0)

    def may_have_left(self, place: PlaceId) -> bool:
        """Whether what lay on ``place`` may be gone: it was not seen, or does not firmly look as before."""
        if place in self.odd or not (seen := self.sighting.get(place)):
            return True
        return seen.get(EMPTY, 0.0) >= seen.get(self.view[place], 0.0) * STILL_THERE

    def surely(self, place: PlaceId, token: Token) -> bool:
        """Whether ``place`` was seen so well that ``token`` lies there and nothing else comes near it."""
        own, other = self._rivals(place, token)
        return other < own * STILL_THERE

    @cached_property
    def _tokens(self) -> frozenset[Token]:
        return frozenset(self.view.values())

    def wavering(self) -> list[PlaceId]:
        """The places that should be empty and may well be taken, or should be taken and may well be empty.

        A place where all tokens are about equally likely was not seen, and does not waver.
        """
        return [place for place, seen in self._doubtful.items() if self._wavers(seen, self.view[place])]

    def _wavers(self, seen: Mapping[Token, float], before: Token) -> bool:
        if min(seen.get(token, 0.0) for token in self._tokens) > ANYTHING * max(seen.values()):
            return False
        if before == EMPTY:
            otherwise = max((likelihood for token, likelihood in seen.items() if token != EMPTY), default=0.0)
        else:
            otherwise = seen.get(EMPTY, 0.0)
        return otherwise > WAVERING * seen.get(before, 0.0)

    def counted(self, place: PlaceId, token: Token) -> bool:
        """Whether no other number looks nearly as likely as ``token`` for the heap on ``place``, if it was seen."""
        own, other = self._rivals(place, token)
        return other <= MISCOUNT * own

    def _rivals(self, place: PlaceId, token: Token) -> tuple[float, float]:
        """The likelihood of ``token`` on ``place`` and that of the likeliest other one; 0 and 0 if it was not seen."""
        seen = self.sighting.get(place) or {}
        others = (likelihood for other, likelihood in seen.items() if other != token)
        return seen.get(token, 0.0), max(others, default=0.0)

    def support(self, place: PlaceId, token: Token) -> float:
        """How many nats speak for a change of ``place`` to ``token``; 0 where nothing was seen."""
        return self.odd.get(place, 0.0) - self.misfit(place, token)

    def against(self, changes: View) -> dict[PlaceId, float]:
        """The places that speak against the view with ``changes``, with how many nats."""
        found = {place: misfit for place, misfit in self.odd.items() if place not in changes}
        for place, token in changes.items():
            if misfit := self.misfit(place, token):
                found[place] = misfit
        return found

    def seen(self, place: PlaceId) -> Token:
        """The likeliest token on a place that was seen."""
        likelihoods = self.sighting[place]
        return max(likelihoods, key=likelihoods.__getitem__)

    def differences(self, changes: View) -> tuple[Difference, ...]:
        """Every place that differs from the view with ``changes``; those in mere doubt only if no other differs."""
        against = self.against(changes)
        clear = {place for place, misfit in against.items() if misfit >= DOUBT} or set(against)
        return tuple(
            Difference(place, changes.get(place, token), self.seen(place))
            for place, token in self.view.items()
            if place in clear
        )


def contradicts(likelihoods: Mapping[Token, float], token: Token, times: float = exp(CONTRADICTION)) -> bool:
    """Whether a place surely holds another piece than ``token``: one that is more than so many ``times`` as likely.

    What looks like no piece of the game is not counted: it may be ``token`` as it was never seen before.
    """
    known = max((value for seen, value in likelihoods.items() if seen != UNKNOWN), default=0.0)
    return known > times * likelihoods.get(token, 0.0)
