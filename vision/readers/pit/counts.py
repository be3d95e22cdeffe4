"""How many stones lie on a place, by all that two networks say of it: a third one weighs that, so small that NumPy runs
it.

Stones are counted as if they were seen for the first time, and by what came and went since it was known how many lay
there. Which of the two is to be believed, and how far, depends on what both say: where all was taken up only the first
helps, where one stone came to ten only the second. `vision.training.train_counts` makes its file on drawn turns.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.readers.inference import NETWORKS, softmax

Floats = NDArray[np.float64]

MOST = 80
"""No place holds more stones than a game has."""
BELLS = 4
"""Bells of which the chances of a place are the sum."""
NARROWEST = 0.12
"""The least deviation of a bell, in stones."""
FLOOR = 2e-4
"""Height of what is added to every number, whatever the bells say."""
CAME = 0.4
"""So many stones came to a place at least for it to tell how many usually came, which the network is told too."""
ADDED_VARIANCE = 0.02
"""Added to variances before their logarithms are taken: all that are much smaller are told to the network alike."""
MOST_APART = 4
"""Stones: numbers that differ by more than this are told to the network as if they differed by so much."""
MOST_DEVIATIONS = 4
"""No number is told to the network as more unusual than so many standard deviations of those it was taught with."""
TOUCHED = 0.3
"""So many stones both came and went where people moved some of a heap."""
UNDER_ANOTHER = 0.06
"""Chance that where stones came one more lies under them: a turn that lacks one by what is seen is asked about, not
refused. At simulated tables one of twelve turns has such a stone somewhere."""


class Said(NamedTuple):
    """What is said of n places. ``ends``: which of them are half-rounds; ``held``: how many stones they held; ``seen``:
    how many are seen there now, and its ``variance``; those that ``came`` and ``went`` since, and their variances.
    """

    ends: NDArray[np.bool_]
    held: Floats
    seen: Floats
    variance: Floats
    came: Floats
    went: Floats
    came_variance: Floats
    went_variance: Floats

    @property
    def since(self) -> Floats:
        """How many there are by what came and went, n."""
        return (self.held + self.came - self.went).clip(min=0)

    @property
    def touched(self) -> NDArray[np.bool_]:
        """Where some stones went and others came, n: no turn does that, but whoever spreads a heap out does."""
        some = np.minimum(self.came, self.went) > TOUCHED
        return np.asarray(some & (self.went < self.held - 1 + TOUCHED))

    def ways(self) -> Floats:
        """The numbers that there may be, each way of counting: n × 5."""
        return np.stack([self.seen, self.since, self.came, self.held, np.zeros_like(self.held)], -1)

    def numbers(self) -> Floats:
        """What the network is told of each place: n × 17."""
        amounts = np.stack([self.held, self.seen, self.came, self.went, self.since])
        variances = np.stack([self.variance, self.came_variance, self.went_variance])
        apart = np.stack([self.seen - self.since, self.came - self.went, self.went - self.held])
        some = self.came[self.came > CAME]
        usual = np.full(self.held.shape, np.median(some) if len(some) else 0.0)
        uneven = np.stack([np.abs(way - np.rint(way)) for way in (self.seen, self.since, self.came)])
        return np.concatenate([
            np.stack([self.ends, self.held == 0]), np.log1p(amounts.clip(min=0)), np.log(variances + ADDED_VARIANCE),
            apart.clip(-MOST_APART, MOST_APART), uneven, np.log1p(usual)[None],
        ]).T  # fmt: skip


@cache
def _weights() -> dict[str, Floats]:
    """The network's numbers by the names that `vision.training.train_counts` gives them, read once."""
    with (NETWORKS / "heaps_counts.npz").open("rb") as file:
        return {name: values.astype(np.float64) for name, values in np.load(file).items()}


def chances(said: Said) -> Floats:
    """How probable each number of stones from 0 on is: n × (`MOST` + 1)."""
    weights = _weights()
    x = ((said.numbers() - weights["mean"]) / weights["deviation"]).clip(-MOST_DEVIATIONS, MOST_DEVIATIONS)
    for layer in "01":
        x = np.maximum(x @ weights[f"weight{layer}"].T + weights[f"bias{layer}"], 0)
    told = (x @ weights["weight2"].T + weights["bias2"]).reshape(len(x), BELLS, -1)
    # Each bell stands at a mean of what the ways of counting give.
    middle = (softmax(told[..., :-2]) * said.ways()[:, None]).sum(-1)
    width = np.logaddexp(0, told[..., -2]) + NARROWEST
    off = (np.arange(MOST + 1) - middle[..., None]) / width[..., None]
    share = softmax(told[..., -1]) / width
    bells = (share[..., None] * np.exp(-(off**2) / 2)).sum(1) + FLOOR
    bells /= bells.sum(-1, keepdims=True)
    under = (UNDER_ANOTHER * said.came.clip(max=1))[:, None]
    return np.asarray((1 - under) * bells + under * np.roll(bells, 1, axis=-1))
