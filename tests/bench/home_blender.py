"""Materials, pictures on things and meshes of Blender beyond `stranger_shapes`, for `tests.bench.homes`.

Lengths are centimetres.
"""

from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from tests.bench.home_textures import Shade
from tests.bench.stranger_shapes import Colour, coat, mesh, surface_of

Field = NDArray[np.float64]


def linear(shade: Shade) -> Colour:
    """A screen's shade as an amount of light."""
    share = np.asarray(shade, float) / 255
    r, g, b = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return r, g, b


def on_screen(light: NDArray[Any]) -> NDArray[Any]:
    """Amounts of light, 0 to 1, as a screen is told them, 0 to 255."""
    low = np.clip(light, 0, 1)
    return np.asarray(255 * np.where(low <= 0.0031308, low * 12.92, 1.055 * low ** (1 / 2.4) - 0.055))


def painted(shade: Shade, rough: float = 0.4, varnish: float = 0.0) -> Any:
    """A material of one shade."""
    return coat(linear(shade), rough, varnish=varnish)


def as_image(picture: NDArray[Any], clear: NDArray[Any] | None = None, *, light: bool = False) -> Any:
    """A picture for Blender; ``clear``: how much of each pixel is there at all; ``light``: amounts, not shades."""
    tall, wide = picture.shape[:2]
    image = bpy.data.images.new("picture", wide, tall, alpha=True, float_buffer=light)
    pixels = np.ones((tall, wide, 4), np.float32)
    pixels[..., :3] = picture if light else np.clip(picture / 255, 0, 1)
    if clear is not None:
        pixels[..., 3] = clear
        image.alpha_mode = "CHANNEL_PACKED"
    image.pixels.foreach_set(pixels[::-1].ravel())
    image.pack()
    return image


def pictured(material: Any, image: Any, wide: float, tall: float, *, world: bool = False, clear: bool = False) -> Any:
    """The material with a picture so wide and tall laid on from above, about the thing's middle or the world's."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    where = nodes.new("ShaderNodeNewGeometry").outputs["Position"]
    if not world:
        where = nodes.new("ShaderNodeTexCoord").outputs["Object"]
    laid, texture = nodes.new("ShaderNodeMapping"), nodes.new("ShaderNodeTexImage")
    laid.inputs["Scale"].default_value = (1 / wide, 1 / tall, 1)
    laid.inputs["Location"].default_value = (0.5, 0.5, 0)
    texture.image, texture.extension = image, "MIRROR"
    links.new(where, laid.inputs["Vector"])
    links.new(laid.outputs["Vector"], texture.inputs["Vector"])
    links.new(texture.outputs["Color"], surface_of(material).inputs["Base Color"])
    if clear:
        links.new(texture.outputs["Alpha"], surface_of(material).inputs["Alpha"])
    return material


def each_its_own(material: Any, spread: float) -> Any:
    """The material a little paler or darker on each thing that has it."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    thing, share, tint = (nodes.new(f"ShaderNode{kind}") for kind in ("ObjectInfo", "MapRange", "HueSaturation"))
    share.inputs["To Min"].default_value, share.inputs["To Max"].default_value = 1 - spread, 1 + spread
    colour = surface_of(material).inputs["Base Color"]
    tint.inputs["Color"].default_value = colour.default_value
    links.new(thing.outputs["Random"], share.inputs["Value"])
    links.new(share.outputs["Result"], tint.inputs["Value"])
    links.new(tint.outputs["Color"], colour)
    return material


def mixed(material: Any, other: Any, share: float, *, shadows: bool = False) -> None:
    """Let ``other`` (a shader) stand for a share of what the material shows, or of the shadows that it casts."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    end, mix = nodes["Material Output"].inputs["Surface"], nodes.new("ShaderNodeMixShader")
    shown = end.links[0].from_socket
    mix.inputs[0].default_value = share
    if shadows:
        part = nodes.new("ShaderNodeMath")
        part.operation, part.inputs[1].default_value = "MULTIPLY", share
        links.new(nodes.new("ShaderNodeLightPath").outputs["Is Shadow Ray"], part.inputs[0])
        links.new(part.outputs[0], mix.inputs[0])
    links.new(shown, mix.inputs[1])
    links.new(other.outputs[0], mix.inputs[2])
    links.new(mix.outputs[0], end)


def shader(material: Any, kind: str, colour: Shade) -> Any:
    """Another shader in a material, by Blender's name for it."""
    made = material.node_tree.nodes.new(f"ShaderNodeBsdf{kind}")
    made.inputs[0].default_value = (*colour, 1)
    return made


def glass(colour: Colour, milk: float) -> Any:
    """Coloured glass, a share of it milk, which shows its own colour on any ground; its shadow has its colour, too."""
    material = coat(colour, 0.035, clear=1)
    body = shader(material, "Principled", np.clip(np.array(colour) * 1.2, 0, 0.95).tolist())
    body.inputs["Roughness"].default_value = 0.05
    mixed(material, body, milk)
    mixed(material, shader(material, "Transparent", (np.sqrt(colour) * 1.3).tolist()), 1, shadows=True)
    return material


def thin(colour: Colour) -> Any:
    """What light shines through from behind: the blades in a cat's eye."""
    material = coat(colour, 0.5)
    mixed(material, shader(material, "Translucent", colour), 0.45)
    mixed(material, shader(material, "Transparent", np.sqrt(colour).tolist()), 0.5, shadows=True)
    return material


def box(name: str, wide: float, deep: float, high: float, material: Any) -> Any:
    """A box that stands on its middle."""
    corners = [(x * wide / 2, y * deep / 2, z * high) for z in (0, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    faces = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return mesh(name, corners, faces, material, smooth=False)


def tubes(name: str, rings: Field, material: Any, *, smooth: bool = True) -> Any:
    """Tubes in one mesh, each of rings of points: ``rings`` is tubes × rings × points × 3."""
    many, long, around = rings.shape[:3]
    tube, i, j = np.meshgrid(np.arange(many), np.arange(long - 1), np.arange(around), indexing="ij")
    here, beside = (tube * long + i) * around + j, (tube * long + i) * around + (j + 1) % around
    faces = np.stack([here, beside, beside + around, here + around], -1)
    return mesh(name, rings.reshape(-1, 3), faces.reshape(-1, 4), material, smooth=smooth)
