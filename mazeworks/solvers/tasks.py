"""Many tasks at once: one task per branch of every junction, until the first task reaches the goal.

The perfect-maze course project solves its mazes like this. In small mazes, and with a trace, the tasks take turns: each
live one walks into one cell, then the next. In large mazes a few workers share the tasks, in kernels that run without
the interpreter lock.
"""

import _thread
import threading
import time
from collections import deque
from typing import Any

import numpy as np

from mazeworks.core.errors import LimitReached, MazeError, SolveTimeout
from mazeworks.core.facets import structure_of
from mazeworks.core.graph import Longs, path_back
from mazeworks.core.grid import Bytes, Grid
from mazeworks.core.memory import afford
from mazeworks.core.parameters import Parameter
from mazeworks.core.progress import check
from mazeworks.core.puzzle import Puzzle
from mazeworks.core.registry import solver
from mazeworks.core.walk import Moves, Places, Walk
from mazeworks.core.workers import how_many
from mazeworks.kernels import tables
from mazeworks.kernels.searching import tasks as loops
from mazeworks.search.task_solution import TaskSolution

#: Cells a worker walks before it shares its waiting tasks, and task numbers a worker takes at a time.
SLICE, BLOCK = 50_000, 8192
#: The tasks that there is room for at first where they take turns.
ROOM = 256
SECONDS = Parameter("seconds", "number", 30.0, "how long it may take", least=0)


@solver(
    "tasks",
    "Starts a task for every branch; they take turns, or run on all cores, until the first one reaches the goal.",
    needs="grid",
    promises=("complete",),
    parameters=(SECONDS,),
)
def tasks(puzzle: Puzzle[Any], limit: int | None, trace: bool, seconds: float = 30.0) -> TaskSolution | None:
    grid = structure_of(puzzle).as_grid()
    assert grid is not None  # `needs` says so
    if grid.start == grid.goal:
        raise MazeError(f"start and goal are both {grid.start}, so there is nothing to solve")
    if not (grid.flat < 15).any():
        raise MazeError("this maze is closed: it has no passage at all yet")
    if trace or grid.flat.size < SLICE:
        turns = Turns(grid, trace)
        turns.run(seconds, limit)
        return turns.solution()
    crew = Crew(grid, how_many())
    if not crew.run(seconds, limit):  # two workers met so often that their tasks ran out of numbers
        crew = Crew(grid, 1)
        crew.run(seconds, limit)
    return crew.solution()


class Turns:
    """The tasks of one search that take turns, in the thread of the caller."""

    def __init__(self, grid: Grid, trace: bool) -> None:
        self.grid = grid
        self.price = 40 if trace else 16
        self.marks = grid.marks(bytes_per_cell=self.price)
        self.steps = tables.steps(grid.stride)
        #: The rows: parents, exits, places, born, ended, and the ring of live tasks.
        self.table = np.empty((6, ROOM), np.int64)
        self.walked_by = np.full(grid.flat.size if trace else 0, -1, np.int64)
        self.order = np.empty(grid.flat.size if trace else 0, np.int64)
        exits = set_out(grid, self.marks)
        first = self.table[:, : len(exits)]
        first[[0, 5]], first[[1, 2]], first[3], first[4] = np.arange(len(exits)), exits, 0, -1
        #: As `take_turns` has them.
        self.registers = np.array([0, len(exits), len(exits), 0, 0, -1], np.int64)

    def run(self, seconds: float, limit: int | None) -> None:
        """Take turns until a task reaches the goal or none is left."""
        if loops.take_turns.runs_compiled((self.marks,)):
            loops.take_turns.compile()  # the time limit is for walking
        deadline, status = time.monotonic() + seconds, loops.PAUSED
        while status in (loops.PAUSED, loops.NO_ROOM):
            check()
            self.registers[3] = SLICE
            status = loops.take_turns(*self._arguments())
            check_limits(deadline, seconds, int(self.registers[4]), limit)
            if status == loops.NO_ROOM:
                self._make_room()

    def _arguments(self) -> tuple[Any, ...]:
        goal = self.grid.index(self.grid.goal)
        return self.marks, self.steps, goal, *self.table, self.walked_by, self.order, self.registers

    def _make_room(self) -> None:
        """Room for more tasks; the ring begins anew at its front."""
        needed = self.price * self.grid.flat.size + 4 * self.table.nbytes  # the table, a longer one, and the solution
        afford(needed, f"more than {len(self.table[0])} tasks", "try a smaller maze")
        self.table[5] = np.roll(self.table[5], -int(self.registers[0]))
        self.table = np.concatenate([self.table, np.empty_like(self.table)], axis=1)
        self.registers[0] = 0

    def solution(self) -> TaskSolution | None:
        """The path to the goal, and with a trace what each task did."""
        count, _, walked, arrived = self.registers[2:].tolist()
        if arrived < 0:
            return None
        parents, exits, _, born, ended, _ = self.table[:, :count]
        solution = solution_of(self.grid, self.steps, parents, exits, arrived, walked)
        solution.tasks = count
        if len(self.order):
            start = np.array([self.grid.index(self.grid.start)], np.int64)
            solution.trace = Places(self.grid, np.concatenate([start, self.order[:walked]]))
            solution.walked_by = self.walked_by.reshape(self.grid.cells.shape)[1:-1, 1:-1]
            solution.lives = np.stack([born, np.where(ended < 0, walked + 1, ended), exits & 15], axis=1)
        return solution


def set_out(grid: Grid, marks: Bytes) -> list[int]:
    """Where the first tasks begin, cell * 16 + heading: one for each passage from the start, which is marked."""
    start = grid.index(grid.start)
    exits = [start << 4 | side for side in (1, 2, 4, 8) if not marks[start] & side]
    marks[start] |= 240
    return exits


def check_limits(deadline: float, seconds: float, walked: int, limit: int | None) -> None:
    """Raise an error once the time is over, or more cells were walked than the limit."""
    if time.monotonic() >= deadline:
        raise SolveTimeout(f"the maze was not solved within {seconds:g} seconds")
    if limit is not None and walked > limit:
        raise LimitReached(f"no solution among the first {limit} cells explored")


def solution_of(grid: Grid, steps: Longs, parents: Longs, exits: Longs, arrived: int, walked: int) -> TaskSolution:
    """The corridors of the task that reached the goal and of its ancestors, joined."""
    chain, goal = path_back(parents, arrived), grid.index(grid.goal)
    room = np.empty(walked, np.uint8)  # at most as many moves as cells; untouched pages cost no memory
    moves = Moves(room[: loops.walk_again(grid.flat, steps, exits, chain, goal, room)])
    return TaskSolution(Walk(grid.start, moves), moves, explored=walked + 1)


def _held() -> _thread.LockType:
    """A lock, already acquired."""
    lock = _thread.allocate_lock()
    lock.acquire()
    return lock


class Crew:
    """The workers of one search of a large maze, and what they share."""

    def __init__(self, grid: Grid, workers: int) -> None:
        self.grid = grid
        self.workers = workers
        self.marks = grid.marks(bytes_per_cell=16)
        self.steps = tables.steps(grid.stride)
        # A junction is a cell with at most one wall, and needs at most four tasks.
        others = self.marks - 1
        others &= self.marks
        most = 4 * (others.size - np.count_nonzero(others)) + 8 + 2 * BLOCK * workers
        self.parents, self.exits = np.empty(most, np.int64), np.empty(most, np.int64)
        self.given = 0
        self.stop = np.zeros(1, np.uint8)
        # An interrupt may leave a `Condition` or an `Event` locked for ever, so interruptible threads use plain locks.
        self.lock = threading.RLock()
        self.change = threading.Condition(self.lock)
        self.shared: deque[int] = deque()
        self.idle = 0
        self.walked = [0] * workers
        self.unused = [0] * workers
        self.arrived = -1
        self.trouble: BaseException | None = None
        self.at_work = workers
        #: A lock held while any worker runs; and one per worker, held until it ends.
        self.busy = _held()
        self.there = [_held() for _ in range(workers)]
        self.born: set[int] = set()
        self.out_of_numbers = False
        for exit in set_out(grid, self.marks):
            self.parents[self.given], self.exits[self.given] = self.given, exit
            self.shared.append(self.given)
            self.given += 1

    def run(self, seconds: float, limit: int | None) -> bool:
        """Search until a task reaches the goal or none is left; no thread outlives this call, even if it raises."""
        if loops.walk_tasks.runs_compiled((self.marks,)):
            loops.walk_tasks.compile()  # the time limit is for walking
        begun: list[int] = []
        self.seconds, self.limit, self.deadline = seconds, limit, time.monotonic() + seconds
        try:
            for number in range(self.workers):
                begun.append(number)
                try:
                    _thread.start_new_thread(self._work, (number,))
                except RuntimeError:  # no further thread can be started
                    begun.pop()
                    self._make_do_with(number)
                    break
            self._watch()
        finally:
            self._send_home(begun)
        if self.trouble is not None:
            raise self.trouble
        return not self.out_of_numbers

    def _send_home(self, begun: list[int]) -> None:
        """Stop the workers and wait until all have ended, even if interrupted again; then raise that interrupt."""
        interrupt: BaseException | None = None
        gone = False
        while not gone:
            try:
                self._wake_all()
                # An interrupt may keep a thread from starting; one that has not begun after a second never will.
                patience = time.monotonic() + 1
                for number in begun:
                    while self.there[number].locked() and (number in self.born or time.monotonic() < patience):
                        time.sleep(0.0002)
                gone = True
            except BaseException as error:  # an interrupt: nothing else raises here
                interrupt = error
        if interrupt is not None:
            raise interrupt

    def _make_do_with(self, count: int) -> None:
        """Go on with fewer workers than planned; without any, walk in this thread."""
        with self.lock:
            self.at_work -= self.workers - max(count, 1)
            self.workers = max(count, 1)
            self.change.notify_all()
            if self.at_work == 0:  # those that began have ended
                self.busy.release()
        if count == 0:
            self._work(0)

    def _watch(self) -> None:
        """Wait for the workers."""
        while not self.busy.acquire(timeout=min(0.05, max(0.0, self.deadline - time.monotonic()))):
            check()
            self._check_limits()

    # --- in each worker's thread

    def _work(self, worker: int) -> None:
        self.born.add(worker)
        try:
            self._walk(worker)
        except BaseException as error:  # the calling thread raises it
            self.trouble = error
            self._wake_all()
        with self.lock:
            self.at_work -= 1
            if self.at_work == 0:
                self.busy.release()
        self.there[worker].release()

    def _walk(self, worker: int) -> None:
        stack, registers = np.empty(4096, np.int64), np.zeros(6, np.int64)
        goal = self.grid.index(self.grid.goal)
        shared = (self.marks, self.steps, goal, self.stop, self.parents, self.exits)
        while not self.stop[0]:
            if registers[0] == 0 and not self._take(stack, registers):
                return
            registers[3] = SLICE  # cells, counted down
            status = loops.walk_tasks(*shared, stack, registers)
            self.walked[worker] = int(registers[4])
            self.unused[worker] = int(registers[2] - registers[1])
            self._check_limits()
            if status == loops.FOUND:
                self.arrived = int(registers[5])
                self._wake_all()
            if status == loops.NO_ROOM:
                stack = self._make_room(stack, registers)
            if self.idle and registers[0] > 1:
                self._share(stack, registers)

    def _check_limits(self) -> None:
        check_limits(self.deadline, self.seconds, sum(self.walked), self.limit)

    def _take(self, stack: Longs, registers: Longs) -> bool:
        """Wait for a task that another worker shares; False if there will be none."""
        with self.lock:
            self.idle += 1
            while not self.shared and not self.stop[0]:
                if self.idle == self.workers:
                    self._wake_all()
                    return False
                self.change.wait()
            if self.stop[0]:
                return False
            self.idle -= 1
            stack[0] = self.shared.pop()
            registers[0] = 1
            return True

    def _share(self, stack: Longs, registers: Longs) -> None:
        """Give the older half of the waiting tasks to idle workers."""
        with self.lock:
            half = int(registers[0]) // 2
            self.shared.extend(stack[:half].tolist())
            stack[: registers[0] - half] = stack[half : registers[0]].tolist()
            registers[0] -= half
            self.change.notify_all()

    def _make_room(self, stack: Longs, registers: Longs) -> Longs:
        """A longer stack, or more task numbers."""
        if registers[0] + 4 > len(stack):
            return np.concatenate([stack, np.empty_like(stack)])
        with self.lock:
            if self.given + BLOCK > len(self.parents):
                self.out_of_numbers = True
                self._wake_all()
            registers[1], registers[2] = self.given, self.given + BLOCK
            self.given += BLOCK
        return stack

    def _wake_all(self) -> None:
        self.stop[0] = 1
        with self.lock:
            self.change.notify_all()

    # --- the result

    def solution(self) -> TaskSolution | None:
        """The path to the goal, if a worker reached it."""
        if self.arrived < 0:
            return None
        solution = solution_of(self.grid, self.steps, self.parents, self.exits, self.arrived, sum(self.walked))
        solution.tasks = self.given - sum(self.unused)
        return solution
