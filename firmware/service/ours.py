"""Whose the lamps of this table are: a command that lights them does not do so beside a game."""

from contextlib import suppress
from pathlib import Path

from firmware.journal import refereeing
from firmware.kept.records import games_folder
from firmware.service.slots import SERVICE
from hardware.errors import HardwareError


def lamps_are_ours(proc: Path = Path("/proc")) -> None:
    """Raise `HardwareError` where a game is refereed at this table.

    The lamps' port lets two programs in, and a camera in the network shows itself to both: only the lamps would tell,
    each of them lit by whoever came last.
    """
    owner = refereeing(games_folder())
    if owner is None:
        return
    served = False
    with suppress(OSError):
        served = SERVICE in (proc / owner / "cgroup").read_text(encoding="utf-8", errors="replace")
    end = "sudo systemctl stop hopsight, and afterwards sudo systemctl start hopsight" if served else "Ctrl-C there"
    raise HardwareError(
        f"the lamps belong to the hopsight that is refereeing at this table (process {owner}); stop it first: {end}"
    )
