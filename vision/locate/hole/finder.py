"""Find a board of holes in an unknown picture by the pattern of its holes and pieces; no markers.

`vision.locate.hole.search` looks for placements; here it is decided which of them is believed.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np

from rules.geometry import Board
from rules.words import Reason
from vision.calibration import Calibration
from vision.locate import failure
from vision.locate.failure import BoardNotFound
from vision.locate.fit import facing, shifted
from vision.locate.hole import settings
from vision.locate.hole.lattice import patches
from vision.locate.hole.lines import A_ROW_OFF, BETWEEN, joined, on_lines
from vision.locate.hole.outwards import outwards
from vision.locate.hole.pieces import by_pieces
from vision.locate.hole.rivals import Asked, between, made_sense, makes_some, outdone, sensible
from vision.locate.hole.search import (
    Find,
    Level,
    Start,
    Tried,
    another_board,
    each_once,
    fitted,
    levels_of,
    look_closer,
    proven,
    starts_on,
    try_lattices,
)
from vision.locate.hole.sense import Sense, clearer, doubts, keeps_pieces, sense
from vision.locate.hole.settle import off_heads, settled
from vision.locate.hole.stars import Stars
from vision.locate.hole.view import straighten
from vision.locate.outlines import shrunk
from vision.pictures import Picture

HALF_ASIDE = (*BETWEEN, *((x / 2, y / 2) for x, y in A_ROW_OFF))
"""Where the board might lie if what was taken for its holes lies between them: dashes from one to the next, say."""


def locate(
    picture: Picture, board: Board, south: tuple[float, float] | None = None, *, thorough: bool = True
) -> Calibration:
    """Where ``board``, one of holes, lies in ``picture`` (H × W × 3, blue green red).

    South is the tip nearest to the pixel ``south``; without it the tip nearest the picture's lower edge. ``thorough``:
    go on where no placement will do at once; a picture without a board then takes several times as long.
    Raises BoardNotFound, its reason saying what was seen.
    """
    failure.refuse_blank(picture)
    try:
        return _searched(picture, board, south, thorough=thorough)
    except BoardNotFound:
        found = seen_softly(picture, board, south) if thorough else None
        if found is None:
            raise
        return found


def seen_softly(picture: Picture, board: Board, south: tuple[float, float] | None = None) -> Calibration | None:
    """Where ``board`` lies in ``picture`` if it is found in a smaller, softer one with lighter shadows; None if not.

    What made the first search lose its way, cloth or grain among the holes, is another in such a picture. A quick
    search there finds as much as a thorough one. What it finds must make some sense to the network in this picture.
    """
    height, width = picture.shape[:2]
    side = settings.SOFT_SIDE * min(max(width, height), settings.WORKING_SIDE)
    small, _ = shrunk(picture, side)
    levels = 255 * (np.arange(256) / 255) ** settings.SOFT_LIGHT
    soft = cv2.LUT(cv2.GaussianBlur(small, (0, 0), settings.SOFT_BLUR), levels.round().astype(np.uint8))
    try:
        found = _searched(soft.astype(np.uint8), board, None, thorough=False)
    except BoardNotFound:
        return None
    rough = replace(found.enlarged(max(width, height) / side), size=(width, height))
    placed = _told(picture, board, proven(picture, board, rough), south)
    return placed if makes_some(sense(picture, board, placed)) else None


def _searched(picture: Picture, board: Board, south: tuple[float, float] | None, *, thorough: bool) -> Calibration:
    """Where ``board`` lies in ``picture``, looked at as it is, as `locate` tells it."""
    tried, stars = Tried(), Stars(picture, board)
    levels = []
    for level in levels_of(picture):
        levels.append(level)
        if try_lattices(level, level.regular, picture, board, tried):
            return _found(level, tried, picture, board, south)
    acceptable = any(find.proof.strength >= settings.ACCEPT for find in tried.finds)
    likely = _likely(picture, board, tried) if acceptable or not thorough else []
    reason = None
    if acceptable:
        try:
            return _told(picture, board, _best(picture, board, likely, tried, stars), south)
        except BoardNotFound as error:
            reason = error.reason
    if thorough:
        # The finest level would take as long as all others, for boards with less than nine pixels a pitch.
        for level in levels[:-1]:
            if try_lattices(level, level.repeating, picture, board, tried, rough=settings.REPEAT_ROUGH):
                return _found(level, tried, picture, board, south)
        tried.finds += within_stars(picture, board, stars)
        likely = _likely(picture, board, tried)
        try:
            return _told(picture, board, _best(picture, board, likely, tried, stars), south)
        except BoardNotFound as error:
            reason = error.reason
        crowd, shown = _crowded(levels[:-1], picture, board, stars), _within_shape(picture, board, stars)
        if crowd is not None and (shown is None or not _clearer(picture, board, shown, crowd.calibration)):
            return _told(picture, board, crowd, south)
        # No holes and no rims are there to fit it to. A star's edges tell more than the heads of pieces, which lean.
        shown = shown or by_pieces(picture, board)
        if shown is not None:
            return facing(off_heads(picture, board, shown), board, south)
    told = (_told(picture, board, find, south) for find in likely[: settings.LIKELY_TOLD])
    raise BoardNotFound(reason or _missing(tried), told)


def refine(picture: Picture, board: Board, calibration: Calibration) -> Calibration:
    """Fit ``calibration`` again where the board moved less than a pitch or two, keeping its south.

    Raises BoardNotFound when the board is not there any more.
    """
    find = look_closer(picture, board, calibration)
    if find.proof.strength < settings.ACCEPT:
        raise BoardNotFound(failure.LOST())
    return settled(picture, board, find)


def strayed(picture: Picture, board: Board, calibration: Calibration) -> float | None:
    """How far the board lies from where ``calibration`` has it, in pitches on average, by one quick look.

    None where that look is not certain of the board. It costs a tenth of ``refine``.
    """
    find = look_closer(picture, board, calibration)
    return calibration.apart(find.calibration, board) if find.certain else None


def _found(
    level: Level, tried: Tried, picture: Picture, board: Board, south: tuple[float, float] | None
) -> Calibration:
    """The last find, a certain one, as it is told, unless another board is meant."""
    find = _unrivalled(picture, board, tried)
    chosen = _chosen(find, another_board(level, find, picture, board), board, south)
    return _told(picture, board, chosen, south)


def _unrivalled(picture: Picture, board: Board, tried: Tried) -> Find:
    """The last find, or a rival of which the network makes perfect sense and far more: what would have done before, or
    what lies between its places where it is not quite plain, for triangles between lines are round, too.
    """
    *before, find = tried.finds
    rivals = [one.calibration for one in before if one.proof.strength >= settings.ACCEPT]
    rivalled = find.proof.strength < settings.RIVALLED
    if not rivals and not rivalled:
        return find
    senses = [sense(picture, board, find.calibration)]
    if rivalled and senses[0].undecided > settings.SENSE_PLAIN:
        rivals += between(find.calibration)
    own, *others = doubts([*senses, *(sense(picture, board, one) for one in rivals)]).tolist()
    least = min(others, default=1.0)
    if not outdone(own, least):
        return find
    best = rivals[others.index(least)]
    return fitted(picture, board, best, straighten(picture, board, best))


def otherwise(
    picture: Picture, board: Board, calibration: Calibration, south: tuple[float, float] | None, *, thorough: bool
) -> list[Calibration]:
    """Where the board may lie instead of a doubtful placement: of each the network makes far more sense.

    Half a pitch aside, which costs little; ``thorough``: where that makes no sense either, also wherever a search finds
    the board that is content with nothing.
    """

    def asked(placed: Iterable[Calibration]) -> list[Asked]:
        return [Asked(one, sense(picture, board, one)) for one in placed]

    def around(one: Asked) -> float:
        # The network has learnt to bear a quarter of a pitch, so the middle of all that it is sure of is right.
        return sum(sense(picture, board, shifted(one.calibration, x / 2, y / 2)).undecided for x, y in BETWEEN)

    own = sense(picture, board, calibration)
    aside = _clearest(own, asked(shifted(calibration, x, y) for x, y in HALF_ASIDE))[: settings.BESIDE]
    others = [min(aside, key=around)] if aside else []
    if thorough and min(one.undecided for one in (own, *(other.sense for other in others))) > settings.SENSE_PLAIN:
        with suppress(BoardNotFound):
            others += asked([refine(picture, board, one.calibration) for one in others])
        others += asked(_told(picture, board, find, south) for find in _all(picture, board))
    return [one.calibration for one in _clearest(own, others)]


def _all(picture: Picture, board: Board) -> list[Find]:
    """All placements that will do, each once."""
    tried = Tried()
    levels = list(levels_of(picture))
    for level in levels:
        try_lattices(level, level.regular, picture, board, tried)
    for level in levels[:-1]:
        try_lattices(level, level.repeating, picture, board, tried, rough=settings.REPEAT_ROUGH)
    return each_once((find for find in tried.finds if find.proof.strength >= settings.ACCEPT), board)


def _clearer(picture: Picture, board: Board, one: Calibration, other: Calibration) -> bool:
    """Whether the network makes far more sense of one placement than of the other."""
    return clearer(*(sense(picture, board, placed).undecided for placed in (one, other)))


def _clearest(own: Sense, others: Sequence[Asked]) -> list[Asked]:
    """Those of ``others`` of which the network makes far more sense than its ``own`` of a placement, clearest first."""
    rivals = doubts([own, *(one.sense for one in others)])
    return [others[at] for at in np.argsort(rivals[1:]) if clearer(rivals[1 + at], rivals[0])]


def _likely(picture: Picture, board: Board, tried: Tried) -> list[Find]:
    """Placements that may be right though none is certain, the strongest first, each once."""
    strong = [find for find in tried.finds if find.proof.strength >= settings.PERHAPS]
    some = each_once(sorted(strong, key=_strength, reverse=True), board)[: settings.MOST_LIKELY]
    closer = [_closer(picture, board, tried, find, outward=at < settings.OUTWARD_FINDS) for at, find in enumerate(some)]
    return each_once(sorted(closer, key=_strength, reverse=True), board)


def _closer(picture: Picture, board: Board, tried: Tried, find: Find, *, outward: bool) -> Find:
    """A find fitted anew, ``outward`` first, and to lines; once, however often the likely ones are sought."""
    if (find, outward) not in tried.closer:
        closer = _outwards(picture, board, find) if outward else find
        laid = _laid(picture, board, closer.calibration)
        tried.closer[find, outward] = closer if laid is closer.calibration else proven(picture, board, laid)
    return tried.closer[find, outward]


def _strength(find: Find) -> float:
    return find.proof.strength


def _outwards(picture: Picture, board: Board, find: Find) -> Find:
    """The find fitted anew from where it lies well, if more speaks for it then."""
    return max(find, proven(picture, board, outwards(picture, board, find.calibration)), key=_strength)


def _best(picture: Picture, board: Board, likely: Sequence[Find], tried: Tried, stars: Stars) -> Find:
    """The best of placements of which none is certain, if it will do; raises BoardNotFound if not.

    The network that reads boards is asked what sense they make: it may tell rivals apart, and vouch for a placement
    whose round things alone are not enough.
    """
    for find in likely:
        if find not in tried.senses:
            tried.senses[find] = sense(picture, board, find.calibration)
    left = [(find, tried.senses[find]) for find in likely]
    while left:
        best, own = _clear(left)
        sound = sensible(picture, board, best, own, stars)
        if sound is not None:
            return sound
        # Bare cloth may make more sense than a board of glass; what proves to be no board is no rival of one.
        left = [one for one in left if one[0] is not best and one[0].proof.strength >= settings.ACCEPT]
    raise BoardNotFound(_missing(tried))


def _clear(rivals: Sequence[tuple[Find, Sense]]) -> tuple[Find, Sense]:
    """The strongest of ``rivals``, each with the sense that it makes, but for those of which the network makes far less
    than of another; raises BoardNotFound where two are as strong.
    """
    senses = [own for _, own in rivals]
    rest = doubts(senses, [find.proof.strength >= settings.ACCEPT for find, _ in rivals])
    # Of two that make no sense the lesser doubt says nothing.
    tells = makes_some(senses[int(rest.argmin())])
    clear = [one for one, other in zip(rivals, rest, strict=True) if not (tells and clearer(rest.min(), other))]
    if any(find.proof.strength > clear[0][0].proof.strength - settings.APART for find, _ in clear[1:]):
        raise BoardNotFound(failure.RIVALS())
    return clear[0]


def _crowded(levels: Sequence[Level], picture: Picture, board: Board, stars: Stars) -> Find | None:
    """A board of which hardly more shows than its pieces, as on white ones in bright light; None if there is none.

    Found where more lies on the lattice than around, and proven by the network alone.
    """
    starts: list[Start] = []
    for level in levels:
        lattices = patches(level.found, (*level.regular, *level.repeating), settings.GAP)
        starts += starts_on(level, lattices, picture, board, gathered=True)
    starts = sorted(each_once(starts, board), key=lambda start: -start.rough)
    likely = [start.calibration for start in starts[: settings.GATHERED_LOOKS]]
    rough = [sense(picture, board, one) for one in likely]
    order = np.argsort(doubts(rough))[: settings.GATHERED_FITS]
    closer = [made_sense(picture, board, likely[at], rough[at]) for at in order]
    senses = [own for _, own in closer]
    if not any(keeps_pieces(own, ()) for own in senses):
        return None
    return sensible(picture, board, *closer[int(doubts(senses).argmin())], stars)


def within_stars(picture: Picture, board: Board, stars: Stars) -> list[Find]:
    """Certain placements within the outlines of stars, where too much else is round for a lattice to be seen.

    They must make some sense as well: an outline vouches for any of them, however large the board is within it.
    """
    finds = (look_closer(picture, board, rough) for rough in stars.boards())
    certain = each_once((find for find in finds if find.certain), board)
    return [find for find in certain if makes_some(sense(picture, board, find.calibration))]


def _within_shape(picture: Picture, board: Board, stars: Stars) -> Calibration | None:
    """The board of a star that shows, fitted to what is round there if the network makes more sense of it then."""
    shown = stars.board_within()
    if shown is None:
        return None
    find = look_closer(picture, board, shown)
    before, after = (sense(picture, board, one).undecided for one in (shown, find.calibration))
    borne_out = find.proof.strength >= settings.PERHAPS and after < before
    return replace(find.calibration, confidence=shown.confidence) if borne_out else shown


def _missing(tried: Tried) -> Reason:
    """Why none of the placements will do."""
    if tried.cut_off:
        return failure.CUT_OFF(percent=round(100 * tried.cut_off))
    if any(find.proof.value >= settings.RIVAL and find.proof.points >= settings.POINTS for find in tried.finds):
        return failure.RIVALS()
    perhaps = any(find.proof.strength >= settings.PERHAPS for find in tried.finds)
    return (failure.UNCLEAR if perhaps else failure.NOTHING)()


def _laid(picture: Picture, board: Board, calibration: Calibration) -> Calibration:
    """The placement on the lines that join its places, if they do elsewhere: triangles between lines are as round."""
    laid = on_lines(picture, board, calibration)
    if not laid:
        return calibration
    best = max(laid, key=lambda one: joined(picture, board, one))
    # A row off, the lines of some boards join more than on it.
    own = sense(picture, board, calibration).undecided
    astray = own <= settings.SENSE_PLAIN and clearer(own, sense(picture, board, best).undecided)
    return calibration if astray else best


def _told(picture: Picture, board: Board, find: Find, south: tuple[float, float] | None) -> Calibration:
    """A find as it is told: settled, on lines that join its places if it lies off them, off heads; its tips named."""
    return facing(off_heads(picture, board, _laid(picture, board, settled(picture, board, find))), board, south)


def _chosen(one: Find, other: Find | None, board: Board, south: tuple[float, float] | None) -> Find:
    """Which of two boards is meant."""
    if other is None:
        return one
    if south is not None:
        return min(one, other, key=lambda find: float(np.hypot(*(find.calibration.corners(board) - south).T).min()))
    small, large = sorted((one, other), key=lambda find: find.calibration.pitch)
    if large.calibration.pitch < settings.BIGGER * small.calibration.pitch:
        raise BoardNotFound(failure.TWO_BOARDS())
    return large
