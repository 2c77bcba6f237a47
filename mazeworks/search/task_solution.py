"""A solution that many tasks found: which of them walked each cell, and when each was born and ended."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mazeworks.core.errors import MazeError
from mazeworks.core.graph import Longs
from mazeworks.core.puzzle import Solution
from mazeworks.core.walk import Places


@dataclass
class TaskSolution(Solution[Any]):
    """A solution, and what each of the tasks did; they are numbered from 0 in the order of their birth.

    Its trace begins with the start, and each later step is one cell that the task whose turn it was walked into.

    >>> from mazeworks import load, solve
    >>> solution = solve(load("examples/wall/tasks.txt"), using="tasks", trace=True)
    >>> solution.tasks, [str(place) for place in solution.untouched()]
    (7, ['(0, 1)', '(0, 2)'])
    """

    #: How many tasks there were.
    tasks: int = 0
    #: With `trace`: for each cell, `[y, x]`, the number of the task that walked it, -1 where none did.
    walked_by: Longs | None = field(default=None, repr=False)
    #: With `trace`: for each task the steps of the trace at which it was born and ended, and its first direction. A
    #: task is live after the step s if born <= s < ended; the signal stopped it if it is live after the last step.
    lives: Longs | None = field(default=None, repr=False)

    def further(self) -> dict[str, Any]:
        return {"tasks": self.tasks} | ({} if self.walked_by is None else {"walked_by": self.walked_by.tolist()})

    def task_of(self) -> Longs:
        """For each step of the trace, the number of the task that walked there; -1 for the start."""
        trace, walked_by, _ = self.traced()
        rows, columns = np.divmod(trace.array, trace.grid.stride)
        return np.asarray(walked_by[rows - 1, columns - 1])

    def untouched(self) -> Places:
        """The cells that no task walked, except the start."""
        trace, walked_by, _ = self.traced()
        grid = trace.grid
        rows, columns = np.nonzero(walked_by < 0)
        cells = (rows + 1) * grid.stride + columns + 1
        return Places(grid, cells[cells != grid.index(grid.start)])

    def stopped(self) -> list[int]:
        """The tasks that were live when the goal was reached, so that the signal stopped them."""
        trace, _, lives = self.traced()
        return list(np.flatnonzero(lives[:, 1] == len(trace)).tolist())

    def traced(self) -> tuple[Places, Longs, Longs]:
        """The trace, and what it tells of tasks; raises MazeError without one."""
        if self.walked_by is None or self.lives is None or not isinstance(self.trace, Places):
            raise MazeError("this solution has no trace of its tasks; solve with trace=True")
        return self.trace, self.walked_by, self.lives


class Replay:
    """The tasks of a traced solution after a step of its trace; the step only grows."""

    def __init__(self, solution: TaskSolution) -> None:
        trace, _, lives = solution.traced()
        self.cells, self.task_of = trace.array, solution.task_of()
        self.born, self.ended, sides = lives.T
        #: For each task the cell of the grid where it is, and the direction of its first step while it waits for it.
        self.places, self.sides = self.cells[self.born], sides.copy()
        self.step = 0

    def go(self, step: int) -> None:
        """Go on to a later step."""
        part = slice(self.step + 1, step + 1)
        self.places[self.task_of[part]], self.sides[self.task_of[part]] = self.cells[part], 0
        self.step = step

    def live(self) -> Longs:
        """The tasks that are born and have not ended."""
        return np.flatnonzero((self.born <= self.step) & (self.step < self.ended))

    def newborn(self) -> range:
        """The tasks that are born at this step."""
        first, last = np.searchsorted(self.born, [self.step, self.step + 1]).tolist()
        return range(first, last)

    @property
    def over(self) -> bool:
        """Whether this is the last step, at which the signal stops the tasks that are live."""
        return self.step == len(self.cells) - 1
