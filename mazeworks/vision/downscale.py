"""A large image scaled down, in which it is quickly seen whether there are cells to look for."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.images.decoding import Bits, Pixels
from mazeworks.vision.run_lengths import run_lengths

Bools = NDArray[np.bool_]

#: From how many pixels on it is worth while.
WORTH = 1 << 21
#: How many pixels walls and ways are wide at least when scaled down; and where there are enough, because then fewer
#: layouts seem to fit.
LEAST, ENOUGH = 3, 4
#: Which share of runs may be shorter than that, as specks are.
SPECKS = 0.3
#: Rows of the small image made at a time.
BAND = 64


def downscaled(pixels: Pixels, dark: Bools) -> Pixels | None:
    """The same image as small as its lines allow; None where it is small already, or drawn without any blur."""
    times = _times(dark)
    if pixels.shape[0] * pixels.shape[1] < WORTH or isinstance(pixels, Bits) or pixels.palette is not None or times < 2:
        return None
    from PIL import Image

    step = BAND * times
    bands = [pixels.numbers[first : first + step] for first in range(0, pixels.shape[0], step)]
    return Pixels(np.concatenate([np.asarray(Image.fromarray(band).reduce(times)) for band in bands]))


def _times(dark: Bools) -> int:
    """How many times smaller the image may be."""
    widths = []
    for counts in run_lengths(dark):
        if counts[:LEAST].sum() > SPECKS * counts.sum():
            return 1
        widths.append(int(counts[LEAST:].argmax()) + LEAST if counts[LEAST:].any() else 1)
    return max(min(widths) // ENOUGH, min(2, min(widths) // LEAST))
