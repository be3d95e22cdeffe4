"""Telling the service manager how we are: a datagram to the socket that systemd names, see sd_notify(3).

Written out because it is five lines and the packages that do it compile or have no wheels.
"""

import os
import socket
from contextlib import suppress
from pathlib import Path


def watchdog_seconds() -> float | None:
    """How long the service manager waits for a sign of life before it restarts us; None where nobody waits."""
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1e6 if microseconds.isdecimal() and int(microseconds) else None


def notify(*facts: str) -> bool:
    """Send facts such as ``READY=1`` or ``WATCHDOG=1``; False where no service manager listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]  # an abstract socket
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.sendto("\n".join(facts).encode(), address)
    except OSError:
        # A manager that went away must not take the game with it; its watchdog will judge.
        return False
    return True


def ask_for_power_off() -> bool:
    """Leave the wish that this machine be switched off where the unit hopsight-off.path looks for it.

    The service itself may not switch anything off. False where there is no such place, or it cannot be written.
    """
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        return False
    with suppress(OSError):
        Path(folder, "off").touch()
        return True
    return False
