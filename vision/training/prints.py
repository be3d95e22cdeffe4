"""The colours of a board's surface, before any light: wood, card, tin, stone, felt, and what is printed on it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

ROW = float(np.sqrt(3) / 2)
Colour = NDArray[np.float64]
"""Red, green, blue, linear, 0 to 1."""
Sheet = NDArray[np.float32]
"""Height × width × 3, linear."""

PAINTS = {
    "red": (176, 24, 28), "bright red": (225, 40, 40), "dark red": (120, 20, 30), "orange": (230, 110, 25),
    "yellow": (240, 195, 25), "lemon": (245, 230, 70), "green": (25, 115, 50), "bright green": (60, 175, 60),
    "dark green": (15, 65, 35), "turquoise": (30, 160, 160), "light blue": (110, 175, 225), "blue": (30, 75, 180),
    "dark blue": (18, 28, 85), "purple": (95, 40, 130), "violet": (140, 90, 190), "pink": (230, 140, 175),
    "brown": (110, 62, 32), "tan": (200, 160, 110), "white": (238, 235, 228), "cream": (230, 215, 180),
    "grey": (130, 130, 130), "silver": (180, 182, 185), "black": (16, 16, 18), "charcoal": (45, 45, 50),
}  # fmt: skip
"""Paints as people name them, red green blue, 0 to 255."""

CLASSIC = ("red", "yellow", "green", "blue", "black", "white")


def linear(srgb: NDArray[np.float64]) -> Colour:
    """Linear light of sRGB values 0 to 1."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


def paint(rng: Generator, name: str | None = None) -> Colour:
    """A paint of that name, each pot a little different; without a name any paint, sometimes one without a name."""
    if name is None and rng.random() < 0.25:
        hue, saturation, value = rng.random(), rng.random() ** 0.7, rng.uniform(0.05, 1)
        chroma = np.clip(np.abs((hue * 6 + np.array([0, 4, 2])) % 6 - 3) - 1, 0, 1)
        return linear(value * (1 - saturation + saturation * chroma))
    pot = np.array(PAINTS[name or str(rng.choice(list(PAINTS)))]) / 255
    return linear(np.clip(pot * rng.uniform(0.85, 1.1) + rng.normal(0, 0.02, 3), 0.01, 0.97))


def clouds(rng: Generator, shape: tuple[int, int], grain: float, octaves: int = 4) -> NDArray[np.float32]:
    """Smooth noise around 0 with a spread of about 1; its largest lumps are ``grain`` pixels wide."""
    total: NDArray[np.float32] = np.zeros(shape, np.float32)
    for octave in range(octaves):
        size = max(grain / 2**octave, 1.0)
        small = (max(2, int(shape[1] / size) + 2), max(2, int(shape[0] / size) + 2))
        rough = rng.normal(size=(small[1], small[0])).astype(np.float32)
        smooth = np.asarray(cv2.resize(rough, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)
        total += smooth / np.float32(1.6**octave)
    return total / max(float(total.std()), 1e-6)


@dataclass(frozen=True)
class Layout:
    """Where things are on a star: places n × 2, the region of each (−1 the middle, else its point 0 to 5), its rows."""

    places: NDArray[np.float64]
    region: NDArray[np.int64]
    rows: int


class Printer:
    """A sheet to print a star on: colours, and the way from board units to its pixels."""

    def __init__(self, rng: Generator, layout: Layout, scale: float, half: float) -> None:
        self.rng, self.layout, self.scale, self.half = rng, layout, scale, half
        side = round(2 * half * scale)
        self.sheet: Sheet = np.zeros((side, side, 3), np.float32)

    def at(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels of points in board units."""
        return np.stack([(points[..., 0] + self.half) * self.scale, (self.half - points[..., 1]) * self.scale], -1)

    def _fixed(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.round(self.at(points) * 16).astype(np.int32)

    def fill(self, outline: NDArray[np.float64], colour: Colour, cover: float = 1.0) -> None:
        """A filled shape whose paint covers the ground by that share."""
        mask = np.zeros(self.sheet.shape[:2], np.uint8)
        cv2.fillPoly(mask, [self._fixed(outline)], 255, cv2.LINE_AA, 4)
        self.blend(mask, colour, cover)

    def blend(self, mask: NDArray[np.uint8], colour: Colour, cover: float = 1.0) -> None:
        """Paint where the mask is white."""
        share = mask[..., None].astype(np.float32) * np.float32(cover / 255)
        self.sheet += share * (colour.astype(np.float32) - self.sheet)

    def strokes(self, lines: list[NDArray[np.float64]], colour: Colour, width: float, *, closed: bool = False) -> None:
        """Lines of ``width`` board units."""
        mask = np.zeros(self.sheet.shape[:2], np.uint8)
        pixels = width * self.scale
        cv2.polylines(mask, [self._fixed(line) for line in lines], closed, 255, max(1, round(pixels)), cv2.LINE_AA, 4)
        self.blend(mask, colour, min(1.0, pixels))

    def discs(self, which: NDArray[np.int64], radius: float, colour: Colour) -> None:
        """A disc at each of these places."""
        mask = np.zeros(self.sheet.shape[:2], np.uint8)
        for x, y in self._fixed(self.layout.places[which]):
            cv2.circle(mask, (int(x), int(y)), round(radius * self.scale * 16), 255, -1, cv2.LINE_AA, 4)
        self.blend(mask, colour)

    def rings(self, which: NDArray[np.int64], radius: float, width: float, colour: Colour) -> None:
        """A ring at each of these places."""
        angles = np.linspace(0, 2 * np.pi, 25)[:-1]
        circle = radius * np.stack([np.cos(angles), np.sin(angles)], -1)
        self.strokes([place + circle for place in self.layout.places[which]], colour, width, closed=True)


def ground(rng: Generator, printer: Printer) -> Colour:
    """Cover the sheet with what a board is made of; its mean colour."""
    shape = printer.sheet.shape[:2]
    unit = printer.scale
    kind = rng.choice(
        ["wood", "plain", "card", "metal", "felt", "stone", "dark"], p=[0.4, 0.2, 0.12, 0.07, 0.06, 0.09, 0.06]
    )
    if kind == "wood":
        tone = linear(
            np.array([(205, 160, 110), (225, 195, 150), (150, 95, 60), (95, 60, 40), (190, 120, 70)])[rng.integers(5)]
            / 255.0
        )
        tone = tone * rng.uniform(0.7, 1.2) * rng.uniform(0.9, 1.1, 3)
        angle = rng.uniform(0, np.pi)
        v, u = np.mgrid[: shape[0], : shape[1]].astype(np.float32) / unit
        across = u * np.sin(angle) + v * np.cos(angle)
        warp = clouds(rng, shape, unit * rng.uniform(2, 8), 3) * rng.uniform(0.1, 0.6)
        wave = np.sin((across + warp) * rng.uniform(2, 14)) + 0.5 * clouds(rng, shape, unit * 0.3, 2)
        pattern = wave * rng.uniform(0.02, 0.15)
        if rng.random() < 0.4:
            planks = np.floor(across / rng.uniform(1.5, 8))
            pattern = pattern + 0.12 * np.sin(planks * 12.9898).astype(np.float32)
    else:
        names = {
            "card": ["white", "cream", "tan"],
            "metal": ["silver", "grey", "tan"],
            "dark": ["black", "charcoal", "brown"],
            "felt": ["green", "blue", "red", "grey"],
            "stone": ["grey", "white", "black", "tan", "dark green"],
        }
        tone = paint(rng, str(rng.choice(names[kind])) if kind in names else None)
        grain, strength = {"felt": (0.15, 0.12), "stone": (rng.uniform(0.3, 3), rng.uniform(0.05, 0.3))}.get(
            str(kind), (1.0, 0.02)
        )
        pattern = clouds(rng, shape, unit * grain, 5) * strength
    tint = 1 + pattern[..., None] * rng.uniform(0.7, 1.3, 3)
    printer.sheet[:] = np.clip(tone * np.clip(tint, 0.2, 2.0), 0.005, 0.97)
    return np.asarray(tone)


def point_shape(layout: Layout, point: int, beyond: float, base: float) -> NDArray[np.float64]:
    """The triangle of one point: its tip ``beyond`` the outmost place, its base ``base`` above the middle's edge."""
    rows = layout.rows
    tip = 2 * rows * ROW + beyond
    foot = rows * ROW + base
    half = (tip - foot) / np.sqrt(3)
    shape = np.array([(0, tip), (half, foot), (-half, foot)])
    angle = np.pi - point * np.pi / 3
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(shape @ turn.T)


def print_star(
    rng: Generator, printer: Printer, tone: Colour, hole: float, *, sold: bool, sheet: bool
) -> tuple[list[Colour], list[Colour]]:
    """Print points, lines, discs and rings; ``hole`` is the holes' radius. The points' colours, and those of discs.

    ``sold``: as shops sell them, most of which have coloured points. ``sheet``: nothing but printed, so discs are all
    the holes there are.
    """
    rows = printer.layout.rows
    # A point ends before the row of holes at the middle's edge, runs through it, or takes it in.
    beyond, base = rng.uniform(0.5, 1.3), rng.choice([0.0, rng.uniform(0.2, 0.7), -rng.uniform(0.25, 0.75)])
    points = [point_shape(printer.layout, point, beyond, base) for point in range(6)]
    if rng.random() < 0.2:
        angles = np.arange(6) * np.pi / 3
        reach = rng.uniform(1.0, 1.15) * rows
        printer.fill(reach * np.stack([np.cos(angles), np.sin(angles)], -1), paint(rng), rng.uniform(0.3, 1))
    used = _print_points(rng, printer, tone, points, bare=0.15 if sold else 0.42)
    discs: list[Colour] = []
    named = str(rng.choice(["black", "brown", "white", "charcoal", "cream"]))
    line = paint(rng, named if rng.random() < 0.8 else None)
    if rng.random() < 0.35:
        for shape in points:
            printer.strokes([shape], line, rng.uniform(0.02, 0.1), closed=True)
    if rng.random() < 0.45:
        _print_lines(rng, printer, line)
    if sheet or rng.random() < 0.4:
        wider = 1.0 if sheet else rng.choice([1.0, rng.uniform(1.0, 1.8)])
        discs = _print_discs(rng, printer, min(0.47, hole * wider), used)
    if rng.random() < (0.7 if sheet else 0.4):
        radius = min(0.48, hole * (1.0 if sheet else rng.uniform(1.0, 1.4)))
        colour = line if rng.random() < 0.5 else paint(rng)
        printer.rings(np.arange(len(printer.layout.places)), radius, rng.uniform(0.015, 0.09), colour)
    _print_marks(rng, printer, line)
    return used, discs


def _print_points(
    rng: Generator, printer: Printer, tone: Colour, points: list[NDArray[np.float64]], *, bare: float
) -> list[Colour]:
    """Colour the six points, or (a share of ``bare``) leave them as they are."""
    if rng.random() < bare:
        return []
    style = rng.random()
    if style < 0.5:
        used = [paint(rng, str(name)) for name in rng.permutation(CLASSIC)]
    elif style < 0.75:
        share = rng.uniform(0.3, 0.8)
        used = [share * paint(rng) + (1 - share) * tone for _ in range(6)]
    else:
        used = [paint(rng) for _ in range(6)]
        if rng.random() < 0.3:
            used = [used[point % 3] for point in range(6)]
    cover = rng.choice([1.0, rng.uniform(0.4, 1)])
    for shape, colour in zip(points, used, strict=True):
        printer.fill(shape, colour, cover)
    return used


def _print_lines(rng: Generator, printer: Printer, colour: Colour) -> None:
    """Lines from each place to its neighbours, everywhere or in the middle only."""
    layout = printer.layout
    apart = np.linalg.norm(layout.places[:, None] - layout.places, axis=2)
    pairs = np.argwhere(np.triu(np.abs(apart - 1) < 0.1))
    if rng.random() < 0.2:
        pairs = pairs[(layout.region[pairs] < 0).all(1)]
    printer.strokes([layout.places[pair] for pair in pairs], colour, rng.uniform(0.015, 0.09))


def _print_discs(rng: Generator, printer: Printer, radius: float, used: list[Colour]) -> list[Colour]:
    """A disc on each place, all of one colour or a colour for each point; ``used``: the points' own colours.

    The colours of the discs.
    """
    layout = printer.layout
    disc = str(rng.choice(["white", "black", "cream", "any", "region"]))
    plain = paint(rng, None if disc in {"any", "region"} else disc)
    colours = []
    for region in range(-1, 6):
        colour = plain
        if disc == "region" and region >= 0:
            colour = used[region] * rng.uniform(0.3, 1.2) if used and rng.random() < 0.5 else paint(rng)
        colours.append(np.clip(colour, 0, 0.97))
        printer.discs(np.flatnonzero(layout.region == region), radius, colours[-1])
    return colours


def _print_marks(rng: Generator, printer: Printer, line: Colour) -> None:
    """The seam of a board that folds, scrolls, scratches, writing."""
    if rng.random() < 0.12:
        angle = rng.uniform(0, np.pi)
        way = printer.half * np.array([np.cos(angle), np.sin(angle)])
        printer.strokes([np.array([-way, way]) + rng.normal(0, 0.2, 2)], line, 0.04)
    if rng.random() < 0.15:
        for _ in range(rng.integers(2, 30)):
            start = rng.uniform(-printer.half, printer.half, 2)
            stroke = start + rng.normal(0, rng.uniform(0.1, 1.5), (4, 2)).cumsum(0)
            printer.strokes([stroke], paint(rng), rng.uniform(0.01, 0.1))


def crop_board(rng: Generator, printer: Printer) -> None:
    """Lay the table around the board, whose outline is round, six-sided, square or a star; or leave it boundless."""
    reach = 2 * printer.layout.rows
    shape = rng.choice(["none", "round", "six", "square", "star"], p=[0.3, 0.25, 0.15, 0.15, 0.15])
    if shape == "none":
        return
    angles = np.linspace(0, 2 * np.pi, 7)[:-1]
    if shape == "round":
        angles = np.linspace(0, 2 * np.pi, 61)[:-1]
    if shape == "square":
        angles = np.linspace(0, 2 * np.pi, 5)[:-1] + np.pi / 4
    radius = reach + rng.uniform(0.4, 1.2)
    radii = np.full(len(angles), radius / np.cos(np.pi / 4) if shape == "square" else radius)
    start = rng.choice([0.0, np.pi / 6]) if shape != "star" else np.pi / 2
    if shape == "star":
        angles = np.linspace(0, 2 * np.pi, 13)[:-1]
        radii = np.where(np.arange(12) % 2 == 0, radius, radius / np.sqrt(3) + 0.2)
    outline = np.stack([np.cos(angles + start), np.sin(angles + start)], -1) * radii[:, None]
    board = printer.sheet.copy()
    ground(rng, printer)
    mask = np.zeros(printer.sheet.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(printer.at(outline) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = mask[..., None].astype(np.float32) / np.float32(255)
    # The board's edge throws a little shadow on the table.
    edge = np.asarray(cv2.GaussianBlur(mask, (0, 0), printer.scale * 0.15), np.float32) / np.float32(255)
    printer.sheet *= (1 - 0.4 * edge)[..., None]
    printer.sheet[:] = share * board + (1 - share) * printer.sheet
