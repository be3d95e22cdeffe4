"""Values as other programs read them: on standard output, on the page's stream, in a home."""

import json
from collections.abc import Iterable
from typing import Any


def compact(value: Any) -> str:
    """JSON on one line, in the players' own letters."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rounded(xy: Iterable[float]) -> list[float]:
    """A pixel as JSON tells it: two decimals."""
    return [round(float(number), 2) for number in xy]
