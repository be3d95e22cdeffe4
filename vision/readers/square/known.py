"""Reads squares on a board that it has learnt: by what coins and bare squares look like here, however they lie.

A coin comes to lie turned and off the middle, so its picture is never twice the same; but its rim, its face and its ink
are (`vision.readers.square.unknown`). What they measure on bare squares and on each suit is learnt from a known
position. How each very place looked (`vision.readers.hole.reading`) tells nudges and covered places, and counts a
little. What is unlike all that was learnt (a die, a bottle top) is something unknown, and is asked about.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, PlaceId
from rules.sight import UNKNOWN, Token, View
from vision.calibration import Calibration
from vision.evidence import Evidence, Seen
from vision.pictures import Picture
from vision.readers.hole.reading import HoleReader
from vision.readers.square import settings
from vision.readers.square.unknown import Signs, coin_signs, judged

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SquareReader:
    """A board of squares, its coins and its light. A value: `follow` gives another one.

    ``means`` T × 8: what was measured of each of the tokens of ``learnt``; ``spread`` T × 8: its standard deviation.
    """

    board: Board
    learnt: HoleReader
    means: Floats
    spread: Floats

    shown = False
    """No picture of the empty board is needed: squares differ by themselves, and every coin was seen on one."""

    alike: tuple[Token, ...] = ()

    @staticmethod
    def learn(picture: Picture, calibration: Calibration, board: Board, view: View) -> "SquareReader":
        """Learn from a picture of the position ``view``; places that it leaves out are not learnt from."""
        learnt = HoleReader.learn(picture, calibration, board, view)
        measured = _measures(coin_signs(picture, calibration, board))
        means, spread = zip(*(_usual(measured, board, view, token) for token in learnt.tokens), strict=True)
        return SquareReader(board, learnt, np.array(means), np.array(spread))

    def read(
        self,
        picture: Picture,
        calibration: Calibration,
        lit: Mapping[PlaceId, tuple[int, int, int]] | None = None,
        *,
        careful: bool = False,
    ) -> Evidence:
        """Likelihoods of every token at every place; none where the place is covered or out of the picture."""
        del careful  # squares are always read as carefully as can be
        known = self.learnt.read(picture, calibration, lit)
        calibration = self.learnt.track(picture, calibration)
        signs = coin_signs(picture, calibration, self.board)
        cold = judged(signs, calibration, self.board)
        off = (_measures(signs)[:, None] - self.means) / self.spread
        tail = settings.SIGN_TAIL
        logs = -(tail + off.shape[2]) / 2 * np.log1p((off**2).sum(2) / tail) - np.log(self.spread).sum(1)
        untold = {place for place, seen in cold.places.items() if not seen.likelihoods}
        # Skin may look like wood, bare or with a coin on it: what the network takes for a hand is one. A single square
        # that it takes for covered may hold a washer or a cap.
        under = untold if len(untold) >= settings.FEW_COVERED else set[PlaceId]()
        places = {
            place.id: self._agreed(row, known.places[place.id], cold.places[place.id])
            if place.id not in under
            else replace(known.places[place.id], likelihoods={})
            for place, row in zip(self.board.places, logs, strict=True)
        }
        counts = [seen.token for seen in places.values()]
        return Evidence(places, tuple(replace(kind, count=counts.count(kind.name)) for kind in known.sets))

    def follow(self, picture: Picture, calibration: Calibration, view: View, *, trust: bool = False) -> "SquareReader":
        """The reader after ``view`` was accepted as what ``picture`` shows; ``trust``: people say so."""
        return replace(self, learnt=self.learnt.follow(picture, calibration, view, trust=trust))

    def holding(self, view: View) -> "SquareReader":
        """The reader where coins lie as ``view`` says, if that was accepted without a picture to learn from."""
        return replace(self, learnt=self.learnt.holding(view))

    def track(self, picture: Picture, calibration: Calibration) -> Calibration:
        """The calibration after a small shift of camera or board has been found."""
        return self.learnt.track(picture, calibration)

    def _agreed(self, logs: Floats, place: Seen, cold: Seen) -> Seen:
        """What all make of a place. One unlike anything learnt still holds a coin where one is plain to see."""
        tokens = (*self.learnt.tokens, UNKNOWN)
        plain = cold.token in self.learnt.tokens[1:] and cold.p >= settings.SURE_COIN
        if not place.likelihoods and not plain:
            return place
        logs = np.append(logs, settings.STRANGE)
        for seen, share in ((place, settings.PLACE_SHARE), (cold, settings.COLD_SHARE)):
            if seen.likelihoods:
                total = sum(seen.likelihoods.values())
                # Who knows no strange things says nothing of them.
                parts = [
                    max(seen.likelihoods.get(token, total * (token == UNKNOWN)) / total, settings.FLOOR)
                    for token in tokens
                ]
                logs = logs + share * np.log(parts)
        chances = np.exp(logs - logs.max())
        chances = np.maximum(chances / chances.sum(), settings.FLOOR)
        return replace(place, likelihoods=dict(zip(tokens, chances.tolist(), strict=True)))


def _measures(signs: Signs) -> Floats:
    """All that is measured of each square, n × 8."""
    return np.column_stack([signs.coin, signs.deep, np.clip(signs.hue, -settings.MOST_HUE, settings.MOST_HUE)])


def _usual(measured: Floats, board: Board, view: View, token: Token) -> tuple[Floats, Floats]:
    """Mean and spread of what is measured where ``token`` lies."""
    some = measured[[view.get(place.id) == token for place in board.places]]
    least = np.array(settings.SIGN_SPREAD)
    if not len(some):
        return measured.mean(0), least + measured.std(0)
    return np.median(some, axis=0), np.sqrt(least**2 + some.var(0))
