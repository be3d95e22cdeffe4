"""A hand over the table: bones as thick lines in space, drawn as rounded flesh with a shadow.

It is drawn half as fine as the picture: nearer to the camera than the board, it is out of focus anyway.
"""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.lens import Lens
from hardware.simulated.pieces import light_colour
from hardware.simulated.scene import Scene
from hardware.simulated.surface import sun
from hardware.simulated.table import Hand
from hardware.simulated.textures import Image, bgr

Points: TypeAlias = NDArray[np.float64]

# From the fingertips back along the arm (x), to the thumb's side (y), up (z), and how thick. Lengths are those of a
# grown-up's hand over holes 25 mm apart. Each line runs through its joints in order.
_FLESH: tuple[tuple[tuple[float, float, float, float], ...], ...] = (
    ((0.1, 0.33, 0.75, 0.27), (1.0, 0.95, 1.3, 0.33), (2.7, 1.25, 2.0, 0.45), (4.6, 0.5, 2.4, 0.7)),
    ((0.1, -0.30, 0.85, 0.26), (0.9, -0.55, 1.9, 0.31), (2.5, -0.15, 2.8, 0.38), (4.4, 0.1, 2.7, 0.75)),
    ((0.0, -0.75, 0.9, 0.27), (0.9, -1.05, 2.0, 0.32), (2.6, -0.85, 2.9, 0.40), (4.4, -0.3, 2.7, 0.75)),
    ((0.6, -1.35, 1.1, 0.26), (1.2, -1.55, 1.9, 0.31), (2.8, -1.45, 2.7, 0.38), (4.5, -0.7, 2.6, 0.75)),
    ((1.4, -1.85, 1.1, 0.23), (1.8, -2.0, 1.8, 0.27), (3.1, -1.95, 2.5, 0.34), (4.6, -1.0, 2.5, 0.7)),
    ((3.1, 0.3, 2.5, 0.8), (3.2, -1.2, 2.5, 0.75), (4.7, -0.7, 2.6, 0.9), (4.4, 0.2, 2.6, 0.95), (6.3, -0.3, 2.7, 0.95)),
    ((6.2, -0.3, 2.7, 0.95), (13.0, 0.0, 3.2, 1.4)),
)  # fmt: skip
_SLEEVE = ((8.2, -0.2, 2.8, 1.35), (16.0, 0.0, 3.4, 1.9), (40.0, 0.0, 5.0, 2.6))


@dataclass(frozen=True)
class HandPicture:
    """A patch at ``left``, ``top`` of the picture: ``ink`` (BGR times cover), ``cover`` and ``dark``, its shadow's factor."""

    left: int
    top: int
    ink: Image
    cover: Image
    dark: Image


def draw_hand(hand: Hand, scene: Scene, lens: Lens) -> HandPicture:
    """The hand as ``lens`` sees it."""
    coarse = Lens(lens.pose, (lens.size[0] // 2, lens.size[1] // 2))
    width, height = coarse.size
    grid_x, grid_y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    best = np.full((height, width), -np.inf, dtype=np.float32)
    normal = np.zeros((height, width, 3), dtype=np.float32)
    paint = np.zeros((height, width, 3), dtype=np.float32)
    frame = coarse.frame_at(np.array([hand.x, hand.y, 2.0]))
    for line, colour in ((_SLEEVE, scene.sleeve), *((line, scene.skin) for line in _FLESH)):
        joints = _placed(np.array(line), hand, scene.hand)
        pixels, scale = _seen(joints, coarse)
        for number in range(len(joints) - 1):
            _limb(
                (grid_x, grid_y), pixels[number : number + 2], scale[number : number + 2] * joints[number : number + 2, 3],
                joints[number : number + 2, 2], scale[number], (best, normal, paint), bgr(colour),
            )  # fmt: skip
    cover = np.isfinite(best).astype(np.float32)
    unit = coarse.slopes(np.array([[hand.x, hand.y, 0.0]]))[0, :, :2]
    melted = cv2.GaussianBlur(normal, (0, 0), 0.11 * scene.hand * float(np.linalg.norm(unit[:, 0])) + 0.3)
    normal = np.asarray(melted / np.maximum(np.linalg.norm(melted, axis=2, keepdims=True), 1e-3), dtype=np.float32)
    world = normal @ frame.astype(np.float32)
    light = sun(scene.light)
    direct = np.clip(world @ light.astype(np.float32), 0, 1) / np.float32(max(light[2], 0.35))
    bright = scene.light.ambient * (0.6 + 0.4 * world[..., 2]) + (1 - scene.light.ambient) * np.minimum(direct, 1.3)
    lit = np.clip(paint * bright[..., None], 0, 255) * light_colour(scene.light)
    lean = -light[:2] / light[2]
    raised = coarse.slopes(np.array([[hand.x, hand.y, 0.0]]))[0, :, 2]
    step = 2.0 * (unit @ lean - raised)
    shifted = cv2.warpAffine(cover, np.array([[1, 0, step[0]], [0, 1, step[1]]], dtype=np.float64), coarse.size)
    blurred = cv2.GaussianBlur(shifted, (0, 0), float(np.linalg.norm(unit[:, 0])) * (0.1 + 1.5 * scene.light.soft))
    dark = 1 - np.float32((1 - scene.light.ambient) * 0.8) * blurred
    soft = cv2.GaussianBlur(cover, (0, 0), 0.6)[..., None]
    ink = cv2.GaussianBlur(np.clip(lit, 0, 255), (0, 0), 0.6)
    return HandPicture(0, 0, _grow(ink, lens.size), _grow(soft, lens.size), _grow(dark[..., None], lens.size))


def _placed(line: Points, hand: Hand, size: float) -> Points:
    """Joints in the hand's own frame → board units; the last column stays the thickness."""
    c, s = cos(radians(hand.bearing)), sin(radians(hand.bearing))
    along, over = line[:, 0] * size, line[:, 1] * size
    return np.column_stack([hand.x + c * along - s * over, hand.y + s * along + c * over, line[:, 2:] * size])


def _seen(joints: Points, lens: Lens) -> tuple[Points, Points]:
    """Pixels of the joints, and pixels a board unit at each."""
    reachable = np.minimum(joints[:, 2], lens.position[2] * 0.8)
    points = np.column_stack([joints[:, :2], reachable])
    slopes = lens.slopes(points)
    return lens.project(points), np.sqrt(np.abs(np.linalg.det(slopes[:, :, :2])))


def _limb(
    grid: tuple[Image, Image], ends: Points, thick: Points, high: Points, scale: float,
    layers: tuple[Image, Image, Image], colour: Image,
) -> None:  # fmt: skip
    """Draw one thick line between two joints wherever it is nearer to the camera than what is there."""
    best, normal, paint = layers
    margin = float(thick.max()) + 2
    rows, columns = best.shape
    left, top = np.clip(np.floor(ends.min(0) - margin), 0, (columns, rows)).astype(int)
    right, bottom = np.clip(np.ceil(ends.max(0) + margin), 0, (columns, rows)).astype(int)
    if right <= left or bottom <= top:
        return
    area = (slice(top, bottom), slice(left, right))
    way = (ends[1] - ends[0]).astype(np.float32)
    long = max(float(way @ way), 1e-6)
    x, y = grid[0][area] - np.float32(ends[0, 0]), grid[1][area] - np.float32(ends[0, 1])
    share = np.clip((x * way[0] + y * way[1]) / np.float32(long), 0, 1)
    radius = np.float32(thick[0]) + share * np.float32(thick[1] - thick[0])
    off_x, off_y = (x - share * way[0]) / radius, (y - share * way[1]) / radius
    squared = off_x**2 + off_y**2
    front = np.sqrt(np.maximum(1 - squared, 0))
    raised = np.float32(high[0]) + share * np.float32(high[1] - high[0]) + front * radius / np.float32(scale)
    wins = (squared < 1) & (raised > best[area])
    best[area] = np.where(wins, raised, best[area])
    facing = np.stack([off_x, off_y, -front], -1)
    normal[area] = np.where(wins[..., None], facing, normal[area])
    paint[area] = np.where(wins[..., None], colour, paint[area])


def _grow(image: Image, size: tuple[int, int]) -> Image:
    grown = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_LINEAR), dtype=np.float32)
    return grown.reshape(size[1], size[0], -1)
