"""A hand over the table: bones as thick lines in space, drawn as rounded flesh with a shadow.

It is drawn half as fine as the picture: nearer to the camera than the board, it is out of focus anyway.
"""

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from hardware.simulated.lens import Lens, Points
from hardware.simulated.pieces import light_colour
from hardware.simulated.scene import Scene
from hardware.simulated.surface import sun
from hardware.simulated.table import Hand
from hardware.simulated.textures import Image, bgr

# From the fingertips back along the arm (x), to the thumb's side (y), up (z), and how thick. Lengths are those of a
# grown-up's hand over holes 25 mm apart. Each line runs through its joints in order.
_FLESH: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((0.1, 0.33, 0.75, 0.27), (1.0, 0.95, 1.3, 0.33), (2.7, 1.25, 2.0, 0.45), (4.6, 0.5, 2.4, 0.7)),
    ((0.1, -0.30, 0.85, 0.26), (0.9, -0.55, 1.9, 0.31), (2.5, -0.15, 2.8, 0.38), (4.4, 0.1, 2.7, 0.75)),
    ((0.0, -0.75, 0.9, 0.27), (0.9, -1.05, 2.0, 0.32), (2.6, -0.85, 2.9, 0.40), (4.4, -0.3, 2.7, 0.75)),
    ((0.6, -1.35, 1.1, 0.26), (1.2, -1.55, 1.9, 0.31), (2.8, -1.45, 2.7, 0.38), (4.5, -0.7, 2.6, 0.75)),
    ((1.4, -1.85, 1.1, 0.23), (1.8, -2.0, 1.8, 0.27), (3.1, -1.95, 2.5, 0.34), (4.6, -1.0, 2.5, 0.7)),
    ((3.1, 0.3, 2.5, 0.8), (3.2, -1.2, 2.5, 0.75), (4.7, -0.7, 2.6, 0.9), (4.4, 0.2, 2.6, 0.95),
     (6.3, -0.3, 2.7, 0.95)),
    ((6.2, -0.3, 2.7, 0.95), (9.2, -0.2, 2.8, 1.1)),
)  # fmt: skip
_SLEEVE = ((8.2, -0.2, 2.8, 1.3), (16.0, 0.0, 3.2, 1.7), (40.0, 0.0, 4.0, 2.0))


@dataclass(frozen=True)
class HandPicture:
    """As large as the picture: how much of each pixel it covers (``cover``, 0 to 1), what it adds there (``ink``, BGR),
    and what of the picture is left beneath it and in its shadow (``left``, a factor for each colour).

    ``area``: the rows and columns in which it changes the picture at all.
    """

    cover: Image
    ink: Image
    left: Image
    area: tuple[slice, slice]


class _Flesh:
    """What of the hand is nearest to the camera at each pixel: its height, the way it faces, and its colour."""

    def __init__(self, size: tuple[int, int]) -> None:
        width, height = size
        self.high = np.full((height, width), -np.inf, dtype=np.float32)
        self.normal = np.zeros((height, width, 3), dtype=np.float32)
        self.paint = np.zeros((height, width, 3), dtype=np.float32)

    def limb(self, ends: Points, high: Points, thick: Points, colour: Image) -> None:
        """Draw a thick line: ``ends`` in pixels, how ``high`` in board units, how ``thick`` in pixels at either end."""
        margin = float(thick.max()) + 2
        rows, columns = self.high.shape
        left, top = np.clip(np.floor(ends.min(0) - margin), 0, (columns, rows)).astype(int)
        right, bottom = np.clip(np.ceil(ends.max(0) + margin), 0, (columns, rows)).astype(int)
        if right <= left or bottom <= top:
            return
        area = (slice(top, bottom), slice(left, right))
        way = (ends[1] - ends[0]).astype(np.float32)
        x = (np.arange(left, right) - ends[0, 0]).astype(np.float32)[None, :]
        y = (np.arange(top, bottom) - ends[0, 1]).astype(np.float32)[:, None]
        share = np.clip((x * way[0] + y * way[1]) / max(float(way @ way), 1e-6), 0, 1)
        radius = np.float32(thick[0]) + share * np.float32(thick[1] - thick[0])
        off_x, off_y = (x - share * way[0]) / radius, (y - share * way[1]) / radius
        front = np.sqrt(np.maximum(1 - off_x**2 - off_y**2, 0))
        # Enough of roundness to tell which of two crossing limbs is above the other.
        raised = np.float32(high[0]) + share * np.float32(high[1] - high[0]) + front * np.float32(0.5)
        wins = (front > 0) & (raised > self.high[area])
        self.high[area] = np.where(wins, raised, self.high[area])
        self.normal[area] = np.where(wins[..., None], np.stack([off_x, off_y, -front], -1), self.normal[area])
        self.paint[area] = np.where(wins[..., None], colour, self.paint[area])


def draw_hand(hand: Hand, scene: Scene, lens: Lens) -> HandPicture:
    """The hand as ``lens`` sees it."""
    coarse = Lens(lens.pose, (lens.size[0] // 2, lens.size[1] // 2))
    flesh = _Flesh(coarse.size)
    for line, colour in ((_SLEEVE, scene.sleeve), *((line, scene.skin) for line in _FLESH)):
        joints = _in_sight(_placed(np.array(line), hand, scene.hand), coarse)
        pixels, scale = _seen(joints, coarse)
        for number in range(len(joints) - 1):
            both = slice(number, number + 2)
            flesh.limb(pixels[both], joints[both, 2], scale[both] * joints[both, 3], bgr(colour))
    foot = np.array([[hand.x, hand.y, 0.0]])
    slopes = coarse.slopes(foot)[0]
    unit = float(np.linalg.norm(slopes[:, 0]))
    light = sun(scene.light)
    cover = np.isfinite(flesh.high).astype(np.float32)
    # Joints melt into one another.
    melted = np.asarray(cv2.GaussianBlur(flesh.normal, (0, 0), 0.11 * scene.hand * unit + 0.3), dtype=np.float32)
    melted /= np.maximum(np.linalg.norm(melted, axis=2, keepdims=True), np.float32(1e-3))
    facing = melted @ coarse.frame_at(foot[0]).astype(np.float32)
    direct = np.clip(facing @ light.astype(np.float32), 0, 1) / max(light[2], 0.35)
    ambient = scene.light.ambient
    bright = ambient * (0.6 + 0.4 * facing[..., 2]) + (1 - ambient) * np.minimum(direct, 1.3)
    ink = np.clip(flesh.paint * bright[..., None] * light_colour(scene.light), 0, 255)
    step = 2.0 * (slopes[:, :2] @ (-light[:2] / light[2]) - slopes[:, 2])
    thrown = cv2.warpAffine(cover, np.array([[1, 0, step[0]], [0, 1, step[1]]]), coarse.size)
    dark = 1 - (1 - ambient) * 0.8 * cv2.GaussianBlur(thrown, (0, 0), unit * (0.1 + 1.5 * scene.light.soft))
    soft = cv2.GaussianBlur(cover, (0, 0), 0.6)
    whole, shadow = _grow(soft, lens), _grow(dark, lens)
    touched = np.asarray((whole[..., 0] > 0) | (shadow[..., 0] < 0.995), np.bool_)
    area = (_extent(np.flatnonzero(touched.any(1))), _extent(np.flatnonzero(touched.any(0))))
    left = np.asarray(cv2.merge([shadow * (1 - whole)] * 3), np.float32)
    return HandPicture(whole, _grow(cv2.GaussianBlur(ink, (0, 0), 0.6), lens) * whole, left, area)


def _extent(where: NDArray[np.intp]) -> slice:
    """From the first to the last."""
    return slice(int(where[0]), int(where[-1]) + 1) if len(where) else slice(0, 0)


def _placed(line: Points, hand: Hand, size: float) -> Points:
    """Joints in the hand's own frame → board units; the last column stays the thickness."""
    c, s = cos(radians(hand.bearing)), sin(radians(hand.bearing))
    along, over = line[:, 0] * size, line[:, 1] * (-size if hand.left else size)
    return np.column_stack([hand.x + c * along - s * over, hand.y + s * along + c * over, line[:, 2:] * size])


def _in_sight(joints: Points, lens: Lens) -> Points:
    """The line up to where it leaves the picture for good: what lies behind the camera cannot be drawn."""
    share = np.linspace(0, len(joints) - 1, 6 * (len(joints) - 1) + 1)
    fine = np.column_stack([np.interp(share, np.arange(len(joints)), column) for column in joints.T])
    seen = (fine[:, :3] - lens.position) @ lens.axes.T
    reach = 2.5 * float(np.hypot(*lens.centre)) / lens.focal
    within = (seen[:, 2] > 0.1 * lens.pose.distance) & (np.hypot(seen[:, 0], seen[:, 1]) < reach * seen[:, 2])
    last = len(fine) - 1 if within.all() else int(np.argmin(within)) - 1
    return fine[sorted({*range(0, last, 6), last})] if last > 0 else fine[:0]


def _seen(joints: Points, lens: Lens) -> tuple[Points, Points]:
    """Pixels of the joints, and pixels a board unit at each."""
    high = np.minimum(joints[:, 2], lens.position[2] * 0.8)
    points = np.column_stack([joints[:, :2], high])
    slopes = lens.slopes(points)
    return lens.project(points), np.sqrt(np.abs(np.linalg.det(slopes[:, :, :2])))


def _grow(image: ArrayLike, lens: Lens) -> Image:
    grown = cv2.resize(np.asarray(image, dtype=np.float32), lens.size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(grown, dtype=np.float32).reshape(lens.size[1], lens.size[0], -1)
