"""The readers' networks are asked by whoever needs them: the table, and the page beside it."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from vision.readers.inference import infer


def test_two_who_ask_at_the_same_time_get_what_they_would_get_alone() -> None:
    chance = np.random.default_rng(1)
    batches = [chance.normal(size=(1, 3, 64 + 16 * (number % 3), 96)).astype(np.float32) for number in range(24)]
    alone = [infer("heaps.onnx", batch) for batch in batches]
    with ThreadPoolExecutor(2) as people:
        together = list(people.map(lambda batch: infer("heaps.onnx", batch), batches))
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_array_equal(one, other)
