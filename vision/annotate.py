"""Draws a reading over its picture, so that a person sees in one glance what the program saw and what it doubted."""

from dataclasses import dataclass

import cv2
import numpy as np

from rules.geometry import Board, Medium
from rules.sight import EMPTY, Token
from vision import settings
from vision.calibration import Calibration
from vision.evidence import Evidence, Seen
from vision.locate.fit import pitch
from vision.pictures import Picture
from vision.readers.pit import bounds

Ink = tuple[int, int, int]
"""Blue, green, red."""

BLACK: Ink = (0, 0, 0)
WHITE: Ink = (255, 255, 255)
ALARM: Ink = (255, 0, 255)
"""Magenta: no piece and no board has it, and nobody confuses it with the rest."""


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
        scale = min(size * self.pitch, settings.LARGEST_LETTERS) / 22
        width = max(1, round(scale * 1.6))
        (across, down), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, width)
        corner = (round(at[0] - across / 2), round(at[1] + down / 2))
        for colour, thick in ((BLACK, width + 2), (ink, width)):
            cv2.putText(self.paper, words, corner, cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)


def annotate(
    picture: Picture, board: Board, calibration: Calibration, evidence: Evidence, *, worded: bool = True
) -> Picture:
    """The picture with a ring in its set's colour round every piece and a dot on every empty place.

    What is doubtful bears a question mark and how sure the reading is, in magenta; covered places a cross; corners
    their names; a line below counts the sets. Small boards are enlarged until the marks can be told apart. Not
    ``worded``: without names and line, which are English, for whoever says the same beside it in another language.
    """
    places = calibration.places(board)
    unit = pitch(calibration)
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
    middle = places.mean(0)
    for corner, place in board.corners.items():
        tip = places[board.index[place]]
        outwards = (tip - middle) / max(float(np.linalg.norm(tip - middle)), 1e-6)
        at = (tip + outwards * 0.95 * unit + 0.5) * scale - 0.5
        height, width = drawn.shape[:2]
        margin = 0.4 * pen.pitch
        pen.text(
            (float(np.clip(at[0], margin, width - margin)), float(np.clip(at[1], margin, height - margin))), corner
        )
    return _with_legend(drawn, evidence)


def _mark(pen: _Pen, seen: Seen, inks: dict[Token, Ink], scale: float) -> None:
    """What was seen at one place."""
    x, y = ((coordinate + 0.5) * scale - 0.5 for coordinate in seen.px)
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
        pen.text((x, y + 0.42 * pen.pitch), f".{min(99, int(seen.p * 100)):02d}", ALARM, 0.28)


def _count(pen: _Pen, seen: Seen, scale: float) -> None:
    """How many stones were counted at one place, and between which bounds where that is in doubt."""
    x, y = ((coordinate + 0.5) * scale - 0.5 for coordinate in seen.px)
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
    """The picture with a strip below that names and counts the sets, the doubtful and the covered places."""
    height, width = drawn.shape[:2]
    row = max(18, height // 32)
    pen = _Pen(np.full((row, width, 3), 32, np.uint8), row * 1.2)
    told = [seen for seen in evidence.places.values() if seen.token is not None]
    doubtful = sum(seen.p < settings.DOUBTFUL for seen in told)
    entries: list[tuple[Ink | None, str]] = [
        (kind.colour[::-1], " ".join(dict.fromkeys((kind.name, kind.word, str(kind.count))))) for kind in evidence.sets
    ]
    entries += [(None, f"doubtful {doubtful}"), (None, f"covered {len(evidence.places) - len(told)}")]
    step = width / len(entries)
    for number, (ink, words) in enumerate(entries):
        left = number * step
        if ink is not None:
            pen.ring((round(left + row * 0.7), row // 2), ink)
        size = min(0.45, 1.05 * (step - row * 1.4) / (len(words) * row * 1.2) * 1.35)
        pen.text((left + row * 1.2 + (step - row * 1.2) / 2, row / 2), words, WHITE, size)
    return np.concatenate([drawn, pen.paper])
