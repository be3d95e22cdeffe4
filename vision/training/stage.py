"""What stands on the stage of the ray tracer, and which of it a ray meets: boards, prints, pieces; no light yet.

Board units, z up, the surface at z = 0. Colours are linear, red green blue. Arrays rather than objects, because Numba
compiles them; `vision.training.looks` fills them.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROW = math.sqrt(3) / 2

FLAT, DIMPLE, DRILLED, CONE = 0, 1, 2, 3
"""Kinds of hole."""

FRUSTUM, BALL = 0, 1
"""Kinds of part a piece is turned from."""

PLAIN, STRIPED, SWIRLED, CATS_EYE = 0, 1, 2, 3
"""How a piece's second colour lies in its first."""


class Stage(NamedTuple):
    """Everything the tracer sees.

    - ``place_at[row, half column]`` leads to a place or −1; ``first``: where it begins (half columns, rows, parity).
    - ``holes`` n × 15: kind, radius, depth, rim's width, its height, print's share inside, inside colour (3), glow (3),
      whether the whole hole glows, else the glowing ring's radius and width.
    - ``pieces`` n × 5: set or −1, dx, dy, scale, turn.
    - ``parts`` m × 5: kind, z0, z1, r0, r1; of a ball: kind, height of its middle, flatness, radius, nothing.
    - ``sets`` k × 13: colour (3), second colour (3), pattern, its scale, gloss, roughness, clearness, refraction,
      metal.
    - ``lights`` l × 7: place (3), radius, colour (3).
    - ``windows`` w × 8: direction (3), half width, half height, colour (3).
    - ``sky`` 2 × 3: light from above, from the sides.
    - ``print_``: the board's colours from ``print_from`` on, ``print_scale`` pixels to a unit.
    - ``board``: gloss, roughness, bumpiness, its scale, metal. ``eye``: the camera's place.
    """

    places: Array
    place_at: NDArray[np.int64]
    first: Array
    holes: Array
    pieces: Array
    parts: Array
    sets: Array
    lights: Array
    windows: Array
    sky: Array
    print_: NDArray[np.float32]
    print_from: Array
    print_scale: float
    board: Array
    eye: Array


@njit(cache=True, fastmath=True)
def _hash(x: int, y: int, z: int) -> float:
    h = (x * 374761393 + y * 668265263 + z * 2147483647 + 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return float((h ^ (h >> 16)) & 0xFFFF) / 65535.0


@njit(cache=True, fastmath=True)
def noise(x: float, y: float, z: float) -> float:
    """Smooth noise in 0..1 with a grain of one unit."""
    i, j, k = math.floor(x), math.floor(y), math.floor(z)
    u, v, w = x - i, y - j, z - k
    u, v, w = u * u * (3 - 2 * u), v * v * (3 - 2 * v), w * w * (3 - 2 * w)
    total = 0.0
    for a in range(2):
        for b in range(2):
            for c in range(2):
                share = (u if a else 1 - u) * (v if b else 1 - v) * (w if c else 1 - w)
                total += share * _hash(int(i) + a, int(j) + b, int(k) + c)
    return total


@njit(cache=True, fastmath=True)
def nearest(stage: Stage, x: float, y: float) -> int:
    """The place nearest to a point, −1 where there is none."""
    best, which = 9.0, -1
    low = math.floor(y / ROW)
    for r in (low, low + 1):
        row = int(r - stage.first[1])
        if row < 0 or row >= stage.place_at.shape[0]:
            continue
        parity = (row + int(stage.first[2])) % 2
        column = int(2 * math.floor((2 * x - stage.first[0] - parity) / 2 + 0.5) + parity)
        if column < 0 or column >= stage.place_at.shape[1]:
            continue
        found = stage.place_at[row, column]
        if found >= 0:
            away = (stage.places[found, 0] - x) ** 2 + (stage.places[found, 1] - y) ** 2
            if away < best:
                best, which = away, found
    return which


@njit(cache=True, fastmath=True)
def hit_parts(stage: Stage, place: int, o: Any, d: Any, normal: Array) -> float:
    """Distance along the ray to the piece on ``place``; 1e9 if missed. Writes the normal."""
    cx = stage.places[place, 0] + stage.pieces[place, 1]
    cy = stage.places[place, 1] + stage.pieces[place, 2]
    scale = stage.pieces[place, 3]
    ox, oy, oz = (o[0] - cx) / scale, (o[1] - cy) / scale, o[2] / scale
    dx, dy, dz = d[0], d[1], d[2]
    best = 1e9
    for m in range(stage.parts.shape[0]):
        part = stage.parts[m]
        if part[0] == BALL:
            flat, radius = part[2], part[3]
            ez, ed = (oz - part[1]) / flat, dz / flat
            a = dx * dx + dy * dy + ed * ed
            b = ox * dx + oy * dy + ez * ed
            c = ox * ox + oy * oy + ez * ez - radius * radius
            disc = b * b - a * c
            if disc > 0:
                t = (-b - math.sqrt(disc)) / a
                if 1e-4 < t < best:
                    best = t
                    nx, ny, nz = ox + t * dx, oy + t * dy, (ez + t * ed) / flat
                    length = math.sqrt(nx * nx + ny * ny + nz * nz)
                    normal[0], normal[1], normal[2] = nx / length, ny / length, nz / length
            continue
        z0, z1, r0, r1 = part[1], part[2], part[3], part[4]
        slope = (r1 - r0) / (z1 - z0)
        base = r0 + slope * (oz - z0)
        a = dx * dx + dy * dy - slope * slope * dz * dz
        b = ox * dx + oy * dy - slope * dz * base
        c = ox * ox + oy * oy - base * base
        disc = b * b - a * c
        if disc > 0 and abs(a) > 1e-9:
            root = math.sqrt(disc)
            for t in ((-b - root) / a, (-b + root) / a):
                z = oz + t * dz
                if 1e-4 < t < best and z0 <= z <= z1 and base + slope * t * dz > 0:
                    best = t
                    nx, ny = ox + t * dx, oy + t * dy
                    nz = -slope * math.sqrt(nx * nx + ny * ny)
                    length = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-12
                    normal[0], normal[1], normal[2] = nx / length, ny / length, nz / length
        if abs(dz) > 1e-9:
            t = (z1 - oz) / dz
            px, py = ox + t * dx, oy + t * dy
            if 1e-4 < t < best and px * px + py * py < r1 * r1:
                best = t
                normal[0], normal[1], normal[2] = 0.0, 0.0, 1.0
    return best * scale if best < 1e9 else best


@njit(cache=True, fastmath=True)
def piece_on_way(stage: Stage, o: Any, d: Any, top: float, normal: Array, skip: int) -> tuple[float, int]:
    """The first piece that a ray meets while it is between the surface and the pieces' tops."""
    far = 1e9
    start = 0.0
    if d[2] < 0:
        start = max(0.0, (top - o[2]) / d[2])
        end = max(0.0, (-0.05 - o[2]) / d[2])
    elif d[2] > 0:
        end = max(0.0, (top - o[2]) / d[2])
    else:
        end = 10.0
    flat = math.sqrt(d[0] * d[0] + d[1] * d[1])
    steps = int((end - start) * flat / 0.2) + 1
    steps = min(steps, 60)
    last, which = -1, -1
    mine = np.zeros(3)
    for s in range(steps + 1):
        t = start + (end - start) * s / steps
        place = nearest(stage, o[0] + t * d[0], o[1] + t * d[1])
        if place == last or place < 0:
            continue
        last = place
        if stage.pieces[place, 0] < 0 or place == skip:
            continue
        hit = hit_parts(stage, place, o, d, mine)
        if hit < far:
            far, which = hit, place
            normal[0], normal[1], normal[2] = mine[0], mine[1], mine[2]
    return far, which


@njit(cache=True, fastmath=True)
def print_at(stage: Stage, x: float, y: float, colour: Array) -> None:
    """Write the colour printed on the board at a point."""
    u = min(max((x - stage.print_from[0]) * stage.print_scale, 0.0), stage.print_.shape[1] - 1.001)
    v = min(max((stage.print_from[1] - y) * stage.print_scale, 0.0), stage.print_.shape[0] - 1.001)
    i, j = int(u), int(v)
    a, b = u - i, v - j
    for c in range(3):
        colour[c] = (1 - b) * ((1 - a) * stage.print_[j, i, c] + a * stage.print_[j, i + 1, c]) + b * (
            (1 - a) * stage.print_[j + 1, i, c] + a * stage.print_[j + 1, i + 1, c]
        )
