"""Where a board lies of which nothing shows but some pieces: light leaves all else white, and they fill no point.

What stands out strongly is round then and lies on one lattice, over any gap. Where the star lies on that lattice the
pieces tell if it has to lie there: a row off it, in any direction, some of them would lie beyond its edge.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.locate.fit import fit, shifted
from vision.locate.hole import pieces_settings as settings
from vision.locate.hole.lattice import patches, triangles
from vision.locate.hole.lines import A_ROW_OFF, BETWEEN
from vision.locate.hole.search import Start, each_once, levels_of, starts_on
from vision.locate.hole.sense import Sense, clearer, decided, sense
from vision.locate.hole.settings import LEVELS, SENSE_PLAIN
from vision.locate.hole.view import spots, straighten
from vision.neighbours import beside
from vision.pictures import Picture
from vision.readers.unknown.reading import read_unknown, set_sizes


def by_pieces(picture: Picture, board: Board) -> Calibration | None:
    """The board where its pieces alone say that it lies in ``picture`` (H × W × 3, BGR); None if they do not."""
    for placed in _placed(picture, board):
        calibration = _fitted(picture, board, placed)
        if calibration is not None and _must_lie(picture, board, calibration):
            return replace(calibration, confidence=settings.SURE)
    return None


def _placed(picture: Picture, board: Board) -> Iterator[Calibration]:
    """Placements on lattices of what stands out, those first that have most of it on the board."""
    starts: list[Start] = []
    # The finest level would take as long as all others, for boards with less than nine pixels a pitch.
    for level in levels_of(picture, settings.PLAIN, LEVELS[:-1]):
        if len(level.found.xy) <= settings.MOST:
            begun = triangles(level.found)[: settings.SEEDS]
            lattices = patches(level.found, begun, settings.GAP, settings.LEAST)
            starts += starts_on(level, lattices, picture, board, gathered=True)
    likeliest = each_once(sorted(starts, key=lambda start: -start.rough), board)
    return (start.calibration for start in likeliest[: settings.LOOKS])


def _fitted(picture: Picture, board: Board, calibration: Calibration) -> Calibration | None:
    """The placement fitted to the rims of what lies where the network sees pieces.

    None where they are too few, or do not lie as a flat board's places do: between two points a row may be left out.
    """
    found = spots(straighten(picture, board, calibration), board)
    on = sense(picture, board, calibration).held[found.index]
    if on.sum() < settings.LEAST:
        return None
    places, pixels = units(board)[found.index[on]], calibration.project(found.at[on])
    fitted = fit(calibration, places, pixels, found.strength[on])
    away = np.linalg.norm(fitted.project(places) - pixels, axis=1) / fitted.pitch
    return fitted if np.median(away) <= settings.OFF else None


def _must_lie(picture: Picture, board: Board, calibration: Calibration) -> bool:
    """Whether the network makes sense of the placement and less of all beside it: a row off more pieces are missing
    than there are doubtful places, and between the rows little is clear.
    """
    own = sense(picture, board, calibration)
    if not decided(own) or own.pieces < settings.LEAST or _on_coarser(board, own):
        return False
    rows = [sense(picture, board, shifted(calibration, x, y)) for x, y in A_ROW_OFF]
    missed = own.pieces - max(one.pieces for one in rows)
    if missed < max(settings.MISSED, own.undecided * own.places) and not completes(
        picture, board, calibration, own, rows
    ):
        return False
    between = [sense(picture, board, shifted(calibration, x, y)).undecided for x, y in BETWEEN]
    return clearer(own.undecided, float(np.mean(between)))


def completes(picture: Picture, board: Board, calibration: Calibration, own: Sense, rows: Sequence[Sense]) -> bool:
    """Whether a placement makes perfect sense, a hand aside, and holds nothing but whole sets, and those ``rows`` off a
    piece less. ``own``: what sense it makes.

    Of 109 boards 51 do where they lie; of 1,962 placements of them a row or two off or between their places none does.
    """
    most = max(int(one.held.sum()) for one in rows)
    if own.doubt > SENSE_PLAIN or int(own.held.sum()) <= most:
        return False
    evidence = read_unknown(picture, calibration, board)
    counts = {one.count for one in evidence.sets}
    sure = all(place.p >= settings.SET_SURE for place in evidence.places.values() if place.likelihoods)
    return sure and len(evidence.sets) > 1 and len(counts) == 1 and counts <= {*set_sizes(board)}


def _on_coarser(board: Board, own: Sense) -> bool:
    """Whether hardly any pieces are neighbours: then they may lie on a lattice of which this has the half pitch."""
    return bool(beside(board)[np.ix_(own.held, own.held)].any(1).mean() < settings.BESIDE)
