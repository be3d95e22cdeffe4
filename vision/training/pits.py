"""Draws mandarin boards with their stones, lit and seen from anywhere, and what came of a turn on them: what
`vision.training.train_pits` and `vision.training.train_sown` learn from.

A board is a relief: lines lie flat, carved fields lie deep, stones stand on what lies below them. Light, shadows and an
aslant view all follow from that relief. Units are fields, y to the north, the board's middle is the origin.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.training.prints import Colour, Sheet, clouds, paint

FINE = 48
"""Pixels of a field while it is drawn."""
HALF = np.array([5.3, 2.6])
"""So far from the middle the table is drawn, in fields."""
SHAPE = (round(2 * HALF[1] * FINE), round(2 * HALF[0] * FINE))

Floats = NDArray[np.float64]
Map = NDArray[np.float32]

ROUND = (0, 1, 2, 3, 4, 11, 9, 8, 7, 6, 5, 10)
"""The fields in the order in which stones are sown."""

_WAYS = 14
"""Steps in which shadows and aslant views are followed through the relief."""


@dataclass(frozen=True)
class Drawn:
    """``light``: the table, linear red green blue. ``small``, ``big``: n × 2, where stones are seen; ``fields``: the
    number of the field that each small one lies in (south row, north row, west, east). ``end``: how far the half-rounds
    reach beyond the fields.
    """

    light: Sheet
    small: Floats
    fields: NDArray[np.int64]
    big: Floats
    end: float

    @cached_property
    def line(self) -> Map:
        """How near each spot is to a line between fields or around them: 1 on it, 0 a twelfth of a field away."""
        bow = np.abs(_half_round(self.end, 0.0)) + 9 * (np.abs(X) < 2.5)
        rows = np.minimum(np.abs(np.abs(Y) - 1), np.abs(Y)) + np.maximum(np.abs(X) - 2.5, 0)
        posts = np.abs(np.abs(np.mod(X, 1)) - 0.5) + 9 * (np.abs(X) > 2.6) + np.maximum(np.abs(Y) - 1, 0)
        return np.asarray(np.clip(1 - np.minimum(np.minimum(bow, rows), posts) * 12, 0, 1), np.float32)

    @cached_property
    def inside(self) -> Map:
        """1 on the twelve fields, 0 elsewhere."""
        return (outline(self.end) < 0).astype(np.float32)


@dataclass
class _Relief:
    """Heights in fields, and what colour and gloss lies on them."""

    high: Map
    colour: Sheet
    gloss: Map


@dataclass(frozen=True)
class Stones:
    """What all stones of a table have in common; lengths in fields."""

    radius: float
    spread: float
    long: float
    flat: float
    paints: tuple[Colour, ...]
    mottled: float
    gloss: float
    crowded: float
    angular: float


@dataclass(frozen=True)
class _Lies:
    """A stone where it lies; ``seed``: what it looks like."""

    at: Floats
    radius: float
    big: bool
    seed: int


@dataclass(frozen=True)
class _Conditions:
    """The seed of the light, and how far what is high appears aside."""

    light: int
    lean: Floats

    @staticmethod
    def of(rng: Generator) -> "_Conditions":
        """One drawn by lot."""
        turn, slope = rng.uniform(0, 2 * np.pi), float(rng.choice([0.0, rng.uniform(0.05, 0.75)]))
        return _Conditions(int(rng.integers(1 << 31)), slope * np.array([np.cos(turn), np.sin(turn)]))


@dataclass(frozen=True)
class Sown:
    """A table before and after a turn; ``came`` and ``went``, n × 2 each: where stones are seen that do so, ``gone``:
    and large ones that went; ``stay``: how many small ones in each field do neither.
    """

    then: Drawn
    now: Drawn
    came: Floats
    went: Floats
    gone: Floats
    stay: NDArray[np.int64]


def pixels(points: Floats) -> Floats:
    """Fields → pixels of a drawn table, n × 2."""
    return np.stack([points[..., 0] + HALF[0], HALF[1] - points[..., 1]], -1) * FINE - 0.5


def _axes() -> tuple[Map, Map]:
    x = ((np.arange(SHAPE[1]) + 0.5) / FINE - HALF[0]).astype(np.float32)
    y = (HALF[1] - (np.arange(SHAPE[0]) + 0.5) / FINE).astype(np.float32)
    across, up = np.meshgrid(x, y)
    return across, up


X, Y = _axes()


def draw(rng: Generator) -> Drawn:
    """A table like no other: board, stones, light and view drawn by lot."""
    bare, stock, wall, end = _table(rng)
    heaps = _heaps(rng, end, stock, wall, _counts(rng))
    return _seen(bare, heaps, stock, end, _Conditions.of(rng))


def draw_sown(rng: Generator) -> Sown:
    """Such a table before a turn and after it: what was taken up, sown and won, and what slipped meanwhile."""
    bare, stock, wall, end = _table(rng)
    before = _counts(rng)
    kept, after = _turn(rng, before)
    # What stays and what comes lie in one heap, stone by stone; where all was taken up another heap begins.
    tall = _heaps(rng, end, stock, wall, np.maximum(before, kept))
    anew = _heaps(rng, end, stock, wall, np.where(kept < 0, after, 0))
    gone = rng.random(2) < 0.6
    old: list[list[_Lies]] = []
    new: list[list[_Lies]] = []
    for number, (heap, other) in enumerate(zip(tall, anew, strict=True)):
        big, small = [one for one in heap if one.big], [one for one in heap if not one.big]
        old.append(big + small[: before[number]])
        taken = kept[number] < 0
        stays = [] if taken and number >= 10 and gone[number - 10] else big
        rest = [one for one in other if not one.big] if taken else small[: after[number]]
        restless = float(rng.choice([0.0, rng.uniform(0.003, 0.03)], p=[0.7, 0.3]))
        new.append([replace(one, at=one.at + rng.normal(0, restless, 2)) if restless else one for one in stays + rest])
    conditions = _Conditions.of(rng)
    then, now = (_seen(bare, heaps, stock, end, conditions) for heaps in (old, new))
    stay = np.where(kept < 0, 0, np.minimum(before, after))
    came, went = (
        np.concatenate([board.small[board.fields == number][same:] for number, same in enumerate(stay)])
        for board in (now, then)
    )
    lost = ~np.isin(np.sign(then.big[:, 0]), np.sign(now.big[:, 0]))
    return Sown(then, now, came, went, then.big[lost], stay)


def _turn(rng: Generator, before: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Stones in each field after a turn: kept beside those that lay there (−1: all was taken up first), and in all."""
    after, taken = before.copy(), np.zeros(len(before), np.bool_)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.1, 0.75, 0.15]))):
        full = np.flatnonzero(after[:10] > 0)
        if not len(full):
            break
        start, step = int(rng.choice(full)), int(rng.choice([-1, 1]))
        hand, at = int(after[start]), ROUND.index(start)
        after[start], taken[start] = 0, True
        for k in range(1, hand + 1):
            # Now and then two slip out of the fingers, or none.
            after[ROUND[(at + k * step) % len(ROUND)]] += int(rng.choice([1, 2, 0, 3], p=[0.76, 0.14, 0.05, 0.05]))
        for won in rng.integers(len(before), size=int(rng.choice([0, 1, 2], p=[0.5, 0.35, 0.15]))):
            after[won], taken[won] = 0, True
    for slip in rng.integers(len(before), size=int(rng.choice([0, 1, 2], p=[0.6, 0.25, 0.15]))):
        after[slip] = max(after[slip] + int(rng.choice([-1, 1, 2])), 0)
    # People spread a heap out to be counted, and now and then lay a whole board anew.
    taken |= rng.random(len(before)) < rng.choice([0.0, 0.1, 1.0], p=[0.6, 0.32, 0.08])
    return np.where(taken, -1, after), after


def _table(rng: Generator) -> tuple[_Relief, Stones, float, float]:
    """A board without stones, what stones it is played with, half the wall between its fields, and their ends."""
    end = float(rng.choice([1.0, rng.uniform(0.8, 1.4)]))
    carved = rng.random() < 0.45
    relief = _ground(rng, end, carved=carved)
    stock = _stock(rng, relief)
    return relief, stock, _carve(rng, relief, end) if carved else _drawn(rng, relief, end), end


def _seen(bare: _Relief, heaps: list[list[_Lies]], stock: Stones, end: float, conditions: _Conditions) -> Drawn:
    """A board with its stones in the light, from where it is seen."""
    relief = _Relief(bare.high.copy(), bare.colour.copy(), bare.gloss.copy())
    small: list[Floats] = []
    fields: list[int] = []
    big: list[Floats] = []
    for number, heap in enumerate(heaps):
        for one in heap:
            lies = np.array([*one.at, _stone(relief, one, stock)])
            (big if one.big else small).append(lies)
            fields += [] if one.big else [number]
    light = _leaned(relief, _lit(np.random.default_rng(conditions.light), relief), conditions.lean)
    seen = [np.array([lies[:2] + lies[2] * conditions.lean for lies in these]).reshape(-1, 2) for these in (small, big)]
    return Drawn(light, seen[0], np.array(fields, np.int64), seen[1], end)


def outline(end: float, beyond: float = 0.0) -> Map:
    """How far each spot lies outside the twelve fields together (inside: below 0), in fields, roughly."""
    box = np.maximum(np.abs(X) - 2.5, np.abs(Y) - 1)
    both = np.minimum(box, np.maximum(_half_round(end, 0.0), 2.5 - np.abs(X)))
    return np.asarray(both - np.float32(beyond), np.float32)


def _half_round(end: float, wall: float) -> Map:
    """How far each spot lies outside the curve of the half-round on its side."""
    away = np.maximum(np.abs(X) - 2.5, 0)
    return (np.sqrt((away / end) ** 2 + Y**2) - 1) * np.float32(min(end, 1.0)) + np.float32(wall)


def _stuff(rng: Generator, colour: Colour, strength: float) -> Sheet:
    """Wood, paper, earth, cloth of a colour, everywhere."""
    lumps = clouds(rng, SHAPE, rng.uniform(20, 300), 4)
    kind = rng.random()
    if kind < 0.5:
        grain = cv2.resize(clouds(rng, (SHAPE[0] // 2, SHAPE[1] // 16), rng.uniform(3, 20), 3), SHAPE[::-1])
        grain = grain + 0.7 * np.sin(3 * grain * rng.uniform(1, 4) + lumps * rng.uniform(0, 3))
    elif kind < 0.75:
        grain = clouds(rng, SHAPE, rng.uniform(2, 6), 1)
    else:
        grain = lumps
    if rng.random() < 0.2:
        step = rng.uniform(0.05, 0.5)
        grain = grain + rng.uniform(0.3, 2) * np.sin(X / step) * np.sin(Y / step)
    shade = strength * np.asarray(0.7 * grain + 0.4 * lumps, np.float32)
    tint = (1 + rng.normal(0, 0.06, 3)).astype(np.float32)
    return np.asarray(np.exp(shade[..., None] * tint) * colour.astype(np.float32), np.float32)


def _ground(rng: Generator, end: float, *, carved: bool) -> _Relief:
    """The table, and a board or sheet on it, or none where people draw on the ground itself."""
    relief = _Relief(
        np.zeros(SHAPE, np.float32), _stuff(rng, paint(rng), rng.uniform(0.02, 0.3)), np.zeros(SHAPE, np.float32)
    )
    if rng.random() < (0.0 if carved else 0.3):
        return relief
    margin = rng.uniform(0.08, 0.7, 2)
    if rng.random() < 0.6:
        away = np.maximum(np.abs(X) - 2.5 - end - margin[0], np.abs(Y) - 1 - margin[1])
    else:
        away = outline(end, float(margin[0]))
    names = ["tan", "brown", "tan", "brown", "cream", "white"] if carved else ["white", "cream", "white", "tan", "grey"]
    colour = paint(rng, str(rng.choice(names))) if rng.random() < 0.75 else paint(rng)
    thick = rng.uniform(0.15, 0.6) if carved else rng.choice([0.01, rng.uniform(0.02, 0.3)])
    board = np.clip(0.5 - away * FINE / 2, 0, 1)
    stuff = _stuff(rng, colour, rng.uniform(0.0, 0.25))
    relief.colour += (stuff - relief.colour) * board[..., None]
    relief.high += np.float32(thick) * board
    relief.high -= np.float32(thick)
    relief.gloss += board * np.float32(rng.choice([0, rng.uniform(0, 0.3)]))
    return relief


def _drawn(rng: Generator, relief: _Relief, end: float) -> float:
    """Lines around all fields, in ink, paint, chalk or tape; how far stones keep from them."""
    wide = rng.uniform(0.008, 0.05)
    ink = paint(rng, str(rng.choice(["black", "charcoal", "brown", "white", "white", "dark blue"])))
    ink = ink if rng.random() < 0.8 else paint(rng)
    if np.abs(ink - relief.colour[SHAPE[0] // 2, SHAPE[1] // 2]).max() < 0.15:
        ink = np.clip(1 - ink, 0.02, 0.95) if ink.mean() > 0.3 else ink + 0.6
    bow = np.abs(_half_round(end, 0.0)) + 9 * (np.abs(X) < 2.5)
    rows = np.abs(np.abs(Y) - 1) + 9 * (np.abs(X) > 2.5 + wide)
    middle = np.abs(Y) + 9 * (np.abs(X) > 2.5)
    posts = np.abs(np.abs(np.mod(X, 1)) - 0.5) + 9 * ((np.abs(X) > 2.6) | (np.abs(Y) > 1 + wide))
    shaky = rng.choice([0.0, rng.uniform(0, 0.02)]) * clouds(rng, SHAPE, rng.uniform(15, 80), 2)
    away = np.minimum(np.minimum(bow, rows), np.minimum(middle, posts)) + shaky
    if rng.random() < 0.1:
        away = np.minimum(away, np.abs(outline(end, 0.12)))
    line = np.clip((wide - away) * FINE + 0.5, 0, 1) * rng.uniform(0.5, 1)
    if rng.random() < 0.35:
        line *= np.clip(0.8 + 0.4 * clouds(rng, SHAPE, rng.uniform(2, 7), 2), 0, 1)
    if rng.random() < 0.25:
        fields = paint(rng)
        other = paint(rng) if rng.random() < 0.5 else fields
        which = (np.floor(X + 0.5) + np.floor(Y)) % 2 == 0
        share = np.float32(rng.uniform(0.2, 1)) * (outline(end) < 0)
        if rng.random() < 0.4:
            share = share * (np.abs(X) > 2.5)
        stuff = np.where(which[..., None], fields, other)
        relief.colour += (stuff - relief.colour) * share[..., None]
    relief.colour += (ink - relief.colour) * line[..., None]
    if rng.random() < 0.15:
        relief.high += np.float32(rng.uniform(0.01, 0.04)) * line.astype(np.float32)
    return 0.0


def _carve(rng: Generator, relief: _Relief, end: float) -> float:
    """Sink all fields into the board; how wide half the wall between them is."""
    wall, deep = rng.uniform(0.02, 0.14), rng.uniform(0.05, 0.4)
    corner = rng.uniform(0.04, 0.5 - wall) * rng.choice([0.5, 1.0])
    side = 0.5 - wall - corner
    across = np.abs(X - np.clip(np.rint(X), -2, 2)) - side
    up = np.abs(np.abs(Y) - 0.5) - side
    field_ = np.hypot(np.maximum(across, 0), np.maximum(up, 0)) + np.minimum(np.maximum(across, up), 0) - corner
    big = np.maximum(_half_round(end, wall), 2.5 + wall - np.abs(X))
    inside = -np.minimum(field_, big)
    slope = rng.choice([0.02, rng.uniform(0.03, 0.15), rng.uniform(0.15, 0.45)])
    sunk = np.clip(inside / slope, 0, 1)
    sunk = sunk * sunk * (3 - 2 * sunk) if slope < 0.15 else 1 - (1 - sunk) ** 2
    relief.high -= np.float32(deep) * sunk
    if rng.random() < 0.35:
        floor = (
            paint(rng) if rng.random() < 0.4 else relief.colour[SHAPE[0] // 2, SHAPE[1] // 2] * rng.uniform(0.5, 1.3)
        )
        share = np.clip(inside * FINE / 2, 0, 1) * rng.uniform(0.3, 1)
        relief.colour += (floor - relief.colour) * share[..., None].astype(np.float32)
    return wall


def _stock(rng: Generator, relief: _Relief) -> Stones:
    """The stones of this table: pebbles, beans, seeds, glass, shells, or of the ground's own colour."""
    kind = rng.random()
    under = relief.colour[SHAPE[0] // 2, SHAPE[1] // 2].astype(np.float64)
    if kind < 0.25:
        names = rng.choice(["grey", "charcoal", "silver", "white", "brown", "black", "cream"], int(rng.integers(1, 4)))
    elif kind < 0.4:
        names = np.array(["white", "cream", "silver"])[: rng.integers(1, 3)]
    elif kind < 0.6:
        names = rng.choice(["dark red", "brown", "black", "tan", "orange", "yellow"], int(rng.integers(1, 3)))
    elif kind < 0.72:
        names = np.array(["", ""])
    else:
        names = rng.choice(["red", "yellow", "green", "blue", "white", "black", "turquoise", "orange", "purple"],
                           int(rng.integers(1, 5)))  # fmt: skip
    paints = tuple(paint(rng, str(name)) if name else under * rng.uniform(0.6, 1.5) for name in names)
    radius = float(rng.uniform(0.055, 0.14))
    return Stones(radius, rng.uniform(0, 0.22), rng.uniform(1, 1.7), rng.uniform(0.45, 1.0), paints,
                  rng.choice([0.0, rng.uniform(0, 0.25)]), rng.choice([0.0, rng.uniform(0.1, 1.2)]),
                  rng.uniform(0.55, 1.0), rng.choice([0.0, rng.uniform(0, 0.25)]))  # fmt: skip


def _counts(rng: Generator) -> NDArray[np.int64]:
    """Stones in each of ten fields and two half-rounds: as at the start, or as games go on."""
    if rng.random() < 0.15:
        return np.array([5] * 10 + [0, 0])
    most = rng.choice([3, 7, 12, 20])
    return np.where(rng.random(12) < 0.22, 0, rng.integers(0, most + 1, 12)).astype(np.int64)


def middles(end: float) -> list[tuple[float, float]]:
    """The middle of every field, in the order in which they are numbered; ``end``: as `Drawn` has it."""
    return [(x - 2.0, y) for y in (-0.5, 0.5) for x in range(5)] + [(-2.5 - end / 2, 0.0), (2.5 + end / 2, 0.0)]


def _heaps(rng: Generator, end: float, stock: Stones, wall: float, counts: NDArray[np.int64]) -> list[list[_Lies]]:
    """Stones in every field, spread or heaped, and mandarins at the ends: the first of a heap lay there first."""
    heap = float(rng.choice([0.18, 0.3, 0.6]))
    size = stock.radius * rng.uniform(1.7, 3.5)
    # A mandarin is larger than any citizen, and no larger than its square.
    size = float(np.clip(size, 0.15, 0.36 * end))
    heaps: list[list[_Lies]] = []
    for number, (middle, count) in enumerate(zip(middles(end), counts, strict=True)):
        ends = number >= 10
        reach = np.array([end / 2, 0.85] if ends else [0.5, 0.5]) - wall - 0.5 * stock.radius
        here: list[tuple[Floats, float]] = []
        kinds = [True] * int(ends and rng.random() < 0.6) + [False] * int(count)
        room = _Room(reach, rng.uniform(-0.5, 0.5, 2) * reach, heap, stock.crowded)
        heaps.append([])
        for big in kinds:
            radius = size if big else stock.radius * np.exp(stock.spread * rng.normal())
            at = room.spot(rng, here, radius)
            if ends and np.hypot((abs(middle[0] + at[0]) - 2.5) / end, at[1]) > 1 - radius - wall:
                at = at * 0.5
            here.append((at, radius))
            heaps[-1].append(_Lies(np.array(middle) + at, radius, big, int(rng.integers(1 << 31))))
    return heaps


@dataclass(frozen=True)
class _Room:
    """Where stones of a field may lie, from its middle: ``reach`` either way, gathered about a spot within ``heap``."""

    reach: Floats
    gather: Floats
    heap: float
    crowded: float

    def spot(self, rng: Generator, taken: list[tuple[Floats, float]], radius: float) -> Floats:
        """Where the next stone comes to lie: it may lie partly on others."""
        least, most = self.crowded, self.reach - 0.4 * radius
        while True:
            for _ in range(12):
                strewn = rng.uniform(-1, 1, 2) * self.reach
                at = self.gather + rng.normal(0, self.heap, 2) if rng.random() < 0.6 else strewn
                at = np.clip(at, -most, most)
                if all(np.hypot(*(at - other)) > least * (radius + far) for other, far in taken):
                    return np.asarray(at)
            least *= 0.93


def _stone(relief: _Relief, one: _Lies, stock: Stones) -> float:
    """One stone, an uneven ellipsoid, on whatever lies there; how high its middle is."""
    rng, at, radius = np.random.default_rng(one.seed), one.at, one.radius
    long = np.sqrt(1 + (stock.long - 1) * rng.random())
    turn = rng.uniform(0, np.pi)
    reach = radius * long * 1.25
    left, top = np.floor(pixels(at + np.array([-reach, reach]))).astype(int)
    right, bottom = np.ceil(pixels(at + np.array([reach, -reach]))).astype(int) + 1
    area = (slice(max(top, 0), bottom), slice(max(left, 0), right))
    x, y = X[area] - np.float32(at[0]), Y[area] - np.float32(at[1])
    c, s = np.cos(turn), np.sin(turn)
    u, v = (c * x + s * y) / (radius * long), (c * y - s * x) / (radius / long)
    angle = np.arctan2(v, u)
    uneven = 1 + stock.angular * 0.3 * (np.sin(3 * angle + rng.uniform(0, 6)) + np.sin(2 * angle + rng.uniform(0, 6)))
    gone = np.hypot(u, v) * uneven
    tall = radius * stock.flat
    high = relief.high[area]
    foot = float(np.quantile(high[gone < 0.7], 0.35)) if (gone < 0.7).any() else float(high.mean())
    rise = foot + tall * (1 + np.sqrt(np.clip(1 - gone**2, 0, 1)))
    cover = np.clip((1 - gone) * radius * FINE + 0.5, 0, 1) * (rise >= high)
    colour = stock.paints[int(rng.integers(len(stock.paints)))] * np.exp(rng.normal(0, 0.25 * min(stock.spread * 3, 1)))
    colour = np.clip(colour * np.exp(rng.normal(0, 0.05, 3)), 0, 1)
    skin: NDArray[np.float64] = np.ones((*x.shape, 1))
    if stock.mottled:
        skin = np.exp(stock.mottled * clouds(rng, x.shape, max(radius * FINE / 2, 2), 2))[..., None]
    relief.high[area] = np.where(cover > 0.5, rise, high)
    relief.colour[area] += (colour * skin - relief.colour[area]) * cover[..., None]
    relief.gloss[area] += (stock.gloss - relief.gloss[area]) * cover
    return foot + tall


def _lit(rng: Generator, relief: _Relief) -> Sheet:
    """The relief in the light of a lamp and of the room."""
    bearing, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 1.4)
    towards = np.array([np.cos(bearing) * np.cos(height), np.sin(bearing) * np.cos(height), np.sin(height)])
    sun, half = towards.tolist(), towards + np.array([0.0, 0, 1])
    half = (half / np.linalg.norm(half)).tolist()
    high = cv2.GaussianBlur(relief.high, (0, 0), 0.7)
    east = cv2.Sobel(high, cv2.CV_32F, 1, 0, scale=FINE / 8)
    south = cv2.Sobel(high, cv2.CV_32F, 0, 1, scale=FINE / 8)
    steep = np.sqrt(1 + east**2 + south**2)
    facing = np.maximum((-east * sun[0] + south * sun[1] + sun[2]) / steep, 0)
    ambient = rng.uniform(0.25, 0.85)
    shadow = np.ones(SHAPE, np.float32)
    far = float(np.ptp(relief.high)) / np.tan(height)
    for step in np.linspace(0.02, max(far, 0.05), _WAYS):
        way = np.array([[1, 0, -step * np.cos(bearing) * FINE], [0, 1, step * np.sin(bearing) * FINE]])
        over = cv2.warpAffine(high, way, SHAPE[::-1], borderMode=cv2.BORDER_REPLICATE)
        above = over - high - np.float32(step * np.tan(height))
        shadow = np.minimum(shadow, 1 - above / np.float32(0.03))
    shadow = cv2.GaussianBlur(np.maximum(shadow, 0), (0, 0), rng.uniform(0.6, 6))
    hollow = np.clip((cv2.GaussianBlur(high, (0, 0), 0.12 * FINE) - high) * rng.uniform(1, 5), 0, 0.7)
    sky = (0.65 + 0.35 / steep) * (1 - hollow)
    light = ambient * sky + (1 - ambient) * facing / max(sun[2], 0.3) * shadow
    shine = cv2.pow(np.maximum((-east * half[0] + south * half[1] + half[2]) / steep, 0), rng.uniform(20, 120))
    lit = relief.colour * light[..., None] + (relief.gloss * shine * shadow)[..., None] * (1 - ambient) * 0.8
    return np.asarray(np.maximum(lit, 0), np.float32)


def _leaned(relief: _Relief, light: Sheet, lean: Floats) -> Sheet:
    """The lit relief seen aslant: what stands a field high appears ``lean`` off, and hides what lies behind it."""
    if not lean.any():
        return light
    step = lean * (FINE, -FINE)
    found = np.zeros((*SHAPE, 2), np.float32)
    free = np.ones(SHAPE, np.bool_)
    columns, rows = np.meshgrid(np.arange(SHAPE[1], dtype=np.float32), np.arange(SHAPE[0], dtype=np.float32))
    low, high = float(relief.high.min()), float(relief.high.max())
    for level in np.linspace(high, low, max(round((high - low) * float(np.hypot(*step))), 2)):
        shift = (level * step).astype(np.float32)
        way = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
        there = cv2.warpAffine(relief.high, way, SHAPE[::-1], borderMode=cv2.BORDER_REPLICATE)
        hit = free & (there >= level - 1e-4)
        found[hit] = np.stack([columns[hit] - shift[0], rows[hit] - shift[1]], -1)
        free &= ~hit
    seen = cv2.remap(light, found[..., 0], found[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32)
