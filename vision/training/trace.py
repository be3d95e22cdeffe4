"""A small ray tracer for boards with holes and pieces, compiled by Numba: light, relief, shadows, glass.

Board units, z up, the surface at z = 0. A picture is made square from above: each pixel asks for the light that leaves
a point of the surface (or what stands before it) towards the camera's eye. Colours are linear, red green blue.

Arrays rather than objects, because Numba compiles them; `vision.training.looks` fills them and says what a row means.
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
    - ``holes`` n × 13: kind, radius, depth, rim's width, its height, print's share inside, inside colour (3), glow (3),
      whether the whole hole glows.
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
def _nearest(stage: Stage, x: float, y: float) -> int:
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
def _hit_parts(stage: Stage, place: int, o: Any, d: Any, normal: Array) -> float:
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
def _piece_on_way(stage: Stage, o: Any, d: Any, top: float, normal: Array, skip: int) -> tuple[float, int]:
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
        place = _nearest(stage, o[0] + t * d[0], o[1] + t * d[1])
        if place == last or place < 0:
            continue
        last = place
        if stage.pieces[place, 0] < 0 or place == skip:
            continue
        hit = _hit_parts(stage, place, o, d, mine)
        if hit < far:
            far, which = hit, place
            normal[0], normal[1], normal[2] = mine[0], mine[1], mine[2]
    return far, which


@njit(cache=True, fastmath=True)
def _print_at(stage: Stage, x: float, y: float, colour: Array) -> None:
    u = min(max((x - stage.print_from[0]) * stage.print_scale, 0.0), stage.print_.shape[1] - 1.001)
    v = min(max((stage.print_from[1] - y) * stage.print_scale, 0.0), stage.print_.shape[0] - 1.001)
    i, j = int(u), int(v)
    a, b = u - i, v - j
    for c in range(3):
        colour[c] = (1 - b) * ((1 - a) * stage.print_[j, i, c] + a * stage.print_[j, i + 1, c]) + b * (
            (1 - a) * stage.print_[j + 1, i, c] + a * stage.print_[j + 1, i + 1, c]
        )


@njit(cache=True, fastmath=True)
def _mirrored(stage: Stage, r: Any, rough: float, out: Array) -> None:
    """What a mirror of some roughness shows in direction ``r``."""
    up = max(r[2], 0.0)
    for c in range(3):
        out[c] = stage.sky[1, c] + (stage.sky[0, c] - stage.sky[1, c]) * up
        if r[2] < 0:
            out[c] *= 0.3
    for w in range(stage.windows.shape[0]):
        window = stage.windows[w]
        along = r[0] * window[0] + r[1] * window[1] + r[2] * window[2]
        if along <= 0.05:
            continue
        # Across the window and up it, in tangents of angles from its middle.
        flat = math.sqrt(window[0] ** 2 + window[1] ** 2) + 1e-9
        ax, ay = -window[1] / flat, window[0] / flat
        across = abs((r[0] * ax + r[1] * ay) / along)
        bx, by, bz = -window[2] * window[0] / flat, -window[2] * window[1] / flat, flat
        upward = abs((r[0] * bx + r[1] * by + r[2] * bz) / along)
        soft = rough + 0.03
        inside = 1 / (1 + math.exp(min(30.0, (across - window[3]) / soft * 3)))
        inside *= 1 / (1 + math.exp(min(30.0, (upward - window[4]) / soft * 3)))
        for c in range(3):
            out[c] += inside * window[5 + c]


@njit(cache=True, fastmath=True)
def _light(
    stage: Stage, p: Any, n: Any, v: Any, albedo: Array, gloss: float, rough: float, metal: float, room: float,
    hole: int, skip: int, top: float, out: Array,
) -> None:  # fmt: skip
    """Light from ``p`` (normal ``n``) towards ``v``; ``room``: share of the sky seen; ``hole``: inside which, or −1."""
    for c in range(3):
        out[c] = (
            albedo[c]
            * room
            * (stage.sky[0, c] * (0.6 + 0.4 * n[2]) + stage.sky[1, c] * (0.4 - 0.3 * n[2]))
            * (1 - metal)
        )
    facing = max(0.0, n[0] * v[0] + n[1] * v[1] + n[2] * v[2])
    fresnel = gloss * (0.04 + 0.96 * (1 - facing) ** 5) * (1 - metal) + metal * gloss
    mirror = np.array([2 * facing * n[0] - v[0], 2 * facing * n[1] - v[1], 2 * facing * n[2] - v[2]])
    seen = np.zeros(3)
    if fresnel > 0.001:
        _mirrored(stage, mirror, rough, seen)
        for c in range(3):
            out[c] += fresnel * seen[c] * room * (albedo[c] * metal + 1 - metal)
    dump = np.zeros(3)
    for k in range(stage.lights.shape[0]):
        lamp = stage.lights[k]
        u1, u2 = np.random.random() * 2 * math.pi, math.sqrt(np.random.random()) * lamp[3]
        lx = lamp[0] + math.cos(u1) * u2 - p[0]
        ly = lamp[1] + math.sin(u1) * u2 - p[1]
        lz = lamp[2] - p[2]
        squared = lx * lx + ly * ly + lz * lz
        length = math.sqrt(squared)
        lx, ly, lz = lx / length, ly / length, lz / length
        cosine = n[0] * lx + n[1] * ly + n[2] * lz
        if cosine <= 0:
            continue
        pass_r, pass_g, pass_b = 1.0, 1.0, 1.0
        if hole >= 0 and p[2] < 0:
            # Out of a hole the light must come through its mouth.
            t = -p[2] / lz
            ex = p[0] + t * lx - stage.places[hole, 0]
            ey = p[1] + t * ly - stage.places[hole, 1]
            if ex * ex + ey * ey > stage.holes[hole, 1] ** 2:
                continue
        origin = (p[0] + n[0] * 0.004, p[1] + n[1] * 0.004, p[2] + n[2] * 0.004)
        far, which = _piece_on_way(stage, origin, (lx, ly, lz), top, dump, skip)
        if which >= 0 and far < length:
            clear = stage.sets[int(stage.pieces[which, 0]), 10]
            if clear <= 0:
                continue
            # Clear pieces gather light: the middle of their shadow is bright, its rim dark.
            straight = abs(dump[0] * lx + dump[1] * ly + dump[2] * lz)
            gather = clear * (0.15 + 1.6 * straight * straight * straight)
            of = stage.sets[int(stage.pieces[which, 0])]
            pass_r, pass_g, pass_b = gather * of[0], gather * of[1], gather * of[2]
        # Lamps are as bright as they say at the board's middle.
        strength = (lamp[0] ** 2 + lamp[1] ** 2 + lamp[2] ** 2) / squared
        along = max(0.0, mirror[0] * lx + mirror[1] * ly + mirror[2] * lz)
        width = rough + 0.6 * lamp[3] / length + 0.02
        shine = fresnel * math.exp(-2 * (1 - along) / (width * width)) * min(40.0, 0.25 / (width * width))
        passed = (pass_r, pass_g, pass_b)
        for c in range(3):
            tinted = albedo[c] * metal + 1 - metal
            out[c] += lamp[4 + c] * strength * passed[c] * (albedo[c] * cosine * (1 - metal) + shine * tinted)


@njit(cache=True, fastmath=True)
def _closeness(stage: Stage, x: float, y: float, top: float) -> float:
    """Share of the sky that a point of the surface sees past the pieces around it."""
    room = 1.0
    for k in range(7):
        angle = k * math.pi / 3
        away = 0.0 if k == 6 else 1.0
        place = _nearest(stage, x + away * math.cos(angle), y + away * math.sin(angle))
        if place < 0 or stage.pieces[place, 0] < 0:
            continue
        dx = stage.places[place, 0] + stage.pieces[place, 1] - x
        dy = stage.places[place, 1] + stage.pieces[place, 2] - y
        middle = top * 0.5
        squared = dx * dx + dy * dy + middle * middle
        room *= 1 - min(0.6, 0.5 * top * middle * middle / (squared * math.sqrt(squared)))
    return room


@njit(cache=True, fastmath=True)
def _surface(stage: Stage, o: Any, d: Any, v: Any, top: float, skip: int, out: Array) -> None:
    """Light from the board itself, holes and all, where the ray meets it."""
    t = -o[2] / d[2]
    x, y = o[0] + t * d[0], o[1] + t * d[1]
    place = _nearest(stage, x, y)
    albedo = np.zeros(3)
    _print_at(stage, x, y, albedo)
    n = np.array([0.0, 0.0, 1.0])
    z = 0.0
    room = _closeness(stage, x, y, top)
    gloss, rough, metal = stage.board[0], stage.board[1], stage.board[4]
    inside = -1
    if stage.board[2] > 0:
        grain = stage.board[3]
        n[0] += stage.board[2] * (noise(x * grain, y * grain, 0.5) - 0.5)
        n[1] += stage.board[2] * (noise(x * grain, y * grain, 9.5) - 0.5)
    if place >= 0:
        hole = stage.holes[place]
        kind, radius, depth = int(hole[0]), hole[1], hole[2]
        cx, cy = stage.places[place, 0], stage.places[place, 1]
        ux, uy = x - cx, y - cy
        q = math.sqrt(ux * ux + uy * uy)
        if radius < q < radius + hole[3]:
            # A raised (or sunk) rim: a round bead.
            bend = hole[4] * math.cos(math.pi * (q - radius) / hole[3])
            n[0], n[1] = -bend * ux / q, -bend * uy / q
            if kind == FLAT:
                n[0], n[1] = -n[0], -n[1]
        elif q < radius and kind != FLAT:
            inside = place
            if kind == DIMPLE:
                # A cap of a ball whose rim is the mouth.
                ball = (radius * radius + depth * depth) / (2 * depth)
                wz = ball - depth
                b = ux * d[0] + uy * d[1] - wz * d[2]
                c = ux * ux + uy * uy + wz * wz - ball * ball
                s = -b + math.sqrt(max(0.0, b * b - c))
                ux, uy, z = ux + s * d[0], uy + s * d[1], s * d[2]
                n[0], n[1], n[2] = -ux / ball, -uy / ball, (wz - z) / ball
            elif kind == CONE:
                best, s = 1e9, 0.0
                for i in range(24):
                    s = i * 2 * depth / 24 / abs(d[2])
                    gap = math.sqrt((ux + s * d[0]) ** 2 + (uy + s * d[1]) ** 2) / radius - 1 - s * d[2] / depth
                    if gap > 0 and i > 0:
                        best = s
                        break
                s = best if best < 1e9 else depth / abs(d[2])
                ux, uy, z = ux + s * d[0], uy + s * d[1], max(s * d[2], -depth)
                q = math.sqrt(ux * ux + uy * uy) + 1e-9
                n[0], n[1], n[2] = -ux / q * depth, -uy / q * depth, radius
            else:
                a = d[0] * d[0] + d[1] * d[1]
                s = depth / -d[2]
                n[0], n[1], n[2] = 0.0, 0.0, 1.0
                if a > 1e-9:
                    b = ux * d[0] + uy * d[1]
                    wall = (-b + math.sqrt(max(0.0, b * b - a * (ux * ux + uy * uy - radius * radius)))) / a
                    if wall < s:
                        s = wall
                        n[0], n[1], n[2] = -(ux + s * d[0]) / radius, -(uy + s * d[1]) / radius, 0.0
                ux, uy, z = ux + s * d[0], uy + s * d[1], s * d[2]
            x, y = cx + ux, cy + uy
            share = hole[5]
            # Through a hole in a plate one sees what lies below, its wall is the plate.
            wall_share = share if n[2] > 0.5 or kind != DRILLED else max(share, 0.7)
            for c in range(3):
                albedo[c] = wall_share * albedo[c] + (1 - wall_share) * hole[6 + c]
            room *= radius * radius / (radius * radius + z * z * (0.5 if kind == DIMPLE else 1.2))
            gloss *= 0.7
    length = math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2)
    n[0], n[1], n[2] = n[0] / length, n[1] / length, n[2] / length
    _light(stage, (x, y, z), n, v, albedo, gloss, rough, metal, room, inside, skip, top, out)
    if place >= 0:
        hole = stage.holes[place]
        q = math.sqrt((x - stage.places[place, 0]) ** 2 + (y - stage.places[place, 1]) ** 2)
        if hole[9] + hole[10] + hole[11] > 0:
            ring = math.exp(-(((q - hole[1] * 1.1) / 0.05) ** 2)) + 0.15 * math.exp(-((q / 0.5) ** 2))
            if hole[12] > 0:
                ring = math.exp(-((q / max(hole[1], 0.1)) ** 4)) + 0.1 * math.exp(-((q / 0.6) ** 2))
            for c in range(3):
                out[c] += hole[9 + c] * ring


@njit(cache=True, fastmath=True)
def _coat(stage: Stage, place: int, p: Any, albedo: Array) -> None:
    """The colour of a piece's surface at ``p``."""
    of = stage.sets[int(stage.pieces[place, 0])]
    turn = stage.pieces[place, 4]
    share = 0.0
    x = p[0] - stage.places[place, 0]
    y = p[1] - stage.places[place, 1]
    z = p[2]
    c, s = math.cos(turn), math.sin(turn)
    a, b = c * x - s * z, s * x + c * z
    grain = of[7]
    if of[6] == STRIPED:
        share = 0.5 + 0.5 * math.sin(grain * (b + 0.3 * noise(3 * a, 3 * y, 3 * b + turn)) * 12)
    elif of[6] in (SWIRLED, CATS_EYE):
        wave = a + 0.6 * noise(2.5 * a + turn, 2.5 * y, 2.5 * b) + 0.5 * math.sin(6 * b + turn)
        share = 1 / (1 + math.exp(-25 * (math.sin(grain * 5 * wave + turn) - 0.2)))
    for k in range(3):
        albedo[k] = (1 - share) * of[k] + share * of[3 + k]


@njit(cache=True, fastmath=True)
def _through(stage: Stage, place: int, p: Any, n: Any, d: Any, v: Any, top: float, out: Array) -> None:
    """What is seen through a clear ball from ``p`` on: bent rays, the tint of the way inside."""
    of = stage.sets[int(stage.pieces[place, 0])]
    index = of[11]
    cosine = -(n[0] * d[0] + n[1] * d[1] + n[2] * d[2])
    k = 1 - (1 - cosine * cosine) / (index * index)
    bend = cosine / index - math.sqrt(max(0.0, k))
    dx, dy, dz = d[0] / index + bend * n[0], d[1] / index + bend * n[1], d[2] / index + bend * n[2]
    # The way through a ball with this normal; other clear shapes are taken for one too.
    radius = stage.parts[0, 3] * stage.pieces[place, 3]
    inner = -(n[0] * dx + n[1] * dy + n[2] * dz)
    way = 2 * radius * inner
    qx, qy, qz = p[0] + way * dx, p[1] + way * dy, p[2] + way * dz
    mx, my, mz = n[0] * radius + way * dx, n[1] * radius + way * dy, n[2] * radius + way * dz
    mx, my, mz = -mx / radius, -my / radius, -mz / radius
    cosine = -(mx * dx + my * dy + mz * dz)
    k = max(0.0, 1 - index * index * (1 - cosine * cosine))
    bend = index * cosine - math.sqrt(k)
    ex, ey, ez = index * dx + bend * mx, index * dy + bend * my, index * dz + bend * mz
    length = math.sqrt(ex * ex + ey * ey + ez * ez)
    ex, ey, ez = ex / length, ey / length, ez / length
    behind = np.zeros(3)
    if ez < -0.05:
        start = (qx, qy, max(qz, 0.01))
        _surface(stage, start, (ex, ey, ez), v, top, place, behind)
    else:
        _mirrored(stage, (ex, ey, ez), 0.1, behind)
    for c in range(3):
        out[c] = behind[c] * max(of[c], 0.02) ** (1.2 * way / (radius + 1e-9) * 0.5)
    if of[6] == CATS_EYE:
        # A blade of colour stands in the middle of the clear ball.
        turn = stage.pieces[place, 4]
        ax, ay = math.cos(turn), math.sin(turn)
        side = -((p[0] - stage.places[place, 0]) * ay - (p[1] - stage.places[place, 1]) * ax)
        slope = dy * ax - dx * ay
        if abs(slope) > 1e-6:
            t = -side / slope
            hx, hy, hz = p[0] + t * dx, p[1] + t * dy, p[2] + t * dz
            ux = (hx - stage.places[place, 0]) * ax + (hy - stage.places[place, 1]) * ay
            uz = hz - (p[2] - n[2] * radius)
            if 0 < t < way and (ux / 0.75) ** 2 + (uz / 0.4) ** 2 < radius * radius:
                for c in range(3):
                    out[c] = 0.25 * out[c] + 0.75 * of[3 + c] * (0.5 * stage.sky[0, c] + 0.5 * stage.lights[0, 4 + c])


@njit(cache=True, fastmath=True)
def _ray(stage: Stage, x: float, y: float, top: float, out: Array) -> None:
    """Light towards the eye along the line that meets the surface at (x, y)."""
    dx, dy, dz = x - stage.eye[0], y - stage.eye[1], -stage.eye[2]
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    d = (dx / length, dy / length, dz / length)
    v = (-d[0], -d[1], -d[2])
    o = (stage.eye[0], stage.eye[1], stage.eye[2])
    normal = np.zeros(3)
    t, place = _piece_on_way(stage, o, d, top, normal, -1)
    if place < 0:
        _surface(stage, o, d, v, top, -1, out)
        return
    of = stage.sets[int(stage.pieces[place, 0])]
    p = (o[0] + t * d[0], o[1] + t * d[1], o[2] + t * d[2])
    albedo = np.zeros(3)
    _coat(stage, place, p, albedo)
    clear = of[10]
    room = 0.55 + 0.45 * min(1.0, max(0.0, p[2] / (0.5 * top) * 0.6 + 0.4 * normal[2] + 0.2))
    for c in range(3):
        albedo[c] *= 1 - clear
    _light(stage, p, normal, v, albedo, of[8], of[9], of[12], room, -1, -1, top, out)
    if clear > 0:
        behind = np.zeros(3)
        _through(stage, place, p, normal, d, v, top, behind)
        for c in range(3):
            out[c] += clear * behind[c]
    glow = stage.holes[place]
    if glow[9] + glow[10] + glow[11] > 0:
        for c in range(3):
            out[c] += glow[9 + c] * 0.15 * (1 - normal[2]) * (0.3 + clear)


@njit(cache=True, fastmath=True)
def render(stage: Stage, points: Array, spread: Array, rays: int, top: float, seed: int) -> Array:
    """Light (n × 3, linear) at ``points`` (n × 2), each the mean of ``rays`` rays within ± ``spread``.

    ``top`` is the height of the highest piece.
    """
    np.random.seed(seed)
    picture = np.zeros((len(points), 3))
    one = np.zeros(3)
    for i in range(len(points)):
        for _ in range(rays):
            jx, jy = np.random.random() * 2 - 1, np.random.random() * 2 - 1
            _ray(stage, points[i, 0] + jx * spread[0], points[i, 1] + jy * spread[1], top, one)
            for c in range(3):
                picture[i, c] += min(one[c], 20.0) / rays
    return picture
