"""Takes a reader up again from the files that are shipped, so that training can go on from them.

They hold half the bits and no batch norms, which are folded into the convolutions before them. Both come back: from
pictures it is measured how large the numbers are that each norm sees, so that at first it changes nothing.
"""

from importlib.resources import files
from itertools import pairwise

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle

from rules.geometry import Board
from vision.readers.grid import Network, board_grid
from vision.readers.network import relations
from vision.training.network import Reader

NEARNESS = 2.3
"""How strictly likeness is told while it is learnt, which the files do not hold: with it the shipped ones err least."""


def shipped(network: Network, pictures: Tensor, board: Board) -> Reader:
    """The reader in ``vision/readers``, ready to be trained; ``pictures``: some of ``board``, B × 3 × h × w."""
    reader: Reader = Reader().eval()
    folder = files("vision.readers")
    with (folder / f"{network}_mind.npz").open("rb") as file:
        mind = {name: torch.from_numpy(values.astype(np.float32)) for name, values in np.load(file).items()}
    reader.mind.load_state_dict(mind)
    graph = onnx.load_from_string((folder / f"{network}_eye.onnx").read_bytes()).graph
    numbers = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in graph.initializer}
    cast = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Cast"}
    norms = dict(_normed(reader.eye))
    nodes = [node for node in graph.node if node.op_type == "Conv"]
    convolutions = [module for module in reader.eye.modules() if isinstance(module, nn.Conv2d)]
    for conv, node in zip(convolutions, nodes, strict=True):
        weight, bias = (torch.from_numpy(numbers[cast[name]].copy()) for name in node.input[1:])
        conv.weight.data = weight
        if conv in norms:
            norms[conv].bias.data = bias
        elif conv.bias is not None:
            conv.bias.data = bias
    reader.nearness.data = torch.tensor(NEARNESS)
    _level(reader, norms, pictures, board)
    return reader


def _normed(module: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d]]:
    """Every convolution with the norm that follows it."""
    pairs = []
    for part in module.modules():
        if isinstance(part, nn.Sequential):
            following = list(part)
            pairs += [
                (one, two)
                for one, two in pairwise(following)
                if isinstance(one, nn.Conv2d) and isinstance(two, nn.BatchNorm2d)
            ]
    return pairs


def _level(reader: Reader, norms: dict[nn.Conv2d, nn.BatchNorm2d], pictures: Tensor, board: Board) -> None:
    """Make every norm take out what it sees and put it back: means and spreads over ``pictures``."""
    seen: dict[nn.Module, Tensor] = {}

    def keep(module: nn.Module, _: object, output: Tensor) -> None:
        seen[module] = output.detach()

    for norm in norms.values():
        # Until then they change nothing but by their bias.
        norm.weight.data = torch.sqrt(torch.ones_like(norm.weight) + norm.eps)
    handles: list[RemovableHandle] = [conv.register_forward_hook(keep) for conv in norms]
    columns, rows = torch.from_numpy(board_grid(board).nodes).T
    with torch.no_grad():
        reader(pictures, columns, rows, torch.from_numpy(relations(board)).float())
    for handle in handles:
        handle.remove()
    for conv, norm in norms.items():
        mean, spread = seen[conv].mean((0, 2, 3)), seen[conv].var((0, 2, 3))
        norm.bias.data = norm.bias.data + mean
        norm.weight.data = torch.sqrt(spread + norm.eps)
        norm.running_mean, norm.running_var = mean, spread
