"""What all trainings have in common: what they are told, how fast a network learns as time goes on, what is kept."""

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.random import Generator
from torch import Tensor, nn
from torch.nn.utils import clip_grad_norm_
from torch.optim import AdamW
from torch.utils.data import get_worker_info

from vision.training.export import network_file

WARM_UP = 50
"""Steps until it learns as fast as it may."""
SAID, MEASURED = 20, 200
"""After so many steps it is said how it goes, and how well held-out lessons are read."""
HELD = 10**6
"""The seed of the boards kept for measuring."""
MOST_PULL = 5.0
"""No step follows a steeper slope than this; one odd batch must not undo what was learnt."""


def arguments(about: str | None, minutes: float) -> argparse.ArgumentParser:
    """What the command line of a training says, besides what is its own; ``about``: what it is for."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=minutes, help="how long it learns; %(default)g")
    parser.add_argument("--out", type=Path, required=True, help="where the files go")
    parser.add_argument("--workers", type=int, default=1, help="processes that draw")
    return parser


def keep(reader: nn.Sequential, name: str, folder: Path) -> None:
    """Write the weights, and the file that OpenCV reads."""
    reader.eval()
    torch.save(reader.state_dict(), folder / f"{name}.pt")
    (folder / f"{name}.onnx").write_bytes(network_file(reader))


def one_thread(seed: int = 0) -> None:
    """One core for the network; and OpenCV's threads, which do not live on in the processes that draw, none."""
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(seed)


def lots(seed: int) -> Generator:
    """A random generator for this process, one of several that draw; OpenCV keeps to one thread in each of them."""
    cv2.setNumThreads(1)
    worker = get_worker_info()
    return np.random.default_rng([seed, worker.id if worker else 0])


def steps(aim: AdamW, minutes: float) -> Iterator[tuple[int, float]]:
    """The number of each step, from 1 on, and the share of so many minutes that has passed.

    ``aim`` learns as fast as it was made to, slower at first, and along a cosine ever slower towards the end.
    """
    rates = [float(group["lr"]) for group in aim.param_groups]
    start, step = time.monotonic(), 0
    while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
        step += 1
        for group, rate in zip(aim.param_groups, rates, strict=True):
            group["lr"] = rate * min(1.0, step / WARM_UP) * (0.5 + 0.5 * float(np.cos(np.pi * done)))
        yield step, done


def teach(
    reader: nn.Sequential, name: str, rate: float, args: argparse.Namespace,
    *, lesson: Callable[[], Tensor], measure: Callable[[], str],
) -> None:  # fmt: skip
    """Teach all of ``reader`` as `arguments` say, and keep it under this ``name`` now and then and at the end.

    ``lesson``: the loss of the next batch; ``measure``: how well held-out ones are read, in words.
    """
    aim = AdamW(reader.parameters(), rate, weight_decay=1e-2)
    for step, done in steps(aim, args.minutes):
        reader.train()
        loss = lesson()
        learn(aim, loss)
        if step % SAID == 0:
            print(f"{step} {done:.1%} {loss.item():.4f}", flush=True)
        if step % MEASURED == 0:
            print(measure(), flush=True)
            keep(reader, name, args.out)
    print(measure())
    keep(reader, name, args.out)


def learn(aim: AdamW, loss: Tensor) -> None:
    """One step down the slope of ``loss``."""
    aim.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    clip_grad_norm_([weight for group in aim.param_groups for weight in group["params"]], MOST_PULL)
    aim.step()
