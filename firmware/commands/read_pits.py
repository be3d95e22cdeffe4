"""What ``hopsight read --game mandarin`` tells: how many stones lie in each field, and between which bounds."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from firmware.plain_json import rounded
from rules.geometry import Board, PlaceId
from vision.calibration import Calibration
from vision.evidence import Evidence, Seen
from vision.readers.pit.reading import amounts, bounds
from vision.settings import DOUBTFUL

RIM = ("SW", "SE", "E", "NE", "NW", "W")
"""The corners of the ten fields together and the ends of the half-rounds, in the order of the board's outline."""


def pits_json(board: Board, calibration: Calibration, evidence: Evidence) -> dict[str, Any]:
    """The part of the JSON value that is special to this board."""
    corners = calibration.project(np.array(board.outline))
    return {
        "board": {"corners": {name: rounded(xy) for name, xy in zip(RIM, corners.tolist(), strict=True)}},
        "places": {place: heap(board, place, seen) for place, seen in evidence.places.items()},
    }


def heap(board: Board, place: PlaceId, seen: Seen) -> dict[str, Any]:
    """What was seen of one place; counts are null where it is covered."""
    told: dict[str, Any] = {"px": rounded(seen.px)}
    ends = place in (board.corners["W"], board.corners["E"])
    if seen.token is None:
        return told | ({"mandarin": None} if ends else {}) | {"count": None, "low": None, "high": None, "p": 0.0}
    count, mandarin = amounts(seen.token)
    low, high = bounds(seen.likelihoods)
    told |= {"mandarin": mandarin} if ends else {}
    return told | {"count": count, "low": low, "high": high, "p": round(seen.p, 5)}


def pits_text(calibration: Calibration, places: Mapping[PlaceId, Seen]) -> str:
    """The reading for people: both rows as they lie, then what is in doubt or hidden."""

    def shown(names: list[str]) -> str:
        return "".join(f"{places[PlaceId(name)].token or '?':>5}" for name in names).replace("empty", "    ·")

    numbers = range(1, 6)
    lines = [
        " " * 5 + shown([f"b{number}" for number in numbers]),
        f"{shown(['W'])}{' ' * 25}{shown(['E'])}",
        " " * 5 + shown([f"a{number}" for number in numbers]),
        "",
    ]
    doubtful = []
    for place, seen in places.items():
        if seen.token is not None and seen.p < DOUBTFUL:
            low, high = bounds(seen.likelihoods)
            doubtful.append(f"{place} {amounts(seen.token)[0]} ({low} to {high})")
    hidden = [place for place, seen in places.items() if seen.token is None]
    if hidden:
        lines.append(f"not to be seen: {' '.join(hidden)}")
    if doubtful:
        lines.append(f"in doubt: {', '.join(doubtful)}")
    lines.append(f"board found with confidence {calibration.confidence:.0%}")
    return "\n".join(lines)
