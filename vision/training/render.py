"""Renders many scenes once and keeps their light, so that training can photograph each of them again and again.

python -m vision.training.render FOLDER --count 4000 [--first 0] [--size 4]
"""

import argparse
from pathlib import Path

import numpy as np

from rules.star.places import star_board
from vision.readers.patches import Viewpoint, raised
from vision.readers.unknown.grid import board_grid
from vision.training import trace
from vision.training.looks import make_scene

BRIGHTEST = 6.0
"""Light above this is cut: six times what a white sheet sends."""

COLOUR = 4
"""Where in its row a lamp's colour begins."""


def render_one(seed: int, size: int, rays: int) -> dict[str, np.ndarray]:  # type: ignore[type-arg]  # any kind of array
    """One scene: ``light`` (h × w × 3, square roots in 16 bits), ``sets``, ``paints``, ``heads`` (board units).

    ``sky``: which share of the light comes from no lamp (h × w × 3, 255 for all).
    """
    board = star_board(size)
    grid = board_grid(board)
    rng = np.random.default_rng(seed)
    scene = make_scene(rng, board)
    # Pixels beyond the margin are never seen by the network.
    points = grid.points[grid.near]
    seen = trace.render(scene.stage, points, np.array(grid.spacing) / 2, rays, scene.top, seed)
    # The same rays once more, with the lamps out.
    out = scene.stage.lights * (np.arange(scene.stage.lights.shape[1]) < COLOUR)
    unlit = trace.render(scene.stage._replace(lights=out), points, np.array(grid.spacing) / 2, rays, scene.top, seed)
    light, sky = np.zeros((*grid.near.shape, 3)), np.zeros((*grid.near.shape, 3))
    light[grid.near] = seen / max(np.percentile(seen, 97), 1e-3)
    sky[grid.near] = np.clip(unlit / np.maximum(seen, 1e-6), 0, 1)
    light[~grid.near], sky[~grid.near] = light[grid.near].mean(0), sky[grid.near].mean(0)
    places = scene.stage.places
    eye = Viewpoint(*scene.stage.eye)
    heads = np.where(
        scene.sets[:, None] >= 0, raised(places + scene.stage.pieces[:, 1:3], eye, scene.top * 0.6), places
    )
    kept = np.sqrt(np.clip(light, 0, BRIGHTEST) / BRIGHTEST) * 65535
    return {
        "light": kept.astype(np.uint16),
        "sky": np.rint(255 * sky).astype(np.uint8),
        "sets": scene.sets.astype(np.int8),
        "paints": scene.paints.astype(np.float32),
        "heads": heads.astype(np.float32),
    }


def main() -> None:
    """Render scenes FIRST to FIRST + COUNT, fifty to a file of each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--size", type=int, default=4)
    parser.add_argument("--rays", type=int, default=4)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for start in range(args.first, args.first + args.count, 50):
        scenes = [render_one(seed, args.size, args.rays) for seed in range(start, start + 50)]
        most = max(len(scene["paints"]) for scene in scenes)
        paints = np.zeros((len(scenes), most, 3), np.float32)
        for k, scene in enumerate(scenes):
            paints[k, : len(scene["paints"])] = scene["paints"]
        stacked = {name: np.stack([scene[name] for scene in scenes]) for name in ("light", "sky", "sets", "heads")}
        for name, values in {**stacked, "paints": paints}.items():
            # Under its name only when whole: a training that runs meanwhile looks for new files.
            unfinished = args.folder / f"unfinished_{start:06d}.npy"
            np.save(unfinished, values)
            unfinished.rename(args.folder / f"{start:06d}_{name}.npy")
        print(f"{start + 50} scenes", flush=True)


if __name__ == "__main__":
    main()
