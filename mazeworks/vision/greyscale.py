"""Greyscale for images whose walls and paper differ in colour, not in brightness."""

import numpy as np

from mazeworks.images.decoding import BRIGHTNESS, HARDLY, Pixels, in_bits
from mazeworks.vision.arrays import Bools, Bytes, Ints, Singles
from mazeworks.vision.binarise import rim_colours, threshold

#: Pixels sampled, in steps that match no pattern: powers of the plastic number (Roberts, 2018).
SAMPLED, STEP = 100_000, 0.7548776662466927
#: The least distance between the two colours, of 442 from black to white.
APART = 24
#: The share of the image's edge that an outline covers, and what counts as about half of all pixels.
OUTLINED, HALF = 0.9, 0.56
#: The greys of both colours: close together, because the noise grows with their distance.
DARK, LIGHT = 80, 180


def to_greyscale(pixels: Pixels) -> Pixels | None:
    """The image in greys along the main axis of its colours; None where brightness separates as well.

    >>> red, green, white = (180, 60, 60), (0, 170, 0), (255, 255, 255)
    >>> toned = to_greyscale(Pixels(np.array([[red, green] * 4] * 4, np.uint8)))
    >>> toned is not None and sorted(set(toned.grey.reshape(-1).tolist()))
    [80, 180]
    >>> to_greyscale(Pixels(np.array([[red, white] * 4] * 4, np.uint8))) is None
    True
    """
    if pixels.plain_grey or pixels.shape == (1, 1):  # a single colour has no axis
        return None
    axis = _axis(_some_colours(pixels), rim_colours(pixels).astype(np.float32))
    if axis is None:
        return None
    direction, first, scale = axis

    def greys(colours: Ints) -> Bytes:
        along = (colours.astype(np.float32) @ direction - np.float32(first)) * np.float32(scale)
        return (along + np.float32(DARK + 0.5)).clip(0, 255).astype(np.uint8)

    if pixels.palette is not None:  # by palette entry, so that nothing as large as the image is made
        table = greys(pixels.palette.astype(np.int32))
        return in_bits(Pixels(pixels.numbers, np.repeat(table[:, None], 3, axis=1)))
    return in_bits(Pixels(pixels.each(greys)))


def _some_colours(pixels: Pixels) -> Singles:
    """The colours of pixels sampled all over the image, `[count, 3]`."""
    height, width = pixels.shape
    if height * width <= SAMPLED:
        y, x = (places.reshape(-1) for places in np.indices((height, width)))
    else:
        numbers = np.arange(SAMPLED)
        x, y = ((numbers * step % 1 * side).astype(np.int64) for step, side in ((STEP, width), (STEP**2, height)))
    return pixels.colours_at(x, y).astype(np.float32)


def _axis(colours: Singles, rim: Singles) -> tuple[Singles, float, float] | None:
    """The axis along which colours vary most, its start and greys per unit; None where brightness separates as well."""
    middle = colours.mean(axis=0)
    spread, directions = np.linalg.eigh(np.cov((colours - middle).T))
    weights = (BRIGHTNESS / np.float32(256)).astype(np.float32)
    direction, greys = directions[:, -1].astype(np.float32), colours @ weights
    if spread[-1] < 8 * greys.var():
        return None
    along = colours @ direction
    first, last = float(along.min()), float(along.max())
    if last - first < APART:
        return None
    steps = ((along - first) * (255 / (last - first))).astype(np.int64)
    light = steps >= threshold(np.bincount(steps, minlength=256))
    (dark, apart, within), (_, differing, noise) = _groups(along, light), _groups(greys, light)
    if apart < APART or differing > 4 * noise + HARDLY or apart / (within + 1) < 2 * differing / (noise + 1):
        return None
    scale = (LIGHT - DARK) / apart
    if _upside_down(float(light.mean()), float((rim @ direction > dark + apart / 2).mean())):
        return -direction, -dark - apart, scale
    return direction, dark, scale


def _upside_down(light: float, rim: float) -> bool:
    """Whether walls would be light: they are the rarer tone, or the edge of the image.

    light, rim: the shares of light pixels, in all and on the edge. Of squares of one pixel, half are wall.
    """
    if rim > OUTLINED and light < HALF:
        return True
    return light < 0.5 and not (rim < 1 - OUTLINED and light > 1 - HALF)


def _groups(numbers: Singles, second: Bools) -> tuple[float, float, float]:
    """The mean of the first of two groups, the distance of the second mean from it, and the spread within both."""
    one, other = numbers[~second], numbers[second]
    if not (one.size and other.size):
        return 0.0, 0.0, 0.0
    inside = (one.var() * one.size + other.var() * other.size) / numbers.size
    return float(one.mean()), abs(float(other.mean() - one.mean())), float(inside) ** 0.5
