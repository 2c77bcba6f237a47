"""The solver of many tasks: the third seed's example, its limits, and what it leaves behind."""

import _thread
import gc
import json
import subprocess
import sys
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import LimitReached, Maze, MazeError, Position, SolveTimeout, from_id, solve, speed, workers
from mazeworks.cli import run
from mazeworks.core.directions import CARDINALS
from mazeworks.drawing.board import board_of
from mazeworks.drawing.sketch import GROUNDS, ROLES
from mazeworks.search.task_solution import TaskSolution
from mazeworks.solvers import tasks as module
from mazeworks.solvers.tasks import Crew
from tests.samples import loopy
from tests.serving import CEILING, wait_until

N, S, E, W = CARDINALS
ROLE_NUMBERS = list(ROLES)


def seed_maze() -> Maze:
    """The seed's four by four: from S (1, 2) to E (0, 0)."""
    maze = Maze.closed(4, 4)
    for place, ways in {
        (1, 2): (N, S, E),  # T1 is a dead end, T2 goes on to the west, T3 to the east
        (1, 3): (W,),
        (2, 2): (E,),
        (3, 2): (N, S),  # T4 and T5
        (3, 3): (W,),
        (3, 1): (N, W),  # T6 and T7
        (2, 1): (N,),
        (2, 0): (W,),
        (1, 0): (W,),
        (0, 0): (S,),
        (0, 1): (S,),
    }.items():
        for way in ways:
            maze.remove_wall(place, way)
    maze.start, maze.goal = (1, 2), (0, 0)
    return maze


def test_the_seeds_numbered_tasks(each_speed: str) -> None:
    maze = seed_maze()
    assert maze.is_perfect()
    solution = solve(maze, "tasks", trace=True)
    assert isinstance(solution, TaskSolution) and solution.walked_by is not None
    assert list(solution.moves) == [E, E, N, W, N, W, W]
    by = solution.walked_by
    assert by[1, 1] == 0 or by[1, 1] == -1  # T1 walks (1, 1) alone
    assert by[2, 2] == by[2, 3]  # T3 goes on in the same task
    assert by[1, 2] == by[0, 2] == by[0, 1] == by[0, 0]  # T7 to the end
    assert len({int(by[2, 2]), int(by[1, 3]), int(by[0, 0])}) == 3
    assert by[1, 0] == -1 and by[2, 0] == -1  # no task walks beyond the goal
    assert solution.tasks == 7


def test_the_tasks_are_drawn_in_their_colours() -> None:
    maze = seed_maze()
    solution = solve(maze, "tasks", trace=True)
    assert isinstance(solution, TaskSolution) and solution.walked_by is not None
    first = ROLE_NUMBERS.index(GROUNDS[0])
    drawn = board_of(maze).sketch(solution.without_detours())
    for y, x in np.ndindex(4, 4):
        task = solution.walked_by[y, x]
        grounds = set(drawn.roles[2 * y + 1, [4 * x + 1, 4 * x + 3]].tolist())
        assert grounds == ({first + task % len(GROUNDS)} if task >= 0 else {0})
    way = drawn.chars == ord("•")
    assert way.any() and set(drawn.roles[way].tolist()) == {ROLE_NUMBERS.index("path")}
    assert "\033[48;5;" in drawn.text(colour=True) and "\033" not in drawn.text()
    assert drawn.text() == board_of(maze).sketch(solve(maze)).text()


def test_the_command_tells_the_tasks(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["solve", "wall:6x4#4", "--with", "tasks", "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    traced: Any = solve(from_id("wall:6x4#4"), "tasks", trace=True)
    assert data["tasks"] == traced.tasks and data["walked_by"] == traced.walked_by.tolist()
    monkeypatch.setattr("mazeworks.cli.solving.TASK_CELLS", 20)
    assert run(["solve", "wall:6x4#4", "--with", "tasks", "--json"]) == 0
    data = json.loads(capfd.readouterr().out)
    assert data["tasks"] >= 1 and "walked_by" not in data
    assert run(["solve", "wall:6x4#4", "--json"]) == 0
    assert "tasks" not in json.loads(capfd.readouterr().out)


@given(st.integers(2, 12), st.integers(2, 12), st.integers(0, 2**40), st.integers(0, 25))
def test_it_finds_a_way_also_where_there_are_loops(width: int, height: int, seed: int, holes: int) -> None:
    maze = loopy(width, height, seed, holes)
    solution = solve(maze, "tasks")
    assert solution is not None and solution.states[-1] == maze.goal
    assert len(set(solution.states)) == len(solution.states)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_several_workers_find_the_path(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLICE", 200)
    with speed("compiled"), workers(count):
        for seed in range(6):
            maze = loopy(200, 150, seed, 400 * (seed % 2))
            solution = solve(maze, "tasks")
            assert solution is not None
            assert maze.is_goal(solution.states[-1])
            if seed % 2 == 0:
                assert solution.moves == maze.solve("auto").moves


def wall_in(maze: Maze, place: Position) -> None:
    for direction in CARDINALS:
        other = place.move(direction)
        if maze.grid.contains(other):
            maze.walls[other.y, other.x] |= direction.opposite
    maze.walls[place.y, place.x] = 15


def test_the_work_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLICE", 500)
    with speed("compiled"):
        maze = Maze.create(600, 600, seed=5)
        wall_in(maze, maze.goal)  # so that every cell has to be walked
        least = 0
        while least <= 1000:  # a busy machine may let one worker finish before the other begins, but not always
            crew = Crew(maze.grid, 2)
            assert crew.run(CEILING, None) and crew.solution() is None
            least = min(crew.walked)


def test_no_way_is_proved() -> None:
    maze = Maze.closed(5, 5)
    maze.remove_wall((0, 0), E)
    assert solve(maze, "tasks") is None


def test_bad_mazes_and_limits() -> None:
    with pytest.raises(MazeError, match="closed: it has no passage at all"):
        solve(Maze.closed(4, 4), "tasks")
    maze = Maze.create(40, 40, ends="farthest", seed=1)
    maze.grid.goal = maze.grid.start
    with pytest.raises(MazeError, match="start and goal are both"):
        solve(maze, "tasks")
    with pytest.raises(LimitReached, match="first 10 cells"):
        solve(Maze.create(40, 40, ends="farthest", seed=1), "tasks", limit=10)
    with pytest.raises(MazeError, match="seconds is a number, at least 0, not '-1'"):
        solve(Maze.create(4, 4), "tasks", seconds=-1)
    with pytest.raises(MazeError, match="no parameter of tasks is called 'second'; did you mean seconds"):
        solve(Maze.create(4, 4), "tasks", second=1)


def test_a_time_limit_is_a_timeout_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def dawdle(self: Crew, worker: int) -> None:
        while not self.stop[0]:  # until it is sent home, so that no machine is quick enough
            time.sleep(0.001)

    monkeypatch.setattr(module, "SLICE", 100)  # so that this maze is a large one
    monkeypatch.setattr(Crew, "_walk", dawdle)
    threads = _thread._count()
    maze = Maze.create(30, 30, ends="farthest", seed=2)
    with pytest.raises(SolveTimeout, match=r"within 0\.05 seconds"):
        solve(maze, "tasks", seconds=0.05)
    assert issubclass(SolveTimeout, TimeoutError)
    wait_until(lambda: _thread._count() == threads)


def test_a_thousand_solves_leave_nothing_behind() -> None:
    maze = Maze.create(20, 20, seed=3)
    solve(maze, "tasks")
    gc.collect()
    threads = _thread._count()
    tracemalloc.start()
    for _ in range(20):
        solve(maze, "tasks")
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(1000):
        solve(maze, "tasks")
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    wait_until(lambda: _thread._count() == threads)
    assert after - before < 100_000


def test_cancelling_at_any_moment_leaves_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt in the thread that waits, at many different moments, stops every worker promptly."""
    with speed("compiled"):
        maze = Maze.create(700, 700, ends="farthest", seed=7)
        solve(maze, "tasks")
        threads = _thread._count()
        interrupted = 0
        for number in range(40):
            delay = number / 4000

            def watch(self: Crew, *_: object, delay: float = delay) -> None:
                time.sleep(delay)
                raise KeyboardInterrupt

            monkeypatch.setattr(Crew, "_watch", watch)
            with pytest.raises(KeyboardInterrupt):
                solve(maze, "tasks")
            interrupted += 1
            wait_until(lambda: _thread._count() == threads)
        assert interrupted == 40


def test_a_real_interrupt_leaves_no_thread() -> None:
    """SIGINT at many moments, sent by a process of its own to one that solves again and again."""
    code = (
        "import _thread, signal, time\n"
        "from mazeworks import Maze, solve, speed\n"
        "compiled = speed('compiled'); compiled.__enter__()\n"
        "maze = Maze.create(1200, 1200, ends='farthest', seed=3); interrupted = 0\n"
        "def ended():\n"
        "    while _thread._count(): time.sleep(0.001)\n"
        "solve(maze, 'tasks')\n"
        "ended()\n"  # the thread that compiled a kernel ends a moment after its work
        "armed = False\n"
        "def alarm(*_):\n"
        "    if armed: raise KeyboardInterrupt\n"
        "signal.signal(signal.SIGALRM, alarm)\n"
        "for number in range(60):\n"
        "    try:\n"
        "        armed = True\n"
        "        signal.setitimer(signal.ITIMER_REAL, 0.0005 + number % 20 / 1500)\n"
        "        solve(maze, 'tasks')\n"
        "        armed = False\n"
        "    except KeyboardInterrupt:\n"
        "        interrupted += 1\n"
        "        armed = False\n"
        "        ended()\n"
        "    signal.setitimer(signal.ITIMER_REAL, 0)\n"
        "print(interrupted)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=CEILING)
    assert int(done.stdout) > 5


def test_the_caller_raises_an_error_of_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a worker fell over")

    monkeypatch.setattr(module, "SLICE", 100)  # so that this maze is a large one
    monkeypatch.setattr(Crew, "_walk", broken)
    with pytest.raises(RuntimeError, match="a worker fell over"):
        solve(Maze.create(9, 9, seed=1), "tasks")


def test_task_numbers_that_run_out_are_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[int] = []
    original = Crew.run

    def run(self: Crew, seconds: float, limit: int | None) -> bool:
        runs.append(self.workers)
        return False if len(runs) == 1 else original(self, seconds, limit)

    monkeypatch.setattr(module, "SLICE", 100)  # so that this maze is a large one
    monkeypatch.setattr(Crew, "run", run)
    maze = Maze.create(9, 9, seed=1)
    assert solve(maze, "tasks") is not None and len(runs) == 2
