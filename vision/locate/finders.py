"""Which finder looks for a board: printed markers, then one for boards of holes, of squares or of pits."""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from rules.geometry import Board, Medium
from vision.calibration import Calibration
from vision.locate.corners import from_corners
from vision.locate.failure import BoardNotFound, in_this_light
from vision.locate.fit import facing
from vision.locate.hole import finder as holes
from vision.locate.markers import by_markers
from vision.locate.pit import finder as pits
from vision.locate.square import finder as squares
from vision.pictures import Picture


def locate(
    picture: Picture, board: Board, south: tuple[float, float] | None = None, *, thorough: bool = True
) -> Calibration:
    """Where ``board`` lies in ``picture`` (H × W × 3, blue green red); ``south``: a pixel near its first corner.

    ``thorough``: look for boards of holes that are hard to see, too, which takes several times as long in vain; and
    take a board of pits for found that is hardly proven.
    Printed markers are believed where the board's own pattern agrees with them, or cannot be found at all.
    Raises BoardNotFound, its reason saying what was seen.
    """
    marked = by_markers(picture, board)
    if marked is None:
        return _by_pattern(picture, board, south, thorough=thorough)
    if south is not None:
        marked = facing(marked, board, south)
    with suppress(BoardNotFound):
        return refine(picture, board, marked)
    with suppress(BoardNotFound):
        return _by_pattern(picture, board, south, thorough=thorough)
    return marked


def at_a_glance(
    picture: Picture, boards: Sequence[Board], south: tuple[float, float] | None = None
) -> list[tuple[Board, Calibration]]:
    """Those of ``boards`` that a quick look finds, and where, up to the first of which it is certain; see `locate`."""
    found: list[tuple[Board, Calibration]] = []
    for board in boards:
        with suppress(BoardNotFound):
            found.append((board, locate(picture, board, south, thorough=False)))
            if found[-1][1].certain:
                break
    return found


def whichever(
    picture: Picture, boards: Sequence[Board], south: tuple[float, float] | None = None
) -> tuple[Board, Calibration]:
    """Which of several ``boards`` lies in ``picture``, the usual one first, and where; see `locate`.

    A smaller star makes sense within a larger one, but then hardly ever is a quick look certain of it. So the first
    board of which one is certain is meant; where it is of none, the surest. Only the usual one is looked for with all
    that `locate` can do.
    Raises BoardNotFound, its reason saying what was seen of the usual one.
    """
    usual, *others = boards
    found = at_a_glance(picture, boards, south) if others else []
    if found and found[-1][1].certain:
        return found[-1]
    if usual not in [board for board, _ in found]:
        try:
            found.insert(0, (usual, locate(picture, usual, south)))
        except BoardNotFound:
            if not found:
                raise
    return max(found, key=lambda one: one[1].confidence)


def _by_pattern(picture: Picture, board: Board, south: tuple[float, float] | None, *, thorough: bool) -> Calibration:
    try:
        if board.medium is Medium.PIT:
            return pits.locate(picture, board, south, thorough=thorough)
        if board.medium is Medium.SQUARE:
            return squares.locate(picture, board, south)
        return holes.locate(picture, board, south, thorough=thorough)
    except BoardNotFound as error:
        raise in_this_light(picture, error) from None


def where_clicked(picture: Picture, board: Board, points: Mapping[str, tuple[float, float]]) -> Calibration:
    """Where ``board`` shows near clicked ``points`` (corner or place name → pixel); where none does, just there.

    Then it is of no confidence. Raises BoardNotFound for points that no board in the picture can have.
    """
    there = from_corners(board, points, (picture.shape[1], picture.shape[0]))
    try:
        return refine(picture, board, there)
    except BoardNotFound:
        return there


def refine(picture: Picture, board: Board, calibration: Calibration) -> Calibration:
    """Fit ``calibration`` again where the board moved only a little, keeping its south.

    Raises BoardNotFound when the board is not there any more.
    """
    if board.medium is Medium.PIT:
        return pits.refine(picture, calibration)
    if board.medium is Medium.SQUARE:
        return squares.refine(picture, board, calibration)
    return holes.refine(picture, board, calibration)


def strayed(picture: Picture, board: Board, calibration: Calibration) -> float | None:
    """How far the board lies from where ``calibration`` has it, in board units on average.

    None where one look cannot tell. Far cheaper than ``refine`` for holes and pits; squares are fitted either way.
    """
    if board.medium is Medium.PIT:
        return pits.strayed(picture, calibration)
    if board.medium is Medium.SQUARE:
        return squares.strayed(picture, board, calibration)
    return holes.strayed(picture, board, calibration)


def otherwise(
    picture: Picture, board: Board, calibration: Calibration, south: tuple[float, float] | None, *, thorough: bool
) -> list[Calibration]:
    """Where ``board`` may lie instead, if it was found where the network makes little sense of it; the likeliest first.

    Only who knows what lies there can tell that it does: some boards make more sense to the network between their
    holes. ``thorough``: not only beside where it was found; that may take many times as long.
    """
    if board.medium is not Medium.HOLE:
        return []
    return holes.otherwise(picture, board, calibration, south, thorough=thorough)
