"""Trains the network that sees what came to a mandarin board and what went since a picture: ``heaps_since.onnx``.

pip install torch==2.13.0 onnx
python -m vision.training.train_sown --minutes 60 --out vision/readers/networks

It begins as two of what ``heaps.onnx`` begins as, one for either picture, beside new layers that see both at once.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.pictures import Picture
from vision.readers.pit.heaps import CELL, side_by_side
from vision.training import camera
from vision.training.hands import hand
from vision.training.network import Both, Context, Residual, conv
from vision.training.pits import Drawn, Sown, draw_sown, pixels
from vision.training.school import HELD, arguments, lots, one_thread, teach
from vision.training.shipped import taken_up
from vision.training.shot import Shot, lamps
from vision.training.train_pits import CORNERS, FIELDS, LEVEL, HeapReader, field_cells, onto_level, spotted, through

SLIP, MOVED = 0.04, 0.012
"""How badly boards are placed, and how far they lie off between two pictures, in fields."""
DRIFT = 0.05
"""By how much light changes between two pictures, in logarithms, besides its colour."""
SHOTS, STORE, BATCH = 6, 16, 8
"""Pairs of photographs taken of each turn; batches among which each is drawn by lot; pairs in one."""
RATE = 2e-3
RATE_ON = 1e-3
"""How fast it learns that goes on."""
LEAST_SPREAD = 0.02
"""No change is surer than this variance."""
UNKNOWN = 0.05
"""How often it is not known how many stones a field held."""
TOLD = 6
"""Layers that the network gives, as `vision.readers.pit.heaps.Since` names them."""


def two(inputs: int, outputs: int, kernel: int, stride: int = 1) -> nn.Sequential:
    """The same convolution for either picture, as `vision.training.network.conv`; numbers of layers are of both."""
    layer = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False, groups=2)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs))


class SownReader(nn.Sequential):
    """B × 8 × h × w → B × TOLD × h/4 × w/4."""

    def __init__(self, heaps: HeapReader) -> None:
        each = nn.Sequential(two(8, 32, 5, 2), nn.ReLU(), two(32, 64, 3, 2), nn.ReLU(), two(64, 128, 3), nn.ReLU())
        for mine, theirs in ((each[0], heaps[0]), (each[2], heaps[2]), (each[4], heaps[5])):
            for own, values in zip(mine.state_dict().values(), theirs.state_dict().values(), strict=True):
                if values.dim():
                    # Of the layer beside each picture nothing is known yet.
                    halves = own.zero_().view(2, len(values), *own.shape[1:])
                    (halves if values.dim() == 1 else halves[:, :, : values.shape[1]]).copy_(values)
        both = nn.Sequential(
            conv(8, 24, 5, 2), nn.ReLU(), conv(24, 32, 3, 2), nn.ReLU(), Residual(32, 32), conv(32, 64, 3)
        )
        super().__init__(
            Both(nn.Sequential(*each, conv(128, 64, 1)), both), nn.ReLU(),
            Residual(64, 32), Residual(64, 32, 2), Context(64, 32), Residual(64, 32), Residual(64, 32, 4),
            Context(64, 32), Residual(64, 32, 2), Residual(64, 32),
            nn.Conv2d(64, TOLD, 1),
        )  # fmt: skip
        nn.init.constant_(self[-1].bias, -3.0)


MIRRORED = np.array([4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 11, 10]), np.array([5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 10, 11])
"""From where each field's number comes when a board is flipped from left to right, and from top to bottom."""


@dataclass(frozen=True)
class Pair:
    """Two pictures as the network wants them; stones that came and went, large ones that went, what is covered now and
    in either picture, 5 × h × w; and how many stones came to and went from each field, 2 × 12 (NaN: part of it hides).
    """

    pictures: Tensor
    layers: Tensor
    counts: Tensor

    def flipped(self, over: tuple[bool, bool]) -> "Pair":
        """The same from left to right, from top to bottom, or both."""
        axes = [axis for axis, turned in zip((-1, -2), over, strict=True) if turned]
        counts = self.counts
        for fields, turned in zip(MIRRORED, over, strict=True):
            counts = counts[:, fields] if turned else counts
        return Pair(self.pictures.flip(axes), self.layers.flip(axes), counts)


class Photographs(NamedTuple):
    """The board square from above, before and after; ``way``: from the drawn table's pixels to those of the second;
    ``cover``: which cells are hidden in each, h × w.
    """

    then: Picture
    now: Picture
    way: NDArray[np.float64]
    cover: tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]

    def told(self) -> NDArray[np.bool_]:
        """Of which fields all shows in both."""
        return np.asarray((field_cells() * (np.maximum(*self.cover) > 0.2)).sum((1, 2)) <= 2)


def photographs(rng: Generator, sown: Sown) -> Photographs:
    """Two taken by one camera that may have been nudged in between."""
    now = CORNERS + rng.normal(0, SLIP, (4, 2)) * 0.7 + rng.normal(0, SLIP, 2) * 0.7
    then = now + rng.normal(0, 1, (4, 2)) * MOVED * rng.choice([0.0, 1.0, 2.0], p=[0.5, 0.4, 0.1])
    ways = [onto_level(then), onto_level(now)]
    one, two = (lit(board, way) for board, way in zip((sown.then, sown.now), ways, strict=True))
    over_time(rng, one, two)
    both = camera.develop(rng, np.concatenate([one.light, two.light]))
    cells = LEVEL[0] // CELL, LEVEL[1] // CELL
    before, after = (cv2.resize(shot.cover, cells, interpolation=cv2.INTER_AREA) for shot in (one, two))
    return Photographs(both[: LEVEL[1]], both[LEVEL[1] :], ways[1], (np.asarray(before), np.asarray(after)))


def photographed(rng: Generator, sown: Sown) -> Pair:
    """A turn as the network sees it."""
    shot = photographs(rng, sown)
    cells = LEVEL[0] // CELL, LEVEL[1] // CELL
    kinds = (sown.came, 0.8), (sown.went, 0.8), (sown.gone, 1.6)
    stones = [spotted(through(shot.way, pixels(spots)), cells, blur) for spots, blur in kinds]
    lay, lie = (np.bincount(board.fields, minlength=FIELDS) for board in (sown.then, sown.now))
    counts = np.where(shot.told(), [lie - sown.stay, lay - sown.stay], np.nan)
    known = np.where(rng.random(FIELDS) < UNKNOWN, -1, lay)
    pictures = side_by_side(shot.then, shot.now, on_pixels(known.astype(np.float64)))
    layers = np.stack([*stones, shot.cover[1], np.maximum(*shot.cover)]).astype(np.float32)
    return Pair(torch.from_numpy(pictures[0]), torch.from_numpy(layers), torch.from_numpy(counts).float())


def on_pixels(fields: NDArray[np.float64]) -> NDArray[np.float64]:
    """A number of each field at each pixel of a level picture; 0 beside them."""
    return np.kron(np.tensordot(fields, field_cells(), 1), np.ones((CELL, CELL)))


def lit(board: Drawn, way: NDArray[np.float64]) -> Shot:
    """A drawn table as light on the sensor; ``way`` (3 × 3) leads from its pixels to those of the picture."""
    light = cv2.warpPerspective(board.light, way, LEVEL, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT_101)
    return Shot(np.asarray(light, np.float32), np.zeros(LEVEL[::-1], np.float32))


def over_time(rng: Generator, then: Shot, now: Shot) -> None:
    """The light of both pictures, which has changed a little, and hands that came into one of them."""
    air, drift = (Shot(np.ones_like(then.light), np.zeros_like(then.cover)) for _ in range(2))
    camera.weather(rng, air)
    drift.light *= np.float32(np.exp(rng.normal(0, 2 * DRIFT)))
    if rng.random() < 0.3:
        camera.weather(rng, drift)
    drift.light[:] = drift.light ** rng.uniform(0.1, 0.6) * np.exp(rng.normal(0, DRIFT, 3))
    then.light *= air.light
    now.light *= air.light * drift.light
    spots = np.stack(np.meshgrid(*(np.arange(0.0, side, 8) for side in LEVEL)), -1).reshape(-1, 2)
    for shot, hands in ((then, 0.05), (now, 0.2)):
        if rng.random() < hands:
            hand(rng, shot, spots, lamps(rng))


class Turns(IterableDataset[tuple[Tensor, ...]]):
    """Endless batches of pairs of photographs from a seed on; every pair is used twice, once flipped."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        rng = lots(self.seed)
        store: list[Pair] = []
        while True:
            sown = draw_sown(rng)
            for _ in range(SHOTS):
                pair = photographed(rng, sown)
                over = bool(rng.integers(2)), bool(rng.integers(2))
                store += [pair.flipped(over), pair.flipped((not over[0], bool(rng.integers(2))))]
            while len(store) >= STORE * BATCH:
                yield batched([store.pop(int(rng.integers(len(store)))) for _ in range(BATCH)])


def batched(pairs: list[Pair]) -> tuple[Tensor, ...]:
    """Pictures, layers and counts of several pairs."""
    return tuple(torch.stack([getattr(pair, name) for pair in pairs]) for name in ("pictures", "layers", "counts"))


def changed(said: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
    """How many stones came to and went from each field, and the variances of that, B × 2 × 12 each."""
    sums = torch.einsum("bkhw,fhw->bkf", functional.softplus(said[:, :4]), cells)
    return sums[:, :2], sums[:, 2:] + LEAST_SPREAD


def loss_of(said: Tensor, layers: Tensor, counts: Tensor, cells: Tensor) -> Tensor:
    """How wrong it is: stones by Poisson's law where they show, those of fields by Gauss', cover by its chance."""
    seen = (layers[:, 4] < 0.4).float()
    total = functional.binary_cross_entropy_with_logits(said[:, 5], layers[:, 3].clamp(0, 1))
    for layer, truth in ((0, 0), (1, 1), (4, 2)):
        amount = functional.softplus(said[:, layer]) + 1e-4
        total = total + (seen * (amount - layers[:, truth] * torch.log(amount))).mean() * 10
    told = ~torch.isnan(counts)
    if told.any():
        mean, spread = (part[told] for part in changed(said, cells))
        total = total + 0.15 * (torch.log(spread) + (mean - counts[told]) ** 2 / spread).clamp(max=30).mean()
    return total


def measure(reader: nn.Module, held: tuple[Tensor, ...], cells: Tensor) -> str:
    """How well held-out turns are read."""
    reader.eval()
    with torch.no_grad():
        mean, spread = changed(torch.cat([reader(pictures[None]) for pictures in held[0]]), cells)
    off, words = (mean - held[2]).abs(), []
    (came, went), told = held[2].unbind(1), ~torch.isnan(held[2])
    kinds = (("none came", 0, came == 0), ("one", 0, came == 1), ("few", 0, (came > 1) & (came < 6)),
             ("many", 0, came >= 6), ("none went", 1, went == 0), ("some", 1, went > 0))  # fmt: skip
    for name, layer, kind in kinds:
        here = off[:, layer][kind]
        words.append(f"{name} {(here < 0.5).float().mean():.1%} of {len(here)}")
    pull = (off**2 / spread)[told & (held[2] < 6)].mean()
    return f"right: {', '.join(words)}; pull {pull:.2f}"


def begun(start: str | None, pictures: Tensor) -> SownReader:
    """The network that training begins with; ``pictures`` show shipped ones what boards are like."""
    heaps = HeapReader()
    taken_up(heaps, "heaps.onnx", lambda: heaps(pictures[:, :3]))
    reader = SownReader(heaps)
    if start == "shipped":
        taken_up(reader, "heaps_since.onnx", lambda: reader(pictures))
    elif start:
        reader.load_state_dict(torch.load(start))
    return reader


def main() -> None:
    """Train for so many minutes and write the file, now and then and at the end."""
    parser = arguments(__doc__, 60)
    parser.add_argument("--start", metavar="FILE|shipped", help="weights to go on from, or those that are shipped")
    args = parser.parse_args()
    one_thread()
    cells = torch.from_numpy(field_cells()).float()
    rng = np.random.default_rng(HELD)
    held = batched([photographed(rng, draw_sown(rng)) for _ in range(40)])
    reader = begun(args.start, held[0]).to(memory_format=torch.channels_last)
    turns = iter(DataLoader(Turns(int(time.time())), None, num_workers=args.workers, prefetch_factor=8))

    def lesson() -> Tensor:
        pictures, layers, counts = next(turns)
        with torch.autocast("cpu", torch.bfloat16):  # twice as fast
            said = reader(pictures.to(memory_format=torch.channels_last))
        return loss_of(said.float(), layers, counts, cells)

    teach(
        reader,
        "heaps_since",
        RATE_ON if args.start else RATE,
        args,
        lesson=lesson,
        measure=lambda: measure(reader, held, cells),
    )


if __name__ == "__main__":
    main()
