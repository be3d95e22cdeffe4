"""Trains the network that weighs what two others say of a heap, and writes ``heaps_counts.npz``.

pip install torch==2.13.0 onnx
python -m vision.training.train_counts --minutes 10 --out vision/readers/networks

It learns on the turns that `vision.training.train_sown` learns on, read by the shipped networks as in play.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim import AdamW
from torch.utils.data import DataLoader, IterableDataset

from rules.mandarin.places import BOARD
from rules.settings import MISCOUNT
from vision.calibration import Calibration
from vision.readers.pit.counts import BELLS, FLOOR, MOST, NARROWEST
from vision.readers.pit.heaps import TO_PIXELS
from vision.readers.pit.reading import PitReader, measured, named
from vision.training.pits import Drawn, Sown, draw_sown, middles
from vision.training.school import HELD, arguments, learn, lots, one_thread
from vision.training.train_pits import FIELDS, LEVEL
from vision.training.train_sown import photographs

LEVELLED = Calibration(BOARD.name, TO_PIXELS, LEVEL)
"""Where the board lies in a level picture."""
SHOTS = 2
"""Pairs of photographs taken of each turn."""
WIDTH, STEPS, BATCH, RATE = 24, 8000, 256, 3e-3
HELD_OUT = 150
"""Turns that it is measured on."""


def _fields() -> NDArray[np.int64]:
    """The number of each place of the board among drawn fields: along the south, the north, west, east."""
    places = np.array([(place.x, place.y) for place in BOARD.places])
    away = np.linalg.norm(places[:, None] - np.array(middles(1.0)), axis=-1)
    return np.asarray(away.argmin(1))


class Lesson(nn.Module):
    """What `vision.readers.pit.counts` runs, in PyTorch: numbers and ways of places → chances of counts, in nats."""

    def __init__(self, numbers: int, ways: int) -> None:
        super().__init__()
        self.mean, self.deviation = torch.zeros(numbers), torch.ones(numbers)
        last = nn.Linear(WIDTH, BELLS * (ways + 2))
        self.layers = nn.ModuleList([nn.Linear(numbers, WIDTH), nn.Linear(WIDTH, WIDTH), last])
        nn.init.normal_(last.weight, std=0.02)
        # At first each bell stands where another way of counting has it.
        last.bias.data = torch.cat([2 * torch.eye(BELLS, ways), torch.tensor([[-0.5, 0.0]] * BELLS)], 1).flatten()

    def forward(self, numbers: Tensor, ways: Tensor) -> Tensor:
        """B × numbers and B × ways → B × (MOST + 1)."""
        x = ((numbers - self.mean) / self.deviation).clamp(-4, 4)
        for layer in list(self.layers)[:-1]:
            x = torch.relu(layer(x))
        told = self.layers[-1](x).view(len(x), BELLS, -1)
        middle = (torch.softmax(told[..., :-2], -1) * ways[:, None]).sum(-1)
        width = nn.functional.softplus(told[..., -2]) + NARROWEST
        off = (torch.arange(MOST + 1) - middle[..., None]) / width[..., None]
        share = torch.log_softmax(told[..., -1], -1) - torch.log(width)
        bells = torch.logsumexp(share[..., None] - off**2 / 2, 1)
        return torch.log_softmax(torch.logaddexp(bells, torch.full_like(bells, float(np.log(FLOOR)))), -1)

    def arrays(self) -> dict[str, Any]:
        """All its numbers, as they are kept."""
        kept = {"mean": self.mean, "deviation": self.deviation}
        for at, layer in enumerate(self.layers):
            kept |= {f"{name}{at}": value for name, value in layer.named_parameters()}
        return {name: value.detach().numpy().astype(np.float32) for name, value in kept.items()}


class Turns(IterableDataset[tuple[Tensor, Tensor, Tensor]]):
    """What is said of the places of one turn after another: numbers, ways and true counts, without end."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        rng = lots(self.seed)
        while True:
            sown = draw_sown(rng)
            for _ in range(SHOTS):
                yield said(rng, sown)


def said(rng: Generator, sown: Sown) -> tuple[Tensor, Tensor, Tensor]:
    """What the reader is told of each place that shows, n × numbers and n × ways, and how many stones lie there, n."""
    shot, fields = photographs(rng, sown), _fields()
    (lay, then), (lie, now) = (_counted(board) for board in (sown.then, sown.now))
    view = {place.id: named(int(lay[at]), int(then[at])) for place, at in zip(BOARD.places, fields, strict=True)}
    reader = PitReader.learn(shot.then, LEVELLED, BOARD, view)
    there = reader.track(shot.now, LEVELLED)
    heaps, flat = measured(shot.now, there, BOARD)
    told, _ = reader.compared(heaps, reader.since(flat))
    known = shot.told()[fields] & (reader.held >= 0) & (then == now)[fields]
    parts = told.numbers()[known], told.ways()[known], lie[fields][known]
    numbers, ways, counts = (torch.from_numpy(part.astype(np.float32)) for part in parts)
    return numbers, ways, counts.long().clamp(max=MOST)


def _counted(board: Drawn) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Small and large stones in each of the drawn fields."""
    large = np.bincount(FIELDS - 2 + (board.big[:, 0] > 0), minlength=FIELDS)
    return np.bincount(board.fields, minlength=FIELDS), large


def drawn(seed: int, *, workers: int, turns: int | None = None, minutes: float = 0) -> list[Tensor]:
    """So many ``turns``, or those of so many ``minutes``, end to end: numbers, ways, counts."""
    found: list[tuple[Tensor, Tensor, Tensor]] = []
    end = time.monotonic() + 60 * minutes
    for turn in DataLoader(Turns(seed), None, num_workers=workers, prefetch_factor=8 if workers else None):
        found.append(tuple(part.clone() for part in turn))  # what a worker sends keeps a file open
        if len(found) >= turns if turns else time.monotonic() > end:
            break
    print(f"{len(found)} turns", flush=True)
    return [torch.cat(part) for part in zip(*found, strict=True)]


def measure(lesson: Lesson, held: list[Tensor]) -> str:
    """How well the places of held-out turns are told, in words; sure are those that the referee would not ask about."""
    with torch.no_grad():
        chances = lesson(held[0], held[1])
    first, second = chances.topk(2).values.unbind(-1)
    sure, right = second - first < np.log(MISCOUNT), chances.argmax(-1) == held[2]
    wrong = int((sure & ~right).sum())
    return f"right {right.float().mean():.1%}, sure {sure.float().mean():.1%}, {wrong} of {int(sure.sum())} wrongly"


def main() -> None:
    """Draw for so many minutes, learn, and write the file."""
    args = arguments(__doc__, 10).parse_args()
    one_thread()
    held = drawn(HELD, workers=0, turns=HELD_OUT)
    numbers, ways, counts = drawn(int(time.time()), workers=args.workers, minutes=args.minutes)
    lesson = Lesson(numbers.shape[1], ways.shape[1])
    lesson.mean, lesson.deviation = numbers.mean(0), numbers.std(0) + 1e-3
    aim = AdamW(lesson.parameters(), RATE, weight_decay=1e-3)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(aim, STEPS)
    for step in range(1, STEPS + 1):
        some = torch.randint(len(counts), (BATCH,))
        learn(aim, -lesson(numbers[some], ways[some]).gather(1, counts[some, None]).mean())
        slower.step()
        if step % (STEPS // 4) == 0:
            print(measure(lesson, held), flush=True)
    np.savez_compressed(args.out / "heaps_counts.npz", **lesson.arrays())


if __name__ == "__main__":
    main()
