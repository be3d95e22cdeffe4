"""Hands over the board: fingers in the round, lit by the lamps that throw their shadows, maybe with a piece between."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.readers.unknown.grid import CELL
from vision.training.prints import clouds, paint
from vision.training.shot import Lamps, Mask, Shot, lay_over, shadow

SKINS = np.array([(0.75, 0.5, 0.38), (0.55, 0.33, 0.22), (0.25, 0.13, 0.08), (0.12, 0.06, 0.04)])
"""Linear red, green, blue."""


@dataclass
class Limb:
    """A rod with round ends: where it starts and ends (pixels, z up from the board) and how thick it is (radius)."""

    start: NDArray[np.float64]
    end: NDArray[np.float64]
    radius: float

    def beside(self, u: Mask, v: Mask, slant: NDArray[np.float64] | None = None) -> tuple[Mask, ...]:
        """For each pixel: the way from the rod's middle line to it (two masks), and how high that line is there.

        ``slant``: shifts by so much a pixel of height, as shadows are shifted.
        """
        start, end = (at[:2] + (0 if slant is None else slant * at[2]) for at in (self.start, self.end))
        way = end - start
        along = np.clip(((u - start[0]) * way[0] + (v - start[1]) * way[1]) / max(way @ way, 1e-6), 0, 1)
        lift = self.start[2] + along * (self.end[2] - self.start[2])
        return u - start[0] - along * way[0], v - start[1] - along * way[1], lift


def shade(shot: Shot, limbs: list[Limb], light: Lamps) -> None:
    """The shadows of limbs on what lies below: one to each lamp, wider the higher the limb, and the sky kept out."""
    height, width = shot.cover.shape
    v, u = np.mgrid[:height:2, :width:2].astype(np.float32)
    near = np.zeros_like(u)
    for limb in limbs:
        du, dv, lift = limb.beside(u, v)
        gone = np.hypot(du, dv) / (limb.radius + 0.7 * lift)
        near = np.maximum(near, np.exp(-(gone**2)) * (limb.radius / (limb.radius + 0.5 * lift)))
    lit = np.zeros_like(u)
    for way, part, soft in zip(light.ways, light.parts, light.soft, strict=True):
        dark = np.zeros_like(u)
        for limb in limbs:
            du, dv, lift = limb.beside(u, v, -way[:2] / way[2])
            rim = np.maximum(1.5, soft * lift)
            dark = np.maximum(dark, np.clip((limb.radius - np.hypot(du, dv)) / rim + 0.5, 0, 1))
        lit += np.float32(part) * (1 - dark)
    lit, seen = (np.asarray(cv2.resize(mask, (width, height)), np.float32) for mask in (lit, 1 - 0.75 * near))
    shadow(shot, light.sky, lit, seen)


def draw(rng: Generator, shot: Shot, limbs: list[Limb], colours: list[NDArray[np.float64]], light: Lamps) -> None:
    """Limbs of their colours (linear), over the board and over their own shadows."""
    shade(shot, limbs, light)
    height, width = shot.cover.shape
    v, u = np.mgrid[:height, :width].astype(np.float32)
    mask, top = np.zeros_like(u), np.full_like(u, -1e3)
    normal, colour = np.zeros((*u.shape, 3), np.float32), np.zeros((*u.shape, 3), np.float32)
    for limb, tint in zip(limbs, colours, strict=True):
        ends = np.stack([limb.start[:2], limb.end[:2]])
        low = np.clip(np.floor(ends.min(0) - limb.radius - 1), 0, (width, height)).astype(int)
        high = np.clip(np.ceil(ends.max(0) + limb.radius + 2), 0, (width, height)).astype(int)
        near = slice(low[1], high[1]), slice(low[0], high[0])
        du, dv, lift = limb.beside(u[near], v[near])
        gone = np.hypot(du, dv)
        bulge = np.sqrt(np.clip(limb.radius**2 - gone**2, 0, None))
        mask[near] = np.maximum(mask[near], np.clip(limb.radius - gone + 0.5, 0, 1))
        first = (gone < limb.radius + 0.5) & (lift + bulge > top[near])
        top[near] = np.where(first, lift + bulge, top[near])
        normal[near][first] = (np.stack([du, dv, bulge], -1) / limb.radius)[first]
        colour[near][first] = tint
    normal += 0.05 * clouds(rng, u.shape, rng.uniform(2, 8), 2)[..., None]
    # The sky above, and what the board sends back from below.
    on = mask > 0
    facets = normal[on]
    lit = light.sky * (0.65 + 0.35 * facets[:, 2:])
    gloss, sharp = rng.uniform(0, 0.3), rng.uniform(5, 40)
    for way, share in zip(light.ways, light.shares, strict=True):
        facing = facets @ way.astype(np.float32)
        half = way + np.array([0.0, 0.0, 1.0])
        half /= np.linalg.norm(half)
        shine = gloss * np.clip(facets @ half.astype(np.float32), 0, 1) ** np.float32(sharp)
        # Light goes a little way into skin, so its dark side begins late and softly.
        lit = lit + share / way[2] * (np.clip((facing + 0.2) / 1.2, 0, None) + shine)[:, None]
    colour[on] *= lit.astype(np.float32)
    lay_over(shot, mask, colour, light)


def reach(rng: Generator, shot: Shot, goal: NDArray[np.float64], *, angle: float, thick: float, light: Lamps) -> None:
    """A hand whose fingers, ``thick`` pixels in radius, are over ``goal``; its arm comes from ``angle`` (radians)."""
    ahead = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-ahead[1], ahead[0]]) * rng.choice([-1, 1])

    def above(back: float, side: float, lift: float) -> NDArray[np.float64]:
        return np.array([*(goal + (ahead * back + aside * side) * thick), lift * thick])

    # Bent fingers touch the board, a flat hand hovers; both may be held high.
    flat, high = rng.uniform(0, 1), rng.choice([0.0, rng.uniform(0, 3)])
    palm, knuckles = rng.uniform(7, 9), rng.uniform(3.8, 5.2)
    lift = high + rng.uniform(2.5, 5) * (1 - 0.5 * flat)
    count, spread = int(rng.choice([1, 2, 3, 4], p=[0.1, 0.15, 0.15, 0.6])), rng.uniform(0.3, 1.1)
    limbs = []
    for finger, size in zip(range(count), (0.95, 1.0, 0.95, 0.8), strict=False):
        side = (finger - 1.2) * 1.95
        long = rng.uniform(-0.5, 1) + 0.5 * (finger - 1) ** 2
        root, tip = above(knuckles, side, lift), above(long, side * spread, high + size + rng.uniform(0, 0.8))
        joint = root * 0.5 + tip * 0.5 + np.array([0, 0, thick * rng.uniform(0.3, 1.5) * (1 - flat)])
        limbs += [Limb(above(palm, side * 0.9, lift), root, thick * 1.15), Limb(root, joint, thick * size)]
        limbs.append(Limb(joint, tip, thick * size * rng.uniform(0.8, 0.95)))
    if rng.random() < 0.8:
        root, tip = above(palm, -3.2, lift), above(rng.uniform(0, 3), rng.uniform(-3, -1), high + rng.uniform(1, 1.8))
        joint = root * 0.45 + tip * 0.55 - np.array([*aside, 0]) * thick * rng.uniform(0.3, 1.2)
        limbs += [Limb(root, joint, thick * 1.2), Limb(joint, tip, thick)]
    wrist, sway = above(palm + 3.5, 0, lift + 0.5), rng.normal(0, 10)
    limbs += [Limb(above(palm, -1.2, lift), wrist, thick * 2.3), Limb(above(palm, 1.2, lift), wrist, thick * 2.2)]
    skin = SKINS[rng.integers(len(SKINS))] * rng.uniform(0.7, 1.3, 3) ** 0.3
    skin = (skin if rng.random() < 0.85 else paint(rng)) * np.exp(rng.normal(0, 0.45))
    colours = [skin] * len(limbs)
    cuff = wrist * 0.5 + above(palm + rng.uniform(4, 12), sway * 0.1, lift + 1) * 0.5
    limbs += [Limb(wrist, cuff, thick * 2.0), Limb(cuff, above(70, sway, lift + rng.uniform(2, 10)), thick * 2.4)]
    colours += [skin, skin if rng.random() < 0.6 else paint(rng) * rng.uniform(0.5, 1)]
    draw(rng, shot, limbs, colours, light)


def held(
    rng: Generator,
    shot: Shot,
    heads: NDArray[np.float64],
    goal: NDArray[np.float64],
    *,
    light: Lamps,
    pitch: float = 2 * CELL,
) -> None:
    """A piece in the fingers, over the board: coloured as what lies at one of ``heads``, and on no place.

    ``pitch``: pixels between neighbouring places.
    """
    height, width = shot.cover.shape
    u, v = np.clip(heads[rng.integers(len(heads))], 1, (width - 2, height - 2)).astype(int)
    colour = shot.light[v - 1 : v + 2, u - 1 : u + 2].mean((0, 1)) * rng.uniform(0.7, 1.4)
    radius = pitch * rng.uniform(0.25, 0.55)
    at = np.array([*goal, radius * rng.uniform(1, 5)])
    limbs = [Limb(at, at, radius)]
    if rng.random() < 0.4:
        # Turned from one piece of wood: a thinner shaft under the head, hardly ever upright in a hand.
        limbs.append(Limb(at, at + rng.normal(0, 1, 3) * radius, radius * rng.uniform(0.3, 0.7)))
    draw(rng, shot, limbs, [colour] * len(limbs), light)


def hand(
    rng: Generator, shot: Shot, heads: NDArray[np.float64], light: Lamps, like: NDArray[np.float64] | None = None
) -> None:
    """A hand that reaches in from somewhere, and may hold a piece; hands go where places are, or anywhere.

    ``like`` (pixels): where the pieces stand, one of which it is that is held, mostly.
    """
    height, width = shot.cover.shape
    goal = np.array([rng.uniform(0.15, 0.85) * width, rng.uniform(0.15, 0.85) * height])
    if rng.random() < 0.6:
        goal = heads[rng.integers(len(heads))] + rng.normal(0, CELL * 0.8, 2)
    if rng.random() < 0.5:
        if like is None or not len(like) or rng.random() < 0.3:
            like = heads
        held(rng, shot, like, goal + rng.normal(0, CELL * 0.4, 2), light=light)
    reach(rng, shot, goal, angle=rng.uniform(0, 2 * np.pi), thick=CELL * rng.uniform(0.5, 1.4), light=light)
