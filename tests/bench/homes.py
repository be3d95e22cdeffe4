"""Draws star boards as shops sell them, in homes, by phone: pictures with truth, drawn by Blender.

pip install bpy "numpy<2" "opencv-python-headless<4.12"    # in an environment of its own, for Blender wants old arrays
python -m tests.bench.homes FOLDER --first 0 --count 60
make bench-vision PICTURES=FOLDER

A third of a minute a picture. Unlike the boards of `tests.bench.strangers` these are as people own and light them.
"""

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import bpy
import cv2
import mathutils
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware.simulated.players import choose
from rules import catalogue
from rules.geometry import PlaceId
from rules.hop_game import HopGame
from rules.sight import EMPTY
from rules.star.places import CORNERS
from tests.bench.home_blender import Field, box, on_screen, painted
from tests.bench.home_boards import REACH, STAR, Plan, build, make_plan
from tests.bench.home_hands import POSES, make_hand
from tests.bench.home_pieces import Pieces, choose_colours
from tests.bench.home_prints import Printer
from tests.bench.home_rooms import Table, light_room
from tests.bench.home_textures import Shade, one_of
from tests.bench.stranger_shapes import ball, lathe, put

FIRST_SEED = 91000
SIZES = {(1280, 960): 54, (1600, 1200): 6, (1280, 720): 8, (960, 1280): 18, (1440, 1080): 7, (1024, 768): 7}
MOST_PIXELS = 880_000
"""Rendered so finely at most; greater pictures are enlarged."""
DISC = np.array([(0.0, 0.0), *(
    (share * np.cos(angle), share * np.sin(angle))
    for share, count in ((0.35, 6), (0.65, 12), (0.92, 18))
    for angle in np.arange(count) * 2 * np.pi / count
)])  # fmt: skip
"""Where on a place or piece, in its radius, it is asked whether something covers it."""

Light = NDArray[np.float32]


def play(rng: Generator) -> tuple[dict[PlaceId, str], tuple[str, ...], str]:
    """Which set lies on which places, the sets, and how far the game is."""
    players = one_of(rng, [2, 3, 4, 6], [34, 16, 16, 34])
    many = (players == 2 and rng.random() < 0.3) or (players == 3 and rng.random() < 0.12)
    game = catalogue.game("star", players=players, pieces=15 if many else 10)
    assert isinstance(game, HopGame)
    phase = one_of(rng, ["start", "mid", "end"], [25, 50, 25])
    rounds = {"start": rng.choice([0, 0, 0, 1, 2]), "mid": rng.integers(4, 18), "end": rng.integers(18, 32)}[phase]
    position, random = game.start(), Random(int(rng.integers(1 << 30)))
    for _ in range(rounds * players):
        if position.to_move is None:
            break
        position = game.play(position, choose(game, position, random))
    lies = {place: str(token) for place, token in game.view(position).items() if token != EMPTY}
    if rng.random() < 0.05:  # one got lost long ago
        lies.pop(one_of(rng, list(lies)))
    return lies, tuple(str(one.token) for one in game.setup.sets), phase


def point_colours(rng: Generator, sets: dict[str, Shade]) -> dict[str, Shade]:
    """The colours of a board's points: the usual ones, or those of the pieces that came with it."""
    usual = [on_screen(np.array(colour)).tolist() for colour in choose_colours(rng, 6, "opaque").values()]
    return dict(zip(CORNERS, usual, strict=True)) | (sets if rng.random() < 0.55 else {})


class Camera:
    """A phone's camera: ``axes`` right, up and back, ``focal`` in pixels, ``bend`` how far its lens bends lines."""

    def __init__(self, size: tuple[int, int], focal: float, bend: float, eye: Field, axes: Field) -> None:
        self.size, self.focal, self.bend, self.eye, self.axes = size, focal, bend, eye, axes
        self.middle, self.half = (np.array(size) - 1) / 2, float(np.linalg.norm(size)) / 2
        self.wider = 1.005 + max(0, bend)
        """How much wider Blender's picture is than the phone's."""

    def straight(self, pixels: Field) -> Field:
        """Where a lens that bends nothing would show what these pixels show, from the middle."""
        away = pixels - self.middle
        return np.asarray(away * (1 + self.bend * (away**2).sum(-1, keepdims=True) / self.half**2))

    def project(self, points: Field) -> Field:
        """Pixels of points, n × 3."""
        seen = (points - self.eye) @ self.axes.T
        away = seen[..., :2] * (1, -1) / -seen[..., 2:] * self.focal
        far = np.linalg.norm(away, axis=-1, keepdims=True)
        bent = far
        for _ in range(12):
            bent = far / (1 + self.bend * bent**2 / self.half**2)
        return np.asarray(away * bent / np.maximum(far, 1e-9) + self.middle)


def aim(rng: Generator, plan: Plan) -> tuple[Camera, float, float]:
    """A camera that sees all places of the board, its tilt, and how large the star is in its picture."""
    size = one_of(rng, list(SIZES), list(SIZES.values()))
    focal = max(size) / 2 / np.tan(np.radians(rng.uniform(36, 68)) / 2)
    bend = float(rng.choice([0, rng.uniform(-0.04, 0.05)]))
    span = one_of(rng, [(250, 420), (420, 700), (700, 1000)], [14, 36, 50])
    star = rng.uniform(*span) * min(size) / 960
    tilt = np.radians(rng.uniform(*one_of(rng, [(0, 8), (8, 25), (25, 40)], [30, 42, 28])))
    places = np.c_[plan.places, plan.heights(plan.places)]
    tips = [STAR.index[place] for place in STAR.corners.values()]
    while True:
        around, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.12) if rng.random() < 0.8 else rng.uniform(-1.6, 1.6)
        back = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
        up = np.array([-np.cos(around), -np.sin(around), 0]) + back * np.sin(tilt)
        up /= np.linalg.norm(up)
        right = np.cross(up, back)
        right, up = right * np.cos(roll) + up * np.sin(roll), up * np.cos(roll) - right * np.sin(roll)
        axes = np.array([right, up, back])
        free = 0.04 + 0.45 * max(0, 1 - star / (0.95 * min(size)))
        target, away = np.array([*rng.normal(0, 1, 2), 0]) * plan.half * free, 2 * REACH * plan.pitch * focal / star
        for _ in range(6):
            camera = Camera(size, float(focal), bend, target + away * back, axes)
            pixels = camera.project(places)
            away *= np.linalg.norm(pixels[tips[:3]] - pixels[tips[3:]], axis=1).max() / star
        if pixels.min() > 8 and (pixels < np.array(size) - 8).all() and camera.eye[2] > 12:
            return camera, float(np.degrees(tilt)), star
        star *= 0.995


def set_up(camera: Camera, samples: int, seed: int) -> None:
    """Blender's camera, a little wider than the phone's so that its lens can bend lines, and its tracer."""
    stage = bpy.context.scene
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit, lens.sensor_width, lens.clip_start, lens.clip_end = "HORIZONTAL", 36, 0.5, 3000
    lens.lens = 36 * camera.focal / (camera.size[0] * camera.wider)
    stage.camera = put(lens, camera.eye, mathutils.Matrix(camera.axes.T).to_euler())
    stage.render.engine, cycles = "CYCLES", stage.cycles
    cycles.device, cycles.samples, cycles.use_adaptive_sampling, cycles.seed = "CPU", samples, False, seed
    cycles.use_denoising, cycles.denoiser, cycles.denoising_prefilter = True, "OPENIMAGEDENOISE", "FAST"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transmission_bounces = 5, 1, 2, 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 4, 0.5
    stage.render.threads_mode, stage.render.threads = "FIXED", 1
    share = min(1, np.sqrt(MOST_PIXELS / np.prod(camera.size)))
    stage.render.resolution_x, stage.render.resolution_y = (round(side * share) for side in camera.size)
    stage.render.resolution_percentage = 100
    stage.render.image_settings.file_format = "HDR"


def put_photographer(camera: Camera) -> None:
    """The phone and the head above it, which shade the board and are mirrored in it."""
    _, up, back = camera.axes
    wide, deep = (15, 7.2) if camera.size[0] > camera.size[1] else (7.2, 15)
    phone = box("phone", wide, deep, 0.8, painted((20, 20, 22), 0.3))
    put(phone, camera.eye + back * 0.6, mathutils.Matrix(camera.axes.T).to_euler())
    put(lathe("head", ball(11, 0), painted((120, 100, 90), 0.7)), camera.eye + back * 32 - up * 14)


def reach_in(rng: Generator, plan: Plan, pieces: Pieces, lies: dict[PlaceId, str], names: dict[str, str]) -> Any:
    """Perhaps a hand, which may hold one of the pieces: what it is made of, and how it is held."""
    if rng.random() > 0.27:
        return [], []
    pose = one_of(rng, list(POSES), [55, 20, 25])
    goal = one_of(rng, list(STAR.index) if pose == "flat" else list(lies))
    lift, held = 0.8 if pose == "flat" else 0.3, None
    if pose == "pinch" and rng.random() < 0.6:
        held, lift = lies.pop(goal), rng.uniform(0.3, 4)
        near = [place for place in STAR.index if place not in lies and STAR.distance(place, goal) < 6]
        goal = one_of(rng, near)
    at = np.array([*plan.places[STAR.index[goal]], pieces.top + lift])
    outwards = np.arctan2(at[1], at[0]) if np.hypot(*at[:2]) > plan.pitch else rng.uniform(0, 2 * np.pi)
    made = make_hand(rng, pose, at, outwards + rng.normal(0, 0.55))
    if held is not None:
        down = 0.2 * pieces.radius if pieces.round else 0.5 * pieces.top
        made += pieces.put(names[held], at - (0, 0, down + 0.3))
    return made, ["hand", f"hand {pose}"]


def hidden(camera: Camera, things: list[Any], at: Field, radius: float, *, facing: bool) -> float:
    """The share of a disc, level or facing the camera, that things cover or that is out of the picture."""
    one, other = np.array([1.0, 0, 0]), np.array([0, 1.0, 0])
    if facing:
        one = np.cross(camera.eye - at, camera.axes[1])
        one /= np.linalg.norm(one)
        other = np.cross(camera.eye - at, one) / np.linalg.norm(camera.eye - at)
    spots = at + radius * (DISC[:, :1] * one + DISC[:, 1:] * other)
    pixels = camera.project(spots)
    gone: Any = ((pixels < 0) | (pixels >= np.array(camera.size))).any(1)
    graph = bpy.context.evaluated_depsgraph_get()
    for thing in things:
        seen_from = thing.matrix_world.inverted()
        eye = seen_from @ mathutils.Vector(camera.eye)
        for number in np.flatnonzero(~gone):
            ray = seen_from @ mathutils.Vector(spots[number]) - eye
            gone[number] = thing.ray_cast(eye, ray, distance=ray.length - 0.02, depsgraph=graph)[0]
    return float(gone.mean())


def truth(camera: Camera, things: list[Any], plan: Plan, pieces: Pieces, lies: dict[PlaceId, str]) -> Any:
    """What is told of every place; ``lies``: the colour of the piece on it."""
    told = {}
    middles = np.c_[plan.places, plan.heights(plan.places)]
    pixels = camera.project(middles).round(1).tolist()
    for place, at in STAR.index.items():
        held = place in lies
        middle = middles[at] + (0, 0, pieces.middle if held else 0)
        radius = 0.85 * pieces.radius if held else plan.bare
        share = round(hidden(camera, things, middle, radius, facing=held), 2)
        told[place] = {"px": pixels[at], "occupied": held, "colour": lies.get(place), "hidden": share}
    return told


def through_lens(camera: Camera, light: Light) -> Light:
    """The rendered light as the phone's lens shows it, at its picture's size."""
    wide, tall = camera.size
    pixels = np.stack(np.meshgrid(np.arange(wide), np.arange(tall)), -1).astype(float)
    at = camera.straight(pixels) / camera.wider + camera.middle
    at = ((at + 0.5) * (light.shape[1] / wide, light.shape[0] / tall) - 0.5).astype(np.float32)
    seen = cv2.remap(light, at[..., 0], at[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.maximum(seen, 0)


def develop(rng: Generator, camera: Camera, light: Light, room: str, tint: Field) -> NDArray[np.uint8]:
    """What a phone makes of the light: balance, exposure, blur, noise, contrast, sharpening."""
    mean = np.maximum(light.mean((0, 1)), 1e-6)
    balance = tint ** -rng.uniform(0.65, 1) * (mean / mean[1]) ** -rng.uniform(0, 0.18)
    seen = light * balance * np.exp(rng.normal(0, (0.03, 0, 0.04)))
    bright = seen.mean(2)
    expose = rng.uniform(0.75, 1.2) * (0.75 if room == "evening" else 1)
    seen *= expose * min(0.26 / np.exp(np.log(bright + 1e-4).mean()), 1.09 / max(1e-4, np.percentile(bright, 97)))
    y, x = np.mgrid[: light.shape[0], : light.shape[1]]
    away = np.hypot(x - camera.middle[0], y - camera.middle[1]) / camera.half
    seen *= (1 - rng.uniform(0, 0.25) * away**2)[..., None]
    if rng.random() < 0.5:  # what is too bright shines over its rim
        seen += 0.15 * cv2.GaussianBlur(np.clip(seen - 1, 0, 8), (0, 0), 6)
    seen = np.where(seen < 0.7, seen, 0.7 + 0.3 * (1 - np.exp(-(np.clip(seen, 0.7, 6) - 0.7) / 0.3)))
    if rng.random() < 0.35:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.4, 1.1))
    noise = rng.choice([0.003, 0.006, 0.012, 0.02]) * (1.6 if room in {"evening", "lamp"} else 1)
    seen += rng.normal(0, noise, seen.shape) * np.sqrt(np.clip(seen, 0.02, 1))
    coarse = rng.normal(0, 0.4 * noise, (seen.shape[0] // 3, seen.shape[1] // 3, 3))
    shown = on_screen(seen + cv2.resize(coarse, camera.size)) / 255
    shown += rng.uniform(0, 0.35) * (shown * shown * (3 - 2 * shown) - shown)
    grey = shown.mean(2, keepdims=True)
    shown = grey + (shown - grey) * rng.uniform(0.92, 1.22)
    if rng.random() < 0.6:
        shown += rng.uniform(0.2, 0.7) * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    return np.asarray(np.clip(shown * 255 + 0.5, 0, 255), np.uint8)


def draw(number: int, path: Path, samples: int) -> None:
    """One picture, and the truth beside it."""
    rng = np.random.default_rng(FIRST_SEED + number)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    plan = make_plan(rng)
    lies, sets, phase = play(rng)
    colours = choose_colours(rng, len(sets), plan.piece)
    names = dict(zip(sets, colours, strict=True))
    shades = {corner: on_screen(np.array(colours[name])).tolist() for corner, name in names.items()}
    picture, clear, prints = Printer(rng, plan, point_colours(rng, shades)).printed()
    rim, low = build(rng, plan, picture, clear)
    pieces = Pieces(rng, plan, colours)
    hand, tags = reach_in(rng, plan, pieces, lies, names)
    for place, corner in lies.items():
        pieces.stand(names[corner], STAR.index[place])
    table = Table(rng, rim, low)
    camera, tilt, star = aim(rng, plan)
    things, kinds = table.strew(pieces)
    put_photographer(camera)
    room, tint = light_room(rng)
    set_up(camera, samples, number)
    bpy.context.view_layer.update()
    places = truth(camera, hand + things, plan, pieces, {at: names[lies[at]] for at in lies})
    rendered = path.with_suffix(".hdr")
    bpy.context.scene.render.filepath = str(rendered)
    bpy.ops.render.render(write_still=True)
    light: Any = cv2.imread(str(rendered), cv2.IMREAD_ANYDEPTH | cv2.IMREAD_COLOR)
    rendered.unlink()
    photograph = develop(rng, camera, through_lens(camera, np.ascontiguousarray(light[..., ::-1])), room, tint)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.choice([72, 82, 88, 92, 95]))]
    cv2.imwrite(str(path.with_suffix(".jpg")), photograph[..., ::-1], quality)
    story = {
        "kind": "star", "board": " ".join([plan.name, plan.shape, *prints]), "size": camera.size, "places": places,
        "pieces": "marbles" if pieces.round else "pegs",
        "tips": {corner: places[place]["px"] for corner, place in STAR.corners.items()},
        "tags": [
            f"board {plan.name}", plan.piece, phase, f"{len(sets)} sets", f"light {room}", f"table {table.name}", *tags,
            *dict.fromkeys(kinds), f"star {round(star, -2):.0f}", f"tilt{int(tilt)}",
        ],
    }  # fmt: skip
    path.with_suffix(".json").write_text(json.dumps(story))


def main() -> None:
    """Draw pictures FIRST to FIRST + COUNT, but those that are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--samples", type=int, default=6, help="rays to a pixel; Blender takes the noise out")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(args.first, args.first + args.count):
        path = args.folder / f"home{number:03d}"
        if not path.with_suffix(".json").exists():
            draw(number, path, args.samples)
            print(f"{number + 1 - args.first} of {args.count}", flush=True)


if __name__ == "__main__":
    main()
