"""One name for a maze and all its rotations and reflections: hashes, and the least of its images.

Walls alone count, not the ends: two mazes with the same walls and other ends are the same here.
"""

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.errors import MazeError
from mazeworks.core.memory import afford
from mazeworks.kernels.batches.measuring import SORTS, SYMMETRIES, hash_symmetric
from mazeworks.scale.mazes import Bytes
from mazeworks.scale.seeds import STEP, mixed

Hashes = NDArray[np.uint64]
#: How far two rows of wall places lie apart, more than any maze is wide; and what parts these words from others.
ROW, KIND = 1 << 24, np.uint64(0x6D617A65)
#: The most cells of a size whose words are kept for the next time; and the bytes for each cell to make them.
KEPT, WORD_BYTES = 1 << 14, 800


def canonical_hashes(walls: Bytes) -> Hashes:
    """A hash of 63 bits for each maze of `walls[maze, y, x]`, the same for all its rotations and reflections.

    >>> from mazeworks import batch
    >>> walls = batch("wilson", (5, 5), seed=7, count=3).walls
    >>> bool((canonical_hashes(walls) == canonical_hashes(images(walls)[3])).all())
    True
    """
    if not (isinstance(walls, np.ndarray) and walls.ndim == 3 and walls.dtype == np.uint8 and walls.size):
        raise MazeError("walls are an array uint8[maze, y, x], such as those of a batch")
    count, height, width = walls.shape
    hashes = np.empty(count, np.int64)
    hash_symmetric(np.ascontiguousarray(walls).reshape(-1), words_of(width, height), hashes)
    return hashes.view(np.uint64)


def images(walls: Bytes) -> list[Bytes]:
    """The mazes turned and reflected in all eight ways; four of them are as wide as the mazes are high.

    >>> from mazeworks import batch
    >>> [image.shape for image in images(batch("prim", (5, 3), seed=7, count=1).walls)][::4]
    [(1, 3, 5), (1, 5, 3)]
    """
    found = []
    for number in range(SYMMETRIES):
        image = walls
        if number & 1:
            image = _exchanged(image[:, :, ::-1], 4, 8)
        if number & 2:
            image = _exchanged(image[:, ::-1], 1, 2)
        if number & 4:
            image = _exchanged(_exchanged(image.transpose(0, 2, 1), 1, 8), 2, 4)
        found.append(np.ascontiguousarray(image))
    return found


def canonical_walls(walls: Bytes) -> list[bytes]:
    """For each maze its size and the least of its images: the same for mazes that are images of one another."""
    pictures = [image for image in images(walls) if image.shape[1] <= image.shape[2]]
    shape = b"%dx%d:" % (max(walls.shape[1:]), min(walls.shape[1:]))
    return [shape + min(image[number].tobytes() for image in pictures) for number in range(len(walls))]


def _exchanged(walls: Bytes, one: int, other: int) -> Bytes:
    """The walls with two flags exchanged."""
    exchanged: Bytes = walls & np.uint8(15 - one - other)
    for flag, becomes in ((one, other), (other, one)):
        exchanged |= ((walls & flag) != 0) * np.uint8(becomes)
    return exchanged


def words_of(width: int, height: int) -> NDArray[np.int64]:
    """The words of `hash_symmetric`: those of a passage between two cells depend on where it lies in the image."""
    afford(width * height * WORD_BYTES, f"the hashes of {width}x{height} cells", about="size")
    return (_kept if width * height <= KEPT else _made)(width, height)


def _made(width: int, height: int) -> NDArray[np.int64]:
    x, y = np.tile(np.arange(width), height), np.repeat(np.arange(height), width)
    words = np.zeros((width * height, SORTS, SYMMETRIES), np.uint64)
    for number in range(SYMMETRIES):
        shape = (height, width) if number & 4 else (width, height)
        here = _place(x, y, width, height, number)
        east, south = (_place(x + right, y + 1 - right, width, height, number) for right in (1, 0))
        for bit, (there, inside) in enumerate(((east, x + 1 < width), (south, y + 1 < height))):
            places = (here[0] + there[0]) * ROW + here[1] + there[1]  # twice the middle of both cells
            word = np.where(inside, _random(places, shape), np.uint64(0))
            for sort in range(SORTS):
                words[:, sort, number] ^= word * np.uint64(sort >> bit & 1)
        words[0, :, number] ^= _random(np.zeros(1, np.int64), shape)
    return words.reshape(-1).view(np.int64)


_kept = functools.lru_cache(maxsize=8)(_made)


def _place(x: Any, y: Any, width: int, height: int, number: int) -> tuple[Any, Any]:
    """Where a cell lies in an image; see `images`."""
    x = width - 1 - x if number & 1 else x
    y = height - 1 - y if number & 2 else y
    return (y, x) if number & 4 else (x, y)


def _random(places: NDArray[np.int64], shape: tuple[int, int]) -> Hashes:
    """A random word of 63 bits for each place in images of a width and height; place 0 is that of the size alone."""
    sizes = np.full(1, shape[0] * ROW + shape[1], np.uint64)
    return mixed(mixed(places.astype(np.uint64) + KIND) + sizes * STEP) >> np.uint64(1)
