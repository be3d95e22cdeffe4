"""Which records lie in a folder, and in what order: their names tell.

Nothing is imported that may be torn: an update, which mends that, asks for the newest record, too.
"""

import re
from pathlib import Path


def records(folder: Path) -> list[Path]:
    """The records in ``folder``, the newest first: they are numbered, since the wall clock may be wrong."""
    return sorted(folder.glob("[0-9]*.jsonl"), key=number, reverse=True)


def number(path: Path) -> int:
    """The number that the file's name begins with; 0 where it begins with none."""
    digits = re.match(r"[0-9]+", path.name)
    return int(digits[0]) if digits else 0
