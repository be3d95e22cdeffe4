"""Takes networks up again from the files that are shipped, so that training can go on from them.

They hold half the bits and no batch norms, which are folded into the convolutions before them. Both come back: from
pictures it is measured how large the numbers are that each norm sees, so that at first it changes nothing.
"""

from collections.abc import Callable

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.utils.hooks import RemovableHandle

from vision.readers.inference import NETWORKS
from vision.readers.unknown.grid import Network
from vision.readers.unknown.network import mind_of
from vision.training.network import Reader

NEARNESS = 2.3
"""How strictly likeness is told while it is learnt, which the files do not hold: with it the shipped ones err least."""


def taken_up(layers: nn.Module, file: str, look: Callable[[], object]) -> None:
    """Give ``layers`` the weights of ``file``, a name such as ``heaps.onnx``; ``look`` lets them see some pictures."""
    layers.eval()
    graph = onnx.load_from_string((NETWORKS / file).read_bytes()).graph
    numbers = {one.name: numpy_helper.to_array(one).astype(np.float32) for one in graph.initializer}
    cast = {node.output[0]: node.input[0] for node in graph.node if node.op_type == "Cast"}
    pairs = [part for part in layers.modules() if isinstance(part, nn.Sequential) and len(part) == 2]
    norms = {pair[0]: pair[1] for pair in pairs if isinstance(pair[1], nn.BatchNorm2d)}
    nodes = [node for node in graph.node if node.op_type == "Conv"]
    convolutions = [module for module in layers.modules() if isinstance(module, nn.Conv2d)]
    for conv, node in zip(convolutions, nodes, strict=True):
        weight, bias = (torch.from_numpy(numbers[cast[name]].copy()) for name in node.input[1:])
        conv.weight.data = weight
        if conv in norms:
            norms[conv].bias.data = bias
        elif conv.bias is not None:
            conv.bias.data = bias
    for norm in norms.values():
        # Until then they change nothing but by their bias.
        norm.weight.data = torch.sqrt(torch.ones_like(norm.weight) + norm.eps)
    seen: dict[nn.Module, Tensor] = {}

    def keep(module: nn.Module, _: object, output: Tensor) -> None:
        seen[module] = output.detach()

    handles: list[RemovableHandle] = [conv.register_forward_hook(keep) for conv in norms]
    with torch.no_grad():
        look()
    for handle in handles:
        handle.remove()
    for conv, norm in norms.items():
        # Every norm takes out what it sees, and puts it back.
        mean, spread = seen[conv].mean((0, 2, 3)), seen[conv].var((0, 2, 3))
        norm.bias.data = norm.bias.data + mean
        norm.weight.data = torch.sqrt(spread + norm.eps)
        norm.running_mean, norm.running_var = mean, spread


def shipped(network: Network, pictures: Tensor, columns: Tensor, rows: Tensor, related: Tensor) -> Reader:
    """The reader that is shipped, ready to be trained; ``pictures`` and what follows: see `Reader.forward`."""
    reader: Reader = Reader().eval()
    reader.mind.load_state_dict({name: torch.from_numpy(values) for name, values in mind_of(network).items()})
    reader.nearness.data = torch.tensor(NEARNESS)
    taken_up(reader.eye, f"{network}_eye.onnx", lambda: reader(pictures, columns, rows, related))
    return reader
