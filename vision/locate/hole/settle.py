"""Brings a find down to the board's surface: onto its holes, not onto the heads of pieces.

Near its holes the pattern of what is round and what is lifted tells (`vision.locate.hole.parallax`). Where tall pieces
seen far aslant hide most holes, their heads alone make a lattice, half a pitch or a whole one further from the camera.
The network that reads boards must tell then: at the height of heads it sees clearly only if the board lies right.
"""

from dataclasses import replace

import numpy as np

from rules.geometry import Board
from vision.calibration import Calibration, units
from vision.locate.fit import fit, shifted
from vision.locate.hole import settings
from vision.locate.hole.parallax import surface
from vision.locate.hole.proof import Proof
from vision.locate.hole.rivals import along
from vision.locate.hole.search import Find, proven
from vision.locate.hole.sense import clearer, least_doubt, sense
from vision.locate.hole.template import align, leads_astray
from vision.locate.hole.view import leaning, spots, straighten
from vision.pictures import Picture
from vision.readers.patches import viewpoint


def settled(picture: Picture, board: Board, find: Find) -> Calibration:
    """The find fitted to the board's surface, and how sure it is."""
    return _as_sure(_on_surface(picture, board, find.calibration), find.proof)


def off_heads(picture: Picture, board: Board, calibration: Calibration) -> Calibration:
    """The placement, or one nearer to the camera of which the network makes far more sense, and as much is round.

    A row off, too, it may make sense of what stands on the next row; but less is round there.
    """
    if viewpoint(calibration).tilt < settings.HEADS_TILT:
        return calibration
    doubt = least_doubt(picture, board, calibration, enough=settings.HEADS_DOUBT)
    if doubt < settings.HEADS_DOUBT:
        return calibration
    lean = leaning(calibration)
    lower = [shifted(calibration, *(-far * lean)) for far in settings.HEADS_LEAN]
    finds = [proven(picture, board, _on_surface(picture, board, one)) for one in lower]
    doubts = [least_doubt(picture, board, one.calibration) for one in finds]
    best = finds[int(np.argmin(doubts))]
    least = max(proven(picture, board, calibration).proof.strength - settings.HEADS_LOSS, settings.HEADS_STRENGTH)
    far = calibration.apart(best.calibration, board) > settings.HEADS_OFF
    better = far and best.proof.strength > least and clearer(min(doubts), doubt)
    return _as_sure(best.calibration, best.proof) if better else calibration


def _on_surface(picture: Picture, board: Board, found: Calibration) -> Calibration:
    """The placement ``found`` fitted to the board's surface: pieces brought down, the lens included."""
    calibration = found
    for number in range(settings.FIT_ROUNDS):
        seen = spots(straighten(picture, board, calibration), board)
        if len(seen.index) < settings.LEAST_PATCH:
            break
        down = surface(seen, board, calibration)
        aligned = align(picture, board, calibration, seen, down) if number >= settings.FIRST_ALIGNED else None
        if aligned is not None and leads_astray(picture, board, calibration, aligned):
            break
        calibration = aligned or fit(calibration, units(board)[seen.index], calibration.project(down.at), down.weight)
    return found if _led_astray(picture, board, found, calibration) else calibration


def _as_sure(calibration: Calibration, proof: Proof) -> Calibration:
    """The placement, as sure as what is round makes it."""
    sure = (proof.strength - settings.ACCEPT) / (settings.CERTAIN - settings.ACCEPT)
    return replace(calibration, confidence=float(np.clip(0.5 + sure / 2, 0.5, 1)))


def _led_astray(picture: Picture, board: Board, found: Calibration, settled: Calibration) -> bool:
    """Whether a board that settled far from where it was found made far more sense there: rings that touch are no rims
    to follow. It may well come down from the heads of tall pieces to its holes.
    """
    if found.apart(settled, board) < settings.MOVED_FAR:
        return False
    heads = found.project(units(board) + leaning(found))
    lean, down = (heads - found.places(board)).mean(0), (found.places(board) - settled.places(board)).mean(0)
    if along(lean, down):
        return False
    return clearer(*(sense(picture, board, one).undecided for one in (found, settled)))
