"""The fifth document, from top to bottom: the coloured maze on a generic puzzle class, as its reader would try it."""

import re
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazeworks import MazeError, board_of, count_shortest, explore, load, read_text, solve, variants_of
from mazeworks.core.errors import Note
from tests import DATA, ROOT

PROGRAM = ROOT / "programs" / "express.py"
MOVES = {"blue": 26, "yellow": 36, "red": 24}
#: The colours of lines that contain a traveller's colour.
EDGES = {"blue": "bgpw", "yellow": "ygow", "red": "rpow"}


def document() -> dict[str, Any]:
    """The code of the document, as its author printed it, with the class on our import line."""
    names: dict[str, Any] = {}
    exec(compile((DATA / "riddler_maze.txt").read_text(), "riddler_maze.txt", "exec"), names)
    return names


def picture(name: str) -> str:
    """What the document shows below the name of a colour."""
    return (DATA / f"express_{name}.txt").read_text()


def program() -> dict[str, Any]:
    """The names in our program."""
    import runpy

    return runpy.run_path(str(PROGRAM))


NAMES = program()

# --- the reference: the rules, and the drawing of a route, written again on characters


def reference(text: str, edges: str, goal: tuple[int, int]) -> tuple[int, int, str] | None:
    """The length and number of shortest routes from the +, and the drawing of one; None if there is none."""
    rows = [list(row) for row in text.splitlines()]
    start = next((y, x) for y, row in enumerate(rows) for x, char in enumerate(row) if char == "+")
    far, ways, before, queue = {start: 0}, {start: 1}, {}, deque([start])
    while queue:
        y, x = queue.popleft()
        for dy, dx in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if not (0 <= y + dy < len(rows) and 0 <= x + dx < len(rows[0])) or rows[y + dy][x + dx] not in edges:
                continue
            there = y + 2 * dy, x + 2 * dx
            if there not in far:
                far[there], ways[there], before[there] = far[y, x] + 1, 0, (y, x)
                queue.append(there)
            if far[there] == far[y, x] + 1:
                ways[there] += ways[y, x]
    if goal not in far:
        return None
    here = goal
    rows[goal[0]][goal[1]] = "+"
    while here != start:
        (y, x), (to_y, to_x) = before[here], here
        rows[y][x] = rows[(y + to_y) // 2][(x + to_x) // 2] = "-" if y == to_y else "|"
        here = before[here]
    return far[goal], ways[goal], "".join("".join(row) + "\n" for row in rows)


@st.composite
def mazes(draw: st.DrawFn) -> tuple[str, tuple[int, int]]:
    """A small maze as the document writes it, with a + and without a goal, and the goal."""
    width, height = draw(st.integers(2, 5)), draw(st.integers(1, 4))
    letters = st.sampled_from("wwwbyrgpok")
    rows = []
    for y in range(2 * height - 1):
        cells = [" " if (x + y) % 2 == 0 else draw(letters) for x in range(2 * width - 1)]
        rows.append([char if y % 2 else "." if x % 2 == 0 else char for x, char in enumerate(cells)])
    nodes = [(y, x) for y in range(0, 2 * height, 2) for x in range(0, 2 * width, 2)]
    start, goal = draw(st.lists(st.sampled_from(nodes), min_size=2, max_size=2, unique=True))
    rows[start[0]][start[1]] = "+"
    return "".join("".join(row) + "\n" for row in rows), goal


# --- "Solution": the three pictures


def test_the_pictures_exactly() -> None:
    done = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout == "".join(
        f"{name.capitalize()}: {moves} moves\n{picture(name)}\n" for name, moves in MOVES.items()
    )
    assert done.stderr == ""


def test_blue_yellow_and_red_png(tmp_path: Path) -> None:
    from PIL import Image

    subprocess.run([sys.executable, PROGRAM, "--pictures"], cwd=tmp_path, capture_output=True, check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["blue.png", "red.png", "yellow.png"]
    images = [np.asarray(Image.open(tmp_path / f"{name}.png").convert("RGB")) for name in MOVES]
    assert len({image.shape for image in images}) == 1 and images[0].shape[0] > 300
    assert all((one != other).any() for one, other in zip(images, [*images[1:], images[0]], strict=True))


# --- "How I did it": a position, the goal, the moves


def test_the_class_of_the_document_and_ours_find_the_same_positions() -> None:
    theirs, ours = document()["RiddlerMaze"], program()["RiddlerMaze"]
    assert program()["STARTING_POS"] == document()["STARTING_POS"]
    for name, edges in EDGES.items():
        path, expected = ours(edges).solve(), theirs(edges).solve()
        assert [step.pos.rstrip("\n") for step in path] == [step.pos.rstrip("\n") for step in expected]
        assert len(path) == MOVES[name] + 1 and path[-1].isgoal() and not path[0].isgoal()


def test_a_location_is_a_row_and_a_column_of_the_text() -> None:
    maze = program()["RiddlerMaze"]("b")
    assert maze.location == (14, 0) and maze.goal == (2, 16)
    assert sorted(step.location for step in program()["RiddlerMaze"]("wpo")) == [(12, 0), (14, 2), (16, 0)]


def test_depth_first_or_breadth_first_either_works() -> None:
    for edges in EDGES.values():
        maze = program()["RiddlerMaze"](edges)
        assert len(maze.solve(depth_first=True)) >= len(maze.solve())
        assert count_shortest(explore(maze)) == 1


@given(mazes(), st.sampled_from(sorted(EDGES)))
def test_any_maze_is_solved_and_drawn_as_the_reference_does(drawn: tuple[str, tuple[int, int]], name: str) -> None:
    text, goal = drawn
    expected = reference(text, EDGES[name], goal)
    names = NAMES
    try:
        path = names["RiddlerMaze"](EDGES[name], text, goal).solve()
    except IndexError:
        assert expected is None
        return
    assert expected is not None and len(path) - 1 == expected[0]
    if expected[1] == 1:
        assert names["picture"](path) == expected[2]
    variant = variants_of(read_text("travellers: blue yellow red\n" + text, goal=(goal[1] // 2, goal[0] // 2)))[name]
    solution = solve(variant)
    assert solution is not None and len(solution) == expected[0]
    if expected[1] == 1:
        assert board_of(variant).sketch(solution).text() == expected[2]


@pytest.mark.parametrize("name", EDGES)
def test_the_pictures_of_the_document_are_those_of_the_reference(name: str) -> None:
    assert reference(document()["STARTING_POS"], EDGES[name], (2, 16)) == (MOVES[name], 1, picture(name))


# --- the goal, which the map does not mark


def unmarked(tmp_path: Path) -> Path:
    """The map of the document in a file."""
    (tmp_path / "maze.txt").write_text(document()["STARTING_POS"])
    return tmp_path / "maze.txt"


@pytest.mark.parametrize("goal", ["(2, 16)", "(2,16)", " ( 2 , 16 ) ", "8,1", "8/1", (8, 1), [8, 1]])
def test_the_map_without_a_goal_mark_is_read_with_a_goal(goal: Any, tmp_path: Path) -> None:
    with pytest.raises(MazeError, match=r"no \* marks the goal; --goal x,y names one"):
        load(unmarked(tmp_path))
    maze = load(unmarked(tmp_path), goal=goal)
    assert maze.goal == (8, 1)  # type: ignore[attr-defined]
    assert board_of(variants_of(maze)["red"]).sketch(solve(variants_of(maze)["red"])).text() == picture("red")


@pytest.mark.parametrize(
    ("goal", "sentence"),
    [
        ("2,16", "the goal 2,16, taken for a node x,y, lies outside the maze of 9x9 nodes; in parentheses it is"),
        (
            (2, 16),
            "lies outside the maze of 9x9 nodes; in parentheses it is the row and column of a character, as in '(2",
        ),
        ("(8, 1)", "the goal (8, 1), taken for row 8 and column 1 of the text, is not a node"),
        ("(8, 1)", "nodes stand in even rows and columns; without parentheses it is a node x,y"),
        ("(2, 18)", "the goal (2, 18), taken for row 2 and column 18 of the text, lies outside the maze of 9x9 nodes"),
        ("(-2, 0)", "taken for row -2 and column 0 of the text, lies outside"),
        ("(2; 16)", "goal is a node x,y, as in 8,1, or a row and column as in '(2, 16)', not '(2; 16)'"),
        ("(2, 16", "goal is a node x,y, as in 8,1, or a row and column as in '(2, 16)'"),
        ("(" + "9" * 5000 + ", 1)", "goal is a node x,y"),
        (
            "(14, 0)",
            "start and goal are both (0, 7), the goal (14, 0), taken for row 14 and column 0 of the text; they",
        ),
        (
            "0,7",
            "start and goal are both (0, 7), the goal 0,7, taken for a node x,y; they have to differ; in parentheses",
        ),
        ("there", "goal is a node x,y, as in 8,1, or a row and column as in '(2, 16)', not 'there'"),
        ("2 16", "goal is a node x,y, as in 8,1, or a row and column as in '(2, 16)', not '2 16'"),
        ("[2, 16]", "goal is a node x,y, as in 8,1, or a row and column as in '(2, 16)', not '[2, 16]'"),
    ],
)
def test_an_error_says_what_a_goal_was_taken_for(goal: Any, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(MazeError, match=re.escape(sentence)):
        load(unmarked(tmp_path), goal=goal)
    if isinstance(goal, str):
        command = [sys.executable, PROGRAM, unmarked(tmp_path), "--goal", goal]
        done = subprocess.run(command, capture_output=True, text=True)
        typed = sentence.replace("goal is", "--goal is")
        assert done.returncode == 2 and typed[:40] in done.stderr and done.stderr.count("\n") == 1


def test_no_goal_is_as_if_it_were_left_out(tmp_path: Path) -> None:
    with pytest.raises(MazeError, match=r"no \* marks the goal; --goal x,y names one, or --goal '\(row, column\)'"):
        load(unmarked(tmp_path), goal=None)
    for marked in (ROOT / "examples" / "coloured" / "express.txt", "coloured:5x5#1"):
        assert load(marked, goal=None) == load(marked)


def test_a_goal_that_could_be_both_gives_a_note(tmp_path: Path) -> None:
    with pytest.warns(Note, match=r"the goal \(8, 2\), taken for row 8 and column 2 of the text, is the node 1,4"):
        maze = load(unmarked(tmp_path), goal="(8, 2)")
    assert maze.goal == (1, 4)  # type: ignore[attr-defined]


def test_a_goal_and_a_file_for_the_program(tmp_path: Path) -> None:
    words = [sys.executable, PROGRAM, unmarked(tmp_path), "--goal", "(2, 16)"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert picture("yellow") in done.stdout
    other = subprocess.run([sys.executable, PROGRAM, "--goal", "0,8"], capture_output=True, text=True)
    assert other.returncode == 1 and other.stdout.startswith("Blue: no way\n") and "Red: 1 move\n" in other.stdout


def test_a_picture_that_was_not_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "blue.png").write_text("old")
    words = [sys.executable, PROGRAM, "--goal", "0,8", "--pictures"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 1 and done.stdout.startswith("Blue: no way\n")
    notes = "note: blue.png was not written; the file of this name is an older one\n"
    assert done.stderr == notes and (tmp_path / "blue.png").read_text() == "old"
    (tmp_path / "blue.png").unlink()
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.stderr == "note: blue.png was not written\n" and not (tmp_path / "blue.png").exists()


# --- what else may be in a file


def test_other_travellers_and_what_is_no_coloured_maze(tmp_path: Path) -> None:
    (tmp_path / "maze.txt").write_text("t teal: blue cyan\nc: cyan\ntravellers: blue cyan\n+t.c.\nk b c\n.t.b*\n")
    done = subprocess.run(
        [sys.executable, PROGRAM, "maze.txt", "--pictures"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    drawings = "Blue: 3 moves\n--|c.\nk | c\n.t--+\n\nCyan: 3 moves\n----|\nk b |\n.t.b+\n\n"
    assert done.stdout == drawings
    assert {path.name for path in tmp_path.iterdir()} == {"maze.txt", "blue.png", "cyan.png"}
    (tmp_path / "map.txt").write_text("S#E\n")
    (tmp_path / "large.txt").write_text("+" + "b." * 2499 + "b*\n")
    for name, sentence in (
        ("map.txt", "of the kind textmap, not a coloured maze"),
        ("large.txt", "2501x1 nodes are too"),
    ):
        done = subprocess.run([sys.executable, PROGRAM, tmp_path / name], capture_output=True, text=True)
        assert done.returncode == 2 and sentence in done.stderr and done.stdout == ""
