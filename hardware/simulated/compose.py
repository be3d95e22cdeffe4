"""Laying patches and polygons into a picture, whatever part of them lies outside."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np

from hardware.pictures import Picture
from hardware.simulated.lens import Points
from hardware.simulated.textures import Image

Area: TypeAlias = tuple[slice, slice]

STRIP = 120
"""Rows that are drawn at once: pictures of floats are large, and slow to fetch."""


@dataclass(frozen=True)
class Sprite:
    """A patch of a picture at ``left``, ``top``: ``ink`` (BGR times cover), ``cover`` and ``rim`` (h × w × 1, 0 to 1).

    ``rim`` says how much of the light of a lamp under the piece each pixel shows.
    """

    left: int
    top: int
    ink: Image
    cover: Image
    rim: Image


@dataclass(frozen=True)
class Mask:
    """A patch of factors at ``left``, ``top``: h × w × 1."""

    left: int
    top: int
    factor: Image


def inside(picture: Image | Picture, left: int, top: int, shape: tuple[int, ...]) -> tuple[Area, Area] | None:
    """Where a patch lies in the picture, and which part of the patch that is; None when it is all outside."""
    x, y = max(left, 0), max(top, 0)
    right, bottom = min(left + shape[1], picture.shape[1]), min(top + shape[0], picture.shape[0])
    if right <= x or bottom <= y:
        return None
    return (slice(y, bottom), slice(x, right)), (slice(y - top, bottom - top), slice(x - left, right - left))


def multiply(picture: Picture, mask: Mask) -> None:
    """Darken the picture where the mask is below 1."""
    areas = inside(picture, mask.left, mask.top, mask.factor.shape)
    if areas:
        there, here = areas
        picture[there] = (picture[there] * mask.factor[here]).astype(np.uint8)


def stamp(picture: Picture, sprite: Sprite, gain: Image) -> None:
    """Lay a sprite into a picture, its light times ``gain`` (BGR)."""
    areas = inside(picture, sprite.left, sprite.top, sprite.cover.shape)
    if areas is None:
        return
    there, here = areas
    mixed = picture[there] * (1 - sprite.cover[here]) + sprite.ink[here] * gain
    picture[there] = np.minimum(mixed + 0.5, 255).astype(np.uint8)


def shine(picture: Picture, mask: Mask, light: Image) -> None:
    """Add a light's colour where the mask says; what is bright already gains less."""
    areas = inside(picture, mask.left, mask.top, mask.factor.shape)
    if areas:
        there, here = areas
        patch = picture[there].astype(np.float32)
        brighter = patch + mask.factor[here] * light * (1 - 0.6 * patch / 255)
        picture[there] = np.minimum(brighter + 0.5, 255).astype(np.uint8)


def paste(picture: Image | Picture, sprite: Sprite) -> None:
    """Lay a sprite into a picture as it is."""
    areas = inside(picture, sprite.left, sprite.top, sprite.cover.shape)
    if areas:
        there, here = areas
        picture[there] = picture[there] * (1 - sprite.cover[here]) + sprite.ink[here]


def joined(sprites: Sequence[Sprite]) -> Sprite:
    """Sprites as one, each laid over those before it; lamps do not show on it."""
    left, top = min(one.left for one in sprites), min(one.top for one in sprites)
    right = max(one.left + one.cover.shape[1] for one in sprites)
    bottom = max(one.top + one.cover.shape[0] for one in sprites)
    ink = np.zeros((bottom - top, right - left, 3), dtype=np.float32)
    cover = np.zeros((bottom - top, right - left, 1), dtype=np.float32)
    for one in sprites:
        here = replace(one, left=one.left - left, top=one.top - top)
        paste(ink, here)
        paste(cover, replace(here, ink=here.cover))
    return Sprite(left, top, ink, cover, 0 * cover)


def veil(cover: Image, sprite: Sprite) -> None:
    """Note in ``cover`` (height × width × 1) what a sprite hides."""
    areas = inside(cover, sprite.left, sprite.top, sprite.cover.shape)
    if areas:
        there, here = areas
        np.maximum(cover[there], sprite.cover[here], out=cover[there])


def fill(picture: Picture, corners: Points, colour: Image, strength: float = 1.0, soft: float = 0.0) -> None:
    """Fill a polygon of pixels with a colour; ``soft`` blurs its edge by so many pixels."""
    margin = 3 * soft + 2
    left, top = np.maximum(np.floor(corners.min(0) - margin), 0).astype(int)
    right, bottom = np.minimum(np.ceil(corners.max(0) + margin), (picture.shape[1], picture.shape[0])).astype(int)
    if right <= left or bottom <= top:
        return
    coarse = max(int(soft / 2), 1)  # a blurred edge needs no fine mask
    mask = np.zeros((-(-(bottom - top) // coarse), -(-(right - left) // coarse)), dtype=np.uint8)
    cv2.fillPoly(mask, [np.round((corners - (left, top)) * 16 / coarse).astype(np.int32)], 255, cv2.LINE_AA, 4)
    if soft > 0.3:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft / coarse), dtype=np.uint8)
    if coarse > 1:
        mask = np.asarray(cv2.resize(mask, (right - left, bottom - top)), dtype=np.uint8)
    for row in range(0, bottom - top, STRIP):
        part = mask[row : row + STRIP]
        if part.any():
            weight = (part.astype(np.float32) * np.float32(strength / 255))[..., None]
            patch = picture[top + row : top + row + len(part), left:right]
            patch[:] = np.clip(patch * (1 - weight) + colour * weight + np.float32(0.5), 0, 255)
