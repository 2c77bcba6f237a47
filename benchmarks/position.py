"""Puzzles that are their own position: `solve()` beside the plain loop over a deque that it stands for."""

import sys
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))

from mazeworks.position import Puzzle

Row = tuple[str, str, float, float, str]

TARGET = "at most 1.2 times the plain loop"


class Jugs(Puzzle):
    """An amount that can be measured only at the very end, in three jugs: many positions, little work in each."""

    sizes = (31, 37, 41)
    pos = (0, 0, 0)

    def isgoal(self) -> bool:
        return self.pos == (30, 36, 40)  # two jugs that are neither full nor empty are never followed by a third

    def canonical(self) -> tuple[int, ...]:
        return self.pos

    def __iter__(self) -> Any:
        for i, size in enumerate(self.sizes):
            for amount in (0, size):
                yield Jugs((*self.pos[:i], amount, *self.pos[i + 1 :]))
            for j in range(3):
                if i != j:
                    poured = min(self.pos[i], self.sizes[j] - self.pos[j])
                    yield Jugs(tuple(n - poured * (k == i) + poured * (k == j) for k, n in enumerate(self.pos)))


class Knight(Puzzle):
    """A knight on a large board that never arrives: next to no work in a position but the search itself."""

    size = 120
    pos = (0, 0)
    goal = (-1, -1)

    def canonical(self) -> tuple[int, int]:
        return self.pos

    def __iter__(self) -> Any:
        x, y = self.pos
        for dx, dy in ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)):
            if 0 <= x + dx < self.size and 0 <= y + dy < self.size:
                yield Knight((x + dx, y + dy))


def plain(start: Any) -> list[Any]:
    """The way to the goal as a loop over a deque finds it; [] if there is none."""
    position = start
    queue = deque([position])
    trail: dict[Any, Any] = {position.canonical(): None}
    while queue:
        position = queue.popleft()
        if position.isgoal():
            break
        for following in position:
            name = following.canonical()
            if name in trail:
                continue
            trail[name] = position
            queue.append(following)
    else:
        return []
    path = deque()
    while position:
        path.appendleft(position)
        position = trail[position.canonical()]
    return list(path)


def ours(start: Any) -> list[Any]:
    """The same by `solve()`."""
    try:
        return start.solve()
    except IndexError:
        return []


def seconds(function: Callable[[Any], list[Any]], make: Callable[[], Any], seen: list[int]) -> float:
    """How long one call takes; the number of positions on the way is kept for comparison."""
    start = make()
    before = time.perf_counter()
    path = function(start)
    seen.append(len(path))
    return time.perf_counter() - before


def row(name: str, make: Callable[[], Any]) -> Row:
    """The best of several runs of each, taken in turn so that both meet the same moods of the machine."""
    seen: list[int] = []
    times = [(seconds(plain, make, seen), seconds(ours, make, seen)) for _ in range(7)]
    if len(set(seen)) != 1:
        raise AssertionError(f"{name}: ways of different lengths, {seen}")
    return name, "plain deque loop", min(a for a, _ in times), min(b for _, b in times), TARGET


def rows() -> list[Row]:
    """Each puzzle, solved by the plain loop and by `solve()`."""
    from sliding_blocks import Blocks

    return [
        row("three jugs, no way", Jugs),
        row("knight on 120x120, no way", Knight),
        row("sliding blocks", Blocks),
    ]


if __name__ == "__main__":
    for name, _, peer, own, target in rows():
        print(f"{name:28} plain {peer:8.4f} s  solve() {own:8.4f} s  ratio {own / peer:.2f}  ({target})")
