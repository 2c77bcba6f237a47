"""Which pixels of an image are wall: dark ones, light ones, or those in the colour of the outline."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mazeworks.images.decoding import Bits, Pixels, brightness, spread
from mazeworks.vision.arrays import Bools, Bytes, Ints, Longs, Singles
from mazeworks.vision.ink import FULL, ink_of
from mazeworks.vision.run_lengths import extent, usual_widths

T = TypeVar("T", np.int32, np.float32)

#: Walls with less chroma than the first count as grey; then pixels with more than the second are marks.
GREYISH, COLOURED = 40, 90
#: Colours this near to each other, of 442 from black to white, are the same; and those kept apart in a drawing.
ALIKE, SAME = 40, 24
#: How far a mixture of wall and paper may lie beside the line between both, as a share of its length.
ASIDE = 0.15
#: The share of the wall's colour in a fine line that lies across two rows of pixels.
FAINT = 0.3
#: Rows despeckled at a time.
BAND = 64
#: Walls of one colour and this thickness are complete, whatever their edges look like.
SOLID = 3


def threshold(counts: Longs) -> int:
    """The grey that separates dark from light: the one with the largest variance between classes (Otsu, 1979)."""
    present = np.flatnonzero(counts)
    if len(present) <= 2:
        return int(present.mean()) + 1
    weights = np.cumsum(counts) / counts.sum()
    means = np.cumsum(counts * np.arange(256)) / counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (means[-1] * weights - means) ** 2 / (weights * (1 - weights))
    best = np.nan_to_num(between)
    # All greys between two clusters separate them as well; the middle one leaves room on both sides.
    return int(np.flatnonzero(best >= best.max() * (1 - 1e-9)).mean()) + 1


def dark_pixels(pixels: Pixels) -> Bools:
    """The dark pixels, without coloured marks among grey walls."""
    least = threshold(pixels.histogram)
    if isinstance(pixels, Bits):
        bits = ~pixels.bits if pixels.greys[0] < least else pixels.bits
        return np.unpackbits(bits, axis=1, count=pixels.width).view(np.bool_)
    every = np.s_[:: max(1, pixels.shape[0] // 500), :: max(1, pixels.shape[1] // 500)]
    if pixels.palette is not None:  # by palette entry, because an array of greys would be as large as the image
        dark, chroma, some = brightness(pixels.palette) < least, spread(pixels.palette), pixels.numbers[every]
        if _greyish(chroma[some], dark[some]):
            dark &= chroma < COLOURED
        return dark[pixels.numbers]
    dark = pixels.grey < least
    if pixels.chroma is not None and _greyish(pixels.chroma[every], dark[every]):
        dark &= pixels.chroma < COLOURED
    return dark


def without_coloured_marks(pixels: Pixels, ink: Bytes, walls: Bools) -> Bytes:
    """The ink without that of coloured marks, where walls are grey."""
    if pixels.chroma is not None and _greyish(pixels.chroma, walls):
        ink[pixels.chroma >= COLOURED] = 0
    return ink


def _greyish(chroma: Bytes, walls: Bools) -> bool:
    """Whether walls are grey, for the most part."""
    of_walls = chroma[walls][:: 1 + np.count_nonzero(walls) // 250_000]
    return bool(of_walls.size and np.median(of_walls) < GREYISH)


def despeckled(walls: Bools) -> Bools:
    """The mask with every pixel inverted that differs from all eight neighbours."""
    padded, restored = np.pad(walls, 1, mode="edge").view(np.uint8), np.empty_like(walls)
    for first in range(0, len(walls), BAND):  # because sums of the whole would take five times its memory
        band = walls[first : first + BAND]
        around = np.zeros(band.shape, np.uint8)
        for dy in (0, 1, 2):
            for dx in (0, 1, 2):
                around += padded[first + dy : first + dy + len(band), dx : dx + band.shape[1]]
        restored[first : first + BAND] = (around > 1) & (band | (around == 8))
    return restored


@dataclass(eq=False)
class ColourPair:
    """The colours of walls and of the paper."""

    wall: Ints
    paper: Ints
    #: Whether the edge of the image has the colour of walls, so that it may be paper after all.
    rim: bool = False

    @property
    def light(self) -> bool:
        """Whether walls are the lighter of the two."""
        return int(self.wall.sum()) > int(self.paper.sum())

    def exactly(self, pixels: Pixels) -> Bools:
        """The pixels in the colour of walls."""
        return pixels.each(lambda colours: _apart(colours, self.wall) <= SAME)

    def clean(self, pixels: Pixels) -> bool:
        """Whether walls are drawn in one colour, not scanned in many similar ones."""
        exact = np.count_nonzero(pixels.each(lambda colours: _apart(colours, self.wall) <= 2))
        return bool(exact > 0.5 * np.count_nonzero(self.exactly(pixels)))

    def mixed(self, pixels: Pixels, least: float = 0.5) -> Bools:
        """The pixels in mixtures of both colours with at least this share of the walls' colour."""
        return pixels.each(lambda colours: self._along(colours, ASIDE) > least)

    def shade(self, pixels: Pixels) -> Bytes:
        """The share of the walls' colour in each pixel as ink; none for an unrelated colour."""
        return pixels.each(lambda colours: (self._along(colours, 2 * ASIDE) * FULL).clip(0, 255).astype(np.uint8))

    def _along(self, colours: Ints, most_aside: float) -> Singles:
        """How far colours lie on the way from paper to wall; 0 for those too far beside it, in its lengths."""
        axis, offset = (self.wall - self.paper).astype(np.float32), (colours - self.paper).astype(np.float32)
        length = float(axis @ axis)
        along: Singles = offset @ axis / length
        along[squared(offset) / length - along * along >= most_aside**2] = 0
        return along


def _apart(colours: Ints, other: Ints) -> Singles:
    """The distance of colours from another."""
    return np.sqrt(squared(colours - other), dtype=np.float32)


def squared(offset: NDArray[T]) -> NDArray[T]:
    """The squared length of offsets, `[..., 3]`; a sum along so short an axis would take three times as long."""
    total: NDArray[T] = np.einsum("...i,...i->...", offset, offset)
    return total


def usual_colour(colours: Ints) -> Ints:
    """The most common colour of an array, `[count, 3]`, ignoring small differences."""
    bins = (colours >> 3) @ np.array([1024, 32, 1])
    chosen = colours[bins == np.bincount(bins).argmax()]
    middle: Ints = np.median(chosen, axis=0).astype(np.int32)
    return middle


class WallMask:
    """A hypothesis of which pixels of an image are wall, stored as one bit per pixel."""

    def __init__(self, pixels: Pixels, mask: Bools, exact: bool, light: bool, pair: ColourPair | None = None) -> None:
        #: exact: whether walls have sharp edges, so that the mask is complete.
        self.pixels, self.exact, self.light, self.colours = pixels, exact, light, pair
        self.bits, self.some = np.packbits(mask, axis=1), bool(mask.any() and not mask.all())

    @property
    def walls(self) -> Bools:
        """The walls, `[y, x]`."""
        return np.unpackbits(self.bits, axis=1, count=self.pixels.shape[1]).view(np.bool_)

    @cached_property
    def ink(self) -> Bytes:
        """The ink of every pixel."""
        return ink_of(self.pixels, self.light) if self.colours is None else self.colours.shade(self.pixels)


def wall_masks(pixels: Pixels, tone: str = "auto") -> Iterator[WallMask]:
    """Candidates for which pixels are wall, the likeliest first; despeckled unless nothing is blurred."""
    order = _order(dark_pixels(pixels), tone)
    two_tones = bool(np.count_nonzero(pixels.histogram) <= 2)
    pairs = [] if two_tones else [pair for pair in _colour_pairs(pixels) if pair.light in order]
    clean = [pair for pair in pairs if pair.clean(pixels)]
    # Nothing as large as the image is kept from one candidate to the next.
    for pair in clean:
        mask = pair.exactly(pixels)
        exact = (not pair.rim and usual_widths(mask)[0] >= SOLID) or sharp(pixels, mask)
        yield WallMask(pixels, mask, exact, pair.light, None if pixels.plain_grey else pair)
        del mask
    for light in order:
        if two_tones:
            yield WallMask(pixels, dark_pixels(pixels) ^ light, True, light)
        yield WallMask(pixels, despeckled(dark_pixels(pixels) ^ light), two_tones, light)
    for pair in pairs:
        for least in (0.5, FAINT, 0.7) if pair in clean else (0.5, FAINT):  # 0.7: not a line half as dark
            mixed = despeckled(pair.mixed(pixels, least))
            yield WallMask(pixels, mixed, False, pair.light, None if pixels.plain_grey else pair)
            del mixed


def sharp(pixels: Pixels, mask: Bools) -> bool:
    """Whether the pixels beside walls are not blends of two colours, as blurring makes."""
    plain = []
    for whole, turned in ((mask, False), (mask.T, True)):
        every = max(1, len(whole) // 100)
        lines = whole[every // 2 :: every]
        y, x = np.nonzero(lines[:, :-2] & ~lines[:, 1:-1] & ~lines[:, 2:])
        y = every // 2 + y * every
        plain.append(~_between(*(pixels.colours_at(*((y, x + n) if turned else (x + n, y))) for n in range(3))))
    found = np.concatenate(plain)
    return bool(len(found) < 50 or found.mean() > 0.85)  # a few places cannot be judged


def _between(first: Ints, colours: Ints, last: Ints) -> Bools:
    """Which colours, `[count, 3]`, are mixtures of two others, and neither of them."""
    axis, offset = (last - first).astype(np.float32), (colours - first).astype(np.float32)
    length = np.maximum(squared(axis), 1)
    along = (offset * axis).sum(axis=-1) / length
    aside = squared(offset) - along * along * length
    inside = (along > 0) & (along < 0.85) & (aside < ASIDE * ASIDE * length)
    mixed: Bools = inside & (_apart(colours, first) > SAME) & (_apart(colours, last) > SAME)
    return mixed


def tone_mask(pixels: Pixels, tone: str = "auto") -> tuple[Bools, bool]:
    """The dark pixels, or the light ones if those are rarer or asked for; and whether it is the light ones."""
    dark = dark_pixels(pixels)
    light = _order(dark, tone)[0]
    return dark ^ light, light


def _order(dark: Bools, tone: str) -> list[bool]:
    """Whether walls may be light: the rarer tone is the likelier one, and comes first."""
    return {"dark": [False], "light": [True]}.get(tone) or ([False, True] if dark.mean() <= 0.62 else [True, False])


def _colour_pairs(pixels: Pixels) -> list[ColourPair]:
    """The possible colours: the edge of the image is paper and walls come next, or it is a wall itself."""
    rim = rim_colours(pixels)
    edge = usual_colour(rim)
    if (_apart(rim, edge) > ALIKE).mean() > 0.4:
        return []
    other = pixels.each(lambda colours: _apart(colours, edge) > ALIKE)
    outline = _outline(pixels, other, edge)
    if not len(outline):
        return []
    found = [pair for pair in [ColourPair(usual_colour(outline), edge)] if _around(pair.mixed(pixels), other)]
    inner = _sampled(pixels, other)
    return [*found, ColourPair(edge, usual_colour(inner), True)] if len(inner) else found


def off_paper(pixels: Pixels, walls: Bools) -> Bools:
    """The pixels that are neither wall nor in the colour of the paper between walls."""
    paper = usual_colour(_sampled(pixels, ~walls))
    return pixels.each(lambda colours: _apart(colours, paper) > ALIKE) & ~walls


def _sampled(pixels: Pixels, mask: Bools) -> Ints:
    """The colours of a sample of the pixels in a mask."""
    down, across = (max(1, side // 300) for side in mask.shape)
    if not mask[::down, ::across].any():
        down = across = 1  # the few there are lie between the samples
    y, x = np.nonzero(mask[::down, ::across])
    return pixels.colours_at(x * across, y * down)


def _around(walls: Bools, other: Bools) -> bool:
    """Whether walls surround everything, as an outline does, and a line inside does not."""
    inner, outer = extent(walls), extent(other)
    if inner is None or outer is None:
        return False
    slack = 2 + 0.01 * max(outer)
    return all(abs(a - b) <= slack for a, b in zip(inner, outer, strict=True))


def rim_colours(pixels: Pixels) -> Ints:
    """The colours along the edge of the image."""
    height, width = pixels.shape
    across, down = np.arange(width), np.arange(height)
    sides = [(across, 0 * across), (across, 0 * across + height - 1), (0 * down, down), (0 * down + width - 1, down)]
    return np.concatenate([pixels.colours_at(x, y) for x, y in sides])


def _outline(pixels: Pixels, other: Bools, edge: Ints) -> Ints:
    """The first non-edge colours from each side; the strongest of the first few if they vary or are blurred."""
    height, width = other.shape
    rows, columns = np.flatnonzero(other.any(axis=1)), np.flatnonzero(other.any(axis=0))
    west, east = other[rows].argmax(axis=1), width - 1 - other[rows, ::-1].argmax(axis=1)
    north, south = other[:, columns].argmax(axis=0), height - 1 - other[::-1, columns].argmax(axis=0)
    depths = []
    for step in range(5):
        rays = ((west + step, rows), (east - step, rows), (columns, north + step), (columns, south - step))
        colours = [pixels.colours_at(np.clip(x, 0, width - 1), np.clip(y, 0, height - 1)) for x, y in rays]
        depths.append(np.concatenate(colours))
    layers = np.stack(depths)
    plainest: Ints = layers[_apart(layers, edge).argmax(axis=0), np.arange(layers.shape[1])]
    if not len(plainest):
        return plainest
    first = usual_colour(depths[0])
    uniform = (_apart(depths[0], first) < SAME).mean() > 0.6
    blurred = _apart(first, edge) < 0.7 * _apart(usual_colour(plainest), edge)  # a blurred line is faint at its edge
    return depths[0] if uniform and not blurred else plainest
