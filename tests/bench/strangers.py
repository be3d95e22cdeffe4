"""Draws boards of strangers with Blender: pictures to read cold that share no line with what the reader learnt from.

pip install bpy "numpy<2" "opencv-python-headless<4.12"    # in an environment of its own, for Blender wants old arrays
python -m tests.bench.strangers FOLDER --count 72
make bench-vision PICTURES=FOLDER

A quarter of a minute a picture. Boards, pieces, hands, tables and lights are odder than most in life, and awkward on
purpose: neighbouring colours, cat's eyes, glass, hands in the way, light too bright for the camera.
"""

import argparse
import json
import math
from pathlib import Path

import bpy
import cv2
import mathutils
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from numpy.random import Generator
from numpy.typing import NDArray

from tests.bench.stranger_boards import Layout, Made, make_board, make_pieces, position, set_colours
from tests.bench.stranger_shapes import PAINT, Colour, ball, cloudy, coat, lathe, mesh, put, rod, surface_of, varied

WIDTH, HEIGHT = 880, 660
RAYS = 10
"""Rays to a pixel; Blender takes the noise out."""
FIRST_SEED = 77000
TABLES = [
    (0.3, 0.3, 0.3),
    (0.45, 0.3, 0.18),
    (0.02, 0.08, 0.3),
    (0.03, 0.15, 0.06),
    (0.7, 0.7, 0.68),
    (0.1, 0.05, 0.03),
]
SKINS = [(0.55, 0.3, 0.2), (0.3, 0.14, 0.08), (0.1, 0.045, 0.03), (0.7, 0.42, 0.3)]
IN_THE_WAY = {"hand", "cup", "pen", "spare"}


def make_table(rng: Generator, board: Made, colours: list[Colour]) -> None:
    """The ground that the board lies on, and what else does."""
    material = coat(varied(rng, TABLES[rng.integers(len(TABLES))], 0.3), rng.uniform(0.3, 0.9))
    if rng.random() < 0.5:
        tone = np.array(surface_of(material).inputs["Base Color"].default_value[:3])
        dark, pale = (tuple(np.clip(tone * share, 0, 1)) for share in (0.6, 1.4))
        scale = rng.uniform(0.3, 6)
        cloudy(material, scale, (dark, pale), hard=False, stretch=float(rng.choice([1, 0.1])))
    corners = [(-60, -60, 0), (60, -60, 0), (60, 60, 0), (-60, 60, 0)]
    put(mesh("table", corners, [(0, 1, 2, 3)], material, smooth=False), (0, 0, -board.thick))
    for _ in range(rng.integers(0, 4)):
        angle, away = rng.uniform(0, 6.28), rng.uniform(10, 13)
        material = coat(varied(rng, PAINT[str(rng.choice(list(PAINT)))]), 0.3)
        at = np.array([away * np.cos(angle), away * np.sin(angle), -board.thick])
        kind = rng.integers(3)
        if kind == 0:
            put(lathe("cup", [(1e-4, 0), (1.3, 0), (1.5, 3), (1.4, 3), (1.2, 0.2), (1e-4, 0.2)], material), at.tolist())
        elif kind == 1:
            start, end = np.array([0, 0, 0.2]), np.array([3 * np.cos(angle + 1), 3 * np.sin(angle + 1), 0.2])
            rod("pen", at + start, at + end, 0.18, material)
        else:
            for _ in range(5):
                spare = lathe("spare", ball(0.36, 0), coat(colours[rng.integers(len(colours))], 0.2))
                put(spare, at + np.array([rng.normal(0, 0.8), rng.normal(0, 0.8), 0.36]))


def make_hand(rng: Generator, layout: Layout) -> None:
    """A hand over some place, thumb and four fingers, and its arm."""
    skin = coat(SKINS[rng.integers(len(SKINS))], 0.5)
    angle, goal = rng.uniform(0, 2 * np.pi), layout.places[rng.integers(len(layout.places))]
    back = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-back[1], back[0]])
    if goal @ back < -1:
        back, aside = -back, -aside

    def above(spot: NDArray[np.float64], height: float) -> NDArray[np.float64]:
        return np.array([*spot, height])

    palm = above(goal + back * 2.6, 1.9)
    for side, long in zip((-0.75, -0.25, 0.25, 0.75), (0.1, -0.15, -0.1, 0.2), strict=True):
        knuckle = above(goal + back * 1.4 + aside * side, 1.9)
        tip = above(goal + back * (0.25 + max(long, 0)) + aside * side * 0.45, 0.75)
        rod("hand", palm + above(aside * side, 0), knuckle, 0.34, skin)
        rod("hand", knuckle, tip, 0.27, skin)
    thumb = above(goal + back * 0.35 - aside * 0.55, 0.7)
    rod("hand", palm - above(aside * 1.1, 0.3), thumb, 0.33, skin)
    put(lathe("hand", ball(1.25, 0, 20, 0.5), skin), palm.tolist())
    rod("hand", palm, palm + above(back * 9, 0.6), 0.95, skin)


def make_camera(rng: Generator) -> tuple[object, NDArray[np.float64], float]:
    """The camera, its place and its tilt in degrees."""
    stage = bpy.context.scene
    tilt = float(rng.choice([rng.uniform(0, 12), rng.uniform(0, 38)]))
    around, away = rng.uniform(0, 2 * np.pi), rng.uniform(22, 42)
    lean = math.radians(tilt)
    eye = away * np.array([math.sin(lean) * math.cos(around), math.sin(lean) * math.sin(around), math.cos(lean)])
    aim = np.array([*rng.normal(0, 0.5, 2), 0])
    lens = bpy.data.cameras.new("camera")
    camera = bpy.data.objects.new("camera", lens)
    stage.collection.objects.link(camera)
    camera.location = eye
    facing = mathutils.Vector(aim - eye).to_track_quat("-Z", "Y").to_matrix()
    camera.rotation_euler = (facing @ mathutils.Matrix.Rotation(rng.uniform(0, 6.28), 3, "Z")).to_euler()
    lens.sensor_fit = "VERTICAL"
    lens.angle = 2 * math.atan(rng.uniform(7.6, 11) / away / math.cos(lean * 0.4))
    stage.camera = camera
    return camera, eye, tilt


def make_lights(rng: Generator) -> None:
    """A sky, and one to three lamps of any kind."""
    stage = bpy.context.scene
    stage.world = bpy.data.worlds.new("world")
    stage.world.use_nodes = True
    sky = stage.world.node_tree.nodes["Background"].inputs
    sky[1].default_value = rng.uniform(0.05, 0.8)
    sky[0].default_value = (*varied(rng, (1, 1, 1), 0.1), 1)
    for _ in range(rng.integers(1, 4)):
        kind = str(rng.choice(["AREA", "AREA", "SUN", "POINT"]))
        lamp = bpy.data.lights.new("lamp", kind)
        thing = bpy.data.objects.new("lamp", lamp)
        stage.collection.objects.link(thing)
        lift, around, away = math.radians(rng.uniform(25, 85)), rng.uniform(0, 6.28), rng.uniform(18, 60)
        place = away * np.array([
            math.cos(lift) * math.cos(around), math.cos(lift) * math.sin(around), math.sin(lift)
        ])  # fmt: skip
        thing.location = place
        thing.rotation_euler = mathutils.Vector(-place).to_track_quat("-Z", "Y").to_euler()
        warm = rng.normal(0, 0.15)
        tint = np.exp([warm, 0, -warm * 1.4])
        lamp.color = tuple(np.clip(tint, 0, 2) / tint.max())
        strength = rng.uniform(0.5, 2)
        if kind == "SUN":
            lamp.energy, lamp.angle = strength * 1.5, rng.uniform(0.01, 0.4)
            continue
        lamp.energy = strength * away * away * 12
        if kind == "AREA":
            lamp.size = rng.uniform(2, 25)
        else:
            lamp.shadow_soft_size = rng.uniform(0.3, 3)


def pixel(camera: object, point: NDArray[np.float64]) -> tuple[float, float]:
    seen = world_to_camera_view(bpy.context.scene, camera, mathutils.Vector(point))
    return seen.x * WIDTH - 0.5, (1 - seen.y) * HEIGHT - 0.5


def hidden(camera: object, eye: NDArray[np.float64], place: NDArray[np.float64], height: float, pitch: float) -> float:
    """The share of a small disc at a place, or at its piece, that hands and the like cover or that is out of sight."""
    stage, graph = bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    rim = np.linspace(0, 6.28, 8, endpoint=False)
    spots = [np.zeros(3), *(0.2 * pitch * np.array([np.cos(a), np.sin(a), 0]) for a in rim)]
    covered = 0
    for spot in spots:
        point = np.array([*place, height]) + spot
        way = mathutils.Vector(point - eye)
        met, _, _, _, thing, _ = stage.ray_cast(
            graph, mathutils.Vector(eye), way.normalized(), distance=way.length + 0.3
        )
        x, y = pixel(camera, point)
        covered += (met and thing.name.split(".")[0] in IN_THE_WAY) or not (0 <= x < WIDTH and 0 <= y < HEIGHT)
    return covered / len(spots)


def develop(rng: Generator, path: Path) -> None:
    """The rendered picture as a camera would have taken it."""
    picture = np.asarray(cv2.imread(str(path.with_suffix(".png"))), np.float32) / 255
    light = picture**2.2
    light *= rng.uniform(0.55, 0.95) / max(np.percentile(light, 97), 1e-3)
    light *= np.exp(rng.normal(0, 0.06, 3))
    soft = cv2.GaussianBlur(np.clip(light, 0, 1) ** (1 / 2.2), (0, 0), rng.uniform(0.3, 0.9))
    grainy = soft + rng.normal(0, rng.uniform(0.004, 0.02), soft.shape)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 95))]
    cv2.imwrite(str(path.with_suffix(".jpg")), np.clip(grainy * 255, 0, 255).astype(np.uint8), quality)
    path.with_suffix(".png").unlink()


def draw(number: int, layout: Layout, path: Path, threads: int) -> None:
    """One picture, and the truth beside it."""
    rng = np.random.default_rng(FIRST_SEED + number)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    board = make_board(rng, layout)
    sets, homes, phase = position(rng, layout)
    names, colours = set_colours(rng, homes, board)
    model, top = make_pieces(rng, layout, board, sets, colours)
    make_table(rng, board, colours)
    tags = [phase, model]
    if rng.random() < 0.45:
        make_hand(rng, layout)
        tags.append("hand")
    camera, eye, tilt = make_camera(rng)
    make_lights(rng)
    stage = bpy.context.scene
    stage.render.resolution_x, stage.render.resolution_y, stage.render.resolution_percentage = WIDTH, HEIGHT, 100
    stage.render.engine, stage.cycles.samples, stage.cycles.use_denoising = "CYCLES", RAYS, True
    stage.cycles.max_bounces, stage.cycles.caustics_reflective = 8, False
    stage.view_settings.view_transform = "Standard"
    stage.render.threads_mode, stage.render.threads = "FIXED", threads
    stage.render.image_settings.file_format, stage.render.filepath = "PNG", str(path.with_suffix(".png"))
    bpy.context.view_layer.update()
    places = {
        place.id: {
            "px": pixel(camera, np.array([*layout.places[at], 0])),
            "occupied": bool(sets[at] >= 0),
            "colour": f"{names[sets[at]]}{sets[at]}" if sets[at] >= 0 else None,
            "hidden": hidden(camera, eye, layout.places[at], top * 0.6 if sets[at] >= 0 else 0.0, layout.pitch),
        }
        for at, place in enumerate(layout.board.places)
    }
    bpy.ops.render.render(write_still=True)
    develop(rng, path)
    story = {
        "kind": "star", "board": board.style, "size": [WIDTH, HEIGHT], "places": places,
        "pieces": "pegs" if model in {"peg", "cone", "pawn"} else "marbles",
        "tips": {corner: places[place]["px"] for corner, place in layout.board.corners.items()},
        "tags": [*tags, f"tilt{int(tilt)}"],
    }  # fmt: skip
    path.with_suffix(".json").write_text(json.dumps(story))


def main() -> None:
    """Draw pictures FIRST to FIRST + COUNT."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=72)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--size", type=int, choices=(4, 5, 6), default=4, help="rows of a point of the star")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    layout = Layout(args.size)
    for number in range(args.first, args.first + args.count):
        draw(number, layout, args.folder / f"stranger{number:03d}", args.threads)
        print(f"{number + 1 - args.first} of {args.count}", flush=True)


if __name__ == "__main__":
    main()
