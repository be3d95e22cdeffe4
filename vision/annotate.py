"""Draws a reading over its picture, so that a person sees in one glance what the program saw and what it doubted."""

from dataclasses import dataclass

import cv2
import numpy as np

from rules.geometry import Board, Medium
from rules.sight import EMPTY, Token
from vision import settings
from vision.calibration import Calibration
from vision.evidence import Evidence, Seen
from vision.pictures import Picture, enlarged
from vision.readers.pit.reading import bounds

Ink = tuple[int, int, int]
"""Blue, green, red."""

BLACK: Ink = (0, 0, 0)
WHITE: Ink = (255, 255, 255)
ALARM: Ink = (255, 0, 255)
"""Magenta: no piece and no board has it, and nobody confuses it with the rest."""

LETTER = 22
"""Pixels that OpenCV's letters are high at scale 1."""

LEGEND_ROWS = (32, 24)
"""So many rows of a legend are as high and as wide as the picture; a picture upright has the lower ones."""

LEGEND_LEAST = 18
"""Pixels of the lowest row."""

LEGEND_GROUND = 32
"""How light its ground is, of 255."""

LEGEND_HIGH, LEGEND_RING, LEGEND_LEFT = 0.54, 0.7, 1.4
"""Letters of a legend, the middle of the ring before them, and where they begin, in rows."""


@dataclass(frozen=True)
class _Pen:
    """Draws on ``paper`` in strokes that suit ``pitch``, the distance of two holes in pixels."""

    paper: Picture
    pitch: float

    @property
    def stroke(self) -> int:
        return max(1, round(self.pitch / 14))

    def ring(self, at: tuple[int, int], ink: Ink) -> None:
        """A ring with an edge that stands off from any ground."""
        radius = round(0.36 * self.pitch)
        edge = BLACK if sum(ink) > 384 else WHITE
        cv2.circle(self.paper, at, radius, edge, 2 * self.stroke + 1, cv2.LINE_AA)
        cv2.circle(self.paper, at, radius, ink, self.stroke + 1, cv2.LINE_AA)

    def dot(self, at: tuple[int, int]) -> None:
        """A small dot: nothing lies here."""
        cv2.circle(self.paper, at, self.stroke + 1, BLACK, -1, cv2.LINE_AA)
        cv2.circle(self.paper, at, self.stroke, WHITE, -1, cv2.LINE_AA)

    def cross(self, at: tuple[int, int]) -> None:
        """A cross: nothing can be seen here."""
        half = round(0.22 * self.pitch)
        for ink, width in ((BLACK, 2 * self.stroke + 1), (ALARM, self.stroke)):
            for way in (-1, 1):
                ends = (at[0] - half, at[1] - way * half), (at[0] + half, at[1] + way * half)
                cv2.line(self.paper, *ends, ink, width, cv2.LINE_AA)

    def text(self, at: tuple[float, float], words: str, ink: Ink = WHITE, size: float = 0.4) -> None:
        """Words whose middle is at ``at``, ``size`` pitches high but never so large that they hide what they name."""
        write(self.paper, at, words, ink, high=min(size * self.pitch, settings.LARGEST_LETTERS))


def write(paper: Picture, at: tuple[float, float], words: str, ink: Ink, *, high: float, wide: float = np.inf) -> None:
    """Words with an edge, their middle ``at``, ``high`` pixels; smaller where they are more than ``wide`` pixels."""
    scale = high / LETTER * min(1.0, wide / _across(words, high))
    width = max(1, round(scale * 1.6))
    (across, down), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, width)
    left, base = round(at[0] - across / 2), round(at[1] + down / 2)
    # Thicker letters stand farther apart, so an edge is the same letters a little aside.
    edge = [(x, y, BLACK) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    for x, y, colour in (*edge, (0, 0, ink)):
        cv2.putText(paper, words, (left + x, base + y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, width, cv2.LINE_AA)


def _across(words: str, high: float) -> float:
    """How many pixels wide words are whose letters are ``high``."""
    return cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, high / LETTER, 1)[0][0]


def annotate(
    picture: Picture, board: Board, calibration: Calibration, evidence: Evidence, *, worded: bool = True
) -> Picture:
    """The picture with a ring in its set's colour round every piece and a dot on every empty place.

    What is doubtful bears a question mark and how sure the reading is, in magenta; covered places a cross; corners
    their names; a line below counts the sets. Small boards are enlarged until the marks can be told apart. Not
    ``worded``: without names and line, which are English, for whoever says the same beside it in another language.
    """
    unit = calibration.pitch
    scale = max(1.0, settings.DRAWN_PITCH / unit)
    scale = min(scale, max(1.0, settings.DRAWN_SIDE / max(picture.shape[:2])))
    drawn = picture.copy()
    if scale > 1:
        drawn = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)
    pen = _Pen(drawn, unit * scale)
    inks: dict[Token, Ink] = {kind.name: kind.colour[::-1] for kind in evidence.sets}
    for name, seen in evidence.places.items():
        if board[name].medium is Medium.PIT:
            _count(pen, seen, scale)
        else:
            _mark(pen, seen, inks, scale)
    if not worded:
        return drawn
    _name_corners(pen, board, calibration, scale)
    return _with_legend(drawn, evidence)


def _name_corners(pen: _Pen, board: Board, calibration: Calibration, scale: float) -> None:
    """The corners' names beyond them, away from the board's middle but within the picture."""
    middle, margin = calibration.places(board).mean(0), 0.4 * pen.pitch
    size, beyond = np.array(pen.paper.shape[1::-1]), 0.95 * calibration.pitch
    for corner, tip in zip(board.corners, calibration.corners(board), strict=True):
        outwards = (tip - middle) / max(float(np.linalg.norm(tip - middle)), 1e-6)
        x, y = np.clip((tip + outwards * beyond + 0.5) * scale - 0.5, margin, size - margin).tolist()
        pen.text((x, y), corner)


def _mark(pen: _Pen, seen: Seen, inks: dict[Token, Ink], scale: float) -> None:
    """What was seen at one place."""
    x, y = enlarged(seen.px, scale)
    at = (round(x), round(y))
    token = seen.token
    if token is None:
        pen.cross(at)
        return
    if token == EMPTY:
        pen.dot(at)
    else:
        pen.ring(at, inks.get(token, WHITE))
    if seen.p < settings.DOUBTFUL:
        rivals = sorted(seen.likelihoods, key=seen.likelihoods.__getitem__, reverse=True)[:2]
        if token == EMPTY and len(rivals) > 1:
            pen.ring(at, inks.get(rivals[1], WHITE))
        pen.text((x, y), "?", ALARM, 0.55)
        pen.text((x, y + 0.42 * pen.pitch), hundredths(seen.p), ALARM, 0.28)


def hundredths(p: float) -> str:
    """A probability as it is written beside what is doubtful: .07 or .93, and never 1."""
    return f".{min(99, int(p * 100)):02d}"


def _count(pen: _Pen, seen: Seen, scale: float) -> None:
    """How many stones were counted at one place, and between which bounds where that is in doubt."""
    x, y = enlarged(seen.px, scale)
    if seen.token is None:
        pen.cross((round(x), round(y)))
        return
    low, high = bounds(seen.likelihoods)
    sure = seen.p >= settings.DOUBTFUL
    told = "0" if seen.token == EMPTY else seen.token
    # At the field's edge, for the stones lie in its middle.
    at = (x, y + 0.4 * pen.pitch)
    pen.text(at, told if sure else f"{told} ({low}-{high})", WHITE if sure else ALARM, 0.2)


def _with_legend(drawn: Picture, evidence: Evidence) -> Picture:
    """The picture with rows below that name and count the sets, the doubtful and the covered places."""
    height, width = drawn.shape[:2]
    row = max(LEGEND_LEAST, min(height // LEGEND_ROWS[0], width // LEGEND_ROWS[1]))
    told = [seen for seen in evidence.places.values() if seen.token is not None]
    doubtful = sum(seen.p < settings.DOUBTFUL for seen in told)
    entries: list[tuple[Ink | None, str]] = [
        (kind.colour[::-1], " ".join(dict.fromkeys((kind.name, kind.word, str(kind.count))))) for kind in evidence.sets
    ]
    entries += [(None, f"doubtful {doubtful}"), (None, f"covered {len(evidence.places) - len(told)}")]
    high, left = min(LEGEND_HIGH * row, settings.LARGEST_LETTERS), LEGEND_LEFT * row
    longest = left + max(_across(words, high) for _, words in entries) + row / 2
    columns = int(np.clip(width // longest, 1, len(entries)))
    step, rows = width / columns, -(-len(entries) // columns)
    pen = _Pen(np.full((rows * row, width, 3), LEGEND_GROUND, np.uint8), row)
    for number, (ink, words) in enumerate(entries):
        x, y = number % columns * step, (number // columns + 0.5) * row
        if ink is not None:
            pen.ring((round(x + LEGEND_RING * row), round(y)), ink)
        room = step - left - row / 4
        write(pen.paper, (x + left + min(_across(words, high), room) / 2, y), words, WHITE, high=high, wide=room)
    return np.concatenate([drawn, pen.paper])
