"""Reads one photograph of a board nobody told us anything about: where pieces lie, and which belong together."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from rules.sight import EMPTY, Token
from vision.calibration import Calibration
from vision.evidence import Evidence, PieceSet, Seen
from vision.readers import settings
from vision.readers.patches import Picture, in_picture, sample_patches

Colours = NDArray[np.float64]
"""n × 3."""


def read_unknown(picture: Picture, calibration: Calibration, board: Board) -> Evidence:
    """What lies on each place of ``board``, without any history; ``picture`` is height × width × 3, BGR.

    Sets are called ``set-1``, ``set-2``, …; places out of view have no likelihoods.
    """
    visible = in_picture(calibration, board)
    patches = sample_patches(picture, calibration, board, 8, height=settings.HEAD_HEIGHT, span=0.4)
    colours = np.median(patches.reshape(len(patches), -1, 3), 1)
    lab = cv2.cvtColor(colours[None].astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[0].astype(np.float64)
    lab[:, 0] *= settings.LIGHTNESS_WEIGHT
    number = np.zeros(len(patches), int)
    shown = np.flatnonzero(visible)
    for name, members in enumerate(alike(lab[shown]), start=1):
        number[shown[members]] = name
    tokens = [EMPTY, *(Token(f"set-{name}") for name in range(1, number.max() + 1))]
    rgb = [(int(r), int(g), int(b)) for b, g, r in colours]
    places = {
        place.id: Seen(
            (float(px[0]), float(px[1])),
            {token: 0.9 if token == tokens[number[at]] else 0.1 / len(tokens) for token in tokens}
            if visible[at]
            else {},
            rgb[at],
        )
        for at, (place, px) in enumerate(zip(board.places, calibration.places(board), strict=True))
    }
    sets = []
    for name, token in enumerate(tokens[1:], start=1):
        b, g, r = np.median(colours[number == name], 0).astype(int).tolist()
        sets.append(PieceSet(token, (r, g, b), f"set {name}", int((number == name).sum())))
    return Evidence(places, tuple(sets))


def alike(features: Colours) -> Sequence[NDArray[np.intp]]:
    """Groups that are about as large as a set of pieces, alike among themselves and unlike the rest."""
    groups = {at: np.array([at]) for at in range(len(features))}
    apart = np.linalg.norm(features[:, None] - features, axis=2)
    np.fill_diagonal(apart, np.inf)
    made: dict[int, float] = dict.fromkeys(groups, 0.0)
    found: list[tuple[float, NDArray[np.intp]]] = []
    while len(groups) > 1:
        one, two = np.unravel_index(np.argmin(apart), apart.shape)
        height = float(apart[one, two])
        for at in (int(one), int(two)):
            size = len(groups[at])
            if any(full - 2 <= size <= full for full in settings.SET_SIZES):
                found.append((height - made[at], groups[at]))
        share = len(groups[int(one)]) / (len(groups[int(one)]) + len(groups[int(two)]))
        apart[one] = share * apart[one] + (1 - share) * apart[two]
        apart[:, one] = apart[one]
        apart[one, one] = np.inf
        apart[two] = apart[:, two] = np.inf
        groups[int(one)] = np.concatenate([groups[int(one)], groups.pop(int(two))])
        made[int(one)] = height
    taken: set[int] = set()
    chosen: list[NDArray[np.intp]] = []
    for _, members in sorted(found, key=lambda item: -item[0]):
        if len(chosen) < settings.MOST_SETS and not taken & set(members.tolist()):
            taken |= set(members.tolist())
            chosen.append(members)
    return chosen
