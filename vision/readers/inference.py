"""How the readers ask their small networks: files of this package, run by OpenCV."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

Floats = NDArray[np.float64]
Real = TypeVar("Real", np.float32, np.float64)

NETWORKS: Traversable = files("vision.readers") / "networks"
"""Where the networks lie."""

_ASKED = Lock()
"""OpenCV's networks answer one question at a time, and the page may look for the board while the table reads it."""


@cache
def _network(file: str) -> cv2.dnn.Net:
    # Through memory, so that a folder with any letters in its name will do.
    data = np.frombuffer((NETWORKS / file).read_bytes(), np.uint8)
    return cv2.dnn.readNetFromONNX(data)


def infer(file: str, batch: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the network in ``file``, a name such as ``coins.onnx``, says of a batch: n × channels × h × w → n × ….

    The file is read when it is first asked for, and kept. Any thread may ask.
    """
    with _ASKED:
        network = _network(file)
        network.setInput(batch)
        return np.asarray(network.forward(), np.float32)


def softmax(scores: NDArray[Real]) -> NDArray[Real]:
    """Scores in nats as probabilities along the last axis."""
    chances: NDArray[Real] = np.exp(scores - scores.max(-1, keepdims=True))
    chances /= chances.sum(-1, keepdims=True)
    return chances


def logistic(logits: Floats) -> Floats:
    """Logits, of any shape, as probabilities."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))), np.float64)


def standardised(picture: Picture) -> NDArray[np.float32]:
    """A picture (BGR) as a batch of one, 1 × 3 × h × w: as bright and as varied as any other."""
    values = picture.astype(np.float32)
    values = (values - values.mean()) / (values.std() + np.float32(4))
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])
