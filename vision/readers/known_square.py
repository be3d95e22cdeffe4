"""Reads squares on a board that it has learnt: by how this board and these coins look, and by what coins are.

What was learnt of each place (`vision.readers.hole`) knows its grain, its shadows and the light, but a coin comes to
lie turned and off the middle, as it was never seen. The coin's disc and its ink (`vision.readers.square`) know that.
Each corrects the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.geometry import Board, PlaceId
from rules.sight import EMPTY, Token, View
from vision.calibration import Calibration
from vision.evidence import Evidence, Seen
from vision.pictures import Picture
from vision.readers.hole import HoleReader
from vision.readers.square import read_squares
from vision.readers.square_settings import FLOOR, SURE_COIN


@dataclass(frozen=True, eq=False)
class SquareReader:
    """A board of squares, its coins and its light. A value: `follow` gives another one."""

    board: Board
    learnt: HoleReader

    @staticmethod
    def learn(picture: Picture, calibration: Calibration, board: Board, view: View) -> "SquareReader":
        """Learn from a picture of the position ``view``; places that it leaves out are not learnt from."""
        return SquareReader(board, HoleReader.learn(picture, calibration, board, view))

    def read(
        self, picture: Picture, calibration: Calibration, lit: Mapping[PlaceId, tuple[int, int, int]] | None = None
    ) -> Evidence:
        """Likelihoods of every token at every place; none where the place is covered or out of the picture."""
        known = self.learnt.read(picture, calibration, lit)
        cold = read_squares(picture, self.learnt.track(picture, calibration), self.board)
        places = {place: _agreed(seen, cold.places[place], self.learnt.tokens) for place, seen in known.places.items()}
        counts = [seen.token for seen in places.values()]
        return Evidence(places, tuple(replace(kind, count=counts.count(kind.name)) for kind in known.sets))

    def follow(self, picture: Picture, calibration: Calibration, view: View) -> "SquareReader":
        """The reader after ``view`` was accepted as what ``picture`` shows."""
        return replace(self, learnt=self.learnt.follow(picture, calibration, view))

    def track(self, picture: Picture, calibration: Calibration) -> Calibration:
        """The calibration after a small shift of camera or board has been found."""
        return self.learnt.track(picture, calibration)


def _agreed(learnt: Seen, cold: Seen, tokens: tuple[Token, ...]) -> Seen:
    """What both make of a place. A place unlike anything learnt still holds a coin where one is plain to see."""
    first, second = learnt.likelihoods, cold.likelihoods
    if not second:
        return learnt
    if not first:
        if cold.token == EMPTY or cold.token not in tokens or cold.p < SURE_COIN:
            return learnt
        first = dict.fromkeys(tokens, 1.0)
    both = {token: first[token] * second.get(token, FLOOR) for token in tokens}
    total = sum(both.values())
    return replace(learnt, likelihoods={token: max(value / total, FLOOR) for token, value in both.items()})
