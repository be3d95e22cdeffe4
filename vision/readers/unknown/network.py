"""Runs the two small networks that tell holes from pieces: OpenCV runs the convolutions, NumPy the rest.

`vision.training` makes their files on pictures of its own; what the numbers mean is told there too.
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.geometry import Board
from vision.neighbours import distances
from vision.pictures import Picture
from vision.readers.inference import NETWORKS, infer, softmax
from vision.readers.unknown.grid import Grid, Network, regions

Singles = NDArray[np.float32]
Mind: TypeAlias = dict[str, Singles]
"""A network's numbers that NumPy runs, by the names they have in `vision.training.network`."""


def prepared(picture: Picture, grid: Grid) -> Singles:
    """A picture on the grid (BGR) as a network wants it: 1 × 3 × h × w, as bright and as varied as any other."""
    values = picture.astype(np.float32)
    shown = values[grid.near]
    values = (values - shown.mean()) / (shown.std() + np.float32(4))
    values[~grid.near] = 0
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])


def relations(board: Board) -> NDArray[np.float64]:
    """What is known of every pair of places: n × n × 4: far, near, in the same part, both in the middle."""
    apart = distances(board)
    region = regions(board)
    same = region[:, None] == region
    middle = (region[:, None] < 0) & (region < 0)
    return np.stack([apart / 4, np.exp(-(apart**2) / 2), same, middle], -1)


@dataclass(frozen=True)
class Told:
    """What a network says of each place.

    ``kinds``: n × 3 logits of empty, piece and covered; ``likeness``: n × 8, close where pieces are of one set;
    ``paint``: n × 3, the piece's colour in white light: red, green, blue, 0 to 1.
    """

    kinds: Singles
    likeness: Singles
    paint: Singles


@cache
def mind_of(network: Network) -> Mind:
    """What NumPy runs of a network, read when it is first asked for, and kept."""
    with (NETWORKS / f"{network}_mind.npz").open("rb") as file:
        return {name: values.astype(np.float32) for name, values in np.load(file).items()}


def _normal(mind: Mind, x: Singles, part: str) -> Singles:
    x = x - x.mean(-1, keepdims=True)
    spread = np.sqrt((x**2).mean(-1, keepdims=True) + np.float32(1e-5))
    return np.asarray(x / spread * mind[f"{part}.weight"] + mind[f"{part}.bias"], np.float32)


def _linear(mind: Mind, x: Singles, part: str) -> Singles:
    return np.asarray(x @ mind[f"{part}.weight"].T + mind[f"{part}.bias"], np.float32)


def _think(mind: Mind, x: Singles, related: Singles) -> Singles:
    """Every place asks all others, layer after layer: n × width → n × what is told."""
    layer = 0
    while f"layers.{layer}.ask.weight" in mind:
        part = f"layers.{layer}"
        bias = np.moveaxis(related @ mind[f"{part}.relate.weight"].T, -1, 0)
        heads, width = len(bias), x.shape[1] // len(bias)
        asked = _linear(mind, _normal(mind, x, f"{part}.norm1"), f"{part}.ask").reshape(len(x), 3, heads, width)
        query, key, value = np.moveaxis(asked, (1, 2), (0, 1))
        weights = softmax(query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(width)) + bias)
        heard = np.moveaxis(weights @ value, 0, 1).reshape(len(x), -1)
        x = x + _linear(mind, heard, f"{part}.answer")
        thought = np.maximum(_linear(mind, _normal(mind, x, f"{part}.norm2"), f"{part}.think.0"), 0)
        x = x + _linear(mind, thought, f"{part}.think.2")
        layer += 1
    return _linear(mind, _normal(mind, x, "norm"), "say")


def tell(network: Network, picture: Picture, grid: Grid, related: NDArray[np.float64]) -> Told:
    """What lies on each place of a picture on the grid; ``related`` as `relations` gives it."""
    seen = infer(f"{network}_eye.onnx", prepared(picture, grid))[0]
    columns, rows = grid.nodes.T
    said = _think(mind_of(network), seen[:, rows, columns].T, related.astype(np.float32))
    return Told(said[:, :3], said[:, 3:-3], said[:, -3:])
