"""Star boards as shops sell them and people make them, for `tests.bench.homes`: their kinds, their shape, their mesh.

Lengths are centimetres; a board's surface lies at height 0, its middle at the world's.
"""

from dataclasses import dataclass
from typing import Any

import mathutils
import numpy as np
from mathutils.geometry import delaunay_2d_cdt
from numpy.random import Generator

from rules.star.places import ROW_HEIGHT, star_board
from tests.bench.home_blender import Field, as_image, painted, pictured, tubes
from tests.bench.home_textures import Picture, Shade, one_of
from tests.bench.stranger_shapes import Profile, coat, lathe, mesh, put, surface_of
from vision.calibration import units

STAR = star_board()
UNITS = units(STAR)
TIPS = {corner: UNITS[STAR.index[place]] for corner, place in STAR.corners.items()}
AXES = {corner: tip / np.linalg.norm(tip) for corner, tip in TIPS.items()}
REACH = 8 * ROW_HEIGHT
"""From the middle to a tip, in pitches."""
ROUND = {"opaque", "cat", "glass", "swirl", "wooden", "plastic"}
"""The pieces that are balls."""
RIM, STEPS = 360, 28
"""Points of a board's rim, and of a hole's."""

IN_WOOD = {"opaque": 42, "cat": 20, "glass": 14, "swirl": 10, "wooden": 14}
STANDING = {"cone": 40, "pawn": 30, "disc": 30}
VARNISH = (0, 0, 0.3, 0.8)


@dataclass(frozen=True)
class Kind:
    """A kind of board: how often it is met, its pieces and shapes, sizes from and to, how likely its print is."""

    share: int
    pieces: dict[str, int]
    shapes: str
    points: float
    lines: float
    rings: float
    ground: str = "plain"
    shades: tuple[Shade, ...] = ()
    pitch: tuple[float, float] = (1.7, 2.7)
    thick: tuple[float, float] = (1.0, 2.2)
    rough: tuple[float, float] = (0.2, 0.6)
    varnish: tuple[float, ...] = (0.0,)
    bowls: float = 0.85
    printed: bool = True


TIN = ((226, 206, 150), (236, 224, 190), (200, 48, 40), (40, 70, 140), (20, 26, 30), (230, 180, 40), (70, 130, 90))
CARD = ((240, 234, 218), (226, 210, 170), (210, 30, 40), (30, 80, 160), (250, 250, 248), (40, 110, 80), (246, 206, 80))
PLASTIC = (
    (206, 204, 198), (238, 234, 222), (245, 245, 243), (26, 26, 28), (60, 96, 160), (170, 40, 40), (224, 200, 150),
    (92, 94, 98), (110, 72, 44), (52, 110, 76),
)  # fmt: skip
TRAVEL = ((224, 216, 196), (40, 84, 60), (30, 40, 80), (236, 236, 232), (22, 22, 24), (196, 160, 110))
FELT = ((30, 100, 60), (150, 30, 40), (40, 50, 100), (216, 204, 176), (90, 90, 92))
PAPER = ((246, 245, 240), (200, 160, 110), (236, 232, 214), (222, 226, 232))
KINDS = {
    "wood dimples": Kind(
        24, IN_WOOD, "round round hex flat star square", 0.4, 0.45, 0.2, "wood", varnish=VARNISH, bowls=0.5,
        printed=False,
    ),
    "wood pegs": Kind(8, {"peg": 1}, "hex square round star", 0.4, 0.45, 0.2, "wood", varnish=VARNISH, printed=False),
    "home-made wood": Kind(3, IN_WOOD, "square hex round", 0.4, 0.45, 0.2, "wood", bowls=0.5, printed=False),
    "tin": Kind(
        12, {"opaque": 55, "cat": 25, "swirl": 12, "glass": 8}, "square square hex round flat", 0.92, 0.75, 0.6,
        shades=TIN, thick=(0.6, 1.4), rough=(0.12, 0.3), varnish=(0.5,),
    ),
    "cardboard": Kind(10, STANDING, "square square flat", 0.92, 0.8, 1, shades=CARD, thick=(0.15, 0.35)),
    "plastic dimples": Kind(
        14, {"opaque": 45, "cat": 20, "glass": 10, "plastic": 25}, "star round hex square flat", 0.55, 0.4, 0.25,
        shades=PLASTIC,
    ),
    "plastic pegs": Kind(7, {"peg": 1}, "star hex round square", 0.55, 0.4, 0.25, shades=PLASTIC, pitch=(1.3, 2)),
    "travel": Kind(
        8, {"peg": 1, "disc": 2}, "square", 0.7, 0.7, 0.3, shades=TRAVEL, pitch=(0.95, 1.4), thick=(0.6, 1.4)
    ),
    "glass": Kind(
        5, {"glass": 50, "opaque": 30, "cat": 20}, "round square hex", 0.35, 0.5, 0.5, "glass",
        ((18, 20, 22), (214, 228, 222), (214, 228, 222)), thick=(0.5, 1.1), rough=(0.04, 0.05), varnish=(1,),
    ),
    "felt": Kind(3, STANDING, "round square", 0.8, 0.6, 1, "cloth", FELT, thick=(0.2, 0.3), rough=(0.95, 1)),
    "hand-drawn": Kind(
        5, {"disc": 1, "pawn": 1, "opaque": 1, "cone": 1}, "square", 0.5, 0.75, 1, shades=PAPER, thick=(0.05, 0.6),
        rough=(0.7, 0.9), printed=False,
    ),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Plan:
    """One board: where its places (n × 2), its rim and the rim's normals (m × 2) are, how its pieces lie in its holes.

    ``hole``: the section of a hole, from its rim to its middle; none where rings are printed instead. ``wave``: height,
    start and angle by centimetre of what is not flat; ``fold``: how steep the halves of a folding board are, and which
    way the fold runs. ``rest``: how high the middle of a ball lies.
    """

    name: str
    kind: Kind
    piece: str
    shape: str
    pitch: float
    places: Field
    rim: Field
    out: Field
    thick: float
    hole: Profile
    radius: float
    rest: float
    wave: tuple[float, float, float]
    fold: tuple[float, int] | None

    @property
    def half(self) -> float:
        """Half of the square that the board's picture covers."""
        return float(np.abs(self.rim).max()) + 1.5

    @property
    def bare(self) -> float:
        """How wide around its middle a place without a piece is looked at."""
        return max(self.hole[0][0] if self.hole else 0.0, 0.22 * self.pitch)

    def heights(self, at: Field) -> Field:
        """How high the surface lies there, n × 2."""
        high, start, turn = self.wave
        z = high * (np.sin(turn * at[:, 0] + start) + np.sin(0.8 * turn * at[:, 1] + 2 * start))
        return z if self.fold is None else z + self.fold[0] * np.abs(at[:, self.fold[1]])


def make_plan(rng: Generator) -> Plan:
    """A board and its pieces, chosen."""
    name = one_of(rng, list(KINDS), [kind.share for kind in KINDS.values()])
    kind = KINDS[name]
    pitch, thick = rng.uniform(*kind.pitch), rng.uniform(*kind.thick)
    piece, shape = one_of(rng, list(kind.pieces), list(kind.pieces.values())), one_of(rng, kind.shapes.split())
    bare = name in {"cardboard", "felt", "hand-drawn"} or piece == "disc"
    radius, hole, rest = _round_hole(rng, name, pitch) if piece in ROUND else _peg_hole(rng, pitch, thick)
    stray = {"home-made wood": rng.uniform(0.02, 0.05), "hand-drawn": rng.uniform(0.03, 0.07)}.get(name, 0)
    border = {"star": rng.uniform(0.7, 1), "square": rng.uniform(0.7, 2.2)}.get(shape, rng.uniform(0.8, 1.8))
    rim, out = outline(shape, (REACH + border) * pitch, 0.45 * pitch if shape == "star" else rng.uniform(0.3, 1.8))
    soft = name == "felt" or (name == "hand-drawn" and thick < 0.15)
    folding = name in {"cardboard", "travel"} and rng.random() < 0.8
    return Plan(
        name, kind, piece, shape, pitch, (UNITS + rng.normal(0, stray, UNITS.shape)) * pitch, rim, out, thick,
        [] if bare else hole, radius, radius if bare and piece in ROUND else rest,
        (rng.uniform(0.05, 0.15) if soft else 0, rng.uniform(0, 6), rng.uniform(0.12, 0.25)),
        (float(rng.choice([0, rng.uniform(-0.025, 0.025)])), int(rng.integers(2))) if folding else None,
    )  # fmt: skip


def _round_hole(rng: Generator, name: str, pitch: float) -> tuple[float, Profile, float]:
    """A ball's radius, the section of its hole, and how high its middle lies there."""
    radius, shallow = pitch * rng.uniform(0.29, 0.39), name in {"tin", "glass"}
    if not shallow and rng.random() > KINDS[name].bowls:  # drilled
        rim, depth = radius * rng.uniform(0.5, 0.8), radius * rng.uniform(0.6, 1)
        rest = max(np.sqrt(radius**2 - rim**2), radius - depth)
        inner = rim - 0.02 * pitch
        return radius, [(rim, 0), (inner, -0.02 * pitch), (inner, -depth), (1e-3, -depth - 0.3 * rim)], rest
    rim = radius * (rng.uniform(0.6, 0.85) if shallow else rng.uniform(0.72, 1))
    depth = radius * (rng.uniform(0.2, 0.32) if shallow else rng.uniform(0.35, 0.62))
    bowl = (rim**2 + depth**2) / (2 * depth)
    angles = np.linspace(np.arcsin(min(1, rim / bowl)), 1e-3, 10)
    hole = [(bowl * np.sin(angle), bowl * (1 - np.cos(angle)) - depth) for angle in angles]
    return radius, hole, radius - depth if bowl >= radius else float(np.sqrt(max(0, radius**2 - rim**2)))


def _peg_hole(rng: Generator, pitch: float, thick: float) -> tuple[float, Profile, float]:
    rim, depth = pitch * rng.uniform(0.09, 0.17), min(0.9 * thick, 0.6 * pitch)
    return 0.0, [(rim, 0), (0.93 * rim, -0.02 * pitch), (0.92 * rim, -depth), (1e-3, -depth)], 0.0


def outline(shape: str, reach: float, corner: float) -> tuple[Field, Field]:
    """A rim about the star and its normals, counter-clockwise: how far its tips reach, how round its corners are."""
    count, first, far = {
        "round": (90, 0, reach), "square": (4, 45, reach * np.sqrt(2)), "hex": (6, 90, 1.03 * reach),
        "flat": (6, 0, reach / ROW_HEIGHT), "star": (12, 90, 1.06 * reach),
    }[shape]  # fmt: skip
    angles = np.radians(first + 360 / count * np.arange(count + 1))
    away = far / np.where((np.arange(count + 1) % 2 == 1) & (shape == "star"), np.sqrt(3), 1)
    corners = np.stack([away * np.cos(angles), away * np.sin(angles)])
    along = np.append(0, np.linalg.norm(np.diff(corners), axis=0).cumsum())
    steps = np.linspace(0, along[-1], RIM, endpoint=False)
    points = np.stack([np.interp(steps, along, axis) for axis in corners], 1)
    reached = round(corner / steps[1])
    points = np.mean([np.roll(points, shift, 0) for shift in range(-reached, reached + 1)], axis=0)
    x, y = (np.roll(points, -1, 0) - np.roll(points, 1, 0)).T
    return points, np.stack([y, -x], 1) / np.hypot(x, y)[:, None]


def build(rng: Generator, plan: Plan, picture: Picture, clear: Picture | None) -> tuple[Field, float]:
    """The board put on the stage: how far it reaches (m × 2), and how low the table lies."""
    kind = plan.kind
    material = coat((1, 1, 1), rng.uniform(*kind.rough), varnish=one_of(rng, kind.varnish))
    side = 2 * plan.half
    pictured(material, as_image(picture, clear), side, side, world=True, clear=clear is not None)
    if plan.name in {"felt", "hand-drawn"}:
        surface_of(material).inputs["Specular IOR Level"].default_value = 0.25
    points, faces = _surface(plan)
    put(mesh("top", np.c_[points, plan.heights(points)], faces, material, smooth=bool(plan.wave[0])), (0, 0, 0))
    if plan.hole:
        hole = lathe("hole", plan.hole, material, STEPS)
        for at, height in zip(plan.places, plan.heights(plan.places), strict=True):
            put(hole, (*at, height))
    profile, rim = _edge(rng, plan), material
    if plan.name == "glass":
        rim = painted((150, 200, 185), 0.05, 1)
    elif profile[1][1] > 0 and rng.random() < 0.6:
        rim = painted(one_of(rng, [(40, 40, 42), (150, 40, 40), (200, 170, 90), (40, 60, 120)]), 0.3)
    lift = plan.heights(plan.rim)
    rings = np.array([np.c_[plan.rim + plan.out * far, lift + high] for far, high in profile])
    put(tubes("edge", rings[None], rim, smooth=False), (0, 0, 0))
    low = min(0.0, float(plan.heights(points).min()))
    return plan.rim + plan.out * max(far for far, _ in profile), low - plan.thick


def _surface(plan: Plan) -> tuple[Field, Any]:
    """The points and triangles of the board's top, holes left open."""
    count = len(plan.rim)
    points, edges = plan.rim, [(i, (i + 1) % count) for i in range(count)]
    if plan.hole:
        angles = np.linspace(0, 2 * np.pi, STEPS, endpoint=False)
        circle = plan.hole[0][0] * np.stack([np.cos(angles), np.sin(angles)], 1)
        for at in plan.places:
            first = len(points)
            points = np.concatenate([points, at + circle])
            edges += [(first + i, first + (i + 1) % STEPS) for i in range(STEPS)]
    else:
        steps = np.arange(-plan.half, plan.half, 1.0)
        points = np.concatenate([points, np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)])
    inside = 1  # triangles within the rim
    made = delaunay_2d_cdt([mathutils.Vector(point) for point in points], edges, [], inside, 1e-5)
    found, faces = np.array([tuple(point) for point in made[0]]), np.array(made[2])
    if plan.hole:
        away = np.linalg.norm(found[faces].mean(1)[:, None] - plan.places, axis=2).min(1)
        faces = faces[away > 0.985 * plan.hole[0][0]]
    return found, faces


def _edge(rng: Generator, plan: Plan) -> list[tuple[float, float]]:
    """The section of the edge from the top outwards: bevelled, with a raised rim, or with a channel for marbles."""
    deep = -plan.thick
    massive = plan.name in {"wood dimples", "plastic dimples"} and plan.shape not in {"star", "square"}
    if massive and rng.random() < 0.35:
        wide, ball = 2.3 * plan.radius, plan.radius
        channel = [(wide * (0.5 + 0.5 * t), -ball * np.cos(t * np.pi / 2)) for t in np.linspace(-0.95, 0.95, 9)]
        return [(0, 0), *channel, (wide, 0), (wide + 0.9, 0), (wide + 1, -0.1), (wide + 1, deep)]
    if plan.name in {"tin", "plastic dimples"} and rng.random() < 0.55:
        high, wide = rng.uniform(0.2, 0.6), rng.uniform(0.2, 0.7)
        return [(0, 0), (0.05, 0.8 * high), (0.12, high), (wide, high), (wide + 0.08, 0.8 * high), (wide + 0.1, deep)]
    bevel = min(0.12, 0.3 * plan.thick)
    return [(0, 0), (bevel, -0.5 * bevel), (1.3 * bevel, -1.5 * bevel), (1.3 * bevel, deep)]
