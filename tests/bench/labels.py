"""Pictures with truth beside them: the two label formats of single pictures, and sequences, as one kind of value."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, PlaceId
from rules.mandarin import places as mandarin
from rules.piecepack.places import piecepack_board
from rules.sight import EMPTY, Token
from rules.star.places import star_board
from vision.calibration import Calibration, Points, units

JUDGED_UP_TO = 0.5
"""Share of a place that may be hidden and the place still be counted."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """A picture and what is true of it. ``places``: n × 2 pixels; ``truth``: the places that are judged."""

    path: Path
    family: str
    tags: tuple[str, ...]
    board: Board
    places: Points
    truth: Mapping[PlaceId, Token]


@dataclass(frozen=True, eq=False)
class Still:
    """One frame of a sequence: whether it is still, where every place is, what lies there, and after how many moves."""

    path: Path
    still: bool
    places: Points
    truth: Mapping[PlaceId, Token]
    made: int


@dataclass(frozen=True, eq=False)
class Game:
    """A recorded game, and its moves as they are written."""

    name: str
    board: Board
    frames: Sequence[Still]
    moves: Sequence[str]


def labelled(folder: Path) -> Iterator[Labelled]:
    """Every labelled board of holes, squares or pits under ``folder``, in the order of the pictures' names."""
    for path in sorted(folder.rglob("*.json")):
        label = json.loads(path.read_text())
        picture = path.with_suffix(".jpg")
        if not isinstance(label, dict) or label.get("kind") not in BOARDS or not picture.exists():
            continue
        family = f"{path.parent.relative_to(folder)} {path.stem.rstrip('0123456789').rstrip('_')}".removeprefix(". ")
        board = BOARDS[label["kind"]](len(label["places"]) if "places" in label else 121)
        if "places" in label:
            truth = {place: _lying(at) for place, at in label["places"].items() if at["hidden"] <= JUDGED_UP_TO}
            pixels = np.array([label["places"][place.id]["px"] for place in board.places], np.float64)
            tags = (label.get("pieces", "coins"), *(_tag(tag) for tag in label["tags"]))
            if board is mandarin.BOARD:
                # Other boards' tags are counted without these few.
                tags = tuple(tag for tag in label["tags"] if tag.startswith(("board ", "stones ")))
        elif label.get("labelled"):
            truth = {place.id: label["occupied"].get(place.id, EMPTY) for place in board.places}
            truth = {place: Token(token) for place, token in truth.items() if token is not None}
            pixels = _from_tips(board, label["tips"])
            tags = ("photograph",)
        else:
            continue
        yield Labelled(picture, family, tags, board, pixels, truth)


def sequences(folder: Path) -> Iterator[Game]:
    """Every recorded star game under ``folder``."""
    for path in sorted(folder.rglob("truth.json")):
        story = json.loads(path.read_text())
        if story.get("kind") != "sequence":
            continue
        board = _star(len(story["views"][0]["places"]))
        views = [np.array([view["places"][place.id] for place in board.places], np.float64) for view in story["views"]]
        frames = [
            Still(
                path.parent / frame["file"],
                frame["still"],
                views[frame["view"]],
                {place.id: Token(frame["position"].get(place.id, EMPTY)) for place in board.places},
                frame["moves_made"],
            )
            for frame in story["frames"]
        ]
        yield Game(path.parent.name, board, frames, story["moves"])


def nearest_turn(calibration: Calibration, board: Board, places: Points) -> tuple[Calibration, float]:
    """The calibration turned to how the truth names the places, and its greatest error there in pitches."""
    pitch = pitches(board, places)
    height, width = calibration.size[1], calibration.size[0]
    shown = ((places >= 0) & (places < (width, height))).all(1)
    turned = [calibration.turned(board, turns) for turns in range(board.turns)]
    errors = [
        float((np.linalg.norm(one.places(board) - places, axis=1) / pitch)[shown].max(initial=0)) for one in turned
    ]
    best = int(np.argmin(errors))
    return turned[best], errors[best]


def pitches(board: Board, places: Points) -> NDArray[np.float64]:
    """How long a board unit is about each place, by its nearest neighbours, in pixels: n."""
    exact = units(board)
    apart = np.linalg.norm(exact[:, None] - exact, axis=2)
    np.fill_diagonal(apart, np.inf)
    neighbours = apart < apart.min(1, keepdims=True) + 1e-6
    gaps = np.linalg.norm(places[:, None] - places, axis=2) / apart
    return np.asarray((gaps * neighbours).sum(1) / neighbours.sum(1))


def _star(holes: int) -> Board:
    return next(board for board in map(star_board, (4, 5, 6)) if len(board.places) == holes)


def _tiles(squares: int) -> Board:
    return next(board for board in map(piecepack_board, (False, True)) if len(board.places) == squares)


def _lying(at: Mapping[str, Any]) -> Token:
    """What a label says lies on a place: a piece by its colour, a coin by its suit, stones by their number."""
    if "small" in at:
        return mandarin.token(at["small"], at["big"])
    return Token(at.get("suit") or at["colour"]) if at["occupied"] else EMPTY


BOARDS: Mapping[str, Callable[[int], Board]] = {
    "star": _star,
    "piecepack": _tiles,
    "mandarin": lambda _: mandarin.BOARD,
}
"""The board of each kind of label, by how many places it has."""


def calibrated(board: Board, places: Points, size: tuple[int, int]) -> Calibration:
    """The calibration through the true places, a straight lens supposed."""
    matrix, _ = cv2.findHomography(units(board), places)
    return Calibration(board.name, np.asarray(matrix, np.float64), size)


def _from_tips(board: Board, tips: Mapping[str, Sequence[float]]) -> Points:
    """All places from the six tips, which the labels give."""
    known = units(board)[[board.index[board.corners[corner]] for corner in tips]]
    matrix, _ = cv2.findHomography(known, np.array(list(tips.values()), np.float64))
    seen: Any = cv2.perspectiveTransform(units(board)[None], matrix)[0]
    return np.asarray(seen, np.float64)


def _tag(tag: str) -> str:
    """Tilts in steps of ten degrees; other tags as they are."""
    degrees = tag.removeprefix("tilt")
    return f"tilt {int(degrees) // 10 * 10}+" if degrees != tag and degrees.isdecimal() else tag
