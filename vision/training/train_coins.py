"""Trains the reader of coins on boards of tiles that it draws itself: ``coins.onnx``, and ``coins.pt`` to go on from.

pip install torch==2.13.0 onnx
python -m vision.training.train_coins --start READER.pt --minutes 30 --out vision/readers/networks

READER.pt is the reader of stars as `vision.training.train` leaves it: its first layers, which see edges and colours,
are taken over as they are. With ``--start coins.pt`` an earlier run goes on, on boards that it has not seen.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.readers.inference import standardised
from vision.readers.square.coins import ACROSS, CELL, MARGIN, SUITS
from vision.training import camera
from vision.training.network import TAKEN, Residual, begin, conv
from vision.training.school import HELD, arguments, keep, learn, lots, one_thread, steps
from vision.training.tiles import SQUARES, draw

KINDS = len(SUITS) + 2
"""Empty, the suits, covered."""
SLIP = 0.04
"""How badly boards are placed, in squares."""
UNSURE = (0.35, 0.65)
"""Nobody can say of a square that is covered by such a share whether it is."""
SHOTS = 3
"""Photographs taken of each board."""
MIXED = 40
"""Boards whose photographs wait together, so that those of one board do not come in a row."""
BATCH = 16
RATE = 2e-3


class CoinReader(nn.Sequential):
    """B × 3 × h × w → B × KINDS × h/8 × w/8; a square's middle cell tells of it, and sees three squares around."""

    def __init__(self) -> None:
        super().__init__(
            conv(3, 16, 5, 2), nn.ReLU(),
            conv(16, 32, 3, 2), nn.ReLU(), Residual(32, 32),
            conv(32, 64, 3, 2), nn.ReLU(),
            Residual(64, 32), Residual(64, 32, 3), Residual(64, 32), Residual(64, 32, 3),
            nn.Conv2d(64, KINDS, 1),
        )  # fmt: skip


def shots(rng: Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """Photographs of one board: the picture as the network wants it, and each square's kind; −100 may be anything."""
    board = draw(rng)
    side = len(board.light)
    corners = np.array([(0, 0), (side - 1, 0), (side - 1, side - 1), (0, side - 1)], np.float32)
    for _ in range(SHOTS):
        light, suits, heads = board.light, board.suits.reshape(SQUARES, SQUARES), board.heads
        if rng.random() < 0.5:
            light, suits = light[:, ::-1], suits[:, ::-1]
        turn = int(rng.integers(4))
        # Rows of squares go north, rows of pixels south: a turn of one is a turn back of the other.
        light, suits = np.rot90(light, turn), np.rot90(suits, -turn)
        slip = rng.normal(0, SLIP * ACROSS, (4, 2)) * 0.7 + rng.normal(0, SLIP * ACROSS, 2) * 0.7
        way = np.asarray(cv2.getPerspectiveTransform(corners, (corners + slip).astype(np.float32)), np.float64)
        picture, cover = camera.photograph(rng, np.ascontiguousarray(light), heads, way)
        kinds = suits.ravel().copy()
        kinds[cover > UNSURE[0]] = -100
        kinds[cover >= UNSURE[1]] = KINDS - 1
        yield torch.from_numpy(standardised(picture)[0]), torch.from_numpy(kinds)


class Boards(IterableDataset[tuple[Tensor, Tensor]]):
    """Endless photographs of boards, from a seed on."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        rng = lots(self.seed)
        waiting: list[tuple[Tensor, Tensor]] = []
        while True:
            waiting += shots(rng)
            while len(waiting) > MIXED * SHOTS:
                yield waiting.pop(int(rng.integers(len(waiting))))


def told(reader: nn.Module, pictures: Tensor) -> Tensor:
    """What the reader says of every square, row by row from the south-west: B × KINDS × 64."""
    step = ACROSS // CELL
    at = torch.arange(SQUARES) * step + MARGIN * step + step // 2
    return reader(pictures)[:, :, at.flip(0)][:, :, :, at].flatten(2)


def measure(reader: nn.Module, held: list[tuple[Tensor, Tensor]]) -> str:
    """How well held-out boards are read."""
    reader.eval()
    with torch.no_grad():
        chances = torch.cat([told(reader, picture[None]) for picture, _ in held]).softmax(1)
    kinds = torch.stack([kind for _, kind in held])
    counts = kinds >= 0
    p, best = chances.max(1)
    wrong = (best != kinds) & counts
    sure = (p >= 0.99) & counts
    return (
        f"wrong {int(wrong.sum())}/{int(counts.sum())}, boards right {int((~wrong.any(1)).sum())}/{len(held)}, "
        f"sure of {float(sure.sum() / counts.sum()):.1%}, of these wrong {int((wrong & sure).sum())}"
    )


def main() -> None:
    """Train for so many minutes and write the file."""
    parser = arguments(__doc__, 40)
    parser.add_argument("--start", type=Path, required=True)
    args = parser.parse_args()
    one_thread()
    reader = CoinReader()
    layers = list(reader)
    seeing, naming = nn.Sequential(*layers[:TAKEN]), nn.Sequential(*layers[TAKEN:])
    begin(reader, args.start)
    seeing.requires_grad_(requires_grad=False)
    aim = torch.optim.AdamW(naming.parameters(), RATE, weight_decay=1e-2)
    rng = np.random.default_rng(HELD)
    reader.eval()
    held = [shot for _ in range(40) for shot in shots(rng)]
    boards = iter(DataLoader(Boards(int(time.time())), BATCH, num_workers=args.workers))
    for step, done in steps(aim, args.minutes):
        pictures, kinds = next(boards)
        naming.train()
        loss = functional.cross_entropy(told(reader, pictures), kinds, label_smoothing=0.002)
        learn(aim, loss)
        if step % 100 == 0:
            print(f"{step} {done:.1%} {loss.item():.4f}", flush=True)
        if step % 300 == 0:
            print(measure(reader, held), flush=True)
    print(measure(reader, held))
    keep(reader, "coins", args.out)


if __name__ == "__main__":
    main()
