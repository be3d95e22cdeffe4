"""How bright the lamps should be in this room: the camera is the sensor, and the answer changes slowly.

Pure: a picture becomes a number, and `follow` leads from one brightness to the next. The median of a picture hardly
notices lamps, hands and lids, so lamps do not make themselves brighter.
"""

from dataclasses import dataclass, replace
from math import log

import numpy as np

from hardware.ports import Frame
from hardware.settings import (
    AMBIENT_CHANGE,
    AMBIENT_RATE,
    AMBIENT_STEP,
    BRIGHT_ROOM,
    DARK_ROOM,
    DIMMEST,
    USUAL_EXPOSURE,
)


@dataclass(frozen=True)
class Ambient:
    """The lamps' ``brightness`` now, 0 to 1, the ``goal`` it is on its way to, and the second ``at`` of that."""

    brightness: float = 1.0
    goal: float = 1.0
    at: float | None = None


def room_light(frame: Frame) -> float:
    """How light the table is: about 0.3 by day near a window, 0.01 to 0.05 in a living room by night.

    Where the camera tells how long it exposed, that counts: its automatics make every room look alike.
    """
    grey = float(np.median(frame.picture[::AMBIENT_STEP, ::AMBIENT_STEP, 1])) / 255
    return grey * USUAL_EXPOSURE / (frame.exposure or USUAL_EXPOSURE)


def wanted(light: float) -> float:
    """The lamps' brightness in a room as light as that: logarithmic between the two ends, as eyes judge."""
    share = log(max(light, DARK_ROOM) / DARK_ROOM) / log(BRIGHT_ROOM / DARK_ROOM)
    return DIMMEST + (1 - DIMMEST) * min(share, 1.0)


def follow(before: Ambient, light: float, at: float) -> Ambient:
    """The lamps' brightness at second ``at``, the room being so ``light``.

    The first look counts at once. After that little changes are let pass, and great ones take their time.
    """
    now = wanted(light)
    if before.at is None:
        return Ambient(now, now, at)
    goal = now if abs(now - before.goal) > AMBIENT_CHANGE * before.goal else before.goal
    most = AMBIENT_RATE * max(at - before.at, 0.0)
    step = min(max(goal - before.brightness, -most), most)
    return replace(before, brightness=before.brightness + step, goal=goal, at=at)
