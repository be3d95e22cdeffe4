"""What the bare ground of a mandarin board looks like, and how much of each place is something else: stones.

All ten fields look alike, and stones lie anyhow in them: what most fields show at a spot is ground, though none was
seen empty. A field that was seen empty is known by itself. Stones and their shadows then stand out, whatever they are.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.pictures import Picture
from vision.readers.pit import settings
from vision.readers.pit.heaps import ACROSS, HALF, cells, points

Floats = NDArray[np.float64]
Colours = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Ground:
    """``bare``: a level picture without stones, h × w × 3; ``noise``: how far ground strays from it, in grey levels.

    ``owner``: the number of the place that each pixel belongs to, −1 beside the board. ``light``: how bright it was.
    """

    bare: Colours
    noise: float
    owner: NDArray[np.int64]
    light: Colours

    @staticmethod
    def guess(flat: Picture, board: Board) -> "Ground":
        """The ground under the stones of one level picture."""
        owner = pixel_owners(board)
        seen = flat.astype(np.float32)
        bare = seen.copy()
        are = are_fields(board)
        fields = np.flatnonzero(are).tolist()
        squares = {at: _square(board.places[at].x, board.places[at].y) for at in fields}
        tones = {at: np.median(seen[square].reshape(-1, 3), axis=0) for at, square in squares.items()}
        common = _common(np.array([seen[squares[at]] / np.maximum(tones[at], 4) for at in fields]))
        for at in fields:
            bare[squares[at]] = common * tones[at]
        for at in np.flatnonzero(~are).tolist():
            bare[owner == at] = np.median(seen[owner == at], axis=0)
        noise = float(np.median(_away(seen, bare)[np.isin(owner, fields)]))
        return Ground(bare, max(noise, settings.NOISE), owner, seen)

    def stones(self, flat: Picture) -> Floats:
        """How much of each pixel is not ground, 0 to 1: h × w."""
        seen = flat.astype(np.float32)
        away = _away(seen / _gain(seen, self.light), self.bare)
        return self._beyond_noise(away)

    def changed(self, flat: Picture, then: Picture) -> Floats:
        """How much each pixel looks otherwise than ``then``, 0 to 1: h × w."""
        now, before = (seen / _gain(seen, self.light) for seen in (flat.astype(np.float32), then.astype(np.float32)))
        return self._beyond_noise(_away(now, before))

    def _beyond_noise(self, away: NDArray[np.float32]) -> Floats:
        """Colour distances (h × w) on places as shares, 0 to 1: from what is noise to what is surely none."""
        low, high = settings.GROUND_NOISE
        share = np.clip((away / self.noise - low) / (high - low), 0, 1)
        return np.asarray(share * (self.owner >= 0), np.float64)

    def on(self, places: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which pixels (h × w) belong to one of ``places`` (n)."""
        return np.isin(self.owner, np.flatnonzero(places))

    def sums(self, stones: Floats) -> Floats:
        """The sum over each place, n."""
        return sums(self.owner, stones)

    def emptied(self, flat: Picture, places: NDArray[np.bool_]) -> "Ground":
        """The ground once these ``places`` (n) were seen empty."""
        seen = flat.astype(np.float32)
        return replace(self, bare=np.where(self.on(places)[..., None], seen / _gain(seen, self.light), self.bare))


def sums(owner: NDArray[np.int64], layer: Floats) -> Floats:
    """What a layer (h × w) amounts to on each of n places, whose numbers ``owner`` (h × w) has; −1: on none."""
    here = owner >= 0
    return np.asarray(np.bincount(owner[here], layer[here]), np.float64)


def _common(fields: Colours) -> Colours:
    """What fields of one tone have in common, f × h × w × 3 → h × w × 3: their median, without what stands out of them.

    What stands out of most of them at the same spot is no stone but a wall or a line.
    """
    plain = np.median(fields, axis=0)
    strays = np.abs(fields - 1).max(3)
    usual = np.median(strays)
    stands_out = strays > settings.STANDS_OUT * usual
    everywhere = stands_out.mean(0) > settings.IN_MOST
    with np.errstate(all="ignore"), catch_warnings():
        simplefilter("ignore", RuntimeWarning)  # a spot where every field has a stone has no median
        clean = np.nanmedian(np.where(stands_out[..., None], np.nan, fields), axis=0)
    clean = np.where(np.isfinite(clean), clean, 1.0)
    return np.asarray(np.where(everywhere[..., None], plain, clean), np.float32)


def _gain(seen: Colours, then: Colours) -> Colours:
    """By how much the light has changed, each channel."""
    return np.asarray(np.median(((seen + 4) / (then + 4)).reshape(-1, 3), axis=0), np.float32)


def _away(seen: Colours, bare: Colours) -> Colours:
    """How far colours are from the ground's, in grey levels: hue counts more than brightness, which shadows change."""
    off = seen - bare
    grey = off.mean(2)
    return np.asarray(np.sqrt((settings.DARKER * grey) ** 2 + 2 * ((off - grey[..., None]) ** 2).mean(2)), np.float32)


def _square(x: float, y: float) -> tuple[slice, slice]:
    """The pixels of a field."""
    top, left = round((HALF[1] - y - 0.5) * ACROSS), round((HALF[0] + x - 0.5) * ACROSS)
    return slice(top, top + ACROSS), slice(left, left + ACROSS)


def are_fields(board: Board) -> NDArray[np.bool_]:
    """Which places are fields, n; the others are half-rounds."""
    return np.array([abs(place.x) < settings.END for place in board.places])


@lru_cache(maxsize=4)
def pixel_owners(board: Board) -> NDArray[np.int64]:
    """The number of the place that each pixel of a level picture belongs to, −1 beside the board: h × w."""
    return _owners(board, points())


@lru_cache(maxsize=4)
def cell_owners(board: Board) -> NDArray[np.int64]:
    """The same of each cell of a level picture."""
    return _owners(board, cells())


def _owners(board: Board, where: Floats) -> NDArray[np.int64]:
    """The number of the place that each point belongs to, −1 beside the board: h × w."""
    x, y = where[..., 0], where[..., 1]
    owner = np.full(x.shape, -1, np.int64)
    for at, place in enumerate(board.places):
        if abs(place.x) > settings.END:
            here = (
                (x * np.sign(place.x) > settings.END) & (np.abs(x) < settings.FARTHEST) & (np.abs(y) < settings.BESIDE)
            )
        else:
            far = np.where(np.abs(y) > 1, settings.BESIDE - 1, 0)
            here = (np.abs(x - place.x) <= 0.5) & (np.abs(y - place.y) <= 0.5 + far) & (y * place.y > 0)
        owner[here] = at
    owner.setflags(write=False)  # all who ask share it
    return owner
