"""Where records lie, which ones, and in what order: their names tell.

Nothing is imported that may be torn: an update, which mends that, asks for the newest record, too.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

ID = re.compile(r"[0-9]{4,9}-[a-z_]{2,30}")
"""What a record is called, and the page calls its game: its number and the game's name."""


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where games, calibration and what was last in force are kept: ``$HOPSIGHT_STATE``, else systemd's
    ``$STATE_DIRECTORY``, else in the user's own state.
    """
    given = environment.get("HOPSIGHT_STATE") or environment.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    home = environment.get("XDG_STATE_HOME") or Path(environment.get("HOME") or Path.home(), ".local", "state")
    return Path(home) / "hopsight"


def games_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where records live."""
    return state_folder(environment) / "games"


def records(folder: Path) -> list[Path]:
    """The records in ``folder``, the newest first: they are numbered, since the wall clock may be wrong.

    What is called otherwise is people's own, a copy perhaps ("0007-star (1).jsonl"): no game goes on in it.
    """
    return sorted((path for path in folder.glob("[0-9]*.jsonl") if ID.fullmatch(path.stem)), key=number, reverse=True)


def number(path: Path) -> int:
    """The number that the file's name begins with; 0 where it begins with none, or with a date down to the second."""
    digits = re.match(r"[0-9]{1,9}(?![0-9])", path.name)
    return int(digits[0]) if digits else 0
