"""Values as other programs read them: on standard output, on the page's stream, in a home."""

import json
import re
from collections.abc import Iterable
from typing import Any

CONTROL = re.compile(r"[\x7f-\x9f]")
"""Letters that terminals obey and JSON lets stand."""


def compact(value: Any) -> str:
    """JSON on one line, in the players' own letters; a terminal that is shown it obeys none of them."""
    told = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return CONTROL.sub(lambda letter: f"\\u{ord(letter[0]):04x}", told)


def rounded(xy: Iterable[float]) -> list[float]:
    """A pixel as JSON tells it: two decimals."""
    return [round(float(number), 2) for number in xy]
