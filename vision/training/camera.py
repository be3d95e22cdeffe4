"""What a real table and a real camera add to clean light: things, shadows, exposure, blur, noise, JPEG."""

from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import units
from vision.readers.unknown.grid import CELL, HEIGHT, WIDTH, Grid, board_grid
from vision.training.hands import hand
from vision.training.prints import clouds, paint
from vision.training.shot import Lamps, Light, Mask, Shot, lamps, lay_over, shadow


def cast(rng: Generator, shot: Shot, mask: Mask, light: Lamps) -> None:
    """The shadows of something that stands over the board: one to each lamp, shifted, soft, not black."""
    shape = mask.shape[1], mask.shape[0]
    lift = 10 ** rng.uniform(-0.5, 1.5)
    lit = np.ones_like(mask)
    for way, part, soft in zip(light.ways, light.parts, light.soft, strict=True):
        away = -way[:2] / way[2] * lift
        shift = np.array([[1, 0, away[0]], [0, 1, away[1]]])
        lit -= part * cv2.warpAffine(cv2.GaussianBlur(mask, (0, 0), 0.5 + 0.4 * soft * lift), shift, shape)
    shadow(shot, light.sky, lit)


def thing(rng: Generator, shot: Shot, light: Lamps) -> None:
    """A cup, a sheet, a pencil, a telephone: something that stands or lies over part of the board."""
    height, width = shot.cover.shape
    canvas = np.zeros((height, width), np.uint8)
    middle = (rng.uniform(0, width), rng.uniform(0, height))
    kind = rng.choice(["cup", "sheet", "stick"])
    size = rng.uniform(10, 55)
    if kind == "cup":
        cv2.ellipse(
            canvas, (middle, (2 * size, 2 * size * rng.uniform(0.7, 1)), rng.uniform(0, 180)), 255, -1, cv2.LINE_AA
        )
    else:
        box = (size * 3, size * 2) if kind == "sheet" else (rng.uniform(60, 250), rng.uniform(3, 8))
        corners = cv2.boxPoints((middle, box, rng.uniform(0, 180)))
        cv2.fillPoly(canvas, [np.round(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    mask = (canvas / 255).astype(np.float32)
    shade = 0.8 + 0.2 * clouds(rng, (height, width), 60, 2)
    colour = (paint(rng) * np.clip(shade, 0.1, 1.5)[..., None]).astype(np.float32)
    cast(rng, shot, mask, light)
    lay_over(shot, mask, colour, light)
    if kind == "cup":
        inner = np.zeros_like(canvas)
        ratio = 2 * size * rng.uniform(0.6, 0.9)
        cv2.ellipse(inner, (middle, (ratio, ratio * 0.9), 0), 255, -1, cv2.LINE_AA)
        lay_over(shot, (inner / 255).astype(np.float32) * mask, colour * np.float32(rng.uniform(0.2, 1.5)), light)


def _dim(shot: Shot, field: NDArray[np.floating[Any]]) -> None:
    share = field[..., None].astype(np.float32)
    shot.light *= share
    if shot.sky is not None:
        shot.sky *= share


def weather(rng: Generator, shot: Shot) -> None:
    """Uneven light: soft fields, a lens dark to its rim, the edge of a shadow, a veil of glare."""
    shape = shot.cover.shape
    if rng.random() < 0.25:
        v, u = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
        x, y = rng.uniform(-0.3, 1.3) * shape[1], rng.uniform(-0.3, 1.3) * shape[0]
        away = ((u - x) ** 2 + (v - y) ** 2) / shape[0] ** 2
        _dim(shot, 1 / (1 + rng.uniform(0.2, 2.5) * away) ** 2)
    if rng.random() < 0.4:
        _dim(shot, np.exp(rng.uniform(0.05, 0.35) * clouds(rng, shape, rng.uniform(80, 250), 2)))
    if rng.random() < 0.2:
        v, u = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
        angle = rng.uniform(0, 2 * np.pi)
        across = (u - rng.uniform(0, shape[1])) * np.cos(angle) + (v - rng.uniform(0, shape[0])) * np.sin(angle)
        across += 6 * clouds(rng, shape, 80, 2) * rng.random()
        dark = 1 / (1 + np.exp(np.clip(-across / rng.uniform(0.7, 12), -30, 30)))
        deep = rng.uniform(0.2, 0.7) if shot.sky is None else rng.uniform(0.3, 1)
        shadow(shot, 0.0, (1 - deep * dark).astype(np.float32))
    if rng.random() < 0.15:
        v, u = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
        x, y = rng.uniform(0, shape[1]), rng.uniform(0, shape[0])
        veil = np.exp(-((u - x) ** 2 + (v - y) ** 2) / (2 * rng.uniform(15, 90) ** 2))
        # It lies on the lens, so nothing shades it.
        veil = (rng.uniform(0.1, 0.7) * veil)[..., None].astype(np.float32)
        shot.light += veil
        if shot.sky is not None:
            shot.sky += veil


@cache
def _grains() -> NDArray[np.float32]:
    return np.random.default_rng(0).standard_normal(1 << 22, dtype=np.float32)


def grain(rng: Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Noise with a spread of 1, cut from a long strip that is made once."""
    need = int(np.prod(shape))
    start = int(rng.integers(len(_grains()) - need))
    return _grains()[start : start + need].reshape(shape)


def _shaking(rng: Generator) -> NDArray[np.float32]:
    """The kernel of a camera that shakes: a short line that way, its sum 1."""
    length, angle = int(rng.integers(3, 7)), rng.uniform(0, np.pi)
    middle = (length - 1) / 2
    away = middle * np.array([np.cos(angle), np.sin(angle)])
    ends = np.round(np.array([middle - away, middle + away])).astype(int).tolist()
    kernel = np.zeros((length, length), np.float32)
    cv2.line(kernel, tuple(ends[0]), tuple(ends[1]), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def develop(rng: Generator, light: Light) -> NDArray[np.uint8]:
    """The camera's own picture (BGR): exposure, white balance, curve, blur, few pixels, noise, sharpening, JPEG."""
    height, width = light.shape[:2]
    # Half of all pictures are good ones; lamps of one colour are rare.
    good = rng.random() < 0.5
    tint = np.exp(rng.normal(0, 0.3 if rng.random() < 0.1 else 0.12, 3))
    colour: NDArray[Any] = light * (tint * 2 ** rng.normal(0, 0.38)).astype(np.float32)
    if rng.random() < 0.5:
        grey = colour.mean(2, keepdims=True)
        colour = np.maximum(grey + (colour - grey) * np.float32(rng.uniform(0.6, 1.4)), 0)
    blur = rng.choice([0.0, rng.uniform(0.2, 0.8), rng.uniform(0.8, 1.7)], p=[0.4, 0.6, 0] if good else [0.4, 0.3, 0.3])
    if blur > 0.2:
        colour = cv2.GaussianBlur(colour, (0, 0), blur * rng.uniform(0.7, 1.4), sigmaY=blur)
    if not good and rng.random() < 0.2:
        colour = cv2.filter2D(colour, -1, _shaking(rng))
    scale = rng.choice(
        [1.0, rng.uniform(0.6, 1.0), rng.uniform(1.0, 2.2)], p=[0.5, 0, 0.5] if good else [0.3, 0.6, 0.1]
    )
    if scale != 1.0:
        size = round(width * scale), round(height * scale)
        colour = cv2.resize(colour, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    noise = 10 ** rng.uniform(-3, -1.8 if good else -1.4)
    colour = np.maximum(colour + noise * np.sqrt(np.clip(colour, 0.02, 1)) * grain(rng, colour.shape), 0)
    # cv2.pow is several times faster than NumPy's.
    colour = cv2.pow(colour.astype(np.float32), rng.uniform(0.36, 0.55))
    if rng.random() < 0.3:
        # A film's shoulder instead of a hard white.
        colour = colour * (1 + colour / 2.5) / (1 + colour)
        colour *= np.float32(rng.uniform(1.2, 1.5))
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(np.asarray(colour, np.float32), (0, 0), rng.uniform(0.7, 2.0))
        colour = colour + rng.uniform(0, 0.8) * (colour - soft)
    if rng.random() < 0.3:
        low = rng.uniform(-0.05, 0.15)
        colour = low + (rng.uniform(0.8, 1.05) - low) * colour
    picture: NDArray[Any] = (np.clip(colour, 0, 1) * 255 + 0.5).astype(np.uint8)[..., ::-1]
    if rng.random() < 0.75:
        quality = int(rng.integers(75 if good else 40, 97))
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    if scale != 1.0:
        picture = cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR if scale < 1 else cv2.INTER_AREA)
    return np.ascontiguousarray(picture)


def pixels(points: NDArray[np.float64], grid: Grid) -> NDArray[np.float64]:
    """Pixels of the grid under points of the board."""
    corner = grid.points[0, 0]
    return np.stack([(points[..., 0] - corner[0]) / WIDTH, (corner[1] - points[..., 1]) / HEIGHT], -1) * CELL


def turned(rng: Generator, grid: Grid, turn: int, *, mirrored: bool, slip: float) -> NDArray[np.float64]:
    """The 3 × 3 way from a picture on the grid to it turned, mirrored, and badly registered by ``slip`` pitches."""
    height, width = grid.points.shape[:2]
    corners = np.array([(0, 0), (width - 1, 0), (width - 1, height - 1), (0, height - 1)], float)
    corner = grid.points[0, 0]
    board = corner + corners / CELL * np.array([WIDTH, -HEIGHT])
    angle = turn * np.pi / 3
    way = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    if mirrored:
        way = way @ np.diag([-1.0, 1.0])
    goal = board @ way.T + rng.normal(0, slip * 0.6, 2) + rng.normal(0, slip * 0.6, (4, 2))
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), pixels(goal, grid).astype(np.float32)))


@cache
def flip(board: Board, over: tuple[bool, bool]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """From where rows, columns and places come when a picture on the grid is flipped left to right, top to bottom.

    A place lies on the first pixel of its cell, so a picture merely turned over has it on the last one, nearly half a
    pitch aside; what the picture then lacks at its rim is taken from the other rim, beyond the star.
    """
    height, width = board_grid(board).near.shape
    rows, columns = np.arange(height), np.arange(width)
    if over[0]:
        columns = (width - CELL - columns) % width
    if over[1]:
        rows = (height - CELL - rows) % height
    places = units(board)
    goal = places * [-1 if over[0] else 1, -1 if over[1] else 1]
    return rows, columns, np.linalg.norm(goal[:, None] - places, axis=2).argmin(1)


def _cut_off(rng: Generator, picture: NDArray[np.uint8], cover: Mask) -> None:
    """Let the picture end before the board does, at one of its sides: beyond, its last row or column goes on."""
    side, cut = int(rng.integers(4)), rng.uniform(0.02, 0.2)
    # Seen so that the side is at the top: both are changed in place.
    shown, covered = (picture, cover) if side < 2 else (picture.swapaxes(0, 1), cover.T)
    shown, covered = (shown[::-1], covered[::-1]) if side % 2 else (shown, covered)
    at = round(len(shown) * cut)
    shown[:at], covered[:at] = shown[at], 1


def photograph(
    rng: Generator,
    light: Light,
    heads: NDArray[np.float64],
    way: NDArray[np.float64],
    *,
    pieces: NDArray[np.bool_] | None = None,
    sky: Light | None = None,
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A picture (BGR) of rendered light, warped by ``way``; and which share of each head (pixels then) is covered.

    ``pieces``: which of the heads are pieces', where that is known; the others are holes. ``sky``: how much of the
    light is the sky's, where that is known.
    """
    height, width = light.shape[:2]

    def warped(one: Light) -> Light:
        shape = (width, height)
        seen = cv2.warpPerspective(one, way, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.float32)

    shot = Shot(warped(light), np.zeros((height, width), np.float32), None if sky is None else warped(sky))
    weather(rng, shot)
    shone = lamps(rng, None if sky is None else float(min(sky.mean() / light.mean(), 0.95)))
    for _ in range(int(rng.choice([0, 1, 2], p=[0.4, 0.45, 0.15]))):
        hand(rng, shot, heads, shone, None if pieces is None else heads[pieces])
    for _ in range(int(rng.choice([0, 1, 2], p=[0.75, 0.17, 0.08]))):
        thing(rng, shot, shone)
    picture = develop(rng, shot.light)
    if rng.random() < 0.1:
        _cut_off(rng, picture, shot.cover)
    reach = CELL * 0.55
    offsets = np.array([(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]) * reach * 0.7
    at = np.clip(np.rint(heads[:, None] + offsets), 0, (width - 1, height - 1)).astype(int)
    hidden = shot.cover[at[..., 1], at[..., 0]].mean(1)
    return picture, hidden
