"""What stands still under a camera: the ground with its clutter and the empty board, drawn once for each view.

The last few views are kept: a game that follows another at the same table finds it drawn.

Everything is drawn twice as fine as the picture and then averaged, so edges are as smooth as a camera's.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.random import default_rng

from hardware.markers import Quad, ink, paper
from hardware.pictures import Picture
from hardware.simulated.clutter import scatter
from hardware.simulated.compose import STRIP, fill
from hardware.simulated.lens import Lens, Points
from hardware.simulated.pieces import light_colour
from hardware.simulated.scene import Scene
from hardware.simulated.surface import outline, paint_board, sun
from hardware.simulated.table import Shift
from hardware.simulated.textures import Image, texture
from rules.geometry import Board
from rules.markers import markers

FINER = 2
_GROUND_SIDE = 1200  # pixels of the ground's texture, mirrored at its edges
_BOARD_SIDE = 1800  # at most, pixels of the painted board
_KEPT = 4  # views, of one to two megabytes each: before and after a push, at two tables by turns


@dataclass(frozen=True)
class Stage:
    """The empty board on its ground.

    ``shade`` (small) is how bright each part of the picture is, against its middle; ``under`` is the board's mean
    colour (BGR).
    """

    picture: Picture
    shade: Image
    under: Image

    def shade_at(self, x: float, y: float) -> float:
        """How bright the picture is at a pixel, against its middle."""
        rows, columns = self.shade.shape
        scale = columns / self.picture.shape[1]
        return float(self.shade[min(max(int(y * scale), 0), rows - 1), min(max(int(x * scale), 0), columns - 1)])


def moved(points: Points, shift: Shift) -> Points:
    """Points of the board, n × 2, where they lie after the board was pushed."""
    c, s = cos(radians(shift.angle)), sin(radians(shift.angle))
    there: Points = points @ np.array([[c, s], [-s, c]]) + np.array([shift.x, shift.y])
    return there


@lru_cache(maxsize=_KEPT)
def set_stage(scene: Scene, board: Board, lens: Lens, pushed: Shift, mirrored: tuple[float, float]) -> Stage:
    """Draw ground, clutter and empty board. The same scene and lens give the same picture; do not write into it.

    ``mirrored``: how far what the varnish mirrors has moved.
    """
    fine = Lens(lens.pose, (lens.size[0] * FINER, lens.size[1] * FINER))
    home = Lens(scene.pose, fine.size)  # grain and clutter stay the same when the camera was nudged
    picture = np.zeros((fine.size[1], fine.size[0], 3), dtype=np.uint8)
    _ground(picture, scene, fine)
    scatter(picture, scene, fine, Lens(scene.pose, lens.size), outline(board, scene.board))
    rim = moved(outline(board, scene.board), pushed)
    _board_shadow(picture, scene, fine, rim)
    _board_side(picture, scene, fine, rim)
    under = _board_top(picture, scene, board, (fine, home), pushed)
    if scene.markers:
        _lay_markers(picture, board, fine, pushed)
    even = np.asarray(cv2.resize(picture, lens.size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    shade = _shade(scene, lens)
    wide = np.asarray(cv2.resize(shade, lens.size, interpolation=cv2.INTER_LINEAR), dtype=np.float32)[..., None]
    glare = _glare(scene, lens, rim, mirrored)[..., None]
    light = light_colour(scene.light)
    for top in range(0, len(even), STRIP):
        strip = slice(top, top + STRIP)
        lit = (even[strip] * wide[strip] + glare[strip]) * light
        even[strip] = np.clip(lit + 0.5, 0, 255)
    for drawn in (even, shade, under):
        drawn.flags.writeable = False
    return Stage(even, shade, under)


def _ground(picture: Picture, scene: Scene, fine: Lens) -> None:
    """The ground, as far as the camera sees."""
    fineness = _GROUND_SIDE / max(34.0, 2.2 * scene.pose.distance)
    stuff = texture(scene.ground, _GROUND_SIDE, fineness, (scene.seed, 0))
    middle, scale = np.float32(_GROUND_SIDE / 2), np.float32(fineness)
    for top in range(0, len(picture), STRIP):
        x, y = fine.plane(-scene.board.thickness, top, STRIP)
        picture[top : top + STRIP] = cv2.remap(
            stuff, middle + x * scale, middle - y * scale, cv2.INTER_LINEAR, None, cv2.BORDER_REFLECT_101
        )


def _board_shadow(picture: Picture, scene: Scene, fine: Lens, rim: Points) -> None:
    """The shadow of the board's edge on the ground."""
    thick = scene.board.thickness
    light = sun(scene.light)
    lean = -light[:2] / light[2] * thick
    bottom = np.full((len(rim), 1), -thick)
    dark = (1 - scene.light.ambient) * 0.8
    for share in (1.0, 0.5):
        there = fine.project(np.column_stack([rim + lean * share, bottom]))
        fill(
            picture,
            there,
            np.zeros(3, dtype=np.float32),
            dark * 0.6,
            fine.unit * (0.05 + scene.light.soft * thick * share),
        )


def _board_side(picture: Picture, scene: Scene, fine: Lens, rim: Points) -> None:
    """The board's edge, where the camera sees it."""
    thick = scene.board.thickness
    light = sun(scene.light)
    colour = np.array(scene.board.surface.colour[::-1], dtype=np.float32)
    for one, other in zip(rim, np.roll(rim, -1, axis=0), strict=True):
        out = np.array([other[1] - one[1], one[0] - other[0]])
        out /= max(float(np.linalg.norm(out)), 1e-9)
        if out @ (fine.position[:2] - one) <= 0:
            continue
        corners = np.array([(*one, 0), (*other, 0), (*other, -thick), (*one, -thick)])
        bright = scene.light.ambient * 0.75 + (1 - scene.light.ambient) * max(float(out @ light[:2]), 0.0)
        fill(picture, fine.project(corners), colour * np.float32(bright))


def _board_top(picture: Picture, scene: Scene, board: Board, lenses: tuple[Lens, Lens], pushed: Shift) -> Image:
    """Lay the painted board into the picture; returns its mean colour. ``lenses``: this one, and that at home."""
    fine, home = lenses
    unit = float(np.linalg.norm(home.slopes(np.zeros((1, 3)))[0], axis=0)[:2].max())
    reach = float(np.abs(outline(board, scene.board)).max()) + 0.3
    eye = moved(fine.position[None, :2] - (pushed.x, pushed.y), Shift(angle=-pushed.angle))[0]
    turned = replace(scene, light=replace(scene.light, bearing=scene.light.bearing - pushed.angle))
    canvas = paint_board(turned, board, np.array([*eye, fine.position[2]]), min(unit * 0.8, _BOARD_SIDE / 2 / reach))
    c, s = np.float32(cos(radians(pushed.angle))), np.float32(sin(radians(pushed.angle)))
    for top in range(0, len(picture), STRIP):
        x, y = fine.plane(0.0, top, STRIP)
        x, y = x - np.float32(pushed.x), y - np.float32(pushed.y)
        across, down = canvas.at(c * x + s * y, c * y - s * x)
        cover = np.asarray(cv2.remap(canvas.cover, across, down, cv2.INTER_LINEAR), dtype=np.float32)[..., None] / 255
        if cover.any():
            laid = cv2.remap(canvas.picture, across, down, cv2.INTER_LINEAR)
            strip = picture[top : top + STRIP]
            strip[:] = strip * (1 - cover) + laid * cover + np.float32(0.5)
    mean = np.average(canvas.picture.reshape(-1, 3)[::97], axis=0, weights=canvas.cover.reshape(-1)[::97])
    return np.asarray(mean, dtype=np.float32)


def _lay_markers(picture: Picture, board: Board, fine: Lens, pushed: Shift) -> None:
    """The board's printed markers, pushed about with it."""

    def lay(flat: Quad, grey: float) -> None:
        there = moved(np.array(flat), pushed)
        fill(picture, fine.project(np.column_stack([there, np.zeros(len(there))])), np.full(3, grey, dtype=np.float32))

    for marker in markers(board):
        lay(paper(marker), 235.0)
        for black in ink(marker):
            lay(black, 25.0)


def _shade(scene: Scene, lens: Lens) -> Image:
    """A small map of how the light falls off over the table and towards the picture's corners."""
    rows, columns = 60, 80
    step = lens.size[0] / columns, lens.size[1] / rows
    x, y = np.meshgrid((np.arange(columns) + 0.5) * step[0], (np.arange(rows) + 0.5) * step[1])
    centre = lens.centre
    squared = ((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / float((centre**2).sum())
    light = sun(scene.light)
    away = lens.slopes(np.zeros((1, 3)))[0, :, :2] @ light[:2]
    away /= max(float(np.linalg.norm(away)), 1e-9)
    slope = ((x - centre[0]) * away[0] + (y - centre[1]) * away[1]) / float(np.hypot(*centre))
    shade = (1 + scene.light.falloff * slope) * (1 - scene.light.vignette * squared)
    return np.asarray(shade, dtype=np.float32)


def _glare(scene: Scene, lens: Lens, rim: Points, mirrored: tuple[float, float]) -> Image:
    """How bright a window or lamp is mirrored in the varnish, on the board only: height × width."""
    strength = scene.light.glare * scene.board.varnish
    if strength <= 0:
        return np.zeros((lens.size[1], lens.size[0]), dtype=np.float32)
    chance = default_rng([scene.seed, 2])
    size = float(np.abs(rim).max())
    spot, stretch, turn = (
        chance.uniform(-0.5, 0.5, 2) * size + mirrored,
        chance.uniform(0.12, 0.3, 2) * size,
        chance.uniform(0, np.pi),
    )
    x, y = Lens(lens.pose, (lens.size[0] // 4, lens.size[1] // 4)).plane(0.0)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    x, y = x - np.float32(spot[0]), y - np.float32(spot[1])
    along, over = (x * c + y * s) / np.float32(stretch[0]), (y * c - x * s) / np.float32(stretch[1])
    bright = cv2.resize(np.exp(-(along**4) - over**4) * np.float32(strength), lens.size)
    mask = np.zeros(bright.shape[:2], dtype=np.uint8)
    pixels = lens.project(np.column_stack([rim, np.zeros(len(rim))]))
    cv2.fillPoly(mask, [np.round(pixels).astype(np.int32)], 1)
    return np.asarray(bright * mask, dtype=np.float32)
