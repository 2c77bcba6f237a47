"""Sequences kept as an array of numbers; what a number stands for is made when it is looked at."""

from collections.abc import Iterator, Sequence
from typing import Any, Self, TypeVar, overload

from numpy.typing import NDArray

from mazeworks.core.progress import checked

Item = TypeVar("Item")

#: So many are made at a time when a sequence is gone through.
BLOCK = 4096


class Kept(Sequence[Item]):
    """Items by numbers, one row of `array` each; a kind of sequence says what a row stands for."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def item(self, row: Any) -> Item:
        """What a row stands for, given as plain numbers."""
        raise NotImplementedError

    def part(self, array: NDArray[Any]) -> Self:
        """The same kind of sequence with other rows."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, array=array)
        return other

    def __len__(self) -> int:
        return len(self.array)

    @overload
    def __getitem__(self, which: int) -> Item: ...
    @overload
    def __getitem__(self, which: slice) -> Self: ...
    def __getitem__(self, which: int | slice) -> Item | Self:
        found = self.array[which]
        return self.part(found) if isinstance(which, slice) else self.item(found.tolist())

    def __iter__(self) -> Iterator[Item]:
        for first in checked(range(0, len(self), BLOCK)):
            yield from map(self.item, self.array[first : first + BLOCK].tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"<{len(self)} from {self[0]} to {self[-1]}>" if len(self) else "<none>"
