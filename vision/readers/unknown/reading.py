"""Reads one photograph of a board nobody told us anything about: where pieces lie, and which belong together.

Two networks look at the board from several sides and say for each place what they take it for and which places look
alike. Likeness groups the pieces into sets, the colours of these sets tell more of who is alike, and how many pieces a
set has decides what is doubtful.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from rules.sight import EMPTY, Token
from vision.calibration import Calibration, units
from vision.evidence import Evidence, PieceSet, seen_at
from vision.pictures import Picture
from vision.readers.colours import colour_words, piece_colours
from vision.readers.inference import logistic
from vision.readers.patches import in_picture, raised, sample, viewpoint
from vision.readers.unknown import settings
from vision.readers.unknown.counts import weigh_counts
from vision.readers.unknown.faint import another_set, full_points, half_seen, not_too_many, second_set, sixth_set
from vision.readers.unknown.grid import Augmentation, Grid, board_grid, regions
from vision.readers.unknown.network import Told, relations, tell
from vision.readers.unknown.sets import Grouping, group, strangers
from vision.readers.unknown.shapes import shapes, taken_for
from vision.readers.unknown.tints import Tints, tints

Floats = NDArray[np.float64]


def read_unknown(picture: Picture, calibration: Calibration, board: Board) -> Evidence:
    """What lies on each place of ``board``, without any history; ``picture`` is height × width × 3, BGR.

    Sets are called ``set-1``, ``set-2``, …, the largest first. Covered places and those out of view have no
    likelihoods. The likelihoods of a place sum to 1 and are honest: of all places given 0.99 hardly one is wrong.
    """
    views = _clear_looks(picture, calibration, board)
    edges, colour = shapes(picture, calibration, board), tints(picture, calibration, board, _half_hidden(_kinds(views)))
    chances, covered = likelihoods(views, edges, colour, ~in_picture(calibration, board), board)
    colours = piece_colours(picture, calibration, board)
    paint = np.mean([view.paint for view in views], 0)
    return _evidence(calibration.places(board), board, chances=chances, covered=covered, colours=colours, paint=paint)


def set_sizes(board: Board) -> tuple[int, int]:
    """How many pieces a full set of this star has: a point full, or the row of holes before it too."""
    full = int((regions(board) == 0).sum())
    row = round(np.sqrt(2 * full))
    return full, full + row + 1


def likelihoods(
    views: list[Told], edges: NDArray[np.float32], colour: Floats, outside: NDArray[np.bool_], board: Board
) -> tuple[Floats, NDArray[np.bool_]]:
    """How likely each place is empty or of each set (n × (1 + sets), rows summing to 1), and which cannot be seen.

    ``views``: what the networks told; ``edges``: the `shapes`; ``colour``: the `tints`; ``outside``: which places are
    not in the picture. A last set that is nowhere the likeliest stands for doubt about who belongs together.
    """
    kinds = _kinds(views).astype(np.float64)
    covered = outside | (kinds[:, 2] > kinds[:, :2].max(1) + settings.COVERED_MARGIN)
    seen = _Glance(kinds[:, 1] - kinds[:, 0], covered, regions(board), set_sizes(board))
    # What half looks like a hand teaches nothing of holes and pieces.
    piece = _alone(seen, edges, outside | _half_hidden(kinds))
    alike = np.mean([_alike(view) for view in views], 0)
    told = _grouped(seen, alike, piece > settings.SURE_PIECE, Tints(colour, board))
    piece = _among_sets(seen, told, piece)
    # Where nothing surely is a piece, what may be one is of one set: a doubt must not be lost.
    belongs = told.grouping.belongs if told.grouping.belongs.shape[1] else np.ones((len(piece), 1))
    chances = np.column_stack([1 - piece, piece[:, None] * belongs])
    _weigh_counts(seen, told, chances)
    _admit_others(seen, told, chances)
    if told.grouping.doubt.max() > settings.DOUBT_SHOWN:
        chances = _doubtful(chances, told.grouping.doubt)
    return (1 - settings.NEVER_SURE) * chances + settings.NEVER_SURE / chances.shape[1], covered


def _kinds(views: list[Told]) -> NDArray[np.float32]:
    """What the networks together take each place for: n × 3, logits of empty, occupied and covered."""
    return np.asarray(np.mean([view.kinds for view in views], 0))


def _half_hidden(kinds: NDArray[np.floating[Any]]) -> NDArray[np.bool_]:
    """Which places look rather as if something lay over them than empty or occupied: n."""
    return np.asarray(kinds[:, 2] > kinds[:, :2].max(1), np.bool_)


class _Glance(NamedTuple):
    """What the networks take each place for by itself.

    ``full``: n, logits of a piece lying there; ``covered``: n, which cannot be seen; ``points``: n, the `regions`;
    ``sizes``: the `set_sizes`.
    """

    full: Floats
    covered: NDArray[np.bool_]
    points: NDArray[np.int64]
    sizes: tuple[int, int]

    @property
    def unseen(self) -> int:
        """How many places cannot be seen."""
        return int(self.covered.sum())


class _Grouped(NamedTuple):
    """Which pieces belong together; ``half`` and ``sixth``: n, how likely a piece is told only by being one of a set:
    of one that is seen by half, and of the one that five whole sets leave.
    """

    grouping: Grouping
    half: Floats
    sixth: Floats

    @property
    def by_sets(self) -> NDArray[np.bool_]:
        """Which pieces are told so, n."""
        return (self.half > 0) | (self.sixth > 0.5)


def _alone(seen: _Glance, edges: NDArray[np.float32], silent: NDArray[np.bool_]) -> Floats:
    """How likely each place holds a piece, n, by what it and its likes are taken for, but for ``silent`` ones (n)."""
    alike_full = taken_for(edges, seen.full, silent)
    # A full point's places err alike as it is, and are no witnesses for one another.
    return np.maximum(
        logistic((seen.full + settings.SHAPE_WEIGHT * alike_full) * settings.KIND_SHARPNESS),
        full_points(seen.full, seen.points, seen.covered),
    )


def _grouped(seen: _Glance, alike: Floats, sure: NDArray[np.bool_], shown: Tints) -> _Grouped:
    """The sets of what is a ``sure`` piece (n) or, by their number, one of a set; ``alike``: n × n, as of `_alike`."""
    alone = sure & ~seen.covered
    half, sixth = half_seen(seen.full, seen.sizes, seen.covered, seen.points), np.zeros(len(seen.full))
    grouping = group(alike, alone | (half > 0), seen.unseen, seen.sizes, shown)
    if not half.any():
        sixth = sixth_set(seen.full, grouping, seen.covered, seen.points)
        if (sixth > 0.5).any():
            grouping = group(alike, alone | (sixth > 0.5), seen.unseen, seen.sizes, shown)
    return _Grouped(grouping, half, sixth)


def _among_sets(seen: _Glance, told: _Grouped, piece: Floats) -> Floats:
    """How likely each place holds a piece, n, now that the sets are known; before that it was ``piece``."""
    grouping = told.grouping
    piece = np.maximum(piece, np.where(told.by_sets, np.maximum(told.half, told.sixth), 0))
    # What may as well belong together with pieces is no stranger.
    none = grouping.belongs @ strangers(grouping, seen.full, seen.unseen, seen.sizes) * (1 - grouping.doubt)
    piece = piece * (1 - none)
    piece = np.minimum(piece, not_too_many(seen.full, grouping, seen.sizes))
    return np.maximum(piece, second_set(seen.full, grouping, seen.covered))


def _weigh_counts(seen: _Glance, told: _Grouped, chances: Floats) -> None:
    """Let ``chances`` (n × (1 + sets), changed here) know how many pieces a set has."""
    # How many the sixth set has is weighed already, and the five are whole.
    counted = ~seen.covered & (told.sixth == 0)
    chances[counted] = weigh_counts(chances[counted], seen.unseen, seen.sizes)
    # That they are as many as a set has made them one witness; it makes them no surer.
    chances[told.half > 0, 1:] *= told.half[told.half > 0, None]
    chances[:, 0] = 1 - chances[:, 1:].sum(1)


def _admit_others(seen: _Glance, told: _Grouped, chances: Floats) -> None:
    """Let ``chances`` (n × (1 + sets), changed here) be no surer of a hole than that it holds no set yet unseen."""
    another = np.maximum(told.sixth, another_set(seen.full, told.grouping, seen.covered, seen.sizes))
    another[told.by_sets] = 0
    surer = chances[:, 0] > 1 - another
    chances[surer, 0] = 1 - another[surer]
    chances[surer, 1:] = another[surer, None] / (chances.shape[1] - 1)


def _doubtful(chances: Floats, doubt: Floats) -> Floats:
    """Chances with a set more, which stands for ``doubt`` (n) about who belongs together: n × (2 + sets).

    It has no pieces, and is nowhere the likeliest, also where several sets are about as likely.
    """
    empty, some = chances[:, 0], 1 - chances[:, 0]
    best = chances[:, 1:].max(1)
    doubt = np.minimum(doubt, settings.MOST_DOUBT * 2 * best / np.maximum(best + some, 1e-12))
    return np.column_stack([empty, chances[:, 1:] * (1 - doubt)[:, None], some * doubt])


def emptier(picture: Picture, calibration: Calibration, board: Board) -> NDArray[np.float32]:
    """By how many nats each place looks rather empty than occupied, n; 0 where it looks covered.

    For readers that know the table and want another witness: less than the network would say by itself.
    """
    kinds = _kinds(looks(picture, calibration, board, settings.WITNESS_AUGMENTATIONS))
    said = (kinds[:, 0] - kinds[:, 1]) * settings.KIND_SHARPNESS * settings.WITNESS
    said[_half_hidden(kinds)] = 0
    return np.asarray(np.clip(said, -settings.WITNESS_MOST, settings.WITNESS_MOST), np.float32)


def looks(
    picture: Picture, calibration: Calibration, board: Board, ways: tuple[Augmentation, ...] = settings.AUGMENTATIONS
) -> list[Told]:
    """What the networks tell when the board is shown to them turned and mirrored, told of the places as they are."""
    grid, related = _ready(board)
    turned = [_turned(board, how.turn, mirrored=how.mirrored) for how in ways]
    # Every way round at once, and only what the networks look at.
    shown_at = [grid.points[grid.near] @ turn.T for turn, _ in turned]
    if any(how.height for how in ways) and (eye := viewpoint(calibration)).tilt > settings.ASLANT:
        shown_at = [raised(points, eye, how.height) for points, how in zip(shown_at, ways, strict=True)]
    points = np.stack(shown_at)
    colours = sample(picture, calibration, points, grid.spacing[0])
    told = []
    for seen, (_, places), how in zip(colours, turned, ways, strict=True):
        shown = np.zeros((*grid.near.shape, 3), np.uint8)
        shown[grid.near] = seen
        said = tell(how.network, shown, grid, related)
        told.append(Told(said.kinds[places], said.likeness[places], said.paint[places]))
    return told


def _clear_looks(picture: Picture, calibration: Calibration, board: Board) -> list[Told]:
    """What the networks tell at three neighbouring heights: higher ones if heads of tall pieces are clearer there."""
    views = looks(picture, calibration, board)
    if viewpoint(calibration).tilt <= settings.ASLANT:
        return views
    for higher in settings.HIGHER:
        lowest, highest = _clarity(views[:2]), _clarity(views[-2:])
        if highest < lowest - settings.LESS_CLEAR:
            break
        above = looks(picture, calibration, board, higher)
        if _clarity(above) <= lowest:
            break
        views = [*views[2:], *above]
    return views


def _clarity(views: list[Told]) -> float:
    """How sure the networks are between empty and piece, the mean over all places: nats, none counts for many."""
    kinds = _kinds(views)
    return float(np.minimum(np.abs(kinds[:, 1] - kinds[:, 0]), settings.CLEAR).mean())


@lru_cache(maxsize=4)
def _ready(board: Board) -> tuple[Grid, Floats]:
    """The grid and the relations."""
    return board_grid(board), relations(board)


@lru_cache(maxsize=48)
def _turned(board: Board, turn: int, *, mirrored: bool) -> tuple[Floats, NDArray[np.intp]]:
    """The way to turn a board as `Augmentation` has it, 2 × 2, and where every place is shown then."""
    places, angle = units(board), turn * np.pi / 3
    way = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    way = way @ np.diag([-1.0 if mirrored else 1.0, 1.0])
    shows = np.linalg.norm((places @ way.T)[:, None] - places, axis=2).argmin(1)
    return way, np.argsort(shows)


def _alike(view: Told) -> Floats:
    """Logits of two places' pieces being of one set: n × n."""
    apart = np.sqrt(((view.likeness[:, None] - view.likeness) ** 2).sum(-1))
    return np.asarray(settings.LIKENESS_SHARPNESS * (settings.LIKENESS_REACH - apart), np.float64)


def _evidence(
    px: Floats,
    board: Board,
    *,
    chances: Floats,
    covered: NDArray[np.bool_],
    colours: NDArray[np.uint8],
    paint: Floats,
) -> Evidence:
    tokens = [EMPTY, *(Token(f"set-{number}") for number in range(1, chances.shape[1]))]
    best = np.where(covered, -1, chances.argmax(1))
    places = seen_at(board, px, tokens, chances, told=~covered, colours=colours)
    members = {token: best == number for number, token in enumerate(tokens) if number and (best == number).any()}
    words = colour_words([paint[of].mean(0) for of in members.values()])
    medians = [np.median(colours[of], 0).astype(int).tolist() for of in members.values()]
    sets = tuple(
        PieceSet(token, (r, g, b), word, int(of.sum()))
        for (token, of), (r, g, b), word in zip(members.items(), medians, words, strict=True)
    )
    return Evidence(places, sets)
