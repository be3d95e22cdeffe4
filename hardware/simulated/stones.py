"""Heaps of stones in the fields of a mandarin board: how they come to lie, what the camera sees of them, their shadow.

A heap grows stone by stone from its seed, so that one which gets another stone looks the same but for that. Every stone
is an ellipsoid, worked out pixel by pixel; what lies on other stones lies higher.
"""

from dataclasses import dataclass
from math import ceil, copysign, cos, exp, floor, hypot, pi, sin
from random import Random
from zlib import crc32

import cv2
import numpy as np

from hardware.colours import Colour
from hardware.simulated.compose import Mask, Sprite, joined
from hardware.simulated.lens import Points
from hardware.simulated.pieces import Turner
from hardware.simulated.pits import LONG
from hardware.simulated.scene import Heaps, Pieces, Pits
from hardware.simulated.textures import bgr
from rules.sight import EMPTY, Token

_TRIES = 25  # spots that are tried for a stone before stones may lie closer


@dataclass(frozen=True)
class Stone:
    """An ellipsoid about ``middle`` (x, y, z); half axes ``long``, ``wide``, ``tall``; ``turn`` in radians."""

    middle: tuple[float, float, float]
    long: float
    wide: float
    tall: float
    turn: float
    colour: Colour


def amounts(token: Token) -> tuple[int, int]:
    """How many stones and mandarins a heap has that looks like ``token``."""
    if token == EMPTY:
        return 0, 0
    digits = token.removeprefix("M")
    return int(digits or 0), int(token.startswith("M"))


def heap(
    pieces: Pieces, pits: Pits, spot: tuple[float, float], token: Token, seed: object, *, stirred: int = 0
) -> list[Stone]:
    """The stones of a heap on the field whose middle is at ``spot``. The same seed gives the same, stone by stone.

    ``stirred`` so often, the stones lie otherwise; the mandarin stays the same one.
    """
    small, big = amounts(token)
    style = pieces.heaps or Heaps()
    field = _Field(style, pits, spot, Random(crc32(f"{seed} {stirred} {spot}".encode())))
    for number in range(-big, small):
        chance = Random(crc32(f"{seed} {stirred if number >= 0 else 0} {spot} {number}".encode()))
        size = style.mandarin if number < 0 else pieces.radius * exp(style.spread * chance.gauss(0, 1))
        longer = (1 + (style.long - 1) * chance.random()) ** 0.5
        x, y, foot = field.lies(size, chance)
        bright = exp(0.12 * chance.gauss(0, 1))
        red, green, blue = (
            min(max(round(part * bright * exp(0.03 * chance.gauss(0, 1))), 3), 252)
            for part in chance.choice(pieces.colours)
        )
        tall, turn = size * style.flat, chance.uniform(0, pi)
        field.stones.append(Stone((x, y, foot + tall), size * longer, size / longer, tall, turn, (red, green, blue)))
    return field.stones


class _Field:
    """One field or half-round while stones come to lie in it."""

    def __init__(self, style: Heaps, pits: Pits, spot: tuple[float, float], chance: Random) -> None:
        self.style, self.pits = style, pits
        self.end = abs(spot[0]) > LONG
        self.middle = (copysign(LONG + pits.end / 2, spot[0]), 0.0) if self.end else spot
        self.reach = (pits.end / 2, 0.86) if self.end else (0.5, 0.5)
        self.gather = [chance.uniform(-0.25, 0.25) * side for side in self.reach]
        self.stones: list[Stone] = []

    def lies(self, size: float, chance: Random) -> tuple[float, float, float]:
        """Where the next stone comes to lie, and how high its foot is: on the ground, or on the stones below it."""
        room = [side - self.pits.wall - 0.04 - 0.8 * size for side in self.reach]
        apart = self.style.apart
        while True:
            for _ in range(_TRIES):
                if chance.random() < self.style.gathered:
                    off = [at + chance.gauss(0, 0.22) for at in self.gather]
                else:
                    off = [chance.uniform(-side, side) for side in room]
                x, y = (at + min(max(by, -side), side) for at, by, side in zip(self.middle, off, room, strict=True))
                near = [(hypot(x - stone.middle[0], y - stone.middle[1]), stone) for stone in self.stones]
                if self._within(x, y, size) and all(far > apart / 2 * (size + stone.wide) for far, stone in near):
                    return x, y, max([0.0, *(_rise(stone, far, size) for far, stone in near)])
            apart *= 0.92

    def _within(self, x: float, y: float, size: float) -> bool:
        """Whether a stone there keeps within the curve of a half-round."""
        return not self.end or hypot((abs(x) - LONG) / self.pits.end, y) < 1 - self.pits.wall - 0.9 * size


def _rise(stone: Stone, far: float, size: float) -> float:
    """How much a stone of this size is lifted by one whose middle is ``far`` away."""
    share = far / (0.8 * (size + stone.wide))
    return (stone.middle[2] + stone.tall) * (1 - share**2) * 0.7 if share < 1 else 0.0


def sprite(turner: Turner, stones: list[Stone], lift: float = 0.0) -> Sprite:
    """What the camera sees of a heap, ``lift`` above the board."""
    eye = turner.lens.position
    upwards = sorted(stones, key=lambda stone: (round(stone.middle[2] / 0.04), -_apart(stone, eye)))
    return joined([_stone(turner, stone, lift) for stone in upwards])


def _apart(stone: Stone, eye: Points) -> float:
    return float(np.hypot(stone.middle[0] - eye[0], stone.middle[1] - eye[1]))


def _stone(turner: Turner, stone: Stone, lift: float) -> Sprite:
    """One ellipsoid, its rays followed as if they were parallel."""
    x, y, z = stone.middle
    middle = np.array([x, y, z + lift])
    c, s = cos(stone.turn), sin(stone.turn)
    shape = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ np.diag([stone.long, stone.wide, stone.tall])
    slopes = turner.lens.slopes(middle[None])[0]
    pixel = turner.lens.project(middle[None])[0]
    seen = slopes @ shape
    half = np.sqrt((seen**2).sum(1))
    left, top = (floor(v) for v in pixel - half - 1)
    right, bottom = (ceil(v) + 1 for v in pixel + half + 1)
    away = np.stack(np.meshgrid(np.arange(left, right) - pixel[0], np.arange(top, bottom) - pixel[1]), -1)
    # In the space where the stone is a ball of radius 1: the ray's nearest point to the middle, and its depth there.
    near = away @ np.linalg.pinv(seen).T
    squared = (near**2).sum(-1)
    sight = np.linalg.solve(shape, turner.lens.towards(middle[None])[0])
    front = near + np.sqrt(np.maximum(1 - squared, 0))[..., None] * _across(seen, sight)
    normal = front @ np.linalg.inv(shape)
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-9)
    cover = np.clip((1 - np.sqrt(squared)) * float(half.mean()) + 0.5, 0, 1)
    body = bgr(stone.colour) * turner.matt(normal)[..., None] * turner.cast
    body = body + turner.shine(normal, turner.lens.towards(middle[None])[0])
    ink = np.clip(body, 0, 255) * cover[..., None]
    flat = cover.astype(np.float32)[..., None]
    return Sprite(left, top, ink.astype(np.float32), flat, 0 * flat)


def _across(seen: Points, sight: Points) -> Points:
    """The direction, as long as the ball's radius, that the picture does not show: towards the camera."""
    way = np.cross(seen[0], seen[1])
    way /= np.linalg.norm(way)
    towards: Points = way if way @ sight > 0 else -way
    return towards


def shadow(turner: Turner, stones: list[Stone]) -> Mask:
    """The shadow of a heap on the board."""
    lean = -turner.sun[:2] / turner.sun[2]
    turns = np.linspace(0, 2 * pi, 20, endpoint=False)
    ring = np.column_stack([np.cos(turns), np.sin(turns)])
    outlines: list[Points] = []
    for stone in stones:
        c, s = cos(stone.turn), sin(stone.turn)
        rim = ring * (stone.long, stone.wide) @ np.array([[c, s], [-s, c]]) + stone.middle[:2]
        swept = np.concatenate([rim, rim + lean * stone.middle[2], rim * 0.5 + np.array(stone.middle[:2]) * 0.5
                                + lean * (stone.middle[2] + stone.tall)])  # fmt: skip
        pixels = turner.lens.project(np.column_stack([swept, np.zeros(len(swept))])).astype(np.float32)
        outlines.append(np.asarray(cv2.convexHull(pixels)[:, 0], np.float64))
    corners = np.concatenate(outlines)
    unit = turner.lens.unit
    soft = max(turner.light.soft * turner.pieces.radius * unit, 0.4)
    left, top = np.floor(corners.min(0) - 3 * soft - 2).astype(int)
    right, bottom = np.ceil(corners.max(0) + 3 * soft + 3).astype(int)
    dark = np.zeros((bottom - top, right - left), np.uint8)
    for hull in outlines:
        cv2.fillConvexPoly(dark, np.round((hull - (left, top)) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    thrown = np.asarray(cv2.GaussianBlur(dark, (0, 0), soft), np.float32) / 255
    around = np.asarray(cv2.GaussianBlur(dark, (0, 0), 0.06 * unit), np.float32) / 255
    factor = (1 - np.float32(0.85 * (1 - turner.light.ambient)) * thrown) * (1 - np.float32(0.25) * around)
    return Mask(int(left), int(top), np.asarray(factor[..., None], np.float32))
