"""Spoils labelled pictures of boards in ways whose truth stays known: ``python -m tests.bench.spoilt PICTURES FOLDER``.

Each picture is seen anew: turned, from another height, askew. Then it is spoilt in one way, or in all with ``--all``:
far away, among strewn things, through a bent lens, with things lying over it, cut off at the edge, in hard light, or in
other colours. The same seed gives the same pictures. Read them with ``make bench-vision PICTURES=FOLDER``, which counts
by the way they were spoilt.
"""

import argparse
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from rules.geometry import Medium
from rules.sight import EMPTY
from tests.bench.labels import Labelled, labelled
from vision.calibration import Points
from vision.pictures import Picture, load

SIZE = (1280, 960)
FAR_SIZE = (640, 480)
MOST_ENLARGED = 1.8
"""A picture magnified further is none that a camera takes."""
THINGS = (25, 60)
WORDS = ("STAR", "CHECKERS", "1972", "Halma")
KINDS = {Medium.HOLE: "star", Medium.SQUARE: "piecepack"}
LYING = {Medium.HOLE: "colour", Medium.SQUARE: "suit"}
"""What a board is called in its label, and by what a piece is called there."""
HIDING = ((120, 150, 200), (60, 80, 120), (230, 230, 230), (40, 40, 45), (140, 90, 60), (90, 140, 90))
"""Hands, paper, dark and coloured cloth: blue, green, red."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and its truth. ``places``: n × 2 pixels; ``hidden``: which share of each cannot be seen, n."""

    picture: Picture
    places: Points
    hidden: NDArray[np.float64]

    @cached_property
    def pitch(self) -> float:
        """The usual distance from a place to the next, in pixels."""
        apart = np.linalg.norm(self.places[:, None] - self.places, axis=2)
        return float(np.median(np.sort(apart, axis=1)[:, 1]))

    @cached_property
    def middle(self) -> Points:
        """The middle of the board, 2 pixels."""
        return np.asarray(self.places.mean(0))


Spoil: TypeAlias = Callable[[Scene, Generator], Scene]


def seen_anew(case: Labelled, rng: Generator, *, far: bool, steep: bool) -> Scene:
    """``case`` as another camera would see it."""
    picture = load(case.path)
    width, height = FAR_SIZE if far else SIZE
    middle = case.places.mean(0)
    reach = np.linalg.norm(case.places - middle, axis=1).max()
    radius = rng.uniform(95, 150) if far else rng.uniform(0.32, 0.46) * height
    scale = min(radius / reach, MOST_ENLARGED)
    tilt = math.radians(rng.uniform(25, 38) if steep else rng.uniform(0, 15))
    turn, way = rng.uniform(0, 2 * np.pi, 2)
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, -math.sin(tilt) / (1.1 * width), 1]])
    aside = rng.normal(0, 0.03, 2) * (width, height)
    onto = (
        _moved(np.array([width, height]) / 2 + aside)
        @ _turned(turn - way)
        @ lean
        @ _turned(way)
        @ np.diag([scale, scale, 1.0])
        @ _moved(-middle)
    )
    if scale < 1:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.45 / scale), np.uint8)
    seen = cv2.warpPerspective(
        picture, onto, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )  # fmt: skip
    places = cv2.perspectiveTransform(case.places[None], onto)[0]
    return Scene(np.asarray(seen, np.uint8), np.asarray(places, np.float64), np.zeros(len(places)))


def far(scene: Scene, rng: Generator) -> Scene:  # noqa: ARG001 - one form for all ways of spoiling
    """As it is: the camera's distance does it."""
    return scene


def strewn(scene: Scene, rng: Generator) -> Scene:
    """Shapes, words, lines and loose marbles on the table and between the places."""
    picture, pitch = scene.picture.copy(), scene.pitch
    reach = np.linalg.norm(scene.places - scene.middle, axis=1).max()
    spots = scene.middle + rng.normal(size=(20 * THINGS[1], 2)) * reach * 0.9
    free = np.linalg.norm(spots[:, None] - scene.places, axis=2).min(1) - 0.75 * pitch
    chosen = np.flatnonzero(free > 0.35 * pitch)[: rng.integers(*THINGS)]
    for spot, room in zip(spots[chosen], free[chosen], strict=True):
        _lay(picture, rng, spot, min(room, rng.uniform(0.3, 4) * pitch), scene)
    return replace(scene, picture=picture)


def bent(scene: Scene, rng: Generator) -> Scene:
    """Through a lens that draws straight lines bent, to a barrel or a cushion."""
    height, width = scene.picture.shape[:2]
    bend, focus = rng.uniform(-0.22, 0.12), 0.85 * width
    middle = np.array([width, height]) / 2
    bent_at = (np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=2) - middle) / focus
    straight = bent_at.copy()
    for _ in range(8):  # the inverse has no formula; this settles to a hundredth of a pixel
        straight = bent_at / (1 + bend * (straight**2).sum(2, keepdims=True))
    source = (straight * focus + middle).astype(np.float32)
    picture = cv2.remap(
        scene.picture, source[..., 0], source[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )  # fmt: skip
    rays = (scene.places - middle) / focus
    places = rays * (1 + bend * (rays**2).sum(1, keepdims=True)) * focus + middle
    return replace(scene, picture=np.asarray(picture, np.uint8), places=places)


def covered(scene: Scene, rng: Generator) -> Scene:
    """One to three things lie over it, with their shadows."""
    height, width = scene.picture.shape[:2]
    picture, pitch = scene.picture.astype(np.float64), scene.pitch
    hidden = np.zeros((height, width), np.uint8)
    for _ in range(rng.integers(1, 4)):
        spot = scene.places[rng.integers(len(scene.places))] + rng.normal(size=2) * pitch
        mask = _thing(rng, scene, spot, rng.uniform(1.2, 2.6) * pitch)
        clouds = cv2.GaussianBlur(rng.normal(size=(height, width)), (0, 0), 6)[..., None] * 60
        cloth = HIDING[rng.integers(len(HIDING))] + clouds
        soft = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None] / 255
        cast = np.roll(mask, (int(0.2 * pitch), int(0.15 * pitch)), (0, 1))
        shadow = cv2.GaussianBlur(cast, (0, 0), 0.12 * pitch)[..., None] / 255 * 0.4
        picture = picture * (1 - shadow) * (1 - soft) + cloth * soft
        hidden |= mask
    share = [_share(hidden, place, 0.42 * pitch) for place in scene.places]
    return replace(scene, picture=np.clip(picture, 0, 255).astype(np.uint8), hidden=np.array(share))


def cut(scene: Scene, rng: Generator) -> Scene:
    """One point of the star lies at the picture's edge or beyond it."""
    height, width = scene.picture.shape[:2]
    size, pitch = np.array([width, height]), scene.pitch
    away = scene.places - scene.middle
    tip = rng.choice(np.argsort(np.linalg.norm(away, axis=1))[-6:])
    side = int(np.argmax(np.abs(away[tip]) / size))
    beyond = rng.uniform(-0.3, 1.0) * pitch
    aside = np.zeros(2)
    aside[side] = (size[side] + beyond if away[tip, side] > 0 else -beyond) - scene.places[tip, side]
    picture = cv2.warpAffine(scene.picture, _moved(aside)[:2], (width, height), borderMode=cv2.BORDER_REPLICATE)
    places = scene.places + aside
    inside = ((places > 0.35 * pitch) & (places < size - 0.35 * pitch)).all(1)
    return Scene(np.asarray(picture, np.uint8), places, np.where(inside, 0.0, 1.0))


def lit(scene: Scene, rng: Generator) -> Scene:
    """The edge of a shadow across the board, the glare of a lamp on it, and the lamp's colour."""
    height, width = scene.picture.shape[:2]
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    angle = rng.uniform(0, 2 * np.pi)
    across = (x / width - 0.5) * math.cos(angle) + (y / height - 0.5) * math.sin(angle)
    shadow = 1 / (1 + np.exp(-(across - rng.normal(0, 0.1)) * rng.choice([8, 60, 400])))
    spot, wide = scene.places[rng.integers(len(scene.places))], rng.uniform(1.5, 5) * scene.pitch
    glare = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * wide**2)) * rng.uniform(50, 150)
    picture = scene.picture * (1 - shadow * rng.uniform(0.3, 0.65))[..., None] + glare[..., None]
    picture *= np.exp(rng.normal(0, 0.2, 3))
    return replace(scene, picture=np.clip(picture, 0, 255).astype(np.uint8))


def recoloured(scene: Scene, rng: Generator) -> Scene:
    """All hues turned, paler or stronger, darker or brighter: another board and other pieces of the same make."""
    hues = cv2.cvtColor(scene.picture, cv2.COLOR_BGR2HSV_FULL).astype(np.float64)
    hues[..., 0] = (hues[..., 0] + rng.uniform(0, 256)) % 256
    hues[..., 1] *= rng.uniform(0.7, 1.2)
    picture = cv2.cvtColor(np.clip(hues, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR_FULL) / 255
    return replace(scene, picture=np.asarray(255 * picture ** rng.uniform(0.65, 1.5), np.uint8))


SPOILS: tuple[Spoil, ...] = (far, strewn, bent, covered, cut, lit, recoloured)


def as_taken(picture: Picture, rng: Generator) -> Picture:
    """A little out of focus, with some noise."""
    soft = cv2.GaussianBlur(picture.astype(np.float64), (0, 0), rng.uniform(0.3, 0.8))
    return np.asarray(np.clip(soft + rng.normal(0, rng.uniform(0, 5), soft.shape), 0, 255), np.uint8)


def label(case: Labelled, scene: Scene, way: str) -> dict[str, object]:
    """The truth in the form that `tests.bench.labels` reads. What the first label leaves out stays unjudged."""
    places = {}
    for place, spot, hidden in zip(case.board.places, scene.places.tolist(), scene.hidden.tolist(), strict=True):
        token = case.truth.get(place.id)
        occupied = token is not None and token != EMPTY
        share = 1.0 if token is None else hidden
        places[place.id] = {"px": spot, "occupied": occupied, LYING[place.medium]: str(token), "hidden": share}
    height, width = scene.picture.shape[:2]
    kind = KINDS[case.board.places[0].medium]
    return {"kind": kind, "size": [width, height], "places": places, "pieces": "pieces", "tags": [way]}


def _lay(picture: Picture, rng: Generator, spot: Points, room: float, scene: Scene) -> None:
    """Draw one thing about ``spot`` that reaches no further than ``room`` pixels, words aside."""
    colour = tuple(rng.integers(0, 255, 3).tolist())
    thick = int(rng.choice([-1, 1, 3]))
    match rng.integers(5):
        case 0:
            cv2.circle(picture, _pixel(spot), int(room), colour, thick, cv2.LINE_AA)
        case 1:
            angle = rng.uniform(0, 180)
            long = (int(room), int(room * rng.uniform(0.3, 1)))
            cv2.ellipse(picture, _pixel(spot), long, angle, 0, 360, colour, thick, cv2.LINE_AA)
        case 2:
            size = max(room / 60, 0.3)
            cv2.putText(picture, str(rng.choice(WORDS)), _pixel(spot), int(rng.integers(6)), size, colour, 2)
        case 3:
            corners = spot + rng.uniform(-0.7, 0.7, (rng.integers(3, 7), 2)) * room
            for start, end in pairwise(corners):
                cv2.line(picture, _pixel(start), _pixel(end), colour, abs(thick), cv2.LINE_AA)
        case _:
            marbles = spot + rng.normal(0, 0.5 * room, (rng.integers(3, 10), 2))
            for marble in marbles[np.linalg.norm(marbles[:, None] - scene.places, axis=2).min(1) > 1.15 * scene.pitch]:
                gleam = _pixel(marble - 0.1 * scene.pitch)
                cv2.circle(picture, _pixel(marble), int(0.33 * scene.pitch), colour, -1, cv2.LINE_AA)
                cv2.circle(picture, gleam, max(1, int(0.07 * scene.pitch)), (255, 255, 255), -1, cv2.LINE_AA)


def _thing(rng: Generator, scene: Scene, spot: Points, size: float) -> NDArray[np.uint8]:
    """Where a plate, a sheet or an arm lies that covers ``spot``: 255, elsewhere 0."""
    mask = np.zeros(scene.picture.shape[:2], np.uint8)
    match rng.integers(3):
        case 0:
            long = (int(size), int(size * rng.uniform(0.4, 1)))
            cv2.ellipse(mask, _pixel(spot), long, rng.uniform(0, 180), 0, 360, 255, -1)
        case 1:
            sheet = cv2.boxPoints((spot.tolist(), (2 * size, size * rng.uniform(0.6, 1.6)), rng.uniform(0, 90)))
            cv2.fillPoly(mask, [sheet.astype(np.int32)], 255)
        case _:
            out = (spot - scene.middle) / np.linalg.norm(spot - scene.middle)
            cv2.line(mask, _pixel(spot), _pixel(spot + out * max(mask.shape)), 255, int(0.9 * size))
    return mask


def _share(mask: NDArray[np.uint8], place: Points, radius: float) -> float:
    """Which share of the disc about ``place`` the mask covers; all of it outside the picture."""
    disc = np.zeros_like(mask)
    cv2.circle(disc, _pixel(place), max(2, int(radius)), 255, -1)
    return float((mask[disc > 0] > 0).mean()) if disc.any() else 1.0


def _pixel(at: Points) -> tuple[int, int]:
    return int(at[0]), int(at[1])


def _moved(by: Points) -> NDArray[np.float64]:
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1]], np.float64)


def _turned(angle: float) -> NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def main() -> None:
    """Write the spoilt pictures with their labels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pictures", type=Path, help="labelled pictures")
    parser.add_argument("folder", type=Path, help="where the spoilt ones are written")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--all", action="store_true", help="each picture in every way; by default in one, by turns")
    parser.add_argument("--kind", choices=KINDS.values(), default="star", help="which boards; default: star")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    boards = [case for case in labelled(given.pictures) if KINDS.get(case.board.places[0].medium) == given.kind]
    for number, case in enumerate(boards):
        for way, spoil in enumerate(SPOILS):
            if not given.all and way != number % len(SPOILS):
                continue
            if spoil is recoloured and given.kind == "piecepack":
                continue  # a suit's ink has one of a few colours
            rng = np.random.default_rng([given.seed, number, way])
            # A photograph is flat and bears being seen askew; so does a drawn board, though its pieces lean wrongly.
            scene = spoil(seen_anew(case, rng, far=spoil is far, steep=spoil is bent), rng)
            out = given.folder / f"{spoil.__name__}_{number:03d}.jpg"
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))]
            cv2.imwrite(str(out), as_taken(scene.picture, rng), quality)
            out.with_suffix(".json").write_text(json.dumps(label(case, scene, spoil.__name__)))


if __name__ == "__main__":
    main()
