"""The one door to reading: a picture, a board and where it lies in the picture → what lies on every place."""

from collections.abc import Mapping
from typing import Protocol

from rules.geometry import Board, Medium, PlaceId
from rules.sight import Token, View
from vision.calibration import Calibration
from vision.evidence import Evidence
from vision.pictures import Picture
from vision.readers.hole.reading import HoleReader
from vision.readers.hole.shown import EmptyBoard
from vision.readers.pit.reading import PitReader, read_pits
from vision.readers.square.known import SquareReader
from vision.readers.square.unknown import read_squares
from vision.readers.unknown.reading import read_unknown

__all__ = ["EmptyBoard", "Reader", "learn", "look"]


class Reader(Protocol):
    """What was learnt of one table, for boards of one medium. It never changes: `follow` and `holding` give another."""

    def read(
        self,
        picture: Picture,
        calibration: Calibration,
        lit: Mapping[PlaceId, tuple[int, int, int]] | None = None,
        *,
        careful: bool = False,
    ) -> Evidence:
        """Likelihoods of every token at every place; none where the place is covered or out of the picture.

        ``careful``: nobody can be asked, so take time over what is doubtful, and tell what is likely.
        """

    def follow(self, picture: Picture, calibration: Calibration, view: View, *, trust: bool = False) -> "Reader":
        """The reader after ``view`` was accepted as what ``picture`` shows; ``trust``: people say so.

        Raises ValueError for a token that was not there when the board was learnt.
        """

    def holding(self, view: View) -> "Reader":
        """The reader where pieces lie as ``view`` says, if that was accepted without a picture to learn from."""

    def track(self, picture: Picture, calibration: Calibration) -> Calibration:
        """The calibration after a small shift of camera or board has been found."""

    @property
    def shown(self) -> bool:
        """Whether a picture of the empty board told how any place looks."""

    @property
    def alike(self) -> tuple[Token, ...]:
        """The sets whose pieces look so much like empty places that a missing one could hardly be told."""


def learn(
    picture: Picture, calibration: Calibration, board: Board, view: View, empty: EmptyBoard | None = None
) -> Reader:
    """A reader that has learnt the table from a picture of the position ``view``, or of the places it names.

    ``empty``: the board without pieces; left out where it does not fit, and for squares, which differ by themselves.
    Raises ValueError where the picture (H × W × 3) has not the size that ``calibration`` is for.
    """
    _same_size(picture, calibration)
    if board.medium is Medium.PIT:
        return PitReader.learn(picture, calibration, board, view)
    if board.medium is Medium.SQUARE:
        return SquareReader.learn(picture, calibration, board, view)
    return HoleReader.learn(picture, calibration, board, view, empty)


def look(
    picture: Picture,
    board: Board,
    calibration: Calibration,
    reader: Reader | None = None,
    lit: Mapping[PlaceId, tuple[int, int, int]] | None = None,
    *,
    careful: bool = False,
) -> Evidence:
    """What lies where. ``reader``: what was learnt of this table; without one the picture is read by itself.

    ``lit``: lamps that shine in the picture (red, green, blue, 0 to 255). ``careful``: nobody can be asked, so take
    time over what is doubtful at a table that is known.
    Raises ValueError where the picture (H × W × 3) has not the size that ``calibration`` is for.
    """
    _same_size(picture, calibration)
    if reader is not None:
        return reader.read(picture, calibration, lit, careful=careful)
    if board.medium is Medium.PIT:
        return read_pits(picture, calibration, board)
    if board.medium is Medium.SQUARE:
        return read_squares(picture, calibration, board)
    return read_unknown(picture, calibration, board)


def _same_size(picture: Picture, calibration: Calibration) -> None:
    height, width = picture.shape[:2]
    if (width, height) != calibration.size:
        raise ValueError(f"picture of {width} × {height} pixels, calibrated for {calibration.size}")
