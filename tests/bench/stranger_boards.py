"""Boards and pieces for `tests.bench.strangers`: wood, print, felt, metal; marbles, glass, cat's eyes, pegs, discs."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from rules.star.places import star_board
from tests.bench.stranger_shapes import (
    PAINT,
    Colour,
    Profile,
    ball,
    cloudy,
    coat,
    lathe,
    mesh,
    put,
    surface_of,
    varied,
)
from vision.calibration import units

ROW = np.sqrt(3) / 2
FINE, HALF = 1100, 9.6
"""Points along a side of the mesh that a board is; half of that side in pitches of the usual star."""
WOODS = [(0.55, 0.33, 0.16), (0.38, 0.2, 0.09), (0.16, 0.075, 0.035), (0.62, 0.45, 0.27), (0.3, 0.11, 0.05)]
GROUNDS = ["white", "cream", "grey", "black", "darkgreen", "brown", "lightblue", "red", "blue", "yellow"]
NEIGHBOURS = [
    ("red", "orange"), ("yellow", "orange"), ("blue", "purple"), ("darkblue", "black"), ("green", "darkgreen"),
    ("green", "blue"), ("white", "yellow"), ("white", "cream"), ("red", "pink"), ("red", "maroon"),
    ("brown", "maroon"), ("blue", "turquoise"), ("lime", "yellow"), ("brown", "black"), ("green", "turquoise"),
    ("purple", "violet"), ("white", "grey"),
]  # fmt: skip
"""Colours that are easily mixed up."""
MODELS = ["opaque", "opaque", "glass", "cat", "peg", "cone", "pawn", "disc", "swirl"]

Field = NDArray[np.float64]


class Layout:
    """Where the places of a star lie, ``places`` n × 2, and how far apart, ``pitch``.

    All stars are as large as the usual one, and lengths are in its pitches.
    """

    def __init__(self, size: int) -> None:
        self.board = star_board(size)
        self.pitch = 4 / size
        self.places = units(self.board) * self.pitch
        self.full = [[10, 15], [15], [21]][size - 4]


@dataclass(frozen=True)
class Made:
    """A board that stands on the stage: its holes' kind, radius and depth, how thick it is, its points' colours."""

    style: str
    kind: str
    radius: float
    depth: float
    thick: float
    points: list[Field]


def pick(rng: Generator, names: list[str]) -> Colour:
    return PAINT[str(rng.choice(names))]


def lumps(rng: Generator, cells: int, aspect: float = 1.0) -> Field:
    grid = rng.normal(0, 1, (max(2, cells), max(2, int(cells * aspect)))).astype(np.float32)
    return np.asarray(cv2.resize(grid, (FINE, FINE), interpolation=cv2.INTER_CUBIC), np.float64)


def ground(rng: Generator, style: str, x: Field, y: Field) -> Field:
    rgb = np.zeros((FINE, FINE, 3))
    if style == "wood":
        rng.integers(len(WOODS))  # decides nothing: the pictures that were measured were drawn with it
        tone = np.array(WOODS[rng.integers(len(WOODS))])
        angle = rng.uniform(0, np.pi)
        bent = lumps(rng, int(rng.integers(3, 7)))
        along = x * np.cos(angle) + y * np.sin(angle)
        grain = np.sin(along * rng.uniform(1, 5) + bent * rng.uniform(0.5, 2.5)) * 0.5 + 0.2 * lumps(rng, 200, 0.05)
        rgb[:] = tone * np.exp(rng.uniform(0.05, 0.3) * grain)[..., None] * np.exp(0.05 * lumps(rng, 300))[..., None]
        return rgb
    shares = [0.2, 0.15, 0.17, 0.08, 0.1, 0.07, 0.07, 0.05, 0.06, 0.05]
    colour = varied(rng, PAINT[str(rng.choice(GROUNDS, p=shares))])
    rgb[:] = np.array(colour) * np.exp(0.03 * lumps(rng, 300) + 0.05 * lumps(rng, 8))[..., None]
    if style == "felt":
        rgb *= np.exp(0.15 * rng.normal(0, 1, (FINE, FINE)))[..., None]
    return rgb


def paint_points(rng: Generator, layout: Layout, rgb: Field, x: Field, y: Field) -> list[Field]:
    faint = rng.choice([0.0, 0.3, 0.6], p=[0.6, 0.2, 0.2])
    names = rng.permutation(list(PAINT))[:6]
    pitch = layout.pitch
    points = []
    for number, name in enumerate(names):
        angle = np.pi / 2 + number * np.pi / 3
        out, aside = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        inside = (out > (4 - 0.45 * pitch) * ROW) & (np.abs(aside) < (8 * ROW + 0.75 * pitch - out) / np.sqrt(3))
        colour = np.array(varied(rng, PAINT[str(name)]))
        texture = rgb[inside] / max(rgb.mean(), 1e-3)
        rgb[inside] = faint * rgb[inside] + (1 - faint) * colour * np.clip(texture, 0.6, 1.4)
        points.append(colour)
    return points


def draw_lines(rng: Generator, layout: Layout, rgb: Field) -> Field:
    drawn = np.zeros((FINE, FINE), np.uint8)
    scale = (FINE - 1) / (2 * HALF)
    for i, here in enumerate(layout.places):
        for there in layout.places[:i]:
            if np.linalg.norm(here - there) < 1.05 * layout.pitch:
                one, other = (tuple(round((v + HALF) * scale) for v in at) for at in (here, there))
                cv2.line(drawn, one, other, 255, int(rng.integers(2, 4)), cv2.LINE_AA)
    share = (drawn / 255.0)[..., None] * rng.uniform(0.5, 1)
    return np.asarray(rgb * (1 - share) + share * np.array(pick(rng, ["black", "white", "brown", "grey"])))


def nearest_hole(layout: Layout, x: Field, y: Field) -> Field:
    """How far the nearest hole's middle is, in this board's own pitches."""
    away = np.full((FINE, FINE), 9.0)
    scale = (FINE - 1) / (2 * HALF)
    reach = int(0.62 * layout.pitch * scale)
    for px, py in layout.places:
        i, j = round((py + HALF) * scale), round((px + HALF) * scale)
        part = np.s_[i - reach : i + reach + 1, j - reach : j + reach + 1]
        away[part] = np.minimum(away[part], np.hypot(x[part] - px, y[part] - py) / layout.pitch)
    return away


def beyond(rng: Generator, x: Field, y: Field) -> tuple[str, NDArray[np.bool_]]:
    """The board's shape, and what lies outside it."""
    shape = str(rng.choice(["round", "square", "hex", "star"]))
    if shape == "round":
        return shape, np.hypot(x, y) > rng.uniform(7.8, 9.3)
    if shape == "square":
        rng.random()  # decides nothing, as above
        side = rng.uniform(7.6, 9.2)
        return shape, (np.abs(x) > side) | (np.abs(y) > side)
    if shape == "hex":
        first, side = np.pi / 6 * rng.integers(2), rng.uniform(7.9, 9)
        corners = [first + k * np.pi / 3 for k in range(6)]
        return shape, np.any([x * np.cos(a) + y * np.sin(a) > side for a in corners], axis=0)
    edge = -(4 * ROW + 0.35 + rng.uniform(0.25, 0.9))
    triangles = []
    for turn in (0, 1):
        angles = [np.pi / 2 + np.pi / 3 * turn + k * 2 * np.pi / 3 for k in range(3)]
        triangles.append(np.all([x * np.cos(a) + y * np.sin(a) > edge for a in angles], axis=0))
    return shape, ~(triangles[0] | triangles[1])


def make_board(rng: Generator, layout: Layout) -> Made:
    """A board nobody has seen, put on the stage; its surface lies at height 0."""
    axis = np.linspace(-HALF, HALF, FINE)
    x, y = np.meshgrid(axis, axis)
    style = str(rng.choice(["wood", "wood", "wood", "plain", "print", "felt", "metal"]))
    rgb = ground(rng, style, x, y)
    painted = bool(rng.random() < 0.6)
    points = paint_points(rng, layout, rgb, x, y) if painted else []
    if rng.random() < 0.45:
        rgb = draw_lines(rng, layout, rgb)
    kind = str(rng.choice(["dimple", "drill", "flat"], p=[0.55, 0.35, 0.1]))
    radius = rng.uniform(0.2, 0.36) if kind != "drill" else rng.uniform(0.12, 0.3)
    away = nearest_hole(layout, x, y)
    inside = away < radius
    depth = 0.0
    if kind != "flat":
        depth = radius * rng.uniform(0.3, 0.9) if kind == "dimple" else rng.uniform(0.15, 0.5)
    height = np.where(inside, -depth * layout.pitch * (1 - (away / radius) ** 2 if kind == "dimple" else 1), 0.0)
    dye = rng.random()
    if dye < 0.25 or kind == "flat":
        rgb[inside] = varied(rng, pick(rng, ["white", "black", "cream", "brown", "grey", "wood"]))
    elif dye < 0.5:
        rgb[inside] *= rng.uniform(0.25, 0.8)
    if rng.random() < 0.3:
        ring = (away >= radius) & (away < radius + rng.uniform(0.03, 0.09))
        rgb[ring] = np.array(pick(rng, ["black", "white", "grey", "brown"])) * 0.9
    if painted and rng.random() < 0.25:
        disc = (away < rng.uniform(radius + 0.05, 0.45)) & ~inside
        rgb[disc] = varied(rng, pick(rng, ["white", "cream", "black"]))
    shape, outside = beyond(rng, x, y)
    thick = rng.uniform(0.05, 1.0)
    height = np.where(outside, -thick - 0.01, height)
    rough = rng.uniform(0.15, 0.8) if style != "felt" else 0.95
    material = coat((1, 1, 1), rough, varnish=float(rng.choice([0, rng.uniform(0, 1)])))
    surface_of(material).inputs["Metallic"].default_value = 0.9 if style == "metal" else 0
    _lay(np.stack([x, y, height], -1), rgb, outside, material)
    name = f"{style} {kind}{' points' if painted else ''} {shape}"
    return Made(name, kind, radius, depth, thick, points)


def _lay(points: Field, rgb: Field, outside: NDArray[np.bool_], material: Any) -> None:
    """The board as a mesh whose points have their own colours."""
    paint = material.node_tree.nodes.new("ShaderNodeVertexColor")
    paint.layer_name = "paint"
    material.node_tree.links.new(paint.outputs["Color"], surface_of(material).inputs["Base Color"])
    i, j = np.meshgrid(np.arange(FINE - 1), np.arange(FINE - 1), indexing="ij")
    corner = (i * FINE + j).ravel()
    faces = np.stack([corner, corner + 1, corner + FINE + 1, corner + FINE], -1)
    made = mesh("board", points.reshape(-1, 3), faces[~outside.ravel()[faces].all(1)], material)
    colours = made.color_attributes.new("paint", "FLOAT_COLOR", "POINT")
    rgba = np.concatenate([np.clip(rgb, 0, 0.95), np.ones((FINE, FINE, 1))], -1)
    colours.data.foreach_set("color", rgba.astype(np.float32).ravel())
    put(made, (0, 0, 0))


def position(rng: Generator, layout: Layout) -> tuple[NDArray[np.int64], list[int], str]:
    """The set on each place or −1, the sets' homes, and how far the game is."""
    places = layout.places
    players = int(rng.choice([2, 3, 4, 6], p=[0.25, 0.2, 0.25, 0.3]))
    homes = {2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: list(range(6))}[players]
    turn = int(rng.integers(6))
    homes = [(home + turn) % 6 for home in homes]
    full = layout.full[-1] if players <= 3 and rng.random() < 0.35 else layout.full[0]
    phase = str(rng.choice(["start", "mid", "mid", "end"]))
    sets = np.full(len(places), -1)
    for number in rng.permutation(players):
        angle = np.pi / 2 + homes[number] * np.pi / 3
        home = 4 * np.sqrt(3) * np.array([np.cos(angle), np.sin(angle)])
        free = np.flatnonzero(sets < 0)
        way = {"start": 0.0, "mid": 0.5, "end": 0.95}[phase] + (rng.normal(0, 0.1) if phase != "start" else 0)
        goal = home * (1 - 2 * min(max(way, 0), 1))
        spread = {"start": 0, "mid": 2.5, "end": 0.8}[phase]
        away = np.linalg.norm(places[free] - goal, axis=1) + rng.normal(0, spread, len(free))
        sets[free[np.argsort(away + 1e-6 * rng.random(len(free)))[:full]]] = number
    return sets, homes, phase


def set_colours(rng: Generator, homes: list[int], board: Made) -> tuple[list[str], list[Colour]]:
    """Names and colours of the sets: each its own point's, or any, two of them often easily mixed up."""
    count = len(homes)
    if rng.random() < 0.3 and board.points:
        return ["point"] * count, [varied(rng, board.points[home].tolist(), 0.08) for home in homes]
    names: list[str] = []
    near = [set(pair) for pair in NEIGHBOURS]
    if rng.random() < 0.6:
        names = list(NEIGHBOURS[rng.integers(len(NEIGHBOURS))])[:count]
    rest = [
        str(name)
        for name in rng.permutation(list(PAINT))
        if name not in names and not any({name, other} in near and rng.random() < 0.7 for other in names)
    ]
    chosen = [str(name) for name in rng.permutation((names + rest)[:count])]
    return chosen, [varied(rng, PAINT[name], 0.08) for name in chosen]


def resting(board: Made, radius: float) -> float:
    """How high the middle of a ball lies that rests in a hole."""
    if board.kind == "flat":
        return radius
    if radius <= board.radius:
        return radius - board.depth
    return float(np.sqrt(radius * radius - board.radius**2))


def blades(radius: float, wide: float, material: Any) -> list[Any]:
    """Three crossing blades, a little twisted, inside a cat's eye."""
    made = []
    for blade in range(3):
        points = []
        for along in np.linspace(-1, 1, 14):
            out = wide * radius * np.sqrt(max(0.0, 1 - along * along))
            angle = blade * np.pi / 3 + along * 1.2
            points += [
                (0.85 * radius * along, side * out * np.cos(angle), side * out * np.sin(angle)) for side in (1, -1)
            ]
        faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(13)]
        made.append(mesh("blade", points, faces, material))
    return made


def make_pieces(
    rng: Generator, layout: Layout, board: Made, sets: NDArray[np.int64], colours: list[Colour]
) -> tuple[str, float]:
    """The pieces, put on the stage; what they are, and how high they stand."""
    model = str(rng.choice(MODELS, p=[0.17, 0.1, 0.14, 0.14, 0.13, 0.1, 0.1, 0.05, 0.07]))
    rough, radius = rng.uniform(0.03, 0.4), rng.uniform(max(0.27, board.radius * 0.95), 0.45)
    round_ones = model in {"opaque", "glass", "swirl", "cat"}
    high = resting(board, radius) if round_ones else 0.0
    top = high + radius
    turned: Profile = []
    pitch = layout.pitch
    for number, colour in enumerate(colours):
        if model == "cat":
            glass = lathe("piece", ball(radius, 0, 28), coat((0.93, 0.97, 0.95), 0.02, clear=1))
            made = [glass, *blades(radius, rng.uniform(0.3, 0.6), coat(colour))]
        elif round_ones:
            made = [lathe("piece", ball(radius, 0, 28), _marble(rng, model, number, colour, rough))]
        else:
            material = coat(colour, rough, varnish=rng.uniform(0, 0.6))
            if not number:
                turned, top = standing(rng, model, board.radius, board.depth)
            made = [lathe("piece", turned, material)]
        for at in np.flatnonzero(sets == number):
            x, y = layout.places[at] + np.clip(rng.normal(0, 0.02, 2), -0.06, 0.06) * pitch
            spin = [rng.uniform(0, 6.28) for _ in range(3)] if round_ones else [0, 0, rng.uniform(0, 6.28)]
            for part in made:
                put(part, (x, y, high * pitch), spin, pitch * (rng.uniform(0.97, 1.03) if len(made) == 1 else 1.0))
    return model, top * pitch


def _marble(rng: Generator, model: str, number: int, colour: Colour, rough: float) -> Any:
    if model == "glass":
        r, g, b = np.array(colour) ** 0.6
        return coat((r, g, b), 0.03, varnish=0.5, clear=rng.uniform(0.7, 1))
    material = coat(colour, rough, varnish=0.5)
    if model == "swirl":
        r, g, b = np.array(colour) * 0.3
        cloudy(material, 2.2, (colour, PAINT["white"] if number % 2 else (r, g, b)), hard=True)
    return material


def standing(rng: Generator, model: str, hole: float, depth: float) -> tuple[Profile, float]:
    """The profile of pegs for holes so wide and deep, cones, pawns or discs, all sets alike; and its height."""
    base, height, head = rng.uniform(0.28, 0.42), rng.uniform(0.5, 1.1), rng.uniform(0.22, 0.36)
    round_head = rng.integers(3)
    if model == "peg":
        foot, shaft = -depth * 0.3, min(0.14, hole * 0.9)
        neck = height * 0.6
        profile = [(1e-4, foot), (shaft, foot), (shaft, neck)]
        flat = [(head, neck), (head, neck + 0.3), (1e-4, neck + 0.32)]
        return profile + (ball(head, neck + head * 0.8, 20)[2:] if round_head else flat), neck + head * 1.8
    if model == "cone":
        return [(1e-4, 0), (base, 0), (base * 0.15, height), (1e-4, height + 0.02)], height
    if model == "pawn":
        profile = [(1e-4, 0.0), (base, 0.0), (base, 0.08), (base * 0.45, height * 0.7)]
        return profile + ball(base * 0.65, height * 0.7 + base * 0.55, 20)[3:], height * 0.7 + base * 1.2
    return [(1e-4, 0), (base, 0), (base, 0.15), (base * 0.9, 0.2), (1e-4, 0.22)], 0.2
