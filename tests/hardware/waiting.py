"""What is waited for where a camera shows in a thread of its own."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

from hardware.cameras.live import LiveCamera
from hardware.errors import HardwareError
from hardware.ports import Frame

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine; usually it takes a hundredth."""


def came_true(what: Callable[[], bool]) -> bool:
    """Whether ``what`` is true, as soon as it is."""
    ends = monotonic() + PATIENCE
    while not what() and monotonic() < ends:
        sleep(0.005)
    return what()


def came(camera: LiveCamera) -> Frame:
    """The next picture, however many short deadlines a busy machine lets pass before."""
    ends = monotonic() + PATIENCE
    while monotonic() < ends:
        with suppress(HardwareError):
            return camera.take()
    return camera.take()


def said(camera: LiveCamera) -> str:
    """What is wrong with the camera, once it is known."""
    ends = monotonic() + PATIENCE
    while monotonic() < ends:
        try:
            camera.take()
        except HardwareError as trouble:
            if "no picture came" not in str(trouble):
                return str(trouble)
    return "nothing"
