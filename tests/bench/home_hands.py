"""Hands in the round for `tests.bench.homes`: pinching, pointing or flat, with an arm or a sleeve."""

from dataclasses import dataclass
from typing import Any

import mathutils
import numpy as np
from numpy.random import Generator

from tests.bench.home_blender import Field, linear, painted, tubes
from tests.bench.home_textures import Shade, one_of
from tests.bench.stranger_shapes import cloudy, put

SKINS: list[Shade] = [(226, 176, 148), (212, 156, 124), (190, 132, 98), (150, 98, 68), (110, 70, 50), (234, 190, 166)]
SLEEVES: list[Shade] = [(60, 80, 130), (200, 200, 205), (40, 40, 44), (140, 50, 50), (90, 120, 90), (210, 180, 140)]
KNUCKLES = np.array([(-2.9, 8.7, 0.1), (-0.95, 9.2, 0.35), (1.0, 8.9, 0.3), (2.75, 8.0, 0)])
LENGTHS, THICK, TIP = (7.0, 7.8, 7.2, 5.7), (0.95, 0.98, 0.92, 0.8), (0.72, 0.74, 0.7, 0.6)
"""Of the four fingers, forefinger first: length, radius at the knuckle, radius at the tip."""
WRISTS, THUMB = (-1.6, -0.5, 0.6, 1.5), np.array([-2.4, 2.2, -0.9])

Limb = tuple[Field, Field, float, float]
"""Start and end of a rod with round ends, and its radius at each."""


@dataclass(frozen=True)
class Pose:
    """How a hand is held: how far each finger's joints bend and fingers spread, its pitch from and to (degrees)."""

    bends: tuple[tuple[int, int, int], ...]
    spread: tuple[float, ...]
    pitch: tuple[float, float]


POSES = {
    "pinch": Pose(((28, 42, 22), (34, 50, 26), (46, 62, 32), (54, 66, 34)), (0.06, 0.02, -0.02, -0.07), (8, 26)),
    "point": Pose(((14, 12, 8), (66, 88, 45), (70, 92, 48), (72, 90, 45)), (0.06, 0.02, -0.02, -0.07), (4, 20)),
    "flat": Pose(((6, 9, 5), (4, 8, 5), (6, 9, 6), (9, 12, 8)), (0.16, 0.03, -0.07, -0.2), (-2, 5)),
}


def make_hand(rng: Generator, pose: str, at: Field, way: float) -> list[Any]:
    """A hand whose fingers touch a point, reaching in from the way (radians) its arm lies."""
    held, size, mirrored = POSES[pose], rng.uniform(0.82, 1.08), 1 if rng.random() < 0.75 else -1
    limbs = _fingers(rng, held)
    first = limbs[2][1]
    thumb = {"pinch": first - (0.7, 0.9, 0.35), "point": np.array([-1.2, 7.2, -3]), "flat": np.array([-6.6, 8, -1])}
    touch = {"pinch": (first + thumb["pinch"]) / 2, "point": first - (0, -0.3, 0.6), "flat": np.array([0, 9, -1.6])}
    pitch = np.radians(rng.uniform(*held.pitch))
    elbow = np.array([rng.uniform(-3, 3), -26, -26 * np.tan(pitch - np.radians(rng.uniform(3, 13)))])
    limbs += [*_thumb(thumb[pose], out=0.8 if pose == "flat" else 1.5), *_palm()]
    limbs += [(np.array([side, 0, 0]), elbow - (-1.6 * side, 0, 0), 1.85, 3.2) for side in (-0.75, 0.75)]
    rings = np.array([_rod(*limb) for limb in limbs])
    turn = mathutils.Matrix.Rotation(way + np.pi / 2, 3, "Z")
    roll = mathutils.Matrix.Rotation(np.radians(rng.uniform(-18, 14)) * mirrored, 3, "Y")
    pitched = mathutils.Matrix.Rotation(-pitch, 3, "X")
    turned = np.array(turn @ roll @ pitched) * size * (mirrored, 1, 1)

    def placed(points: Field) -> Field:
        return np.asarray((points - touch[pose]) @ turned.T + at)

    tone = np.array(one_of(rng, SKINS))
    skin = painted(tone.tolist(), 0.5)
    cloudy(skin, 0.5, (linear(tone * (1.03, 0.92, 0.89)), linear(tone * 1.05)), hard=False)
    # Mirrored rings would show their insides.
    hand = put(tubes("hand", placed(rings)[:, :, ::mirrored], skin), (0, 0, 0))
    melt, even = hand.modifiers.new("melt", "REMESH"), hand.modifiers.new("even", "SMOOTH")
    melt.mode, melt.voxel_size, melt.use_smooth_shade = "VOXEL", 0.2, True
    even.factor, even.iterations = 0.5, 7
    return [hand, _arm(rng, elbow, placed, skin)]


def _fingers(rng: Generator, pose: Pose) -> list[Limb]:
    """The four fingers, palm down and away from the wrist."""
    limbs: list[Limb] = []
    for start, bends, aside, long, thick, tip in zip(
        KNUCKLES, pose.bends, pose.spread, LENGTHS, THICK, TIP, strict=True
    ):
        bent, at = 0.0, start
        for bend, share, before, after in zip(bends, (0.47, 0.3, 0.23), (0, 0.45, 0.75), (0.45, 0.75, 1), strict=True):
            bent += np.radians(bend + rng.normal(0, 4))
            ahead = np.array([-np.sin(aside) * np.cos(bent), np.cos(bent) * np.cos(aside), -np.sin(bent)])
            end = at + ahead * long * share
            limbs.append((at, end, thick + (tip - thick) * before, thick + (tip - thick) * after))
            at = end
    return limbs


def _thumb(tip: Field, out: float) -> list[Limb]:
    knuckle = THUMB + (tip - THUMB) * 0.48 + (-out, -0.2, 0.2)
    joint = knuckle + (tip - knuckle) * 0.52 + (-0.45, 0.1, 0.25)
    return [(THUMB, knuckle, 1.5, 1.1), (knuckle, joint, 1.08, 0.95), (joint, tip, 0.95, 0.8)]


def _palm() -> list[Limb]:
    wrists = [np.array([x, 0.2, 0]) for x in WRISTS]
    limbs = [(wrist, knuckle - (0, 0, 0.15), 1.35, 1.02) for wrist, knuckle in zip(wrists, KNUCKLES, strict=True)]
    across = [(KNUCKLES[i] - (0, 0.6, 0.2), KNUCKLES[i + 1] - (0, 0.6, 0.2), 0.9, 0.85) for i in range(3)]
    sides = [((2.2, 2, -0.6), (2.6, 6.5, -0.5), 1.35, 1.1), ((-1.2, 1, -0.3), (-1.9, 6.5, -0.4), 1.4, 1.1)]
    return [*limbs, *across, *((np.array(start), np.array(end), one, other) for start, end, one, other in sides)]


def _rod(start: Field, end: Field, thick: float, thin: float) -> Field:
    """A limb as rings of points."""
    ahead = (end - start) / np.linalg.norm(end - start)
    one: Field = np.cross(ahead, (1.0, 0, 0) if abs(ahead[0]) < 0.8 else (0, 0, 1.0))
    one = one / np.linalg.norm(one)
    angle, lift = np.linspace(0, 2 * np.pi, 16, endpoint=False), np.linspace(0, np.pi / 2, 6)
    ring = np.cos(angle)[:, None] * one + np.sin(angle)[:, None] * np.cross(ahead, one)
    low = [start - ahead * thick * np.cos(a) + ring * max(1e-3, thick * np.sin(a)) for a in lift]
    return np.array([*low, *(end + ahead * thin * np.sin(a) + ring * max(1e-3, thin * np.cos(a)) for a in lift)])


def _arm(rng: Generator, elbow: Field, placed: Any, skin: Any) -> Any:
    """What follows the forearm: a sleeve with folds, or the bare arm."""
    sleeve = rng.random() < 0.7
    start = one_of(rng, [-2, -3, -8, -14]) if sleeve else -24
    along: Field = np.linspace(start, -60, 30)[:, None]
    angle: Field = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    share = np.minimum(1.3, -along / 26)
    wide, high = 4.2 + 0 * along, 3.3 + 0 * along
    if sleeve:
        high = 0.9 * (2.6 + 1.7 * share + 0.12 * np.sin(np.arange(30)[:, None] * 1.9 + rng.uniform(0, 6)))
        wide = high / 0.9 + 0.5
    folds = 1 + 0.03 * sleeve * np.sin(3 * angle + np.arange(30)[:, None])
    x = elbow[0] * share + wide * np.cos(angle) * folds
    z = elbow[2] * share + high * np.sin(angle)
    material = painted(one_of(rng, SLEEVES), 0.95) if sleeve else skin
    rings = np.stack([x, np.broadcast_to(along, x.shape), z], -1)
    return put(tubes("arm", placed(rings)[None], material), (0, 0, 0))
