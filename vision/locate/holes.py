"""Find a board of holes in an unknown picture by the pattern of its holes and pieces; no markers."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, Medium
from rules.words import Reason
from vision.calibration import Calibration, Points, units
from vision.locate import failure, settings
from vision.locate.failure import BoardNotFound
from vision.locate.fit import apart, fit, pitch, shifted
from vision.locate.lattice import Candidates, Patch, Seed, candidates, hexagons, patches, project
from vision.locate.lines import A_ROW_OFF, BETWEEN, joined, lines_end, on_lines
from vision.locate.parallax import surface
from vision.locate.proof import BASIS, Proof, gatherings, placements, prove
from vision.locate.repeats import seeds
from vision.locate.sense import Sense, clearer, decided, doubts, keeps_pieces, sense
from vision.locate.stars import in_star
from vision.locate.symmetry import Image, Map, roundness
from vision.locate.template import align, holes_end, leads_astray
from vision.locate.view import View, spots, straighten

HALF_ASIDE = (*BETWEEN, *((x / 2, y / 2) for x, y in A_ROW_OFF))
"""Where the board might lie if what was taken for its holes lies between them: dashes from one to the next, say."""


@dataclass(frozen=True, eq=False)
class _Find:
    """A placement and what speaks for it."""

    calibration: Calibration
    proof: Proof

    @property
    def certain(self) -> bool:
        """Whether nothing better need be looked for."""
        return self.proof.strength >= settings.CERTAIN


@dataclass
class _Tried:
    """What was looked at closely so far; and the largest share in sight of a board that the picture cuts off."""

    finds: list[_Find]
    cut_off: float


@dataclass(frozen=True, eq=False)
class _Start:
    """A placement on a rough lattice: its proof there, and the share of the board's places in the picture."""

    calibration: Calibration
    rough: float
    seen: float


_Placement = TypeVar("_Placement", _Find, _Start)


@dataclass(frozen=True, eq=False)
class _Level:
    """The picture at one scale: ``roundness`` at ``scale`` of full size, and its candidates in full-size pixels."""

    scale: float
    roundness: Map
    found: Candidates

    @cached_property
    def near(self) -> NDArray[np.float32]:
        """The roundest around each pixel."""
        return cv2.dilate(self.roundness, np.ones((3, 3), np.uint8)).astype(np.float32)

    @cached_property
    def regular(self) -> list[Seed]:
        """Where lattices may begin since six candidates lie about one."""
        return hexagons(self.found)

    @cached_property
    def repeating(self) -> list[Seed]:
        """Where lattices may begin since the map repeats itself there."""
        return seeds(self.roundness, self.found)


def locate(
    picture: Image, board: Board, south: tuple[float, float] | None = None, *, thorough: bool = True
) -> Calibration:
    """Where ``board`` lies in ``picture`` (H × W × 3, blue green red).

    South is the tip nearest to the pixel ``south``; without it the tip nearest the picture's lower edge. ``thorough``:
    go on where no placement will do at once; a picture without a board then takes several times as long.
    Raises BoardNotFound, its reason saying what was seen.
    """
    _require_holes(board)
    failure.refuse_blank(picture)
    tried = _Tried([], 0.0)
    levels = []
    for level in _levels(picture):
        levels.append(level)
        if _search(level, level.regular, picture, board, tried):
            return _found(level, tried, picture, board, south)
    acceptable = any(find.proof.strength >= settings.ACCEPT for find in tried.finds)
    if thorough and not acceptable:
        # The finest level would take as long as all others, for boards with less than nine pixels a pitch.
        for level in levels[:-1]:
            if _search(level, level.repeating, picture, board, tried, rough=settings.REPEAT_ROUGH):
                return _found(level, tried, picture, board, south)
    likely = _likely(picture, board, tried)
    try:
        if not (likely and (thorough or acceptable)):
            raise BoardNotFound(_missing(tried))
        return _told(picture, board, _best(picture, board, likely, tried), south)
    except BoardNotFound as error:
        if thorough:
            crowd = _crowded(levels[:-1], picture, board)
            if crowd is not None:
                return _told(picture, board, crowd, south)
            # No holes and no rims are there to fit it to.
            within = in_star(picture, board)
            if within is not None:
                return _named(within, board, south)
        told = [_told(picture, board, find, south) for find in likely[: settings.LIKELY_TOLD]]
        raise BoardNotFound(error.reason, told) from None


def refine(picture: Image, board: Board, calibration: Calibration) -> Calibration:
    """Fit ``calibration`` again where the board moved less than a pitch or two, keeping its south.

    Raises BoardNotFound when the board is not there any more.
    """
    _require_holes(board)
    find = _look_closer(picture, board, calibration)
    if find.proof.strength < settings.ACCEPT:
        raise BoardNotFound(failure.LOST())
    return _settle(picture, board, find)


def strayed(picture: Image, board: Board, calibration: Calibration) -> float | None:
    """How far the board lies from where ``calibration`` has it, in pitches on average, by one quick look.

    None where that look is not certain of the board. It costs a tenth of ``refine``.
    """
    _require_holes(board)
    find = _look_closer(picture, board, calibration)
    return apart(calibration, find.calibration, board) if find.certain else None


def _search(
    level: _Level, begun: Sequence[Seed], picture: Image, board: Board, tried: _Tried, *, rough: float = 0.0
) -> bool:
    """Look closely at the likeliest placements on lattices that grow from seeds; whether the last is certain.

    ``rough``: the least proof on the lattice that is worth it.
    """
    looks = 0
    for start in _starts(level, patches(level.found, begun), picture, board):
        if start.seen < settings.VISIBLE:
            tried.cut_off = max(tried.cut_off, start.seen if start.rough >= settings.PART_PROOF else 0)
            continue
        if looks == settings.LOOKS or start.rough < rough:
            break
        if any(_same(start.calibration, find.calibration, board) for find in tried.finds):
            continue
        looks += 1
        tried.finds.append(_look_closer(picture, board, start.calibration))
        if tried.finds[-1].certain:
            return True
    return False


def _found(
    level: _Level, tried: _Tried, picture: Image, board: Board, south: tuple[float, float] | None
) -> Calibration:
    """The last find, a certain one, as it is told, unless another board is meant."""
    find = _unrivalled(picture, board, tried)
    chosen = _chosen(find, _elsewhere(level, find, picture, board), board, south)
    return _told(picture, board, chosen, south)


def _unrivalled(picture: Image, board: Board, tried: _Tried) -> _Find:
    """The last find, or a rival of which the network makes perfect sense and far more: what would have done before, or
    what lies between its places where that shows nearly as well, for triangles between lines are round, too.
    """
    *before, find = tried.finds
    rivals = [one for one in before if one.proof.strength >= settings.ACCEPT]
    if find.proof.strength < settings.RIVALLED and any(np.allclose(find.proof.shift, aside) for aside in BETWEEN):
        aside = shifted(find.calibration, *find.proof.shift)
        rivals.append(_fitted(picture, board, aside, straighten(picture, board, aside)))
    if not rivals:
        return find
    own, *others = doubts([sense(picture, board, one.calibration) for one in (find, *rivals)]).tolist()
    least = min(others)
    return rivals[others.index(least)] if least <= settings.SENSE_PLAIN < own and clearer(least, own) else find


def otherwise(
    picture: Image, board: Board, calibration: Calibration, south: tuple[float, float] | None, *, thorough: bool
) -> list[Calibration]:
    """Where the board may lie instead of a doubtful placement: of each the network makes far more sense.

    Half a pitch aside, which costs little; ``thorough``: where that makes no sense either, also wherever a search finds
    the board that is content with nothing.
    """
    own = sense(picture, board, calibration)

    def around(one: Calibration) -> float:
        # The network has learnt to bear a quarter of a pitch, so the middle of all that it is sure of is right.
        return sum(sense(picture, board, shifted(one, x / 2, y / 2)).undecided for x, y in BETWEEN)

    aside = _clearest(own, [shifted(calibration, x, y) for x, y in HALF_ASIDE], picture, board)[: settings.BESIDE]
    others = [min(aside, key=around)] if aside else []
    senses = [own, *(sense(picture, board, one) for one in others)]
    if thorough and min(one.undecided for one in senses) > settings.SENSE_PLAIN:
        with suppress(BoardNotFound):
            others += [refine(picture, board, one) for one in others]
        others += [_told(picture, board, find, south) for find in _all(picture, board)]
    return _clearest(own, others, picture, board)


def _all(picture: Image, board: Board) -> list[_Find]:
    """All placements that will do, each once."""
    tried = _Tried([], 0.0)
    levels = list(_levels(picture))
    for level in levels:
        _search(level, level.regular, picture, board, tried)
    for level in levels[:-1]:
        _search(level, level.repeating, picture, board, tried, rough=settings.REPEAT_ROUGH)
    return _each_once((find for find in tried.finds if find.proof.strength >= settings.ACCEPT), board)


def _clearest(own: Sense, others: Sequence[Calibration], picture: Image, board: Board) -> list[Calibration]:
    """Those of ``others`` of which the network makes far more sense than its ``own`` of a placement, clearest first."""
    rivals = doubts([own, *(sense(picture, board, one) for one in others)])
    return [others[at] for at in np.argsort(rivals[1:]) if clearer(rivals[1 + at], rivals[0])]


def _likely(picture: Image, board: Board, tried: _Tried) -> list[_Find]:
    """Placements that may be right though none is certain, the strongest first, each once."""
    strong = [find for find in tried.finds if find.proof.strength >= settings.PERHAPS]
    some = _each_once(sorted(strong, key=lambda find: -find.proof.strength), board)[: settings.MOST_LIKELY]
    for at, find in enumerate(some):
        laid = _laid(picture, board, find.calibration)
        if laid is not find.calibration:
            some[at] = _Find(laid, prove(straighten(picture, board, laid), board))
    return _each_once(sorted(some, key=lambda find: -find.proof.strength), board)


def _best(picture: Image, board: Board, likely: Sequence[_Find], tried: _Tried) -> _Find:
    """The best of placements of which none is certain, if it will do; raises BoardNotFound if not.

    The network that reads boards is asked what sense they make: it may tell rivals apart, and vouch for a placement
    whose round things alone are not enough.
    """
    rivals = doubts([sense(picture, board, find.calibration) for find in likely])
    clear = [find for find, other in zip(likely, rivals, strict=True) if not clearer(rivals.min(), other)]
    if any(find.proof.strength > clear[0].proof.strength - settings.APART for find in clear[1:]):
        raise BoardNotFound(failure.RIVALS())
    best = _sensible(picture, board, clear[0])
    if best is None:
        raise BoardNotFound(_missing(tried))
    return best


def _sensible(picture: Image, board: Board, find: _Find) -> _Find | None:
    """The placement, or one beside it, that makes far more sense than most a row off; where little else speaks for it,
    than all around it, or whose pieces, lines or faint holes prove it. None if there is none.
    """
    for _ in range(settings.SENSE_MOVES):
        beside = [shifted(find.calibration, x, y) for x, y in (*A_ROW_OFF, *BETWEEN)]
        rows = len(A_ROW_OFF)
        placed = [find.calibration, *beside[:rows]]
        senses = [sense(picture, board, one) for one in placed]
        acceptable = find.proof.strength >= settings.ACCEPT
        share = settings.CROWD_ROUND if acceptable else settings.CROWD
        if keeps_pieces(senses[0], senses[1:], share):
            return find
        empty = [one.empty for one in senses]
        if decided(senses[0]) and (
            lines_end(picture, board, find.calibration)
            or holes_end(picture, board, list(zip(placed, empty, strict=True)))
        ):
            return find
        senses += [sense(picture, board, one) for one in beside[rows:]]
        own, *others = doubts(senses)
        clear = [clearer(own, other) for other in others[:rows]]
        # Where few points show, nothing but their pieces proves that it is a star; or that it makes perfect sense.
        plain = own <= settings.SENSE_PLAIN and all(clearer(own, other) for other in others)
        is_star = find.proof.points >= settings.POINTS or plain
        if is_star and acceptable and np.mean(clear) >= settings.SENSE_ROWS:
            return find
        least = int(np.argmin(others))
        if own <= others[least]:
            sure = own <= settings.SENSE_MOST and find.proof.strength >= settings.SENSE_STRENGTH
            return find if is_star and sure and all(clear) else None
        if not clearer(others[least], own):
            return None
        find = _fitted(picture, board, beside[least], straighten(picture, board, beside[least]))
    return None


def _crowded(levels: Sequence[_Level], picture: Image, board: Board) -> _Find | None:
    """A board of which hardly more shows than its pieces, as on white ones in bright light; None if there is none.

    Found where more lies on the lattice than around, and proven by the network alone.
    """
    starts: list[_Start] = []
    for level in levels:
        lattices = patches(level.found, (*level.regular, *level.repeating), settings.GAP)
        starts += _starts(level, lattices, picture, board, gathered=True)
    starts = sorted(_each_once(starts, board), key=lambda start: -start.rough)
    likely = [start.calibration for start in starts[: settings.GATHERED_LOOKS]]
    clearest = np.argsort(doubts([sense(picture, board, one) for one in likely]))[: settings.GATHERED_FITS]
    finds = [_look_closer(picture, board, likely[at]) for at in clearest]
    senses = [sense(picture, board, find.calibration) for find in finds]
    if not any(keeps_pieces(one, ()) for one in senses):
        return None
    return _sensible(picture, board, finds[int(doubts(senses).argmin())])


def _missing(tried: _Tried) -> Reason:
    """Why none of the placements will do."""
    if tried.cut_off:
        return failure.CUT_OFF(percent=round(100 * tried.cut_off))
    if any(find.proof.value >= settings.RIVAL and find.proof.points >= settings.POINTS for find in tried.finds):
        return failure.RIVALS()
    perhaps = any(find.proof.strength >= settings.PERHAPS for find in tried.finds)
    return (failure.UNCLEAR if perhaps else failure.NOTHING)()


def _require_holes(board: Board) -> None:
    if board.medium is not Medium.HOLE:
        raise BoardNotFound(failure.NO_HOLES(board=board.name))


def _levels(picture: Image) -> Iterator[_Level]:
    """The picture at ever finer scales."""
    height, width = picture.shape[:2]
    working = min(1.0, settings.WORKING_SIDE / max(width, height))
    for level in settings.LEVELS:
        scale = working * level
        size = (max(round(width * scale), 1), max(round(height * scale), 1))
        if min(size) < settings.LEAST_SIDE:
            continue
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        map_ = roundness(small, settings.WINDOW)
        yield _Level(scale, map_, candidates(map_, scale))


def _starts(
    level: _Level, lattices: Iterable[Patch], picture: Image, board: Board, *, gathered: bool = False
) -> list[_Start]:
    """Rough placements of the board on ``lattices``, the likeliest first.

    By what is round there; ``gathered``: by where anything was found at all.
    """
    starts: list[_Start] = []
    size = (picture.shape[1], picture.shape[0])
    least = settings.GATHERED if gathered else settings.ROUGH
    for patch in lattices:
        low, high = patch.nodes.min(0) - 6, patch.nodes.max(0) + 7
        j, i = np.mgrid[low[1] : high[1], low[0] : high[0]]
        lattice = np.stack([i, j], -1)
        at = (project(patch.homography, lattice.reshape(-1, 2).astype(np.float64)) + 0.5) * level.scale - 0.5
        with np.errstate(invalid="ignore"):
            shown = ((at > -0.5) & (at < np.array(level.roundness.shape[::-1]) - 0.5)).all(1).reshape(i.shape)
        values = np.full(i.shape, np.nan)
        if gathered:
            values[shown] = 0
            values[tuple((patch.nodes - low).T[::-1])] = 1
        else:
            x, y = np.rint(at[shown.ravel()]).astype(int).T
            values[shown] = level.near[y, x]
        for rough, seen, node in (gatherings if gathered else placements)(values, board)[:2]:
            if rough >= least:
                starts.append(_Start(_placed(patch, lattice[node], board, size), rough, seen))
    return sorted(_each_once(starts, board), key=lambda start: -start.rough)


def _placed(patch: Patch, centre: NDArray[np.int64], board: Board, size: tuple[int, int]) -> Calibration:
    """The calibration that puts the board's centre on a node of the patch."""
    shift, lattice = np.eye(3), np.eye(3)
    shift[:2, 2] = centre
    lattice[:2, :2] = np.linalg.inv(BASIS)
    matrix = patch.homography @ shift @ lattice
    return Calibration(board.name, matrix / matrix[2, 2], size)


def _look_closer(picture: Image, board: Board, start: Calibration) -> _Find:
    """The placement, or the neighbouring one that looks more like the board, fitted once to the rims on its places."""
    view = straighten(picture, board, start)
    proof = prove(view, board)
    if proof.lead < 0:
        start = shifted(start, *proof.shift)
        view = straighten(picture, board, start)
    return _fitted(picture, board, start, view)


def _fitted(picture: Image, board: Board, start: Calibration, view: View) -> _Find:
    """The placement fitted once to the rims on its places, and its proof; ``view``: the board as ``start`` has it."""
    found = spots(view, board)
    if len(found.index) < settings.LEAST_PATCH:
        return _Find(start, prove(view, board))
    fitted = fit(start, units(board)[found.index], start.project(found.at), found.strength)
    return _Find(fitted, prove(straighten(picture, board, fitted), board))


def _laid(picture: Image, board: Board, calibration: Calibration) -> Calibration:
    """The placement on the lines that join its places, if they do elsewhere: triangles between lines are as round."""
    laid = on_lines(picture, board, calibration)
    if not laid:
        return calibration
    best = max(laid, key=lambda one: joined(picture, board, one))
    # A row off, the lines of some boards join more than on it.
    own = sense(picture, board, calibration).undecided
    astray = own <= settings.SENSE_PLAIN and clearer(own, sense(picture, board, best).undecided)
    return calibration if astray else best


def _told(picture: Image, board: Board, find: _Find, south: tuple[float, float] | None) -> Calibration:
    """A find as it is told: settled, or on lines that join its places if it lies off them; and its tips named."""
    return _named(_laid(picture, board, _settle(picture, board, find)), board, south)


def _settle(picture: Image, board: Board, find: _Find) -> Calibration:
    """The placement fitted to the board's surface: pieces brought down, the lens included; and how sure it is."""
    calibration = find.calibration
    for number in range(settings.FIT_ROUNDS):
        found = spots(straighten(picture, board, calibration), board)
        if len(found.index) < settings.LEAST_PATCH:
            break
        down = surface(found, board, calibration)
        aligned = align(picture, board, calibration, found, down) if number >= settings.FIRST_ALIGNED else None
        if aligned is not None and leads_astray(picture, board, calibration, aligned):
            break
        calibration = aligned or fit(calibration, units(board)[found.index], calibration.project(down.at), down.weight)
    sure = (find.proof.strength - settings.ACCEPT) / (settings.CERTAIN - settings.ACCEPT)
    return replace(calibration, confidence=float(np.clip(0.5 + sure / 2, 0.5, 1)))


def _elsewhere(level: _Level, find: _Find, picture: Image, board: Board) -> _Find | None:
    """Another board of that kind elsewhere in the picture."""
    outline = find.calibration.project(np.array(board.outline)).astype(np.float32)
    outside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) < 0 for x, y in level.found.xy]
    found = level.found.only(np.array(outside, bool))
    for start in _starts(level, patches(found, hexagons(found)), picture, board):
        if start.seen >= settings.VISIBLE:
            other = _look_closer(picture, board, start.calibration)
            if other.certain:
                return other
    return None


def _chosen(one: _Find, other: _Find | None, board: Board, south: tuple[float, float] | None) -> _Find:
    """Which of two boards is meant."""
    if other is None:
        return one
    if south is not None:
        return min(one, other, key=lambda find: float(np.hypot(*(find.calibration.corners(board) - south).T).min()))
    small, large = sorted((one, other), key=lambda find: pitch(find.calibration))
    if pitch(large.calibration) < settings.BIGGER * pitch(small.calibration):
        raise BoardNotFound(failure.TWO_BOARDS())
    return large


def _same(one: Calibration, other: Calibration, board: Board) -> bool:
    """Whether two calibrations put the board on the same place, turns apart."""
    return bool(_coincide(one.corners(board), other.corners(board)[None], pitch(one)).any())


def _coincide(tips: Points, others: Points, size: float) -> NDArray[np.bool_]:
    """Which of ``others`` (n × corners × 2) are the same ``tips`` (corners × 2) in any order; ``size``: of a pitch."""
    away = np.hypot(*np.moveaxis(tips[:, None] - others[:, None], -1, 0)).min(2)
    return np.asarray(away.max(1) < settings.SAME * size)


def _each_once(found: Iterable[_Placement], board: Board) -> list[_Placement]:
    """Those that lie nowhere where one before them does."""
    each: list[_Placement] = []
    taken = np.zeros((0, len(board.corners), 2))
    for one in found:
        tips = one.calibration.corners(board)
        if not _coincide(tips, taken, pitch(one.calibration)).any():
            each.append(one)
            taken = np.concatenate([taken, tips[None]])
    return each


def _named(calibration: Calibration, board: Board, south: tuple[float, float] | None) -> Calibration:
    """The calibration turned so that the right tip is called south."""
    tips = calibration.corners(board)
    turn = int(tips[:, 1].argmax()) if south is None else int(np.hypot(*(tips - south).T).argmin())
    return calibration.turned(board, turn)
