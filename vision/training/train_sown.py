"""Trains the network that sees what came to a mandarin board and what went since a picture: ``heaps_since.onnx``.

pip install torch==2.13.0 onnx
python -m vision.training.train_sown --minutes 60 --out vision/readers/networks

It begins as two of what ``heaps.onnx`` begins as, one for either picture, beside new layers that see both at once.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.readers.pit.heaps import CELL, side_by_side
from vision.training import camera
from vision.training.hands import hand
from vision.training.network import Both, Residual, conv
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
TOLD = 3
"""Layers that the network gives, as `vision.readers.pit.heaps.Since` names them."""


def two(inputs: int, outputs: int, kernel: int, stride: int = 1) -> nn.Sequential:
    """The same convolution for either picture, as `vision.training.network.conv`; numbers of layers are of both."""
    layer = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False, groups=2)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs))


class SownReader(nn.Sequential):
    """B × 6 × h × w → B × TOLD × h/4 × w/4."""

    def __init__(self, heaps: HeapReader) -> None:
        each = nn.Sequential(two(6, 32, 5, 2), nn.ReLU(), two(32, 64, 3, 2), nn.ReLU(), two(64, 128, 3), nn.ReLU())
        for mine, theirs in ((each[0], heaps[0]), (each[2], heaps[2]), (each[4], heaps[5])):
            for name in ("weight", "bias", "running_mean", "running_var"):
                for at, layer in enumerate(theirs):
                    values = getattr(layer, name, None)
                    if values is not None:
                        getattr(mine[at], name).data = torch.cat([values, values])
        both = nn.Sequential(
            conv(6, 24, 5, 2), nn.ReLU(), conv(24, 32, 3, 2), nn.ReLU(), Residual(32, 32), conv(32, 64, 3)
        )
        super().__init__(
            Both(nn.Sequential(*each, conv(128, 64, 1)), both), nn.ReLU(),
            Residual(64, 32), Residual(64, 32, 2), Residual(64, 32), Residual(64, 32, 4), Residual(64, 32, 2),
            Residual(64, 32),
            nn.Conv2d(64, TOLD, 1),
        )  # fmt: skip
        nn.init.constant_(self[-1].bias, -3.0)


MIRRORED = np.array([4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 11, 10]), np.array([5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 10, 11])
"""From where each field's number comes when a board is flipped from left to right, and from top to bottom."""


@dataclass(frozen=True)
class Pair:
    """Two pictures as the network wants them; stones that came and went and what is covered, 3 × h × w; and by how
    many stones each field has more (NaN: it is covered in part).
    """

    pictures: Tensor
    layers: Tensor
    more: Tensor

    def flipped(self, over: tuple[bool, bool]) -> "Pair":
        """The same from left to right, from top to bottom, or both."""
        axes = [axis for axis, turned in zip((-1, -2), over, strict=True) if turned]
        more = self.more
        for fields, turned in zip(MIRRORED, over, strict=True):
            more = more[fields] if turned else more
        return Pair(self.pictures.flip(axes), self.layers.flip(axes), more)


def photographed(rng: Generator, sown: Sown) -> Pair:
    """The board square from above, before and after, by one camera that may have been nudged in between."""
    now = CORNERS + rng.normal(0, SLIP, (4, 2)) * 0.7 + rng.normal(0, SLIP, 2) * 0.7
    then = now + rng.normal(0, 1, (4, 2)) * MOVED * rng.choice([0.0, 1.0, 2.0], p=[0.5, 0.4, 0.1])
    ways = [onto_level(then), onto_level(now)]
    shots = [lit(board, way) for board, way in zip((sown.then, sown.now), ways, strict=True)]
    over_time(rng, *shots)
    both = camera.develop(rng, np.concatenate([shot.light for shot in shots]))
    cells = LEVEL[0] // CELL, LEVEL[1] // CELL
    came, went = (spotted(through(ways[1], pixels(spots)), cells, 0.8) for spots in (sown.came, sown.went))
    hidden = cv2.resize(np.maximum(shots[0].cover, shots[1].cover), cells, interpolation=cv2.INTER_AREA)
    counts = [np.bincount(board.fields, minlength=FIELDS) for board in (sown.now, sown.then)]
    more = np.where((field_cells() * (hidden > 0.2)).sum((1, 2)) > 2, np.nan, counts[0] - counts[1])
    pictures = side_by_side(both[: LEVEL[1]], both[LEVEL[1] :])
    layers = np.stack([came, went, hidden]).astype(np.float32)
    return Pair(torch.from_numpy(pictures[0]), torch.from_numpy(layers), torch.from_numpy(more).float())


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
    """Pictures, layers and changes of several pairs."""
    return tuple(torch.stack([getattr(pair, name) for pair in pairs]) for name in ("pictures", "layers", "more"))


def changed(said: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
    """By how many stones each field has more, and the variance of that, B × 12 each."""
    sums = torch.einsum("bkhw,fhw->bkf", functional.softplus(said), cells)
    return sums[:, 0] - sums[:, 1], sums[:, 2] + LEAST_SPREAD


def loss_of(said: Tensor, layers: Tensor, more: Tensor, cells: Tensor) -> Tensor:
    """How wrong it is: stones by Poisson's law where they can be seen, changes of fields by Gauss'."""
    seen = (layers[:, 2] < 0.4).float()
    total = torch.zeros(())
    for layer in (0, 1):
        amount = functional.softplus(said[:, layer]) + 1e-4
        total = total + (seen * (amount - layers[:, layer] * torch.log(amount))).mean() * 10
    told = ~torch.isnan(more)
    if told.any():
        mean, spread = (part[told] for part in changed(said, cells))
        total = total + 0.15 * (torch.log(spread) + (mean - more[told]) ** 2 / spread).clamp(max=30).mean()
    return total


def measure(reader: nn.Module, held: tuple[Tensor, ...], cells: Tensor) -> str:
    """How well held-out turns are read."""
    reader.eval()
    with torch.no_grad():
        mean, spread = changed(torch.cat([reader(pictures[None]) for pictures in held[0]]), cells)
    more, told = held[2], ~torch.isnan(held[2])
    off, words = (mean - more).abs(), []
    kinds = (("same", more == 0), ("one more", more == 1), ("other few", (more != 0) & (more != 1) & (more.abs() < 6)))
    for name, kind in (*kinds, ("many", more.abs() >= 6)):
        here = off[told & kind]
        words.append(f"{name} {(here < 0.5).float().mean():.1%} of {len(here)}")
    pull = ((mean - more) ** 2 / spread)[told & (more.abs() < 3)].mean()
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
    reader = begun(args.start, held[0])
    turns = iter(DataLoader(Turns(int(time.time())), None, num_workers=args.workers, prefetch_factor=8))

    def lesson() -> Tensor:
        pictures, layers, more = next(turns)
        return loss_of(reader(pictures), layers, more, cells)

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
