"""Trains the network that sees stones and lines on mandarin boards that it draws itself, and writes ``heaps.onnx``.

pip install torch==2.13.0 onnx
python -m vision.training.train_pits --start READER.pt --minutes 60 --out vision/readers/networks

READER.pt is the reader of stars as `vision.training.train` leaves it: its first layers begin where they stand there.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.readers.inference import standardised
from vision.readers.pit.heaps import ACROSS, CELL, HALF, KINDS
from vision.training import camera
from vision.training.network import Residual, begin, conv
from vision.training.pits import FINE, SHAPE, Drawn, draw, pixels
from vision.training.school import HELD, arguments, lots, one_thread, teach

FIELDS = 12
LEVEL = (round(2 * HALF[0] * ACROSS), round(2 * HALF[1] * ACROSS))
"""Width and height of a board seen square from above."""
LOOSE = (224, 176)
"""Width and height of a picture of part of a board, turned anyhow."""
CORNERS = np.array([(-2.5, -1), (2.5, -1), (2.5, 1), (-2.5, 1)])
"""Of a board's ten fields together."""
SLIP = 0.04
"""How badly boards are placed, in fields."""
ROUGH, ROUGH_SLIP = 0.35, 0.25
"""Share of boards that are placed badly, and how badly."""
SHOTS = 4
"""Photographs of each kind taken of each board."""
BATCH = 8
RATE = 2.5e-3
LEAST_SPREAD = 0.03
"""No count is surer than this variance."""


class HeapReader(nn.Sequential):
    """B × 3 × h × w → B × KINDS × h/4 × w/4."""

    def __init__(self) -> None:
        super().__init__(
            conv(3, 16, 5, 2), nn.ReLU(),
            conv(16, 32, 3, 2), nn.ReLU(), Residual(32, 32),
            conv(32, 64, 3), nn.ReLU(),
            Residual(64, 32), Residual(64, 32, 2), Residual(64, 32), Residual(64, 32, 4),
            Residual(64, 32, 2), Residual(64, 32, 6), Residual(64, 32), Residual(64, 32),
            nn.Conv2d(64, KINDS, 1),
        )  # fmt: skip


@dataclass(frozen=True)
class Lesson:
    """A photograph as the network wants it, and its truth: stones, large ones, lines, board and cover, 5 × h × w.

    Of a board seen square from above also the stones in each field (−1: it is covered in part).
    """

    picture: Tensor
    layers: Tensor
    counts: Tensor


def photographed(rng: Generator, board: Drawn, way: NDArray[np.float64], size: tuple[int, int]) -> Lesson:
    """A photograph: ``way`` (3 × 3) leads from the drawn table's pixels to those of a picture of ``size``."""
    # What is thinned out must be smoothed first.
    light = cv2.warpPerspective(board.light, way, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101)
    cells = size[0] // CELL, size[1] // CELL
    columns, rows = np.meshgrid(np.arange(cells[0]), np.arange(cells[1]))
    heads = np.column_stack([columns.ravel(), rows.ravel()]) * CELL + (CELL - 1) / 2.0
    lit = np.ascontiguousarray(light, dtype=np.float32)
    picture, hidden = camera.photograph(rng, lit, heads.astype(np.float64), np.eye(3))
    cover = hidden.reshape(cells[::-1])
    small, big = (
        spotted(through(way, pixels(stones)), cells, blur) for stones, blur in ((board.small, 0.8), (board.big, 1.6))
    )
    line, inside = (
        cv2.resize(cv2.warpPerspective(flat, way, size), cells, interpolation=cv2.INTER_AREA)
        for flat in (board.line, board.inside)
    )
    layers = np.stack([small, big, line, inside, cover]).astype(np.float32)
    return Lesson(torch.from_numpy(standardised(picture)[0]), torch.from_numpy(layers), torch.full((FIELDS,), -1.0))


def through(way: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points, n × 2, where ``way`` (3 × 3) brings them."""
    there = np.column_stack([points, np.ones(len(points))]) @ way.T
    return np.asarray(there[:, :2] / there[:, 2:])


def spotted(at: NDArray[np.float64], cells: tuple[int, int], blur: float) -> NDArray[np.float32]:
    """One for each of the points, smeared over the cells around it."""
    layer = np.zeros(cells[::-1], np.float32)
    for x, y in np.rint((at + 0.5) / CELL - 0.5).astype(int).tolist():
        if 0 <= x < cells[0] and 0 <= y < cells[1]:
            layer[y, x] += 1
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), blur), np.float32)


def level(rng: Generator, board: Drawn) -> Lesson:
    """The whole board square from above, as far as it was well placed."""
    # Now and then it is badly placed, as while it is looked for: counts are not asked for then.
    rough = rng.random() < ROUGH
    far = ROUGH_SLIP if rough else SLIP
    slip = rng.normal(0, far, (4, 2)) * 0.7 + rng.normal(0, far, 2) * (1.5 if rough else 0.7)
    turn = rng.choice([-1, 1])
    shot = photographed(rng, board, onto_level(CORNERS * turn + slip), LEVEL)
    counts = np.bincount(board.fields, minlength=FIELDS).astype(np.float32)
    if turn < 0:
        counts = counts[[9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 11, 10]]
    hidden = (field_cells() * (shot.layers[4].numpy() > 0.2)).sum((1, 2)) > 2
    return replace(shot, counts=torch.from_numpy(np.where(hidden | rough, -1, counts)).float())


def onto_level(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The way (3 × 3) from a drawn table's pixels to those of a level picture; `CORNERS` (in fields) come there."""
    goal = corners * (ACROSS, -ACROSS) + np.array(LEVEL) / 2 - 0.5
    way = cv2.getPerspectiveTransform(pixels(CORNERS).astype(np.float32), goal.astype(np.float32))
    return np.asarray(way, np.float64)


def loose(rng: Generator, board: Drawn) -> Lesson:
    """Part of a board from anywhere, the way in which one is looked for."""
    scale = ACROSS * np.exp(rng.uniform(-0.4, 0.4)) / FINE
    turn = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(turn) * scale, np.sin(turn) * scale
    stretch = np.diag([1, rng.uniform(0.8, 1.0), 1])
    middle = np.array(SHAPE[::-1]) / 2 + rng.uniform(-1, 1, 2) * FINE * (3.2, 1.2)
    way = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    aslant = np.eye(3)
    aslant[2, :2] = rng.normal(0, 4e-4, 2)
    shift = np.array([[1, 0, LOOSE[0] / 2], [0, 1, LOOSE[1] / 2], [0, 0, 1]])
    return photographed(rng, board, shift @ aslant @ stretch @ way, LOOSE)


@cache
def field_cells() -> NDArray[np.bool_]:
    """Which cells of a board seen square from above belong to each field, as `Drawn.fields` has them: 12 × h × w."""
    x = (np.arange(LEVEL[0] // CELL) + 0.5) * CELL / ACROSS - HALF[0]
    y = HALF[1] - (np.arange(LEVEL[1] // CELL) + 0.5) * CELL / ACROSS
    x, y = np.meshgrid(x, y)
    of = np.where(np.abs(x) > 2.5, 10 + (x > 0), np.floor(x + 2.5) + 5 * (y > 0))
    of[(np.abs(y) > 1.15) | (np.abs(x) > 3.9)] = -1
    return np.asarray(of == np.arange(FIELDS)[:, None, None])


class Boards(IterableDataset[tuple[Tensor, Tensor, Tensor]]):
    """Endless batches of photographs from a seed on, square from above and loose by turns."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        rng = lots(self.seed)
        waiting: tuple[list[Lesson], list[Lesson]] = ([], [])
        while True:
            board = draw(rng)
            for _ in range(SHOTS):
                waiting[0].append(level(rng, board))
                waiting[1].append(loose(rng, board))
            if len(waiting[0]) >= 6 * BATCH:
                for shots in waiting:
                    chosen = [shots.pop(int(rng.integers(len(shots)))) for _ in range(BATCH)]
                    yield batched(chosen)


def batched(shots: list[Lesson]) -> tuple[Tensor, Tensor, Tensor]:
    """Pictures, layers and counts of several photographs of one kind."""
    return (
        torch.stack([shot.picture for shot in shots]),
        torch.stack([shot.layers for shot in shots]),
        torch.stack([shot.counts for shot in shots]),
    )


def counted(said: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
    """Stones in each field and the variance of that, B × 12 each."""
    amounts = functional.softplus(said[:, :2])
    sums = torch.einsum("bkhw,fhw->bkf", amounts, cells)
    return sums[:, 0], sums[:, 1] + LEAST_SPREAD


def loss_of(said: Tensor, layers: Tensor, counts: Tensor, cells: Tensor) -> Tensor:
    """How wrong it is: stones by Poisson's law where they can be seen, counts by Gauss', the rest by its chance."""
    seen = (layers[:, 4] < 0.4).float()
    total = torch.zeros(())
    for layer, truth, weight in ((0, 0, 1.0), (2, 1, 1.0)):
        amount = functional.softplus(said[:, layer]) + 1e-4
        total = total + weight * (seen * (amount - layers[:, truth] * torch.log(amount))).mean() * 10
    for layer in (3, 4, 5):
        total = total + 0.5 * functional.binary_cross_entropy_with_logits(
            said[:, layer], layers[:, layer - 1].clamp(0, 1)
        )
    if said.shape[-1] == cells.shape[-1] and (counts >= 0).any():
        mean, spread = counted(said, cells)
        off = (mean - counts) ** 2
        told = counts >= 0
        total = total + 0.1 * (torch.log(spread) + off / spread)[told].clamp(max=30).mean()
    return total


def measure(reader: nn.Module, held: tuple[Tensor, Tensor, Tensor], cells: Tensor) -> str:
    """How well held-out boards are read."""
    reader.eval()
    with torch.no_grad():
        said = torch.cat([reader(picture[None]) for picture in held[0]])
    mean, spread = counted(said, cells)
    told = held[2] >= 0
    off = (mean - held[2])[told]
    right = (off.abs() < 0.5).float().mean()
    few = held[2][told] <= 7
    return (
        f"fields right {right:.2%}, of seven stones or fewer {(off.abs() < 0.5)[few].float().mean():.2%}; "
        f"off by {off.abs().mean():.3f}; pull {(off**2 / spread[told]).mean():.2f}"
    )


def main() -> None:
    """Train for so many minutes and write the file, now and then and at the end."""
    parser = arguments(__doc__, 60)
    parser.add_argument("--start", type=Path, required=True)
    args = parser.parse_args()
    one_thread()
    reader = HeapReader()
    begin(reader, args.start)
    cells = torch.from_numpy(field_cells()).float()
    rng = np.random.default_rng(HELD)
    held = batched([level(rng, draw(rng)) for _ in range(40)])
    boards = iter(DataLoader(Boards(int(time.time())), None, num_workers=args.workers, prefetch_factor=8))

    def lesson() -> Tensor:
        pictures, layers, counts = next(boards)
        return loss_of(reader(pictures), layers, counts, cells)

    teach(reader, "heaps", RATE, args, lesson=lesson, measure=lambda: measure(reader, held, cells))


if __name__ == "__main__":
    main()
