"""Tables, the things beside a board, and the light of rooms, for `tests.bench.homes`."""

from typing import Any

import bpy
import cv2
import mathutils
import numpy as np
from numpy.random import Generator

from tests.bench.home_blender import Field, as_image, box, painted, pictured
from tests.bench.home_pieces import Pieces
from tests.bench.home_textures import Shade, one_of, table_top
from tests.bench.stranger_shapes import PAINT, coat, lathe, mesh, put, varied

CLOTH, FAR = 130.0, 260.0
"""How wide a table's picture is, beyond which it is mirrored, and how far the table reaches, in centimetres."""
DRINKS: list[Shade] = [(40, 22, 12), (110, 56, 20), (190, 150, 110)]
CHINA: list[Shade] = [(235, 232, 226), (40, 60, 110), (150, 40, 36), (60, 60, 60), (210, 180, 80), (70, 100, 130)]
FLAT = {"card": (6.3, 8.8, 0.04), "carton": (24, 18, 4.0), "phone": (7.2, 15, 0.8), "die": (1.6, 1.6, 1.6)}
"""Width, depth and height of what is a box."""
THINGS = {"cup": 4.4, "card": 6.0, "carton": 15.0, "phone": 8.5, "pencil": 8.0, "die": 1.2, "spares": 5.0}
"""What lies beside a board, and how far about its middle."""
ROOMS = {
    "window": (32, (0.12, 0.4), 2, (80, 170), (50, 130), (45, 65), (0.8, 1.6)),
    "lamp": (20, (0.06, 0.25), 1, (55, 65), (55, 90), (5, 14), (1.2, 2.4)),
    "ceiling": (20, (0.15, 0.4), 3, (0, 90), (150, 200), (20, 50), (0.5, 1.1)),
    "evening": (13, (0.03, 0.12), 1, (90, 140), (70, 130), (15, 30), (0.5, 1)),
    "overcast": (9, (0.5, 0.9), 2, (80, 170), (50, 130), (45, 65), (0.8, 1.6)),
    "sun": (6, (0.4, 0.8), 1, (140, 150), (80, 90), (80, 81), (0.3, 0.4)),
}
"""Lights: how often each is met, how much comes from all around, from and to, and how many lamps or panes there are at
most; how far aside each is, how high, how wide and how strong, from and to.
"""


class Table:
    """The table at height ``low``, and what lies on it beside the board, whose rim is given."""

    def __init__(self, rng: Generator, rim: Field, low: float) -> None:
        self.rng, self.rim, self.low = rng, rim.astype(np.float32), low
        self.taken: list[tuple[Field, float]] = []
        picture, self.name, rough = table_top(rng, CLOTH)
        turn, reach = rng.uniform(0, 2 * np.pi), float(np.abs(rim).max())
        self.edge = 1.3 * reach + rng.uniform(3, 25) if rng.random() < 0.2 else FAR
        self.across = np.array([np.cos(turn), np.sin(turn)])
        varnish = 0.4 if rough < 0.6 and rng.random() < 0.3 else 0.0
        material = pictured(painted((0, 0, 0), rough, varnish), as_image(picture), CLOTH, CLOTH)
        corners = [(self.edge, -FAR, 0), (self.edge, FAR, 0), (-FAR, FAR, 0), (-FAR, -FAR, 0)]
        corners += [(self.edge, -FAR, -4), (self.edge, FAR, -4)]
        top = mesh("table", corners, [(0, 1, 2, 3), (4, 5, 1, 0)], material, smooth=False)
        put(top, (0, 0, low - 0.01), (0, 0, turn))
        put(box("floor", 1800, 1800, 1, coat(varied(rng, PAINT["grey"], 0.4), 0.6)), (0, 0, low - 75))

    def free(self, at: Field, radius: float) -> bool:
        """Whether something so wide may lie there."""
        beside = cv2.pointPolygonTest(self.rim, at.tolist(), True) < -radius - 0.3
        apart = all(np.linalg.norm(at - other) > radius + wide for other, wide in self.taken)
        return beside and apart and at @ self.across < self.edge - radius

    def strew(self, pieces: Pieces) -> tuple[list[Any], list[str]]:
        """Lay things beside the board, spare pieces as well: what they are made of, and what they are."""
        made, kinds = [], []
        for kind in self.rng.choice(list(THINGS), self.rng.integers(0, 6)).tolist():
            for _ in range(20):
                angle, away = self.rng.uniform(0, 2 * np.pi), THINGS[kind] + self.rng.uniform(0, 25)
                at = (0.8 * np.abs(self.rim).max() + away) * np.array([np.cos(angle), np.sin(angle)])
                if self.free(at, THINGS[kind]):
                    made += self._spares(at, pieces) if kind == "spares" else self._lay(kind, at)
                    self.taken.append((at, THINGS[kind]))
                    kinds.append(kind)
                    break
        return made, kinds

    def _spares(self, at: Field, pieces: Pieces) -> list[Any]:
        made, radius = [], pieces.radius
        for stray in self.rng.normal(at, 2, (self.rng.integers(2, 10), 2)):
            if self.free(stray, radius):
                self.taken.append((stray, radius))
                high = self.low + (radius if pieces.round else 0)
                made += pieces.put(one_of(self.rng, pieces.names), (*stray, high))
        return made

    def _lay(self, kind: str, spot: Field) -> list[Any]:
        rng, at, turn = self.rng, np.array([*spot, self.low]), self.rng.uniform(0, 2 * np.pi)
        if kind == "cup":
            return [put(part, at, (0, 0, turn)) for part in _cup(rng)]
        if kind == "pencil":
            shape = [(1e-3, -8), (0.12, -7.5), (0.36, -6.6), (0.36, 8), (1e-3, 8)]
            paint = coat(varied(rng, PAINT[one_of(rng, list(PAINT))]), 0.3)
            return [put(lathe(kind, shape, paint, 6), at - (0, 0, -0.36), (np.pi / 2, 0, turn))]
        (wide, deep, high), made = FLAT[kind], []
        for layer in range(rng.integers(1, 4) if kind == "card" else 1):
            material = painted((12, 12, 14) if kind == "phone" else one_of(rng, CHINA), 0.1)
            if kind in {"card", "carton"}:
                pictured(material, as_image(_printed(rng, kind)), wide, deep)
            stray = np.array([*rng.normal(0, 0.8, 2), 0.05]) * layer
            thing = box(kind, wide, deep, high, material)
            made.append(put(thing, at + stray, (0, 0, turn + rng.normal(0, layer))))
        return made


def _cup(rng: Generator) -> list[Any]:
    high, radius, china = rng.uniform(6, 9.5), rng.uniform(3.4, 4.2), painted(one_of(rng, CHINA), 0.15, 0.5)
    wall = [(1e-3, 0.1), (0.7 * radius, 0), (0.9 * radius, 0.4), (radius, 0.4 * high), (radius, high)]
    inside = [(radius - 0.3, high), (radius - 0.3, 0.8 * high)]
    drink = lathe("drink", [(1e-3, 0.8 * high), (radius - 0.3, 0.8 * high)], painted(one_of(rng, DRINKS), 0.03))
    return [lathe("cup", [*wall, *inside], china, 48), drink]


def _printed(rng: Generator, kind: str) -> Any:
    """What is on a playing card or on the carton of a game."""
    wide, deep, _ = FLAT[kind]
    picture = np.full((int(deep * 28), int(wide * 28), 3), 246, np.float32)
    ink: Any = one_of(rng, [(190, 20, 30), (20, 20, 24)])
    if kind == "carton":
        picture[:] = one_of(rng, [(190, 40, 40), (30, 70, 140), (235, 200, 70), (230, 226, 214), (40, 110, 80)])
        cv2.rectangle(picture, (16, 16), (int(wide * 28) - 16, int(deep * 28) - 16), (250, 250, 240), 6)
        cv2.putText(picture, one_of(rng, ["CHINESE", "STAR", "HALMA"]), (70, 130), 3, 3, ink, 6, cv2.LINE_AA)
    else:
        cv2.putText(picture, one_of(rng, "A23456789JQK"), (8, 42), 2, 1.2, ink, 2, cv2.LINE_AA)
    for x, y in rng.uniform((0.2, 0.35), (0.8, 0.9), (rng.integers(1, 8), 2)) * (wide * 28, deep * 28):
        colour: Any = ink if kind == "card" else one_of(rng, CHINA)
        cv2.circle(picture, (int(x), int(y)), 14, colour, -1, cv2.LINE_AA)
    return picture


def light_room(rng: Generator) -> tuple[str, Field]:
    """Lamps, windows or the sun, and the room that things mirror: what light it is, and its colour."""
    kind, turn = one_of(rng, list(ROOMS), [room[0] for room in ROOMS.values()]), rng.uniform(0, 2 * np.pi)
    tint, room = np.array([rng.uniform(0.85, 0.95), 0.95, 1]), np.array([1, 0.97, 0.93])
    if kind in {"lamp", "evening", "ceiling"}:
        warm = np.array([1, rng.uniform(0.68, 0.8), rng.uniform(0.38, 0.55)])
        tint = warm * 0.4 + 0.6 if kind == "ceiling" else warm
        room = np.array([0.7, 0.8, 1]) if kind == "evening" and rng.random() < 0.4 else (tint + 1) / 2
    _, around, most, *ranges = ROOMS[kind]
    for lamp in range(rng.integers(1, most + 1)):
        far, high, wide, strength = (rng.uniform(*ends) for ends in ranges)
        angle = turn + lamp * (0.6 if kind == "window" else 2.5)
        at = np.array([far * np.cos(angle), far * np.sin(angle), high])
        _lamp(at, wide, strength, tint, pane=kind in {"window", "overcast"})
    if kind == "sun":
        tint = np.array([1, 0.93, 0.82])
        _sun(rng, turn, tint)
    _walls(rng, room * rng.uniform(*around))
    return kind, tint


def _lamp(at: Field, wide: float, strength: float, colour: Field, *, pane: bool) -> None:
    """A shining disc, or the pane of a window, that lights the board so much."""
    lamp = bpy.data.lights.new("lamp", "AREA")
    lamp.shape, lamp.size, lamp.size_y = "RECTANGLE" if pane else "DISK", wide, 1.5 * wide
    lamp.energy, lamp.color = strength * np.pi * float(at @ at), colour
    put(lamp, at, mathutils.Vector(at).to_track_quat("Z", "Y").to_euler())


def _sun(rng: Generator, turn: float, colour: Field) -> None:
    """The sun, and often a bar or two between it and the board."""
    lift = np.radians(rng.uniform(28, 60))
    way = np.array([np.cos(turn) * np.cos(lift), np.sin(turn) * np.cos(lift), np.sin(lift)])
    sun = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle, sun.color = rng.uniform(3, 5), np.radians(rng.uniform(0.5, 3)), colour
    put(sun, (0, 0, 0), mathutils.Vector(way).to_track_quat("Z", "Y").to_euler())
    for _ in range(rng.integers(0, 4)):
        bar = box("bar", rng.uniform(3, 6), 160, 0.5, painted((20, 20, 22)))
        put(bar, way * 150 + rng.normal(0, (15, 15, 0)), (0, 0, rng.uniform(0, 3)))


def _walls(rng: Generator, light: Field) -> None:
    """A room all around: pale ceiling, darker floor, and things and openings on its walls."""
    lift = np.linspace(1, -1, 64)[:, None]
    room = np.where(lift > 0.35, 1.1, np.where(lift > -0.1, 0.75, 0.35))[..., None] * np.ones((64, 128, 1)) * light
    for _ in range(rng.integers(3, 10)):
        x, y = rng.integers(0, 110), rng.integers(16, 50)
        room[y : y + rng.integers(3, 13), x : x + rng.integers(4, 19)] *= rng.uniform(0.25, 1.7)
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    bpy.context.scene.world = world
    around = world.node_tree.nodes.new("ShaderNodeTexEnvironment")
    around.image = as_image(cv2.GaussianBlur(room, (0, 0), 0.8), light=True)
    world.node_tree.links.new(around.outputs[0], world.node_tree.nodes["Background"].inputs[0])
