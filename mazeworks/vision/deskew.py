"""Skewed images: their angle, and the same image set upright."""

import math
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.workers import share_out
from mazeworks.kernels.images import pixels as kernels
from mazeworks.vision.arrays import Bools

Points = NDArray[Any]
T = TypeVar("T", bound=np.generic)

#: The largest angle that is corrected, in degrees, and the smallest that matters.
FARTHEST, LEAST = 2.0, 0.02


@dataclass(frozen=True)
class Rotation:
    """A rotation about a point, by an angle in radians."""

    angle: float = 0
    x: float = 0
    y: float = 0

    def to_image(self, points: Points) -> Points:
        """Where points of the upright image lie in the image as it is, `[..., 2]`."""
        return self._turned(points, self.angle)

    def to_upright(self, points: Points) -> Points:
        """Where points of the image lie in the upright image, `[..., 2]`."""
        return self._turned(points, -self.angle)

    def _turned(self, points: Points, angle: float) -> Points:
        """Points rotated about the centre."""
        if not angle:
            return points
        cos, sin = math.cos(angle), math.sin(angle)
        x, y = points[..., 0] - self.x, points[..., 1] - self.y
        return np.stack([self.x + x * cos - y * sin, self.y + x * sin + y * cos], axis=-1)

    def upright(self, mask: NDArray[T]) -> NDArray[T]:
        """The image set upright; pixels from beyond its edge are false, or 0."""
        height, width = mask.shape
        source, out = np.ascontiguousarray(mask).view(np.uint8).reshape(-1), np.empty(mask.size, np.uint8)
        turn = math.cos(self.angle), math.sin(self.angle), self.x, self.y

        def rows(first: int, last: int) -> None:
            kernels.turned(source, out, width, height, *turn, first, last)

        share_out(rows, height, alone_below=1000)
        return out.view(mask.dtype).reshape(mask.shape)


def skew_of(walls: Bools) -> Rotation | None:
    """The rotation that makes most walls upright or level; None if they are already."""
    height, width = walls.shape
    sides = [_some(walls[:, 1:] != walls[:, :-1]), _some((walls[1:] != walls[:-1]).T)]
    best = 0.0
    for reach, step in ((FARTHEST, 0.05), (0.05, 0.005)):
        angles = best + np.arange(-reach, reach + step / 2, step)
        scores = np.array([_upright(sides, math.radians(angle)) for angle in angles])
        best = float(angles[scores >= 0.99 * scores.max()].mean())  # a small rotation moves no pixel to another column
    return Rotation(math.radians(best), width / 2, height / 2) if abs(best) >= LEAST else None


def _some(edges: Bools) -> Points:
    """A sample of the pixels where walls begin and end along rows, x and y, from the centre."""
    y, x = np.nonzero(edges)
    every = max(1, len(x) // 60_000)
    return np.stack([x[::every] - edges.shape[1] // 2, y[::every] - edges.shape[0] // 2])


def _upright(sides: list[Points], angle: float) -> float:
    """How unevenly the edges of walls spread over columns and rows, which is most when walls run along them."""
    score = 0.0
    for (x, y), turned in zip(sides, (angle, -angle), strict=True):
        place = np.round(x * math.cos(turned) + y * math.sin(turned)).astype(np.int64)
        counts = np.bincount(place - place.min()) if len(place) else np.zeros(1, np.int64)
        smooth = np.convolve(counts, (0.5, 1, 0.5))  # a line may lie between two columns
        score += float((smooth * smooth).sum())
    return score
