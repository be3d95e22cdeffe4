"""Glass lets the ground through: what a set's pieces look like on a ground on which none was seen.

How much of the ground shows in them is told by pieces that were seen on unlike grounds, which were seen bare as well:
in each channel their colour is a straight line of the ground's. Of opaque ones it is the same on any.
"""

import numpy as np
from numpy.typing import NDArray

from vision.readers.hole import settings
from vision.readers.hole.windows import AnyFloats


def on_grounds(pieces: AnyFloats, bare: NDArray[np.bool_], under: AnyFloats, grounds: AnyFloats) -> AnyFloats | None:
    """The colours (n × 3, 0 to 1) of a set's ``pieces`` (p × 3) on ``grounds`` (n × 3) if they let these through.

    None if they do not. ``bare``: which of the pieces (p) lie where the ground was seen bare, ``under`` them.
    """
    if not differ(under):
        return None
    middle, ground = pieces[bare].mean(0), under.mean(0)
    unlike = under - ground
    apart = (unlike**2).sum(0)
    through = (unlike * (pieces[bare] - middle)).sum(0) / (apart + settings.GLASS_NOISE**2)
    shows = (through > settings.GLASS_THROUGH) & (through**2 * apart > settings.GLASS_PLAIN * scatter(pieces))
    return np.asarray(middle + np.clip(through, 0, 1) * (grounds - ground)) if shows.any() else None


def differ(under: AnyFloats) -> bool:
    """Whether grounds (g × 3) are so unlike that pieces on them tell how much they show of it."""
    if len(under) < 2:
        return False
    ground = under.mean(0)
    unlike = under - ground
    light = unlike @ ground / max(float(np.linalg.norm(ground)), 1e-6)
    told = (unlike**2).sum() - (1 - settings.GLASS_LIGHT**2) * (light**2).sum()
    return bool(told >= settings.GLASS_GROUNDS**2)


def scatter(of: AnyFloats) -> AnyFloats:
    """The variance of most ``of`` some pieces (p × ...); those on another ground than most have no say."""
    return np.asarray(settings.MEDIAN_SQUARE * np.median((of - np.median(of, axis=0)) ** 2, axis=0))
