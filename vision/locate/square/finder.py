"""Find a board of squares in an unknown picture: by the lines between its squares and around it.

The lines' directions and spacing give lattices (`vision.locate.square.pencils`). Which of them is the board's, and
where on it the board lies, is proven: its lines show, and outside it there are none. Where lines are faint, coins that
lie square on it prove the rest.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration
from vision.locate import failure
from vision.locate.failure import BoardNotFound
from vision.locate.fit import facing, fit, same, shifted
from vision.locate.outlines import outlined, shrunk
from vision.locate.square import settings
from vision.locate.square.pencils import lattices, segments
from vision.pictures import Picture
from vision.readers.patches import in_picture
from vision.readers.square.coins import tell_coins

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SOUTH_WEST = (-1, 1)
"""Where in a picture (right, down) the first corner of a board lies that nobody has pointed at."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Part of a lattice: ``nodes`` leads from it to straight pixels, bent by ``k1``; ``count`` squares either way from
    node ``low``, ``low``; ``cell`` samples across a square.
    """

    nodes: Floats
    low: int
    count: int
    cell: int
    k1: float = 0.0


@dataclass(frozen=True, eq=False)
class Edges:
    """Unit edges of a board, n × 3 each: 0 for upright ones, 1 for level ones; then column and row of their south-west
    end, in lines from the board's south-west corner. ``inside``: on and between its squares, of these ``rim`` its
    outline; ``outside``: around it.
    """

    inside: Ints
    rim: Ints
    outside: Ints

    @property
    def size(self) -> int:
        """How many squares long the board is, the longer way."""
        return int(self.inside[:, 1:].max())


class Changes(NamedTuple):
    """How a picture changes on a lattice seen square from above.

    ``across``: across upright lines, samples by row, and across level lines, samples by column; ``inside``: which nodes
    lie in the picture, rows × columns.
    """

    across: tuple[NDArray[np.float32], NDArray[np.float32]]
    inside: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Find:
    """A placement; by how much its lines prove more than they must; its lead over places a square further on; whether
    its outline shows and nothing around it.
    """

    calibration: Calibration
    strength: float
    lead: float
    alone: bool

    @property
    def certain(self) -> bool:
        """Whether nothing better need be looked for."""
        return self.strength >= settings.CERTAIN and self.lead >= settings.LEAD


def locate(picture: Picture, board: Board, south: tuple[float, float] | None = None) -> Calibration:
    """Where ``board`` lies in ``picture`` (H × W × 3, blue green red).

    The corner nearest to the pixel ``south`` is called south-west; without it, the one nearest the picture's lower
    left. Raises BoardNotFound, its reason saying what was seen.
    """
    failure.refuse_blank(picture)
    finds: list[_Find] = []
    doubtful: list[tuple[float, Calibration]] = []
    for shown, start in _starts(picture, board):
        if shown < settings.PROMISING:
            doubtful.append((shown, start))
        elif not any(same(start, find.calibration, board, settings.SAME) for find in finds):
            finds.append(_proven(picture, board, _fitted(picture, board, start)))
            if finds[-1].certain:
                return facing(_sure(finds[-1]), board, south, toward=SOUTH_WEST)
    for shown, start in sorted(doubtful, key=lambda one: -one[0])[: settings.LOOKS]:
        if shown > settings.ROUGH and not any(same(start, find.calibration, board, settings.SAME) for find in finds):
            finds.append(_proven(picture, board, _fitted(picture, board, start)))
            if finds[-1].certain:
                break
    best = max(finds, key=lambda find: find.strength, default=None)
    if best is None or best.strength < 0:
        faint = sorted(finds, key=lambda find: -find.lead)
        best = next((find for find in faint if _borne_out(picture, board, find)), None)
    if best is None:
        raise BoardNotFound(failure.NO_SQUARES())
    if best.lead < settings.LEAD:
        raise BoardNotFound(failure.RIVALS())
    return facing(_sure(best), board, south, toward=SOUTH_WEST)


def refine(picture: Picture, board: Board, calibration: Calibration) -> Calibration:
    """Fit ``calibration`` again where the board moved less than a fifth of a square, keeping its south.

    Raises BoardNotFound when the board is not there any more.
    """
    find = _proven(picture, board, _fitted(picture, board, calibration))
    if find.lead < settings.LEAD or (find.strength < 0 and not _borne_out(picture, board, find)):
        raise BoardNotFound(failure.LOST())
    return _sure(find)


def strayed(picture: Picture, board: Board, calibration: Calibration) -> float | None:
    """How far the board lies from where ``calibration`` has it, in squares on average; None where none is certain."""
    find = _proven(picture, board, _fitted(picture, board, calibration))
    return calibration.apart(find.calibration, board) if find.certain else None


@lru_cache(maxsize=4)
def board_edges(board: Board) -> Edges:
    """The edges that a board's squares have, and those that squares around it would have."""
    low = min(place.x for place in board.places), min(place.y for place in board.places)
    squares = {(round(place.x - low[0]), round(place.y - low[1])) for place in board.places}
    around = {(x + dx, y + dy) for x, y in squares for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - squares
    inside = {edge for square in squares for edge in _sides(*square)}
    beyond = {edge for square in around for edge in _sides(*square)}
    return Edges(*(np.array(sorted(part)) for part in (inside, inside & beyond, beyond - inside)))


def _sides(x: int, y: int) -> tuple[tuple[int, int, int], ...]:
    return (0, x, y), (0, x + 1, y), (1, x, y), (1, x, y + 1)


def _starts(picture: Picture, board: Board) -> Iterator[tuple[float, Calibration]]:
    """Rough placements on the lattices that lines suggest, then on those of outlines; how well the board shows."""
    height, width = picture.shape[:2]
    small, full = shrunk(picture, settings.WORKING_SIDE)
    rows, columns = small.shape[:2]
    centred = np.array([[1, 0, (columns - 1) / 2], [0, 1, (rows - 1) / 2], [0, 0, 1.0]])
    centred[:2, :2] *= float(np.hypot(columns - 1, rows - 1)) / 2
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
    by_lines = (centred @ guess.homography for guess in lattices(segments(grey)))
    for nodes in chain(by_lines, outlined(small, board)):
        for shown, turn in _placements(small, board, nodes):
            lattice = full @ nodes @ turn
            yield shown, Calibration(board.name, lattice / lattice[2, 2], (width, height))


def _placements(picture: Picture, board: Board, nodes: Floats) -> list[tuple[float, Floats]]:
    """How the board may lie on a lattice: how well its lines show, and the way from board units to nodes."""
    reach = settings.REACH
    grid = Grid(nodes, -reach, 2 * reach, settings.CELL)
    shows = lines_shown(changes(picture, grid), grid, settings.SLIP)
    edges, size = board_edges(board), board_edges(board).size
    best: list[tuple[float, Floats]] = []
    for turn in range(4 // board.turns):
        inside, outside = (_turned(part, turn, size) for part in (edges.inside, edges.outside))
        sums = _slid(shows, inside, outside, size)
        row, column = np.unravel_index(int(sums.argmax()), sums.shape)
        shift = np.array([column, row]) + 1 - reach + size / 2
        c, s = round(np.cos(turn * np.pi / 2)), round(np.sin(turn * np.pi / 2))
        best.append((float(sums.max()), np.array([[c, -s, shift[0]], [s, c, shift[1]], [0, 0, 1.0]])))
    return best


def _turned(edges: Ints, turns: int, size: int) -> Ints:
    """Edges after quarter turns of the whole board, counter-clockwise."""
    for _ in range(turns):
        kind, x, y = edges.T
        # An upright edge becomes a level one that ends where it began.
        edges = np.column_stack([1 - kind, size - y - (kind == 0), x])
    return edges


def _slid(shows: Floats, inside: Ints, outside: Ints, size: int) -> Floats:
    """How well the board shows at every shift on a lattice: rows × columns of shifts."""
    count = shows.shape[1] - size - 2
    y, x = np.mgrid[1 : count + 1, 1 : count + 1].reshape(2, -1, 1)
    on, off = (shows[part[:, 0], part[:, 2] + y, part[:, 1] + x] for part in (inside, outside))
    with np.errstate(invalid="ignore"):
        seen = np.isfinite(on).mean(1)
        value = np.nansum(on, 1) / on.shape[1] - settings.OUTSIDE * np.nansum(off, 1) / off.shape[1]
    return np.where(seen > settings.VISIBLE, value, -1.0).reshape(count, count)


def lines_shown(seen: Changes, grid: Grid, slip: float) -> Floats:
    """How clearly a line shows at every unit edge of a lattice: 2 × rows × columns, 0 to 1, NaN out of the picture.

    First upright, then level edges, each by its south-west end. A line may lie off its place by ``slip`` squares.
    """
    cell, count = grid.cell, grid.count
    reach = max(round(slip * cell), 1)
    shows = np.full((2, count + 1, count + 1), np.nan)
    for kind in range(2):
        across = np.asarray(cv2.dilate(seen.across[kind], np.ones((1, 2 * reach + 1), np.uint8)), np.float64)
        along = across[: count * cell].reshape(count, cell, -1)
        middle = np.median(along[:, 1:-1], axis=1)
        line = middle[:, ::cell]
        half = cell // 2
        beside = np.min([middle[:, half + step :: cell][:, :count] for step in (-2, 0, 2)], axis=0)
        padded = np.pad(beside, ((0, 0), (1, 1)), mode="edge")
        ground = np.minimum(padded[:, :-1], padded[:, 1:])
        ratio = line / (ground + settings.FAINT)
        value = np.clip((ratio - 1) / (settings.SHARP - 1), 0, 1)
        if kind == 0:
            shows[0, :count] = value
        else:
            shows[1, :, :count] = value.T
    shows[:, ~seen.inside] = np.nan
    return shows


def changes(picture: Picture, grid: Grid) -> Changes:
    """How the picture changes on a lattice, seen square from above."""
    side = grid.low + np.arange(grid.count * grid.cell + 1, dtype=np.float32) / np.float32(grid.cell)
    x, y = side[None, :], side[:, None]
    across, down, depth = (np.float32(a) * x + (np.float32(b) * y + np.float32(c)) for a, b, c in grid.nodes)
    # What lies behind the camera is put far out of the picture.
    depth = np.where(depth > 1e-6, depth, np.float32(np.nan))
    centre = (np.array(picture.shape[1::-1], np.float32) - 1) / 2
    away = across / depth - centre[0], down / depth - centre[1]
    bend = 1 + np.float32(grid.k1) * (away[0] ** 2 + away[1] ** 2) / np.float32((centre**2).sum())
    at = [np.nan_to_num(c + a * bend, nan=-9.0) for a, c in zip(away, centre, strict=True)]
    shown = cv2.remap(picture, at[0], at[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shown = np.asarray(shown, np.float32)
    nodes_at = np.stack(at, -1)[:: grid.cell, :: grid.cell]
    inside = np.asarray(((nodes_at > -0.5) & (nodes_at < np.array(picture.shape[1::-1]) - 0.5)).all(2))
    upright, level = (_strongest(cv2.Sobel(shown, cv2.CV_32F, *way, ksize=3, scale=1 / 8)) for way in ((1, 0), (0, 1)))
    return Changes((upright, np.ascontiguousarray(level.T)), inside)


def _strongest(change: NDArray[Any]) -> NDArray[np.float32]:
    """The change of the colour that changes most, … × 3 → …; `max` over so short an axis takes ten times as long."""
    blue, green, red = np.moveaxis(np.abs(change), -1, 0)
    return np.asarray(np.maximum(np.maximum(blue, green), red), np.float32)


def _corner(board: Board) -> Floats:
    """The board's south-west corner: the lattice's node 0, 0."""
    return np.array([min(place.x for place in board.places) - 0.5, min(place.y for place in board.places) - 0.5])


def _on_lattice(calibration: Calibration, board: Board) -> Floats:
    """The way from lattice nodes to straight pixels."""
    return shifted(calibration, *_corner(board).tolist()).homography


def _fitted(picture: Picture, board: Board, start: Calibration) -> Calibration:
    """The placement fitted to the lines near it, the lens included."""
    calibration = start
    edges, size = board_edges(board), board_edges(board).size
    cell = settings.FINE_CELL
    for reach in settings.FIT_REACH:
        grid = Grid(_on_lattice(calibration, board), -1, size + 2, cell, calibration.k1)
        seen = changes(picture, grid)
        shows = lines_shown(seen, grid, reach)
        off = np.zeros((size + 1, size + 1, 2))
        weight = np.zeros((size + 1, size + 1, 2))
        span = np.arange(-round(reach * cell), round(reach * cell) + 1)
        for kind, x, y in edges.inside:
            value = shows[kind, y + 1, x + 1]
            if not value > 0:
                continue
            row, column = ((y, x), (x, y))[kind]
            strip = seen.across[kind][(row + 1) * cell + 2 : (row + 2) * cell - 1, (column + 1) * cell + span]
            profile = np.median(strip, axis=0)
            profile = np.maximum(profile - profile.min() - settings.LINE_FOOT * np.ptp(profile), 0)
            if profile.sum() <= 0:
                continue
            slip = float(profile @ span / profile.sum()) / cell
            for step in (0, 1):
                node = (y + step, x) if kind == 0 else (y, x + step)
                off[(*node, kind)] += slip * value
                weight[(*node, kind)] += value
        both = weight.min(2)
        rows, columns = np.nonzero(both > 0)
        if len(rows) < settings.LEAST_NODES:
            break
        slips = off[rows, columns] / weight[rows, columns]
        exact = np.column_stack([columns, rows]) + _corner(board)
        calibration = fit(calibration, exact, calibration.project(exact + slips), both[rows, columns])
    return calibration


def _proven(picture: Picture, board: Board, calibration: Calibration) -> _Find:
    """How well the board's lines show at a placement, and whether it would show as well elsewhere on the lattice."""
    edges, size = board_edges(board), board_edges(board).size
    margin = 3
    nodes = _on_lattice(calibration, board)
    grid = Grid(nodes, -margin, size + 2 * margin, settings.FINE_CELL, calibration.k1)
    shows = lines_shown(changes(picture, grid), grid, settings.FINE_SLIP)
    sums = _slid(shows, edges.inside, edges.outside, size)
    home = margin - 1
    here = float(sums[home, home])
    sums[home, home] = -1
    inside, rim, outside = (
        shows[kind, y + margin, x + margin] for kind, x, y in (edges.inside.T, edges.rim.T, edges.outside.T)
    )
    beyond = float(np.nanmean(outside)) if np.isfinite(outside).any() else 0.0
    return _Find(calibration, _strength(edges, inside, beyond), here - float(sums.max()), _alone(rim, beyond))


def _borne_out(picture: Picture, board: Board, find: _Find) -> bool:
    """Whether outline and coins bear out a placement whose lines are too faint to prove it, though best just there."""
    if find.strength < settings.FAINT_STRENGTH or find.lead < settings.FAINT_LEAD or not find.alone:
        return False
    return _coins_lie_square(picture, board, find.calibration)


def _coins_lie_square(picture: Picture, board: Board, calibration: Calibration) -> bool:
    """Whether some coins are seen, each on its square: beside them the network sees halves, and does not know."""
    told = tell_coins(picture, calibration, board)[in_picture(calibration, board)]
    coins = int((told[:, 1:-1].sum(1) > 0.5).sum())
    return coins >= settings.FEWEST_COINS and float(1 - told.max(1).mean()) <= settings.ASKEW


def _alone(rim: Floats, beyond: float) -> bool:
    """Whether a board's outline shows, and next to nothing around it: no part of a larger one, nor more than there is.

    ``rim``: how clearly each edge of the outline shows; ``beyond``: those around it, on average.
    """
    if np.isfinite(rim).mean() < settings.VISIBLE:
        return False
    return bool(np.nanmean(rim) >= settings.RIM_LEAST and beyond <= settings.BEYOND_MOST)


def _strength(edges: Edges, on: Floats, beyond: float) -> float:
    """By how much the lines on and around a board prove more than they must.

    ``on``: how clearly each of its edges shows; ``beyond``: those around it, on average.
    """
    kind, x, y = edges.inside.T
    if np.isfinite(on).mean() < settings.VISIBLE:
        return -1.0
    across = np.where(kind == 0, x, y)
    lines = sorted(
        float(np.nanmean(part))
        for way in (0, 1)
        for line in range(across.max() + 1)
        if np.isfinite(part := on[(kind == way) & (across == line)]).any()
    )
    worst = float(np.mean(lines[: round(settings.WORST * len(lines))]))
    return min(
        float(np.nanmean(on)) - settings.INSIDE_LEAST, settings.OUTSIDE_MOST - beyond, worst - settings.WORST_LEAST
    )


def _sure(find: _Find) -> Calibration:
    sure = find.strength / settings.CERTAIN
    return replace(find.calibration, confidence=float(np.clip(0.5 + sure / 2, 0.5, 1)))
