"""Noise, wood, cloth and other surfaces as square pictures, for `tests.bench.homes`."""

from collections.abc import Sequence
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

SIDE = 2200
"""Pixels along a side of every picture here."""

Picture = NDArray[np.float32]
Shade = Sequence[float] | NDArray[Any]
"""Red, green and blue as a screen is told them, 0 to 255."""
Some = TypeVar("Some")

WOODS = {
    "maple": ((226, 194, 148), (203, 165, 115)), "beech": ((214, 168, 120), (188, 140, 94)),
    "pine": ((229, 190, 132), (198, 145, 84)), "oak": ((190, 145, 95), (150, 106, 62)),
    "cherry": ((168, 96, 58), (128, 66, 38)), "teak": ((156, 104, 60), (112, 70, 38)),
    "walnut": ((112, 76, 50), (66, 42, 28)), "mahogany": ((120, 56, 34), (76, 32, 20)),
    "ebony": ((58, 46, 40), (34, 27, 24)), "birch": ((232, 208, 168), (216, 186, 140)),
}  # fmt: skip
"""Pale and dark shade of each."""
CLOTHS = [
    (232, 228, 218), (60, 82, 130), (36, 92, 60), (150, 34, 40), (200, 186, 150), (92, 92, 98), (30, 34, 46),
    (206, 160, 60), (170, 190, 210),
]  # fmt: skip
PATTERNS = [(240, 238, 230), (190, 40, 44), (40, 60, 120)]
LAMINATES = [(236, 234, 230), (198, 196, 190), (70, 70, 72), (24, 24, 26), (210, 190, 160)]
CARPETS = [(178, 160, 134), (110, 96, 88), (120, 40, 38), (64, 74, 96)]


def one_of(rng: Generator, choices: Sequence[Some], shares: Sequence[float] | None = None) -> Some:
    """One of the choices, each as likely as its share says."""
    p = None if shares is None else np.array(shares) / sum(shares)
    return choices[int(rng.choice(len(choices), p=p))]


def smooth(rng: Generator, down: float, across: float) -> Picture:
    """Soft noise, 0 to 1, of so many waves down and across."""
    few = rng.random((min(max(2, int(down) + 2), SIDE), min(max(2, int(across) + 2), SIDE)), dtype=np.float32)
    return np.asarray(cv2.resize(few, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))


def clouds(rng: Generator, down: float, across: float, layers: int = 4) -> Picture:
    """Noise of many sizes, 0 to 1, each twice as fine and about half as strong as the one before."""
    strengths = 0.55 ** np.arange(layers, dtype=np.float32)
    noise = np.zeros((SIDE, SIDE), np.float32)
    for layer, strength in enumerate(strengths):
        noise += strength * smooth(rng, down * 2**layer, across * 2**layer)
    return np.asarray(noise / strengths.sum())


def ruler(wide: float) -> tuple[Picture, Picture]:
    """How far down and across each pixel lies, in centimetres, of a picture so wide."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32) * (wide / SIDE)
    return y, x


def wood(rng: Generator, kind: str, wide: float, planks: float = 0.0) -> Picture:
    """Wood, its grain across, of planks as wide as ``planks`` says, or of one piece."""
    pale, dark = (np.array(tone, np.float32) for tone in WOODS[kind])
    y, x = ruler(wide)
    start, tint, seam = y * 0, y * 0, y < 0
    if planks:
        row = (y / planks).astype(int)
        start, tint = rng.random((2, row.max() + 1), dtype=np.float32)[:, row]
        tint = (tint - 0.5) * 0.5
        seam = np.abs(y / planks - row - 0.5) > 0.5 - 0.04 / planks
    bent = clouds(rng, wide / 5, wide / 22, 3) * rng.uniform(10, 22)
    rings = 0.5 + 0.5 * np.sin((y + 50 * start) * rng.uniform(1.2, 3) + bent + 0.03 * x)
    fibres = 0.6 * smooth(rng, SIDE / 2.2, wide / 2) + 0.4 * smooth(rng, SIDE / 5, wide / 4)
    share = 0.45 * rings**1.5 + 0.4 * fibres + 0.35 * clouds(rng, wide / 8, wide / 20, 3) - 0.1 + tint
    picture = pale + (dark - pale) * np.clip(share, 0, 1)[..., None]
    picture[smooth(rng, SIDE / 2, wide * 1.2) > rng.uniform(0.9, 0.99)] *= 0.86
    picture[seam] *= 0.55
    return np.asarray(np.clip(picture, 0, 255))


def plain(rng: Generator, shade: Shade, mottle: float = 0.03, waves: float = 12) -> Picture:
    """One shade, a little uneven."""
    uneven = 1 + 2 * mottle * (clouds(rng, waves, waves) - 0.5)
    return np.clip(np.array(shade, np.float32) * uneven[..., None], 0, 255)


def cloth(rng: Generator, shade: Shade, wide: float, weave: float = 0.18) -> Picture:
    """Woven cloth of one shade."""
    threads = (smooth(rng, SIDE / 2, SIDE / 9) + smooth(rng, SIDE / 9, SIDE / 2)) / 2
    uneven = 1 - weave / 2 + weave * threads + 0.12 * (clouds(rng, wide / 10, wide / 10) - 0.5)
    return np.clip(np.array(shade, np.float32) * uneven[..., None], 0, 255)


def tablecloth(rng: Generator, wide: float) -> tuple[Picture, str]:
    """A tablecloth, plain, checked or striped, and what it is called."""
    picture = cloth(rng, one_of(rng, CLOTHS), wide)
    kind = one_of(rng, ["", "checked ", "striped "], [45, 35, 20])
    other = np.array(one_of(rng, PATTERNS), np.float32)
    y, x = ruler(wide)
    share, apart = np.zeros_like(x), rng.uniform(1.5, 6)
    if kind == "checked ":
        share[:] = 0.4 * ((x // apart) % 2 + (y // apart) % 2)
    elif kind == "striped ":
        share[:] = 0.6 * ((x % apart) < apart * rng.uniform(0.1, 0.4))
    return picture + (other - picture) * share[..., None], f"{kind}cloth"


def table_top(rng: Generator, wide: float) -> tuple[Picture, str, float]:
    """What a board lies on, what it is called, and how rough it is."""
    kind = one_of(rng, ["wood", "cloth", "laminate", "carpet"], [42, 25, 22, 11])
    if kind == "wood":
        name = one_of(rng, list(WOODS))
        return wood(rng, name, wide, one_of(rng, [0, 9, 14, 20])), name, rng.uniform(0.25, 0.6)
    if kind == "cloth":
        return *tablecloth(rng, wide), 0.95
    if kind == "laminate":
        picture = plain(rng, one_of(rng, LAMINATES), 0.04, 30)
        if rng.random() < 0.4:
            specks = smooth(rng, SIDE / 3, SIDE / 3)
            picture[specks > 0.93] *= 0.75
            picture[specks < 0.08] *= 1.15
        return np.clip(picture, 0, 255), kind, rng.uniform(0.15, 0.5)
    picture = plain(rng, one_of(rng, CARPETS), 0.12, wide / 6)
    return np.clip(picture * (0.8 + 0.4 * smooth(rng, SIDE / 3, SIDE / 3))[..., None], 0, 255), kind, 1.0
