"""Large images scaled down, for a quick look whether there are cells to search for."""

import numpy as np

from mazeworks.images.decoding import Bits, Pixels
from mazeworks.vision.arrays import Bools
from mazeworks.vision.run_lengths import run_lengths

#: The fewest pixels for which scaling down pays.
WORTH = 1 << 21
#: The least width of walls and passages after scaling; and the width at which fewer false layouts fit.
LEAST, ENOUGH = 3, 4


def downscaled(pixels: Pixels, dark: Bools) -> Pixels | None:
    """The image as small as its lines allow; None if it is small already, or drawn without blur."""
    times = _factor(dark)
    if pixels.shape[0] * pixels.shape[1] < WORTH or isinstance(pixels, Bits) or pixels.palette is not None or times < 2:
        return None
    from PIL import Image

    step = 64 * times
    bands = [pixels.numbers[first : first + step] for first in range(0, pixels.shape[0], step)]
    return Pixels(np.concatenate([np.asarray(Image.fromarray(band).reduce(times)) for band in bands]))


def _factor(dark: Bools) -> int:
    """The factor by which the image may shrink."""
    widths = []
    for counts in run_lengths(dark):
        if counts[:LEAST].sum() > 0.3 * counts.sum():
            return 1  # these are not just specks
        widths.append(int(counts[LEAST:].argmax()) + LEAST if counts[LEAST:].any() else 1)
    return max(min(widths) // ENOUGH, min(2, min(widths) // LEAST))
