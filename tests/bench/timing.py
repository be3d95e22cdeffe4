"""Measuring contenders side by side: they take turns on the same work, and medians over many rounds are compared."""

import gc
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any

ROUNDS = 9
"""How often every contender does all the work."""


def seconds_each(
    contenders: Mapping[str, Callable[[Any], Any]],
    work: Mapping[str, Sequence[Any]] | Sequence[Any],
    rounds: int = ROUNDS,
) -> dict[str, float]:
    """Processor seconds that each contender takes for one piece of work: the median over rounds taken in turn.

    ``work``: the pieces, one list for all or one for each contender. The first round warms up and is not counted.
    """
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds + 1):
        for name, contender in contenders.items():
            pieces = work[name] if isinstance(work, Mapping) else work
            gc.collect()
            began = time.process_time()
            for piece in pieces:
                contender(piece)
            taken[name].append((time.process_time() - began) / len(pieces))
    return {name: median(times[1:]) for name, times in taken.items()}


def table(title: str, rows: Iterable[Sequence[str]]) -> None:
    """Print rows under a title, in columns."""
    rows = [list(row) for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    print(f"\n{title}\n{'-' * len(title)}")
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
