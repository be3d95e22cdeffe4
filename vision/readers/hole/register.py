"""What changed for the whole board between two pictures of it: the light, and a small shift of camera or board.

Both are fitted robustly to all places at once, so that places where pieces or hands came or went do not count.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.pictures import Picture
from vision.readers.hole import settings
from vision.readers.hole.windows import Singles, Windows

Known = tuple[Singles, Singles, Singles]
"""What every window should show, n × 3 × m, its slopes (see `shift`), and how precisely that is known, n × m."""

Shift = NDArray[np.float64]
"""2 × 3: how far (in pitches) a point (1, x, y) of the board is from where the calibration says."""


def weights(patches: Singles, reference: Singles, precision: Singles) -> Singles:
    """How far each sample can be believed to be unchanged, n × m, times its precision. Patches n × 3 × m."""
    residual = patches - reference
    squares = residual[:, 0] ** 2 + residual[:, 1] ** 2 + residual[:, 2] ** 2
    return np.asarray(precision / (1 + squares * precision / settings.TAIL), np.float32)


def unclipped(patches: Singles, precision: Singles) -> Singles:
    """The ``precision`` (n × m) of what is not cut off white; patches n × 3 × m."""
    brightest = np.maximum(np.maximum(patches[:, 0], patches[:, 1]), patches[:, 2])
    return np.where(brightest > settings.CLIPPED, np.float32(0), precision)


def light(patches: Singles, reference: Singles, precision: Singles, places: NDArray[np.float64]) -> Singles:
    """The light's gain at each place and channel, n × 3: a smooth change over the board. ``places``: n × 2."""
    start = _overall(patches[:, :, ::3], reference[:, :, ::3])
    gain = np.tile(start, (len(patches), 1)).astype(np.float32)
    unit = np.abs(places).max() or 1.0
    x, y = (places / unit).T
    basis = np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])
    damping = np.diag(settings.LIGHT_DAMPING)
    squares, products, precision = reference**2, reference * patches, unclipped(patches, precision)
    for _ in range(settings.LIGHT_ROUNDS):
        trust = weights(patches, reference * gain[:, :, None], precision)[:, :, None]
        power = (squares @ trust)[..., 0]
        found = (products @ trust)[..., 0] / (power + 1e-9)
        logs = np.log(np.clip(found, *settings.LIGHT_BOUNDS))
        strength = np.minimum(power / (np.median(power) + 1e-9), settings.LIGHT_SAY)
        trusted = strength / (1 + ((logs - np.log(gain)) / settings.LIGHT_OUTLIER) ** 2)
        # The three channels at once.
        weighed = basis.T * trusted.T[:, None]
        right = weighed @ (logs - np.log(start)).T[..., None]
        fitted = basis @ np.linalg.solve(weighed @ basis + damping, right)
        bent = np.clip(fitted[..., 0].T, -settings.LIGHT_MOST, settings.LIGHT_MOST)
        gain = (np.exp(bent) * start).astype(np.float32)
    return gain


def _overall(patches: Singles, reference: Singles) -> NDArray[np.float64]:
    """The light's gain for the whole board, a channel: the median over samples that are neither dark nor cut off."""
    usable = (reference > settings.LIGHT_KNOWN) & (patches > settings.LIGHT_SEEN) & (patches < settings.CLIPPED)
    overall = np.ones(3)
    for channel in range(3):
        these = usable[:, channel]
        if these.any():
            overall[channel] = np.median(patches[:, channel][these] / reference[:, channel][these])
    return overall


def shift(
    patches: Singles, reference: Singles, slopes: Singles, precision: Singles, places: NDArray[np.float64]
) -> Shift:
    """How far the board lies from where it was sampled. ``slopes``: 2 × n × 3 × m, change of the reference a pitch."""
    trust = weights(patches, reference, unclipped(patches, precision))
    residual = patches - reference
    misfit = ((residual**2) @ trust[:, :, None]).mean((1, 2)) / trust.shape[1]
    fit = 1 / (1 + (misfit / settings.NUDGE_OUTLIER) ** 2)
    # Sums over a window's samples and colours, as products of matrices: ... × 3m.
    steep = (trust[:, None] * slopes).reshape(2, len(places), -1).transpose(1, 0, 2)
    normal = (steep @ slopes.reshape(2, len(places), -1).transpose(1, 2, 0)).transpose(1, 2, 0)
    pull = (steep @ residual.reshape(len(places), -1, 1))[..., 0].T
    terms = np.column_stack([np.ones(len(places)), places])
    system = np.einsum("abn,ni,nj,n->aibj", normal, terms, terms, fit, optimize=True).reshape(6, 6)
    right = np.einsum("an,ni,n->ai", pull, terms, fit, optimize=True).reshape(6)
    scale = np.abs(places).max() ** 2
    still = settings.NUDGE_DAMPING * np.trace(system[::3, ::3]) + 1e-6
    damping = np.diag([1.0, scale, scale] * 2) * still
    return np.asarray(np.linalg.solve(system + damping, right)).reshape(2, 3)


def settled(
    windows: Windows, picture: Picture, calibration: Calibration, known: Known
) -> tuple[Singles, NDArray[np.bool_], Singles, Calibration]:
    """Samples, which of them are in the picture, the light's gain, and the calibration that a nudge has changed."""
    reference, slopes, precision = known
    terms = np.column_stack([np.ones(len(windows.places)), windows.places])
    first = None
    for _ in range(settings.NUDGE_ROUNDS):
        patches, within = windows.sample(picture, calibration)
        trust = precision * within
        gain = light(patches, reference, trust, windows.places)
        seen = patches, within, gain, calibration
        first = first or seen
        moved = shift(patches / gain[:, :, None], reference, slopes, trust, windows.places)
        most = np.abs(terms @ moved.T).max()
        if most < settings.NUDGE_SMALL:
            return seen
        if most > settings.NUDGE_MOST:
            return first
        back = np.eye(3)
        back[:2, 2] -= moved[:, 0]
        back[:2, :2] -= moved[:, 1:]
        calibration = replace(calibration, homography=calibration.homography @ back)
    return seen
