"""What can go wrong with devices. Apart from the ports, so that saying it needs neither NumPy nor a driver."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MODEL = Path("/proc/device-tree/model")
"""Where a machine with a device tree says what it is."""


class HardwareError(Exception):
    """A device is missing or failed. The text is one sentence: what, where, what to do."""


class CameraStopped(HardwareError, EOFError):
    """The camera has no more pictures: a folder or a video came to its end, or the device went away."""


class NoSuchSource(HardwareError, ValueError):
    """What was named as a camera is none: no such folder, file or kind. The person has to name another."""


class NoSuchAddress(HardwareError, ValueError):
    """Nobody can listen at the host and port that were named. The person has to name others."""


class BadPicture(HardwareError, ValueError):
    """One picture of a recording cannot be read. The camera goes on: the next ``take`` gives the next picture."""


def install_command(extra: str) -> str:
    """The command that brings the packages of an ``extra`` of this program, which is in no package index.

    A table's program lives in a slot that the installer made, everybody else's in the checkout's own environment.
    """
    if _at_a_table():
        return f"in the checkout: sudo ./systemd/install --extras {extra}"
    return f"in the checkout: make setup EXTRAS={extra}"


def group_command(group: str) -> str:
    """The command that lets the user of this program open what belongs to ``group``."""
    if _at_a_table():
        return f"sudo usermod -aG {group} hopsight; sudo systemctl restart hopsight"
    return f"sudo usermod -aG {group} $USER, then log in anew"


def with_rights(command: str) -> str:
    """``command`` as people type it here: what belongs to a table and its service is touched with sudo."""
    return f"sudo {command}" if _at_a_table() else command


def let_in(whose: str) -> str:
    """What else may be wrong in the service, which reaches only those machines that its unit names; else nothing."""
    if "NOTIFY_SOCKET" not in os.environ:
        return ""
    return (
        f", and that the service may reach it: sudo systemctl edit hopsight, IPAddressAllow= with {whose}'s address "
        "under [Service]"
    )


def is_a_pi() -> bool:
    """Whether this machine is a Raspberry Pi: on others no package and no line in a file brings what only a Pi has."""
    try:
        return "Raspberry Pi" in MODEL.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def _at_a_table() -> bool:
    """Whether this program lives in a slot that the installer made, and so belongs to a table."""
    return Path(sys.prefix).name in {"hopsight.a", "hopsight.b"}


@contextmanager
def or_let_go(let_go: Callable[[], None]) -> Iterator[None]:
    """Release a device if opening it fails or is interrupted: nobody else will, and the next try would find it busy."""
    try:
        yield
    except BaseException:
        with suppress(RuntimeError, OSError):  # what matters is why it failed
            let_go()
        raise


@contextmanager
def as_hardware_error(say: Callable[[Exception], str]) -> Iterator[None]:
    """Turn whatever a driver raises, each in its own way, into a `HardwareError` that ``say`` words."""
    try:
        yield
    except HardwareError:
        raise
    except Exception as error:  # drivers raise what they like, and each of it means that the device does not work
        raise HardwareError(say(error)) from error
