"""Writes a trained reader as `vision.readers.unknown.network` runs it: an eye (OpenCV) and a mind (NumPy).

pip install torch==2.13.0 onnx
python -m vision.training.export READER.pt --out vision/readers/networks

With ``--network second`` they are those of the other.
"""

import argparse
from pathlib import Path
from typing import get_args

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.readers.unknown.grid import Network
from vision.training.network import Both, Context, Reader, Residual


class Graph:
    """An ONNX graph grown layer by layer; batch norms are folded into the convolutions before them."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def add(self, kind: str, inputs: list[str], **settings: object) -> str:
        """One node; the name of what it gives."""
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **settings))
        return name

    def numbers(self, values: NDArray[np.float32]) -> str:
        """Numbers kept with half the bits: the file is half as large, and what comes out differs by a thousandth."""
        name = f"numbers{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values.astype(np.float16), name))
        return self.add("Cast", [name], to=TensorProto.FLOAT)

    def conv(self, conv: nn.Conv2d, norm: nn.BatchNorm2d | None, x: str) -> str:
        """A convolution with what follows it folded in."""
        weight = conv.weight.detach()
        bias = torch.zeros(len(weight)) if conv.bias is None else conv.bias.detach()
        if norm is not None and norm.running_mean is not None and norm.running_var is not None:
            scale = norm.weight.detach() / torch.sqrt(norm.running_var + norm.eps)
            weight = weight * scale[:, None, None, None]
            bias = norm.bias.detach() + (bias - norm.running_mean) * scale
        names = [self.numbers(weight.numpy()), self.numbers(bias.numpy())]
        pads = [int(pad) for pad in conv.padding] * 2
        return self.add(
            "Conv", [x, *names], kernel_shape=list(conv.kernel_size), strides=list(conv.stride),
            dilations=list(conv.dilation), pads=pads, group=conv.groups,
        )  # fmt: skip

    def module(self, module: nn.Module, x: str) -> str:
        """Any module of the networks."""
        match module:
            case nn.ReLU() | nn.AdaptiveAvgPool2d():
                return self.add("Relu" if isinstance(module, nn.ReLU) else "GlobalAveragePool", [x])
            case nn.Conv2d():
                return self.conv(module, None, x)
            case Both():
                return self.add("Add", [self.module(module.one, x), self.module(module.other, x)])
            case Residual() | Context():
                return self.add("Relu", [self.add("Add", [x, self.module(module.way, x)])])
            case nn.Sequential():
                parts = list(module)
                if isinstance(parts[0], nn.Conv2d) and len(parts) == 2 and isinstance(parts[1], nn.BatchNorm2d):
                    return self.conv(parts[0], parts[1], x)
                for part in parts:
                    x = self.module(part, x)
                return x
            case _:
                raise TypeError(f"no way to write {type(module).__name__}")


def network_file(layers: nn.Sequential) -> bytes:
    """Convolutions as ONNX, for a picture of any size."""
    graph = Graph()
    last = graph.module(layers, "picture")
    channels = next(part.in_channels for part in layers.modules() if isinstance(part, nn.Conv2d))
    shape = [1, channels, "height", "width"]
    inputs = [helper.make_tensor_value_info("picture", TensorProto.FLOAT, shape)]
    outputs = [helper.make_tensor_value_info(last, TensorProto.FLOAT, [1, None, None, None])]
    model = helper.make_model(
        helper.make_graph(graph.nodes, "reader", inputs, outputs, graph.weights),
        opset_imports=[helper.make_opsetid("", 11)],
        producer_name="hopsight",
    )
    model.ir_version = 6
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--network", choices=get_args(Network), default="first")
    args = parser.parse_args()
    reader = Reader()
    reader.load_state_dict(torch.load(args.weights))
    reader.eval()
    (args.out / f"{args.network}_eye.onnx").write_bytes(network_file(reader.eye.layers))
    mind = {name: values.numpy().astype(np.float16) for name, values in reader.mind.state_dict().items()}
    np.savez_compressed(args.out / f"{args.network}_mind.npz", **mind)


if __name__ == "__main__":
    main()
