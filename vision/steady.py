"""Watches live pictures cheaply: still, moving, a hand over the board, covered, dark, or the camera nudged?

Each frame is compared with the one before (is anything moving?) and with the last good picture (is something over the
board, though it rests?). Light that changes slowly or for the whole board is neither. `Steady` is a value: `feed` and
`accept` give the next one. Only the board and a rim around it are looked at: one plane (green) tells most, but skin may
be as bright as wood, so what is over the board is also looked for in the others.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, PlaceId
from vision import settings
from vision.calibration import Calibration

Grey = NDArray[np.uint8]
"""One plane, height × width."""

Planes = NDArray[np.uint8]
"""3 × height × width: blue, green, red."""

GREEN = 1

CELLS = 10
"""Cells across the picture whose brightness shows how the light has changed."""

_X, _Y = (axis.ravel() for axis in np.meshgrid(np.linspace(-1, 1, CELLS), np.linspace(-1, 1, CELLS)))
BASIS = np.column_stack([np.ones_like(_X), _X, _Y, _X * _X, _X * _Y, _Y * _Y])
DAMPING = np.diag([1e-6, 1, 1, 2, 2, 2])
"""What makes up a change of light over the picture, and how firmly each part is held near 0: light changes evenly above
all, a little towards one side, a little towards the rim."""


class Motion(StrEnum):
    """What the newest frame shows, seen against those before."""

    STILL = "still"
    MOVING = "moving"
    HAND = "hand"
    COVERED = "covered"
    RELIT = "relit"
    NUDGED = "nudged"
    DARK = "dark"


@dataclass(frozen=True, eq=False)
class Steady:
    """What is remembered of the frames so far.

    ``crop``: the part of a picture of ``size`` (width, height) that is watched, every ``step``-th pixel of it;
    ``board``: 1 where places lie there, ``pitch`` pixels apart, each at the pixel that ``places`` has; ``beyond``: 1
    where neither their pieces reach nor the gleam of their lamps. ``motion`` holds since second ``since`` of the
    frames' clock. ``changed``: area in square pitches that looks otherwise than in the last good picture, big things
    not counted: pieces that were lifted or put down. ``noise``: by how many levels still frames differ; ``before``: the
    newest frame; ``shown``: the last frame with each set of lamps that shone together, so that those that blink are
    nobody's movement. ``goods``: the last good pictures, the newest first; an older one helps where a hand slipped into
    a newer one.
    """

    crop: tuple[slice, slice]
    step: int
    size: tuple[int, int]
    board: Grey
    beyond: Grey
    pitch: float
    places: Mapping[PlaceId, tuple[int, int]]
    motion: Motion = Motion.STILL
    since: float = 0.0
    changed: float = 0.0
    noise: float = 1.0
    before: Planes | None = None
    shown: Mapping[frozenset[PlaceId], Planes] = field(default_factory=dict)
    goods: tuple[Planes, ...] = ()

    @staticmethod
    def watch(calibration: Calibration, board: Board) -> "Steady":
        """Begin to watch a board that lies where ``calibration`` says."""
        width, height = calibration.size
        places, pitch = calibration.places(board), calibration.pitch
        low, high, rim = places.min(0), places.max(0), settings.WATCH_RIM * pitch
        left, top = np.clip(np.floor(low - rim), 0, (width - 2, height - 2)).astype(int)
        right, bottom = np.clip(np.ceil(high + rim), (left + 2, top + 2), (width, height)).astype(int)
        step = max(1, round(max(right - left, bottom - top) / settings.WATCH_SIDE))
        # A whole number of steps, so that of every so many pixels the first is watched.
        right, bottom = left + max((right - left) // step, 1) * step, top + max((bottom - top) // step, 1) * step
        mask = np.zeros((bottom - top, right - left), np.uint8)
        beyond = np.ones_like(mask)
        for x, y in (places - (left, top)).tolist():
            cv2.circle(mask, (round(x), round(y)), round(settings.PLACE_RADIUS * pitch), 1, -1)
            cv2.circle(beyond, (round(x), round(y)), round(settings.GLEAM * pitch), 0, -1)
        crop = (slice(int(top), int(bottom)), slice(int(left), int(right)))
        spots = np.rint((places - (left, top)) / step).astype(int).tolist()
        where = {place.id: (x, y) for place, (x, y) in zip(board.places, spots, strict=True)}
        thin, around = (np.ascontiguousarray(one[::step, ::step]) for one in (mask, beyond))
        return Steady(crop, step, (width, height), thin, around, pitch / step, where)

    def feed(
        self,
        picture: NDArray[np.uint8],
        at: float,
        lit: AbstractSet[PlaceId] = frozenset(),
        switched: AbstractSet[PlaceId] = frozenset(),
    ) -> "Steady":
        """The state after one more frame, taken at second ``at``; colour (BGR) or grey, of the calibrated size.

        ``lit``: places whose lamps shine in it; ``switched``: those of them that went on or out meanwhile, so that they
        may shine by half. Raises ValueError for a picture of another size.
        """
        frame = self._small(picture)
        if self.before is None:
            return replace(self, before=frame, since=at)
        lamps, before, shown = frozenset(lit), self.before, self.shown
        if not switched:
            # It is compared with the last frame in which just these lamps shone, if they have before.
            before = shown.get(lamps, before)
            others = [(one, seen) for one, seen in shown.items() if one != lamps]
            shown = dict([*others[1 - settings.LAMPS_SHOWN :], (lamps, frame)])
        motion, changed, noise = self._judged(frame, before, lamps, switched)
        goods = self.goods
        if goods and motion is Motion.STILL and not changed:
            goods = _drifted(goods[0], frame), *goods[1:]
        since = self.since if motion is self.motion else at
        return replace(
            self, motion=motion, since=since, changed=changed, noise=noise, before=frame, shown=shown, goods=goods
        )

    def accept(self) -> "Steady":
        """The newest frame shows the table as it should be: from now on it is the last good picture."""
        if self.before is None:
            return self
        return replace(self, goods=(self.before, *self.goods)[: settings.GOODS], changed=0.0)

    def moved(
        self, was: Calibration, now: Calibration, board: Board, picture: NDArray[np.uint8], at: float
    ) -> "Steady":
        """The watch over a board that lay where ``was`` says, and lies in ``picture`` where ``now`` says.

        The last good pictures move along, so that a hand over the board is still told from them; what was out of sight
        then counts as good as it is. ``at``: the picture's second.
        """
        new = Steady.watch(now, board).feed(picture, at)
        if not self.goods or new.before is None:
            return new
        way = np.linalg.inv(new._full) @ now.homography @ np.linalg.inv(was.homography) @ self._full
        size = new.before.shape[:0:-1]
        known = cv2.warpPerspective(np.full_like(self.board, 255), way, size) == 255
        brought = [np.stack([cv2.warpPerspective(plane, way, size) for plane in good]) for good in self.goods]
        goods = tuple(np.where(known, good, new.before).astype(np.uint8) for good in brought)
        moved = replace(new, goods=goods, noise=self.noise)
        motion, changed = moved._over_board(new.before)
        return replace(moved, motion=motion, changed=changed)

    @property
    def unlike(self) -> float:
        """The share of the board that looks otherwise in the newest frame than in the last good picture most like it.

        0 where there is no good picture yet.
        """
        if self.before is None:
            return 0.0
        frame = self.before[GREEN]
        different = (self._different(frame, _lit(good[GREEN], frame)) for good in self.goods)
        counts = [cv2.countNonZero(cv2.bitwise_and(one, self.board)) for one in different]
        return min(counts, default=0) / cv2.countNonZero(self.board)

    def darkens(self, picture: NDArray[np.uint8]) -> bool:
        """Whether the light is off in ``picture``; False where its size is not the calibrated one."""
        if not self.goods or picture.shape[1::-1] != self.size:
            return False
        return self._is_dark(self._small(picture)[GREEN])

    @property
    def _full(self) -> NDArray[np.float64]:
        """Samples of what is watched to pixels of the whole picture, 3 × 3."""
        (rows, columns), step = self.crop, self.step
        return np.array([[step, 0, columns.start], [0, step, rows.start], [0, 0, 1]], np.float64)

    def _small(self, picture: NDArray[np.uint8]) -> Planes:
        """The watched part of a frame, thinned out and smoothed."""
        if picture.shape[:2] != (self.size[1], self.size[0]):
            raise ValueError(f"frame of {picture.shape[1]} × {picture.shape[0]} pixels, calibrated for {self.size}")
        thin = cv2.resize(picture[self.crop], self.board.shape[::-1], interpolation=cv2.INTER_NEAREST)
        part = cv2.blur(thin, (3, 3))
        return np.stack(cv2.split(part) if part.ndim == 3 else [part] * 3).astype(np.uint8, copy=False)

    def _beside(self, lamps: AbstractSet[PlaceId], grey: Grey) -> Grey:
        """What is watched, 0 where ``lamps`` shine on it."""
        if not lamps:
            return grey
        beside = grey.copy()
        for place in lamps:
            cv2.circle(beside, self.places[place], round(settings.GLEAM * self.pitch), 0, -1)
        return beside

    def _judged(
        self, frame: Planes, before: Planes, lit: AbstractSet[PlaceId], switched: AbstractSet[PlaceId]
    ) -> tuple[Motion, float, float]:
        """Motion, changed area and noise, from a frame and one before; lamps as `feed` has them."""
        step = np.asarray(cv2.absdiff(frame[GREEN], _brighter(before[GREEN], frame[GREEN])), np.uint8)
        told = step
        if switched:  # lamps that went on or out tell nothing of the noise
            beside = self._beside(switched, np.ones_like(step))
            step, told = step * beside, step[beside > 0]
        noise = self._going_on(float(told.mean())) if told.size else self.noise
        level = settings.MOVING_LEVEL + settings.NOISE_TIMES * min(self.noise, noise)
        moving = cv2.countNonZero(cv2.threshold(step, level, 1, cv2.THRESH_BINARY)[1]) / self.pitch**2
        if moving > settings.MOVING_AREA:
            return Motion.MOVING, self.changed, max(self.noise, self._noisier(told))
        if self._is_dark(frame[GREEN], lit):
            return Motion.DARK, self.changed, noise
        if not self.goods:
            return Motion.STILL, 0.0, noise
        return *self._over_board(frame, lit), noise

    def _noisier(self, step: Grey) -> float:
        """The noise where something seems to move: by the half of the picture that has changed least.

        A camera in the dark may be all noise, and would be called moving for ever. No hand moves all over the picture.
        """
        still = np.sort(step, axis=None)[: step.size // 2]
        usual = min(settings.STILL_HALF * float(still.mean()), settings.NOISE_MOST)
        return self._going_on(usual)

    def _going_on(self, noise: float) -> float:
        """The noise on average over the last frames, the newest of which has so much."""
        return self.noise + settings.NOISE_SHARE * (noise - self.noise)

    def _over_board(self, frame: Planes, lit: AbstractSet[PlaceId] = frozenset()) -> tuple[Motion, float]:
        """Motion and changed area of a frame in which nothing moves, from the last good pictures."""
        newest = self._compared(frame, self.goods[0], lit)
        if newest[0] not in {Motion.HAND, Motion.COVERED, Motion.RELIT}:
            return newest
        # What seems to lie over the board may be a ghost: of a hand in the newest picture, or of its light. But in the
        # light of an older one a hand is one change of many.
        older = [self._compared(frame, good, lit) for good in self.goods[1:]]
        wanted = (Motion.STILL,) if newest[0] is Motion.HAND else (Motion.STILL, Motion.RELIT)
        return next((one for motion in wanted for one in (newest, *older) if one[0] is motion), newest)

    def _compared(self, planes: Planes, good: Planes, lit: AbstractSet[PlaceId]) -> tuple[Motion, float]:
        """Motion and changed area of a frame, from one good picture."""
        frame = planes[GREEN]
        expected = _lit(good[GREEN], frame)
        different = self._different(frame, expected)
        if cv2.countNonZero(different) > settings.SUSPECT_SHARE * different.size:
            shift = self._shifted(frame, expected)
            if shift is not None and not self._trembles(frame, expected, shift):
                return Motion.NUDGED, 0.0
        different = _opened(different)
        changed = cv2.countNonZero(cv2.bitwise_and(different, self.board)) / self.pitch**2
        if changed > settings.REACH_AREA and (
            over := self._over(different) or self._over(self._hued(different, planes, good, lit))
        ):
            return over, self.changed
        return Motion.STILL, changed

    def _is_dark(self, frame: Grey, lit: AbstractSet[PlaceId] = frozenset()) -> bool:
        """Whether the light is off, by itself or against the last good picture, beside the ``lit`` lamps."""
        board = self._beside(lit, self.board)
        board = board if board.any() else self.board
        usual = cv2.mean(self.goods[0][GREEN], board)[0] if self.goods else 0.0
        return cv2.mean(frame, board)[0] < max(settings.DARK_LEVEL, settings.DARK_SHARE * usual)

    def _trembles(self, frame: Grey, expected: Grey, shift: tuple[float, float]) -> bool:
        """Whether a hand lies over a board that has moved so little that reading follows by itself."""
        right, down = shift
        if np.hypot(right, down) > settings.TREMBLE * self.pitch:
            return False
        return self._over(_opened(self._different(frame, _moved(expected, right, down)))) is not None

    def _different(self, frame: Grey, expected: Grey) -> Grey:
        """1 where a frame differs from what is expected by more than light and noise."""
        away = cv2.absdiff(frame, expected)
        allowed = settings.CHANGED_LEVEL + settings.NOISE_TIMES * self.noise
        limit = cv2.convertScaleAbs(expected, alpha=settings.CHANGED_SHARE, beta=allowed)
        return (away > limit).astype(np.uint8)

    def _hued(self, different: Grey, planes: Planes, good: Planes, lit: AbstractSet[PlaceId]) -> Grey:
        """``different``, and 1 where something wider than a piece differs in hue alone beside ``lit`` lamps: an arm"""
        blue, red = (self._different(planes[k], _lit(good[k], planes[k])) for k in (0, 2))
        across = 2 * round(settings.HUED_WIDTH * self.pitch / 2) + 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
        wide = cv2.morphologyEx(self._beside(lit, np.asarray(cv2.bitwise_or(blue, red))), cv2.MORPH_OPEN, disc)
        return np.asarray(cv2.bitwise_or(different, wide), np.uint8)

    def _over(self, different: Grey) -> Motion | None:
        """What is over the board: a hand that reaches in from the rim, something too large for a piece, or neither.

        RELIT: so much and so scattered that it is other shadows and gleams, though there may be a hand among them.
        """
        gap = np.ones((settings.CLOSED, settings.CLOSED), np.uint8)
        closed: Grey = cv2.morphologyEx(different, cv2.MORPH_CLOSE, gap).astype(np.uint8)
        if self._scattered(closed):
            return Motion.RELIT
        count, pieces = cv2.connectedComponents(closed, connectivity=8)
        areas = np.bincount(pieces.ravel(), minlength=count) / self.pitch**2
        over_board = np.zeros(count, np.bool_)
        over_board[pieces[cv2.bitwise_and(closed, self.board) > 0]] = True
        at_rim = np.zeros(count, np.bool_)
        for side in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
            # A piece or a lamp where the picture ends at the board reaches in from nowhere.
            at_rim[pieces[side] * self.beyond[side]] = True
        over_board[0] = False
        if (over_board & at_rim & (areas > settings.REACH_AREA)).any():
            return Motion.HAND
        return Motion.COVERED if (over_board & (areas > settings.BIG_AREA)).any() else None

    def _scattered(self, different: Grey) -> bool:
        """Whether much of the board looks otherwise, here and there: a hand and an arm are one thing."""
        on_board = cv2.bitwise_and(different, self.board)
        if cv2.countNonZero(on_board) < settings.RELIT_SHARE * cv2.countNonZero(self.board):
            return False
        areas = np.bincount(cv2.connectedComponents(on_board, connectivity=8)[1].ravel())[1:]
        return bool(areas.max() < settings.RELIT_PIECE * areas.sum())

    def _shifted(self, frame: Grey, expected: Grey) -> tuple[float, float] | None:
        """How far the whole picture has moved, in samples; None if no shift explains it."""
        window = cv2.createHanningWindow(frame.shape[::-1], cv2.CV_32F)
        (right, down), _ = cv2.phaseCorrelate(expected.astype(np.float32), frame.astype(np.float32), window)
        if np.hypot(right, down) < settings.NUDGE_LEAST * self.pitch:
            return None
        left = cv2.mean(cv2.absdiff(frame, _moved(expected, right, down)), self.board)[0]
        if left > settings.NUDGE_EXPLAINS * cv2.mean(cv2.absdiff(frame, expected), self.board)[0]:
            return None
        return right, down


def _drifted(good: Planes, frame: Planes) -> Planes:
    flat = cv2.addWeighted(good.reshape(-1), 1 - settings.DRIFT, frame.reshape(-1), settings.DRIFT, 0)
    return np.asarray(flat, np.uint8).reshape(good.shape)


def _moved(grey: Grey, right: float, down: float) -> Grey:
    move = np.array([[1, 0, right], [0, 1, down]])
    return np.asarray(cv2.warpAffine(grey, move, grey.shape[::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _opened(different: Grey) -> Grey:
    """Without specks and lines that are too thin to be anything."""
    return np.asarray(cv2.morphologyEx(different, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)


def _brighter(old: Grey, new: Grey) -> Grey:
    """``old`` with the brightness of ``new``, if that changes all over the picture by one factor."""
    return np.asarray(cv2.convertScaleAbs(old, alpha=float(np.exp(np.median(_gains(old, new))))), np.uint8)


def _lit(old: Grey, new: Grey) -> Grey:
    """``old`` as it would look in the light of ``new``, if that changes smoothly over the picture."""
    gains = _gains(old, new)
    fitted = np.full_like(gains, np.median(gains))
    for _ in range(settings.LIGHT_ROUNDS):
        trust = 1 / (1 + ((gains - fitted) / settings.LIGHT_OUTLIER) ** 2)
        normal = BASIS.T @ (BASIS * trust[:, None]) + DAMPING
        fitted = BASIS @ np.linalg.solve(normal, BASIS.T @ (trust * gains))
    field = np.exp(fitted).reshape(CELLS, CELLS).astype(np.float32)
    whole = cv2.resize(field, old.shape[::-1], interpolation=cv2.INTER_LINEAR)
    expected = cv2.multiply(old, whole, dtype=cv2.CV_8U)
    # What was cut off white was brighter than it shows, so it need not have become as dark as the rest.
    return np.where(old >= settings.CUT_OFF, np.maximum(expected, new), expected).astype(np.uint8)


def _gains(old: Grey, new: Grey) -> NDArray[np.float64]:
    """Logarithm of how much brighter ``new`` is, cell by cell."""
    was, now = (cv2.resize(grey, (CELLS, CELLS), interpolation=cv2.INTER_AREA).ravel() for grey in (old, new))
    return np.log((now + 1.0) / (was + 1.0))
