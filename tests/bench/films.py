"""Draws recorded games to follow, on boards and in light that nobody has seen, with the tracer of the training scenes.

pip install numba
python -m tests.bench.films FOLDER --count 10 [--first 1]
python -m tests.bench.games FOLDER --plain

A minute or two a game. In each a hand comes and goes, a piece is put down where it may not and taken back, the camera
is pushed and a lamp goes out.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from firmware.simulated.players import choose
from rules import catalogue
from rules.geometry import Board, PlaceId
from rules.hop_game import HopGame
from rules.sight import EMPTY, Token, View, differences
from vision.training import trace
from vision.training.hands import held, reach
from vision.training.looks import make_scene
from vision.training.prints import clouds, paint
from vision.training.shot import Light, Shot, lamps

WIDTH, HEIGHT = 960, 720
MOVES = 9
PLAYERS = (2, 2, 3, 3, 4, 6)
RAYS = 2
"""Rays to a pixel."""
LATER = 0.35
"""How far (board units, one standard deviation) a push moves the camera."""


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera over the table: its place in board units, and the way from the board to its pixels, 3 × 3."""

    eye: NDArray[np.float64]
    homography: NDArray[np.float64]
    pitch: float

    @staticmethod
    def aimed(eye: NDArray[np.float64], at: NDArray[np.float64], roll: float, focal: float) -> "Camera":
        """A camera at ``eye`` that looks ``at`` a point, turned by ``roll``, its focal length in pixels."""
        ahead = (at - eye) / np.linalg.norm(at - eye)
        right = np.cross(ahead, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        down = np.cross(ahead, right)
        cos, sin = np.cos(roll), np.sin(roll)
        turned = np.stack([cos * right + sin * down, cos * down - sin * right, ahead])
        lens = np.array([[focal, 0, (WIDTH - 1) / 2], [0, focal, (HEIGHT - 1) / 2], [0, 0, 1]])
        homography = lens @ np.column_stack([turned[:, 0], turned[:, 1], -turned @ eye])
        return Camera(eye, homography, focal / float(np.linalg.norm(at - eye)))

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels of points on the board, n × 2 each."""
        return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), self.homography)[0])

    def board(self) -> NDArray[np.float64]:
        """The point of the board's plane that each pixel shows, pixels × 2."""
        v, u = np.mgrid[:HEIGHT, :WIDTH].astype(np.float64)
        pixels = np.stack([u.ravel(), v.ravel()], -1)
        return np.asarray(cv2.perspectiveTransform(pixels[None], np.linalg.inv(self.homography))[0])


@dataclass(frozen=True)
class Take:
    """One picture of the story: what lies where after so many moves, and what a hand does meanwhile."""

    lies: View
    made: int
    still: bool = True
    hand: PlaceId | None = None
    carries: Token | None = None
    pushed: bool = False
    dim: bool = False
    event: str = ""


def cameras(rng: Generator) -> tuple[Camera, Camera]:
    """Where the camera stands, and where after it was pushed. South is down, give or take."""
    tilt, side, roll = np.radians(rng.uniform(0, 32)), rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(-28, 28))
    away = rng.uniform(22, 34)
    eye = away * np.array([np.sin(tilt) * np.cos(side), np.sin(tilt) * np.sin(side), np.cos(tilt)])
    at = np.array([*rng.normal(0, 0.4, 2), 0])
    focal = away * HEIGHT * rng.uniform(0.42, 0.49) / 8.2
    push = np.array([*rng.normal(0, 0.25, 2), 0])
    later = Camera.aimed(eye + rng.normal(0, LATER, 3), at + push, roll + rng.normal(0, 0.02), focal)
    return Camera.aimed(eye, at, roll, focal), later


class Studio:
    """A board, pieces, lamps and a table, and the light they send to a camera."""

    def __init__(self, rng: Generator, board: Board, tokens: list[Token]) -> None:
        scene = make_scene(rng, board)
        while len(scene.stage.sets) < len(tokens):
            scene = make_scene(rng, board)
        self.scene, self.board = scene, board
        self.number = dict(zip(tokens, rng.permutation(len(scene.stage.sets)).tolist(), strict=False))
        self.strays = np.clip(rng.normal(0, 0.03, (len(board.places), 2)), -0.09, 0.09)
        texture = np.exp(0.15 * clouds(rng, (HEIGHT, WIDTH), rng.uniform(3, 40), 3))
        self.cloth = (paint(rng) * texture[..., None]).reshape(-1, 3)
        dimmed = scene.stage.lights.copy()
        dimmed[len(dimmed) > 1 :, 4:] *= 0 if len(dimmed) > 1 else 0.5
        self.lights = scene.stage.lights, dimmed
        self.skies = scene.stage.sky, scene.stage.sky * rng.uniform(0.6, 0.9)
        self.drawn: dict[Any, Light] = {}

    def light(self, camera: Camera, lies: View, *, dim: bool) -> Light:
        """Clean light at every pixel, height × width × 3; the same table is traced once."""
        key = camera, dim, tuple(sorted(lies.items()))
        if key not in self.drawn:
            stage = self.scene.stage
            pieces = stage.pieces.copy()
            pieces[:, 0] = [self.number.get(lies[place.id], -1) for place in self.board.places]
            pieces[:, 1:3] = self.strays
            stage = stage._replace(pieces=pieces, eye=camera.eye, lights=self.lights[dim], sky=self.skies[dim])
            points = camera.board()
            near = (np.abs(points) < np.abs(stage.print_from[0]) - 0.1).all(1)
            picture = self.cloth * (0.6 if dim else 1.0)
            spread = np.full(2, 0.5 / camera.pitch)
            picture[near] = trace.render(stage, points[near], spread, RAYS, self.scene.top, 0)
            self.drawn[key] = picture.reshape(HEIGHT, WIDTH, 3).astype(np.float32)
        return self.drawn[key].copy()


@dataclass(frozen=True)
class Film:
    """How a camera makes pictures of light, all through a game."""

    gain: float
    tint: NDArray[np.float64]
    curve: float
    noise: float
    blur: float
    quality: int

    @staticmethod
    def loaded(rng: Generator, light: Light) -> "Film":
        """A film exposed for the first picture."""
        gain = 0.75 / float(np.percentile(light, 97))
        blur = float(rng.choice([0.0, 0.5, 0.9]))
        tint, curve, noise = np.exp(rng.normal(0, 0.1, 3)), rng.uniform(0.4, 0.5), 10 ** rng.uniform(-2.7, -1.9)
        return Film(gain, tint, curve, noise, blur, int(rng.integers(70, 95)))

    def develop(self, rng: Generator, light: Light, brighter: float) -> NDArray[np.uint8]:
        """The picture, BGR."""
        seen: NDArray[Any] = light * self.gain * brighter * self.tint
        if self.blur:
            seen = cv2.GaussianBlur(seen, (0, 0), self.blur)
        seen = np.maximum(seen + self.noise * np.sqrt(np.clip(seen, 0.02, 1)) * rng.normal(0, 1, seen.shape), 0)
        return np.asarray((np.clip(seen**self.curve, 0, 1) * 255 + 0.5)[..., ::-1], np.uint8)


def played(seed: int, game: HopGame) -> tuple[list[str], list[View], list[list[PlaceId]]]:
    """Moves as they are written, what lies where before and after each, and where its piece may not be put."""
    random, position = Random(seed), game.start()
    moves, lies, wrong = [], [game.view(position)], []
    for _ in range(MOVES):
        move = choose(game, position, random)
        start = next(place for place, token in game.changes(position, move).items() if token == EMPTY)
        ends = {place for other in game.moves(position) for place in game.changes(position, other)}
        wrong.append([place for place, token in lies[-1].items() if token == EMPTY and place not in ends | {start}])
        moves.append(game.write(move))
        position = game.play(position, move)
        lies.append(game.view(position))
    return moves, lies, wrong


def story(rng: Generator, lies: list[View], wrong: list[list[PlaceId]]) -> Iterator[Take]:
    """The pictures of a game: every move is lifted and put down by a hand, and three things go wrong."""
    push, lamp, slip = (int(rng.integers(first, MOVES - 1)) for first in (2, 2, 1))
    yield Take(lies[0], 0)
    yield Take(lies[0], 0)
    for made, (before, after) in enumerate(pairwise(lies)):
        now: dict[str, Any] = {"made": made, "pushed": made >= push, "dim": made >= lamp}
        change = differences(before, after)
        start, end = sorted(change, key=lambda place: change[place] != EMPTY)
        piece, air = before[start], {**before, start: EMPTY}
        told = ["camera nudged"] * bool(made == push) + ["lamp off"] * bool(made == lamp)
        if told:
            yield Take(before, event=" and ".join(told), **now)
        if made == slip:
            amiss = wrong[made][rng.integers(len(wrong[made]))]
            yield Take(air, still=False, hand=amiss, carries=piece, **now)
            yield Take({**air, amiss: piece}, event=f"illegal {start} to {amiss}", **now)
            yield Take({**air, amiss: piece}, **now)
            yield Take(air, still=False, hand=amiss, carries=piece, **now)
            yield Take(before, event="piece put back", **now)
        yield Take(air, still=False, hand=start, carries=piece, **now)
        now["made"] = made + 1
        if rng.random() < 0.6:
            yield Take(after, still=False, hand=end, **now)
        for _ in range(int(rng.integers(1, 3))):
            yield Take(after, **now)


def draw(folder: Path, seed: int) -> None:
    """One game: its pictures and ``truth.json``, as `tests.bench.labels.sequences` reads it."""
    rng = np.random.default_rng(seed)
    game = catalogue.game("star", players=PLAYERS[seed % len(PLAYERS)])
    assert isinstance(game, HopGame)
    board = game.board
    moves, lies, wrong = played(seed, game)
    units = {place.id: np.array([place.x, place.y]) for place in board.places}
    studio = Studio(rng, board, sorted(set(lies[0].values()) - {EMPTY}))
    both = cameras(rng)
    light = lamps(rng)
    film = Film.loaded(rng, studio.light(both[0], lies[0], dim=False))
    folder.mkdir(parents=True, exist_ok=True)
    frames, events, drift = [], [], 0.0
    for number, take in enumerate(story(rng, lies, wrong), 1):
        camera = both[take.pushed]
        shot = Shot(studio.light(camera, take.lies, dim=take.dim), np.zeros((HEIGHT, WIDTH), np.float32))
        if take.hand is not None:
            goal = camera.project(units[take.hand][None])[0] + rng.normal(0, 0.25 * camera.pitch, 2)
            if take.carries is not None:
                alike = [units[place] for place, token in take.lies.items() if token == take.carries]
                held(rng, shot, camera.project(np.array(alike)), goal, light=light, pitch=camera.pitch)
            out = goal - (WIDTH / 2, HEIGHT / 2)
            angle = float(np.arctan2(out[1], out[0]) + rng.normal(0, 0.5))
            reach(rng, shot, goal, angle=angle, thick=camera.pitch * rng.uniform(0.35, 0.6), light=light)
        drift += rng.normal(0, 0.01)
        file = f"{number:04d}.jpg"
        picture = film.develop(rng, shot.light, float(np.exp(drift)))
        cv2.imwrite(str(folder / file), picture, [cv2.IMWRITE_JPEG_QUALITY, film.quality])
        position = {place: token for place, token in take.lies.items() if token != EMPTY}
        frame = {"file": file, "still": take.still, "view": int(take.pushed), "moves_made": take.made}
        frames.append({**frame, "hand": take.hand is not None, "position": position})
        if take.event:
            events.append({"frame": number, "event": take.event})
    places = np.array(list(units.values()))
    views = [{"places": dict(zip(units, np.round(camera.project(places), 1).tolist(), strict=True))} for camera in both]
    told = {"kind": "sequence", "size": [WIDTH, HEIGHT], "moves": moves, "events": events, "views": views}
    (folder / "truth.json").write_text(json.dumps({**told, "frames": frames}))


def main() -> None:
    """Draw games FIRST to FIRST + COUNT."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    given = parser.parse_args()
    for seed in range(given.first, given.first + given.count):
        draw(given.folder / f"film{seed:03d}", seed)
        print(f"film{seed:03d}", flush=True)


if __name__ == "__main__":
    main()
