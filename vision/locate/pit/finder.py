"""Where a mandarin board lies: a network sees its shape and its lines in any turn, geometry makes a placement of them.

Drawn, painted or carved lines, paper, wood or bare ground: what a line between fields looks like is learnt, where lines
must lie is not. A placement is fitted to the lines of all ten fields at once, and proven by them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, Points
from vision.locate import failure
from vision.locate.failure import BoardNotFound
from vision.locate.fit import facing, fit, homography, shifted
from vision.locate.pit import settings
from vision.pictures import Picture
from vision.readers.pit.heaps import ACROSS, CELL, HALF, Told, cells, look_level, tell

Floats = NDArray[np.float64]

COLUMNS, ROWS = 6, 3
"""Nodes where lines meet: of the ten fields alone."""


@dataclass(frozen=True, eq=False)
class _Find:
    """A placement, how well the picture proves it, and its lead over the same a field further on."""

    calibration: Calibration
    worth: float
    lead: float

    @property
    def certain(self) -> bool:
        """Whether nothing better need be looked for."""
        return self.worth >= settings.CERTAIN and self.lead >= settings.CERTAIN_LEAD

    @property
    def leads(self) -> bool:
        """Whether the same a field further on is plainly worse: of what is less surely a board more is asked."""
        return self.lead >= (settings.LEAD if self.worth >= settings.CERTAIN else settings.CERTAIN_LEAD)


def locate(
    picture: Picture, board: Board, south: tuple[float, float] | None = None, *, thorough: bool = True
) -> Calibration:
    """Where ``board`` lies in ``picture`` (H × W × 3, blue green red).

    The long side nearest to the pixel ``south`` is the south row; without it, the one nearest the picture's lower edge.
    ``thorough``: believe what is likely; else, as of a board that may only be hidden by something, what is certain.
    Raises BoardNotFound, its reason saying what was seen.
    """
    failure.refuse_blank(picture)
    finds: list[_Find] = []
    for start in _starts(picture, board):
        finds.append(_proven(picture, _fitted(picture, start)))
        if finds[-1].certain:
            break
    best = max(finds, key=lambda find: find.worth + settings.LEAD_COUNTS * find.lead, default=None)
    if best is None or best.worth < (settings.FOUND if thorough else settings.CERTAIN):
        raise BoardNotFound(failure.NO_PITS())
    if not best.leads:
        raise BoardNotFound(failure.RIVALS())
    return facing(_sure(best), board, south)


def refine(picture: Picture, calibration: Calibration) -> Calibration:
    """Fit ``calibration`` again where the board moved less than a third of a field, keeping its south.

    Raises BoardNotFound when the board is not there any more.
    """
    find = _proven(picture, _fitted(picture, calibration))
    if find.worth < settings.FOUND or not find.leads:
        raise BoardNotFound(failure.LOST())
    return _sure(find)


def strayed(picture: Picture, calibration: Calibration) -> float | None:
    """How far the board lies from where ``calibration`` has it, in fields on average; None where a look cannot tell."""
    slip, weight = _slips(look_level(picture, calibration).line, settings.REACH[1])
    if (weight > 0).mean() < settings.VISIBLE:
        return None
    return float(np.average(np.abs(slip), weights=weight))


def _starts(picture: Picture, board: Board) -> Iterator[Calibration]:
    """Rough placements: regions that look like such a board, at every size that one may have."""
    height, width = picture.shape[:2]
    seen: list[tuple[float, float, Calibration]] = []
    for field in settings.FIELDS:
        scale = ACROSS / (field * float(np.hypot(width, height)) / settings.DIAGONAL)
        if max(width, height) * scale > settings.LARGEST:
            scale = settings.LARGEST / max(width, height)
        size = [max(round(side * scale / CELL), settings.LEAST_ACROSS) * CELL for side in (width, height)]
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        told = tell(np.asarray(small, np.uint8))
        for least in settings.ON_BOARD:
            for sure, box in _boxes(told.board, least):
                corners = (_ordered(box) + 0.5) * CELL * np.array([width, height]) / size - 0.5
                start = Calibration(board.name, homography(_box(), corners), (width, height))
                seen.append((sure, least, start))
    seen.sort(key=lambda one: -one[0])
    for _, least, start in seen[: settings.STARTS]:
        yield from _shaped(picture, start, least)


def _boxes(told: Floats, least: float) -> Iterator[tuple[float, Points]]:
    """Regions of cells more surely on a board than ``least`` and shaped like one: how like it, and the box around.

    The box's corners are cells, 4 × 2.
    """
    count, regions, stats, _ = cv2.connectedComponentsWithStats((told > least).astype(np.uint8))
    length = settings.LONG * ACROSS / CELL
    for number in range(1, count):
        if stats[number, cv2.CC_STAT_AREA] < settings.LEAST_CELLS:
            continue
        here = np.column_stack(np.nonzero(regions == number)[::-1]).astype(np.float32)
        box = cv2.minAreaRect(here)
        long, high = max(box[1]) + 1, min(box[1]) + 1
        if not (settings.LENGTHS[0] < long / length < settings.LENGTHS[1]):
            continue
        if not settings.LEAST_ASPECT < long / high < settings.MOST_ASPECT:
            continue
        sure = float(told[regions == number].mean()) * len(here) / (length * settings.HIGH * ACROSS / CELL)
        yield min(sure, 1 / sure), cv2.boxPoints(box).astype(np.float64)


def _shaped(picture: Picture, start: Calibration, least: float) -> Iterator[Calibration]:
    """A rough placement bettered by the board's own shape, as it is seen square from above: what surely is board.

    First by the box around it, then by the four-sided figure, which knows that the far side is shorter where the board
    is seen aslant; but a hand bends it.
    """
    for _ in range(settings.SHAPINGS):
        start = _within(_box_around, picture, start, least) or start
    yield start
    shaped = _within(_figure_around, picture, start, least)
    if shaped is not None:
        yield shaped


def _within(
    around: Callable[[NDArray[np.float32]], Points | None], picture: Picture, start: Calibration, least: float
) -> Calibration | None:
    """The placement whose outline is what ``around`` draws around the cells that surely are board; None if nothing."""
    on = np.asarray(look_level(picture, start).board > least, np.uint8)
    count, regions, stats, _ = cv2.connectedComponentsWithStats(on)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    corners = around(cells()[regions == largest].astype(np.float32))
    if corners is None:
        return None
    corners = _ordered(corners * (1, -1)) * (1, -1)
    turned = corners if corners[1, 0] > corners[0, 0] else np.roll(corners, 2, axis=0)
    return replace(start, homography=homography(_box(), start.project(turned)))


def _box_around(spots: NDArray[np.float32]) -> Points | None:
    """The corners of the box around spots (n × 2); None where it is too flat for a board."""
    box = cv2.minAreaRect(spots)
    return None if min(box[1]) < settings.LEANEST_SEEN else cv2.boxPoints(box).astype(np.float64)


def _figure_around(spots: NDArray[np.float32]) -> Points | None:
    """The corners of the four-sided figure around spots (n × 2); None if there is none."""
    hull = cv2.convexHull(spots)
    if len(hull) < 4:
        return None
    figure = cv2.approxPolyN(hull, 4, epsilon_percentage=-1.0).reshape(-1, 2)
    return figure.astype(np.float64) if len(figure) == 4 else None


def _box() -> Points:
    far, up = settings.LONG / 2, settings.HIGH / 2
    return np.array([(-far, -up), (far, -up), (far, up), (-far, up)])


def _ordered(corners: Points) -> Points:
    """The corners of a box beginning with a long side, so that they run as a board's do: counter-clockwise, y up."""
    area = np.sum(corners[:, 0] * np.roll(corners[:, 1], -1) - corners[:, 1] * np.roll(corners[:, 0], -1))
    if area > 0:
        corners = corners[::-1]
    first, second = np.linalg.norm(np.diff(corners[:3], axis=0), axis=1)
    return corners if first > second else np.roll(corners, -1, axis=0)


def _at(layer: Floats, points: Points) -> Floats:
    """A layer's values at points of the board, NaN beyond it."""
    at = np.stack([points[..., 0] + HALF[0], HALF[1] - points[..., 1]], -1).reshape(-1, 1, 2) * ACROSS / CELL - 0.5
    columns, rows = np.moveaxis(at.astype(np.float32), -1, 0)
    values = cv2.remap(
        layer.astype(np.float32), columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=np.nan
    )
    return np.asarray(values, np.float64).reshape(points.shape[:-1])


@cache
def _edges() -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Sides of the ten fields: middle n × 2, the way across n × 2, the two nodes at its ends n × 2."""
    middles, ways, nodes = [], [], []
    for column, row in product(range(COLUMNS), range(ROWS)):
        here = column * ROWS + row
        if row + 1 < ROWS:
            middles.append((column - 2.5, row - 0.5))
            ways.append((1.0, 0.0))
            nodes.append((here, here + 1))
        if column + 1 < COLUMNS:
            middles.append((column - 2.0, row - 1.0))
            ways.append((0.0, 1.0))
            nodes.append((here, here + ROWS))
    return np.array(middles), np.array(ways), np.array(nodes)


def _nodes() -> Points:
    return np.array([(column - 2.5, row - 1.0) for column, row in product(range(COLUMNS), range(ROWS))])


def _beside(slips: Floats, steps: Floats) -> Points:
    """Points beside the sides of fields, n × slips × steps × 2: ``slips`` across, ``steps`` along from the middle."""
    middles, ways, _ = _edges()
    across, along = ways[:, None, None], ways[:, None, None, ::-1]
    return np.asarray(middles[:, None, None] + slips[:, None, None] * across + steps[:, None] * along)


def _slips(line: Floats, reach: float) -> tuple[Floats, Floats]:
    """How far across each side of a field its line lies, up to ``reach``, and how surely: 0 where none is seen."""
    slips = np.linspace(-reach, reach, 2 * round(reach * settings.SLIP_STEPS) + 1)
    steps = np.linspace(-settings.SIDE, settings.SIDE, settings.SIDE_STEPS)
    shown = np.nan_to_num(np.median(_at(line, _beside(slips, steps)), axis=2))
    strong = shown.max(1)
    peak = np.maximum(shown - settings.PEAK * strong[:, None], 0)
    slip = (peak * slips).sum(1) / np.maximum(peak.sum(1), 1e-9)
    return slip, np.where(strong > settings.LEAST_LINE, strong, 0.0)


def _fitted(picture: Picture, start: Calibration) -> Calibration:
    """The placement fitted to the lines near it."""
    calibration = start
    _, ways, nodes = _edges()
    for reach in settings.REACH:
        told = look_level(picture, calibration)
        slip, weight = _slips(told.line, reach)
        off, say = np.zeros((len(_nodes()), 2)), np.zeros((len(_nodes()), 2))
        for end in (0, 1):
            np.add.at(off, nodes[:, end], (slip * weight)[:, None] * ways)
            np.add.at(say, nodes[:, end], weight[:, None] * ways)
        known = say.min(1) > 0
        if known.sum() < settings.LEAST_NODES:
            break
        exact = _nodes()[known]
        goal = calibration.project(exact + off[known] / say[known])
        calibration = fit(calibration, exact, goal, say[known].min(1))
    return calibration


def _proven(picture: Picture, calibration: Calibration) -> _Find:
    """How well the lines and the shape prove a placement, there or a field further on, where it fits better."""
    told = look_level(picture, calibration)
    worths = {shift: _worth(told, shift) for shift in settings.SHIFTS}
    best = max(settings.SHIFTS, key=worths.__getitem__)
    if best:
        calibration = _fitted(picture, shifted(calibration, best, 0))
        told = look_level(picture, calibration)
        worths = {shift: _worth(told, shift) for shift in settings.SHIFTS}
    seen = calibration.project(_nodes())
    inside = ((seen > -1) & (seen < calibration.size)).all(1).mean()
    worth = worths[0] if inside >= settings.VISIBLE else -1.0
    return _Find(calibration, worth, worths[0] - max(worths[shift] for shift in settings.SHIFTS if shift))


def _worth(told: Told, shift: int) -> float:
    """How well a placement moved along the board by ``shift`` fields is borne out, 1 at best."""
    line, board = (np.where(told.cover > 0.5, np.nan, layer) for layer in (told.line, told.board))
    steps = np.linspace(-settings.PROVEN_SIDE, settings.PROVEN_SIDE, settings.PROVEN_STEPS)
    points = _beside(np.array(settings.PROVEN_ASIDE), steps)
    on = np.nanmax(np.nan_to_num(_at(line, points + np.array([shift, 0])), nan=-1), axis=1)
    on = np.where(on < 0, np.nan, on)
    spots = np.stack(np.meshgrid(np.arange(-2, 3), (-0.5, 0.5)), -1).reshape(-1, 2)
    within = spots[:, None] + np.array(list(product(settings.WITHIN, repeat=2)))
    off = _at(line, within + np.array([shift, 0]))
    ends = np.array([(x * side, y) for side in (-1, 1) for x in settings.END_OUT for y in settings.END_ASIDE])
    along = np.linspace(-settings.BESIDE_ALONG, settings.BESIDE_ALONG, settings.BESIDE_STEPS)
    beyond = np.array(
        [(x, y * side) for side in (-1, 1) for x in along for y in settings.BESIDE_ASIDE]
        + [(x * side, y) for side in (-1, 1) for x in settings.BESIDE_ENDS for y in settings.BESIDE_CORNERS]
    )
    inside = _at(board, np.concatenate([spots, ends])[:, None] + np.array([shift, 0]))
    outside = _at(board, beyond[:, None] + np.array([shift, 0]))
    end_lines = _at(line, ends[:, None] + np.array([shift, 0]))
    parts = [_mean(on), 1 - _mean(off), 1 - _mean(end_lines), _mean(inside), 1 - _mean(outside)]
    return float(sum(weight * part for weight, part in zip(settings.WORTHS, parts, strict=True)))


def _mean(values: Floats) -> float:
    """The mean of what was seen; a half where nothing was."""
    return float(np.nanmean(values)) if np.isfinite(values).any() else 0.5


def _sure(find: _Find) -> Calibration:
    share = (find.worth - settings.FOUND) / (settings.CERTAIN - settings.FOUND)
    return replace(find.calibration, confidence=float(np.clip(0.5 + share / 2, 0, 1)))
