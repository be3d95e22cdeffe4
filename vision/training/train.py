"""Trains the reader on rendered scenes; its weights are kept every few minutes, so it may be stopped at any time.

pip install torch==2.13.0 numba
python -m vision.training.render SCENES --count 4000 --rays 2
python -m vision.training.render SCENES_OF_181 --count 1000 --rays 2 --size 5
python -m vision.training.render HELD_OUT --first 900000 --count 200 --rays 3
python -m vision.training.train SCENES SCENES_OF_181 --held-out HELD_OUT --out MODEL --minutes 90
python -m vision.training.export MODEL/reader.pt --out vision/readers/networks

Of 253 as of 181; `--start MODEL/reader.pt` goes on from there, `--start second` from that network as it is shipped. So
the second went on from the first, with other scenes, and `vision.training.export` writes it with `--network second`.
"""

import math
import time
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, default_collate

from rules.geometry import Board
from rules.star.places import star_board
from vision.calibration import units
from vision.readers.unknown.grid import Grid, board_grid
from vision.readers.unknown.network import prepared, relations
from vision.training import camera
from vision.training.network import CLASSES, LIKENESS, Reader
from vision.training.render import BRIGHTEST
from vision.training.school import arguments, lots
from vision.training.shipped import shipped

UNSURE = (0.55, 0.75)
"""A place that is covered by a share between these teaches nothing."""
ALBUM = 200
"""How many photographs wait to come again."""
FLIPS = (True, False), (False, True), (True, True)
A_WHILE = 1000
"""After how many photographs the folder is looked through for new scenes."""
MEMORY = 0.998
"""The weights that are kept are a mean over the last 1 / (1 − this) steps."""
SLIP_SPREAD = 0.5
"""How much (in natural logarithms) the registration of one photograph is better or worse than usual."""
LEVELLED = 6
"""Batches from which a shipped network's norms are measured."""
WARM_UP = 200
"""Steps during which the rate grows."""
BOARDS = {len(board.places): board for board in map(star_board, (4, 5, 6))}
"""Boards by how many places they have."""


class Scenes:
    """Rendered scenes of one size of ``board`` in a folder, read where they lie."""

    def __init__(self, folder: Path) -> None:
        self.files = {
            name: [np.load(path, mmap_mode="r") for path in sorted(folder.glob(f"*_{name}.npy"))]
            for name in ("light", "sky", "sets", "heads", "paints")
        }
        whole = min(len(files) for files in self.files.values())
        self.index = [(file, row) for file in range(whole) for row in range(len(self.files["sets"][file]))]
        if not self.index:
            raise SystemExit(f"no rendered scenes in {folder}; vision.training.render makes them")
        self.board = BOARDS[self.files["sets"][0].shape[1]]

    def __len__(self) -> int:
        return len(self.index)

    def __getitem__(self, number: int) -> dict[str, NDArray[np.float32]]:
        file, row = self.index[number]
        return {name: np.array(files[file][row], np.float32) for name, files in self.files.items()}


Extra: TypeAlias = tuple[Tensor, Tensor, Tensor]
"""Columns and rows of a board's places in its grid, and what is known of each pair of places."""


@cache
def extra(board: Board) -> Extra:
    """What the network must know of a board beside its picture."""
    columns, rows = torch.from_numpy(board_grid(board).nodes).T
    return columns, rows, torch.from_numpy(relations(board)).float()


def sample(
    rng: Generator, scene: dict[str, NDArray[np.float32]], board: Board, grid: Grid, slip: float
) -> dict[str, Tensor]:
    """One photograph of a scene, any way round: the picture and what each place should be called."""
    light = scene["light"] * np.float32(np.sqrt(BRIGHTEST) / 65535)
    light *= light
    turn, mirrored = int(rng.integers(6)), bool(rng.integers(2))
    exact = camera.turned(rng, grid, turn, mirrored=mirrored, slip=0.0)
    # Most boards are found well, some badly.
    way = camera.turned(rng, grid, turn, mirrored=mirrored, slip=slip * float(np.exp(rng.normal(0, SLIP_SPREAD))))
    places = units(board)
    here = camera.pixels(places, grid)
    moved = cv2.perspectiveTransform(here[None], exact)[0]
    now = np.linalg.norm(moved[:, None] - here, axis=2).argmin(1)
    heads = cv2.perspectiveTransform(camera.pixels(scene["heads"].astype(np.float64), grid)[None], way)[0]
    sky = light * (scene["sky"] / np.float32(255))
    picture, hidden = camera.photograph(rng, light, heads, way, pieces=scene["sets"] >= 0, sky=sky)
    sets = np.full(len(places), -1)
    sets[now] = scene["sets"].astype(int)
    cover = np.zeros(len(places))
    cover[now] = hidden
    kind = np.where(sets >= 0, 1, 0)
    kind[cover >= UNSURE[1]] = 2
    kind[(cover > UNSURE[0]) & (cover < UNSURE[1])] = -100
    colours = scene["paints"][np.maximum(sets, 0)]
    return {
        "picture": torch.from_numpy(prepared(picture, grid)[0]),
        "kind": torch.from_numpy(kind),
        "sets": torch.from_numpy(np.where(kind == 1, sets, -1)),
        "colours": torch.from_numpy(colours.astype(np.float32)),
    }


def flipped(one: dict[str, Tensor], over: tuple[bool, bool], board: Board) -> dict[str, Tensor]:
    """A photograph flipped left to right, top to bottom, or both: a star stays a star."""
    rows, columns, places = camera.flip(board, over)
    return {name: value[:, rows][:, :, columns] if name == "picture" else value[places] for name, value in one.items()}


class Photographs(IterableDataset[dict[str, Tensor]]):
    """Endless batches of photographs of the scenes, each of one size of board; those rendered meanwhile join in.

    To take a photograph costs more than to learn from it, so each comes twice: now, and flipped some time later.
    """

    def __init__(self, folders: list[Path], batch: int, seed: int, slip: float) -> None:
        self.folders, self.batch, self.seed, self.slip = folders, batch, seed, slip

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        rng = lots(self.seed)
        series = [self.series(rng, folder) for folder in self.folders]
        counts = np.array([len(Scenes(folder)) for folder in self.folders])
        while True:
            one = series[rng.choice(len(series), p=counts / counts.sum())]
            yield default_collate(list(islice(one, self.batch)))

    def series(self, rng: Generator, folder: Path) -> Iterator[dict[str, Tensor]]:
        """Photographs of the scenes in one folder, endlessly."""
        album: list[dict[str, Tensor]] = []
        while True:
            scenes = Scenes(folder)
            board, grid = scenes.board, board_grid(scenes.board)
            for number in rng.permutation(len(scenes))[:A_WHILE]:
                one = sample(rng, scenes[int(number)], board, grid, self.slip)
                yield one
                album.append(one)
                if len(album) > ALBUM:
                    over = FLIPS[rng.integers(len(FLIPS))]
                    yield flipped(album.pop(int(rng.integers(len(album)))), over, board)


def loss_of(model: Reader, said: Tensor, batch: dict[str, Tensor]) -> dict[str, Tensor]:
    """How wrong it was about kinds, about which pieces belong together, and about their colours."""
    kinds = nn.functional.cross_entropy(said[..., :CLASSES].flatten(0, 1), batch["kind"].flatten())
    likeness, colours = said[..., CLASSES : CLASSES + LIKENESS], said[..., CLASSES + LIKENESS :]
    sets = batch["sets"]
    pieces = sets >= 0
    apart = (likeness[:, :, None] - likeness[:, None]).pow(2).sum(-1)
    score = nn.functional.softplus(model.nearness) * (2.0 - apart)
    pair = pieces[:, :, None] & pieces[:, None]
    same = sets[:, :, None] == sets[:, None]
    each = nn.functional.binary_cross_entropy_with_logits(score, same.float(), reduction="none")
    # Every piece counts alike, however many stand with it: a set of two is as hard to tell as one of ten.
    pairs = torch.zeros(())
    for some in (pair & same, pair & ~same):
        count = some.sum(-1)
        mean = (each * some).sum(-1) / count.clamp(min=1)
        pairs = pairs + mean.sum() / (count > 0).sum().clamp(min=1)
    gap = (colours - batch["colours"]).abs().mean(-1)
    return {"kinds": kinds, "pairs": pairs, "colours": (gap * pieces).sum() / pieces.sum().clamp(min=1)}


def evaluate(model: Reader, scenes: Scenes) -> str:
    """How well scenes are read that were never trained on."""
    model.eval()
    rng = np.random.default_rng(1)
    board, grid = scenes.board, board_grid(scenes.board)
    wrong = places = boards = sure = surely_wrong = 0
    with torch.no_grad():
        for number in range(len(scenes)):
            one = sample(rng, scenes[number], board, grid, 0.03)
            said = model(one["picture"][None], *extra(board))[0, :, :CLASSES]
            shown = (one["kind"] == 0) | (one["kind"] == 1)
            chance = said[:, :2].softmax(-1)
            right = chance.argmax(-1) == one["kind"]
            bad = int((~right & shown).sum())
            p = chance.max(-1).values
            wrong, places, boards = wrong + bad, places + int(shown.sum()), boards + (bad == 0)
            sure += int((shown & (p >= 0.99)).sum())
            surely_wrong += int((shown & ~right & (p >= 0.99)).sum())
    model.train()
    return (
        f"wrong {wrong}/{places} ({100 * wrong / places:.2f} %), boards right {boards}/{len(scenes)}, "
        f"sure of {100 * sure / places:.1f} %, of these wrong {surely_wrong}"
    )


def begun(start: str | None, batches: Iterator[dict[str, Tensor]]) -> Reader:
    """A new reader, one from a file of weights, or a shipped network."""
    reader: Reader = Reader()
    match start:
        case None:
            pass
        case "first" | "second":
            first = next(batches)
            alike = [batch for batch in islice(batches, LEVELLED) if batch["kind"].shape == first["kind"].shape]
            pictures = torch.cat([batch["picture"] for batch in (first, *alike)])
            reader = shipped(start, pictures, *extra(BOARDS[first["kind"].shape[1]])).train()
        case _:
            reader.load_state_dict(torch.load(start))
    return reader


def main() -> None:
    """Train, evaluate now and then, keep the weights."""
    parser = arguments(__doc__, 90)
    parser.add_argument("scenes", type=Path, nargs="+", help="folders, each of one size of board; many come often")
    parser.add_argument("--held-out", type=Path)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--slip", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", metavar="FILE|NETWORK", help="weights to go on from, or a shipped network's name")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    photographs = Photographs(args.scenes, args.batch, args.seed, args.slip)
    loader = iter(DataLoader(photographs, batch_size=None, num_workers=args.workers))
    model = begun(args.start, loader).to(memory_format=torch.channels_last)
    mean = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(MEMORY), use_buffers=True)
    optimiser = torch.optim.AdamW(model.parameters(), lr=args.rate, weight_decay=1e-2)
    means: dict[str, float] = {}
    began = time.time()
    step, passed = 0, 0.0
    while passed < 1:
        step, passed = step + 1, (time.time() - began) / 60 / args.minutes
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1.0, step / WARM_UP) * max(0.02, math.cos(min(passed, 1.0) * math.pi / 2))
        batch = next(loader)
        with torch.autocast("cpu", torch.bfloat16):
            board = BOARDS[batch["kind"].shape[1]]
            said = model(batch["picture"].contiguous(memory_format=torch.channels_last), *extra(board))
        losses = loss_of(model, said.float(), batch)
        optimiser.zero_grad()
        (losses["kinds"] + 0.6 * losses["pairs"] + 0.3 * losses["colours"]).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        mean.update_parameters(model)
        for name, value in losses.items():
            means[name] = 0.98 * means.get(name, value.item()) + 0.02 * value.item()
        if step % 100 == 0:
            print(step, f"{passed:.1%}", {name: round(value, 4) for name, value in means.items()}, flush=True)
        if step % 500 == 0 or passed >= 1:
            args.out.mkdir(parents=True, exist_ok=True)
            torch.save(mean.module.state_dict(), args.out / "reader.pt")
        if args.held_out and (step % 2000 == 0 or passed >= 1):
            print(evaluate(mean.module, Scenes(args.held_out)), flush=True)


if __name__ == "__main__":
    main()
