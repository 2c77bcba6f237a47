"""The Alice maze solver's document, from top to bottom, with a reader and a search written here from its rules."""

import random
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from mazeworks import Direction, FormatError, load, read_text, save, solve
from mazeworks.puzzles.alice import Square
from tests import ROOT

PROGRAM = ROOT / "programs" / "AliceMazeSolver.py"
COMPASS = {"N": (-1, 0), "E": (0, 1), "W": (0, -1), "S": (1, 0), "NE": (-1, 1), "NW": (-1, -1), "SE": (1, 1)}
COMPASS["SW"] = (1, -1)
CHANGE = {"red": 1, "yellow": -1, "black": 0}
#: Four squares by four, nine steps, written as the document writes it.
NINE = """4
(2, 2)
black; ; true
yellow; E, S, SW; false
black; S; false
yellow; E, SE, S; false
red; NW; false
black; SE, W; false
black; E, S, SW; false
black; SW, NW; false
red; NE, NW; false
black; N, SW; false
black; NE, S, NW; false
red; SE, W, NW; false
black; N, NW; false
yellow; NE; false
black; N, S, W; false
black; SE; false
"""


def cells_of(text: str) -> tuple[int, tuple[int, int], list[tuple[str, list[str], bool]]]:
    """The number of rows and columns, the start as (y, x), and each cell: colour, directions, whether it is a goal."""
    first, second, *lines = text.split("\n")
    y, x = second.strip("() ").split(",")
    cells = []
    for line in lines:
        if line:
            colour, directions, goal = line.split(";")
            cells.append((colour, [d.strip() for d in directions.split(",") if d.strip()], goal.strip() == "true"))
    return int(first), (int(y), int(x)), cells


def shortest(text: str) -> int | None:
    """The steps of a shortest path: breadth-first, every position with its step size once."""
    size, (y, x), cells = cells_of(text)
    steps = {(y, x, 1): 0}
    waiting = deque(steps)
    while waiting:
        here = y, x, d = waiting.popleft()
        _, directions, goal = cells[y * size + x]
        if goal:
            return steps[here]
        for name in directions:
            down, right = y + d * COMPASS[name][0], x + d * COMPASS[name][1]
            if 0 <= down < size and 0 <= right < size and cells[down * size + right][0] in CHANGE:
                there = down, right, d + CHANGE[cells[down * size + right][0]]
                if there[2] > 0 and there not in steps:
                    steps[there] = steps[here] + 1
                    waiting.append(there)
    return None


def check_path(text: str, path: list[tuple[int, int]]) -> None:
    """Each step follows an arrow of its cell over d cells; the last cell is a goal."""
    size, start, cells = cells_of(text)
    assert path[0] == start
    d = 1
    for (y, x), (down, right) in zip(path[:-1], path[1:], strict=True):
        leaps = [(y + d * COMPASS[name][0], x + d * COMPASS[name][1]) for name in cells[y * size + x][1]]
        assert (down, right) in leaps
        d += CHANGE[cells[down * size + right][0]]
        assert d >= 1
    assert cells[path[-1][0] * size + path[-1][1]][2]


def any_text(seed: int) -> str:
    """A random maze in the document's format."""
    chance = random.Random(seed)
    size = chance.randint(1, 7)
    goals = {chance.randrange(size * size) for _ in range(chance.randint(1, 2))}
    lines = [str(size), f"({chance.randrange(size)}, {chance.randrange(size)})"]
    for cell in range(size * size):
        directions = chance.sample(list(COMPASS), chance.randint(0, 4))
        lines.append(f"{chance.choice(list(CHANGE))}; {', '.join(directions)}; {str(cell in goals).lower()}")
    return "\n".join(lines) + "\n"


def run(*words: Any, folder: Path) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, PROGRAM, *words], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


# --- the rules


def test_one_leap_at_a_time_in_a_straight_line() -> None:
    maze: Any = read_text("3\n(1, 1)\n" + "black; ; true\n" * 4 + "black; N, SE; false\n" + "black; ; true\n" * 4)
    assert [(m.letters, s.x, s.y, s.d) for m, s in maze.moves(maze.start)] == [("N", 1, 0, 1), ("SE", 2, 2, 1)]


@pytest.mark.parametrize(("colour", "d"), [("red", 2), ("yellow", 0), ("black", 1)])
def test_red_adds_one_to_d_and_yellow_subtracts_one(colour: str, d: int) -> None:
    maze: Any = read_text(f"2\n(0, 0)\nblack; E; false\n{colour}; ; true\n" + "black; ; false\n" * 2)
    assert maze.start.d == 1
    assert [state.d for _, state in maze.moves(maze.start)] == [d] * (d > 0)


def test_blank_squares_cannot_be_landed_on() -> None:
    maze: Any = read_text("2\n(0, 0)\nred; E, S; false\nblank; ; false\nblack; ; true\nblack; ; false\n")
    assert [move.letters for move, _ in maze.moves(maze.start)] == ["S"]


# --- the text format


def test_the_coordinates_are_y_and_x_from_the_top_left() -> None:
    maze: Any = read_text(NINE.replace("(2, 2)", "(3, 1)"))
    assert (maze.start.y, maze.start.x) == (3, 1)
    assert [(goal.y, goal.x) for goal in maze.goals] == [(0, 0)]
    south_east = Direction.SOUTH | Direction.EAST
    assert maze.squares[0][0] == Square("black")  # the third line
    assert maze.squares[0][3] == Square("yellow", (Direction.EAST, south_east, Direction.SOUTH))
    assert maze.squares[1][0] == Square("red", (Direction.NORTH | Direction.WEST,))
    assert maze.squares[3][3] == Square("black", (south_east,))  # the last line


@pytest.mark.parametrize("start", ["(2, 2)", "2, 2", "(2,2)", " ( 2 , 2 ) ", "2,2"])
def test_the_start_with_and_without_parentheses(start: str, tmp_path: Path) -> None:
    maze = read_text(NINE.replace("(2, 2)", start))
    assert maze == read_text(NINE)
    save(maze, tmp_path / "maze.alice")
    assert load(tmp_path / "maze.alice") == maze
    (tmp_path / "maze.txt").write_text(NINE.replace("(2, 2)", start))
    assert load(tmp_path / "maze.txt") == maze


@pytest.mark.parametrize("start", ["(2, 2", "2, 2)", "((2, 2))", "[2, 2]", "(2 2)", "(3)", "()", "(4, 1)", "(0, -1)"])
def test_a_start_that_is_not_one_is_named(start: str) -> None:
    with pytest.raises(FormatError, match=r"line 2: "):
        read_text(NINE.replace("(2, 2)", start))


def test_there_are_eight_directions() -> None:
    around = "black; ; true\n" * 4
    for name in COMPASS:
        maze: Any = read_text(f"3\n(1, 1)\n{around}black; {name}; false\n{around}")
        y, x = COMPASS[name]
        assert [(state.y - 1, state.x - 1) for _, state in maze.moves(maze.start)] == [(y, x)]


# --- the solver


def test_the_program_prints_a_shortest_path_of_the_first_maze(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text(NINE)
    code, printed, _ = run("maze.txt", folder=tmp_path)
    expected = shortest(NINE)
    assert code == 0 and expected is not None and printed.endswith(f", Steps: {expected}\n")
    places = printed.removeprefix("Shortest Path: ").partition(", Steps")[0].split(" --> ")
    check_path(NINE, [(int(place[1]), int(place[4])) for place in places])
    assert len(places) == expected + 1


@pytest.mark.parametrize("seed", range(150))
def test_every_maze_is_solved_as_the_document_says(seed: int) -> None:
    text = any_text(seed)
    solution, expected = solve(read_text(text)), shortest(text)
    assert (solution is None) == (expected is None)
    if solution is not None:
        assert len(solution) == expected
        check_path(text, [(state.y, state.x) for state in solution.states])  # type: ignore[attr-defined]


def test_the_random_mazes_are_of_both_sorts() -> None:
    steps = [shortest(any_text(seed)) for seed in range(150)]
    assert 20 < steps.count(None) < 130 and max(count for count in steps if count is not None) >= 6


def test_a_maze_of_more_than_a_hundred_rows(tmp_path: Path) -> None:
    chance = random.Random(6)
    lines = ["120", "(60, 60)"]
    for cell in range(120 * 120):
        directions = chance.sample(list(COMPASS), chance.randint(1, 4))
        lines.append(f"{chance.choice(list(CHANGE))}; {', '.join(directions)}; {str(cell == 3000).lower()}")
    text = "\n".join(lines) + "\n"
    (tmp_path / "maze.txt").write_text(text)
    code, printed, _ = run("maze.txt", folder=tmp_path)
    expected = shortest(text)
    assert expected is not None and expected > 10
    assert (code, printed.rpartition(": ")[2]) == (0, f"{expected}\n")
