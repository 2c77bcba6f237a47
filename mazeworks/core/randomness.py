"""Random numbers from the caller's seed alone, the same on every platform and inside kernels."""

import os
from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

from mazeworks.core.errors import MazeError
from mazeworks.kernels.random import LOW, MULTIPLIER

T = TypeVar("T")

_WORD = (1 << 64) - 1


class Random:
    """Multiply-with-carry random numbers (Marsaglia, 1994), begun from an integer seed.

    >>> Random(7).below(100) == Random(7).below(100)
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._spread = seed & _WORD
        self.state = self.fork()

    def fork(self) -> int:
        """A fresh state for a kernel's own random numbers, apart from all others of this seed."""
        # Splitmix (Steele, Lea, Flood, 2014) turns seeds that are alike into states that are not.
        self._spread = (self._spread + 0x9E3779B97F4A7C15) & _WORD
        word = self._spread
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _WORD
        # Below MULTIPLIER << 32, and neither 0 nor its twin, where the recurrence would stand still.
        return 1 + (word ^ word >> 31) % ((MULTIPLIER << 32) - 2)

    def draw(self) -> int:
        """The next 32 random bits."""
        self.state = MULTIPLIER * (self.state & LOW) + (self.state >> 32)
        return self.state & LOW

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, `bound`, each as likely."""
        if bound < 1:
            raise MazeError(f"a bound is at least 1, not {bound}")
        words = (bound.bit_length() + 31) // 32
        limit = (1 << 32 * words) // bound * bound
        while True:
            number = 0
            for _ in range(words):
                number = number << 32 | self.draw()
            if number < limit:
                return number % bound

    def fraction(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self.draw() / (LOW + 1)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Put the items in a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def fresh_seed() -> int:
    """A random seed, short enough to write down."""
    return int.from_bytes(os.urandom(4), "little")


def check_seed(seed: object) -> int:
    """The seed, if it is a whole number from 0 to 2⁶³ − 1."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise MazeError(f"a seed is a whole number, not {seed!r}")
    number = int(seed.__index__())
    if not 0 <= number < 1 << 63:
        raise MazeError(f"a seed lies between 0 and 2^63 - 1, not {number}")
    return number
