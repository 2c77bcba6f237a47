"""The solver `tasks` where its tasks take turns, against generators that take turns in a queue."""

from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import Direction, LimitReached, Maze, MazeError, SolveTimeout, solve, speed
from mazeworks.search.task_solution import TaskSolution
from mazeworks.solvers import tasks as solver
from tests.samples import loopy

N, S, E, W = Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST
STEPS = {N: (0, -1), S: (0, 1), E: (1, 0), W: (-1, 0)}
BACK = {N: S, S: N, E: W, W: E}


def traced(maze: Maze) -> TaskSolution:
    solution = solve(maze, "tasks", trace=True)
    assert isinstance(solution, TaskSolution)
    return solution


class Turns:
    """Tasks as generators that take turns in a queue: the reference for `tasks` where it takes turns."""

    def __init__(self, maze: Maze) -> None:
        self.maze, self.order = maze, [tuple(maze.start)]
        self.by: dict[Any, int] = {self.order[0]: -1}
        self.lives: list[list[int]] = []
        self.queue: deque[tuple[int, Iterator[None]]] = deque()
        self.arrived = False
        self.branch(self.order[0], Direction.NONE)
        while self.queue and not self.arrived:
            number, task = self.queue.popleft()
            if next(task, "ended") != "ended":
                self.queue.append((number, task))
            else:
                self.lives[number][1] = self.lives[number][1] or len(self.order) - 1
        for life in self.lives:
            life[1] = life[1] or len(self.order)

    def branch(self, place: tuple[int, int], back: Direction) -> None:
        for way in self.ways(place, back):
            self.queue.append((len(self.lives), self.task(len(self.lives), place, way)))
            self.lives.append([len(self.order) - 1, 0, int(way)])

    def ways(self, place: tuple[int, int], back: Direction) -> list[Direction]:
        return [way for way in (N, S, E, W) if way != back and not self.maze.walls[place[1], place[0]] & way]

    def task(self, number: int, place: tuple[int, int], heading: Direction) -> Iterator[None]:
        while True:
            place = place[0] + STEPS[heading][0], place[1] + STEPS[heading][1]
            if place in self.by:
                return
            self.by[place] = number
            self.order.append(place)
            if place == tuple(self.maze.goal):
                self.arrived = True
                return
            ways = self.ways(place, BACK[heading])
            if len(ways) != 1:
                self.branch(place, BACK[heading])
                return
            heading = ways[0]
            yield


def check_turns(maze: Maze) -> None:
    reference, solution = Turns(maze), traced(maze)
    assert solution.trace is not None and solution.walked_by is not None and solution.lives is not None
    assert [tuple(place) for place in solution.trace] == reference.order
    assert solution.task_of().tolist() == list(reference.by.values())
    assert solution.lives.tolist() == reference.lives and solution.tasks == len(reference.lives)
    cells = {(x, y) for y in range(maze.height) for x in range(maze.width)}
    assert {tuple(place) for place in solution.untouched()} == cells - reference.by.keys()
    assert solution.stopped() == [n for n, (_, ended, _) in enumerate(reference.lives) if ended == len(reference.order)]
    plain = solve(maze, "tasks")
    assert isinstance(plain, TaskSolution) and plain.trace is None and plain.lives is None
    assert (plain.explored, plain.tasks, plain.moves) == (solution.explored, solution.tasks, solution.moves)
    shortest = solve(maze, "breadth_first")
    assert shortest is not None and len(shortest) == len(solution)


@given(st.integers(2, 14), st.integers(2, 14), st.integers(0, 2**40), st.integers(0, 30))
def test_tasks_take_turns_like_generators_in_a_queue(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    for which in ("interpreted", "compiled"):
        with speed(which):
            check_turns(maze)


def test_hundreds_of_tasks_find_room(each_speed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without walls nearly every cell is a junction; with little room at first, the room grows at every moment."""
    maze = Maze.closed(40, 30)
    for y in range(30):
        for x in range(40):
            maze.remove_wall((x, y), Direction.ALL)
    maze.start, maze.goal = (20, 15), (39, 29)
    check_turns(maze)
    for room in (8, 11, 64):
        monkeypatch.setattr(solver, "ROOM", room)
        check_turns(maze)
    whole = traced(maze)
    monkeypatch.setattr(solver, "SLICE", 100)  # pauses between two turns
    paused = traced(maze)
    assert paused.trace == whole.trace and paused.moves == whole.moves and paused.tasks == whole.tasks
    assert paused.task_of().tolist() == whole.task_of().tolist()


@pytest.mark.parametrize("trace", [False, True])
def test_tasks_that_take_turns_keep_their_limits(trace: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    maze = Maze.create(40, 40, ends="farthest", seed=2)
    with pytest.raises(SolveTimeout, match="within 0 seconds"):
        solve(maze, "tasks", trace=trace, seconds=0)
    with pytest.raises(LimitReached, match="among the first 10 cells"):
        solve(maze, "tasks", limit=10, trace=trace)
    found = solve(maze, "tasks", trace=trace)
    assert found is not None
    again = solve(maze, "tasks", limit=found.explored - 1, trace=trace)
    assert again is not None and again.moves == found.moves
    with pytest.raises(LimitReached):
        solve(maze, "tasks", limit=found.explored - 2, trace=trace)


def test_without_a_trace_a_solution_cannot_tell_what_the_tasks_did() -> None:
    plain = solve(Maze.create(6, 5, seed=1), "tasks")
    assert isinstance(plain, TaskSolution)
    for ask in (plain.task_of, plain.untouched, plain.stopped):
        with pytest.raises(MazeError, match="has no trace of its tasks; solve with trace=True"):
            ask()
