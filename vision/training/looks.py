"""Random boards, pieces, positions and lights: everything that may lie before the camera, far beyond what we know."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from rules.geometry import Board
from vision.calibration import units
from vision.readers.unknown.grid import regions
from vision.training.prints import (
    PAINTS,
    ROW,
    Colour,
    Layout,
    Printer,
    clouds,
    crop_board,
    ground,
    linear,
    paint,
    point_shape,
    print_star,
)
from vision.training.stage import (
    BALL,
    CATS_EYE,
    CONE,
    DIMPLE,
    DRILLED,
    FLAT,
    FRUSTUM,
    PLAIN,
    STRIPED,
    SWIRLED,
    Stage,
)

PRINT_SCALE = 30.0
"""Pixels of the print to a pitch."""
AS_SOLD = 0.75
"""How many boards are made as shops sell them; the others are anything at all."""
SHEETS = 0.15
"""How many boards are printed sheets, on which cones and pawns stand, as often as not in the colour of the discs."""
LIT = 0.25
"""How often lamps shine under some holes."""
FEW = 0.2
"""How often hardly any pieces are left on the board."""
NEIGHBOURS = 0.4
"""How often sets come in neighbouring colours: red and orange, blue and purple, green and blue."""
DEEP = ("black", "dark blue", "dark green", "dark red", "charcoal", "brown")
DARK = 0.1
"""How often dark pieces lie over dark holes in a dark print."""


@dataclass(frozen=True)
class Scene:
    """A stage with what a reader should say: ``sets`` the set on each place or −1, ``paints`` the sets' colours."""

    stage: Stage
    sets: NDArray[np.int64]
    paints: NDArray[np.float64]
    top: float


def position(rng: Generator, layout: Layout) -> tuple[NDArray[np.int64], list[int]]:
    """Which set stands on each place (−1 none), and the home of each set: starts, middles, ends, and odd ones."""
    count = len(layout.places)
    sets = np.full(count, -1)
    if rng.random() < 0.05:
        return sets, [0]
    players = int(rng.choice([1, 2, 3, 4, 5, 6], p=[0.04, 0.2, 0.2, 0.2, 0.06, 0.3]))
    corners = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5]}.get(players)
    if corners is None or rng.random() < 0.2:
        corners = rng.permutation(6)[:players].tolist()
    else:
        turn = int(rng.integers(6))
        corners = [(corner + turn) % 6 for corner in corners]
    full = layout.rows * (layout.rows + 1) // 2
    if rng.random() < (0.4 if players <= 3 else 0.05):
        full += layout.rows + 1
    if rng.random() < FEW:
        full = int(rng.integers(1, 5 if rng.random() < 0.7 else full + 1))
    angles = -np.pi / 2 - np.arange(6) * np.pi / 3
    tips = 2 * layout.rows * ROW * np.stack([np.cos(angles), np.sin(angles)], -1)
    phase = rng.choice(["start", "early", "middle", "end", "strewn"], p=[0.15, 0.2, 0.35, 0.15, 0.15])
    for number in rng.permutation(players):
        home = tips[corners[number]]
        free = np.flatnonzero(sets < 0)
        here = layout.places[free]
        if phase == "strewn":
            reach = rng.normal(0, 1, len(free)) + rng.choice([0, 0.3]) * np.linalg.norm(
                here - rng.normal(0, 4, 2), axis=1
            )
        else:
            way = {"start": 0.0, "early": 0.15, "middle": 0.5, "end": 1.0}[str(phase)]
            way = np.clip(way + rng.normal(0, 0.12), 0, 1) if phase != "start" else 0.0
            goal = home * (1 - 2 * way)
            spread = {"start": 0.0, "early": 1.0, "middle": 2.5, "end": 0.8}[str(phase)]
            reach = (
                np.linalg.norm(here - goal, axis=1) + rng.normal(0, spread, len(free)) + 1e-6 * rng.random(len(free))
            )
        sets[free[np.argsort(reach)[:full]]] = number
    for _ in range(int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))):
        sets[rng.integers(count)] = -1
    return sets, corners


def turned_piece(
    rng: Generator, hole: NDArray[np.float64], *, sold: bool, sheet: bool
) -> tuple[list[list[float]], str]:
    """The parts a piece is turned from, and what kind it is; ``hole``: kind, radius, depth."""
    radius, depth = float(hole[1]), float(hole[2])
    shares = [0.55, 0.2, 0.15, 0.1, 0, 0] if sold else [0.5, 0.18, 0.1, 0.1, 0.06, 0.06]
    if sheet:
        shares = [0.1, 0.15, 0.3, 0.35, 0.1, 0]
    kind = str(rng.choice(["marble", "peg", "cone", "pawn", "disc", "nugget"], p=shares))
    sunk = hole[0] != FLAT
    if kind == "marble":
        r = rng.uniform(max(0.22, 0.8 * radius if sunk else 0), 0.48)
        rests = np.sqrt(max(r * r - radius * radius, 0)) if sunk and r > radius else r
        bottom = max(rests, r - depth) if sunk else r
        return [[BALL, bottom, 1.0, r, 0]], kind
    if kind == "nugget":
        r, flat = rng.uniform(0.28, 0.47), rng.uniform(0.35, 0.75)
        return [[BALL, flat * r * rng.uniform(0.4, 1), flat, r, 0]], kind
    if kind == "disc":
        r, h = rng.uniform(0.22, 0.46), rng.uniform(0.08, 0.4)
        dome = [[BALL, h, rng.uniform(0.1, 0.5), r * rng.uniform(0.4, 0.95), 0]] if rng.random() < 0.4 else []
        return [[FRUSTUM, 0, h, r, r * rng.uniform(0.85, 1)], *dome], kind
    if kind == "peg":
        return _peg(rng, radius if sunk else 0.2, depth), kind
    base, h = rng.uniform(0.24, 0.46), rng.uniform(0.4, 1.1)
    if kind == "cone":
        tip = rng.uniform(0.03, 0.5) * base
        parts = [[FRUSTUM, 0, h, base, tip]]
        if rng.random() < 0.5:
            parts.append([BALL, h, 1.0, tip * rng.uniform(1, 1.3), 0])
        return parts, kind
    neck = rng.uniform(0.25, 0.5) * base
    head = rng.uniform(0.5, 0.85) * base
    foot = rng.uniform(0.03, 0.15)
    return [
        [FRUSTUM, 0, foot, base, base],
        [FRUSTUM, foot, h * 0.75, base * rng.uniform(0.7, 1), neck],
        [BALL, h * 0.75 + head * 0.7, 1.0, head, 0],
    ], kind


def _peg(rng: Generator, widest: float, depth: float) -> list[list[float]]:
    """The parts of a peg, whose shaft is no thicker than ``widest`` and stands ``depth`` deep in a hole."""
    shaft = min(rng.uniform(0.07, 0.2), widest)
    h = rng.uniform(0.1, 0.9)
    parts = [[FRUSTUM, -0.3 * depth, h, shaft, shaft * rng.uniform(0.9, 1.2)]]
    head = rng.choice(["ball", "dome", "block", "cone", "none"], p=[0.4, 0.2, 0.2, 0.1, 0.1])
    r = rng.uniform(max(0.18, shaft), 0.46)
    if head == "ball":
        parts.append([BALL, h + 0.6 * r, 1.0, r, 0])
    elif head == "dome":
        parts.append([BALL, h, rng.uniform(0.4, 0.8), r, 0])
    elif head == "block":
        parts.append([FRUSTUM, h, h + rng.uniform(0.1, 0.5), r, r * rng.uniform(0.7, 1)])
    elif head == "cone":
        parts.append([FRUSTUM, h * 0.5, h + rng.uniform(0.2, 0.5), r, r * rng.uniform(0.1, 0.5)])
    else:
        parts = [[FRUSTUM, -0.3 * depth, h + 0.2, shaft * 1.2, shaft * rng.uniform(0.9, 1.2)]]
        parts[0][3] = parts[0][4] = max(shaft * 1.3, 0.14)
    return parts


def paints_of_sets(rng: Generator, homes: list[int], seen: list[Colour], points: list[Colour]) -> NDArray[np.float64]:
    """Colours that a maker would tell apart, some only just; ``seen``: the board's own, which sets like to share."""
    chosen: list[NDArray[np.float64]] = []
    close = rng.choice([0.02, 0.06, 0.12])
    own = bool(points) and rng.random() < 0.4
    kin = rng.random() < NEIGHBOURS
    while len(chosen) < len(homes):
        if kin and chosen and rng.random() < 0.7:
            chosen.append(neighbour(rng, chosen[int(rng.integers(len(chosen)))]))
            continue
        if own and close > 0.01:
            # As shops sell them: each set has the colour of its own point.
            colour = np.clip(points[homes[len(chosen)]] * rng.uniform(0.8, 1.2), 0.004, 0.95)
            chosen.append(colour)
            continue
        colour = paint(rng, str(rng.choice(list(PAINTS)))) if rng.random() < 0.85 else paint(rng)
        if rng.random() < 0.2:
            options = [*seen, *points]
            colour = options[int(rng.integers(len(options)))] * rng.uniform(0.85, 1.15)
        colour = np.clip(colour, 0.004, 0.95)
        # Cube roots are about as even as eyes see; hue counts more than lightness.
        root = np.cbrt(colour)
        apart = [np.linalg.norm((root - np.cbrt(other)) - 0.5 * (root - np.cbrt(other)).mean()) for other in chosen]
        close *= 0.99
        if all(gap > close * 1.6 for gap in apart):
            chosen.append(colour)
    return np.array(chosen)


def neighbour(rng: Generator, colour: NDArray[np.float64]) -> NDArray[np.float64]:
    """A colour of about the same strength whose hue is the next that people name, or a darker or paler one."""
    value = float(colour.max())
    pale = float(colour.min()) / value
    if pale > 0.6:
        return np.clip(colour * rng.uniform(0.3, 0.7) * np.exp(rng.normal(0, 0.1, 3)), 0.004, 0.95)
    # In the plane across grey a hue is an angle.
    across = np.array([[1, -0.5, -0.5], [0, np.sqrt(0.75), -np.sqrt(0.75)]])
    x, y = across @ np.sqrt(colour)
    angle = np.arctan2(y, x) + np.radians(rng.uniform(18, 45)) * rng.choice([-1, 1])
    hue = across.T @ np.array([np.cos(angle), np.sin(angle)])
    hue = (hue - hue.min()) / (hue.max() - hue.min())
    other = value * rng.uniform(0.7, 1.3) * (pale + (1 - pale) * hue**2)
    return np.asarray(np.clip(other, 0.004, 0.95))


def make_sets(
    rng: Generator, colours: NDArray[np.float64], kind: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Rows of the stage's ``sets``, and the colours (sRGB-like, 0 to 1) they should be called by."""
    count = len(colours)
    rows = np.zeros((count, 13))
    gloss, rough = rng.choice([0.0, rng.uniform(0.3, 1.6)], p=[0.15, 0.85]), 10 ** rng.uniform(-1.7, -0.3)
    ball = kind in {"marble", "nugget"}
    clear = rng.uniform(0.2, 1.0) if ball and rng.random() < 0.35 else 0.0
    pattern = rng.choice([PLAIN, STRIPED, SWIRLED, CATS_EYE], p=[0.68, 0.06, 0.1, 0.16])
    if pattern == CATS_EYE and not ball:
        pattern = PLAIN
    metal = float(rng.random() < 0.04)
    mean = colours.copy()
    for k in range(count):
        colour = colours[k]
        second = np.clip(colour * rng.uniform(0.3, 1.5), 0.004, 0.95)
        kind_of = pattern if rng.random() < 0.9 else PLAIN
        if kind_of == SWIRLED and rng.random() < 0.6:
            second = paint(rng, str(rng.choice(["white", "black", "cream", "yellow", "light blue"])))
            mean[k] = 0.6 * colour + 0.4 * second
        this_clear = clear if rng.random() < 0.93 else rng.uniform(0, 1) * (clear > 0)
        if kind_of == CATS_EYE:
            second = colour
            colour = np.clip(rng.uniform(0.6, 0.95) + rng.normal(0, 0.05, 3), 0.3, 0.97)
            this_clear = rng.uniform(0.7, 1.0)
        elif this_clear > 0.3 and rng.random() < 0.6:
            # Tinted glass lets much through.
            colour = np.clip(colour**0.6, 0, 0.97)
        rows[k] = [
            *colour, *second, kind_of, rng.uniform(0.5, 2), gloss * rng.uniform(0.8, 1.2), rough, this_clear,
            rng.uniform(1.3, 1.55), metal,
        ]  # fmt: skip
    return rows, np.clip(mean, 0, 1) ** (1 / 2.2)


def make_hole(rng: Generator, *, sold: bool, sheet: bool) -> NDArray[np.float64]:
    """One hole's kind, radius and depth for the whole board; on a printed ``sheet`` holes are but discs."""
    if sheet:
        return np.array([FLAT, rng.uniform(0.26, 0.46), 0.0])
    kind = int(rng.choice([FLAT, DIMPLE, DRILLED, CONE], p=[0.1, 0.6, 0.28, 0.02] if sold else [0.2, 0.42, 0.3, 0.08]))
    radius = rng.uniform(0.16, 0.44) if kind != DRILLED else rng.uniform(0.09, 0.36)
    depth = {
        FLAT: 0.0, DIMPLE: radius * rng.uniform(0.15, 1.0),
        DRILLED: rng.uniform(0.04, 0.8), CONE: radius * rng.uniform(0.3, 1.2),
    }[kind]  # fmt: skip
    return np.array([kind, radius, depth])


def fill_holes(
    rng: Generator,
    layout: Layout,
    hole: NDArray[np.float64],
    tone: Colour,
    points: list[Colour],
    *,
    sold: bool,
    sheet: bool,
) -> NDArray[np.float64]:
    """Rows of the stage's ``holes``."""
    rows = np.zeros((len(layout.places), 15))
    rows[:, :3] = hole
    if rng.random() < (0.25 if hole[0] != FLAT else 0.15):
        rows[:, 3] = rng.uniform(0.03, 0.14)
        rows[:, 4] = rng.uniform(-1.2, 1.2)
    # What is pressed into a printed sheet has the print's colour, what is drilled seldom has.
    pressed = sold and hole[0] != DRILLED
    shares = [0.75, 0.15, 0.1] if pressed else [0.4, 0.25, 0.35]
    rows[:, 5] = 1.0 if sheet else rng.choice([1.0, rng.uniform(0.3, 1), 0.0], p=shares)
    style = rng.random()
    inside = tone * rng.uniform(0.2, 0.9)
    if style < 0.15:
        inside = paint(rng, "black")
    elif style < 0.4:
        # A hole right through shows the ground: white paper, a dark table, any cloth.
        inside = paint(rng)
    rows[:, 6:9] = np.clip(inside, 0.004, 0.97)
    if 0.15 <= style < 0.4 and rng.random() < 0.4:
        # The ground is not the same everywhere: the edge of a sheet, a cable, a shadow below.
        lumps = clouds(rng, (64, 64), rng.uniform(8, 60), 3)
        cells = np.clip((layout.places / (2 * layout.rows + 1) + 1) * 32, 0, 63).astype(int)
        rows[lumps[cells[:, 1], cells[:, 0]] > rng.uniform(0.3, 1.8), 6:9] = paint(rng)
    if style > 0.9:
        for region in range(-1, 6):
            rows[layout.region == region, 6:9] = np.clip(
                points[region] if points and region >= 0 else paint(rng), 0.004, 0.97
            )
    rows[:, 6:9] *= rng.uniform(0.9, 1.1, (len(rows), 1))
    rows[:, 13:] = 0.3, 0.05
    return rows


def light_up(rng: Generator, holes: NDArray[np.float64], hole: float, sets: NDArray[np.int64]) -> None:
    """Lamps under or around some holes, of radius ``hole``: anywhere, or at a piece and where it may go."""
    lit = rng.permutation(len(holes))[: int(rng.integers(1, 14))]
    held = np.flatnonzero(sets >= 0)
    if len(held) and rng.random() < 0.5:
        lit = np.append(rng.choice(held), lit[sets[lit] < 0])
    colour = linear(
        np.array([(255, 255, 255), (90, 120, 255), (255, 140, 40), (255, 60, 40), (60, 255, 90)])[rng.integers(5)]
        / 255.0
    )
    holes[lit, 9:12] = colour * rng.uniform(0.2, 4)
    holes[lit, 12] = float(rng.random() < 0.35)
    holes[lit, 13] = max(hole * rng.uniform(0.9, 1.3), rng.uniform(0.15, 0.45))
    holes[lit, 14] = rng.uniform(0.03, 0.1)
    if rng.random() < 0.5:
        holes[lit[0], 9:12] = rng.uniform(0.5, 3)


def darken(rng: Generator, colours: NDArray[np.float64], holes: NDArray[np.float64], printer: Printer) -> None:
    """Make points, holes and pieces dark; one set of pieces is left as it is now and then."""
    beyond, base = rng.uniform(0.5, 1), rng.uniform(-0.7, 0.7)
    for point, name in enumerate(rng.permutation(DEEP)):
        printer.fill(point_shape(printer.layout, point, beyond, base), paint(rng, str(name)))
    names = rng.permutation(DEEP)
    for number in range(int(rng.random() < 0.4), len(colours)):
        colours[number] = np.clip(paint(rng, str(names[number])) * rng.uniform(0.7, 1.3), 0.004, 0.95)
    holes[:, 6:9] = np.clip(paint(rng, str(rng.choice(DEEP))) * rng.uniform(0.5, 1.5), 0.002, 0.95)


def standing(rng: Generator, sets: NDArray[np.int64]) -> NDArray[np.float64]:
    """Rows of the stage's ``pieces``: a little aside, larger or smaller than others, turned anyhow."""
    pieces = np.zeros((len(sets), 5))
    pieces[:, 0] = sets
    loose = rng.choice([0.0, 0.02, 0.06], p=[0.4, 0.4, 0.2])
    pieces[:, 1:3] = np.clip(rng.normal(0, loose, (len(sets), 2)), -0.12, 0.12)
    pieces[:, 3] = np.clip(rng.normal(1, 0.02, len(sets)), 0.94, 1.05)
    pieces[:, 4] = rng.uniform(0, 2 * np.pi, len(sets))
    return pieces


def make_lights(rng: Generator) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Rows of the stage's ``lights``, ``windows`` and ``sky``, together about as bright as a white sheet wants."""
    count = int(rng.choice([1, 2, 3, 4], p=[0.4, 0.3, 0.2, 0.1]))
    lights = np.zeros((count, 7))
    shares = rng.dirichlet(np.ones(count)) * rng.uniform(0.25, 1.0)
    warmth = rng.normal(0, 0.12)
    for k in range(count):
        lift = np.radians(rng.uniform(22, 88))
        turn = rng.uniform(0, 2 * np.pi)
        away = 10 ** rng.uniform(1.15, 2.3)
        lights[k, :3] = away * np.array([np.cos(lift) * np.cos(turn), np.cos(lift) * np.sin(turn), np.sin(lift)])
        lights[k, 3] = away * 10 ** rng.uniform(-2, -0.4)
        warm = warmth + rng.normal(0, 0.06)
        lights[k, 4:] = shares[k] * np.exp([warm, 0, -warm * 1.4]) / max(np.sin(lift), 0.35)
    ambient = max(1 - shares.sum(), 0.08)
    cool = warmth + rng.normal(0, 0.08)
    sky = np.stack(
        [ambient * np.exp([cool, 0, -cool]) * rng.uniform(0.7, 1.3), ambient * rng.uniform(0.1, 1.2) * np.ones(3)]
    )
    windows = np.zeros((int(rng.integers(0, 4)), 8))
    for window in windows:
        lift, turn = np.radians(rng.uniform(15, 90)), rng.uniform(0, 2 * np.pi)
        window[:3] = np.cos(lift) * np.cos(turn), np.cos(lift) * np.sin(turn), np.sin(lift)
        window[3:5] = rng.uniform(0.05, 0.6, 2)
        window[5:] = rng.uniform(0.5, 8) * np.exp(rng.normal(0, 0.1, 3))
    return lights, windows, sky


def glaring(rng: Generator, eye: NDArray[np.float64]) -> NDArray[np.float64]:
    """A row of the stage's ``windows`` that what is flat on the board mirrors to ``eye``, and nothing else does."""
    way = np.array([-eye[0], -eye[1], eye[2]]) / np.linalg.norm(eye) + rng.normal(0, 0.15, 3)
    return np.array([*way / np.linalg.norm(way), *rng.uniform(0.03, 0.4, 2), *np.full(3, rng.uniform(1, 12))])


def lattice(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The table that leads from a point to its nearest place, and where it begins."""
    row = np.rint(layout.places[:, 1] / ROW).astype(int)
    left = layout.places[:, 0].min()
    column = np.rint((layout.places[:, 0] - left) * 2).astype(int)
    table = np.full((row.max() - row.min() + 1, column.max() + 1), -1, np.int64)
    table[row - row.min(), column] = np.arange(len(row))
    parity = int(column[row == row.min()][0] % 2)
    return table, np.array([2 * left, row.min(), parity])


def make_scene(rng: Generator, board: Board) -> Scene:
    """A table that nobody has seen."""
    places = units(board)
    rows = round(places[:, 1].max() / ROW / 2)
    layout = Layout(places, regions(board), rows)
    sold = bool(rng.random() < AS_SOLD)
    sheet = bool(rng.random() < SHEETS)
    hole = make_hole(rng, sold=sold, sheet=sheet)
    printer = Printer(rng, layout, PRINT_SCALE, 2 * rows + 2.5)
    tone = ground(rng, printer)
    points, discs = print_star(rng, printer, tone, float(hole[1]), sold=sold, sheet=sheet)
    crop_board(rng, printer)
    holes = fill_holes(rng, layout, hole, tone, points, sold=sold, sheet=sheet)
    sets, homes = position(rng, layout)
    if rng.random() < LIT:
        light_up(rng, holes, float(hole[1]), sets)
    parts, kind = turned_piece(rng, hole, sold=sold, sheet=sheet)
    colours = paints_of_sets(rng, homes, [tone, holes[0, 6:9], *discs], points)
    if sheet and rng.random() < 0.5:
        disc = discs[rng.integers(len(discs))] * rng.uniform(0.8, 1.2)
        colours[rng.integers(len(colours))] = np.clip(disc, 0.004, 0.95)
    if rng.random() < DARK:
        darken(rng, colours, holes, printer)
    of_sets, paints = make_sets(rng, colours, kind)
    pieces = standing(rng, sets)
    tilt, turn = np.radians(rng.choice([rng.uniform(0, 10), rng.uniform(0, 42)])), rng.uniform(0, 2 * np.pi)
    away = rng.uniform(14, 45) * rows / 4
    eye = away * np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)])
    eye[:2] += rng.normal(0, 2, 2)
    lights, windows, sky = make_lights(rng)
    if rng.random() < 0.25:
        windows = np.vstack([windows, glaring(rng, eye)])
    table, first = lattice(layout)
    height = max((part[1] + part[2] * part[3]) if part[0] == BALL else part[2] for part in parts) * 1.06
    glossy = rng.choice([0.0, rng.uniform(0.2, 2.0)], p=[0.35, 0.65])
    metal = float(rng.random() < 0.05) * rng.uniform(0.2, 0.7)
    surface = np.array(
        [glossy, 10 ** rng.uniform(-1.5, -0.3), rng.choice([0.0, rng.uniform(0.02, 0.5)]), rng.uniform(1, 25), metal]
    )
    stage = Stage(
        places, table, first, holes, pieces, np.array(parts, float), of_sets, lights, windows, sky, printer.sheet,
        np.array([-printer.half, printer.half]), PRINT_SCALE, surface, eye,
    )  # fmt: skip
    return Scene(stage, sets, paints, float(height))
