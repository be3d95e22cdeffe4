"""A small ray tracer for boards with holes and pieces, compiled by Numba: light, relief, shadows, glass.

A picture is made square from above: each pixel asks for the light that leaves a point of the surface (or what stands
before it) towards the camera's eye. What stands there is told in `vision.training.stage`, in its units.
"""

import math
from typing import Any

import numpy as np
from numba import njit

from vision.training.stage import (
    CATS_EYE,
    CONE,
    DIMPLE,
    DRILLED,
    FLAT,
    STRIPED,
    SWIRLED,
    Array,
    Stage,
    nearest,
    noise,
    piece_on_way,
    print_at,
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
        far, which = piece_on_way(stage, origin, (lx, ly, lz), top, dump, skip)
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
        place = nearest(stage, x + away * math.cos(angle), y + away * math.sin(angle))
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
    place = nearest(stage, x, y)
    albedo = np.zeros(3)
    print_at(stage, x, y, albedo)
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
            ring = math.exp(-(((q - hole[13]) / hole[14]) ** 2)) + 0.15 * math.exp(-((q / 0.5) ** 2))
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
def _blades(stage: Stage, place: int, n: Any, d: Any, way: float, radius: float, out: Array) -> None:
    """Three blades of colour that cross in the middle of a clear ball, which lies as it rolled."""
    of = stage.sets[int(stage.pieces[place, 0])]
    turn = stage.pieces[place, 4]
    lift = math.asin(2 * (17.3 * turn - math.floor(17.3 * turn)) - 1)
    wide = 0.15 + 0.25 * of[7]
    # Along the blades; across them; and what is left.
    a = (math.cos(lift) * math.cos(turn), math.cos(lift) * math.sin(turn), math.sin(lift))
    e = (-math.sin(turn), math.cos(turn), 0.0)
    f = (a[1] * e[2] - a[2] * e[1], a[2] * e[0] - a[0] * e[2], a[0] * e[1] - a[1] * e[0])
    # From the middle of the ball to where the ray enters.
    mx, my, mz = n[0] * radius, n[1] * radius, n[2] * radius
    first = way
    facing = 0.0
    for blade in range(3):
        angle = 7 * turn + blade * math.pi / 3
        u, v = math.cos(angle), math.sin(angle)
        bx, by, bz = u * e[0] + v * f[0], u * e[1] + v * f[1], u * e[2] + v * f[2]
        nx, ny, nz = a[1] * bz - a[2] * by, a[2] * bx - a[0] * bz, a[0] * by - a[1] * bx
        slope = nx * d[0] + ny * d[1] + nz * d[2]
        if abs(slope) < 1e-6:
            continue
        t = -(nx * mx + ny * my + nz * mz) / slope
        if t <= 0 or t >= first:
            continue
        hx, hy, hz = mx + t * d[0], my + t * d[1], mz + t * d[2]
        along, across = hx * a[0] + hy * a[1] + hz * a[2], hx * bx + hy * by + hz * bz
        if (along / 0.85) ** 2 + (across / wide) ** 2 < radius * radius:
            first, facing = t, abs(nz)
    if first < way:
        for c in range(3):
            light = 0.6 * stage.sky[0, c] + (0.3 + 0.5 * facing) * stage.lights[0, 4 + c]
            out[c] = 0.1 * out[c] + 0.9 * of[3 + c] * light


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
        _blades(stage, place, n, (dx, dy, dz), way, radius, out)


@njit(cache=True, fastmath=True)
def _ray(stage: Stage, x: float, y: float, top: float, out: Array) -> None:
    """Light towards the eye along the line that meets the surface at (x, y)."""
    dx, dy, dz = x - stage.eye[0], y - stage.eye[1], -stage.eye[2]
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    d = (dx / length, dy / length, dz / length)
    v = (-d[0], -d[1], -d[2])
    o = (stage.eye[0], stage.eye[1], stage.eye[2])
    normal = np.zeros(3)
    t, place = piece_on_way(stage, o, d, top, normal, -1)
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
