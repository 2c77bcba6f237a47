"""Puzzles that are their own position: the class, its solver, the general solvers on it, and the examples."""

import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import MazeError, NoSolution, explore, rate, replay, solve
from mazeworks.core.facets import structure_of
from mazeworks.core.registry import solvers
from mazeworks.drawing.board import board_of
from mazeworks.position import Puzzle
from mazeworks.search.shortest_paths import count_shortest
from mazeworks.search.solving import refusal
from tests import DATA, ROOT

EXAMPLES = ROOT / "examples"


class Count(Puzzle):
    """From 1 to 14 by doubling and adding 3."""

    pos = 1
    goal = 14

    def __iter__(self) -> Iterator["Count"]:
        yield from (Count(pos) for pos in (self.pos * 2, self.pos + 3) if pos <= 40)


class Arrows(Puzzle):
    """Any graph at all: `pos` is a number, `arrows[pos]` are the numbers that follow."""

    def __init__(self, pos: int, arrows: list[list[int]]) -> None:
        self.pos, self.arrows, self.goal = pos, arrows, len(arrows) - 1

    def __iter__(self) -> Iterator["Arrows"]:
        return (Arrows(pos, self.arrows) for pos in self.arrows[self.pos])


def positions(path: list[Any]) -> list[Any]:
    return [each.pos for each in path]


def test_breadth_first_is_shortest_and_the_path_runs_from_start_to_goal() -> None:
    path = Count().solve()
    assert positions(path) == [1, 4, 7, 14]
    assert all(isinstance(each, Count) for each in path)


def test_depth_first_in_both_spellings() -> None:
    path = positions(Count().solve(depth_first=True))
    assert path == positions(Count().solve(depthFirst=True)) == positions(Count().solve(True))
    assert path[0] == 1 and path[-1] == 14
    assert all(after in (2 * before, before + 3) for before, after in zip(path[:-1], path[1:], strict=True))


def test_a_goal_at_the_start_is_a_path_of_one() -> None:
    assert positions(Count(14).solve()) == [14]


def test_no_solution_is_an_index_error_a_value_error_and_ours() -> None:
    for error in (NoSolution, IndexError, MazeError, ValueError):
        with pytest.raises(error, match="all 1 positions were tried"):
            Puzzle("elsewhere").solve()
        with pytest.raises(error, match="were tried"):
            Count(39).solve(depth_first=True)


def test_what_stands_in_the_class_itself() -> None:
    class Still(Puzzle):
        pos = "here"
        goal = "there"

    still = Still()
    assert list(still) == [] and not still.isgoal() and still.canonical() == repr(still) == "'here'"
    assert Still("there").isgoal() and Still(0).pos == 0


def test_canonical_makes_positions_one() -> None:
    class Halved(Count):
        def canonical(self) -> int:
            return int(self.pos) // 2

        def __iter__(self) -> Iterator["Halved"]:
            yield from (Halved(pos) for pos in (self.pos + 1, self.pos + 2))

    # 2 and 3 are one position, so 3 is never looked at once 2 was found.
    assert positions(Halved(1).solve()) == [1, 2, 4, 6, 8, 10, 12, 14]


@pytest.mark.parametrize("name", list(solvers))
def test_every_general_solver_works_on_a_position(name: str) -> None:
    puzzle = Count()
    if refusal(solvers[name], structure_of(puzzle)) or solvers[name].needs == "both ways":
        pytest.skip("needs walls, or moves that can be taken back")
    solution = solve(puzzle, name)
    assert solution is not None
    assert solution.states[-1].pos == 14
    assert replay(puzzle, solution.moves).isgoal()
    if "optimal" in solvers[name].promises:
        assert len(solution) == 3


def test_positions_may_have_attributes_of_any_name() -> None:
    class Busy(Puzzle):
        goal = 14
        cost = "dear"

        def __init__(self, pos: int, moves: int = 0) -> None:
            self.pos, self.start, self.moves, self.key = pos, 1, moves, "front door"  # type: ignore[assignment]
            self.weighted, self.describe, self.is_goal, self.id = True, None, 7, "me"  # type: ignore[assignment]

        def __iter__(self) -> Iterator["Busy"]:
            count: Any = self.moves
            yield from (Busy(pos, count + 1) for pos in (self.pos * 2, self.pos + 3) if pos <= 40)

    assert positions(Busy(1).solve()) == [1, 4, 7, 14]
    for using in ("auto", "a_star", "depth_first", "dijkstra"):
        solution = solve(Busy(1), using)
        assert solution is not None and solution.states[-1].pos == 14
        assert replay(Busy(1), solution.moves).isgoal()
    assert count_shortest(explore(Busy(1))) == 1 and rate(Busy(1)).unique
    assert "14" in board_of(Busy(1)).sketch(solve(Busy(1))).text()


def test_exploring_and_drawing_a_position() -> None:
    graph = explore(Count())
    assert count_shortest(graph) == 1
    solution = solve(Count())
    assert board_of(Count()).sketch(solution).text().split("\n")[-2].split() == ["1", "14"]
    assert len(board_of(Count()).scene(solution).shapes) > 4


def reference(arrows: list[list[int]]) -> list[int] | None:
    """Distances by rings, written without anything of ours."""
    came: dict[int, int | None] = {0: None}
    queue = deque([0])
    while queue:
        here = queue.popleft()
        for there in arrows[here]:
            if there not in came:
                came[there] = here
                queue.append(there)
    path: list[int] = []
    step: int | None = len(arrows) - 1
    while step is not None and (path or len(arrows) - 1 in came):
        path.insert(0, step)
        step = came[step]
    return path or None


@given(
    st.integers(1, 12).flatmap(lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4), min_size=n, max_size=n))
)
def test_random_graphs_against_a_loop_of_the_test(arrows: list[list[int]]) -> None:
    expected = reference(arrows)
    general = solve(Arrows(0, arrows))
    if expected is None:
        assert general is None
        for depth_first in (False, True):
            with pytest.raises(NoSolution):
                Arrows(0, arrows).solve(depth_first)
        return
    assert positions(Arrows(0, arrows).solve()) == expected
    assert general is not None and len(general) == len(expected) - 1
    deep = positions(Arrows(0, arrows).solve(depth_first=True))
    assert deep[0] == 0 and deep[-1] == len(arrows) - 1
    assert all(after in arrows[before] for before, after in zip(deep[:-1], deep[1:], strict=True))


@pytest.mark.parametrize(
    ("colours", "name", "moves"), [("bgpw", "blue", 26), ("ygow", "yellow", 36), ("rpow", "red", 24)]
)
def test_the_riddler_maze_runs_as_it_was_printed(colours: str, name: str, moves: int) -> None:
    scope: dict[str, Any] = {}
    exec((DATA / "riddler_maze.txt").read_text(), scope)
    maze = scope["RiddlerMaze"](colours)
    path = maze.solve()
    assert len(path) - 1 == moves
    assert path[-1].location == (2, 16)
    assert maze.solve(depthFirst=True)[-1].isgoal()
    drawn = (DATA / f"express_{name}.txt").read_text()
    assert all(drawn[row * 18 + column] in "|-+" for row, column in (each.location for each in path))


@pytest.mark.parametrize(("name", "last"), [("jug_pouring", "(3, 4)"), ("sliding_blocks", "#####")])
def test_the_examples_run(name: str, last: str) -> None:
    run = subprocess.run([sys.executable, EXAMPLES / f"{name}.py"], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == last


def test_the_examples_are_short_and_solved_alike_by_the_general_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    import jug_pouring
    import sliding_blocks

    for module, puzzle, moves in ((jug_pouring, jug_pouring.Jugs(), 6), (sliding_blocks, sliding_blocks.Blocks(), 18)):
        source = Path(str(module.__file__)).read_text()
        body = source[source.index("class ") : source.index("if __name__")]
        assert len(body.strip().split("\n")) <= 22
        assert len(puzzle.solve()) - 1 == moves
        solution = solve(puzzle)
        assert solution is not None and len(solution) == moves
