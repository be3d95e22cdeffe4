"""The mandarin board from straight above: ten fields and two half-rounds, drawn by lines or carved into the board."""

import cv2
import numpy as np
from numpy.random import default_rng

from hardware.pictures import Picture
from hardware.simulated.lens import Points
from hardware.simulated.scene import BoardStyle, Pits, Scene
from hardware.simulated.textures import Image, bgr, cloud

LONG, HIGH = 2.5, 1.0
"""Half the length and height of the ten fields together."""
_INK = 0.92


def sheet(style: BoardStyle) -> Points:
    """The rim of the board that bears the fields, n × 2: round at its ends if it is a round one, else a rectangle."""
    assert style.pits is not None  # noqa: S101 - told to the type checker: only mandarin boards come here
    far, up = LONG + style.pits.end + style.margin, HIGH + style.margin
    if style.outline != "round":
        return np.array([(-far, -up), (far, -up), (far, up), (-far, up)])
    turns = np.linspace(-np.pi / 2, np.pi / 2, 40)
    east = np.column_stack([LONG + (far - LONG) * np.cos(turns), up * np.sin(turns)])
    return np.concatenate([east, -east])


def paint_pits(picture: Picture, scene: Scene, towards: Points, fineness: float) -> None:
    """Draw or carve the fields into a square ``picture`` whose middle is the board's, ``fineness`` pixels a unit.

    ``towards``: the unit vector towards the light.
    """
    pits = scene.board.pits
    assert pits is not None  # noqa: S101 - as above
    side = len(picture)
    axis = ((np.arange(side) + 0.5 - side / 2) / fineness).astype(np.float32)
    rows = np.flatnonzero(np.abs(axis) < HIGH + 0.2)
    strip = slice(int(rows[0]), int(rows[-1]) + 1)
    x, y = axis[None, :], -axis[strip, None]
    patch = picture[strip].astype(np.float32)
    patch = _carved(patch, scene, towards, (x, y), fineness) if pits.depth else _lined(patch, scene, (x, y), fineness)
    picture[strip] = np.clip(patch + 0.5, 0, 255).astype(np.uint8)


def _bow(pits: Pits, x: Image, y: Image) -> Image:
    """How far each spot lies outside the curve of the half-round on its side, roughly in units."""
    away = np.maximum(np.abs(x) - LONG, 0)
    return np.asarray((np.sqrt((away / pits.end) ** 2 + y**2) - 1) * min(pits.end, 1.0), np.float32)


def _lined(patch: Image, scene: Scene, at: tuple[Image, Image], fineness: float) -> Image:
    """Lines between the fields and around them."""
    style, pits, (x, y) = scene.board, scene.board.pits, at
    assert pits is not None  # noqa: S101 - as above
    far_x, far_y = np.maximum(np.abs(x) - LONG, 0), np.maximum(np.abs(y) - HIGH, 0)
    level = np.hypot(np.minimum(np.abs(y), np.abs(np.abs(y) - HIGH)), far_x)
    upright = np.hypot(np.abs(np.clip(np.rint(x + 0.5), -2, 3) - 0.5 - x), far_y)
    away = np.minimum(np.minimum(level, upright), np.abs(_bow(pits, x, y)) + 9 * (far_x == 0))
    chance = default_rng([scene.seed, 7])
    rough = 1 + 0 * away
    if pits.chalk:
        away = away + 0.012 * pits.chalk * cloud(chance, away.shape, (8, 30))
        rough = np.clip(1 - pits.chalk * (0.25 + 0.8 * cloud(chance, away.shape, (300, 300))), 0, 1)
    ink = np.clip((style.line_width / 2 - away) * fineness + 0.5, 0, 1) * rough * _INK
    return np.asarray(patch + (bgr(style.line_colour) - patch) * ink[..., None], np.float32)


def _carved(patch: Image, scene: Scene, towards: Points, at: tuple[Image, Image], fineness: float) -> Image:
    """Fields sunk into the board: their walls catch the light or lie in the shade, and the rim throws a shadow."""
    pits, (x, y) = scene.board.pits, at
    assert pits is not None  # noqa: S101 - as above
    side = 0.5 - pits.wall - pits.corner
    across = np.abs(x - np.clip(np.rint(x), -2, 2)) - side
    up = np.abs(np.abs(y) - 0.5) - side
    small = np.hypot(np.maximum(across, 0), np.maximum(up, 0)) + np.minimum(np.maximum(across, up), 0) - pits.corner
    large = np.maximum(_bow(pits, x, y), LONG - np.abs(x)) + pits.wall
    deep = pits.depth * np.clip(-np.minimum(small, large) / (0.6 * pits.depth), 0, 1)
    deep = np.asarray(cv2.GaussianBlur(deep.astype(np.float32), (0, 0), 0.02 * fineness), np.float32)
    lean = -np.array(towards[:2]) / towards[2]
    dark = np.zeros(deep.shape, np.float32)
    for share in (0.25, 0.5, 0.75, 1.0):
        step = share * pits.depth * lean * fineness
        rim = cv2.warpAffine(deep, np.array([[1, 0, step[0]], [0, 1, -step[1]]]), deep.shape[::-1])
        dark = np.maximum(dark, np.clip((deep - rim - 0.7 * share * pits.depth) / (0.3 * pits.depth), 0, 1))
    dark = np.asarray(
        cv2.GaussianBlur(dark, (0, 0), (0.01 + 0.3 * scene.light.soft * pits.depth) * fineness + 0.3), np.float32
    )
    east = cv2.Sobel(-deep, cv2.CV_32F, 1, 0, scale=fineness / 8)
    north = cv2.Sobel(deep, cv2.CV_32F, 0, 1, scale=fineness / 8)
    facing = (towards[2] - east * towards[0] - north * towards[1]) / np.sqrt(1 + east**2 + north**2)
    direct = np.maximum(facing, 0) / towards[2] * (1 - dark)
    hidden = 1 - 0.35 * np.minimum(deep / 0.5, 1)
    shade = scene.light.ambient * hidden + (1 - scene.light.ambient) * direct
    floor = scene.board.holes.floor
    if floor is not None:
        inside = np.clip(deep / pits.depth * 2 - 0.5, 0, 1)[..., None]
        patch += (bgr(floor) - patch) * np.asarray(inside, np.float32)
    return np.asarray(patch * shade[..., None], np.float32)
