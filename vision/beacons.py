"""Lamps as beacons: which lamp lies under which place, whatever the order of the chain.

All lamps blink their own number in binary, one bit a picture, with a parity bit at the end; before that one picture is
taken dark and one with every lamp lit. For 121 lamps that makes ten pictures. A hole shines in a picture when it is
nearer to its brightness with every lamp lit than to its brightness in the dark, so light from the room, reflections
that do not change and lamps of unequal strength do no harm.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board, PlaceId
from vision import settings
from vision.calibration import Calibration, Points
from vision.pictures import Picture


@dataclass(frozen=True)
class Beacons:
    """What was found: the place above each lamp, and the lamps that no place shows."""

    lamps: Mapping[PlaceId, int]
    unseen: tuple[int, ...]

    def chain(self, count: int) -> tuple[PlaceId | None, ...]:
        """The place over each of ``count`` lamps in the order of the chain; None where no place shows it."""
        places: list[PlaceId | None] = [None] * count
        for place, lamp in self.lamps.items():
            places[lamp] = place
        return tuple(places)


def signals(count: int) -> list[list[bool]]:
    """Which of ``count`` lamps are lit in each picture: dark, all, the bits of 1 + the lamp's number, their parity."""
    numbers = range(1, count + 1)
    bits = [[bool(number >> bit & 1) for number in numbers] for bit in range(count.bit_length())]
    parity = [number.bit_count() % 2 == 1 for number in numbers]
    return [[False] * count, [True] * count, *bits, parity]


def decode(pictures: Sequence[Picture], board: Board, calibration: Calibration, count: int) -> Beacons:
    """Which lamp lies where, from one picture for each of `signals`; all of one camera that does not move.

    Raises ValueError for more pictures or fewer.
    """
    if len(pictures) != len(signals(count)):
        raise ValueError(f"{len(pictures)} pictures for {len(signals(count))} signals")
    pixels = calibration.places(board)
    shines = np.array([brightness(picture, pixels) for picture in pictures])
    dark, lit = shines[0], shines[1]
    gain = lit - dark
    strong = gain > max(settings.BEACON_LEAST, settings.BEACON_SHARE * float(np.median(gain)))
    bits = (shines[2:] - dark) > gain / 2
    found: dict[PlaceId, int] = {}
    strength: dict[int, float] = {}
    for number, place in enumerate(board.places):
        if not strong[number]:
            continue
        code = sum(1 << bit for bit, on in enumerate(bits[:-1, number]) if on)
        lamp = code - 1
        if not 0 <= lamp < count or bool(bits[-1, number]) != (code.bit_count() % 2 == 1):
            continue
        if lamp in strength:
            # Two places say the same number: the brighter lies over the lamp, the other reflects it.
            if gain[number] <= strength[lamp]:
                continue
            found = {other: known for other, known in found.items() if known != lamp}
        found[place.id], strength[lamp] = lamp, float(gain[number])
    unseen = tuple(lamp for lamp in range(count) if lamp not in strength)
    return Beacons(found, unseen)


def brightness(picture: Picture, pixels: Points) -> NDArray[np.float64]:
    """How bright each place is, 0 to 255: the mean of a square that is well inside a hole. ``pixels``: n × 2."""
    apart = float(np.median(np.linalg.norm(np.diff(pixels, axis=0), axis=1)))
    side = max(3, round(settings.BEACON_SIDE * apart))
    means = cv2.blur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (side, side))
    height, width = means.shape
    columns = np.clip(np.rint(pixels[:, 0]).astype(int), 0, width - 1)
    rows = np.clip(np.rint(pixels[:, 1]).astype(int), 0, height - 1)
    return np.asarray(means[rows, columns], np.float64)
