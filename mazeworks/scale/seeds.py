"""The seeds of many mazes: maze number i of a batch has a seed of its own, which depends on nothing but (seed, i)."""

import numpy as np
from numpy.typing import NDArray

from mazeworks.core.randomness import check_seed
from mazeworks.kernels.random import MULTIPLIER

Seeds = NDArray[np.uint64]
#: The step and the factors of splitmix (Steele, Lea, Flood, 2014).
STEP, FIRST, SECOND = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def seeds_of(seed: int, first: int, last: int) -> Seeds:
    """The seeds of mazes `first` up to `last`, not including it.

    >>> [int(each) for each in seeds_of(7, 2, 4)] == [int(each) for each in seeds_of(7, 0, 4)][2:]
    True
    """
    return seeds_at(np.full(1, check_seed(seed), np.uint64), np.arange(first, last, dtype=np.uint64))


def seeds_at(seeds: Seeds, numbers: NDArray[np.uint64]) -> Seeds:
    """The seed of each maze number `numbers[i]` of the seed `seeds[i]`."""
    return mixed(mixed(seeds + STEP) + (numbers + np.uint64(1)) * STEP) >> np.uint64(1)


def states_of(seeds: Seeds, count: int) -> NDArray[np.int64]:
    """The states that `Random(seed)` begins with, and its next forks: `[maze, number]`.

    >>> from mazeworks import Random
    >>> random = Random(7)
    >>> states_of(np.array([7], np.uint64), 2)[0].tolist() == [random.state, random.fork()]
    True
    """
    words = mixed(seeds[:, None] + np.arange(1, count + 1, dtype=np.uint64) * STEP)
    return (np.uint64(1) + words % np.uint64((MULTIPLIER << 32) - 2)).astype(np.int64)


def mixed(words: Seeds) -> Seeds:
    """Words of 64 bits so mixed that alike ones become unlike; no two become the same."""
    words = (words ^ words >> np.uint64(30)) * FIRST
    words = (words ^ words >> np.uint64(27)) * SECOND
    return words ^ words >> np.uint64(31)
