"""Where a learnt board lies after it or the camera was moved: what is worth a look, and which point is south there."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from firmware import settings
from hardware.pictures import Picture
from rules.geometry import Board, PlaceId
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.locate import BoardNotFound, carried, locate, refine
from vision.settle import turned_names


@dataclass(frozen=True, eq=False)
class Lie:
    """One way in which the board may lie, what is seen there then, and at how many places that looks wrong.

    ``odd``: places that something hides count as well, unless it is a hand. ``amiss``: all of which nothing can be told
    count, for a way that leaves half the board hidden is no better than one in which it looks wrong. ``vague``: places
    of which it is not plain that they look right: glass of one set hardly looks wrong where another belongs.
    """

    calibration: Calibration
    evidence: Evidence
    odd: int
    amiss: int
    vague: int


def south_of(board: Board, calibration: Calibration) -> tuple[float, float]:
    """The pixel of the point called south."""
    x, y = calibration.corners(board)[0]
    return float(x), float(y)


def turns_to(board: Board, before: Calibration | None, found: Calibration, already: int = 0) -> int:
    """By how many turns the points are called otherwise where the board was ``found`` than they were ``before``.

    With the turns by which they were called otherwise ``already``: than when its lamps were found, say.
    A camera is moved aside rather than turned by half a point. Far enough aside another point lies nearest to where
    south was, and pictures of another size have other pixels.
    """
    if before is None:
        return already
    lay = before.corners(board)

    def likeness(turns: int) -> float:
        arms = found.turned(board, -turns).corners(board)
        return float(((arms - arms.mean(0)) * (lay - lay.mean(0))).sum())

    return (already + max(range(board.turns), key=likeness)) % board.turns


def same_way_round(board: Board, before: Calibration | None, found: Calibration) -> Calibration:
    """``found`` with its points called so that the board lies in the picture the way round that it lay ``before``."""
    return found.turned(board, -turns_to(board, before, found))


@lru_cache(maxsize=4)
def called_after(chain: tuple[PlaceId | None, ...], board: Board, turns: int) -> tuple[PlaceId | None, ...]:
    """The ``chain`` in the names that its places have after so many turns of the board."""
    names = {before: place for place, before in turned_names(board, turns).items()}
    return tuple(place and names[place] for place in chain)


class Whereabouts:
    """What is remembered of a board in order to find it again."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._accepted: tuple[Picture, Calibration] | None = None  # the last careful picture that was learnt from
        self._lost = 0  # careful pictures in a row on which hardly anything looked right, wherever it was looked

    def learnt(self, picture: Picture, calibration: Calibration) -> None:
        """``picture`` shows the table as it should lie, the board where ``calibration`` has it."""
        self._accepted, self._lost = (picture, calibration), 0

    def looked(self, odd: int, most: float) -> None:
        """It was looked wherever the board might lie; at best ``odd`` places looked wrong, where ``most`` may."""
        self._lost = self._lost + 1 if odd > most else 0

    def searched_for(self, picture: Picture, before: Calibration, *, thorough: bool) -> Iterator[Calibration]:
        """Where the board may lie now: close to where it lay ``before``, else anywhere, the same way round.

        By where south lay a board of two rows would turn about as soon as it moves by more than one of them.

        ``thorough``: also where it is hard to see, for which people who play should not have to wait in vain.
        Raises BoardNotFound after the last.
        """
        with suppress(BoardNotFound):
            yield refine(picture, self.board, before)
        found = locate(picture, self.board, south_of(self.board, before), thorough=thorough)
        yield same_way_round(self.board, before, found)

    def to_try(self, picture: Picture, before: Lie, most: float) -> Iterator[tuple[Calibration, bool]]:
        """Where the board may lie now, the surest first, and whether that is certain.

        What should lie on it tells the right place among those that round things leave in doubt. A table on which
        more than ``most`` places look wrong is searched thoroughly now and then: otherwise every turn would be refused.
        """
        thorough = before.odd > most and self._lost % settings.THOROUGH_EVERY == 1
        likely: Iterable[Calibration] = ()
        try:
            for found in self.searched_for(picture, before.calibration, thorough=thorough):
                yield found, True
        except BoardNotFound as error:
            likely = error.likely
        if before.odd <= settings.TURNED_PLACES:
            return  # too little looks wrong for a board that lies elsewhere
        if self._accepted is not None and self._accepted[0].shape == picture.shape:
            known_again = carried(*self._accepted, self.board, picture)
            if known_again is not None:
                yield known_again, False
        for found in likely:
            yield found, False

    def turned(self, first: Lie, read: Callable[[Calibration], Lie]) -> Lie:
        """The board with its points called as ``first`` has it; or called so that far fewer places look wrong.

        The point nearest to where south lay is south no more where the board was turned, or moved by half its width.
        Where hardly anything looks wrong either way, that way in which it is far plainer.
        """
        if max(first.odd, first.vague) <= settings.TURNED_PLACES:
            return first
        ways = [read(first.calibration.turned(self.board, turns)) for turns in range(1, self.board.turns)]
        best = min(ways, key=lambda lie: lie.amiss, default=first)
        if best.amiss < first.amiss - settings.TURNED_PLACES:
            return best
        best = min(ways, key=lambda lie: lie.vague, default=first)
        plain = best.vague < first.vague / 2 - settings.TURNED_PLACES
        return best if plain and best.amiss <= first.amiss else first
