"""Reads one photograph of a board nobody told us anything about: where pieces lie, and which belong together.

Two networks look at the board from several sides and say for each place what they take it for and which places look
alike. Likeness groups the pieces into sets, the colours of these sets tell more of who is alike, and how many pieces a
set has decides what is doubtful.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from rules.sight import EMPTY, Token
from vision.calibration import Calibration, units
from vision.evidence import Evidence, PieceSet, Seen
from vision.pictures import Picture
from vision.readers import settings
from vision.readers.colours import colour_words, piece_colours
from vision.readers.counts import weigh_counts
from vision.readers.faint import another_set, full_points, half_seen, not_too_many, second_set, sixth_set
from vision.readers.grid import Grid, View, board_grid, regions
from vision.readers.inference import logistic
from vision.readers.network import Told, relations, tell
from vision.readers.patches import in_picture, raised, sample, viewpoint
from vision.readers.sets import group, strangers
from vision.readers.shapes import shapes, taken_for
from vision.readers.tints import Tints, tints

Numbers = NDArray[np.float64]


def read_unknown(picture: Picture, calibration: Calibration, board: Board) -> Evidence:
    """What lies on each place of ``board``, without any history; ``picture`` is height × width × 3, BGR.

    Sets are called ``set-1``, ``set-2``, …, the largest first. Covered places and those out of view have no
    likelihoods. The likelihoods of a place sum to 1 and are honest: of all places given 0.99 hardly one is wrong.
    """
    views = looks(picture, calibration, board)
    edges, colour = shapes(picture, calibration, board), tints(picture, calibration, board)
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
    views: list[Told], edges: NDArray[np.float32], colour: Numbers, outside: NDArray[np.bool_], board: Board
) -> tuple[Numbers, NDArray[np.bool_]]:
    """How likely each place is empty or of each set (n × (1 + sets), rows summing to 1), and which cannot be seen.

    ``views``: what the networks told; ``edges``: the `shapes`; ``colour``: the `tints`; ``outside``: which places are
    not in the picture. A last set that is nowhere the likeliest stands for doubt about who belongs together.
    """
    sizes = set_sizes(board)
    kinds = np.mean([view.kinds for view in views], 0).astype(np.float64)
    covered = outside | (kinds[:, 2] > kinds[:, :2].max(1) + settings.COVERED_MARGIN)
    looks_full = kinds[:, 1] - kinds[:, 0]
    # What half looks like a hand teaches nothing of holes and pieces. A full point's places err alike as it is, and
    # are no witnesses for one another.
    alike_full = taken_for(edges, looks_full, outside | (kinds[:, 2] > kinds[:, :2].max(1)))
    piece = np.maximum(
        logistic((looks_full + settings.SHAPE_WEIGHT * alike_full) * settings.KIND_SHARPNESS),
        full_points(looks_full, regions(board), covered),
    )
    unseen = int(covered.sum())
    alike = np.mean([_alike(view) for view in views], 0)
    alone, shown = (piece > settings.SURE_PIECE) & ~covered, Tints(colour, board)
    half, sixth = half_seen(looks_full, sizes, covered), np.zeros(len(piece))
    grouping = group(alike, alone | (half > 0), unseen, sizes, shown)
    if not half.any():
        sixth = sixth_set(looks_full, grouping, covered, regions(board))
        if (sixth > 0.5).any():
            grouping = group(alike, alone | (sixth > 0.5), unseen, sizes, shown)
    told = (half > 0) | (sixth > 0.5)
    piece = np.maximum(piece, np.where(told, np.maximum(half, sixth), 0))
    # What may as well belong together with pieces is no stranger.
    none = grouping.belongs @ strangers(grouping, looks_full, unseen, sizes) * (1 - grouping.doubt)
    piece = piece * (1 - none)
    piece = np.minimum(piece, not_too_many(looks_full, grouping, sizes))
    piece = np.maximum(piece, second_set(looks_full, grouping, covered))
    # Where nothing surely is a piece, what may be one is of one set: a doubt must not be lost.
    belongs = grouping.belongs if grouping.belongs.shape[1] else np.ones((len(piece), 1))
    chances = np.column_stack([1 - piece, piece[:, None] * belongs])
    # How many the sixth set has is weighed already, and the five are whole.
    counted = ~covered & (sixth == 0)
    chances[counted] = weigh_counts(chances[counted], unseen, sizes)
    # That they are as many as a set has made them one witness; it makes them no surer.
    chances[half > 0, 1:] *= half[half > 0, None]
    chances[:, 0] = 1 - chances[:, 1:].sum(1)
    another = np.maximum(sixth, another_set(looks_full, grouping, covered, sizes))
    another[told] = 0
    surer = chances[:, 0] > 1 - another
    chances[surer, 0] = 1 - another[surer]
    chances[surer, 1:] = another[surer, None] / belongs.shape[1]
    if grouping.doubt.max() > settings.DOUBT_SHOWN:
        # The set that has no pieces is nowhere the likeliest, also where several sets are about as likely.
        empty, some = chances[:, 0], 1 - chances[:, 0]
        best = chances[:, 1:].max(1)
        doubt = np.minimum(grouping.doubt, settings.MOST_DOUBT * 2 * best / np.maximum(best + some, 1e-12))
        chances = np.column_stack([empty, chances[:, 1:] * (1 - doubt)[:, None], some * doubt])
    return (1 - settings.NEVER_SURE) * chances + settings.NEVER_SURE / chances.shape[1], covered


def emptier(picture: Picture, calibration: Calibration, board: Board) -> NDArray[np.float32]:
    """By how many nats each place looks rather empty than occupied, n; 0 where it looks covered.

    For readers that know the table and want another witness: less than the network would say by itself.
    """
    kinds = np.mean([view.kinds for view in looks(picture, calibration, board, settings.WITNESS_VIEWS)], 0)
    said = (kinds[:, 0] - kinds[:, 1]) * settings.KIND_SHARPNESS * settings.WITNESS
    said[kinds[:, 2] > kinds[:, :2].max(1)] = 0
    return np.asarray(np.clip(said, -settings.WITNESS_MOST, settings.WITNESS_MOST), np.float32)


def looks(
    picture: Picture, calibration: Calibration, board: Board, views: tuple[View, ...] = settings.VIEWS
) -> list[Told]:
    """What the networks tell when the board is shown to them turned and mirrored, told of the places as they are."""
    grid, related, ways = _ready(board, views)
    # Every way round at once, and only what the networks look at.
    shown_at = [grid.points[grid.near] @ way.T for way, _ in ways]
    if any(how.height for how in views) and (eye := viewpoint(calibration)).tilt > settings.ASLANT:
        shown_at = [raised(points, eye, how.height) for points, how in zip(shown_at, views, strict=True)]
    points = np.stack(shown_at)
    colours = sample(picture, calibration, points, grid.spacing[0])
    told = []
    for seen, (_, places), how in zip(colours, ways, views, strict=True):
        shown = np.zeros((*grid.near.shape, 3), np.uint8)
        shown[grid.near] = seen
        view = tell(how.network, shown, grid, related)
        told.append(Told(view.kinds[places], view.likeness[places], view.paint[places]))
    return told


@lru_cache(maxsize=4)
def _ready(board: Board, views: tuple[View, ...]) -> tuple[Grid, Numbers, list[tuple[Numbers, NDArray[np.intp]]]]:
    """The grid, the relations, and the ways to turn the board: each with where every place is shown."""
    places = units(board)
    ways = []
    for view in views:
        angle = view.turn * np.pi / 3
        way = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        way = way @ np.diag([-1.0 if view.mirrored else 1.0, 1.0])
        shows = np.linalg.norm((places @ way.T)[:, None] - places, axis=2).argmin(1)
        ways.append((way, np.argsort(shows)))
    return board_grid(board), relations(board), ways


def _alike(view: Told) -> Numbers:
    """Logits of two places' pieces being of one set: n × n."""
    apart = np.sqrt(((view.likeness[:, None] - view.likeness) ** 2).sum(-1))
    return np.asarray(settings.LIKENESS_SHARPNESS * (settings.LIKENESS_REACH - apart), np.float64)


def _evidence(
    px: Numbers,
    board: Board,
    *,
    chances: Numbers,
    covered: NDArray[np.bool_],
    colours: NDArray[np.uint8],
    paint: Numbers,
) -> Evidence:
    tokens = [EMPTY, *(Token(f"set-{number}") for number in range(1, chances.shape[1]))]
    best = np.where(covered, -1, chances.argmax(1))
    places = {
        place.id: Seen(
            (float(px[at, 0]), float(px[at, 1])),
            {} if covered[at] else dict(zip(tokens, chances[at].tolist(), strict=True)),
            (int(colours[at, 0]), int(colours[at, 1]), int(colours[at, 2])),
        )
        for at, place in enumerate(board.places)
    }
    members = [best == number for number in range(1, len(tokens)) if (best == number).any()]
    named = [token for number, token in enumerate(tokens) if number and (best == number).any()]
    words = colour_words([paint[of].mean(0) for of in members])
    medians = [np.median(colours[of], 0).astype(int).tolist() for of in members]
    sets = tuple(
        PieceSet(token, (r, g, b), word, int(of.sum()))
        for token, (r, g, b), word, of in zip(named, medians, words, members, strict=True)
    )
    return Evidence(places, sets)
