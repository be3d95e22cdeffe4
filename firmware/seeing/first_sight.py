"""A table read as one never seen before: where the board lies, which way round, and whose its sets are.

It is read where the board is said to lie; where that makes no sense, where it is found. What should lie there tells.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from firmware import settings
from firmware.seeing.advice import other_star
from firmware.seeing.lessons import Lessons
from firmware.seeing.whereabouts import same_way_round, south_of
from hardware.pictures import Picture
from rules.geometry import Board, Medium
from rules.sight import View
from rules.words import Reason
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.locate import BoardNotFound, locate, otherwise
from vision.look import look
from vision.settle import Settled, settle


@dataclass(frozen=True, eq=False)
class Sight:
    """One such reading: the board where ``calibration`` says, its points and sets named in ``evidence`` as a look that
    knows nothing names them; ``settled``: how they are called by what should lie there.
    """

    calibration: Calibration
    evidence: Evidence
    settled: Settled

    @property
    def faults(self) -> int:
        """At how many places the picture shows something else than should lie there, or in another set's colour."""
        return len(self.settled.wrong) + len(self.settled.miscoloured)


class FirstSights:
    """Readings of one table that is not known yet, or no longer; ``latest``: the last in which a board was found."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.latest: Sight | None = None
        self._count = 0  # since the table was learnt
        self._thorough = True  # the last one
        self._other: Reason | None = None  # that the table shows another star, as the last thorough one had it

    def look(
        self,
        picture: Picture,
        view: View,
        lessons: Lessons,
        *,
        before: Calibration | None,
        south: tuple[float, float] | None,
        believed: bool,
    ) -> Sight:
        """Read ``picture``, in which ``view`` should lie: where the board is said to be, else where it is found.

        ``before``: where the board lay, or is said to lie; ``south``: a pixel near the point to be called south, if
        people said so; ``believed``: people insist, or nobody can be asked. Raises BoardNotFound.
        """
        # No press is heard during a search, and people are busy laying the table: thorough at first, then now and then.
        self._thorough = believed or self._count % settings.THOROUGH_COLD == 0
        self._count += 1
        known = lessons.reader is not None
        here = before if before is not None and before.size == picture.shape[1::-1] else None
        if known and before is not here:
            south = None  # it was said of a picture of another size
        board = self.board if south is None else replace(self.board, turns=1)
        if south is None and here is not None:
            south = south_of(self.board, here)  # but the sets may lie before other points
        lead = settings.TURNED_PLACES if known and board.medium is Medium.HOLE else 0

        def read(there: Calibration) -> Sight:
            calibration = same_way_round(self.board, before, there)
            evidence = look(picture, self.board, calibration)
            return Sight(calibration, evidence, settle(evidence, board, calibration, view, lead))

        def found() -> Sight:
            return read(locate(picture, self.board, south, thorough=self._thorough))

        try:
            sight = found() if here is None else self._better(read(here), found)
            # A board with dashes between its places may be found half a pitch aside, or askew: what lies there tells.
            if self._thorough and sight.faults > settings.SUSPECT_PLACES:
                # Where nothing else helps the last search is as thorough as for a table that would be learnt.
                patient = believed or len(sight.settled.wrong) <= lessons.most_wrong
                others = map(read, otherwise(picture, self.board, sight.calibration, south, thorough=patient))
                sight = next((other for other in others if other.faults <= settings.SUSPECT_PLACES), sight)
        except BoardNotFound as error:
            raise self.another(picture, lessons) or error from None
        self.latest = sight
        return sight

    def learnt(self) -> None:
        """The table is known now."""
        self._count = 0

    def another(self, picture: Picture, lessons: Lessons) -> BoardNotFound | None:
        """That the table shows another star than the game is for, where that was not known before; else None."""
        if self._thorough:
            self._other = other_star(picture, self.board) if lessons.reader is None else None
        return BoardNotFound(self._other) if self._other else None

    def _better(self, said: Sight, found: Callable[[], Sight]) -> Sight:
        """What ``said`` has, where it makes sense; else it or what is ``found``."""
        if len(said.settled.wrong) > settings.SUSPECT_PLACES:
            with suppress(BoardNotFound):
                return min(said, found(), key=lambda sight: len(sight.settled.wrong))
        return said
