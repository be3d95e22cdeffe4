"""What stuffs look like from straight above, in even light: wood, cloth, felt, stone, checks, and plain paint.

``fineness`` is pixels a board unit.
"""

from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from hardware.colours import Colour
from hardware.pictures import Picture
from hardware.simulated.scene import Surface

Image: TypeAlias = NDArray[np.float32]


def bgr(colour: Colour) -> Image:
    """A colour as OpenCV wants it."""
    return np.array(colour[::-1], dtype=np.float32)


def cloud(chance: Generator, shape: tuple[int, int], cells: tuple[float, float]) -> Image:
    """Smooth noise, about -1 to 1, of ``shape`` (height, width), with so many random cells down and across."""
    rows, columns = (max(int(number) + 3, 4) for number in cells)
    seeds = chance.standard_normal((rows, columns)).astype(np.float32) * np.float32(0.5)
    height, width = shape
    smooth = cv2.INTER_CUBIC if width > columns and height > rows else cv2.INTER_LINEAR
    scale = np.array([[width / cells[1], 0, -width / cells[1]], [0, height / cells[0], -height / cells[0]]])
    return np.asarray(cv2.warpAffine(seeds, scale, (width, height), flags=smooth), dtype=np.float32)


@lru_cache(maxsize=2)
def texture(surface: Surface, side: int, fineness: float, seed: tuple[int, ...]) -> Picture:
    """A square of a surface's stuff, ``side`` pixels long; do not write into it."""
    chance = default_rng(seed)
    between = {
        "wood": _wood,
        "felt": _felt,
        "cloth": _cloth,
        "stone": _stone,
        "check": _check,
        "plain": _plain,
    }[surface.material](side, side / fineness, chance)
    if surface.angle:
        turn = cv2.getRotationMatrix2D((side / 2, side / 2), surface.angle, 1.0)
        between = np.asarray(
            cv2.warpAffine(between, turn, (side, side), borderMode=cv2.BORDER_REFLECT_101), dtype=np.float32
        )
    first, second = bgr(surface.colour), bgr(surface.second)
    between *= np.float32(surface.grain)
    layers = [
        np.clip(one + (other - one) * between, 0, 255).astype(np.uint8)
        for one, other in zip(first, second, strict=True)
    ]
    mixed = np.asarray(cv2.merge(layers), dtype=np.uint8)
    mixed.flags.writeable = False
    return mixed


def _wood(side: int, units: float, chance: Generator) -> Image:
    """Planks along x: slow growth rings, fine fibres, each plank a little lighter or darker and cut elsewhere."""
    across = np.linspace(0, units, side, dtype=np.float32)[:, None]
    warp = cloud(chance, (side, side), (units / 2.5, units / 14))
    rings = np.sin(across * np.float32(chance.uniform(2, 5)) + warp * np.float32(chance.uniform(4, 9)))
    fibres = cloud(chance, (side, side), (units * 9, units / 3))
    fibres += np.float32(0.6) * cloud(chance, (side, side), (side / 3, units))
    broad = chance.uniform(3.5, 8)
    plank = (np.arange(side) * units / side / broad).astype(int)
    tones = chance.uniform(-0.16, 0.16, plank.max() + 1)[plank].astype(np.float32)[:, None]
    seam = np.where(np.abs(np.diff(plank, prepend=plank[0]))[:, None] > 0, np.float32(0.5), np.float32(0))
    wood: Image = 0.45 + 0.16 * rings + 0.3 * fibres + tones + seam
    return wood


def _felt(side: int, units: float, chance: Generator) -> Image:
    fluff = cv2.GaussianBlur(chance.standard_normal((side, side)).astype(np.float32), (0, 0), 0.8)
    felt: Image = 0.5 + 0.32 * fluff + 0.15 * cloud(chance, (side, side), (units / 4, units / 4))
    return felt


def _cloth(side: int, units: float, chance: Generator) -> Image:
    """A plain weave, a little uneven, with soft folds."""
    thread: Image = np.sin(np.linspace(0, units * 2 * np.pi * 6, side, dtype=np.float32)).reshape(1, -1)
    weave = thread.T * thread
    folds = cloud(chance, (side, side), (units / 9, units / 6))
    uneven = cloud(chance, (side, side), (units * 4, units)) + cloud(chance, (side, side), (units, units * 4))
    cloth: Image = 0.45 + 0.2 * weave + 0.22 * uneven + 0.25 * folds
    return cloth


def _stone(side: int, units: float, chance: Generator) -> Image:
    veins = sum(cloud(chance, (side, side), (units / 3 * 2**k, units / 3 * 2**k)) / 2**k for k in range(5))
    return 0.5 + 0.4 * np.asarray(veins, dtype=np.float32)


def _check(side: int, units: float, chance: Generator) -> Image:
    """A table-cloth with a pattern of bands both ways."""
    band = chance.uniform(1.2, 3.0)
    bands = (np.sin(np.linspace(0, units / band * np.pi, side)) > chance.uniform(-0.3, 0.3)).astype(np.float32)
    stripe: Image = np.asarray(cv2.GaussianBlur(bands[:, None], (1, 5), 1.0), dtype=np.float32).reshape(-1, 1)
    check: Image = 0.5 * (stripe + stripe.T) + 0.06 * _felt(side, units, chance)
    return check


def _plain(side: int, units: float, chance: Generator) -> Image:
    speck = cv2.GaussianBlur(chance.standard_normal((side, side)).astype(np.float32), (0, 0), 1.0)
    tone = 0.4 + 0.3 * cloud(chance, (side, side), (units / 8, units / 8))
    return np.asarray(tone + 0.25 * speck, dtype=np.float32)
