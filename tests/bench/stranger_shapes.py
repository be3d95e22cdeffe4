"""Meshes and materials of Blender, for `tests.bench.strangers`: what is turned on a lathe, rounded rods, coats."""

from collections.abc import Sequence
from typing import Any

import bpy
import mathutils
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Colour = tuple[float, float, float]
Triple = Sequence[float] | NDArray[np.float64]
Profile = list[tuple[float, float]]
"""Radius and height, from the foot upwards."""

PAINT: dict[str, Colour] = {
    "red": (0.62, 0.02, 0.02), "orange": (0.85, 0.22, 0.02), "yellow": (0.85, 0.6, 0.03), "green": (0.02, 0.25, 0.06),
    "darkgreen": (0.01, 0.09, 0.03), "blue": (0.02, 0.07, 0.5), "darkblue": (0.01, 0.02, 0.15),
    "lightblue": (0.2, 0.45, 0.75), "purple": (0.16, 0.03, 0.3), "pink": (0.8, 0.25, 0.4), "white": (0.85, 0.84, 0.8),
    "cream": (0.8, 0.7, 0.5), "black": (0.012, 0.012, 0.014), "grey": (0.3, 0.3, 0.3), "brown": (0.17, 0.06, 0.025),
    "turquoise": (0.03, 0.4, 0.42), "lime": (0.4, 0.65, 0.05), "wood": (0.5, 0.3, 0.14), "maroon": (0.2, 0.01, 0.02),
    "violet": (0.3, 0.08, 0.45),
}  # fmt: skip
"""Linear red, green, blue."""


def varied(rng: Generator, colour: Sequence[float], spread: float = 0.12) -> Colour:
    """A colour as another tin of it has it."""
    r, g, b = np.clip(np.array(colour) * np.exp(rng.normal(0, spread, 3) * 0.5 + rng.normal(0, spread)), 0.003, 0.95)
    return r, g, b


def coat(colour: Sequence[float], rough: float = 0.4, *, varnish: float = 0.0, clear: float = 0.0) -> Any:
    """A material; ``clear``: how much light goes through, as through glass."""
    material = bpy.data.materials.new("coat")
    material.use_nodes = True
    inputs = surface_of(material).inputs
    inputs["Base Color"].default_value = (*colour, 1)
    inputs["Roughness"].default_value = rough
    inputs["Transmission Weight"].default_value = clear
    inputs["IOR"].default_value = 1.5
    inputs["Coat Weight"].default_value = varnish
    return material


def surface_of(material: Any) -> Any:
    """The node that says how a material looks."""
    return material.node_tree.nodes["Principled BSDF"]


def cloudy(material: Any, scale: float, colours: tuple[Colour, Colour], *, hard: bool, stretch: float = 1.0) -> None:
    """Let two colours run into one another as clouds do, ``hard``: as in swirled glass."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    noise, ramp = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeValToRGB")
    where, mapping = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
    noise.inputs["Scale"].default_value = scale
    mapping.inputs["Scale"].default_value = (1, stretch, 1)
    if hard:
        noise.inputs["Distortion"].default_value = 3
        ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.45, 0.55
    for element, colour in zip(ramp.color_ramp.elements, colours, strict=True):
        element.color = (*colour, 1)
    links.new(where.outputs["Object"], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], surface_of(material).inputs["Base Color"])


def mesh(name: str, points: Any, faces: Any, material: Any, *, smooth: bool = True) -> Any:
    """A mesh of ``points`` (n × 3) and ``faces`` (m × corners, numbers of points)."""
    made = bpy.data.meshes.new(name)
    points, faces = np.asarray(points, np.float32), np.asarray(faces, np.int32)
    made.vertices.add(len(points))
    made.vertices.foreach_set("co", points.ravel())
    made.loops.add(faces.size)
    made.loops.foreach_set("vertex_index", faces.ravel())
    made.polygons.add(len(faces))
    made.polygons.foreach_set("loop_start", np.arange(0, faces.size, faces.shape[1], dtype=np.int32))
    made.polygons.foreach_set("use_smooth", np.full(len(faces), smooth))
    made.update(calc_edges=True)
    made.validate()
    made.materials.append(material)
    return made


def put(made: Any, at: Triple, turned: Triple = (0, 0, 0), scale: float = 1.0) -> Any:
    """A mesh on the stage."""
    thing = bpy.data.objects.new(made.name, made)
    thing.location, thing.rotation_euler, thing.scale = at, turned, (scale,) * 3
    bpy.context.scene.collection.objects.link(thing)
    return thing


def lathe(name: str, profile: Profile, material: Any, steps: int = 40) -> Any:
    """What a lathe turns out of a profile."""
    radius, height = np.array(profile).T
    angle = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    points = np.stack(
        [radius[:, None] * np.cos(angle), radius[:, None] * np.sin(angle), np.repeat(height[:, None], steps, 1)], -1
    )
    i, j = np.meshgrid(np.arange(len(profile) - 1), np.arange(steps), indexing="ij")
    k = (j + 1) % steps
    faces = np.stack([i * steps + j, i * steps + k, (i + 1) * steps + k, (i + 1) * steps + j], -1)
    return mesh(name, points.reshape(-1, 3), faces.reshape(-1, 4), material)


def ball(radius: float, middle: float, steps: int = 24, flat: float = 1.0) -> Profile:
    """The profile of a ball whose middle is so high."""
    angles = np.linspace(-np.pi / 2, np.pi / 2, steps)
    return [(max(1e-4, radius * np.cos(a)), middle + flat * radius * np.sin(a)) for a in angles]


def rod(name: str, start: NDArray[np.float64], end: NDArray[np.float64], radius: float, material: Any) -> None:
    """A rod with round ends, a little thinner at its end: a finger, an arm, a pen."""
    long = float(np.linalg.norm(end - start))
    low, high = np.linspace(-np.pi / 2, 0, 8), np.linspace(0, np.pi / 2, 8)
    profile = [(max(1e-4, radius * np.cos(a)), radius * np.sin(a)) for a in low]
    profile += [(max(1e-4, radius * 0.9 * np.cos(a)), long + radius * 0.9 * np.sin(a)) for a in high]
    turned = mathutils.Vector(end - start).to_track_quat("Z", "Y").to_euler()
    put(lathe(name, profile, material, 20), start.tolist(), turned)
