"""Runs the two small networks that see cards, by OpenCV: the *finder* of indices and the *namer* of one index.

The finder looks over the picture at several sizes and says where an index is, which way up, and how large its card is
there; the namer looks at each index set upright, with the pips beside it. `vision.training.train_cards` makes both on
tables that it draws itself.
"""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.readers.card import settings
from vision.readers.card.frames import (
    CELL,
    NARROWEST,
    RANKS,
    SUITS,
    UNIT,
    WIDEST,
    Frames,
    cut,
    nudged,
    prepared_patches,
    prepared_picture,
    widths,
)
from vision.readers.inference import infer, logistic, softmax

Floats = NDArray[np.float64]

NAMES = 1 + len(RANKS) + len(SUITS)
"""What the namer says of an index: is it one, its rank, its suit; then follows how its patch lies off."""

FACES = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""In the order of rank × suit."""


def find_indices(picture: Picture) -> Frames:
    """Where indices are, the likeliest first: their frames in pixels of the picture."""
    spots = [spot for level, scale in _levels(picture) for spot in _spots(level, scale)]
    spots.sort(key=lambda spot: -spot[0])
    kept = np.empty((0, 6))
    for _, frame in spots:
        if len(kept) >= settings.MOST_INDICES:
            break
        reach = settings.SAME_INDEX * float(widths(frame[None])[0])
        if not len(kept) or np.hypot(*(kept[:, :2] - frame[:2]).T).min() > reach:
            kept = np.concatenate([kept, frame[None]])
    return kept


def _levels(picture: Picture) -> Iterator[tuple[Picture, float]]:
    """The picture at the sizes at which it is searched, and how many times smaller it then is than it came."""
    longest = max(picture.shape[:2])
    scale = 2.0 if longest <= settings.SMALL_SIDE else min(1.0, settings.LONGEST_SIDE / longest)
    level = picture
    if scale != 1:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        level = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    while True:
        yield level, scale
        if scale * longest / 2 < settings.LEAST_SIDE:
            return
        scale /= 2
        level = np.asarray(cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def _spots(level: Picture, scale: float) -> list[tuple[float, Floats]]:
    """What the finder sees at one size: how likely, and the frame in pixels of the whole picture."""
    height, width = level.shape[:2]
    padded = cv2.copyMakeBorder(level, 0, -height % CELL, 0, -width % CELL, cv2.BORDER_REPLICATE)
    said = infer("cards_find.onnx", prepared_picture(np.asarray(padded, np.uint8)))[0].astype(np.float64)
    chance = logistic(said[0])
    peaks = (chance >= cv2.dilate(chance, np.ones((3, 3), np.uint8))) & (chance > settings.FOUND_FROM)
    rows, columns = np.nonzero(peaks)
    told = said[1:, rows, columns].T
    at = (np.column_stack([columns, rows]) + told[:, :2] + 0.5) * CELL
    frames = np.column_stack([at / scale - 0.5, told[:, 2:] * UNIT / scale])
    wide = widths(frames) * scale
    fits = (wide > NARROWEST / settings.SIZE_SLACK) & (wide < WIDEST * settings.SIZE_SLACK)
    return list(zip(chance[rows, columns][fits].tolist(), frames[fits], strict=True))


def name_indices(sizes: Sequence[Picture], frames: Frames) -> tuple[Floats, Frames]:
    """How likely each index is one of `FACES`: n × 52; what is missing to 1 is that it is no index at all.

    And the frames put right: patches are cut again where a first look says that they belong. ``sizes``: see `halves`.
    """
    for _ in range(settings.NUDGES):
        nudges = _named(sizes, frames)[:, NAMES:]
        frames = np.array([nudged(frame, nudge) for frame, nudge in zip(frames, nudges, strict=True)])
    said = _named(sizes, frames) * settings.SHARPNESS
    index = logistic(said[:, 0])
    rank, suit = softmax(said[:, 1 : 1 + len(RANKS)]), softmax(said[:, 1 + len(RANKS) : NAMES])
    return np.asarray((index[:, None, None] * rank[:, :, None] * suit[:, None, :]).reshape(len(frames), -1)), frames


def halves(picture: Picture) -> list[Picture]:
    """The picture, its half, the half of that, …: patches are cut from the one in which a card is just large enough."""
    sizes = [picture]
    while min(sizes[-1].shape[:2]) > settings.LEAST_SIDE:
        sizes.append(np.asarray(cv2.resize(sizes[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8))
    return sizes


def _named(sizes: Sequence[Picture], frames: Frames) -> Floats:
    """What the namer says of each index."""
    patches = []
    for frame, wide in zip(frames, widths(frames), strict=True):
        halved = int(np.clip(np.floor(np.log2(wide / settings.PATCH_WIDTH)), 0, len(sizes) - 1))
        placed = frame / 2**halved
        placed[:2] = (frame[:2] + 0.5) / 2**halved - 0.5
        patches.append(cut(sizes[halved], placed))
    said = infer("cards_name.onnx", prepared_patches(np.stack(patches)))
    return said.astype(np.float64).reshape(len(frames), -1)
