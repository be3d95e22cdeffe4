"""What may be said at a table, also by those rooms of the program that a test does not enter."""

import re
from importlib import import_module
from pathlib import Path

import firmware
import hardware
import rules
import vision


def every_sentence_is_known() -> None:
    """Import whatever declares sentences: at a table that has run for a while all may have to be sent."""
    for room_of_code in (rules, vision, hardware, firmware):
        folder = Path(room_of_code.__path__[0])
        for file in folder.rglob("*.py"):
            if re.search(r"\bMessage\(\n", file.read_text(encoding="utf-8")):
                import_module(".".join((folder.name, *file.relative_to(folder).with_suffix("").parts)))
