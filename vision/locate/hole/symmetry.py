"""How round is the picture at each pixel: holes and pieces of any colour, dark, bright or only a rim.

`roundness` asks which share of the variance around a pixel, under a round Gaussian window, a radially symmetric pattern
explains: near 1 for a disc or a ring, about 0.1 for texture and edges. It knows neither polarity nor colour. The
radial patterns are spanned by concentric Gaussians, so that all of it comes from a few separable blurs.

`rims` asks which share of a circle's outline is crossed at right angles. It finds the middle of a hole whose inside
is shaded to one side, and how large it is; the shade inside has no say.
"""

from collections.abc import Sequence
from functools import cache, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate.hole import settings
from vision.pictures import Picture

Map = NDArray[np.float32]
Values = Map | NDArray[np.float64]

WIDTHS = (1.0, 0.72, 0.5, 0.34)
"""Standard deviations of the concentric Gaussians in windows; the first is the window itself."""

CIRCLE = 0.8
"""Pixels: standard deviation of how thick a circle is along which outlines are looked for."""

SMOOTHED = 0.8
"""Pixels: standard deviation of the blur that takes the noise of single pixels away before gradients are taken."""

STEEPEST = 95
"""Percentile of all gradients that counts as the steepest: a few extreme ones decide nothing."""

LIGHTNESS = np.float32(100 / 255)
"""OpenCV stretches L of 8-bit Lab to 255."""


@cache
def _orthonormal() -> NDArray[np.float64]:
    """Rows: combinations of the blurs that are orthonormal under the window; the first is the mean."""
    inverse = 1 / np.square(WIDTHS)
    gram = np.outer(inverse, inverse) / (inverse[:, None] + inverse[None] - inverse[0])
    rows: NDArray[np.float64] = np.linalg.inv(np.linalg.cholesky(gram))
    return rows


def _planes(picture: Picture) -> list[Map]:
    planes = [plane.astype(np.float32) for plane in cv2.split(cv2.cvtColor(picture, cv2.COLOR_BGR2Lab))]
    planes[0] *= LIGHTNESS
    return planes


def lab(picture: Picture) -> Map:
    """The picture in Lab units: H × W × 3."""
    return np.stack(_planes(picture), -1)


def roundness(picture: Picture, window: float, plain: float = settings.FLOOR) -> Map:
    """Share of the variance around each pixel that is radially symmetric: H × W, 0 to 1.

    ``window`` is the standard deviation of the round window in pixels; less variance (squared Lab units) than ``plain``
    counts for nothing.
    """
    explained = np.zeros(picture.shape[:2], np.float32)
    total = np.full(picture.shape[:2], plain, np.float32)
    combined = _orthonormal()[1:].astype(np.float32)
    for plane in _planes(picture):
        blurs = [cv2.GaussianBlur(plane, (0, 0), window * width, borderType=cv2.BORDER_REPLICATE) for width in WIDTHS]
        total += cv2.GaussianBlur(plane * plane, (0, 0), window, borderType=cv2.BORDER_REPLICATE)
        total -= blurs[0] * blurs[0]
        # One product of matrices: sum by sum NumPy takes twice as long.
        for part in combined @ np.stack(blurs).reshape(len(WIDTHS), -1):
            explained += (part * part).reshape(explained.shape)
    return explained / total


@cache
def _circle(radius: float) -> tuple[Map, Map]:
    """The two kernels of a thin circle: gradients across it count +1, along it -1 (double-angle form)."""
    reach = int(np.ceil(radius + 2))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float64)
    weight = np.exp(-0.5 * np.square((np.hypot(x, y) - radius) / CIRCLE))
    weight[reach, reach] = 0
    weight /= weight.sum()
    turn = 2 * np.arctan2(y, x)
    return (weight * np.cos(turn)).astype(np.float32), (weight * np.sin(turn)).astype(np.float32)


@lru_cache(maxsize=2)  # a search looks at views of one shape, and at common pictures of holes, all alike
def _spectra(radii: tuple[float, ...], shape: tuple[int, int]) -> list[list[Map]]:
    """The spectra of each circle's two kernels, about the first pixel of an image of that shape."""
    spectra = []
    for radius in radii:
        both = np.zeros((2, *shape), np.float32)
        kernels = _circle(radius)
        side = len(kernels[0])
        both[:, :side, :side] = kernels
        both = np.roll(both, (-(side // 2), -(side // 2)), (1, 2))
        spectra.append([cv2.dft(kernel).astype(np.float32) for kernel in both])
    return spectra


def _around(along: Map, across: Map, radii: tuple[float, ...]) -> Map:
    """Both images under the kernels of each circle, K × H × W.

    By way of their spectra, which all radii share: filters of these sizes would take six times as long.
    """
    height, width = along.shape
    edge = max(len(_circle(radius)[0]) // 2 for radius in radii)
    padded = [cv2.getOptimalDFTSize(side + 2 * edge) for side in along.shape]
    below, beside = padded[0] - height - edge, padded[1] - width - edge
    first, second = (
        cv2.dft(cv2.copyMakeBorder(image, edge, below, edge, beside, cv2.BORDER_REFLECT_101))
        for image in (along, across)
    )
    found = np.empty((len(radii), height, width), np.float32)
    for circle, (cosine, sine) in zip(found, _spectra(radii, (padded[0], padded[1])), strict=True):
        # Turned by half a turn these kernels are the same, so that it does not matter that a product turns them.
        product = cv2.mulSpectrums(first, cosine, 0) + cv2.mulSpectrums(second, sine, 0)
        whole = cv2.dft(product, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
        circle[:] = whole[edge : edge + height, edge : edge + width]
    return found


def summit(before: Values, top: Values, after: Values) -> NDArray[np.float64]:
    """How far from the middle one of three neighbouring samples their parabola is highest, in their distance."""
    return np.asarray(np.clip((before - after) / (2 * np.minimum(before + after - 2 * top, -1e-9)), -0.5, 0.5))


def summits(of: Values, x: NDArray[np.intp], y: NDArray[np.intp]) -> NDArray[np.float64]:
    """Where between its pixels the peaks of a map at columns ``x`` and rows ``y`` (n each) are highest, n × 2."""
    top = of[y, x].astype(np.float64)
    return np.column_stack([x + summit(of[y, x - 1], top, of[y, x + 1]), y + summit(of[y - 1, x], top, of[y + 1, x])])


def rims(picture: Picture, radii: tuple[float, ...]) -> Map:
    """For every radius (pixels) and pixel: the share of the circle around it that is an outline, K × H × W, -1 to 1."""
    return outlines(_planes(picture), radii, settings.STEEP)


def outlines(planes: Sequence[Map], radii: tuple[float, ...], noise: tuple[float, float], faint: float = 0.0) -> Map:
    """The same of planes in Lab units; squared gradients of noise and grain lie between the bounds ``noise``, and what
    has less than the part ``faint`` of the steepest gradients fades as they do.
    """
    along, across, steep = np.zeros((3, *planes[0].shape), np.float32)
    for plane in planes:
        smooth = cv2.GaussianBlur(plane, (0, 0), SMOOTHED)
        dx = cv2.Scharr(smooth, cv2.CV_32F, 1, 0, scale=1 / 32)
        dy = cv2.Scharr(smooth, cv2.CV_32F, 0, 1, scale=1 / 32)
        along += dx * dx - dy * dy
        across += 2 * dx * dy
        steep += dx * dx + dy * dy
    # Half of a view is plain ground: what gradients it has are noise and grain.
    level = float(np.clip(settings.STEEP_NOISE * np.median(steep), *noise))
    steep += max(level, faint**2 * float(np.percentile(steep, STEEPEST))) if faint else level
    along /= steep
    across /= steep
    return _around(along, across, radii)
