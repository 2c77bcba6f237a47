"""Puzzles that are their own position: `solve()` against a plain loop over a deque."""

import sys
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))

from benchmarks.table import Row, seconds, versus
from mazeworks.position import Puzzle


class Jugs(Puzzle):
    """Three jugs and an amount found last: many positions, little work in each."""

    sizes = (31, 37, 41)
    pos = (0, 0, 0)

    def isgoal(self) -> bool:
        return self.pos == (30, 36, 40)  # never reached: one jug is always full or empty

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
    """A knight on a large board without a goal: almost only the search itself."""

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
    """The path that a plain loop over a deque finds; [] if there is none."""
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


def row(name: str, make: Callable[[], Any]) -> Row:
    """The best of several runs of each, alternating, so that both see the same machine load."""
    if len(plain(make())) != len(ours(make())):
        raise AssertionError(f"{name}: ways of different lengths")
    times = [(seconds(lambda: ours(make())), seconds(lambda: plain(make()))) for _ in range(9)]
    return versus(name, min(a for a, _ in times), "plain `deque` loop", min(b for _, b in times), at_least=1 / 1.2)


def rows() -> Iterator[Row]:
    """Each puzzle, solved by `solve()` and by the plain loop."""
    from sliding_blocks import Blocks

    yield row("position puzzle: three jugs, no way", Jugs)
    yield row("position puzzle: knight on 120x120, no way", Knight)
    yield row("position puzzle: sliding blocks", Blocks)
