"""Draws the card tables that `vision.training.train_cards` learns from, and keeps them in a folder.

python -m vision.training.card_lessons FOLDER --count 1500 [--fonts FOLDER]

With ``--fonts`` half of the packs are lettered in freely licensed fonts installed on this machine (DejaVu, Liberation);
nothing of a font comes into what is learnt but numbers. Needs OpenCV 5, which can write with any font.
"""

import argparse
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.card_scenes import random_card_scene, random_cards
from hardware.simulated.card_signs import Lettering, Mask
from hardware.simulated.card_table import CardTruth, draw_cards
from hardware.simulated.cards import FACES

SIZE = (800, 600)
WIDE = (64.0, 165.0)
"""How many pixels wide cards appear."""


def lettered(font: Path, weight: int, narrow: float) -> Lettering:
    """Ranks in a font."""
    face = cv2.FontFace(str(font))  # type: ignore[attr-defined]  # OpenCV 5 alone has it

    def write(rank: str, width: int, height: int) -> Mask:
        canvas = np.full((400, 700), 0, np.uint8)
        cv2.putText(canvas, rank, (60, 300), (255,), face, 240, weight)  # type: ignore[call-overload]  # as above
        rows, columns = np.flatnonzero(canvas.any(1)), np.flatnonzero(canvas.any(0))
        cut = canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        wide = min(round(cut.shape[1] * height / cut.shape[0] * narrow), round(width * 1.15))
        small = cv2.resize(cut, (max(wide, 3), height), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.float32) / np.float32(255)

    return write


def truths(truth: list[CardTruth]) -> NDArray[np.float32]:
    """One row an index: face's number, how much of it is seen, the card's four corners as seen from this index."""
    rows = [
        (
            -1.0 if card.down else FACES.index(card.face),
            card.index_visible[end],
            *np.roll(card.corners, 2 * end, 0).ravel(),
        )
        for card in truth
        for end in (0, 1)
    ]
    return np.array(rows, np.float32).reshape(-1, 10)


def lesson(seed: int, fonts: list[Path]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A picture, nearly as clean as it was drawn, and its truth."""
    chance = Random(seed)
    lettering = None
    if fonts and chance.random() < 0.55:
        lettering = lettered(chance.choice(fonts), chance.choice((300, 400, 600, 800)), chance.uniform(0.65, 1.1))
    cards, scene = random_cards(seed), random_card_scene(seed, lettering)
    wide = WIDE[0] * (WIDE[1] / WIDE[0]) ** chance.random()
    focal = SIZE[0] / 2 / np.tan(np.radians(scene.pose.view_angle) / 2)
    goal = chance.choice(cards)
    pose = replace(
        scene.pose,
        distance=float(focal * 6.3 / wide),
        target=(goal.x * 0.6 + chance.gauss(0, 2), goal.y * 0.6 + chance.gauss(0, 2)),
        blur=0.0 if chance.random() < 0.7 else scene.pose.blur,
        noise=0.0,
        jpeg=0,
    )
    picture, truth = draw_cards(cards, replace(scene, pose=pose), SIZE)
    return picture, truths(truth)


def main() -> None:
    """Draw so many."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--fonts", type=Path, help="a folder with freely licensed fonts")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    fonts = sorted(args.fonts.rglob("*.ttf")) if args.fonts else []
    for seed in range(args.first, args.first + args.count):
        picture, truth = lesson(seed, fonts)
        np.save(args.folder / f"{seed:06d}.npy", truth)
        cv2.imwrite(str(args.folder / f"{seed:06d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 97])


if __name__ == "__main__":
    main()
