"""Where a board of holes may lie: lattices grow through round things in a picture, and placements on them are tried."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.locate.fit import coincide, fit, same, shifted
from vision.locate.hole import settings
from vision.locate.hole.lattice import Candidates, Patch, Seed, candidates, hexagons, patches, project
from vision.locate.hole.proof import BASIS, Proof, gatherings, placements, prove
from vision.locate.hole.repeats import seeds
from vision.locate.hole.sense import Sense
from vision.locate.hole.symmetry import Map, roundness
from vision.locate.hole.view import Rectified, spots, straighten
from vision.locate.settings import LEAST_SIDE
from vision.pictures import Picture


@dataclass(frozen=True, eq=False)
class Find:
    """A placement and what speaks for it."""

    calibration: Calibration
    proof: Proof

    @property
    def certain(self) -> bool:
        """Whether nothing better need be looked for."""
        return self.proof.strength >= settings.CERTAIN


@dataclass
class Tried:
    """What was looked at closely so far; and the largest share in sight of a board that the picture cuts off.

    ``closer``: what became of finds that were fitted anew; True: outwards first. ``senses``: what the network makes of
    those that it was asked about.
    """

    finds: list[Find] = field(default_factory=list)
    cut_off: float = 0.0
    closer: dict[tuple[Find, bool], Find] = field(default_factory=dict)
    senses: dict[Find, Sense] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Start:
    """A placement on a rough lattice: its proof there, and the share of the board's places in the picture."""

    calibration: Calibration
    rough: float
    seen: float


_Placement = TypeVar("_Placement", Find, Start)


@dataclass(frozen=True, eq=False)
class Level:
    """The picture at one scale: ``roundness`` at ``scale`` of full size, and its candidates in full-size pixels."""

    scale: float
    roundness: Map
    found: Candidates

    @cached_property
    def near(self) -> NDArray[np.float32]:
        """The greatest roundness at each pixel and those that touch it."""
        return cv2.dilate(self.roundness, np.ones((3, 3), np.uint8)).astype(np.float32)

    @cached_property
    def regular(self) -> list[Seed]:
        """Where lattices may begin since six candidates lie about one."""
        return hexagons(self.found)

    @cached_property
    def repeating(self) -> list[Seed]:
        """Where lattices may begin since the map repeats itself there."""
        return seeds(self.roundness, self.found)


def levels_of(
    picture: Picture, plain: float = settings.FLOOR, shares: Sequence[float] = settings.LEVELS
) -> Iterator[Level]:
    """The picture at ever finer scales; what has less contrast (squared Lab units) than ``plain`` is no round thing.

    ``shares``: the scales, as shares of the working size.
    """
    height, width = picture.shape[:2]
    working = min(1.0, settings.WORKING_SIDE / max(width, height))
    for share in shares:
        scale = working * share
        size = (max(round(width * scale), 1), max(round(height * scale), 1))
        if min(size) < LEAST_SIDE:
            continue
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        map_ = roundness(small, settings.WINDOW, plain)
        yield Level(scale, map_, candidates(map_, scale))


def try_lattices(
    level: Level, begun: Sequence[Seed], picture: Picture, board: Board, tried: Tried, *, rough: float = 0.0
) -> bool:
    """Look closely at the likeliest placements on lattices that grow from seeds; whether the last is certain.

    ``rough``: the least proof on the lattice that is worth it.
    """
    looks = 0
    for start in starts_on(level, patches(level.found, begun), picture, board):
        if start.seen < settings.VISIBLE:
            tried.cut_off = max(tried.cut_off, start.seen if start.rough >= settings.PART_PROOF else 0)
            continue
        if looks == settings.LOOKS or start.rough < rough:
            break
        if any(same(start.calibration, find.calibration, board, settings.SAME) for find in tried.finds):
            continue
        looks += 1
        tried.finds.append(look_closer(picture, board, start.calibration))
        if tried.finds[-1].certain:
            return True
    return False


def another_board(level: Level, find: Find, picture: Picture, board: Board) -> Find | None:
    """Another board of that kind elsewhere in the picture."""
    outline = find.calibration.project(np.array(board.outline)).astype(np.float32)
    outside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) < 0 for x, y in level.found.xy]
    found = level.found.only(np.array(outside, bool))
    for start in starts_on(level, patches(found, hexagons(found)), picture, board):
        if start.seen >= settings.VISIBLE:
            other = look_closer(picture, board, start.calibration)
            if other.certain:
                return other
    return None


def look_closer(picture: Picture, board: Board, start: Calibration) -> Find:
    """The placement, or the neighbouring one that looks more like the board, fitted once to the rims on its places."""
    view = straighten(picture, board, start)
    proof = prove(view, board)
    if proof.lead < 0:
        start = shifted(start, *proof.shift)
        view = straighten(picture, board, start)
    return fitted(picture, board, start, view)


def fitted(picture: Picture, board: Board, start: Calibration, view: Rectified) -> Find:
    """The placement fitted once to the rims on its places, and its proof; ``view``: the board as ``start`` has it."""
    found = spots(view, board)
    if len(found.index) < settings.LEAST_PATCH:
        return Find(start, prove(view, board))
    better = fit(start, units(board)[found.index], start.project(found.at), found.strength)
    return proven(picture, board, better)


def proven(picture: Picture, board: Board, placed: Calibration) -> Find:
    """The placement and its proof."""
    return Find(placed, prove(straighten(picture, board, placed), board))


def starts_on(
    level: Level, lattices: Iterable[Patch], picture: Picture, board: Board, *, gathered: bool = False
) -> list[Start]:
    """Rough placements of the board on ``lattices``, the likeliest first.

    By what is round there; ``gathered``: by where anything was found at all.
    """
    starts: list[Start] = []
    size = (picture.shape[1], picture.shape[0])
    least = settings.GATHERED if gathered else settings.ROUGH
    for patch in lattices:
        low, high = patch.nodes.min(0) - settings.PATCH_AROUND, patch.nodes.max(0) + settings.PATCH_AROUND + 1
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
        for rough, seen, node in (gatherings if gathered else placements)(values, board)[: settings.PATCH_STARTS]:
            if rough >= least:
                starts.append(Start(_placed(patch, lattice[node], board, size), rough, seen))
    return sorted(each_once(starts, board), key=lambda start: -start.rough)


def _placed(patch: Patch, centre: NDArray[np.int64], board: Board, size: tuple[int, int]) -> Calibration:
    """The calibration that puts the board's centre on a node of the patch."""
    shift, lattice = np.eye(3), np.eye(3)
    shift[:2, 2] = centre
    lattice[:2, :2] = np.linalg.inv(BASIS)
    matrix = patch.homography @ shift @ lattice
    return Calibration(board.name, matrix / matrix[2, 2], size)


def each_once(found: Iterable[_Placement], board: Board) -> list[_Placement]:
    """Those that lie nowhere where one before them does."""
    each: list[_Placement] = []
    taken = np.zeros((0, len(board.corners), 2))
    for one in found:
        tips = one.calibration.corners(board)
        if not coincide(tips, taken, settings.SAME * one.calibration.pitch).any():
            each.append(one)
            taken = np.concatenate([taken, tips[None]])
    return each
