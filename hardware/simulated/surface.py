"""The board from straight above: its stuff, its painted points and lines, and its holes with their relief.

The canvas is a square around the board's centre, north up, ``fineness`` pixels a board unit. Light and camera enter
only where the holes have depth: shadows fall into them, and their floors shift under an aslant view.
"""

from dataclasses import dataclass
from math import cos, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.pictures import Picture
from hardware.simulated.compose import STRIP
from hardware.simulated.lens import Points
from hardware.simulated.pits import paint_pits, sheet
from hardware.simulated.scene import BoardStyle, Light, Scene
from hardware.simulated.textures import Image, bgr, texture
from hardware.simulated.tiles import lay_tiles
from rules.geometry import Board


@dataclass(frozen=True)
class Canvas:
    """A painted board: ``picture`` (BGR), ``cover`` 255 where there is board, and how canvas and units relate."""

    picture: Picture
    cover: NDArray[np.uint8]
    half: float
    fineness: float

    def at(self, x: Image, y: Image) -> tuple[Image, Image]:
        """Board units → canvas pixels, for `cv2.remap`."""
        return (x + self.half) * self.fineness - 0.5, (self.half - y) * self.fineness - 0.5


def sun(light: Light) -> Points:
    """Unit vector towards the light."""
    b, h = radians(light.bearing), radians(light.height)
    return np.array([cos(h) * cos(b), cos(h) * sin(b), sin(h)])


def outline(board: Board, style: BoardStyle) -> Points:
    """The board's rim, counter-clockwise, n × 2 in board units."""
    if style.tiles is not None:
        return np.array(board.outline)
    if style.pits is not None:
        return sheet(style)
    reach = max(np.hypot(place.x, place.y) for place in board.places) + style.margin
    if style.outline == "round":
        turns = np.linspace(0, 2 * np.pi, 90, endpoint=False)
        circle: Points = reach * np.column_stack([np.cos(turns), np.sin(turns)])
        return circle
    if style.outline == "square":
        square: Points = reach * np.array([(-1.0, -1), (1, -1), (1, 1), (-1, 1)])
        return square
    tips = _tips(board)
    turns = np.sort(np.arctan2(tips[:, 1], tips[:, 0]))
    rim = np.column_stack([np.cos(turns), np.sin(turns)])
    if style.outline == "hexagon":
        hexagon: Points = reach * 1.02 * rim
        return hexagon
    notch = (rim + np.roll(rim, -1, axis=0)) / np.linalg.norm(rim + np.roll(rim, -1, axis=0), axis=1, keepdims=True)
    inner = (reach - style.margin) / np.sqrt(3) + style.margin * 0.62
    return np.stack([reach * rim * 1.03, inner * notch], axis=1).reshape(-1, 2)


def triangles(board: Board) -> list[Points]:
    """The painted point at each corner of a star, in the order of ``board.corners``: 3 × 2 in board units."""
    found = []
    for tip in _tips(board):
        far = np.hypot(*tip)
        out = tip / far
        side = np.array([-out[1], out[0]])
        base = far / 2 + 0.43  # half way between two rows; neighbouring points then meet in one corner
        reach = base * np.tan(np.pi / 6)
        found.append(np.array([2 * base * out, base * out + reach * side, base * out - reach * side]))
    return found


def _tips(board: Board) -> Points:
    return np.array([(board[place].x, board[place].y) for place in board.corners.values()])


def paint_board(scene: Scene, board: Board, eye: Points, fineness: float) -> Canvas:
    """The whole board without pieces. ``eye`` is the camera's position."""
    style = scene.board
    rim = outline(board, style)
    half = float(np.abs(rim).max()) + 0.3
    side = round(2 * half * fineness)
    fineness = side / (2 * half)
    picture = texture(style.surface, side, fineness, (scene.seed, 1)).copy()
    canvas = Canvas(picture, np.zeros((side, side), dtype=np.uint8), half, fineness)
    cv2.fillPoly(canvas.cover, [_fixed(canvas, rim)], 255, cv2.LINE_AA, 4)
    if style.tiles is not None:
        picture[:] = bgr(style.tiles.gap)
        lay_tiles(picture, board, style, scene.seed, fineness)
        return canvas
    if style.pits is not None:
        paint_pits(picture, scene, sun(scene.light), fineness)
        return canvas
    _paint_print(canvas, board, style)
    stamp = _Stamp(scene, fineness)
    for place in board.places:
        stamp.press(canvas, np.array([place.x, place.y]), eye)
    return canvas


def _fixed(canvas: Canvas, points: Points) -> NDArray[np.int32]:
    """Canvas pixels in OpenCV's fixed point with four bits behind the point."""
    x, y = (points[:, 0] + canvas.half) * canvas.fineness - 0.5, (canvas.half - points[:, 1]) * canvas.fineness - 0.5
    return np.round(np.column_stack([x, y]) * 16).astype(np.int32)


def _blend(target: Picture, mask: NDArray[np.uint8], colour: Image, strength: float) -> None:
    for top in range(0, len(target), STRIP):
        strip = slice(top, top + STRIP)
        if mask[strip].any():
            weight = mask[strip].astype(np.float32)[..., None] * np.float32(strength / 255)
            target[strip] = target[strip] * (1 - weight) + colour * weight + np.float32(0.5)


def _paint_print(canvas: Canvas, board: Board, style: BoardStyle) -> None:
    """Coloured points, their borders, the circle around the star, and the lines between holes."""
    for points, colour in zip(triangles(board), style.points, strict=False):
        mask = np.zeros(canvas.picture.shape[:2], dtype=np.uint8)
        cv2.fillPoly(mask, [_fixed(canvas, points)], 255, cv2.LINE_AA, 4)
        _blend(canvas.picture, mask, bgr(colour), style.point_strength)
    mask = np.zeros(canvas.picture.shape[:2], dtype=np.uint8)
    width = max(round(style.line_width * canvas.fineness), 1)
    if style.lines == "grid":
        for one, other in _neighbours(board):
            cv2.polylines(mask, [_fixed(canvas, np.array([one, other]))], False, 255, width, cv2.LINE_AA, 4)
    elif style.lines == "cells":
        turns = np.pi / 6 + np.arange(6) * np.pi / 3
        cell = np.column_stack([np.cos(turns), np.sin(turns)]) / np.sqrt(3)
        for place in board.places:
            cv2.polylines(mask, [_fixed(canvas, cell + np.array([place.x, place.y]))], True, 255, width, cv2.LINE_AA, 4)
    _blend(canvas.picture, mask, bgr(style.line_colour), 0.9)
    if style.point_border:
        mask[:] = 0
        for points in triangles(board):
            cv2.polylines(mask, [_fixed(canvas, points)], True, 255, width, cv2.LINE_AA, 4)
        _blend(canvas.picture, mask, bgr(style.point_border), 0.9)
    if style.circle:
        mask[:] = 0
        reach = max(np.hypot(place.x, place.y) for place in board.places) + min(style.margin * 0.55, 1.3)
        middle = _fixed(canvas, np.zeros((1, 2)))[0]
        cv2.circle(
            mask, (int(middle[0]), int(middle[1])), round(reach * canvas.fineness * 16), 255, width, cv2.LINE_AA, 4
        )
        _blend(canvas.picture, mask, bgr(style.circle), 0.9)


def _neighbours(board: Board) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    spots = [(place.x, place.y) for place in board.places]
    return [
        (one, other)
        for number, one in enumerate(spots)
        for other in spots[number + 1 :]
        if (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 < 1.1
    ]


class _Stamp:
    """One hole of a scene, ready to be pressed into the canvas."""

    def __init__(self, scene: Scene, fineness: float) -> None:
        self.holes = scene.board.holes
        self.varnish = scene.board.varnish
        self.ambient = scene.light.ambient
        self.sun = sun(scene.light)
        self.fineness = fineness
        self.ground = (bgr(scene.ground.colour) + bgr(scene.ground.second)) / 2
        self.reach = self.holes.radius + max(self.holes.ring_width if self.holes.ring else 0, 0.06) + 0.04

    def press(self, canvas: Canvas, spot: Points, eye: Points) -> None:
        """Paint the hole whose centre is ``spot``."""
        holes, radius = self.holes, self.holes.radius
        middle_x, middle_y = canvas.at(spot[0], spot[1])
        span = self.reach * self.fineness
        left, right = int(middle_x - span), int(middle_x + span) + 2
        top, bottom = int(middle_y - span), int(middle_y + span) + 2
        patch = canvas.picture[top:bottom, left:right].astype(np.float32)
        x = ((np.arange(left, right) - middle_x) / self.fineness).astype(np.float32)[None, :]
        y = ((middle_y - np.arange(top, bottom)) / self.fineness).astype(np.float32)[:, None]
        away = np.hypot(x, y)
        inside = np.clip((radius - away) * self.fineness + 0.5, 0, 1)[..., None]
        if holes.ring:
            ring = np.clip((radius + holes.ring_width - away) * self.fineness + 0.5, 0, 1)[..., None]
            patch += (bgr(holes.ring) - patch) * ring
        elif holes.shape != "flat":
            # A turned edge catches the light on the side that faces it.
            edge = np.clip(1 - np.abs(away - radius) / 0.05, 0, 1)
            faces = -(x * np.float32(self.sun[0]) + y * np.float32(self.sun[1])) / np.maximum(away, 1e-3)
            patch *= (1 + 0.25 * edge * faces)[..., None]
        floor = patch if holes.floor is None else np.broadcast_to(bgr(holes.floor), patch.shape)
        if holes.shape == "bowl":
            within = floor * self._bowl(x, y, away)[..., None] + self._gleam(x, y, spot, eye)[..., None]
        elif holes.shape == "shaft":
            sight = eye[:2] - spot
            within = self._shaft(x, y, sight / eye[2], floor, patch)
        else:
            within = floor
        patch += (within - patch) * inside
        canvas.picture[top:bottom, left:right] = np.clip(patch + 0.5, 0, 255).astype(np.uint8)

    def _bowl(self, x: Image, y: Image, away: Image) -> Image:
        """How bright each spot of a hollow is, 1 being the flat board."""
        radius, depth = self.holes.radius, self.holes.depth
        deep = depth * np.maximum(1 - (away / radius) ** 2, 0)
        steep = 2 * depth / radius**2
        facing = (self.sun[2] - steep * (x * self.sun[0] + y * self.sun[1])) / np.sqrt(1 + steep**2 * away**2)
        direct = np.maximum(facing, 0) / self.sun[2] * self._lit(x, y, deep)
        hidden = 1 - 0.45 * np.minimum(deep / radius, 1)
        return np.asarray(self.ambient * hidden + (1 - self.ambient) * direct, dtype=np.float32)

    def _gleam(self, x: Image, y: Image, spot: Points, eye: Points) -> Image:
        """The light mirrored in a varnished hollow: a bright spot as on a marble, but on the far side of it."""
        sight = eye - np.array([*spot, 0.0])
        sight /= np.linalg.norm(sight)
        half = self.sun + sight
        half /= np.linalg.norm(half)
        steep = 2 * self.holes.depth / self.holes.radius**2
        facing = (half[2] - steep * (x * half[0] + y * half[1])) / np.sqrt(1 + steep**2 * (x**2 + y**2))
        gleam: Image = 150 * self.varnish * np.clip((facing - 0.985) / 0.01, 0, 1).astype(np.float32)
        return gleam

    def _lit(self, x: Image, y: Image, deep: Image) -> Image:
        """0 where the rim's shadow falls, 1 where the light comes in, for spots ``deep`` under the rim."""
        flat = float(np.hypot(self.sun[0], self.sun[1])) or 1e-6
        along = (x * self.sun[0] + y * self.sun[1]) / flat
        to_rim = -along + np.sqrt(np.maximum(along**2 - (x**2 + y**2) + self.holes.radius**2, 0))
        lit: Image = np.clip((to_rim * self.sun[2] / flat - deep) / 0.08 + 0.5, 0, 1)
        return lit

    def _shaft(self, x: Image, y: Image, lean: Points, floor: Image, board: Image) -> Image:
        """A bore: what the camera sees of its floor, and of its wall where the view is aslant."""
        radius, depth = self.holes.radius, self.holes.depth
        floor_x, floor_y = x - np.float32(depth * lean[0]), y - np.float32(depth * lean[1])
        on_floor = np.clip((radius - np.hypot(floor_x, floor_y)) * self.fineness + 0.5, 0, 1)[..., None]
        if self.holes.through:
            floor = np.broadcast_to(self.ground, floor.shape)
        sky = 1 / (1 + 1.2 * depth / radius)
        lit = self._lit(floor_x, floor_y, np.full_like(floor_x, depth))
        bottom = floor * (self.ambient * sky + (1 - self.ambient) * lit)[..., None]
        faces = np.maximum(-(x * self.sun[0] + y * self.sun[1]) / radius, 0)
        wall = board * (self.ambient * 0.5 + (1 - self.ambient) * 0.8 * faces)[..., None]
        return np.asarray(bottom * on_floor + wall * (1 - on_floor), dtype=np.float32)
