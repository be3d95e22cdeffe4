"""The network in PyTorch: a picture on the grid → for each place empty, piece or covered, a likeness and a colour.

Two parts. The *eye* is made of convolutions only and becomes an ONNX file. The *mind* lets every place look at all
others (is this what empty holes look like here?) and is so small that NumPy runs it, see
`vision.readers.unknown.network`.
"""

from pathlib import Path

import torch
from torch import Tensor, nn

CLASSES = 3
"""Empty, piece, covered."""
LIKENESS = 8
"""Dimensions in which pieces of one set lie close together."""
WIDTH = 64
"""Numbers by which a place is described."""
HEADS = 4
LAYERS = 4
RELATIONS = 4
"""What is known of a pair of places, see `vision.readers.unknown.network.relations`."""
TAKEN = 5
"""Layers that see edges and colours, with which readers of other boards begin."""


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """A convolution that keeps the size (but for its stride), normed; ``spread`` samples lie between its taps."""
    pad = spread * (kernel // 2)
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, pad, spread, bias=False), nn.BatchNorm2d(outputs))


class Residual(nn.Module):
    """Two convolutions beside a straight way; the first may look further (``spread``)."""

    def __init__(self, width: int, inner: int, spread: int = 1) -> None:
        super().__init__()
        if inner == width:
            self.way = nn.Sequential(conv(width, width, spread=spread), nn.ReLU(), conv(width, width))
        else:
            self.way = nn.Sequential(
                conv(width, inner, 1), nn.ReLU(), conv(inner, inner, spread=spread), nn.ReLU(), conv(inner, width, 1)
            )

    def forward(self, x: Tensor) -> Tensor:
        """B × width × h × w, unchanged in shape."""
        return torch.relu(x + self.way(x))


class Context(nn.Module):
    """What all cells show on the mean is told to each: how large stones are here, and how dark their shadows."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.way = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Conv2d(width, inner, 1), nn.ReLU(), nn.Conv2d(inner, width, 1), nn.ReLU()
        )

    def forward(self, x: Tensor) -> Tensor:
        """B × width × h × w, unchanged in shape."""
        return torch.relu(x + self.way(x))


class Both(nn.Module):
    """The sum of what two ways give."""

    def __init__(self, one: nn.Sequential, other: nn.Sequential) -> None:
        super().__init__()
        self.one, self.other = one, other

    def forward(self, x: Tensor) -> Tensor:
        """Whatever the ways take and give."""
        both: Tensor = self.one(x) + self.other(x)
        return both


class Eye(nn.Module):
    """B × 3 × h × w → B × WIDTH × h/8 × w/8."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            conv(3, 16, 5, 2), nn.ReLU(),
            conv(16, 32, 3, 2), nn.ReLU(), Residual(32, 32), Residual(32, 32),
            conv(32, 96, 3, 2), nn.ReLU(),
            Residual(96, 48), Residual(96, 48), Residual(96, 48, 2), Residual(96, 48), Residual(96, 48, 2),
            Residual(96, 48, 3), Residual(96, 48),
            nn.Conv2d(96, WIDTH, 1),
        )  # fmt: skip

    def forward(self, x: Tensor) -> Tensor:
        """See the class."""
        seen: Tensor = self.layers(x)
        return seen


class Layer(nn.Module):
    """Every place asks all others, then thinks for itself."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.ask = nn.Linear(WIDTH, 3 * WIDTH)
        self.answer = nn.Linear(WIDTH, WIDTH)
        self.relate = nn.Linear(RELATIONS, HEADS, bias=False)
        self.think = nn.Sequential(nn.Linear(WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, WIDTH))

    def forward(self, x: Tensor, relations: Tensor) -> Tensor:
        """B × n × WIDTH and n × n × RELATIONS → B × n × WIDTH."""
        b, n, _ = x.shape
        q, k, v = self.ask(self.norm1(x)).view(b, n, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        weights = q @ k.transpose(-1, -2) / (WIDTH // HEADS) ** 0.5 + self.relate(relations).permute(2, 0, 1)
        heard = (weights.softmax(-1) @ v).permute(0, 2, 1, 3).reshape(b, n, WIDTH)
        x = x + self.answer(heard)
        thought: Tensor = x + self.think(self.norm2(x))
        return thought


class Mind(nn.Module):
    """B × n × WIDTH → B × n × (CLASSES + LIKENESS + 3)."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self.norm = nn.LayerNorm(WIDTH)
        self.say = nn.Linear(WIDTH, CLASSES + LIKENESS + 3)

    def forward(self, x: Tensor, relations: Tensor) -> Tensor:
        """See the class."""
        for layer in self.layers:
            x = layer(x, relations)
        said: Tensor = self.say(self.norm(x))
        return said


class Reader(nn.Module):
    """Eye and mind together, as they are trained."""

    def __init__(self) -> None:
        super().__init__()
        self.eye, self.mind = Eye(), Mind()
        self.nearness = nn.Parameter(torch.tensor(1.0))

    def forward(self, pictures: Tensor, columns: Tensor, rows: Tensor, relations: Tensor) -> Tensor:
        """B × 3 × h × w, the places' cells (n, n), n × n × RELATIONS → B × n × (CLASSES + LIKENESS + 3)."""
        seen = self.eye(pictures)[:, :, rows, columns].permute(0, 2, 1)
        said: Tensor = self.mind(seen, relations)
        return said


def begin(layers: nn.Sequential, start: Path) -> None:
    """Begin with the weights in ``start``: those of such layers, or the first `TAKEN` of the reader of stars."""
    weights = torch.load(start)
    if "0.0.weight" in weights:
        layers.load_state_dict(weights)
        return
    stars = Reader()
    stars.load_state_dict(weights)
    nn.Sequential(*list(layers)[:TAKEN]).load_state_dict(stars.eye.layers[:TAKEN].state_dict())
