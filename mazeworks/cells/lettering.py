"""Dot-matrix letters, as outlines of mazes."""

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]

#: Five columns of seven dots each, the topmost dot the lowest bit.
_COLUMNS = """
7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090901 3e41415132 7f0808087f 00417f4100 2040413f01
7f08142241 7f40404040 7f0204027f 7f0408107f 3e4141413e 7f09090906 3e4151215e 7f09192946 4649494931 01017f0101
3f4040403f 1f2040201f 3f4038403f 6314081463 0304780403 6151494543 3e5149453e 00427f4000 4261514946 2141454b31
1814127f10 2745454539 3c4a494930 0171090503 3649494936 064949291e 00005f0000 0201510906 0808080808 0060600000
3649552250 08083e0808 0000000000
"""
LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?-.&+ ", map(bytes.fromhex, _COLUMNS.split()), strict=True))


def lettering(text: str) -> Bools:
    """Dot-matrix letters on a bar that connects them.

    >>> for row in lettering("H1"): print("".join(".#"[int(dot)] for dot in row))
    #...#...#..
    #...#..##..
    #...#...#..
    #####...#..
    #...#...#..
    #...#...#..
    #...#..###.
    ###########
    """
    columns = b"\0".join(LETTERS[letter.upper()] for letter in text)
    dots = np.unpackbits(np.frombuffer(columns, np.uint8)[None], axis=0, count=7, bitorder="little").astype(np.bool_)
    return np.concatenate([_without_corners(dots), np.ones((1, dots.shape[1]), np.bool_)])


def _without_corners(dots: Bools) -> Bools:
    """Add a dot where two touch only at a corner, because no passage goes through a corner."""
    dots = dots.copy()
    for seen in (dots, dots[:, ::-1]):
        seen[1:, :-1] |= seen[:-1, :-1] & seen[1:, 1:] & ~seen[:-1, 1:] & ~seen[1:, :-1]
    return dots
