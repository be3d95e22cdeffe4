"""One piece as the camera sees it: a small picture with its cover, and the shadow it throws on the board.

Marbles are balls worked out pixel by pixel. Pegs, halma cones and pawns are turned solids: thin discs stacked from
the foot up, each drawn over the one below. Coins are such discs with their suit's sign on top.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, floor
from random import Random

import cv2
import numpy as np

from hardware.colours import Colour
from hardware.simulated.compose import Mask, Sprite, joined
from hardware.simulated.glyphs import glyph
from hardware.simulated.lens import Lens, Points
from hardware.simulated.scene import Light, Pieces
from hardware.simulated.surface import sun
from hardware.simulated.textures import Image, bgr

_SIGN = 0.62  # a coin's sign in radii of the coin
_INK = 0.95  # how well its ink covers
_LEVELS = 26  # discs of a turned solid; more are not seen at 60 pixels a piece


def centre_height(pieces: Pieces, in_hole: bool) -> float:
    """How high above the board a ball's middle is."""
    return pieces.radius - (pieces.sink if in_hole else 0)


def is_ball(pieces: Pieces) -> bool:
    """Marbles of all kinds are balls."""
    return pieces.kind in ("marble", "glass", "cat's eye")


def can_fall(pieces: Pieces) -> bool:
    """What stands can fall; balls and coins lie as they lie."""
    return not is_ball(pieces) and pieces.kind not in ("coin", "stones")


def top_height(pieces: Pieces) -> float:
    """How high a piece in its hole stands above the board."""
    return 2 * pieces.radius - pieces.sink if is_ball(pieces) else pieces.height


def profile(pieces: Pieces) -> Sequence[tuple[float, float]]:
    """A turned solid's (height, radius) from the foot up."""
    r, h = pieces.radius, pieces.height
    if pieces.kind == "coin":
        return [(0, r), (h * 0.85, r), (h, r * 0.96)]
    if pieces.kind == "peg":
        return [(0, r * 0.8), (h * 0.7, r * 0.8), (h * 0.74, r), *_cap(h * 0.74, h, r)]
    if pieces.kind == "cone":
        head = r * 0.55
        return [(0, r), (h * 0.06, r), (h * 0.72, head * 0.62), *_ball(h - head, head)]
    head = r * 0.62
    return [(0, r), (h * 0.12, r), (h * 0.2, r * 0.75), (h * 0.6, head * 0.7), *_ball(h - head, head)]


def _cap(low: float, high: float, radius: float) -> list[tuple[float, float]]:
    turns = np.linspace(0, np.pi / 2, 7)[1:]
    return [(low + (high - low) * float(np.sin(t)), radius * float(np.cos(t))) for t in turns]


def _ball(middle: float, radius: float) -> list[tuple[float, float]]:
    turns = np.linspace(-0.9, np.pi / 2, 12)
    return [(middle + radius * float(np.sin(t)), radius * float(np.cos(t))) for t in turns]


class Turner:
    """Makes the sprites of one family of pieces under one light, seen by one lens."""

    def __init__(self, pieces: Pieces, light: Light, lens: Lens, under: Image) -> None:
        self.pieces = pieces
        self.light = light
        self.lens = lens
        self.sun = sun(light)
        self.under = under  # the board's colour, which glass lets through and gloss mirrors
        self.cast = light_colour(light)

    def sprite(
        self, spot: Points, colour: Colour, in_hole: bool = True, lift: float = 0.0, *, turn: int = 0, mark: str = ""
    ) -> Sprite:
        """The piece that stands at ``spot`` (x, y), ``lift`` above the board.

        ``turn`` decides a marble's pattern and which way a coin's ``mark`` lies.
        """
        if self.pieces.kind == "coin":
            return self._coin(np.array([*spot, lift]), colour, turn, mark)
        if is_ball(self.pieces):
            return self.ball(np.array([*spot, centre_height(self.pieces, in_hole) + lift]), colour, turn)
        return self._turned(np.array([*spot, lift]), colour)

    def shadow(self, spot: Points, in_hole: bool) -> Mask:
        """The shadow on the board of the piece that stands at ``spot``."""
        if is_ball(self.pieces):
            low = high = centre_height(self.pieces, in_hole)
            wide = narrow = self.pieces.radius
        else:
            low, high = 0.0, self.pieces.height
            wide, narrow = self.pieces.radius, self.pieces.radius * (1.0 if self.pieces.kind == "coin" else 0.6)
        lean = -self.sun[:2] / self.sun[2]
        start, end = spot + lean * low, spot + lean * high
        ground = np.array([*spot, 0.0])
        x, y, left, top = self._around(ground, np.array([start, end, spot]), wide + 3 * self.light.soft + 0.1)
        along = end - start
        long = float(along @ along)
        share = (
            np.clip(((x - start[0]) * along[0] + (y - start[1]) * along[1]) / long, 0, 1) if long > 1e-9 else 0.0 * x
        )
        away = np.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1])
        soft = self.light.soft * (0.6 + share)
        dark = np.clip((wide + (narrow - wide) * share - away) / (2 * soft) + 0.5, 0, 1)
        touch = np.exp(-(((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (0.8 * self.pieces.radius) ** 2))
        factor = (1 - (1 - self.light.ambient) * 0.85 * dark) * (1 - 0.35 * touch)
        return Mask(left, top, factor.astype(np.float32)[..., None])

    def _around(self, at: Points, spots: Points, margin: float) -> tuple[Image, Image, int, int]:
        """A patch that holds ``spots`` ± ``margin``: for each pixel x and y at ``at``'s height, by the slopes there."""
        slopes = self.lens.slopes(at[None])[0, :, :2]
        middle = self.lens.project(at[None])[0]
        corners = np.concatenate([spots + margin * np.array(way) for way in ((-1, -1), (-1, 1), (1, -1), (1, 1))])
        pixels = middle + (corners - at[:2]) @ slopes.T
        left, top = (floor(edge) for edge in pixels.min(0))
        right, bottom = (ceil(edge) + 1 for edge in pixels.max(0))
        back = np.linalg.inv(slopes)
        across = (np.arange(left, right) - middle[0])[None, :]
        down = (np.arange(top, bottom) - middle[1])[:, None]
        x = at[0] + back[0, 0] * across + back[0, 1] * down
        y = at[1] + back[1, 0] * across + back[1, 1] * down
        return x.astype(np.float32), y.astype(np.float32), left, top

    def ball(self, middle: Points, colour: Colour, turn: int = 0, radius: float | None = None) -> Sprite:
        """A ball with its middle at ``middle`` (x, y, z)."""
        radius = radius or self.pieces.radius
        pixel = self.lens.project(middle[None])[0]
        frame = self.lens.frame_at(middle)
        slopes = self.lens.slopes(middle[None])[0]
        scale = radius * float(np.mean([np.linalg.norm(slopes @ frame[0]), np.linalg.norm(slopes @ frame[1])]))
        left, top = (floor(v - scale - 1) for v in pixel)
        right, bottom = (ceil(v + scale + 2) for v in pixel)
        u = ((np.arange(left, right) - pixel[0]) / scale)[None, :]
        v = ((np.arange(top, bottom) - pixel[1]) / scale)[:, None]
        squared = u**2 + v**2
        front = np.sqrt(np.maximum(1 - squared, 0))
        normal = u[..., None] * frame[0] + v[..., None] * frame[1] - front[..., None] * frame[2]
        cover = np.clip((1 - np.sqrt(squared)) * scale + 0.5, 0, 1)
        cover *= np.clip((middle[2] + radius * normal[..., 2]) * scale / radius + 1, 0, 1)  # what sinks into the hole
        disc = np.stack(np.broadcast_arrays(u, v), -1)
        ink, cover, rim = self._glaze(normal, -frame[2], cover=cover, colour=colour, disc=disc, turn=turn)
        return Sprite(left, top, (ink * cover[..., None]).astype(np.float32), _flat(cover), _flat(rim * cover))

    def _glaze(
        self, normal: Points, sight: Points, *, cover: Points, colour: Colour, disc: Points, turn: int
    ) -> tuple[Points, Points, Points]:
        """Colour, cover and rim of a ball's pixels: ``disc`` their place on its disc, ``sight`` towards the camera."""
        paint = bgr(colour).astype(np.float64)
        facing = np.clip(-(disc**2).sum(-1) + 1, 0, 1)
        rim = np.clip(1 - normal[..., 2], 0, 1) ** 2 * 0.7
        if self.pieces.kind == "marble":
            body = paint * self.matt(normal)[..., None]
        else:
            # Glass gathers the light on the far side of the ball and shows the board through its middle.
            gathered = np.clip(-(normal[..., :2] @ self.sun[:2]), 0, 1) ** 2 * 0.9 * (1 - self.light.ambient) + 0.62
            clear = self.pieces.kind == "cat's eye"
            tint = paint * 0.75 + 40 if not clear else np.array([205.0, 222, 205])
            through = self.under * tint / 255 * 1.3
            body = (0.55 * through + 0.45 * tint * 0.8) * gathered[..., None] * (0.72 + 0.28 * facing[..., None])
            rim = np.clip(0.35 + 0.5 * facing, 0, 1)
            if clear:
                vane = _vane(disc, turn)[..., None]
                body = body * (1 - vane) + paint * self.matt(normal)[..., None] * vane
            cover = cover * (0.9 if clear else 0.93)
        body = body * self.cast
        body += self.shine(normal, sight)
        return np.clip(body, 0, 255), cover, rim

    def matt(self, normal: Points) -> Points:
        """Light on a matt surface, 1 being the flat board's."""
        # Light goes a little way round the edge and into the stuff: no paint is quite matt.
        direct = np.maximum((normal @ self.sun + 0.25) / 1.25, 0) / max((self.sun[2] + 0.25) / 1.25, 0.35)
        sky = 0.5 + 0.5 * normal[..., 2]
        return np.asarray(self.light.ambient * (0.5 + 0.5 * sky) + (1 - self.light.ambient) * np.minimum(direct, 1.5))

    def shine(self, normal: Points, sight: Points) -> Points:
        """Mirrored light: the lamp or window, a weaker one opposite, and the room towards the edge."""
        head_on = normal @ sight
        mirrored = 2 * head_on[..., None] * normal - sight
        spot = np.clip((mirrored @ self.sun - 0.93) / 0.04, 0, 1)
        other = np.array([-self.sun[0], -self.sun[1], self.sun[2] + 0.6])
        second = np.clip((mirrored @ (other / np.linalg.norm(other)) - 0.95) / 0.05, 0, 1) * 0.22
        edge = (1 - np.clip(head_on, 0, 1)) ** 3 * 0.22 * np.clip(mirrored[..., 2] + 0.3, 0, 1)
        strength = self.pieces.gloss * (0.85 * spot + second + edge) * 255
        return np.asarray(strength[..., None] * self.cast)

    def _coin(self, foot: Points, ink: Colour, turn: int, mark: str) -> Sprite:
        """A coin that lies on ``foot`` (x, y, z), its sign in ``ink`` turned anyhow."""
        blank = self._turned(foot, self.pieces.face)
        top = foot + np.array([0, 0, self.pieces.height])
        slope = self.lens.slopes(top[None])[0, :, :2]
        size = max(ceil(2 * _SIGN * self.pieces.radius * float(np.abs(slope).max())), 8)
        angle = Random(turn).uniform(0, 2 * np.pi)
        step = (
            2
            * _SIGN
            * self.pieces.radius
            / size
            * np.array([[np.cos(angle), np.sin(angle)], [np.sin(angle), -np.cos(angle)]])
        )
        way = np.zeros((2, 3))
        way[:, :2] = slope @ step
        way[:, 2] = self.lens.project(top[None])[0] - (blank.left, blank.top) - way[:, :2] @ np.full(2, (size - 1) / 2)
        height, width = blank.cover.shape[:2]
        inked = cv2.warpAffine(glyph(mark, size), way, (width, height), flags=cv2.INTER_LINEAR)[..., None]
        lit = bgr(ink) * np.float32(self.matt(np.array([[0.0, 0, 1]]))[0]) * self.cast
        share = inked * np.float32(_INK)
        return replace(blank, ink=blank.ink * (1 - share) + lit.astype(np.float32) * share * blank.cover)

    def _turned(self, foot: Points, colour: Colour) -> Sprite:
        """A turned solid that stands on ``foot`` (x, y, z)."""
        outline = np.array(profile(self.pieces))
        way = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(outline, axis=0), axis=1))])
        steps = np.linspace(0, way[-1], _LEVELS)
        heights, radii = np.interp(steps, way, outline[:, 0]), np.interp(steps, way, outline[:, 1])
        lean = np.arctan2(-np.gradient(radii), np.gradient(heights))
        lean[-1] = np.pi / 2
        middles = foot + np.column_stack([np.zeros((_LEVELS, 2)), heights])
        pixels, slopes = self.lens.project(middles), self.lens.slopes(middles)[:, :, :2]
        wide = max(radii) * np.linalg.norm(slopes, axis=(1, 2)).max()
        left, top = (floor(v - 1) for v in (pixels - wide).min(0))
        right, bottom = (ceil(v + 2) for v in (pixels + wide).max(0))
        cover = np.zeros((bottom - top, right - left))
        shade = np.zeros(cover.shape)
        shine = np.zeros((*cover.shape, 3))
        sight = self.lens.towards(middles[-1:])[0]
        for pixel, slope, radius, tilt in zip(pixels - (left, top), slopes, radii, lean, strict=True):
            reach = radius * np.linalg.norm(slope, axis=1) + 1
            (low_x, low_y), (high_x, high_y) = (pixel - reach).astype(int), (pixel + reach).astype(int) + 2
            area = (slice(max(low_y, 0), high_y), slice(max(low_x, 0), high_x))
            rows, columns = cover[area].shape
            across = (np.arange(columns) + area[1].start - pixel[0])[None, :]
            down = (np.arange(rows) + area[0].start - pixel[1])[:, None]
            back = np.linalg.inv(slope)
            x, y = back[0, 0] * across + back[0, 1] * down, back[1, 0] * across + back[1, 1] * down
            away = np.hypot(x, y)
            here = np.clip((radius - away) * np.linalg.norm(slope) / 1.4 + 0.5, 0, 1)
            flat = np.cos(tilt) / np.maximum(away, 1e-6)
            normal = np.stack([x * flat, y * flat, np.full_like(x, np.sin(tilt))], -1)
            shade[area] += (self.matt(normal) - shade[area]) * here
            shine[area] += (self.shine(normal, sight) - shine[area]) * here[..., None]
            cover[area] = np.maximum(cover[area], here)
        body = np.clip(bgr(colour) * shade[..., None] * self.cast + 0.6 * shine, 0, 255)
        rim = cover * np.clip(np.linspace(-0.4, 0.5, len(cover)), 0, 1)[:, None]
        return Sprite(left, top, (body * cover[..., None]).astype(np.float32), _flat(cover), _flat(rim))

    def fallen(self, spot: Points, colour: Colour, bearing: float) -> Sprite:
        """A turned solid that lies on its side with its foot at ``spot``: balls strung on its axis."""
        outline = np.array(profile(self.pieces))
        heights = np.linspace(0, outline[-1, 0], _LEVELS // 2)
        radii = np.maximum(np.interp(heights, outline[:, 0], outline[:, 1]), 0.1)
        way = np.array([np.cos(np.radians(bearing)), np.sin(np.radians(bearing))])
        return joined(
            [
                self.ball(np.array([*(spot + way * height), radius + 0.01]), colour, radius=float(radius))
                for height, radius in zip(heights, radii, strict=True)
            ]
        )


def light_colour(light: Light) -> Image:
    """What the light makes of white: BGR factors, level included."""
    return tint(light.warmth).astype(np.float32) * np.float32(light.level)


def tint(warmth: float) -> Points:
    """What light of this warmth, -1 blue to 1 orange, makes of white: BGR factors."""
    return np.array([1 - 0.3 * warmth, 1 - 0.04 * abs(warmth), 1 + 0.18 * warmth])


def _flat(mask: Points) -> Image:
    return mask.astype(np.float32)[..., None]


def _vane(disc: Points, turn: int) -> Points:
    """The coloured leaf in a cat's eye marble, lying another way in each."""
    angle = Random(turn).uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    along, over = disc[..., 0] * c + disc[..., 1] * s, disc[..., 1] * c - disc[..., 0] * s
    leaf = 0.34 * np.sqrt(np.maximum(1 - (along / 0.8) ** 2, 0))
    curl = 0.18 * np.sin(along * 3.0)
    vane: Points = np.clip((leaf - np.abs(over - curl)) * 8, 0, 1) * 0.92
    return vane
