"""Where a point of the table lies in the simulated camera's picture, and which point of the table a pixel shows.

Lengths are board units (a hole pitch), the board's top is the plane z = 0, z points up. Pixels are ``(x, y)`` with the
centre of the top left pixel at ``(0, 0)``. The lens bends a straight picture by one number about the picture's centre:
``p = c + (q - c)(1 + k1 r²)``, ``r`` in half diagonals.
"""

from dataclasses import dataclass
from functools import cached_property
from math import cos, radians, sin
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import Pose
from hardware.simulated.textures import Image

Points: TypeAlias = NDArray[np.float64]

_UNBEND_ROUNDS = 6  # each round is about ten times nearer for the lenses that we draw


@dataclass(frozen=True)
class Lens:
    """A camera that stands still: ``pose`` says where, ``size`` is its picture's (width, height)."""

    pose: Pose
    size: tuple[int, int]

    @cached_property
    def centre(self) -> NDArray[np.float64]:
        """The picture's middle in pixels."""
        return (np.array(self.size, dtype=np.float64) - 1) / 2

    @cached_property
    def focal(self) -> float:
        """Focal length in pixels, from the field of view across the picture's width."""
        return float(self.size[0] / 2 / np.tan(radians(self.pose.view_angle) / 2))

    @cached_property
    def position(self) -> NDArray[np.float64]:
        """Where the camera is, in board units."""
        pose = self.pose
        away = np.array(
            [
                sin(radians(pose.tilt)) * cos(radians(pose.azimuth)),
                sin(radians(pose.tilt)) * sin(radians(pose.azimuth)),
                cos(radians(pose.tilt)),
            ]
        )
        return np.array([*pose.target, 0.0]) + pose.distance * away

    @cached_property
    def axes(self) -> NDArray[np.float64]:
        """3 × 3: the picture's right, the picture's down, and the line of sight, as rows."""
        pose = self.pose
        forward = np.array([*pose.target, 0.0]) - self.position
        forward /= np.linalg.norm(forward)
        far = np.array([-cos(radians(pose.azimuth)), -sin(radians(pose.azimuth)), 0.0])
        right = np.cross(forward, far)
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        c, s = cos(radians(pose.roll)), sin(radians(pose.roll))
        return np.array([c * right + s * down, c * down - s * right, forward])

    @cached_property
    def homography(self) -> NDArray[np.float64]:
        """3 × 3: board units on the board's top → pixels of the straight picture."""
        camera = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        flat: NDArray[np.float64] = camera @ self.axes @ np.column_stack([np.eye(3)[:, :2], -self.position])
        flat /= flat[2, 2]
        return flat

    @cached_property
    def unit(self) -> float:
        """How many pixels a step of one unit along x is in the middle of the board."""
        return float(np.linalg.norm(self.slopes(np.zeros((1, 3)))[0, :, 0]))

    def project(self, points: Points) -> Points:
        """Points, n × 3 in board units, as pixels, n × 2."""
        seen = (points - self.position) @ self.axes.T
        away = self.focal * seen[:, :2] / seen[:, 2:]
        squared = (away**2).sum(1, keepdims=True) / (self.centre**2).sum()
        bent: Points = self.centre + away * (1 + self.pose.k1 * squared)
        return bent

    def slopes(self, points: Points) -> NDArray[np.float64]:
        """How many pixels each of n points moves for a step of one unit along x, y and z: n × 2 × 3."""
        step = 1e-3
        sides = [self.project(points + step * axis) - self.project(points - step * axis) for axis in np.eye(3)]
        return np.stack(sides, axis=2) / (2 * step)

    def towards(self, points: Points) -> Points:
        """Unit vectors from each of n points to the camera: n × 3."""
        away = self.position - points
        unit: Points = away / np.linalg.norm(away, axis=1, keepdims=True)
        return unit

    def plane(self, height: float, top: int = 0, rows: int | None = None) -> tuple[Image, Image]:
        """Which x and y of the plane z = ``height`` each pixel shows, in all rows or so many from ``top``."""
        half = float((self.centre**2).sum())
        across = np.arange(self.size[0], dtype=np.float32)[None, :] - np.float32(self.centre[0])
        bottom = self.size[1] if rows is None else min(top + rows, self.size[1])
        down = np.arange(top, bottom, dtype=np.float32)[:, None] - np.float32(self.centre[1])
        squared = (across**2 + down**2) / np.float32(half)
        scale = np.ones_like(squared)
        for _ in range(_UNBEND_ROUNDS if self.pose.k1 else 0):
            scale = np.reciprocal(1 + np.float32(self.pose.k1) * squared * scale**2)
        across, down = across * scale / np.float32(self.focal), down * scale / np.float32(self.focal)
        x, y, z = (across * np.float32(a) + down * np.float32(b) + np.float32(c) for a, b, c in self.axes.T)
        reach = np.float32(height - self.position[2]) / np.minimum(z, np.float32(-1e-3))
        east, north = (np.float32(self.position[i]) + reach * way for i, way in enumerate((x, y)))
        return east, north

    def frame_at(self, point: Points) -> NDArray[np.float64]:
        """3 × 3: the camera's right, down and line of sight for one ``point``, which need not be in the middle."""
        sight = point - self.position
        sight /= np.linalg.norm(sight)
        right = self.axes[0] - (self.axes[0] @ sight) * sight
        right /= np.linalg.norm(right)
        return np.array([right, np.cross(sight, right), sight])
